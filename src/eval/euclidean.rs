//! The first evaluation of the tin171 report "Fun With Chinese Checkers" (2012, "Heuristics"): the
//! board is taken for a two-dimensional array, and a position costs the Euclidean distances of a
//! player's pegs from the tip of their goal in it.

use super::{Evaluator, Parametric};
use crate::game::chinese_checkers::geometry::{HOLES, STAR, holes_of};
use crate::game::chinese_checkers::{ChineseCheckers, Position};
use crate::game::{Game, Player, TextError};
use crate::parameter::Parameter;

const NAME: &str = "euclidean";
/// Row and column of the tip of the goal, as the seat at corner 1 sees it.
const TIP: (f64, f64) = (16.0, 12.0);

/// The family of this one evaluation, which has no parameters.
#[derive(Clone, Copy, Debug)]
pub struct EuclideanFamily;

/// The distances as every seat sees them.
struct Euclidean {
    by_seat: Vec<[f64; HOLES]>,
}

impl Evaluator<ChineseCheckers> for Euclidean {
    fn score(&self, _: &ChineseCheckers, position: &Position, player: Player) -> f64 {
        let distances = &self.by_seat[player.index()];
        -holes_of(position.pegs(player)).map(|hole| distances[usize::from(hole)]).sum::<f64>()
    }
}

impl Parametric<ChineseCheckers> for EuclideanFamily {
    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn evaluator(&self, game: &ChineseCheckers, _: &[f64]) -> Box<dyn Evaluator<ChineseCheckers>> {
        let distance = |&(row, column): &(i8, i8)| {
            let (down, right) = (TIP.0 - f64::from(row), TIP.1 - f64::from(column));
            (down * down + right * right).sqrt()
        };
        let distances: Vec<f64> = STAR.place.iter().map(distance).collect();
        let seats = (0..game.players() as u8).map(Player);
        Box::new(Euclidean {
            by_seat: seats.map(|player| game.turned_for(player, &distances)).collect(),
        })
    }

    fn built_in_names(&self) -> Vec<&'static str> {
        vec![NAME]
    }

    fn built_in(&self, _: &ChineseCheckers, name: &str) -> Result<Vec<f64>, TextError> {
        match name == NAME {
            true => Ok(Vec::new()),
            false => Err(self.unknown(name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::chinese_checkers::Rules;

    #[test]
    fn the_start_costs_the_distances_of_the_home() {
        let game = ChineseCheckers::new(2, Rules::standard(2)).unwrap();
        let evaluator = EuclideanFamily.evaluator(&game, &[]);
        // Down and right from the home's holes to the tip.
        let squares = [
            16 * 16 + 8 * 8,
            15 * 15 + 8 * 8,
            15 * 15 + 7 * 7,
            14 * 14 + 8 * 8,
            14 * 14 + 7 * 7,
            14 * 14 + 6 * 6,
            13 * 13 + 8 * 8,
            13 * 13 + 7 * 7,
            13 * 13 + 6 * 6,
            13 * 13 + 5 * 5,
        ];
        let cost: f64 = squares.iter().map(|&square| f64::from(square).sqrt()).sum();
        for player in [Player(0), Player(1)] {
            let score = evaluator.score(&game, &game.start(), player);
            assert!((score + cost).abs() < 1e-9, "{score}");
        }
    }
}
