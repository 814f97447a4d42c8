//! The moves that the report's agent begins with, and others in their place that evolution can
//! learn, for each seat its own.

use super::{Evaluator, Parametric, REPORT, Report};
use crate::game::halma::Halma;
use crate::game::halma::geometry::{CORNERS, SIDE};
use crate::game::pegs::PegMove;
use crate::game::{Player, TextError};
use crate::parameter::{Domain, Parameter, Start};

const NAME: &str = "opening-2014";
/// How many moves there are.
pub(super) const MOVES: usize = 6;
/// Numbers of a seat.
const NUMBERS: usize = 4 * MOVES;

/// Row and column, as the player sees them whose base is at (0, 0).
type Place = (i8, i8);

/// From where to where each move goes.
type Moves = [[Place; 2]; MOVES];

/// The report gives none. These lay a bridge on the diagonal: `c3-d4`, `a1>c3>e5`, `e5-f6`,
/// `a3>c3>e5>g7`, `c1>c3>e5`, `a2>c4>e4>e6>g6>g8`.
const BRIDGE: Moves = [
    [(2, 2), (3, 3)],
    [(0, 0), (4, 4)],
    [(4, 4), (5, 5)],
    [(0, 2), (6, 6)],
    [(2, 0), (4, 4)],
    [(0, 1), (6, 7)],
];

/// The first moves of every seat.
#[derive(Clone, Debug)]
pub(super) enum Opening {
    /// These, each where it is legal.
    Bridge,
    /// For each seat the legal moves that are nearest to its own.
    Nearest([Moves; CORNERS]),
}

impl Opening {
    /// The move of a player's turn, counted from 0, of those that are legal.
    pub fn choose(
        &self,
        player: Player,
        turn: usize,
        legal: &[PegMove],
        seen: impl Fn(u8) -> Place,
    ) -> Option<PegMove> {
        let moves = match self {
            Opening::Bridge => &BRIDGE,
            Opening::Nearest(seats) => seats.get(player.index())?,
        };
        let wanted = moves.get(turn)?;
        let apart = |one: Place, two: Place| one.0.abs_diff(two.0) + one.1.abs_diff(two.1);
        let distance = |[from, to]: [Place; 2]| apart(from, wanted[0]) + apart(to, wanted[1]);
        let places = |mv: &PegMove| [mv.from, mv.to].map(&seen);
        let nearest = legal.iter().min_by_key(|mv| (distance(places(mv)), places(mv)))?;
        let is_it = matches!(self, Opening::Nearest(_)) || distance(places(nearest)) == 0;
        is_it.then_some(*nearest)
    }
}

/// The family of all first moves for a number of players, by the report's constants from there on.
///
/// A vector has four numbers a move, row and column of the peg and of where it goes, for each of
/// six moves of each seat. The legal move is played that is nearest to them: by the sum of the
/// differences, the first by row and column where several are as near. So every vector is an
/// opening, and the numbers next to it are openings much like it.
#[derive(Clone, Copy, Debug)]
pub struct HalmaOpeningFamily {
    /// Seats at the table.
    pub players: usize,
}

impl Parametric<Halma> for HalmaOpeningFamily {
    /// Numbers begin in the quarter of the board around the base.
    fn parameters(&self) -> Vec<Parameter> {
        const PLACES: [&str; 4] = ["from-row", "from-column", "to-row", "to-column"];
        let (max, quarter) = (SIDE as f64 - 1.0, SIDE as f64 / 2.0 - 1.0);
        let parameter = |index: usize| {
            let (seat, number) = (index / NUMBERS + 1, index % NUMBERS);
            let (mv, place) = (number / PLACES.len() + 1, PLACES[number % PLACES.len()]);
            let name = format!("seat-{seat}-move-{mv}-{place}");
            let start = Start::Uniform(0.0, quarter);
            Parameter { name, domain: Domain::Integer, start, min: 0.0, max }
        };
        (0..NUMBERS * self.players).map(parameter).collect()
    }

    fn evaluator(&self, _: &Halma, values: &[f64]) -> Box<dyn Evaluator<Halma>> {
        let mut seats = [BRIDGE; CORNERS];
        let places = values.as_chunks().0.iter().map(|&[row, column]| (row as i8, column as i8));
        let moves = seats.iter_mut().flatten().flatten();
        moves.zip(places).for_each(|(place, own)| *place = own);
        Box::new(Report { opening: Opening::Nearest(seats), ..Report::of(&REPORT) })
    }

    fn built_in_names(&self) -> Vec<&'static str> {
        vec![NAME]
    }

    fn built_in(&self, _: &Halma, name: &str) -> Result<Vec<f64>, TextError> {
        if name != NAME {
            return Err(self.unknown(name));
        }
        let places = BRIDGE.iter().flatten();
        let numbers: Vec<f64> =
            places.flat_map(|&(row, column)| [f64::from(row), f64::from(column)]).collect();
        Ok(numbers.repeat(self.players))
    }
}

#[cfg(test)]
mod tests {
    use super::super::agent::Agent;
    use super::*;
    use crate::game::Game as _;
    use crate::game::halma::standard_rules;
    use crate::rng::{Purpose, Seed};

    /// The first moves of all seats by that vector.
    fn opening(game: &Halma, values: &[f64]) -> Vec<String> {
        let family = HalmaOpeningFamily { players: game.players() };
        let evaluator = family.evaluator(game, values);
        let (mut position, mut texts) = (game.start(), Vec::new());
        let mut rng = Seed::default().stream(Purpose::Bench, &[0]);
        for _ in 0..MOVES * game.players() {
            let mv = evaluator.choose(game, &position, &mut rng).unwrap();
            texts.push(game.move_text(&position, mv));
            game.play(&mut position, mv);
        }
        texts
    }

    fn table(players: usize) -> (Halma, Vec<f64>) {
        let game = Halma::new(players, standard_rules(players)).unwrap();
        let values = HalmaOpeningFamily { players }.built_in(&game, NAME).unwrap();
        (game, values)
    }

    #[test]
    fn the_built_in_opening_is_the_bridge_for_every_seat() {
        for players in [2, 4] {
            let (game, values) = table(players);
            assert_eq!(values.len(), NUMBERS * players);
            let report = Report::of(&REPORT);
            let mut position = game.start();
            let mut rng = Seed::default().stream(Purpose::Bench, &[0]);
            for text in opening(&game, &values) {
                let mv = Agent::new(&report, &game, &position).choose(&mut rng);
                assert_eq!(game.move_text(&position, mv), text);
                game.play(&mut position, mv);
            }
        }
        let (game, values) = table(2);
        let texts = opening(&game, &values);
        assert_eq!(texts[..4], ["c3-d4", "n14-m13", "a1>c3>e5", "p16>n14>l12"]);
    }

    /// Seat 2 wants `n14-m14` and has it. Seat 1 wants `a1-a1`, so that rows and columns add up.
    #[test]
    fn each_seat_plays_the_nearest_to_its_own() {
        let (game, mut values) = table(2);
        values[NUMBERS + 2] = 3.0;
        values[NUMBERS + 3] = 2.0;
        values[..4].fill(0.0);
        let texts = opening(&game, &values);
        assert_eq!(texts[1], "n14-m14");
        let mut legal = Vec::new();
        game.moves(&game.start(), &mut legal);
        let sum = |mv: &PegMove| {
            let [from, to] = [mv.from, mv.to].map(|hole| game.seen_from(Player(0), hole));
            from.0 + from.1 + to.0 + to.1
        };
        let mv = game.parse_move(&game.start(), &texts[0]).unwrap();
        assert_eq!(Some(sum(&mv)), legal.iter().map(sum).min());
        let first = legal.iter().find(|other| sum(other) == sum(&mv));
        assert_eq!(first, Some(&mv), "the first of several");
    }

    #[test]
    fn names_tell_seat_move_and_place() {
        let parameters = HalmaOpeningFamily { players: 4 }.parameters();
        let names = [0, 3, 4, 95].map(|index| parameters[index].name.as_str());
        assert_eq!(
            names,
            [
                "seat-1-move-1-from-row",
                "seat-1-move-1-to-column",
                "seat-1-move-2-from-row",
                "seat-4-move-6-to-column"
            ]
        );
        assert_eq!(parameters.len(), 96);
    }
}
