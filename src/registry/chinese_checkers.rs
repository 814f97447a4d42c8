//! Chinese Checkers with per-cell weights: its presets and workloads.

use super::{Entry, Table, TypedTable, Workload, no_preset};
use crate::eval::Parametric;
use crate::eval::cell_weights::CellWeightFamily;
use crate::eval::euclidean::EuclideanFamily;
use crate::eval::pid::PidFamily;
use crate::game::chinese_checkers::{ChineseCheckers, Position, Rules, Win, seats};
use crate::game::{Game, TextError};
use crate::play::games::StarGames;
use crate::tune::config::Config;
use crate::tune::fitness::{Conditions, Seats};
use crate::tune::names::OptimizerName;
use std::sync::Arc;

pub(super) const NAME: &str = "chinese-checkers";
pub(super) const PID: &str = "chinese-checkers/pid";
/// Not registered, since it has nothing to evolve.
pub(super) const EUCLIDEAN: &str = "chinese-checkers/euclidean";
const DEFAULT: &str = "default";
const REPORT: &str = "report";
const ROBUST: &str = "robust";
/// Whom a robust array is to beat: most often the run's own champions, its own generation, and
/// the array that others find the hardest.
const ROBUST_AGAINST: &str = "hand-tuned-v1,hand-tuned-v2,hand-tuned-v3,hand-tuned-v4,\
     generation-2427=4,generation-7822=2,three-player-generation-3594=2,hall-of-fame=4,population=4";

const WORKLOADS: [Workload; 6] = [
    workload("hand-tuned-v4", "hand-tuned-v4", 2),
    workload("hand-tuned-v4", "hand-tuned-v4", 3),
    workload("hand-tuned-v4", "hand-tuned-v4", 6),
    workload("generation-7822", "hand-tuned-v3", 2),
    workload("generation-7822", "hand-tuned-v3", 3),
    workload("generation-7822", "hand-tuned-v3", 6),
];

const fn workload(first: &'static str, others: &'static str, players: usize) -> Workload {
    Workload { first, others, players, rules: "standard" }
}

/// The registry's line for Chinese Checkers.
pub struct ChineseCheckersEntry;

impl Entry for ChineseCheckersEntry {
    fn name(&self) -> &'static str {
        NAME
    }

    fn presets(&self) -> &'static [&'static str] {
        &[DEFAULT, ROBUST, REPORT]
    }

    fn yardsticks(&self) -> &'static [&'static str] {
        &["generation-7822", "hand-tuned-v4"]
    }

    fn workloads(&self) -> &'static [Workload] {
        &WORKLOADS
    }

    fn preset(&self, preset: &str, players: usize) -> Result<Config, TextError> {
        check_players(players)?;
        match preset {
            DEFAULT => Ok(default_preset(players)),
            ROBUST => robust_preset(players),
            REPORT => Ok(report_preset(players)),
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

pub(super) fn check_players(players: usize) -> Result<(), TextError> {
    let too_many = || TextError(format!("{players} players: the star seats 2 to 6"));
    seats(players).map(|_| ()).ok_or_else(too_many)
}

/// The game at its start.
pub(super) fn set_up(
    players: usize,
    rules: &str,
) -> Result<(ChineseCheckers, Position), TextError> {
    let game = ChineseCheckers::new(players, Rules::parse(rules, players)?)?;
    let position = game.start();
    Ok((game, position))
}

fn table(game: ChineseCheckers, position: Position) -> Box<dyn Table> {
    let fast = |game: &ChineseCheckers| {
        (game.rules().win == Win::Own).then(|| StarGames::new(game.clone()))
    };
    let others: Vec<(_, Arc<dyn Parametric<ChineseCheckers>>)> =
        vec![(PID, Arc::new(PidFamily)), (EUCLIDEAN, Arc::new(EuclideanFamily))];
    let family = Arc::new(CellWeightFamily);
    Box::new(TypedTable { name: NAME, family, others, game, position, fast })
}

/// The base's evolution strategy on standard rules against hand-tuned-v4, from every seat. An
/// unfinished game counts as lost at once, since one that is replayed hides how often it happens.
pub(super) fn default_preset(players: usize) -> Config {
    let rules = Rules::standard(players).to_string();
    Config { generations: Some(2500), ..Config::base(NAME, players, &rules, "hand-tuned-v4") }
}

/// The default's strategy against anyone from anywhere: a mix of opponents, itself among them,
/// from random openings.
fn robust_preset(players: usize) -> Result<Config, TextError> {
    let turns = players as u32;
    Ok(Config {
        preset: ROBUST.to_string(),
        against: ROBUST_AGAINST.parse().map_err(TextError)?,
        opening_plies: 4,
        fitness_games: 8 * turns,
        more_games: 8 * turns,
        anneal_after: 1500,
        generations: Some(20_000),
        measure_every: 200,
        ..default_preset(players)
    })
}

/// The algorithm of the tin171 report (2012) in its own setting; see the section "Genetic
/// algorithm" and the figures that the authors logged.
fn report_preset(players: usize) -> Config {
    Config {
        preset: REPORT.to_string(),
        generations: Some(3000),
        seats: Seats::First,
        conditions: Conditions::Own,
        optimizer: OptimizerName::Ga,
        population: if players == 2 { 100 } else { 50 },
        fitness_games: 2,
        more_games: 5,
        replays: 20,
        deviation: 15.0,
        anneal_after: 0,
        candidates: 8,
        ..Config::base(NAME, players, &Rules::report().to_string(), "hand-tuned-v3")
    }
}
