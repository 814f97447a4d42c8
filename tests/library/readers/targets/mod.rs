//! The readers of text and files, each as a function of bytes that fails where the reader has a
//! defect. The fuzzers of `fuzz/` call the same functions.

pub mod against;
pub mod arena_files;
pub mod books;
pub mod checkpoints;
pub mod comparison_files;
pub mod configs;
pub mod engine_files;
pub mod fens;
pub mod game_records;
pub mod hub_lines;
pub mod ledgers;
pub mod measurement_files;
#[cfg(feature = "serve")]
pub mod messages;
pub mod moves;
pub mod names;
pub mod pdns;
pub mod populations;
pub mod positions;
pub mod rows;
pub mod rules;
pub mod served_games;
pub mod strengths;
pub mod suites;
pub mod ugi_commands;
pub mod weights;

use starhop::game::Game;
use starhop::game::chinese_checkers::{self, ChineseCheckers};
use starhop::game::connect_four::ConnectFour;
use starhop::game::draughts::Draughts;
use starhop::game::halma::{self, Halma};
use starhop::game::rhombus::{self, Rhombus};
use std::fs;
use std::path::{Path, PathBuf};

/// What stands between the parts of an input.
const BETWEEN: &[u8] = b"\n--\n";

/// What feeds a reader with bytes and returns whether it read them.
pub type Target = fn(&[u8]) -> bool;

/// A folder of this process and of one reader, in memory where the system has such folders.
pub fn folder(reader: &str) -> PathBuf {
    let memory = Path::new("/dev/shm");
    let root = if memory.is_dir() { memory.to_path_buf() } else { std::env::temp_dir() };
    let folder = root.join(format!("starhop-readers-{}-{reader}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The part of an input before the first line of two dashes, and what comes after it.
fn parts(bytes: &[u8]) -> (&[u8], &[u8]) {
    let at = bytes.windows(BETWEEN.len()).position(|it| it == BETWEEN);
    at.map_or((bytes, &[]), |at| (&bytes[..at], &bytes[at + BETWEEN.len()..]))
}

fn legal<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    assert!(!moves.is_empty());
    moves
}

/// Something that is checked of any game.
trait Of {
    fn check<G: Game>(&self, game: &G, position: G::Position) -> bool;
}

/// Positions of draughts among kings, where captures need their fields said.
const AMONG_KINGS: [&str; 3] = ["W:WK5:B19,29,33,K43", "W:WK31-50:BK1-20", "W:W11,K48:B35,40,K4"];

/// Checks every game from its start, and draughts from further positions; returns whether any passed.
fn any_game(it: &impl Of) -> bool {
    let rules = |text| chinese_checkers::Rules::parse(text, 3).unwrap();
    let star = ChineseCheckers::new(3, rules("standard:corners=open,win=filled")).unwrap();
    let square = Halma::new(2, halma::standard_rules(2)).unwrap();
    let filled = rhombus::parse_rules("standard:win=filled,leave-by=20").unwrap();
    let diamond = Rhombus::new(2, filled).unwrap();
    let mut passed = vec![
        it.check(&star, star.start()),
        it.check(&square, square.start()),
        it.check(&diamond, diamond.start()),
        it.check(&ConnectFour, ConnectFour.start()),
        it.check(&Draughts, Draughts.start()),
    ];
    let kings = AMONG_KINGS.map(|text| Draughts::parse_position(text).unwrap().1);
    passed.extend(kings.map(|position| it.check(&Draughts, position)));
    passed.contains(&true)
}
