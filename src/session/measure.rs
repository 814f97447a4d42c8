//! A measurement: weights play fresh games against one opponent after another, or a mix of them, on
//! the terms that are asked for, that their file or run says, or that are usual.

use super::error::SessionError;
use super::program;
use super::subject::{GameRequest, Subject};
use super::weights;
use crate::backend::Threads;
use crate::play::batch::Seats;
use crate::play::opening::MEASURED_PLIES;
use crate::play::tally::Tally;
use crate::record::home::Home;
use crate::record::weights::{Measured, MeasuredOn, WeightsFile};
use crate::rng::{Purpose, Seed};
use crate::search::spec::Search;
use crate::tune::against::{Against, Opponent, OpponentKind};
use crate::tune::count::Count;
use crate::tune::matches::Terms;
use crate::tune::total;
use std::time::{Duration, Instant};

/// Games at most that are counted at once.
const PART: u64 = 2048;
const LEAST_PART: u64 = 16;
/// Parts grow as long as they take less.
const LONG_PART: Duration = Duration::from_millis(500);

/// What is measured. Where something is `None`, the weights' file or run says it, or else the game's
/// default preset.
#[derive(Clone, Debug, Default)]
pub struct MeasureRequest {
    /// A built-in array, a weights file or a run.
    pub weights: String,
    /// Their game.
    pub game: GameRequest,
    /// Whom they meet.
    pub against: Option<Against>,
    /// Whether several opponents are met in one measurement, drawn by their shares.
    pub mix: bool,
    /// Whether opponents, openings, seats and search are those of the measurement that the file of
    /// the weights holds, whatever is asked for here.
    pub own_terms: bool,
    /// Random plies that games begin with.
    pub opening_plies: Option<u32>,
    /// The seats that the weights take; all by default.
    pub seats: Option<Seats>,
    /// How everyone looks ahead; greedily by default.
    pub search: Option<Search>,
    /// The built-in array by which a loser's distance is measured; by default the opponent, where
    /// that can be.
    pub distance: Option<String>,
    /// Where all chance comes from; drawn by default.
    pub seed: Option<Seed>,
}

/// A measurement that is ready to be played.
pub struct Measurement {
    /// The weights and their game.
    pub subject: Subject,
    /// Random plies that games begin with.
    pub opening_plies: u32,
    /// The seats that the weights take.
    pub seats: Seats,
    /// How everyone looks ahead.
    pub search: Search,
    /// Where all chance comes from.
    pub seed: Seed,
    /// Whom the weights meet, one after another.
    pub meetings: Vec<Meeting>,
}

/// The games against one opponent, or a mix of several.
pub struct Meeting {
    /// The opponent or the mix, as it was asked for.
    pub name: String,
    /// The array that measures a loser's distance.
    pub distance: String,
    terms: Terms,
}

/// What the games against an opponent, or a mix of several, came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Met {
    /// The opponent or the mix, as it was asked for.
    pub name: String,
    /// The array that measured a loser's distance.
    pub distance: String,
    /// The games by the seat of the weights.
    pub by_seat: Vec<Tally>,
}

impl Measurement {
    /// Finds weights, opponents and terms.
    ///
    /// # Errors
    /// Where something is asked for that isn't there or makes no sense.
    pub fn find(request: &MeasureRequest, home: &Home) -> Result<Measurement, SessionError> {
        let subject = Subject::find(&request.weights, &request.game, home)?;
        let file = subject.weights.file.as_ref();
        let own = match request.own_terms {
            true => Some(own(request, file)?),
            false => None,
        };
        let asked = own.as_ref().unwrap_or(request);
        let evolved = subject.run.as_ref().map(|run| run.opening_plies);
        let measured = file.and_then(|file| file.measured.as_ref()?.opening_plies);
        let usual = evolved.or(measured).filter(|&plies| plies > 0).unwrap_or(MEASURED_PLIES);
        let mut measurement = Measurement {
            opening_plies: asked.opening_plies.unwrap_or(usual),
            seats: asked.seats.unwrap_or(Seats::All),
            search: asked.search.clone().or(subject.search()).unwrap_or_default(),
            seed: asked.seed.map_or_else(Seed::draw, Ok)?,
            subject,
            meetings: Vec::new(),
        };
        let preset = &measurement.subject.preset;
        let only = || preset.against.fixed().next().map_or("", |it| it.name.as_str());
        let against = asked.against.clone().unwrap_or_else(|| Against::one(only()));
        let sides = sides(&against, asked.mix)?.into_iter();
        let meeting = |side| measurement.meeting(&side, asked.distance.as_deref(), home);
        measurement.meetings = sides.map(meeting).collect::<Result<_, _>>()?;
        Ok(measurement)
    }

    fn meeting(
        &self,
        side: &Against,
        distance: Option<&str>,
        home: &Home,
    ) -> Result<Meeting, SessionError> {
        let (table, preset) = (self.subject.table.as_ref(), &self.subject.preset);
        let distance = match (distance, side.only()) {
            (Some(name), _) => name.to_string(),
            (None, Some(only)) if table.is_distance(only) => only.to_string(),
            (None, _) => preset.distance.clone(),
        };
        let name = match side.opponents() {
            [only] => only.name.clone(),
            _ => side.to_string(),
        };
        let against = weights::find_all(side, table, home)?;
        let terms = Terms {
            distance: weights::distance(&distance, table)?,
            seats: self.seats,
            search: self.search.clone(),
            ..Terms::fresh(against, self.opening_plies, preset.fitness(), self.seed)
        };
        Ok(Meeting { name, distance, terms })
    }

    /// Plays that many games of a meeting, and tells `done` now and then how many are played and what
    /// they came to. Where the threads are asked to stop, those count that were told.
    ///
    /// # Errors
    /// Where the search doesn't suit the game.
    pub fn play(
        &self,
        meeting: &Meeting,
        games: u64,
        threads: &Threads,
        done: &mut dyn FnMut(u64, &Tally),
    ) -> Result<Met, SessionError> {
        let (table, Meeting { name, distance, terms }) = (self.subject.table.as_ref(), meeting);
        let tuner = table.tuner(terms, threads.clone())?;
        let mut count = Count::new(terms.fitness, table.players());
        let (mut begin, mut length) = (0, LEAST_PART);
        while begin < games {
            let part = begin..(begin + length).min(games);
            let values = &self.subject.weights.values;
            let started = Instant::now();
            let results = tuner.results(values, Purpose::Measure, &[], part.clone());
            program::check_failed(table)?;
            if threads.is_stopped() {
                break;
            }
            begin = part.end;
            for (game, score) in part.zip(&results) {
                count.add(usize::from(terms.seats.seat(game, table.players())), score);
            }
            if started.elapsed() < LONG_PART {
                length = (2 * length).min(PART);
            }
            done(begin, &total(&count.tallies()));
        }
        let (name, distance) = (name.clone(), distance.clone());
        Ok(Met { name, distance, by_seat: count.tallies() })
    }

    /// The figures of games against that opponent, as a weights file holds them.
    pub fn figures(&self, against: &str, tally: &Tally) -> Measured {
        let Measurement { seats, opening_plies, search, .. } = self;
        let (seats, opening_plies, search) = (*seats, *opening_plies, &search.to_string());
        Measured::new(MeasuredOn { against, seats, opening_plies, search }, tally)
    }
}

/// The name of the opponent against which the smallest share of the decided games was won.
pub fn worst(met: &[Met]) -> &str {
    let rate = |met: &Met| total(&met.by_seat).win_rate().unwrap_or(0.0);
    let least = met.iter().min_by(|a, b| rate(a).total_cmp(&rate(b)));
    least.map_or("", |met| &met.name)
}

/// The same request on the terms on which the file says that its weights were measured.
fn own(
    request: &MeasureRequest,
    file: Option<&WeightsFile>,
) -> Result<MeasureRequest, SessionError> {
    let missing = |what: &str| {
        SessionError::Refused(format!(
            "--own-terms: '{}' does not say {what}; name opponents and openings yourself",
            request.weights
        ))
    };
    let measured = file.and_then(|file| file.measured.as_ref());
    let measured = measured.ok_or_else(|| missing("how it was measured"))?;
    let search = measured.search.as_ref().ok_or_else(|| missing("by which search"))?;
    let plies = measured.opening_plies.ok_or_else(|| missing("from which openings"))?;
    let seats = [Seats::All, Seats::First].into_iter().find(|it| it.name() == measured.seats);
    Ok(MeasureRequest {
        against: Some(measured.against.parse().map_err(SessionError::Damaged)?),
        mix: true,
        opening_plies: Some(plies),
        seats: Some(seats.ok_or_else(|| missing("which seats it took"))?),
        search: Some(search.parse()?),
        ..request.clone()
    })
}

/// Who is met in a measurement of its own: each opponent, or their mix.
fn sides(against: &Against, mix: bool) -> Result<Vec<Against>, SessionError> {
    let opponents = against.opponents();
    if let Some(it) = opponents.iter().find(|it| OpponentKind::of(&it.name) != OpponentKind::Fixed)
    {
        return Err(SessionError::Refused(format!(
            "'{}' means something while a run evolves only; measure against arrays, files or runs",
            it.name
        )));
    }
    if mix {
        return Ok(vec![against.clone()]);
    }
    let one = |it: &Opponent| match it.share {
        1 => Ok(Against::one(&it.name)),
        _ => Err(SessionError::Refused(format!(
            "each opponent is met in as many games: leave out the share of '{}', or draw opponents \
             by their shares with --mix",
            it.name
        ))),
    };
    opponents.iter().map(one).collect()
}
