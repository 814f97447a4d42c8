//! This process as a rank: what it tells of itself, whether all ranks are alike, and the work of those beside
//! rank 0.

use super::error::SessionError;
use super::sprt::WORTH;
use crate::backend::Threads;
use crate::backend::ranks::{self, Link, Member};
use crate::game::TextError;
use crate::play::across::told_scores;
use crate::record::disk;
use crate::record::hash::hash;
use crate::registry::{self, Entry, across};
use crate::rng::{Purpose, Seed};
use crate::tune::matches::Terms;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Players and games of a trial, which every game of the registry is put to.
const PLAYERS: usize = 2;
const GAMES: u64 = 4;
const OPENING_PLIES: u32 = 4;
/// The program that a process runs, also where its file is gone.
const ITSELF: &str = "/proc/self/exe";

/// What a rank tells of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Introduction {
    /// The machine it runs on.
    pub machine: String,
    /// The processors that it may use, by number; none where that isn't known.
    pub processors: Vec<usize>,
    /// Its version, and the hash of its file.
    pub build: [String; 2],
    /// A hash of what a few games of each kind came to.
    pub games: String,
}

impl Introduction {
    /// That of this process, which plays a few games for it.
    ///
    /// # Errors
    /// Where the file of the program can't be read.
    pub fn own(machine: String, processors: Vec<usize>) -> Result<Introduction, SessionError> {
        let itself = Path::new(ITSELF);
        let path = match disk::is_there(itself)? {
            true => itself.to_path_buf(),
            false => std::env::current_exe()?,
        };
        let file = hash(&disk::read(&path)?);
        let build = [env!("STARHOP_VERSION").to_string(), file];
        Ok(Introduction { machine, processors, build, games: trial() })
    }
}

/// A hash of what a few games of each kind come to in this process.
fn trial() -> String {
    let mut all = Vec::new();
    for entry in registry::games() {
        // Games without a preset for two have no trial.
        all.extend(trial_of(entry).unwrap_or_default());
    }
    hash(&all)
}

fn trial_of(entry: &Entry) -> Result<Vec<u8>, TextError> {
    let config = entry.preset(entry.default_preset(), PLAYERS)?;
    let table = entry.open(PLAYERS, &config.rules)?;
    let names = table.built_in_names().into_iter();
    let mut known = names.filter_map(|name| table.built_in(name).ok());
    let none = || TextError("no built-in array".to_string());
    let first = known.next().ok_or_else(none)?;
    let second = known.next().unwrap_or_else(|| first.clone());
    let terms = Terms::fresh(vec![(1, second)], OPENING_PLIES, WORTH, Seed::default());
    let tuner = table.tuner(&terms, Threads::alone())?;
    Ok(told_scores(&tuner.results(&first, Purpose::Bench, &[], 0..GAMES)))
}

/// In what ranks are unlike rank 0, and which; `None` where all are alike.
pub fn unlike(all: &[Introduction]) -> Option<String> {
    let [first, ..] = all else { return None };
    let differ = |of: &dyn Fn(&Introduction) -> bool, what: &str| {
        let ranks = all.iter().enumerate().filter(|(_, it)| of(it));
        let names: Vec<String> =
            ranks.map(|(rank, it)| format!("rank {rank} on {}", it.machine)).collect();
        (!names.is_empty()).then(|| format!("{} {what} than rank 0", names.join(", ")))
    };
    let other_version = |it: &Introduction| it.build[0] != first.build[0];
    let other_file = |it: &Introduction| it.build[1] != first.build[1];
    differ(&other_version, "has another version of starhop")
        .or_else(|| differ(&other_file, "runs another file of starhop"))
        .or_else(|| {
            differ(&|it| it.games != first.games, "comes to other results in the same games")
        })
}

/// The ranks as members of one run: each plays on its part of the processors that it shares.
pub fn members(all: &[Introduction]) -> Vec<Member> {
    let sharing = |own: &Introduction, processor: &usize| {
        let near = all.iter().filter(|it| it.machine == own.machine);
        near.filter(|it| it.processors.contains(processor)).count()
    };
    let member = |it: &Introduction| {
        let parts = it.processors.iter().map(|own| 1.0 / sharing(it, own).max(1) as f64);
        let threads = parts.sum::<f64>().round().max(1.0) as usize;
        Member { machine: it.machine.clone(), threads }
    };
    all.iter().map(member).collect()
}

/// Plays what rank 0 gives, until it lets this rank go.
pub fn serve(link: &dyn Link) {
    let began = Instant::now();
    ranks::serve(link, &|told, threads| {
        let clock = Arc::new(move || began.elapsed().as_secs_f64());
        across::open(told, threads, clock).map_err(|why| why.to_string())
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(machine: &str, processors: &[usize]) -> Introduction {
        let build = ["1".to_string(), "file".to_string()];
        let (machine, processors) = (machine.to_string(), processors.to_vec());
        Introduction { machine, processors, build, games: "games".to_string() }
    }

    #[test]
    fn who_is_unlike_is_named() {
        let mut all = vec![rank("a", &[]), rank("a", &[]), rank("b", &[]), rank("c", &[])];
        assert_eq!((unlike(&all), unlike(&[])), (None, None));
        let mut told = |rank: usize, change: &dyn Fn(&mut Introduction)| {
            change(&mut all[rank]);
            unlike(&all).unwrap()
        };
        let games = told(1, &|it| it.games = "others".to_string());
        assert_eq!(games, "rank 1 on a comes to other results in the same games than rank 0");
        let file = told(3, &|it| it.build[1] = "other".to_string());
        assert_eq!(file, "rank 3 on c runs another file of starhop than rank 0");
        told(2, &|it| it.build[0] = "2".to_string());
        let version = told(3, &|it| it.build[0] = "3".to_string());
        assert_eq!(version, "rank 2 on b, rank 3 on c has another version of starhop than rank 0");
    }

    #[test]
    fn ranks_on_a_machine_share_its_processors() {
        let threads = |all: &[Introduction]| -> Vec<usize> {
            members(all).iter().map(|it| it.threads).collect()
        };
        let four = [0, 1, 2, 3];
        assert_eq!(threads(&[rank("a", &four), rank("b", &four)]), [4, 4]);
        assert_eq!(threads(&[rank("a", &four), rank("a", &four)]), [2, 2], "not bound");
        assert_eq!(threads(&[rank("a", &[0, 1]), rank("a", &[2, 3])]), [2, 2], "bound");
        assert_eq!(threads(&[rank("a", &[0]), rank("a", &[0]), rank("a", &[])]), [1, 1, 1]);
    }

    #[test]
    fn a_trial_comes_to_the_same_again() {
        assert_eq!(trial(), trial());
        let of = |name: &str| trial_of(registry::find(name).unwrap()).unwrap();
        assert_ne!(of("connect-four"), of("halma"));
        assert!(registry::games().into_iter().all(|it| trial_of(it).is_ok()));
    }
}
