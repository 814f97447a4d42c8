//! `verify`: whether records say what was played.

use super::failure::{Failure, ended};
use super::figures::{self, thousands};
use super::progress::Line;
use super::work::INTERRUPTED;
use super::{Common, compare, machine, measure, output, pdn, progress};
use crate::backend::Threads;
use crate::record::comparison::ComparisonRecord;
use crate::record::error::{RecordError, alone};
use crate::record::measurement::MeasurementRecord;
use crate::record::run::Run;
use crate::session::error::SessionError;
use crate::session::evolution::Evolution;
use crate::session::recorded::{self, games_path};
use clap::Args;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Check the records of an arena, a run, a comparison or a measurement, and play its games again
#[derive(Args)]
#[command(after_help = "
NAME is the name of an arena, a run, a comparison or a measurement, or a file like an arena's
games.jsonl. An error is reported with its file and line, and the exit code is 3. Nothing is
changed.

For an arena every game is played again: every move must be legal for the seat whose turn it is, and
winner, reason and plies must follow from the moves. The chain of a game depends on all games before
it, so no game can be changed or left out; arenas of earlier versions have no chain. The games must
be those that arena.toml asks for, each once; the command says how many are missing. If none is
missing, ratings.csv, crosstable.csv and pairs.csv must follow from the games. A test that
`sprt --name` kept has to end with the game by which it is over.

For a run the settings, the opponents and the rows of generations.csv must be those that its
checkpoint knows. The champion, the kept populations and the table of strength must be complete and
fit the rows. Then the champion's measurements at the end and in the last generation that measured
it, and the whole table of strength, are played again from the run's seed, and must have the same
results.

For a comparison the figures of each row must fit each other, and the champion of the first row of
each variant is evolved and measured again. The command says how many rows are missing; if
compare.md exists, none may be missing.

For a measurement every game is played again and must fit its row in games.csv, and the figures must
follow from the rows. The command says how many games are missing; if there are figures, none may be
missing.

In a file whose name ends in .pdn, with games of draughts in Portable Draughts Notation, all moves
must be legal, and results must not contradict them; people also resign and agree to a draw.

Examples:
  starhop verify ARENA
  starhop verify RUN
  starhop verify results/ARENA/games.jsonl
  starhop verify tournament.pdn
")]
pub struct VerifyArgs {
    /// Arena, run, comparison, measurement, or file of games
    name: String,
    /// Worker threads for the games of runs, comparisons and measurements [default: one for each core]
    #[arg(long)]
    threads: Option<usize>,
    /// Print the counts as JSON
    #[arg(long)]
    json: bool,
}

/// What was checked, for machines.
#[derive(Default, Serialize)]
struct Report {
    kind: &'static str,
    file: PathBuf,
    /// Games that were played again, and of recorded ones their plies.
    games: u64,
    plies: Option<u64>,
    /// Whether each recorded game follows from the ones before it; null where games are never chained.
    chained: Option<bool>,
    /// Of games in Portable Draughts Notation those that end otherwise than by the rules, and those
    /// that go on after a draw; null for others.
    ended_otherwise: Option<u64>,
    beyond_draw: Option<u64>,
    /// Rows and kept populations that fit; null where there are none of the kind.
    rows: Option<u64>,
    populations: Option<u64>,
    /// Measurements that came out the same again.
    replayed: Vec<String>,
    /// What can't be checked, and why.
    unknown: Vec<String>,
    /// Whether it was cut short.
    interrupted: bool,
}

/// Runs `verify`.
pub fn verify(args: &VerifyArgs, common: &Common) -> Result<(), Failure> {
    let threads = machine::stoppable(args.threads, INTERRUPTED, common.quiet)?;
    let home = common.home();
    let report = match games_path(&args.name, &home) {
        Ok(path) if pdn::is_named(&path) => of_pdn(path)?,
        Ok(path) if has_no_work(&args.name, &path, common)? => {
            Report { kind: "games", file: path, ..Report::default() }
        }
        Ok(path) => {
            let report = of_games(path, &threads, common)?;
            of_arena(&args.name, report, common)?
        }
        Err(why) if why.is_of_the_system() => return Err(why.into()),
        Err(why @ SessionError::Record(RecordError::Damaged { .. })) => return Err(why.into()),
        Err(why) => match home.run_if_there(&args.name)? {
            Some(run) => of_run(&run, &threads, common)?,
            None => of_others(&args.name, &threads, common)?.ok_or_else(|| {
                let alone = alone(&args.name);
                Failure::usage(format!("{why}, nor a run, a comparison or a measurement{alone}"))
            })?,
        },
    };
    match args.json {
        true => output::print_json(&report)?,
        false => output::print(&report.describe())?,
    }
    ended(report.interrupted)
}

/// Of a comparison or a measurement of that name, where there is one.
fn of_others(name: &str, threads: &Threads, common: &Common) -> Result<Option<Report>, Failure> {
    let home = common.home();
    if let Some(record) = home.comparison_record(name)? {
        return of_comparison(&record, threads, common).map(Some);
    }
    let record = home.measurement_record(name)?;
    record.map(|record| of_measurement(&record, threads, common)).transpose()
}

fn of_measurement(
    record: &MeasurementRecord,
    threads: &Threads,
    common: &Common,
) -> Result<Report, Failure> {
    let games = record.counted.games();
    let mut line = Line::new(progress::games_bar(games, common.quiet), common.quiet);
    let mut done = |played| show(&mut line, played, Some(games));
    let verified = measure::verify(record, &common.home(), threads, &mut done)?;
    line.finish();
    let missing = missing(games, record.counted.settings().all_games(), "games");
    Ok(Report {
        kind: "measurement",
        file: record.folder.clone(),
        games: verified.games,
        rows: Some(games),
        unknown: verified.unknown.into_iter().chain(missing).collect(),
        interrupted: threads.is_stopped(),
        ..Report::default()
    })
}

fn of_pdn(path: PathBuf) -> Result<Report, Failure> {
    let checked = pdn::verify(&path)?;
    Ok(Report {
        kind: "pdn",
        file: path,
        games: checked.games,
        plies: Some(checked.plies),
        ended_otherwise: Some(checked.otherwise),
        beyond_draw: Some(checked.beyond),
        ..Report::default()
    })
}

fn of_games(path: PathBuf, threads: &Threads, common: &Common) -> Result<Report, Failure> {
    let mut line = Line::new(progress::reading_bar(common.quiet), common.quiet);
    let mut done = |games| show(&mut line, games, None);
    let replayed = recorded::verify(&path, threads, &mut done)?;
    line.finish();
    Ok(Report {
        kind: "games",
        file: path,
        games: replayed.games,
        plies: Some(replayed.plies),
        chained: Some(replayed.is_chained),
        interrupted: threads.is_stopped(),
        ..Report::default()
    })
}

/// Whether that is a shard of an arena which has fewer pairs of games than shards.
fn has_no_work(name: &str, path: &Path, common: &Common) -> Result<bool, Failure> {
    if path == Path::new(name) {
        return Ok(false);
    }
    let there = common.home().arena_so_far(name)?;
    Ok(there.is_some_and(|(arena, _)| arena.schedule().games() == 0))
}

/// Of an arena's games, that they are those of its settings, each once; a file of games stands for itself.
fn of_arena(name: &str, mut report: Report, common: &Common) -> Result<Report, Failure> {
    if report.file == Path::new(name) {
        return Ok(report);
    }
    if let Some(record) = common.home().arena_record(name)? {
        let (known, all) = (record.ended.len() as u64, record.arena.schedule().games());
        report.unknown.extend(match (record.is_done(), record.arena.sprt) {
            (true, _) => None,
            (false, Some(_)) => Some("how it ends, since the test is not over".to_string()),
            (false, None) => missing(known, all, "games"),
        });
        // Of an unfinished arena they may be of an earlier stand.
        if record.is_done() && known > 0 {
            report.unknown.extend(record.check_tables()?);
        }
    }
    Ok(report)
}

/// That not all are on record, where that is so.
fn missing(known: u64, all: u64, what: &str) -> Option<String> {
    let missing = all.checked_sub(known).filter(|&missing| missing > 0)?;
    Some(format!("{} of {} {what} are not on record", thousands(missing), thousands(all)))
}

fn of_run(run: &Run, threads: &Threads, common: &Common) -> Result<Report, Failure> {
    let held = run.clone().hold()?;
    let evolution = Evolution::find(held.run())?;
    let checked = evolution.check(run)?;
    let populations = evolution.check_populations(run)?;
    let mut line = Line::new(progress::games_bar(0, common.quiet), common.quiet);
    let mut done = |games, all| show(&mut line, games, Some(all));
    let replayed = evolution.replay(run, threads, &mut done)?;
    line.finish();
    Ok(Report {
        kind: "run",
        file: run.results().to_path_buf(),
        games: replayed.games,
        rows: Some(checked.rows),
        populations: Some(populations),
        replayed: replayed.measurements,
        unknown: [checked.unknown, replayed.unknown].concat(),
        interrupted: threads.is_stopped(),
        ..Report::default()
    })
}

fn of_comparison(
    record: &ComparisonRecord,
    threads: &Threads,
    common: &Common,
) -> Result<Report, Failure> {
    let mut line = Line::new(progress::games_bar(0, common.quiet), common.quiet);
    let mut done = |games, all| show(&mut line, games, Some(all));
    let checked = compare::verify(record, &common.home(), threads, &mut done)?;
    line.finish();
    let (replayed, games): (Vec<_>, Vec<_>) = checked.replayed.into_iter().unzip();
    Ok(Report {
        kind: "comparison",
        file: record.folder.clone(),
        games: games.iter().sum(),
        rows: Some(checked.rows),
        replayed,
        unknown: checked.unknown,
        interrupted: threads.is_stopped(),
        ..Report::default()
    })
}

impl Report {
    fn describe(&self) -> String {
        let games = figures::count(self.games, "game", "games");
        let plies = self.plies.unwrap_or_default();
        let mut text = match (self.rows, self.ended_otherwise, self.beyond_draw) {
            (Some(rows), ..) => self.fits(rows),
            (None, Some(otherwise), Some(beyond)) => {
                pdn::Checked { games: self.games, plies, otherwise, beyond }.describe()
            }
            _ => {
                let fit = match self.games {
                    1 => "is as its record says",
                    _ => "are as their records say",
                };
                format!("{games} with {} {fit}.\n", figures::plies(plies))
            }
        };
        if self.chained == Some(false) {
            text += if self.games == 1 { "It has" } else { "They have" };
            text += " no whole chain, as those of earlier versions: a game that was left out, or replaced by\n\
                     another one, would not be noticed.\n";
        }
        for what in &self.replayed {
            let _ = writeln!(text, "Played again with the same result: {what}.");
        }
        for why in &self.unknown {
            let _ = writeln!(text, "Not checked: {why}.");
        }
        if self.interrupted {
            let _ = writeln!(text, "Interrupted after {games}; the rest is not checked.");
        }
        text
    }

    /// What fits of a run, a comparison or a measurement.
    fn fits(&self, rows: u64) -> String {
        let rows = figures::count(rows, "row", "rows");
        let games = figures::count(self.games, "game", "games");
        let populations = match self.populations {
            Some(count) if count > 0 => {
                format!(", {}", figures::count(count, "kept population", "kept populations"))
            }
            _ => String::new(),
        };
        let played = format!("{rows}{populations}; {games} played again.\n");
        match self.games == 0 && !self.unknown.is_empty() {
            true => format!("Files fit each other as far as is known: {played}"),
            false => format!("All files fit each other: {played}"),
        }
    }
}

/// Shows how many games are played.
fn show(line: &mut Line, games: u64, all: Option<u64>) {
    if let Some(all) = all {
        line.stretch(all);
    }
    line.reach(games);
    line.say(|| {
        let all = all.map_or(String::new(), |all| format!(" of {}", thousands(all)));
        format!("{}{all} games played again", thousands(games))
    });
}
