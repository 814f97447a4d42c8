//! Moves and their generator.

use super::board::{DIRECTIONS, Fields, places, step};
use super::{Player, Position};

/// One ply. Captures that begin and end on the same fields and take the same pieces are one move,
/// whichever way they go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The [place](super::board) where the piece stands.
    pub from: u8,
    /// The place where it ends.
    pub to: u8,
    /// The pieces that it takes; the empty set where it takes none.
    pub captured: Fields,
}

/// How a piece jumps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jumper {
    is_king: bool,
    theirs: Fields,
    /// The fields to land on, its own among them.
    empty: Fields,
}

impl Jumper {
    /// The piece of the player to move that stands on that field.
    pub(super) fn new(position: &Position, from: Fields) -> Jumper {
        let is_king = position.kings & from != 0;
        Jumper { is_king, theirs: position.theirs(), empty: position.empty() | from }
    }

    /// The jumps from a field when those pieces are taken already: each by the piece that it takes
    /// and the field where it lands.
    pub(super) fn jumps(self, at: Fields, captured: Fields, mut each: impl FnMut(Fields, Fields)) {
        let takes = self.theirs & !captured;
        for direction in DIRECTIONS {
            let mut over = step(at, direction);
            while self.is_king && over & self.empty != 0 {
                over = step(over, direction);
            }
            over &= takes;
            let mut land = step(over, direction) & self.empty;
            while land != 0 {
                each(over, land);
                land = if self.is_king { step(land, direction) & self.empty } else { 0 };
            }
        }
    }
}

/// The captures of one piece that take the most, together with those found before.
struct Hunt<'a> {
    jumper: Jumper,
    from: Fields,
    most: &'a mut u32,
    moves: &'a mut Vec<Move>,
}

impl Hunt<'_> {
    fn go_on(&mut self, at: Fields, captured: Fields) {
        self.jumper.jumps(at, captured, |over, land| {
            let captured = captured | over;
            self.count(land, captured);
            self.go_on(land, captured);
        });
    }

    fn count(&mut self, to: Fields, captured: Fields) {
        let count = captured.count_ones();
        if count > *self.most {
            *self.most = count;
            self.moves.clear();
        }
        if count == *self.most {
            let [from, to] = [self.from, to].map(|field| field.trailing_zeros() as u8);
            self.moves.push(Move { from, to, captured });
        }
    }
}

/// Own pieces that have an empty field next to them to step to.
fn with_steps(position: &Position) -> Fields {
    let (own, empty) = (position.own(), position.empty());
    let kings = own & position.kings;
    let able = if position.turn == Player(0) {
        [own, own, kings, kings]
    } else {
        [kings, kings, own, own]
    };
    let next_to = DIRECTIONS.map(|it| step(empty, -it));
    next_to.iter().zip(able).fold(0, |found, (next_to, able)| found | next_to & able)
}

/// Own pieces that can jump a piece next to them.
fn with_jumps(position: &Position) -> Fields {
    let before = |it: i32| step(step(position.empty(), -it) & position.theirs(), -it);
    DIRECTIONS.iter().fold(0, |found, &it| found | before(it)) & position.own()
}

/// Whether the player to move has a move.
pub(super) fn can_move(position: &Position) -> bool {
    with_steps(position) != 0 || with_jumps(position) != 0
}

/// Whether the player to move has to take something.
pub(super) fn can_capture(position: &Position) -> bool {
    let can_jump = |from: Fields| {
        let mut found = false;
        Jumper::new(position, from).jumps(from, 0, |_, _| found = true);
        found
    };
    let kings = position.own() & position.kings;
    with_jumps(position) != 0 || places(kings).any(|place| can_jump(1 << place))
}

/// Puts the captures that take the most into `moves`, by `from`, `to` and `captured`.
fn captures(position: &Position, moves: &mut Vec<Move>) {
    let mut most = 0;
    let jumpers = with_jumps(position) | position.own() & position.kings;
    for from in places(jumpers).map(|place| 1 << place) {
        let jumper = Jumper::new(position, from);
        Hunt { jumper, from, most: &mut most, moves }.go_on(from, 0);
    }
    moves.sort_unstable();
    moves.dedup();
}

/// Puts the legal moves into `moves`: captures by `from`, `to` and `captured`; others by `from`,
/// then by direction, near fields first.
pub(super) fn moves(position: &Position, moves: &mut Vec<Move>) {
    moves.clear();
    captures(position, moves);
    if moves.is_empty() {
        steps(position, moves);
    }
}

/// How many legal moves there are, where men step and nobody can jump; else `None`.
pub(super) fn count(position: &Position) -> Option<u32> {
    let own = position.own();
    let is_plain = own & position.kings == 0 && with_jumps(position) == 0;
    let empty = position.empty();
    let steps = |&it: &i32| (step(own, it) & empty).count_ones();
    is_plain.then(|| position.forward().iter().map(steps).sum())
}

fn steps(position: &Position, moves: &mut Vec<Move>) {
    let (empty, forward) = (position.empty(), position.forward());
    for from in places(with_steps(position)) {
        let is_king = position.kings & 1 << from != 0;
        let directions = if is_king { &DIRECTIONS[..] } else { forward };
        for &direction in directions {
            let mut to = step(1 << from, direction) & empty;
            while to != 0 {
                moves.push(Move { from, to: to.trailing_zeros() as u8, captured: 0 });
                to = if is_king { step(to, direction) & empty } else { 0 };
            }
        }
    }
}
