//! Who stands where at a budget: means over the seeds, and which of them can be told from the
//! best.

use crate::record::comparison::{Comparison, ComparisonRow};
use crate::tune::fitness::Scoring;
use crate::tune::sample::{difference, interval, mean};

/// All variants at one budget, the greatest mean fitness first.
#[derive(Clone, Debug, PartialEq)]
pub struct VariantStandings {
    /// Games of selection.
    pub budget: u64,
    /// Those with the same mean stand in the order in which they were named.
    pub variants: Vec<VariantStanding>,
}

/// One variant at one budget.
#[derive(Clone, Debug, PartialEq)]
pub struct VariantStanding {
    /// Which variant, from 0 in the order in which they were named.
    pub variant: usize,
    /// The mean over the seeds of the games of selection that it played; `None` where none of its runs is done, or in
    /// this shard.
    pub games: Option<f64>,
    /// The measured fitness of each seed's champion; `None` where its games had no winner.
    pub fitness: Vec<Option<f64>>,
    /// The mean of these; `None` where one is missing.
    pub mean: Option<f64>,
    /// The 95 % interval of that mean, by Student's t over the seeds; two seeds at least, which didn't all come out alike.
    pub interval: Option<(f64, f64)>,
    /// The mean over the seeds of wins among the decided games, 0 to 1.
    pub win_rate: Option<f64>,
    /// The share of the measured games without a winner, 0 to 1; `None` where none of its runs is done, or in this shard.
    pub unfinished: Option<f64>,
    /// Whether it is the first of those with the greatest mean, or cannot be told from that one:
    /// the 95 % interval of the difference by Welch's t holds 0, or one seed tells nothing. In a shard none may be,
    /// since its variants don't have the same seeds.
    pub may_be_best: bool,
}

impl VariantStanding {
    /// The fitness of all seeds' champions; none at all where the games of one had no winner.
    pub fn known_fitness(&self) -> Vec<f64> {
        complete(&self.fitness)
    }
}

/// The standings at each budget, of rows that are all there.
pub fn standings<'a>(
    comparison: &Comparison,
    rows: impl Iterator<Item = &'a ComparisonRow>,
) -> Vec<VariantStandings> {
    let rows: Vec<&ComparisonRow> = rows.collect();
    let at = |&budget: &u64| {
        let labels = comparison.variants.iter().map(|variant| &variant.label).enumerate();
        let mut variants: Vec<VariantStanding> = labels
            .map(|(index, label)| {
                let own = |row: &&&ComparisonRow| row.variant == *label && row.budget == budget;
                let own: Vec<_> = rows.iter().filter(own).copied().collect();
                standing(index, &own, comparison.scoring())
            })
            .collect();
        let height = |standing: &VariantStanding| standing.mean.unwrap_or(f64::NEG_INFINITY);
        variants.sort_by(|a, b| height(b).total_cmp(&height(a)));
        if comparison.shard.is_none() {
            mark(&mut variants);
        }
        VariantStandings { budget, variants }
    };
    comparison.budgets.iter().map(at).collect()
}

fn standing(variant: usize, rows: &[&ComparisonRow], scoring: Scoring) -> VariantStanding {
    let fitness: Vec<Option<f64>> = rows.iter().map(|row| row.fitness(scoring)).collect();
    let win_rates: Vec<Option<f64>> = rows.iter().map(|row| row.measured_win_rate).collect();
    let known = complete(&fitness);
    let played: Vec<f64> = rows.iter().map(|row| row.games as f64).collect();
    let games: u64 = rows.iter().map(|row| row.measured_games).sum();
    let unfinished: u64 = rows.iter().map(|row| row.measured_unfinished).sum();
    VariantStanding {
        variant,
        games: mean(&played),
        mean: mean(&known),
        // Seeds that all came out alike say nothing of others.
        interval: interval(&known).filter(|_| known.iter().any(|it| *it != known[0])),
        win_rate: mean(&complete(&win_rates)),
        unfinished: (games > 0).then(|| unfinished as f64 / games as f64),
        may_be_best: false,
        fitness,
    }
}

/// All of the values, or none where one is missing.
fn complete(values: &[Option<f64>]) -> Vec<f64> {
    values.iter().copied().collect::<Option<_>>().unwrap_or_default()
}

/// Compares each with the first, which is the best.
fn mark(variants: &mut [VariantStanding]) {
    let best = variants.first().map(VariantStanding::known_fitness).unwrap_or_default();
    for (index, standing) in variants.iter_mut().enumerate() {
        let known = standing.known_fitness();
        let behind = difference(&best, &known).is_some_and(|(low, _)| low > 0.0);
        standing.may_be_best = standing.mean.is_some() && (index == 0 || !behind);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(fitness: &[&[f64]]) -> Vec<bool> {
        let standing = |(variant, fitness): (usize, &&[f64])| VariantStanding {
            variant,
            games: None,
            mean: mean(fitness),
            interval: interval(fitness),
            win_rate: None,
            unfinished: Some(0.0),
            may_be_best: false,
            fitness: fitness.iter().copied().map(Some).collect(),
        };
        let mut standings: Vec<VariantStanding> =
            fitness.iter().enumerate().map(standing).collect();
        mark(&mut standings);
        standings.iter().map(|standing| standing.may_be_best).collect()
    }

    /// Each has a variance of 1 over three seeds, so that a difference has the standard error
    /// √(2/3) with 4 degrees of freedom: it is told from 0 above 2.7764 · 0.8165 = 2.267.
    #[test]
    fn only_a_difference_beyond_its_interval_tells_a_variant_from_the_best() {
        let best: &[f64] = &[11.0, 12.0, 13.0];
        let (near, far) = ([8.74, 9.74, 10.74], [8.72, 9.72, 10.72]);
        assert_eq!(marks(&[best, &near, &far]), [true, true, false]);
    }

    #[test]
    fn one_seed_tells_nothing_and_no_fitness_is_never_best() {
        assert_eq!(marks(&[&[9.0], &[1.0], &[]]), [true, true, false]);
        assert_eq!(marks(&[&[], &[]]), [false, false]);
        assert_eq!(marks(&[&[5.0, 5.0], &[5.0, 5.0], &[4.0, 4.0]]), [true, true, false]);
    }

    #[test]
    fn seeds_that_all_came_out_alike_leave_no_interval() {
        for (fitness, is_known) in [([0.1; 3], false), ([1.0; 3], false), ([1.0, 1.0, 0.9], true)] {
            let row = |it| ComparisonRow { measured_fitness: Some(it), ..Default::default() };
            let rows = fitness.map(row);
            let standing = standing(0, &rows.each_ref(), Scoring::Wins);
            assert_eq!(standing.interval.is_some(), is_known, "{fitness:?}");
            assert!(standing.mean.is_some());
        }
    }

    #[test]
    fn a_seed_without_fitness_leaves_no_mean_and_those_of_the_others() {
        let row = |measured_fitness| ComparisonRow { measured_fitness, ..Default::default() };
        let rows = [Some(2.0), None, Some(3.0)].map(row);
        let standing = standing(0, &rows.each_ref(), Scoring::Plies);
        assert_eq!(standing.fitness, [Some(2.0), None, Some(3.0)]);
        assert_eq!((standing.mean, standing.known_fitness()), (None, Vec::new()));
    }
}
