//! Where each setting of a run counts for something, so that none is accepted and does nothing.

use super::config::{Config, CrossoverName, MutationName, OptimizerName, SelectionName};
use super::fitness::Scoring;
use super::racing::Racing;

/// What a setting has an effect on.
#[derive(Clone, Copy, Debug)]
pub enum Counts {
    /// On the results of every run.
    Always,
    /// On what is kept, said or waited for, never on results.
    Beside,
    /// On results where the condition holds, which the words say: "counts for nothing but …". The
    /// end of a run doesn't matter to it, since that may be moved later.
    With(fn(&Config) -> bool, &'static str),
}

/// A setting by its key in `config.toml`, which is its flag after `--`, too.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The key.
    pub key: &'static str,
    /// Where it counts.
    pub counts: Counts,
}

const fn always(key: &'static str) -> Setting {
    Setting { key, counts: Counts::Always }
}

const fn beside(key: &'static str) -> Setting {
    Setting { key, counts: Counts::Beside }
}

const fn with(key: &'static str, holds: fn(&Config) -> bool, words: &'static str) -> Setting {
    Setting { key, counts: Counts::With(holds, words) }
}

/// Every setting of `evolve`, each once.
pub const SETTINGS: &[Setting] = &[
    beside("version"),
    beside("dir"),
    beside("quiet"),
    beside("json"),
    beside("name"),
    beside("threads"),
    beside("checkpoint-seconds"),
    beside("keep-every"),
    always("seed"),
    always("generations"),
    // By the clock: where a run ends is not the same twice.
    beside("minutes"),
    always("target-fitness"),
    always("game"),
    always("preset"),
    always("players"),
    always("rules"),
    always("against"),
    always("opening-plies"),
    always("measure-opening-plies"),
    always("search"),
    always("seats"),
    always("conditions"),
    always("fitness-games"),
    always("more-games"),
    with("racing", has_more_games, "with more-games above fitness-games"),
    with(
        "more-from",
        |it| has_more_games(it) && it.racing == Racing::Sum,
        "with racing sum and more-games above fitness-games",
    ),
    always("scoring"),
    with("win-points", by_plies, "with scoring plies"),
    with("distance", by_plies, "with scoring plies"),
    always("replays"),
    always("from"),
    always("optimizer"),
    always("population"),
    always("islands"),
    with("migrate-every", |it| it.islands > 1, "with two islands at least"),
    always("symmetric"),
    always("fix"),
    with("selection", breeds, "with optimizer ga"),
    with(
        "survivors",
        |it| breeds(it) && (it.selection == SelectionName::Truncation || it.memory > 0.0),
        "with optimizer ga and selection truncation or memory",
    ),
    with("memory", breeds, "with optimizer ga"),
    with(
        "tournament-size",
        |it| breeds(it) && it.selection == SelectionName::Tournament,
        "with optimizer ga and selection tournament",
    ),
    with("crossover", breeds, "with optimizer ga"),
    with(
        "blend-alpha",
        |it| breeds(it) && it.crossover == CrossoverName::Blend,
        "with optimizer ga and crossover blend",
    ),
    with("mutation", mutates, "with optimizer ga, mutation-rate and gene-rate above 0"),
    with(
        "mutation-rate",
        |it| breeds(it) && it.gene_rate > 0.0,
        "with optimizer ga and gene-rate above 0",
    ),
    with(
        "gene-rate",
        |it| breeds(it) && it.mutation_rate > 0.0,
        "with optimizer ga and mutation-rate above 0",
    ),
    with("step-low", steps_uniformly, UNIFORM),
    with("step-high", steps_uniformly, UNIFORM),
    with(
        "deviation",
        |it| !breeds(it) || it.from.is_some() || mutates(it) && !steps_uniformly(it),
        "with mutation gaussian or self-adaptive, with optimizer es, spsa or cma, or around an \
         array that --from names",
    ),
    with("anneal-after", anneals, "with mutation gaussian, or with optimizer es, spsa or cma"),
    with(
        "least-deviation",
        |it| anneals(it) && it.anneal_after > 0 || has_deviations(it),
        "with mutation self-adaptive, with optimizer cma, or where a deviation falls \
         (anneal-after)",
    ),
    with(
        "learning-rate",
        |it| matches!(it.optimizer, OptimizerName::Es | OptimizerName::Spsa),
        "with optimizer es or spsa",
    ),
    with("momentum", |it| it.optimizer == OptimizerName::Es, "with optimizer es"),
    always("restart-after"),
    always("measure-every"),
    with("measure-games", |it| it.measure_every > 0, "with measure-every above 0"),
    always("final-games"),
    with(
        "candidates",
        |it| breeds(it) || it.candidates >= it.islands,
        "with optimizer ga, or from as many on as there are islands, whose centres are candidates \
         anyway",
    ),
    with(
        "choose-games",
        |it| it.candidates > 1 || it.measure_every > 0 || !breeds(it) && it.islands > 1,
        "with two candidates at least or measure-every above 0",
    ),
];

impl Setting {
    /// Where it would count for something, if it counts for nothing in that run.
    pub fn idle(&self, config: &Config) -> Option<&'static str> {
        match self.counts {
            Counts::With(holds, words) => (!holds(config)).then_some(words),
            Counts::Always | Counts::Beside => None,
        }
    }
}

const UNIFORM: &str = "with optimizer ga and mutation uniform or report-printed";

fn has_more_games(config: &Config) -> bool {
    config.more_games > config.fitness_games
}

fn by_plies(config: &Config) -> bool {
    config.scoring == Scoring::Plies
}

fn breeds(config: &Config) -> bool {
    config.optimizer == OptimizerName::Ga
}

fn mutates(config: &Config) -> bool {
    breeds(config) && config.mutation_rate > 0.0 && config.gene_rate > 0.0
}

fn steps_uniformly(config: &Config) -> bool {
    let by_deviation =
        matches!(config.mutation, MutationName::Gaussian | MutationName::SelfAdaptive);
    mutates(config) && !by_deviation
}

/// Whether a deviation falls with age, once it is told to.
fn anneals(config: &Config) -> bool {
    !breeds(config) || mutates(config) && config.mutation == MutationName::Gaussian
}

/// Whether each gene or individual has a deviation of its own, which grows and falls.
fn has_deviations(config: &Config) -> bool {
    config.optimizer == OptimizerName::Cma
        || mutates(config) && config.mutation == MutationName::SelfAdaptive
}
