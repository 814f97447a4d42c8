//! Weights that are looked into, and the game that they are for.

use super::error::SessionError;
use super::weights::{self, PLAYERS, Weights};
use crate::record::home::Home;
use crate::registry::Table;
use crate::search::spec::Search;
use crate::tune::config::Config;

/// The game that is asked for. Where something is `None`, the weights say it, or else the game's
/// default preset.
#[derive(Clone, Debug, Default)]
pub struct GameRequest {
    /// The registered game.
    pub game: Option<String>,
    /// Seats at the table.
    pub players: Option<usize>,
    /// The rule set.
    pub rules: Option<String>,
}

/// Weights and their game.
#[derive(Debug)]
pub struct Subject {
    /// The weights.
    pub weights: Weights,
    /// The game, opened for the players and rules that were asked for or that the weights were
    /// evolved for.
    pub table: Box<dyn Table>,
    /// The game's default preset.
    pub preset: Config,
    /// The configuration of the run that the weights are of, where they are named by a run.
    pub run: Option<Config>,
}

impl Subject {
    /// Finds the weights that `name` names, and opens their game.
    ///
    /// # Errors
    /// Where it names nothing, or what doesn't fit the game that is asked for.
    pub fn find(name: &str, asked: &GameRequest, home: &Home) -> Result<Subject, SessionError> {
        let entry = weights::game_of(asked.game.as_deref(), name, home)?;
        let (preset, table) = weights::standard(entry, asked.players.unwrap_or(PLAYERS))?;
        let file = weights::find(name, table.as_ref(), home)?.file;
        let players = asked.players.or(file.as_ref().map(|it| it.players));
        let players = players.unwrap_or(preset.players);
        let evolved = file.filter(|it| it.players == players).map(|it| it.rules);
        let usual = || entry.preset(entry.default_preset(), players).map(|preset| preset.rules);
        let rules = asked.rules.clone().or(evolved).map_or_else(usual, Ok)?;
        let table = entry.open(players, &rules)?;
        // Once more, since some arrays say nothing about positions that these rules allow.
        let weights = weights::find(name, table.as_ref(), home)?;
        let run = weights.run.as_ref().map(|run| run.config()).transpose()?;
        Ok(Subject { weights, table, preset, run })
    }

    /// How the run that the weights are of looked ahead.
    pub fn search(&self) -> Option<Search> {
        self.run.as_ref().map(|run| run.search.clone())
    }
}
