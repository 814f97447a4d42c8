//! Every reader of text and files takes what the program writes, and thousands of changes to it, which it
//! reads or refuses.

mod mutation;
pub mod targets;

use mutation::Mutation;
use starhop::rng::{Purpose, Seed};
use std::fs;
use std::path::Path;
use targets::Target;

/// The texts that a reader's changes are made of, each of which it reads as it is.
fn corpus(reader: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library/readers/corpora");
    let files = fs::read_dir(folder.join(reader)).unwrap();
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read(path).unwrap()).collect()
}

/// Feeds a reader with its corpus, and with that many changes to it.
fn feed(reader: &str, check: Target, changes: usize) {
    let corpus = corpus(reader);
    for (index, bytes) in corpus.iter().enumerate() {
        assert!(check(bytes), "{reader}: file {index} of its corpus isn't read");
    }
    let chance = Seed::default().stream(Purpose::Bench, &[]);
    let mut mutation = Mutation::new(&corpus, chance);
    let read = (0..changes).filter(|_| check(&mutation.next())).count();
    assert!(read > 0 && read < changes, "{reader}: {read} of {changes} changed texts were read");
    let _ = fs::remove_dir_all(targets::folder(reader));
}

macro_rules! readers {
    ($($(#[$when:meta])? $reader:ident: $changes:literal,)*) => {
        $(
            $(#[$when])?
            #[test]
            fn $reader() {
                feed(stringify!($reader), targets::$reader::check, $changes);
            }
        )*
    };
}

readers! {
    against: 400_000,
    arena_files: 16_000,
    books: 200_000,
    checkpoints: 40_000,
    comparison_files: 40_000,
    configs: 300_000,
    engine_files: 100_000,
    fens: 400_000,
    game_records: 120_000,
    hub_lines: 200_000,
    ledgers: 100_000,
    measurement_files: 16_000,
    #[cfg(feature = "serve")]
    messages: 100_000,
    moves: 80_000,
    names: 400_000,
    pdns: 80_000,
    populations: 120_000,
    positions: 300_000,
    rows: 40_000,
    rules: 400_000,
    served_games: 20_000,
    strengths: 60_000,
    suites: 60_000,
    ugi_commands: 400_000,
    weights: 60_000,
}
