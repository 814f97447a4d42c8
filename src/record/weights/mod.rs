//! The file format of one array of weights: what it was evolved for, where it came from, and
//! what it was measured to be worth.

pub(crate) mod document;
mod error;
mod json;
mod seats;

pub use error::FormatError;
pub use seats::{ArraySeats, SeatError};

use crate::game::layout::CellLayout;
use crate::parameter::{Domain, MOST_WEIGHT, Parameter};
use crate::play::batch;
use crate::play::tally::{FEW, Figures, Tally};
use crate::tune::fitness::Scoring;
use document::{Document, FORMAT, Json, Notation as _, Stamp};
use serde::{Deserialize, Serialize};

/// An array of weights with its game and its history.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightsFile {
    /// The game's name, such as `chinese-checkers`.
    pub game: String,
    /// For how many players the weights were evolved.
    pub players: usize,
    /// The rule set's name and all its settings, as the game prints them.
    pub rules: String,
    /// For the seat at corner 1, in reading order. Finite; on disk others would turn to `null`,
    /// which no reader takes.
    pub weights: Vec<f64>,
    /// The names of the parameters that did not evolve.
    pub fixed: Vec<String>,
    /// The run that found them.
    pub origin: Option<Origin>,
    /// How they fared against a known opponent.
    pub measured: Option<Measured>,
}

/// Where in which run an array was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The preset that the run's settings started from.
    pub preset: String,
    /// The run's seed.
    pub seed: u64,
    /// The generation that held it, from 0.
    pub generation: u64,
    /// How often the run had started afresh by then.
    pub restarts: u64,
    /// The version of the program.
    pub starhop: String,
}

/// How an array fared in games. Rates lie between 0 and 1; the fields that are `None` were not
/// measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// The opponent.
    pub against: String,
    /// How the seats were dealt out.
    pub seats: String,
    /// Random plies that games began with; one round in
    /// [`START_EVERY`](crate::play::opening::START_EVERY) began at the start itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_plies: Option<u32>,
    /// How everyone looked ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// Games played; where fewer than [`FEW`] differ, these.
    pub games: u64,
    /// How many of them differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub different_games: Option<u64>,
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games without a winner.
    pub unfinished: u64,
    /// Wins among the decided games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_rate: Option<f64>,
    /// Lower end of the 95 % Wilson interval of `win_rate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_rate_low: Option<f64>,
    /// Upper end of that interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_rate_high: Option<f64>,
    /// Mean fitness of the decided games, and by score of draws; what people are shown is [`Measured::fitness`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fitness: Option<f64>,
    /// Standard error of `fitness`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fitness_error: Option<f64>,
    /// Mean length of the games won, in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_plies: Option<f64>,
}

/// On what terms an array was measured.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredOn<'a> {
    /// The opponents.
    pub against: &'a str,
    /// The seats that the array took.
    pub seats: batch::Seats,
    /// Random plies that games began with.
    pub opening_plies: u32,
    /// How everyone looked ahead.
    pub search: &'a str,
}

impl WeightsFile {
    /// The file's text, with the array as seat 1's.
    pub fn to_json(&self) -> String {
        Document::new(self, ArraySeats::One(1), vec![self.weights.clone()]).to_json()
    }

    /// Reads a file's text; arrays for other seats of the board are turned back to seat 1.
    ///
    /// # Errors
    /// Where the text is no weight file, of a newer version, or damaged: with the line or field.
    pub fn parse_json(text: &str, layout: &CellLayout) -> Result<WeightsFile, FormatError> {
        Document::read(&Json(text))?.into_file(layout)
    }

    /// Whether a text is a weights file that a person wrote, or changed: it has no checksum.
    pub fn is_by_hand(text: &str) -> bool {
        let stamp = Json(text).read::<Stamp>();
        stamp.is_ok_and(|it| it.format.as_deref() == Some(FORMAT) && it.checksum.is_none())
    }

    /// Whether the weights fit an evaluation of that game with these parameters.
    ///
    /// # Errors
    /// Where the game is another one, the number of weights is wrong, or a weight has a value
    /// that its parameter can't have.
    pub fn check(&self, game: &str, parameters: &[Parameter]) -> Result<(), FormatError> {
        if self.game != game {
            return Err(FormatError::field("game", format!("'{}', not '{game}'", self.game)));
        }
        let (found, needed) = (self.weights.len(), parameters.len());
        if found != needed {
            return Err(FormatError::Whole(format!("{found} weights; {game} needs {needed}")));
        }
        let is_known = |name: &String| parameters.iter().any(|it| it.name == *name);
        if let Some(name) = self.fixed.iter().find(|name| !is_known(name)) {
            let reason = format!("'{}' is no parameter of {game}", name.escape_debug());
            return Err(FormatError::field("fixed", reason));
        }
        let mut pairs = parameters.iter().zip(&self.weights);
        match pairs.find(|(parameter, weight)| !parameter.admits_weight(**weight)) {
            Some((parameter, weight)) => Err(bad_weight(parameter, *weight)),
            None => Ok(()),
        }
    }
}

fn bad_weight(parameter: &Parameter, weight: f64) -> FormatError {
    let (least, most) = (i32::MIN, i32::MAX);
    let is_small = weight.abs() <= f64::from(most);
    let reason = match (weight.is_finite(), parameter.domain) {
        (false, _) => format!("{weight} is not a finite number"),
        (true, Domain::Real) => format!("{weight:?} is not within ±{MOST_WEIGHT:e}"),
        // Greedy play stays the same where all weights are multiplied by one number.
        (true, Domain::Integer) if is_small => {
            format!("{weight:?} is not a whole number; multiply all by 1000, say, and round")
        }
        (true, Domain::Integer) => {
            format!("{weight:?} is not a whole number from {least} to {most}")
        }
    };
    FormatError::field(format!("weight of {}", parameter.name), reason)
}

impl Measured {
    /// The mean fitness; see [`Scoring::on_record`].
    pub fn fitness(&self, scoring: Scoring) -> Option<f64> {
        scoring.on_record(self.fitness, self.win_rate, (self.games, self.unfinished))
    }

    /// The standard error of the mean fitness, where it can be told: see [`Tally::is_error_known`].
    pub fn known_fitness_error(&self, scoring: Scoring) -> Option<f64> {
        let counted = match scoring {
            Scoring::Plies | Scoring::Wins => self.wins.saturating_add(self.losses),
            Scoring::Score | Scoring::Greatest | Scoring::Least => self.games,
        };
        let different = self.different_games.unwrap_or(self.games) as f64;
        let share = (different / self.games.max(1) as f64).min(1.0);
        let is_known = counted as f64 * share >= FEW as f64;
        self.fitness_error.filter(|_| is_known)
    }

    /// Whether wins, losses and unfinished games come to all games, and to the win rate. Scores of a program are none of
    /// these.
    pub fn are_counts_sound(&self) -> bool {
        let decided = self.wins.saturating_add(self.losses);
        let all = decided.saturating_add(self.unfinished);
        let rate = (decided > 0).then(|| self.wins as f64 / decided as f64);
        match (rate, self.win_rate) {
            (None, None) => all == 0 || all == self.games,
            (Some(rate), Some(said)) => all == self.games && (rate - said).abs() < 1e-9,
            _ => false,
        }
    }

    /// The figures of a tally, of games on those terms.
    pub fn new(on: MeasuredOn<'_>, tally: &Tally) -> Measured {
        let figures = Figures::of(tally);
        Measured {
            against: on.against.to_string(),
            seats: on.seats.name().to_string(),
            opening_plies: Some(on.opening_plies),
            search: Some(on.search.to_string()),
            games: figures.games,
            different_games: Some(figures.different),
            wins: tally.wins,
            losses: tally.losses,
            unfinished: figures.unfinished,
            win_rate: figures.win_rate,
            win_rate_low: figures.win_rate_low,
            win_rate_high: figures.win_rate_high,
            fitness: figures.fitness,
            fitness_error: figures.fitness_error,
            winning_plies: tally.mean_winning_plies(),
        }
    }

    fn check_finite(&self) -> Result<(), FormatError> {
        let fields = [
            ("win_rate", self.win_rate),
            ("win_rate_low", self.win_rate_low),
            ("win_rate_high", self.win_rate_high),
            ("fitness", self.fitness),
            ("fitness_error", self.fitness_error),
            ("winning_plies", self.winning_plies),
        ];
        match fields.iter().find(|(_, value)| value.is_some_and(|value| !value.is_finite())) {
            Some((name, _)) => {
                Err(FormatError::field(format!("measured.{name}"), "not a finite number"))
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
