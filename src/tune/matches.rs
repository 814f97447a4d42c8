//! Greedy games between parameter vectors of one family, on all cores.

use super::Tuner;
use super::fitness::{Conditions, Fitness, GameScore, Seats, Verdict};
use crate::backend::Threads;
use crate::eval::{Evaluator, Parametric};
use crate::evolve::{Genome, Objective, Score};
use crate::game::{Game, Outcome, Player};
use crate::parameter::Parameter;
use crate::play::greedy::GreedyGames;
use crate::play::tally::Tally;
use crate::rng::{Purpose, Rng, Seed};
use std::ops::Range;

/// Games that one thread plays in a row when it measures.
const BATCH: u64 = 32;

/// What a match is about, beside the game itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// The vector of all other seats.
    pub against: Vec<f64>,
    /// The vector that measures a loser's remaining distance.
    pub distance: Vec<f64>,
    /// The seats that the individual takes.
    pub seats: Seats,
    /// What individuals of a generation have in common.
    pub conditions: Conditions,
    /// What games are worth.
    pub fitness: Fitness,
    /// Where all chance comes from.
    pub seed: Seed,
}

/// Matches of a family's evaluations against a fixed opponent, played by `F`.
pub struct Matches<P: Parametric, F: GreedyGames<P::Game>> {
    game: P::Game,
    games: F,
    parameters: Vec<Parameter>,
    against: F::Player,
    distance: P::Evaluator,
    seats: Seats,
    conditions: Conditions,
    fitness: Fitness,
    seed: Seed,
    threads: Threads,
}

impl<P: Parametric, F: GreedyGames<P::Game>> Matches<P, F> {
    /// Makes the opponents ready. Vectors have one admitted value a parameter.
    pub fn new(family: &P, game: P::Game, games: F, terms: &Terms, threads: Threads) -> Self {
        Matches {
            parameters: family.parameters(),
            against: games.player(&terms.against),
            distance: family.evaluator(&game, &terms.distance),
            seats: terms.seats,
            conditions: terms.conditions,
            fitness: terms.fitness,
            seed: terms.seed,
            game,
            games,
            threads,
        }
    }

    /// One game from the start, with `individual` in one seat and the opponent in all others.
    fn play(&self, individual: &F::Player, seat: Player, mut rng: Rng) -> GameScore {
        let at = |player| if player == seat.index() { individual } else { &self.against };
        let seats: Vec<&F::Player> = (0..self.game.players()).map(at).collect();
        let played = self.games.play(&seats, &mut rng);
        let verdict = match played.outcome {
            Outcome::Won(winner) if winner == seat => Verdict::Won,
            Outcome::Won(_) => Verdict::Lost,
            Outcome::Unfinished => Verdict::Unfinished,
        };
        let distance = -self.distance.score(&self.game, &played.position, seat);
        GameScore { verdict, plies: played.plies, distance }
    }

    fn seat(&self, game: u64) -> Player {
        Player(self.seats.seat(game, self.game.players()))
    }
}

impl<P: Parametric, F: GreedyGames<P::Game>> Objective for Matches<P, F> {
    fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    fn score(&self, generation: u64, population: &[Genome]) -> Vec<Score> {
        self.threads.map(population.len(), |index| {
            let individual = self.games.player(&population[index]);
            self.fitness.score(|game, replay| {
                let (game_path, own) = ([u64::from(game), u64::from(replay)], index as u64);
                let path = match self.conditions {
                    Conditions::Own => vec![generation, own, game_path[0], game_path[1]],
                    Conditions::Common => vec![generation, game_path[0], game_path[1]],
                };
                let rng = self.seed.stream(Purpose::Select, &path);
                self.play(&individual, self.seat(u64::from(game)), rng)
            })
        })
    }
}

impl<P: Parametric, F: GreedyGames<P::Game>> Tuner for Matches<P, F> {
    fn measure(
        &self,
        genes: &[f64],
        purpose: Purpose,
        path: &[u64],
        games: Range<u64>,
    ) -> Vec<Tally> {
        let individual = self.games.player(genes);
        let count = games.end.saturating_sub(games.start);
        let batches = self.threads.map(count.div_ceil(BATCH) as usize, |batch| {
            let first = games.start + batch as u64 * BATCH;
            let mut by_seat = vec![Tally::default(); self.game.players()];
            for game in first..(first + BATCH).min(games.end) {
                let rng = self.seed.stream(purpose, &[path, &[game]].concat());
                let seat = self.seat(game);
                let score = self.play(&individual, seat, rng);
                self.fitness.count(&mut by_seat[seat.index()], &score);
            }
            by_seat
        });
        let mut sums = vec![Tally::default(); self.game.players()];
        for by_seat in &batches {
            sums.iter_mut().zip(by_seat).for_each(|(sum, tally)| sum.add(tally));
        }
        sums
    }
}
