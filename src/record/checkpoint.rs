//! Checkpoints: all that a run needs to go on, checksummed, with the one before kept.
//!
//! The first line is `starhop-checkpoint 5 <SHA-256 of the rest>`, the rest JSON.

use super::atomic::{move_file, write_atomic};
use super::disk;
use super::error::RecordError;
use super::hash::hash;
use crate::evolve::evolution::State;
use crate::evolve::population::Individual;
use crate::parameter::Parameter;
use crate::play::tally::Tally;
use crate::tune::champion::Champion;
use crate::tune::config::Config;
use crate::tune::finals::Best;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// How a checkpoint begins.
pub const FORMAT: &str = "starhop-checkpoint";
/// Says whether the run came to its end from version 5 on, and knows the rows beside it from 4 on.
const VERSION: &str = "5";
const VERSION_WITHOUT_END: &str = "4";
const VERSION_WITHOUT_ROWS: &str = "3";
const NEWEST: &str = "checkpoint.json";
/// The newest of all, while the others make room for it.
const STAGED: &str = "checkpoint.next.json";
const PREVIOUS: &str = "checkpoint.previous.json";
/// No run comes to more games or generations.
const MOST: u64 = 1 << 53;

/// Configuration (its seed included), generation, population and counters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// The configuration in force when it was written.
    pub config: Config,
    /// The hash of the files of the fixed opponents, of what evolution begins from and of the program that it asks.
    #[serde(rename = "opponent")]
    pub given: String,
    /// The hash of the rows up to its generation; `None` in checkpoints of an earlier version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<String>,
    /// The last finished generation.
    pub state: State,
    /// The champion of the last measurement.
    pub champion: Option<Champion>,
    /// The champion of the searches before the one under way; `None` in the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<Best>,
    /// Whether the run came to the end that its configuration sets, with all results written but pictures.
    #[serde(default)]
    pub ended: bool,
    /// The generation in which the run ended before it was prolonged; `None` where it wasn't, and at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_before: Option<u64>,
}

/// A checkpoint that was read, and what was wrong with others.
#[derive(Debug)]
pub struct FoundCheckpoint {
    /// The newest that is whole.
    pub checkpoint: Checkpoint,
    /// Whether its writing came to the end: the file has its last name.
    pub is_in_place: bool,
    /// Which others are damaged, and how.
    pub warning: Option<String>,
    /// The files of those.
    pub damaged: Vec<PathBuf>,
}

/// Why a text is no checkpoint that can be gone on from.
enum Unread {
    /// It isn't what was written.
    Damaged(String),
    /// It is of another version.
    Version(String),
}

impl Unread {
    fn damaged(why: impl ToString) -> Unread {
        Unread::Damaged(why.to_string())
    }
}

impl Checkpoint {
    /// Whether its vectors have one admitted value a parameter, and its individuals their
    /// pooled games where the configuration asks for them.
    ///
    /// # Errors
    /// Says which vector does not.
    pub fn check(&self, parameters: &[Parameter]) -> Result<(), String> {
        let fits = |genes: &[f64]| {
            let mut pairs = parameters.iter().zip(genes);
            genes.len() == parameters.len() && pairs.all(|(it, &gene)| it.admits(gene))
        };
        let pools = self.config.pools();
        let sound = |it: &Individual| {
            fits(&it.genes)
                && it.pooled.is_some() == pools
                && it.pooled.is_none_or(|pooled| pooled.is_sound())
                && it.deviation.is_none_or(|own| (0.0..=1e12).contains(&own))
        };
        if let Some(index) = self.state.population.iter().position(|it| !sound(it)) {
            return Err(format!("individual {index} of its checkpoint does not fit the game"));
        }
        if let Some(index) = self.state.hall.iter().position(|genes| !fits(genes)) {
            return Err(format!("member {index} of its hall of fame does not fit the game"));
        }
        let fixed = self.config.against.fixed().count();
        let positive = |share: &f64| share.is_finite() && *share > 0.0;
        let shares = &self.state.shares;
        if !shares.is_empty() && (shares.len() != fixed || !shares.iter().all(positive)) {
            return Err("the shares of its checkpoint do not fit its opponents".to_string());
        }
        let plan = self.config.plan(None);
        plan.check_state(&self.state, parameters)
            .map_err(|why| format!("in its checkpoint {why}"))?;
        let best = self.best.iter().map(|best| &best.champion);
        let mut champions = self.champion.iter().chain(best);
        match champions.all(|champion| fits(&champion.genes)) {
            true => Ok(()),
            false => Err("the champion of its checkpoint does not fit the game".to_string()),
        }
    }
}

/// Writes a checkpoint, which knows its rows, to a run's population folder and keeps the one before.
/// Wherever this is stopped, [`read`] finds one of both.
pub fn write(folder: &Path, checkpoint: &Checkpoint) -> Result<(), RecordError> {
    let newest = folder.join(NEWEST);
    let body = serde_json::to_string(checkpoint)
        .map_err(|why| RecordError::damaged(&newest, format!("can't be written: {why}")))?;
    let text = format!("{FORMAT} {VERSION} {}\n{body}\n", hash(body.as_bytes()));
    let staged = folder.join(STAGED);
    write_atomic(&staged, text.as_bytes())?;
    if disk::kind(&newest)?.is_some() {
        move_file(&newest, &folder.join(PREVIOUS))?;
    }
    move_file(&staged, &newest)
}

/// The newest whole checkpoint; `None` where there is none at all, which is a run that was
/// stopped before its first.
///
/// # Errors
/// Where there are checkpoints but none is whole, or any is of another version.
pub fn read(folder: &Path) -> Result<Option<FoundCheckpoint>, RecordError> {
    let (mut found, mut damage) = (None, Vec::new());
    for name in [NEWEST, STAGED, PREVIOUS] {
        let path = folder.join(name);
        let Some(bytes) = disk::read_if_there(&path)? else { continue };
        match parse(&bytes) {
            Ok(checkpoint) => found = found.or(Some((checkpoint, name == NEWEST))),
            Err(Unread::Version(why)) => return Err(RecordError::damaged(&path, why)),
            Err(Unread::Damaged(why)) => damage.push((path, why)),
        }
    }
    let Some((checkpoint, is_in_place)) = found else {
        let first = damage.into_iter().next();
        return first.map_or(Ok(None), |(path, why)| Err(RecordError::damaged(&path, why)));
    };
    let warn = |(path, why): &(PathBuf, String)| format!("{}: {why}", path.display());
    let warnings: Vec<String> = damage.iter().map(warn).collect();
    let warning = (!damage.is_empty()).then(|| warnings.join("; "));
    let damaged = damage.into_iter().map(|(path, _)| path).collect();
    Ok(Some(FoundCheckpoint { checkpoint, is_in_place, warning, damaged }))
}

/// Moves a damaged checkpoint out of the way of those to come, under a name that nothing has.
pub fn set_aside(path: &Path) -> Result<(), RecordError> {
    let stem = path.with_extension("damaged");
    let name = |number: u64| match number {
        1 => stem.with_extension("damaged.json"),
        number => stem.with_extension(format!("damaged-{number}.json")),
    };
    for aside in (1..).map(name) {
        if disk::own_kind(&aside)?.is_none() {
            return move_file(path, &aside);
        }
    }
    unreachable!("numbers have no end")
}

fn parse(bytes: &[u8]) -> Result<Checkpoint, Unread> {
    let text = std::str::from_utf8(bytes).map_err(|_| Unread::damaged("is not text"))?;
    let cut = || Unread::damaged("is cut short");
    let foreign = || Unread::damaged("line 1: is no checkpoint of starhop");
    if !text.starts_with(FORMAT) {
        return Err(foreign());
    }
    let (header, body) = text.split_once('\n').ok_or_else(cut)?;
    let (sum, knows_rows, may_end) = match header.split(' ').collect::<Vec<_>>()[..] {
        [FORMAT, VERSION, sum] => (sum, true, true),
        [FORMAT, VERSION_WITHOUT_END, sum] => (sum, true, false),
        [FORMAT, VERSION_WITHOUT_ROWS, sum] => (sum, false, false),
        [FORMAT, version, _] if version.parse::<u32>().is_ok() => {
            return Err(Unread::Version(unknown(version)));
        }
        _ => return Err(foreign()),
    };
    let body = body.strip_suffix('\n').ok_or_else(cut)?;
    if sum != hash(body.as_bytes()) {
        return Err(Unread::damaged("is damaged: its checksum does not fit"));
    }
    let checkpoint: Checkpoint = serde_json::from_str(body).map_err(Unread::damaged)?;
    checkpoint.config.check().map_err(Unread::damaged)?;
    if checkpoint.rows.is_some() != knows_rows || checkpoint.ended && !may_end {
        return Err(Unread::damaged("has not the fields of its version"));
    }
    if checkpoint.state.population.len() != checkpoint.config.population {
        let why = "its population has not the size that its configuration says";
        return Err(Unread::damaged(why));
    }
    if checkpoint.state.founded > checkpoint.state.generation {
        return Err(Unread::damaged("its population is from a later generation"));
    }
    if checkpoint.best.as_ref().is_some_and(|best| best.until >= checkpoint.state.generation) {
        return Err(Unread::damaged("its best champion is from a later search"));
    }
    match has_sound_counts(&checkpoint) {
        true => Ok(checkpoint),
        false => Err(Unread::damaged("it counts more games or generations than there can be")),
    }
}

/// That a version is none of those known, who wrote it, and what helps.
fn unknown(version: &str) -> String {
    let number = |text: &str| text.parse::<u32>().ok();
    let what_helps = match number(version) < number(VERSION_WITHOUT_ROWS) {
        true => {
            "an earlier one wrote it: `evolve --from` begins at champion.json in this run's results"
        }
        false => "a later one wrote it: update starhop to read it",
    };
    format!(
        "is a checkpoint of version {version}; this starhop reads versions \
         {VERSION_WITHOUT_ROWS} to {VERSION}; {what_helps}"
    )
}

/// Whether nothing that is added up comes to more than there can be.
fn has_sound_counts(Checkpoint { state, champion, best, .. }: &Checkpoint) -> bool {
    let mut champions = champion.iter().chain(best.iter().map(|it| &it.champion));
    [state.generation, state.restarts, state.games].iter().all(|&count| count <= MOST)
        && champions.all(|it| Tally::can_be_added(&it.measured))
}

#[cfg(test)]
mod tests;
