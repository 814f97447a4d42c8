//! Separable covariance matrix adaptation (sep-CMA-ES): each gene's deviation around the centre is
//! learnt from the steps that were successful.
//!
//! Hansen and Ostermeier, "Completely derandomized self-adaptation in evolution strategies",
//! Evolutionary Computation 9 (2001), with a diagonal matrix as in Ros and Hansen, "A simple
//! modification in CMA-ES achieving linear time and space complexity" (PPSN 2008, section 2);
//! weights and learning rates as in Hansen, "The CMA evolution strategy: a tutorial" (2016, table
//! 1), without negative weights; the path that variances follow is in units of each gene's deviation,
//! and is never halted. A whole matrix of a hundred genes has thousands of entries, more than noisy
//! games can teach in a run.
//!
//! Here a gene's deviation stays between the first and the least one: an evaluation plays the same
//! when all its weights are doubled, so that by its fitness alone the distribution would grow for
//! ever.
//!
//! Where a centre stands at a bound and its best samples lie beyond, it can't follow them: their mean
//! step would point there for ever, and all deviations grow towards the greatest. So
//! the step of such a gene counts as 0, as [`Adaptation::still_at_bounds`] has it.

use super::Genome;
use super::centre::{Centre, Centred, Deviation, Draws, Shape};
use super::population::{Individual, ranking};
use crate::parameter::Parameter;

/// How the distribution begins and how far it may shrink.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adaptation {
    /// The first deviation, which is the greatest and falls with age, and the least one.
    pub deviation: Deviation,
    /// Whether a gene counts as still where its centre stands at a bound and would move beyond.
    pub still_at_bounds: bool,
}

impl Adaptation {
    /// The mean step of a gene's best samples, in units of its deviation, as far as its centre can follow.
    fn step(&self, at: f64, parameter: &Parameter, mean: f64) -> f64 {
        let points_beyond = at >= parameter.max && mean > 0.0 || at <= parameter.min && mean < 0.0;
        if self.still_at_bounds && points_beyond { 0.0 } else { mean }
    }
}

/// The constants for λ samples and n parameters, by their names in the tutorial.
struct Constants {
    /// w: the weights of the best half, the best first; they add up to 1.
    weights: Vec<f64>,
    /// μ_eff: how many equally weighted samples these are worth, 1 / Σ w².
    worth: f64,
    /// c_σ: the share of the newest movement in the path that sets the step size.
    path_rate: f64,
    /// c_c: the share of the newest movement in the path that variances follow.
    movement_rate: f64,
    /// c₁: how much that path changes the variances.
    rank_one: f64,
    /// c_μ: how much the best samples change them.
    rank_many: f64,
    /// d_σ: how slowly the step size follows the length of its path.
    damping: f64,
    /// E‖N(0, I)‖: the mean length of a standard normal vector.
    mean_length: f64,
}

impl Constants {
    fn new(samples: usize, parameters: usize) -> Constants {
        let half = (samples / 2).max(1);
        let (count, n) = (samples as f64, parameters as f64);
        let raw = (1..=half).map(|rank| libm::log((count + 1.0) / 2.0) - libm::log(rank as f64));
        let raw: Vec<f64> = raw.collect();
        let sum = raw.iter().sum::<f64>();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let worth = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let path_rate = (worth + 2.0) / (n + worth + 5.0);
        let fewer = (n + 2.0) / 3.0;
        let rank_one = (fewer * 2.0 / ((n + 1.3).powi(2) + worth)).min(1.0);
        let rank_many = fewer * 2.0 * (worth - 2.0 + 1.0 / worth) / ((n + 2.0).powi(2) + worth);
        Constants {
            worth,
            path_rate,
            movement_rate: (4.0 + worth / n) / (n + 4.0 + 2.0 * worth / n),
            rank_one,
            rank_many: rank_many.clamp(0.0, 1.0 - rank_one),
            damping: 1.0 + path_rate + 2.0 * (((worth - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0),
            mean_length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            weights,
        }
    }

    /// The logarithm of the growth of the step size, (c_σ / d_σ) (‖path‖ / E‖N(0, I)‖ − 1), limited
    /// so that no generation more than doubles or halves it.
    fn growth(&self, path: &[f64]) -> f64 {
        let length = path.iter().map(|it| it * it).sum::<f64>().sqrt();
        (self.path_rate / self.damping * (length / self.mean_length - 1.0)).clamp(-0.7, 0.7)
    }
}

impl Centred for Adaptation {
    /// The centre in the middle of what parameters start from, with the first deviation for every
    /// gene.
    fn begin(&self, parameters: &[Parameter]) -> Centre {
        let shape = Shape {
            deviations: vec![self.deviation.first; parameters.len()],
            movement: vec![0.0; parameters.len()],
        };
        Centre { shape: Some(shape), ..Centre::new(parameters) }
    }

    fn surround(&self, centre: &Centre, draws: &Draws, count: usize) -> Vec<Genome> {
        let Some(shape) = &centre.shape else { return Vec::new() };
        let sample = |index: usize| {
            let normal = draws.normal(index);
            centre.beside(draws.parameters, |gene| shape.deviations[gene] * normal[gene])
        };
        draws.map(count, sample)
    }

    /// Moves the centre by the samples as they were drawn, not as rounding and bounds left them: only
    /// then is the path a random walk where no sample is better than others. A gene that is still at its bound adds
    /// nothing to the path, whose expected length counts it all the same: the step size then falls faster.
    fn learn(&self, centre: &Centre, draws: &Draws, population: &[Individual]) -> Centre {
        let Some(before) = &centre.shape else { return centre.clone() };
        let constants = Constants::new(population.len(), draws.parameters.len());
        let best = ranking(population).into_iter().zip(&constants.weights);
        let best: Vec<(f64, Vec<f64>)> =
            best.map(|(index, &weight)| (weight, draws.normal(index))).collect();
        let mean = |gene: usize, power: i32| {
            best.iter().map(|(weight, normal)| weight * normal[gene].powi(power)).sum::<f64>()
        };
        let genes = centre.at.iter().zip(draws.parameters).enumerate();
        let steps: Vec<f64> =
            genes.map(|(gene, (&at, it))| self.step(at, it, mean(gene, 1))).collect();
        let kept = |rate: f64| (rate * (2.0 - rate) * constants.worth).sqrt();
        let (path_rate, movement_rate) = (constants.path_rate, constants.movement_rate);
        let mut next = centre.clone();
        for (path, step) in next.velocity.iter_mut().zip(&steps) {
            *path = (1.0 - path_rate) * *path + kept(path_rate) * step;
        }
        let growth = libm::exp(constants.growth(&next.velocity));
        let mut shape = before.clone();
        let greatest = self.deviation.at(draws.age);
        let least = self.deviation.least.min(greatest);
        for (gene, parameter) in draws.parameters.iter().enumerate() {
            let deviation = before.deviations[gene];
            next.shift(gene, parameter, deviation * steps[gene]);
            // In units of the gene's own deviation, as the variances below.
            let movement = &mut shape.movement[gene];
            *movement = (1.0 - movement_rate) * *movement + kept(movement_rate) * steps[gene];
            let variance = 1.0 - constants.rank_one - constants.rank_many
                + constants.rank_one * movement.powi(2)
                + constants.rank_many * mean(gene, 2);
            shape.deviations[gene] = (deviation * variance.sqrt() * growth).clamp(least, greatest);
        }
        next.shape = Some(shape);
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::centre::tests::{draws, evolved, parameters, scored};
    use crate::parameter::{Domain, Start};

    const ADAPTATION: Adaptation = Adaptation {
        deviation: Deviation { first: 8.0, least: 1e-9, anneal_after: 0 },
        still_at_bounds: false,
    };

    fn reals(count: usize) -> Vec<Parameter> {
        let parameter = |index| Parameter {
            name: format!("real-{index}"),
            domain: Domain::Real,
            start: Start::Uniform(0.0, 20.0),
            min: -1e9,
            max: 1e9,
        };
        (0..count).map(parameter).collect()
    }

    #[test]
    fn weights_are_those_of_the_tutorial() {
        // Ten samples: ln 5.5 − ln i for the best five, which is worth 3.17 samples.
        let constants = Constants::new(10, 4);
        let expected = [0.456, 0.271, 0.162, 0.085, 0.026];
        for (weight, expected) in constants.weights.iter().zip(expected) {
            assert!((weight - expected).abs() < 1e-3, "{:?}", constants.weights);
        }
        assert!((constants.worth - 3.17).abs() < 0.01);
        assert!((constants.mean_length - 1.8809).abs() < 1e-3, "of a vector of four");
    }

    #[test]
    fn an_ill_scaled_valley_is_followed_to_its_end() {
        // Axes a thousand times as steep as others.
        let fitness = |genes: &Genome| {
            let square = |gene: usize, scale: f64| (scale * (genes[gene] - 3.0)).powi(2);
            -(square(0, 1.0) + square(1, 1e3) + square(2, 1.0) + square(3, 1e3))
        };
        let centre = evolved(&ADAPTATION, &reals(4), (400, 12), fitness);
        assert!(fitness(&centre.at) > -1e-10, "{:?}", centre.at);
        // On the way, before all deviations are down at the least.
        let centre = evolved(&ADAPTATION, &reals(4), (60, 12), fitness);
        let deviations = &centre.shape.as_ref().unwrap().deviations;
        assert!(deviations[0] > 30.0 * deviations[1], "{deviations:?}");
    }

    #[test]
    fn a_fitness_that_knows_no_scale_does_not_blow_it_up() {
        let parameters = reals(3);
        let fitness = |genes: &Genome| genes[0] / genes.iter().map(|it| it * it).sum::<f64>();
        let centre = evolved(&ADAPTATION, &parameters, (500, 10), fitness);
        let shape = centre.shape.as_ref().unwrap();
        assert!(centre.fits(&parameters) && shape.deviations.iter().all(|&it| it <= 8.0));
    }

    fn bounded(count: usize) -> Vec<Parameter> {
        let within = |it| Parameter { start: Start::Fixed(0.0), min: -5.0, max: 5.0, ..it };
        reals(count).into_iter().map(within).collect()
    }

    #[test]
    fn tops_beyond_bounds_do_not_drive_the_step_size() {
        let tops = [7.0, -7.0, 5.0, 1.0, 2.0, 3.0];
        let square = |(gene, top): (&f64, f64)| (gene - top).powi(2);
        // Two tops lie 2 beyond.
        let loss = |genes: &Genome| genes.iter().zip(tops).map(square).sum::<f64>() - 8.0;
        let deviation = Deviation { first: 1.0, ..ADAPTATION.deviation };
        let end = |still_at_bounds: bool| {
            let optimizer = Adaptation { deviation, still_at_bounds };
            evolved(&optimizer, &bounded(6), (100, 32), |genes| -loss(genes))
        };
        let (still, driven) = (end(true), end(false));
        let [small, great] =
            [&still, &driven].map(|it| it.shape.as_ref().unwrap().deviations.clone());
        assert!(small.iter().all(|&it| it < 1e-3), "{small:?}");
        assert!(great.iter().all(|&it| it > 0.7), "{great:?}");
        let losses = [&still, &driven].map(|it| loss(&it.at));
        assert!(losses[0] < 1e-4 && losses[1] > 1e-2, "{losses:?}");
    }

    #[test]
    fn a_gene_at_a_bound_is_still_only_where_it_would_move_beyond() {
        let parameters = bounded(2);
        let draws = draws(&parameters, 0);
        let learn = |still_at_bounds: bool, at: f64, sign: f64| {
            let optimizer = Adaptation { still_at_bounds, ..ADAPTATION };
            let centre = Centre { at: vec![at, 0.0], ..optimizer.begin(&parameters) };
            let genomes = optimizer.surround(&centre, &draws, 8);
            optimizer.learn(&centre, &draws, &scored(&genomes, |genes| sign * genes[0]))
        };
        for bound in [5.0, -5.0] {
            let (still, driven) = (learn(true, bound, bound), learn(false, bound, bound));
            assert_eq!((still.at[0], driven.at[0]), (bound, bound));
            assert_eq!((still.velocity[0], still.shape.as_ref().unwrap().movement[0]), (0.0, 0.0));
            assert!(driven.velocity[0] * bound > 0.0);
            assert_eq!((still.at[1], still.velocity[1]), (driven.at[1], driven.velocity[1]));
            assert_eq!(learn(true, bound, -bound), learn(false, bound, -bound));
            assert_eq!(learn(true, 0.0, bound), learn(false, 0.0, bound));
        }
    }

    #[test]
    fn whole_genes_stay_whole_and_within_bounds() {
        let parameters = parameters();
        let deviation = Deviation { least: 1.0, ..ADAPTATION.deviation };
        let optimizer = Adaptation { deviation, ..ADAPTATION };
        let centre = evolved(&optimizer, &parameters, (300, 12), |genes| genes[2] - genes[0]);
        assert!(centre.at[0] < 3.0 && centre.at[2] > 58.0, "{:?}", centre.at);
        let genomes = optimizer.surround(&centre, &draws(&parameters, 300), 5);
        for genes in &genomes {
            assert!(parameters.iter().zip(genes).all(|(it, &gene)| it.nearest(gene) == gene));
        }
    }

    #[test]
    fn one_parameter_and_two_samples_are_enough() {
        let parameters = reals(1);
        let centre = ADAPTATION.begin(&parameters);
        let draws = draws(&parameters, 0);
        let population = scored(&ADAPTATION.surround(&centre, &draws, 2), |genes| genes[0]);
        assert!(ADAPTATION.learn(&centre, &draws, &population).fits(&parameters));
    }

    #[test]
    fn a_first_deviation_below_the_least_stays() {
        let deviation = Deviation { first: 0.5, least: 1.0, ..ADAPTATION.deviation };
        let optimizer = Adaptation { deviation, ..ADAPTATION };
        let centre = evolved(&optimizer, &reals(3), (20, 12), |genes| genes[0]);
        assert_eq!(centre.shape.unwrap().deviations, [0.5; 3]);
    }

    #[test]
    fn no_path_is_so_long_that_steps_more_than_double() {
        let constants = Constants::new(100, 4);
        assert_eq!([0.0, 100.0].map(|it| constants.growth(&[it; 4]) > 0.7), [false; 2]);
        assert_eq!(constants.growth(&[100.0; 4]), 0.7);
    }
}
