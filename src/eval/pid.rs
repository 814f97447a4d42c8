//! The evaluation of He and Zhao, "HW 2: Chinese Checkers" (2019, section 2.3): how far an army has
//! come, how far its last peg, and how close it keeps to the middle line.
//!
//! With v the row of a peg from the tip of its goal (1 to 17), a position is worth
//! −p (Σ v + Σ w) + i (17 − max v) − d Σ h to a player: w is how far the others' pegs have come, 18
//! less their row, and h, of pegs in even rows, |c − n / 2| / n for the c-th of n holes in the
//! row, counted within the rhombus that leaves out the side corners. One set of p, i and d holds until
//! the armies have passed each other, another after that.

use super::{Evaluator, Parametric};
use crate::game::chinese_checkers::geometry::{GRID, HOLES, STAR, holes_of};
use crate::game::chinese_checkers::{ChineseCheckers, Position};
use crate::game::{Game, Player, TextError};
use crate::parameter::{Kind, Parameter, Start};

/// Constants by name: those of the paper, and the rows alone, which its greedy player counts.
const BUILT_IN: [(&str, [f64; 6]); 2] =
    [("pid-2019", [2.0, 10.0, 5.0, 1.0, 5.0, 0.0]), (VERTICAL, [1.0, 0.0, 0.0, 1.0, 0.0, 0.0])];
const VERTICAL: &str = "vertical";
const NAMES: [&str; 6] = ["p", "i", "d", "p-apart", "i-apart", "d-apart"];
/// Rows of the rhombus, and holes of its longest row.
const ROWS: f64 = GRID as f64;
const LONGEST: f64 = 9.0;

/// The family of all settings of p, i and d.
#[derive(Clone, Copy, Debug)]
pub struct PidFamily;

/// One setting for one phase, with what the holes are to every seat.
#[derive(Clone, Debug)]
struct Pid {
    p: f64,
    i: f64,
    d: f64,
    seats: Vec<[Place; HOLES]>,
    /// The setting for armies that have passed each other.
    apart: Option<Box<Pid>>,
}

/// Where a hole lies, as one seat sees it.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// Its row from the tip of the goal, from 1.
    row: f64,
    /// Its distance from the middle line, h above.
    aside: f64,
}

impl Place {
    /// Of a hole as the seat at corner 1 sees it.
    fn of(hole: usize) -> Place {
        let (row, column) = STAR.place[hole];
        let (from_home, column) = (f64::from(row), f64::from(column));
        let row = ROWS - from_home;
        let holes = row.min(2.0 * LONGEST - row);
        let number = column - from_home / 2.0 - 4.0 + (holes + 1.0) / 2.0;
        let is_even = row % 2.0 == 0.0;
        Place { row, aside: if is_even { (number - holes / 2.0).abs() / holes } else { 0.0 } }
    }
}

impl Pid {
    fn places(&self, position: &Position, player: Player) -> impl Iterator<Item = Place> {
        let places = &self.seats[player.index()];
        holes_of(position.pegs(player)).map(|hole| places[usize::from(hole)])
    }
}

impl Evaluator<ChineseCheckers> for Pid {
    fn score(&self, game: &ChineseCheckers, position: &Position, player: Player) -> f64 {
        let (mut rows, mut last, mut aside) = (0.0, 0f64, 0.0);
        for place in self.places(position, player) {
            rows += place.row;
            last = last.max(place.row);
            aside += place.aside;
        }
        let others = (0..game.players() as u8).map(Player).filter(|&other| other != player);
        let come: f64 = others
            .flat_map(|other| self.places(position, other))
            .map(|it| ROWS + 1.0 - it.row)
            .sum();
        -self.p * (rows + come) + self.i * (ROWS - last) - self.d * aside
    }

    /// The score itself, which looks at the others already.
    fn margin(&self, game: &ChineseCheckers, position: &Position, player: Player) -> f64 {
        self.score(game, position, player)
    }

    fn apart(&self) -> Option<&dyn Evaluator<ChineseCheckers>> {
        self.apart.as_deref().map(|it| it as &dyn Evaluator<ChineseCheckers>)
    }
}

impl Parametric<ChineseCheckers> for PidFamily {
    fn parameters(&self) -> Vec<Parameter> {
        let parameter = |name: &str| Parameter {
            name: name.to_string(),
            kind: Kind::Real,
            start: Start::Uniform(0.0, 10.0),
            min: 0.0,
            max: 1000.0,
        };
        NAMES.map(parameter).to_vec()
    }

    fn evaluator(
        &self,
        game: &ChineseCheckers,
        values: &[f64],
    ) -> Box<dyn Evaluator<ChineseCheckers>> {
        let places: Vec<Place> = (0..HOLES).map(Place::of).collect();
        let seats: Vec<_> =
            (0..game.players() as u8).map(|it| game.turned_for(Player(it), &places)).collect();
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

    fn built_in(&self, _: &ChineseCheckers, name: &str) -> Result<Vec<f64>, TextError> {
        let found = BUILT_IN.iter().find(|(known, _)| *known == name);
        found.map(|(_, values)| values.to_vec()).ok_or_else(|| {
            let known = self.built_in_names().join(", ");
            TextError(format!("no built-in setting '{name}'; known: {known}"))
        })
    }

    /// Rows are distances.
    fn is_distance(&self, name: &str) -> bool {
        name == VERTICAL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::chinese_checkers::{PegMove, Rules, parse_hole};

    fn game() -> ChineseCheckers {
        ChineseCheckers::new(2, Rules::report()).unwrap()
    }

    #[test]
    fn rows_of_the_rhombus_are_counted_from_the_goal() {
        let place = |name: &str| Place::of(usize::from(parse_hole(name).unwrap()));
        assert_eq!([place("q1").row, place("i5").row, place("a1").row], [1.0, 9.0, 17.0]);
        // Row h has its 8 holes of the rhombus from h2 on, row p its two.
        assert_eq!((place("h2").row, place("h2").aside), (10.0, 3.0 / 8.0));
        assert_eq!(place("h5").aside, 0.0);
        assert_eq!(place("h9").aside, 4.0 / 8.0);
        assert_eq!([place("p1").aside, place("p2").aside], [0.0, 0.5]);
        assert_eq!(place("i1").aside, 0.0, "only even rows count");
    }

    /// The start by hand: own rows 17, 2 × 16, 3 × 15, 4 × 14 make 150, as do 18 less 1, 2 × 2, …
    /// of the other army; the last peg is in row 17. Even rows are 16 with asides 0 and ½, and
    /// 14 with ¼, 0, ¼ and ½.
    #[test]
    fn the_start_is_worth_what_the_formula_says() {
        let game = game();
        let values = PidFamily.built_in(&game, "pid-2019").unwrap();
        let evaluator = PidFamily.evaluator(&game, &values);
        let come = 180.0 - 150.0;
        let wanted = -2.0 * (150.0 + come) + 10.0 * (17.0 - 17.0) - 5.0 * 1.5;
        for player in [Player(0), Player(1)] {
            assert_eq!(evaluator.score(&game, &game.start(), player), wanted);
        }
        let apart = evaluator.apart().unwrap();
        assert_eq!(apart.score(&game, &game.start(), Player(0)), -(150.0 + come));
    }

    #[test]
    fn a_row_ahead_is_worth_p_to_the_mover_and_costs_the_other_p() {
        let game = game();
        let evaluator = PidFamily.evaluator(&game, &[3.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        let before = game.start();
        let mut after = before.clone();
        game.play(&mut after, PegMove { from: 6, to: 15 });
        let gain = |player| {
            evaluator.margin(&game, &after, player) - evaluator.margin(&game, &before, player)
        };
        let rows = f64::from(STAR.place[15].0 - STAR.place[6].0);
        assert_eq!((gain(Player(0)), gain(Player(1))), (3.0 * rows, -3.0 * rows));
    }
}
