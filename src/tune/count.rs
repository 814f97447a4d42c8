//! The games of a measurement, counted by seat, and how many of them differ.

use super::fitness::{Fitness, Scoring};
use crate::game::line::LineKey;
use crate::play::batch::{GameResult, GameScore};
use crate::play::rounds::{Ended, Rounds};
use crate::play::tally::{FEW, Tally};
use std::collections::HashSet;

/// Counts games, and the different ones among them: by their moves, and by the seat that the
/// measured player had. A game that left nothing to chance counts once, however often it comes.
#[derive(Debug)]
pub struct Count {
    fitness: Fitness,
    seats: Vec<SeatCount>,
    /// The games of the round so far that count, where rounds have several opponents to choose from.
    round: Option<Vec<Ended>>,
}

/// What a game adds to those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Added {
    /// Whether it is another game than all before.
    is_new: bool,
    /// Whether it counts: it is new, or came again by chance.
    counts: bool,
    /// It and the games before it in its round.
    rounds: Option<Rounds>,
}

/// Games of one kind, counted.
#[derive(Debug, Default)]
pub struct KindCount {
    /// All games.
    all: Tally,
    /// Each different one once.
    once: Tally,
    different: u64,
}

#[derive(Debug, Default)]
struct SeatCount {
    games: KindCount,
    lines: HashSet<LineKey>,
}

impl KindCount {
    /// Counts a game, of which it is known what it adds to those before.
    pub fn add(&mut self, fitness: &Fitness, game: &GameScore, added: &Added) {
        if added.is_new {
            self.different += 1;
            fitness.count(&mut self.once, game);
        }
        if added.counts {
            fitness.count(&mut self.all, game);
            self.all.pair(added.rounds.as_ref());
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
    /// A count without games yet, at a table of that many players; `fitness` gives the points. Where there are
    /// several opponents, each round meets others of them, and its games come one after another from the first seat on.
    pub fn new(fitness: Fitness, players: usize, opponents: usize) -> Count {
        let seats = (0..players).map(|_| SeatCount::default()).collect();
        Count { fitness, seats, round: (opponents > 1).then(Vec::new) }
    }

    /// Counts a game from a seat; returns what it adds to all before from there.
    pub fn add(&mut self, seat: usize, game: &GameScore) -> Added {
        let Some(count) = self.seats.get_mut(seat) else { return Added::default() };
        let is_new = count.lines.insert(game.line);
        let counts = is_new || game.drew_chance;
        if seat == 0
            && let Some(round) = &mut self.round
        {
            round.clear();
        }
        let rounds = if counts { self.pairs_in_round(game) } else { None };
        let added = Added { is_new, counts, rounds };
        if let Some(count) = self.seats.get_mut(seat) {
            count.games.add(&self.fitness, game, &added);
        }
        added
    }

    /// The pairs that a game makes with those before it in its round, of which it is one from now on; `None` where
    /// there are none, or it isn't worth anything.
    fn pairs_in_round(&mut self, game: &GameScore) -> Option<Rounds> {
        let round = self.round.as_mut()?;
        let won = match game.verdict {
            GameResult::Won => Some(true),
            GameResult::Lost => Some(false),
            GameResult::Unfinished if self.fitness.scoring == Scoring::Score => None,
            GameResult::Unfinished | GameResult::Scored(_) => return None,
        };
        let own = Ended { won, fitness: self.fitness.points(game) };
        let mut rounds = Rounds::default();
        round.iter().for_each(|before| rounds.pair(*before, own));
        round.push(own);
        (rounds.all() > 0).then_some(rounds)
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
    use crate::play::tally::score_interval;
    use crate::tune::fitness::tests::{REPORT, lost};
    use crate::tune::total;

    fn game(number: u64) -> GameScore {
        let verdict = if number.is_multiple_of(3) { GameResult::Lost } else { GameResult::Won };
        let line = LineKey::default().then(&number);
        GameScore { verdict, plies: 80, line, ..lost(30.0) }
    }

    #[test]
    fn few_different_games_count_once_however_often_they_are_drawn() {
        let mut count = Count::new(REPORT, 2, 1);
        for number in 0..10_000 {
            count.add((number % 2) as usize, &game(number % 6));
        }
        let all = total(&count.tallies());
        assert_eq!((all.games(), all.different, all.wins, all.losses), (6, 6, 4, 2));
        assert_eq!((all.win_rate_interval(), all.fitness_error()), (None, None));
    }

    #[test]
    fn what_is_not_left_to_chance_counts_once() {
        let mut count = Count::new(REPORT, 1, 1);
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
        let mut count = Count::new(REPORT, 2, 1);
        for number in 0..120 {
            count.add((number % 2) as usize, &game(number / 2));
        }
        let tallies = count.tallies();
        assert_eq!([tallies[0].different, tallies[1].different], [60, 60]);
        assert!(total(&tallies).win_rate_interval().is_some());
        assert_eq!(tallies[0].win_rate_interval(), None, "60 games of one seat");
    }

    /// Rounds of a game from each of three seats, of which the first and the last of four are lost whole.
    fn counted(opponents: usize, drew_chance: bool) -> Vec<Tally> {
        let mut count = Count::new(REPORT, 3, opponents);
        for number in 0..1200 {
            let line = LineKey::default().then(&(number % 900));
            let round = number / 3;
            count.add(number % 3, &GameScore { line, drew_chance, ..game(round as u64 % 4) });
        }
        count.tallies()
    }

    #[test]
    fn rounds_that_share_their_opponents_count_as_one_game_where_they_end_alike() {
        let rate = |games: f64| score_interval(0.5, games);
        let interval = |tallies: &[Tally]| total(tallies).win_rate_interval().unwrap();
        let (one, several) = (counted(1, true), counted(2, true));
        assert!(one.iter().all(|it| it.rounds.is_none()));
        assert_eq!((interval(&one), interval(&several)), (rate(900.0), rate(300.0)));
        let [narrow, wide] = [&one, &several].map(|it| total(it).fitness_error().unwrap());
        assert!((wide / narrow - 3.0f64.sqrt()).abs() < 1e-12, "{wide} {narrow}");
        let of_seats = |tallies: &[Tally]| {
            tallies.iter().map(|it| it.of_seat().win_rate_interval()).collect::<Vec<_>>()
        };
        assert_eq!(of_seats(&one), of_seats(&several));
    }

    #[test]
    fn draws_are_in_pairs_where_they_count() {
        let pairs = |scoring| {
            let mut count = Count::new(Fitness { scoring, ..REPORT }, 2, 2);
            let ends = [GameResult::Won, GameResult::Unfinished, GameResult::Lost, GameResult::Won];
            for (number, verdict) in (0u64..200).zip(ends.into_iter().cycle()) {
                count.add(number as usize % 2, &GameScore { verdict, ..game(number) });
            }
            let rounds = total(&count.tallies()).rounds.unwrap();
            (rounds.pairs, rounds.all())
        };
        assert_eq!((pairs(Scoring::Wins), pairs(Scoring::Score)), ((50, 50), (50, 100)));
    }

    #[test]
    fn games_that_do_not_count_are_in_no_pair() {
        let pairs = |drew_chance| total(&counted(2, drew_chance)).rounds.map(|it| it.pairs);
        assert_eq!((pairs(true), pairs(false)), (Some(1200), Some(900)));
    }

    #[test]
    fn an_interval_is_no_narrower_than_that_of_the_different_games() {
        let mut repeated = Count::new(REPORT, 1, 1);
        let mut once = Count::new(REPORT, 1, 1);
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

    #[test]
    fn a_game_that_came_again_is_in_no_pair_with_one_that_did_not() {
        let mut count = Count::new(REPORT, 2, 2);
        for number in 0..400 {
            // From the first seat one game in all rounds, from the second always another.
            let line = LineKey::default().then(&(number % 2 * number));
            let score = GameScore { line, drew_chance: false, ..game(number) };
            count.add((number % 2) as usize, &score);
        }
        let all = total(&count.tallies());
        assert_eq!((all.games(), all.rounds.map(|it| it.pairs)), (201, Some(1)));
    }
}
