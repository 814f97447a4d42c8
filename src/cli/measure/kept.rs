//! A measurement with a name, which is kept: its folder, where it goes on, and what `show` says of it.

use super::{MeasureArgs, progress, report, words};
use crate::backend::Threads;
use crate::cli::failure::Failure;
use crate::cli::figures::thousands;
use crate::cli::{Common, output, screen, shard};
use crate::record::home::Home;
use crate::record::measurement::{
    self, Counted, MeasurementRecord, MeasurementSettings, Met, OpenMeasurement, Taker,
};
use crate::session::measure::{Measurement, Verified, verify as play_again};
use serde_json::{Value, json};
use std::path::Path;

const NONE: &str = "There are fewer rounds of games than shards; this one has none.";

/// Where the games of a measurement go.
pub enum Kept {
    /// They are counted, and that is all.
    Nowhere(Counted),
    /// To a folder of that name.
    Here {
        /// The measurement's name, or that of the shard.
        name: String,
        /// The folder with what is there already.
        record: OpenMeasurement,
    },
}

impl Kept {
    /// Begins a measurement or a shard of one, or goes on with it.
    pub fn begin(
        args: &MeasureArgs,
        measurement: &Measurement,
        common: &Common,
    ) -> Result<Kept, Failure> {
        let whole = measurement.settings(&args.weights, args.games);
        let Some(name) = &args.name else { return Ok(Kept::Nowhere(Counted::new(whole))) };
        if measurement.subject.table.program().is_some() {
            let why = "measurements of programs aren't kept: leave out --name, or let `confirm` test \
                       a run";
            return Err(Failure::usage(why));
        }
        if !measurement.search.is_repeatable() {
            let why = "measurements by the clock aren't kept, since they can't be repeated: leave out --name, or \
                       limit the search by nodes";
            return Err(Failure::usage(why));
        }
        let (name, settings) = match args.shard {
            Some(part) => (part.name_of(name), whole.sharded(part)),
            None => (name.clone(), whole),
        };
        let record = common.home().measurement(&name, settings)?;
        check_done(record.counted(), record.folder())?;
        common.say(&format!("Measurement {name}, seed {}", measurement.seed.number()));
        Ok(Kept::Here { name, record })
    }

    /// What takes the games.
    pub fn taker(&mut self) -> &mut dyn Taker {
        match self {
            Kept::Nowhere(counted) => counted,
            Kept::Here { record, .. } => record,
        }
    }
}

/// Writes the figures of a measurement that is done, and prints them.
pub fn conclude(
    name: &str,
    record: &OpenMeasurement,
    json: bool,
    common: &Common,
) -> Result<(), Failure> {
    let (settings, met) = (record.counted().settings(), record.counted().met());
    if met.is_empty() {
        common.say(NONE);
        return match json {
            true => output::print_json(&report::report(settings, &met, false)),
            false => Ok(()),
        };
    }
    let figures = output::json(&report::report(settings, &met, false))?;
    record.conclude(&figures)?;
    match json {
        true => output::print(&figures)?,
        false => output::print(&words::describe(settings, &met))?,
    }
    let files = format!(
        "\nFiles in {}: measurement.json and .toml, games.csv\n\n{}",
        record.folder().display(),
        shard::next(settings.shard, name, &[format!("verify {name}")], common),
    );
    common.say(&screen::wrap(&files, screen::width_of_messages()));
    Ok(())
}

/// That the figures in the folder of a measurement, where it is done, follow from its games.
fn check_done(counted: &Counted, folder: &Path) -> Result<(), Failure> {
    match counted.is_done() {
        true => check(counted.settings(), &counted.met(), folder),
        false => Ok(()),
    }
}

/// That the figures in a folder, where they are there, are what all games of those settings came to.
///
/// # Errors
/// Where they are others, or can't be read.
pub fn check(settings: &MeasurementSettings, met: &[Met], folder: &Path) -> Result<(), Failure> {
    let Some(text) = measurement::figures(folder)? else { return Ok(()) };
    let read = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    let told = |met: &[Met]| output::json(&report::report(settings, met, false));
    let before = |version: usize| -> Vec<Met> {
        met.iter().map(|it| it.as_before()[version].clone()).collect()
    };
    let (latest, first) = (before(0), before(1));
    let [here, latest, first] = [met, &latest, &first].map(|it| told(it).map(|text| read(&text)));
    let (mut there, first) = (read(&text), first?);
    if let Some(figures) = there.as_object_mut() {
        // An earlier starhop didn't write it.
        figures.entry("scoring").or_insert(json!(settings.scoring));
    }
    match [here?, latest?, first.clone(), without_openings(first)].contains(&there) {
        true => Ok(()),
        false => {
            let path = measurement::figures_path(folder);
            let why = "is not what games.csv beside it comes to: one of them was changed";
            Err(Failure::data(format!("{}: {why}", path.display())))
        }
    }
}

/// The figures without those that an earlier starhop didn't write.
fn without_openings(mut figures: Value) -> Value {
    for opponent in figures["opponents"].as_array_mut().into_iter().flatten() {
        opponent.as_object_mut().and_then(|it| it.remove("by_opening"));
    }
    figures
}

/// Checks a measurement: plays its games again, and looks whether its figures follow from them. Tells
/// `done` how many games are played.
///
/// # Errors
/// Names the file, and the line of the game that goes otherwise.
pub fn verify(
    record: &MeasurementRecord,
    home: &Home,
    threads: &Threads,
    done: &mut dyn FnMut(u64),
) -> Result<Verified, Failure> {
    let (counted, folder) = (&record.counted, &record.folder);
    if !counted.is_done() && measurement::figures(folder)?.is_some() {
        let path = measurement::figures_path(folder);
        let (games, all) = (thousands(counted.games()), thousands(counted.settings().all_games()));
        let why = format!("is of {all} games, of which games.csv beside it has only {games}");
        return Err(Failure::data(format!("{}: {why}", path.display())));
    }
    let verified = play_again(record, home, threads, done)?;
    check_done(counted, folder)?;
    Ok(verified)
}

/// Prints the figures of the measurement of that name on record.
pub fn show(
    name: &str,
    record: &MeasurementRecord,
    json: bool,
    common: &Common,
) -> Result<(), Failure> {
    let MeasurementRecord { counted, folder } = record;
    check_done(counted, folder)?;
    if json {
        let met = counted.met();
        let figures = report::report(counted.settings(), &met, !counted.is_done());
        return output::print_json(&figures);
    }
    output::print(&told(counted))?;
    common.say(&format!("\nFiles in {}", folder.display()));
    if !counted.is_done() && !common.home().is_in_use(name)? {
        let settings = counted.settings();
        let name = settings.shard.map_or(name, |shard| shard.work_of(name));
        let words = words::command(settings, name);
        common.say(&format!("\nTo go on:\n  {}", common.command(&words)));
    }
    Ok(())
}

/// What there is of a measurement on record, in words.
fn told(counted: &Counted) -> String {
    let (met, progress) = (counted.met(), progress(counted));
    match (&met[..], counted.is_done()) {
        ([], true) => format!("{NONE}\n"),
        (met, true) => words::describe(counted.settings(), met),
        (met, false) => {
            let figures = match met {
                [] => words::heading(counted.settings()),
                met => words::describe(counted.settings(), met) + "\n",
            };
            format!("{figures}Not done: {progress} are played.\n")
        }
    }
}
