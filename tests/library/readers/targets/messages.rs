//! Lines of the protocol of `serve`: asks, answers and events that are read read back from how they are
//! written.

use serde::Serialize;
use serde::de::DeserializeOwned;
use starhop::serve::protocol::{Answer, Ask, Asked, Event};
use std::fmt::Debug;

/// Returns whether the bytes were read as any of them.
pub fn check(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let asked = Asked::parse(text);
    if let Ok(ask) = &asked.ask {
        let again = serde_json::to_string(ask).unwrap();
        assert_eq!(Asked::parse(&again), Asked { id: None, ask: Ok(ask.clone()) });
    }
    let told = again::<Answer>(text) | again::<Event>(text) | again::<Ask>(text);
    asked.ask.is_ok() | told
}

fn again<T: Serialize + DeserializeOwned + PartialEq + Debug>(text: &str) -> bool {
    let Ok(read) = serde_json::from_str::<T>(text) else { return false };
    let written = serde_json::to_string(&read).unwrap();
    assert_eq!(serde_json::from_str::<T>(&written).unwrap(), read, "{written}");
    true
}
