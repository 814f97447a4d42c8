//! The champion: chosen by games of its own, then measured on fresh ones.

use super::{Tuner, total};
use crate::evolve::Genome;
use crate::evolve::evolution::State;
use crate::evolve::population::ranking;
use crate::play::tally::Tally;
use crate::rng::Purpose;
use serde::{Deserialize, Serialize};

/// How champions are chosen and measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contest {
    /// How many of a generation's best by estimate are candidates.
    pub candidates: usize,
    /// Games that each candidate plays to be chosen.
    pub choose_games: u64,
}

/// A vector that was chosen among candidates, and what fresh games say of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Champion {
    /// Its parameter vector.
    pub genes: Genome,
    /// The generation it was found in.
    pub generation: u64,
    /// Games that took no part in selection or choice, by seat.
    pub measured: Vec<Tally>,
}

/// Chooses among the best of a generation and the champion so far, by the mean fitness of games
/// that are the same for all of them (an unfinished one counts 0), then measures the chosen one
/// on `games` fresh games.
pub fn crown(
    tuner: &dyn Tuner,
    state: &State,
    so_far: Option<&Champion>,
    contest: &Contest,
    games: u64,
) -> Champion {
    let (genes, generation) = choose(tuner, state, so_far, contest);
    let path = [state.generation];
    let measured = tuner.measure(&genes, Purpose::Measure, &path, 0..games);
    Champion { genes, generation, measured }
}

fn choose(
    tuner: &dyn Tuner,
    state: &State,
    so_far: Option<&Champion>,
    contest: &Contest,
) -> (Genome, u64) {
    let candidates = candidates(state, so_far, contest.candidates);
    let value = |genes: &Genome| {
        let path = [state.generation];
        let games = total(&tuner.measure(genes, Purpose::Choose, &path, 0..contest.choose_games));
        games.fitness / games.games().max(1) as f64
    };
    let values: Vec<f64> = candidates.iter().map(|(genes, _)| value(genes)).collect();
    let best = (0..values.len()).rev().max_by(|&a, &b| values[a].total_cmp(&values[b]));
    candidates[best.unwrap_or(0)].clone()
}

/// The champion so far first, then the best by estimate, each vector once.
fn candidates(state: &State, so_far: Option<&Champion>, count: usize) -> Vec<(Genome, u64)> {
    let mut list: Vec<(Genome, u64)> =
        so_far.map(|champion| (champion.genes.clone(), champion.generation)).into_iter().collect();
    let most = list.len() + count;
    for index in ranking(&state.population) {
        let genes = &state.population[index].genes;
        if list.len() < most && list.iter().all(|(known, _)| known != genes) {
            list.push((genes.clone(), state.generation));
        }
    }
    list
}
