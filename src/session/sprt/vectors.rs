//! A sequential test of two vectors of one program, which are found by name.

use super::PLAYERS;
use crate::program::tune::Goal;
use crate::program::{Children, Tune};
use crate::record::home::Home;
use crate::record::run::Run;
use crate::registry::program::NAME;
use crate::registry::{BotSpec, Evaluation, Table};
use crate::search::spec::{BotName, ChooserName, Search};
use crate::session::error::SessionError;
use crate::session::program;
use crate::session::shell::quoted;
use crate::session::subject::{GameRequest, Subject};
use crate::session::weights::{self, Weights};

/// Two vectors of one program, which plays games for two.
#[derive(Debug)]
pub struct Vectors {
    /// The program.
    pub table: Box<dyn Table>,
    /// The vectors, in the order of their names.
    pub bots: [BotSpec; PLAYERS],
    /// Random plies that its games begin with, by its file.
    pub opening_plies: u32,
    /// Which of the names said which program it is: 0 or 1.
    pub told_by: usize,
}

impl Vectors {
    /// The vectors of those names where one of them, the first if both do, names a run or a weights file of a program.
    ///
    /// # Errors
    /// Where the program plays no games for two, or the other name names no other vector of the same program.
    pub fn find(names: [&str; PLAYERS], home: &Home) -> Result<Option<Vectors>, SessionError> {
        let Some(told_by) = told_by(names, home)? else { return Ok(None) };
        names.into_iter().try_for_each(check_plain)?;
        let [named, other] = if told_by == 0 { names } else { [names[1], names[0]] };
        let Subject { weights, table, .. } = Subject::find(named, &GameRequest::default(), home)?;
        let Some(tune) = table.program().map(Children::tune) else { return Ok(None) };
        check_program(tune, [named, other], weights.run.as_ref())?;
        let opening_plies = tune.opening_plies;
        let found = weights::find(other, table.as_ref(), home)?;
        check_same(&found, [named, other], table.as_ref())?;
        if weights.values == found.values {
            let [first, second] = names;
            return Err(SessionError::Refused(format!(
                "nothing is left to test: {first} and {second} are the same vector"
            )));
        }
        let mut bots = [weights, found].map(|it| bot(it.values));
        if told_by != 0 {
            bots.reverse();
        }
        Ok(Some(Vectors { table, bots, opening_plies, told_by }))
    }
}

/// The place of the first name that names a run or a weights file of a program, also where a search goes by it.
fn told_by(names: [&str; PLAYERS], home: &Home) -> Result<Option<usize>, SessionError> {
    for (place, name) in names.into_iter().enumerate() {
        let known = match evaluation(name) {
            Some(evaluation) => program::know_by_name(&evaluation, home)?,
            None => program::know_by_name(name, home)?,
        };
        if known {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

/// What a bot of that name goes by; `None` where that is no bot's name, or one of a bot that goes by nothing.
fn evaluation(name: &str) -> Option<String> {
    match name.parse::<BotName>().ok()?.chooser {
        ChooserName::Search { evaluation, .. } => evaluation,
        ChooserName::Program { .. } => None,
    }
}

/// That a name isn't one of a bot, which has a search or a book beside a vector.
fn check_plain(name: &str) -> Result<(), SessionError> {
    match name.parse::<BotName>() {
        Ok(_) if evaluation(name).as_deref() != Some(name) => Err(SessionError::Refused(format!(
            "'{name}' is a bot of starhop's own games, and vectors of a program are tested here: name runs, weights \
             files or start alone, since how a program looks ahead is its own business"
        ))),
        _ => Ok(()),
    }
}

/// That a program plays games for two.
fn check_program(
    tune: &Tune,
    [named, other]: [&str; PLAYERS],
    run: Option<&Run>,
) -> Result<(), SessionError> {
    let Tune { name, players, .. } = tune;
    let confirm = match run {
        Some(run) => format!("`starhop confirm {}`", run.name()),
        None => "`starhop confirm` of its run".to_string(),
    };
    let why = match (tune.goal, *players) {
        (Goal::Game, PLAYERS) => return Ok(()),
        (Goal::Game, _) => format!(
            "the program {name} plays with {players} players, and a sequential test is of games for two; \
             `starhop measure {} --against {}` plays a set number of games, and {confirm} tests a champion",
            quoted(named),
            quoted(other),
        ),
        _ => format!(
            "the program {name} answers scores and plays no games; {confirm} tests the differences of scores"
        ),
    };
    Err(SessionError::Refused(why))
}

/// That the other one is of the same program, by name and file, where it says of which it is.
fn check_same(
    found: &Weights,
    [named, other]: [&str; PLAYERS],
    table: &dyn Table,
) -> Result<(), SessionError> {
    let own = table.rules();
    match &found.file {
        Some(file) if file.rules != own => Err(SessionError::Refused(format!(
            "{other} is of the program {}, {named} of {own}: a sequential test is of two vectors of one program, \
             with the same tune.toml. `starhop measure {} --against {}` lets them play by the one of {named}",
            file.rules,
            quoted(named),
            quoted(other),
        ))),
        _ => Ok(()),
    }
}

/// A vector of a program as a bot.
fn bot(values: Vec<f64>) -> BotSpec {
    (Search::default(), Some(Evaluation { kind: NAME, values })).into()
}
