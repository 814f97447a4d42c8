//! Per-cell distance weights for Chinese Checkers: each peg costs the weight of its hole, and a
//! position is worth minus the sum over a player's pegs.
//!
//! An array has 121 integers in reading order for the seat at corner 1; other seats use it
//! turned. The built-in arrays are those of the tin171 report "Fun With Chinese Checkers" (2012).

use super::{Evaluator, Parametric};
use crate::game::chinese_checkers::geometry::{HOLES, HoleSet, STAR, holes_of};
use crate::game::chinese_checkers::{ChineseCheckers, Corners, PegMove, Position, hole_name};
use crate::game::{Game, Player, TextError};
use crate::parameter::{Kind, Parameter, Start};
use std::sync::LazyLock;

const ARRAYS: &str = include_str!("chinese_checkers_arrays.csv");
/// Columns of the file before the first array: hole, row, column, corner.
const KEYS: usize = 4;
const HOME: usize = 1;
const GOAL: usize = 2;
/// Arrays whose side corners hold a mark in place of weights.
const HAND_TUNED: &str = "hand-tuned";

/// The built-in arrays by name, in the order of the file.
static BUILT_IN: LazyLock<Vec<(String, Vec<f64>)>> = LazyLock::new(|| {
    let (header, rows) = ARRAYS.split_once('\n').unwrap_or((ARRAYS, ""));
    let column = |index: usize| {
        rows.lines().filter_map(move |row| row.split(',').nth(index)?.parse().ok()).collect()
    };
    let names = header.split(',').enumerate().skip(KEYS);
    names.map(|(index, name)| (name.trim().replace('_', "-"), column(index))).collect()
});

/// The family of all per-cell weight arrays.
#[derive(Clone, Copy, Debug)]
pub struct CellWeightFamily;

/// One array, turned for every seat of a game.
#[derive(Clone, Debug)]
pub struct CellWeights {
    by_seat: Vec<[i64; HOLES]>,
}

impl CellWeights {
    fn sum(&self, player: Player, pegs: HoleSet) -> i64 {
        let weights = &self.by_seat[player.index()];
        holes_of(pegs).map(|hole| weights[usize::from(hole)]).sum()
    }
}

impl Evaluator<ChineseCheckers> for CellWeights {
    fn score(&self, _: &ChineseCheckers, position: &Position, player: Player) -> f64 {
        -self.sum(player, position.pegs(player)) as f64
    }

    fn score_moves(
        &self,
        game: &ChineseCheckers,
        position: &Position,
        moves: &[PegMove],
        scores: &mut Vec<f64>,
    ) {
        let player = game.turn(position);
        let weights = &self.by_seat[player.index()];
        let before = self.sum(player, position.pegs(player));
        let after =
            |mv: &PegMove| before - weights[usize::from(mv.from)] + weights[usize::from(mv.to)];
        scores.clear();
        scores.extend(moves.iter().map(|mv| -after(mv) as f64));
    }
}

impl Parametric for CellWeightFamily {
    type Game = ChineseCheckers;
    type Evaluator = CellWeights;

    /// The first generation as the report describes it: 0 in the goal, 200 at home with 500 on
    /// its three tip holes, elsewhere uniform from 0 to 199; mutation keeps goal weights at most
    /// 5 and all others positive.
    fn parameters(&self) -> Vec<Parameter> {
        let parameter = |hole: usize| {
            let (row, _) = STAR.place[hole];
            let corner = usize::from(STAR.corner[hole]);
            let start = match corner {
                HOME if row < 2 => Start::Fixed(500.0),
                HOME => Start::Fixed(200.0),
                GOAL => Start::Fixed(0.0),
                _ => Start::Uniform(0.0, 199.0),
            };
            let (min, max) = match corner {
                GOAL => (f64::from(i32::MIN), 5.0),
                _ => (1.0, f64::from(i32::MAX)),
            };
            Parameter { name: hole_name(hole as u8), kind: Kind::Integer, start, min, max }
        };
        (0..HOLES).map(parameter).collect()
    }

    fn evaluator(&self, game: &ChineseCheckers, values: &[f64]) -> CellWeights {
        let turned = |player: u8| {
            let turned = game.turned_for(Player(player), values);
            std::array::from_fn(|hole| turned[hole] as i64)
        };
        CellWeights { by_seat: (0..game.players() as u8).map(turned).collect() }
    }

    fn built_in_names(&self) -> Vec<&'static str> {
        BUILT_IN.iter().map(|(name, _)| name.as_str()).collect()
    }

    fn built_in(&self, game: &ChineseCheckers, name: &str) -> Result<Vec<f64>, TextError> {
        let Some((_, values)) = BUILT_IN.iter().find(|(known, _)| known == name) else {
            let known = self.built_in_names().join(", ");
            return Err(TextError(format!("no built-in array '{name}'; known: {known}")));
        };
        if name.starts_with(HAND_TUNED) && game.rules().corners == Corners::Open {
            return Err(TextError(format!(
                "{name} has no weights for the side corners, where pegs may stop under \
                 corners=open; choose an evolved array"
            )));
        }
        Ok(values.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::chinese_checkers::Rules;

    fn two_players() -> ChineseCheckers {
        ChineseCheckers::new(2, Rules::standard(2)).unwrap()
    }

    #[test]
    fn nine_arrays_are_built_in() {
        let family = CellWeightFamily;
        let parameters = family.parameters();
        assert_eq!(family.built_in_names().len(), 9);
        for name in family.built_in_names() {
            let values = family.built_in(&two_players(), name).unwrap();
            assert_eq!(values.len(), HOLES, "{name}");
            assert!(values.iter().zip(&parameters).all(|(&value, it)| it.admits(value)));
        }
    }

    #[test]
    fn the_start_costs_the_sum_of_the_home_weights() {
        let game = two_players();
        let family = CellWeightFamily;
        let v4 = family.built_in(&game, "hand-tuned-v4").unwrap();
        let evaluator = family.evaluator(&game, &v4);
        let home = f64::from(57 + 2 * 46 + 3 * 24 + 4 * 23);
        for player in [Player(0), Player(1)] {
            assert_eq!(evaluator.score(&game, &game.start(), player), -home);
        }
    }

    #[test]
    fn hand_tuned_arrays_are_refused_where_pegs_may_stop_in_side_corners() {
        let rules = Rules { corners: Corners::Open, ..Rules::standard(2) };
        let game = ChineseCheckers::new(2, rules).unwrap();
        assert!(CellWeightFamily.built_in(&game, "hand-tuned-v4").is_err());
        assert!(CellWeightFamily.built_in(&game, "generation-7822").is_ok());
    }
}
