//! Lines of Hub, and the positions in them: what is printed reads back as the same.

use starhop::program::hub::{self, Line};

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    // What an engine writes is never refused.
    let _ = hub::said(text);
    let Ok(line) = text.parse::<Line>() else { return false };
    assert_eq!(line.to_string().parse().as_ref(), Ok(&line));
    if let Ok(position) = hub::parse_position(line.value("pos").unwrap_or_default()) {
        let again = hub::parse_position(&hub::position_text(&position)).unwrap();
        assert_eq!(again, position);
        let moves: Vec<String> =
            line.value("moves").unwrap_or_default().split(' ').map(str::to_string).collect();
        let _ = hub::follow(position, &moves);
    }
    true
}
