//! What the fitness of a run is called, and how many digits it has: points less plies, or shares of
//! games or points.

use crate::tune::fitness::Scoring;

/// How fitness by a scoring is told.
#[derive(Clone, Copy, Debug)]
pub struct Unit(pub Scoring);

impl Unit {
    /// What it is, in a word.
    pub fn name(self) -> &'static str {
        match self.0 {
            Scoring::Plies => "fitness",
            Scoring::Wins => "wins",
            Scoring::Score => "score",
        }
    }

    /// The same with a capital.
    pub fn title(self) -> &'static str {
        match self.0 {
            Scoring::Plies => "Fitness",
            Scoring::Wins => "Wins",
            Scoring::Score => "Score",
        }
    }

    /// A value without decimals that nobody needs.
    pub fn short(self, value: f64) -> String {
        match self.0 {
            Scoring::Plies => format!("{value:.0}"),
            Scoring::Wins | Scoring::Score => format!("{:.0} %", value * 100.0),
        }
    }

    /// A value with a decimal.
    pub fn long(self, value: f64) -> String {
        match self.0 {
            Scoring::Plies => format!("{value:.1}"),
            Scoring::Wins | Scoring::Score => format!("{:.1} %", value * 100.0),
        }
    }

    /// Whether it says more than the share of games won: in measurements a win counts 1 by all other
    /// scorings, and undecided games don't count.
    pub fn adds_to_win_rate(self) -> bool {
        self.0.is_plies()
    }
}
