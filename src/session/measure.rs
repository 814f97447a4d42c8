//! A measurement: weights play fresh games against one opponent after another, or a mix of them, on
//! the terms that are asked for, that their file or run says, or that are usual.

mod verify;

pub use verify::{Verified, verify};

use super::CHECKPOINT_EVERY;
use super::error::SessionError;
use super::program;
use super::strength::random_plies;
use super::subject::{GameRequest, Subject};
use super::weights;
use crate::backend::Threads;
use crate::game::TextError;
use crate::play::batch::{GameScore, Seats};
use crate::record::hash::hash_of;
use crate::record::home::Home;
use crate::record::measurement::{Counted, MeasurementSettings, OpponentSettings, Taker, VERSION};
use crate::registry;
use crate::rng::{Purpose, Seed};
use crate::search::spec::{Method, Search};
use crate::session::parts::Parts;
use crate::tune::against::{Against, Opponent, OpponentKind};
use crate::tune::matches::Terms;
use std::ops::Range;
use std::time::Instant;

/// Games of the first part.
const FIRST_PART: u64 = 16;

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
    /// the weights holds, whatever is asked for here; of a run, scoring, points of a win and, where none
    /// is asked for, distance are its own, too.
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
#[derive(Debug)]
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
#[derive(Debug)]
pub struct Meeting {
    against: Against,
    /// The array that measures a loser's distance.
    distance: String,
    terms: Terms,
}

impl Measurement {
    /// Finds weights, opponents and terms.
    ///
    /// # Errors
    /// Where something is asked for that isn't there or makes no sense.
    pub fn find(request: &MeasureRequest, home: &Home) -> Result<Measurement, SessionError> {
        let mut subject = Subject::find(&request.weights, &request.game, home)?;
        if let (true, Some(run)) = (request.own_terms, &subject.run) {
            subject.preset.scoring = run.scoring;
            subject.preset.win_points = run.win_points;
        }
        let own = match request.own_terms {
            true => Some(own(request, &subject)?),
            false => None,
        };
        let file = subject.weights.file.as_ref();
        let asked = own.as_ref().unwrap_or(request);
        let evolved = subject.run.as_ref().map(|run| run.opening_plies);
        let measured = file.and_then(|file| file.measured.as_ref()?.opening_plies);
        let usual = match subject.table.name() == registry::program::NAME {
            true => {
                let evolved = subject.run.as_ref().map(|run| run.measure_opening_plies);
                evolved.or(measured).unwrap_or(subject.preset.measure_opening_plies)
            }
            false => evolved.or(measured).unwrap_or(0),
        };
        let usual = random_plies(subject.table.as_ref(), usual);
        let mut measurement = Measurement {
            opening_plies: asked.opening_plies.unwrap_or(usual),
            seats: asked.seats.unwrap_or(Seats::All),
            search: asked.search.clone().or(subject.search()).unwrap_or_default(),
            seed: asked.seed.map_or_else(Seed::draw, Ok)?,
            subject,
            meetings: Vec::new(),
        };
        if measurement.search.method == Method::Random {
            let why = "search must go by the weights, which random play doesn't";
            return Err(SessionError::refused(why));
        }
        let preset = &measurement.subject.preset;
        if asked.distance.is_some() && !preset.scoring.is_plies() {
            let game = measurement.subject.table.name();
            let why =
                format!("distance counts for nothing in {game} where plies are no part of scores");
            return Err(SessionError::Refused(why));
        }
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
        let opponents = weights::find_all(side, table, home)?;
        let terms = Terms {
            distance: weights::distance(&distance, table)?,
            seats: self.seats,
            search: self.search.clone(),
            ..Terms::fresh(opponents, self.opening_plies, preset.fitness(), self.seed)
        };
        let against = match side.opponents() {
            [only] => Against::one(&only.name),
            _ => side.clone(),
        };
        Ok(Meeting { against, distance, terms })
    }

    /// All that determines so many games against each opponent; `name` is how the weights were named.
    pub fn settings(&self, name: &str, games: u64) -> MeasurementSettings {
        let (table, preset) = (self.subject.table.as_ref(), &self.subject.preset);
        let opponent = |it: &Meeting| OpponentSettings {
            against: it.against.clone(),
            hash: hash_of(it.terms.against.iter().flat_map(|(_, values)| values)),
            distance: it.distance.clone(),
        };
        MeasurementSettings {
            version: VERSION,
            weights: name.to_string(),
            weights_hash: hash_of(&self.subject.weights.values),
            game: table.name().to_string(),
            players: table.players(),
            rules: table.rules(),
            opening_plies: self.opening_plies,
            seats: self.seats,
            search: self.search.to_string(),
            scoring: preset.scoring,
            win_points: preset.win_points,
            games,
            seed: self.seed,
            shard: None,
            opponents: self.meetings.iter().map(opponent).collect(),
        }
    }

    /// Plays the games that are left against the opponent whose turn it is, and tells `done` now and then
    /// what there is. Where the threads are asked to stop, those count that were told.
    ///
    /// # Errors
    /// Where the search doesn't suit the game, or games can't be kept.
    pub fn play(
        &self,
        taker: &mut dyn Taker,
        threads: &Threads,
        done: &mut dyn FnMut(&Counted),
    ) -> Result<(), SessionError> {
        let Some((opponent, left)) = taker.counted().left() else { return Ok(()) };
        let mut synced = Instant::now();
        let played = self.results(opponent, left, threads, &mut |games| {
            taker.take(games)?;
            if synced.elapsed() >= CHECKPOINT_EVERY {
                taker.sync()?;
                synced = Instant::now();
            }
            done(taker.counted());
            Ok(())
        });
        taker.sync()?;
        played
    }

    /// Plays games against the opponent of that index in parts, and hands each part to `hear`. What is
    /// under way when the threads are asked to stop is dropped.
    fn results(
        &self,
        opponent: usize,
        games: Range<u64>,
        threads: &Threads,
        hear: &mut dyn FnMut(&[GameScore]) -> Result<(), SessionError>,
    ) -> Result<(), SessionError> {
        let table = self.subject.table.as_ref();
        let Some(Meeting { terms, .. }) = self.meetings.get(opponent) else { return Ok(()) };
        let tuner = table.tuner(terms, threads.clone())?;
        let (mut begin, mut parts) = (games.start, Parts::new(FIRST_PART));
        let values = &self.subject.weights.values;
        while begin < games.end {
            let (part, results) = parts
                .next(begin..games.end, |part| tuner.results(values, Purpose::Measure, &[], part));
            program::check_failed(table)?;
            if threads.is_stopped() {
                break;
            }
            begin = part.end;
            hear(&results)?;
        }
        Ok(())
    }
}

/// The same request on the terms on which the file says that its weights were measured.
fn own(request: &MeasureRequest, subject: &Subject) -> Result<MeasureRequest, SessionError> {
    let missing = |what: &str| {
        SessionError::Refused(format!(
            "--own-terms: '{}' does not say {what}; give --against, --opening-plies, --seats and \
             --search instead",
            request.weights
        ))
    };
    let measured = subject.weights.file.as_ref().and_then(|file| file.measured.as_ref());
    let measured = measured.ok_or_else(|| missing("how it was measured"))?;
    let search = measured.search.as_ref().ok_or_else(|| missing("by which search"))?;
    let plies = measured.opening_plies.ok_or_else(|| missing("from which openings"))?;
    let seats = [Seats::All, Seats::First].into_iter().find(|it| it.name() == measured.seats);
    let run = subject.run.as_ref().filter(|run| run.scoring.is_plies());
    let distance = request.distance.clone().or(run.map(|run| run.distance.clone()));
    let against = measured.against.parse();
    Ok(MeasureRequest {
        distance,
        against: Some(against.map_err(|TextError(why)| SessionError::Damaged(why))?),
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
