//! A comparison for machines.

use crate::play::shard::Shard;
use crate::record::comparison::Comparison;
use crate::session::compare::VariantStandings;
use crate::tune::fitness::Scoring;
use serde::Serialize;

/// The result for machines.
#[derive(Serialize)]
pub struct Report<'a> {
    name: &'a str,
    shard: Option<Shard>,
    game: &'a str,
    players: usize,
    rules: &'a str,
    seeds: u64,
    scoring: Scoring,
    measured_games: u64,
    budgets: Vec<BudgetReport<'a>>,
}

/// All variants at one budget.
#[derive(Serialize)]
struct BudgetReport<'a> {
    budget: u64,
    variants: Vec<StandingReport<'a>>,
}

/// One of them.
#[derive(Serialize)]
struct StandingReport<'a> {
    variant: &'a str,
    games: Option<f64>,
    fitness: Option<f64>,
    fitness_low: Option<f64>,
    fitness_high: Option<f64>,
    fitness_of_seeds: &'a [Option<f64>],
    win_rate: Option<f64>,
    unfinished_share: Option<f64>,
    may_be_best: bool,
}

/// All standings of a comparison.
pub fn report<'a>(
    name: &'a str,
    comparison: &'a Comparison,
    standings: &'a [VariantStandings],
) -> Report<'a> {
    let measured = &comparison.measured;
    let budget = |at: &'a VariantStandings| BudgetReport {
        budget: at.budget,
        variants: at
            .variants
            .iter()
            .map(|standing| StandingReport {
                variant: &comparison.variants[standing.variant].label,
                games: standing.games,
                fitness: standing.mean,
                fitness_low: standing.interval.map(|(low, _)| low),
                fitness_high: standing.interval.map(|(_, high)| high),
                fitness_of_seeds: &standing.fitness,
                win_rate: standing.win_rate,
                unfinished_share: standing.unfinished,
                may_be_best: standing.may_be_best,
            })
            .collect(),
    };
    Report {
        name,
        shard: comparison.shard,
        game: &measured.game,
        players: measured.players,
        rules: &measured.rules,
        seeds: comparison.seeds,
        scoring: comparison.scoring(),
        measured_games: measured.games,
        budgets: standings.iter().map(budget).collect(),
    }
}
