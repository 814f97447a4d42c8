//! The `starhop` command: parses, runs, and maps failures to exit codes.

use std::process::ExitCode;

#[global_allocator]
static MEMORY: starhop::cli::Memory = starhop::cli::Memory;

fn main() -> ExitCode {
    starhop::cli::main()
}
