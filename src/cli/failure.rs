//! How a command fails: a message for the person at the terminal and an exit code.

use super::quoted;
use crate::game::{TextError, nearest};
use crate::play::bots::BotError;
use crate::record::error::RecordError;
use crate::record::home::Home;
use crate::record::run::Run;
use crate::session::error::SessionError;
use crate::session::weights::game_with;
use crate::tune::config::ConfigError;
use std::io::ErrorKind;
use std::path::Path;

/// What the exit code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The reader of the output has closed it; nothing is wrong.
    Closed = 0,
    /// The system refused something, such as a full disk, or a program of somebody else failed.
    Failed = 1,
    /// A flag, a name or a setting that makes no sense.
    Usage = 2,
    /// A file that is damaged, of another game, or of a newer version.
    Data = 3,
    /// Another process works on the run.
    InUse = 4,
    /// Stopped by Ctrl-C or a signal; the run was saved.
    Interrupted = 130,
}

/// A command that did not do what was asked.
#[derive(Debug)]
pub struct Failure {
    /// For the exit code.
    pub code: Code,
    /// What is wrong, where, and what to do.
    pub message: String,
}

impl Failure {
    /// A failure with that code.
    pub fn new(code: Code, message: impl ToString) -> Failure {
        Failure { code, message: message.to_string() }
    }

    /// A flag, a name or a setting that makes no sense.
    pub fn usage(message: impl ToString) -> Failure {
        Failure::new(Code::Usage, message)
    }

    /// A stop by Ctrl-C or a signal, of which all is said.
    pub fn interrupted() -> Failure {
        Failure::new(Code::Interrupted, "")
    }

    /// A file that can't be used.
    pub fn data(message: impl ToString) -> Failure {
        Failure::new(Code::Data, message)
    }
}

/// How a command ends that has printed what there is.
pub fn ended(is_interrupted: bool) -> Result<(), Failure> {
    match is_interrupted {
        true => Err(Failure::interrupted()),
        false => Ok(()),
    }
}

/// A file that was named wrongly is a matter of usage.
pub fn unread(error: RecordError) -> Failure {
    match &error {
        RecordError::Io { reason, .. } if reason.kind() == ErrorKind::NotFound => {
            Failure::usage(error)
        }
        _ => error.into(),
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        match error.kind() {
            ErrorKind::BrokenPipe => Failure::new(Code::Closed, ""),
            _ => Failure::new(Code::Failed, error),
        }
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Failure {
        let code = match error {
            RecordError::Io { .. } => Code::Failed,
            RecordError::Damaged { .. }
            | RecordError::NoSettings { .. }
            | RecordError::NoCheckpoint { .. } => Code::Data,
            RecordError::InUse { .. } => Code::InUse,
            RecordError::Missing { .. }
            | RecordError::Exists { .. }
            | RecordError::OtherSettings { .. }
            | RecordError::OtherFile { .. }
            | RecordError::FewerGames { .. }
            | RecordError::ShardLength { .. }
            | RecordError::IsOther { .. }
            | RecordError::NoShards { .. }
            | RecordError::OtherShards { .. }
            | RecordError::NotMerged { .. }
            | RecordError::BadName(_)
            | RecordError::ReservedName(_)
            | RecordError::PlayedName(_) => Code::Usage,
        };
        let message = match &error {
            RecordError::Missing { name, root, other: None } => {
                missing(name, root).unwrap_or_else(|| error.to_string())
            }
            RecordError::BadName(name) if Path::new(name).is_file() => {
                other_weights("a file", name)
            }
            _ => error.to_string(),
        };
        Failure::new(code, message)
    }
}

/// That other weights were named where a run is asked for, and what can be done with them, or the run that may be meant.
fn missing(name: &str, root: &Path) -> Option<String> {
    let kind = match () {
        () if game_with(name).is_some() => "a built-in array",
        () if Path::new(name).is_file() => "a file",
        () => {
            let runs = Home::new(root).runs().ok()?;
            let names: Vec<&str> = runs.iter().map(Run::name).collect();
            let near = nearest(name, &names)?;
            return Some(format!("no run '{name}' in {}; did you mean '{near}'?", root.display()));
        }
    };
    Some(other_weights(kind, name))
}

fn other_weights(kind: &str, name: &str) -> String {
    let word = quoted(name);
    format!(
        "'{name}' is {kind}, not a run: `starhop plot --heatmap {word}` draws weights, \
         `starhop export {word}` writes them, and `starhop measure {word}` measures them"
    )
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Failure {
        Failure::usage(error)
    }
}

impl From<BotError> for Failure {
    fn from(error: BotError) -> Failure {
        SessionError::from(error).into()
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Failure {
        Failure::usage(error)
    }
}

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Failure {
        match error {
            SessionError::Unknown { .. }
            | SessionError::NoChampion { .. }
            | SessionError::Refused(_)
            | SessionError::Text(_)
            | SessionError::Config(_) => Failure::usage(error),
            SessionError::Damaged(_) => Failure::data(error),
            SessionError::Program(_) => Failure::new(Code::Failed, error),
            SessionError::Record(why) => why.into(),
            SessionError::System(why) => why.into(),
        }
    }
}
