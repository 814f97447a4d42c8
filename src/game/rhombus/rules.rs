//! The settings of the game on the rhombus, and their notation.

use crate::game::TextError;
use crate::game::win::{Win, WinSettings, parse_plies, settings_in};
use std::fmt;

const STANDARD: &str = "standard";
/// The cap where nothing is said.
const PLY_CAP: u32 = 200;
/// The ply by which home is left where nothing is said.
const LEAVE_BY: u32 = 100;

/// A rule set: the standard rules, in which settings may differ.
///
/// As text: `standard`, or with settings, `standard:win=filled,ply-cap=400`. Printing names every
/// setting; of how games are won only `win=filled,leave-by=…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// When a player has won.
    pub win: Win,
    /// After that many plies a game ends unfinished.
    pub ply_cap: u32,
}

impl Rules {
    /// The default: all ten own pegs win, and 100 plies a player are enough.
    pub fn standard() -> Rules {
        Rules { win: Win::Own, ply_cap: PLY_CAP }
    }

    /// The rules that `text` names.
    ///
    /// # Errors
    /// Where the name, a setting or its value is unknown.
    pub fn parse(text: &str) -> Result<Rules, TextError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        if name != STANDARD {
            return Err(TextError(format!("unknown rule set '{name}'; known: {STANDARD}")));
        }
        let mut rules = Rules::standard();
        let mut win = WinSettings::default();
        for setting in settings_in(settings)? {
            match setting.split_once('=') {
                Some(("ply-cap", plies)) => rules.ply_cap = parse_plies("ply-cap", 1, plies)?,
                _ if win.read(setting)? => {}
                _ => {
                    let known = WinSettings::KNOWN.join(", ");
                    let why =
                        format!("unknown rule setting '{setting}'; known: ply-cap=…, {known}");
                    return Err(TextError(why));
                }
            }
        }
        rules.win = win.win(LEAVE_BY)?;
        Ok(rules)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{STANDARD}:ply-cap={}{}", self.ply_cap, self.win)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_print_and_parse_back() {
        for (text, printed) in [
            ("standard", "standard:ply-cap=200"),
            ("standard:win=own,ply-cap=7", "standard:ply-cap=7"),
            ("standard:win=filled", "standard:ply-cap=200,win=filled,leave-by=100"),
            ("standard:leave-by=0,win=filled", "standard:ply-cap=200,win=filled,leave-by=0"),
        ] {
            let rules = Rules::parse(text).unwrap();
            assert_eq!(rules.to_string(), printed);
            assert_eq!(Rules::parse(printed), Ok(rules));
        }
    }

    #[test]
    fn bad_rules_are_named() {
        for text in [
            "",
            "house",
            "standard:corners=open",
            "standard:ply-cap=0",
            "standard:ply-cap=60001",
            "standard:win=all",
            "standard:leave-by=3",
            "standard:win=filled,leave-by=x",
        ] {
            assert!(Rules::parse(text).is_err(), "{text}");
        }
    }
}
