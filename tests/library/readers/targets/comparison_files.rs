//! The files of a comparison, settings before rows before times: rows that were read are read again.

use super::{folder, parts};
use starhop::record::comparison::Comparison;
use starhop::record::home::Home;
use std::fs;

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    let (settings, files) = parts(bytes);
    let (rows, timing) = parts(files);
    let Ok(settings) = str::from_utf8(settings) else { return false };
    let Ok(comparison) = toml::from_str::<Comparison>(settings) else { return false };
    let root = folder("comparison_files");
    let place = root.join("results/comparison");
    let _ = fs::remove_dir_all(&place);
    let home = Home::new(&root);
    let open = || home.compare("comparison", comparison.clone());
    // The first makes the folder, the second reads it.
    drop(open().unwrap());
    fs::write(place.join("compare.csv"), rows).unwrap();
    fs::write(place.join("timing.csv"), timing).unwrap();
    let Ok(found) = open() else { return false };
    let known: Vec<_> = found.rows().cloned().collect();
    drop(found);
    assert_eq!(open().unwrap().rows().cloned().collect::<Vec<_>>(), known);
    true
}
