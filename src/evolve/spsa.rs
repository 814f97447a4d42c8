//! Simultaneous perturbation stochastic approximation (SPSA): the slope along random directions
//! is measured by pairs to either side of the centre, which climbs it.
//!
//! Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient
//! approximation", IEEE Transactions on Automatic Control 37 (1992, section II), with its
//! averaging of several perturbations; gains and their exponents as in Spall, "Implementation of
//! the simultaneous perturbation algorithm for stochastic optimization", IEEE Transactions on
//! Aerospace and Electronic Systems 34 (1998, section III), whose stability constant, here of both
//! gains, is the age from which on they fall. Gains go by rank, from 1 for the best of a generation
//! to −1, since one lucky win is worth more points than many better moves.

use super::Genome;
use super::centre::{Centre, Centred, Deviation, Draws};
use super::population::Individual;
use super::strategy::{mirrored, utilities};

/// The exponent by which steps get shorter with age: Spall's α.
const STEP_DECAY: f64 = 0.602;
/// The exponent by which perturbations do: Spall's γ.
const PERTURBATION_DECAY: f64 = 0.101;
/// The first step at a learning rate of 1, in squares of the first perturbation. At the usual rate of 2
/// a third of it left populations at their start, and twice of it made them stray.
const STEP: f64 = 6.0;

/// How perturbations are drawn and followed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spsa {
    /// How far each gene is perturbed to either side: the first, the least, and the age from
    /// which on perturbations and steps fall.
    pub deviation: Deviation,
    /// How far the centre follows: its first step is 6 `learning_rate` `deviation.first`² times the
    /// slope of the utilities, which go from −1 to 1.
    pub learning_rate: f64,
}

impl Spsa {
    fn perturbation(&self, age: u64) -> f64 {
        let Deviation { first, least, .. } = self.deviation;
        (first / decay(self.deviation.ages(age), PERTURBATION_DECAY)).max(least.min(first))
    }

    fn step(&self, age: u64) -> f64 {
        let first = STEP * self.learning_rate * self.deviation.first.powi(2);
        first / decay(self.deviation.ages(age), STEP_DECAY)
    }
}

impl Centred for Spsa {
    /// Draws vectors in which every gene goes up or down by one distance, with equal chance.
    fn surround(&self, centre: &Centre, draws: &Draws, count: usize) -> Vec<Genome> {
        let distance = self.perturbation(draws.age);
        mirrored(&within(centre, draws), draws, count, |pair| {
            draws.normal(pair).into_iter().map(|sign| distance.copysign(sign)).collect()
        })
    }

    /// Moves the centre along the slope, the mean over the pairs. A vector without a mirror image
    /// doesn't count.
    fn learn(&self, centre: &Centre, draws: &Draws, population: &[Individual]) -> Centre {
        let mut slope = vec![0.0; draws.parameters.len()];
        let utilities = utilities(population);
        for (pair, utilities) in population.chunks_exact(2).zip(utilities.chunks_exact(2)) {
            let gain = utilities[0] - utilities[1];
            for (slope, (up, down)) in
                slope.iter_mut().zip(pair[0].genes.iter().zip(&pair[1].genes))
            {
                // At a bound both may be the same.
                *slope += if up == down { 0.0 } else { gain / (up - down) };
            }
        }
        let scale = self.step(draws.age) / (population.len() / 2).max(1) as f64;
        let mut next = within(centre, draws);
        for (index, parameter) in draws.parameters.iter().enumerate() {
            next.shift(index, parameter, scale * slope[index]);
        }
        next
    }
}

/// The centre within the bounds of its parameters, beyond which a vector may begin. Vectors to either side of one beyond
/// a bound would lie close together there, and a gain over so short a way would be a slope without end.
fn within(centre: &Centre, draws: &Draws) -> Centre {
    let mut within = centre.clone();
    for (index, parameter) in draws.parameters.iter().enumerate() {
        within.shift(index, parameter, 0.0);
    }
    within
}

/// The divisor of gains at that age: (1 + `ages`)^`exponent`.
fn decay(ages: f64, exponent: f64) -> f64 {
    libm::pow(1.0 + ages, exponent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::centre::tests::{draws, evolved, parameters, scored};
    use crate::evolve::tests::whole;
    use crate::parameter::Start;

    const SPSA: Spsa = Spsa {
        deviation: Deviation { first: 8.0, least: 2.0, anneal_after: 100 },
        learning_rate: 0.5,
    };

    #[test]
    fn every_gene_is_perturbed_by_the_same_distance() {
        let (parameters, centre) = (parameters(), Centre::new(&parameters()));
        for (age, distance) in [(0, 8.0), (100, 8.0 / 2.0f64.powf(0.101)), (u64::MAX, 2.0)] {
            let draws = Draws { age, ..draws(&parameters, 3) };
            for genes in SPSA.surround(&centre, &draws, 9) {
                assert!(((genes[2] - centre.at[2]).abs() - distance).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn a_step_by_hand() {
        let parameters = vec![whole(Start::Fixed(50.0), 0.0, 100.0); 2];
        let centre = Centre::new(&parameters);
        let genomes: Vec<Genome> =
            [[58.0, 42.0], [42.0, 58.0], [58.0, 58.0], [42.0, 42.0], [42.0, 42.0]]
                .map(|genes| genes.to_vec())
                .to_vec();
        let population = scored(&genomes, |genes| genes[0] + 3.0 * genes[1]);
        let next = SPSA.learn(&centre, &draws(&parameters, 0), &population);
        // Utilities 0, ½, 1 and twice −¾: gains −½ and 1¾ a distance of 16, their mean times 192.
        assert_eq!(next.at, [50.0 + 96.0 * (-0.5 + 1.75) / 16.0, 50.0 + 96.0 * 2.25 / 16.0]);
        let old = Draws { age: 300, ..draws(&parameters, 0) };
        let shorter = SPSA.learn(&centre, &old, &population).at[0] - 50.0;
        assert!((shorter - 7.5 / 4.0f64.powf(0.602)).abs() < 1e-12);
    }

    #[test]
    fn the_centre_climbs_and_stays_within_bounds() {
        let parameters = parameters();
        let centre = evolved(&SPSA, &parameters, (300, 20), |genes| genes[2] - genes[0]);
        assert_eq!((centre.at[0], centre.at[2]), (1.0, 60.0));
        assert!(centre.fits(&parameters));
    }

    /// From beyond a bound the first step is that from the bound.
    #[test]
    fn a_gene_beyond_its_bound_is_not_thrown_away() {
        let parameters = vec![whole(Start::Fixed(50.0), 0.0, 100.0); 3];
        let draws = draws(&parameters, 0);
        let step = |first: f64| {
            let centre = Centre { at: vec![first, 50.0, 50.0], ..Centre::new(&parameters) };
            let population = scored(&SPSA.surround(&centre, &draws, 8), |genes| genes[1]);
            SPSA.learn(&centre, &draws, &population)
        };
        for beyond in [-7.0, -7.9, -8.0, -60.0] {
            assert_eq!(step(beyond), step(0.0), "{beyond}");
        }
        assert_eq!(step(107.5), step(100.0));
    }

    #[test]
    fn where_all_are_equal_the_centre_stays() {
        let (parameters, centre) = (parameters(), Centre::new(&parameters()));
        let draws = draws(&parameters, 0);
        let population = scored(&SPSA.surround(&centre, &draws, 8), |_| 1.0);
        assert_eq!(SPSA.learn(&centre, &draws, &population), centre);
    }

    #[test]
    fn a_first_deviation_below_the_least_stays_the_distance() {
        let deviation = Deviation { first: 0.5, ..SPSA.deviation };
        let spsa = Spsa { deviation, ..SPSA };
        assert_eq!([0, 1000].map(|age| spsa.perturbation(age)), [0.5; 2]);
    }
}
