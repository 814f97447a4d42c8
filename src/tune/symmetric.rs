//! Vectors that serve both sides of a board alike: the optimizer sees one gene for each pair of
//! parameters that mirror each other.

use super::Tuner;
use super::fitness::GameScore;
use crate::evolve::pooled::Pooled;
use crate::evolve::{Genome, Objective, Sample};
use crate::parameter::Parameter;
use crate::play::tally::Tally;
use crate::rng::Purpose;
use std::ops::Range;

/// The vector that symmetric genes stand for on a board of that mirror; `None` where there are too
/// few of them.
pub fn whole(mirror: &[usize], genes: &[f64]) -> Option<Genome> {
    genes_of(mirror).into_iter().map(|gene| genes.get(gene).copied()).collect()
}

/// The gene of each parameter: a new one, or that of its mirror image.
fn genes_of(mirror: &[usize]) -> Vec<usize> {
    let mut genes: Vec<usize> = Vec::with_capacity(mirror.len());
    let mut count = 0;
    for &image in mirror {
        let known = genes.get(image).copied();
        genes.push(known.unwrap_or(count));
        count += usize::from(known.is_none());
    }
    genes
}

/// A tuner of symmetric vectors only.
pub struct Symmetric {
    inner: Box<dyn Tuner>,
    /// One of each pair, and those that mirror themselves.
    parameters: Vec<Parameter>,
    /// The gene that stands for each parameter of the whole vector.
    gene: Vec<usize>,
}

impl Symmetric {
    /// A tuner of vectors in which each parameter is worth the same as its mirror image: `mirror`
    /// gives the index of each one's, and is its own inverse.
    pub fn new(inner: Box<dyn Tuner>, mirror: &[usize]) -> Symmetric {
        let gene = genes_of(mirror);
        let mut parameters: Vec<Parameter> = Vec::new();
        for (parameter, &gene) in inner.parameters().iter().zip(&gene) {
            if gene == parameters.len() {
                parameters.push(parameter.clone());
            }
        }
        Symmetric { inner, parameters, gene }
    }

    fn whole(&self, genes: &[f64]) -> Genome {
        self.gene.iter().map(|&gene| genes[gene]).collect()
    }
}

impl Objective for Symmetric {
    fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    fn score(
        &self,
        generation: u64,
        population: &[Genome],
        past: &[Pooled],
        rivals: &[Genome],
    ) -> Vec<Sample> {
        let [population, rivals] = [population, rivals]
            .map(|genomes| genomes.iter().map(|genes| self.whole(genes)).collect::<Vec<_>>());
        self.inner.score(generation, &population, past, &rivals)
    }
}

impl Tuner for Symmetric {
    fn measure(
        &self,
        genes: &[f64],
        purpose: Purpose,
        path: &[u64],
        games: Range<u64>,
    ) -> Vec<Tally> {
        self.inner.measure(&self.whole(genes), purpose, path, games)
    }

    fn results(
        &self,
        genes: &[f64],
        purpose: Purpose,
        path: &[u64],
        games: Range<u64>,
    ) -> Vec<GameScore> {
        self.inner.results(&self.whole(genes), purpose, path, games)
    }

    /// Of a vector that is not symmetric, the mean of each pair.
    fn genes(&self, vector: &[f64]) -> Genome {
        let whole = self.inner.genes(vector);
        let mean = |(gene, parameter): (usize, &Parameter)| {
            let pair = || self.gene.iter().zip(&whole).filter(move |(it, _)| **it == gene);
            let sum: f64 = pair().map(|(_, value)| value).sum();
            parameter.settle(sum / pair().count().max(1) as f64)
        };
        self.parameters.iter().enumerate().map(|(gene, it)| mean((gene, it))).collect()
    }

    fn vector(&self, genes: &[f64]) -> Genome {
        self.inner.vector(&self.whole(genes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::Score;
    use crate::evolve::tests::whole as parameter;
    use crate::parameter::Start;

    /// Says of a vector that its fitness is its first three numbers as digits.
    struct Digits(Vec<Parameter>);

    impl Objective for Digits {
        fn parameters(&self) -> &[Parameter] {
            &self.0
        }

        fn score(
            &self,
            _: u64,
            population: &[Genome],
            past: &[Pooled],
            rivals: &[Genome],
        ) -> Vec<Sample> {
            let fitness = |genes: &Genome| genes.iter().fold(0.0, |sum, gene| 10.0 * sum + gene);
            let score = |genes| Score { fitness: fitness(genes), ..Score::default() };
            let past = past.iter().copied().chain(std::iter::repeat(Pooled::default()));
            let all = population.iter().chain(rivals).zip(past);
            all.map(|(genes, pooled)| Sample { score: score(genes), pooled }).collect()
        }
    }

    impl Tuner for Digits {
        fn measure(&self, genes: &[f64], _: Purpose, _: &[u64], _: Range<u64>) -> Vec<Tally> {
            let mut tally = Tally::default();
            tally.win(1, self.score(0, &[genes.to_vec()], &[], &[])[0].score.fitness);
            vec![tally]
        }

        fn results(&self, _: &[f64], _: Purpose, _: &[u64], _: Range<u64>) -> Vec<GameScore> {
            Vec::new()
        }
    }

    #[test]
    fn a_gene_stands_for_a_parameter_and_its_mirror_image() {
        let parameters: Vec<Parameter> =
            (0..5).map(|start| parameter(Start::Fixed(f64::from(start)), 0.0, 9.0)).collect();
        let tuner = Symmetric::new(Box::new(Digits(parameters)), &[4, 2, 1, 3, 0]);
        let starts: Vec<Start> = tuner.parameters().iter().map(|it| it.start).collect();
        assert_eq!(starts, [0.0, 1.0, 3.0].map(Start::Fixed));
        assert_eq!(tuner.vector(&[7.0, 8.0, 9.0]), [7.0, 8.0, 8.0, 9.0, 7.0]);
        let mirror = [4, 2, 1, 3, 0];
        assert_eq!(whole(&mirror, &[7.0, 8.0, 9.0]), Some(vec![7.0, 8.0, 8.0, 9.0, 7.0]));
        assert_eq!(whole(&mirror, &[7.0, 8.0]), None);
        let genomes = [vec![7.0, 8.0, 9.0], vec![1.0, 2.0, 3.0]];
        let past = [Pooled::default().with(1.0, 3), Pooled::default().with(1.0, 4)];
        let samples = tuner.score(0, &genomes, &past, &[vec![0.0, 0.0, 5.0]]);
        let fitness: Vec<f64> = samples.iter().map(|it| it.score.fitness).collect();
        assert_eq!(fitness, [78_897.0, 12_231.0, 50.0]);
        assert_eq!([samples[0].pooled, samples[1].pooled], past);
        assert_eq!(tuner.genes(&[7.0, 8.0, 8.0, 9.0, 7.0]), [7.0, 8.0, 9.0]);
        assert_eq!(tuner.genes(&[7.0, 8.0, 3.0, 9.0, 9.0]), [8.0, 6.0, 9.0]);
        let measured = tuner.measure(&genomes[1], Purpose::Final, &[], 0..1);
        assert_eq!(measured[0].fitness, 12_231.0);
    }
}
