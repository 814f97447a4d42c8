//! The rule sets of Halma, and who sits where.

use super::Rules;
use super::geometry::CORNERS;
use crate::game::TextError;
use crate::game::win::{Win, usual_leave_by};

/// The default rules: 150 plies a player, twice as many as Chinese Checkers has: on a greater board
/// with more pegs good play needs 74 to 93 (Xu, COMP 424 project report, 2014).
pub fn standard_rules(players: usize) -> Rules {
    Rules { ply_cap: 150 * players.min(CORNERS) as u32, win: Win::Own }
}

/// The rules that `text` names, for that many players.
///
/// # Errors
/// Where the name, a setting or its value is unknown.
pub fn parse_rules(text: &str, players: usize) -> Result<Rules, TextError> {
    Rules::parse(text, standard_rules(players).ply_cap, usual_leave_by(players))
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
    fn what_rules_leave_out_depends_on_the_players() {
        let print = |players| parse_rules("standard:win=filled", players).unwrap().to_string();
        assert_eq!(print(2), "standard:ply-cap=300,win=filled,leave-by=60");
        assert_eq!(print(4), "standard:ply-cap=600,win=filled,leave-by=120");
        assert_eq!(parse_rules("standard", 4), Ok(standard_rules(4)));
        assert!([0, 1, 3, 5].iter().all(|&players| seats(players).is_none()));
    }
}
