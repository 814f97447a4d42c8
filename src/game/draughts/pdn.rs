//! Games in Portable Draughts Notation: tags, numbered moves, comments and a result.
//!
//! Numbers of moves, marks such as `!` and `$1`, comments and variations are passed over.

mod tokens;

use super::{Draughts, Move, Position, fen};
use crate::game::{Game, Outcome, Player, TextError};
use std::fmt::Write as _;
use tokens::{Token, tokens};

/// International draughts among the types of the tag `GameType`.
const TYPE: &str = "20";
/// Results by their text, which for black's win is that of seat 2. The first text is what's written.
const RESULTS: [(&str, Option<Outcome>); 8] = [
    ("2-0", Some(Outcome::Won(Player(0)))),
    ("1-1", Some(Outcome::Unfinished)),
    ("0-2", Some(Outcome::Won(Player(1)))),
    ("*", None),
    ("0-0", None),
    ("1-0", Some(Outcome::Won(Player(0)))),
    ("1/2-1/2", Some(Outcome::Unfinished)),
    ("0-1", Some(Outcome::Won(Player(1)))),
];
/// Tags that a record holds as something else.
const OWN_TAGS: [&str; 4] = ["Result", "GameType", "SetUp", "FEN"];
/// Letters of a line at most.
const WIDTH: usize = 79;

/// A game on record.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Names and values of all tags but those for what stands below.
    pub tags: Vec<(String, String)>,
    /// Where the game began.
    pub start: Position,
    /// The moves from there.
    pub moves: Vec<Move>,
    /// How it ended, by the rules or otherwise; `None` where that isn't known.
    pub result: Option<Outcome>,
}

impl Record {
    /// The game as text. Of where it began, what the draw rules remembered is lost.
    pub fn text(&self) -> String {
        let known = |(_, outcome): &&(&str, Option<Outcome>)| *outcome == self.result;
        let result = RESULTS.iter().find(known).map_or("*", |(text, _)| text);
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "[{name} \"{value}\"]");
        };
        self.tags.iter().for_each(|(name, value)| tag(name, value));
        tag("Result", result);
        tag("GameType", TYPE);
        if self.start != Draughts.start() {
            tag("SetUp", "1");
            tag("FEN", &fen::text(&self.start));
        }
        text.push('\n');
        let words = self.words().into_iter().chain([result.to_string()]);
        text + &lines(words)
    }

    /// The moves, numbered.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let (mut position, mut number) = (self.start, 1);
        for (ply, &mv) in self.moves.iter().enumerate() {
            match Draughts.turn(&position) {
                Player(0) => words.push(format!("{number}.")),
                _ if ply == 0 => words.push(format!("{number}...")),
                _ => {}
            }
            words.push(Draughts.move_text(&position, mv));
            number += u32::from(Draughts.turn(&position) == Player(1));
            Draughts.play(&mut position, mv);
        }
        words
    }
}

/// The words with spaces between, or ends of lines where a line would be too long.
fn lines(words: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in words {
        match width {
            0 => {}
            _ if width + 1 + word.len() > WIDTH => {
                text.push('\n');
                width = 0;
            }
            _ => {
                text.push(' ');
                width += 1;
            }
        }
        width += word.len();
        text += &word;
    }
    text + "\n"
}

/// A game that is being read.
#[derive(Default)]
struct Reading {
    tags: Vec<(String, String)>,
    /// The names of all tags, also of those that are kept as something else or not at all.
    names: Vec<String>,
    start: Option<Position>,
    result: Option<Option<Outcome>>,
    /// Where the moves have led, and the moves, once there was one.
    moves: Option<(Position, Vec<Move>)>,
}

impl Reading {
    fn is_empty(&self) -> bool {
        self.tags.is_empty()
            && self.start.is_none()
            && self.result.is_none()
            && self.moves.is_none()
    }

    fn has_tag(&self, name: &str) -> bool {
        match name {
            "Result" => self.result.is_some(),
            "FEN" => self.start.is_some(),
            _ => self.tags.iter().any(|(known, _)| known == name),
        }
    }

    fn tag(&mut self, name: String, value: String) -> Result<(), TextError> {
        self.names.push(name.clone());
        match name.as_str() {
            _ if self.has_tag(&name) => return Err(TextError(format!("a second tag {name}"))),
            "Result" => self.result = Some(result(&value)?),
            "FEN" => self.start = Some(fen::parse(&value)?),
            "GameType" if value.split(',').next() != Some(TYPE) => {
                let why = format!("GameType '{value}'; international draughts is {TYPE}");
                return Err(TextError(why));
            }
            _ if OWN_TAGS.contains(&name.as_str()) => {}
            _ => self.tags.push((name, value)),
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), TextError> {
        let start = self.start.unwrap_or_else(|| Draughts.start());
        let (position, moves) = self.moves.get_or_insert((start, Vec::new()));
        let mv = Draughts.parse_move(position, text)?;
        Draughts.play(position, mv);
        moves.push(mv);
        Ok(())
    }

    /// The record, if the moves end with that result.
    fn end(self, end: Option<Outcome>) -> Result<Record, TextError> {
        let result = self.result.flatten();
        if end.is_some() && self.result.is_some() && end != result {
            return Err(TextError("the tag Result says otherwise than the moves' end".to_string()));
        }
        Ok(Record {
            tags: self.tags,
            start: self.start.unwrap_or_else(|| Draughts.start()),
            moves: self.moves.map(|(_, moves)| moves).unwrap_or_default(),
            result: end.or(result),
        })
    }
}

fn result(text: &str) -> Result<Option<Outcome>, TextError> {
    let found = RESULTS.iter().find(|(known, _)| *known == text);
    let unknown = || TextError(format!("no result '{text}'; known: 2-0, 1-1, 0-2, *"));
    found.map(|(_, outcome)| *outcome).ok_or_else(unknown)
}

/// The games of a file.
///
/// # Errors
/// Names the line, and what is wrong with it.
pub fn parse(text: &str) -> Result<Vec<Record>, TextError> {
    let mut records = Vec::new();
    let mut reading = Reading::default();
    let mut last = 1;
    for (line, token) in tokens(text)? {
        let after_a_gap = line > last + 1;
        last = line;
        let at = |why: TextError| TextError(format!("line {line}: {why}"));
        match token {
            Token::Tag(name, value) => {
                // A game that was never played may have tags alone.
                let is_next = after_a_gap && reading.names.contains(&name);
                if reading.moves.is_some() || is_next {
                    records.push(std::mem::take(&mut reading).end(None).map_err(at)?);
                }
                reading.tag(name, value).map_err(at)?;
            }
            Token::Word(word) => match result(&word) {
                Ok(end) => records.push(std::mem::take(&mut reading).end(end).map_err(at)?),
                Err(_) => reading.play(&word).map_err(at)?,
            },
        }
    }
    if !reading.is_empty() {
        let at = |why: TextError| TextError(format!("line {last}: {why}"));
        records.push(reading.end(None).map_err(at)?);
    }
    Ok(records)
}
