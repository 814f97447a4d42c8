//! Figures as `--json` prints them: every key is there, with null where there is no value.

use crate::record::strength::StrengthRow;
use crate::record::weights::Measured;
use crate::session::strength::{Advantage, Scale, Verdict};
use crate::tune::fitness::Scoring;
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
    pub fitness: Option<f64>,
    fitness_error: Option<f64>,
    winning_plies: Option<f64>,
}

impl Told {
    /// What a file has, with its fitness as that scoring has it now; see [`Measured::fitness`].
    pub fn on_record(it: Measured, scoring: Scoring) -> Told {
        Told { fitness: it.fitness(scoring), ..Told::from(it) }
    }
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

/// The champion against one opponent after another, and the one against whom it is weakest.
#[derive(Default, Serialize)]
pub struct ToldTable {
    strength: Vec<ToldStrength>,
    worst: Option<String>,
}

impl ToldTable {
    /// A table that is judged so.
    pub fn of(rows: &[StrengthRow], scale: Scale) -> ToldTable {
        ToldTable {
            strength: rows.iter().map(|row| ToldStrength::of(row, scale)).collect(),
            worst: Verdict::of(rows, None, scale).worst().map(|row| row.opponent.clone()),
        }
    }
}

/// The champion against one opponent.
#[derive(Serialize)]
struct ToldStrength {
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
    score: Option<f64>,
    score_low: Option<f64>,
    score_high: Option<f64>,
    verdict: Option<&'static str>,
}

impl ToldStrength {
    fn of(row: &StrengthRow, scale: Scale) -> ToldStrength {
        let (score, ends) = match scale.is_score() {
            true => (scale.rate(row), scale.interval(row)),
            false => (None, None),
        };
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
            score,
            score_low: ends.map(|it| it.0),
            score_high: ends.map(|it| it.1),
            verdict: Advantage::of(row, scale).map(word),
        }
    }
}

/// How a champion stands to an opponent, in a word.
fn word(advantage: Advantage) -> &'static str {
    match advantage {
        Advantage::Strong => "strong",
        Advantage::Ahead => "beats",
        Advantage::Even => "no-better",
        Advantage::Behind => "loses",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tally::Tally;
    use crate::session::strength::ITSELF;

    #[test]
    fn rows_have_the_verdict_of_the_words() {
        let rows = [("a", 950), ("b", 600), ("c", 500), ("d", 100), (ITSELF, 500)];
        let rows = rows.map(|(opponent, wins)| {
            let tally = Tally { wins, losses: 1000 - wins, different: 1000, ..Tally::default() };
            StrengthRow::new(7, opponent, 4, &tally)
        });
        let told = ToldTable::of(&rows, Scale { players: 2, scoring: Scoring::Plies });
        let verdicts: Vec<_> = told.strength.iter().map(|row| row.verdict).collect();
        let words = ["strong", "beats", "no-better", "loses"].map(Some);
        assert_eq!((&verdicts[..4], verdicts[4]), (&words[..], None));
        assert_eq!(told.worst.as_deref(), Some("d"));
        assert!(told.strength.iter().all(|row| row.score.or(row.score_low).is_none()));
        let by_score = ToldTable::of(&rows, Scale { players: 2, scoring: Scoring::Score });
        let [a, ..] = &by_score.strength[..] else { panic!("no row") };
        assert_eq!((a.score, a.verdict), (Some(0.95), Some("strong")));
        assert!(a.score_low.zip(a.score_high).is_some_and(|(low, high)| low < 0.95 && 0.95 < high));
    }
}
