//! `merge`: an arena, a comparison or a measurement of its shards.

use super::compare::table;
use super::failure::{Code, Failure};
use super::measure::words;
use super::{Common, arena, compare, measure, output, quoted};
use crate::play::shard::Shard;
use crate::record::measurement::Part;
use crate::record::shards::{Sharded, Unready};
use clap::Args;
use std::path::PathBuf;

/// Shards that a message names, each with its command.
const MOST_NAMED: usize = 10;

/// Put the shards of an arena, a comparison or a measurement together
#[derive(Args)]
#[command(after_help = "
With --shard I/N, `arena`, `compare` and `measure` do one part of N, in a folder of its own, such as
results/NAME.2-of-6. Once all parts are done, `merge NAME` makes results/NAME from them: the same
bytes that one process would have written, except for the times. If shards are missing, not
finished, damaged or of other settings, `merge` names them and writes nothing. It keeps the shards;
delete them when you like.

Examples:
  starhop arena champion-2 random --name a --seed 1 --shard 1/2
  starhop arena champion-2 random --name a --seed 1 --shard 2/2
  starhop merge a
  starhop measure champion-2 --name m --seed 1 --shard 1/2
  starhop measure champion-2 --name m --seed 1 --shard 2/2
  starhop merge m
")]
pub struct MergeArgs {
    /// The --name of the shards
    name: String,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Runs `merge`.
pub fn merge(args: &MergeArgs, common: &Common) -> Result<(), Failure> {
    let (name, home) = (&args.name, common.home());
    match home.shards(name)? {
        Sharded::Arena(shards) => {
            let typed = shards.typed().clone();
            let command = |shard: Shard| {
                let part = shards.arena().clone().sharded(shard, typed.clone());
                common.command(&arena::words(&part, &typed, name, quoted))
            };
            check(name, shards.unready(), "games", &command)?;
            warn(&shards.untimed()?);
            let record = shards.merge(&home)?;
            arena::conclude(name, &record, &typed, args.json, common)
        }
        Sharded::Comparison(shards) => {
            let command = |shard: Shard| {
                let part = shards.comparison().clone().sharded(Some(shard));
                common.command(&table::words(&part, name, quoted))
            };
            check(name, shards.unready(), "runs", &command)?;
            warn(shards.untimed());
            let record = shards.merge(&home)?;
            compare::conclude(name, &record, args.json, common)
        }
        Sharded::Measurement(shards) => {
            let command = |shard: Shard| {
                common.command(&words::command(&shards.settings().clone().sharded(shard), name))
            };
            check(name, shards.unready(), "games", &command)?;
            for Part { settings, met, folder } in shards.parts() {
                measure::check(settings, met, folder)?;
            }
            let record = shards.merge(&home)?;
            measure::conclude(name, &record, args.json, common)
        }
    }
}

/// Says which files lack times.
fn warn(untimed: &[PathBuf]) {
    for path in untimed {
        let path = path.display();
        output::say_wrapped(&format!(
            "warning: {path} lacks some times, so that the whole lacks them, too"
        ));
    }
}

/// That all shards are done; else says which are not, and which commands do the rest.
fn check(
    name: &str,
    unready: &[(Shard, Unready)],
    unit: &str,
    command: &dyn Fn(Shard) -> String,
) -> Result<(), Failure> {
    let is_in_use =
        |it: &Unready| matches!(it, Unready::Unfinished { is_in_use, .. } if *is_in_use);
    let described = |(shard, why): &(Shard, Unready)| match why {
        Unready::Missing => format!("{shard} is missing"),
        Unready::Unfinished { done, all, .. } => {
            let now = if is_in_use(why) { " and is under way" } else { "" };
            format!("{shard} has {done} of {all} {unit}{now}")
        }
    };
    if unready.is_empty() {
        return Ok(());
    }
    let list: Vec<String> = unready.iter().take(MOST_NAMED).map(described).collect();
    let mut text = format!("not all shards of '{name}' are done: {}", list.join("; "));
    if unready.len() > MOST_NAMED {
        text += &format!("; and {} more", unready.len() - MOST_NAMED);
    }
    let left = unready.iter().take(MOST_NAMED).filter(|(_, why)| !is_in_use(why));
    let commands: Vec<String> = left.map(|(shard, _)| command(*shard)).collect();
    if commands.is_empty() {
        return Err(Failure::new(Code::InUse, text));
    }
    Err(Failure::usage(format!("{text}. To do the rest:\n  {}", commands.join("\n  "))))
}
