//! What an evolution begins from, as `from` names it: weights, or a whole population.

use super::error::SessionError;
use super::weights;
use crate::backend::Threads;
use crate::evolve::breed::{Ancestor, Beginning, Unscored};
use crate::evolve::population::Individual;
use crate::record::disk::{self, Kind};
use crate::record::error::RecordError;
use crate::record::home::Home;
use crate::record::population::PopulationFile;
use crate::record::run::Run;
use crate::registry::Table;
use crate::tune::Tuner;
use crate::tune::config::Config;
use crate::tune::matches::Terms;
use crate::tune::names::OptimizerName;
use std::io::ErrorKind;
use std::path::Path;

/// Mebibytes that a file with a population may have.
const MOST_MIB: u64 = 1024;

/// What evolution begins from, and the text of the file that keeps it in the run's folder.
pub struct Found {
    pub beginning: Beginning,
    pub text: String,
}

/// Finds what the configuration's `from` names, if it names something: a built-in array, a file, a
/// generation of a run as `RUN@GENERATION`, or the champion of a run.
///
/// # Errors
/// Where it names nothing, or what doesn't fit the configuration.
pub fn find(
    config: &Config,
    table: &dyn Table,
    home: &Home,
) -> Result<Option<Found>, SessionError> {
    let Some(name) = config.from.as_deref() else { return Ok(None) };
    let path = Path::new(name);
    let is_built_in = table.built_in_names().contains(&name);
    let is_file = !is_built_in && disk::kind(path)? == Some(Kind::File);
    if is_file && let Some(found) = population_in(path, config, table)? {
        return within(found, name, table).map(Some);
    }
    if let (false, Some((run, generation))) = (is_built_in || is_file, name.rsplit_once('@')) {
        match (generation.parse(), home.run(run)) {
            (Ok(number), run) => {
                let run = run?;
                weights::check_names(&run, table)?;
                let found = population(&generation_of(&run, number)?, name, config, table)?;
                return within(found, name, table).map(Some);
            }
            (Err(_), Ok(_)) => {
                let why = format!("from: '{generation}' is no generation, as in RUN@10");
                return Err(SessionError::Refused(why));
            }
            (Err(_), Err(_)) => {}
        }
    }
    let values = weights::find(name, table, home)?.values;
    Ok(Some(vector(values, config, table)))
}

/// What turns a vector into the nearest one that the run could come to.
pub fn settle(
    config: &Config,
    table: &dyn Table,
) -> Result<impl Fn(&[f64]) -> Vec<f64> + use<>, SessionError> {
    let distance = weights::distance(&config.distance, table)?;
    let against = vec![(1, distance.clone())];
    let terms = Terms::of(config, &table.parameters(), against, distance)?;
    let tuner: Box<dyn Tuner> = table.tuner(&terms, Threads::alone())?;
    Ok(move |values: &[f64]| tuner.vector(&tuner.genes(values)))
}

/// What evolution begins from, in words: the name of the array, and what settings make of it where they change how it
/// plays.
pub fn told(
    name: &str,
    values: &[f64],
    config: &Config,
    table: &dyn Table,
) -> Result<String, SessionError> {
    let changes = match (config.symmetric, config.fix.names().is_empty()) {
        (false, true) => return Ok(name.to_string()),
        (true, true) => "made symmetric",
        (false, false) => "with fixed parameters",
        (true, false) => "made symmetric, with fixed parameters",
    };
    Ok(match is_kept(values, config, table)? {
        true => name.to_string(),
        false => format!("{name}, {changes}"),
    })
}

/// Whether a run can come to just these values, but for those that no move depends on.
pub fn is_kept(values: &[f64], config: &Config, table: &dyn Table) -> Result<bool, SessionError> {
    let (settled, idle) = (settle(config, table)?(values), table.idle(&config.search));
    let mut pairs = values.iter().zip(&settled).enumerate();
    Ok(pairs.all(|(index, (one, other))| one == other || idle.contains(&index)))
}

/// A population, where a program can be asked for all of it.
fn within(found: Found, name: &str, table: &dyn Table) -> Result<Found, SessionError> {
    if let Beginning::Population(all) = &found.beginning {
        for (index, individual) in all.iter().enumerate() {
            let fits = weights::check_values(&individual.genes, table);
            fits.map_err(|why| {
                SessionError::Damaged(format!("{name}: individual {index}: {why}"))
            })?;
        }
    }
    Ok(found)
}

/// Reads a weights or a population file.
///
/// # Errors
/// Where it is damaged, or doesn't fit the configuration.
pub fn read(path: &Path, config: &Config, table: &dyn Table) -> Result<Found, SessionError> {
    match population_in(path, config, table)? {
        Some(found) => Ok(found),
        None => Ok(vector(weights::read(path, table)?.values, config, table)),
    }
}

/// The population in a file; `None` where it holds something else.
fn population_in(
    path: &Path,
    config: &Config,
    table: &dyn Table,
) -> Result<Option<Found>, SessionError> {
    let bytes = disk::read_named(path, MOST_MIB)?;
    let Some(text) = std::str::from_utf8(&bytes).ok().filter(|it| PopulationFile::is_one(it))
    else {
        return Ok(None);
    };
    let name = path.display().to_string();
    let file = PopulationFile::parse(text);
    let file = file.map_err(|why| weights::unfit(path, why))?;
    population(&file, &name, config, table).map(Some)
}

fn vector(genes: Vec<f64>, config: &Config, table: &dyn Table) -> Found {
    let text = weights::bare(table, &genes).to_json();
    let beginning = Beginning::Ancestor(Ancestor { genes, deviation: config.deviation });
    Found { beginning, text }
}

fn population(
    file: &PopulationFile,
    name: &str,
    config: &Config,
    table: &dyn Table,
) -> Result<Found, SessionError> {
    file.check(&config.game, &table.parameters())
        .map_err(|why| SessionError::Damaged(format!("{name}: {why}")))?;
    if config.optimizer != OptimizerName::Ga {
        return Err(SessionError::refused(format!(
            "from: {name} is a whole population, and only optimizer ga goes on from one; the others \
             draw each generation around a centre"
        )));
    }
    let (found, needed) = (file.population.len(), config.population);
    if found != needed {
        return Err(SessionError::refused(format!(
            "from: the population of {name} has {found} individuals, not {needed}; give \
             --population {found}"
        )));
    }
    let one = |it: &Individual| Unscored {
        genes: it.genes.clone(),
        deviation: it.deviation,
        ..Unscored::default()
    };
    let unscored = file.population.iter().map(one).collect();
    Ok(Found { beginning: Beginning::Population(unscored), text: file.to_json() })
}

/// A generation of a run that was kept, or the one that it stands at.
fn generation_of(run: &Run, generation: u64) -> Result<PopulationFile, SessionError> {
    match run.population(generation) {
        Err(RecordError::Io { reason, .. }) if reason.kind() == ErrorKind::NotFound => {}
        kept => return Ok(kept?),
    }
    let name = run.name();
    let checkpoint = run.checkpoint()?.map(|found| found.checkpoint);
    let Some(checkpoint) = checkpoint.filter(|it| it.state.generation == generation) else {
        return Err(SessionError::refused(format!(
            "generation {generation} of run '{name}' was not kept, nor does the run stand there; \
             --keep-every says which are kept"
        )));
    };
    let config = &checkpoint.config;
    let table = weights::table_of(run, config)?;
    let coding = table.coding(config)?;
    let whole = |it: &Individual| {
        let genes = coding.whole(&it.genes)?;
        Some(Individual { genes, ..it.clone() })
    };
    let population = checkpoint.state.population.iter().map(whole).collect::<Option<Vec<_>>>();
    let damaged =
        || SessionError::Damaged(format!("the checkpoint of run '{name}' does not fit its game"));
    Ok(PopulationFile::new(config, generation, population.ok_or_else(damaged)?))
}
