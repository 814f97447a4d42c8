//! Chinese Checkers with per-cell weights: its presets.

use super::{Entry, Table, TypedTable, Workload};
use crate::eval::cell_weights::CellWeightFamily;
use crate::game::chinese_checkers::{ChineseCheckers, Rules, seats};
use crate::game::{Game, TextError};
use crate::play::greedy::StarGames;
use crate::rng::Seed;
use crate::tune::against::Against;
use crate::tune::config::{
    Config, CrossoverName, MutationName, OptimizerName, SelectionName, VERSION,
};
use crate::tune::fitness::{Conditions, Seats};

const NAME: &str = "chinese-checkers";
const DEFAULT: &str = "default";
const REPORT: &str = "report";

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
        &[DEFAULT, REPORT]
    }

    fn workloads(&self) -> &'static [Workload] {
        &WORKLOADS
    }

    fn preset(&self, preset: &str, players: usize) -> Result<Config, TextError> {
        if seats(players).is_none() {
            return Err(TextError(format!("{players} players: the star seats 2 to 6")));
        }
        match preset {
            DEFAULT => Ok(default_preset(players)),
            REPORT => Ok(report_preset(players)),
            _ => {
                let known = self.presets().join(", ");
                Err(TextError(format!("no preset '{preset}'; known: {known}")))
            }
        }
    }

    fn open(&self, players: usize, rules: &str) -> Result<Box<dyn Table>, TextError> {
        let game = ChineseCheckers::new(players, Rules::parse(rules, players)?)?;
        let position = game.start();
        Ok(Box::new(TypedTable {
            family: CellWeightFamily,
            game,
            position,
            greedy: StarGames::new,
        }))
    }

    fn open_at(&self, drawing: &str) -> Result<Box<dyn Table>, TextError> {
        let (game, position) = ChineseCheckers::parse_position(drawing)?;
        Ok(Box::new(TypedTable {
            family: CellWeightFamily,
            game,
            position,
            greedy: StarGames::new,
        }))
    }
}

/// An evolution strategy on standard rules against hand-tuned-v4, from every seat. An unfinished
/// game counts as lost at once, since one that is replayed hides how often it happens.
fn default_preset(players: usize) -> Config {
    let turns = players as u32;
    Config {
        preset: DEFAULT.to_string(),
        rules: Rules::standard(players).to_string(),
        against: Against::one("hand-tuned-v4"),
        distance: "hand-tuned-v4".to_string(),
        seats: Seats::All,
        conditions: Conditions::Common,
        optimizer: OptimizerName::Es,
        deviation: 20.0,
        population: 64,
        fitness_games: 4 * turns,
        more_games: 4 * turns,
        replays: 0,
        generations: Some(2500),
        measure_every: 100,
        candidates: 4,
        ..report_preset(players)
    }
}

/// The algorithm of the tin171 report (2012) in its own setting; see the section "Genetic
/// algorithm" and the figures that the authors logged.
fn report_preset(players: usize) -> Config {
    Config {
        version: VERSION,
        game: NAME.to_string(),
        preset: REPORT.to_string(),
        players,
        rules: Rules::report().to_string(),
        seed: Seed::default(),
        generations: Some(3000),
        minutes: None,
        target_fitness: None,
        against: Against::one("hand-tuned-v3"),
        opening_plies: 0,
        distance: "hand-tuned-v3".to_string(),
        seats: Seats::First,
        conditions: Conditions::Own,
        optimizer: OptimizerName::Ga,
        learning_rate: 2.0,
        momentum: 0.9,
        population: if players == 2 { 100 } else { 50 },
        fitness_games: 2,
        more_games: 5,
        more_from: 300.0,
        win_points: 500.0,
        replays: 20,
        selection: SelectionName::Truncation,
        survivors: 0.2,
        tournament_size: 3,
        crossover: CrossoverName::Uniform,
        mutation: MutationName::Uniform,
        mutation_rate: 1.0 / 15.0,
        gene_rate: 0.1,
        step_low: -25,
        step_high: 24,
        deviation: 15.0,
        restart_after: 150,
        measure_every: 100,
        measure_games: 1000,
        final_games: 10_000,
        candidates: 8,
        choose_games: 100,
        keep_every: 0,
    }
}
