//! The champions that are shipped with the program, as built-in arrays.

use serde::Deserialize;

/// Their files, each under the name of its array: one for every number of players on standard
/// rules, the best in the report's own setting, and the one to go by when looking ahead.
const FILES: [(&str, &str); 7] = [
    ("champion-2", include_str!("../../populations/champions/two-players-robust.json")),
    ("champion-3", include_str!("../../populations/champions/three-players-default.json")),
    ("champion-4", include_str!("../../populations/champions/four-players-default.json")),
    ("champion-5", include_str!("../../populations/champions/five-players-default.json")),
    ("champion-6", include_str!("../../populations/champions/six-players-default.json")),
    (
        "champion-report",
        include_str!("../../populations/champions/two-players-report-setting.json"),
    ),
    ("champion-search", include_str!("../../populations/champions/two-players-search.json")),
];

/// What is needed of a weights file.
#[derive(Deserialize)]
struct Champion {
    weights: Vec<f64>,
}

/// The champions' arrays by name.
pub fn champions() -> impl Iterator<Item = (String, Vec<f64>)> {
    let read = |text| serde_json::from_str::<Champion>(text).ok();
    FILES.iter().filter_map(move |(name, text)| Some((name.to_string(), read(text)?.weights)))
}
