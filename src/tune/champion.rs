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
    /// Random populations that had been given up by then.
    pub restarts: u64,
    /// Games that took no part in selection or choice, by seat.
    pub measured: Vec<Tally>,
}

/// Chooses among the best of a generation and the champion so far, by the mean fitness of games
/// that are the same for all of them (an unfinished one counts 0), then measures the chosen one
/// on `games` fresh games of that purpose.
pub fn crown(
    tuner: &dyn Tuner,
    state: &State,
    so_far: Option<&Champion>,
    contest: &Contest,
    (purpose, games): (Purpose, u64),
) -> Champion {
    let mut champion = choose(tuner, state, so_far, contest);
    champion.measured = tuner.measure(&champion.genes, purpose, &[state.generation], 0..games);
    champion
}

fn choose(
    tuner: &dyn Tuner,
    state: &State,
    so_far: Option<&Champion>,
    contest: &Contest,
) -> Champion {
    let mut candidates = candidates(state, so_far, contest.candidates);
    let value = |candidate: &Champion| {
        let (path, games) = ([state.generation], 0..contest.choose_games);
        let tally = total(&tuner.measure(&candidate.genes, Purpose::Choose, &path, games));
        tally.fitness / tally.games().max(1) as f64
    };
    let values: Vec<f64> = candidates.iter().map(value).collect();
    let best = (0..values.len()).rev().max_by(|&a, &b| values[a].total_cmp(&values[b]));
    candidates.swap_remove(best.unwrap_or(0))
}

/// The champion so far first, then the best by estimate, each vector once, none measured.
fn candidates(state: &State, so_far: Option<&Champion>, count: usize) -> Vec<Champion> {
    let unmeasured = |it: &Champion| Champion { measured: Vec::new(), ..it.clone() };
    let mut list: Vec<Champion> = so_far.map(unmeasured).into_iter().collect();
    let most = list.len() + count;
    for index in ranking(&state.population) {
        let genes = &state.population[index].genes;
        if list.len() < most && list.iter().all(|known| known.genes != *genes) {
            list.push(Champion {
                genes: genes.clone(),
                generation: state.generation,
                restarts: state.restarts,
                measured: Vec::new(),
            });
        }
    }
    list
}
