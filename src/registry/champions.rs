//! The champions that are shipped with the program, as built-in vectors of their games.

use serde::Deserialize;
use std::sync::LazyLock;

/// A shipped champion.
pub struct Champion {
    /// The name of its vector.
    pub name: &'static str,
    /// Its weights file.
    pub text: &'static str,
    /// One number a parameter.
    pub weights: Vec<f64>,
    /// The registered game.
    game: String,
}

/// What a file is asked for here.
#[derive(Deserialize)]
struct Fields {
    game: String,
    weights: Vec<f64>,
}

/// The files below `populations/champions`, each after the name of its vector.
macro_rules! files {
    ($($name:literal: $file:literal,)*) => {
        &[$(($name, include_str!(concat!("../../populations/champions/", $file, ".json")))),*]
    };
}

/// In the order in which names are listed; new ones come last.
const FILES: &[(&str, &str)] = files! {
    "champion-2": "two-players-robust",
    "champion-3": "three-players-default",
    "champion-4": "four-players-default",
    "champion-5": "five-players-default",
    "champion-6": "six-players-default",
    "champion-report": "two-players-report-setting",
    "champion-search": "two-players-search",
    "champion-default": "two-players-default",
    "champion-rival": "two-players-rival",
    "champion-report-preset": "two-players-report",
    "champion-pid": "pid-greedy",
    "champion-connect-four": "connect-four-default",
    "champion-draughts": "draughts-default",
    "champion-halma": "halma-default",
    "champion-halma-report": "halma-report",
    "champion-rhombus": "rhombus-default",
};

static ALL: LazyLock<Vec<Champion>> = LazyLock::new(|| {
    let read = |&(name, text): &(&'static str, &'static str)| {
        let Fields { game, weights } = serde_json::from_str(text).ok()?;
        Some(Champion { name, text, weights, game })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::find;
    use std::collections::BTreeSet;
    use std::fs;

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
