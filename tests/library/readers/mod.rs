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
    ($($reader:ident: $changes:literal,)*) => {
        $(
            #[test]
            fn $reader() {
                feed(stringify!($reader), targets::$reader::check, $changes);
            }
        )*
    };
}

readers! {
    against: 200_000,
    arena_files: 8_000,
    books: 100_000,
    checkpoints: 20_000,
    comparison_files: 20_000,
    configs: 150_000,
    fens: 200_000,
    game_records: 60_000,
    moves: 40_000,
    names: 200_000,
    pdns: 40_000,
    populations: 60_000,
    positions: 150_000,
    rows: 20_000,
    rules: 200_000,
    strengths: 30_000,
    weights: 30_000,
}
