//! When a player of a game of pegs has won, and how rule sets say it.

use super::{TextError, key_twice};
use std::fmt;

/// The most plies that a rule setting can ask for.
pub const MOST_PLIES: u32 = 60_000;
/// Plies a player has to leave home where nothing is said.
const LEAVE_BY: u32 = 30;

/// When a player has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Win {
    /// When all of its own pegs are in the goal.
    Own,
    /// When its move leaves the goal full and a peg of its own in it, so that pegs left at home
    /// can't block for ever. Before the ply `leave_by` it doesn't win while pegs whose home that is
    /// stand there.
    Filled {
        /// The ply from which on pegs left at home no longer prevent a win.
        leave_by: u32,
    },
}

/// The settings of a rule set that make up [`Win`], as they are read.
#[derive(Clone, Copy, Debug, Default)]
pub struct WinSettings {
    is_filled: bool,
    leave_by: Option<u32>,
}

impl WinSettings {
    /// The settings, as errors about unknown ones name them.
    pub const KNOWN: [&'static str; 2] = ["win=own|filled", "leave-by=…"];

    /// Reads a setting, and returns whether it is one of these.
    ///
    /// # Errors
    /// Where its value is none.
    pub fn read(&mut self, setting: &str) -> Result<bool, TextError> {
        match setting.split_once('=') {
            Some(("win", "own")) => self.is_filled = false,
            Some(("win", "filled")) => self.is_filled = true,
            Some(("leave-by", value)) => self.leave_by = Some(parse_plies("leave-by", 0, value)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The [`Win`] of these settings, with `usual` as the ply by which home is left where they don't
    /// say it.
    ///
    /// # Errors
    /// Where something is said of leaving home that has no effect.
    pub fn win(self, usual: u32) -> Result<Win, TextError> {
        match (self.is_filled, self.leave_by) {
            (true, leave_by) => Ok(Win::Filled { leave_by: leave_by.unwrap_or(usual) }),
            (false, None) => Ok(Win::Own),
            (false, Some(_)) => {
                Err(TextError("leave-by says something of win=filled only".to_string()))
            }
        }
    }
}

/// The ply by which that many players have left home where nothing is said: 30 plies each.
pub fn usual_leave_by(players: usize) -> u32 {
    u32::try_from(players).unwrap_or(u32::MAX).saturating_mul(LEAVE_BY)
}

/// The settings of a rule set, between commas.
///
/// # Errors
/// Where one is there twice.
pub fn settings_in(text: &str) -> Result<Vec<&str>, TextError> {
    let all: Vec<&str> = text.split(',').filter(|setting| !setting.is_empty()).collect();
    match key_twice(&all) {
        Some(key) => Err(TextError(format!("rule setting '{key}' is there twice"))),
        None => Ok(all),
    }
}

/// Reads the value of a setting that is a number of plies, `least` or more.
///
/// # Errors
/// Names the setting where the value is no such number.
pub fn parse_plies(key: &str, least: u32, text: &str) -> Result<u32, TextError> {
    let plies = text.parse().ok().filter(|plies| (least..=MOST_PLIES).contains(plies));
    let bad = || format!("{key} is a number from {least} to {MOST_PLIES}, not '{text}'");
    plies.ok_or_else(|| TextError(bad()))
}

/// As at the end of a list of settings: nothing for [`Win::Own`], which goes without saying.
impl fmt::Display for Win {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Win::Own => Ok(()),
            Win::Filled { leave_by } => write!(f, ",win=filled,leave-by={leave_by}"),
        }
    }
}
