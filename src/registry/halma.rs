//! Halma with per-cell weights, with the constants of the COMP 424 report, and with other first moves
//! of its agent: their presets and workloads.

use super::kernels;
use super::{Entry, Preset, Table, TypedTable, Workload};
use crate::eval::Parametric;
use crate::eval::halma_report::{HalmaAblationFamily, HalmaOpeningFamily, HalmaReportFamily};
use crate::eval::halma_weights::HalmaWeightFamily;
use crate::game::halma::{Halma, Position, parse_rules, standard_rules};
use crate::game::{Game, TextError};
use crate::play::batch::Tables;
use crate::play::games::General;
use crate::search::spec::{Method, Search};
use crate::tune::against::Against;
use crate::tune::config::Config;
use crate::tune::fitness::Scoring;
use crate::tune::fix::Fix;
use crate::tune::names::{MutationName, OptimizerName, SelectionName};
use std::sync::Arc;

const NAME: &str = "halma";
const REPORT_NAME: &str = "halma/report";
const OPENING_NAME: &str = "halma/opening";
/// Not registered, since it has nothing to evolve.
const ABLATION_NAME: &str = "halma/ablation";
const DEFAULT: &str = "default";
const DIAGONAL: &str = "diagonal";
const REPORT: &str = "report-2014";
const OPENING: &str = "opening-2014";
/// Whom weights for four players meet.
const ANYONE_OF_FOUR: &str = "diagonal=2,hall-of-fame,population";

type Others = Vec<(&'static str, Arc<dyn Parametric<Halma>>)>;

/// The registry's line for Halma with per-cell weights.
pub(super) static ENTRY: Entry = Entry {
    name: NAME,
    presets: &[Preset { name: DEFAULT, config: default_preset }],
    yardsticks: |_| &[DIAGONAL],
    levels,
    arena_rules: "standard",
    workloads: &[workload(DIAGONAL, 2), workload(DIAGONAL, 4)],
    open: |players, rules| set_up(players, rules).map(table),
    open_at: |drawing| Halma::parse_position(drawing).map(table),
};

/// The registry's line for the report's constants.
pub(super) static REPORT_ENTRY: Entry = Entry {
    name: REPORT_NAME,
    presets: &[Preset { name: DEFAULT, config: report_preset }],
    yardsticks: |_| &[REPORT],
    levels,
    arena_rules: "standard",
    workloads: &[workload(REPORT, 2)],
    open: |players, rules| set_up(players, rules).map(report_table),
    open_at: |drawing| Halma::parse_position(drawing).map(report_table),
};

/// The registry's line for the first moves of the report's agent.
pub(super) static OPENING_ENTRY: Entry = Entry {
    name: OPENING_NAME,
    presets: &[Preset { name: DEFAULT, config: opening_preset }],
    yardsticks: |_| &[OPENING],
    levels,
    arena_rules: "standard",
    workloads: &[workload(OPENING, 2)],
    open: |players, rules| set_up(players, rules).map(opening_table),
    open_at: |drawing| Halma::parse_position(drawing).map(opening_table),
};

const fn workload(name: &'static str, players: usize) -> Workload {
    Workload { first: name, others: name, players, rules: "standard" }
}

/// Each wins against the one before, in the arenas that `docs/play.md` shows.
fn levels(players: usize) -> &'static [&'static str] {
    match players {
        2 => &[
            "greedy:diagonal",
            "greedy:champion-halma",
            "alphabeta(depth=2):champion-halma",
            "alphabeta(depth=3):champion-halma",
            "alphabeta(nodes=400000,width=10):champion-halma-long",
        ],
        _ => {
            &["greedy:diagonal", "greedy:champion-halma-4", "best-reply(depth=3):champion-halma-4"]
        }
    }
}

/// The game at its start.
fn set_up(players: usize, rules: &str) -> Result<(Halma, Position), TextError> {
    let game = Halma::new(players, parse_rules(rules, players)?)?;
    let position = game.start();
    Ok((game, position))
}

/// The families that are not called `name`, with their names.
fn others(name: &str, players: usize) -> Others {
    let all: [(_, Arc<dyn Parametric<Halma>>); 4] = [
        (NAME, Arc::new(HalmaWeightFamily)),
        (REPORT_NAME, Arc::new(HalmaReportFamily)),
        (OPENING_NAME, Arc::new(HalmaOpeningFamily { players })),
        (ABLATION_NAME, Arc::new(HalmaAblationFamily)),
    ];
    all.into_iter().filter(|(other, _)| *other != name).collect()
}

fn table((game, position): (Halma, Position)) -> Box<dyn Table> {
    let fast = |game: &Halma| kernels::square(game.clone());
    let others = others(NAME, game.players());
    let family = Arc::new(HalmaWeightFamily);
    Box::new(TypedTable { name: NAME, family, others, game, position, fast })
}

fn report_table((game, position): (Halma, Position)) -> Box<dyn Table> {
    let fast = |_: &Halma| None::<General<Halma>>;
    let others = others(REPORT_NAME, game.players());
    let family = Arc::new(HalmaReportFamily);
    Box::new(TypedTable { name: REPORT_NAME, family, others, game, position, fast })
}

fn opening_table((game, position): (Halma, Position)) -> Box<dyn Table> {
    let fast = |_: &Halma| None::<General<Halma>>;
    let others = others(OPENING_NAME, game.players());
    let family = Arc::new(HalmaOpeningFamily { players: game.players() });
    Box::new(TypedTable { name: OPENING_NAME, family, others, game, position, fast })
}

/// The base's strategy against the plain distances; with four players also against its own past and kind, at tables of
/// one kind. Without these it comes to block its own kind (`docs/games/halma.md`).
fn default_preset(players: usize) -> Result<Config, TextError> {
    let base = against_diagonal(players)?;
    Ok(match players {
        2 => base,
        _ => Config {
            against: ANYONE_OF_FOUR.parse()?,
            tables: Tables::Alike,
            generations: Some(2000),
            ..base
        },
    })
}

/// The base's strategy against the plain distances, from every seat and from random
/// openings, without which it learns one game by heart. It begins at these distances and keeps to the
/// mirror: 256 random weights take it much longer than there is patience for.
fn against_diagonal(players: usize) -> Result<Config, TextError> {
    set_up(players, "standard")?;
    let rules = standard_rules(players).to_string();
    Ok(Config {
        opening_plies: 4,
        from: Some(DIAGONAL.to_string()),
        symmetric: true,
        deviation: 2.0,
        generations: Some(1000),
        ..Config::base(NAME, players, &rules, DIAGONAL)
    })
}

/// The report's agent against itself, from its own constants on: slow games, so few of them.
fn report_preset(players: usize) -> Result<Config, TextError> {
    Ok(Config {
        against: Against::one(REPORT),
        distance: REPORT.to_string(),
        opening_plies: 0,
        from: Some(REPORT.to_string()),
        symmetric: false,
        fix: Fix::idle(),
        search: Search::usual(Method::Own),
        scoring: Scoring::Wins,
        deviation: 1.0,
        least_deviation: 0.1,
        anneal_after: 10,
        population: 16,
        generations: Some(10),
        measure_every: 8,
        measure_games: 60,
        final_games: 400,
        candidates: 2,
        choose_games: 30,
        ..against_diagonal(players)?
    })
}

/// The report's first moves against themselves from the start, by a genetic algorithm whose best
/// stay, since most changes do harm: a few numbers of a few children change by one. Games are slow, so
/// they are scored by plies, which tell more than wins.
fn opening_preset(players: usize) -> Result<Config, TextError> {
    let base = report_preset(players)?;
    Ok(Config {
        against: Against::one(OPENING),
        distance: OPENING.to_string(),
        from: Some(OPENING.to_string()),
        scoring: Scoring::Plies,
        win_points: f64::from(standard_rules(players).ply_cap),
        optimizer: OptimizerName::Ga,
        selection: SelectionName::Truncation,
        survivors: 0.25,
        memory: 0.9,
        mutation: MutationName::Gaussian,
        mutation_rate: 0.8,
        gene_rate: 0.1,
        deviation: 0.5,
        anneal_after: 0,
        ..base
    })
}
