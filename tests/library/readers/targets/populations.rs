//! Populations that were kept, of generation 2.

use super::folder;
use starhop::evolve::population::ranked_by;
use starhop::record::home::Home;
use starhop::record::population::PopulationFile;
use starhop::registry::find;
use std::fs;

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    let root = folder("populations");
    let [results, populations] = ["results", "populations"].map(|it| root.join(it).join("run"));
    fs::create_dir_all(&results).unwrap();
    fs::create_dir_all(&populations).unwrap();
    fs::write(results.join("config.toml"), "").unwrap();
    fs::write(populations.join("generation-000002.json"), bytes).unwrap();
    let Ok(file) = Home::new(&root).run("run").unwrap().population(2) else { return false };
    assert_eq!(ranked_by(&file.population).len(), file.population.len());
    let again = PopulationFile::parse(&file.to_json()).unwrap();
    assert_eq!(again.population, file.population);
    ["draughts", "chinese-checkers"].iter().any(|game| {
        let table = find(game).and_then(|it| it.open(2, "standard")).unwrap();
        file.check(game, &table.parameters()).is_ok()
    })
}
