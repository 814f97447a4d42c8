//! Greedy games between parameter vectors of one family: the general way, and for Chinese
//! Checkers by the kernel, which plays the same games.

use super::kernel::{Kernel, MOST_PLAYERS, SeatRules, SeatWeights, Start};
use super::opening::Opening;
use super::runner::{Played, play_from};
use crate::eval::Parametric;
use crate::eval::cell_weights::CellWeightFamily;
use crate::game::chinese_checkers::geometry::{DIRECTIONS, HoleSet, holes_of};
use crate::game::chinese_checkers::{ChineseCheckers, PEGS, Position};
use crate::game::{Game, Outcome, Player};
use crate::rng::Rng;
use crate::search::Agent;
use crate::search::greedy::Greedy;

/// Plays greedy games of one game under one rule set.
pub trait GreedyGames<G: Game>: Send + Sync {
    /// A parameter vector made ready to play.
    type Player: Send + Sync;
    /// An opening made ready to play from.
    type Start: Send + Sync;

    /// Makes a vector ready, which has one admitted value a parameter.
    fn player(&self, values: &[f64]) -> Self::Player;

    /// An opening made ready to play from.
    fn start(&self, opening: Opening<G::Position>) -> Self::Start;

    /// Plays to the end, one player a seat.
    fn play(
        &self,
        start: &Self::Start,
        seats: &[&Self::Player],
        rng: &mut Rng,
    ) -> Played<G::Position>;
}

/// The general way: move generator, evaluation, greedy agent, runner.
pub struct General<P: Parametric> {
    family: P,
    game: P::Game,
}

impl<P: Parametric> General<P> {
    /// Games of a family's evaluations.
    pub fn new(family: P, game: P::Game) -> General<P> {
        General { family, game }
    }
}

impl<P: Parametric> GreedyGames<P::Game> for General<P> {
    type Player = P::Evaluator;
    type Start = Opening<<P::Game as Game>::Position>;

    fn player(&self, values: &[f64]) -> P::Evaluator {
        self.family.evaluator(&self.game, values)
    }

    fn start(&self, opening: Self::Start) -> Self::Start {
        opening
    }

    fn play(
        &self,
        start: &Self::Start,
        seats: &[&P::Evaluator],
        rng: &mut Rng,
    ) -> Played<<P::Game as Game>::Position> {
        let mut players: Vec<Greedy<'_, P::Game, P::Evaluator>> =
            seats.iter().map(|evaluator| Greedy::new(*evaluator)).collect();
        let mut agents: Vec<&mut dyn Agent<P::Game>> =
            players.iter_mut().map(|player| player as &mut dyn Agent<P::Game>).collect();
        play_from(&self.game, start, &mut agents, rng)
    }
}

/// Chinese Checkers with per-cell weights, by the kernel.
pub struct StarGames {
    game: ChineseCheckers,
    kernel: Kernel<DIRECTIONS, { PEGS as usize }>,
}

impl StarGames {
    /// Games under the rules of `game`, of the one family that the kernel plays.
    pub fn new(_: CellWeightFamily, game: ChineseCheckers) -> StarGames {
        let board = ChineseCheckers::hop_board();
        let nodes = |holes: HoleSet| board.nodes(holes_of(holes));
        let seat = |player| SeatRules {
            goal: nodes(game.goal(player)),
            land: nodes(game.landings(player)),
            stop: nodes(game.stops(player)),
        };
        let seats: Vec<SeatRules> = (0..game.players() as u8).map(|it| seat(Player(it))).collect();
        let kernel = Kernel::new(board, &seats, game.rules().ply_cap);
        StarGames { game, kernel }
    }

    /// The same without what only some processors have.
    pub fn portable(self) -> StarGames {
        StarGames { kernel: self.kernel.portable(), ..self }
    }
}

impl GreedyGames<ChineseCheckers> for StarGames {
    /// The weights as each seat sees them.
    type Player = Vec<SeatWeights>;
    type Start = Start<{ PEGS as usize }>;

    fn start(&self, opening: Opening<Position>) -> Self::Start {
        let pegs = |player| holes_of(opening.position.pegs(Player(player)));
        let pegs: Vec<_> = (0..self.game.players() as u8).map(pegs).collect();
        self.kernel.start(pegs, opening.plies, opening.position.passes())
    }

    fn player(&self, values: &[f64]) -> Vec<SeatWeights> {
        // Numbers sort faster than pairs: weight above hole.
        let keys = values.iter().zip(0..).map(|(&value, hole)| i64::from(value as i32) << 8 | hole);
        let mut ascending: Vec<i64> = keys.collect();
        ascending.sort_unstable();
        let seat = |player: u8| {
            let turned =
                |&key: &i64| ((key >> 8) as i32, self.game.turned_hole(Player(player), key as u8));
            self.kernel.weights(usize::from(player), ascending.iter().map(turned))
        };
        (0..self.game.players() as u8).map(seat).collect()
    }

    fn play(
        &self,
        start: &Self::Start,
        seats: &[&Vec<SeatWeights>],
        rng: &mut Rng,
    ) -> Played<Position> {
        let mut weights = [&seats[0][0]; MOST_PLAYERS];
        for (player, seat) in seats.iter().enumerate() {
            weights[player] = &seat[player];
        }
        let ended = self.kernel.play(start, &weights[..seats.len()], rng);
        Played {
            outcome: ended.winner.map_or(Outcome::Unfinished, |it| Outcome::Won(Player(it))),
            plies: ended.plies,
            position: self.game.position_at(&ended.pegs[..seats.len()], ended.plies, ended.passes),
        }
    }
}
