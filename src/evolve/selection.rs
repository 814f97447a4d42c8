//! Who becomes a parent.

use super::population::Individual;
use crate::rng::Rng;
use rand::RngExt;

/// How parents are drawn from a scored generation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// Uniformly from the best share of the generation (0 < share ≤ 1); at least one survives.
    Truncation {
        /// The share that survives.
        share: f64,
    },
    /// The best of that many drawn uniformly, with replacement.
    Tournament {
        /// How many compete.
        size: usize,
    },
    /// With a chance proportional to the fitness above the generation's worst.
    Roulette,
}

/// A scored generation, ready for parents to be drawn from.
pub struct ParentPool<'a> {
    selection: Selection,
    /// Best first; equals in the order of their index.
    ranked: Vec<&'a Individual>,
    /// Cumulated fitness above the worst, in the order of `ranked`.
    wheel: Vec<f64>,
}

impl<'a> ParentPool<'a> {
    /// Ranks a generation, which must not be empty.
    pub fn new(selection: Selection, population: &'a [Individual]) -> ParentPool<'a> {
        let mut ranked: Vec<_> = population.iter().collect();
        ranked.sort_by(|a, b| b.score.fitness.total_cmp(&a.score.fitness));
        if let Selection::Truncation { share } = selection {
            let survivors = (ranked.len() as f64 * share).round() as usize;
            ranked.truncate(survivors.max(1));
        }
        let worst = ranked.last().map_or(0.0, |worst| worst.score.fitness);
        let above_worst = ranked.iter().map(|individual| individual.score.fitness - worst);
        let wheel = above_worst
            .scan(0.0, |sum, gain| {
                *sum += gain;
                Some(*sum)
            })
            .collect();
        ParentPool { selection, ranked, wheel }
    }

    /// Draws one parent.
    pub fn draw(&self, rng: &mut Rng) -> &'a Individual {
        let rank = match self.selection {
            Selection::Truncation { .. } => self.any_rank(rng),
            Selection::Tournament { size } => {
                (0..size.max(1)).map(|_| self.any_rank(rng)).min().unwrap_or(0)
            }
            Selection::Roulette => self.spin(rng),
        };
        self.ranked[rank]
    }

    fn any_rank(&self, rng: &mut Rng) -> usize {
        rng.random_range(0..self.ranked.len() as u32) as usize
    }

    /// Where all are equally fit, the wheel has no sectors and everyone has the same chance.
    fn spin(&self, rng: &mut Rng) -> usize {
        match self.wheel.last() {
            Some(&total) if total > 0.0 => {
                let stop = rng.random::<f64>() * total;
                self.wheel.partition_point(|&sum| sum <= stop).min(self.ranked.len() - 1)
            }
            _ => self.any_rank(rng),
        }
    }
}
