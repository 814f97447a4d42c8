//! `measurement.toml`: everything that determines the games of a measurement and what they count.

use crate::play::batch::Seats;
use crate::play::opening::START_EVERY;
use crate::play::shard::Shard;
use crate::play::tally::Tally;
use crate::record::difference::difference;
use crate::record::error::RecordError;
use crate::record::shards::Whole as _;
use crate::record::versioned;
use crate::record::weights::{Measured, MeasuredOn};
use crate::rng::Seed;
use crate::tune::against::Against;
use crate::tune::fitness::{Fitness, Scoring};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::Path;

/// The version of `measurement.toml` and of the files beside it.
pub const VERSION: u32 = 1;
/// The version of a shard.
const VERSION_SHARD: u32 = 2;

/// The most games against an opponent.
pub const MOST_GAMES: u64 = 100_000_000;

/// Everything that determines the games of a measurement and what they count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MeasurementSettings {
    /// [`VERSION`], or that of a shard.
    pub version: u32,
    /// What is measured, as it was named.
    pub weights: String,
    /// The hash of its numbers.
    pub weights_hash: String,
    /// The game's registered name.
    pub game: String,
    /// Seats at the table.
    pub players: usize,
    /// The rule set with all its settings.
    pub rules: String,
    /// Random plies that games begin with; one round in
    /// [`START_EVERY`](crate::play::opening::START_EVERY) begins at the start itself.
    pub opening_plies: u32,
    /// The seats that the weights take.
    pub seats: Seats,
    /// How everyone looks ahead.
    pub search: String,
    /// What the points of a game are.
    pub scoring: Scoring,
    /// By plies, a win is worth that many points less its plies.
    pub win_points: f64,
    /// Games against each opponent.
    pub games: u64,
    /// Where all chance comes from.
    pub seed: Seed,
    /// Which of the games these are, where they are not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Whom the weights meet, one after another.
    pub opponents: Vec<OpponentSettings>,
}

/// An opponent, or a mix of several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OpponentSettings {
    /// The opponents with their shares.
    pub against: Against,
    /// The hash of their weights.
    pub hash: String,
    /// The built-in array that measures a loser's distance.
    pub distance: String,
}

/// Where a game stands in a measurement. All numbers count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The opponent's index.
    pub opponent: usize,
    /// Its number among the games against that opponent.
    pub game: u64,
    /// The seat of the weights.
    pub seat: u8,
}

impl OpponentSettings {
    /// The opponent or the mix, as it was asked for.
    pub fn name(&self) -> String {
        match self.against.opponents() {
            [only] => only.name.clone(),
            _ => self.against.to_string(),
        }
    }
}

impl MeasurementSettings {
    /// Those of that shard.
    pub fn sharded(self, shard: Shard) -> MeasurementSettings {
        MeasurementSettings { version: VERSION_SHARD, shard: Some(shard), ..self }
    }

    /// Those of the whole.
    pub fn whole(self) -> MeasurementSettings {
        MeasurementSettings { version: VERSION, shard: None, ..self }
    }

    /// All opponents, as `--against` names them.
    pub fn against(&self) -> String {
        let all = self.opponents.iter().map(|it| it.against.to_string());
        all.collect::<Vec<_>>().join(",")
    }

    /// Whether they are met in a mix.
    pub fn mixes(&self) -> bool {
        self.opponents.iter().any(|it| it.against.opponents().len() > 1)
    }

    /// The array that measures a loser's distance against all opponents; `None` where nobody named one, so that
    /// they differ.
    pub fn distance(&self) -> Option<&str> {
        let first = self.opponents.first()?;
        let is_one = self.opponents.iter().all(|it| it.distance == first.distance);
        is_one.then_some(first.distance.as_str())
    }

    /// The numbers of its own games against each opponent, from 0. Shards are divided between rounds,
    /// which are a game from each seat.
    pub fn own(&self) -> Range<u64> {
        let turns = self.seats.turns(self.players).max(1);
        let Some(part) = self.shard else { return 0..self.games };
        let rounds = part.part(self.games.div_ceil(turns));
        let game = |round: u64| round.saturating_mul(turns).min(self.games);
        game(rounds.start)..game(rounds.end)
    }

    /// How many games of its own there are against each opponent.
    pub fn own_games(&self) -> u64 {
        let own = self.own();
        own.end - own.start
    }

    /// How many games of its own there are against all opponents.
    pub fn all_games(&self) -> u64 {
        self.own_games().saturating_mul(self.opponents.len() as u64)
    }

    /// Where a game of its own stands, by its number among all of them; `None` beyond the last.
    pub fn place(&self, number: u64) -> Option<Place> {
        let own = self.own();
        let opponent = usize::try_from(number.checked_div(own.end - own.start)?).ok()?;
        let game = own.start + number % (own.end - own.start);
        let seat = self.seats.seat(game, self.players);
        (opponent < self.opponents.len()).then_some(Place { opponent, game, seat })
    }

    /// What games are worth.
    pub fn fitness(&self) -> Fitness {
        Fitness::of_measurement(self.scoring, self.win_points)
    }

    /// The figures of games against that opponent, as a weights file holds them.
    pub fn figures(&self, against: &str, tally: &Tally) -> Measured {
        let MeasurementSettings { seats, opening_plies, ref search, .. } = *self;
        Measured::new(MeasuredOn { against, seats, opening_plies, search }, tally)
    }

    /// Whether the game at that place begins at the start of the game.
    pub(super) fn begins_at_start(&self, place: Place) -> bool {
        let round = place.game / self.seats.turns(self.players);
        self.opening_plies == 0 || round.is_multiple_of(START_EVERY)
    }

    /// What is set otherwise here than there, in words.
    pub fn differences(&self, there: &MeasurementSettings) -> String {
        let (here, old) = (self.against(), there.against());
        if here != old {
            return format!("opponents {old} there, {here} here");
        }
        if self.mixes() != there.mixes() {
            let met = |it: &Self| if it.mixes() { "in a mix" } else { "one after another" };
            return format!("opponents are met {} there, {} here", met(there), met(self));
        }
        if let Some(differ) = self.other_part(there) {
            return differ;
        }
        if self.weights == there.weights && self.weights_hash != there.weights_hash {
            return format!("{} has other weights", self.weights);
        }
        let mut pairs = self.opponents.iter().zip(&there.opponents);
        match pairs.find(|(one, other)| one.hash != other.hash) {
            Some((changed, _)) => format!("{} has other weights", changed.name()),
            None => difference(&self.clone().whole(), &there.clone().whole()),
        }
    }

    /// Reads their file.
    pub(super) fn read(path: &Path) -> Result<MeasurementSettings, RecordError> {
        let settings: MeasurementSettings = versioned::read_toml(path, VERSION..=VERSION_SHARD)?;
        settings.check().map_err(|why| RecordError::damaged(path, why))?;
        Ok(settings)
    }

    /// That there can be such a measurement.
    fn check(&self) -> Result<(), String> {
        match () {
            () if (self.version == VERSION_SHARD) != self.shard.is_some() => {
                Err(format!("a shard has version {VERSION_SHARD}, and no other measurement has it"))
            }
            () if !(1..=6).contains(&self.players) => Err("players must be 1 to 6".to_string()),
            () if !(1..=MOST_GAMES).contains(&self.games) => {
                Err(format!("games must be 1 to {MOST_GAMES}"))
            }
            () if self.opponents.is_empty() => Err("there are no opponents".to_string()),
            () if !self.win_points.is_finite() => Err("win-points is no number".to_string()),
            () => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Champion-2 against two arrays at a table for three.
    fn settings(games: u64) -> MeasurementSettings {
        let opponent = |name: &str| OpponentSettings {
            against: Against::one(name),
            hash: String::new(),
            distance: "hand-tuned-v4".to_string(),
        };
        MeasurementSettings {
            version: VERSION,
            weights: "champion-2".to_string(),
            weights_hash: String::new(),
            game: "chinese-checkers".to_string(),
            players: 3,
            rules: "standard".to_string(),
            opening_plies: 4,
            seats: Seats::All,
            search: "greedy".to_string(),
            scoring: Scoring::Plies,
            win_points: 500.0,
            games,
            seed: Seed::default(),
            shard: None,
            opponents: vec![opponent("hand-tuned-v4"), opponent("hand-tuned-v1")],
        }
    }

    #[test]
    fn shards_have_all_games_in_whole_rounds() {
        for (games, of) in [(1, 1), (7, 2), (50, 4), (50, 40), (MOST_GAMES, 7)] {
            let parts =
                Shard::new(1, of).unwrap().all().map(|part| settings(games).sharded(part).own());
            let parts: Vec<_> = parts.collect();
            assert_eq!((parts[0].start, parts[parts.len() - 1].end), (0, games));
            assert!(parts.windows(2).all(|two| two[0].end == two[1].start));
            assert!(parts.iter().all(|it| it.start == games || it.start.is_multiple_of(3)));
        }
    }

    #[test]
    fn places_go_through_all_games_against_one_opponent_after_another() {
        let settings = settings(7).sharded(Shard::new(2, 2).unwrap());
        let places: Vec<_> = (0..9).filter_map(|number| settings.place(number)).collect();
        let place = |opponent, game, seat| Place { opponent, game, seat };
        let one = |opponent| [3, 4, 5, 6].map(|game| place(opponent, game, (game % 3) as u8));
        assert_eq!(places, [one(0), one(1)].concat());
    }

    #[test]
    fn one_round_in_ten_begins_at_the_start() {
        let settings = settings(200);
        let at = |game| Place { opponent: 1, game, seat: 0 };
        let starts: Vec<u64> =
            (0..100).filter(|&game| settings.begins_at_start(at(game))).collect();
        assert_eq!(starts, [0, 1, 2, 30, 31, 32, 60, 61, 62, 90, 91, 92]);
        let all = MeasurementSettings { opening_plies: 0, ..settings };
        assert!((0..100).all(|game| all.begins_at_start(at(game))));
    }

    #[test]
    fn settings_that_make_no_sense_are_refused() {
        let whole = settings(7);
        assert_eq!(whole.check(), Ok(()));
        let shard = Shard::new(1, 2);
        for (bad, why) in [
            (MeasurementSettings { shard, ..whole.clone() }, "a shard has version 2"),
            (
                MeasurementSettings { version: VERSION_SHARD, ..whole.clone() },
                "a shard has version 2",
            ),
            (MeasurementSettings { players: 7, ..whole.clone() }, "players must be"),
            (MeasurementSettings { games: 0, ..whole.clone() }, "games must be"),
            (MeasurementSettings { games: MOST_GAMES + 1, ..whole.clone() }, "games must be"),
            (MeasurementSettings { opponents: Vec::new(), ..whole.clone() }, "no opponents"),
            (MeasurementSettings { win_points: f64::INFINITY, ..whole.clone() }, "win-points"),
        ] {
            let found = bad.check().unwrap_err();
            assert!(found.contains(why), "{found}");
        }
    }
}
