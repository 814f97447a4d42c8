//! Programs as objectives: their files, found by path, by a run or beside weights, and what a run
//! keeps of their faults.

use super::error::SessionError;
use super::shell::quoted;
use super::weights::unfit;
use super::{Ending, Evolved};
use crate::backend::{Threads, lock};
use crate::play::outside::Outside;
use crate::program::{Children, Engine, Player, Tune};
use crate::record::disk;
use crate::record::error::RecordError;
use crate::record::home::Home;
use crate::record::run::{OpenRun, Run};
use crate::record::weights::WeightsFile;
use crate::registry::Table;
use crate::registry::program::{NAME, is_known, know};
use crate::report::export;
use crate::rng::Purpose;
use crate::search::spec::Pace;
use crate::tune::Tuner;
use crate::tune::config::Config;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};

/// The programs that play in this process.
static PLAYERS: Mutex<Vec<Weak<Player>>> = Mutex::new(Vec::new());

/// Games that are asked for again at the end of a run.
const AGAIN: u64 = 16;
/// The file beside the weights of a program.
const FILE: &str = "tune.toml";
/// What stands in weights of a program, as JSON and as TOML, spaces left out.
const STAMPS: [&str; 2] = ["\"game\":\"program\"", "game=\"program\""];
/// The settings of a run.
const SETTINGS: &str = "config.toml";

/// The text of a file that a person named.
fn named(path: &Path) -> Result<String, SessionError> {
    disk::read_named_text(path).map_err(|why| match &why {
        RecordError::Io { reason, .. } if reason.kind() == ErrorKind::NotFound => {
            SessionError::Refused(why.to_string())
        }
        // Systems have several errors for that.
        RecordError::Io { .. } if matches!(disk::kind(path), Ok(Some(disk::Kind::Folder))) => {
            let why = format!("{} is a folder: name the file in it", path.display());
            SessionError::Refused(why)
        }
        _ => why.into(),
    })
}

/// Reads the file of a program, which is started in its folder.
///
/// # Errors
/// Where it can't be read, or says what makes no sense.
pub fn read(path: &Path) -> Result<Tune, SessionError> {
    let text = named(path)?;
    let tune = parse(&text, path, path)?;
    tune.check_new().map_err(|why| unfit(path, why))?;
    Ok(tune)
}

/// The program that plays by the file at that path, and has that much time; the same one, with its
/// processes, as long as somebody has it.
///
/// # Errors
/// Where the file can't be read, says what makes no sense, or is of another game than that table.
pub fn player(path: &Path, pace: Pace, table: &dyn Table) -> Result<Arc<Player>, SessionError> {
    let engine = Engine::parse(&named(path)?, path);
    let engine = engine.map_err(|why| unfit(path, why))?;
    let game = table.name().split('/').next().unwrap_or_default();
    if let Some(other) = engine.game.as_ref().filter(|it| *it != game) {
        let why = format!("{} plays {other}, not {game}", path.display());
        return Err(SessionError::Refused(why));
    }
    let mut players = lock(&PLAYERS);
    players.retain(|it| it.strong_count() > 0);
    let is_it = |it: &Arc<Player>| *it.engine() == engine && it.pace() == pace;
    if let Some(known) = players.iter().filter_map(Weak::upgrade).find(is_it) {
        return Ok(known);
    }
    let player = Arc::new(Player::new(engine, pace)?);
    players.push(Arc::downgrade(&player));
    Ok(player)
}

/// The program of the text that was read at `path`, as if it stood at `home`.
fn parse(text: &str, path: &Path, home: &Path) -> Result<Tune, SessionError> {
    Tune::parse(text, home).map_err(|why| unfit(path, why))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

/// Makes the program of a run known by the copy of its file; it is started in the folder of the file
/// that the run was begun with. Nothing where it has none.
///
/// # Errors
/// As [`read`].
pub fn know_of(run: &Run, config: &Config) -> Result<(), SessionError> {
    let Some(first) = config.program.as_deref().filter(|_| config.game == NAME) else {
        return Ok(());
    };
    let path = run.tune_path();
    let tune = parse(&disk::read_text(&path)?, &path, Path::new(first))?;
    if tune.rules() != config.rules {
        let why = format!(
            "this is not the file of {}, which the run began with; put it back as it was, its command included, \
             or begin another run",
            config.rules
        );
        return Err(unfit(&path, why));
    }
    know(tune);
    Ok(())
}

/// Makes the program known that a file of weights is of, by the file beside it. Nothing where the
/// weights are of no program, or nothing is there.
///
/// # Errors
/// As [`read`].
pub fn know_beside(file: &WeightsFile, place: &Path) -> Result<(), SessionError> {
    if file.game == NAME && !is_known(&file.rules) {
        know_in(folder_of(place))?;
    }
    Ok(())
}

/// Makes the program known whose file lies in a folder. Where that is a run's, the program is started
/// where the run began it.
fn know_in(folder: &Path) -> Result<(), SessionError> {
    let path = folder.join(FILE);
    if !disk::is_there(&path)? {
        return Ok(());
    }
    let first = begun_by(&folder.join(SETTINGS))?;
    let text = disk::read_named_text(&path)?;
    know(parse(&text, &path, first.as_deref().unwrap_or(&path))?);
    Ok(())
}

/// The program's file that a run began with, by the run's settings. `None` where these aren't there, or are
/// somebody else's: a program may have a file of that name beside it.
fn begun_by(settings: &Path) -> Result<Option<PathBuf>, SessionError> {
    let text = match disk::is_there(settings)? {
        true => unless_damaged(disk::read_text(settings))?,
        false => None,
    };
    let is_of_run = |text: &String| {
        let table = text.parse::<toml::Table>();
        table.is_ok_and(|it| it.get("game").and_then(toml::Value::as_str) == Some(NAME))
    };
    let Some(text) = text.filter(is_of_run) else { return Ok(None) };
    let config = toml::from_str::<Config>(&text);
    let config = config.map_err(|why| RecordError::damaged(settings, why))?;
    Ok(config.program.map(PathBuf::from))
}

/// Makes the program known whose run that name names, or whose weights; says whether there is one.
///
/// # Errors
/// As [`read`], or where weights are of a program whose file is nowhere to be found.
pub fn know_by_name(name: &str, home: &Home) -> Result<bool, SessionError> {
    let path = Path::new(name);
    if disk::kind(path)? == Some(disk::Kind::File) {
        let Some(text) = unless_damaged(disk::read_named_text(path))? else { return Ok(false) };
        let bare: String = text.split_whitespace().collect();
        let stated = export::stated_game(path).ok().flatten();
        let is_one =
            STAMPS.iter().any(|stamp| bare.contains(stamp)) || stated.as_deref() == Some(NAME);
        if is_one {
            know_of_text(&text, path, home)?;
        }
        return Ok(is_one);
    }
    let Some(run) = home.run_if_there(name)? else { return Ok(false) };
    let Some(config) = unless_damaged(run.config())? else { return Ok(false) };
    know_of(&run, &config)?;
    Ok(config.game == NAME)
}

/// Makes the program known that a file of weights with that text is of: by the file beside it, or else
/// by a run of the same program.
fn know_of_text(text: &str, path: &Path, home: &Home) -> Result<(), SessionError> {
    // The file beside it may be another program's, which would be taken for the one that is meant.
    if is_known(text) {
        return Ok(());
    }
    know_in(folder_of(path))?;
    if is_known(text) {
        return Ok(());
    }
    for run in home.runs()? {
        let Some(config) = unless_damaged(run.config())? else { continue };
        if config.game == NAME && text.contains(&config.rules) {
            return know_of(&run, &config);
        }
    }
    Err(SessionError::Refused(format!(
        "{} is of a program whose tune.toml is neither beside it nor in a run here; put it beside that \
         file, by the name tune.toml, or name the run whose champion it is",
        path.display()
    )))
}

/// What was read; nothing where it is damaged, which is told of where it is read as what it should be.
fn unless_damaged<T>(read: Result<T, RecordError>) -> Result<Option<T>, SessionError> {
    match read.map_err(SessionError::from) {
        Ok(read) => Ok(Some(read)),
        Err(why) if why.is_of_the_system() => Err(why),
        Err(_) => Ok(None),
    }
}

/// That the program of a table, if it is one's, didn't fail for good.
///
/// # Errors
/// Says how it did, and the question.
pub fn check_failed(table: &dyn Table) -> Result<(), SessionError> {
    match table.program().and_then(Children::failed) {
        Some(failed) => Err(SessionError::Program(failed.to_string())),
        None => Ok(()),
    }
}

/// What it can mean that games on record come to something else when they are played again, where a
/// program played them; empty where none did.
pub fn played_otherwise(table: &dyn Table) -> String {
    let Some(tune) = table.program().map(Children::tune) else { return String::new() };
    format!(
        ". The program {} answered otherwise than it did then, or the file was changed since. A program \
         that isn't repeatable can't be verified; `starhop program check {}` finds out whether it is",
        tune.name,
        quoted(&tune.path.to_string_lossy())
    )
}

/// Lets a run's folder keep what a program says on standard error.
pub fn log(program: &Children, run: &OpenRun) {
    let log = Mutex::new(run.program_log());
    program.tell_errors(move |bytes| {
        // What it says is no result: a full disk stops the run where it matters.
        let _ = lock(&log).append(bytes);
    });
}

/// Asks a program once more for some of the champion's last games. Where the answers are others, it is true
/// and the run's folder says so: such a run can't be had again from its seed.
pub fn answers_differ(
    program: &Children,
    tuner: &dyn Tuner,
    evolved: &Evolved,
    threads: &Threads,
) -> bool {
    let path = [evolved.state.generation];
    let ask = || tuner.results(&evolved.champion.genes, Purpose::Final, &path, 0..AGAIN);
    let (first, second) = (ask(), ask());
    let differ = first != second && !threads.is_stopped();
    if differ {
        program
            .note("starhop: the program is NOT repeatable: the same questions had other answers");
    }
    differ
}

/// What to do about a run's program that never got ready.
fn unready(tune: &Tune, run: &Run) -> String {
    let (copy, file, name) = (run.tune_path(), &tune.path, run.name());
    format!(
        "The run starts it by the command in {}, from the folder of {}. That copy must stay as it is: put the \
         program where the command finds it, or mend the program, and `starhop resume {name}` goes on. With \
         another command begin another run.",
        copy.display(),
        file.display(),
    )
}

/// What a run that asked a program came to: where the program failed for good, the question is kept,
/// and why it is an error.
///
/// # Errors
/// That, or how the run ended otherwise.
pub fn check(
    program: &Children,
    run: &OpenRun,
    ending: Result<Ending, SessionError>,
) -> Result<Ending, SessionError> {
    let Some(failed) = program.failed() else { return ending };
    let Some(question) = &failed.question else {
        let what = unready(program.tune(), run.run());
        return Err(SessionError::Program(format!("{failed}\n{what}")));
    };
    run.write_question(question)?;
    let (path, name) = (run.run().question_path(), run.run().name());
    let tune = quoted(&run.run().config()?.program.unwrap_or_default());
    Err(SessionError::Program(format!(
        "{failed}\n\
         The question is in {}; `starhop program ask {tune} {}` asks it again, and `starhop resume \
         {name}` goes on from the last whole generation.",
        path.display(),
        quoted(&path.to_string_lossy()),
    )))
}
