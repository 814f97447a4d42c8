//! The lines of the Universal Game Interface, as an engine gets and writes them (Keating's `ugi.md`, which
//! cutegames follows): what starhop writes as a player of engines, it reads as an engine.

use super::said::{Info, Said};
use crate::game::TextError;
use crate::search::spec::Limit;
use std::fmt;
use std::str::FromStr;

/// Seats that a clock can be told of.
const SEATS: usize = 6;

/// What an engine is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The first line: it says who it is and what can be set.
    Ugi,
    /// It says so once it has done all before.
    IsReady,
    /// What comes is another game.
    NewGame,
    /// Something is set.
    SetOption {
        /// What is set.
        name: String,
        /// To what.
        value: String,
    },
    /// Where it is asked next.
    Position {
        /// A position in one line; `None` for the start of the game.
        fen: Option<String>,
        /// The moves from there.
        moves: Vec<String>,
    },
    /// It chooses a move.
    Go(Go),
    /// It says something about the position.
    Query(Query),
    /// It answers with what it has found.
    Stop,
    /// It ends.
    Quit,
}

/// How long an engine has for a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Time, depth or positions for this move.
    pub limit: Option<Limit>,
    /// What is left of the game's time by seat, in milliseconds; `None` where nothing is said of it.
    pub left: [Option<u64>; SEATS],
    /// What is added with each move.
    pub more: [Option<u64>; SEATS],
    /// As long as nobody stops it.
    pub is_infinite: bool,
    /// The legal moves, where it is told them; starhop's own extension, by UCI's name `searchmoves`.
    pub moves: Vec<String>,
}

/// What an engine is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Whether the game is over.
    GameOver,
    /// Whether it is the first seat's turn.
    FirstTurn,
    /// Who has won.
    Result,
}

impl Query {
    const ALL: [(Query, &'static str); 3] =
        [(Query::GameOver, "gameover"), (Query::FirstTurn, "p1turn"), (Query::Result, "result")];
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Ugi => f.write_str("ugi"),
            Command::IsReady => f.write_str("isready"),
            Command::NewGame => f.write_str("uginewgame"),
            Command::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Command::Position { fen, moves } => {
                match fen {
                    Some(fen) => write!(f, "position fen {fen}")?,
                    None => f.write_str("position startpos")?,
                }
                words_after(f, "moves", moves)
            }
            Command::Go(go) => go.fmt(f),
            Command::Query(query) => {
                let name = Query::ALL.iter().find(|(it, _)| it == query).map_or("", |it| it.1);
                write!(f, "query {name}")
            }
            Command::Stop => f.write_str("stop"),
            Command::Quit => f.write_str("quit"),
        }
    }
}

/// A key with words after it, where there are any.
fn words_after(f: &mut fmt::Formatter<'_>, key: &str, words: &[String]) -> fmt::Result {
    if !words.is_empty() {
        write!(f, " {key} {}", words.join(" "))?;
    }
    Ok(())
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        match self.limit {
            None => {}
            Some(Limit::Depth(depth)) => write!(f, " depth {depth}")?,
            Some(Limit::Nodes(nodes)) => write!(f, " nodes {nodes}")?,
            Some(Limit::Milliseconds(ms)) => write!(f, " movetime {ms}")?,
        }
        for (key, times) in [("time", &self.left), ("inc", &self.more)] {
            for (seat, ms) in (1..).zip(times).filter_map(|(seat, ms)| Some((seat, (*ms)?))) {
                write!(f, " p{seat}{key} {ms}")?;
            }
        }
        if self.is_infinite {
            f.write_str(" infinite")?;
        }
        words_after(f, "searchmoves", &self.moves)
    }
}

impl FromStr for Command {
    type Err = TextError;

    fn from_str(line: &str) -> Result<Command, TextError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let wrong = |why: &str| TextError(format!("'{line}': {why}"));
        let bad = |why: &str| Err(wrong(why));
        Ok(match words[..] {
            [] => return bad("an empty line says nothing"),
            ["ugi"] => Command::Ugi,
            ["isready"] => Command::IsReady,
            ["uginewgame"] => Command::NewGame,
            ["stop"] => Command::Stop,
            ["quit"] => Command::Quit,
            ["query", asked] => match Query::ALL.iter().find(|(_, name)| *name == asked) {
                Some((query, _)) => Command::Query(*query),
                None => return bad("queries are gameover, p1turn and result"),
            },
            ["setoption", "name", ref rest @ ..] => {
                let Some(at) = rest.iter().position(|word| *word == "value").filter(|at| *at > 0)
                else {
                    return bad("options are set by `setoption name NAME value VALUE`");
                };
                let (name, value) = (rest[..at].join(" "), rest[at + 1..].join(" "));
                Command::SetOption { name, value }
            }
            ["position", ref rest @ ..] => {
                let at = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
                let moves = rest[at..].iter().skip(1).map(|word| word.to_string()).collect();
                let fen = match rest[..at] {
                    ["startpos"] => None,
                    ["fen", ref fen @ ..] if !fen.is_empty() => Some(fen.join(" ")),
                    _ => return bad("a position is `startpos` or `fen POSITION`"),
                };
                Command::Position { fen, moves }
            }
            ["go", ref rest @ ..] => Command::Go(go(rest).map_err(|why| wrong(&why))?),
            _ => return bad("is no command of UGI"),
        })
    }
}

/// What stands after `go`.
fn go(words: &[&str]) -> Result<Go, String> {
    let mut go = Go::default();
    let mut words = words.iter();
    while let Some(&key) = words.next() {
        match key {
            "infinite" => {
                go.is_infinite = true;
                continue;
            }
            "searchmoves" => {
                go.moves = words.map(|word| word.to_string()).collect();
                return Ok(go);
            }
            _ => {}
        }
        let value = words.next().copied().unwrap_or_default();
        let number = || value.parse::<u64>().map_err(|_| format!("{key} is a whole number"));
        if ["movetime", "nodes", "depth"].contains(&key) && go.limit.is_some() {
            return Err("give one limit: movetime, nodes or depth".to_string());
        }
        match key {
            "movetime" => go.limit = Some(Limit::Milliseconds(number()?)),
            "nodes" => go.limit = Some(Limit::Nodes(number()?)),
            "depth" => {
                let depth = u32::try_from(number()?).map_err(|_| "depth is too great")?;
                go.limit = Some(Limit::Depth(depth));
            }
            _ => {
                let unknown = || format!("go has no '{key}'");
                let (seat, times) = match key.strip_suffix("time") {
                    Some(seat) => (seat, &mut go.left),
                    None => (key.strip_suffix("inc").ok_or_else(unknown)?, &mut go.more),
                };
                let seat = seat.strip_prefix('p').and_then(|it| it.parse::<usize>().ok());
                let place = seat.and_then(|it| times.get_mut(it.checked_sub(1)?));
                *place.ok_or_else(unknown)? = Some(number()?);
            }
        }
    }
    Ok(go)
}

/// What counts of a line that an engine wrote.
pub fn said(line: &str) -> Said {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["ugiok"] => Said::Ok,
        ["readyok"] => Said::Ready,
        ["bestmove", mv, ..] => Said::BestMove(mv.to_string()),
        ["error", ref rest @ ..] => Said::Error(rest.join(" ")),
        ["option", "name", ref rest @ ..] => {
            let name: Vec<&str> = rest.iter().copied().take_while(|it| *it != "type").collect();
            Said::Option(name.join(" "))
        }
        ["info", "string", ..] => Said::Other,
        ["info", ref rest @ ..] => Said::Info(info(rest)),
        _ => Said::Other,
    }
}

fn info(words: &[&str]) -> Info {
    let after = |key: &str| {
        let at = words.iter().position(|word| *word == key)?;
        words.get(at + 1).copied()
    };
    let score = || after("cp")?.parse().ok().filter(|it: &f64| it.is_finite());
    Info {
        depth: after("depth").and_then(|it| it.parse().ok()),
        nodes: after("nodes").and_then(|it| it.parse().ok()),
        value: score().map(|it| it / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_print_and_parse_back() {
        for text in [
            "ugi",
            "isready",
            "uginewgame",
            "setoption name Hash value 64",
            "setoption name My Name value x y",
            "setoption name Book value ",
            "position startpos",
            "position startpos moves 4 3",
            "position fen a b/c d moves e",
            "go",
            "go depth 3",
            "go nodes 500 searchmoves 1 2 7",
            "go movetime 100",
            "go p1time 5 p2time 6 p1inc 7 p2inc 8",
            "go p3time 1",
            "go infinite",
            "query gameover",
            "query p1turn",
            "query result",
            "stop",
            "quit",
        ] {
            let command: Command = text.parse().unwrap();
            assert_eq!(command.to_string(), text);
        }
        assert_eq!(" go\tdepth  3 \r".parse::<Command>().unwrap().to_string(), "go depth 3");
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "uci",
            "ugi ugi",
            "setoption",
            "setoption name value 3",
            "setoption name Hash",
            "position",
            "position fen",
            "position fen moves 1",
            "position 1 2",
            "go depth",
            "go depth -1",
            "go depth 99999999999",
            "go p7time 5",
            "go p0time 5",
            "go ptime 5",
            "go p1tim 5",
            "go quickly",
            "go depth 1 nodes 100",
            "go nodes 100 depth 1",
            "go depth 1 movetime 300",
            "go depth 1 depth 2",
            "query",
            "query mate",
        ] {
            assert!(text.parse::<Command>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_counts_of_an_engine_is_read() {
        let info = Info { depth: Some(4), nodes: Some(80), value: Some(-1.07) };
        for (line, expected) in [
            ("ugiok", Said::Ok),
            ("readyok", Said::Ready),
            ("bestmove f1", Said::BestMove("f1".to_string())),
            ("bestmove f1 ponder g1", Said::BestMove("f1".to_string())),
            ("bestmove", Said::Other),
            ("error no such thing", Said::Error("no such thing".to_string())),
            ("option name My Hash type spin default 1", Said::Option("My Hash".to_string())),
            ("info depth 4 seldepth 9 score cp -107 nodes 80 pv f1", Said::Info(info)),
            ("info score mate 3", Said::Info(Info::default())),
            ("info depth x score cp inf", Said::Info(Info::default())),
            ("info string depth 9", Said::Other),
            ("id name X", Said::Other),
            ("", Said::Other),
        ] {
            assert_eq!(super::said(line), expected, "{line}");
        }
    }
}
