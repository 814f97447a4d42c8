//! What `--json` prints has the keys and types that `docs/json.md` says, and no others.

use super::page::{self, Kind};
use super::tables::{Observed, assert_told, sections, told};
use super::{JSON, home, read, run};
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
    let (page, home) = (read(JSON), home());
    let sections = sections(&page);
    let sections = sections.iter().flat_map(|(heading, _)| heading.split(" and "));
    let sections: BTreeSet<_> = sections.filter_map(|it| it.strip_prefix("starhop ")).collect();
    let help = home.done("help").text();
    let listed = help.split_once("Commands:\n").unwrap().1.split_once("\n\n").unwrap().0;
    let names = listed.lines().filter_map(|line| line.trim_start().split_whitespace().next());
    let with_json = names.filter(|name| {
        let done = home.run(&format!("{name} --help"));
        done.code == Some(0) && done.text().contains("  --json")
    });
    assert_eq!(with_json.collect::<BTreeSet<_>>(), sections);
}
