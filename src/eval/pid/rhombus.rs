//! The formula on the rhombus, to the letter.
//!
//! The paper numbers rows from 1 to 19 and holes of a row from the left. Its first player goes up
//! to row 1; here it goes down, so that row 1 is the lowest and left stays left. The second player's
//! rows are 19 less the number, from 18 down to 0, so its scores differ from the first's by a
//! constant, which no choice of a move depends on. Both count holes from the same left, and
//! the middle of an even number of holes is the left one of the two: they see mirror images.

use super::{PidBoard, Place};
use crate::game::Player;
use crate::game::rhombus::Rhombus;
use crate::game::rhombus::geometry::{self, HOLES, holes_in, number_of, row_of};

const ROWS: f64 = geometry::ROWS as f64;

/// The row of a hole in the paper's numbers.
fn printed_row(hole: u8) -> u8 {
    geometry::ROWS - row_of(hole)
}

impl PidBoard for Rhombus {
    const ROWS: f64 = ROWS;
    const WAY: f64 = ROWS;

    fn places(&self, player: Player) -> Vec<Place> {
        let place = |hole: u8| {
            let printed = f64::from(printed_row(hole));
            let row = if player == Player(0) { printed } else { ROWS - printed };
            let (number, holes) = (number_of(hole).into(), holes_in(row_of(hole)).into());
            Place::new(row, printed_row(hole).is_multiple_of(2), number, holes)
        };
        (0..HOLES as u8).map(place).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::PidFamily;
    use super::*;
    use crate::eval::{Evaluator, Parametric};
    use crate::game::hints::SearchHints;
    use crate::game::pegs::PegGame;
    use crate::game::rhombus::{Position, parse_hole, standard_rules};
    use crate::game::{Game, TextError};

    /// The paper's evaluation line by line, from rows and columns in its own numbers.
    fn printed(own: &[(f64, f64)], other: &[(f64, f64)], player: u8, pid: [f64; 3]) -> f64 {
        let rows = |pegs: &[(f64, f64)]| -> Vec<f64> {
            let seen = |&(row, _): &(f64, f64)| if player == 1 { row } else { 19.0 - row };
            pegs.iter().map(seen).collect()
        };
        let columns = |row: f64| if row <= 10.0 { row } else { 20.0 - row };
        let aside = own.iter().filter(|(row, _)| row % 2.0 == 0.0);
        let aside = aside.map(|&(row, column)| (column - columns(row) / 2.0).abs() / columns(row));
        let (own, other) = (rows(own), rows(other));
        let lagger = 19.0 - own.iter().copied().fold(0.0, f64::max);
        let [p, i, d] = pid;
        -p * own.iter().sum::<f64>() + i * lagger
            - d * aside.sum::<f64>()
            - p * other.iter().sum::<f64>()
    }

    fn numbers(position: &Position, player: Player) -> Vec<(f64, f64)> {
        let pegs = (0..HOLES as u8).filter(|&hole| position.peg_at(hole) == Some(player));
        pegs.map(|hole| (printed_row(hole).into(), number_of(hole).into())).collect()
    }

    fn game() -> Rhombus {
        Rhombus::new(2, standard_rules()).unwrap()
    }

    /// The paper's evaluation before armies are apart, and the one after that.
    fn paper(game: &Rhombus) -> Result<[Box<dyn Evaluator<Rhombus>>; 2], TextError> {
        let values = PidFamily.built_in(game, "pid-2019")?;
        Ok([&values[..3], &values[3..]].map(|it| PidFamily.evaluator(game, &it.repeat(2))))
    }

    /// By hand. Both see their own pegs in rows 19, 2 × 18, 3 × 17, 4 × 16 or one less each; the other's
    /// in 1, 2 × 2, 3 × 3, 4 × 4, or one less each. Even rows have 2 and 4 holes: h is 0 and ½, and
    /// ¼, 0, ¼ and ½.
    #[test]
    fn the_start_is_worth_what_the_formula_says() {
        let game = game();
        let [paper, apart] = paper(&game).unwrap();
        let scores = [0, 1].map(|seat| paper.score(&game, &game.start(), Player(seat)));
        assert_eq!(scores[0], -2.0 * (170.0 + 30.0) + 10.0 * 0.0 - 5.0 * 1.5);
        assert_eq!(scores[1], -2.0 * (160.0 + 20.0) + 10.0 * 1.0 - 5.0 * 1.5);
        assert_eq!(apart.score(&game, &game.start(), Player(0)), -200.0);
    }

    #[test]
    fn positions_of_games_are_worth_what_is_printed() {
        let game = game();
        let [paper, apart] = paper(&game).unwrap();
        let mut position = game.start();
        let mut moves = Vec::new();
        for ply in 0..120 {
            for player in [Player(0), Player(1)] {
                let (own, other) =
                    (numbers(&position, player), numbers(&position, Player(1 - player.0)));
                let printed = |pid| printed(&own, &other, player.0 + 1, pid);
                // Summed up in another order.
                let is_near = |one: f64, two: f64| (one - two).abs() < 1e-9;
                let mixed = printed([2.0, 10.0, 5.0]);
                assert!(is_near(paper.score(&game, &position, player), mixed));
                assert!(is_near(paper.margin(&game, &position, player), mixed));
                let apart = apart.score(&game, &position, player);
                assert!(is_near(apart, printed([1.0, 5.0, 0.0])));
            }
            game.moves(&position, &mut moves);
            let ahead = moves.iter().filter(|&&mv| !game.retreats(&position, mv));
            let ahead: Vec<_> = ahead.copied().collect();
            let Some(&mv) = ahead.get(ply * 7 % ahead.len().max(1)) else { break };
            game.play(&mut position, mv);
        }
        assert!(position.ply() > 30);
    }

    /// The board upside down with the seats changed: the same but for the second seat's constant.
    #[test]
    fn seats_see_mirror_images() {
        let game = game();
        let [paper, _] = paper(&game).unwrap();
        let flip = |hole: u8| {
            let row = printed_row(hole) - 1;
            let same = |&it: &u8| row_of(it) == row && number_of(it) == number_of(hole);
            (0..HOLES as u8).find(same).unwrap()
        };
        let holes = |names: &str| -> [u8; 10] {
            let names: Vec<u8> = names.split(' ').map(|it| parse_hole(it).unwrap()).collect();
            names.try_into().unwrap()
        };
        let one = holes("a1 b2 d4 e1 f2 h8 j3 k9 l1 p2");
        let two = holes("b1 c2 d1 f6 h1 j10 l8 n3 r2 s1");
        let position = game.position_at(&[one, two], 20, 0);
        let flipped = game.position_at(&[two.map(flip), one.map(flip)], 20, 0);
        for (seat, constant) in [(0, 2.0 * 20.0 + 10.0), (1, -(2.0 * 20.0 + 10.0))] {
            let [score, other] = [
                paper.score(&game, &position, Player(seat)),
                paper.score(&game, &flipped, Player(1 - seat)),
            ];
            assert_eq!(other - score, constant);
        }
    }
}
