//! What clients ask and what they are told: a line of JSON each, the same over WebSocket and TCP.
//! `docs/protocol.md` describes it, field by field.
#![allow(missing_docs)]

use crate::program::refusal::plain;
use crate::record::underway::Terms;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The version that `hello` names.
pub const VERSION: u32 = 1;

/// A line from a client.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Stands in the answer again.
    pub id: Option<u64>,
    /// What is asked, or why nobody can tell.
    pub ask: Result<Ask, String>,
}

/// A line as it is written.
#[derive(Deserialize)]
struct Line {
    #[serde(rename = "id")]
    _id: Option<Value>,
    #[serde(flatten)]
    ask: Ask,
}

impl Asked {
    /// Reads a line.
    pub fn parse(line: &str) -> Asked {
        let object: Map<String, Value> = match serde_json::from_str(line) {
            Ok(object) => object,
            Err(why) => {
                return Asked { id: None, ask: Err(format!("no JSON object: {}", plain(&why))) };
            }
        };
        let id = match object.get("id") {
            None | Some(Value::Null) => None,
            Some(id) if id.is_u64() => id.as_u64(),
            Some(_) => {
                return Asked { id: None, ask: Err("id: a whole number from 0".to_string()) };
            }
        };
        // Of the line, for an object has the last of two keys that are alike.
        let ask = serde_json::from_str::<Line>(line).map(|it| it.ask);
        Asked { id, ask: ask.map_err(|why| plain(&why)) }
    }
}

/// What a client can ask.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ask {
    /// The first line of a connection.
    Hello { version: u32 },
    /// The games of this server that can be played, with bots of rising strength.
    Games {},
    /// The games under way and those that ended since the server was started.
    List {},
    /// A new game. A seat is `open`, `level N`, or a bot that the server was started with.
    Create {
        game: String,
        #[serde(default)]
        players: Option<usize>,
        #[serde(default)]
        rules: Option<String>,
        seats: Vec<String>,
        #[serde(default)]
        seed: Option<u64>,
        #[serde(default)]
        terms: Terms,
        /// What whoever asks is to be called, where they mean to join.
        #[serde(default)]
        name: Option<String>,
    },
    /// A free seat, the first where none is named. Whoever names the token, and lost the answer, asks again.
    Join {
        table: String,
        #[serde(default)]
        seat: Option<usize>,
        name: String,
        #[serde(default)]
        token: Option<String>,
    },
    /// To count as present at a seat that was taken before, by this connection or an earlier one.
    Return { table: String, token: String },
    /// All that happened, and all that will.
    Watch {
        table: String,
        /// Earlier clients say here what they have heard. All is told anyway: a server that was started again
        /// numbers what happened in another way.
        #[serde(default, skip_serializing)]
        from: IgnoredAny,
    },
    /// No more of that.
    Unwatch { table: String },
    /// The legal moves.
    Moves { table: String },
    /// A move.
    Move {
        table: String,
        token: String,
        #[serde(rename = "move")]
        mv: String,
    },
    /// Back to the last turn of a person; of that person, where others have no other seats.
    Undo { table: String, token: String },
    /// The game given up.
    Resign { table: String, token: String },
    /// Another game of the same people and bots with the seats moved on by one. Each seat's token is good
    /// for the seat that its person has there.
    Rematch { table: String, token: String },
    /// The weights that the bot at the table, or the one of level 2, has for the cells.
    Array { table: String },
    /// What the bot at the table that doesn't play by chance, or the one of level 2, thinks of the position.
    Think {
        table: String,
        token: String,
        #[serde(default)]
        top: Option<usize>,
    },
}

/// An answer to what a client asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The number that was asked with; null where there was none.
    pub id: Option<u64>,
    /// The answer.
    #[serde(flatten)]
    pub reply: Reply,
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum Reply {
    /// It is done.
    Done,
    /// It isn't, and why.
    Refused {
        why: String,
    },
    Hello {
        version: u32,
        server: String,
        /// Where programs connect, if they can.
        tcp: Option<String>,
    },
    Watching {
        /// How many events there are so far.
        events: usize,
        /// Milliseconds that the player to move has thought by then; 0 while nobody's time runs.
        #[serde(default)]
        thought: u64,
    },
    Games {
        games: Vec<GameOffer>,
    },
    List {
        tables: Vec<TableLine>,
        /// How many there are; `tables` has 200 at most.
        all: usize,
    },
    Created {
        table: String,
    },
    Joined {
        table: String,
        seat: usize,
        token: String,
    },
    Moves {
        moves: Vec<String>,
    },
    Thought {
        /// Who was asked. Servers of earlier versions don't say it.
        #[serde(default)]
        bot: String,
        #[serde(rename = "move")]
        mv: String,
        unit: Option<String>,
        lines: Vec<LineOf>,
    },
    Array {
        bot: String,
        /// One for each seat, as it sees the board, with a weight a cell, and null where that seat can't
        /// end a move; none where the bot goes by something else.
        weights: Vec<Vec<Option<f64>>>,
    },
}

/// A game that can be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameOffer {
    pub game: String,
    pub players: Vec<usize>,
    pub rules: String,
    /// The bots of the levels, the weakest first, for each number of players.
    pub levels: Vec<Vec<String>>,
    /// Further bots that this server offers.
    pub bots: Vec<String>,
    /// The board at the start for the fewest players, as `start` has it.
    pub board: Option<Vec<CellOf>>,
    pub pieces: String,
}

/// A table of the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableLine {
    pub table: String,
    pub game: String,
    pub players: usize,
    pub seats: Vec<SeatOf>,
    pub plies: usize,
    pub over: Option<EndOf>,
}

/// Who has a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatOf {
    pub kind: SeatKind,
    pub name: Option<String>,
}

/// What has a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatKind {
    /// Nobody yet.
    Open,
    /// A person, or a program that connected.
    Person,
    /// A bot of the server's.
    Bot,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndOf {
    /// The seat that won, from 1.
    pub winner: Option<usize>,
    pub reason: String,
}

/// A move that a bot thinks of, with its value and its line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LineOf {
    #[serde(rename = "move")]
    pub mv: String,
    pub value: Option<f64>,
    /// The cells that the move names.
    pub cells: Vec<usize>,
    pub line: Vec<String>,
}

/// Something that happened at a table. Events of a table are numbered from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    pub table: String,
    pub event: usize,
    #[serde(flatten)]
    pub what: What,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum What {
    /// The table was set up.
    Start {
        game: String,
        players: usize,
        rules: String,
        /// What they come to, for people. Servers of earlier versions don't say it.
        #[serde(default)]
        aim: String,
        seed: u64,
        /// The board; null for games without one.
        board: Option<Vec<CellOf>>,
        pieces: String,
        seats: Vec<SeatOf>,
        turn: usize,
        terms: Terms,
    },
    /// A seat was taken, or given to a bot.
    Seat { seat: usize, person: SeatOf },
    /// Nobody is connected any more for a seat.
    Away { seat: usize },
    /// Somebody is again.
    Back { seat: usize },
    /// A ply.
    Move {
        seat: usize,
        #[serde(rename = "move")]
        mv: String,
        /// The cells that the move names.
        cells: Vec<usize>,
        pieces: String,
        /// The seat to move next.
        turn: usize,
        /// Milliseconds that each seat has left, where there is a clock for the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<Vec<u64>>,
    },
    /// Plies were taken back.
    Undo { plies: usize, pieces: String, turn: usize },
    /// The game is over.
    End {
        #[serde(flatten)]
        end: EndOf,
        /// The reason for people. Servers of earlier versions don't say it.
        #[serde(default)]
        words: String,
        /// The number of the game in `results/play`; null where nobody had moved.
        number: Option<u64>,
    },
    /// Another game of the same people begins there.
    Rematch { next: String },
    /// A bot or the disk failed, and what now.
    Trouble { why: String },
}

/// A cell of a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellOf {
    pub name: String,
    pub x: f64,
    pub y: f64,
    /// The corner that it belongs to; 0 for none.
    pub corner: usize,
}
