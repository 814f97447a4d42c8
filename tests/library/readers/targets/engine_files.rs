//! Files that say how engines are started.

use starhop::program::Engine;
use std::path::Path;

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let engine = Engine::parse(text, Path::new("engine.toml"));
    if let Ok(engine) = &engine {
        assert!(!engine.command.is_empty());
        let line = |it: &String| !it.contains(['\n', '\r']);
        assert!(engine.options.iter().all(|(name, value)| line(name) && line(value)));
        assert_eq!(engine.hash().len(), 64);
    }
    engine.is_ok()
}
