//! Weights files in every format and plain numbers, for a board and for a list: what is read has the
//! right length, and what is written of it reads back.

use super::folder;
use starhop::game::layout::CellLayout;
use starhop::record::weights::WeightsFile;
use starhop::registry::find;
use starhop::report::export::{ArraySeats, Format, ReadWeights, Wanted, read, write};
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

fn check_file(path: &Path, layout: &CellLayout) -> bool {
    let wanted = Wanted { game: "game", layout };
    let Ok(found) = read(path, wanted) else { return false };
    let file = whole(found);
    assert_eq!(file.weights.len(), layout.cells.len());
    for (format, ending) in FORMATS {
        let Ok(written) = write(&file, layout, format, ArraySeats::One(1)) else { continue };
        let copy = path.with_file_name(format!("copy.{ending}"));
        fs::write(&copy, written).unwrap();
        assert_eq!(read(&copy, wanted).unwrap().weights(), file.weights);
    }
    true
}

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    // Arrays of NumPy are known by how they begin, all else but their name's ending by the text.
    let ending = if bytes.first() == Some(&0x93) { "npy" } else { "any" };
    let path = folder("weights").join(format!("weights.{ending}"));
    fs::write(&path, bytes).unwrap();
    LAYOUTS.each_ref().map(|layout| check_file(&path, layout)).contains(&true)
}
