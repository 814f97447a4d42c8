//! A line of the registry: what is known of a game by its name.

use super::{Play, Table, Way};
use crate::game::TextError;
use crate::tune::against::OpponentKind;
use crate::tune::config::Config;

/// Seats at a table at most.
pub(super) const MOST_PLAYERS: usize = 6;

/// A game that was opened, or why it wasn't.
pub type Opened = Result<Box<dyn Table>, TextError>;

/// A registered game.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name in flags and files. A second kind of evaluation of the same game has a line of its
    /// own, named after a slash.
    pub name: &'static str,
    /// Its presets, the default first; one at least.
    pub presets: &'static [Preset],
    /// Built-in vectors that show what a champion is worth, for that many players.
    pub yardsticks: fn(usize) -> &'static [&'static str],
    /// Bots for people to play against, from the weakest to the strongest, for that many players;
    /// one at least.
    pub levels: fn(usize) -> &'static [&'static str],
    /// The rules of arenas that are told none: such that no bot is saved by standing in the way.
    pub arena_rules: &'static str,
    /// The games that `bench` times.
    pub workloads: &'static [Workload],
    /// Opens the game for that many players under a rule set; fails where the rules are unknown, or
    /// not for that many players.
    pub open: fn(usize, &str) -> Opened,
    /// Opens the game at a drawn position; fails with the line of the drawing and what is wrong
    /// with it.
    pub open_at: fn(&str) -> Opened,
}

/// A configuration to start from.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// The configuration for that many players; fails where there is none for them. Its `game`
    /// and `preset` are set by [`Entry::preset`].
    pub config: fn(usize) -> Result<Config, TextError>,
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

impl Entry {
    /// That it has a name, presets, and levels for all players that its default preset is for.
    pub(super) fn check(&self) -> Result<(), TextError> {
        let Entry { name, presets, levels, .. } = self;
        if name.is_empty() || name.contains(char::is_whitespace) {
            return Err(TextError(format!("'{name}' is no name of a game")));
        }
        if presets.is_empty() {
            return Err(TextError(format!(
                "the game '{name}' has no presets; it needs one at least"
            )));
        }
        match self.player_counts().into_iter().find(|players| levels(*players).is_empty()) {
            None => Ok(()),
            Some(players) => Err(TextError(format!(
                "the game '{name}' has no levels for {players} players; it needs one at least"
            ))),
        }
    }

    /// The name of the preset that is meant where none is named.
    pub fn default_preset(&self) -> &'static str {
        self.presets.first().map_or("default", |preset| preset.name)
    }

    /// The name of the first preset whose opponents stay the same all along, which comparisons start
    /// from: they crown no champions on the way, so that a hall of fame would stay empty.
    pub fn steady_preset(&self, players: usize) -> &'static str {
        let is_steady = |preset: &&Preset| {
            let config = (preset.config)(players);
            config.is_ok_and(|it| it.against.share(OpponentKind::HallOfFame) == 0)
        };
        let steady = self.presets.iter().find(is_steady);
        steady.map_or(self.default_preset(), |preset| preset.name)
    }

    /// The numbers of players, 2 to 6, that its default preset is for.
    pub fn player_counts(&self) -> Vec<usize> {
        let fits = |players: &usize| self.preset(self.default_preset(), *players).is_ok();
        (2..=MOST_PLAYERS).filter(fits).collect()
    }

    /// The configuration of the preset of that name for that many players.
    ///
    /// # Errors
    /// Where there is no such preset, or not for that many players.
    pub fn preset(&self, name: &str, players: usize) -> Result<Config, TextError> {
        let has = |entry: &Entry| entry.presets.iter().any(|it| it.name == name);
        let Some(preset) = self.presets.iter().find(|preset| preset.name == name) else {
            if let Some(other) = super::games().iter().find(|it| has(it)) {
                let why = format!(
                    "preset '{name}' is of {}, not of {}: it takes --game {0}",
                    other.name, self.name
                );
                return Err(TextError(why));
            }
            let known: Vec<&str> = self.presets.iter().map(|preset| preset.name).collect();
            return Err(TextError::unknown("preset", name, &known, "`starhop presets` lists them"));
        };
        let config = (preset.config)(players)?;
        Ok(Config { game: self.name.to_string(), preset: name.to_string(), ..config })
    }

    /// Opens the game for that many players under a rule set.
    ///
    /// # Errors
    /// Where the rules are unknown, or not for that many players, or the board has cells that no move can name.
    pub fn open(&self, players: usize, rules: &str) -> Opened {
        checked((self.open)(players, rules)?)
    }

    /// Opens the game that a drawn position belongs to, set up at that position.
    ///
    /// # Errors
    /// Names the line of the drawing, and what is wrong with it.
    pub fn open_at(&self, drawing: &str) -> Opened {
        checked((self.open_at)(drawing)?)
    }
}

/// The table, if moves can name the cells of its board.
fn checked(table: Box<dyn Table>) -> Opened {
    table.live(0).layout().map_or(Ok(()), |layout| layout.check_names())?;
    Ok(table)
}

impl Workload {
    /// Who plays whom.
    pub fn name(&self) -> String {
        match self.first == self.others {
            true => format!("{} against itself", self.first),
            false => format!("{} against {}", self.first, self.others),
        }
    }

    /// The game under its rules.
    ///
    /// # Errors
    /// Where the game knows no such rules or players.
    pub fn table(&self, entry: &Entry) -> Opened {
        entry.open(self.players, self.rules)
    }

    /// Its games, ready to be played in that way.
    ///
    /// # Errors
    /// Where the game knows no such rules, players or vectors.
    pub fn open(&self, entry: &Entry, way: Way) -> Result<Play, TextError> {
        let table = self.table(entry)?;
        let mut seats = vec![table.built_in(self.others)?; self.players];
        if let Some(seat) = seats.first_mut() {
            *seat = table.built_in(self.first)?;
        }
        table.play(&seats, way)
    }
}
