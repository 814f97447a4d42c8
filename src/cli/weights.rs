//! Weights named on the command line: a built-in array, a file, or a run.

use super::failure::{Code, Failure};
use crate::play::book::Book;
use crate::record;
use crate::record::run::{Home, Run};
use crate::record::weights::WeightsFile;
use crate::registry::{self, Entrant, Entry, Evaluation, Table};
use crate::report::export::{self, ReadWeights};
use crate::search::spec::BotName;
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
    match home.run(name) {
        Ok(run) => champion(&run, game, table),
        Err(_) => Err(Failure::usage(format!(
            "'{name}' is neither a built-in array, a file nor a run; built in: {}",
            table.built_in_names().join(", ")
        ))),
    }
}

/// The champion of a run.
///
/// # Errors
/// Where there is none yet, or as [`read`].
pub fn champion(run: &Run, game: &str, table: &dyn Table) -> Result<Weights, Failure> {
    let (path, name) = (run.champion_path(), run.name());
    match path.is_file() {
        true => read(&path, game, table),
        false => Err(Failure::usage(format!(
            "run '{name}' has no champion yet; `starhop resume {name}` goes on with it"
        ))),
    }
}

/// The game that weights are of: the one that is asked for, else the first in which `name` names
/// weights; where none does, the first of all.
pub fn game_of(asked: Option<&str>, name: &str, home: &Home) -> String {
    let names_some = |entry: &&&dyn Entry| {
        let preset = entry.preset(entry.presets()[0], 2);
        let table = preset.and_then(|preset| entry.open(preset.players, &preset.rules));
        table.is_ok_and(|table| find(name, entry.name(), table.as_ref(), home).is_ok())
    };
    let found = || registry::GAMES.iter().find(names_some).unwrap_or(&registry::GAMES[0]).name();
    asked.unwrap_or_else(found).to_string()
}

/// Finds what a bot goes by: a built-in evaluation, a file or a run of any kind that the table
/// knows.
///
/// # Errors
/// As [`find`].
pub fn evaluation(name: &str, table: &dyn Table, home: &Home) -> Result<Evaluation, Failure> {
    if let Ok(evaluation) = table.evaluation(name) {
        return Ok(evaluation);
    }
    let mut refused = None;
    for kind in table.kinds() {
        // Kinds without a line in the registry have built-in evaluations only.
        let Ok(entry) = registry::find(kind) else { continue };
        let of_kind = entry.open(table.players(), &table.rules())?;
        match find(name, kind, of_kind.as_ref(), home) {
            Ok(weights) => return Ok(Evaluation { kind, values: weights.values }),
            Err(failure) => refused = refused.or(Some(failure)),
        }
    }
    Err(refused.unwrap_or_else(|| Failure::usage(format!("'{name}' is no evaluation"))))
}

/// Finds what a bot is made of.
///
/// # Errors
/// As [`find`], or where its book can't be read or isn't of this game.
pub fn bot(name: &BotName, table: &dyn Table, home: &Home) -> Result<Entrant, Failure> {
    let found = name.evaluation.as_deref().map(|it| evaluation(it, table, home));
    let book = name.book.as_deref().map(|it| book(Path::new(it), table));
    Ok(Entrant { search: name.search, evaluation: found.transpose()?, book: book.transpose()? })
}

/// Reads an opening book for that table.
fn book(path: &Path, table: &dyn Table) -> Result<Book, Failure> {
    let book = record::book::read(path)?;
    let fails = |why| Failure::new(Code::Data, format!("{}: {why}", path.display()));
    table.check_book(&book).map_err(fails)?;
    Ok(book)
}

/// Finds each of the fixed opponents, with its share.
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
    against.fixed().map(values).collect()
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
        fixed: Vec::new(),
        origin: None,
        measured: None,
    };
    let checked = file.clone().unwrap_or_else(bare);
    checked.check(game, &table.parameters()).map_err(|why| fails(why.to_string()))?;
    Ok(Weights { values, file })
}
