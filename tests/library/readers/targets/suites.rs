//! Suites of openings: what is read reads back, and every opening can be played.

use super::parts;
use starhop::play::suite::Suite;
use starhop::registry::find;

/// Returns whether the bytes, the name of a game before its openings, were read.
pub fn check(bytes: &[u8]) -> bool {
    let (game, text) = parts(bytes);
    let (Ok(game), Ok(text)) = (str::from_utf8(game), str::from_utf8(text)) else { return false };
    let table = find(game.trim()).and_then(|it| it.open(2, it.arena_rules));
    let Ok(table) = table else { return false };
    let Ok(suite) = table.suite(text, 3) else { return false };
    let written = String::from(suite.clone());
    assert_eq!(Suite::try_from(written.clone()).as_ref(), Ok(&suite));
    assert_eq!(table.suite(&written, 3).as_ref(), Ok(&suite));
    for opening in suite.openings() {
        let mut live = table.live(3);
        opening.split(' ').for_each(|mv| live.play(mv).unwrap());
        assert!(live.outcome().is_none());
    }
    true
}
