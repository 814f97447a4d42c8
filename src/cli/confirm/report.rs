//! An attempt for machines.

use super::page::Page;
use crate::play::spending::{ALPHA, share};
use crate::record::ledger::Verdict;
use crate::rng::Seed;
use crate::session::confirm::comparison::PairedComparison;
use crate::session::confirm::{Effect, Test, Tried, Why};
use serde::Serialize;

/// The result for machines.
#[derive(Serialize)]
pub struct Report<'a> {
    run: &'a str,
    verdict: &'static str,
    sentence: String,
    generation: u64,
    game: &'static str,
    players: usize,
    rules: String,
    seed: Seed,
    opening_plies: u32,
    origin: &'a str,
    attempt: u64,
    broken_off: usize,
    alpha_of_all: f64,
    alpha: f64,
    tests: Vec<TestRow<'a>>,
    untested: &'a [String],
    parameters: Vec<ParameterRow<'a>>,
}

/// A test. A difference is a share of the points of games over that of an equal, or of scores.
#[derive(Serialize)]
struct TestRow<'a> {
    name: &'static str,
    against: &'a str,
    search: &'a str,
    verdict: Verdict,
    alpha: f64,
    games: u64,
    different_games: u64,
    wins: u64,
    losses: u64,
    unfinished: u64,
    difference: Option<f64>,
    interval: Vec<f64>,
}

/// A parameter, or two that mirror each other. A loss is a share of the points of games, or of scores.
#[derive(Serialize)]
struct ParameterRow<'a> {
    name: &'a str,
    verdict: &'static str,
    start: f64,
    champion: f64,
    population: Vec<f64>,
    alpha: Option<f64>,
    games: u64,
    different_games: u64,
    loss: Option<f64>,
    interval: Vec<f64>,
}

/// All of an attempt.
pub fn report<'a>(page: &'a Page) -> Report<'a> {
    let Page { run, plan, attempt, broken_off, .. } = *page;
    Report {
        run,
        verdict: page.outcome().name(),
        sentence: page.sentence(),
        generation: plan.generation,
        game: plan.table.name(),
        players: plan.config.players,
        rules: plan.table.rules(),
        seed: plan.config.seed,
        opening_plies: plan.opening_plies,
        origin: &plan.origin,
        attempt,
        broken_off,
        alpha_of_all: ALPHA,
        alpha: share(attempt),
        tests: page.tests().map(|(test, it)| test_row(test, it)).collect(),
        untested: &plan.untested,
        parameters: page.parameters().map(|(tried, it)| parameter_row(tried, it)).collect(),
    }
}

/// Both ends of an interval; none where the games set none.
fn interval(it: &PairedComparison) -> Vec<f64> {
    it.known_interval().map_or(Vec::new(), |(low, high)| vec![low, high])
}

fn test_row<'a>(test: &'a Test, it: &PairedComparison) -> TestRow<'a> {
    let counts = it.counts();
    TestRow {
        name: test.name(),
        against: &test.against.name,
        search: &test.looks,
        verdict: it.verdict(),
        alpha: it.alpha(),
        games: counts.games(),
        different_games: it.different(),
        wins: counts.wins,
        losses: counts.losses,
        unfinished: counts.unfinished,
        difference: it.known_mean(),
        interval: interval(it),
    }
}

fn parameter_row<'a>(tried: &'a Tried, it: Option<&PairedComparison>) -> ParameterRow<'a> {
    let verdict = match (tried.effect(it), &tried.vector) {
        (_, Err(Why::AtStart)) => "at-start",
        (Effect::Moved, _) => "moved",
        (Effect::Worse, _) => "worse",
        (Effect::None, _) => "without-effect",
        (Effect::Undecided, _) => "undecided",
    };
    ParameterRow {
        name: &tried.name,
        verdict,
        start: tried.start,
        champion: tried.champion,
        population: tried.population.map_or(Vec::new(), |(mean, spread)| vec![mean, spread]),
        alpha: it.map(PairedComparison::alpha),
        games: it.map_or(0, |it| it.counts().games()),
        different_games: it.map_or(0, PairedComparison::different),
        loss: it.and_then(PairedComparison::known_mean),
        interval: it.map_or(Vec::new(), interval),
    }
}
