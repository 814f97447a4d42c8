//! The rules a second time, as plain as can be and slow, written from their text: nothing of the
//! library but the names of outcomes. Places are rows and numbers in the row, both from 1, as the
//! paper has them.

use starhop::game::{Outcome, Player};
use std::collections::{BTreeMap, BTreeSet};

/// Row and number of a hole, from the top and from the left.
pub type Place = (i32, i32);

/// The rules for one table.
pub struct Plain {
    pub ply_cap: u32,
    /// The ply from which on a goal that is full counts, whoever fills the rest of it.
    pub filled_from: Option<u32>,
}

/// Where a game stands.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub pegs: BTreeMap<Place, usize>,
    pub turn: usize,
    pub ply: u32,
    pub passes: usize,
    pub winner: Option<Player>,
}

/// Holes of a row.
fn length(row: i32) -> i32 {
    if row <= 10 { row } else { 20 - row }
}

fn on_board((row, number): Place) -> bool {
    (1..=19).contains(&row) && (1..=length(row)).contains(&number)
}

/// The holes around a place, each on from one of the other side: rows shift by half a hole, so
/// above the longest row the holes below are those of the same number and the next, and below it
/// those of the number before and the same.
fn next((row, number): Place, direction: usize) -> Place {
    let (up, down) = (i32::from(row > 10), i32::from(row >= 10));
    match direction {
        0 => (row, number + 1),
        1 => (row, number - 1),
        2 => (row + 1, number + 1 - down),
        3 => (row - 1, number - 1 + up),
        4 => (row + 1, number - down),
        _ => (row - 1, number + up),
    }
}

/// The rows of a seat's home; its goal is the other's.
fn home(seat: usize) -> std::ops::RangeInclusive<i32> {
    if seat == 0 { 1..=4 } else { 16..=19 }
}

fn holes(rows: std::ops::RangeInclusive<i32>) -> Vec<Place> {
    rows.flat_map(|row| (1..=length(row)).map(move |number| (row, number))).collect()
}

impl Plain {
    pub fn start(&self) -> State {
        let seats = (0..2).flat_map(|seat| holes(home(seat)).into_iter().map(move |it| (it, seat)));
        State { pegs: seats.collect(), turn: 0, ply: 0, passes: 0, winner: None }
    }

    fn hop_on(others: &BTreeMap<Place, usize>, from: Place, seen: &mut BTreeSet<Place>) {
        for direction in 0..6 {
            let over = next(from, direction);
            let landing = next(over, direction);
            let can = others.contains_key(&over) && !others.contains_key(&landing);
            if can && on_board(landing) && seen.insert(landing) {
                Plain::hop_on(others, landing, seen);
            }
        }
    }

    /// All moves of the seat whose turn it is; none where it has to pass.
    pub fn moves(&self, state: &State) -> BTreeSet<(Place, Place)> {
        let mut moves = BTreeSet::new();
        for (&from, _) in state.pegs.iter().filter(|&(_, &seat)| seat == state.turn) {
            let mut others = state.pegs.clone();
            others.remove(&from);
            let mut ends = BTreeSet::new();
            Plain::hop_on(&others, from, &mut ends);
            ends.extend((0..6).map(|direction| next(from, direction)));
            ends.retain(|to| *to != from && on_board(*to) && !others.contains_key(to));
            moves.extend(ends.into_iter().map(|to| (from, to)));
        }
        moves
    }

    /// Plays a move, or passes.
    pub fn play(&self, state: &mut State, mv: Option<(Place, Place)>) {
        let seat = state.turn;
        state.ply += 1;
        state.turn = 1 - seat;
        let Some((from, to)) = mv else {
            state.passes += 1;
            return;
        };
        state.pegs.remove(&from);
        state.pegs.insert(to, seat);
        state.passes = 0;
        if self.has_won(state, seat) {
            state.winner = Some(Player(seat as u8));
        }
    }

    fn has_won(&self, state: &State, seat: usize) -> bool {
        let goal: Vec<_> = holes(home(1 - seat)).iter().map(|it| state.pegs.get(it)).collect();
        let own = goal.iter().filter(|&&peg| peg == Some(&seat)).count();
        let is_late = self.filled_from.is_some_and(|ply| state.ply >= ply);
        own == 10 || is_late && own > 0 && goal.iter().all(Option::is_some)
    }

    pub fn outcome(&self, state: &State) -> Option<Outcome> {
        let over = state.ply >= self.ply_cap || state.passes >= 2;
        state.winner.map(Outcome::Won).or(over.then_some(Outcome::Unfinished))
    }

    /// How many lines of play have exactly that many plies.
    pub fn perft(&self, state: &State, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.outcome(state).is_some() {
            return 0;
        }
        let moves = self.moves(state);
        let after = |mv| {
            let mut next = state.clone();
            self.play(&mut next, mv);
            self.perft(&next, depth - 1)
        };
        match moves.is_empty() {
            true => after(None),
            false => moves.into_iter().map(|mv| after(Some(mv))).sum(),
        }
    }
}
