//! What the targets have in common.

use starhop::game::Game;
use starhop::game::chinese_checkers::{self, ChineseCheckers};
use starhop::game::connect_four::ConnectFour;
use starhop::game::draughts::Draughts;
use starhop::game::halma::{self, Halma};
use starhop::game::rhombus::{self, Rhombus};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A folder of this process, in memory where the system has such folders.
pub fn folder() -> &'static Path {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let memory = Path::new("/dev/shm");
        let root = if memory.is_dir() { memory.to_path_buf() } else { std::env::temp_dir() };
        let folder = root.join(format!("starhop-fuzz-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    });
    &FOLDER
}

pub fn legal<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    assert!(!moves.is_empty());
    moves
}

/// Something that is checked of any game.
pub trait Of {
    fn check<G: Game>(&self, game: &G, position: G::Position);
}

/// Positions of draughts among kings, where captures need their fields said.
const AMONG_KINGS: [&str; 3] = ["W:WK5:B19,29,33,K43", "W:WK31-50:BK1-20", "W:W11,K48:B35,40,K4"];

/// Checks every game from its start, and draughts from further positions.
pub fn each_game(it: &impl Of) {
    let rules = |text| chinese_checkers::Rules::parse(text, 3).unwrap();
    let star = ChineseCheckers::new(3, rules("standard:corners=open,win=filled")).unwrap();
    let square = Halma::new(2, halma::Rules::standard(2)).unwrap();
    let filled = rhombus::Rules::parse("standard:win=filled,leave-by=20").unwrap();
    let diamond = Rhombus::new(2, filled).unwrap();
    it.check(&star, star.start());
    it.check(&square, square.start());
    it.check(&diamond, diamond.start());
    it.check(&ConnectFour, ConnectFour.start());
    it.check(&Draughts, Draughts.start());
    for text in AMONG_KINGS {
        it.check(&Draughts, Draughts::parse_position(text).unwrap().1);
    }
}
