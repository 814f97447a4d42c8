//! Rule sets that say when a game of pegs ends unfinished and how it is won, and their notation.

use super::TextError;
use super::win::{Win, WinSettings, parse_plies, settings_in};
use std::fmt;

const STANDARD: &str = "standard";
const PLY_CAP: &str = "ply-cap";

/// A rule set: the standard rules, in which the cap on plies and how games are won may differ.
///
/// As text: `standard`, or with settings, `standard:ply-cap=400,win=filled`. Printing names every
/// setting; of how games are won only `win=filled,leave-by=…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapRules {
    /// After that many plies a game ends unfinished.
    pub ply_cap: u32,
    /// When a player has won.
    pub win: Win,
}

impl CapRules {
    /// The rules that `text` names, with that cap and that ply by which home is left where it doesn't
    /// say them.
    ///
    /// # Errors
    /// Where the name, a setting or its value is unknown.
    pub(super) fn parse(text: &str, ply_cap: u32, leave_by: u32) -> Result<CapRules, TextError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        if name != STANDARD {
            return Err(TextError(format!("unknown rule set '{name}'; known: {STANDARD}")));
        }
        let mut ply_cap = ply_cap;
        let mut win = WinSettings::default();
        for setting in settings_in(settings)? {
            match setting.split_once('=') {
                Some((PLY_CAP, plies)) => ply_cap = parse_plies(PLY_CAP, 1, plies)?,
                _ if win.read(setting)? => {}
                _ => {
                    let known = WinSettings::KNOWN.join(", ");
                    let why =
                        format!("unknown rule setting '{setting}'; known: {PLY_CAP}=…, {known}");
                    return Err(TextError(why));
                }
            }
        }
        Ok(CapRules { ply_cap, win: win.win(leave_by)? })
    }
}

impl fmt::Display for CapRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{STANDARD}:{PLY_CAP}={}{}", self.ply_cap, self.win)
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
            let rules = CapRules::parse(text, 200, 100).unwrap();
            assert_eq!(rules.to_string(), printed);
            assert_eq!(CapRules::parse(printed, 1, 1), Ok(rules));
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
            assert!(CapRules::parse(text, 200, 100).is_err(), "{text}");
        }
    }
}
