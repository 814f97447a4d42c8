//! Rule sets after a digit for the players: what is printed reads back as the same.

use starhop::game::{chinese_checkers, halma, rhombus};
use starhop::registry::games;

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    let Some((digit, text)) = bytes.split_first() else { return false };
    let Ok(text) = str::from_utf8(text) else { return false };
    let players = 2 + usize::from(digit.wrapping_sub(b'2') % 5);
    if let Ok(rules) = chinese_checkers::Rules::parse(text, players) {
        assert_eq!(chinese_checkers::Rules::parse(&rules.to_string(), players), Ok(rules));
    }
    if let Ok(rules) = halma::parse_rules(text, players) {
        assert_eq!(halma::parse_rules(&rules.to_string(), players), Ok(rules));
    }
    if let Ok(rules) = rhombus::parse_rules(text) {
        assert_eq!(rhombus::parse_rules(&rules.to_string()), Ok(rules));
    }
    let mut tables =
        games().into_iter().filter_map(|entry| entry.open(players, text).ok()).peekable();
    let is_read = tables.peek().is_some();
    tables.for_each(|table| assert_eq!(table.players(), players));
    is_read
}
