//! The settings of Halma, and their notation.

use super::geometry::CORNERS;
use crate::game::TextError;
use crate::game::win::{Win, WinSettings, parse_plies, settings_in, usual_leave_by};
use std::fmt;

const STANDARD: &str = "standard";
const PLY_CAP: &str = "ply-cap";

/// A rule set: the standard rules, in which the cap on plies and how games are won may differ.
///
/// As text: `standard`, or with settings, `standard:ply-cap=400,win=filled`. Printing names every
/// setting; of how games are won only `win=filled,leave-by=…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// After that many plies a game ends unfinished.
    pub ply_cap: u32,
    /// When a player has won.
    pub win: Win,
}

impl Rules {
    /// The default: 150 plies a player, twice as many as Chinese Checkers has: on a greater board
    /// with more pegs good play needs 74 to 93 (Xu, COMP 424 project report, 2014).
    pub fn standard(players: usize) -> Rules {
        Rules { ply_cap: 150 * players.min(CORNERS) as u32, win: Win::Own }
    }

    /// The rules that `text` names, for that many players.
    ///
    /// # Errors
    /// Where the name, a setting or its value is unknown.
    pub fn parse(text: &str, players: usize) -> Result<Rules, TextError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        if name != STANDARD {
            return Err(TextError(format!("unknown rule set '{name}'; known: {STANDARD}")));
        }
        let mut rules = Rules::standard(players);
        let mut win = WinSettings::default();
        for setting in settings_in(settings)? {
            match setting.split_once('=') {
                Some((PLY_CAP, plies)) => rules.ply_cap = parse_plies(PLY_CAP, 1, plies)?,
                _ if win.read(setting)? => {}
                _ => {
                    let known = WinSettings::KNOWN.join(", ");
                    let why =
                        format!("unknown rule setting '{setting}'; known: {PLY_CAP}=…, {known}");
                    return Err(TextError(why));
                }
            }
        }
        rules.win = win.win(usual_leave_by(players))?;
        Ok(rules)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{STANDARD}:{PLY_CAP}={}{}", self.ply_cap, self.win)
    }
}

/// The corners at which that many players sit, in their order of play: clockwise from corner 1.
pub fn seats(players: usize) -> Option<&'static [u8]> {
    match players {
        2 => Some(&[1, 2]),
        4 => Some(&[1, 3, 2, 4]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_print_and_parse_back() {
        let print = |text: &str| Rules::parse(text, 4).unwrap().to_string();
        assert_eq!(print("standard"), "standard:ply-cap=600");
        assert_eq!(print("standard:ply-cap=7,win=own"), "standard:ply-cap=7");
        let filled = "standard:ply-cap=600,win=filled,leave-by=120";
        assert_eq!([print("standard:win=filled"), print(filled)], [filled; 2]);
        let left = "standard:ply-cap=600,win=filled,leave-by=0";
        assert_eq!(print("standard:leave-by=0,win=filled"), left);
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
        ] {
            assert!(Rules::parse(text, 2).is_err(), "{text}");
        }
        assert!([0, 1, 3, 5].iter().all(|&players| seats(players).is_none()));
    }
}
