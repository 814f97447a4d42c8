//! Matches between parameter vectors of one family, on all cores.

use super::Tuner;
use super::count::Count;
use super::fitness::{Conditions, Fitness, GameScore, Seats, Verdict};
use super::mix::Mix;
use super::racing::Played;
use crate::backend::Threads;
use crate::eval::{Evaluator, Parametric};
use crate::evolve::pooled::Pooled;
use crate::evolve::{Genome, Objective, Sample};
use crate::game::line::Line;
use crate::game::{Game, Outcome, Player};
use crate::parameter::Parameter;
use crate::play::games::Games;
use crate::play::memo::Memo;
use crate::play::opening::{self, Opening};
use crate::play::tally::Tally;
use crate::rng::{Purpose, Rng, Seed};
use crate::search::spec::Search;
use rand::seq::SliceRandom as _;
use std::ops::Range;
use std::sync::Arc;

/// Rounds that one thread plays in a row when it measures: games of one opening, a seat each.
const BATCH: u64 = 16;
/// Games of a measurement that are in memory at a time.
const PART: u64 = 1 << 16;

/// What a match is about, beside the game itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// The fixed opponents of the other seats, each with its share; one at least, all shares
    /// above 0.
    pub against: Vec<(u32, Vec<f64>)>,
    /// The share beside theirs of the rivals that [`Objective::score`] is given; 0 for none.
    pub hall_share: u32,
    /// The same for the individuals of the generation. Under common conditions an individual may
    /// meet itself, since all have the same opponents.
    pub population_share: u32,
    /// The vector that measures a loser's remaining distance.
    pub distance: Vec<f64>,
    /// Random plies that games of selection begin with, and those that choose or test a champion.
    pub opening_plies: u32,
    /// Random plies that games of a measurement begin with; see [`opening::measured_plies`].
    pub measure_opening_plies: u32,
    /// How everyone looks ahead.
    pub search: Search,
    /// The seats that the individual takes.
    pub seats: Seats,
    /// What individuals of a generation have in common.
    pub conditions: Conditions,
    /// Whether vectors serve both sides of the board alike; see [`Coding`](super::genes::Coding).
    pub symmetric: bool,
    /// Parameters by index that keep these values; see there.
    pub fixed: Vec<(usize, f64)>,
    /// What games are worth.
    pub fitness: Fitness,
    /// Where all chance comes from.
    pub seed: Seed,
}

/// Matches of a family's evaluations against a mix of opponents, played by `F`.
pub struct Matches<G: Game, F: Games<G>> {
    game: G,
    games: F,
    parameters: Vec<Parameter>,
    fixed: Vec<(u32, F::Player)>,
    start: F::Start,
    distance: Box<dyn Evaluator<G>>,
    terms: Terms,
    threads: Threads,
}

/// What the games of a round have in common, which are one from each of the individual's seats.
struct Round<'a, S, T> {
    /// Where they begin; `None` for the start of the game.
    start: Option<Arc<S>>,
    /// A number for where they begin and who plays: rounds with the same differ by chance alone.
    key: Line,
    /// The players of the other seats, in the order of the seats after the individual's.
    others: Vec<&'a T>,
}

/// A round of a generation that meets itself.
struct Meeting<S> {
    /// Whom each individual meets, by index.
    met: Vec<usize>,
    /// Where all games of the round begin; `None` for the start of the game.
    start: Option<Arc<S>>,
}

impl<G: Game, F: Games<G>> Matches<G, F> {
    /// Makes the opponents ready. Vectors have one admitted value a parameter.
    pub fn new(
        family: &dyn Parametric<G>,
        game: G,
        games: F,
        terms: &Terms,
        threads: Threads,
    ) -> Self {
        let against = terms.against.iter();
        Matches {
            parameters: family.parameters(),
            fixed: against.map(|(share, values)| (*share, games.player(values))).collect(),
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
        round: &Round<F::Start, F::Player>,
        seat: Player,
        mut rng: Rng,
    ) -> GameScore {
        let players = self.game.players();
        let at = |player: usize| match (player + players - seat.index()) % players {
            0 => individual,
            after => round.others[after - 1],
        };
        let seats: Vec<&F::Player> = (0..players).map(at).collect();
        let start = round.start.as_deref().unwrap_or(&self.start);
        let played = self.games.play(start, &seats, &mut rng);
        let verdict = match played.outcome {
            Outcome::Won(winner) if winner == seat => Verdict::Won,
            Outcome::Won(_) => Verdict::Lost,
            Outcome::Unfinished => Verdict::Unfinished,
        };
        let distance = -self.distance.score(&self.game, &played.position, seat);
        let (plies, line) = (played.plies, played.line);
        GameScore { verdict, plies, distance, line, drew_chance: rng.get_word_pos() > 0 }
    }

    fn seat(&self, game: u64) -> Player {
        Player(self.terms.seats.seat(game, self.game.players()))
    }

    /// Games of a round.
    fn turns(&self) -> u64 {
        self.terms.seats.turns(self.game.players())
    }

    /// The round of that number among the games that purpose and path name, against a mix.
    fn round<'a>(
        &self,
        mix: &Mix<'a, F::Player>,
        purpose: Purpose,
        path: &[u64],
        number: u64,
    ) -> Round<'a, F::Start, F::Player> {
        let others = self.game.players() - 1;
        let Terms { opening_plies, measure_opening_plies, .. } = self.terms;
        let plies = match purpose {
            Purpose::Measure | Purpose::Final => {
                opening::measured_plies(measure_opening_plies, number)
            }
            _ => opening_plies,
        };
        if let (0, Some(only)) = (plies, mix.only()) {
            return Round { start: None, key: Line::default(), others: vec![only; others] };
        }
        let path = [&[purpose.number()], path, &[number]].concat();
        let mut rng = self.terms.seed.stream(Purpose::Round, &path);
        let others: Vec<&F::Player> = (0..others).map(|_| mix.draw(&mut rng)).collect();
        let (start, line) = self.opening(plies, &mut rng);
        let key = others.iter().fold(line, |key, &other| key.then(&std::ptr::from_ref(other)));
        Round { start, key, others }
    }

    /// Where the games of a round begin, and the moves to there; `None`, and nothing drawn, for the
    /// start of the game.
    fn opening(&self, plies: u32, rng: &mut Rng) -> (Option<Arc<F::Start>>, Line) {
        let opening = (plies > 0).then(|| Opening::draw(&self.game, plies, rng));
        let line = opening.as_ref().map_or(Line::default(), |opening| opening.line);
        (opening.map(|opening| Arc::new(self.games.start(opening))), line)
    }

    /// Plays those games in batches of whole rounds, in their order. A game that drew no chance is
    /// played once, however often it comes.
    fn play_all(
        &self,
        genes: &[f64],
        purpose: Purpose,
        path: &[u64],
        games: Range<u64>,
    ) -> Vec<GameScore> {
        let individual = self.games.player(genes);
        let mix = Mix::new(&self.fixed);
        let memo = Memo::default();
        let play = |round: &Round<F::Start, F::Player>, game: u64| {
            let key = (round.key, self.seat(game));
            if let Some(known) = memo.get(&key) {
                return known;
            }
            let rng = self.terms.seed.stream(purpose, &[path, &[game]].concat());
            let score = self.play(&individual, round, key.1, rng);
            if !score.drew_chance {
                memo.put(key, score);
            }
            score
        };
        let batch = BATCH * self.turns();
        let batches = games.start / batch..games.end.div_ceil(batch);
        let number = batches.end.saturating_sub(batches.start) as usize;
        let scores = self.threads.map(number, |index| {
            let first = (batches.start + index as u64) * batch;
            let mut round = (u64::MAX, None);
            let batch = first.max(games.start)..(first + batch).min(games.end);
            let scores = batch.map(|game| {
                let number = game / self.turns();
                if round.0 != number {
                    round = (number, None);
                }
                let round = round.1.get_or_insert_with(|| self.round(&mix, purpose, path, number));
                play(round, game)
            });
            scores.collect::<Vec<_>>()
        });
        scores.concat()
    }

    /// The rounds of so many games of selection.
    fn rounds<'a>(
        &self,
        mix: &Mix<'a, F::Player>,
        path: &[u64],
        games: u32,
    ) -> Vec<Round<'a, F::Start, F::Player>> {
        let numbers = 0..u64::from(games).div_ceil(self.turns());
        numbers.map(|number| self.round(mix, Purpose::Select, path, number)).collect()
    }

    /// Whom everyone meets in each round of so many games, and from where; no rounds where that is
    /// no permutation.
    fn meetings(&self, generation: u64, population: usize, games: u32) -> Vec<Meeting<F::Start>> {
        let rounds = match self.terms.conditions {
            Conditions::Permutation => u64::from(games).div_ceil(self.turns()),
            Conditions::Own | Conditions::Common => 0,
        };
        let meeting = |round| {
            let path = [Purpose::Select.number(), generation, round];
            let mut rng = self.terms.seed.stream(Purpose::Round, &path);
            let mut met: Vec<usize> = (0..population).collect();
            met.shuffle(&mut rng);
            Meeting { met, start: self.opening(self.terms.opening_plies, &mut rng).0 }
        };
        (0..rounds).map(meeting).collect()
    }

    /// Those vectors made ready to be met, once a generation; none where they have no share.
    fn opponents(&self, share: u32, genomes: &[Genome]) -> Vec<F::Player> {
        let count = if share > 0 { genomes.len() } else { 0 };
        self.threads.map(count, |index| self.games.player(&genomes[index]))
    }
}

impl<G: Game, F: Games<G>> Objective for Matches<G, F> {
    fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    fn score(
        &self,
        generation: u64,
        population: &[Genome],
        past: &[Pooled],
        rivals: &[Genome],
    ) -> Vec<Sample> {
        let Terms { hall_share, population_share, fitness, .. } = &self.terms;
        let hall = self.opponents(*hall_share, rivals);
        let peers = self.opponents(*population_share, population);
        let mix = |except| {
            let mix = Mix::new(&self.fixed).with(*hall_share, &hall, None);
            mix.with(*population_share, &peers, except)
        };
        let play_on =
            |(index, played): (usize, Played), games, common: &[_], meetings: &[Meeting<_>]| {
                let built;
                let individual = match peers.get(index) {
                    Some(ready) => ready,
                    None => {
                        built = self.games.player(&population[index]);
                        &built
                    }
                };
                let (path, own) = match self.terms.conditions {
                    Conditions::Own => {
                        let path = vec![generation, index as u64];
                        let rounds = self.rounds(&mix(Some(index)), &path, games);
                        (path, Some(rounds))
                    }
                    Conditions::Permutation => {
                        let path = vec![generation, index as u64];
                        let round = |meeting: &Meeting<_>| Round {
                            start: meeting.start.clone(),
                            key: Line::default(),
                            others: vec![&peers[meeting.met[index]]],
                        };
                        (path, Some(meetings.iter().map(round).collect()))
                    }
                    Conditions::Common => (vec![generation], None),
                };
                let rounds = own.as_deref().unwrap_or(common);
                fitness.play_on(played, games, |game, replay| {
                    let path = [&path[..], &[u64::from(game), u64::from(replay)]].concat();
                    let rng = self.terms.seed.stream(Purpose::Select, &path);
                    let round = &rounds[(u64::from(game) / self.turns()) as usize];
                    self.play(individual, round, self.seat(u64::from(game)), rng)
                })
            };
        fitness.race(self.terms.conditions, past, |entrants, games| {
            let meetings = self.meetings(generation, population.len(), games);
            let play_on = |entrant, games, common: &[_]| play_on(entrant, games, common, &meetings);
            let common = self.rounds(&mix(None), &[generation], games);
            self.threads.map(entrants.len(), |place| play_on(entrants[place], games, &common))
        })
    }
}

impl<G: Game, F: Games<G>> Tuner for Matches<G, F> {
    fn measure(
        &self,
        genes: &[f64],
        purpose: Purpose,
        path: &[u64],
        games: Range<u64>,
    ) -> Vec<Tally> {
        let mut count = Count::new(self.terms.fitness, self.game.players());
        let mut numbers = games.clone();
        for begin in games.clone().step_by(PART as usize) {
            let part = begin..games.end.min(begin.saturating_add(PART));
            for (score, number) in self.results(genes, purpose, path, part).iter().zip(&mut numbers)
            {
                count.add(self.seat(number).index(), score);
            }
        }
        count.tallies()
    }

    fn results(
        &self,
        genes: &[f64],
        purpose: Purpose,
        path: &[u64],
        games: Range<u64>,
    ) -> Vec<GameScore> {
        self.play_all(genes, purpose, path, games)
    }
}
