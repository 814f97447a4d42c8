//! The rules a second time, as plain as can be and slow, written from their text: nothing of the
//! library but the names of outcomes.

use starhop::game::{Outcome, Player};
use std::collections::{BTreeMap, BTreeSet};

/// Row and column of a hole.
pub type Place = (i32, i32);

/// The rules for one table.
pub struct Plain {
    pub players: usize,
    pub ply_cap: u32,
    /// Where a full goal wins: the ply from which on pegs left at home are filled in.
    pub leave_by: Option<u32>,
}

/// Where a game stands.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub pegs: BTreeMap<Place, usize>,
    pub turn: usize,
    pub ply: u32,
    pub passes: usize,
}

/// The 13 holes of the corner at the ends of the rows and columns of `tip`.
pub fn corner(tip: Place) -> BTreeSet<Place> {
    let mut holes = BTreeSet::new();
    for (row, length) in (0..).zip([4, 4, 3, 2]) {
        for column in 0..length {
            holes.insert(((tip.0 - row).abs(), (tip.1 - column).abs()));
        }
    }
    holes
}

impl Plain {
    /// The tip of a seat's home.
    fn tip(&self, seat: usize) -> Place {
        match self.players {
            2 => [(0, 0), (15, 15)][seat],
            _ => [(0, 0), (0, 15), (15, 15), (15, 0)][seat],
        }
    }

    pub fn start(&self) -> State {
        let mut pegs = BTreeMap::new();
        for seat in 0..self.players {
            pegs.extend(corner(self.tip(seat)).into_iter().map(|place| (place, seat)));
        }
        State { pegs, turn: 0, ply: 0, passes: 0 }
    }

    fn hop_on(others: &BTreeMap<Place, usize>, from: Place, seen: &mut BTreeSet<Place>) {
        for (down, right) in directions() {
            let over = (from.0 + down, from.1 + right);
            let landing = (over.0 + down, over.1 + right);
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
            ends.extend(directions().map(|(down, right)| (from.0 + down, from.1 + right)));
            ends.retain(|to| *to != from && on_board(*to) && !others.contains_key(to));
            moves.extend(ends.into_iter().map(|to| (from, to)));
        }
        moves
    }

    /// Plays a move, or passes.
    pub fn play(&self, state: &mut State, mv: Option<(Place, Place)>) {
        match mv {
            Some((from, to)) => {
                state.pegs.remove(&from);
                state.pegs.insert(to, state.turn);
                state.passes = 0;
            }
            None => state.passes += 1,
        }
        state.ply += 1;
        state.turn = (state.turn + 1) % self.players;
    }

    fn has_won(&self, state: &State, seat: usize) -> bool {
        let (row, column) = self.tip(seat);
        let tip = (15 - row, 15 - column);
        let there: Vec<usize> =
            corner(tip).iter().filter_map(|place| state.pegs.get(place).copied()).collect();
        let own = there.iter().filter(|&&owner| owner == seat).count();
        let Some(leave_by) = self.leave_by else { return own == 13 };
        let moved = state.passes == 0 && (seat + 1) % self.players == state.turn;
        let left = there.iter().any(|&owner| self.tip(owner) == tip) && state.ply < leave_by;
        moved && there.len() == 13 && own > 0 && !left
    }

    pub fn outcome(&self, state: &State) -> Option<Outcome> {
        if let Some(seat) = (0..self.players).find(|&seat| self.has_won(state, seat)) {
            return Some(Outcome::Won(Player(seat as u8)));
        }
        let over = state.ply >= self.ply_cap || state.passes >= self.players;
        over.then_some(Outcome::Unfinished)
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

fn directions() -> impl Iterator<Item = Place> {
    let all = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
    all.filter(|&step| step != (0, 0))
}

fn on_board((row, column): Place) -> bool {
    (0..16).contains(&row) && (0..16).contains(&column)
}
