//! Halma with per-cell weights, with the constants of the COMP 424 report, and with other first moves
//! of its agent: their presets and workloads.

use super::{Entry, Table, TypedTable, Workload, no_preset};
use crate::eval::Parametric;
use crate::eval::halma_report::{HalmaAblationFamily, HalmaOpeningFamily, HalmaReportFamily};
use crate::eval::halma_weights::HalmaWeightFamily;
use crate::game::halma::{Halma, Position, Rules, Win};
use crate::game::{Game, TextError};
use crate::play::games::{General, SquareGames};
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

type Others = Vec<(&'static str, Arc<dyn Parametric<Halma>>)>;

/// The registry's line for Halma with per-cell weights.
pub struct HalmaEntry;

/// The registry's line for the report's constants.
pub struct HalmaReportEntry;

/// The registry's line for the first moves of the report's agent.
pub struct HalmaOpeningEntry;

impl Entry for HalmaEntry {
    fn name(&self) -> &'static str {
        NAME
    }

    fn presets(&self) -> &'static [&'static str] {
        &[DEFAULT]
    }

    fn yardsticks(&self) -> &'static [&'static str] {
        &[DIAGONAL]
    }

    fn workloads(&self) -> &'static [Workload] {
        const { &[workload(DIAGONAL, 2), workload(DIAGONAL, 4)] }
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
        Halma::parse_position(drawing).map(table)
    }
}

impl Entry for HalmaReportEntry {
    fn name(&self) -> &'static str {
        REPORT_NAME
    }

    fn presets(&self) -> &'static [&'static str] {
        &[DEFAULT]
    }

    fn yardsticks(&self) -> &'static [&'static str] {
        &[REPORT]
    }

    fn workloads(&self) -> &'static [Workload] {
        const { &[workload(REPORT, 2)] }
    }

    fn preset(&self, preset: &str, players: usize) -> Result<Config, TextError> {
        set_up(players, "standard")?;
        match preset {
            DEFAULT => Ok(report_preset(players)),
            _ => Err(no_preset(self, preset)),
        }
    }

    fn open(&self, players: usize, rules: &str) -> Result<Box<dyn Table>, TextError> {
        set_up(players, rules).map(report_table)
    }

    fn open_at(&self, drawing: &str) -> Result<Box<dyn Table>, TextError> {
        Halma::parse_position(drawing).map(report_table)
    }
}

impl Entry for HalmaOpeningEntry {
    fn name(&self) -> &'static str {
        OPENING_NAME
    }

    fn presets(&self) -> &'static [&'static str] {
        &[DEFAULT]
    }

    fn yardsticks(&self) -> &'static [&'static str] {
        &[OPENING]
    }

    fn workloads(&self) -> &'static [Workload] {
        const { &[workload(OPENING, 2)] }
    }

    fn preset(&self, preset: &str, players: usize) -> Result<Config, TextError> {
        set_up(players, "standard")?;
        match preset {
            DEFAULT => Ok(opening_preset(players)),
            _ => Err(no_preset(self, preset)),
        }
    }

    fn open(&self, players: usize, rules: &str) -> Result<Box<dyn Table>, TextError> {
        set_up(players, rules).map(opening_table)
    }

    fn open_at(&self, drawing: &str) -> Result<Box<dyn Table>, TextError> {
        Halma::parse_position(drawing).map(opening_table)
    }
}

const fn workload(name: &'static str, players: usize) -> Workload {
    Workload { first: name, others: name, players, rules: "standard" }
}

/// The game at its start.
fn set_up(players: usize, rules: &str) -> Result<(Halma, Position), TextError> {
    let game = Halma::new(players, Rules::parse(rules, players)?)?;
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
    let fast =
        |game: &Halma| (game.rules().win == Win::Own).then(|| SquareGames::new(game.clone()));
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

/// The base's strategy against the plain distances, from every seat and from random
/// openings, without which it learns one game by heart. It begins at these distances and keeps to the
/// mirror: 256 random weights take it much longer than there is patience for.
fn default_preset(players: usize) -> Config {
    let rules = Rules::standard(players).to_string();
    Config {
        opening_plies: 4,
        from: Some(DIAGONAL.to_string()),
        symmetric: true,
        deviation: 2.0,
        generations: Some(1000),
        ..Config::base(NAME, players, &rules, DIAGONAL)
    }
}

/// The report's agent against itself, from its own constants on: slow games, so few of them.
fn report_preset(players: usize) -> Config {
    let turns = players as u32;
    Config {
        game: REPORT_NAME.to_string(),
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
        fitness_games: 4 * turns,
        more_games: 4 * turns,
        generations: Some(10),
        measure_every: 8,
        measure_games: 60,
        final_games: 400,
        candidates: 2,
        choose_games: 30,
        restart_after: 0,
        ..default_preset(players)
    }
}

/// The report's first moves against themselves from the start, by a genetic algorithm whose best
/// stay, since most changes do harm: a few numbers of a few children change by one. Games are slow, so
/// they are scored by plies, which tell more than wins.
fn opening_preset(players: usize) -> Config {
    Config {
        game: OPENING_NAME.to_string(),
        against: Against::one(OPENING),
        distance: OPENING.to_string(),
        from: Some(OPENING.to_string()),
        scoring: Scoring::Plies,
        win_points: f64::from(Rules::standard(players).ply_cap),
        optimizer: OptimizerName::Ga,
        selection: SelectionName::Truncation,
        survivors: 0.25,
        memory: 0.9,
        mutation: MutationName::Gaussian,
        mutation_rate: 0.8,
        gene_rate: 0.1,
        deviation: 0.5,
        anneal_after: 0,
        ..report_preset(players)
    }
}
