//! The centre around which most optimizers draw their generations.

use super::Genome;
use super::normal;
use super::population::Individual;
use crate::backend::Threads;
use crate::parameter::Parameter;
use crate::rng::{Purpose, Rng, Seed};
use serde::{Deserialize, Serialize};

/// How much late places count for more than early ones in an average: η of
/// [`Centre::take_average`]. At 7, half of the weight lies in the last twelfth of the way.
const DECAY: f64 = 7.0;

/// Samples that one thread makes in a row, and how many such parts are worth sharing out.
const PART: usize = 32;
const SEVERAL: usize = 4;

/// The centre around which a generation is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Centre {
    /// One value for every parameter, not yet rounded.
    pub at: Vec<f64>,
    /// Of a strategy, its movement at a learning rate of 1, averaged by momentum; of an adaptation,
    /// the evolution path of standard normal steps that sets its step size.
    pub velocity: Vec<f64>,
    /// The mean of all places so far, late ones before early ones; empty before the first movement.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub average: Vec<f64>,
    /// The shape of the distribution, where the optimizer adapts it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
}

/// A normal distribution around a centre, with the axes of the parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// Each gene's standard deviation.
    pub deviations: Vec<f64>,
    /// Each gene's evolution path, in units of its deviation.
    pub movement: Vec<f64>,
}

/// An optimizer that draws each generation around a centre and moves it afterwards.
pub trait Centred {
    /// The first centre, at rest in the middle of what parameters start from.
    fn begin(&self, parameters: &[Parameter]) -> Centre {
        Centre::new(parameters)
    }

    /// Draws `count` individuals around the centre.
    fn surround(&self, centre: &Centre, draws: &Draws, count: usize) -> Vec<Genome>;

    /// Moves the centre by a scored generation that was drawn around it with those draws.
    fn learn(&self, centre: &Centre, draws: &Draws, population: &[Individual]) -> Centre;
}

/// What the samples of one generation are drawn from.
#[derive(Debug, Clone, Copy)]
pub struct Draws<'a> {
    /// What makes many of them at a time.
    pub threads: &'a Threads,
    /// What each gene is.
    pub parameters: &'a [Parameter],
    /// Where all chance comes from.
    pub seed: Seed,
    /// The generation's number.
    pub generation: u64,
    /// Generations since the population was founded.
    pub age: u64,
    /// How many samples of other islands are numbered before these.
    pub before: u64,
}

impl Draws<'_> {
    /// What `make` makes of every index below `count`.
    pub fn map<T: Send>(&self, count: usize, make: impl Fn(usize) -> T + Send + Sync) -> Vec<T> {
        let of = |part: usize| part * PART..count.min((part + 1) * PART);
        match count.div_ceil(PART) {
            // To wake other threads takes longer.
            0..SEVERAL => (0..count).map(make).collect(),
            parts => {
                let part = |part: usize| of(part).map(&make).collect::<Vec<T>>();
                self.threads.map(parts, part).into_iter().flatten().collect()
            }
        }
    }

    /// The stream of chance of sample number `index`.
    pub fn stream(&self, index: usize) -> Rng {
        self.seed.stream(Purpose::Breed, &[self.generation, self.before + index as u64])
    }

    /// The independent standard normal numbers of sample number `index`, one for every parameter.
    pub fn normal(&self, index: usize) -> Vec<f64> {
        let mut rng = self.stream(index);
        self.parameters.iter().map(|_| normal::standard(&mut rng)).collect()
    }
}

impl Centre {
    /// A centre at rest in the middle of what parameters start from.
    pub fn new(parameters: &[Parameter]) -> Centre {
        Centre {
            at: parameters.iter().map(|it| it.start.middle()).collect(),
            velocity: vec![0.0; parameters.len()],
            average: Vec::new(),
            shape: None,
        }
    }

    /// Takes the present place into the average, after that many movements: the mean ā of the places
    /// x becomes ā + (η + 1)/(t + η + 1) · (x − ā), with η = 7 and t the movements (polynomial-decay
    /// averaging: Shamir, Zhang, "Stochastic gradient descent for non-smooth optimization", ICML
    /// 2013, section 4). Noise in single movements cancels out in it.
    pub fn take_average(&mut self, movements: u64) {
        if self.average.len() != self.at.len() {
            self.average.clone_from(&self.at);
        }
        let rate = (DECAY + 1.0) / (movements as f64 + DECAY + 1.0);
        for (average, at) in self.average.iter_mut().zip(&self.at) {
            *average += rate * (at - *average);
        }
    }

    /// The average as a vector of admitted values; `None` before the first movement.
    pub fn average_genome(&self, parameters: &[Parameter]) -> Option<Genome> {
        let values = parameters.iter().zip(&self.average);
        let genome: Genome = values.map(|(parameter, at)| parameter.nearest(*at)).collect();
        (genome.len() == parameters.len()).then_some(genome)
    }

    /// The centre as a vector of admitted values.
    pub fn genome(&self, parameters: &[Parameter]) -> Genome {
        self.beside(parameters, |_| 0.0)
    }

    /// The admitted vector that is nearest to the centre plus `step` of each index.
    pub fn beside(&self, parameters: &[Parameter], step: impl Fn(usize) -> f64) -> Genome {
        let genes = parameters.iter().zip(&self.at).enumerate();
        genes.map(|(index, (parameter, at))| parameter.nearest(at + step(index))).collect()
    }

    /// Moves one coordinate by `step`, within the bounds of its parameter.
    pub fn shift(&mut self, index: usize, parameter: &Parameter, step: f64) {
        let at = &mut self.at[index];
        *at = (*at + step).clamp(parameter.min, parameter.max);
    }

    /// Whether it has one finite value for every parameter.
    pub fn fits(&self, parameters: &[Parameter]) -> bool {
        let finite = |values: &[f64]| values.iter().all(|value| value.is_finite());
        let places = parameters.len();
        let fits = |values: &[f64]| values.len() == places && finite(values);
        let usable = |it: &f64| (0.0..=1e15).contains(it);
        let shaped = |it: &Shape| {
            fits(&it.deviations) && it.deviations.iter().all(usable) && fits(&it.movement)
        };
        let averaged = self.average.is_empty() || fits(&self.average);
        fits(&self.at) && fits(&self.velocity) && averaged && self.shape.as_ref().is_none_or(shaped)
    }
}

/// A standard deviation that falls with the age of a population.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviation {
    /// The deviation at age 0.
    pub first: f64,
    /// The deviation that it never falls below, unless `first` is less.
    pub least: f64,
    /// The age, in generations, at which it has fallen to `first`/√2; 0 for never.
    pub anneal_after: u64,
}

impl Deviation {
    /// The deviation at that age: `first`/√(1 + age/`anneal_after`), and never below `least`.
    pub fn at(&self, age: u64) -> f64 {
        let annealed = self.first / (1.0 + self.ages(age)).sqrt();
        annealed.max(self.least.min(self.first))
    }

    /// The age in units of `anneal_after`; 0 where nothing is annealed.
    pub fn ages(&self, age: u64) -> f64 {
        match self.anneal_after {
            0 => 0.0,
            unit => age as f64 / unit as f64,
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::evolve::Score;
    use crate::evolve::tests::{alone, whole};
    use crate::parameter::{Domain, Start};

    /// Two whole parameters and a real one.
    pub fn parameters() -> Vec<Parameter> {
        let real =
            Parameter { domain: Domain::Real, ..whole(Start::Uniform(-1.0, 2.0), -50.0, 60.0) };
        vec![
            whole(Start::Fixed(500.0), 1.0, 1e9),
            whole(Start::Uniform(0.0, 199.0), 1.0, 1e9),
            real,
        ]
    }

    /// The draws of a generation that is as old as its number.
    pub fn draws(parameters: &[Parameter], generation: u64) -> Draws<'_> {
        let seed = Seed::new(5).unwrap();
        Draws { threads: alone(), parameters, seed, generation, age: generation, before: 0 }
    }

    /// Individuals with the fitness that `fitness` makes of their genes.
    pub fn scored(genomes: &[Genome], fitness: impl Fn(&Genome) -> f64) -> Vec<Individual> {
        let score = |genes: &Genome| Score { fitness: fitness(genes), ..Score::default() };
        let individual = |genes: &Genome| Individual::new(genes.clone(), score(genes));
        genomes.iter().map(individual).collect()
    }

    /// The centre after that many generations of `count` on a fitness.
    pub fn evolved(
        optimizer: &dyn Centred,
        parameters: &[Parameter],
        (generations, count): (u64, usize),
        fitness: impl Fn(&Genome) -> f64,
    ) -> Centre {
        let mut centre = optimizer.begin(parameters);
        for generation in 0..generations {
            let draws = draws(parameters, generation);
            let population = scored(&optimizer.surround(&centre, &draws, count), &fitness);
            centre = optimizer.learn(&centre, &draws, &population);
        }
        centre
    }

    #[test]
    fn a_centre_begins_in_the_middle() {
        let centre = Centre::new(&parameters());
        assert_eq!(centre.at, [500.0, 99.5, 0.5]);
        assert_eq!(centre.genome(&parameters()), [500.0, 100.0, 0.5]);
    }

    #[test]
    fn a_shape_needs_finite_numbers_for_all_parameters() {
        let parameters = parameters();
        let with = |deviations: &[f64], movement: &[f64]| {
            let [deviations, movement] = [deviations, movement].map(<[f64]>::to_vec);
            Centre { shape: Some(Shape { deviations, movement }), ..Centre::new(&parameters) }
        };
        assert!(with(&[0.5; 3], &[0.0; 3]).fits(&parameters));
        assert!(!with(&[0.5; 2], &[0.0; 3]).fits(&parameters));
        assert!(!with(&[0.5; 3], &[0.0; 4]).fits(&parameters));
        assert!(!with(&[-1.0; 3], &[0.0; 3]).fits(&parameters));
        assert!(!with(&[f64::NAN; 3], &[0.0; 3]).fits(&parameters));
        assert!(!with(&[0.5; 3], &[f64::INFINITY; 3]).fits(&parameters));
    }

    #[test]
    fn a_deviation_falls_with_the_root_of_the_age_and_not_too_far() {
        let deviation = Deviation { first: 20.0, least: 3.0, anneal_after: 100 };
        let ages = [0, 100, 300, 9_900, u64::MAX].map(|age| deviation.at(age));
        let expected = [20.0, 20.0 / 2.0f64.sqrt(), 10.0, 3.0, 3.0];
        assert!(ages.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{ages:?}");
        let never = Deviation { anneal_after: 0, ..deviation };
        assert_eq!(never.at(u64::MAX), 20.0);
        assert_eq!(Deviation { first: 2.0, ..deviation }.at(50), 2.0);
    }
}
