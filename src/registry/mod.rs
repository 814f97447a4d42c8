//! The list of games with their evaluations and defaults. Types are erased here, once a command.

pub mod across;
mod bot_spec;
mod champions;
mod chinese_checkers;
mod connect_four;
mod draughts;
mod entry;
mod halma;
pub mod kernels;
mod live;
mod phases;
mod pid;
pub mod program;
mod promises;
mod rhombus;
mod table;
mod typed;
mod way;

pub use bot_spec::{BotSpec, ChooserSpec, Evaluation};
pub use champions::{Champion, best_known, champion, champions};
pub use entry::{Entry, Opened, Preset, Workload};
pub use live::LiveGame;
pub use promises::{Broken, Kept, check};
pub use table::Table;
pub use typed::TypedTable;
pub use way::{Play, Way};

use crate::game::TextError;
use std::sync::{PoisonError, RwLock};

/// The games that starhop brings along.
static OWN: [&Entry; 10] = [
    &chinese_checkers::ENTRY,
    &phases::ENTRY,
    &pid::ENTRY,
    &connect_four::ENTRY,
    &draughts::ENTRY,
    &halma::ENTRY,
    &halma::REPORT_ENTRY,
    &halma::OPENING_ENTRY,
    &rhombus::ENTRY,
    &rhombus::PID_ENTRY,
];

/// The games that a program has added.
static ADDED: RwLock<Vec<&Entry>> = RwLock::new(Vec::new());

/// The game that is meant where none is named.
pub fn default_game() -> &'static Entry {
    &chinese_checkers::ENTRY
}

/// The game in which a player has several of that game's arrays, one for each phase.
pub fn in_phases(name: &str) -> Option<&'static Entry> {
    (name == chinese_checkers::NAME).then_some(&phases::ENTRY)
}

/// Every game: those that starhop brings along, then those that were added.
pub fn games() -> Vec<&'static Entry> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    OWN.into_iter().chain(added.iter().copied()).collect()
}

/// Adds a game for the rest of the program, which every command then knows by its name.
///
/// # Errors
/// Where a game of that name is known already, the name is empty or has white space, or the entry has no presets or,
/// for some number of players that its default preset is for, no levels.
pub fn add(entry: &'static Entry) -> Result<(), TextError> {
    entry.check()?;
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    let is_known = OWN.iter().chain(added.iter()).any(|known| known.name == entry.name);
    if is_known || entry.name == program::NAME {
        return Err(TextError(format!("a game '{}' is known already", entry.name)));
    }
    added.push(entry);
    Ok(())
}

/// The game of that name.
///
/// # Errors
/// Where none is registered under it.
pub fn find(name: &str) -> Result<&'static Entry, TextError> {
    let games = games();
    let names: Vec<&str> = games.iter().map(|entry| entry.name).collect();
    let found = games.iter().find(|entry| entry.name == name);
    if name == program::NAME {
        return Ok(&program::ENTRY);
    }
    let listed = "`starhop games` lists them";
    found.copied().ok_or_else(|| TextError::unknown("game", name, &names, listed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameter::check_all;

    #[test]
    fn every_game_and_preset_is_found_by_its_name() {
        for entry in games() {
            assert!(std::ptr::eq(find(entry.name).unwrap(), entry));
            let levels = |players: usize| (entry.levels)(players).len();
            assert!(entry.player_counts().into_iter().all(|it| levels(it) <= 5), "{}", entry.name);
            for Preset { name: preset, .. } in entry.presets {
                let config = entry.preset(preset, 2).unwrap();
                assert_eq!((config.game.as_str(), config.preset.as_str()), (entry.name, *preset));
                assert_eq!(entry.open(2, &config.rules).unwrap().rules(), config.rules);
            }
        }
        assert!(find("chess").is_err());
    }

    #[test]
    fn parameters_of_every_game_can_describe_vectors() {
        for entry in games() {
            for players in entry.player_counts() {
                let rules = entry.preset(entry.default_preset(), players).unwrap().rules;
                let table = entry.open(players, &rules).unwrap();
                assert_eq!(check_all(&table.parameters()), Ok(()), "{} for {players}", entry.name);
                for name in table.built_in_names() {
                    assert!(table.built_in(name).is_ok(), "{} has {name}", entry.name);
                }
            }
        }
    }

    #[test]
    fn a_name_is_known_once() {
        assert!(add(default_game()).unwrap_err().to_string().contains("known already"));
    }

    #[test]
    fn an_entry_without_a_name_presets_or_levels_is_refused() {
        static NAMELESS: Entry = Entry { name: "two words", ..connect_four::ENTRY };
        static BARE: Entry = Entry { name: "bare", presets: &[], ..connect_four::ENTRY };
        static LONELY: Entry = Entry { name: "lonely", levels: |_| &[], ..connect_four::ENTRY };
        let refused = |entry| add(entry).unwrap_err().to_string();
        assert_eq!(refused(&NAMELESS), "'two words' is no name of a game");
        assert_eq!(refused(&BARE), "the game 'bare' has no presets; it needs one at least");
        let why = "the game 'lonely' has no levels for 2 players; it needs one at least";
        assert_eq!(refused(&LONELY), why);
        assert!(["two words", "bare", "lonely"].iter().all(|it| find(it).is_err()));
    }
}
