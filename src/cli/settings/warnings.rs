//! Settings that are allowed and seldom meant: what is said of them, with what would work.

use super::Resolved;
use crate::tune::config::Config;
use crate::tune::names::{OptimizerName, SelectionName};

/// What is to be said of a run before it begins.
pub fn warnings(resolved: &Resolved) -> Vec<String> {
    let config = &resolved.config;
    let genes = match resolved.table.coding(config) {
        Ok(coding) => coding.genes(),
        Err(_) => return Vec::new(),
    };
    let idle = resolved.idle.iter().map(ToString::to_string);
    idle.chain(few_samples(config, genes))
        .chain(one_parent(config))
        .chain(uneven_seats(config))
        .collect()
}

/// A strategy whose samples are too few for its genes: Hansen's usual number, 4 + 3 ln n, is a least one
/// ("The CMA evolution strategy: a tutorial", 2016, table 1).
fn few_samples(config: &Config, genes: usize) -> Option<String> {
    let follows = matches!(config.optimizer, OptimizerName::Es | OptimizerName::Cma);
    let least = 4 + (3.0 * libm::log(genes.max(1) as f64)) as usize;
    let samples = config.population / config.islands.max(1);
    (follows && samples < least).then(|| {
        let all = least * config.islands.max(1);
        format!(
            "a population of {} is too small for {genes} parameters: the mean of few samples is mostly \
             chance, and the run may begin again and again; --population {all} is the least that is \
             usual",
            config.population
        )
    })
}

/// Truncation that leaves one parent, which crossover has nothing to mix with.
fn one_parent(config: &Config) -> Option<String> {
    let truncates =
        config.optimizer == OptimizerName::Ga && config.selection == SelectionName::Truncation;
    let size = config.population / config.islands.max(1);
    let parents = (size as f64 * config.survivors).round().max(1.0);
    (truncates && parents < 2.0).then(|| {
        let least = (1.5 / config.survivors).ceil() as usize * config.islands.max(1);
        format!(
            "a population of {} has one parent by --survivors {}: crossover mixes nothing; \
             --population {least} has two, and so has a larger share of survivors",
            config.population, config.survivors
        )
    })
}

/// Numbers of games by which some seats are played more often than others.
fn uneven_seats(config: &Config) -> impl Iterator<Item = String> {
    let Config { fitness_games, more_games, players, seats, .. } = *config;
    let turns = seats.turns(players);
    let more = (more_games > fitness_games).then_some(("more-games", more_games));
    let counts = [("fitness-games", fitness_games)].into_iter().chain(more);
    let uneven = counts.filter(move |(_, games)| !u64::from(*games).is_multiple_of(turns));
    uneven.map(move |(key, games)| {
        format!(
            "{key} {games} is no multiple of {players} players: the last opening is not played from every seat"
        )
    })
}
