//! What is refused of a comparison's settings and rows.

use super::*;

fn comparison() -> Comparison {
    let settings: Config = toml::from_str(include_str!("../checkpoint/config.toml")).unwrap();
    let variant = |label: &str| Variant {
        label: label.to_string(),
        flags: String::new(),
        opponents: String::new(),
        settings: settings.clone(),
    };
    Comparison {
        version: VERSION,
        budgets: vec![100, 200],
        seeds: 2,
        with: String::new(),
        shard: None,
        measured: MeasureSettings {
            games: 10,
            game: settings.game.clone(),
            players: 2,
            rules: settings.rules.clone(),
            against: Against::one("published"),
            opponents: String::new(),
            opening_plies: 4,
            distance: String::new(),
            seats: Seats::All,
            win_points: 500.0,
            scoring: None,
            search: None,
        },
        variants: vec![variant("a"), variant("b")],
    }
}

fn row(variant: &str, seed: u64, budget: u64) -> ComparisonRow {
    ComparisonRow { variant: variant.to_string(), seed, budget, ..ComparisonRow::default() }
}

/// What is read of these rows, by their places, or why it isn't.
fn read_of(rows: &[ComparisonRow]) -> Result<Vec<Place>, String> {
    let folder = tempfile::tempdir().unwrap();
    table::write(&folder.path().join(ROWS), rows).unwrap();
    let read = read_tables(folder.path(), &comparison());
    read.map(|(rows, _)| rows.into_keys().collect()).map_err(|why| why.to_string())
}

#[test]
fn rows_are_those_of_whole_runs_each_once() {
    let run = [row("a", 1, 100), row("a", 1, 200)];
    assert_eq!(read_of(&run), Ok(vec![(0, 1, 0), (0, 1, 1)]));
    let begun = [&run[..], &[row("b", 1, 100)]].concat();
    assert_eq!(read_of(&begun), read_of(&run), "a run that was cut short is evolved anew");
    let infinite = ComparisonRow { measured_fitness: Some(f64::INFINITY), ..row("b", 2, 100) };
    for (bad, why) in [
        (row("a", 1, 100), "a, seed 1, budget 100: stands there twice"),
        (row("a", 0, 100), "seed 0, budget 100: no part of this comparison"),
        (row("a", 3, 100), "seed 3, budget 100: no part of this comparison"),
        (row("a", 2, 150), "budget 150: no part of this comparison"),
        (row("c", 1, 100), "c, seed 1, budget 100: no part of this comparison"),
        (infinite, "not a finite number"),
    ] {
        let found = read_of(&[&run[..], &[bad]].concat()).unwrap_err();
        assert!(found.contains(why), "{found}");
    }
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    assert_eq!(comparison().check(), Ok(()));
    let same = comparison().variants[0].clone();
    for (bad, why) in [
        (Comparison { budgets: Vec::new(), ..comparison() }, "budgets"),
        (Comparison { budgets: vec![200, 100], ..comparison() }, "ascending order"),
        (Comparison { budgets: vec![100, 100], ..comparison() }, "ascending order"),
        (Comparison { seeds: 0, ..comparison() }, "one at least"),
        (Comparison { seeds: u64::MAX, ..comparison() }, "more than there are"),
        (Comparison { version: VERSION_SHARD, ..comparison() }, "a shard has version"),
        (Comparison { variants: vec![same.clone(), same], ..comparison() }, "stands twice"),
    ] {
        let found = bad.check().unwrap_err();
        assert!(found.contains(why), "{found}");
    }
}
