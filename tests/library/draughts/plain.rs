//! The rules a second time, as plain as can be and slow, written from their text.

use starhop::game::draughts::Position;
use starhop::game::draughts::board::{column, places, row};
use starhop::game::{Outcome, Player};
use std::collections::{BTreeMap, BTreeSet};

/// Row and column.
pub type Place = (i32, i32);
/// The player, and whether it is a king.
pub type Pieces = BTreeMap<Place, (usize, bool)>;
/// From, to, and what is taken.
pub type PlainMove = (Place, Place, BTreeSet<Place>);

/// Where a game stands.
#[derive(Clone)]
pub struct State {
    pub pieces: Pieces,
    pub turn: usize,
    /// All positions so far, this one among them.
    past: Vec<(Pieces, usize)>,
    king_plies: u32,
    /// Plies since the first endgame of three pieces, and of two or one, against a king.
    endgames: [Option<u32>; 2],
}

pub fn place(place: u8) -> Place {
    (row(place) as i32, column(place) as i32)
}

pub fn pieces(position: &Position) -> Pieces {
    let of = |player: u8| {
        let piece =
            move |it: u8| (place(it), (usize::from(player), position.kings() >> it & 1 == 1));
        places(position.pieces(Player(player))).map(piece)
    };
    of(0).chain(of(1)).collect()
}

fn is_on_board((row, column): Place) -> bool {
    (0..10).contains(&row) && (0..10).contains(&column)
}

fn next(place: Place, way: Place) -> Place {
    (place.0 + way.0, place.1 + way.1)
}

const WAYS: [Place; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

impl State {
    pub fn new(pieces: Pieces, turn: usize) -> State {
        let past = vec![(pieces.clone(), turn)];
        let mut state = State { pieces, turn, past, king_plies: 0, endgames: [None; 2] };
        state.see_endgames();
        state
    }

    fn is_free(&self, place: Place) -> bool {
        is_on_board(place) && !self.pieces.contains_key(&place)
    }

    fn is_theirs(&self, place: Place) -> bool {
        self.pieces.get(&place).is_some_and(|piece| piece.0 != self.turn)
    }

    /// All captures, long and short, of a piece that has been lifted from the board.
    fn take(
        &self,
        from: Place,
        at: Place,
        is_king: bool,
        taken: &[Place],
        all: &mut Vec<PlainMove>,
    ) {
        if !taken.is_empty() {
            all.push((from, at, taken.iter().copied().collect()));
        }
        for way in WAYS {
            let mut over = next(at, way);
            while is_king && self.is_free(over) {
                over = next(over, way);
            }
            if !self.is_theirs(over) || taken.contains(&over) {
                continue;
            }
            let mut land = next(over, way);
            while self.is_free(land) {
                self.take(from, land, is_king, &[taken, &[over]].concat(), all);
                land = next(land, way);
                if !is_king {
                    break;
                }
            }
        }
    }

    fn step(&self, from: Place, is_king: bool, all: &mut Vec<PlainMove>) {
        for way in WAYS {
            let forward = if self.turn == 0 { -1 } else { 1 };
            let reach = if is_king { 9 } else { i32::from(way.0 == forward) };
            let mut to = next(from, way);
            for _ in 0..reach {
                if !self.is_free(to) {
                    break;
                }
                all.push((from, to, BTreeSet::new()));
                to = next(to, way);
            }
        }
    }

    pub fn moves(&self) -> BTreeSet<PlainMove> {
        let mut all = Vec::new();
        for (&from, &(player, is_king)) in &self.pieces {
            if player == self.turn {
                let mut lifted = self.clone();
                lifted.pieces.remove(&from);
                lifted.take(from, from, is_king, &[], &mut all);
                self.step(from, is_king, &mut all);
            }
        }
        let most = all.iter().map(|mv| mv.2.len()).max().unwrap_or(0);
        all.into_iter().filter(|mv| mv.2.len() == most).collect()
    }

    pub fn play(&mut self, (from, to, taken): &PlainMove) {
        let (player, was_king) = self.pieces.remove(from).unwrap();
        let far = if player == 0 { 0 } else { 9 };
        self.pieces.insert(*to, (player, was_king || to.0 == far));
        self.pieces.retain(|place, _| !taken.contains(place));
        self.king_plies = if was_king && taken.is_empty() { self.king_plies + 1 } else { 0 };
        self.turn = 1 - self.turn;
        self.past.push((self.pieces.clone(), self.turn));
        self.endgames = self.endgames.map(|plies| plies.map(|it| it + 1));
        self.see_endgames();
    }

    fn see_endgames(&mut self) {
        for lone in [0, 1] {
            let of = |player| self.pieces.values().filter(move |piece| piece.0 == player);
            let has_king = |player| of(player).any(|piece| piece.1);
            if of(lone).count() == 1 && has_king(lone) && has_king(1 - lone) {
                match of(1 - lone).count() {
                    3 => self.endgames[0] = self.endgames[0].or(Some(0)),
                    1 | 2 => self.endgames[1] = self.endgames[1].or(Some(0)),
                    _ => {}
                }
            }
        }
    }

    pub fn outcome(&self) -> Option<(Outcome, &'static str)> {
        if self.moves().is_empty() {
            return Some((Outcome::Won(Player(1 - self.turn as u8)), "no-move"));
        }
        let now = (self.pieces.clone(), self.turn);
        let times = self.past.iter().filter(|it| **it == now).count();
        let [three, two] = self.endgames;
        let reasons = [
            (self.king_plies >= 50, "25-king-moves"),
            (times >= 3, "repetition"),
            (two >= Some(10), "5-moves"),
            (three >= Some(32), "16-moves"),
        ];
        let (_, reason) = reasons.into_iter().find(|(holds, _)| *holds)?;
        Some((Outcome::Unfinished, reason))
    }
}
