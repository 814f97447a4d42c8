//! What an evolution begins from, as `--from` names it: weights, or a whole population.

use super::Common;
use super::failure::Failure;
use super::settings::coding;
use super::weights;
use crate::evolve::breed::{Ancestor, Beginning, Entrant};
use crate::evolve::population::Individual;
use crate::record::error::RecordError;
use crate::record::population::PopulationFile;
use crate::record::run::Run;
use crate::record::weights::WeightsFile;
use crate::registry::{self, Table};
use crate::tune::config::Config;
use crate::tune::names::OptimizerName;
use std::io::ErrorKind;
use std::path::Path;

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
pub fn find(config: &Config, table: &dyn Table, common: &Common) -> Result<Option<Found>, Failure> {
    let Some(name) = config.from.as_deref() else { return Ok(None) };
    let (home, path) = (common.home(), Path::new(name));
    let is_built_in = table.built_in_names().contains(&name);
    if !is_built_in && path.is_file() {
        return read(path, config, table).map(Some);
    }
    if let (false, Some((run, generation))) = (is_built_in, name.rsplit_once('@')) {
        let number = generation.parse();
        let number = number.map_err(|_| {
            Failure::usage(format!("from: '{generation}' is no generation, as in RUN@10"))
        })?;
        let file = generation_of(&home.run(run)?, number)?;
        return population(&file, name, config, table).map(Some);
    }
    let values = weights::find(name, &config.game, table, &home)?.values;
    Ok(Some(vector(values, config)))
}

/// Reads a weights or a population file.
///
/// # Errors
/// Where it is damaged, or doesn't fit the configuration.
pub fn read(path: &Path, config: &Config, table: &dyn Table) -> Result<Found, Failure> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    if PopulationFile::is_one(&text) {
        return population(
            &PopulationFile::read(path)?,
            &path.display().to_string(),
            config,
            table,
        );
    }
    let values = weights::read(path, &config.game, table)?.values;
    Ok(vector(values, config))
}

fn vector(genes: Vec<f64>, config: &Config) -> Found {
    let file = WeightsFile {
        game: config.game.clone(),
        players: config.players,
        rules: config.rules.clone(),
        weights: genes.clone(),
        fixed: Vec::new(),
        origin: None,
        measured: None,
    };
    let beginning = Beginning::Ancestor(Ancestor { genes, deviation: config.deviation });
    Found { beginning, text: file.to_json() }
}

fn population(
    file: &PopulationFile,
    name: &str,
    config: &Config,
    table: &dyn Table,
) -> Result<Found, Failure> {
    file.check(&config.game, &table.parameters())
        .map_err(|why| Failure::data(format!("{name}: {why}")))?;
    if config.optimizer != OptimizerName::Ga {
        return Err(Failure::usage(format!(
            "from: {name} is a whole population, and only optimizer ga goes on from one; the others \
             draw each generation around a centre"
        )));
    }
    let (found, needed) = (file.population.len(), config.population);
    if found != needed {
        return Err(Failure::usage(format!(
            "from: the population of {name} has {found} individuals, not {needed}; give \
             --population {found}"
        )));
    }
    let entrant = |it: &Individual| Entrant {
        genes: it.genes.clone(),
        deviation: it.deviation,
        ..Entrant::default()
    };
    let entrants = file.population.iter().map(entrant).collect();
    Ok(Found { beginning: Beginning::Population(entrants), text: file.to_json() })
}

/// A generation of a run that was kept, or the one that it stands at.
fn generation_of(run: &Run, generation: u64) -> Result<PopulationFile, Failure> {
    match run.population(generation) {
        Err(RecordError::Io { reason, .. }) if reason.kind() == ErrorKind::NotFound => {}
        kept => return Ok(kept?),
    }
    let name = run.name();
    let checkpoint = run.checkpoint()?.map(|found| found.checkpoint);
    let Some(checkpoint) = checkpoint.filter(|it| it.state.generation == generation) else {
        return Err(Failure::usage(format!(
            "generation {generation} of run '{name}' was not kept, nor does the run stand there; \
             --keep-every says which are kept"
        )));
    };
    let config = &checkpoint.config;
    let table = registry::find(&config.game)?.open(config.players, &config.rules)?;
    let coding = coding(config, table.as_ref())?;
    let whole = |it: &Individual| {
        let genes = coding.whole(&it.genes)?;
        Some(Individual { genes, ..it.clone() })
    };
    let population = checkpoint.state.population.iter().map(whole).collect::<Option<Vec<_>>>();
    let damaged = || Failure::data(format!("the checkpoint of run '{name}' does not fit its game"));
    Ok(PopulationFile::new(config, generation, population.ok_or_else(damaged)?))
}
