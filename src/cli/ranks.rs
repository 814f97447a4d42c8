//! `mpirun`: this process among those that were started together. Rank 0 runs the command; the others play
//! what it gives them.

use super::failure::{Code, Failure};
use super::{machine, output};
use crate::backend::ranks::{Link, PATIENCE, Ranks, gather, greet, lead_away};
use crate::session::ranks::{Introduction, members, serve, unlike};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// How long rank 0 waits until all others have introduced themselves.
const START: Duration = Duration::from_secs(60);

/// The ranks of this process, where it is rank 0 of several.
static ALL: OnceLock<Arc<Ranks>> = OnceLock::new();

/// Commands that work on several ranks.
const COMMANDS: [&str; 8] =
    ["evolve", "resume", "measure", "sprt", "compare", "arena", "exploit", "verify"];

/// The ranks, where this process is rank 0 of several.
pub fn all() -> Option<Arc<Ranks>> {
    ALL.get().cloned()
}

/// Why not all ranks work any more, where that is so.
pub fn lost() -> Option<String> {
    ALL.get()?.lost()
}

/// How a command ended, which is no interrupt where a rank was lost.
pub fn checked(result: Result<(), Failure>) -> Result<(), Failure> {
    match (lost(), result) {
        (Some(why), Ok(()) | Err(Failure { code: Code::Interrupted, .. })) => {
            Err(Failure::new(Code::Failed, why))
        }
        (_, result) => result,
    }
}

/// Why that command is refused here, if it is.
pub fn refusal(command: &str) -> Option<String> {
    let is_refused = ALL.get().is_some() && !COMMANDS.contains(&command);
    is_refused.then(|| {
        let all = COMMANDS.join(", ");
        format!("{command} is for one process: leave out mpirun, which is for {all}")
    })
}

/// This process among all that were started together.
#[derive(Debug)]
pub struct Rank {
    /// Its number; 0 runs the command.
    pub number: usize,
    /// The link to all others.
    pub link: Arc<dyn Link>,
    /// The machine that it runs on.
    pub machine: String,
    /// The processors that it may use, by number; none where the system doesn't say.
    pub processors: Vec<usize>,
    /// Ends the processes of all ranks, with that code.
    pub abort: fn(i32) -> !,
}

/// Runs a command. Nothing links this process to others, so that each would run it for itself.
pub fn main(command: impl FnOnce() -> ExitCode) -> ExitCode {
    let started = ["OMPI_COMM_WORLD_SIZE", "MPI_LOCALNRANKS"]
        .into_iter()
        .find_map(|name| std::env::var(name).ok()?.parse().ok().filter(|&count: &u32| count > 1));
    match started {
        None => command(),
        Some(count) => {
            output::say(&format!(
                "error: mpirun starts {count} processes, but this starhop is built without MPI; one with it \
                 is built from the folder mpi (cargo install --force --path mpi --locked)"
            ));
            ExitCode::from(Code::Usage as u8)
        }
    }
}

/// Runs a command on all ranks, of which this process is one.
pub fn main_among(rank: Rank, command: impl FnOnce() -> ExitCode) -> ExitCode {
    match (rank.link.count(), rank.number) {
        (1, _) => command(),
        (_, 0) => rank.lead(command),
        _ => rank.follow(),
    }
}

impl Rank {
    fn own(&self) -> Result<Introduction, Failure> {
        Ok(Introduction::own(self.machine.clone(), self.processors.clone())?)
    }

    /// Runs the command as rank 0 and lets the others go.
    fn lead(&self, command: impl FnOnce() -> ExitCode) -> ExitCode {
        let code = match self.meet() {
            Ok(ranks) => {
                ALL.get_or_init(|| ranks);
                // mpirun gives a terminal of its own even where its output goes to a file.
                anstream::ColorChoice::Never.write_global();
                command()
            }
            Err(why) => {
                output::say(&format!("error: {}", why.message));
                ExitCode::from(why.code as u8)
            }
        };
        if lost().is_some() {
            // Who doesn't answer doesn't end, either.
            (self.abort)(Code::Failed as i32);
        }
        match lead_away(self.link.as_ref(), PATIENCE) {
            Ok(()) => code,
            Err(staying) => self.give_up(&staying, PATIENCE),
        }
    }

    /// Says which ranks don't answer, and ends all.
    fn give_up(&self, silent: &[usize], patience: Duration) -> ! {
        let ranks: Vec<String> = silent.iter().map(usize::to_string).collect();
        let (ranks, seconds) = (ranks.join(", "), patience.as_secs());
        output::say(&format!("error: rank {ranks}: no sign of life for {seconds} seconds"));
        (self.abort)(Code::Failed as i32)
    }

    /// All ranks, if all are alike.
    fn meet(&self) -> Result<Arc<Ranks>, Failure> {
        let own = serde_json::to_vec(&self.own()?).map_err(std::io::Error::from)?;
        let told = gather(self.link.as_ref(), own, START)
            .unwrap_or_else(|silent| self.give_up(&silent, START));
        let read = |bytes: &Vec<u8>| serde_json::from_slice(bytes).map_err(std::io::Error::from);
        let all: Vec<Introduction> = told.iter().map(read).collect::<Result<_, _>>()?;
        match unlike(&all) {
            Some(why) => Err(Failure::usage(format!("{why}; start the same everywhere"))),
            None => Ok(Arc::new(Ranks::new(self.link.clone(), members(&all), PATIENCE))),
        }
    }

    /// Plays what rank 0 gives.
    fn follow(&self) -> ExitCode {
        // Who asks for a stop asks rank 0, which saves and then lets this one go.
        let _ = machine::on_signal(|| {});
        match self.own().map(|own| serde_json::to_vec(&own)) {
            Ok(Ok(own)) => greet(self.link.as_ref(), own),
            Ok(Err(why)) => output::say(&format!("error: {why}")),
            Err(why) => output::say(&format!("error: rank {}: {}", self.number, why.message)),
        }
        serve(self.link.as_ref());
        ExitCode::SUCCESS
    }
}
