//! Connect Four with the six features of threats: its presets and workload.

use super::{Entry, Preset, Table, TypedTable, Workload};
use crate::eval::threats::ThreatsFamily;
use crate::game::connect_four::{Board, ConnectFour};
use crate::game::{Game, TextError};
use crate::play::batch::Conditions;
use crate::play::games::General;
use crate::search::spec::{Limit, Method, Search};
use crate::tune::config::Config;
use crate::tune::fitness::Scoring;
use crate::tune::fix::Fix;
use crate::tune::names::{CrossoverName, MutationName, OptimizerName, SelectionName};
use std::sync::Arc;

const NAME: &str = "connect-four";
const DEFAULT: &str = "default";
const REPORT: &str = "connect-four-report";
const PUBLISHED: &str = "published";
const PLAYERS: usize = 2;
const STANDARD: &str = "standard";

/// The registry's line for Connect Four.
pub(super) static ENTRY: Entry = Entry {
    name: NAME,
    presets: &[
        Preset { name: DEFAULT, config: default_preset },
        Preset { name: REPORT, config: report_preset },
    ],
    yardsticks: |_| &[PUBLISHED],
    levels: |_| {
        &[
            "random",
            "alphabeta(depth=1):champion-connect-four",
            "alphabeta(depth=2):champion-connect-four",
            "alphabeta(depth=4):champion-connect-four",
            "alphabeta(depth=8):champion-connect-four",
        ]
    },
    arena_rules: "standard",
    workloads: &[Workload {
        first: PUBLISHED,
        others: PUBLISHED,
        players: PLAYERS,
        rules: STANDARD,
    }],
    open: |players, rules| {
        let game = ConnectFour::new(players, rules)?;
        Ok(table((game, game.start())))
    },
    open_at: |drawing| ConnectFour::parse_position(drawing).map(table),
};

fn table((game, position): (ConnectFour, Board)) -> Box<dyn Table> {
    let fast = |_: &ConnectFour| None::<General<ConnectFour>>;
    let family = Arc::new(ThreatsFamily);
    Box::new(TypedTable { name: NAME, family, others: Vec::new(), game, position, fast })
}

/// From random openings against the published coefficients, both four plies ahead.
fn default_preset(players: usize) -> Result<Config, TextError> {
    ConnectFour::new(players, STANDARD)?;
    let limit = Some(Limit::Depth(4));
    Ok(Config {
        opening_plies: 4,
        search: Search { limit, ..Search::usual(Method::AlphaBeta) },
        scoring: Scoring::Score,
        fix: Fix::idle(),
        deviation: 0.3,
        least_deviation: 0.02,
        anneal_after: 30,
        population: 32,
        fitness_games: 32,
        more_games: 32,
        generations: Some(100),
        measure_every: 10,
        choose_games: 200,
        ..Config::base(NAME, players, STANDARD, PUBLISHED)
    })
}

/// The algorithm of the published program: five rounds in which each genome meets another by a
/// random permutation, here from both seats, fitness by wins, and ten generations. All six
/// coefficients evolve, as they did there.
fn report_preset(players: usize) -> Result<Config, TextError> {
    Ok(Config {
        against: format!("{PUBLISHED},population").parse()?,
        opening_plies: 0,
        conditions: Conditions::Permutation,
        scoring: Scoring::Wins,
        fix: Fix::default(),
        optimizer: OptimizerName::Ga,
        selection: SelectionName::Roulette,
        crossover: CrossoverName::Uniform,
        mutation: MutationName::Gaussian,
        mutation_rate: 1.0,
        gene_rate: 1.0,
        deviation: 0.03,
        anneal_after: 0,
        population: 100,
        fitness_games: 10,
        more_games: 10,
        generations: Some(10),
        ..default_preset(players)?
    })
}
