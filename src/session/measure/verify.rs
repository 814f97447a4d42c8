//! Whether a measurement on record is what its games come to: all are played again.

use super::{MeasureRequest, Measurement};
use crate::backend::Threads;
use crate::game::TextError;
use crate::record::home::Home;
use crate::record::measurement::{MeasurementRecord, MeasurementSettings};
use crate::registry;
use crate::search::spec::Search;
use crate::session::error::SessionError;
use crate::session::subject::GameRequest;
use crate::tune::against::Against;

/// Games of a measurement that were played again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// How many.
    pub games: u64,
    /// Why none could be, where that is so.
    pub unknown: Option<String>,
}

/// Plays all games of a measurement again, until the threads are asked to stop, and tells `done` how many
/// were played.
///
/// # Errors
/// Names the file and the line of the first game that went otherwise.
pub fn verify(
    record: &MeasurementRecord,
    home: &Home,
    threads: &Threads,
    done: &mut dyn FnMut(u64),
) -> Result<Verified, SessionError> {
    let measurement = match again(record, home)? {
        Ok(measurement) => measurement,
        Err(why) => {
            let why = format!("the games, which can't be played again today: {why}");
            return Ok(Verified { games: 0, unknown: Some(why) });
        }
    };
    let mut reader = record.games()?;
    let all = record.counted.games();
    while let Some((opponent, left)) = reader.counted().left() {
        let before = reader.counted().games();
        let end = left.end.min(left.start.saturating_add(all - before));
        measurement.results(opponent, left.start..end, threads, &mut |games| {
            for game in games {
                if reader.next_whole()?.as_ref() != Some(game) {
                    return Err(reader.damaged("played again, this game goes otherwise").into());
                }
            }
            done(reader.counted().games());
            Ok(())
        })?;
        if threads.is_stopped() || reader.counted().games() >= all {
            break;
        }
    }
    Ok(Verified { games: reader.counted().games(), unknown: None })
}

/// The measurement of a record, or why it can't be made: weights are missing, or others now.
///
/// # Errors
/// Where its settings are none that there can be.
fn again(
    record: &MeasurementRecord,
    home: &Home,
) -> Result<Result<Measurement, String>, SessionError> {
    let settings = record.counted.settings();
    let request = request(settings).map_err(|why| record.damaged(why))?;
    registry::find(&settings.game)
        .and_then(|game| game.open(settings.players, &settings.rules))
        .map_err(|why| record.damaged(why))?;
    let found = match Measurement::find(&request, home) {
        Err(why) if why.is_of_the_system() => return Err(why),
        Err(why) => return Ok(Err(why.to_string())),
        Ok(found) => found,
    };
    // What games are worth has no part in how they go.
    let MeasurementSettings { scoring, win_points, .. } = *settings;
    let own = found.settings(&settings.weights, settings.games);
    let own = MeasurementSettings { scoring, win_points, ..own };
    let recorded = settings.clone().whole();
    Ok(match own == recorded {
        true => Ok(found),
        false => Err(own.differences(&recorded)),
    })
}

/// What asks for these settings, or why nothing does.
fn request(settings: &MeasurementSettings) -> Result<MeasureRequest, String> {
    let MeasurementSettings { players, seats, opening_plies, seed, .. } = settings;
    let against: Against = settings.against().parse().map_err(|TextError(why)| why)?;
    let search: Search = settings.search.parse().map_err(|why| format!("search: {why}"))?;
    Ok(MeasureRequest {
        weights: settings.weights.clone(),
        game: GameRequest {
            game: Some(settings.game.clone()),
            players: Some(*players),
            rules: Some(settings.rules.clone()),
        },
        mix: settings.mixes(),
        against: Some(against),
        own_terms: false,
        opening_plies: Some(*opening_plies),
        seats: Some(*seats),
        search: Some(search),
        distance: settings.distance().filter(|_| settings.scoring.is_plies()).map(str::to_string),
        seed: Some(*seed),
    })
}
