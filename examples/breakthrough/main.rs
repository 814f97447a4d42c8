//! The whole of starhop with one more game: `cargo run --release --example breakthrough -- evolve
//! --game breakthrough` evolves a weight for each of its 36 squares.

mod game;

use std::process::ExitCode;

fn main() -> ExitCode {
    match starhop::registry::add(&game::ENTRY) {
        Ok(()) => starhop::cli::main(),
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}
