//! What goes on with a run, and what makes its champion better.

use super::failure::Failure;
use super::runs::Overview;
use super::trend::Forecast;
use super::{quoted, show};
use crate::record::disk;
use crate::record::error::RecordError;
use crate::record::home::Home;
use crate::record::run::Run;
use crate::record::strength::StrengthRow;
use crate::registry;
use crate::rng::Seed;
use crate::session::strength::{Advantage, Scale, Verdict, hardly_wins};
use crate::session::weights;
use crate::tune::config::Config;

/// Commands that go on with a run: to its end, or once that is reached, from its champion or to a later end.
pub fn going_on(
    run: &Run,
    config: &Config,
    overview: &Overview,
    home: &Home,
) -> Result<Vec<String>, Failure> {
    match overview.state {
        "running" => Ok(Vec::new()),
        "finished" => {
            let champion = weights::champion(run)?;
            let rows = show::strength(run, champion.as_ref())?;
            let measured = champion.as_ref().and_then(|it| it.measured.as_ref());
            stronger(run, config, &Verdict::of(&rows, measured, Scale::of(config)), home)
        }
        _ if can_go_on(run)? => Ok(vec![format!("resume {}", run.name())]),
        _ => Ok(Vec::new()),
    }
}

/// Whether `resume` can take the run: from a checkpoint, or before its first from the beginning.
pub fn can_go_on(run: &Run) -> Result<bool, Failure> {
    match run.checkpoint() {
        Ok(Some(_)) => Ok(true),
        Ok(None) => Ok(run.generations()?.len() <= 1 && !disk::is_there(&run.champion_path())?),
        Err(why @ RecordError::Io { .. }) => Err(why.into()),
        Err(_) => Ok(false),
    }
}

/// Commands that make the champion of a run that came to its end stronger, the most promising first.
pub fn stronger(
    run: &Run,
    config: &Config,
    verdict: &Verdict,
    home: &Home,
) -> Result<Vec<String>, Failure> {
    let forecast = Forecast::of(&run.generations()?, config, run.seconds()?);
    let further = match forecast.is_some_and(|it| it.is_stuck()) {
        true => Some(again(run, config, home)?),
        false if can_go_on(run)? => Some(longer(run, config)?),
        false => None,
    };
    let begun_better = from_opponent(run, config, verdict, home)?.into_iter();
    let onwards = begun_better.chain(from_champion(run, config, verdict, home)?);
    // Without a forecast, of a short run or one that measured no champion on its way, more of the same comes first.
    Ok(match forecast {
        None => further.into_iter().chain(onwards).collect(),
        Some(_) => onwards.chain(further).collect(),
    })
}

/// The same run from the array of its only opponent, where it hardly ever wins against that: games that are all lost
/// teach little.
fn from_opponent(
    run: &Run,
    config: &Config,
    verdict: &Verdict,
    home: &Home,
) -> Result<Option<String>, Failure> {
    let Some(only) = config.against.only().filter(|it| config.from.as_deref() != Some(it)) else {
        return Ok(None);
    };
    let is_hopeless = |row: &StrengthRow| row.opponent == only && hardly_wins(row, verdict.scale);
    if !verdict.opponents.iter().any(|(_, row)| is_hopeless(row)) {
        return Ok(None);
    }
    let file = quoted(&run.config_path().display().to_string());
    let new = free(run.name(), home)?;
    Ok(Some(format!("evolve --config {file} --from {} --name {new}", quoted(only))))
}

/// The same run with another seed, for where going on has no gain in sight.
fn again(run: &Run, config: &Config, home: &Home) -> Result<String, Failure> {
    let file = quoted(&run.config_path().display().to_string());
    let seed = if config.seed.number() < Seed::MAX { config.seed.number() + 1 } else { 0 };
    let new = free(run.name(), home)?;
    Ok(format!("evolve --config {file} --seed {seed} --name {new}"))
}

/// What goes on with a run that came to its end: a later end.
pub fn longer(run: &Run, config: &Config) -> Result<String, Failure> {
    let name = run.name();
    let generation = run.generations()?.last().map_or(0, |row| row.generation);
    let has_others = config.target_fitness.is_some()
        || config.generations.is_some_and(|last| generation >= last);
    Ok(match config.minutes.filter(|_| !has_others) {
        Some(minutes) => format!("resume {name} --minutes {}", minutes * 2.0),
        None => format!("resume {name} --generations {}", generation.max(1).saturating_mul(2)),
    })
}

/// Commands that evolve on from the champion of a run, the most promising first.
fn from_champion(
    run: &Run,
    config: &Config,
    verdict: &Verdict,
    home: &Home,
) -> Result<Vec<String>, Failure> {
    let met = |name: &str| config.against.opponents().iter().any(|it| it.name == name);
    let losses: Vec<&str> =
        verdict.those(Advantage::Behind).iter().map(|row| row.opponent.as_str()).collect();
    // One that loses to those it has met needs more generations first.
    if losses.iter().any(|name| met(name)) {
        return Ok(Vec::new());
    }
    let mut all = Vec::from_iter(phases(run.name(), config, home)?);
    if !losses.is_empty() {
        all.push(new_opponents(run, config, &losses, home)?);
    }
    Ok(all)
}

/// An array for each phase of the game, where the run had the rules and openings by which these are evolved.
fn phases(name: &str, config: &Config, home: &Home) -> Result<Option<String>, Failure> {
    let Some(entry) = registry::in_phases(&config.game) else {
        return Ok(None);
    };
    let usual = entry.preset(entry.default_preset(), config.players);
    let is_usual = usual.is_ok_and(|it| {
        it.rules == config.rules
            && it.search == config.search
            && it.opening_plies == config.opening_plies
    });
    if !is_usual {
        return Ok(None);
    }
    let players = match config.players {
        2 => String::new(),
        more => format!(" --players {more}"),
    };
    let new = free(&format!("{name}-phases"), home)?;
    Ok(Some(format!("evolve --game {}{players} --from {name} --name {new}", entry.name)))
}

/// Evolution that goes on from a run's champion by the run's own settings, against its opponents and those of `unmet`.
pub fn new_opponents(
    run: &Run,
    config: &Config,
    unmet: &[&str],
    home: &Home,
) -> Result<String, Failure> {
    let against = format!("{},{}", config.against, unmet.join(","));
    // Not every program has openings.
    let has_none = config.opening_plies == 0 && config.program.is_none();
    let openings = if has_none { " --opening-plies 4" } else { "" };
    let (name, config) = (run.name(), quoted(&run.config_path().display().to_string()));
    let more = free(&format!("{name}-more"), home)?;
    Ok(format!(
        "evolve --config {config} --from {name} --name {more} --against {}{openings}",
        quoted(&against)
    ))
}

/// That name, or the first of NAME-2, NAME-3 and so on that nothing has yet.
pub fn free(name: &str, home: &Home) -> Result<String, Failure> {
    let mut free = name.to_string();
    for number in 2.. {
        if home.what_is(&free)?.is_none() {
            break;
        }
        free = format!("{name}-{number}");
    }
    Ok(free)
}
