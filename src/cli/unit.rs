//! What the fitness of a run is called, and how many digits it has: points less plies, shares of
//! games or points, or a program's own number.

use crate::report::number::{percentage, text};
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
            Scoring::Score | Scoring::Greatest | Scoring::Least => "score",
        }
    }

    /// The same with a capital.
    pub fn title(self) -> &'static str {
        match self.0 {
            Scoring::Plies => "Fitness",
            Scoring::Wins => "Wins",
            Scoring::Score | Scoring::Greatest | Scoring::Least => "Score",
        }
    }

    /// What a game that nobody won is called; it is a draw where it counts half a win.
    pub fn undecided(self) -> &'static str {
        if self.0 == Scoring::Score { "drawn" } else { "unfinished" }
    }

    /// What a run counts.
    pub fn games(self) -> &'static str {
        if self.0.is_number() { "evaluations" } else { "games" }
    }

    /// A value without decimals that nobody needs.
    pub fn short(self, value: f64) -> String {
        match self.0 {
            Scoring::Plies => text(value, 0),
            Scoring::Wins | Scoring::Score => format!("{} %", percentage(value, 0)),
            Scoring::Greatest | Scoring::Least => number(self.sign() * value),
        }
    }

    /// A value with a decimal.
    pub fn long(self, value: f64) -> String {
        match self.0 {
            Scoring::Plies => text(value, 1),
            Scoring::Wins | Scoring::Score => format!("{} %", percentage(value, 1)),
            Scoring::Greatest | Scoring::Least => number(self.sign() * value),
        }
    }

    /// A difference of two values, of either sign.
    pub fn change(self, value: f64) -> String {
        match self.0 {
            Scoring::Wins | Scoring::Score => format!("{} %", text(value * 100.0, 1)),
            _ => self.long(value),
        }
    }

    /// What a fitness is multiplied with in pictures: shares are drawn in per cent.
    pub fn drawn(self) -> f64 {
        match self.0 {
            Scoring::Wins | Scoring::Score => 100.0,
            Scoring::Plies | Scoring::Greatest | Scoring::Least => 1.0,
        }
    }

    /// Its name at the axis of a picture.
    pub fn axis(self) -> String {
        match self.0 {
            Scoring::Wins | Scoring::Score => format!("{} (%)", self.name()),
            Scoring::Plies | Scoring::Greatest => self.name().to_string(),
            Scoring::Least => format!("−{}", self.name()),
        }
    }

    /// Whether it says more than the share of decided games won, which measured wins are.
    pub fn adds_to_win_rate(self) -> bool {
        self.0 != Scoring::Wins
    }

    /// Whether nobody wins, so that all there is is the mean.
    pub fn is_all(self) -> bool {
        self.0.is_number()
    }

    /// A mean with the half width of its 95 % interval, where that is known: it isn't where all values are the
    /// same, as then nothing is seen of those that differ.
    pub fn mean(self, mean: f64, half: Option<f64>) -> String {
        match (self.0, half.filter(|half| *half > 0.0)) {
            (Scoring::Greatest | Scoring::Least, Some(half)) => {
                format!("{} ± {}", number_within(self.sign() * mean, half), number(half))
            }
            (Scoring::Plies, Some(half)) => format!("{} ± {half:.1}", text(mean, 1)),
            (Scoring::Wins | Scoring::Score, Some(half)) => {
                format!("{} ± {:.1} %", percentage(mean, 1), half * 100.0)
            }
            (_, None) => self.long(mean),
        }
    }

    /// Whether lower numbers are better.
    pub fn falls(self) -> bool {
        self.sign() < 0.0
    }

    /// The factor that makes a program's number of a fitness.
    fn sign(self) -> f64 {
        match self.0 {
            Scoring::Least => -1.0,
            _ => 1.0,
        }
    }
}

/// A number with five digits that count, and a true minus sign.
fn number(value: f64) -> String {
    let size = value.abs();
    let digits = match size {
        0.0 => "0".to_string(),
        _ if !(1e-4..1e7).contains(&size) => format!("{value:.4e}"),
        _ => {
            let before = (0..7).take_while(|power| size >= 10f64.powi(*power)).count();
            let zeros = (1..5).take_while(|power| size < 10f64.powi(-power)).count();
            let decimals = if before > 0 { 5usize.saturating_sub(before) } else { 5 + zeros };
            format!("{value:.decimals$}")
        }
    };
    digits.replace('-', "−")
}

/// A number with five digits that count, and more where its interval speaks of those behind them.
fn number_within(value: f64, half: f64) -> String {
    let last = libm::log10(value.abs()).floor() - 4.0;
    let first = libm::log10(half).floor();
    match value != 0.0 && first < last {
        true => text(value, (1.0 - first).clamp(0.0, 15.0) as usize),
        false => number(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_five_digits_that_count() {
        for (value, told) in [
            (0.0, "0"),
            (-3.25, "−3.2500"),
            (0.012_345_678, "0.012346"),
            (0.5, "0.50000"),
            (12.0, "12.000"),
            (123_456.7, "123457"),
            (1.5e9, "1.5000e9"),
            (-2e-7, "−2.0000e−7"),
        ] {
            assert_eq!(number(value), told);
        }
        assert_eq!(
            (Unit(Scoring::Least).axis(), Unit(Scoring::Least).drawn()),
            ("−score".into(), 1.0)
        );
        assert_eq!(
            (Unit(Scoring::Wins).axis(), Unit(Scoring::Wins).drawn()),
            ("wins (%)".into(), 100.0)
        );
        assert_eq!(Unit(Scoring::Least).mean(-0.5, Some(0.25)), "0.50000 ± 0.25000");
        let greatest = |mean, half| Unit(Scoring::Greatest).mean(mean, Some(half));
        assert_eq!(greatest(100_000_004.983_21, 0.0624), "100000004.983 ± 0.062400");
        assert_eq!(greatest(-2e12, 1500.0), "−2000000000000 ± 1500.0");
        assert_eq!(greatest(123_456.7, 0.5), "123456.70 ± 0.50000");
        assert_eq!(greatest(1e8, 0.0), "1.0000e8");
        assert_eq!(greatest(0.0, 1e-9), "0 ± 1.0000e−9");
        assert_eq!(Unit(Scoring::Plies).mean(420.04, Some(0.6)), "420.0 ± 0.6");
        assert_eq!(Unit(Scoring::Score).mean(1.0, Some(0.0)), "100.0 %");
        let wins = Unit(Scoring::Wins);
        assert_eq!((wins.short(0.999), wins.long(0.9999)), ("99 %".into(), "99.9 %".into()));
        assert_eq!(wins.change(-0.0312), "−3.1 %");
    }
}
