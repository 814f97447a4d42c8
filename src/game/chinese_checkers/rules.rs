//! The settings of Chinese Checkers, the rule sets that have a name, and their notation.

use super::geometry::CORNERS;
use crate::game::TextError;
use crate::game::win::{Win, WinSettings, parse_plies, settings_in, usual_leave_by};
use std::fmt;
use std::str::FromStr;

/// What a peg may do in a corner that is neither its player's home nor goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corners {
    /// A hop may not land there, not even in passing.
    Closed,
    /// A hop may land there and go on; no move ends there.
    Pass,
    /// A move may end there.
    Open,
}

impl Corners {
    /// Every setting, from the strictest.
    pub const ALL: [Corners; 3] = [Corners::Closed, Corners::Pass, Corners::Open];

    /// The setting's name.
    pub fn name(self) -> &'static str {
        match self {
            Corners::Closed => "closed",
            Corners::Pass => "pass",
            Corners::Open => "open",
        }
    }
}

/// A rule set: a name and the settings in force, which may differ from the named ones.
///
/// As text: `report` and `standard`, or with settings, `standard:corners=open,ply-cap=400`.
/// Printing names every setting; of how games are won only `win=filled,leave-by=…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The rule set that the settings started from.
    pub name: &'static str,
    /// What side corners allow.
    pub corners: Corners,
    /// When a player has won.
    pub win: Win,
    /// After that many plies a game ends unfinished.
    pub ply_cap: u32,
}

impl Rules {
    /// The rule sets that have a name.
    pub const NAMES: [&'static str; 2] = ["standard", "report"];

    /// The default: hops may pass through side corners, 75 plies a player.
    pub fn standard(players: usize) -> Rules {
        let ply_cap = 75 * players.min(CORNERS) as u32;
        Rules { name: "standard", corners: Corners::Pass, win: Win::Own, ply_cap }
    }

    /// The setting of the tin171 report (2012): side corners closed, 150 plies in all.
    pub fn report() -> Rules {
        Rules { name: "report", corners: Corners::Closed, win: Win::Own, ply_cap: 150 }
    }

    /// The rules that `text` names, for that many players.
    ///
    /// # Errors
    /// Where the name, a setting or its value is unknown.
    pub fn parse(text: &str, players: usize) -> Result<Rules, TextError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let mut rules = match name {
            "standard" => Rules::standard(players),
            "report" => Rules::report(),
            _ => return Err(unknown("rule set", name, &Rules::NAMES)),
        };
        let mut win = WinSettings::default();
        for setting in settings_in(settings)? {
            match setting.split_once('=') {
                Some(("corners", value)) => rules.corners = value.parse()?,
                Some(("ply-cap", value)) => rules.ply_cap = parse_plies("ply-cap", 1, value)?,
                _ if win.read(setting)? => {}
                _ => {
                    let known = [&["corners=…", "ply-cap=…"], &WinSettings::KNOWN[..]].concat();
                    return Err(unknown("rule setting", setting, &known));
                }
            }
        }
        rules.win = win.win(usual_leave_by(players))?;
        Ok(rules)
    }
}

fn unknown(what: &str, text: &str, known: &[&str]) -> TextError {
    TextError(format!("unknown {what} '{text}'; known: {}", known.join(", ")))
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, corners) = (self.name, self.corners.name());
        write!(f, "{name}:corners={corners},ply-cap={}{}", self.ply_cap, self.win)
    }
}

impl FromStr for Corners {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Corners, TextError> {
        let known = Corners::ALL.map(Corners::name);
        let found = Corners::ALL.into_iter().find(|corners| corners.name() == text);
        found.ok_or_else(|| unknown("corners setting", text, &known))
    }
}

/// The corners at which that many players sit, in their order of play: clockwise from corner 1.
pub fn seats(players: usize) -> Option<&'static [u8]> {
    const SEATS: [&[u8]; CORNERS - 1] =
        [&[1, 2], &[1, 4, 6], &[1, 4, 2, 3], &[1, 5, 4, 2, 6], &[1, 5, 4, 2, 6, 3]];
    SEATS.get(players.checked_sub(2)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::chinese_checkers::geometry::sixths_from_top;

    #[test]
    fn rules_print_and_parse_back() {
        for name in Rules::NAMES {
            for corners in Corners::ALL {
                let text = format!("{name}:corners={}", corners.name());
                let rules = Rules::parse(&text, 3).unwrap();
                assert_eq!(rules.corners, corners);
                assert_eq!(Rules::parse(&rules.to_string(), 6), Ok(rules));
            }
        }
    }

    #[test]
    fn how_games_are_won_prints_where_it_is_not_the_usual() {
        let print = |text: &str| Rules::parse(text, 3).unwrap().to_string();
        assert_eq!(print("report:win=own"), "report:corners=closed,ply-cap=150");
        let filled = "report:corners=closed,ply-cap=150,win=filled,leave-by=90";
        assert_eq!(print("report:win=filled"), filled);
        assert_eq!(print(filled), filled);
        assert_eq!(
            print("report:leave-by=0,win=filled").replace("=90", "=0"),
            filled.replace("=90", "=0")
        );
    }

    #[test]
    fn bad_rules_are_named() {
        for text in [
            "",
            "house",
            "standard:corners=shut",
            "standard:ply-cap=0",
            "report:x=1",
            "report:win=all",
            "report:leave-by=3",
        ] {
            assert!(Rules::parse(text, 2).is_err(), "{text}");
        }
    }

    #[test]
    fn seats_go_round_clockwise_from_the_top() {
        for players in 2..=6 {
            let sixths: Vec<_> =
                seats(players).unwrap().iter().map(|&corner| sixths_from_top(corner)).collect();
            assert_eq!(sixths.len(), players);
            assert_eq!(sixths[0], 0);
            assert!(sixths.is_sorted());
        }
        assert!(seats(1).is_none() && seats(7).is_none());
    }
}
