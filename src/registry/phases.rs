//! Chinese Checkers with an array for each phase of the game: its preset and workload.

use super::chinese_checkers::{self, PHASES, set_up};
use super::kernels;
use super::{Entry, Preset, Table, TypedTable, Workload};
use crate::eval::phases::PhaseFamily;
use crate::game::chinese_checkers::{ChineseCheckers, Position};
use crate::game::{Game, TextError};
use crate::play::batch::Tables;
use crate::tune::config::Config;
use crate::tune::names::OptimizerName;
use std::sync::Arc;

const DEFAULT: &str = "default";
/// Whom the arrays of three players meet. A single array that meets hand-tuned-v4 so often comes to block
/// its own kind; four arrays don't (`docs/tried.md`).
const ANYONE_OF_THREE: &str = "hand-tuned-v4=16,hand-tuned-v3,hand-tuned-v2,hand-tuned-v1,\
     generation-2427,generation-7822,three-player-generation-3594,hall-of-fame=7,population=7";
/// The same with four, at tables of one kind.
const ANYONE_OF_FOUR: &str = "hand-tuned-v4=9,hall-of-fame,population=4";
/// The same with six, where it may be met less often: more of it costs strength against `champion-6`.
const ANYONE_OF_SIX: &str = "hand-tuned-v4=4,hall-of-fame,population=4";

/// The registry's line for arrays that change with the game.
pub(super) static ENTRY: Entry = Entry {
    name: PHASES,
    presets: &[Preset { name: DEFAULT, config: preset_of }],
    yardsticks: chinese_checkers::yardsticks,
    levels: chinese_checkers::levels,
    arena_rules: chinese_checkers::ARENA_RULES,
    workloads: &[Workload {
        first: "champion-default",
        others: "champion-2",
        players: 2,
        rules: "standard",
    }],
    open: |players, rules| set_up(players, rules).map(table),
    open_at: |drawing| ChineseCheckers::parse_position(drawing).map(table),
};

fn table((game, position): (ChineseCheckers, Position)) -> Box<dyn Table> {
    let fast = |game: &ChineseCheckers| kernels::star_in_phases(game.clone());
    let others = chinese_checkers::others(PHASES);
    Box::new(TypedTable {
        name: PHASES,
        family: Arc::new(PhaseFamily),
        others,
        game,
        position,
        fast,
    })
}

/// Against anyone, as the default of one array, and begun at the champion of one array: all phases know
/// the game then, and learn what they can do better than one for all.
fn preset_of(players: usize) -> Result<Config, TextError> {
    let base = chinese_checkers::default_preset(players)?;
    let from = match players {
        2 => "champion-default",
        3 => "champion-3",
        4 => "champion-4",
        5 => "champion-5",
        _ => "champion-6",
    };
    let base = Config {
        from: Some(from.to_string()),
        deviation: 15.0,
        optimizer: OptimizerName::Es,
        population: 256,
        fitness_games: 8 * players as u32,
        more_games: 8 * players as u32,
        anneal_after: 300,
        share_rate: 0.1,
        choose_games: 2000,
        restart_every: 0,
        finalists: 0,
        ..base
    };
    let generations = Some(6000 / players as u64);
    let of_more = Config { learning_rate: 2.0, generations, ..base.clone() };
    Ok(match players {
        2 => Config { start_every: 8, measure_every: 500, generations: Some(4000), ..base },
        3 => Config { against: ANYONE_OF_THREE.parse()?, ..of_more },
        4 => Config { against: ANYONE_OF_FOUR.parse()?, tables: Tables::Alike, ..of_more },
        5 => of_more,
        _ => Config { against: ANYONE_OF_SIX.parse()?, ..of_more },
    })
}
