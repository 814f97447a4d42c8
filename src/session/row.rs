//! A generation as a row of `generations.csv`.

use crate::evolve::evolution::State;
use crate::evolve::population::{ranking, statistics};
use crate::record::checkpoint::hash;
use crate::record::rows::GenerationRow;
use crate::tune::champion::Champion;
use crate::tune::total;

/// The row of a generation, with the champion's columns where it was measured in it.
pub fn row(state: &State, champion: Option<&Champion>) -> GenerationRow {
    let figures = statistics(&state.population);
    let best = ranking(&state.population).first().map(|&index| &state.population[index].genes);
    let decided = figures.wins + figures.losses;
    let tally = champion.map(|champion| total(&champion.measured));
    let interval = tally.and_then(|tally| tally.win_rate_interval());
    GenerationRow {
        generation: state.generation,
        games: state.games,
        wins: figures.wins,
        losses: figures.losses,
        unfinished: figures.unfinished,
        win_rate: (decided > 0).then(|| figures.wins as f64 / decided as f64),
        fitness_best: figures.best,
        fitness_mean: figures.mean,
        fitness_median: figures.median,
        fitness_worst: figures.worst,
        fitness_deviation: figures.deviation,
        diversity: figures.diversity,
        best_hash: best.map(|genes| gene_hash(genes)).unwrap_or_default(),
        restarts: state.restarts,
        champion_hash: champion.map(|champion| gene_hash(&champion.genes)),
        measured_games: tally.map(|tally| tally.games()),
        measured_different: tally.map(|tally| tally.different),
        measured_unfinished: tally.map(|tally| tally.unfinished),
        measured_win_rate: tally.and_then(|tally| tally.win_rate()),
        measured_win_rate_low: interval.map(|(low, _)| low),
        measured_win_rate_high: interval.map(|(_, high)| high),
        measured_fitness: tally.and_then(|tally| tally.mean_fitness()),
        measured_fitness_error: tally.and_then(|tally| tally.fitness_error()),
    }
}

/// The first 16 hexadecimal digits of the SHA-256 of the genes as little-endian doubles.
fn gene_hash(genes: &[f64]) -> String {
    let bytes: Vec<u8> = genes.iter().flat_map(|gene| gene.to_le_bytes()).collect();
    hash(&bytes).chars().take(16).collect()
}
