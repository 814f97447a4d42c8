//! What `engine.toml` says: how somebody else's bot is started, and how it is talked to.

use super::child::Launch;
use super::file::{check, folder_of, hash, is_time, minute, versioned};
use crate::game::TextError;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Bytes of a line that an engine writes at most.
const BYTES: usize = 1 << 16;

/// A language of engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// The Universal Game Interface, for any game.
    #[default]
    Ugi,
    /// Hub, for draughts.
    Hub,
}

/// A bot of somebody else's.
#[derive(Clone, Debug, PartialEq)]
pub struct Engine {
    /// The command that starts it, word for word.
    pub command: Vec<String>,
    /// The registered game that it plays; `None` where it doesn't say.
    pub game: Option<String>,
    /// The language that it speaks.
    pub protocol: Protocol,
    /// What is set once it is started, by name.
    pub options: BTreeMap<String, String>,
    /// Time until it is ready.
    pub start: Duration,
    /// Time for a move where its limit is none of time.
    pub answer: Duration,
    /// Time beyond a limit of time or a clock, after which an answer isn't waited for any more.
    pub late: Duration,
    /// The path of its file. It is started in the folder of that.
    pub path: PathBuf,
    text: String,
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    #[serde(rename = "version")]
    _version: u32,
    command: Vec<String>,
    game: Option<String>,
    #[serde(default)]
    protocol: Protocol,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
    #[serde(default = "minute")]
    start_seconds: f64,
    #[serde(default = "minute")]
    answer_seconds: f64,
    #[serde(default = "second")]
    late_seconds: f64,
}

fn second() -> f64 {
    1.0
}

impl Engine {
    /// Reads the text of the file of that path.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn parse(text: &str, path: &Path) -> Result<Engine, TextError> {
        let file: File = versioned(text)?;
        file.check()?;
        let options = file.options.iter().map(|(name, value)| option(name, value));
        let seconds = Duration::from_secs_f64;
        let of_protocol = (file.protocol == Protocol::Hub).then(|| "draughts".to_string());
        Ok(Engine {
            options: options.collect::<Result<_, _>>()?,
            command: file.command,
            game: file.game.or(of_protocol),
            protocol: file.protocol,
            start: seconds(file.start_seconds),
            answer: seconds(file.answer_seconds),
            late: seconds(file.late_seconds),
            path: path.to_path_buf(),
            text: text.to_string(),
        })
    }

    /// The SHA-256 of the file.
    pub fn hash(&self) -> String {
        hash(&self.text)
    }

    /// How it is started: in the folder of its file.
    pub(super) fn launch(&self) -> Launch<'_> {
        Launch { command: &self.command, folder: folder_of(&self.path), bytes: BYTES }
    }
}

/// An option as an engine is told of it.
fn option(name: &str, value: &toml::Value) -> Result<(String, String), TextError> {
    let bad = |why: &str| TextError(format!("options: '{name}' {why}"));
    let value = match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Integer(_) | toml::Value::Float(_) | toml::Value::Boolean(_) => {
            value.to_string()
        }
        _ => return Err(bad("must be a text, a number, true or false")),
    };
    let is_line = |text: &str| !text.chars().any(char::is_control) && text.trim() == text;
    let is_name = is_line(name) && !name.is_empty() && !name.split(' ').any(|it| it == "value");
    match is_name && is_line(&value) {
        true => Ok((name.to_string(), value)),
        false => Err(bad("and its value must be of one line, without space around it")),
    }
}

impl File {
    fn check(&self) -> Result<(), TextError> {
        check(&[
            (!self.command.is_empty(), "command: must name a program"),
            (is_time(self.start_seconds), "start-seconds: must be above 0, at most 1000000"),
            (is_time(self.answer_seconds), "answer-seconds: must be above 0, at most 1000000"),
            (is_time(self.late_seconds), "late-seconds: must be above 0, at most 1000000"),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_and_nonsense_is_refused() {
        let read = |text: &str| Engine::parse(text, Path::new("a/engine.toml"));
        let text = "version = 1\ncommand = [\"a\", \"b c\"]\nlate-seconds = 0.25\n\
                    [options]\nHash = 64\nOwn = true\n\"My Name\" = \"x y\"\n";
        let engine = read(text).unwrap();
        let told = [("Hash", "64"), ("My Name", "x y"), ("Own", "true")];
        assert!(engine.options.iter().map(|(a, b)| (a.as_str(), b.as_str())).eq(told));
        assert_eq!(engine.late, Duration::from_millis(250));
        assert_eq!(engine.answer, Duration::from_secs(60));
        assert_eq!(engine.launch().folder, Path::new("a"));
        assert_eq!(engine.hash().len(), 64);
        for (bad, why) in [
            (text.replace("version = 1", "version = 2"), "version: "),
            ("version = 2\ncommands = 1\n".to_string(), "reads version 1, not 2"),
            (text.replace("[\"a\", \"b c\"]", "[]"), "command: "),
            (text.replace("0.25", "0"), "late-seconds: "),
            (text.replace("0.25", "nan"), "late-seconds: "),
            (text.replace("64", "[64]"), "'Hash' must be"),
            (text.replace("x y", "x\\ny"), "'My Name' and its value"),
            (text.replace("My Name", "My value"), "'My value' and its value"),
            (text.replace("late", "latest"), "unknown field"),
            (text.replace("version", "protocol = \"uci\"\nversion"), "unknown variant"),
        ] {
            let said = read(&bad).unwrap_err().0;
            assert!(said.contains(why), "{why}: {said}");
        }
    }
}
