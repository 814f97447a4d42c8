//! Whether a run still gets better: in words, and for machines.

use super::figures::thousands;
use super::progress::clock;
use super::unit::Unit;
use crate::record::rows::GenerationRow;
use crate::tune::trend::{Measured, Progress, Trend};
use serde::Serialize;

/// A trend, for machines.
#[derive(Serialize)]
pub struct ToldTrend {
    progress: &'static str,
    measurements: usize,
    gain: f64,
    gain_low: f64,
    gain_high: f64,
    step: f64,
    more_games: Option<u64>,
}

impl From<Trend> for ToldTrend {
    fn from(trend: Trend) -> ToldTrend {
        let progress = trend.progress();
        let is_better = progress == Progress::Better;
        ToldTrend {
            progress: progress.name(),
            measurements: trend.measurements,
            gain: trend.gain,
            gain_low: trend.low,
            gain_high: trend.high,
            step: trend.step,
            more_games: trend.more_games(trend.gain).filter(|_| is_better),
        }
    }
}

/// The trend of a run's rows.
pub fn of(rows: &[GenerationRow]) -> Option<Trend> {
    let measured = |row: &GenerationRow| {
        let (games, error) = (row.games, row.measured_fitness_error);
        row.measured_fitness.map(|fitness| Measured { games, fitness, error })
    };
    Trend::of(&rows.iter().filter_map(measured).collect::<Vec<_>>())
}

/// A trend in a line, of a run that took `seconds` so far.
pub fn words(trend: &Trend, unit: Unit, seconds: f64) -> String {
    let (name, games) = (unit.name(), unit.games());
    let signed = |value: f64| {
        let text = unit.long(value);
        if text.starts_with('-') { text.replace('-', "−") } else { format!("+{text}") }
    };
    let mut ends = [trend.low, trend.high];
    if unit.falls() {
        ends.reverse();
    }
    let [low, high] = ends.map(signed);
    let gain =
        format!("{name} changes by {} [{low}, {high}] as {games} double", signed(trend.gain));
    let step = unit.long(trend.step);
    let step = step.trim_start_matches('-');
    let more = |gain: f64| match trend.more_games(gain) {
        Some(more) => {
            let time = clock(seconds * more as f64 / trend.games as f64);
            format!("takes about {} {games} more ({time})", thousands(rounded(more)))
        }
        None => format!("is more than a thousand times these {games} away"),
    };
    let last = format!("in the last {} measurements", trend.measurements);
    match trend.progress() {
        Progress::Better => {
            let more = more(trend.gain);
            format!("Still getting better: {gain} ({last}). The next {step} of {name} {more}.\n")
        }
        Progress::NotVisible => {
            let more = more(trend.high);
            format!("No progress is visible {last}: {gain}. At best a gain of {step} {more}.\n")
        }
        Progress::Worse => format!("Getting worse {last}: {gain}.\n"),
    }
}

/// A number with the two digits that an estimate is good for.
fn rounded(number: u64) -> u64 {
    let place = 10u64.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(1));
    number.saturating_add(place / 2) / place * place
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::fitness::Scoring;

    const TREND: Trend =
        Trend { measurements: 14, games: 1_000_000, gain: 8.0, low: 4.0, high: 12.0, step: 4.0 };

    #[test]
    fn what_a_trend_says_depends_on_its_interval() {
        let said = |trend| words(&trend, Unit(Scoring::Plies), 60.0);
        assert_eq!(
            said(TREND),
            "Still getting better: fitness changes by +8.0 [+4.0, +12.0] as games double (in the last \
             14 measurements). The next 4.0 of fitness takes about 410,000 games more (0:25).\n"
        );
        assert_eq!(
            said(Trend { gain: 0.5, low: -3.0, high: 4.0, ..TREND }),
            "No progress is visible in the last 14 measurements: fitness changes by +0.5 [−3.0, +4.0] \
             as games double. At best a gain of 4.0 takes about 1,000,000 games more (1:00).\n"
        );
        assert!(
            said(Trend { low: -1.0, high: 0.1, ..TREND }).contains("more than a thousand times")
        );
        assert!(said(Trend { high: -1.0, low: -2.0, ..TREND }).starts_with("Getting worse in"));
    }

    #[test]
    fn estimates_have_two_digits() {
        for (number, told) in
            [(0, 0), (7, 7), (99, 99), (994, 990), (996, 1000), (914_629, 910_000)]
        {
            assert_eq!(rounded(number), told);
        }
        assert!(rounded(u64::MAX) > u64::MAX / 20);
    }

    #[test]
    fn a_score_that_is_to_be_least_falls() {
        let said = words(&TREND, Unit(Scoring::Least), 60.0);
        assert!(
            said.contains("score changes by −8.0000 [−12.000, −4.0000] as evaluations double"),
            "{said}"
        );
        assert!(said.contains("The next 4.0000 of score"), "{said}");
    }
}
