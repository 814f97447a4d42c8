//! Whether a table is the one that a configuration is for.

use crate::parameter;
use crate::registry::{self, Table};
use crate::session::error::SessionError;
use crate::tune::config::Config;

/// That a table is the configuration's game, opened for its players and rules, and that its parameters can describe
/// vectors.
///
/// # Errors
/// Says what it is and what it should be, or names the parameter that isn't as it should be.
pub fn check_table(config: &Config, table: &dyn Table) -> Result<(), SessionError> {
    let Config { game, players, .. } = config;
    let is_game = (table.name(), table.players()) == (game.as_str(), *players);
    let rules = if is_game { whole_rules(config, table)? } else { config.rules.clone() };
    if !is_game || table.rules() != rules {
        return Err(SessionError::Refused(format!(
            "the settings are of {game} for {players}, {rules}, and the table is of {} for {}, {}",
            table.name(),
            table.players(),
            table.rules()
        )));
    }
    // A program's were checked where its file was read.
    match table.program() {
        Some(_) => Ok(()),
        None => parameter::check_all(&table.parameters()).map_err(SessionError::refused),
    }
}

/// The configuration's rules with all their settings, as tables say them.
fn whole_rules(config: &Config, table: &dyn Table) -> Result<String, SessionError> {
    if table.rules() == config.rules {
        return Ok(config.rules.clone());
    }
    Ok(registry::find(&config.game)?.open(config.players, &config.rules)?.rules())
}
