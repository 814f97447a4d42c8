//! What genes stand for where that isn't each parameter: one gene for both of a pair that mirror each
//! other, none for a parameter that is fixed, and genes in steps for parameters of unlike scales.

mod scaled;

use super::Tuner;
use crate::backend::Threads;
use crate::evolve::{Context, Genome, Objective, Scored};
use crate::game::TextError;
use crate::parameter::{Parameter, Scale};
use crate::play::batch::GameScore;
use crate::play::tally::Tally;
use crate::rng::{Purpose, Seed};
use rand::RngExt as _;
use scaled::Scaled;
use std::ops::Range;

/// How genes stand for a parameter vector.
#[derive(Clone, Debug, PartialEq)]
pub struct Coding {
    /// What each parameter is.
    places: Vec<Place>,
    /// The parameter that each gene is drawn and bounded like: the first of those it stands for.
    first: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
enum Place {
    Gene(usize),
    Fixed(f64),
    /// Genes from that index on.
    Scaled(usize, Scaled),
}

impl Coding {
    /// The coding of that many parameters. The indices in `fixed` keep their values; each of the
    /// others has the value of its mirror image, whose index `mirror` gives (its own inverse). A
    /// parameter is fixed with its mirror image.
    ///
    /// # Errors
    /// Where both of a pair are fixed at different values, or nothing is left to evolve.
    pub fn new(
        parameters: usize,
        mirror: Option<&[usize]>,
        fixed: &[(usize, f64)],
    ) -> Result<Coding, TextError> {
        let image = |index: usize| mirror.and_then(|it| it.get(index)).map_or(index, |&it| it);
        let of = |index: usize| fixed.iter().find(|(it, _)| *it == index).map(|(_, value)| *value);
        let mut coding = Coding { places: Vec::with_capacity(parameters), first: Vec::new() };
        for index in 0..parameters {
            let place = match (of(index), of(image(index))) {
                (Some(one), Some(other)) if one != other => {
                    let why = "fix: two that mirror each other have different values; with symmetric \
                               they need the same";
                    return Err(TextError(why.to_string()));
                }
                (Some(value), _) | (None, Some(value)) => Place::Fixed(value),
                (None, None) => match coding.places.get(image(index)) {
                    Some(known) => known.clone(),
                    None => {
                        coding.first.push(index);
                        Place::Gene(coding.first.len() - 1)
                    }
                },
            };
            coding.places.push(place);
        }
        coding.with_genes()
    }

    /// The coding of parameters that have their own scales. The indices in `fixed` keep their values.
    ///
    /// # Errors
    /// Where nothing is left to evolve.
    pub fn scaled(
        parameters: &[Parameter],
        scales: &[Scale],
        fixed: &[(usize, f64)],
    ) -> Result<Coding, TextError> {
        let mut coding = Coding { places: Vec::with_capacity(parameters.len()), first: Vec::new() };
        for (index, (parameter, scale)) in parameters.iter().zip(scales).enumerate() {
            let value = fixed.iter().find(|(it, _)| *it == index).map(|(_, value)| *value);
            coding.places.push(match value {
                Some(value) => Place::Fixed(value),
                None => {
                    let (begin, scaled) = (coding.first.len(), Scaled::new(parameter, *scale));
                    coding.first.extend(vec![index; scaled.genes()]);
                    Place::Scaled(begin, scaled)
                }
            });
        }
        coding.with_genes()
    }

    fn with_genes(self) -> Result<Coding, TextError> {
        match self.first.is_empty() {
            true => Err(TextError("fix: nothing is left to evolve".to_string())),
            false => Ok(self),
        }
    }

    /// How many genes there are.
    pub fn genes(&self) -> usize {
        self.first.len()
    }

    /// The parameters that change together, by index: each with its mirror image, none that is fixed.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<(usize, Vec<usize>)> = Vec::new();
        for (index, place) in self.places.iter().enumerate() {
            let (Place::Gene(gene) | Place::Scaled(gene, _)) = *place else { continue };
            match groups.iter_mut().find(|(known, _)| *known == gene) {
                Some((_, group)) => group.push(index),
                None => groups.push((gene, vec![index])),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }

    /// Whether each parameter has a gene of its own.
    pub fn is_plain(&self) -> bool {
        self.places.iter().zip(0..).all(|(place, index)| *place == Place::Gene(index))
    }

    /// The vector that genes stand for; `None` where there are too few of them.
    pub fn whole(&self, genes: &[f64]) -> Option<Genome> {
        self.rounded(genes, &mut || 0.5)
    }

    /// The same, with whole values in steps rounded down from where a number of `drawn`, 0 to below
    /// 1, is added to them.
    fn rounded(&self, genes: &[f64], drawn: &mut dyn FnMut() -> f64) -> Option<Genome> {
        let mut value = |place: &Place| match place {
            Place::Gene(gene) => genes.get(*gene).copied(),
            Place::Fixed(value) => Some(*value),
            Place::Scaled(begin, scaled) => {
                Some(scaled.value(genes.get(*begin..begin + scaled.genes())?, drawn))
            }
        };
        // Collecting options would grow the list step by step.
        let mut whole = Genome::with_capacity(self.places.len());
        for place in &self.places {
            whole.push(value(place)?);
        }
        Some(whole)
    }

    /// What each gene is, where these are the parameters.
    fn parameters(&self, all: &[Parameter]) -> Vec<Parameter> {
        let mut own: Vec<Parameter> =
            self.first.iter().filter_map(|&it| all.get(it).cloned()).collect();
        for place in &self.places {
            if let Place::Scaled(begin, scaled) = place {
                own.splice(*begin..begin + scaled.genes(), scaled.parameters());
            }
        }
        own
    }
}

/// A tuner of the vectors that a coding has genes for.
#[derive(Debug)]
pub struct Coded {
    inner: Box<dyn Tuner>,
    coding: Coding,
    /// What each gene is.
    parameters: Vec<Parameter>,
    /// What decides how whole values in steps are rounded in selection; `None` rounds to the nearest.
    rounding: Option<Seed>,
}

impl Coded {
    /// A tuner that shows optimizers only the genes of `coding`.
    pub fn new(inner: Box<dyn Tuner>, coding: Coding) -> Coded {
        let parameters = coding.parameters(inner.parameters());
        Coded { inner, coding, parameters, rounding: None }
    }

    /// The same, whose whole values in steps are rounded up or down by chance while individuals are
    /// selected, in the mean to where their genes are: steps below 1 then are not lost.
    pub fn rounding(self, seed: Seed) -> Coded {
        Coded { rounding: Some(seed), ..self }
    }

    fn whole(&self, genes: &[f64]) -> Genome {
        self.coding.whole(genes).expect("genomes have all genes")
    }

    /// The vector that an individual of a generation plays by.
    fn played(&self, genes: &[f64], generation: u64, index: u64) -> Genome {
        let Some(seed) = self.rounding else { return self.whole(genes) };
        let mut rng = seed.stream(Purpose::Rounding, &[generation, index]);
        let vector = self.coding.rounded(genes, &mut || rng.random());
        vector.expect("genomes have all genes")
    }
}

impl Objective for Coded {
    fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    fn threads(&self) -> Threads {
        self.inner.threads()
    }

    fn score(&self, population: &[Genome], context: &Context<'_>) -> Scored {
        let played = |(genes, index): (&Genome, u64)| self.played(genes, context.generation, index);
        let population: Vec<Genome> = population.iter().zip(context.before..).map(played).collect();
        let rivals: Vec<Genome> = context.rivals.iter().map(|genes| self.whole(genes)).collect();
        self.inner.score(&population, &Context { rivals: &rivals, ..*context })
    }
}

impl Tuner for Coded {
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
        let scaled = |(place, &value): (&Place, &f64)| match place {
            Place::Scaled(_, scaled) => scaled.genes_of(value),
            Place::Gene(_) | Place::Fixed(_) => Vec::new(),
        };
        let in_steps: Genome = self.coding.places.iter().zip(&whole).flat_map(scaled).collect();
        if !in_steps.is_empty() {
            return in_steps;
        }
        let mean = |(gene, parameter): (usize, &Parameter)| {
            let places = || self.coding.places.iter().zip(&whole);
            let own = || places().filter(move |(it, _)| **it == Place::Gene(gene));
            let sum: f64 = own().map(|(_, value)| value).sum();
            parameter.settle(sum / own().count().max(1) as f64)
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
    use crate::evolve::pooled::Pooled;
    use crate::evolve::tests::whole as parameter;
    use crate::evolve::{Sample, Score};
    use crate::parameter::Start;

    /// Says of a vector that its fitness is its first three numbers as digits.
    struct Digits(Vec<Parameter>);

    impl Objective for Digits {
        fn parameters(&self) -> &[Parameter] {
            &self.0
        }

        fn score(&self, population: &[Genome], context: &Context<'_>) -> Scored {
            let fitness = |genes: &Genome| genes.iter().fold(0.0, |sum, gene| 10.0 * sum + gene);
            let score = |genes| Score { fitness: fitness(genes), ..Score::default() };
            let past = context.past.iter().copied().chain(std::iter::repeat(Pooled::default()));
            let all = population.iter().chain(context.rivals).zip(past);
            let sample = |(genes, pooled)| Sample { score: score(genes), pooled };
            all.map(sample).collect::<Vec<_>>().into()
        }
    }

    impl Tuner for Digits {
        fn measure(&self, genes: &[f64], _: Purpose, _: &[u64], _: Range<u64>) -> Vec<Tally> {
            let mut tally = Tally::default();
            let context = Context { generation: 0, before: 0, past: &[], rivals: &[], shares: &[] };
            let Scored { samples, .. } = self.score(&[genes.to_vec()], &context);
            tally.win(1, samples[0].score.fitness);
            vec![tally]
        }

        fn results(&self, _: &[f64], _: Purpose, _: &[u64], _: Range<u64>) -> Vec<GameScore> {
            Vec::new()
        }
    }

    #[test]
    fn a_gene_stands_for_a_parameter_and_its_mirror_image() {
        let mirrored = Coding::new(5, Some(&[4, 2, 1, 3, 0]), &[]).unwrap();
        let parameters: Vec<Parameter> =
            (0..5).map(|start| parameter(Start::Fixed(f64::from(start)), 0.0, 9.0)).collect();
        let tuner = Coded::new(Box::new(Digits(parameters)), mirrored.clone());
        let starts: Vec<Start> = tuner.parameters().iter().map(|it| it.start).collect();
        assert_eq!(starts, [0.0, 1.0, 3.0].map(Start::Fixed));
        assert_eq!(tuner.vector(&[7.0, 8.0, 9.0]), [7.0, 8.0, 8.0, 9.0, 7.0]);
        assert_eq!(mirrored.whole(&[7.0, 8.0, 9.0]), Some(vec![7.0, 8.0, 8.0, 9.0, 7.0]));
        assert_eq!(mirrored.whole(&[7.0, 8.0]), None);
        let genomes = [vec![7.0, 8.0, 9.0], vec![1.0, 2.0, 3.0]];
        let past = [Pooled::default().with(1.0, 3), Pooled::default().with(1.0, 4)];
        let rivals = [vec![0.0, 0.0, 5.0]];
        let context =
            Context { generation: 0, before: 0, past: &past, rivals: &rivals, shares: &[] };
        let Scored { samples, .. } = tuner.score(&genomes, &context);
        let fitness: Vec<f64> = samples.iter().map(|it| it.score.fitness).collect();
        assert_eq!(fitness, [78_897.0, 12_231.0, 50.0]);
        assert_eq!([samples[0].pooled, samples[1].pooled], past);
        assert_eq!(mirrored.groups(), [vec![0, 4], vec![1, 2], vec![3]]);
        assert_eq!(tuner.genes(&[7.0, 8.0, 8.0, 9.0, 7.0]), [7.0, 8.0, 9.0]);
        assert_eq!(tuner.genes(&[7.0, 8.0, 3.0, 9.0, 9.0]), [8.0, 6.0, 9.0]);
        let measured = tuner.measure(&genomes[1], Purpose::Final, &[], 0..1);
        assert_eq!(measured[0].fitness, 12_231.0);
    }

    #[test]
    fn a_fixed_parameter_has_no_gene_and_takes_its_mirror_image_along() {
        let parameters: Vec<Parameter> =
            (0..5).map(|start| parameter(Start::Fixed(f64::from(start)), 0.0, 9.0)).collect();
        let coding = Coding::new(5, None, &[(3, 6.0), (0, 2.0)]).unwrap();
        let tuner = Coded::new(Box::new(Digits(parameters)), coding);
        let starts: Vec<Start> = tuner.parameters().iter().map(|it| it.start).collect();
        assert_eq!(starts, [1.0, 2.0, 4.0].map(Start::Fixed));
        assert_eq!(tuner.vector(&[7.0, 8.0, 9.0]), [2.0, 7.0, 8.0, 6.0, 9.0]);
        assert_eq!(tuner.genes(&[5.0, 4.0, 3.0, 2.0, 1.0]), [4.0, 3.0, 1.0]);
        let mirror = [4, 2, 1, 3, 0];
        let both = Coding::new(5, Some(&mirror), &[(4, 6.0)]).unwrap();
        assert_eq!(both.groups(), [[1, 2].as_slice(), &[3]]);
        assert_eq!(both.whole(&[7.0, 8.0]), Some(vec![6.0, 7.0, 7.0, 8.0, 6.0]));
        assert!(Coding::new(5, Some(&mirror), &[(4, 6.0), (0, 5.0)]).is_err());
        assert!(Coding::new(5, None, &[]).unwrap().is_plain() && !both.is_plain());
    }

    #[test]
    fn a_coding_without_genes_is_refused() {
        let fixed = [(0, 1.0), (2, 3.0)];
        assert!(Coding::new(4, None, &fixed).is_ok());
        let parameters = vec![parameter(Start::Fixed(1.0), 0.0, 9.0); 3];
        let scales = [Scale::Linear(1.0); 3];
        assert!(Coding::scaled(&parameters, &scales, &fixed).is_ok());
        for refused in [
            Coding::new(4, Some(&[1, 0, 3, 2]), &fixed),
            Coding::scaled(&parameters, &scales, &[(0, 1.0), (1, 2.0), (2, 3.0)]),
        ] {
            assert!(refused.unwrap_err().0.contains("nothing is left"));
        }
    }

    #[test]
    fn what_is_rounded_by_chance_goes_by_the_place_in_the_whole_generation() {
        let parameters = vec![parameter(Start::Fixed(5.0), 0.0, 9.0); 3];
        let coding = Coding::scaled(&parameters, &[Scale::Linear(1.0); 3], &[]).unwrap();
        let seed = Seed::new(1).unwrap();
        let tuner = Coded::new(Box::new(Digits(parameters)), coding).rounding(seed);
        let genomes = vec![vec![3.5; 3]; 12];
        let fitness = |before: u64, genomes: &[Genome]| -> Vec<f64> {
            let context = Context { generation: 4, before, past: &[], rivals: &[], shares: &[] };
            let Scored { samples, .. } = tuner.score(genomes, &context);
            samples.iter().map(|it| it.score.fitness).collect()
        };
        assert_eq!(fitness(6, &genomes[6..]), fitness(0, &genomes)[6..]);
    }
}
