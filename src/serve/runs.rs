//! Runs for the page: read from their files, never touched.

use crate::record::home::Home;
use crate::record::run::Run;
use axum::response::sse::Event;
use futures_util::stream::{self, Stream};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How often it is looked whether a run has come further.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// A picture by the name of its file, without its ending.
pub type Picture = (String, String);

/// How runs are read, by what has words and pictures for them.
#[derive(Clone, Copy)]
pub struct Reader {
    /// Arenas and comparisons in a few figures each.
    pub others: fn(&Home) -> Result<Value, String>,
    /// A run, an arena or a comparison as a page.
    pub report: fn(&Home, &str) -> Result<String, String>,
    /// A run in a few figures.
    pub overview: fn(&Run) -> Result<Value, String>,
    /// A run with its champion.
    pub whole: fn(&Run) -> Result<Value, String>,
    /// Its curves and its champion as SVG.
    pub pictures: fn(&Run) -> Result<Vec<Picture>, String>,
    /// A champion that it crowned on its way as SVG, by its index.
    pub crowned: fn(&Run, usize) -> Result<String, String>,
}

/// How far a run has come: the bytes of its rows, and whether a process works on it.
type Reached = (u64, bool);

/// All pictures of a run.
type Pictures = Arc<Vec<Picture>>;

/// The runs of a folder.
pub struct Runs {
    home: Home,
    reader: Reader,
    /// The pictures of each run, and how far it had come when they were drawn.
    drawn: Mutex<BTreeMap<String, (Reached, Pictures)>>,
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
    pub fn list(&self) -> Result<Vec<Value>, String> {
        let runs = self.home.runs().map_err(|why| why.to_string())?;
        let damaged = |run: &Run, why| json!({ "run": run.name(), "damaged": why });
        let line = |run| self.overview(run).unwrap_or_else(|why| damaged(run, why));
        Ok(runs.iter().map(line).collect())
    }

    fn overview(&self, run: &Run) -> Result<Value, String> {
        let reached = reached(run)?;
        let all = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        match all().get(run.name()) {
            Some((then, value)) if *then == reached => return Ok(value.clone()),
            _ => {}
        }
        let value = (self.reader.overview)(run)?;
        all().insert(run.name().to_string(), (reached, value.clone()));
        Ok(value)
    }

    /// Arenas and comparisons.
    pub fn others(&self) -> Result<Value, String> {
        (self.reader.others)(&self.home)
    }

    /// A run, an arena or a comparison as a page.
    pub fn report(&self, name: &str) -> Result<String, String> {
        (self.reader.report)(&self.home, name)
    }

    /// A run with its champion.
    pub fn one(&self, name: &str) -> Result<Value, String> {
        (self.reader.whole)(&self.run(name)?)
    }

    /// A picture of a run.
    pub fn picture(&self, name: &str, file: &str) -> Result<String, String> {
        let run = self.run(name)?;
        let reached = reached(&run)?;
        let drawn = || self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let known = drawn().get(name).filter(|(then, _)| *then == reached).cloned();
        let pictures = match known {
            Some((_, pictures)) => pictures,
            None => {
                let pictures = Arc::new((self.reader.pictures)(&run)?);
                drawn().insert(name.to_string(), (reached, pictures.clone()));
                pictures
            }
        };
        let wanted = file.strip_suffix(".svg").unwrap_or_default();
        let found = pictures.iter().find(|(name, _)| name == wanted);
        found.map(|(_, svg)| svg.clone()).ok_or_else(|| "there is no such picture\n".to_string())
    }

    /// A champion that a run crowned on its way.
    pub fn crowned(&self, name: &str, index: usize) -> Result<String, String> {
        (self.reader.crowned)(&self.run(name)?, index)
    }

    fn run(&self, name: &str) -> Result<Run, String> {
        self.home.run(name).map_err(|why| why.to_string())
    }
}

fn reached(run: &Run) -> Result<Reached, String> {
    let reached = run.rows_length().and_then(|length| Ok((length, run.is_in_use()?)));
    reached.map_err(|why| why.to_string())
}

/// An event whenever a run has come further, as long as somebody listens.
pub fn events(runs: Arc<Runs>, name: String) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold((runs, name, None), |(runs, name, last)| async move {
        loop {
            let (of, run) = (runs.clone(), name.clone());
            let now = tokio::task::spawn_blocking(move || reached(&of.run(&run)?)).await;
            let now = now.ok().and_then(Result::ok)?;
            if last != Some(now) {
                let event = Event::default().data(json!(now).to_string());
                return Some((Ok(event), (runs, name, Some(now))));
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    })
}
