//! The game on the rhombus with per-cell weights, and with the constants p, i and d on the board of
//! their paper: their presets and workloads.

use super::kernels;
use super::pid::{PAPER, VERTICAL, against_the_paper};
use super::{Entry, Preset, Table, TypedTable, Workload};
use crate::eval::Parametric;
use crate::eval::pid::PidFamily;
use crate::eval::rhombus_weights::RhombusWeightFamily;
use crate::game::rhombus::{Position, Rhombus, parse_rules, standard_rules};
use crate::game::{Game, TextError};
use crate::play::games::General;
use crate::search::spec::{Limit, Method, Search};
use crate::tune::config::Config;
use std::sync::Arc;

const NAME: &str = "rhombus";
const PID_NAME: &str = "rhombus/pid";
const DEFAULT: &str = "default";

type Others = Vec<(&'static str, Arc<dyn Parametric<Rhombus>>)>;

/// The registry's line for the rhombus with per-cell weights.
pub(super) static ENTRY: Entry = Entry {
    name: NAME,
    presets: &[Preset { name: DEFAULT, config: default_preset }],
    yardsticks: |_| &[VERTICAL],
    levels,
    arena_rules: "standard",
    workloads: &[Workload { first: VERTICAL, others: VERTICAL, players: 2, rules: "standard" }],
    open: |players, rules| set_up(players, rules).map(table),
    open_at: |drawing| Rhombus::parse_position(drawing).map(table),
};

/// The registry's line for p, i and d on the board of their paper.
pub(super) static PID_ENTRY: Entry = Entry {
    name: PID_NAME,
    presets: &[Preset { name: DEFAULT, config: pid_preset }],
    yardsticks: |_| &[VERTICAL, PAPER],
    levels,
    arena_rules: "standard",
    workloads: &[Workload { first: PAPER, others: VERTICAL, players: 2, rules: "standard" }],
    open: |players, rules| set_up(players, rules).map(pid_table),
    open_at: |drawing| Rhombus::parse_position(drawing).map(pid_table),
};

/// Each wins against the one before, in the arenas that `docs/play.md` shows.
fn levels(_: usize) -> &'static [&'static str] {
    &[
        "greedy:vertical",
        "greedy:champion-rhombus",
        "alphabeta(depth=3):champion-rhombus",
        "alphabeta(depth=5):champion-rhombus",
    ]
}

/// The game at its start.
fn set_up(players: usize, rules: &str) -> Result<(Rhombus, Position), TextError> {
    let game = Rhombus::new(players, parse_rules(rules)?)?;
    let position = game.start();
    Ok((game, position))
}

fn table((game, position): (Rhombus, Position)) -> Box<dyn Table> {
    let fast = |game: &Rhombus| kernels::rhombus(game.clone());
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
fn default_preset(players: usize) -> Result<Config, TextError> {
    set_up(players, "standard")?;
    let rules = standard_rules().to_string();
    Ok(Config {
        opening_plies: 4,
        from: Some(VERTICAL.to_string()),
        symmetric: true,
        deviation: 2.0,
        generations: Some(1000),
        ..Config::base(NAME, players, &rules, VERTICAL)
    })
}

/// The paper's player against itself: two plies ahead, three own ones once the armies have passed each
/// other, and nothing backwards.
fn pid_preset(players: usize) -> Result<Config, TextError> {
    set_up(players, "standard")?;
    let limit = Some(Limit::Depth(2));
    let rules = standard_rules().to_string();
    Ok(Config {
        search: Search { limit, apart: 3, forward: true, ..Search::usual(Method::AlphaBeta) },
        ..against_the_paper(Config::base(PID_NAME, players, &rules, PAPER))
    })
}
