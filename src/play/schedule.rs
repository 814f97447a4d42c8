//! Who meets whom from which seats: every game of an arena, known before any is played.
//!
//! Games come in pairs. Both of a pair begin from the same opening, and in the second each of
//! the two bots has the seats that the other had in the first.

use super::shard::Shard;
use super::suite::Suite;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Seats that a split has bits for.
const MOST_PLAYERS: usize = 31;

/// Which bots meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArenaFormat {
    /// Each bot meets all others.
    RoundRobin,
    /// The first bot meets all others.
    Gauntlet,
}

/// All games of an arena in their order, or those of a shard of it: a pair of each pairing, then the
/// next pair of each.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    players: usize,
    /// Its games, by their place among all games of the arena.
    numbers: Range<u64>,
    pairings: Vec<[usize; 2]>,
    /// The seats of a pairing's first bot in the first game of a pair, as bits.
    splits: Vec<u32>,
    /// The openings that its pairs take in turn; `None` for random ones.
    suite: Option<Suite>,
}

/// One game of a schedule. All numbers count from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fixture {
    /// Its place among all games of the arena.
    pub number: u64,
    /// Which two bots meet.
    pub pairing: usize,
    /// Which pair of games of theirs it belongs to; all pairings share the opening of a pair.
    pub pair: u64,
    /// The bot in each seat.
    pub seats: Vec<usize>,
    /// The moves that it begins with, apart by a space; `None` for random ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
}

impl Schedule {
    /// The schedule of that many pairs of games of each pairing of that many bots.
    ///
    /// With more than two players the two bots of a pairing share the seats as evenly as can be:
    /// each way to do so comes in turn, pair by pair.
    ///
    /// # Panics
    /// Where the players are not 1 to 31.
    pub fn new(format: ArenaFormat, bots: usize, players: usize, pairs: u64) -> Schedule {
        assert!((1..=MOST_PLAYERS).contains(&players), "{players} players can't be split");
        let firsts = match format {
            ArenaFormat::RoundRobin => bots,
            ArenaFormat::Gauntlet => bots.min(1),
        };
        let pairings =
            (0..firsts).flat_map(|first| (first + 1..bots).map(move |second| [first, second]));
        let halves = [players / 2, players.div_ceil(2)];
        let is_even = |split: &u32| halves.contains(&(split.count_ones() as usize));
        // The first seat is in all of them: the second game of a pair has the others.
        let splits = (0..1 << players).filter(|split| split & 1 == 1).filter(is_even).collect();
        let pairings: Vec<[usize; 2]> = pairings.collect();
        let numbers = 0..2 * pairs * pairings.len() as u64;
        Schedule { players, numbers, pairings, splits, suite: None }
    }

    /// The same games with these openings.
    pub fn with_suite(self, suite: Suite) -> Schedule {
        Schedule { suite: Some(suite), ..self }
    }

    /// The games of a shard, which are whole pairs that follow each other.
    pub fn part(self, shard: Shard) -> Schedule {
        let pairs = shard.part(self.games() / 2);
        Schedule { numbers: 2 * pairs.start..2 * pairs.end, ..self }
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.numbers.end - self.numbers.start
    }

    /// How many games of the arena come before the first of these.
    pub fn before(&self) -> u64 {
        self.numbers.start
    }

    /// Seats at the table.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The two bots of each pairing.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// The number of the opening of a pair: pairs of the same number begin alike.
    pub fn opening(&self, pair: u64) -> u64 {
        self.suite.as_ref().map_or(pair, |suite| suite.number(pair))
    }

    /// The game of that index among these, from 0; `None` beyond the last.
    pub fn fixture(&self, index: u64) -> Option<Fixture> {
        if index >= self.games() {
            return None;
        }
        let number = self.numbers.start + index;
        let round = 2 * self.pairings.len() as u64;
        let (pair, place) = (number / round, number % round);
        let pairing = (place / 2) as usize;
        let split = self.splits[(pair % self.splits.len() as u64) as usize];
        let split = if place % 2 == 0 { split } else { !split };
        let [first, second] = self.pairings[pairing];
        let bot = |seat: usize| if split >> seat & 1 == 1 { first } else { second };
        let seats = (0..self.players).map(bot).collect();
        let opening = self.suite.as_ref().map(|suite| suite.opening(pair).to_string());
        Some(Fixture { number, pairing, pair, seats, opening })
    }

    /// All games in their order.
    pub fn fixtures(&self) -> impl Iterator<Item = Fixture> {
        (0..self.games()).filter_map(|index| self.fixture(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn schedule(format: ArenaFormat, players: usize) -> Vec<Fixture> {
        let schedule = Schedule::new(format, 4, players, 30);
        let fixtures: Vec<Fixture> = schedule.fixtures().collect();
        assert_eq!(fixtures.len() as u64, schedule.games());
        assert!(schedule.fixture(schedule.games()).is_none());
        assert!((0..).zip(&fixtures).all(|(number, fixture)| fixture.number == number));
        fixtures
    }

    #[test]
    fn every_pairing_has_all_its_pairs() {
        for (format, pairings) in [(ArenaFormat::RoundRobin, 6), (ArenaFormat::Gauntlet, 3)] {
            let mut counts = BTreeMap::new();
            for fixture in schedule(format, 2) {
                let mut bots = fixture.seats.clone();
                bots.sort_unstable();
                *counts.entry(bots).or_insert(0) += 1;
            }
            assert_eq!(counts.len(), pairings);
            assert!(counts.values().all(|&games| games == 60));
            let with_first = counts.keys().filter(|bots| bots.contains(&0)).count();
            assert_eq!(with_first, 3);
        }
    }

    #[test]
    fn the_second_game_of_a_pair_is_the_complement_of_the_first() {
        for players in 2..=6 {
            let fixtures = schedule(ArenaFormat::RoundRobin, players);
            for pair in fixtures.chunks(2) {
                let [one, two] = pair else { panic!("half a pair") };
                assert_eq!((one.pairing, one.pair), (two.pairing, two.pair));
                let swapped = one.seats.iter().zip(&two.seats).all(|(one, two)| one != two);
                let mut bots = one.seats.clone();
                bots.sort_unstable();
                bots.dedup();
                assert!(swapped && bots.len() == 2, "{players} players: {pair:?}");
            }
        }
    }

    #[test]
    fn seats_are_shared_evenly_and_in_every_way() {
        for (players, ways) in [(2, 1), (3, 3), (4, 3), (5, 10), (6, 10)] {
            let fixtures = schedule(ArenaFormat::Gauntlet, players);
            let own: Vec<_> = fixtures.iter().filter(|fixture| fixture.pairing == 0).collect();
            for seat in 0..players {
                let first = own.iter().filter(|fixture| fixture.seats[seat] == 0).count();
                assert_eq!(first, own.len() / 2, "{players} players, seat {seat}");
            }
            let mut patterns: Vec<_> = own.iter().map(|fixture| &fixture.seats).collect();
            patterns.sort_unstable();
            patterns.dedup();
            assert_eq!(patterns.len(), 2 * ways, "{players} players");
            for pattern in patterns {
                let first = pattern.iter().filter(|&&bot| bot == 0).count();
                assert!(first.abs_diff(players - first) <= 1);
            }
        }
    }

    #[test]
    fn shards_have_all_games_in_whole_pairs() {
        for (of, bots) in [(1, 4), (2, 4), (7, 3), (100, 2)] {
            let whole = Schedule::new(ArenaFormat::RoundRobin, bots, 2, 10);
            let shards = Shard::new(1, of).unwrap().all().map(|it| whole.clone().part(it));
            let mut fixtures = Vec::new();
            for shard in shards {
                assert_eq!((shard.before(), shard.games() % 2), (fixtures.len() as u64, 0));
                fixtures.extend(shard.fixtures());
            }
            assert!(fixtures.into_iter().eq(whole.fixtures()), "{of} shards");
        }
    }

    #[test]
    fn all_pairings_go_on_together() {
        let order: Vec<_> = schedule(ArenaFormat::RoundRobin, 2)
            .iter()
            .map(|fixture| (fixture.pair, fixture.pairing))
            .collect();
        assert!(order.is_sorted());
        assert_eq!(order[..4], [(0, 0), (0, 0), (0, 1), (0, 1)]);
    }
}
