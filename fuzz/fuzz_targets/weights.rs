//! Weights files in every format and plain numbers, for a board and for a list: what is read has the
//! right length, and what is written of it reads back.

#![no_main]

use starhop::game::layout::CellLayout;
use starhop::record::weights::WeightsFile;
use starhop::registry::find;
use starhop::report::export::{ArraySeats, Format, ReadWeights, Wanted, read, write};
use starhop_fuzz::folder;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

const FORMATS: [(Format, &str); 8] = [
    (Format::Json, "json"),
    (Format::Csv, "csv"),
    (Format::Toml, "toml"),
    (Format::Npy, "npy"),
    (Format::Grid, "txt"),
    (Format::Rust, "rs"),
    (Format::Python, "py"),
    (Format::C, "h"),
];

static LAYOUTS: LazyLock<[CellLayout; 2]> = LazyLock::new(|| {
    ["chinese-checkers", "draughts"]
        .map(|game| find(game).and_then(|it| it.open(2, "standard")).unwrap().cells())
});

fn whole(read: ReadWeights) -> WeightsFile {
    match read {
        ReadWeights::File(file) => *file,
        ReadWeights::Bare(weights) => WeightsFile {
            game: "game".to_string(),
            players: 2,
            rules: "rules".to_string(),
            weights,
            fixed: Vec::new(),
            origin: None,
            measured: None,
        },
    }
}

fn check(path: &Path, bytes: &[u8], layout: &CellLayout) {
    fs::write(path, bytes).unwrap();
    let wanted = Wanted { game: "game", layout };
    let Ok(found) = read(path, wanted) else { return };
    let file = whole(found);
    assert_eq!(file.weights.len(), layout.cells.len());
    for (format, ending) in FORMATS {
        let Ok(written) = write(&file, layout, format, ArraySeats::One(1)) else { continue };
        let copy = folder().join(format!("copy.{ending}"));
        fs::write(&copy, written).unwrap();
        assert_eq!(read(&copy, wanted).unwrap().weights(), file.weights);
    }
}

libfuzzer_sys::fuzz_target!(|given: (u8, &[u8])| {
    let endings = ["npy", "any"];
    let path = folder().join(format!("weights.{}", endings[usize::from(given.0) % endings.len()]));
    LAYOUTS.iter().for_each(|layout| check(&path, given.1, layout));
});
