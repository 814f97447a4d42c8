//! Games of draughts between bots and their records in Portable Draughts Notation.

use super::transcript::{ReplayStep, Transcript, Visit};
use crate::game::draughts::pdn::Record;
use crate::game::draughts::{Draughts, Position};
use crate::game::{Game, Outcome, Player, TextError};

/// A played game as a record with those tags. The moves of the opening stand before the others; the
/// tag `RandomPlies` says how many they are, and `Termination` why the game ended.
///
/// # Errors
/// Names the ply whose move can't be, or says why the position is none.
pub fn record(
    mut tags: Vec<(String, String)>,
    from: Option<&str>,
    told: &Transcript,
) -> Result<Record, TextError> {
    let start = match from {
        Some(drawing) => Draughts::parse_position(drawing)?.1,
        None => Draughts.start(),
    };
    let (mut position, mut moves) = (start, Vec::new());
    for (ply, text) in (1..).zip(told.opening.iter().chain(&told.moves)) {
        let bad = |why: TextError| TextError(format!("ply {ply}: {why}"));
        let mv = Draughts.parse_move(&position, text).map_err(bad)?;
        Draughts.play(&mut position, mv);
        moves.push(mv);
    }
    let winner = told.winner.map(|seat| Outcome::Won(Player(seat as u8)));
    let tag = |name: &str, value: String| (name.to_string(), value);
    tags.push(tag("RandomPlies", told.opening.len().to_string()));
    tags.push(tag("Termination", told.reason.clone()));
    Ok(Record { tags, start, moves, result: Some(winner.unwrap_or(Outcome::Unfinished)) })
}

/// How a recorded game ended by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The last move ended it, as the result says.
    ByRules,
    /// It was resigned, agreed to be a draw, or isn't over.
    Otherwise,
    /// It went on after a draw that the rules give and nobody claimed.
    BeyondDraw,
}

/// Checks the result of a record whose moves are legal, and says how the game ended.
///
/// # Errors
/// Where a player who can't move has not lost, or a game that its last move ended has another result.
pub fn check(record: &Record) -> Result<Ending, TextError> {
    let mut position = record.start;
    let mut is_beyond = false;
    for &mv in &record.moves {
        is_beyond |= Draughts.outcome(&position).is_some();
        Draughts.play(&mut position, mv);
    }
    let Some(outcome) = Draughts.outcome(&position) else {
        return Ok(if is_beyond { Ending::BeyondDraw } else { Ending::Otherwise });
    };
    let is_lost = outcome != Outcome::Unfinished;
    match record.result {
        Some(result) if result == outcome && is_beyond => Ok(Ending::BeyondDraw),
        Some(result) if result == outcome => Ok(Ending::ByRules),
        // Nobody has to claim a draw.
        _ if !is_lost => Ok(Ending::BeyondDraw),
        None => Ok(Ending::Otherwise),
        Some(_) => {
            let reason = Draughts.reason(&position).unwrap_or_default();
            let by = if outcome == Outcome::Won(Player(0)) { "2-0" } else { "0-2" };
            Err(TextError(format!("by the last move the result is {by} ({reason})")))
        }
    }
}

/// Plays a record again: `visit` gets where it began and then every ply.
pub fn replay(record: &Record, visit: &mut Visit<'_>) {
    let mut position: Position = record.start;
    visit(&ReplayStep { mv: None, draw: &|| Draughts.draw(&position) });
    for &mv in &record.moves {
        let text = Draughts.move_text(&position, mv);
        let seat = Draughts.turn(&position).index();
        Draughts.play(&mut position, mv);
        visit(&ReplayStep { mv: Some((seat, &text)), draw: &|| Draughts.draw(&position) });
    }
}
