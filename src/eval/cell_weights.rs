//! Per-cell distance weights for Chinese Checkers: each peg costs the weight of its hole.
//!
//! An array has 121 integers in reading order for the seat at corner 1; other seats use it
//! turned. The built-in arrays are those of the tin171 report "Fun With Chinese Checkers" (2012).

use super::peg_sum::{PegSum, parameter};
use super::{Evaluator, Needs, Parametric};
use crate::game::Game;
use crate::game::TextError;
use crate::game::chinese_checkers::geometry::{HOLES, STAR};
use crate::game::chinese_checkers::{ChineseCheckers, Corners, hole_name};
use crate::game::layout::{CellLayout, GOAL};
use crate::parameter::Parameter;
use std::sync::LazyLock;

const ARRAYS: &str = include_str!("chinese_checkers_arrays.csv");
/// Columns of the file before the first array: hole, row, column, corner.
const KEYS: usize = 4;
/// Arrays made by hand, whose weights are distances, and whose side corners hold a mark in place
/// of weights.
const HAND_TUNED: &str = "hand-tuned";

/// The built-in arrays by name, in the order of their file.
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

impl Parametric<ChineseCheckers> for CellWeightFamily {
    /// The first generation as the report describes it, the tip of home being its first two rows.
    fn parameters(&self) -> Vec<Parameter> {
        let parameter = |hole: usize| {
            let (row, _) = STAR.place[hole];
            parameter(hole_name(hole as u8), STAR.corner[hole].into(), row < 2)
        };
        (0..HOLES).map(parameter).collect()
    }

    fn layout(&self, game: &ChineseCheckers) -> Option<CellLayout> {
        game.layout()
    }

    /// The side corners, unless pegs may stop there.
    fn idle(&self, game: &ChineseCheckers, _: Needs) -> Vec<usize> {
        let is_side = |hole: &usize| usize::from(STAR.corner[*hole]) > GOAL;
        match game.rules().corners {
            Corners::Open => Vec::new(),
            Corners::Pass | Corners::Closed => (0..HOLES).filter(is_side).collect(),
        }
    }

    /// Left and right change places; corners 1 and 2 stay.
    fn mirror(&self) -> Option<Vec<usize>> {
        Some((0..HOLES).map(|hole| usize::from(STAR.mirrored[hole])).collect())
    }

    fn evaluator(
        &self,
        game: &ChineseCheckers,
        values: &[f64],
    ) -> Box<dyn Evaluator<ChineseCheckers>> {
        Box::new(PegSum::new(game, values))
    }

    fn built_in_names(&self) -> Vec<&'static str> {
        BUILT_IN.iter().map(|(name, _)| name.as_str()).collect()
    }

    fn built_in(&self, game: &ChineseCheckers, name: &str) -> Result<Vec<f64>, TextError> {
        let Some((_, values)) = BUILT_IN.iter().find(|(known, _)| known == name) else {
            return Err(self.unknown(name));
        };
        if name.starts_with(HAND_TUNED) && game.rules().corners == Corners::Open {
            return Err(TextError(format!(
                "{name} has no weights for the side corners, where pegs may stop under \
                 corners=open; choose an evolved array"
            )));
        }
        Ok(values.clone())
    }

    fn is_distance(&self, name: &str) -> bool {
        name.starts_with(HAND_TUNED) && BUILT_IN.iter().any(|(known, _)| known == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::chinese_checkers::Rules;
    use crate::game::{Game, Player};

    fn two_players() -> ChineseCheckers {
        ChineseCheckers::new(2, Rules::standard(2)).unwrap()
    }

    #[test]
    fn nine_arrays_of_the_report_are_built_in() {
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
    fn distances_are_the_hand_tuned_arrays() {
        let is_distance = |name: &&&str| CellWeightFamily.is_distance(name);
        let names = CellWeightFamily.built_in_names();
        let distances: Vec<_> = names.iter().filter(is_distance).collect();
        let hand_tuned = ["hand-tuned-v1", "hand-tuned-v2", "hand-tuned-v3", "hand-tuned-v4"];
        assert_eq!(distances, hand_tuned.iter().collect::<Vec<_>>());
        assert!(!CellWeightFamily.is_distance("hand-tuned-mine.json"));
    }

    #[test]
    fn hand_tuned_arrays_are_refused_where_pegs_may_stop_in_side_corners() {
        let rules = Rules { corners: Corners::Open, ..Rules::standard(2) };
        let game = ChineseCheckers::new(2, rules).unwrap();
        assert!(CellWeightFamily.built_in(&game, "hand-tuned-v4").is_err());
        assert!(CellWeightFamily.built_in(&game, "generation-7822").is_ok());
    }
}
