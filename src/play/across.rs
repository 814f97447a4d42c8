//! Games on several ranks: what rank 0 asks of the others as data, and how they answer. A game's
//! result doesn't depend on the rank that plays it.

mod wire;

pub use wire::told_scores;

use super::batch::{Batch, Entrant, GameScore, Venue};
use super::bots::{BotGames, Series};
use super::schedule::Fixture;
use super::transcript::{Clock, GameSettings, Spent, Transcript};
use crate::backend::Threads;
use crate::backend::bytes::{read_json, told_json};
use crate::backend::ranks::{Job, Opened, Opening, Task};
use crate::rng::Seed;
use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

/// The venue of several ranks.
#[derive(Debug)]
pub struct VenueAcross {
    here: Box<dyn Venue>,
    players: usize,
    threads: Threads,
    opening: Opening,
}

impl VenueAcross {
    /// A venue for that many players that all ranks have opened; this one plays its shares `here`.
    pub fn new(
        here: Box<dyn Venue>,
        players: usize,
        threads: Threads,
        opening: Opening,
    ) -> VenueAcross {
        VenueAcross { here, players, threads, opening }
    }
}

impl Venue for VenueAcross {
    fn threads(&self) -> Threads {
        self.threads.clone()
    }

    fn play(&self, batch: &Batch<'_>) -> Vec<Vec<GameScore>> {
        let parts = batch.parts(self.players);
        // What begins and ends in one part isn't worth asking others for.
        if parts.len() < 2 {
            return self.here.play(batch);
        }
        let entrants = |units: Range<u64>| joined(&parts[units.start as usize..units.end as usize]);
        let count = |games: &Range<u64>| games.end - games.start;
        let task = Task {
            units: parts.len() as u64,
            games: batch.entrants.iter().map(|it| count(&it.games)).sum(),
            told: &|| wire::told_batch(batch),
            share: &|units| wire::told_entrants(batch, &entrants(units)),
            play: &|units| played(self.here.as_ref(), &wire::with_entrants(batch, entrants(units))),
        };
        let mut scores: Vec<GameScore> = Vec::with_capacity(task.games as usize);
        self.opening.play(&task, &self.threads, &mut |units, bytes| {
            let expected: u64 = entrants(units).iter().map(|it| count(&it.games)).sum();
            match wire::read_scores(&bytes).filter(|read| read.len() as u64 == expected) {
                Some(read) => scores.extend(read),
                None => return self.opening.unreadable(&self.threads),
            }
            true
        });
        // Where the threads were stopped some are missing, and all mean nothing.
        scores.resize(task.games as usize, GameScore::unplayed());
        let mut scores = scores.into_iter();
        let mut own = |it: &Entrant| scores.by_ref().take(count(&it.games) as usize).collect();
        batch.entrants.iter().map(&mut own).collect()
    }
}

/// The entrants of some parts that follow each other; those of one entrant are joined.
fn joined(parts: &[(usize, Entrant)]) -> Vec<Entrant> {
    let mut joined: Vec<Entrant> = Vec::new();
    let mut last = None;
    for (index, part) in parts {
        match joined.last_mut().filter(|_| last == Some(*index)) {
            Some(before) => before.games.end = part.games.end,
            None => joined.push(part.clone()),
        }
        last = Some(*index);
    }
    joined
}

/// The results of a batch, one entrant after the other.
fn played(venue: &dyn Venue, batch: &Batch<'_>) -> Vec<u8> {
    told_scores(&venue.play(batch).concat())
}

/// A venue that a rank beside rank 0 has opened.
#[derive(Debug)]
pub struct VenueThere(pub Arc<dyn Venue>);

struct BatchThere {
    venue: Arc<dyn Venue>,
    batch: Batch<'static>,
}

impl Opened for VenueThere {
    fn begin(&self, told: &[u8]) -> Option<Arc<dyn Job>> {
        let (venue, batch) = (self.0.clone(), wire::read_batch(told)?);
        Some(Arc::new(BatchThere { venue, batch }))
    }
}

impl Job for BatchThere {
    fn play(&self, share: &[u8]) -> Option<Vec<u8>> {
        Some(played(self.venue.as_ref(), &wire::read_entrants(&self.batch, share)?))
    }
}

/// Games between bots on several ranks.
#[derive(Debug)]
pub struct BotsAcross {
    here: Box<dyn BotGames>,
    opening: Opening,
}

impl BotsAcross {
    /// Bots that all ranks have opened; this one plays its shares `here`.
    pub fn new(here: Box<dyn BotGames>, opening: Opening) -> BotsAcross {
        BotsAcross { here, opening }
    }
}

impl BotGames for BotsAcross {
    fn play(
        &self,
        fixture: &Fixture,
        settings: GameSettings,
        seed: Seed,
        clock: &Clock<'_>,
    ) -> (Transcript, Vec<Spent>) {
        self.here.play(fixture, settings, seed, clock)
    }

    fn each(
        &self,
        series: &Series<'_>,
        threads: &Threads,
        take: &mut dyn FnMut(Fixture, Transcript, Vec<Spent>) -> ControlFlow<()>,
    ) {
        let Series { numbers, fixture, settings, seed, clock } = series;
        let fixtures = |units: Range<u64>| -> Vec<Fixture> {
            units.filter_map(|unit| fixture(numbers.start + unit)).collect()
        };
        let units = numbers.end.saturating_sub(numbers.start);
        let task = Task {
            units,
            games: units,
            told: &|| told_json(&(settings, seed)),
            share: &|units| told_json(&fixtures(units)),
            play: &|units| {
                let play = |it: &Fixture| self.here.play(it, *settings, *seed, *clock);
                play_fixtures(&fixtures(units), threads, &play)
            },
        };
        self.opening.play(&task, threads, &mut |units, bytes| {
            let fixtures = fixtures(units);
            let read = read_json::<Vec<(Transcript, Vec<Spent>)>>(&bytes);
            let Some(read) = read.filter(|read| read.len() == fixtures.len()) else {
                return self.opening.unreadable(threads);
            };
            let mut games = fixtures.into_iter().zip(read);
            games.all(|(fixture, (told, spent))| take(fixture, told, spent).is_continue())
        });
    }
}

/// Those games, one after the other.
fn play_fixtures(
    fixtures: &[Fixture],
    threads: &Threads,
    play: &(dyn Fn(&Fixture) -> (Transcript, Vec<Spent>) + Sync),
) -> Vec<u8> {
    told_json(&threads.map(fixtures.len(), |index| play(&fixtures[index])))
}

/// Seconds since some moment, for as long as it is needed.
pub type Ticking = Arc<dyn Fn() -> f64 + Send + Sync>;

/// Bots that a rank beside rank 0 has opened.
pub struct BotsThere {
    /// The bots.
    pub games: Arc<dyn BotGames>,
    /// What plays.
    pub threads: Threads,
    /// What times their moves.
    pub clock: Ticking,
}

impl fmt::Debug for BotsThere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BotsThere")
            .field("games", &self.games)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

struct SeriesThere {
    games: Arc<dyn BotGames>,
    threads: Threads,
    clock: Ticking,
    settings: GameSettings,
    seed: Seed,
}

impl Opened for BotsThere {
    fn begin(&self, told: &[u8]) -> Option<Arc<dyn Job>> {
        let (settings, seed) = read_json(told)?;
        let BotsThere { games, threads, clock } = self;
        let (games, threads, clock) = (games.clone(), threads.clone(), clock.clone());
        Some(Arc::new(SeriesThere { games, threads, clock, settings, seed }))
    }
}

impl Job for SeriesThere {
    fn play(&self, share: &[u8]) -> Option<Vec<u8>> {
        let SeriesThere { games, threads, clock, settings, seed } = self;
        let fixtures: Vec<Fixture> = read_json(share)?;
        let play = |it: &Fixture| games.play(it, *settings, *seed, clock.as_ref());
        Some(play_fixtures(&fixtures, threads, &play))
    }
}
