//! The settings of a run as a table: what is declared of each, and where it counts for something, so
//! that none is accepted and does nothing.

use super::config::Config;
use super::declared::with_settings;
use super::fitness::{Racing, Scoring};
use super::names::{CrossoverName, MutationName, OptimizerName, SelectionName};
use crate::play::batch::Conditions;
use crate::play::opening::MOST_PLIES;

/// What a setting has an effect on.
#[derive(Clone, Copy, Debug)]
pub enum Counts {
    /// On the results of every run.
    Always,
    /// On what is kept, said or waited for, never on results.
    Beside,
    /// On results where the condition holds, which the words say: "counts for nothing but …". But for
    /// `restart-every` the end of a run doesn't matter to it, since that may be moved later.
    With(fn(&Config) -> bool, &'static str),
}

/// A setting as it is declared.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Its key in `config.toml`, which is its flag after `--`, too.
    pub key: &'static str,
    /// What it is, in lines.
    pub help: &'static str,
    /// Its type in Rust.
    pub kind: &'static str,
    /// Whether a configuration holds it; the others concern how a run is worked on.
    pub is_kept: bool,
    /// Whether resuming a run may change it.
    pub moves: bool,
    /// Where it counts.
    pub counts: Counts,
    /// Whether a configuration's value is in the range, and what is said of one that isn't, as in "must be 0 to 8";
    /// empty where any value is.
    pub range: (fn(&Config) -> bool, &'static str),
}

const fn always() -> Counts {
    Counts::Always
}

const fn beside() -> Counts {
    Counts::Beside
}

const fn with(holds: fn(&Config) -> bool, words: &'static str) -> Counts {
    Counts::With(holds, words)
}

/// Any value of the type.
const ANY: (fn(&Config) -> bool, &str) = (|_| true, "");

/// A name in Rust as a key: with hyphens.
const fn key<const N: usize>(name: &str) -> [u8; N] {
    let (mut key, bytes, mut index) = ([0; N], name.as_bytes(), 0);
    while index < N {
        key[index] = if bytes[index] == b'_' { b'-' } else { bytes[index] };
        index += 1;
    }
    key
}

const fn text(key: &'static [u8]) -> &'static str {
    match std::str::from_utf8(key) {
        Ok(text) => text,
        Err(_) => panic!("names are ASCII"),
    }
}

/// Whether resuming may change it.
macro_rules! moves {
    (moves) => {
        true
    };
    (stays) => {
        false
    };
}

macro_rules! table {
    (
        kept { $(
            $(#[doc = $help:literal])+
            $name:ident: $given:ty as $held:ty = $default:expr,
            $group:literal, $shown:ident, $moved:ident, [$($flag:tt)*], [$($serde:tt)*],
            $counts:expr, $range:expr;
        )+ }
        beside { $(
            $(#[doc = $own_help:literal])+
            $own:ident: $own_type:ty, $own_group:literal, $own_shown:ident, [$($own_flag:tt)*];
        )+ }
    ) => {
        /// Every setting of `evolve` that a configuration holds, in the order of `config.toml`, and
        /// those that only concern how a run is worked on.
        pub const SETTINGS: &[Setting] = &[
            $(Setting {
                key: {
                    const KEY: [u8; stringify!($name).len()] = key(stringify!($name));
                    text(&KEY)
                },
                help: concat!($($help, "\n"),+),
                kind: stringify!($given),
                is_kept: true,
                moves: moves!($moved),
                counts: $counts,
                range: $range,
            },)+
            $(Setting {
                key: {
                    const KEY: [u8; stringify!($own).len()] = key(stringify!($own));
                    text(&KEY)
                },
                help: concat!($($own_help, "\n"),+),
                kind: stringify!($own_type),
                is_kept: false,
                moves: true,
                counts: beside(),
                range: ANY,
            },)+
        ];
    };
}

with_settings!(table);

impl Setting {
    /// Where the setting would count for something; `None` where it counts in that run.
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

/// Whether the points of the first games can add up to what earns more of them.
fn can_reach_more(config: &Config) -> bool {
    let is_one_at_most = matches!(config.scoring, Scoring::Wins | Scoring::Score);
    !is_one_at_most || config.more_from <= f64::from(config.fitness_games)
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

fn finite(value: f64) -> bool {
    value.is_finite() && value.abs() <= 1e12
}

fn share(value: f64) -> bool {
    (0.0..=1.0).contains(&value)
}
