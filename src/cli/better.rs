//! What makes a champion better: evolution that begins at it.

use super::failure::Failure;
use super::quoted;
use crate::record::home::Home;
use crate::record::run::Run;
use crate::registry;
use crate::session::strength::{Advantage, Verdict};
use crate::tune::config::Config;

/// Commands that evolve on from the champion of a run, the most promising first.
pub fn commands(
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
    let all = [phases(run.name(), config, home)?, new_opponents(run, config, &losses, home)?];
    Ok(all.into_iter().flatten().collect())
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

/// Its opponents and those it loses to, which it has not met.
fn new_opponents(
    run: &Run,
    config: &Config,
    losses: &[&str],
    home: &Home,
) -> Result<Option<String>, Failure> {
    if losses.is_empty() {
        return Ok(None);
    }
    let against = format!("{},{}", config.against, losses.join(","));
    let openings = if config.opening_plies == 0 { " --opening-plies 4" } else { "" };
    let (name, config) = (run.name(), quoted(&run.config_path().display().to_string()));
    let more = free(&format!("{name}-more"), home)?;
    Ok(Some(format!(
        "evolve --config {config} --from {name} --name {more} --against {}{openings}",
        quoted(&against)
    )))
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
