//! The promises of an entry: its presets, names and rules open, and what they open is what they say.

use super::super::entry::MOST_PLAYERS;
use super::super::{BotSpec, Entry, Table, Way};
use super::{Broken, Held, Kept, holds};
use crate::backend::Threads;
use crate::game::TextError;
use crate::parameter::named_twice;
use crate::rng::{Purpose, Seed};
use crate::search::spec::{BotName, ChooserName};
use crate::tune::config::Config;
use std::collections::BTreeSet;

/// A text that names no rules.
const UNKNOWN: &str = "no rules of this name";

/// Checks that an entry, and each game that its presets are for, keeps what [`Entry`],
/// [`Game`](crate::game::Game), [`SearchHints`](crate::game::hints::SearchHints),
/// [`Parametric`](crate::eval::Parametric), [`Evaluator`](crate::eval::Evaluator) and
/// [`Games`](crate::play::games::Games) promise. Of each game that many random ones are played, in some of which moves are
/// chosen by an evaluation. That finds much of what can be wrong with a new game; it can't show that nothing is.
///
/// ```
/// use starhop::registry::{check, find};
/// use starhop::rng::Seed;
///
/// let kept = check(find("connect-four")?, 6, Seed::default()).expect("all promises are kept");
/// assert_eq!(kept.games, 6);
/// # Ok::<(), starhop::game::TextError>(())
/// ```
///
/// # Errors
/// The first promise that was found broken.
///
/// # Panics
/// Where the game itself does.
pub fn check(entry: &Entry, games: u64, seed: Seed) -> Result<Kept, Broken> {
    let of = |players: usize, of: &str| format!("{} for {players}, {of}", entry.name);
    let broken = |of: String| move |why| Broken { of, why, position: None };
    itself(entry).map_err(broken(entry.name.to_string()))?;
    let mut kept = Kept::default();
    let counts = entry.player_counts();
    for players in 2..=MOST_PLAYERS {
        let mut known = BTreeSet::new();
        for name in entry.presets.iter().map(|it| it.name) {
            let Ok(config) = entry.preset(name, players) else { continue };
            let here = of(players, &format!("preset {name}"));
            let is_for = || format!("config: it is for {} players", config.players);
            let table = holds(config.players == players, is_for);
            let table = table.and_then(|()| preset(entry, &config)).map_err(broken(here))?;
            if known.insert(table.rules()) {
                kept = kept.and(table.promises(games, seed)?);
            }
        }
        if counts.contains(&players) {
            levels(entry, players).map_err(broken(of(players, "levels")))?;
        }
    }
    workloads(entry).map_err(broken(format!("{}, workloads", entry.name)))?;
    Ok(kept)
}

fn said(why: TextError) -> String {
    why.to_string()
}

fn itself(entry: &Entry) -> Held {
    entry.check().map_err(said)?;
    let names = entry.presets.iter().map(|it| it.name);
    let twice = named_twice(names.clone());
    twice.map_or(Ok(()), |name| Err(format!("presets: two are called {name}")))?;
    for name in names {
        let Err(why) = entry.preset(name, 2) else { continue };
        let is_for_more = (3..=MOST_PLAYERS).any(|players| entry.preset(name, players).is_ok());
        holds(is_for_more, || {
            format!(
                "preset {name} is for no number of players from 2 to {MOST_PLAYERS}; for 2: {why}"
            )
        })?;
    }
    Ok(())
}

/// Opens the game of a preset.
fn preset(entry: &Entry, config: &Config) -> Result<Box<dyn Table>, String> {
    config.check().map_err(|why| why.to_string())?;
    let table = entry.open(config.players, &config.rules).map_err(said)?;
    let (found, expected) = (table.name(), entry.name);
    holds(found == expected, || format!("name: '{found}', not '{expected}'"))?;
    let (found, expected) = (table.players(), config.players);
    holds(found == expected, || format!("players: {found}, not {expected}"))?;
    let rules = table.rules();
    let again = entry.open(config.players, &rules).map_err(|why| format!("rules_text: {why}"))?;
    let found = again.rules();
    holds(found == rules, || format!("rules_text: '{rules}' opens '{found}'"))?;
    holds(!table.parameters().is_empty(), || "parameters: none to evolve".to_string())?;
    let again = entry.open_at(&table.draw()).map_err(|why| format!("open_at: {why}"))?;
    let is_same = again.draw() == table.draw() && again.rules() == table.rules();
    holds(is_same, || "open_at: another game than was drawn".to_string())?;
    let against = config.against.fixed().map(|it| it.name.as_str());
    let yardsticks = (entry.yardsticks)(config.players).iter().copied();
    for name in against.chain([config.distance.as_str()]).chain(yardsticks) {
        table.built_in(name).map_err(said)?;
    }
    table.coding(config).map_err(said)?;
    let distance = table.built_in(&config.distance).map_err(said)?;
    table.venue(&config.search, &distance, &Threads::alone()).map_err(said)?;
    Ok(table)
}

/// That bots to play against, and arenas that are told no rules, can play, and that rules which nobody knows are
/// refused.
fn levels(entry: &Entry, players: usize) -> Held {
    let unknown = entry.open(players, UNKNOWN);
    holds(unknown.is_err(), || format!("open: takes '{UNKNOWN}' for rules"))?;
    entry.open(players, entry.arena_rules).map_err(|why| format!("arena_rules: {why}"))?;
    let config = entry.preset(entry.default_preset(), players).map_err(said)?;
    let table = entry.open(players, &config.rules).map_err(said)?;
    (entry.levels)(players).iter().try_for_each(|level| {
        can_play(table.as_ref(), level).map_err(|why| format!("{level}: {why}"))
    })
}

fn can_play(table: &dyn Table, level: &str) -> Held {
    let BotName { chooser, .. } = level.parse().map_err(said)?;
    let ChooserName::Search { search, evaluation } = chooser else {
        return Err("a program, which nobody else may have".to_string());
    };
    let evaluation = evaluation.map(|name| table.evaluation(&name)).transpose().map_err(said)?;
    let bots = table.bots(vec![BotSpec::from((search, evaluation))], &Threads::alone());
    bots.map(drop).map_err(|why| why.to_string())
}

/// That games which `bench` times can be played, and end alike in all ways.
fn workloads(entry: &Entry) -> Held {
    let mut known = BTreeSet::new();
    for workload in entry.workloads {
        let name = workload.name();
        holds(known.insert((name.clone(), workload.players)), || format!("{name}: twice"))?;
        let plies = |way: Way| {
            let play = workload.open(entry, way).map_err(|why| format!("{name}: {why}"))?;
            Ok::<_, String>(play(&mut Seed::default().stream(Purpose::Bench, &[0])))
        };
        let general = plies(Way::General)?;
        holds(general > 0, || format!("{name}: no ply"))?;
        for way in workload.table(entry).map_err(said)?.ways() {
            let found = plies(*way)?;
            holds(found == general, || format!("{name}: {found} plies by {way:?}, not {general}"))?;
        }
    }
    Ok(())
}
