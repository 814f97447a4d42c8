//! The whole of starhop with one more game: `cargo run --release --example breakthrough -- evolve
//! --game breakthrough` evolves a weight for each of its 36 squares.

mod game;

use std::process::ExitCode;

fn main() -> ExitCode {
    starhop::registry::add(&game::ENTRY).expect("a name that is not taken");
    starhop::cli::main()
}
