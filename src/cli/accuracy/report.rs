//! How often bots kept the value of positions, for machines.

use super::AccuracyArgs;
use crate::play::accuracy::{Accuracy, Kept};
use crate::play::tally::wilson;
use crate::rng::Seed;
use crate::search::spec::BotName;
use serde::Serialize;

/// The result for machines; ends of intervals are those of 95 %.
#[derive(Serialize)]
pub struct Report<'a> {
    game: &'a str,
    players: usize,
    rules: String,
    from_plies: u32,
    to_plies: u32,
    nodes: u64,
    seed: Seed,
    positions: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// Positions in which some moves keep the value and others don't.
    critical: u64,
    /// Positions that were replaced, since their solutions took too long.
    unsolved: u64,
    bots: Vec<BotReport>,
    /// Whether it was cut short.
    interrupted: bool,
}

#[derive(Serialize)]
struct BotReport {
    bot: String,
    repeatable: bool,
    kept: u64,
    share: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    critical_kept: u64,
    critical_share: Option<f64>,
    critical_low: Option<f64>,
    critical_high: Option<f64>,
    /// Its share less that of the first bot, whose own row has nothing here.
    difference: Option<f64>,
    difference_low: Option<f64>,
    difference_high: Option<f64>,
    /// Positions whose value this bot kept and the first one didn't.
    only_this: Option<u64>,
    only_first: Option<u64>,
}

/// All figures of a measurement.
pub fn report<'a>(
    args: &'a AccuracyArgs,
    rules: String,
    seed: Seed,
    found: &Accuracy,
    interrupted: bool,
) -> Report<'a> {
    let bots = args.bots.iter().zip(&found.bots).enumerate();
    Report {
        game: &args.game,
        players: args.players,
        rules,
        from_plies: args.plies.from,
        to_plies: args.plies.to,
        nodes: args.nodes,
        seed,
        positions: found.positions(),
        won: found.won,
        drawn: found.drawn,
        lost: found.lost,
        critical: found.critical,
        unsolved: found.unsolved,
        bots: bots
            .map(|(index, (name, kept))| BotReport::new(name, kept, found, index > 0))
            .collect(),
        interrupted,
    }
}

impl BotReport {
    fn new(name: &BotName, kept: &Kept, found: &Accuracy, is_compared: bool) -> BotReport {
        let all = wilson(kept.all, found.positions());
        let critical = wilson(kept.critical, found.critical);
        let beside = is_compared.then_some(kept.beside_first);
        let ends = beside.as_ref().and_then(|it| it.interval());
        BotReport {
            bot: name.to_string(),
            repeatable: name.is_repeatable(),
            kept: kept.all,
            share: share(kept.all, found.positions()),
            low: all.map(|ends| ends.0),
            high: all.map(|ends| ends.1),
            critical_kept: kept.critical,
            critical_share: share(kept.critical, found.critical),
            critical_low: critical.map(|ends| ends.0),
            critical_high: critical.map(|ends| ends.1),
            difference: beside.as_ref().and_then(|it| it.difference()),
            difference_low: ends.map(|ends| ends.0),
            difference_high: ends.map(|ends| ends.1),
            only_this: beside.as_ref().map(|it| it.first),
            only_first: beside.as_ref().map(|it| it.second),
        }
    }
}

/// The share of a part, 0 to 1.
pub fn share(part: u64, all: u64) -> Option<f64> {
    (all > 0).then(|| part as f64 / all as f64)
}
