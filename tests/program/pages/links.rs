//! Relative links and pictures: files exist, and so do the headings that they name.

use super::{pages, read, root};
use std::collections::BTreeSet;

/// Pages whose links are looked at besides README and `docs/`.
const OTHERS: [&str; 2] = ["ARCHITECTURE.md", "BENCHMARKS.md"];

/// The text without blocks and without what stands between backticks.
fn prose(page: &str) -> String {
    let blocks = page.split("```").step_by(2);
    blocks.flat_map(|text| text.split('`').step_by(2)).collect()
}

/// Where the links and pictures of a page lead.
fn targets(page: &str) -> Vec<String> {
    let text = prose(page);
    let ends = text.split("](").skip(1);
    ends.filter_map(|rest| rest.split_once(')')).map(|(target, _)| target.to_string()).collect()
}

/// The names of a page's headings, as browsers of repositories and mdBook make them.
fn anchors(page: &str) -> BTreeSet<String> {
    let outside = page.split("```").step_by(2).flat_map(str::lines);
    let headings = outside.filter_map(|line| line.strip_prefix('#'));
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>().to_lowercase()
}

/// Why a link of a page leads nowhere, if it does.
fn broken(page: &str, target: &str) -> Option<String> {
    let (file, heading) = target.split_once('#').unwrap_or((target, ""));
    let folder = root().join(page);
    let path = match file.is_empty() {
        true => folder,
        false => folder.parent().unwrap().join(file),
    };
    let known = || anchors(&std::fs::read_to_string(&path).unwrap()).contains(heading);
    let leads = path.exists() && (heading.is_empty() || known());
    (!leads).then(|| format!("{page}: {target}"))
}

#[test]
fn every_link_leads_somewhere() {
    let mut names = pages();
    names.extend(OTHERS.map(str::to_string));
    let links = names.iter().flat_map(|name| {
        let relative = targets(&read(name)).into_iter().filter(|it| !it.starts_with("http"));
        relative.map(move |target| (name, target))
    });
    let links: Vec<_> = links.collect();
    assert!(links.len() > 50, "{}", links.len());
    let broken: Vec<_> = links.iter().filter_map(|(name, target)| broken(name, target)).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_page_stands_in_the_book_once() {
    let listed = targets(&read("docs/SUMMARY.md"));
    let listed: Vec<_> = listed.iter().map(|target| format!("docs/{target}")).collect();
    let names =
        pages().into_iter().filter(|it| it.starts_with("docs/") && !it.ends_with("SUMMARY.md"));
    for name in names {
        assert_eq!(listed.iter().filter(|it| **it == name).count(), 1, "{name}");
    }
}

#[test]
fn links_and_headings_are_found() {
    let page = "# A `b` c, d?\n[x](a.md#a) ![y](b.png)\n```sh\n# no\n[z](no)\n```\n`[q](no)`\n";
    assert_eq!(targets(page), ["a.md#a", "b.png"]);
    assert_eq!(anchors(page).into_iter().collect::<Vec<_>>(), ["a-b-c-d"]);
}
