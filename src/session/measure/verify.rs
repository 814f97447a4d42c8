//! Whether a measurement on record is what its games come to: all are played again.

use super::{MeasureRequest, Measurement};
use crate::backend::Threads;
use crate::record::home::Home;
use crate::record::measurement::{MeasurementRecord, MeasurementSettings};
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
    let settings = record.counted.settings();
    let Some(measurement) = again(settings, home)? else {
        let why = "measurement.toml: its weights, or those of an opponent, are others today";
        return Ok(Verified { games: 0, unknown: Some(why.to_string()) });
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

/// The measurement with these settings; `None` where weights are missing or others now.
fn again(settings: &MeasurementSettings, home: &Home) -> Result<Option<Measurement>, SessionError> {
    let Some(request) = request(settings) else { return Ok(None) };
    let found = match Measurement::find(&request, home) {
        Err(why) if why.is_of_the_system() => return Err(why),
        found => found.ok(),
    };
    // What games are worth has no part in how they go.
    let MeasurementSettings { scoring, win_points, .. } = *settings;
    let is_same = |it: &Measurement| {
        let own = it.settings(&settings.weights, settings.games);
        MeasurementSettings { scoring, win_points, ..own } == settings.clone().whole()
    };
    Ok(found.filter(is_same))
}

/// What asks for these settings; `None` where nothing does.
fn request(settings: &MeasurementSettings) -> Option<MeasureRequest> {
    let MeasurementSettings { opponents, players, seats, opening_plies, seed, .. } = settings;
    let against: Vec<String> = opponents.iter().map(|it| it.against.to_string()).collect();
    let against: Against = against.join(",").parse().ok()?;
    let first = opponents.first()?;
    let distance = &first.distance;
    // Where they differ, nobody named them.
    let is_one = opponents.iter().all(|it| it.distance == *distance);
    Some(MeasureRequest {
        weights: settings.weights.clone(),
        game: GameRequest {
            game: Some(settings.game.clone()),
            players: Some(*players),
            rules: Some(settings.rules.clone()),
        },
        mix: first.against.opponents().len() > 1,
        against: Some(against),
        own_terms: false,
        opening_plies: Some(*opening_plies),
        seats: Some(*seats),
        search: Some(settings.search.parse().ok()?),
        distance: is_one.then(|| distance.clone()),
        seed: Some(*seed),
    })
}
