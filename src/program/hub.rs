//! The lines of the Hub protocol, version 2, by which programs play draughts (Letouzey's `protocol.txt` of
//! Scan): what starhop writes as a player of engines, it reads as an engine.

use super::said::{Info, Said};
use crate::game::draughts::board::{number, place, places};
use crate::game::draughts::{Draughts, Move, Position, fen};
use crate::game::{Game, Player, TextError};
use std::fmt;
use std::str::FromStr;

/// Fields of the board.
const FIELDS: u8 = 50;
/// The letters of pieces: men, then kings, of white and of black.
const LETTERS: [[char; 2]; 2] = [['w', 'b'], ['W', 'B']];

/// A line: a command and its arguments, each with a value, which is empty where none is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Its first word.
    pub command: String,
    /// What stands after it.
    pub arguments: Vec<(String, String)>,
}

impl Line {
    /// That command without arguments.
    pub fn new(command: &str) -> Line {
        Line { command: command.to_string(), arguments: Vec::new() }
    }

    /// The line with one more argument.
    pub fn with(mut self, name: &str, value: impl ToString) -> Line {
        self.arguments.push((name.to_string(), value.to_string()));
        self
    }

    /// The value of an argument.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.arguments.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        for (name, value) in &self.arguments {
            let is_plain = |c: char| !c.is_whitespace() && c != '=';
            match value.is_empty() || value.chars().all(is_plain) {
                true if value.is_empty() => write!(f, " {name}")?,
                true => write!(f, " {name}={value}")?,
                // There is no way to write a quote within quotes.
                false => write!(f, " {name}=\"{}\"", value.replace('"', "'"))?,
            }
        }
        Ok(())
    }
}

impl FromStr for Line {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Line, TextError> {
        let bad = |why: &str| TextError(format!("'{text}': {why}"));
        let (command, mut rest) = word(text.trim());
        if command.is_empty() || command.contains(['=', '"']) {
            return Err(bad("a line begins with a command"));
        }
        let mut line = Line::new(command);
        while !rest.is_empty() {
            let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            if name.is_empty() || name.contains('"') {
                return Err(bad("an argument is NAME=VALUE"));
            }
            let (value, after) = match after.strip_prefix('=') {
                None => ("", after),
                Some(after) => match after.strip_prefix('"') {
                    Some(quoted) => quoted.split_once('"').ok_or_else(|| bad("an open quote"))?,
                    None if word(after).0.contains('"') => {
                        return Err(bad("a quote within a value"));
                    }
                    None => word(after),
                },
            };
            line = line.with(name, value);
            rest = after.trim_start();
        }
        Ok(line)
    }
}

/// The first word and the rest.
fn word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// A position as a letter for the turn and one for each field.
pub fn position_text(position: &Position) -> String {
    let turn = LETTERS[1][Draughts.turn(position).index() & 1];
    let field = |it: u8| {
        let bit = place(it).map_or(0, |place| 1 << place);
        let kind = &LETTERS[usize::from(position.kings() & bit != 0)];
        let owner = (0..2).find(|&player| position.pieces(Player(player)) & bit != 0);
        owner.map_or('e', |player| kind[usize::from(player) & 1])
    };
    [turn].into_iter().chain((1..=FIELDS).map(field)).collect()
}

/// The position that such a text says, as if the game began there.
///
/// # Errors
/// Where it is no position, or none of this game.
pub fn parse_position(text: &str) -> Result<Position, TextError> {
    let bad = || TextError(format!("'{text}' is no position: W or B, then a letter a field"));
    let (turn, fields) = text.split_at_checked(1).ok_or_else(bad)?;
    if fields.chars().count() != usize::from(FIELDS)
        || !fields.chars().all(|it| "ewbWB".contains(it))
    {
        return Err(bad());
    }
    let side = |player: usize| {
        let of = |(field, letter): (usize, char)| {
            let kind = LETTERS.iter().position(|kind| kind[player] == letter)?;
            Some(format!("{}{field}", ["", "K"][kind]))
        };
        (1..).zip(fields.chars()).filter_map(of).collect::<Vec<_>>().join(",")
    };
    fen::parse(&format!("{turn}:W{}:B{}", side(0), side(1)))
}

/// A move with all the pieces that it takes, `28x19x23`. Starhop reads such moves, too.
pub fn move_text(mv: Move) -> String {
    let ends = [number(mv.from), number(mv.to)].map(|it| it.to_string());
    match mv.captured {
        0 => ends.join("-"),
        captured => {
            let taken = places(captured).map(|it| number(it).to_string());
            ends.into_iter().chain(taken).collect::<Vec<_>>().join("x")
        }
    }
}

/// The position after the last of those moves that can't come again, by a man or with a capture, and
/// the moves of kings since then, in this notation.
///
/// # Errors
/// Where a move isn't legal.
pub fn follow(
    mut position: Position,
    moves: &[String],
) -> Result<(Position, Vec<String>), TextError> {
    let (mut base, mut told) = (position, Vec::new());
    for mv in moves {
        let mv = Draughts.parse_move(&position, mv)?;
        let comes_again = mv.captured == 0 && position.kings() & 1 << mv.from != 0;
        Draughts.play(&mut position, mv);
        match comes_again {
            true => told.push(move_text(mv)),
            false => (base, told) = (position, Vec::new()),
        }
    }
    Ok((base, told))
}

/// What counts of a line that an engine wrote.
pub fn said(line: &str) -> Said {
    let Ok(line) = line.parse::<Line>() else { return Said::Other };
    let text = |name: &str| line.value(name).map(str::to_string);
    let said = match line.command.as_str() {
        "wait" => Some(Said::Ok),
        "ready" | "pong" => Some(Said::Ready),
        "param" => text("name").map(Said::Option),
        "done" => text("move").map(Said::BestMove),
        "error" => Some(Said::Error(text("message").unwrap_or_default())),
        "info" => Some(Said::Info(Info {
            depth: line.value("depth").and_then(|it| it.parse().ok()),
            nodes: line.value("nodes").and_then(|it| it.parse().ok()),
            value: line
                .value("score")
                .and_then(|it| it.parse().ok())
                .filter(|it: &f64| it.is_finite()),
        })),
        _ => None,
    };
    said.unwrap_or(Said::Other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_print_and_parse_back() {
        for text in [
            "hub",
            "id name=Scan version=3.0 author=\"Fabien Letouzey\" country=France",
            "set-param name=variant value=normal",
            "level moves=9 time=291.587",
            "go think",
            "level infinite",
            "pos pos=W moves=\"38-15 5-41\"",
        ] {
            assert_eq!(text.parse::<Line>().unwrap().to_string(), text);
        }
        assert!("  a  b=\"\"  c = ".parse::<Line>().is_err());
        assert_eq!("  a  b=\"\"  c ".parse::<Line>().unwrap().to_string(), "a b c");
        for bad in ["", "  ", "=3", "a =3", "a b=\"c", "a \"b\"", "\"a\"", "a b=c\"d"] {
            assert!(bad.parse::<Line>().is_err(), "{bad}");
        }
    }

    #[test]
    fn positions_and_moves_are_those_of_the_protocol() {
        let start = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
        assert_eq!(position_text(&Draughts.start()), start);
        let read = parse_position(start).unwrap();
        assert_eq!(position_text(&read), start);
        let kings = "BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeeewweBeeeeeeeeeBee";
        assert_eq!(position_text(&parse_position(kings).unwrap()), kings);
        let moves = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
        let men = follow(Draughts.start(), &moves("32-28 19-23 28x19 14x23x19")).unwrap();
        assert_eq!((men.1.len(), Draughts.turn(&men.0)), (0, Player(0)));
        let capture = Draughts.parse_move(&men.0, "33-28").unwrap();
        let (_, told) = follow(men.0, &moves("33-28")).unwrap();
        assert_eq!((move_text(capture), told.len()), ("33-28".to_string(), 0));
        let ends = parse_position(kings).unwrap();
        let (base, told) = follow(ends, &moves("38-15 5-41 48-26")).unwrap();
        assert_eq!((base, told), (ends, moves("38-15 5-41 48-26")));
        assert!(follow(Draughts.start(), &moves("32-27 32-28")).is_err());
        let taking = follow(Draughts.start(), &moves("32-28 19-23")).unwrap().0;
        let taking = Draughts.parse_move(&taking, "28x19").unwrap();
        assert_eq!(move_text(taking), "28x19x23");
        for bad in ["", "W", "x", &start[1..], &start.replace('e', "x"), "Wé", &"W".repeat(51)] {
            assert!(parse_position(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_counts_of_an_engine_is_read() {
        let info = Info { depth: Some(21), nodes: Some(312), value: Some(-0.01) };
        for (line, expected) in [
            ("wait", Said::Ok),
            ("ready", Said::Ready),
            ("pong", Said::Ready),
            ("param name=book value=true type=bool", Said::Option("book".to_string())),
            (
                "info depth=21 mean-depth=20.8 score=-0.01 nodes=312 pv=\"32-28 17-22\"",
                Said::Info(info),
            ),
            ("done move=32-28 ponder=17-22", Said::BestMove("32-28".to_string())),
            ("done", Said::Other),
            ("error message=\"no such thing\"", Said::Error("no such thing".to_string())),
            ("= = \"", Said::Other),
        ] {
            assert_eq!(said(line), expected, "{line}");
        }
    }
}
