//! The formula on the star: rows are counted within the rhombus of 81 holes that leaves out the side
//! corners, from the tip of the goal, in which every seat sees the same.

use super::{PidBoard, Place};
use crate::game::Player;
use crate::game::chinese_checkers::ChineseCheckers;
use crate::game::chinese_checkers::geometry::{GRID, HOLES, STAR};

/// Rows of the rhombus, and holes of its longest row.
const ROWS: f64 = GRID as f64;
const LONGEST: f64 = 9.0;

/// A hole as the seat at corner 1 sees it.
fn place(hole: usize) -> Place {
    let (row, column) = STAR.place[hole];
    let (from_home, column) = (f64::from(row), f64::from(column));
    let row = ROWS - from_home;
    let holes = row.min(2.0 * LONGEST - row);
    let number = column - from_home / 2.0 - 4.0 + (holes + 1.0) / 2.0;
    Place::new(row, row % 2.0 == 0.0, number, holes)
}

impl PidBoard for ChineseCheckers {
    const ROWS: f64 = ROWS;
    const WAY: f64 = ROWS + 1.0;

    fn places(&self, player: Player) -> Vec<Place> {
        let places: Vec<Place> = (0..HOLES).map(place).collect();
        self.turned_for(player, &places).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::super::PidFamily;
    use super::*;
    use crate::eval::Parametric;
    use crate::game::Game;
    use crate::game::chinese_checkers::{PegMove, Rules, parse_hole};

    fn game() -> ChineseCheckers {
        ChineseCheckers::new(2, Rules::report()).unwrap()
    }

    #[test]
    fn rows_of_the_rhombus_are_counted_from_the_goal() {
        let place = |name: &str| place(usize::from(parse_hole(name).unwrap()));
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
        assert!(evaluator.at(&game, &game.start()).is_none());
        let apart = PidFamily.evaluator(&game, &values[3..].repeat(2));
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
