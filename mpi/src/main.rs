//! The command `starhop` on all processes that `mpirun` starts.

use starhop::backend::ranks::PATIENCE;
use starhop::cli::{self, Rank};
use starhop_mpi::{Mpi, abort, machine, processors};
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(mpi) = Mpi::join() else { return cli::main() };
    let rank = Rank {
        number: mpi.rank(),
        link: mpi.link(),
        machine: machine(),
        processors: processors(),
        abort,
    };
    let code = cli::main_among(rank);
    mpi.leave(PATIENCE);
    code
}
