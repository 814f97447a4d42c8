//! Games of a run's champion for a book: on the run's terms, but from openings that come again.

use super::{Of, SessionError};
use crate::backend::Threads;
use crate::play::bots::BotGames;
use crate::play::opening::START_EVERY;
use crate::play::schedule::Fixture;
use crate::play::transcript::{GameSettings, Transcript};
use crate::record::run::Run;
use crate::registry::{self, BotSpec, Evaluation, Table};
use crate::rng::{Purpose, Seed};
use crate::session::weights;
use crate::tune::config::Config;
use std::collections::HashSet;
use std::convert::Infallible;

/// How many games there are, and where they begin.
#[derive(Debug, Clone, Copy)]
pub struct ChampionGames {
    /// Games against each opponent.
    pub games: u64,
    /// Random plies that they begin with; one round in [`START_EVERY`] begins at the start.
    pub opening_plies: u32,
    /// Where all chance comes from.
    pub seed: Seed,
}

/// The different games of a run's champion against each fixed opponent of the run, by the run's
/// rules, search and seats, and what game they are of. Tells `done` how many are played.
///
/// # Errors
/// Where the run has no champion yet, or its files are damaged.
pub fn games(
    run: &Run,
    asked: ChampionGames,
    threads: &Threads,
    done: &mut dyn FnMut(u64),
) -> Result<(Of, Vec<Transcript>), SessionError> {
    let config = run.config()?;
    let table = weights::table_of(run, &config)?;
    let bots = bots(run, &config, table.as_ref())?;
    let opponents = bots.len() as u64 - 1;
    let bots = table.bots(bots, threads)?;
    let (mut known, mut games) = (HashSet::new(), Vec::new());
    let Ok(()) = threads.in_order(
        0..opponents * asked.games,
        |number| play(bots.as_ref(), &config, asked, number),
        |number, (seats, told)| {
            if known.insert((seats, told.line())) {
                games.push(told);
            }
            done(number + 1);
            Ok::<(), Infallible>(())
        },
    );
    Ok(((config.game, config.players, table.rules()), games))
}

/// The champion, and after it the run's fixed opponents.
fn bots(run: &Run, config: &Config, table: &dyn Table) -> Result<Vec<BotSpec>, SessionError> {
    let kind = registry::find(&config.game)?.name;
    let mut all = vec![weights::of_run(run.clone(), table)?.values];
    for index in 0..config.against.fixed().count() {
        all.push(weights::read(&run.opponent_path(index), table)?.values);
    }
    let bot = |values| BotSpec::from((config.search.clone(), Some(Evaluation { kind, values })));
    Ok(all.into_iter().map(bot).collect())
}

/// The game of that number with the bot in each seat; those against one opponent follow each other.
fn play(
    bots: &dyn BotGames,
    config: &Config,
    asked: ChampionGames,
    number: u64,
) -> (Vec<usize>, Transcript) {
    let (opponent, game) = ((number / asked.games) as usize, number % asked.games);
    let own = usize::from(config.seats.seat(game, config.players));
    let bot = |seat| if seat == own { 0 } else { opponent + 1 };
    let seats: Vec<usize> = (0..config.players).map(bot).collect();
    let round = game / config.seats.turns(config.players);
    let opening_plies = if round.is_multiple_of(START_EVERY) { 0 } else { asked.opening_plies };
    let fixture =
        Fixture { number, pairing: opponent, pair: round, seats: seats.clone(), opening: None };
    let settings = GameSettings { purpose: Purpose::Book, opening_plies, repetitions: 0 };
    (seats, bots.play(&fixture, settings, asked.seed, &|| 0.0).0)
}
