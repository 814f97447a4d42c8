//! How a win rate stands to the share of an equal.

use super::tally::FEW;
use std::cmp::Ordering;

/// The chance that an equal comes to a difference, either way.
const ERROR: f64 = 0.025;
/// By how much a number of wins that is whole may be off.
const ROUNDING: f64 = 1e-9;

/// How a win rate stands to the share of an equal: greater or less where chance alone would hardly come to it. Of
/// [`FEW`] and more decided games that differ, by the interval; of fewer, by the binomial chances that an equal wins as
/// many.
pub fn beside(
    rate: Option<f64>,
    interval: Option<(f64, f64)>,
    decided: u64,
    equal: f64,
) -> Ordering {
    match (interval.filter(|_| decided >= FEW), rate) {
        (Some((low, _)), _) if low > equal => Ordering::Greater,
        (Some((_, high)), _) if high < equal => Ordering::Less,
        (None, Some(rate)) => of_few(rate, decided, equal),
        _ => Ordering::Equal,
    }
}

/// Greater where an equal wins as many of the games or more with a chance of at most 2.5 %, less where it wins as few.
fn of_few(rate: f64, games: u64, equal: f64) -> Ordering {
    // More have an interval, but in a damaged file.
    let games = games.min(FEW);
    let wins = rate * games as f64;
    // The chances that an equal wins none, one, two and so on.
    let odds = equal / (1.0 - equal);
    let chances = (0..games).scan(libm::pow(1.0 - equal, games as f64), |chance, won| {
        let next = *chance * odds * (games - won) as f64 / (won + 1) as f64;
        Some(std::mem::replace(chance, next))
    });
    let chances: Vec<f64> = chances.chain([libm::pow(equal, games as f64)]).collect();
    let below = |wins: f64| chances.iter().take(wins as usize).sum::<f64>();
    // Where they are no whole number, the one that shows less.
    match () {
        () if 1.0 - below((wins + ROUNDING).floor()) <= ERROR => Ordering::Greater,
        () if below((wins - ROUNDING).ceil() + 1.0) <= ERROR => Ordering::Less,
        () => Ordering::Equal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tally::Tally;

    #[test]
    fn few_games_show_a_difference_where_an_equal_would_hardly_win_as_many() {
        let beside = |wins, losses, players: u64| {
            let tally = Tally { wins, losses, different: wins + losses, ..Tally::default() };
            tally.beside(1.0 / players as f64)
        };
        // Chances of an equal: 1 in 6; 1 in 32 and 64; 0.0025 and 0.128 by binomial tables.
        assert_eq!(beside(1, 0, 6), Ordering::Equal);
        assert_eq!([5, 6].map(|wins| beside(wins, 0, 2)), [Ordering::Equal, Ordering::Greater]);
        assert_eq!([5, 6].map(|losses| beside(0, losses, 2)), [Ordering::Equal, Ordering::Less]);
        assert_eq!(beside(10, 28, 2), Ordering::Less);
        assert_eq!(beside(15, 23, 2), Ordering::Equal);
        assert_eq!(beside(0, 0, 2), Ordering::Equal);
        // A hundred games have an interval.
        assert_eq!(
            [60, 59].map(|wins| beside(wins, 100 - wins, 2)),
            [Ordering::Greater, Ordering::Equal]
        );
        // Four of four of which an equal wins all in 1 of 16, however many more nobody won.
        let blocked = Tally { wins: 4, unfinished: 196, different: 200, ..Tally::default() };
        assert_eq!(blocked.beside(0.5), Ordering::Equal);
        // Of 200 games of which 10 differ 9 in 10 were won: as if 9 of 10 were, which an equal does in 1 of 93.
        let again = Tally { wins: 180, losses: 20, different: 10, ..Tally::default() };
        assert_eq!(again.beside(0.5), Ordering::Greater);
        assert_eq!(Tally { different: 5, ..again }.beside(0.5), Ordering::Equal);
    }

    #[test]
    fn games_that_were_won_are_counted_whole_whatever_their_share_rounds_to() {
        // 13 / 23 · 23 is a bit below 13, of which an equal of three wins as many in 1 of 52.
        assert_eq!(of_few(13.0 / 23.0, 23, 1.0 / 3.0), Ordering::Greater);
    }
}
