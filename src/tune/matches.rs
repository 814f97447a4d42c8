//! Turns generations and measurements into batches for a venue, and their results into scores.

use super::Tuner;
use super::count::Count;
use super::fitness::Fitness;
use super::racing;
use super::shares::{Met, Shares};
use crate::backend::Threads;
use crate::evolve::{Context, Genome, Objective, Scored};
use crate::parameter::Parameter;
use crate::play::batch::{Batch, Conditions, Entrant, GameScore, Opponents, Seats, Tables, Venue};
use crate::play::opening::START_EVERY;
use crate::play::tally::Tally;
use crate::rng::{Purpose, Seed};
use crate::search::spec::Search;
use std::borrow::Cow;
use std::ops::Range;
use std::slice;

/// Games of a measurement that are in memory at a time.
const PART: u64 = 1 << 16;

/// The terms of matches: all that determines them beside the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// The fixed opponents in the other seats with their shares, all above 0. There may be none where the population has a
    /// share and conditions are common; a vector that is measured then has all seats.
    pub against: Vec<(u32, Vec<f64>)>,
    /// How fast the shares of the fixed opponents follow who is hardest to beat; 0 keeps them. See
    /// [`Shares`].
    pub share_rate: f64,
    /// The share, beside theirs, of the rivals that [`Objective::score`] is given; 0 for none.
    pub hall_share: u32,
    /// The share, beside theirs, of the individuals of the generation; 0 for none. Under common
    /// conditions an individual may meet itself, since all have the same opponents.
    pub population_share: u32,
    /// Who sits together at a table in selection.
    pub tables: Tables,
    /// The vector that measures a loser's remaining distance.
    pub distance: Vec<f64>,
    /// Random plies that games begin with in selection, and where a champion is chosen or tested.
    pub opening_plies: u32,
    /// One round in that many begins at the start itself in selection, the first of a generation
    /// among them, and where a champion is chosen or tested; `None` for no such rounds.
    pub start_every: Option<u64>,
    /// Random plies that games of a measurement begin with; one round in [`START_EVERY`] begins at the
    /// start itself.
    pub measure_opening_plies: u32,
    /// How everyone looks ahead.
    pub search: Search,
    /// The seats that the individual takes.
    pub seats: Seats,
    /// What the games of different individuals have in common.
    pub conditions: Conditions,
    /// Whether vectors come as they play, rather than as genes that stand for them.
    pub whole: bool,
    /// Whether vectors serve both sides of the board alike; see [`Coding`](super::genes::Coding).
    pub symmetric: bool,
    /// Parameters by index that keep a value; see [`Coding`](super::genes::Coding).
    pub fixed: Vec<(usize, f64)>,
    /// What games are worth.
    pub fitness: Fitness,
    /// Where all chance comes from.
    pub seed: Seed,
}

/// Matches of parameter vectors against a mix of opponents.
#[derive(Debug)]
pub struct Matches {
    parameters: Vec<Parameter>,
    players: usize,
    venue: Box<dyn Venue>,
    terms: Terms,
    shares: Shares,
}

impl Matches {
    /// Matches of vectors with those parameters at a table of that many players. `venue` plays them;
    /// it has to be opened for the search and the distance of the terms. Vectors have one admitted
    /// value for every parameter.
    pub fn new(
        parameters: Vec<Parameter>,
        players: usize,
        venue: Box<dyn Venue>,
        terms: &Terms,
    ) -> Self {
        let named = terms.against.iter().map(|(share, _)| *share);
        let others = terms.hall_share.saturating_add(terms.population_share);
        let shares = Shares::new(named, others, terms.share_rate);
        Matches { parameters, players, venue, terms: terms.clone(), shares }
    }

    /// The batch of games that the entrants play in the selection of a generation.
    fn selection<'a>(
        &'a self,
        population: &'a [Genome],
        context: &Context<'a>,
        entrants: Vec<Entrant>,
    ) -> Batch<'a> {
        let Terms { mut hall_share, mut population_share, conditions, .. } = self.terms;
        let mut opponents: Vec<_> = self.fixed().collect();
        if self.shares.follow() {
            let shares = self.shares.fixed(context.shares);
            opponents.iter_mut().zip(shares).for_each(|(it, share)| it.share = share);
            [hall_share, population_share] =
                [hall_share, population_share].map(|share| self.shares.other(share));
        }
        opponents.push(Opponents { share: hall_share, vectors: Cow::Borrowed(context.rivals) });
        Batch {
            before: context.before,
            entrants,
            opponents,
            population_share,
            tables: self.terms.tables,
            conditions,
            start_every: self.terms.start_every,
            replays: Some(self.terms.fitness.replays),
            ..self.batch(Purpose::Select, vec![context.generation], Cow::Borrowed(population))
        }
    }

    /// The batch of games of one vector against the fixed opponents, or itself where there is none, the same for any
    /// vector.
    fn measurement(
        &self,
        genes: &[f64],
        purpose: Purpose,
        path: &[u64],
        games: Range<u64>,
    ) -> Batch<'_> {
        let is_reported = matches!(purpose, Purpose::Measure | Purpose::Final);
        let Terms { opening_plies, measure_opening_plies, .. } = self.terms;
        Batch {
            entrants: vec![Entrant { vector: 0, games }],
            opponents: self.fixed().collect(),
            population_share: u32::from(self.terms.against.is_empty()),
            opening_plies: if is_reported { measure_opening_plies } else { opening_plies },
            start_every: if is_reported { Some(START_EVERY) } else { self.terms.start_every },
            ..self.batch(purpose, path.to_vec(), Cow::Owned(vec![genes.to_vec()]))
        }
    }

    /// A batch without entrants and opponents, in which everyone meets the same chance, and no game
    /// is played again.
    fn batch<'a>(&self, purpose: Purpose, path: Vec<u64>, vectors: Cow<'a, [Genome]>) -> Batch<'a> {
        let Terms { seed, seats, opening_plies, .. } = self.terms;
        Batch {
            seed,
            purpose,
            path,
            vectors,
            before: 0,
            entrants: Vec::new(),
            opponents: Vec::new(),
            population_share: 0,
            tables: Tables::Mixed,
            conditions: Conditions::Common,
            seats,
            opening_plies,
            start_every: None,
            replays: None,
        }
    }

    fn fixed(&self) -> impl Iterator<Item = Opponents<'_>> {
        let one = |vector| Cow::Borrowed(slice::from_ref(vector));
        self.terms
            .against
            .iter()
            .map(move |(share, it)| Opponents { share: *share, vectors: one(it) })
    }
}

impl Objective for Matches {
    fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    fn threads(&self) -> Threads {
        self.venue.threads()
    }

    fn score(&self, population: &[Genome], context: &Context<'_>) -> Scored {
        let Terms { fitness, conditions, .. } = &self.terms;
        let mut met = vec![Met::default(); self.terms.against.len()];
        let samples = racing::race(fitness, *conditions, context.past, |entrants| {
            let batch = self.selection(population, context, entrants);
            let results = self.venue.play(&batch);
            if self.shares.follow() {
                let lost =
                    |games: &Vec<GameScore>| games.iter().map(|it| fitness.loss(it)).collect();
                let lost: Vec<Vec<f64>> = results.iter().map(lost).collect();
                Met::count(&mut met, &batch, self.players, &lost);
            }
            results
        });
        let shares = match self.shares.follow() {
            true => self.shares.next(context.shares, &met),
            false => Vec::new(),
        };
        Scored { samples, shares }
    }
}

impl Tuner for Matches {
    fn measure(
        &self,
        genes: &[f64],
        purpose: Purpose,
        path: &[u64],
        games: Range<u64>,
    ) -> Vec<Tally> {
        let mut count = Count::new(self.terms.fitness, self.players, self.terms.against.len());
        for begin in games.clone().step_by(PART as usize) {
            let part = begin..games.end.min(begin.saturating_add(PART));
            let results = self.results(genes, purpose, path, part.clone());
            for (score, number) in results.iter().zip(part) {
                count.add(self.terms.seats.seat(number, self.players).into(), score);
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
        self.venue.play(&self.measurement(genes, purpose, path, games)).concat()
    }
}
