//! Per-cell distance weights for the rhombus: each peg costs the weight of its hole.
//!
//! An array has 100 integers in reading order for the first seat; the second uses it turned by
//! half. One is built in, `vertical`.

use super::peg_sum::{PegSum, parameter};
use super::{Evaluator, Parametric};
use crate::game::Game;
use crate::game::TextError;
use crate::game::layout::CellLayout;
use crate::game::rhombus::geometry::{HOLES, ROWS, corner_of, mirror, row_of};
use crate::game::rhombus::{Rhombus, hole_name};
use crate::parameter::Parameter;

/// The rows that a hole is away from the tip of the goal.
const VERTICAL: &str = "vertical";

/// The family of all per-cell weight arrays.
#[derive(Clone, Copy, Debug)]
pub struct RhombusWeightFamily;

impl Parametric<Rhombus> for RhombusWeightFamily {
    /// As for Chinese Checkers, the tip of home being its first two rows.
    fn parameters(&self) -> Vec<Parameter> {
        let holes = 0..HOLES as u8;
        let cell = |hole| parameter(hole_name(hole), corner_of(hole).into(), row_of(hole) < 2);
        holes.map(cell).collect()
    }

    fn layout(&self, game: &Rhombus) -> Option<CellLayout> {
        game.layout()
    }

    /// Left and right change places; corners stay.
    fn mirror(&self) -> Option<Vec<usize>> {
        Some((0..HOLES as u8).map(|hole| mirror(hole).into()).collect())
    }

    fn evaluator(&self, game: &Rhombus, values: &[f64]) -> Box<dyn Evaluator<Rhombus>> {
        Box::new(PegSum::new(game, values))
    }

    fn built_in_names(&self) -> Vec<&'static str> {
        vec![VERTICAL]
    }

    fn built_in(&self, _: &Rhombus, name: &str) -> Result<Vec<f64>, TextError> {
        let vertical = |hole| f64::from(ROWS - 1 - row_of(hole));
        match name == VERTICAL {
            true => Ok((0..HOLES as u8).map(vertical).collect()),
            false => Err(self.unknown(name)),
        }
    }

    fn is_distance(&self, name: &str) -> bool {
        name == VERTICAL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rhombus::standard_rules;
    use crate::game::{Game, Player};

    /// By hand: a peg is 18 rows from the tip of the goal, two are 17, three 16 and four 15.
    #[test]
    fn the_start_costs_both_seats_the_same() {
        let game = Rhombus::new(2, standard_rules()).unwrap();
        let values = RhombusWeightFamily.built_in(&game, VERTICAL).unwrap();
        let evaluator = RhombusWeightFamily.evaluator(&game, &values);
        for player in [Player(0), Player(1)] {
            assert_eq!(evaluator.score(&game, &game.start(), player), -160.0);
        }
        assert!(RhombusWeightFamily.is_distance(VERTICAL));
        assert!(RhombusWeightFamily.built_in(&game, "diagonal").is_err());
    }

    #[test]
    fn built_in_weights_keep_their_bounds_and_the_mirror() {
        let game = Rhombus::new(2, standard_rules()).unwrap();
        let values = RhombusWeightFamily.built_in(&game, VERTICAL).unwrap();
        let mirror = RhombusWeightFamily.mirror().unwrap();
        for (hole, parameter) in RhombusWeightFamily.parameters().iter().enumerate() {
            assert!(parameter.admits(values[hole]));
            assert!((parameter.min..=parameter.max).contains(&values[hole]), "{}", parameter.name);
            assert_eq!(values[hole], values[mirror[hole]]);
        }
    }
}
