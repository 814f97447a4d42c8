//! Chinese Checkers with the constants p, i and d: its preset and workload.

use super::chinese_checkers::{self, check_players, default_preset, set_up};
use super::{Entry, Table, TypedTable, Workload, no_preset};
use crate::eval::Parametric;
use crate::eval::cell_weights::CellWeightFamily;
use crate::eval::euclidean::EuclideanFamily;
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
pub struct PidEntry;

impl Entry for PidEntry {
    fn name(&self) -> &'static str {
        NAME
    }

    fn presets(&self) -> &'static [&'static str] {
        &[DEFAULT]
    }

    fn yardsticks(&self) -> &'static [&'static str] {
        &[VERTICAL, PAPER]
    }

    fn workloads(&self) -> &'static [Workload] {
        &[Workload { first: PAPER, others: VERTICAL, players: 2, rules: "standard" }]
    }

    fn preset(&self, preset: &str, players: usize) -> Result<Config, TextError> {
        check_players(players)?;
        match preset {
            DEFAULT => Ok(preset_of(players)),
            _ => Err(no_preset(self, preset)),
        }
    }

    fn open(&self, players: usize, rules: &str) -> Result<Box<dyn Table>, TextError> {
        let (game, position) = set_up(players, rules)?;
        Ok(table(game, position))
    }

    fn open_at(&self, drawing: &str) -> Result<Box<dyn Table>, TextError> {
        let (game, position) = ChineseCheckers::parse_position(drawing)?;
        Ok(table(game, position))
    }
}

fn table(game: ChineseCheckers, position: Position) -> Box<dyn Table> {
    let others: Vec<(_, Arc<dyn Parametric<ChineseCheckers>>)> = vec![
        (chinese_checkers::NAME, Arc::new(CellWeightFamily)),
        (chinese_checkers::EUCLIDEAN, Arc::new(EuclideanFamily)),
    ];
    let fast = |_: &ChineseCheckers| None::<General<ChineseCheckers>>;
    Box::new(TypedTable { name: NAME, family: Arc::new(PidFamily), others, game, position, fast })
}

/// The paper's search: two plies, and two own ones once the armies have passed each other, where
/// the paper has three.
fn preset_of(players: usize) -> Config {
    let limit = Some(Limit::Depth(2));
    // With more than three players no army is apart from all others before the game is over.
    let apart = if players <= 3 { 2 } else { 0 };
    Config {
        game: NAME.to_string(),
        search: Search { limit, apart, ..Search::usual(Method::AlphaBeta) },
        ..against_the_paper(players)
    }
}

/// The constants against the paper's, from random openings: slow games, so few of them.
pub(super) fn against_the_paper(players: usize) -> Config {
    let turns = players as u32;
    Config {
        against: Against::one(PAPER),
        distance: VERTICAL.to_string(),
        opening_plies: 4,
        deviation: 2.0,
        least_deviation: 0.2,
        anneal_after: 10,
        population: 16,
        fitness_games: 8 * turns,
        more_games: 8 * turns,
        generations: Some(40),
        measure_every: 10,
        measure_games: 200,
        final_games: 1000,
        candidates: 2,
        choose_games: 100,
        ..default_preset(players)
    }
}
