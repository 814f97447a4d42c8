//! International draughts: its preset and workload.

use super::{Entry, Preset, Table, TypedTable, Workload};
use crate::eval::draughts::DraughtsFamily;
use crate::game::draughts::{Draughts, Position};
use crate::game::{Game, TextError};
use crate::play::games::General;
use crate::search::spec::{Limit, Method, Search};
use crate::tune::config::Config;
use crate::tune::fitness::{Racing, Scoring};
use crate::tune::names::{MutationName, OptimizerName};
use std::sync::Arc;

const NAME: &str = "draughts";
const DEFAULT: &str = "default";
const STANDARD: &str = "standard";
const HAND_SET: &str = "hand-set";
const PIECES: &str = "pieces";

/// The registry's line for draughts.
pub(super) static ENTRY: Entry = Entry {
    name: NAME,
    presets: &[Preset { name: DEFAULT, config: preset_of }],
    yardsticks: |_| &[HAND_SET, PIECES],
    levels: |_| {
        &[
            "random",
            "alphabeta(depth=2,quiescence=2,extend):champion-draughts",
            "alphabeta(depth=4,quiescence=2,extend):champion-draughts",
            "alphabeta(depth=6,quiescence=2,extend):champion-draughts",
            "alphabeta(nodes=400000,quiescence=2,extend):champion-draughts",
        ]
    },
    arena_rules: "standard",
    workloads: &[Workload { first: HAND_SET, others: PIECES, players: 2, rules: STANDARD }],
    open: |players, rules| {
        let game = Draughts::new(players, rules)?;
        let position = game.start();
        Ok(table((game, position)))
    },
    open_at: |drawing| Draughts::parse_position(drawing).map(table),
};

fn table((game, position): (Draughts, Position)) -> Box<dyn Table> {
    let fast = |_: &Draughts| None::<General<Draughts>>;
    let family = Arc::new(DraughtsFamily);
    Box::new(TypedTable { name: NAME, family, others: Vec::new(), game, position, fast })
}

/// The assignment's search, two plies ahead: captures don't count, and up to two plies more are
/// looked at while the player to move has to take something. It takes many games to tell weights
/// apart: survivors keep theirs, and whoever looks promising plays many more.
fn preset_of(players: usize) -> Result<Config, TextError> {
    Draughts::new(players, STANDARD)?;
    let limit = Some(Limit::Depth(2));
    let usual = Search::usual(Method::AlphaBeta);
    Ok(Config {
        distance: PIECES.to_string(),
        opening_plies: 6,
        search: Search { limit, extend: true, quiescence: 2, ..usual },
        scoring: Scoring::Score,
        from: Some(HAND_SET.to_string()),
        optimizer: OptimizerName::Ga,
        mutation: MutationName::Gaussian,
        mutation_rate: 1.0,
        gene_rate: 0.4,
        deviation: 0.03,
        least_deviation: 0.003,
        anneal_after: 10,
        memory: 0.9,
        racing: Racing::Halving,
        population: 24,
        fitness_games: 16,
        more_games: 256,
        generations: Some(14),
        // Comparisons of earlier versions are verified by these settings. A mean score is above 0 at once.
        restart_after: 150,
        measure_every: 0,
        final_games: 1000,
        candidates: 2,
        choose_games: 200,
        measure_games: 400,
        ..Config::base(NAME, players, STANDARD, HAND_SET)
    })
}
