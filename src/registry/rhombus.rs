//! The game on the rhombus with per-cell weights, and with the constants p, i and d on the board of
//! their paper: their presets and workloads.

use super::pid::{PAPER, VERTICAL, against_the_paper};
use super::{Entry, Table, TypedTable, Workload, no_preset};
use crate::eval::Parametric;
use crate::eval::pid::PidFamily;
use crate::eval::rhombus_weights::RhombusWeightFamily;
use crate::game::chinese_checkers::Win;
use crate::game::rhombus::{Position, Rhombus, Rules};
use crate::game::{Game, TextError};
use crate::play::games::{General, RhombusGames};
use crate::search::spec::{Limit, Method, Search};
use crate::tune::config::Config;
use std::sync::Arc;

const NAME: &str = "rhombus";
const PID_NAME: &str = "rhombus/pid";
const DEFAULT: &str = "default";

type Others = Vec<(&'static str, Arc<dyn Parametric<Rhombus>>)>;

/// The registry's line for the rhombus with per-cell weights.
pub struct RhombusEntry;

/// The registry's line for p, i and d on the board of their paper.
pub struct RhombusPidEntry;

impl Entry for RhombusEntry {
    fn name(&self) -> &'static str {
        NAME
    }

    fn presets(&self) -> &'static [&'static str] {
        &[DEFAULT]
    }

    fn yardsticks(&self) -> &'static [&'static str] {
        &[VERTICAL]
    }

    fn workloads(&self) -> &'static [Workload] {
        &[Workload { first: VERTICAL, others: VERTICAL, players: 2, rules: "standard" }]
    }

    fn preset(&self, preset: &str, players: usize) -> Result<Config, TextError> {
        set_up(players, "standard")?;
        match preset {
            DEFAULT => Ok(default_preset(players)),
            _ => Err(no_preset(self, preset)),
        }
    }

    fn open(&self, players: usize, rules: &str) -> Result<Box<dyn Table>, TextError> {
        set_up(players, rules).map(table)
    }

    fn open_at(&self, drawing: &str) -> Result<Box<dyn Table>, TextError> {
        Rhombus::parse_position(drawing).map(table)
    }
}

impl Entry for RhombusPidEntry {
    fn name(&self) -> &'static str {
        PID_NAME
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
        set_up(players, "standard")?;
        match preset {
            DEFAULT => Ok(pid_preset(players)),
            _ => Err(no_preset(self, preset)),
        }
    }

    fn open(&self, players: usize, rules: &str) -> Result<Box<dyn Table>, TextError> {
        set_up(players, rules).map(pid_table)
    }

    fn open_at(&self, drawing: &str) -> Result<Box<dyn Table>, TextError> {
        Rhombus::parse_position(drawing).map(pid_table)
    }
}

/// The game at its start.
fn set_up(players: usize, rules: &str) -> Result<(Rhombus, Position), TextError> {
    let game = Rhombus::new(players, Rules::parse(rules)?)?;
    let position = game.start();
    Ok((game, position))
}

fn table((game, position): (Rhombus, Position)) -> Box<dyn Table> {
    let fast =
        |game: &Rhombus| (game.rules().win == Win::Own).then(|| RhombusGames::new(game.clone()));
    let others: Others = vec![(PID_NAME, Arc::new(PidFamily))];
    let family = Arc::new(RhombusWeightFamily);
    Box::new(TypedTable { name: NAME, family, others, game, position, fast })
}

fn pid_table((game, position): (Rhombus, Position)) -> Box<dyn Table> {
    let fast = |_: &Rhombus| None::<General<Rhombus>>;
    let others: Others = vec![(NAME, Arc::new(RhombusWeightFamily))];
    let family = Arc::new(PidFamily);
    Box::new(TypedTable { name: PID_NAME, family, others, game, position, fast })
}

/// The base's strategy against the plain distances, from both seats and from random
/// openings, without which it learns one game by heart. It begins at these distances and keeps to the
/// mirror.
fn default_preset(players: usize) -> Config {
    let rules = Rules::standard().to_string();
    Config {
        opening_plies: 4,
        from: Some(VERTICAL.to_string()),
        symmetric: true,
        deviation: 2.0,
        generations: Some(1000),
        ..Config::base(NAME, players, &rules, VERTICAL)
    }
}

/// The paper's player against itself: two plies ahead, three own ones once the armies have passed each
/// other, and nothing backwards.
fn pid_preset(players: usize) -> Config {
    let limit = Some(Limit::Depth(2));
    Config {
        game: PID_NAME.to_string(),
        rules: Rules::standard().to_string(),
        search: Search { limit, apart: 3, forward: true, ..Search::usual(Method::AlphaBeta) },
        ..against_the_paper(players)
    }
}
