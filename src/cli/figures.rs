//! Measured figures as a table for people.

use crate::play::tally::{Tally, Z95};
pub use crate::report::number::thousands;
use crate::tune::total;
use std::fmt::Write as _;

/// A share as `99.15 %`; a share below 1 never reads as 100.
pub fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_string(), |share| format!("{} %", hundredths(share)))
}

/// Rounded towards the middle at both ends, so that no loss and no win is rounded away.
fn hundredths(share: f64) -> String {
    let rounded = (share * 1e4).round() / 1e2;
    let kept = match rounded {
        100.0 if share < 1.0 => 99.99,
        0.0 if share > 0.0 => 0.01,
        rounded => rounded,
    };
    format!("{kept:.2}")
}

/// An interval of a share as `[98.93, 99.33]`.
pub fn interval(ends: Option<(f64, f64)>) -> String {
    ends.map_or_else(String::new, |(low, high)| {
        format!("[{}, {}]", hundredths(low), hundredths(high))
    })
}

/// A mean with its 95 % interval's half width.
pub fn fitness(tally: &Tally) -> String {
    match (tally.mean_fitness(), tally.fitness_error()) {
        (Some(mean), Some(error)) => format!("{mean:.1} ± {:.1}", Z95 * error),
        (Some(mean), None) => format!("{mean:.1}"),
        (None, _) => "–".to_string(),
    }
}

/// A table with a line a seat, where there is more than one, and a line for all.
pub fn by_seat(seats: &[Tally]) -> String {
    let played = seats.iter().enumerate().filter(|(_, tally)| tally.games() > 0);
    let mut lines: Vec<(String, Tally)> =
        played.map(|(index, tally)| (format!("seat {}", index + 1), *tally)).collect();
    if lines.len() != 1 {
        lines.push(("all".to_string(), total(seats)));
    }
    table(&lines)
}

/// A table with a line an opponent.
pub fn by_opponent(opponents: &[(&str, Tally)]) -> String {
    let lines: Vec<_> = opponents.iter().map(|(name, tally)| (name.to_string(), *tally)).collect();
    table(&lines)
}

fn table(lines: &[(String, Tally)]) -> String {
    let width = lines.iter().map(|(name, _)| name.chars().count() + 2).max().unwrap_or(0).max(8);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{:width$}{:>10}{:>10}  {:18}{:>16}{:>14}{:>12}",
        "", "games", "won", "95 % interval", "fitness", "winning plies", "unfinished"
    );
    for (name, tally) in lines {
        let plies =
            tally.mean_winning_plies().map_or("–".to_string(), |plies| format!("{plies:.1}"));
        let _ = writeln!(
            text,
            "{name:width$}{:>10}{:>10}  {:18}{:>16}{plies:>14}{:>12}",
            thousands(tally.games()),
            percent(tally.win_rate()),
            interval(tally.win_rate_interval()),
            fitness(tally),
            thousands(tally.unfinished),
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_never_rounded_to_certainty() {
        assert_eq!(percent(Some(1.0)), "100.00 %");
        assert_eq!(percent(Some(0.999_99)), "99.99 %");
        assert_eq!(percent(Some(0.0)), "0.00 %");
        assert_eq!(percent(Some(0.000_01)), "0.01 %");
        assert_eq!(percent(None), "–");
    }
}
