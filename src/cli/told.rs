//! Figures as `--json` prints them: every key is there, with null where there is no value.

use crate::record::strength::StrengthRow;
use crate::record::weights::Measured;
use serde::Serialize;

/// What an array was worth in games.
#[derive(Clone, Serialize)]
pub struct Told {
    against: String,
    seats: String,
    pub opening_plies: Option<u32>,
    search: Option<String>,
    games: u64,
    different_games: Option<u64>,
    pub wins: u64,
    pub losses: u64,
    unfinished: u64,
    pub win_rate: Option<f64>,
    win_rate_low: Option<f64>,
    win_rate_high: Option<f64>,
    fitness: Option<f64>,
    fitness_error: Option<f64>,
    winning_plies: Option<f64>,
}

impl From<Measured> for Told {
    fn from(it: Measured) -> Told {
        Told {
            against: it.against,
            seats: it.seats,
            opening_plies: it.opening_plies,
            search: it.search,
            games: it.games,
            different_games: it.different_games,
            wins: it.wins,
            losses: it.losses,
            unfinished: it.unfinished,
            win_rate: it.win_rate,
            win_rate_low: it.win_rate_low,
            win_rate_high: it.win_rate_high,
            fitness: it.fitness,
            fitness_error: it.fitness_error,
            winning_plies: it.winning_plies,
        }
    }
}

/// The champion against one opponent.
#[derive(Serialize)]
pub struct ToldStrength {
    generation: u64,
    opponent: String,
    opening_plies: u32,
    games: u64,
    different_games: u64,
    wins: u64,
    losses: u64,
    unfinished: u64,
    win_rate: Option<f64>,
    win_rate_low: Option<f64>,
    win_rate_high: Option<f64>,
}

impl From<&StrengthRow> for ToldStrength {
    fn from(row: &StrengthRow) -> ToldStrength {
        ToldStrength {
            generation: row.generation,
            opponent: row.opponent.clone(),
            opening_plies: row.opening_plies,
            games: row.games,
            different_games: row.different,
            wins: row.wins,
            losses: row.losses,
            unfinished: row.unfinished,
            win_rate: row.win_rate,
            win_rate_low: row.win_rate_low,
            win_rate_high: row.win_rate_high,
        }
    }
}
