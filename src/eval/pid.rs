//! The evaluation of He and Zhao, "HW 2: Chinese Checkers" (2019, section 2.3): how far an army has
//! come, how far its last peg, and how close it keeps to the middle line.
//!
//! With v the row of a peg from the tip of its goal, a position is worth
//! −p (Σ v + Σ w) + i (r − max v) − d Σ h to a player: w is how far the others' pegs have come, r the
//! number of rows, and h, of pegs in even rows, |c − n / 2| / n for the c-th of n holes in the row.
//! One set of p, i and d holds until the armies have passed each other, another after that.
//!
//! On the [`rhombus`](crate::game::rhombus), the paper's board, all of it is as printed. On the star
//! of [`chinese_checkers`](crate::game::chinese_checkers), with 17 rows, holes are counted within the
//! rhombus of 81 that leaves out the side corners, and all seats see the same.

mod rhombus;
mod star;

use super::{Evaluator, Parametric};
use crate::game::hints::SearchHints;
use crate::game::pegs::PegGame;
use crate::game::{Player, TextError};
use crate::parameter::{Domain, Parameter, Start};

/// Constants by name: those of the paper, and the rows alone, which its greedy player counts.
const BUILT_IN: [(&str, [f64; 6]); 2] =
    [("pid-2019", [2.0, 10.0, 5.0, 1.0, 5.0, 0.0]), (VERTICAL, [1.0, 0.0, 0.0, 1.0, 0.0, 0.0])];
const VERTICAL: &str = "vertical";
const NAMES: [&str; 6] = ["p", "i", "d", "p-apart", "i-apart", "d-apart"];

/// The family of all settings of p, i and d.
#[derive(Clone, Copy, Debug)]
pub struct PidFamily;

/// A board on which the formula is defined.
pub trait PidBoard: PegGame + SearchHints {
    /// r above.
    const ROWS: f64;
    /// What the row of another's peg and how far it has come make together.
    const WAY: f64;

    /// What each hole is to a seat.
    fn places(&self, player: Player) -> Vec<Place>;
}

/// Where a hole lies, as one seat sees it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// Its row from the tip of the goal, v above.
    row: f64,
    /// Its distance from the middle line, h above.
    aside: f64,
}

impl Place {
    /// Of the c-th of that many holes in a row.
    fn new(row: f64, is_even: bool, number: f64, holes: f64) -> Place {
        Place { row, aside: if is_even { (number - holes / 2.0).abs() / holes } else { 0.0 } }
    }
}

/// One setting for one phase, with what the holes are to every seat.
#[derive(Clone, Debug)]
struct Pid {
    p: f64,
    i: f64,
    d: f64,
    seats: Vec<Vec<Place>>,
    /// The setting for armies that have passed each other.
    apart: Option<Box<Pid>>,
}

impl Pid {
    fn places<G: PegGame>(
        &self,
        game: &G,
        position: &G::Position,
        player: Player,
    ) -> impl Iterator<Item = Place> {
        let places = &self.seats[player.index()];
        game.pegs_of(position, player).map(|hole| places[usize::from(hole)])
    }
}

impl<G: PidBoard> Evaluator<G> for Pid {
    fn score(&self, game: &G, position: &G::Position, player: Player) -> f64 {
        let (mut rows, mut last, mut aside) = (0.0, 0f64, 0.0);
        for place in self.places(game, position, player) {
            rows += place.row;
            last = last.max(place.row);
            aside += place.aside;
        }
        let others = (0..game.players() as u8).map(Player).filter(|&other| other != player);
        let come: f64 = others
            .flat_map(|other| self.places(game, position, other))
            .map(|it| G::WAY - it.row)
            .sum();
        -self.p * (rows + come) + self.i * (G::ROWS - last) - self.d * aside
    }

    /// The score itself, which looks at the others already.
    fn margin(&self, game: &G, position: &G::Position, player: Player) -> f64 {
        self.score(game, position, player)
    }

    fn at(&self, game: &G, position: &G::Position) -> Option<&dyn Evaluator<G>> {
        let apart = self.apart.as_deref().filter(|_| game.is_apart(position));
        apart.map(|it| it as &dyn Evaluator<G>)
    }
}

impl<G: PidBoard> Parametric<G> for PidFamily {
    fn parameters(&self) -> Vec<Parameter> {
        let parameter = |name: &str| Parameter {
            name: name.to_string(),
            domain: Domain::Real,
            start: Start::Uniform(0.0, 10.0),
            min: 0.0,
            max: 1000.0,
        };
        NAMES.map(parameter).to_vec()
    }

    fn evaluator(&self, game: &G, values: &[f64]) -> Box<dyn Evaluator<G>> {
        let seats: Vec<_> =
            (0..game.players() as u8).map(|seat| game.places(Player(seat))).collect();
        let phase = |first: usize, apart| Pid {
            p: values[first],
            i: values[first + 1],
            d: values[first + 2],
            seats: seats.clone(),
            apart,
        };
        Box::new(phase(0, Some(Box::new(phase(3, None)))))
    }

    fn built_in_names(&self) -> Vec<&'static str> {
        BUILT_IN.map(|(name, _)| name).to_vec()
    }

    fn built_in(&self, _: &G, name: &str) -> Result<Vec<f64>, TextError> {
        let found = BUILT_IN.iter().find(|(known, _)| *known == name);
        let unknown = || Parametric::<G>::unknown(self, name);
        found.map(|(_, values)| values.to_vec()).ok_or_else(unknown)
    }

    /// Rows are distances.
    fn is_distance(&self, name: &str) -> bool {
        name == VERTICAL
    }
}
