//! Populations that were kept.

#![no_main]

use starhop::evolve::population::ranked_by;
use starhop::record::home::Home;
use starhop_fuzz::folder;
use std::fs;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let [results, populations] = ["results", "populations"].map(|it| folder().join(it).join("run"));
    fs::create_dir_all(&results).unwrap();
    fs::create_dir_all(&populations).unwrap();
    fs::write(results.join("config.toml"), "").unwrap();
    fs::write(populations.join("generation-000001.json"), bytes).unwrap();
    if let Ok(file) = Home::new(folder()).run("run").unwrap().population(1) {
        assert_eq!(ranked_by(&file.population).len(), file.population.len());
    }
});
