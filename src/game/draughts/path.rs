//! The ways that a capture can go over the board, for captures that need to be told apart.

use super::Position;
use super::board::Fields;
use super::moves::{Jumper, Move};

/// A piece on its way.
#[derive(Clone, Copy)]
struct Way {
    jumper: Jumper,
    to: Fields,
}

impl Way {
    fn of(position: &Position, mv: Move) -> Way {
        Way { jumper: Jumper::new(position, 1 << mv.from), to: 1 << mv.to }
    }

    /// The jumps from a field that take one of the pieces left, and don't end the capture anywhere
    /// but on its last field. The pieces taken already stand in the way, as all others do.
    fn jumps(self, at: Fields, left: Fields) -> Vec<(Fields, Fields)> {
        let mut jumps = Vec::new();
        self.jumper.jumps(at, !left, |over, land| {
            if left != over || land == self.to {
                jumps.push((over, land));
            }
        });
        jumps
    }

    /// Goes on until no piece is left, and puts the fields landed on into `path`. Whether there is
    /// such a way.
    fn find(self, at: Fields, left: Fields, path: &mut Vec<u8>) -> bool {
        left == 0
            || self.jumps(at, left).into_iter().any(|(over, land)| {
                path.push(land.trailing_zeros() as u8);
                let found = self.find(land, left & !over, path);
                if !found {
                    path.pop();
                }
                found
            })
    }

    /// Whether a way on passes those places in their order: fields that it jumps over or lands on
    /// before its last.
    fn passes(self, at: Fields, left: Fields, said: &[u8]) -> bool {
        match left {
            0 => said.is_empty(),
            _ => self.jumps(at, left).into_iter().any(|(over, land)| {
                let said = past(said, over);
                let said = if left == over { said } else { past(said, land) };
                self.passes(land, left & !over, said)
            }),
        }
    }
}

/// What is left to say after a field has been passed.
fn past(said: &[u8], field: Fields) -> &[u8] {
    match said {
        [first, rest @ ..] if 1 << first == field => rest,
        _ => said,
    }
}

/// The places that the first way of a legal capture leads over, its beginning and its end among
/// them.
pub(super) fn path(position: &Position, mv: Move) -> Vec<u8> {
    let mut path = vec![mv.from];
    Way::of(position, mv).find(1 << mv.from, mv.captured, &mut path);
    path
}

/// Whether a legal capture can go by those places.
pub(super) fn goes_by(position: &Position, mv: Move, said: &[u8]) -> bool {
    Way::of(position, mv).passes(1 << mv.from, mv.captured, said)
}
