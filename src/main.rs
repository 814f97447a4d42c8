//! The `starhop` command: parses, runs, and maps failures to exit codes.

use std::process::ExitCode;

fn main() -> ExitCode {
    starhop::cli::main()
}
