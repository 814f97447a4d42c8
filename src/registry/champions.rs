//! The champions that are shipped with the program, as built-in vectors of their games.

use crate::search::spec::Search;
use serde::Deserialize;
use std::sync::LazyLock;

/// A shipped champion.
#[derive(Debug)]
pub struct Champion {
    /// The name of its vector.
    pub name: &'static str,
    /// Its weights file.
    pub text: &'static str,
    /// One number a parameter.
    pub weights: Vec<f64>,
    /// The registered game.
    game: String,
    players: usize,
    /// How it was measured.
    search: String,
}

/// What a file is asked for here.
#[derive(Deserialize)]
struct Fields {
    game: String,
    players: usize,
    weights: Vec<f64>,
    measured: Measured,
}

#[derive(Deserialize)]
struct Measured {
    search: String,
}

/// The files below `populations/champions`, each after the name of its vector.
macro_rules! files {
    ($($name:literal: $file:literal,)*) => {
        &[$(($name, include_str!(concat!("../../populations/champions/", $file, ".json")))),*]
    };
}

/// In the order in which names are listed; [`best_known`] takes the first that suits.
const FILES: &[(&str, &str)] = files! {
    "champion-2": "two-players-robust",
    "champion-3": "three-players-default",
    "champion-4": "four-players-default",
    "champion-5": "five-players-default",
    "champion-6": "six-players-default",
    "champion-report": "two-players-report-setting",
    "champion-deep": "two-players-deep",
    "champion-search": "two-players-search",
    "champion-default": "two-players-default",
    "champion-long": "two-players-long",
    "champion-rival": "two-players-rival",
    "champion-report-preset": "two-players-report",
    "champion-phases": "two-players-phases",
    "champion-deep-phases": "two-players-deep-phases",
    "champion-3-phases": "three-players-phases",
    "champion-4-phases": "four-players-phases",
    "champion-pid": "pid-greedy",
    "champion-connect-four": "connect-four-default",
    "champion-draughts": "draughts-default",
    "champion-halma-long": "halma-long",
    "champion-halma": "halma-default",
    "champion-halma-report": "halma-report",
    "champion-halma-4": "halma-four-players",
    "champion-rhombus": "rhombus-default",
};

static ALL: LazyLock<Vec<Champion>> = LazyLock::new(|| {
    let read = |&(name, text): &(&'static str, &'static str)| {
        let Fields { game, players, weights, measured } = serde_json::from_str(text).ok()?;
        Some(Champion { name, text, weights, game, players, search: measured.search })
    };
    FILES.iter().filter_map(read).collect()
});

/// The shipped champions of the registered game of that name.
pub fn champions(game: &str) -> impl Iterator<Item = &'static Champion> {
    ALL.iter().filter(move |it| it.game == game)
}

/// The shipped champion of that game and name.
pub fn champion(game: &str, name: &str) -> Option<&'static Champion> {
    champions(game).find(|it| it.name == name)
}

/// The name of the shipped champion of that game for that many players: the first one of that search, or else
/// the first one that is greedy or looks ahead as that search does, or else the first.
pub fn best_known(game: &str, players: usize, search: &Search) -> Option<&'static str> {
    let is_greedy = |it: &Champion| it.search == Search::default().to_string();
    let known = || champions(game).filter(|it| it.players == players);
    let same = known().find(|it| it.search == search.to_string());
    let alike = || known().find(|it| is_greedy(it) == search.is_greedy());
    same.or_else(alike).or_else(|| known().next()).map(|it| it.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::find;
    use std::collections::BTreeSet;
    use std::fs;

    #[test]
    fn the_best_known_is_one_for_as_many_players_that_looks_ahead_or_not() {
        let greedy = Search::default();
        let [two, ahead, four] = ["minimax(depth=2)", "alphabeta(depth=3)", "alphabeta(depth=4)"]
            .map(|it| it.parse().unwrap());
        for (game, players, search, expected) in [
            ("chinese-checkers", 2, &greedy, Some("champion-2")),
            ("chinese-checkers", 2, &ahead, Some("champion-deep")),
            ("chinese-checkers", 2, &two, Some("champion-search")),
            ("chinese-checkers", 2, &four, Some("champion-deep")),
            ("chinese-checkers", 3, &ahead, Some("champion-3")),
            ("chinese-checkers/phases", 2, &greedy, Some("champion-phases")),
            ("chinese-checkers/phases", 2, &ahead, Some("champion-deep-phases")),
            ("chinese-checkers/phases", 3, &greedy, Some("champion-3-phases")),
            ("connect-four", 2, &greedy, Some("champion-connect-four")),
            ("halma", 4, &greedy, Some("champion-halma-4")),
            ("program", 2, &greedy, None),
        ] {
            assert_eq!(best_known(game, players, search), expected, "{game} {players} {search}");
        }
    }

    #[test]
    fn every_shipped_file_has_a_name_in_its_game() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/populations/champions");
        let files = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
        let files: BTreeSet<_> = files.map(|it| fs::read_to_string(it).unwrap()).collect();
        let embedded: BTreeSet<_> = FILES.iter().map(|(_, text)| text.to_string()).collect();
        assert_eq!(embedded, files);
        assert_eq!((ALL.len(), files.len()), (FILES.len(), FILES.len()));
        for Champion { name, weights, game, .. } in ALL.iter() {
            let table = find(game).unwrap().open(2, "standard").unwrap();
            assert_eq!(table.built_in(name).as_ref(), Ok(weights));
            let with_name = ALL.iter().filter(|it| it.name == *name);
            assert_eq!(with_name.count(), 1, "{name}");
        }
    }
}
