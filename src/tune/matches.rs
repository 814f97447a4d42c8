//! Greedy games between parameter vectors of one family, on all cores.

use super::Tuner;
use super::fitness::{Conditions, Fitness, GameScore, Seats, Verdict};
use crate::backend::Threads;
use crate::eval::{Evaluator, Parametric};
use crate::evolve::{Genome, Objective, Score};
use crate::game::{Game, Outcome, Player};
use crate::parameter::Parameter;
use crate::play::greedy::GreedyGames;
use crate::play::opening::Opening;
use crate::play::tally::Tally;
use crate::rng::{Purpose, Rng, Seed};
use rand::RngExt;
use std::ops::Range;

/// Rounds that one thread plays in a row when it measures: games of one opening, a seat each.
const BATCH: u64 = 16;

/// What a match is about, beside the game itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// The vectors of the other seats, each with its share; one at least, all shares above 0.
    pub against: Vec<(u32, Vec<f64>)>,
    /// The vector that measures a loser's remaining distance.
    pub distance: Vec<f64>,
    /// Random plies that games begin with.
    pub opening_plies: u32,
    /// The seats that the individual takes.
    pub seats: Seats,
    /// What individuals of a generation have in common.
    pub conditions: Conditions,
    /// What games are worth.
    pub fitness: Fitness,
    /// Where all chance comes from.
    pub seed: Seed,
}

/// Matches of a family's evaluations against a mix of opponents, played by `F`.
pub struct Matches<P: Parametric, F: GreedyGames<P::Game>> {
    game: P::Game,
    games: F,
    parameters: Vec<Parameter>,
    opponents: Vec<(u32, F::Player)>,
    start: F::Start,
    distance: P::Evaluator,
    terms: Terms,
    threads: Threads,
}

/// What the games of a round have in common, which are one from each of the individual's seats.
struct Round<S> {
    /// Where they begin; `None` for the start of the game.
    start: Option<S>,
    /// The opponents of the other seats, in the order of the seats after the individual's.
    others: Vec<usize>,
}

impl<P: Parametric, F: GreedyGames<P::Game>> Matches<P, F> {
    /// Makes the opponents ready. Vectors have one admitted value a parameter.
    pub fn new(family: &P, game: P::Game, games: F, terms: &Terms, threads: Threads) -> Self {
        let against = terms.against.iter();
        Matches {
            parameters: family.parameters(),
            opponents: against.map(|(share, values)| (*share, games.player(values))).collect(),
            start: games.start(Opening::none(&game)),
            distance: family.evaluator(&game, &terms.distance),
            terms: terms.clone(),
            game,
            games,
            threads,
        }
    }

    /// One game with `individual` in one seat and opponents in all others.
    fn play(
        &self,
        individual: &F::Player,
        round: &Round<F::Start>,
        seat: Player,
        mut rng: Rng,
    ) -> GameScore {
        let players = self.game.players();
        let at = |player: usize| match (player + players - seat.index()) % players {
            0 => individual,
            after => &self.opponents[round.others[after - 1]].1,
        };
        let seats: Vec<&F::Player> = (0..players).map(at).collect();
        let start = round.start.as_ref().unwrap_or(&self.start);
        let played = self.games.play(start, &seats, &mut rng);
        let verdict = match played.outcome {
            Outcome::Won(winner) if winner == seat => Verdict::Won,
            Outcome::Won(_) => Verdict::Lost,
            Outcome::Unfinished => Verdict::Unfinished,
        };
        let distance = -self.distance.score(&self.game, &played.position, seat);
        GameScore { verdict, plies: played.plies, distance }
    }

    fn seat(&self, game: u64) -> Player {
        Player(self.terms.seats.seat(game, self.game.players()))
    }

    /// Games of a round.
    fn turns(&self) -> u64 {
        self.terms.seats.turns(self.game.players())
    }

    /// The round of that number among the games that purpose and path name.
    fn round(&self, purpose: Purpose, path: &[u64], number: u64) -> Round<F::Start> {
        let others = self.game.players() - 1;
        let plies = self.terms.opening_plies;
        if plies == 0 && self.opponents.len() == 1 {
            return Round { start: None, others: vec![0; others] };
        }
        let path = [&[purpose.number()], path, &[number]].concat();
        let mut rng = self.terms.seed.stream(Purpose::Round, &path);
        let others = (0..others).map(|_| self.draw_opponent(&mut rng)).collect();
        let start =
            (plies > 0).then(|| self.games.start(Opening::draw(&self.game, plies, &mut rng)));
        Round { start, others }
    }

    fn draw_opponent(&self, rng: &mut Rng) -> usize {
        let shares = self.opponents.iter().map(|&(share, _)| u64::from(share));
        let mut drawn = rng.random_range(0..shares.clone().sum::<u64>().max(1));
        for (index, share) in shares.enumerate() {
            if drawn < share {
                return index;
            }
            drawn -= share;
        }
        0
    }

    /// The rounds that one individual plays.
    fn rounds(&self, path: &[u64]) -> Vec<Round<F::Start>> {
        let games = u64::from(self.terms.fitness.more_games.max(self.terms.fitness.games));
        let numbers = 0..games.div_ceil(self.turns());
        numbers.map(|number| self.round(Purpose::Select, path, number)).collect()
    }
}

impl<P: Parametric, F: GreedyGames<P::Game>> Objective for Matches<P, F> {
    fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    fn score(&self, generation: u64, population: &[Genome]) -> Vec<Score> {
        let common = self.rounds(&[generation]);
        self.threads.map(population.len(), |index| {
            let individual = self.games.player(&population[index]);
            let (path, own) = match self.terms.conditions {
                Conditions::Own => {
                    (vec![generation, index as u64], Some(self.rounds(&[generation, index as u64])))
                }
                Conditions::Common => (vec![generation], None),
            };
            let rounds = own.as_ref().unwrap_or(&common);
            self.terms.fitness.score(|game, replay| {
                let path = [&path[..], &[u64::from(game), u64::from(replay)]].concat();
                let rng = self.terms.seed.stream(Purpose::Select, &path);
                let round = &rounds[(u64::from(game) / self.turns()) as usize];
                self.play(&individual, round, self.seat(u64::from(game)), rng)
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
        let batch = BATCH * self.turns();
        let batches = games.start / batch..games.end.div_ceil(batch);
        let count = batches.end.saturating_sub(batches.start) as usize;
        let tallies = self.threads.map(count, |index| {
            let mut by_seat = vec![Tally::default(); self.game.players()];
            let first = (batches.start + index as u64) * batch;
            let mut round = (u64::MAX, None);
            for game in first.max(games.start)..(first + batch).min(games.end) {
                let number = game / self.turns();
                if round.0 != number {
                    round = (number, Some(self.round(purpose, path, number)));
                }
                let Some(round) = &round.1 else { continue };
                let rng = self.terms.seed.stream(purpose, &[path, &[game]].concat());
                let seat = self.seat(game);
                let score = self.play(&individual, round, seat, rng);
                self.terms.fitness.count(&mut by_seat[seat.index()], &score);
            }
            by_seat
        });
        let mut sums = vec![Tally::default(); self.game.players()];
        for by_seat in &tallies {
            sums.iter_mut().zip(by_seat).for_each(|(sum, tally)| sum.add(tally));
        }
        sums
    }
}
