//! `--shard`: which part of an arena, a comparison, a measurement or the runs of several seeds a process does,
//! as it is typed or as a scheduler numbers its tasks.

use super::figures::count;
use super::{Common, quoted};
use crate::game::TextError;
use crate::play::shard::Shard;
use std::env;

/// A scheduler that numbers its tasks.
struct Scheduler {
    name: &'static str,
    /// The variable with the number of a task.
    task: &'static str,
    /// The number of the first task.
    first: u32,
    /// How that is asked for.
    array: &'static str,
}

/// Those that may run inside others come first.
const SCHEDULERS: [Scheduler; 3] = [
    Scheduler { name: "HyperQueue", task: "HQ_TASK_ID", first: 1, array: "--array 1-N" },
    Scheduler {
        name: "Kubernetes",
        task: "JOB_COMPLETION_INDEX",
        first: 0,
        array: "completionMode: Indexed",
    },
    SLURM,
];
const SLURM: Scheduler =
    Scheduler { name: "Slurm", task: "SLURM_ARRAY_TASK_ID", first: 1, array: "--array=1-N" };

/// Reads `I/N`, `auto/N` or `auto`.
///
/// # Errors
/// Says what was looked for.
pub fn parse(text: &str) -> Result<Shard, String> {
    resolve(text, &|name| env::var(name).ok())
}

/// What to do next, under its heading: the commands `whole`, or after a shard the one that merges all shards of the
/// work whose folder that is.
pub fn next(shard: Option<Shard>, folder: &str, whole: &[String], common: &Common) -> String {
    let (heading, words) = match shard {
        None => ("Next".to_string(), whole.to_vec()),
        Some(shard) => (
            format!("Next, when all {} shards are done", shard.of()),
            vec![format!("merge {}", quoted(shard.work_of(folder)))],
        ),
    };
    let commands = words.iter().map(|words| format!("\n  {}", common.command(words)));
    heading + &commands.collect::<String>()
}

fn resolve(text: &str, variable: &dyn Fn(&str) -> Option<String>) -> Result<Shard, String> {
    let Some(parts) = text.strip_prefix("auto") else {
        return text.parse().map_err(|TextError(why)| why);
    };
    let set = SCHEDULERS.iter().find_map(|it| Some((it, variable(it.task)?)));
    let Some((scheduler, task)) = set else {
        let tasks = SCHEDULERS.map(|it| format!("{} ({})", it.task, it.name)).join(", ");
        return Err(format!("none of {tasks} is set; say which shard it is, as in 2/6"));
    };
    let of = match parts.strip_prefix('/') {
        Some(of) => of.to_string(),
        None if parts.is_empty() => tasks(scheduler, variable)?,
        None => return Err("write I/N, auto/N or auto".to_string()),
    };
    // Any number of parts has a first one, so that this refuses what is no number of parts.
    let parts: Shard = format!("1/{of}").parse().map_err(|TextError(why)| why)?;
    let Scheduler { name, task: variable, first, array } = scheduler;
    let number = task.parse().ok().and_then(|task: u32| task.checked_sub(*first)?.checked_add(1));
    number.and_then(|number| Shard::new(number, parts.of())).ok_or_else(|| {
        let last = parts.of() - 1 + first;
        let tasks = count(parts.of().into(), "task", "tasks");
        format!(
            "{variable} is '{task}', but {name} has to number {tasks} from {first} to {last}, by \
             {array}"
        )
    })
}

/// How many tasks there are, which Slurm alone says; of an array with gaps, or of which some tasks are
/// submitted again, it says another number than was meant.
fn tasks(
    scheduler: &Scheduler,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<String, String> {
    let Scheduler { name, .. } = scheduler;
    if *name != SLURM.name {
        return Err(format!("{name} doesn't say how many tasks there are: write auto/N"));
    }
    let said = |end: &str| variable(&format!("SLURM_ARRAY_TASK_{end}")).unwrap_or_default();
    let [least, most, count] = ["MIN", "MAX", "COUNT"].map(said);
    match least == "1" && most == count && count != "1" {
        true => Ok(count),
        false => {
            let tasks = if count == "1" { "task" } else { "tasks" };
            Err(format!(
                "Slurm's array has {count} {tasks} from '{least}' to '{most}', but auto needs all of 1 to N, \
                 with N at least 2, by {}: write auto/N",
                SLURM.array
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(text: &str, set: &[(&str, &str)]) -> Result<String, String> {
        let variable =
            |name: &str| set.iter().find(|it| it.0 == name).map(|(_, value)| value.to_string());
        resolve(text, &variable).map(|shard| shard.to_string())
    }

    fn slurm(task: &str, [least, most, count]: [&str; 3], text: &str) -> Result<String, String> {
        let set = [
            ("SLURM_ARRAY_TASK_ID", task),
            ("SLURM_ARRAY_TASK_MIN", least),
            ("SLURM_ARRAY_TASK_MAX", most),
            ("SLURM_ARRAY_TASK_COUNT", count),
        ];
        resolved(text, &set)
    }

    #[test]
    fn schedulers_number_shards() {
        assert_eq!(slurm("3", ["1", "6", "6"], "auto"), Ok("3/6".to_string()));
        assert_eq!(slurm("3", ["3", "3", "1"], "auto/6"), Ok("3/6".to_string()));
        assert_eq!(resolved("auto/6", &[("JOB_COMPLETION_INDEX", "0")]), Ok("1/6".to_string()));
        assert_eq!(resolved("auto/6", &[("HQ_TASK_ID", "6")]), Ok("6/6".to_string()));
        let both = [("SLURM_ARRAY_TASK_ID", "1"), ("HQ_TASK_ID", "4")];
        assert_eq!(resolved("auto/6", &both), Ok("4/6".to_string()), "inside of a Slurm job");
        assert_eq!(resolved("2/3", &both), Ok("2/3".to_string()));
    }

    #[test]
    fn what_was_looked_for_is_said() {
        for (refused, why) in [
            (
                resolved("auto", &[]),
                "HQ_TASK_ID (HyperQueue), JOB_COMPLETION_INDEX (Kubernetes), SLURM",
            ),
            (resolved("auto/6", &[]), "none of HQ_TASK_ID"),
            (resolved("auto", &[("HQ_TASK_ID", "1")]), "HyperQueue doesn't say how many"),
            (resolved("auto", &[("JOB_COMPLETION_INDEX", "1")]), "Kubernetes doesn't say"),
            (resolved("auto/6", &[("JOB_COMPLETION_INDEX", "6")]), "6 tasks from 0 to 5"),
            (resolved("auto/1", &[("HQ_TASK_ID", "2")]), "number 1 task from 1 to 1"),
            (resolved("auto/6", &[("HQ_TASK_ID", "0")]), "HQ_TASK_ID is '0', but HyperQueue"),
            (resolved("auto/6", &[("HQ_TASK_ID", "x")]), "HQ_TASK_ID is 'x', but"),
            (resolved("auto/0", &[("HQ_TASK_ID", "1")]), "I from 1 to N"),
            (resolved("autos", &[("HQ_TASK_ID", "1")]), "auto/N or auto"),
            (slurm("0", ["0", "5", "6"], "auto"), "6 tasks from '0' to '5', but auto needs"),
            (slurm("3", ["1", "5", "3"], "auto"), "3 tasks from '1' to '5'"),
            (
                slurm("1", ["1", "1", "1"], "auto"),
                "1 task from '1' to '1', but auto needs all of 1 to N, with N at",
            ),
            (slurm("0", ["0", "5", "6"], "auto/6"), "6 tasks from 1 to 6, by --array=1-N"),
        ] {
            let said = refused.unwrap_err();
            assert!(said.contains(why), "{said}");
        }
    }
}
