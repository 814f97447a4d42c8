//! The list of games with their evaluations and defaults. Types are erased here, once a command.

mod chinese_checkers;
mod connect_four;
mod draughts;
mod halma;
mod pid;
mod rhombus;
mod table;

pub use table::{Entrant, Evaluation, Play, Table, TypedTable};

use crate::game::TextError;
use crate::tune::config::Config;

/// Every game, by the line that stands here for it. An evaluation whose vectors are of another
/// kind has a line of its own, named after a slash.
pub static GAMES: [&dyn Entry; 9] = [
    &chinese_checkers::ChineseCheckersEntry,
    &pid::PidEntry,
    &connect_four::ConnectFourEntry,
    &draughts::DraughtsEntry,
    &halma::HalmaEntry,
    &halma::HalmaReportEntry,
    &halma::HalmaOpeningEntry,
    &rhombus::RhombusEntry,
    &rhombus::RhombusPidEntry,
];

/// A registered game.
pub trait Entry: Sync {
    /// The name in flags and files.
    fn name(&self) -> &'static str;

    /// The names of its presets, the default first.
    fn presets(&self) -> &'static [&'static str];

    /// A preset for that many players.
    ///
    /// # Errors
    /// Where there is no such preset, or not for so many players.
    fn preset(&self, preset: &str, players: usize) -> Result<Config, TextError>;

    /// Built-in vectors that are worth measuring against, in the order in which they are suggested.
    fn yardsticks(&self) -> &'static [&'static str];

    /// The games that `bench` times.
    fn workloads(&self) -> &'static [Workload];

    /// The game for that many players under a rule set.
    ///
    /// # Errors
    /// Where the rules are unknown, or not for so many players.
    fn open(&self, players: usize, rules: &str) -> Result<Box<dyn Table>, TextError>;

    /// The game that a drawn position belongs to, set up at that position.
    ///
    /// # Errors
    /// Names the line of the drawing, and what is wrong with it.
    fn open_at(&self, drawing: &str) -> Result<Box<dyn Table>, TextError>;
}

/// Games whose speed is worth knowing, between built-in vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workload {
    /// The vector of the first seat.
    pub first: &'static str,
    /// The vector of all other seats.
    pub others: &'static str,
    /// Seats at the table.
    pub players: usize,
    /// The rule set.
    pub rules: &'static str,
}

impl Workload {
    /// Who plays whom.
    pub fn name(&self) -> String {
        match self.first == self.others {
            true => format!("{} against itself", self.first),
            false => format!("{} against {}", self.first, self.others),
        }
    }

    /// Its games, ready to be played.
    ///
    /// # Errors
    /// Where the game knows no such rules, players or vectors.
    pub fn open(&self, entry: &dyn Entry) -> Result<Play, TextError> {
        let table = entry.open(self.players, self.rules)?;
        let mut seats = vec![table.built_in(self.others)?; self.players];
        if let Some(seat) = seats.first_mut() {
            *seat = table.built_in(self.first)?;
        }
        table.play(&seats)
    }
}

fn no_preset(entry: &dyn Entry, preset: &str) -> TextError {
    TextError(format!("no preset '{preset}'; known: {}", entry.presets().join(", ")))
}

/// The game of that name.
///
/// # Errors
/// Where none is registered under it.
pub fn find(name: &str) -> Result<&'static dyn Entry, TextError> {
    let known = GAMES.map(Entry::name).join(", ");
    let found = GAMES.into_iter().find(|entry| entry.name() == name);
    found.ok_or_else(|| TextError(format!("no game '{name}'; known: {known}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose, Seed};

    #[test]
    fn workloads_are_named_once_and_their_games_end() {
        for entry in GAMES {
            let workloads = entry.workloads();
            for (index, workload) in workloads.iter().enumerate() {
                let same =
                    |it: &&Workload| (it.name(), it.players) == (workload.name(), workload.players);
                assert_eq!(workloads.iter().filter(same).count(), 1, "{index}");
                let play = workload.open(entry).unwrap();
                let plies = || play(&mut Seed::default().stream(Purpose::Bench, &[0]));
                assert!(plies() > 0);
                assert_eq!(plies(), plies());
            }
        }
    }

    #[test]
    fn every_preset_of_every_game_opens_with_its_own_opponent() {
        for entry in GAMES {
            assert!(std::ptr::eq(find(entry.name()).unwrap(), entry));
            for preset in entry.presets() {
                let config = entry.preset(preset, 2).unwrap();
                assert_eq!(config.check(), Ok(()));
                assert_eq!((config.game.as_str(), config.preset.as_str()), (entry.name(), *preset));
                let table = entry.open(2, &config.rules).unwrap();
                assert_eq!(table.rules(), config.rules);
                let against = config.against.fixed().map(|it| it.name.as_str());
                let others = entry.yardsticks().iter().copied().chain([config.distance.as_str()]);
                for name in against.chain(others) {
                    let values = table.built_in(name).unwrap();
                    assert_eq!(values.len(), table.parameters().len());
                }
            }
        }
        assert!(find("chess").is_err());
    }
}
