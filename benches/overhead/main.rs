//! What share of a run's time goes to anything but games: a default run with two players on one
//! thread, recorded and checkpointed as `evolve` does it, in a folder on disk.
//! `cargo bench --bench overhead` prints it; a number after `--` sets the generations.
//!
//! A stopwatch runs in the run itself; the time of looking at it, once a game, is left out.

mod timed;
mod watch;

use starhop::backend::Threads;
use starhop::eval::Parametric;
use starhop::eval::cell_weights::CellWeightFamily;
use starhop::game::TextError;
use starhop::game::chinese_checkers::{ChineseCheckers, Rules};
use starhop::registry::kernels;

use starhop::play::local::Local;
use starhop::record::home::Home;
use starhop::record::run::{Given, OpenRun};
use starhop::record::weights::WeightsFile;
use starhop::registry;
use starhop::rng::{Purpose, Seed};
use starhop::session::{self, CHECKPOINT_EVERY, RunJob};
use starhop::tune::against::Opponent;
use starhop::tune::config::Config;
use starhop::tune::finals::Trials;
use starhop::tune::genes::Coded;
use starhop::tune::matches::{Matches, Terms};
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use timed::{Spent, Timed, looking};
use watch::{Times, Watch};

const GENERATIONS: u64 = 2500;
const PLAYERS: usize = 2;

fn main() -> Result<(), Box<dyn Error>> {
    let number = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let config = config(number.unwrap_or(GENERATIONS))?;
    let game = ChineseCheckers::new(PLAYERS, Rules::parse(&config.rules, PLAYERS)?)?;
    let table = registry::find("chinese-checkers")?.open(PLAYERS, &config.rules)?;
    let built_in = |it: &Opponent| Ok((it.share, table.built_in(&it.name)?));
    let against = config.against.fixed().map(built_in);
    let against = against.collect::<Result<Vec<(u32, Vec<f64>)>, TextError>>()?;
    let distance = table.built_in(&config.distance)?;
    let terms = Terms::of(&config, &table.parameters(), against, distance)?;
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    let run = create(folder.path(), &config, &terms.against)?;
    let spent = Arc::new(Spent::default());
    let games = kernels::star(game.clone()).ok_or("rules that the kernel doesn't know")?;
    let games = Timed { games, spent: spent.clone() };
    let distance = CellWeightFamily.evaluator(&game, &terms.distance);
    let venue = Box::new(Local::new(game, games, distance, Threads::new(1)?));
    let matches = Matches::new(CellWeightFamily.parameters(), PLAYERS, venue, &terms);
    let coded = Coded::new(Box::new(matches), table.coding(&config)?);
    let watch = Watch::new(&coded);
    let job = RunJob {
        trials: Trials::default(),
        spread: None,
        config: &config,
        tuner: &watch,
        stretches: None,
        run: &run,
        threads: &Threads::alone(),
        checkpoint_every: CHECKPOINT_EVERY,
        beginning: None,
        checkpoint: None,
    };
    let ending = session::run(job, &mut &watch)?;
    let state = ending.finished().ok_or("it was interrupted")?.state;
    println!(
        "preset {}, {PLAYERS} players, one thread, {} generations, {} games",
        config.preset, state.generation, state.games
    );
    print(&watch.times(), &spent, state.games);
    Ok(())
}

/// The default run, but for champions: choosing and measuring them is more games.
fn config(generations: u64) -> Result<Config, Box<dyn Error>> {
    let entry = registry::find("chinese-checkers")?;
    let preset = entry.preset(entry.default_preset(), PLAYERS)?;
    Ok(Config {
        generations: Some(generations),
        measure_every: 0,
        candidates: 1,
        choose_games: 1,
        final_games: 1,
        ..preset
    })
}

fn create(
    folder: &Path,
    config: &Config,
    against: &[(u32, Vec<f64>)],
) -> Result<OpenRun, Box<dyn Error>> {
    let file = |(_, weights): &(u32, Vec<f64>)| WeightsFile {
        game: config.game.clone(),
        players: config.players,
        rules: config.rules.clone(),
        weights: weights.clone(),
        fixed: Vec::new(),
        origin: None,
        measured: None,
    };
    let files: Vec<WeightsFile> = against.iter().map(file).collect();
    let given = Given { opponents: &files, from: None, tune: None };
    Ok(Home::new(folder).create("overhead", config, &given)?)
}

fn print(times: &Times, spent: &Spent, games: u64) {
    let scoring = times.scoring - looking(games).as_secs_f64();
    let whole = times.breeding + scoring + times.rows + times.checkpoints;
    let tables = spent.on_preparing().as_secs_f64();
    let playing = spent.on_games().as_secs_f64();
    let streams = streams(games);
    let overhead = whole - playing - streams;
    for (name, seconds) in [
        ("games", playing),
        ("streams that games draw from", streams),
        ("tables of the arrays", tables),
        ("scoring games, handing them out", scoring - playing - streams - tables),
        ("breeding", times.breeding),
        ("figures and rows", times.rows),
        ("checkpoints", times.checkpoints),
        ("overhead, with tables", overhead),
        ("overhead, without tables", overhead - tables),
    ] {
        println!("{name:34}{seconds:9.3} s{:8.2} %", 100.0 * seconds / whole);
    }
}

/// Seconds that making so many streams takes.
fn streams(count: u64) -> f64 {
    let started = Instant::now();
    for game in 0..count {
        let path = [game / 1000, game % 100, game, 0].into_iter();
        black_box(Seed::default().stream_along(Purpose::Select, path));
    }
    started.elapsed().as_secs_f64()
}
