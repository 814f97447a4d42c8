//! What each parameter's way from its start to the champion is worth.

use super::comparison::PairedComparison;
use crate::evolve::population::mean_and_deviation;
use crate::record::run::Run;
use crate::registry::Table;
use crate::session::error::SessionError;
use crate::session::weights::whole;
use crate::tune::config::Config;

/// What setting a parameter back to its start does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It loses.
    Moved,
    /// It wins: the champion is better without that change.
    Worse,
    /// It makes no difference that counts.
    None,
    /// Not known.
    Undecided,
}

/// Why a parameter has no games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// No move depends on it.
    Idle,
    /// The champion has it where it started.
    AtStart,
}

/// A parameter that could move, with its mirror image where both change together.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// Its index, or the first one.
    pub first: usize,
    /// Its name, or both names.
    pub name: String,
    /// Its value where the run began.
    pub start: f64,
    /// The champion's.
    pub champion: f64,
    /// Mean and standard deviation in the run's last population, where that is there.
    pub population: Option<(f64, f64)>,
    /// The champion with it set back, or why there is nothing to play.
    pub vector: Result<Vec<f64>, Why>,
}

impl Tried {
    /// What setting it back does.
    pub fn effect(&self, comparison: Option<&PairedComparison>) -> Effect {
        let Some(comparison) = comparison else {
            return if self.vector == Err(Why::Idle) { Effect::None } else { Effect::Undecided };
        };
        let (low, high) = comparison.interval();
        match () {
            () if comparison.repeats() => Effect::Undecided,
            // Where chance cancels out, the interval of a difference that doesn't count leaves out 0, too.
            () if comparison.is_small() => Effect::None,
            () if low > 0.0 => Effect::Moved,
            () if high < 0.0 => Effect::Worse,
            () => Effect::Undecided,
        }
    }
}

/// The parameters of a run that could move.
///
/// # Errors
/// Where the run's checkpoint is damaged.
pub fn movable(
    run: &Run,
    config: &Config,
    table: &dyn Table,
    (champion, start): (&[f64], &[f64]),
) -> Result<Vec<Tried>, SessionError> {
    let population = match run.checkpoint()? {
        None => Vec::new(),
        Some(found) => {
            let all = found.checkpoint.state.population.into_iter();
            all.map(|it| whole(table, config, &it.genes)).collect::<Result<_, _>>()?
        }
    };
    let names: Vec<String> = table.parameters().into_iter().map(|it| it.name).collect();
    let idle = table.idle(&config.search);
    let tried = |group: Vec<usize>| {
        let first = *group.first()?;
        let named = group.iter().filter_map(|&index| names.get(index).map(String::as_str));
        let name = named.collect::<Vec<_>>().join(" and ");
        let mut vector = champion.to_vec();
        for &index in &group {
            *vector.get_mut(index)? = *start.get(index)?;
        }
        Some(Tried {
            first,
            name,
            start: *start.get(first)?,
            champion: *champion.get(first)?,
            population: spread(&population, first),
            vector: match () {
                () if group.iter().all(|index| idle.contains(index)) => Err(Why::Idle),
                () if vector == champion => Err(Why::AtStart),
                () => Ok(vector),
            },
        })
    };
    Ok(table.coding(config)?.groups().into_iter().filter_map(tried).collect())
}

/// Mean and standard deviation of a parameter in a population.
fn spread(population: &[Vec<f64>], index: usize) -> Option<(f64, f64)> {
    let values: Vec<f64> = population.iter().filter_map(|it| it.get(index).copied()).collect();
    (!values.is_empty()).then(|| mean_and_deviation(&values))
}
