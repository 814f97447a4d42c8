//! The evaluation of "2ID90 International Draught assignment" (de Graaf and Poels, 2017, section
//! 4): pieces, tempi, balance, coherence and mobility, each of the player less the opponent's.
//!
//! - *Man*, *king*: how many there are (equation 1, where a king is worth three men).
//! - *Tempi*: the rows that men stand from the player's own bottom row (equation 2, algorithm 2).
//! - *Balance*: the columns that men stand from the middle of the board, those of one wing against
//!   those of the other, by how much the wings differ; the less, the better (Gilbert of his program
//!   KingsRow, in "Left/right imbalance checkers/draughts", damforum.nl, 2020).
//! - *Coherence*: pairs of men next to each other on a diagonal, of which one backs the other, the
//!   shortest of Samuel's dykes (Some Studies in Machine Learning Using the Game of Checkers, 1959,
//!   appendix C).
//! - *Mobility*: moves that take nothing, counted as if nothing could be taken.
//!
//! The assignment gives formulas for the first three; it only names the others.

use super::{Evaluator, Parametric};
use crate::game::draughts::board::{DIRECTIONS, Fields, SIDE, column, row, step};
use crate::game::draughts::{Draughts, Position, forward};
use crate::game::{Player, TextError};
use crate::parameter::{Domain, Parameter, Start};

const NAMES: [&str; 6] = ["man", "king", "tempi", "balance", "coherence", "mobility"];
/// Weights by name: the assignment's piece count alone, and all terms, as a man is worth about a
/// hundred of their smallest parts.
const BUILT_IN: [(&str, [f64; 6]); 2] =
    [(PIECES, [1.0, 3.0, 0.0, 0.0, 0.0, 0.0]), ("hand-set", [1.0, 3.0, 0.01, 0.01, 0.02, 0.02])];
const PIECES: &str = "pieces";
/// What first generations are drawn around, and how far from it.
const STARTS: [(f64, f64); 6] =
    [(1.0, 0.5), (3.0, 1.5), (0.0, 0.1), (0.0, 0.1), (0.0, 0.1), (0.0, 0.1)];

/// The family of all weights.
#[derive(Clone, Copy, Debug)]
pub struct DraughtsFamily;

/// One set of weights, in the order of the terms.
struct Weights([f64; 6]);

/// The terms of one player.
fn terms(position: &Position, player: Player) -> [f64; 6] {
    let pieces = position.pieces(player);
    let (men, kings) = (pieces & !position.kings(), pieces & position.kings());
    let sums = Sums::of(men);
    [
        f64::from(sums.count),
        f64::from(kings.count_ones()),
        f64::from(sums.tempi(player)),
        -sums.imbalance(),
        f64::from(pairs(men)),
        f64::from(steps(men, kings, position.empty(), player)),
    ]
}

/// How many men there are, and the sums of their rows and columns.
#[derive(Clone, Copy)]
struct Sums {
    count: u32,
    rows: u32,
    columns: u32,
}

/// Places of two rows, of which the last is no field.
const PAIR: u32 = 11;
/// The sums of each set of fields of the upper two rows.
static UPPER: [Sums; 1 << (PAIR - 1)] = {
    let mut all = [Sums { count: 0, rows: 0, columns: 0 }; 1 << (PAIR - 1)];
    let mut set = 1;
    while set < all.len() {
        // One more than the set without its lowest field.
        let (before, place) = (all[set & (set - 1)], set.trailing_zeros() as u8);
        let (rows, columns) = (before.rows + row(place), before.columns + column(place));
        all[set] = Sums { count: before.count + 1, rows, columns };
        set += 1;
    }
    all
};

impl Sums {
    fn of(men: Fields) -> Sums {
        let mut all = Sums { count: 0, rows: 0, columns: 0 };
        for pair in 0..SIDE / 2 {
            let Sums { count, rows, columns } =
                UPPER[(men >> (PAIR * pair)) as usize % UPPER.len()];
            all.count += count;
            all.rows += rows + 2 * pair * count;
            all.columns += columns;
        }
        all
    }

    /// Rows from the bottom row, which is white's lowest and black's highest.
    fn tempi(self, player: Player) -> u32 {
        if player == Player(0) { (SIDE - 1) * self.count - self.rows } else { self.rows }
    }

    /// How far apart the wings' sums of columns from the middle are, which lies between two columns.
    fn imbalance(self) -> f64 {
        let middle = f64::from(SIDE - 1) / 2.0;
        (f64::from(self.columns) - middle * f64::from(self.count)).abs()
    }
}

/// Pairs of men next to each other.
fn pairs(men: Fields) -> u32 {
    DIRECTIONS[..2].iter().map(|&direction| (step(men, direction) & men).count_ones()).sum()
}

fn steps(men: Fields, kings: Fields, empty: Fields, player: Player) -> u32 {
    let of_men = forward(player).iter().map(|&it| (step(men, it) & empty).count_ones());
    let of_kings = DIRECTIONS.iter().map(|&direction| {
        let (mut fields, mut count) = (kings, 0);
        while fields != 0 {
            fields = step(fields, direction) & empty;
            count += fields.count_ones();
        }
        count
    });
    of_men.sum::<u32>() + of_kings.sum::<u32>()
}

impl Evaluator<Draughts> for Weights {
    fn score(&self, _: &Draughts, position: &Position, player: Player) -> f64 {
        let own = terms(position, player);
        let other = terms(position, Player(1 - player.0));
        let difference = own.iter().zip(other).map(|(own, other)| own - other);
        self.0.iter().zip(difference).map(|(weight, term)| weight * term).sum()
    }

    /// The score itself, which is a difference already.
    fn margin(&self, game: &Draughts, position: &Position, player: Player) -> f64 {
        self.score(game, position, player)
    }
}

impl Parametric<Draughts> for DraughtsFamily {
    fn parameters(&self) -> Vec<Parameter> {
        let parameter = |(name, (middle, reach)): (&str, (f64, f64))| Parameter {
            name: name.to_string(),
            domain: Domain::Real,
            start: Start::Uniform(middle - reach, middle + reach),
            min: -1000.0,
            max: 1000.0,
        };
        NAMES.into_iter().zip(STARTS).map(parameter).collect()
    }

    fn evaluator(&self, _: &Draughts, values: &[f64]) -> Box<dyn Evaluator<Draughts>> {
        let mut weights = [0.0; 6];
        weights.iter_mut().zip(values).for_each(|(weight, &value)| *weight = value);
        Box::new(Weights(weights))
    }

    fn built_in_names(&self) -> Vec<&'static str> {
        BUILT_IN.map(|(name, _)| name).to_vec()
    }

    fn built_in(&self, _: &Draughts, name: &str) -> Result<Vec<f64>, TextError> {
        let found = BUILT_IN.iter().find(|(known, _)| *known == name);
        found.map(|(_, values)| values.to_vec()).ok_or_else(|| self.unknown(name))
    }

    /// The fewer pieces, the farther from a win.
    fn is_distance(&self, name: &str) -> bool {
        name == PIECES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game as _;
    use crate::game::draughts::board::{BOARD, places};
    use crate::game::draughts::fen;
    use rand::RngExt as _;

    const WHITE: Player = Player(0);
    const BLACK: Player = Player(1);

    #[test]
    fn the_start_is_even_in_every_term() {
        let start = Draughts.start();
        // Rows 0 to 3 of five men each; odd rows lie as far to the left as even ones to the right;
        // between two rows nine pairs; nine moves.
        let expected = [20.0, 0.0, 30.0, 0.0, 27.0, 9.0];
        assert_eq!(terms(&start, WHITE), expected);
        assert_eq!(terms(&start, BLACK), expected);
    }

    #[test]
    fn terms_are_those_counted_by_hand() {
        let position = fen::parse("W:W28,32,33,38,K46:B2,12,K5").unwrap();
        // Men 4 + 3 + 3 + 2 rows up, in columns 4, 3, 5 and 4: -0.5 - 1.5 + 0.5 - 0.5 = -2.
        // 32 and 33 back 28, and 38 backs both: four pairs. 28 goes to 22 and 23, 32 to 27,
        // 33 to 29; the king to 41 and 37, and not beyond 32.
        assert_eq!(terms(&position, WHITE), [4.0, 1.0, 12.0, -2.0, 4.0, 6.0]);
        // Men 0 and 2 rows down, both in column 3: -1.5 - 1.5. 2 goes to 7 and 8, 12 to 17 and 18;
        // the king to 10, 14, 19 and 23, and not beyond 28.
        assert_eq!(terms(&position, BLACK), [2.0, 1.0, 2.0, -3.0, 0.0, 8.0]);
    }

    #[test]
    fn sums_of_men_are_those_of_each() {
        let mut rng = crate::rng::Seed::new(1).unwrap().stream(crate::rng::Purpose::Bench, &[0]);
        for number in 0..1000 {
            let men = if number == 0 { BOARD } else { rng.random::<u64>() & BOARD };
            let sum = |of: fn(u8) -> u32| places(men).map(of).sum::<u32>();
            let sums = Sums::of(men);
            assert_eq!((sums.rows, sums.columns), (sum(row), sum(column)));
            assert_eq!(sums.count, men.count_ones());
        }
    }

    #[test]
    fn scores_are_weighted_differences() {
        let position = fen::parse("B:W28,32,33,38,K46:B2,12,K5").unwrap();
        let weights = [1.0, 10.0, 100.0, 1000.0, 10_000.0, 100_000.0];
        let evaluator = DraughtsFamily.evaluator(&Draughts, &weights);
        let expected = 2.0 + 1000.0 + 1000.0 + 40_000.0 - 200_000.0;
        assert_eq!(evaluator.score(&Draughts, &position, WHITE), expected);
        assert_eq!(evaluator.score(&Draughts, &position, BLACK), -expected);
        assert_eq!(evaluator.margin(&Draughts, &position, WHITE), expected);
    }

    #[test]
    fn built_in_weights_are_found_by_name() {
        let pieces = DraughtsFamily.built_in(&Draughts, "pieces").unwrap();
        let position = fen::parse("W:W28,K46:B2,12,K5,K15").unwrap();
        let evaluator = DraughtsFamily.evaluator(&Draughts, &pieces);
        assert_eq!(evaluator.score(&Draughts, &position, WHITE), -4.0);
        assert!(DraughtsFamily.built_in(&Draughts, "hand-made").is_err());
        assert!(DraughtsFamily.is_distance("pieces") && !DraughtsFamily.is_distance("hand-set"));
    }
}
