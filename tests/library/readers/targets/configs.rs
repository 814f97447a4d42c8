//! Configurations of runs: what is sound can be used, and what is written reads back.

use starhop::tune::config::Config;

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let Ok(config) = toml::from_str::<Config>(text) else { return false };
    let is_sound = config.check().is_ok();
    if is_sound {
        let _ = (config.plan(None), config.fitness(), config.contest());
        let again = toml::to_string(&config).unwrap();
        assert_eq!(toml::from_str(&again), Ok(config), "{again}");
    }
    is_sound
}
