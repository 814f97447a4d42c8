//! What `--json` prints has the keys and types that `docs/json.md` says, and no others.

use super::page::{self, Kind};
use super::tables::{Observed, assert_told, sections, told};
use super::{JSON, command_names, home, read, run};
use crate::program::Home;
use std::collections::BTreeSet;

#[test]
fn json_has_the_keys_and_types_that_its_page_says() {
    let (page, home) = (read(JSON), home());
    let told = told(&page);
    let mut seen = Observed::new(&told);
    for (section, text) in sections(&page) {
        for found in page::commands(text) {
            let Kind::Run(words) = &found.kind else { panic!("{} isn't run", found.text) };
            let command = format!("starhop {}", words[0]);
            assert!(section.split(" and ").any(|it| it == command), "{section}: {}", found.text);
            let out =
                run(&home, &found, words).unwrap_or_else(|why| panic!("{}: {why}", found.text));
            seen.document(&section, &serde_json::from_slice(&out).unwrap());
        }
    }
    assert_told(seen);
}

#[test]
fn every_command_that_prints_json_has_a_section() {
    let (page, home) = (read(JSON), Home::new());
    let sections = sections(&page);
    let sections = sections.iter().flat_map(|(heading, _)| heading.split(" and "));
    let sections = sections.filter_map(|it| it.strip_prefix("starhop ")).map(str::to_string);
    let with_json = command_names().into_iter().filter(|name| {
        let help = home.done(&format!("{name} --help")).text();
        help.contains("  --json")
    });
    assert_eq!(with_json.collect::<BTreeSet<_>>(), sections.collect());
}
