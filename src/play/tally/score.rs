//! The score of games, in which a drawn one is half a win, and its interval.

use super::{DRAW, Tally, Z95};

/// Halvings after which an end of an interval has the digits of a float.
const HALVINGS: u32 = 60;

impl Tally {
    /// The share of all points: a won game is one, a game that nobody won [`DRAW`].
    pub fn score(&self) -> Option<f64> {
        let games = self.decided() + self.unfinished;
        (games > 0).then(|| (self.wins as f64 + self.unfinished as f64 * DRAW) / games as f64)
    }

    /// The 95 % interval of the score, which counts only different games; `None` where these are fewer than
    /// [`FEW`](super::FEW).
    pub fn score_interval(&self) -> Option<(f64, f64)> {
        let games = self.decided() + self.unfinished;
        let share = self.different_of(games)? / games as f64;
        Some(self.interval_of_share(share))
    }

    /// The 95 % interval of the score where all games differ, of however few games.
    pub fn score_interval_of_all(&self) -> Option<(f64, f64)> {
        self.score().map(|_| self.interval_of_share(1.0))
    }

    /// The interval where that share of the games counts. A score is half of one more than the share of wins less that
    /// of losses, which has a score interval, too: Tango, "Equivalence test and confidence interval for the
    /// difference in proportions for the paired-sample design", Statistics in Medicine 17, 1998. Without draws it is
    /// Wilson's, and it leaves ½ out where Wilson's of the decided games does.
    fn interval_of_share(&self, share: f64) -> (f64, f64) {
        let [wins, losses, draws] =
            [self.wins, self.losses, self.unfinished].map(|count| count as f64 * share);
        let half = |difference: f64| (1.0 + difference) / 2.0;
        (half(least([wins, losses], draws)), 1.0 - half(least([losses, wins], draws)))
    }
}

/// The lower end of the interval of the chance of a win less that of a loss.
fn least([wins, losses]: [f64; 2], draws: f64) -> f64 {
    let games = wins + losses + draws;
    let found = (wins - losses) / games;
    let is_too_low = |it: f64| {
        let off = found - it;
        games * off * off > Z95 * Z95 * variance([wins, losses], games, it)
    };
    let (mut low, mut high) = (-1.0, found);
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if is_too_low(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// The variance of a game that is 1 if won and −1 if lost, where the mean is `mean` and the chance of a loss the likeliest
/// then.
fn variance([wins, losses]: [f64; 2], games: f64, mean: f64) -> f64 {
    let linear = (2.0 * games - wins + losses) * mean - wins - losses;
    let constant = losses * mean * (1.0 - mean);
    let root = (linear * linear + 8.0 * games * constant).max(0.0).sqrt();
    let lost = (root - linear) / (4.0 * games);
    2.0 * lost + mean * (1.0 - mean)
}

#[cfg(test)]
mod tests {
    use super::super::{FEW, score_interval, wilson};
    use super::*;

    fn of(wins: u64, unfinished: u64, losses: u64) -> Tally {
        let different = wins + unfinished + losses;
        Tally { wins, losses, unfinished, different, ..Tally::default() }
    }

    fn assert_close((low, high): (f64, f64), wanted: (f64, f64), off: f64) {
        let is_close = (low - wanted.0).abs() <= off && (high - wanted.1).abs() <= off;
        assert!(is_close, "[{low}, {high}] is not {wanted:?}");
    }

    #[test]
    fn without_draws_it_is_that_of_the_win_rate() {
        for (wins, losses) in [(81, 182), (100, 0), (0, 100), (50, 50), (999, 1)] {
            let interval = of(wins, 0, losses).score_interval().unwrap();
            assert_close(interval, wilson(wins, wins + losses).unwrap(), 1e-12);
        }
        assert_eq!(of(100, 0, 0).score_interval().unwrap().1, 1.0);
        assert_eq!(of(0, 0, 100).score_interval().unwrap().0, 0.0);
    }

    /// Fagerland, Lydersen and Laake, "Recommended tests and confidence intervals for paired binomial proportions",
    /// Statistics in Medicine 33, 2014: the difference of 1 and 7 of 21 pairs is −0.286 [−0.517, −0.026].
    #[test]
    fn it_matches_a_published_one() {
        let interval = of(1, 13, 7).score_interval_of_all().unwrap();
        assert_close(interval, ((1.0 - 0.517) / 2.0, (1.0 - 0.026) / 2.0), 3e-4);
    }

    /// Where the ends are, by the likeliest chances that a grid finds.
    #[test]
    fn ends_are_where_the_likeliest_chances_say() {
        for [wins, draws, losses] in [[80, 920, 0], [30, 100, 70], [1, 198, 1], [150, 40, 10]] {
            let tally = of(wins, draws, losses);
            let (games, score) = (tally.games() as f64, tally.score().unwrap());
            let (low, high) = tally.score_interval().unwrap();
            for end in [low, high] {
                let mean = 2.0 * end - 1.0;
                let likely = |lost: f64| {
                    let chances = [lost + mean, 1.0 - mean - 2.0 * lost, lost];
                    let counts = [wins, draws, losses].into_iter().zip(chances);
                    let log = |(count, it): (u64, f64)| match count {
                        0 => 0.0,
                        count => count as f64 * it.max(1e-300).ln(),
                    };
                    counts.map(log).sum::<f64>()
                };
                let (from, to) = ((-mean).max(0.0), (1.0 - mean) / 2.0);
                let steps = (0..=100_000).map(|it| from + (to - from) * f64::from(it) / 1e5);
                let lost = steps.reduce(|a, b| if likely(b) > likely(a) { b } else { a }).unwrap();
                let error = ((2.0 * lost + mean - mean * mean) / games).sqrt() / 2.0;
                let off = (score - end).abs() / error;
                assert!((off - Z95).abs() < 0.01, "{wins} {draws} {losses}: {off} errors");
            }
        }
    }

    #[test]
    fn draws_say_nothing_of_who_wins_more() {
        let has_half = |(low, high): (f64, f64)| low <= 0.5 && 0.5 <= high;
        for draws in [0, 40, 5000] {
            for wins in 500..600 {
                let tally = of(wins, draws, 1000 - wins);
                let by_wins = tally.win_rate_interval().unwrap();
                assert_eq!(has_half(tally.score_interval().unwrap()), has_half(by_wins), "{wins}");
            }
        }
    }

    #[test]
    fn draws_alone_leave_room_for_others() {
        let (low, high) = of(0, 200, 0).score_interval().unwrap();
        assert!(low > 0.49 && low < 0.491 && (low + high - 1.0).abs() < 1e-12, "{low} {high}");
    }

    #[test]
    fn games_count_as_many_as_differ_and_few_have_no_interval() {
        let again = Tally { different: 250, ..of(600, 200, 200) };
        assert_eq!(again.score(), Some(0.7));
        assert_eq!(again.score_interval(), of(150, 50, 50).score_interval());
        assert_eq!(Tally { different: FEW - 1, ..again }.score_interval(), None);
        assert_eq!((Tally::default().score(), Tally::default().score_interval()), (None, None));
        let few = of(3, 0, 1).score_interval_of_all().unwrap();
        assert_close(few, score_interval(0.75, 4.0), 1e-12);
    }
}
