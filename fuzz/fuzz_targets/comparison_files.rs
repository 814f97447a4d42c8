//! The files of a comparison: what is written reads back, and rows that were read are read again.

#![no_main]

use starhop::record::comparison::Comparison;
use starhop::record::home::Home;
use starhop_fuzz::folder;
use std::fs;

libfuzzer_sys::fuzz_target!(|given: (bool, &str)| {
    let [settings, rows] = match given.1.split_once('\0') {
        Some((settings, rows)) => [settings, rows],
        None => return,
    };
    let Ok(comparison) = toml::from_str::<Comparison>(settings) else { return };
    let place = folder().join("results/comparison");
    let _ = fs::remove_dir_all(&place);
    let home = Home::new(folder());
    let open = || home.compare("comparison", comparison.clone());
    // The first makes the folder, the second reads it.
    drop(open().unwrap());
    fs::write(place.join(if given.0 { "compare.csv" } else { "timing.csv" }), rows).unwrap();
    if let Ok(found) = open() {
        let known: Vec<_> = found.rows().cloned().collect();
        drop(found);
        assert_eq!(open().unwrap().rows().cloned().collect::<Vec<_>>(), known);
    }
});
