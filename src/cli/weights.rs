//! Weights named on the command line: a built-in array, a file, or a run.

use super::failure::{Code, Failure};
use crate::record::run::Home;
use crate::record::weights::WeightsFile;
use crate::registry::Table;
use crate::report::export::{self, ReadWeights};
use crate::tune::against::{Against, Opponent};
use std::path::Path;

/// Weights and where they come from.
pub struct Weights {
    /// For the seat at corner 1.
    pub values: Vec<f64>,
    /// What their file says of them, where it does.
    pub file: Option<WeightsFile>,
}

/// Finds what `name` names: a built-in array first, then a file, then a run.
///
/// # Errors
/// Where it names nothing, or a file that is damaged, of another game or of another length.
pub fn find(name: &str, game: &str, table: &dyn Table, home: &Home) -> Result<Weights, Failure> {
    if table.built_in_names().contains(&name) {
        let values = table.built_in(name)?;
        return Ok(Weights { values, file: None });
    }
    let path = Path::new(name);
    if path.exists() && !path.is_dir() {
        return read(path, game, table);
    }
    match home.run(name).map(|run| run.champion_path()) {
        Ok(path) if path.is_file() => read(&path, game, table),
        Ok(_) => Err(Failure::usage(format!(
            "run '{name}' has no champion yet; `starhop resume {name}` goes on with it"
        ))),
        Err(_) => Err(Failure::usage(format!(
            "'{name}' is neither a built-in array, a file nor a run; built in: {}",
            table.built_in_names().join(", ")
        ))),
    }
}

/// Finds each of several opponents, with its share.
///
/// # Errors
/// As [`find`].
pub fn find_all(
    against: &Against,
    game: &str,
    table: &dyn Table,
    home: &Home,
) -> Result<Vec<(u32, Vec<f64>)>, Failure> {
    let values = |it: &Opponent| Ok((it.share, find(&it.name, game, table, home)?.values));
    against.opponents().iter().map(values).collect()
}

/// The array that measures a loser's distance.
pub fn distance(name: &str, table: &dyn Table) -> Result<Vec<f64>, Failure> {
    table.built_in(name).map_err(|why| Failure::usage(format!("distance: {why}")))
}

/// Reads a file and checks that its weights fit the table.
///
/// # Errors
/// Where it is damaged, of another game or of another length.
pub fn read(path: &Path, game: &str, table: &dyn Table) -> Result<Weights, Failure> {
    let fails = |why: String| Failure::new(Code::Data, format!("{}: {why}", path.display()));
    let read = export::read(path, &table.cells()).map_err(Failure::data)?;
    let values = read.weights().to_vec();
    let file = match read {
        ReadWeights::File(file) => Some(*file),
        _ => None,
    };
    let bare = || WeightsFile {
        game: game.to_string(),
        players: table.players(),
        rules: table.rules(),
        weights: values.clone(),
        origin: None,
        measured: None,
    };
    let checked = file.clone().unwrap_or_else(bare);
    checked.check(game, &table.parameters()).map_err(|why| fails(why.to_string()))?;
    Ok(Weights { values, file })
}
