//! A generation as a row of `generations.csv`.

use crate::evolve::evolution::State;
use crate::evolve::population::{ranking, statistics};
use crate::play::tally::Figures;
use crate::record::hash::hash_of;
use crate::record::rows::GenerationRow;
use crate::tune::champion::Champion;
use crate::tune::total;

/// The row of a generation, with the champion's columns where it was measured in it.
pub fn row(state: &State, champion: Option<&Champion>) -> GenerationRow {
    let statistics = statistics(&state.population);
    let best = ranking(&state.population).first().map(|&index| &state.population[index].genes);
    let decided = statistics.wins + statistics.losses;
    let row = GenerationRow {
        generation: state.generation,
        games: state.games,
        wins: statistics.wins,
        losses: statistics.losses,
        unfinished: statistics.unfinished,
        win_rate: (decided > 0).then(|| statistics.wins as f64 / decided as f64),
        fitness_best: statistics.best,
        fitness_mean: statistics.mean,
        fitness_median: statistics.median,
        fitness_worst: statistics.worst,
        fitness_deviation: statistics.deviation,
        diversity: statistics.diversity,
        best_hash: best.map(|genes| gene_hash(genes)).unwrap_or_default(),
        restarts: state.restarts,
        ..GenerationRow::default()
    };
    with_champion(row, champion)
}

/// The row with the columns of that champion, or of none.
pub fn with_champion(row: GenerationRow, champion: Option<&Champion>) -> GenerationRow {
    let measured = champion.map(|champion| Figures::of(&total(&champion.measured)));
    GenerationRow {
        champion_hash: champion.map(|champion| gene_hash(&champion.genes)),
        measured_games: measured.map(|it| it.games),
        measured_different: measured.map(|it| it.different),
        measured_unfinished: measured.map(|it| it.unfinished),
        measured_win_rate: measured.and_then(|it| it.win_rate),
        measured_win_rate_low: measured.and_then(|it| it.win_rate_low),
        measured_win_rate_high: measured.and_then(|it| it.win_rate_high),
        measured_fitness: measured.and_then(|it| it.fitness),
        measured_fitness_error: measured.and_then(|it| it.fitness_error),
        ..row
    }
}

/// The first 16 hexadecimal digits of the SHA-256 of the genes as little-endian doubles.
pub fn gene_hash(genes: &[f64]) -> String {
    hash_of(genes).chars().take(16).collect()
}
