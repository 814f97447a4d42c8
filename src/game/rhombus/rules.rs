//! The rule sets of the game on the rhombus.

use super::Rules;
use crate::game::TextError;
use crate::game::win::Win;

/// The cap where nothing is said.
const PLY_CAP: u32 = 200;
/// The ply by which home is left where nothing is said.
const LEAVE_BY: u32 = 100;

/// The default rules: all ten own pegs win, and 100 plies a player are enough.
pub fn standard_rules() -> Rules {
    Rules { win: Win::Own, ply_cap: PLY_CAP }
}

/// The rules that `text` names.
///
/// # Errors
/// Where the name, a setting or its value is unknown.
pub fn parse_rules(text: &str) -> Result<Rules, TextError> {
    Rules::parse(text, PLY_CAP, LEAVE_BY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rules_leave_out_is_usual() {
        assert_eq!(parse_rules("standard"), Ok(standard_rules()));
        let filled = parse_rules("standard:win=filled").unwrap().to_string();
        assert_eq!(filled, "standard:ply-cap=200,win=filled,leave-by=100");
    }
}
