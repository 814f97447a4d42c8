//! Greedy games between parameter vectors of one family, on all cores.

use super::Tuner;
use super::fitness::{Fitness, GameScore, Seats, Verdict};
use crate::backend::Threads;
use crate::eval::{Evaluator, Parametric};
use crate::evolve::{Genome, Objective, Score};
use crate::game::{Game, Outcome, Player};
use crate::parameter::Parameter;
use crate::play::runner::play_from;
use crate::play::tally::Tally;
use crate::rng::{Purpose, Rng, Seed};
use crate::search::Agent;
use crate::search::greedy::Greedy;
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
    /// What games are worth.
    pub fitness: Fitness,
    /// Where all chance comes from.
    pub seed: Seed,
}

/// Matches of a family's evaluations against a fixed opponent.
pub struct Matches<P: Parametric> {
    family: P,
    game: P::Game,
    parameters: Vec<Parameter>,
    against: P::Evaluator,
    distance: P::Evaluator,
    seats: Seats,
    fitness: Fitness,
    seed: Seed,
    threads: Threads,
}

impl<P: Parametric> Matches<P> {
    /// Makes the opponents ready. Vectors have one admitted value a parameter.
    pub fn new(family: P, game: P::Game, terms: &Terms, threads: Threads) -> Matches<P> {
        Matches {
            parameters: family.parameters(),
            against: family.evaluator(&game, &terms.against),
            distance: family.evaluator(&game, &terms.distance),
            seats: terms.seats,
            fitness: terms.fitness,
            seed: terms.seed,
            family,
            game,
            threads,
        }
    }

    /// One game from the start, with `individual` in one seat and the opponent in all others.
    fn play(&self, individual: &P::Evaluator, seat: Player, mut rng: Rng) -> GameScore {
        let evaluator = |player| if player == seat.index() { individual } else { &self.against };
        let mut players: Vec<Greedy<'_, P::Game, P::Evaluator>> =
            (0..self.game.players()).map(|player| Greedy::new(evaluator(player))).collect();
        let mut agents: Vec<&mut dyn Agent<P::Game>> =
            players.iter_mut().map(|player| player as &mut dyn Agent<P::Game>).collect();
        let played = play_from(&self.game, self.game.start(), &mut agents, &mut rng);
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

impl<P: Parametric> Objective for Matches<P> {
    fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    fn score(&self, generation: u64, population: &[Genome]) -> Vec<Score> {
        self.threads.map(population.len(), |index| {
            let individual = self.family.evaluator(&self.game, &population[index]);
            self.fitness.score(|game, replay| {
                let path = [generation, index as u64, u64::from(game), u64::from(replay)];
                let rng = self.seed.stream(Purpose::Select, &path);
                self.play(&individual, self.seat(u64::from(game)), rng)
            })
        })
    }
}

impl<P: Parametric> Tuner for Matches<P> {
    fn measure(
        &self,
        genes: &[f64],
        purpose: Purpose,
        path: &[u64],
        games: Range<u64>,
    ) -> Vec<Tally> {
        let individual = self.family.evaluator(&self.game, genes);
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
