//! Rule sets: what is printed reads back as the same.

#![no_main]

use starhop::game::{chinese_checkers, halma, rhombus};
use starhop::registry::games;

libfuzzer_sys::fuzz_target!(|given: (u8, &str)| {
    let (players, text) = (2 + usize::from(given.0 % 5), given.1);
    if let Ok(rules) = chinese_checkers::Rules::parse(text, players) {
        assert_eq!(chinese_checkers::Rules::parse(&rules.to_string(), players), Ok(rules));
    }
    if let Ok(rules) = halma::Rules::parse(text, players) {
        assert_eq!(halma::Rules::parse(&rules.to_string(), players), Ok(rules));
    }
    if let Ok(rules) = rhombus::Rules::parse(text) {
        assert_eq!(rhombus::Rules::parse(&rules.to_string()), Ok(rules));
    }
    for table in games().iter().filter_map(|entry| entry.open(players, text).ok()) {
        assert_eq!(table.players(), players);
    }
});
