//! Configurations of runs: what is sound can be used, and what is written reads back.

#![no_main]

use starhop::tune::config::Config;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(config) = toml::from_str::<Config>(text) else { return };
    if config.check().is_ok() {
        let _ = (config.plan(None), config.fitness(), config.contest());
        let again = toml::to_string(&config).unwrap();
        assert_eq!(toml::from_str(&again), Ok(config), "{again}");
    }
});
