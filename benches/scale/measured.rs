//! What the parts of a generation take on one thread.

use starhop::backend::Threads;
use starhop::evolve::evolution::State;
use starhop::evolve::population::statistics;
use starhop::evolve::stretch::Known;
use starhop::evolve::{Objective, Sample};
use starhop::play::batch::{Batch, Conditions, GameScore, Venue};
use starhop::registry;
use starhop::tune::config::Config;
use starhop::tune::genes::Coded;
use starhop::tune::matches::{Matches, Terms};
use std::error::Error;
use std::hint::black_box;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Generations that are left out, in which arrays can't play yet, and those that count, at most.
const FIRST: u32 = 20;
const COUNTED: u32 = 20;
/// Seconds after which no further generation is begun.
const LONG: f64 = 20.0;

/// A generation in the mean of several; times in seconds.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    pub individuals: f64,
    pub games: f64,
    /// Playing all games.
    pub playing: f64,
    /// Counting games and saying who plays on.
    pub counting: f64,
    /// Making the next generation's vectors.
    pub breeding: f64,
    /// The figures of its row.
    pub figures: f64,
    /// What each rank is told.
    pub bytes_each: f64,
    /// What all ranks are told and answer together.
    pub bytes_all: f64,
    /// The batches of the last generation, which are played one after another.
    pub batches: Vec<Played>,
}

/// A batch of games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Played {
    pub seconds: f64,
    /// Parts that one thread plays in a row.
    pub parts: f64,
}

/// What is played, as the venue sees it.
#[derive(Default)]
struct Seen {
    games: u64,
    /// Numbers that every rank has to know, and those that one of them has to.
    known: usize,
    shared: usize,
    batches: Vec<Played>,
}

struct Watched {
    inner: Box<dyn Venue>,
    seen: Arc<Mutex<Seen>>,
}

impl Venue for Watched {
    fn play(&self, batch: &Batch<'_>) -> Vec<Vec<GameScore>> {
        let began = Instant::now();
        let results = self.inner.play(batch);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let (seconds, parts) = (began.elapsed().as_secs_f64(), batch.parts(2).len() as f64);
        seen.batches.push(Played { seconds, parts });
        seen.games += results.iter().map(|it| it.len() as u64).sum::<u64>();
        let length = |vectors: &[Vec<f64>]| vectors.iter().map(Vec::len).sum::<usize>();
        let meets = batch.population_share > 0 || batch.conditions == Conditions::Permutation;
        let own = length(&batch.vectors);
        seen.known += batch.opponents.iter().map(|it| length(&it.vectors)).sum::<usize>();
        match meets {
            true => seen.known += own,
            false => seen.shared += own * batch.entrants.len() / batch.vectors.len().max(1),
        }
        results
    }
}

impl Measured {
    /// Plays generations of a run with that configuration.
    pub fn of(config: &Config) -> Result<Measured, Box<dyn Error>> {
        let table = registry::find(&config.game)?.open(config.players, &config.rules)?;
        let fixed = config.against.fixed().map(|it| Ok((it.share, table.built_in(&it.name)?)));
        let against = fixed.collect::<Result<Vec<_>, Box<dyn Error>>>()?;
        let distance = table.built_in(&config.distance)?;
        let terms = Terms::of(config, &table.parameters(), against, distance)?;
        let seen = Arc::new(Mutex::new(Seen::default()));
        let inner = table.venue(&terms.search, &terms.distance, &Threads::new(1)?)?;
        let venue = Box::new(Watched { inner, seen: seen.clone() });
        let matches = Matches::new(table.parameters(), config.players, venue, &terms);
        let tuner = Coded::new(Box::new(matches), table.coding(config)?);
        let (plan, began) = (config.plan(None), Instant::now());
        let mut state = plan.first(&tuner);
        for _ in 0..FIRST {
            if began.elapsed().as_secs_f64() < LONG {
                state = plan.next(&state, &tuner);
            }
        }
        let taken = || std::mem::take(&mut *seen.lock().unwrap_or_else(PoisonError::into_inner));
        taken();
        let (mut sum, mut count, began) = (Measured::default(), 0.0, Instant::now());
        while count < f64::from(COUNTED) && (count < 1.0 || began.elapsed().as_secs_f64() < LONG) {
            let started = Instant::now();
            let next = plan.next(&state, &tuner);
            let whole = started.elapsed().as_secs_f64();
            sum.add(taken(), whole, breeding(&plan, &state, &next, &tuner), &next);
            state = next;
            count += 1.0;
        }
        Ok(sum.over(count))
    }

    fn add(&mut self, seen: Seen, whole: f64, breeding: f64, state: &State) {
        let started = Instant::now();
        black_box(statistics(&state.population));
        self.figures += started.elapsed().as_secs_f64();
        self.individuals += state.population.len() as f64;
        self.games += seen.games as f64;
        let playing: f64 = seen.batches.iter().map(|it| it.seconds).sum();
        self.playing += playing;
        self.batches = seen.batches;
        self.breeding += breeding;
        self.counting += (whole - playing - breeding).max(0.0);
        self.bytes_each += 2.0 * seen.known as f64;
        self.bytes_all += 2.0 * seen.shared as f64 + 34.0 * seen.games as f64;
    }

    fn over(self, count: f64) -> Measured {
        Measured {
            individuals: self.individuals / count,
            games: self.games / count,
            playing: self.playing / count,
            counting: self.counting / count,
            breeding: self.breeding / count,
            figures: self.figures / count,
            bytes_each: self.bytes_each / count,
            bytes_all: self.bytes_all / count,
            batches: self.batches,
        }
    }
}

/// Seconds that making `next` takes where all that it comes to is known.
fn breeding(
    plan: &starhop::evolve::evolution::Plan,
    state: &State,
    next: &State,
    tuner: &dyn Objective,
) -> f64 {
    let sample = |it: &starhop::evolve::population::Individual| Sample {
        score: it.score,
        pooled: it.pooled.unwrap_or_default(),
    };
    let samples = next.population.iter().map(sample).collect();
    let known = Known { objective: tuner, samples };
    let started = Instant::now();
    black_box(plan.next(state, &known));
    started.elapsed().as_secs_f64()
}
