//! Runs for the page: read from their files, never touched.

use super::error::PageError;
use crate::backend::lock;
use crate::record::home::Home;
use crate::record::run::Run;
use axum::response::sse::Event;
use futures_util::stream::{self, Stream};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How often it is looked whether a run has come further.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// A picture by the name of its file, without its ending.
pub type Picture = (String, String);

/// How runs are read, by what has words and pictures for them.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    /// Arenas and comparisons in a few figures each.
    pub others: fn(&Home) -> Result<Value, PageError>,
    /// A run, an arena or a comparison as a page.
    pub report: fn(&Home, &str) -> Result<String, PageError>,
    /// A run in a few figures.
    pub overview: fn(&Run) -> Result<Value, PageError>,
    /// A run with its champion, the names of those that it crowned on its way, and the commands to go on with.
    pub whole: fn(&Home, &Run) -> Result<Value, PageError>,
    /// Whether the champions of runs were measured in the same games, so that their figures compare.
    pub alike: fn(&[Run]) -> Result<bool, PageError>,
    /// The command by which the champions of runs play each other, where they can.
    pub arena: fn(&Home, &[Run]) -> Result<Option<String>, PageError>,
    /// The curves of runs as SVG, and of one alone its champion.
    pub pictures: fn(&[Run]) -> Result<Vec<Picture>, PageError>,
    /// A champion that it crowned on its way as SVG, by its index.
    pub crowned: fn(&Run, usize) -> Result<String, PageError>,
}

/// How far a run has come: the bytes of its rows, and whether a process works on it.
type Reached = (u64, bool);

/// All pictures of a run, or of several in one.
type Pictures = Arc<Vec<Picture>>;

/// What is between the names of runs in an address.
const BETWEEN: char = ',';
/// Runs in an address: as many as a picture tells apart, and then some, so that it says why it has none.
const MOST_NAMES: usize = 32;
/// The most runs and groups of runs whose pictures are kept.
const MOST_DRAWN: usize = 100;

/// The runs of a folder.
#[derive(Debug)]
pub struct Runs {
    home: Home,
    reader: Reader,
    /// The pictures of runs by their names, and how far those had come when they were drawn.
    drawn: Mutex<BTreeMap<String, (Vec<Reached>, Pictures)>>,
    /// The figures of each run, and how far it had come then.
    known: Mutex<BTreeMap<String, (Reached, Value)>>,
}

impl Runs {
    /// The runs there, read in that way.
    pub fn new(home: Home, reader: Reader) -> Runs {
        Runs { home, reader, drawn: Mutex::default(), known: Mutex::default() }
    }

    /// Where they lie.
    pub fn home(&self) -> &Home {
        &self.home
    }

    /// All runs; `damaged` says of one that can't be read why.
    pub fn list(&self) -> Result<Vec<Value>, PageError> {
        let runs = self.home.runs()?;
        let damaged =
            |run: &Run, why: PageError| json!({ "run": run.name(), "damaged": why.to_string() });
        let line = |run| self.overview(run).unwrap_or_else(|why| damaged(run, why));
        Ok(runs.iter().map(line).collect())
    }

    fn overview(&self, run: &Run) -> Result<Value, PageError> {
        let reached = reached(run)?;
        let all = || lock(&self.known);
        match all().get(run.name()) {
            Some((then, value)) if *then == reached => return Ok(value.clone()),
            _ => {}
        }
        let value = (self.reader.overview)(run)?;
        all().insert(run.name().to_string(), (reached, value.clone()));
        Ok(value)
    }

    /// Arenas and comparisons.
    pub fn others(&self) -> Result<Value, PageError> {
        (self.reader.others)(&self.home)
    }

    /// A run, an arena or a comparison as a page.
    pub fn report(&self, name: &str) -> Result<String, PageError> {
        (self.reader.report)(&self.home, name)
    }

    /// A run with its champion, its settings and the names of its pictures.
    pub fn one(&self, name: &str) -> Result<Value, PageError> {
        let run = self.run(name)?;
        let mut whole = (self.reader.whole)(&self.home, &run)?;
        whole["settings"] = settings(&run)?;
        whole["pictures"] = self.names_of_pictures(name)?;
        Ok(whole)
    }

    /// Runs beside each other: the figures and settings of each, whether these compare, how their champions play
    /// each other, and the names of their pictures.
    pub fn several(&self, names: &str) -> Result<Value, PageError> {
        let one = |run: &Run| {
            let mut one = self.overview(run)?;
            one["settings"] = settings(run)?;
            Ok(one)
        };
        let named = self.named(names)?;
        let runs = named.iter().map(one).collect::<Result<Vec<_>, PageError>>()?;
        let arena = (self.reader.arena)(&self.home, &named)?;
        let (alike, pictures) = ((self.reader.alike)(&named)?, self.names_of_pictures(names)?);
        Ok(json!({ "runs": runs, "alike": alike, "arena": arena, "pictures": pictures }))
    }

    /// A picture of a run, or of several in one.
    pub fn picture(&self, names: &str, file: &str) -> Result<String, PageError> {
        let pictures = self.pictures(names)?;
        let wanted = file.strip_suffix(".svg").unwrap_or_default();
        let found = pictures.iter().find(|(name, _)| name == wanted);
        found
            .map(|(_, svg)| svg.clone())
            .ok_or_else(|| PageError::NotThere("there is no such picture\n".to_string()))
    }

    fn names_of_pictures(&self, names: &str) -> Result<Value, PageError> {
        Ok(self.pictures(names)?.iter().map(|(name, _)| Value::from(name.as_str())).collect())
    }

    fn pictures(&self, names: &str) -> Result<Pictures, PageError> {
        let runs = self.named(names)?;
        let reached = all_reached(&runs)?;
        let drawn = || lock(&self.drawn);
        match drawn().get(names) {
            Some((then, pictures)) if *then == reached => return Ok(pictures.clone()),
            _ => {}
        }
        let pictures = Arc::new((self.reader.pictures)(&runs)?);
        let mut drawn = drawn();
        if drawn.len() >= MOST_DRAWN {
            drawn.clear();
        }
        drawn.insert(names.to_string(), (reached, pictures.clone()));
        Ok(pictures)
    }

    /// A champion that a run crowned on its way.
    pub fn crowned(&self, name: &str, index: usize) -> Result<String, PageError> {
        (self.reader.crowned)(&self.run(name)?, index)
    }

    fn run(&self, name: &str) -> Result<Run, PageError> {
        Ok(self.home.run(name)?)
    }

    /// The runs whose names an address has.
    fn named(&self, names: &str) -> Result<Vec<Run>, PageError> {
        if names.split(BETWEEN).count() > MOST_NAMES {
            let why = format!("more than {MOST_NAMES} runs are too many for one picture\n");
            return Err(PageError::NotThere(why));
        }
        names.split(BETWEEN).map(|name| self.run(name)).collect()
    }
}

fn settings(run: &Run) -> Result<Value, PageError> {
    Ok(serde_json::to_value(run.config()?)?)
}

fn reached(run: &Run) -> Result<Reached, PageError> {
    Ok((run.rows_length()?, run.is_in_use()?))
}

fn all_reached(runs: &[Run]) -> Result<Vec<Reached>, PageError> {
    runs.iter().map(reached).collect()
}

/// An event whenever one of these runs has come further, as long as somebody listens.
pub fn events(runs: Arc<Runs>, names: String) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold((runs, names, None), |(runs, names, last)| async move {
        loop {
            let (of, named) = (runs.clone(), names.clone());
            let now = tokio::task::spawn_blocking(move || all_reached(&of.named(&named)?)).await;
            let now = now.ok().and_then(Result::ok)?;
            if last.as_ref() != Some(&now) {
                let event = Event::default().data(json!(now).to_string());
                return Some((Ok(event), (runs, names, Some(now))));
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    })
}
