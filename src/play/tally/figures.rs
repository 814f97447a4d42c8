//! The figures of a tally as files and rows hold them, and whether those of a file can be true.

use super::Tally;

/// By how much an end of an interval is off at most.
const ROUNDING: f64 = 1e-9;

/// The figures of a tally that files and rows hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// All games.
    pub games: u64,
    /// How many of them differ.
    pub different: u64,
    /// Games that nobody won.
    pub unfinished: u64,
    /// See [`Tally::win_rate`].
    pub win_rate: Option<f64>,
    /// Lower end of the 95 % interval of the win rate; see [`Tally::win_rate_interval`].
    pub win_rate_low: Option<f64>,
    /// Upper end of that interval.
    pub win_rate_high: Option<f64>,
    /// See [`Tally::mean_fitness`].
    pub fitness: Option<f64>,
    /// See [`Tally::fitness_error`].
    pub fitness_error: Option<f64>,
}

impl Figures {
    /// Whether the win rate and its interval are those of the counts, and no error is negative. The interval may be as
    /// wide as where rounds of that many games count as one game.
    pub fn are_sound(&self, in_round: u64) -> bool {
        if self.fitness_error.is_some_and(|error| error < 0.0) {
            return false;
        }
        let Some(decided) = self.games.checked_sub(self.unfinished) else { return false };
        if self.win_rate.is_none() && self.fitness.is_some() {
            // Evaluations or draws alone, of which nobody won any.
            let are_alike = self.unfinished == 0 || decided == 0;
            return are_alike && self.win_rate_low.or(self.win_rate_high).is_none();
        }
        let rate = self.win_rate.unwrap_or(0.0).clamp(0.0, 1.0);
        let wins = ((rate * decided as f64).round() as u64).min(decided);
        let (unfinished, different) = (self.unfinished, self.different);
        let losses = decided - wins;
        let own = Tally { wins, losses, unfinished, different, ..Tally::default() };
        let ends = (self.win_rate_low, self.win_rate_high);
        let is_within = |(low, high): (f64, f64), around: (f64, f64)| {
            around.0 - ROUNDING <= low && high <= around.1 + ROUNDING
        };
        own.win_rate() == self.win_rate
            && match (own.interval_by(1.0).zip(own.interval_by(in_round.max(1) as f64)), ends) {
                (None, ends) => ends == (None, None),
                (Some((own, widest)), (Some(low), Some(high))) => {
                    is_within(own, (low, high))
                        && is_within((low, high), widest)
                        && are_of_one_interval(rate, (low, high))
                }
                _ => false,
            }
    }

    /// The figures of a tally.
    pub fn of(tally: &Tally) -> Figures {
        let (win_rate_low, win_rate_high) = tally.win_rate_interval().unzip();
        Figures {
            games: tally.games(),
            different: tally.different,
            unfinished: tally.unfinished,
            win_rate: tally.win_rate(),
            win_rate_low,
            win_rate_high,
            fitness: tally.mean_fitness(),
            fitness_error: tally.fitness_error(),
        }
    }
}

/// Whether both ends are those of [`score_interval`](super::score_interval) with one number of trials. They are the roots of
/// (1 + w) x² − (2 p + w) x + p² for the share p and one w, so that both p² / (low high) and
/// (1 − p)² / ((1 − low) (1 − high)) are 1 + w.
fn are_of_one_interval(share: f64, (low, high): (f64, f64)) -> bool {
    let (won, lost) = (share * share, (1.0 - share) * (1.0 - share));
    (won * (1.0 - low) * (1.0 - high) - lost * low * high).abs() <= ROUNDING
}

#[cfg(test)]
mod tests {
    use super::super::DRAW;
    use super::*;

    #[test]
    fn figures_of_draws_alone_are_sound() {
        let mut all = Tally { different: 200, ..Tally::default() };
        (0..200).for_each(|_| all.draw());
        let figures = Figures::of(&all);
        assert_eq!((figures.win_rate, figures.fitness), (None, Some(DRAW)));
        assert!(figures.are_sound(2));
        assert!(!Figures { unfinished: 199, ..figures }.are_sound(2));
    }

    #[test]
    fn figures_are_sound_between_those_of_games_and_those_of_rounds() {
        let own = Tally { wins: 600, losses: 400, different: 1000, ..Tally::default() };
        let figures = |effect: f64| {
            let (win_rate_low, win_rate_high) = own.interval_by(effect).unzip();
            Figures { win_rate_low, win_rate_high, ..Figures::of(&own) }
        };
        for (effect, is_sound) in
            [(1.0, true), (2.0, true), (6.0, true), (0.99, false), (6.1, false)]
        {
            assert_eq!(figures(effect).are_sound(6), is_sound, "{effect}");
        }
        let without = Figures { win_rate_low: None, win_rate_high: None, ..figures(1.0) };
        let one = Figures { win_rate_low: None, ..figures(1.0) };
        assert!(!without.are_sound(6) && !one.are_sound(6));
        let mixed = Figures { win_rate_low: figures(6.0).win_rate_low, ..figures(1.0) };
        assert!(!mixed.are_sound(6), "ends of two intervals");
        assert!(!Figures { fitness_error: Some(-1.0), ..figures(1.0) }.are_sound(6));
        assert!(!figures(6.0).are_sound(5) && figures(1.0).are_sound(1));
        assert!(!Figures { win_rate: Some(0.6005), ..figures(2.0) }.are_sound(6));
    }

    #[test]
    fn an_interval_of_no_win_rate_is_not_sound() {
        let mut all = Tally { different: 200, ..Tally::default() };
        (0..200).for_each(|_| all.draw());
        let figures = Figures::of(&all);
        assert!(!Figures { win_rate_low: Some(0.4), ..figures }.are_sound(2));
        assert!(!Figures { win_rate_high: Some(0.6), ..figures }.are_sound(2));
    }
}
