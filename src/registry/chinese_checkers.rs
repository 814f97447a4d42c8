//! Chinese Checkers with per-cell weights: its presets and workloads.

use super::kernels;
use super::{Entry, Preset, Table, TypedTable, Workload};
use crate::eval::Parametric;
use crate::eval::cell_weights::CellWeightFamily;
use crate::eval::euclidean::EuclideanFamily;
use crate::eval::phases::PhaseFamily;
use crate::eval::pid::PidFamily;
use crate::game::chinese_checkers::{ChineseCheckers, Position, Rules};
use crate::game::{Game, TextError};
use crate::play::batch::{Conditions, Seats, Tables};
use crate::tune::config::Config;
use crate::tune::names::OptimizerName;
use std::sync::Arc;

pub(super) const NAME: &str = "chinese-checkers";
pub(super) const PHASES: &str = "chinese-checkers/phases";
pub(super) const PID: &str = "chinese-checkers/pid";
/// Not registered, since it has nothing to evolve.
const EUCLIDEAN: &str = "chinese-checkers/euclidean";
const DEFAULT: &str = "default";
const REPORT: &str = "report";
const LONG: &str = "long";
const RIVAL: &str = "rival";
/// Generations of a search for two players.
const SEARCH: u64 = 15_000;
/// Whom the default's arrays meet: most often the run's own champions, its own generation, and the
/// arrays that others find the hardest.
const ANYONE: &str = "hand-tuned-v4,hand-tuned-v3,hand-tuned-v2,hand-tuned-v1,\
     generation-2427=5,generation-7822=3,three-player-generation-3594=2,hall-of-fame=4,population=4";

/// The same with three players, whose arrays get into each other's way for ever unless they have met
/// their own kind often.
const ANYONE_OF_THREE: &str = "hand-tuned-v4,hand-tuned-v3,hand-tuned-v2,hand-tuned-v1,\
     generation-2427,generation-7822,three-player-generation-3594,hall-of-fame=7,population=14";
/// The same with four, where it takes the most games to win against the best of the hand-tuned ones.
const ANYONE_OF_FOUR: &str = "hand-tuned-v4=5,hall-of-fame,population=4";
/// The same with five and six, at tables of one kind.
const ANYONE_OF_MORE: &str = "hand-tuned-v4=6,hall-of-fame,population=3";

/// Whom a long run's arrays meet: those of the default, and most often their own kind.
const ANYONE_LONG: &str = "hand-tuned-v4,hand-tuned-v3,hand-tuned-v2,hand-tuned-v1,\
     generation-2427=5,generation-7822=3,three-player-generation-3594=2,hall-of-fame=12,population=12";

/// A goal is won when it is full, so that a peg which never leaves its home blocks nobody for ever.
pub(super) const ARENA_RULES: &str = "standard:win=filled";

/// The historic arrays and one more.
macro_rules! historic {
    ($more:literal) => {
        [
            "hand-tuned-v1",
            "hand-tuned-v2",
            "hand-tuned-v3",
            "hand-tuned-v4",
            "generation-2427",
            "generation-7822",
            "three-player-generation-3594",
            $more,
        ]
    };
}

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
pub(super) static ENTRY: Entry = Entry {
    name: NAME,
    presets: &[
        Preset { name: DEFAULT, config: default_preset },
        Preset { name: LONG, config: long_preset },
        Preset { name: RIVAL, config: rival_preset },
        Preset { name: REPORT, config: report_preset },
    ],
    yardsticks,
    levels,
    arena_rules: ARENA_RULES,
    workloads: &WORKLOADS,
    open: |players, rules| set_up(players, rules).map(table),
    open_at: |drawing| ChineseCheckers::parse_position(drawing).map(table),
};

/// The historic arrays, and the shipped champion for that many players.
pub(super) fn yardsticks(players: usize) -> &'static [&'static str] {
    match players {
        2 => &historic!("champion-2"),
        3 => &historic!("champion-3"),
        4 => &historic!("champion-4"),
        5 => &historic!("champion-5"),
        _ => &historic!("champion-6"),
    }
}

/// The levels of four players and more, by the champion for that many.
macro_rules! levels_by {
    ($champion:literal) => {
        &[
            "greedy:hand-tuned-v1",
            concat!("greedy:", $champion),
            concat!("best-reply(depth=3):", $champion),
            concat!("mcts(nodes=10000):", $champion),
        ]
    };
}

/// Each wins against the one before, in the arenas that `docs/play.md` shows.
pub(super) fn levels(players: usize) -> &'static [&'static str] {
    match players {
        2 => &[
            "greedy:hand-tuned-v1",
            "greedy:champion-default",
            "alphabeta(depth=2):champion-deep",
            "alphabeta(depth=4):champion-deep",
            "alphabeta(nodes=400000,width=10,nullmove):champion-deep-phases",
        ],
        3 => &[
            "greedy:hand-tuned-v1",
            "best-reply(depth=3):hand-tuned-v4",
            "greedy:champion-3",
            "mcts(nodes=1000):champion-deep",
            "mcts(nodes=10000):champion-deep",
        ],
        4 => levels_by!("champion-4"),
        5 => levels_by!("champion-5"),
        _ => levels_by!("champion-6"),
    }
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

/// The families that are not called `name`, with their names.
pub(super) fn others(name: &str) -> Vec<(&'static str, Arc<dyn Parametric<ChineseCheckers>>)> {
    let all: [(_, Arc<dyn Parametric<ChineseCheckers>>); 4] = [
        (NAME, Arc::new(CellWeightFamily)),
        (PHASES, Arc::new(PhaseFamily)),
        (PID, Arc::new(PidFamily)),
        (EUCLIDEAN, Arc::new(EuclideanFamily)),
    ];
    all.into_iter().filter(|(other, _)| *other != name).collect()
}

fn table((game, position): (ChineseCheckers, Position)) -> Box<dyn Table> {
    let fast = |game: &ChineseCheckers| kernels::star(game.clone());
    let family = Arc::new(CellWeightFamily);
    Box::new(TypedTable { name: NAME, family, others: others(NAME), game, position, fast })
}

/// The base's evolution strategy on standard rules against anyone from anywhere: a mix of opponents,
/// its own past and kind among them, from random openings. An unfinished game counts as lost at
/// once, since one that is replayed hides how often it happens. Two players begin a new search in
/// place of a longer one, since where one ends is more a matter of luck than of its length. Four and
/// more learn faster by `cma`, five and six at tables of one kind (`docs/tried.md`).
pub(super) fn default_preset(players: usize) -> Result<Config, TextError> {
    let base = standard(players)?;
    let strategy = Config {
        opening_plies: 4,
        fitness_games: 2 * base.fitness_games,
        more_games: 2 * base.more_games,
        measure_every: 200,
        ..base
    };
    Ok(match players {
        2 => Config {
            against: ANYONE.parse()?,
            learning_rate: 1.0,
            generations: Some(SEARCH),
            restart_every: SEARCH,
            finalists: 16,
            ..strategy
        },
        3 => Config {
            against: ANYONE_OF_THREE.parse()?,
            learning_rate: 1.0,
            generations: Some(6000),
            finalists: 8,
            ..strategy
        },
        4 => Config { against: ANYONE_OF_FOUR.parse()?, finalists: 8, ..adaptation(strategy) },
        _ => Config {
            against: ANYONE_OF_MORE.parse()?,
            tables: Tables::Alike,
            measure_every: 500,
            ..adaptation(strategy)
        },
    })
}

/// Twenty million games by `cma`, in generations of many individuals with two rounds of games each.
fn adaptation(base: Config) -> Config {
    Config {
        optimizer: OptimizerName::Cma,
        population: 256,
        fitness_games: 2 * base.players as u32,
        more_games: 2 * base.players as u32,
        anneal_after: 1000,
        generations: Some(40_000 / base.players as u64),
        ..base
    }
}

/// Ten minutes of two cores for two players: eight searches beside each other, of which the best is
/// chosen, since where one ends is more a matter of luck than of its length (`docs/tried.md`).
fn long_preset(players: usize) -> Result<Config, TextError> {
    if players != 2 {
        return Err(TextError(format!(
            "preset '{LONG}' is for two players, not {players}; the default is for 2 to 6, and \
             evolves for longer by --minutes 10"
        )));
    }
    let one = default_preset(players)?;
    Ok(Config {
        against: ANYONE_LONG.parse()?,
        share_rate: 0.1,
        start_every: 8,
        population: 8 * one.population,
        islands: 8,
        generations: Some(14_000),
        measure_every: 400,
        choose_games: 1000,
        restart_every: 0,
        finalists: 0,
        ..one
    })
}

/// The same strategy against hand-tuned-v4 alone, from every seat at the start of the game: what
/// beats one opponent and is weak against others. Two players learn the most from many individuals
/// with a game in each seat, as `docs/comparing.md` shows. A genetic algorithm, which it is compared with there, has
/// populations that never win a game.
fn rival_preset(players: usize) -> Result<Config, TextError> {
    let base = Config { restart_after: 150, ..standard(players)? };
    Ok(match players {
        2 => Config {
            population: 160,
            fitness_games: 2,
            more_games: 2,
            generations: Some(4000),
            ..base
        },
        _ => Config { generations: Some(2500), ..base },
    })
}

/// The settings that all games by the standard rules begin with.
pub(super) fn standard(players: usize) -> Result<Config, TextError> {
    set_up(players, "standard")?;
    let rules = Rules::standard(players).to_string();
    Ok(Config::base(NAME, players, &rules, "hand-tuned-v4"))
}

/// The algorithm of the tin171 report (2012) in its own setting; see the section "Genetic
/// algorithm" and the figures that the authors logged.
fn report_preset(players: usize) -> Result<Config, TextError> {
    set_up(players, "standard")?;
    Ok(Config {
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
        restart_after: 150,
        ..Config::base(NAME, players, &Rules::report().to_string(), "hand-tuned-v3")
    })
}
