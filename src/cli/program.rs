//! `program`: checks a program that is to be asked, and asks it a question.

mod guard;
mod watch;

pub use guard::guard_children;

use super::failure::{Code, Failure};
use super::{Common, figures, input, machine, output, quoted};
use crate::program::check::{self, Check};
use crate::program::protocol::id_of;
use crate::program::tune::Goal;
use crate::program::{Failed, Faults, Tune, ask_line};
use crate::session::program;
use clap::builder::RangedU64ValueParser;
use clap::{Args, Subcommand};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use watch::Watch;

/// What it means that a program answers games without moves.
pub const LACKS_MOVES: &str = "answers have no moves, by which games are told apart: each counts as different, \
     so that intervals are too narrow and verdicts can be wrong where games come again";

/// Parameters without an effect that a sentence names.
const NAMED: usize = 12;
/// What a question that `ask` takes has to be.
const ONE_LINE: &str = "must be one line, a question in JSON";

/// Check a program of yours, such as an engine, before `evolve --program` tunes it
#[derive(Args)]
#[command(after_help = "
Examples:
  starhop program check tune.toml
  starhop program ask tune.toml results/RUN/question.json
  starhop evolve --program tune.toml --seed 1
")]
pub struct ProgramArgs {
    #[command(subcommand)]
    command: ProgramCommand,
}

#[derive(Subcommand)]
enum ProgramCommand {
    /// Find out whether the program is repeatable, how fast it is, which parameters have an effect,
    /// what the seats are worth, what it does with values at their bounds, and how often it fails
    #[command(after_help = "
Example:
  starhop program check tune.toml --questions 100
")]
    Check {
        /// The file that says how the program is started and asked
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Questions for each finding
        #[arg(long, value_name = "N", default_value = "20", value_parser = RangedU64ValueParser::<NonZeroU64>::new().range(2..=100_000))]
        questions: NonZeroU64,
    },
    /// Ask the program one question, a line of JSON, print its answer, and say whether a run would
    /// accept it
    #[command(after_help = "
Example:
  starhop program ask tune.toml results/RUN/question.json
")]
    Ask {
        /// The file that says how the program is started and asked
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The file of the question [default: standard input, as is `-`]
        #[arg(value_name = "QUESTION")]
        question: Option<PathBuf>,
    },
    /// Run a command that ends when the process that asked for it dies
    #[command(hide = true)]
    Guard {
        /// The process that asks
        parent: u32,
        /// The command
        #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
        command: Vec<OsString>,
    },
}

/// Runs `program`.
pub fn program(args: &ProgramArgs, common: &Common) -> Result<(), Failure> {
    match &args.command {
        ProgramCommand::Check { file, questions } => {
            check(&program::read(file)?, *questions, common)
        }
        ProgramCommand::Ask { file, question } => ask(&program::read(file)?, question.as_deref()),
        ProgramCommand::Guard { parent, command } => guard::guard(*parent, command),
    }
}

fn ask(tune: &Tune, file: Option<&Path>) -> Result<(), Failure> {
    let (place, text) = input::text(file.unwrap_or(Path::new("-")))?;
    let question = text.trim();
    let bad = |why: &str| Failure::usage(format!("{place} {ONE_LINE}{why}"));
    if question.is_empty() || question.contains('\n') {
        return Err(bad(""));
    }
    let id = id_of(question).map_err(|why| bad(&format!(": {why}")))?;
    let said = |bytes: &[u8]| output::say(String::from_utf8_lossy(bytes).trim_end());
    let failed = |why: String| {
        Failure::new(Code::Failed, format!("the program {} failed: {why}", tune.name))
    };
    let reply = ask_line(tune, (id, question), said).map_err(failed)?;
    output::print(&format!("{}\n", reply.line))?;
    reply.taken.map_err(failed)
}

fn check(tune: &Tune, questions: NonZeroU64, common: &Common) -> Result<(), Failure> {
    let watch = Watch::new(check::planned(tune, questions), common.quiet);
    let found = findings(tune, questions, &watch, common);
    watch.finish();
    match found?.count {
        0 => Ok(()),
        _ => {
            let why = format!("the program {} failed while it was checked", tune.name);
            Err(Failure::new(Code::Failed, why))
        }
    }
}

/// Prints each finding as soon as it is known, and returns the faults.
fn findings(
    tune: &Tune,
    questions: NonZeroU64,
    watch: &Watch,
    common: &Common,
) -> Result<Faults, Failure> {
    let note = "Stopping; Ctrl-C again stops at once.";
    let threads = machine::stoppable(Some(1), note, common.quiet)?;
    let failed = |why: Option<Failed>| failure(tune, why);
    let next = |asked: u64, what: &str| watch.next(asked, what);
    let mut check =
        Check::begin(tune, questions, &threads, &next, watch.teller()).map_err(failed)?;
    watch.print(&heading(tune, check.per_second()))?;
    let unlike = check.unlike().map_err(failed)?;
    watch.print(&repeatable(questions, &unlike))?;
    let seeded = check.seeded().map_err(failed)?;
    watch.print(seed(tune, seeded, unlike.is_empty()))?;
    watch.print(&seats(questions, &check.seats()))?;
    if tune.goal == Goal::Game {
        watch.print(&moves(questions, check.moves()))?;
    }
    let moved = check.effects().map_err(failed)?;
    watch.print(&match unlike.is_empty() {
        true => effects(tune, questions, &moved),
        // Its answers differ anyway.
        false => "Effect: what a step changes can't be told then.\n".to_string(),
    })?;
    let failures = check.bounds().map_err(failed)?;
    watch.print(&bounds(&failures, moved.len()))?;
    let counted = check.faults();
    watch.print(&faults(&counted))?;
    Ok(counted)
}

/// Why a check ended early; none where it was asked to.
fn failure(tune: &Tune, failed: Option<Failed>) -> Failure {
    let Some(failed) = failed else { return Failure::interrupted() };
    let mut why = failed.to_string();
    if failed.question.is_some() {
        let file = quoted(&tune.path.to_string_lossy());
        let _ = write!(
            why,
            "\nGive that line to `starhop program ask {file}` on standard input to ask it again."
        );
    }
    Failure::new(Code::Failed, why)
}

fn heading(tune: &Tune, per_second: f64) -> String {
    let goal = match tune.goal {
        Goal::Game => "games",
        Goal::Maximise => "a score, the greater the better",
        Goal::Minimise => "a score, the less the better",
    };
    let rate = if per_second < 100.0 {
        format!("{per_second:.1}")
    } else {
        figures::thousands(per_second as u64)
    };
    format!(
        "{}: {} parameters, {goal}\n\nSpeed: {rate} questions a second from one process.\n",
        tune.name,
        tune.parameters.len(),
    )
}

fn repeatable(questions: NonZeroU64, unlike: &[&str]) -> String {
    match unlike.is_empty() {
        true => format!(
            "Repeatable: {questions} questions had the same answers asked again, after a new start, \
             and beside another process. The same seed gives the same run.\n"
        ),
        false => format!(
            "NOT repeatable: of {questions} questions some had other answers when {}. A run can't be \
             had again from its seed.\n",
            unlike.join(", ")
        ),
    }
}

fn seed(tune: &Tune, seeded: bool, is_repeatable: bool) -> &'static str {
    match (tune.noise, seeded) {
        (true, _) if !is_repeatable => "Whether the seed matters can't be told then.\n",
        (true, true) => "The seed matters: answers are noisy.\n",
        (true, false) => {
            "The seed made no difference. Where it never does, write noise = false: every question is \
             then asked once.\n"
        }
        (false, _) => "Without noise: the seed is always 0.\n",
    }
}

fn faults(Faults { count, first }: &Faults) -> String {
    let times = match count {
        0 => return "Faults: none.\n".to_string(),
        1 => "1 time".to_string(),
        _ => format!("{count} times"),
    };
    format!(
        "Faults: it gave no valid answer {times}, the first time: {first}. A run asks the question again, \
         up to three times, and then stops.\n"
    )
}

fn seats(questions: NonZeroU64, seats: &[u64]) -> String {
    let Some((draws, seats)) = seats.split_last() else { return String::new() };
    let won = |(index, won): (usize, &u64)| format!("seat {} won {won}", index + 1);
    let won: Vec<String> = seats.iter().enumerate().map(won).collect();
    format!(
        "Seats: of {questions} games of the first values against themselves {}; {draws} were drawn.\n",
        won.join(", ")
    )
}

/// What is said of the moves that some of that many games had in their answers, and how many of those differ.
fn moves(questions: NonZeroU64, (told, different): (usize, usize)) -> String {
    match told {
        0 => format!("Moves: {LACKS_MOVES}.\n"),
        _ if (told as u64) < questions.get() => format!(
            "Moves: only {told} of {questions} answers had some. Each game without counts as different.\n"
        ),
        _ => format!(
            "Moves: {different} of these {questions} games differ; games that come again count once.\n"
        ),
    }
}

fn effects(tune: &Tune, questions: NonZeroU64, effects: &[(usize, u64)]) -> String {
    let name = |index: usize| tune.parameters.get(index).map_or("", |it| it.name.as_str());
    let idle: Vec<&str> = effects
        .iter()
        .filter(|(_, changed)| *changed == 0)
        .map(|(index, _)| name(*index))
        .collect();
    if idle.is_empty() {
        return format!(
            "Effect: each parameter changed some of {questions} answers by one step.\n"
        );
    }
    let named = idle.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    let more = match idle.len().checked_sub(NAMED) {
        Some(more @ 1..) => format!(" and {more} more"),
        _ => String::new(),
    };
    format!(
        "Effect: a step of {} of {} parameters changed none of {questions} answers: {named}{more}. \
         Larger steps, or more --questions, may.\n",
        idle.len(),
        effects.len()
    )
}

/// What is said of the failures at bounds of that many parameters.
fn bounds(failures: &[(String, Failed)], parameters: usize) -> String {
    if failures.is_empty() {
        let tried = match parameters {
            all if all > check::MOST_AT_BOUNDS => {
                format!("each of the first {} of {all} parameters", check::MOST_AT_BOUNDS)
            }
            _ => "each parameter".to_string(),
        };
        return format!("Bounds: it answered with {tried} at its least and at its greatest.\n");
    }
    let fault = |(what, failed): &(String, Failed)| format!("  {what}: {}\n", failed.why);
    let faults: String = failures.iter().map(fault).collect();
    format!("Bounds: it FAILED at {} of them:\n{faults}", failures.len())
}
