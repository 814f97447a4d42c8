//! `confirm`: whether a run's champion is better than where it began, and what of it matters.

mod next;
mod page;
mod report;

use super::failure::Failure;
use super::progress::Line;
use super::{Common, machine, output, progress};
use crate::backend::Threads;
use crate::session::confirm::comparison::PairedComparison;
use crate::session::confirm::{Confirmation, Found, Request};
use clap::Args;
use page::Page;

/// What the first Ctrl-C does.
const STOPPING: &str =
    "Stopping; the attempt counts, as some of its games were played. Ctrl-C again stops at once.";

/// Test whether a run's champion is better than its start, as the last step of every tuning
#[derive(Args)]
#[command(after_help = "
The champion plays fresh games, with new openings, against the weights where the run began and
against the best known weights. It does so with the run's search and with a deeper one (one ply more
or twice the nodes; for a program, by the `farther` command of its file), to see whether its gain
transfers. Then it plays against itself with one parameter after another set back to its start. If a
program gives scores, the paired differences of scores are tested instead.

Every attempt is written into the run's ledger before its games begin. The chance that all attempts
together raise a false alarm is at most 5 %: the share of the first attempt is 2.5 %, that of
attempt k is 5 % / (k (k + 1)). So a twentieth attempt proves no more than it should. For scores
this holds if their differences are normal; rare disasters make the chance greater.

The result is printed, and written into the run's folder as confirmed.md, and for machines as
confirmed.json. The exit code is 0 whatever the result is. It is 130 if Ctrl-C stopped the attempt,
which counts all the same.

Examples:
  starhop confirm RUN
  starhop confirm RUN --against champion-2 --games 100000
  starhop confirm RUN --json | jq -r .verdict
")]
pub struct ConfirmArgs {
    /// Name of the run; `starhop list` shows them
    run: String,
    /// The best known weights: a built-in array, a weights file or a run [default: the shipped champion
    /// for as many players]
    #[arg(long, value_name = "WEIGHTS")]
    against: Option<String>,
    /// The most games of each test with the run's search [default: twice the run's --final-games]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: Option<u64>,
    /// The most games of each test with the deeper search [default: a fifth of the run's --final-games]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    farther_games: Option<u64>,
    /// The most games for each parameter [default: the run's --final-games]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    parameter_games: Option<u64>,
    /// Worker threads; results don't depend on their number [default: one for each core]
    #[arg(long)]
    threads: Option<usize>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Runs `confirm`.
pub fn confirm(args: &ConfirmArgs, common: &Common) -> Result<(), Failure> {
    let threads = machine::stoppable(args.threads, STOPPING, common.quiet)?;
    let home = common.home();
    let run = home.run(&args.run)?.hold()?;
    let &ConfirmArgs { games, farther_games, parameter_games, .. } = args;
    let against = args.against.clone();
    let request = Request { against, games, farther_games, parameter_games };
    let plan = Confirmation::find(run.run(), &request, &home)?;
    let (run, mut ledger) = run.confirm()?;
    let attempt = ledger.attempts().len() as u64 + 1;
    let broken_off = ledger.attempts().iter().filter(|it| it.ended.is_none()).count();
    ledger.append(plan.begun(attempt))?;
    let Some(found) = play(&plan, attempt, &threads, common)? else {
        return Err(Failure::interrupted());
    };
    ledger.append(plan.ended(attempt, &found))?;
    let page = Page { run: &args.run, plan: &plan, found: &found, attempt, broken_off };
    let text = page.text();
    let figures = output::json(&report::report(&page))?;
    run.write_confirmed(&text, &figures)?;
    match args.json {
        true => output::print(&figures),
        false => {
            let words = next::words(&page, run.run(), args, &home)?;
            output::print(&format!("{text}\nNext\n  {}\n", common.command(&words)))
        }
    }
}

/// Plays an attempt, and shows how it goes.
fn play(
    plan: &Confirmation,
    attempt: u64,
    threads: &Threads,
    common: &Common,
) -> Result<Option<Found>, Failure> {
    let steps = plan.tests.len() + plan.tried();
    let line = Line::new(progress::line_bar(steps as u64, common.quiet), common.quiet);
    let mut watch = |done: usize, name: &str, it: &PairedComparison| {
        line.reach(done as u64);
        let games = super::figures::thousands(it.counts().games());
        line.message(&format!("{} of {steps}: {name}, {games} games", done + 1));
    };
    let found = plan.play(attempt, threads, &mut watch)?;
    line.finish();
    Ok(found)
}
