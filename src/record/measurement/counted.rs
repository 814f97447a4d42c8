//! The games of a measurement, counted in their order.

use super::MeasurementSettings;
use super::settings::{OpponentSettings, Place};
use crate::play::batch::GameScore;
use crate::play::tally::Tally;
use crate::record::error::RecordError;
use crate::tune::count::{Count, KindCount};
use crate::tune::total;
use std::ops::Range;

/// What the games against an opponent, or a mix of several, came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Met {
    /// The opponent or the mix, as it was asked for.
    pub name: String,
    /// The array that measured a loser's distance.
    pub distance: String,
    /// How many games were played so far, also those that came again and don't count.
    pub played: u64,
    /// The games by the seat of the weights.
    pub by_seat: Vec<Tally>,
    /// Those from the start and those from random openings, where one round in
    /// [`START_EVERY`](crate::play::opening::START_EVERY) begins at the start; `None` where all do.
    pub by_opening: Option<[Tally; 2]>,
}

impl Met {
    /// All games.
    pub fn all(&self) -> Tally {
        total(&self.by_seat)
    }

    /// The same as earlier versions had it, the latest first: see [`Tally::as_before`].
    pub fn as_before(&self) -> [Met; 2] {
        [0, 1].map(|version| {
            let before = |tally: &Tally| tally.as_before()[version];
            Met {
                by_seat: self.by_seat.iter().map(before).collect(),
                by_opening: self.by_opening.map(|kinds| kinds.each_ref().map(before)),
                ..self.clone()
            }
        })
    }

    /// The games from random openings, or all where all begin at the start.
    pub fn random(&self) -> Tally {
        self.by_opening.map_or_else(|| self.all(), |[_, random]| random)
    }
}

/// Takes the games of a measurement in their order: those against the first opponent, then those against
/// the next.
pub trait Taker {
    /// The games so far.
    fn counted(&self) -> &Counted;

    /// Takes the next games, all against one opponent.
    ///
    /// # Errors
    /// Where they can't be kept.
    fn take(&mut self, games: &[GameScore]) -> Result<(), RecordError>;

    /// Waits until all games are on the disk, where they are kept.
    ///
    /// # Errors
    /// Where the system can't say so.
    fn sync(&self) -> Result<(), RecordError>;
}

/// The games of a measurement so far.
#[derive(Debug)]
pub struct Counted {
    settings: MeasurementSettings,
    counts: Vec<Count>,
    /// The games from the start and from random openings, against each opponent.
    openings: Vec<[KindCount; 2]>,
    games: u64,
}

impl Counted {
    /// A measurement without games yet.
    pub fn new(settings: MeasurementSettings) -> Counted {
        let count = |it: &OpponentSettings| {
            Count::new(settings.fitness(), settings.players, it.against.opponents().len())
        };
        let counts = settings.opponents.iter().map(count).collect();
        let openings = settings.opponents.iter().map(|_| Default::default()).collect();
        Counted { settings, counts, openings, games: 0 }
    }

    /// What is measured, and how.
    pub fn settings(&self) -> &MeasurementSettings {
        &self.settings
    }

    /// How many games there are so far, against all opponents.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many games there are so far against the opponent of that index.
    pub fn against(&self, opponent: usize) -> u64 {
        let own = self.settings.own_games();
        self.games.saturating_sub(own.saturating_mul(opponent as u64)).min(own)
    }

    /// Whether all games are there.
    pub fn is_done(&self) -> bool {
        self.games >= self.settings.all_games()
    }

    /// The opponent whose turn it is, by its index, and the numbers of the games that are left against it;
    /// `None` where all are there.
    pub fn left(&self) -> Option<(usize, Range<u64>)> {
        let place = self.next()?;
        Some((place.opponent, place.game..self.settings.own().end))
    }

    /// Where the next game stands; `None` where all are there.
    pub(super) fn next(&self) -> Option<Place> {
        self.settings.place(self.games)
    }

    /// Counts the next game.
    pub(super) fn count(&mut self, game: &GameScore) {
        let Some(place) = self.next() else { return };
        let opponent = place.opponent;
        if let (Some(count), Some([start, random])) =
            (self.counts.get_mut(opponent), self.openings.get_mut(opponent))
        {
            let added = count.add(place.seat.into(), game);
            let kind = if self.settings.begins_at_start(place) { start } else { random };
            kind.add(&self.settings.fitness(), game, &added);
        }
        self.games += 1;
    }

    /// What the games against the opponent of that index came to.
    pub fn tally(&self, opponent: usize) -> Tally {
        self.counts.get(opponent).map(|count| total(&count.tallies())).unwrap_or_default()
    }

    /// What the games against each opponent came to that was met.
    pub fn met(&self) -> Vec<Met> {
        let all = self.settings.opponents.iter().zip(&self.counts).zip(&self.openings);
        let met = all.enumerate().map(|(index, ((opponent, count), openings))| Met {
            name: opponent.name(),
            distance: opponent.distance.clone(),
            played: self.against(index),
            by_seat: count.tallies(),
            by_opening: (self.settings.opening_plies > 0)
                .then(|| openings.each_ref().map(KindCount::tally)),
        });
        met.filter(|met| met.all().games() > 0).collect()
    }
}

impl Taker for Counted {
    fn counted(&self) -> &Counted {
        self
    }

    fn take(&mut self, games: &[GameScore]) -> Result<(), RecordError> {
        games.iter().for_each(|game| self.count(game));
        Ok(())
    }

    fn sync(&self) -> Result<(), RecordError> {
        Ok(())
    }
}
