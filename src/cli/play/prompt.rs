//! Where typed lines come from: a terminal with completion and history, or a pipe.

use crate::cli::failure::{Code, Failure};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};
use std::io::{BufRead as _, ErrorKind, IsTerminal as _, Read as _};

/// Bytes that a typed line may have.
const LONGEST: u64 = 4096;

/// A line that was typed.
pub enum Line {
    Text(String),
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-D, or the end of a pipe.
    End,
}

/// Where lines come from.
pub enum Prompt {
    Terminal(Box<Editor<Words, MemHistory>>),
    Pipe,
}

/// What can be completed.
#[derive(Default)]
pub struct Words {
    all: Vec<String>,
}

impl Prompt {
    /// The terminal where there is one, or else standard input as it comes.
    pub fn new() -> Result<Prompt, Failure> {
        if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
            return Ok(Prompt::Pipe);
        }
        let config = Config::builder().auto_add_history(true).build();
        let mut editor = Editor::with_history(config, MemHistory::new()).map_err(failed)?;
        editor.set_helper(Some(Words::default()));
        Ok(Prompt::Terminal(Box::new(editor)))
    }

    /// Whether somebody types at a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Prompt::Terminal(_))
    }

    /// The next line, which may be one of those words.
    pub fn line(&mut self, prompt: &str, words: Vec<String>) -> Result<Line, Failure> {
        match self {
            Prompt::Pipe => piped(),
            Prompt::Terminal(editor) => {
                if let Some(helper) = editor.helper_mut() {
                    helper.all = words;
                }
                match editor.readline(prompt) {
                    Ok(line) => Ok(Line::Text(line)),
                    Err(ReadlineError::Interrupted) => Ok(Line::Interrupt),
                    Err(ReadlineError::Eof) => Ok(Line::End),
                    // As from a pipe: bytes that are no text are no move.
                    Err(ReadlineError::Io(why)) if why.kind() == ErrorKind::InvalidData => {
                        Ok(Line::Text(char::REPLACEMENT_CHARACTER.into()))
                    }
                    Err(why) => Err(failed(why)),
                }
            }
        }
    }
}

fn failed(why: ReadlineError) -> Failure {
    Failure::new(Code::Failed, why)
}

fn piped() -> Result<Line, Failure> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(LONGEST).read_until(b'\n', &mut bytes)?;
    match read {
        0 => Ok(Line::End),
        _ => Ok(Line::Text(String::from_utf8_lossy(&bytes).into_owned())),
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = line.get(..at).unwrap_or_default().to_ascii_lowercase();
        let fitting = self.all.iter().filter(|word| word.starts_with(&before));
        Ok((0, fitting.cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
