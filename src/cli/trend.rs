//! Whether a run still gets better: in words, and for machines.

use super::figures::thousands;
use super::progress::clock;
use super::unit::Unit;
use crate::record::rows::GenerationRow;
use crate::tune::config::Config;
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
    more_games_low: Option<u64>,
    more_games_high: Option<u64>,
}

/// What the measurements of a run's search under way say.
#[derive(Clone, Copy)]
pub struct Forecast {
    trend: Trend,
    /// The last generation of that search, and the games of selection until then; `None` where it has no end.
    end: Option<(u64, u64)>,
    /// Seconds that a game of selection took so far, all else included.
    pace: f64,
}

impl Forecast {
    /// That of a run's rows, which took `seconds`.
    pub fn of(rows: &[GenerationRow], config: &Config, seconds: f64) -> Option<Forecast> {
        let last = rows.last()?;
        let begin = rows.partition_point(|row| row.restarts < last.restarts);
        let (before, own) = rows.split_at(begin);
        let games_before = before.last().map_or(0, |row| row.games);
        let measured = |row: &GenerationRow| {
            let games = row.games.saturating_sub(games_before);
            let error = row.measured_fitness_error;
            row.fitness(config.scoring).map(|fitness| Measured { games, fitness, error })
        };
        let trend = Trend::of(&own.iter().filter_map(measured).collect::<Vec<_>>())?;
        let first = own.first()?.generation;
        let each = last.games.saturating_sub(games_before) / own.len() as u64;
        let end = (config.restart_every > 0).then(|| {
            let end = first.saturating_add(config.restart_every);
            (end, end.saturating_sub(last.generation).saturating_mul(each))
        });
        Some(Forecast { trend, end, pace: seconds / last.games.max(1) as f64 })
    }

    /// How many games more the next step takes at a gain, where the search has as many left.
    fn more_games(&self, gain: f64) -> Option<u64> {
        let is_within = |more: &u64| self.end.is_none_or(|(_, left)| *more <= left);
        self.trend.more_games(gain).filter(is_within)
    }

    /// Whether it can't be told yet if it still gets better: a gain at the upper end would show before there are twice
    /// these games.
    fn is_undecided(&self) -> bool {
        let is_soon = self.more_games(self.trend.high).is_some_and(|it| it < self.trend.games);
        self.trend.progress() == Progress::NotVisible && is_soon
    }

    /// Whether it gets no better, as far as that can be told, and no other search begins by itself.
    pub fn is_stuck(&self) -> bool {
        let is_better = self.trend.progress() == Progress::Better;
        self.end.is_none() && !is_better && !self.is_undecided()
    }

    /// Progress, for machines.
    fn progress(&self) -> &'static str {
        match self.trend.progress() {
            _ if self.is_undecided() => "undecided",
            Progress::Better => "better",
            Progress::NotVisible => "not-visible",
            Progress::Worse => "worse",
        }
    }

    /// What the next step takes at gains from `least` to `most`.
    fn next(&self, least: f64, most: f64, games: &str) -> String {
        let time = |games: u64| clock(self.pace * games as f64);
        let told = |games: u64| thousands(rounded(games));
        match (self.more_games(most), self.more_games(least), self.end) {
            (Some(few), Some(many), _) if told(few) != told(many) => format!(
                "takes {} to {} {games} more ({} to {})",
                told(few),
                told(many),
                time(few),
                time(many)
            ),
            (Some(few), Some(_), _) => {
                format!("takes about {} {games} more ({})", told(few), time(few))
            }
            (Some(few), None, _) => {
                format!("takes at least {} {games} more ({})", told(few), time(few))
            }
            (None, _, Some((end, _))) => format!(
                "is beyond this search, which ends at generation {}: then another begins",
                thousands(end)
            ),
            (None, _, None) => format!("is more than a thousand times these {games} away"),
        }
    }

    /// By how much fitness changes, with its interval, as `+8.0 [+4.0, +12.0] as games double`.
    pub fn change(&self, unit: Unit) -> String {
        let trend = &self.trend;
        let signed = |value: f64| {
            let text = unit.change(value);
            if text.starts_with('−') { text } else { format!("+{text}") }
        };
        let mut ends = [trend.low, trend.high];
        if unit.falls() {
            ends.reverse();
        }
        let [low, high] = ends.map(signed);
        format!("{} [{low}, {high}] as {} double", signed(trend.gain), unit.games())
    }

    /// In a line.
    pub fn words(&self, unit: Unit) -> String {
        let (trend, name, games) = (&self.trend, unit.name(), unit.games());
        let gain = format!("{name} changes by {}", self.change(unit));
        let step = unit.change(trend.step);
        let step = step.trim_start_matches('−');
        let last = format!("in the last {} measurements", trend.measurements);
        match trend.progress() {
            Progress::Better => {
                let next = self.next(trend.low, trend.high, games);
                format!(
                    "Still getting better: {gain} ({last}). The next {step} of {name} {next}.\n"
                )
            }
            Progress::NotVisible if self.is_undecided() => {
                format!("Whether it still gets better can't be told yet: {gain} ({last}).\n")
            }
            Progress::NotVisible if trend.high <= 0.0 => {
                format!("No progress is visible {last}: {gain}.\n")
            }
            Progress::NotVisible => {
                let next = self.next(trend.high, trend.high, games);
                format!(
                    "No progress is visible {last}: {gain}. Even at the upper end of that a gain of {step} {next}.\n"
                )
            }
            Progress::Worse => format!("Getting worse {last}: {gain}.\n"),
        }
    }
}

impl From<Forecast> for ToldTrend {
    fn from(forecast: Forecast) -> ToldTrend {
        let trend = &forecast.trend;
        let more_games = |gain| forecast.more_games(gain).filter(|_| !forecast.is_undecided());
        ToldTrend {
            progress: forecast.progress(),
            measurements: trend.measurements,
            gain: trend.gain,
            gain_low: trend.low,
            gain_high: trend.high,
            step: trend.step,
            more_games_low: more_games(trend.high),
            more_games_high: more_games(trend.low),
        }
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
    use crate::registry;
    use crate::tune::fitness::Scoring;

    const TREND: Trend =
        Trend { measurements: 14, games: 1_000_000, gain: 8.0, low: 4.0, high: 12.0, step: 4.0 };

    fn row(generation: u64, games: u64, restarts: u64, fitness: Option<f64>) -> GenerationRow {
        GenerationRow {
            generation,
            games,
            restarts,
            measured_fitness: fitness,
            ..GenerationRow::default()
        }
    }

    fn forecast(trend: Trend) -> Forecast {
        Forecast { trend, end: None, pace: 60.0 / 1e6 }
    }

    #[test]
    fn what_a_trend_says_depends_on_its_interval() {
        let said = |trend| forecast(trend).words(Unit(Scoring::Plies));
        assert_eq!(
            said(TREND),
            "Still getting better: fitness changes by +8.0 [+4.0, +12.0] as games double (in the last \
             14 measurements). The next 4.0 of fitness takes 260,000 to 1,000,000 games more (0:16 to 1:00).\n"
        );
        assert_eq!(
            said(Trend { gain: 0.5, low: -3.0, high: 4.0, ..TREND }),
            "No progress is visible in the last 14 measurements: fitness changes by +0.5 [−3.0, +4.0] \
             as games double. Even at the upper end of that a gain of 4.0 takes about 1,000,000 games more (1:00).\n"
        );
        assert!(
            said(Trend { low: -1.0, high: 0.1, ..TREND }).contains("more than a thousand times")
        );
        assert_eq!(
            said(Trend { gain: 0.0, low: 0.0, high: 0.0, step: 0.0, ..TREND }),
            "No progress is visible in the last 14 measurements: fitness changes by +0.0 [+0.0, +0.0] as \
             games double.\n"
        );
        let said_little = said(Trend { gain: 6.0, low: -20.0, high: 34.0, ..TREND });
        assert!(said_little.starts_with("Whether it still gets better can't be told yet: fitness"));
        assert!(said(Trend { high: -1.0, low: -2.0, ..TREND }).starts_with("Getting worse in"));
    }

    #[test]
    fn it_is_stuck_where_it_surely_gets_no_better_and_no_search_follows() {
        let still = Trend { gain: 0.5, low: -3.0, high: 4.0, ..TREND };
        let noisy = Trend { gain: 6.0, low: -20.0, high: 34.0, ..TREND };
        let falling = Trend { high: -1.0, low: -2.0, ..TREND };
        for (trend, is_stuck) in [(TREND, false), (still, true), (noisy, false), (falling, true)] {
            assert_eq!(forecast(trend).is_stuck(), is_stuck, "{}", trend.gain);
        }
        let end = Some((15_000, 200_000));
        assert!(!Forecast { end, ..forecast(still) }.is_stuck());
    }

    #[test]
    fn what_a_search_has_no_games_left_for_is_another_searchs() {
        let forecast = |left| Forecast { end: Some((15_000, left)), ..forecast(TREND) };
        let said = |left| forecast(left).words(Unit(Scoring::Plies));
        assert!(said(1_000_000).contains("takes 260,000 to 1,000,000 games more"));
        assert!(said(500_000).contains("takes at least 260,000 games more (0:16)"));
        assert!(said(200_000).ends_with(
            "The next 4.0 of fitness is beyond this search, which ends at generation 15,000: then \
             another begins.\n"
        ));
    }

    #[test]
    fn machines_are_told_what_the_words_say() {
        let told = |trend| {
            let told = ToldTrend::from(forecast(trend));
            (told.progress, told.more_games_low, told.more_games_high)
        };
        assert_eq!(told(TREND), ("better", Some(259_922), Some(1_000_000)));
        let still = Trend { gain: 0.5, low: -3.0, high: 4.0, ..TREND };
        assert_eq!(told(still), ("not-visible", Some(1_000_000), None));
        let noisy = Trend { gain: 6.0, low: -20.0, high: 34.0, ..TREND };
        assert_eq!(told(noisy), ("undecided", None, None));
        let falling = Trend { high: -1.0, low: -2.0, ..TREND };
        assert_eq!(told(falling), ("worse", None, None));
    }

    #[test]
    fn a_trend_is_that_of_the_search_under_way() {
        let measured = |age: u64| Some(10.0 * libm::log2((age + 1) as f64));
        let row = |it: u64| row(it, 100 * (it + 1), it / 20, measured(it % 20));
        let rows: Vec<GenerationRow> = (0..35).map(row).collect();
        let preset = registry::default_game().preset("default", 2).unwrap();
        let config = |restart_every| Config { restart_every, ..preset.clone() };
        let forecast = Forecast::of(&rows, &config(19), 7.0).unwrap();
        assert_eq!((forecast.trend.measurements, forecast.trend.games), (8, 1500));
        assert!((forecast.trend.gain - 10.0).abs() < 1e-9);
        assert_eq!(forecast.end, Some((39, 500)));
        assert_eq!(Forecast::of(&rows, &config(0), 7.0).unwrap().end, None);
        assert!((forecast.pace - 0.002).abs() < 1e-12);
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
        let said = forecast(TREND).words(Unit(Scoring::Least));
        assert!(
            said.contains("score changes by −8.0000 [−12.000, −4.0000] as evaluations double"),
            "{said}"
        );
        assert!(said.contains("The next 4.0000 of score"), "{said}");
        let wins = forecast(Trend { gain: 0.02, low: -0.01, high: 0.05, ..TREND });
        let told = "+2.0 % [−1.0 %, +5.0 %] as games double";
        assert_eq!(wins.change(Unit(Scoring::Wins)), told);
    }
}
