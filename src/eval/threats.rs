//! The evaluation of "Assignment 0", a Connect Four program after Lam, "Heuristics in the Game of
//! Connect-K": a linear combination of six features.
//!
//! They are, of the player and of the opponent in turn: whether it has won; its threats whose empty
//! cell lies in an odd row, from 1 at the bottom; and those in an even row. A threat is a line of
//! three discs with an empty cell at an end; with an empty cell at both it is two.

mod counts;

use super::{Evaluator, Needs, Parametric};
use crate::game::connect_four::{Board, COLUMNS, ConnectFour};
use crate::game::{Game as _, Player, TextError};
use crate::parameter::{Domain, Parameter, Start};
use counts::{Drops, Has};

const NAMES: [&str; 6] =
    ["win", "loss", "odd-threats", "odd-against", "even-threats", "even-against"];
/// The indices of the features that tell of ends. Whoever looks at its own moves never meets one
/// that the opponent has won.
const WIN: usize = 0;
const LOSS: usize = 1;
/// Coefficients by name: those that the program's authors found.
const BUILT_IN: [(&str, [f64; 6]); 1] = [(
    "published",
    [
        0.250_294_394_330_106_9,
        -0.495_231_664_948_370_1,
        0.393_253_970_081_962_5,
        -0.274_245_261_675_988_9,
        0.474_688_113_788_428_2,
        0.209_109_112_719_114_7,
    ],
)];
/// The family of all coefficients.
#[derive(Clone, Copy, Debug)]
pub struct ThreatsFamily;

/// One set of coefficients, in the order of the features.
struct Threats([f64; 6]);

impl Threats {
    /// What it is worth to have `own` where the opponent has `other`.
    #[inline(always)]
    fn worth(&self, [own, other]: [Has; 2]) -> f64 {
        let features = [
            u32::from(own.won),
            u32::from(other.won),
            own.threats[0],
            other.threats[0],
            own.threats[1],
            other.threats[1],
        ];
        self.0.iter().zip(features).map(|(weight, feature)| weight * f64::from(feature)).sum()
    }

    /// What the disc in a column that isn't full is worth to the player who drops it, or to the other.
    #[inline(always)]
    fn worth_after(&self, drops: &Drops, column: u8, is_own: bool) -> Option<f64> {
        let [mover, other] = drops.after(column)?;
        Some(self.worth(if is_own { [mover, other] } else { [other, mover] }))
    }
}

impl Evaluator<ConnectFour> for Threats {
    fn score(&self, _: &ConnectFour, board: &Board, player: Player) -> f64 {
        let empty = board.empty();
        let has = |player| Has::of(board.discs(player), empty);
        self.worth([has(player), has(Player(1 - player.0))])
    }

    fn score_moves(&self, game: &ConnectFour, board: &Board, moves: &[u8], scores: &mut Vec<f64>) {
        self.margins(game, board, moves, game.turn(board), scores);
    }

    /// The score itself, which looks at the opponent already.
    fn margin(&self, game: &ConnectFour, board: &Board, player: Player) -> f64 {
        self.score(game, board, player)
    }

    fn margins(
        &self,
        game: &ConnectFour,
        board: &Board,
        moves: &[u8],
        player: Player,
        margins: &mut Vec<f64>,
    ) {
        let (drops, is_own) = (Drops::new(board), game.turn(board) == player);
        margins.clear();
        margins.extend(moves.iter().filter_map(|&it| self.worth_after(&drops, it, is_own)));
    }

    /// Column by column.
    fn best_margin(
        &self,
        game: &ConnectFour,
        board: &Board,
        player: Player,
        _worth: f64,
        enough: f64,
    ) -> Option<(f64, u64)> {
        let (drops, is_own) = (Drops::new(board), game.turn(board) == player);
        let sign = if is_own { 1.0 } else { -1.0 };
        let (mut best, mut looked_at) = (f64::NEG_INFINITY, 0);
        for worth in (0..COLUMNS).filter_map(|it| self.worth_after(&drops, it, is_own)) {
            looked_at += 1;
            if sign * worth > best {
                best = sign * worth;
            }
            if best >= sign * enough {
                break;
            }
        }
        Some((sign * best, looked_at))
    }
}

impl Parametric<ConnectFour> for ThreatsFamily {
    fn parameters(&self) -> Vec<Parameter> {
        let parameter = |name: &str| Parameter {
            name: name.to_string(),
            domain: Domain::Real,
            start: Start::Uniform(-1.0, 1.0),
            min: -1000.0,
            max: 1000.0,
        };
        NAMES.map(parameter).to_vec()
    }

    fn idle(&self, _: &ConnectFour, needs: Needs) -> Vec<usize> {
        if needs.ends { vec![LOSS] } else { vec![WIN, LOSS] }
    }

    fn evaluator(&self, _: &ConnectFour, values: &[f64]) -> Box<dyn Evaluator<ConnectFour>> {
        let mut weights = [0.0; 6];
        weights.iter_mut().zip(values).for_each(|(weight, &value)| *weight = value);
        Box::new(Threats(weights))
    }

    fn built_in_names(&self) -> Vec<&'static str> {
        BUILT_IN.map(|(name, _)| name).to_vec()
    }

    fn built_in(&self, _: &ConnectFour, name: &str) -> Result<Vec<f64>, TextError> {
        let found = BUILT_IN.iter().find(|(known, _)| *known == name);
        found.map(|(_, values)| values.to_vec()).ok_or_else(|| self.unknown(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn threats(board: &Board, player: u8) -> [u32; 2] {
        Has::of(board.discs(Player(player)), board.empty()).threats
    }

    fn board(rows: [&str; 6]) -> Board {
        let count = rows.concat().matches(['1', '2']).count();
        let turn = count % 2 + 1;
        let text = format!("starhop position 1: connect-four turn={turn}\n{}", rows.join("\n"));
        ConnectFour::parse_position(&text).unwrap().1
    }

    #[test]
    fn features_are_those_counted_by_hand() {
        let board = board([
            ". . . . . . .",
            ". . . . . . .",
            "1 . . . . . .",
            "1 . . 2 . . .",
            "1 . 2 1 . . 2",
            "2 2 1 1 1 . 2",
        ]);
        // Seat 1: up the first column to row 5, and along row 1 to the right.
        assert_eq!(threats(&board, 0), [2, 0]);
        // Seat 2: the rising line goes on in the fifth column, row 4.
        assert_eq!(threats(&board, 1), [0, 1]);
        let weights = [1.0, 10.0, 100.0, 1000.0, 3.0, 50.0];
        let evaluator = ThreatsFamily.evaluator(&ConnectFour, &weights);
        assert_eq!(evaluator.score(&ConnectFour, &board, Player(0)), 250.0);
        assert_eq!(evaluator.score(&ConnectFour, &board, Player(1)), 2003.0);
    }

    #[test]
    fn a_line_open_at_both_ends_is_two_threats_and_a_win_is_a_feature() {
        let open = board([
            ". . . . . . .",
            ". . . . . . .",
            ". . . . . . .",
            ". . . . . . .",
            ". . 2 2 . . .",
            ". . 1 1 1 . .",
        ]);
        assert_eq!(threats(&open, 0), [2, 0]);
        let won = board([
            ". . . . . . .",
            ". . . . . . .",
            ". . . . . . .",
            ". . . . . . .",
            ". . 2 2 2 . .",
            ". . 1 1 1 1 .",
        ]);
        let evaluator = ThreatsFamily.evaluator(&ConnectFour, &[5.0, -7.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(evaluator.score(&ConnectFour, &won, Player(0)), 5.0);
        assert_eq!(evaluator.score(&ConnectFour, &won, Player(1)), -7.0);
    }
}
