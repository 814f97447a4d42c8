//! Greedy games with a stopwatch.

use starhop::game::chinese_checkers::{ChineseCheckers, Position};
use starhop::play::games::Games;
use starhop::play::opening::Opening;
use starhop::play::runner::Played;
use starhop::registry::kernels::StarGames;
use starhop::rng::Rng;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Plays as `games` does and adds up what that takes.
pub struct Timed {
    pub games: StarGames,
    pub spent: Arc<Spent>,
}

/// Time by what it went to.
#[derive(Default)]
pub struct Spent {
    preparing: AtomicU64,
    games: AtomicU64,
}

impl Spent {
    /// What making arrays ready to play took.
    pub fn on_preparing(&self) -> Duration {
        Duration::from_nanos(self.preparing.load(Ordering::Relaxed))
    }

    /// What playing took, which includes half of what looking at the clock takes.
    pub fn on_games(&self) -> Duration {
        Duration::from_nanos(self.games.load(Ordering::Relaxed))
    }
}

/// What looking at the clock takes beside so many games, and isn't counted as theirs.
pub fn looking(games: u64) -> Duration {
    let spent = Spent::default();
    let started = Instant::now();
    (0..games).for_each(|_| add(&spent.games, Instant::now()));
    started.elapsed().saturating_sub(spent.on_games())
}

fn add(sum: &AtomicU64, started: Instant) {
    sum.fetch_add(started.elapsed().as_nanos() as u64, Ordering::Relaxed);
}

impl Games<ChineseCheckers> for Timed {
    type Prepared = <StarGames as Games<ChineseCheckers>>::Prepared;
    type Start = <StarGames as Games<ChineseCheckers>>::Start;

    fn start(&self, opening: Opening<Position>) -> Self::Start {
        self.games.start(opening)
    }

    fn prepare(&self, values: &[f64]) -> Self::Prepared {
        let started = Instant::now();
        let prepared = self.games.prepare(values);
        add(&self.spent.preparing, started);
        prepared
    }

    fn prepare_in(&self, room: Self::Prepared, values: &[f64]) -> Self::Prepared {
        let started = Instant::now();
        let prepared = self.games.prepare_in(room, values);
        add(&self.spent.preparing, started);
        prepared
    }

    fn play(
        &self,
        start: &Self::Start,
        seats: &[&Self::Prepared],
        rng: &mut Rng,
    ) -> Played<Position> {
        let started = Instant::now();
        let played = self.games.play(start, seats, rng);
        add(&self.spent.games, started);
        played
    }
}
