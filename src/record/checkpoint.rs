//! Checkpoints: all that a run needs to go on, checksummed, with the one before kept.
//!
//! The first line is `starhop-checkpoint 3 <SHA-256 of the rest>`, the rest JSON.

use super::atomic::{move_file, write_atomic};
use super::error::RecordError;
use crate::evolve::centre::Centre;
use crate::evolve::evolution::State;
use crate::evolve::population::Individual;
use crate::parameter::Parameter;
use crate::tune::champion::Champion;
use crate::tune::config::Config;
use crate::tune::names::OptimizerName;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

const FORMAT: &str = "starhop-checkpoint";
const VERSION: &str = "3";
const NEWEST: &str = "checkpoint.json";
/// The newest of all, while the others make room for it.
const STAGED: &str = "checkpoint.next.json";
const PREVIOUS: &str = "checkpoint.previous.json";

/// Configuration (its seed included), generation, population and counters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// The configuration in force when it was written.
    pub config: Config,
    /// The hash of the files of the opponents and of what evolution began from.
    pub opponent: String,
    /// The last finished generation.
    pub state: State,
    /// The champion of the last measurement.
    pub champion: Option<Champion>,
}

/// A checkpoint that was read, and what was wrong with a newer one.
#[derive(Debug)]
pub struct FoundCheckpoint {
    /// The newest that is whole.
    pub checkpoint: Checkpoint,
    /// Why the newest of all was passed over.
    pub warning: Option<String>,
}

/// Hexadecimal SHA-256.
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Hexadecimal SHA-256 of numbers as little-endian doubles.
pub fn hash_of<'a>(values: impl IntoIterator<Item = &'a f64>) -> String {
    let bytes: Vec<u8> = values.into_iter().flat_map(|value| value.to_le_bytes()).collect();
    hash(&bytes)
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
        let centres = &self.state.centres;
        let expected = match self.config.optimizer {
            OptimizerName::Ga => 0,
            OptimizerName::Es | OptimizerName::Spsa | OptimizerName::Cma => self.config.islands,
        };
        let shaped = self.config.optimizer == OptimizerName::Cma;
        let sound = |it: &Centre| it.fits(parameters) && it.shape.is_some() == shaped;
        if centres.len() != expected || !centres.iter().all(sound) {
            return Err("a centre of its checkpoint does not fit the game".to_string());
        }
        match &self.champion {
            Some(champion) if !fits(&champion.genes) => {
                Err("the champion of its checkpoint does not fit the game".to_string())
            }
            _ => Ok(()),
        }
    }
}

/// Writes a checkpoint to a run's population folder and keeps the one before. Wherever this is
/// stopped, [`read`] finds one of both.
pub fn write(folder: &Path, checkpoint: &Checkpoint) -> Result<(), RecordError> {
    let newest = folder.join(NEWEST);
    let body = serde_json::to_string(checkpoint)
        .map_err(|why| RecordError::damaged(&newest, format!("can't be written: {why}")))?;
    let text = format!("{FORMAT} {VERSION} {}\n{body}\n", hash(body.as_bytes()));
    let staged = folder.join(STAGED);
    write_atomic(&staged, text.as_bytes())?;
    if newest.exists() {
        move_file(&newest, &folder.join(PREVIOUS))?;
    }
    move_file(&staged, &newest)?;
    Ok(())
}

/// The newest whole checkpoint; `None` where there is none at all, which is a run that was
/// stopped before its first.
///
/// # Errors
/// Where there are checkpoints but none is whole.
pub fn read(folder: &Path) -> Result<Option<FoundCheckpoint>, RecordError> {
    let mut damage = None;
    for name in [NEWEST, STAGED, PREVIOUS] {
        match read_file(&folder.join(name)) {
            Ok(None) => {}
            Ok(Some(checkpoint)) => {
                let warn = |why| format!("{why}; going on from another checkpoint");
                return Ok(Some(FoundCheckpoint { checkpoint, warning: damage.map(warn) }));
            }
            Err(why) => damage = damage.or(Some(why)),
        }
    }
    damage.map_or(Ok(None), Err)
}

/// Removes what an earlier run of the same name left.
pub fn clear(folder: &Path) -> Result<(), RecordError> {
    for name in [NEWEST, STAGED, PREVIOUS] {
        let path = folder.join(name);
        match fs::remove_file(&path) {
            Err(why) if why.kind() != std::io::ErrorKind::NotFound => {
                return Err(RecordError::io("remove", &path)(why));
            }
            _ => {}
        }
    }
    Ok(())
}

fn read_file(path: &PathBuf) -> Result<Option<Checkpoint>, RecordError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(why) => return Err(RecordError::io("read", path)(why)),
    };
    let text = String::from_utf8(bytes).map_err(|_| RecordError::damaged(path, "is not text"))?;
    parse(&text).map(Some).map_err(|why| RecordError::damaged(path, why))
}

fn parse(text: &str) -> Result<Checkpoint, String> {
    if !text.starts_with(FORMAT) {
        return Err("line 1: is no checkpoint of starhop".to_string());
    }
    let (header, body) = text.split_once('\n').ok_or("is cut short")?;
    let body = body.strip_suffix('\n').ok_or("is cut short")?;
    match header.split(' ').collect::<Vec<_>>()[..] {
        [FORMAT, VERSION, sum] if sum == hash(body.as_bytes()) => {}
        [FORMAT, VERSION, _] => return Err("is damaged: its checksum does not fit".to_string()),
        [FORMAT, version, _] => {
            return Err(format!(
                "is a checkpoint of version {version}; this starhop reads version {VERSION}"
            ));
        }
        _ => return Err("line 1: is no checkpoint of starhop".to_string()),
    }
    let checkpoint: Checkpoint = serde_json::from_str(body).map_err(|why| why.to_string())?;
    checkpoint.config.check().map_err(|why| why.to_string())?;
    if checkpoint.state.population.len() != checkpoint.config.population {
        return Err("its population has not the size that its configuration says".to_string());
    }
    if checkpoint.state.founded > checkpoint.state.generation {
        return Err("its population is from a later generation".to_string());
    }
    Ok(checkpoint)
}

#[cfg(test)]
mod tests;
