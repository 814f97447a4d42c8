//! Weights by name: a built-in array, a file, or a run, for its champion.

use super::error::SessionError;
use super::program;
use crate::backend::Threads;
use crate::game::TextError;
use crate::play::book::Book;
use crate::record;
use crate::record::disk::{self, Kind};
use crate::record::error::RecordError;
use crate::record::home::Home;
use crate::record::run::Run;
use crate::record::weights::WeightsFile;
use crate::registry::{self, BotSpec, ChooserSpec, Entry, Evaluation, Table};
use crate::report::export::{self, ReadWeights, Wanted};
use crate::search::spec::{BotName, ChooserName};
use crate::tune::against::{Against, Opponent};
use crate::tune::config::Config;
use crate::tune::finals::Best;
use crate::tune::matches::Terms;
use std::path::Path;

/// Players where nothing says how many.
pub const PLAYERS: usize = 2;

/// Weights and where they come from.
#[derive(Debug)]
pub struct Weights {
    /// For the seat at corner 1.
    pub values: Vec<f64>,
    /// What their file says of them, where it does; shipped champions have one, too.
    pub file: Option<WeightsFile>,
    /// The run whose champion they are, where a run was named.
    pub run: Option<Run>,
}

/// Finds what `name` names: a built-in array first, then a file, then a run. Where the table's vectors
/// have several arrays, one array stands for as many that are the same.
///
/// # Errors
/// Where it names nothing, or a file that is damaged, of another game or of another length, or what a program
/// can't be asked for. Where it has several arrays and the table's vectors are one, the error names the game that takes both.
pub fn find(name: &str, table: &dyn Table, home: &Home) -> Result<Weights, SessionError> {
    let found = find_here(name, table, home).map_err(|why| or_wider(why, name, table, home))?;
    check_values(&found.values, table)
        .map_err(|why| SessionError::Damaged(format!("{name}: {why}")))?;
    Ok(found)
}

/// As [`find`], without a look at other games, and without asking what a program can be asked for.
fn find_here(name: &str, table: &dyn Table, home: &Home) -> Result<Weights, SessionError> {
    let Some((kind, arrays)) = table.parts() else { return find_whole(name, table, home) };
    let one = registry::find(kind)?.open(table.players(), &table.rules())?;
    if one.built_in_names().contains(&name) {
        return Ok(repeated(find_whole(name, one.as_ref(), home)?, table, arrays));
    }
    let found = find_whole(name, table, home);
    if found.as_ref().err().is_none_or(SessionError::is_of_the_system) {
        return found;
    }
    match find_whole(name, one.as_ref(), home) {
        Ok(one) => Ok(repeated(one, table, arrays)),
        Err(_) => found,
    }
}

/// One array as that many that are the same, in a vector of a table.
fn repeated(one: Weights, table: &dyn Table, arrays: usize) -> Weights {
    let values = one.values.repeat(arrays);
    let of_table = |file: WeightsFile| WeightsFile {
        game: table.name().to_string(),
        weights: values.clone(),
        // Their names are those of single parameters.
        fixed: Vec::new(),
        ..file
    };
    Weights { file: one.file.map(of_table), values, run: one.run }
}

/// As [`find_here`], where one array stands for no others.
fn find_whole(name: &str, table: &dyn Table, home: &Home) -> Result<Weights, SessionError> {
    if table.built_in_names().contains(&name) {
        let values = table.built_in(name)?;
        return Ok(Weights { values, file: shipped(name, table)?, run: None });
    }
    let path = Path::new(name);
    match disk::kind(path)? {
        Some(Kind::File) => return read(path, table),
        // Weights are looked at more than once, first to see which game they are of.
        Some(Kind::Other) => {
            return Err(unfit(path, "is a pipe or a device; save it as a file first"));
        }
        Some(Kind::Folder) | None => {}
    }
    match home.run_if_there(name)? {
        Some(run) => of_run(run, table),
        None => Err(match home.what_is(name)? {
            Some(other) => SessionError::Refused(format!(
                "'{name}' is {other}, which has no weights; name a run, a file or a built-in array"
            )),
            None => unknown(name, table, home),
        }),
    }
}

/// The built-in vectors of a table and the runs that there are, by name.
fn known(table: &dyn Table, home: &Home) -> Vec<String> {
    let runs = home.runs().unwrap_or_default().into_iter().map(|run| run.name().to_string());
    table.built_in_names().into_iter().map(str::to_string).chain(runs).collect()
}

/// The first game that has a built-in array of that name.
pub fn game_with(name: &str) -> Option<&'static Entry> {
    let knows = |entry: &&Entry| {
        let table = standard(entry, PLAYERS);
        table.is_ok_and(|(_, table)| table.built_in_names().contains(&name))
    };
    registry::games().into_iter().find(knows)
}

fn unknown(name: &str, table: &dyn Table, home: &Home) -> SessionError {
    match game_with(name) {
        Some(entry) => SessionError::Refused(format!(
            "'{name}' is a built-in array of the game {}, not of {}",
            entry.name,
            table.name()
        )),
        None => SessionError::Unknown {
            name: name.to_string(),
            game: table.name(),
            known: known(table, home),
        },
    }
}

/// The error `why`; where `name` has several arrays and the table's vectors are one, an error that names the
/// game that takes both.
fn or_wider(why: SessionError, name: &str, table: &dyn Table, home: &Home) -> SessionError {
    if why.is_of_the_system() {
        return why;
    }
    let is_wider = |entry: &&Entry| {
        let Ok(wide) = entry.open(table.players(), &table.rules()) else { return false };
        let has_several = wide.parts().is_some_and(|(kind, _)| kind == table.name());
        has_several && find_whole(name, wide.as_ref(), home).is_ok()
    };
    let Some(Entry { name: wide, .. }) = registry::games().into_iter().find(is_wider) else {
        return why;
    };
    let text = format!(
        "'{name}' fits the game {wide}, not {}; --game {wide} takes arrays of both",
        table.name()
    );
    match why {
        SessionError::Refused(_) => SessionError::Refused(text),
        _ => SessionError::Damaged(text),
    }
}

/// The weights file of a shipped champion, where `name` is one's of a table's own.
fn shipped(name: &str, table: &dyn Table) -> Result<Option<WeightsFile>, SessionError> {
    let champion = registry::champion(table.name(), name);
    let read = champion.map(|it| WeightsFile::parse_json(it.text, &table.cells())).transpose();
    read.map_err(|why| SessionError::Damaged(format!("{name}: {why}")))
}

/// The champion of a run as weights of that table.
///
/// # Errors
/// Where none was measured yet, or as [`champion`], or it is of another game.
pub fn of_run(run: Run, table: &dyn Table) -> Result<Weights, SessionError> {
    let file = champion(&run)?.ok_or_else(|| no_champion(&run))?;
    if file.game != table.name() {
        let (run, own, other) = (run.name(), &file.game, table.name());
        let why = format!("run '{run}' is of the game {own}, not of {other}");
        return Err(SessionError::Refused(match own == registry::program::NAME {
            true => format!(
                "{why}; a program's runs are for `starhop measure {run}`, `starhop sprt {run} start` and `starhop \
                 confirm {run}`"
            ),
            false => format!("{why}; --game {own} is for weights that are all of that game"),
        }));
    }
    check_names(&run, table)?;
    let fits = file.check(table.name(), &table.parameters());
    fits.map_err(|why| unfit(&run.champion_path(), why))?;
    Ok(Weights { values: file.weights.clone(), file: Some(file), run: Some(run) })
}

/// That a run of a program has that table's parameters in the same order. Programs are all one game, and a
/// vector says nothing of what its numbers are for.
///
/// # Errors
/// Names the first parameters that differ, or says how many there are of each.
pub fn check_names(run: &Run, table: &dyn Table) -> Result<(), SessionError> {
    let config = run.config()?;
    if [table.name(), &config.game] != [registry::program::NAME; 2] {
        return Ok(());
    }
    let names = |table: &dyn Table| -> Vec<String> {
        table.parameters().into_iter().map(|it| it.name).collect()
    };
    let (own, other) = (names(table_of(run, &config)?.as_ref()), names(table));
    let differ = match own.iter().zip(&other).find(|(own, other)| own != other) {
        None if own.len() == other.len() => return Ok(()),
        None => format!("it has {} parameters, this one {}", own.len(), other.len()),
        Some((own, other)) => {
            format!("its parameter '{own}' stands where this one has '{other}'")
        }
    };
    let name = run.name();
    Err(SessionError::Refused(format!("run '{name}' is of another program: {differ}")))
}

/// That a run has no champion yet.
fn no_champion(run: &Run) -> SessionError {
    let (name, is_under_way) = (run.name().to_string(), run.is_in_use().unwrap_or(false));
    SessionError::NoChampion { name, is_under_way }
}

/// The champion of a run: that of its last end, or one that was crowned since, where the run has not come to its
/// next end. `None` where none was measured.
///
/// # Errors
/// Where the champion's file or the checkpoint is damaged.
pub fn champion(run: &Run) -> Result<Option<WeightsFile>, SessionError> {
    let config = run.config()?;
    let table = table_of(run, &config)?;
    let path = run.champion_path();
    let ended = match disk::is_there(&path)? {
        true => read(&path, table.as_ref())?.file,
        false => None,
    };
    let Some(checkpoint) = run.checkpoint()?.map(|found| found.checkpoint) else {
        return Ok(ended);
    };
    if checkpoint.ended && ended.is_some() {
        return Ok(ended);
    }
    let (measured, known) = match (checkpoint.best, checkpoint.champion) {
        (Some(Best { champion, until }), _) => (champion, until),
        (None, Some(champion)) => (champion.clone(), champion.generation),
        (None, None) => return Ok(ended),
    };
    let end = ended.as_ref().and_then(|file| file.origin.as_ref()).map(|it| it.generation);
    let is_since = match (config.finalists, checkpoint.ended_before) {
        // That of an end may be older than one that it was preferred to.
        (1.., before) => before.is_some_and(|before| known > before),
        (0, _) => end < Some(known),
    };
    if ended.is_some() && !is_since {
        return Ok(ended);
    }
    let weights = whole(table.as_ref(), &config, &measured.genes)?;
    Ok(Some(super::champion_file(&config, &measured, weights)))
}

/// The table of a run with that configuration, which is that of its settings file but for its end.
///
/// # Errors
/// Names that file where it says anything that can't be: a game, players, rules, a search or
/// parameters that there aren't.
pub fn table_of(run: &Run, config: &Config) -> Result<Box<dyn Table>, SessionError> {
    let open = || -> Result<Box<dyn Table>, SessionError> {
        program::know_of(run, config)?;
        let table = registry::find(&config.game)?.open(config.players, &config.rules)?;
        let distance = distance(&config.distance, table.as_ref())?;
        let against = vec![(1, distance.clone())];
        let terms = Terms::of(config, &table.parameters(), against, distance)?;
        table.tuner(&terms, Threads::alone())?;
        Ok(table)
    };
    open().map_err(|why| unfit(&run.config_path(), why))
}

/// The table that a file of weights is for.
///
/// # Errors
/// Where it names a game, players or rules that there aren't; `place` is said with that.
pub fn table_for(file: &WeightsFile, place: &Path) -> Result<Box<dyn Table>, SessionError> {
    program::know_beside(file, place)?;
    let table = registry::find(&file.game);
    let table = table.and_then(|entry| entry.open(file.players, &file.rules));
    table.map_err(|why| unfit(place, why))
}

/// The vector that genes of a run stand for. Those of earlier versions are whole already.
///
/// # Errors
/// Where they don't fit the game.
pub fn whole(table: &dyn Table, config: &Config, genes: &[f64]) -> Result<Vec<f64>, SessionError> {
    let coding = table.coding(config)?;
    let is_whole = coding.genes() != genes.len() && genes.len() == table.parameters().len();
    let weights = if is_whole { Some(genes.to_vec()) } else { coding.whole(genes) };
    let unfit = || SessionError::Damaged("the population does not fit the game".to_string());
    weights.ok_or_else(unfit)
}

/// The registered game that weights are of: the one that is asked for, else the first in which
/// `name` names weights; where none does, the one that the file states, or the first of all.
///
/// # Errors
/// Where the game that is asked for isn't registered, or a file of nothing but numbers fits several.
pub fn game_of(
    asked: Option<&str>,
    name: &str,
    home: &Home,
) -> Result<&'static Entry, SessionError> {
    let is_open = asked.is_none_or(|it| it == registry::program::NAME);
    if is_open && program::know_by_name(name, home)? {
        return Ok(registry::find(registry::program::NAME)?);
    }
    if let Some(asked) = asked {
        return Ok(registry::find(asked)?);
    }
    let mut fitting = Vec::new();
    for entry in registry::games() {
        let Ok((_, table)) = standard(entry, PLAYERS) else { continue };
        let found = match find_whole(name, table.as_ref(), home) {
            Ok(found) => found,
            Err(why) if why.is_of_the_system() => return Err(why),
            Err(_) => continue,
        };
        let is_built_in = table.built_in_names().contains(&name);
        if is_built_in || found.file.is_some() {
            return Ok(fitting.first().copied().unwrap_or(entry));
        }
        fitting.push(entry);
    }
    match &fitting[..] {
        // What is wrong with a damaged file is told by the game that it names.
        [] => Ok(stated_game(name)?.unwrap_or_else(registry::default_game)),
        [only] => Ok(*only),
        several => Err(ambiguous(name, several)),
    }
}

/// The game that a file of that name states.
fn stated_game(name: &str) -> Result<Option<&'static Entry>, SessionError> {
    let path = Path::new(name);
    // A pipe can be read once.
    if !matches!(disk::kind(path)?, Some(Kind::File)) {
        return Ok(None);
    }
    let game = export::stated_game(path)?;
    Ok(game.and_then(|game| registry::find(&game).ok()))
}

fn ambiguous(name: &str, games: &[&Entry]) -> SessionError {
    let games = games.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ");
    SessionError::Refused(format!(
        "{name} doesn't say which game its numbers are for; name it with --game: {games}"
    ))
}

/// The default preset of a game for that many players, and a table with its rules.
///
/// # Errors
/// Where the game is not for that many players.
pub fn standard(entry: &Entry, players: usize) -> Result<(Config, Box<dyn Table>), SessionError> {
    let preset = entry.preset(entry.default_preset(), players)?;
    let table = entry.open(preset.players, &preset.rules)?;
    Ok((preset, table))
}

/// Finds what a bot goes by: a built-in evaluation, a file or a run of any kind that the table
/// knows.
///
/// # Errors
/// As [`find`].
fn evaluation(name: &str, table: &dyn Table, home: &Home) -> Result<Evaluation, SessionError> {
    if let Ok(evaluation) = table.evaluation(name) {
        return Ok(evaluation);
    }
    let mut refused = None;
    for kind in table.kinds() {
        // Kinds without a line in the registry have built-in evaluations only.
        let Ok(entry) = registry::find(kind) else { continue };
        let of_kind = entry.open(table.players(), &table.rules())?;
        match find_here(name, of_kind.as_ref(), home) {
            Ok(weights) => return Ok(Evaluation { kind, values: weights.values }),
            Err(why) => refused = refused.or(Some(why)),
        }
    }
    let none = || SessionError::refused(format!("'{name}' is no evaluation"));
    Err(refused.unwrap_or_else(none))
}

/// Finds what a bot is made of.
///
/// # Errors
/// As [`find`], or where its book or its program's file can't be read, or the book isn't of this game.
pub fn bot(name: &BotName, table: &dyn Table, home: &Home) -> Result<BotSpec, SessionError> {
    let chooser = match &name.chooser {
        ChooserName::Search { search, evaluation: by } => {
            let found = by.as_deref().map(|it| evaluation(it, table, home));
            ChooserSpec::Search { search: search.clone(), evaluation: found.transpose()? }
        }
        ChooserName::Program { file, pace } => {
            ChooserSpec::Program(program::player(Path::new(file), *pace, table)?)
        }
    };
    let book = name.book.as_deref().map(|it| book(Path::new(it), table));
    Ok(BotSpec { chooser, book: book.transpose()? })
}

/// The same for a bot that is asked for moves where nobody keeps clocks.
///
/// # Errors
/// As [`bot`], or where it has a clock for a whole game.
pub fn bot_without_clock(
    name: &BotName,
    table: &dyn Table,
    home: &Home,
) -> Result<BotSpec, SessionError> {
    name.check_no_clock()?;
    bot(name, table, home)
}

/// Reads an opening book for that table.
fn book(path: &Path, table: &dyn Table) -> Result<Book, SessionError> {
    let book = record::book::read(path)?;
    table.check_book(&book).map_err(|why| unfit(path, why))?;
    Ok(book)
}

/// Finds each of the fixed opponents, with its share.
///
/// # Errors
/// As [`find`].
pub fn find_all(
    against: &Against,
    table: &dyn Table,
    home: &Home,
) -> Result<Vec<(u32, Vec<f64>)>, SessionError> {
    let values = |it: &Opponent| Ok((it.share, find(&it.name, table, home)?.values));
    against.fixed().map(values).collect()
}

/// The built-in array that measures a loser's distance.
///
/// # Errors
/// Where there is none of that name for these rules.
pub fn distance(name: &str, table: &dyn Table) -> Result<Vec<f64>, SessionError> {
    table.built_in(name).map_err(|why| SessionError::refused(format!("distance: {why}")))
}

/// Reads a file and checks that its weights fit the table.
///
/// # Errors
/// Where it is damaged, of another game or of another length.
pub fn read(path: &Path, table: &dyn Table) -> Result<Weights, SessionError> {
    let read = export::read(path, Wanted { game: table.name(), layout: &table.cells() })?;
    let values = read.weights().to_vec();
    let file = match read {
        ReadWeights::File(file) => Some(*file),
        _ => None,
    };
    if let Some(file) = file.as_ref().filter(|file| file.game == table.name()) {
        table_for(file, path)?;
    }
    let checked = file.clone().unwrap_or_else(|| bare(table, &values));
    checked.check(table.name(), &table.parameters()).map_err(|why| unfit(path, why))?;
    Ok(Weights { values, file, run: None })
}

/// Whether a program can be asked for all of these values, of which it is told the bounds. A board's weights may
/// go beyond theirs.
pub(super) fn check_values(values: &[f64], table: &dyn Table) -> Result<(), TextError> {
    let Some(program) = table.program() else { return Ok(()) };
    values
        .iter()
        .enumerate()
        .try_for_each(|(index, value)| program.tune().check_value(index, *value))
}

/// Whether a path names a weights file without a checksum, so that nobody knows whether it is as it was
/// written.
pub fn is_by_hand(path: &Path) -> Result<bool, SessionError> {
    if disk::kind(path)? != Some(Kind::File) {
        return Ok(false);
    }
    let bytes = disk::read(path)?;
    Ok(std::str::from_utf8(&bytes).is_ok_and(WeightsFile::is_by_hand))
}

/// A weights file that says nothing of where its weights come from.
pub fn bare(table: &dyn Table, values: &[f64]) -> WeightsFile {
    WeightsFile {
        game: table.name().to_string(),
        players: table.players(),
        rules: table.rules(),
        weights: values.to_vec(),
        fixed: Vec::new(),
        origin: None,
        measured: None,
    }
}

pub(super) fn unfit(path: &Path, why: impl ToString) -> SessionError {
    RecordError::damaged(path, why).into()
}
