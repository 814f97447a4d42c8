//! What the draw rules remember of a game (FMJD, Official Rules for International Draughts).

use super::board::Fields;
use std::hash::{Hash, Hasher};

/// Moves of kings alone, by both players together, that end a game.
pub const KING_PLIES: usize = 50;
/// How often a position is there when that ends the game.
pub const TIMES: u32 = 3;
/// Moves of kings in a row after which a position may stand for the third time.
pub const REPEATS: usize = 8;
/// Plies that an endgame of three pieces, with a king among them, against a king may last.
pub const THREE_PLIES: u8 = 32;
/// Plies that an endgame of two pieces or one, with a king among them, against a king may last.
pub const TWO_PLIES: u8 = 10;

/// The plies that an endgame may still last, and those that its rule allows. Of two, the lesser is
/// the one that ends first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Left {
    pub plies: u8,
    pub of: u8,
}

impl Left {
    /// All that a rule allows.
    pub fn all(plies: u8) -> Left {
        Left { plies, of: plies }
    }

    /// What is left after one more ply.
    pub fn after_a_ply(self) -> Left {
        Left { plies: self.plies.saturating_sub(1), ..self }
    }
}

/// The moves of kings since a man moved or a piece was taken: what can be repeated.
#[derive(Clone, Copy, Debug)]
pub struct Past {
    /// Only the first `count` count; what follows is left over.
    moves: [[u8; 2]; KING_PLIES],
    count: u8,
}

impl PartialEq for Past {
    fn eq(&self, other: &Past) -> bool {
        self.moves() == other.moves()
    }
}

impl Eq for Past {}

impl Hash for Past {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.moves().hash(hasher);
    }
}

impl Default for Past {
    /// No moves.
    fn default() -> Past {
        Past { moves: [[0; 2]; KING_PLIES], count: 0 }
    }
}

impl Past {
    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// Remembers a move from one place to another. What comes after the game has ended is
    /// forgotten.
    pub fn push(&mut self, from: u8, to: u8) {
        if let Some(mv) = self.moves.get_mut(usize::from(self.count)) {
            *mv = [from, to];
            self.count += 1;
        }
    }

    /// The moves, each as the places where it began and ended, the oldest first.
    pub fn moves(&self) -> &[[u8; 2]] {
        &self.moves[..usize::from(self.count)]
    }

    /// Whether neither a man moved nor a piece was taken in 25 moves of each player.
    pub fn is_full(&self) -> bool {
        self.moves().len() == KING_PLIES
    }

    /// Whether the position stands for the third time with the same player to move.
    pub fn is_third_time(&self) -> bool {
        // The fields on which each player's pieces stand now and didn't then, or the reverse.
        let mut changed: [Fields; 2] = [0; 2];
        let mut times = 1;
        for (ply, [from, to]) in (1..).zip(self.moves().iter().rev()) {
            changed[ply % 2] ^= 1 << from | 1 << to;
            times += u32::from(ply % 2 == 0 && changed == [0; 2]);
        }
        times >= TIMES
    }
}

/// The plies that such an endgame may last; `None` where no rule limits it.
pub fn limit(pieces: [Fields; 2], kings: Fields) -> Option<u8> {
    if kings == 0 {
        return None;
    }
    let [fewer, more] = match pieces.map(Fields::count_ones) {
        [white, black] if white > black => [pieces[1], pieces[0]],
        _ => pieces,
    };
    let is_king = fewer.count_ones() == 1 && fewer & kings != 0;
    match more.count_ones() {
        1 | 2 if is_king && more & kings != 0 => Some(TWO_PLIES),
        3 if is_king && more & kings != 0 => Some(THREE_PLIES),
        _ => None,
    }
}
