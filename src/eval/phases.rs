//! Per-cell weights for Chinese Checkers that change with the game: four arrays, of which a player
//! goes by the one for the phase in which its army is.
//!
//! A peg in the tip of home is in row 0, one in the tip of the goal in row 16. The phase follows from the
//! sum over an army's ten pegs before the move, which is 20 at the start and 140 at the end.

use super::cell_weights::CellWeightFamily;
use super::peg_sum::PegSum;
use super::{Evaluator, Needs, Parametric};
use crate::game::chinese_checkers::geometry::{GRID, HOLES};
use crate::game::chinese_checkers::{ChineseCheckers, Position};
use crate::game::layout::{Board, Cell, CellLayout};
use crate::game::pegs::PegGame;
use crate::game::{Game, Player, TextError};
use crate::parameter::Parameter;

/// The name of each phase.
pub const NAMES: [&str; 4] = ["early", "middle", "late", "end"];
/// The sum of rows at which each phase but the first begins.
pub const LIMITS: [u32; NAMES.len() - 1] = [50, 80, 110];

/// The row of a hole from the tip of a player's home.
pub fn row(game: &ChineseCheckers, player: Player, hole: u8) -> u8 {
    GRID as u8 - game.row_to_goal(player, hole)
}

/// The phase of an army whose rows have that sum, from 0.
#[inline(always)]
pub fn phase(rows: u32, limits: &[u32]) -> usize {
    limits.iter().filter(|&&limit| rows >= limit).count()
}

/// The family of all vectors of four arrays, one after another.
#[derive(Clone, Copy, Debug)]
pub struct PhaseFamily;

/// The arrays, turned for every seat of a game.
struct PhaseSum([PegSum; NAMES.len()]);

impl PhaseSum {
    fn new(game: &ChineseCheckers, values: &[f64]) -> PhaseSum {
        let array = |phase: usize| {
            let values = values.iter().skip(phase * HOLES).take(HOLES).copied();
            PegSum::new(game, &values.collect::<Vec<_>>())
        };
        PhaseSum(std::array::from_fn(array))
    }

    /// The array by which a player goes.
    fn array(&self, game: &ChineseCheckers, position: &Position, player: Player) -> &PegSum {
        let row = |hole: u8| u32::from(row(game, player, hole));
        &self.0[phase(game.pegs_of(position, player).map(row).sum(), &LIMITS)]
    }
}

impl Evaluator<ChineseCheckers> for PhaseSum {
    fn score(&self, game: &ChineseCheckers, position: &Position, player: Player) -> f64 {
        self.array(game, position, player).score(game, position, player)
    }

    /// By the player's own array for all armies, since no two arrays are of one scale.
    fn margin(&self, game: &ChineseCheckers, position: &Position, player: Player) -> f64 {
        self.array(game, position, player).margin(game, position, player)
    }

    fn at(
        &self,
        game: &ChineseCheckers,
        position: &Position,
    ) -> Option<&dyn Evaluator<ChineseCheckers>> {
        Some(self.array(game, position, game.turn(position)))
    }
}

impl Parametric<ChineseCheckers> for PhaseFamily {
    fn parameters(&self) -> Vec<Parameter> {
        let of_array = CellWeightFamily.parameters();
        let named = |phase: &'static str| {
            let name = move |it: &Parameter| cell_name(phase, &it.name);
            of_array.iter().map(move |it| Parameter { name: name(it), ..it.clone() })
        };
        NAMES.into_iter().flat_map(named).collect()
    }

    fn arrays(&self) -> usize {
        NAMES.len()
    }

    /// The boards beside each other, a column apart.
    fn layout(&self, game: &ChineseCheckers) -> Option<CellLayout> {
        let one = game.layout()?;
        let wide = one.cells.iter().map(|cell| cell.x).fold(0.0, f64::max).ceil() + 2.0;
        let beside = |(number, phase): (usize, &'static str)| {
            let cell = move |cell: &Cell| Cell {
                name: cell_name(phase, &cell.name),
                column: cell.column + number * (one.grid.1 + 1),
                x: cell.x + number as f64 * wide,
                ..cell.clone()
            };
            one.cells.iter().map(cell).collect::<Vec<_>>()
        };
        Some(CellLayout {
            cells: (0..).zip(NAMES).flat_map(beside).collect(),
            grid: (one.grid.0, NAMES.len() * (one.grid.1 + 1) - 1),
            turned: one.turned.iter().map(|it| of_all(it)).collect(),
            boards: (0..).zip(NAMES).map(board).collect(),
        })
    }

    fn idle(&self, game: &ChineseCheckers, needs: Needs) -> Vec<usize> {
        of_all(&CellWeightFamily.idle(game, needs))
    }

    fn mirror(&self) -> Option<Vec<usize>> {
        CellWeightFamily.mirror().map(|it| of_all(&it))
    }

    fn evaluator(
        &self,
        game: &ChineseCheckers,
        values: &[f64],
    ) -> Box<dyn Evaluator<ChineseCheckers>> {
        Box::new(PhaseSum::new(game, values))
    }

    /// Those of a single array, which is the same in all phases.
    fn built_in_names(&self) -> Vec<&'static str> {
        CellWeightFamily.built_in_names()
    }

    fn built_in(&self, game: &ChineseCheckers, name: &str) -> Result<Vec<f64>, TextError> {
        Ok(CellWeightFamily.built_in(game, name)?.repeat(NAMES.len()))
    }

    fn is_distance(&self, name: &str) -> bool {
        CellWeightFamily.is_distance(name)
    }
}

/// What the board of a phase is for.
fn board((number, name): (usize, &str)) -> Board {
    let from = number.checked_sub(1).map(|before| LIMITS[before]);
    let sums = match (from, LIMITS.get(number)) {
        (None, Some(to)) => format!("is below {to}"),
        (Some(from), Some(to)) => format!("is {from} to {}", to - 1),
        (from, None) => format!("is {} or more", from.unwrap_or_default()),
    };
    let when = format!("while the sum of its pegs' rows, from 0 at the tip of home, {sums}");
    Board { name: name.to_string(), when }
}

fn cell_name(phase: &str, hole: &str) -> String {
    format!("{phase}-{hole}")
}

/// The places that a single array's have in each of all.
fn of_all(places: &[usize]) -> Vec<usize> {
    let of_one = |phase: usize| places.iter().map(move |place| phase * HOLES + place);
    (0..NAMES.len()).flat_map(of_one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::chinese_checkers::Rules;
    use crate::game::chinese_checkers::geometry::STAR;
    use crate::rng::{Purpose, Seed};
    use rand::RngExt;

    fn game() -> ChineseCheckers {
        ChineseCheckers::new(2, Rules::standard(2)).unwrap()
    }

    /// Every hole of the array for a phase costs that phase's number.
    fn numbered(game: &ChineseCheckers) -> PhaseSum {
        let values: Vec<f64> = (1..=NAMES.len()).flat_map(|it| [it as f64; HOLES]).collect();
        PhaseSum::new(game, &values)
    }

    /// The phase in which a player is, by what its ten pegs cost.
    fn phase_of(game: &ChineseCheckers, position: &Position, player: Player) -> usize {
        (numbered(game).score(game, position, player) / -10.0) as usize - 1
    }

    #[test]
    fn an_army_comes_from_the_first_phase_to_the_last() {
        let game = game();
        let start = game.start();
        let rows = |position: &Position, player: u8| -> u32 {
            let down = |hole: u8| STAR.place[usize::from(hole)].0 as u32;
            let come = |hole: u8| if player == 0 { down(hole) } else { 16 - down(hole) };
            game.pegs_of(position, Player(player)).map(come).sum()
        };
        assert_eq!([rows(&start, 0), rows(&start, 1)], [20, 20]);
        let goal_row = |hole: u8| u32::from(row(&game, Player(0), hole));
        let goal: u32 = game.goal_of(Player(0)).map(goal_row).sum();
        assert_eq!(goal, 140);
        assert_eq!(phase(goal, &LIMITS), NAMES.len() - 1);
        for (number, limit) in LIMITS.into_iter().enumerate() {
            assert_eq!([limit - 1, limit].map(|it| phase(it, &LIMITS)), [number, number + 1]);
        }
        let mut rng = Seed::new(4).unwrap().stream(Purpose::Bench, &[0]);
        let (mut position, mut moves) = (start, Vec::new());
        while game.outcome(&position).is_none() {
            for player in [0, 1] {
                let found = phase_of(&game, &position, Player(player));
                assert_eq!(found, phase(rows(&position, player), &LIMITS));
            }
            game.moves(&position, &mut moves);
            let mv = moves[rng.random_range(0..moves.len())];
            game.play(&mut position, mv);
        }
    }

    #[test]
    fn the_player_to_move_chooses_by_its_own_phase() {
        let game = game();
        let evaluator = numbered(&game);
        let position = game.start();
        let at = evaluator.at(&game, &position).unwrap();
        assert_eq!(at.score(&game, &position, Player(1)), -10.0);
        assert_eq!(at.margin(&game, &position, Player(1)), 0.0);
    }

    #[test]
    fn cells_are_named_by_phase_and_turn_within_their_array() {
        let game = game();
        let layout = PhaseFamily.layout(&game).unwrap();
        let names: Vec<_> = PhaseFamily.parameters().into_iter().map(|it| it.name).collect();
        assert_eq!(layout.cells.iter().map(|it| it.name.clone()).collect::<Vec<_>>(), names);
        let places: std::collections::BTreeSet<_> =
            layout.cells.iter().map(|it| (it.row, it.column)).collect();
        assert_eq!(places.len(), names.len());
        let values: Vec<usize> = (0..names.len()).collect();
        let turned = layout.turn(&values, 2).unwrap();
        assert!(turned.iter().zip(&values).all(|(one, two)| one / HOLES == two / HOLES));
    }
}
