//! What keeps a session from beginning or from going on.

use crate::game::{TextError, hint};
use crate::play::bots::BotError;
use crate::record::error::{RecordError, last_of};
use crate::search::spec::BotName;
use crate::tune::config::ConfigError;
use std::io;

/// Why a session can't begin or go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// A name that is neither a built-in vector, a file nor a run.
    #[error(
        "'{name}' is neither a built-in array, a file nor a run; {}",
        hint_of(name, game, known)
    )]
    Unknown {
        /// The name.
        name: String,
        /// The game whose vectors were looked for.
        game: &'static str,
        /// Its built-in vectors, and the runs that there are.
        known: Vec<String>,
    },
    /// A run that has not chosen a champion yet.
    #[error("run '{name}' has no champion yet; {}", no_champion(name, *.is_under_way))]
    NoChampion {
        /// The run's name.
        name: String,
        /// Whether another process works on it.
        is_under_way: bool,
    },
    /// Settings that don't go together, or that what they name doesn't have.
    #[error("{0}")]
    Refused(String),
    /// What a file, a record or a server says is damaged, or fits nothing here.
    #[error("{0}")]
    Damaged(String),
    /// A game, a rule set or a search that there isn't.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A setting out of its range.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A run, an arena or another file that can't be used.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A program of somebody else failed.
    #[error("{0}")]
    Program(String),
    /// The system gave no randomness or no threads.
    #[error(transparent)]
    System(#[from] io::Error),
}

impl From<BotError> for SessionError {
    fn from(error: BotError) -> SessionError {
        match error {
            BotError::Text(why) => why.into(),
            BotError::Failed { .. } => SessionError::Program(error.to_string()),
        }
    }
}

impl SessionError {
    /// Whether the system refused something, which says nothing of what is there.
    pub fn is_of_the_system(&self) -> bool {
        matches!(self, SessionError::Record(RecordError::Io { .. }) | SessionError::System(_))
    }

    pub(super) fn refused(why: impl ToString) -> SessionError {
        SessionError::Refused(why.to_string())
    }
}

/// What may have been meant by a name that nothing has.
fn hint_of(name: &str, game: &str, known: &[String]) -> String {
    let number = name.rsplit_once('=').map(|(_, number)| number.parse::<f64>());
    if let Some(Ok(_)) = number {
        return "shares are whole numbers, as in NAME=2".to_string();
    }
    if name.contains('(') && name.parse::<BotName>().is_ok() {
        return "weights are asked for, and this is a bot: `arena` and `sprt` compare bots"
            .to_string();
    }
    if let Some(run) = last_of(name).filter(|run| known.iter().any(|it| it == run)) {
        return format!("name it without its folder, as '{run}'");
    }
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let listed = format!("`starhop games {game}` lists what is built in, `starhop list` runs");
    hint(name, &known, &listed)
}

/// What to do about a run without a champion.
fn no_champion(name: &str, is_under_way: bool) -> String {
    match is_under_way {
        true => "it is under way".to_string(),
        false => format!("`starhop resume {name}` goes on with it"),
    }
}
