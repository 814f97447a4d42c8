//! What is written reads back, and compiles where it is source.

mod damage;
mod fuzz;
mod numbers;

use super::*;
use crate::record::error::RecordError;
use crate::record::weights::FormatError;
use crate::record::weights::tests::{counted, file, plain_layout, star};

use std::process::Command;

const FORMATS: [Format; 8] = [
    Format::Json,
    Format::Csv,
    Format::Toml,
    Format::Npy,
    Format::Grid,
    Format::Rust,
    Format::Python,
    Format::C,
];

fn wanted(layout: &CellLayout) -> Wanted<'_> {
    Wanted { game: "chinese-checkers", layout }
}

fn parse(bytes: &[u8], format: Format, layout: &CellLayout) -> Result<ReadWeights, FormatError> {
    read::parse(bytes, Some(format), wanted(layout))
}

fn every_seat() -> impl Iterator<Item = ArraySeats> {
    (1..=6).map(ArraySeats::One).chain([ArraySeats::All])
}

fn text(format: Format, seats: ArraySeats) -> String {
    String::from_utf8(write(&counted(), &star(), format, seats).unwrap()).unwrap()
}

fn real() -> WeightsFile {
    file(vec![0.1, -2.0, 1e300, 5e-324, 3e9, -1e-7])
}

/// What a file is after a way through a format: some formats hold less.
fn after(format: Format, file: &WeightsFile) -> ReadWeights {
    match format {
        Format::Npy => ReadWeights::Bare(file.weights.clone()),
        Format::Json | Format::Toml => ReadWeights::file(file.clone()),
        _ => ReadWeights::file(WeightsFile { origin: None, measured: None, ..file.clone() }),
    }
}

#[test]
fn every_seat_reads_back_in_every_format() {
    for format in FORMATS {
        for seats in every_seat() {
            let bytes = write(&counted(), &star(), format, seats).unwrap();
            let expected = match (format, seats) {
                (Format::Npy, ArraySeats::One(_)) => {
                    ReadWeights::Bare(seats.turn(&counted().weights, &star()).unwrap().remove(0))
                }
                _ => after(format, &counted()),
            };
            assert_eq!(parse(&bytes, format, &star()), Ok(expected), "{format:?} {seats}");
        }
    }
}

#[test]
fn real_weights_read_back_on_a_board_that_does_not_turn() {
    for format in FORMATS {
        let bytes = write(&real(), &plain_layout(), format, ArraySeats::One(1)).unwrap();
        assert_eq!(parse(&bytes, format, &plain_layout()), Ok(after(format, &real())));
    }
    for format in FORMATS {
        for seats in [ArraySeats::One(2), ArraySeats::One(0), ArraySeats::All] {
            let error = write(&real(), &plain_layout(), format, seats).unwrap_err();
            assert!(error.to_string().contains("seat 1 only"), "{error}");
        }
    }
}

/// As many parameters as a `tune.toml` may have, with names as long.
#[test]
fn the_longest_arrays_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let name = |index: u32| format!("{index:05}{}", "n".repeat(103));
    let layout = CellLayout::list((0..10_000).map(name));
    let weights = (0..10_000).map(|index| -1.0 / f64::from(index + 3)).collect();
    let longest = WeightsFile { fixed: (1..10_000).map(name).collect(), ..file(weights) };
    for format in FORMATS {
        let path = folder.path().join(format!("{format:?}").to_lowercase());
        let bytes = write(&longest, &layout, format, ArraySeats::One(1)).unwrap();
        std::fs::write(&path, bytes).unwrap();
        let found = read(&path, wanted(&layout)).unwrap();
        assert!(found == after(format, &longest), "{format:?}");
    }
}

#[test]
fn files_are_told_apart_by_ending_or_content() {
    let folder = tempfile::tempdir().unwrap();
    for format in FORMATS {
        let name = format!("{format:?}").to_lowercase();
        for path in [format!("a.{name}"), format!("{name}.txt"), name] {
            let path = folder.path().join(path);
            let bytes = write(&counted(), &star(), format, ArraySeats::One(1)).unwrap();
            std::fs::write(&path, bytes).unwrap();
            let found = read(&path, wanted(&star())).unwrap();
            assert_eq!(found, after(format, &counted()), "{path:?}");
            assert_eq!(found.weights(), counted().weights);
        }
    }
}

#[test]
fn tables_of_other_programs_need_no_comments() {
    let folder = tempfile::tempdir().unwrap();
    for format in [Format::Csv, Format::Grid, Format::Rust, Format::Python, Format::C] {
        for seats in [ArraySeats::One(1), ArraySeats::All] {
            let text = text(format, seats);
            let lines = text.lines().filter(|line| !comment::is_one(line));
            let bare = format!("\u{feff}{}\r\n", lines.collect::<Vec<_>>().join("\r\n"));
            let path = folder.path().join("weights");
            std::fs::write(&path, bare).unwrap();
            let found = read(&path, wanted(&star())).unwrap();
            assert_eq!(found, ReadWeights::Bare(counted().weights), "{format:?} {seats}");
        }
    }
}

/// A run's own file that was taken away is no fault of the system.
#[test]
fn a_file_that_is_missing_is_damage() {
    let folder = tempfile::tempdir().unwrap();
    let error = read(&folder.path().join("opponent.json"), wanted(&star())).unwrap_err();
    assert!(matches!(error, RecordError::Damaged { .. }), "{error}");
}

#[test]
fn texts_that_would_leave_their_comment_are_not_exported() {
    for rules in ["", "a\nb", "a\\", "a ", "a\u{202e}"] {
        let file = WeightsFile { rules: rules.to_string(), ..counted() };
        let error = write(&file, &star(), Format::C, ArraySeats::One(1)).unwrap_err();
        assert!(error.to_string().starts_with("rules: "), "{error}");
    }
    let mut file = counted();
    file.weights[1] = f64::NAN;
    let error = write(&file, &star(), Format::Json, ArraySeats::One(1)).unwrap_err();
    assert!(error.to_string().contains("weight of b1 is NaN"), "{error}");
    file.weights.pop();
    assert!(write(&file, &star(), Format::Json, ArraySeats::One(1)).is_err());
}

#[test]
fn the_grid_is_the_board() {
    let text = text(Format::Grid, ArraySeats::One(1));
    let lines: Vec<&str> = text.lines().skip(5).collect();
    assert_eq!(lines.len(), 17);
    assert!(lines.iter().all(|line| line.len() == 17 * 5 - 1));
    assert!(lines[0].starts_with("   .    .    .    . -400    ."));
}

#[test]
fn rust_source_compiles() {
    let folder = tempfile::tempdir().unwrap();
    let large = file((0..121).map(|hole| f64::from(hole) * 1e12).collect());
    for (file, layout, seats) in [
        (counted(), star(), ArraySeats::One(4)),
        (large, star(), ArraySeats::All),
        (real(), plain_layout(), ArraySeats::One(1)),
    ] {
        let path = folder.path().join("weights.rs");
        std::fs::write(&path, write(&file, &layout, Format::Rust, seats).unwrap()).unwrap();
        let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
        let mut command = Command::new(rustc);
        command.args(["--crate-type", "lib", "--emit", "metadata", "-D", "warnings", "--out-dir"]);
        let output = command.arg(folder.path()).arg(&path).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
