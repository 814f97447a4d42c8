//! How a run can be repeated: its commands, with the files that they need.

use super::repeat;
use crate::cli::failure::Failure;
use crate::record::disk;
use crate::record::run::Run;
use crate::record::weights::WeightsFile;
use crate::report::page::{Part, Section};
use crate::session::weights;
use crate::tune::config::Config;
use std::path::Path;

/// What an array is in a run.
const OPPONENT: &str = "an opponent";
const BEGINNING: &str = "which evolution began from";
const BOTH: &str = "an opponent from which evolution began";

/// An array that the settings of a run name, in the file that its folder keeps.
struct Given<'a> {
    name: &'a str,
    is: &'static str,
    text: String,
}

/// The commands of a run with the files that they need.
pub fn of_run(
    run: &Run,
    config: &Config,
    champion: Option<&WeightsFile>,
) -> Result<Section, Failure> {
    let settings = free_name("config", "toml", config);
    let mut command = format!("starhop evolve --config {settings} --name {}", run.name());
    let mut files = Vec::new();
    let mut file = |name: String, text: String| files.push(Part::File { name, text });
    file(settings, disk::read_text(&run.config_path())?);
    if let Some(program) = &config.program {
        file(program.clone(), disk::read_text(&run.tune_path())?);
    }
    if let Some(champion) = champion {
        let name = free_name(&format!("{}-champion", run.name()), "json", config);
        command += &format!("\nstarhop measure {name} --own-terms");
        file(name, champion.to_json());
    }
    for Given { name, is, text } in given(run, config)? {
        file(format!("{name}, {is}"), text);
    }
    Ok(repeat(&says(config), command, files))
}

/// The name of a file that none has which the settings name.
fn free_name(stem: &str, ending: &str, config: &Config) -> String {
    let opponents = config.against.fixed().map(|it| &it.name);
    let named: Vec<&String> =
        opponents.chain(config.from.as_ref()).chain(config.program.as_ref()).collect();
    let is_taken = |name: &String| {
        let mut files = named.iter().filter_map(|it| Path::new(it.as_str()).file_name());
        files.any(|it| it.eq_ignore_ascii_case(name))
    };
    let mut name = format!("{stem}.{ending}");
    let mut number = 1;
    while is_taken(&name) {
        number += 1;
        name = format!("{stem}-{number}.{ending}");
    }
    name
}

/// The opponents and what evolution began from, as far as they are not built in, each file once.
fn given<'a>(run: &Run, config: &'a Config) -> Result<Vec<Given<'a>>, Failure> {
    let table = weights::table_of(run, config)?;
    let known = table.built_in_names();
    let opponents = config.against.fixed().enumerate();
    let opponents =
        opponents.map(|(index, it)| (it.name.as_str(), OPPONENT, run.opponent_path(index)));
    let from = config.from.as_deref().map(|name| (name, BEGINNING, run.from_path()));
    let mut given: Vec<Given<'a>> = Vec::new();
    for (name, is, path) in opponents.chain(from) {
        if known.contains(&name) || !disk::is_there(&path)? {
            continue;
        }
        let text = disk::read_text(&path)?;
        match given.iter_mut().find(|it| it.name == name && it.text == text) {
            Some(same) => same.is = BOTH,
            None => given.push(Given { name, is, text }),
        }
    }
    Ok(given)
}

fn says(config: &Config) -> String {
    let mut says =
        "Save the files below under their names; then, with the version of starhop that evolved \
                    it, the first command evolves the same champion to the last digit on any number of \
                    threads, and the second one measures it in fresh games."
            .to_string();
    if let Some(program) = &config.program {
        says += &format!(
            " The program is no part of this page: it is needed beside {program}, which says how it is started, and \
             gives the same champion only where it answers as it did then."
        );
    }
    if config.minutes.is_some() {
        says += " The run ends by the clock: a faster machine goes further, and the generations that both \
                 have are the same.";
    }
    says
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    #[test]
    fn files_of_a_page_have_names_of_their_own() {
        let base = registry::default_game().preset("default", 2).unwrap();
        let against = "a/run-champion.json,Config.toml".parse().unwrap();
        let from = Some("run-champion-2.json".to_string());
        let config = Config { against, from, ..base };
        assert_eq!(free_name("config", "toml", &config), "config-2.toml");
        assert_eq!(free_name("run-champion", "json", &config), "run-champion-3.json");
        assert_eq!(free_name("other-champion", "json", &config), "other-champion.json");
    }
}
