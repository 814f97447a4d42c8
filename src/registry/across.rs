//! Tables on several ranks: what rank 0 tells the others to open, and how they do.

use super::{BotSpec, ChooserSpec, Evaluation, Table, find};
use crate::backend::Threads;
use crate::backend::bytes::told_json;
use crate::backend::ranks::Opened;
use crate::game::TextError;
use crate::play::across::{BotsAcross, BotsThere, Ticking, VenueAcross, VenueThere};
use crate::play::batch::Venue;
use crate::play::book::Book;
use crate::play::bots::BotGames;
use crate::search::spec::Search;
use crate::tune::config::Config;
use crate::tune::matches::Terms;
use crate::tune::stretch::{self, Stretches, StretchesThere};
use serde::{Deserialize, Serialize};

/// Something to open.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Told {
    game: String,
    players: usize,
    rules: String,
    /// Where the table is set up; `None` for the start of the game.
    position: Option<String>,
    what: What,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum What {
    Venue { search: Search, distance: Vec<f64> },
    Bots(Vec<ToldBot>),
    Islands(Box<Islands>),
}

/// A run whose islands evolve by themselves.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Islands {
    config: Config,
    against: Vec<(u32, Vec<f64>)>,
    distance: Vec<f64>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ToldBot {
    search: Search,
    /// The kind of its evaluation, and the values.
    evaluation: Option<(String, Vec<f64>)>,
    book: Option<String>,
}

impl Told {
    fn new(table: &dyn Table, what: What) -> Result<Told, TextError> {
        let (game, players, rules) = (table.name().to_string(), table.players(), table.rules());
        let start = find(&game)?.open(players, &rules)?.draw();
        let position = Some(table.draw()).filter(|drawing| *drawing != start);
        Ok(Told { game, players, rules, position, what })
    }
}

/// The venue of the ranks of these threads, of which this one plays `here`.
///
/// # Errors
/// Where the table can't be opened by its name and rules.
pub fn venue(
    table: &dyn Table,
    terms: &Terms,
    here: Box<dyn Venue>,
    threads: &Threads,
) -> Result<Box<dyn Venue>, TextError> {
    let Some(ranks) = threads.ranks() else { return Ok(here) };
    let (search, distance) = (terms.search.clone(), terms.distance.clone());
    let opening = ranks.open(&told_json(&Told::new(table, What::Venue { search, distance })?));
    Ok(Box::new(VenueAcross::new(here, table.players(), threads.clone(), opening)))
}

/// Stretches of a run with that configuration on those terms; `None` where this process is alone, or the
/// islands are not; see [`stretch::is_alone`].
///
/// # Errors
/// Where the table can't be opened by its name and rules.
pub fn stretches(
    table: &dyn Table,
    config: &Config,
    terms: &Terms,
    threads: &Threads,
) -> Result<Option<Stretches>, TextError> {
    let several = threads.ranks().filter(|ranks| ranks.count() > 1);
    let Some(ranks) = several.filter(|_| stretch::is_alone(config)) else {
        return Ok(None);
    };
    let (against, distance) = (terms.against.clone(), terms.distance.clone());
    let islands = Islands { config: config.clone(), against, distance };
    let told = Told::new(table, What::Islands(Box::new(islands)))?;
    Ok(Some(Stretches::new(ranks.open(&told_json(&told)), threads.clone())))
}

/// What ranks are told of bots; `None` where this process is alone.
///
/// # Errors
/// Where one of them is somebody else's program.
pub fn told_bots(
    table: &dyn Table,
    bots: &[BotSpec],
    threads: &Threads,
) -> Result<Option<Told>, TextError> {
    if threads.ranks().is_none() {
        return Ok(None);
    }
    let bots = bots.iter().map(|bot| match &bot.chooser {
        ChooserSpec::Program(_) => Err(programs_refused()),
        ChooserSpec::Search { search, evaluation } => Ok(ToldBot {
            search: search.clone(),
            evaluation: evaluation.as_ref().map(|it| (it.kind.to_string(), it.values.clone())),
            book: bot.book.as_ref().map(Book::to_string),
        }),
    });
    Told::new(table, What::Bots(bots.collect::<Result<_, _>>()?)).map(Some)
}

/// Games between bots on the ranks of these threads, of which this one plays `here`.
pub fn bots(here: Box<dyn BotGames>, told: Option<Told>, threads: &Threads) -> Box<dyn BotGames> {
    match threads.ranks().zip(told) {
        Some((ranks, told)) => Box::new(BotsAcross::new(here, ranks.open(&told_json(&told)))),
        None => here,
    }
}

/// That there are no ranks, since programs are asked by one process alone.
///
/// # Errors
/// Where there are.
pub fn refuse_programs(threads: &Threads) -> Result<(), TextError> {
    match threads.ranks() {
        None => Ok(()),
        Some(_) => Err(programs_refused()),
    }
}

fn programs_refused() -> TextError {
    let why = "programs are asked by one process alone: leave out mpirun, and take more --threads";
    TextError(why.to_string())
}

/// Opens what rank 0 tells; `clock` times the moves of bots.
///
/// # Errors
/// Where it can't be read, or this build doesn't know it.
pub fn open(told: &[u8], threads: &Threads, clock: Ticking) -> Result<Box<dyn Opened>, TextError> {
    let told: Told = serde_json::from_slice(told)
        .map_err(|why| TextError(format!("can't read what it is to open: {why}")))?;
    let entry = find(&told.game)?;
    let table = match &told.position {
        None => entry.open(told.players, &told.rules)?,
        Some(drawing) => entry.open_at(drawing)?,
    };
    Ok(match told.what {
        What::Venue { search, distance } => {
            Box::new(VenueThere(table.venue(&search, &distance, threads)?.into()))
        }
        What::Islands(islands) => {
            let Islands { config, against, distance } = *islands;
            let terms = Terms::of(&config, &table.parameters(), against, distance)?;
            let tuner = table.tuner(&terms, threads.clone())?.into();
            let (plan, threads) = (config.plan(None), threads.clone());
            Box::new(StretchesThere { plan, tuner, threads })
        }
        What::Bots(bots) => {
            let bots =
                bots.into_iter().map(|it| it.spec(table.as_ref())).collect::<Result<_, _>>()?;
            let games = table.bots(bots, threads)?.into();
            Box::new(BotsThere { games, threads: threads.clone(), clock })
        }
    })
}

impl ToldBot {
    fn spec(self, table: &dyn Table) -> Result<BotSpec, TextError> {
        let known = |(kind, values): (String, Vec<f64>)| {
            let kinds = table.kinds();
            let found = kinds.into_iter().find(|it| *it == kind);
            let found = found.ok_or_else(|| TextError(format!("no kind of vectors is '{kind}'")));
            found.map(|kind| Evaluation { kind, values })
        };
        let evaluation = self.evaluation.map(known).transpose()?;
        let book = self.book.map(|text| Book::parse(&text)).transpose()?;
        Ok(BotSpec { chooser: ChooserSpec::Search { search: self.search, evaluation }, book })
    }
}
