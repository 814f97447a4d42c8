//! The rules a second time, as plain as can be and slow, written from their text: nothing of the
//! library but the names of settings and outcomes.

use starhop::game::chinese_checkers::Corners;
use starhop::game::{Outcome, Player};
use std::collections::{BTreeMap, BTreeSet};

/// Row and column of a hole.
pub type Place = (i32, i32);
/// The seat whose peg stands in a hole, from 0.
pub type Pegs = BTreeMap<Place, usize>;

const STEPS: [Place; 6] = [(0, 1), (0, -1), (-1, -1), (-1, 0), (1, 1), (1, 0)];

/// The rules for one table.
pub struct Plain {
    pub players: usize,
    pub corners: Corners,
    pub ply_cap: u32,
}

/// Where a game stands.
#[derive(Clone)]
pub struct State {
    pub pegs: Pegs,
    pub turn: usize,
    pub ply: u32,
    pub passes: usize,
}

/// The corner of a place, 0 for the centre, `None` off the board. The star is where at most one
/// of the three coordinates is more than four steps from the middle.
pub fn corner((row, column): Place) -> Option<u8> {
    let (down, right) = (row - 8, column - 8);
    let coordinates = [down, right, down - right];
    let corners = [(1, 2), (3, 4), (5, 6)];
    let mut far = coordinates.iter().zip(corners).filter(|(coordinate, _)| coordinate.abs() > 4);
    let corner = far.next().map_or(0, |(&side, pair)| if side < 0 { pair.0 } else { pair.1 });
    far.next().is_none().then_some(corner)
}

/// All places of the star in reading order, which is how holes are numbered.
pub fn places() -> Vec<Place> {
    let grid = (0..17).flat_map(|row| (0..17).map(move |column| (row, column)));
    grid.filter(|&place| corner(place).is_some()).collect()
}

/// The corner at which a seat sits.
pub fn home(players: usize, seat: usize) -> u8 {
    match players {
        2 => [1, 2][seat],
        3 => [1, 4, 6][seat],
        4 => [1, 4, 2, 3][seat],
        5 => [1, 5, 4, 2, 6][seat],
        _ => [1, 5, 4, 2, 6, 3][seat],
    }
}

/// The corner across the board.
pub fn opposite(corner: u8) -> u8 {
    match corner {
        1 => 2,
        2 => 1,
        3 => 4,
        4 => 3,
        5 => 6,
        _ => 5,
    }
}

fn plus(place: Place, step: Place) -> Place {
    (place.0 + step.0, place.1 + step.1)
}

impl Plain {
    pub fn start(&self) -> State {
        let mut pegs = Pegs::new();
        for seat in 0..self.players {
            for place in places() {
                if corner(place) == Some(home(self.players, seat)) {
                    pegs.insert(place, seat);
                }
            }
        }
        State { pegs, turn: 0, ply: 0, passes: 0 }
    }

    /// Whether the place is in the centre or in the seat's home or goal.
    fn is_own(&self, seat: usize, place: Place) -> bool {
        let home = home(self.players, seat);
        corner(place).is_some_and(|corner| [0, home, opposite(home)].contains(&corner))
    }

    /// Whether a hop of the seat may land there.
    fn may_land(&self, seat: usize, place: Place) -> bool {
        match self.corners {
            Corners::Closed => self.is_own(seat, place),
            Corners::Pass | Corners::Open => corner(place).is_some(),
        }
    }

    /// Whether a move of the seat may end there.
    pub fn may_stop(&self, seat: usize, place: Place) -> bool {
        match self.corners {
            Corners::Closed | Corners::Pass => self.is_own(seat, place),
            Corners::Open => corner(place).is_some(),
        }
    }

    /// Where single hops lead a peg of the seat that is in the air above `place`.
    pub fn hops(&self, seat: usize, others: &Pegs, place: Place) -> Vec<Place> {
        let mut landings = Vec::new();
        for step in STEPS {
            let over = plus(place, step);
            let landing = plus(over, step);
            let peg_to_hop = others.contains_key(&over);
            if peg_to_hop && !others.contains_key(&landing) && self.may_land(seat, landing) {
                landings.push(landing);
            }
        }
        landings
    }

    fn hop_on(&self, seat: usize, others: &Pegs, place: Place, seen: &mut BTreeSet<Place>) {
        for landing in self.hops(seat, others, place) {
            if seen.insert(landing) {
                self.hop_on(seat, others, landing, seen);
            }
        }
    }

    /// The places where a move of the seat's peg from `from` can end; `others` are the pegs
    /// without it.
    fn ends(&self, seat: usize, others: &Pegs, from: Place) -> BTreeSet<Place> {
        let mut ends = BTreeSet::new();
        self.hop_on(seat, others, from, &mut ends);
        ends.extend(STEPS.map(|step| plus(from, step)));
        ends.retain(|&to| to != from && !others.contains_key(&to) && self.may_stop(seat, to));
        ends
    }

    /// All moves of the seat whose turn it is; none where it has to pass.
    pub fn moves(&self, state: &State) -> BTreeSet<(Place, Place)> {
        let mut moves = BTreeSet::new();
        let mut others = state.pegs.clone();
        for (&from, _) in state.pegs.iter().filter(|&(_, &seat)| seat == state.turn) {
            others.remove(&from);
            let ends = self.ends(state.turn, &others, from);
            moves.extend(ends.into_iter().map(|to| (from, to)));
            others.insert(from, state.turn);
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

    pub fn outcome(&self, state: &State) -> Option<Outcome> {
        for seat in 0..self.players {
            let goal = opposite(home(self.players, seat));
            let in_goal =
                |(&place, &peg): (&Place, &usize)| peg == seat && corner(place) == Some(goal);
            if state.pegs.iter().filter(|&peg| in_goal(peg)).count() == 10 {
                return Some(Outcome::Won(Player(seat as u8)));
            }
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
        if depth == 1 {
            return moves.len().max(1) as u64;
        }
        let lines_after = |mv| {
            let mut next = state.clone();
            self.play(&mut next, mv);
            self.perft(&next, depth - 1)
        };
        if moves.is_empty() {
            return lines_after(None);
        }
        moves.into_iter().map(|mv| lines_after(Some(mv))).sum()
    }
}
