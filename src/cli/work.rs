//! What `evolve` and `resume` have in common: a session with its progress, pictures and report.

use super::failure::{Code, Failure};
use super::flag::{game_flag, unusual};
use super::output::Piece;
use super::program::LACKS_MOVES;
use super::progress::{HOPELESS, MANY_RESTARTS, Progress, clock};
use super::screen::{self, Screen};
use super::told::{Told, ToldTable};
use super::trend::Forecast;
use super::unit::Unit;
use super::{
    Common, better, bounds, drawing, figures, machine, output, pictures, quoted, ranks, show,
    strength,
};
use crate::backend::Threads;
use crate::record::run::{OpenRun, Run};
use crate::record::strength::StrengthRow;
use crate::record::weights::WeightsFile;
use crate::rng::Seed;
use crate::session::confirm::{Confirmation, Request};
use crate::session::evolution::{Ended, Evolution};
use crate::session::strength::{Scale, Verdict};
use crate::session::weights::{self, PLAYERS};
use crate::session::{self, Ending, Finish, RunState};
use crate::tune::against::Against;
use crate::tune::config::Config;
use crate::tune::fitness::Scoring;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

/// What the first Ctrl-C of an evolution does.
pub const STOPPING: &str =
    "Stopping and saving; what is under way is played again later. Ctrl-C again stops at once.";

/// What the first Ctrl-C of a measurement does.
pub const INTERRUPTED: &str =
    "Stopping; what is there so far is printed. Ctrl-C again stops at once.";

/// What stopped a session that was interrupted.
pub const INTERRUPT: &str = "an interrupt";

/// How a session works and says how it went.
pub struct Manner {
    pub threads: usize,
    pub checkpoint_every: Duration,
    pub json: bool,
}

impl Manner {
    /// The threads that play until Ctrl-C.
    pub fn start(&self, quiet: bool) -> Result<Threads, Failure> {
        let stop = machine::stop_on_signal(STOPPING, quiet)?;
        Ok(machine::pool(self.threads)?.until(stop))
    }
}

/// The result for machines.
#[derive(Serialize)]
pub struct Summary<'a> {
    run: &'a str,
    stopped: &'a str,
    generation: u64,
    games: u64,
    restarts: u64,
    seed: Seed,
    scoring: Scoring,
    champion: Option<PathBuf>,
    measured: Option<Told>,
    #[serde(flatten)]
    table: ToldTable,
}

impl<'a> Summary<'a> {
    /// The end of a run with that configuration.
    pub fn of(run: &'a Run, config: &Config, ended: Ended) -> Summary<'a> {
        Summary {
            run: run.name(),
            stopped: ended.reason.name(),
            generation: ended.generation,
            games: ended.games,
            restarts: ended.restarts,
            seed: config.seed,
            scoring: config.scoring,
            champion: Some(run.champion_path()),
            measured: ended.measured.map(Told::from),
            table: ToldTable::of(&ended.strength, Scale::of(config)),
        }
    }

    /// Where a run stands that was interrupted: its champion is not the final one, and in no file.
    fn so_far(run: &'a Run, config: &Config, standing: &RunState) -> Summary<'a> {
        let (state, champion) = (&standing.state, standing.holder());
        let measured = champion.map(|champion| session::measured(config, champion));
        Summary {
            run: run.name(),
            stopped: INTERRUPT,
            generation: state.generation,
            games: state.games,
            restarts: state.restarts,
            seed: config.seed,
            scoring: config.scoring,
            champion: None,
            measured: measured.map(Told::from),
            table: ToldTable::default(),
        }
    }
}

/// Runs a session with its progress; `place` says which of several runs it is. A run that came to its end is drawn, and what
/// speaks against its program is said.
pub fn run_session(
    run: &OpenRun,
    evolution: &Evolution,
    threads: &Threads,
    checkpoint_every: Duration,
    place: &str,
    quiet: bool,
) -> Result<Ending, Failure> {
    let config = evolution.config();
    let (spent, at_end) = (run.run().seconds()?, evolution.games_at_end());
    let mut progress = Progress::new(config, place, spent, at_end, quiet);
    if let Some(program) = evolution.table().program() {
        program.tell_first_fault(progress.teller());
    }
    let ending = evolution.run(run, threads, checkpoint_every, &mut progress)?;
    drop(progress);
    if let Ending::Finished(finish) = &ending {
        pictures::of_run(run.run(), config, evolution.table(), &finish.evolved.weights)?;
        doubts(evolution, finish, quiet);
    }
    Ok(ending)
}

/// Runs a session to its end, draws it, and says how it went.
pub fn work(
    run: &OpenRun,
    evolution: &Evolution,
    manner: &Manner,
    common: &Common,
) -> Result<(), Failure> {
    let (config, json) = (evolution.config(), manner.json);
    let threads = manner.start(common.quiet)?;
    let every = manner.checkpoint_every;
    let ending = run_session(run, evolution, &threads, every, "", common.quiet)?;
    let run = run.run();
    match ending {
        Ending::Finished(finish) => tell(run, evolution, Ended::of(config, &finish), json, common),
        Ending::Interrupted(standing) => {
            interrupted(run, config, standing.as_deref(), json, common)
        }
    }
}

/// Prints how a run ended.
pub fn tell(
    run: &Run,
    evolution: &Evolution,
    ended: Ended,
    json: bool,
    common: &Common,
) -> Result<(), Failure> {
    match json {
        true => output::print_json(&Summary::of(run, evolution.config(), ended)),
        false => output::print_pieces(&describe(run, evolution, &ended, common)?),
    }
}

/// Says what speaks against a program that was asked, if anything does.
fn doubts(evolution: &Evolution, finish: &Finish, quiet: bool) {
    let faults = evolution.table().program().map(|it| it.faults()).unwrap_or_default();
    let failed = match faults.count {
        0 => None,
        count => Some(format!(
            "The program failed {} and was asked again, which program.log in the run's folder tells; the first: {}",
            figures::count(count, "time", "times"),
            faults.first
        )),
    };
    let differs = finish.answers_differ.then(|| {
        "warning: the program is NOT repeatable: asked the same again, it answered otherwise, so that this run \
         can't be had again from its seed; `starhop program check` says more"
            .to_string()
    });
    let lacks_moves = evolution.table().program().is_some_and(|it| it.lacks_moves());
    let repeats = lacks_moves.then(|| format!("The program's {LACKS_MOVES}"));
    let lines: Vec<String> = failed.into_iter().chain(differs).chain(repeats).collect();
    if !quiet && !lines.is_empty() {
        output::say(&screen::wrap(&lines.join("\n"), screen::width_of_messages()));
    }
}

/// How a command ends that goes on by `again`, where a rank was lost.
pub fn lost(again: &str) -> Option<Failure> {
    let why = ranks::lost()?;
    let why =
        format!("{why}\nWhat was played is saved as far as it is whole. To go on:\n  {again}");
    Some(Failure::new(Code::Failed, why))
}

/// Says where a run stands that was interrupted, and how it goes on.
fn interrupted(
    run: &Run,
    config: &Config,
    standing: Option<&RunState>,
    json: bool,
    common: &Common,
) -> Result<(), Failure> {
    let resume = common.command(&format!("resume {}", run.name()));
    if let Some(lost) = lost(&resume) {
        return Err(lost);
    }
    let Some(standing) = standing else {
        output::say(&format!("Stopped before generation 0 was played. To go on:\n  {resume}"));
        return Err(Failure::interrupted());
    };
    match json {
        true => output::print_json(&Summary::so_far(run, config, standing))?,
        false => {
            let text = describe_so_far(run, config, standing)?;
            output::print(&format!("\n{text}\nNext\n  {resume}\n"))?;
        }
    }
    Err(Failure::interrupted())
}

/// Where a run stands that was interrupted, and what is known of its champion.
fn describe_so_far(run: &Run, config: &Config, standing: &RunState) -> Result<String, Failure> {
    let (state, unit) = (&standing.state, Unit(config.scoring));
    let champion = match standing.holder() {
        Some(champion) => format!(
            "The champion so far, {}, in the last measurement, which is not the final one:\n  {}\n",
            of_generation(champion.generation),
            figures::of_file(&session::measured(config, champion), unit)
        ),
        None => match weights::champion(run)? {
            Some(file) => of_earlier_end(&file, unit),
            None => "No champion was measured yet.\n".to_string(),
        },
    };
    Ok(format!(
        "Stopped by {INTERRUPT} at generation {}: {} {} in {}, seed {}.\n{champion}",
        state.generation,
        figures::thousands(state.games),
        unit.games(),
        clock(run.seconds()?),
        config.seed.number(),
    ))
}

/// What is known of the champion of a run that was prolonged, and has measured none since.
fn of_earlier_end(champion: &WeightsFile, unit: Unit) -> String {
    let (Some(origin), Some(measured)) = (&champion.origin, &champion.measured) else {
        return "The champion so far is that of an earlier end.\n".to_string();
    };
    format!(
        "The champion so far, {}, in the final measurement of an earlier end:\n  {}\n",
        of_generation(origin.generation),
        figures::of_file(measured, unit)
    )
}

/// The champion on its board where the terminal has the room, and below it what came out, ending with
/// what the champion is worth: that stays in sight wherever the rest has gone.
fn describe(
    run: &Run,
    evolution: &Evolution,
    ended: &Ended,
    common: &Common,
) -> Result<Vec<Piece>, Failure> {
    let config = evolution.config();
    let (width, unit) = (screen::width(), Unit(config.scoring));
    let strength = if ended.strength.is_empty() { "" } else { " strength.csv," };
    let seconds = run.seconds()?;
    let forecast = Forecast::of(&run.generations()?, config, seconds);
    let trend = forecast.map_or(String::new(), |it| it.words(unit));
    let shares = show::shares(run, config)?;
    let mut text = format!(
        "Stopped by {} at generation {}: {} {} in {}, seed {}.\n\
         {trend}{shares}Files in {}: champion.json,{strength} generations.csv, pictures\n\n",
        ended.reason.name(),
        ended.generation,
        figures::thousands(ended.games),
        unit.games(),
        clock(seconds),
        config.seed.number(),
        run.results().display(),
    );
    text += &next(run, config, ended, common)?;
    let given_up = config.given_up(ended.generation, ended.restarts);
    if given_up >= MANY_RESTARTS {
        let _ = writeln!(text, "\n{given_up} populations were given up{HOPELESS}.");
    }
    let _ = writeln!(
        text,
        "\nThe champion, {}, in fresh {}:",
        of_generation(ended.found_in),
        unit.games(),
    );
    text += &show::fixed(config);
    text += &kept_start(config, ended.found_in);
    text += &bounds::reached(evolution.table(), config, &ended.weights)?;
    // The table's rows have a tenth of the games that the champion had against a single opponent.
    let is_told = config.scoring.is_number() || config.against.only().is_some();
    if let Some(measured) = ended.measured.as_ref().filter(|_| is_told) {
        let _ = writeln!(text, "{}", figures::of_file(measured, unit));
        let different = measured.different_games.unwrap_or(0);
        text += figures::left_out(measured.games, config.final_games, different);
    }
    text += &strength::table(&ended.strength, ended.measured.as_ref(), Scale::of(config), width);
    let text = screen::wrap(&text, width);
    let drawing = drawing::champion(evolution.table(), &ended.weights, width)?;
    match Screen::of_results().is_none_or(|screen| screen.holds(&drawing, &text)) {
        true => Ok(vec![Piece::Drawing(drawing), Piece::Text(format!("\n{text}"))]),
        false => Ok(vec![Piece::Text(text)]),
    }
}

/// Where a champion was found.
pub fn of_generation(generation: u64) -> String {
    match generation {
        0 => "of generation 0, where the run began".to_string(),
        _ => format!("of generation {generation}"),
    }
}

/// Why the champion is what the run began from, where the last one had to beat that.
pub fn kept_start(config: &Config, found_in: u64) -> String {
    if found_in > 0 || !config.must_beat_start {
        return String::new();
    }
    let games = figures::thousands(config.final_games);
    format!(
        "Nothing that evolved beat it in {games} other games, so it stays (--must-beat-start).\n"
    )
}

/// Commands to go on with, under what they are for.
fn next(run: &Run, config: &Config, ended: &Ended, common: &Common) -> Result<String, Failure> {
    let name = run.name();
    let verdict = Verdict::of(&ended.strength, ended.measured.as_ref(), Scale::of(config));
    let home = common.home();
    let stronger = better::stronger(run, config, &verdict, &home)?;
    // Not every champion has a reference that it can be tested against.
    let has_tests = match Confirmation::find(run, &Request::default(), &home) {
        Err(why) if why.is_of_the_system() => return Err(why.into()),
        found => found.is_ok(),
    };
    let named = |row: &StrengthRow| quoted(&Against::one(&row.opponent).to_string());
    // Against itself nobody is better.
    let table = weights::table_of(run, config)?;
    let is_itself =
        |row: &&StrengthRow| table.built_in(&row.opponent).ok() == Some(ended.weights.clone());
    // What it wins against a single opponent was just told.
    let is_told = |row: &&StrengthRow| config.against.only() == Some(row.opponent.as_str());
    let worst = verdict.worst().filter(|row| !is_itself(row) && !is_told(row));
    let worst = worst.map(|row| format!("measure {name} --against {}", named(row)));
    let known = [
        worst,
        has_tests.then(|| format!("confirm {name}")),
        Some(format!("show {name}")),
        Some(format!("report {name}")),
    ];
    // Which of a program's numbers is which is known by their names.
    let format = if config.program.is_some() { "json" } else { "rust" };
    let used = [play_words(name, config), Some(format!("export {name} --format {format}"))];
    let line = |words: String| format!("  {}\n", common.command(&words));
    Ok(format!(
        "To make it stronger:\n{}To know it better:\n{}To use it:\n{}",
        stronger.into_iter().map(line).collect::<String>(),
        known.into_iter().flatten().map(line).collect::<String>(),
        used.into_iter().flatten().map(line).collect::<String>(),
    ))
}

/// How a person plays against the champion, where starhop knows the game.
pub fn play_words(name: &str, config: &Config) -> Option<String> {
    let is_known = config.program.is_none();
    is_known.then(|| format!("play human {}{}", bot(name, config), game_flags(config)))
}

/// The champion of a run as a bot that looks ahead as the run did.
pub fn bot(name: &str, config: &Config) -> String {
    match config.search.is_greedy() {
        true => name.to_string(),
        false => quoted(&format!("{}:{name}", config.search)),
    }
}

/// The game of a run, as far as commands have to be told.
pub fn game_flags(config: &Config) -> String {
    let players = ("players", config.players.to_string(), config.players != PLAYERS);
    unusual([game_flag(&config.game), players])
}
