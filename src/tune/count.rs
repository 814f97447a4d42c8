//! The games of a measurement, counted by seat, and how many of them differ.

use super::fitness::Fitness;
use crate::game::line::LineKey;
use crate::play::batch::GameScore;
use crate::play::tally::{FEW, Tally};
use std::collections::HashSet;

/// Counts games, and the different ones among them: by their moves, and by the seat that the
/// measured player had. A game that left nothing to chance counts once, however often it comes.
pub struct Count {
    fitness: Fitness,
    seats: Vec<SeatCount>,
}

/// Games of one kind, counted.
#[derive(Default)]
pub struct Kind {
    /// All games.
    all: Tally,
    /// Each different one once.
    once: Tally,
    different: u64,
}

#[derive(Default)]
struct SeatCount {
    games: Kind,
    lines: HashSet<LineKey>,
}

impl Kind {
    /// Counts a game, of which it is known whether it is another than those before.
    pub fn add(&mut self, fitness: &Fitness, game: &GameScore, is_new: bool) {
        if is_new {
            self.different += 1;
            fitness.count(&mut self.once, game);
        }
        if is_new || game.drew_chance {
            fitness.count(&mut self.all, game);
        }
    }

    /// What they came to. Where fewer than [`FEW`] games differ, each different one counts once.
    pub fn tally(&self) -> Tally {
        self.counted(self.different < FEW)
    }

    fn counted(&self, are_few: bool) -> Tally {
        let tally = if are_few { self.once } else { self.all };
        Tally { different: self.different, ..tally }
    }
}

impl Count {
    /// A count without games yet, at a table of that many players; `fitness` gives the points.
    pub fn new(fitness: Fitness, players: usize) -> Count {
        Count { fitness, seats: (0..players).map(|_| SeatCount::default()).collect() }
    }

    /// Counts a game from a seat; returns whether it is another than all before from there.
    pub fn add(&mut self, seat: usize, game: &GameScore) -> bool {
        let Some(count) = self.seats.get_mut(seat) else { return false };
        let is_new = count.lines.insert(game.line);
        count.games.add(&self.fitness, game, is_new);
        is_new
    }

    /// The tally of each seat. Where fewer than [`FEW`] games differ, each different one counts once:
    /// how often it was drawn says nothing about other games.
    pub fn tallies(&self) -> Vec<Tally> {
        let are_few = self.seats.iter().map(|it| it.games.different).sum::<u64>() < FEW;
        self.seats.iter().map(|it| it.games.counted(are_few)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::batch::Verdict;
    use crate::tune::fitness::tests::{REPORT, lost};
    use crate::tune::total;

    fn game(number: u64) -> GameScore {
        let verdict = if number.is_multiple_of(3) { Verdict::Lost } else { Verdict::Won };
        let line = LineKey::default().then(&number);
        GameScore { verdict, plies: 80, line, ..lost(30.0) }
    }

    #[test]
    fn few_different_games_count_once_however_often_they_are_drawn() {
        let mut count = Count::new(REPORT, 2);
        for number in 0..10_000 {
            count.add((number % 2) as usize, &game(number % 6));
        }
        let all = total(&count.tallies());
        assert_eq!((all.games(), all.different, all.wins, all.losses), (6, 6, 4, 2));
        assert_eq!((all.win_rate_interval(), all.fitness_error()), (None, None));
    }

    #[test]
    fn what_is_not_left_to_chance_counts_once() {
        let mut count = Count::new(REPORT, 1);
        for number in 0..1000 {
            count.add(0, &GameScore { drew_chance: false, ..game(number % 200) });
        }
        for _ in 0..50 {
            count.add(0, &game(500));
        }
        let all = total(&count.tallies());
        assert_eq!((all.games(), all.different), (250, 201));
    }

    #[test]
    fn the_same_moves_from_another_seat_are_another_game() {
        let mut count = Count::new(REPORT, 2);
        for number in 0..120 {
            count.add((number % 2) as usize, &game(number / 2));
        }
        let tallies = count.tallies();
        assert_eq!([tallies[0].different, tallies[1].different], [60, 60]);
        assert!(total(&tallies).win_rate_interval().is_some());
        assert_eq!(tallies[0].win_rate_interval(), None, "60 games of one seat");
    }

    #[test]
    fn an_interval_is_no_narrower_than_that_of_the_different_games() {
        let mut repeated = Count::new(REPORT, 1);
        let mut once = Count::new(REPORT, 1);
        for number in 0..300 {
            once.add(0, &game(number));
        }
        for number in 0..30_000 {
            repeated.add(0, &game(number % 300));
        }
        let (repeated, once) = (total(&repeated.tallies()), total(&once.tallies()));
        assert_eq!((repeated.games(), repeated.different), (30_000, 300));
        assert_eq!(repeated.win_rate_interval(), once.win_rate_interval());
        let [wide, narrow] = [once, repeated].map(|it| it.fitness_error().unwrap());
        assert!((wide / narrow - 1.0).abs() < 0.01, "{wide} {narrow}");
    }
}
