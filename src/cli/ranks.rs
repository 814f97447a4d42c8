//! `mpirun`: this process among those that were started together. Rank 0 runs the command; the others play
//! what it gives them.

use super::failure::{Code, Failure};
use crate::backend::ranks::Ranks;
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

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

/// Runs a command, on all ranks that were started together.
#[cfg(feature = "mpi")]
pub fn main(command: impl FnOnce() -> ExitCode) -> ExitCode {
    mpi::main(command)
}

/// Runs a command. This build knows no ranks, so that each process would run it for itself.
#[cfg(not(feature = "mpi"))]
pub fn main(command: impl FnOnce() -> ExitCode) -> ExitCode {
    use super::output;

    let started = ["OMPI_COMM_WORLD_SIZE", "MPI_LOCALNRANKS"]
        .into_iter()
        .find_map(|name| std::env::var(name).ok()?.parse().ok().filter(|&count: &u32| count > 1));
    match started {
        None => command(),
        Some(count) => {
            output::say(&format!(
                "error: mpirun starts {count} processes, but this starhop is built without MPI; build \
                 it with --features mpi"
            ));
            ExitCode::from(Code::Usage as u8)
        }
    }
}

#[cfg(feature = "mpi")]
mod mpi {
    use super::ALL;
    use crate::backend::mpi::{self, Mpi};
    use crate::backend::ranks::{PATIENCE, Ranks, gather, greet, lead_away};
    use crate::cli::failure::{Code, Failure};
    use crate::cli::output;
    use crate::session::ranks::{Introduction, members, serve, unlike};
    use std::process::ExitCode;
    use std::sync::Arc;
    use std::time::Duration;

    /// How long rank 0 waits until all others have introduced themselves.
    const START: Duration = Duration::from_secs(60);

    pub fn main(command: impl FnOnce() -> ExitCode) -> ExitCode {
        let Some(mpi) = Mpi::join() else { return command() };
        let code = match (mpi.count(), mpi.rank()) {
            (1, _) => command(),
            (_, 0) => lead(&mpi, command),
            _ => follow(&mpi),
        };
        mpi.leave(PATIENCE);
        code
    }

    fn own() -> Result<Introduction, Failure> {
        Ok(Introduction::own(mpi::machine(), mpi::processors())?)
    }

    /// Runs the command as rank 0 and lets the others go.
    fn lead(mpi: &Mpi, command: impl FnOnce() -> ExitCode) -> ExitCode {
        let code = match meet(mpi) {
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
        if super::lost().is_some() {
            // Who doesn't answer doesn't end, either.
            mpi.abort(Code::Failed as i32);
        }
        match lead_away(mpi.link().as_ref(), PATIENCE) {
            Ok(()) => code,
            Err(staying) => give_up(mpi, &staying, PATIENCE),
        }
    }

    /// Says which ranks don't answer, and ends all.
    fn give_up(mpi: &Mpi, silent: &[usize], patience: Duration) -> ! {
        let ranks: Vec<String> = silent.iter().map(usize::to_string).collect();
        let (ranks, seconds) = (ranks.join(", "), patience.as_secs());
        output::say(&format!("error: rank {ranks}: no sign of life for {seconds} seconds"));
        mpi.abort(Code::Failed as i32)
    }

    /// All ranks, if all are alike.
    fn meet(mpi: &Mpi) -> Result<Arc<Ranks>, Failure> {
        let own = serde_json::to_vec(&own()?).map_err(std::io::Error::from)?;
        let told = gather(mpi.link().as_ref(), own, START)
            .unwrap_or_else(|silent| give_up(mpi, &silent, START));
        let read = |bytes: &Vec<u8>| serde_json::from_slice(bytes).map_err(std::io::Error::from);
        let all: Vec<Introduction> = told.iter().map(read).collect::<Result<_, _>>()?;
        match unlike(&all) {
            Some(why) => Err(Failure::usage(format!("{why}; start the same everywhere"))),
            None => Ok(Arc::new(Ranks::new(mpi.link(), members(&all), PATIENCE))),
        }
    }

    /// Plays what rank 0 gives.
    fn follow(mpi: &Mpi) -> ExitCode {
        // Who asks for a stop asks rank 0, which saves and then lets this one go.
        let _ = ctrlc::set_handler(|| {});
        match own().map(|own| serde_json::to_vec(&own)) {
            Ok(Ok(own)) => greet(mpi.link().as_ref(), own),
            Ok(Err(why)) => output::say(&format!("error: {why}")),
            Err(why) => output::say(&format!("error: rank {}: {}", mpi.rank(), why.message)),
        }
        serve(mpi.link().as_ref());
        ExitCode::SUCCESS
    }
}
