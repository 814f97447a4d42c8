//! `list`: what runs there are.

mod measurements;

use super::failure::Failure;
use super::sprt::verdict;
use super::unit::Unit;
use super::{Common, figures, output, screen};
use crate::record::arena::ArenaRecord;
use crate::record::checkpoint::Checkpoint;
use crate::record::disk;
use crate::record::error::RecordError;
use crate::record::home::Home;
use crate::record::rows::GenerationRow;
use crate::record::run::Run;
use crate::registry::program::NAME;
use crate::session::weights;
use crate::tune::config::Config;
use crate::tune::fitness::Scoring;
use clap::Args;
use measurements::MeasurementOverview;
use serde::Serialize;

/// List runs with their champions' measured fitness, arenas, comparisons and measurements
#[derive(Args)]
#[command(after_help = "
Examples:
  starhop list
  starhop list --dir FOLDER
  starhop list --json | jq -r '.runs[].run'
")]
pub struct ListArgs {
    /// Print the list as JSON
    #[arg(long)]
    json: bool,
}

/// A run in a line.
#[derive(Serialize)]
pub struct Overview {
    pub run: String,
    pub state: &'static str,
    pub preset: String,
    pub game: String,
    pub players: usize,
    pub rules: String,
    pub against: String,
    pub fixed: Vec<String>,
    pub seed: u64,
    pub generation: Option<u64>,
    pub generations: Option<u64>,
    pub restarts: u64,
    pub games: u64,
    /// As measured at the last end, or else in the last generation that measured it. The highest
    /// of all measurements would be the luckiest.
    pub champion_fitness: Option<f64>,
    pub champion_win_rate: Option<f64>,
    /// What fitness is.
    pub scoring: Scoring,
    /// Seconds of evolving.
    pub seconds: f64,
    /// Ranks and threads that played the last generation.
    pub ranks: Option<usize>,
    pub threads: Option<usize>,
}

impl Overview {
    /// The game with its players, or the program.
    fn played(&self) -> String {
        match self.game == NAME {
            true => format!("program {}", self.rules.split(':').next().unwrap_or_default()),
            false => format!("{}, {} players", self.game, self.players),
        }
    }

    /// What is played by how many, against whom in those words, or which program gives scores.
    pub fn terms(&self, against: &str) -> String {
        let Overview { game, players, rules, scoring, .. } = self;
        match (game == NAME, scoring.is_number()) {
            (_, true) => format!("program {rules}"),
            (true, false) => format!("program {rules}, {players} players, against {against}"),
            (false, false) => format!("{game}, {players} players, {rules}, against {against}"),
        }
    }
}

/// An arena in a line.
#[derive(Serialize)]
struct ArenaOverview {
    name: String,
    state: &'static str,
    game: String,
    players: usize,
    rules: String,
    bots: Vec<String>,
    seed: u64,
    /// Games on record, and all.
    games_played: u64,
    games_scheduled: u64,
    /// That of a sequential test.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
}

impl ArenaOverview {
    /// The arena of that name; of a sequential test the games say whether it is over.
    fn of(home: &Home, name: &str, is_running: bool) -> Result<Option<ArenaOverview>, RecordError> {
        let Some((arena, played)) = home.arena_so_far(name)? else { return Ok(None) };
        let games = arena.schedule().games();
        let test = if arena.sprt.is_some() { home.arena_record(name)? } else { None };
        let is_done = test.as_ref().map_or(played >= games, ArenaRecord::is_done);
        Ok(Some(ArenaOverview {
            name: name.to_string(),
            state: state(is_running, is_done),
            game: arena.game,
            players: arena.players,
            rules: arena.rules,
            bots: arena.bots.into_iter().map(|bot| bot.name).collect(),
            seed: arena.seed.number(),
            games_played: played,
            games_scheduled: games,
            verdict: test.and_then(|it| it.trial).as_ref().map(verdict),
        }))
    }
}

/// A comparison in a line.
#[derive(Serialize)]
struct ComparisonOverview {
    name: String,
    state: &'static str,
    game: String,
    players: usize,
    rules: String,
    variants: Vec<String>,
    /// Variants with a seed that are done, and all.
    done: u64,
    runs: u64,
}

/// What there is.
#[derive(Default, Serialize)]
pub struct Listed {
    runs: Vec<Overview>,
    arenas: Vec<ArenaOverview>,
    comparisons: Vec<ComparisonOverview>,
    measurements: Vec<MeasurementOverview>,
}

/// Runs `list`.
pub fn list(args: &ListArgs, common: &Common) -> Result<(), Failure> {
    if let Some(dir) = &common.dir
        && disk::kind(dir)?.is_none()
    {
        return Err(Failure::usage(format!("no folder {}", dir.display())));
    }
    let home = common.home();
    let mut failed = None;
    let listed = Listed::of(&home, &mut |name, failure| {
        output::say_wrapped(&format!("warning: {name}: {}", failure.message));
        failed = failed.or(Some(failure.code));
    })?;
    match (failed, args.json) {
        (Some(code), _) if listed.is_empty() => Err(Failure::new(code, "nothing here can be read")),
        (_, true) => output::print_json(&listed),
        (_, false) => output::print(&listed.to_text(screen::width())),
    }
}

impl Listed {
    /// All that there is; `skipped` hears what can't be read and why.
    fn of(home: &Home, skipped: &mut dyn FnMut(&str, Failure)) -> Result<Listed, Failure> {
        let mut listed = Listed::default();
        for name in home.names()? {
            if let Err(failure) = listed.add(home, &name) {
                skipped(&name, failure);
            }
        }
        Ok(listed)
    }

    /// The arenas, comparisons and measurements; `skipped` hears what can't be read and why.
    #[cfg(feature = "serve")]
    pub fn others(home: &Home, skipped: &mut dyn FnMut(&str, Failure)) -> Result<Listed, Failure> {
        let mut listed = Listed::default();
        for name in home.names()? {
            if let Err(RecordError::Missing { .. }) = home.run(&name)
                && let Err(failure) = listed.add(home, &name)
            {
                skipped(&name, failure);
            }
        }
        Ok(listed)
    }

    /// Adds what has that name, if it is anything.
    fn add(&mut self, home: &Home, name: &str) -> Result<(), Failure> {
        match home.run(name) {
            Ok(run) => self.runs.push(overview(&run)?),
            Err(RecordError::BadName(_) | RecordError::ReservedName(_)) => {}
            Err(RecordError::Missing { .. }) => {
                let is_running = home.is_in_use(name)?;
                if let Some(arena) = ArenaOverview::of(home, name, is_running)? {
                    self.arenas.push(arena);
                } else if let Some((comparison, done)) = home.comparison_so_far(name)? {
                    let (runs, measured) = (comparison.count(), comparison.measured);
                    self.comparisons.push(ComparisonOverview {
                        name: name.to_string(),
                        state: state(is_running, done >= runs),
                        game: measured.game,
                        players: measured.players,
                        rules: measured.rules,
                        variants: comparison.variants.into_iter().map(|it| it.label).collect(),
                        done,
                        runs,
                    });
                } else if let Some((settings, played)) = home.measurement_so_far(name)? {
                    let all = settings.all_games();
                    let state = state(is_running, played >= all);
                    self.measurements.push(MeasurementOverview::of(name, state, settings, played));
                }
            }
            Err(why) => return Err(why.into()),
        }
        Ok(())
    }

    fn is_empty(&self) -> bool {
        let Listed { runs, arenas, comparisons, measurements } = self;
        runs.is_empty() && arenas.is_empty() && comparisons.is_empty() && measurements.is_empty()
    }

    /// The tables of all that there is.
    fn to_text(&self, width: usize) -> String {
        let parts = [
            self.table_of_runs(),
            self.table_of_arenas(),
            self.table_of_comparisons(),
            measurements::table(&self.measurements),
        ];
        let tables = parts.into_iter().filter(|rows| rows.len() > 1);
        let tables: Vec<String> = tables.map(|rows| screen::table_cut(rows, width)).collect();
        match tables.is_empty() {
            true => "No runs yet. `starhop evolve` begins one.\n".to_string(),
            false => tables.join("\n"),
        }
    }

    fn table_of_runs(&self) -> Vec<Vec<String>> {
        let heading = ["run", "state", "generation", "fitness", "won", "game", "against"];
        let row = |it: &Overview| {
            let generation = it.generation.map_or("–".to_string(), |number| number.to_string());
            let last = it.generations.map_or(String::new(), |number| format!("/{number}"));
            let unit = Unit(it.scoring);
            let fitness = it.champion_fitness.filter(|_| unit.adds_to_win_rate());
            vec![
                it.run.clone(),
                it.state.to_string(),
                format!("{generation}{last}"),
                fitness.map_or("–".to_string(), |it| unit.long(it)),
                figures::percent(it.champion_win_rate),
                it.played(),
                it.against.clone(),
            ]
        };
        with_heading(&heading, self.runs.iter().map(row))
    }

    fn table_of_arenas(&self) -> Vec<Vec<String>> {
        let heading = ["arena", "state", "games", "game", "bots"];
        let row = |it: &ArenaOverview| {
            vec![
                it.name.clone(),
                it.state.to_string(),
                match it.verdict {
                    // It ends where its games say so.
                    Some(_) => it.games_played.to_string(),
                    None => format!("{}/{}", it.games_played, it.games_scheduled),
                },
                format!("{}, {} players", it.game, it.players),
                it.bots.join(", "),
            ]
        };
        with_heading(&heading, self.arenas.iter().map(row))
    }

    fn table_of_comparisons(&self) -> Vec<Vec<String>> {
        let heading = ["comparison", "state", "runs", "variants"];
        let row = |it: &ComparisonOverview| {
            vec![
                it.name.clone(),
                it.state.to_string(),
                format!("{}/{}", it.done, it.runs),
                it.variants.join(", "),
            ]
        };
        with_heading(&heading, self.comparisons.iter().map(row))
    }
}

fn with_heading(heading: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Vec<Vec<String>> {
    let heading = heading.iter().map(ToString::to_string).collect();
    [heading].into_iter().chain(rows).collect()
}

/// Whether the run came to the end that these settings have, by its checkpoint: by an earlier version the clock by
/// which a run ended was ahead of the times of its rows, and the champion's file of a run that was prolonged may be from its end before.
/// `None` where the checkpoint doesn't say so, is damaged or isn't there.
fn has_ended(run: &Run, config: &Config) -> Result<Option<bool>, Failure> {
    let found = match run.checkpoint() {
        Err(why @ RecordError::Io { .. }) => return Err(why.into()),
        found => found.ok().flatten(),
    };
    Ok(found.and_then(|found| {
        let Checkpoint { ended, ended_before, config: of, .. } = found.checkpoint;
        match ended {
            true => Some(of == *config),
            false => ended_before.map(|_| false),
        }
    }))
}

/// Whether a run came to its end: by its checkpoint, or by its rows where that doesn't say so.
fn is_done(run: &Run, config: &Config, rows: &[GenerationRow]) -> Result<bool, Failure> {
    let measured = rows.iter().rev().find(|row| row.champion_hash.is_some());
    let (fitness, seconds) = (measured.and_then(|row| row.measured_fitness), run.seconds()?);
    let is_at_its_end =
        rows.last().is_some_and(|row| config.reached(row.generation, seconds, fitness).is_some());
    // The last thing that a run does is to measure its champion and write it.
    Ok(disk::is_there(&run.champion_path())? && has_ended(run, config)?.unwrap_or(is_at_its_end))
}

/// The rows of a run. Where it has ended and measured no champion in its last generation, that has the figures of the
/// final measurement.
pub fn rows_to_end(run: &Run, config: &Config) -> Result<Vec<GenerationRow>, Failure> {
    let mut rows = run.generations()?;
    let lacks_last = rows.last().is_some_and(|row| row.champion_hash.is_none());
    if lacks_last
        && is_done(run, config, &rows)?
        && let Some(measured) = weights::champion(run)?.and_then(|file| file.measured)
        && let Some(last) = rows.pop()
    {
        rows.push(last.with_measured(&measured));
    }
    Ok(rows)
}

/// Whether something is finished, stopped or running.
pub fn state(is_running: bool, is_done: bool) -> &'static str {
    match is_running {
        true => "running",
        false if is_done => "finished",
        false => "stopped",
    }
}

/// A run as the list has it.
pub fn overview(run: &Run) -> Result<Overview, Failure> {
    let config = run.config()?;
    let rows = run.generations()?;
    let last = rows.last();
    let champion = weights::champion(run)?;
    let champion = champion.and_then(|file| file.measured);
    let measured = rows.iter().rev().find(|row| row.measured_fitness.is_some());
    // A rate without an interval is one of few different games.
    let rate = |rate: Option<f64>, low: Option<f64>| rate.filter(|_| low.is_some());
    let measured = measured.map(|row| {
        (row.fitness(config.scoring), rate(row.measured_win_rate, row.measured_win_rate_low))
    });
    let is_running = run.is_in_use()?;
    // A running run's champion file is from an earlier end.
    let ended = champion.filter(|_| !is_running);
    let ended = ended.map(|it| (it.fitness(config.scoring), rate(it.win_rate, it.win_rate_low)));
    let (champion_fitness, champion_win_rate) = ended.or(measured).unwrap_or_default();
    let reached = last.map(|row| row.generation);
    let times = run.times()?;
    // The sum of nothing is a negative zero.
    let seconds = times.iter().map(|row| row.seconds).fold(0.0, |sum, it| sum + it);
    let last_time = times.last();
    let is_done = is_done(run, &config, &rows)?;
    Ok(Overview {
        run: run.name().to_string(),
        state: state(is_running, is_done),
        preset: config.preset,
        game: config.game,
        players: config.players,
        rules: config.rules,
        against: config.against.to_string(),
        fixed: config.fix.words(),
        seed: config.seed.number(),
        generation: reached,
        generations: config.generations,
        restarts: last.map_or(0, |row| row.restarts),
        games: last.map_or(0, |row| row.games),
        champion_fitness,
        champion_win_rate,
        scoring: config.scoring,
        seconds,
        ranks: last_time.map(|row| row.ranks),
        threads: last_time.map(|row| row.threads),
    })
}
