//! An arena: plays what isn't on record yet, on all cores, and leaves every game in its order.

mod entry;

pub use entry::{ArenaRequest, Entered, enter};

use super::CHECKPOINT_EVERY;
use crate::backend::Threads;
use crate::play::bots::{BotGames, Series};
use crate::play::schedule::Fixture;
use crate::play::sprt::Trial;
use crate::play::standings::Ended;
use crate::play::transcript::Spent;
use crate::record::arena::{ArenaTiming, OpenArena};
use crate::record::error::RecordError;
use std::ops::ControlFlow;
use std::time::Instant;

/// Hears of an arena as it is played.
pub trait ArenaObserver {
    /// A game is on record.
    fn game(&mut self, _fixture: &Fixture, _ended: &Ended) {}

    /// A sequential test stands like this by that game.
    fn trial(&mut self, _trial: &Trial) {}
}

/// Plays until all games are on record, of a sequential test those up to its end, or the threads are asked to stop;
/// games under way are broken off. Says whether all is done.
///
/// # Errors
/// Where a file can't be written to. What was on disk before still stands.
pub fn run(
    games: &dyn BotGames,
    threads: &Threads,
    record: &mut OpenArena,
    observer: &mut dyn ArenaObserver,
) -> Result<bool, RecordError> {
    let (arena, schedule) = (record.arena().clone(), record.schedule().clone());
    let next = if record.is_done() { schedule.games() } else { record.ended().len() as u64 };
    let rest = next..schedule.games();
    let started = Instant::now();
    let clock = || started.elapsed().as_secs_f64();
    let mut synced = Instant::now();
    let series = Series {
        numbers: rest,
        fixture: &|number| schedule.fixture(number),
        settings: arena.game_settings(),
        seed: arena.seed,
        clock: &clock,
    };
    let mut keep = |fixture: &Fixture, told, spent: &[Spent]| -> Result<bool, RecordError> {
        record.add(arena.record(fixture, told), &times(fixture, spent))?;
        if synced.elapsed() >= CHECKPOINT_EVERY {
            record.sync()?;
            synced = Instant::now();
        }
        if let Some(ended) = record.ended().last() {
            observer.game(fixture, ended);
        }
        if let Some(trial) = record.trial() {
            observer.trial(trial);
        }
        Ok(record.is_done())
    };
    let mut kept = Ok(false);
    games.each(&series, threads, &mut |fixture, told, spent| {
        kept = keep(&fixture, told, &spent);
        match kept {
            Ok(false) => ControlFlow::Continue(()),
            // Of a test games may follow that other threads have played.
            Ok(true) | Err(_) => ControlFlow::Break(()),
        }
    });
    kept?;
    record.sync()?;
    Ok(record.is_done())
}

fn times(fixture: &Fixture, spent: &[Spent]) -> Vec<ArenaTiming> {
    let seats = fixture.seats.iter().zip(spent).enumerate();
    let row = |(seat, (&bot, spent)): (usize, (&usize, &Spent))| ArenaTiming {
        game: fixture.number + 1,
        seat: seat + 1,
        bot: bot + 1,
        moves: spent.moves,
        seconds: spent.seconds,
        late: spent.late,
    };
    seats.map(row).collect()
}
