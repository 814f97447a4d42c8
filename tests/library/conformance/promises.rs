//! What games promise those who use them: under the rules of presets, and under others that make a difference.

use starhop::registry::{Kept, check, find, games};
use starhop::rng::Seed;

/// Rules that no preset has.
const RULES: [(&str, usize, &str); 9] = [
    ("chinese-checkers", 2, "report"),
    ("chinese-checkers", 2, "standard:corners=open"),
    ("chinese-checkers", 2, "standard:win=filled,leave-by=40"),
    ("chinese-checkers", 3, "standard:corners=closed,win=filled"),
    ("chinese-checkers", 4, "standard:ply-cap=600"),
    ("chinese-checkers", 6, "standard:ply-cap=900"),
    ("halma", 4, "standard"),
    ("halma", 2, "standard:win=filled"),
    ("rhombus", 2, "standard:win=filled,leave-by=40"),
];

/// Close to the far rows, and among kings, whose moves are remembered.
const DRAUGHTS: [&str; 3] = ["W:W6-10:B41-45", "W:WK36,K37,27:B3,K6", "B:WK46,K1:BK5"];

fn seed() -> Seed {
    Seed::new(23).unwrap()
}

#[test]
fn every_line_keeps_its_promises() {
    for entry in games() {
        let kept = check(entry, 6, seed()).unwrap_or_else(|broken| panic!("{broken}"));
        let Kept { games, won, evaluations, .. } = kept;
        assert!(won > 0 && evaluations > 2, "{games} games of {}", entry.name);
    }
}

#[test]
fn promises_are_kept_under_other_rules_and_in_other_positions() {
    for (name, players, rules) in RULES {
        let table = find(name).unwrap().open(players, rules).unwrap();
        let games = if name == "chinese-checkers" { 36 } else { 6 };
        let kept = table.promises(games, seed()).unwrap_or_else(|broken| panic!("{broken}"));
        assert!(kept.won > 0, "{name}, {rules}");
    }
    for drawing in DRAUGHTS {
        let table = find("draughts").unwrap().open_at(drawing).unwrap();
        let kept = table.promises(12, seed()).unwrap_or_else(|broken| panic!("{broken}"));
        assert!(kept.won > 0, "{drawing}");
    }
}
