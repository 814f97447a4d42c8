//! `strength.csv`: what a run's champion is worth against one opponent after another.

use super::disk;
use super::error::RecordError;
use super::table;
use crate::play::tally::{Figures, Tally};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The champion's fresh games against one opponent from one kind of opening.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrengthRow {
    /// The generation that the champion was found in.
    pub generation: u64,
    /// The opponent in all other seats; `itself` for the champion's own array.
    pub opponent: String,
    /// Random plies that all games begin with; 0 for the start of the game.
    pub opening_plies: u32,
    /// Games; where fewer than [`FEW`](crate::play::tally::FEW) differ, those that do.
    pub games: u64,
    /// How many of them differ; each counts once where fewer than
    /// [`FEW`](crate::play::tally::FEW) do.
    pub different: u64,
    /// Games won.
    pub wins: u64,
    /// Games that another player won.
    pub losses: u64,
    /// Games that nobody won.
    pub unfinished: u64,
    /// Wins among the decided games, 0 to 1.
    pub win_rate: Option<f64>,
    /// Lower end of the 95 % Wilson interval of the win rate; none where few games differ.
    pub win_rate_low: Option<f64>,
    /// Upper end of the same.
    pub win_rate_high: Option<f64>,
}

impl StrengthRow {
    /// The row of a tally.
    pub fn new(generation: u64, opponent: &str, opening_plies: u32, tally: &Tally) -> StrengthRow {
        let figures = Figures::of(tally);
        StrengthRow {
            generation,
            opponent: opponent.to_string(),
            opening_plies,
            games: figures.games,
            different: figures.different,
            wins: tally.wins,
            losses: tally.losses,
            unfinished: figures.unfinished,
            win_rate: figures.win_rate,
            win_rate_low: figures.win_rate_low,
            win_rate_high: figures.win_rate_high,
        }
    }

    /// Its counts.
    pub fn tally(&self) -> Tally {
        let StrengthRow { wins, losses, unfinished, different, .. } = *self;
        Tally { wins, losses, unfinished, different, ..Tally::default() }
    }

    /// Whether all games were won, lost or left unfinished, and no more differ than there are.
    fn adds_up(&self) -> bool {
        let decided = self.wins.checked_add(self.losses);
        decided.and_then(|it| it.checked_add(self.unfinished)) == Some(self.games)
            && self.different <= self.games
    }
}

/// Writes the table, in place of an earlier one.
///
/// # Errors
/// Where the file can't be written.
pub fn write(path: &Path, rows: &[StrengthRow]) -> Result<(), RecordError> {
    table::write(path, rows)
}

/// Reads the table.
///
/// # Errors
/// Names the line that is damaged.
pub fn read(path: &Path) -> Result<Vec<StrengthRow>, RecordError> {
    let rows: Vec<StrengthRow> = table::read(path, &disk::read(path)?)?;
    match rows.iter().position(|row| !row.adds_up()) {
        // The first line is the header.
        Some(row) => {
            Err(RecordError::damaged(path, format!("line {}: its games don't add up", row + 2)))
        }
        None => Ok(rows),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_add_up_and_not_more_of_them_differ_than_there_are() {
        let row =
            StrengthRow { games: 10, wins: 5, losses: 3, unfinished: 2, ..Default::default() };
        let with = |different| StrengthRow { different, ..row.clone() }.adds_up();
        assert_eq!([0, 10, 11].map(with), [true, true, false]);
        assert!(!StrengthRow { games: 9, ..row.clone() }.adds_up());
        assert!(!StrengthRow { wins: u64::MAX, ..row }.adds_up());
    }
}
