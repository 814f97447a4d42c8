//! Per-cell distance weights for Halma: each peg costs the weight of its hole.
//!
//! An array has 256 integers in reading order for the seat at corner 1; other seats use it turned
//! by quarters. One is built in, `diagonal`.

use super::peg_sum::{PegSum, parameter};
use super::{Evaluator, Parametric};
use crate::game::Game;
use crate::game::TextError;
use crate::game::halma::geometry::{SIDE, corner_of, mirror, place};
use crate::game::halma::{Halma, hole_name};
use crate::game::layout::CellLayout;
use crate::parameter::Parameter;

/// The steps along rows and columns that a hole is away from the tip of the goal.
const DIAGONAL: &str = "diagonal";

/// The family of all per-cell weight arrays.
#[derive(Clone, Copy, Debug)]
pub struct HalmaWeightFamily;

fn diagonal(hole: u8) -> f64 {
    let (row, column) = place(hole);
    f64::from(2 * (SIDE as i8 - 1) - row - column)
}

impl Parametric<Halma> for HalmaWeightFamily {
    /// As for Chinese Checkers, the tip of home being its first three holes.
    fn parameters(&self) -> Vec<Parameter> {
        let parameter = |hole: u8| {
            let (row, column) = place(hole);
            parameter(hole_name(hole), corner_of(hole).into(), row + column < 2)
        };
        (0..=u8::MAX).map(parameter).collect()
    }

    fn layout(&self, game: &Halma) -> Option<CellLayout> {
        game.layout()
    }

    /// Rows and columns change places; corners 1 and 2 stay.
    fn mirror(&self) -> Option<Vec<usize>> {
        Some((0..=u8::MAX).map(|hole| mirror(hole).into()).collect())
    }

    fn evaluator(&self, game: &Halma, values: &[f64]) -> Box<dyn Evaluator<Halma>> {
        Box::new(PegSum::new(game, values))
    }

    fn built_in_names(&self) -> Vec<&'static str> {
        vec![DIAGONAL]
    }

    fn built_in(&self, _: &Halma, name: &str) -> Result<Vec<f64>, TextError> {
        match name == DIAGONAL {
            true => Ok((0..=u8::MAX).map(diagonal).collect()),
            false => Err(self.unknown(name)),
        }
    }

    fn is_distance(&self, name: &str) -> bool {
        name == DIAGONAL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::halma::standard_rules;
    use crate::game::{Game, Player};

    /// By hand: the 13 pegs stand 0, 1, 1, 2, 2, 2, four times 3 and three times 4 steps from the
    /// tip of their home, in all 32, which is 30 steps from that of the goal.
    #[test]
    fn the_start_costs_every_seat_the_same() {
        for players in [2, 4] {
            let game = Halma::new(players, standard_rules(players)).unwrap();
            let values = HalmaWeightFamily.built_in(&game, DIAGONAL).unwrap();
            let evaluator = HalmaWeightFamily.evaluator(&game, &values);
            for player in (0..players as u8).map(Player) {
                assert_eq!(evaluator.score(&game, &game.start(), player), -(13.0 * 30.0 - 32.0));
            }
        }
        assert!(HalmaWeightFamily.is_distance(DIAGONAL));
        assert!(HalmaWeightFamily.built_in(&game(), "vertical").is_err());
    }

    fn game() -> Halma {
        Halma::new(4, standard_rules(4)).unwrap()
    }

    #[test]
    fn built_in_weights_keep_their_bounds_and_the_mirror() {
        let values = HalmaWeightFamily.built_in(&game(), DIAGONAL).unwrap();
        let parameters = HalmaWeightFamily.parameters();
        let mirror = HalmaWeightFamily.mirror().unwrap();
        for (hole, parameter) in parameters.iter().enumerate() {
            assert!(parameter.admits(values[hole]));
            assert!((parameter.min..=parameter.max).contains(&values[hole]), "{}", parameter.name);
            assert_eq!(values[hole], values[mirror[hole]]);
        }
    }
}
