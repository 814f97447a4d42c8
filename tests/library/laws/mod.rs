//! Laws that evaluations, greedy play and matches keep, whatever the numbers.

mod games;

use crate::play::{after, legal_moves, random_position, table};
use proptest::prelude::*;
use starhop::eval::Parametric;
use starhop::eval::cell_weights::CellWeightFamily;
use starhop::evolve::breed::found;
use starhop::game::chinese_checkers::geometry::HOLES;
use starhop::game::chinese_checkers::{ChineseCheckers, Corners, Position};
use starhop::game::{Game, Player};
use starhop::parameter::Domain;
use starhop::rng::Seed;

/// Arrays of all that a weight can be.
fn arrays() -> impl Strategy<Value = Vec<f64>> {
    let weight = prop_oneof![any::<i32>(), -30..300i32];
    prop::collection::vec(weight.prop_map(f64::from), HOLES)
}

/// A game, and a position of it somewhere between the start and the end.
fn positions() -> impl Strategy<Value = (ChineseCheckers, Position)> {
    let corners = prop::sample::select(Corners::ALL.to_vec());
    (2..=6usize, corners, any::<u64>(), 0..200usize).prop_map(
        |(players, corners, number, plies)| {
            let game = table(players, corners, 10_000);
            let position = random_position(&game, number, plies);
            (game, position)
        },
    )
}

fn seats(game: &ChineseCheckers) -> impl Iterator<Item = Player> + use<> {
    (0..game.players() as u8).map(Player)
}

proptest! {
    #[test]
    fn a_move_is_worth_what_the_position_after_it_is((game, position) in positions(), array in arrays()) {
        let evaluator = CellWeightFamily.evaluator(&game, &array);
        let moves = legal_moves(&game, &position);
        let mut scores = vec![f64::NAN; 3];
        evaluator.score_moves(&game, &position, &moves, &mut scores);
        let player = game.turn(&position);
        let score = |&mv| evaluator.score(&game, &after(&game, &position, mv), player);
        prop_assert_eq!(scores, moves.iter().map(score).collect::<Vec<f64>>());
    }

    #[test]
    fn a_position_is_worth_what_its_pegs_cost((game, position) in positions(), array in arrays()) {
        let evaluator = CellWeightFamily.evaluator(&game, &array);
        let layout = game.layout().unwrap();
        for player in seats(&game) {
            let turned = layout.turn(&array, game.corner(player).into()).unwrap();
            let pegs = (0..HOLES).filter(|&hole| position.peg_at(hole as u8) == Some(player));
            let cost: f64 = pegs.map(|hole| turned[hole]).sum();
            prop_assert_eq!(evaluator.score(&game, &position, player), -cost);
        }
    }
}

#[test]
fn a_first_generation_is_the_one_that_the_report_describes() {
    let parameters = CellWeightFamily.parameters();
    assert!(parameters.iter().all(|parameter| parameter.domain == Domain::Integer));
    let cells = table(2, Corners::Closed, 150).layout().unwrap().cells;
    let genomes = found(&parameters, 200, Seed::new(1).unwrap(), 0);
    let mut drawn: Vec<f64> = Vec::new();
    for genes in &genomes {
        for (cell, &gene) in cells.iter().zip(genes) {
            match cell.corner {
                1 => assert_eq!(gene, if cell.row < 2 { 500.0 } else { 200.0 }, "{}", cell.name),
                2 => assert_eq!(gene, 0.0, "{}", cell.name),
                _ => drawn.push(gene),
            }
        }
    }
    drawn.sort_by(f64::total_cmp);
    drawn.dedup();
    assert!(drawn.into_iter().eq((0..200).map(f64::from)));
    let home = cells.iter().filter(|cell| cell.corner == 1 && cell.row < 2);
    assert_eq!(home.count(), 3);
    for (cell, parameter) in cells.iter().zip(&parameters) {
        let bounds = if cell.corner == 2 { (i32::MIN, 5) } else { (1, i32::MAX) };
        assert_eq!((parameter.min, parameter.max), (bounds.0.into(), bounds.1.into()));
    }
}
