//! Chinese Checkers with the constants p, i and d: its preset and workload.

use super::chinese_checkers::{self, set_up, standard};
use super::{Entry, Preset, Table, TypedTable, Workload};
use crate::eval::pid::PidFamily;
use crate::game::chinese_checkers::{ChineseCheckers, Position};
use crate::game::{Game, TextError};
use crate::play::games::General;
use crate::search::spec::{Limit, Method, Search};
use crate::tune::against::Against;
use crate::tune::config::Config;
use std::sync::Arc;

const NAME: &str = chinese_checkers::PID;
const DEFAULT: &str = "default";
pub(super) const PAPER: &str = "pid-2019";
pub(super) const VERTICAL: &str = "vertical";

/// The registry's line for p, i and d.
pub(super) static ENTRY: Entry = Entry {
    name: NAME,
    presets: &[Preset { name: DEFAULT, config: preset_of }],
    yardsticks: |_| &[VERTICAL, PAPER],
    levels: chinese_checkers::levels,
    arena_rules: chinese_checkers::ARENA_RULES,
    workloads: &[Workload { first: PAPER, others: VERTICAL, players: 2, rules: "standard" }],
    open: |players, rules| set_up(players, rules).map(table),
    open_at: |drawing| ChineseCheckers::parse_position(drawing).map(table),
};

fn table((game, position): (ChineseCheckers, Position)) -> Box<dyn Table> {
    let others = chinese_checkers::others(NAME);
    let fast = |_: &ChineseCheckers| None::<General<ChineseCheckers>>;
    Box::new(TypedTable { name: NAME, family: Arc::new(PidFamily), others, game, position, fast })
}

/// The paper's search: two plies, and two own ones once the armies have passed each other, where
/// the paper has three.
fn preset_of(players: usize) -> Result<Config, TextError> {
    let limit = Some(Limit::Depth(2));
    // With more than three players no army is apart from all others before the game is over.
    let apart = if players <= 3 { 2 } else { 0 };
    Ok(Config {
        search: Search { limit, apart, ..Search::usual(Method::AlphaBeta) },
        ..against_the_paper(standard(players)?)
    })
}

/// The constants against the paper's, from random openings: slow games, so few of them.
pub(super) fn against_the_paper(base: Config) -> Config {
    Config {
        against: Against::one(PAPER),
        distance: VERTICAL.to_string(),
        opening_plies: 4,
        deviation: 2.0,
        least_deviation: 0.2,
        anneal_after: 10,
        population: 16,
        fitness_games: 2 * base.fitness_games,
        more_games: 2 * base.more_games,
        generations: Some(40),
        measure_every: 10,
        measure_games: 200,
        final_games: 1000,
        candidates: 2,
        choose_games: 100,
        ..base
    }
}
