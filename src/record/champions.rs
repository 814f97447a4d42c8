//! `champions.jsonl`: each champion that a run crowned on its way, a line each.

use super::disk;
use super::error::RecordError;
use super::lines;
use super::versioned;
use super::weights::Measured;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The version of a line.
pub const VERSION: u32 = 1;

/// A champion when it took the place of the one before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crowned {
    /// [`VERSION`].
    pub version: u32,
    /// The generation in which it was crowned.
    pub generation: u64,
    /// What it was measured at then, on fresh games.
    pub measured: Measured,
    /// Its parameter vector.
    pub weights: Vec<f64>,
}

impl Crowned {
    /// Reads a line.
    ///
    /// # Errors
    /// Where it is no champion, of another version, or has a weight that is no number.
    pub fn parse(line: &str) -> Result<Crowned, String> {
        versioned::parse(line, VERSION..=VERSION)
    }
}

/// All champions of a file; none where it isn't there, as in runs of earlier versions.
///
/// # Errors
/// Names the line that is damaged or out of order.
pub fn read(path: &Path) -> Result<Vec<Crowned>, RecordError> {
    match disk::is_there(path)? {
        true => Ok(each(path, &disk::read(path)?, u64::MAX)?.0),
        false => Ok(Vec::new()),
    }
}

/// The bytes of the champions that were crowned up to that generation.
///
/// # Errors
/// As [`read`], for lines up to there.
pub fn kept(path: &Path, last: u64) -> Result<u64, RecordError> {
    match disk::own_is_there(path)? {
        true => Ok(each(path, &disk::read(path)?, last)?.1),
        false => Ok(0),
    }
}

/// The champions up to a generation, and where their lines end. A last line without its end is still
/// being written, or was when the machine stopped.
fn each(path: &Path, bytes: &[u8], last: u64) -> Result<(Vec<Crowned>, u64), RecordError> {
    let (mut all, mut end) = (Vec::<Crowned>::new(), 0);
    for line in lines::whole(bytes) {
        let after = |before: Option<&Crowned>, champion: Crowned| match before {
            Some(before) if before.generation >= champion.generation => {
                Err(format!("generation {} is out of order", champion.generation))
            }
            _ => Ok(champion),
        };
        let champion = line.parse(|text| after(all.last(), Crowned::parse(text)?));
        let champion = champion.map_err(|why| RecordError::damaged(path, why))?;
        if champion.generation > last {
            break;
        }
        end = line.end;
        all.push(champion);
    }
    Ok((all, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::batch::Seats;
    use crate::play::tally::Tally;
    use crate::record::growing::Growing;
    use crate::record::weights::MeasuredOn;

    fn crowned(generation: u64) -> Crowned {
        let (seats, opening_plies) = (Seats::All, 4);
        let on = MeasuredOn { against: "hand-tuned-v4", seats, opening_plies, search: "greedy" };
        let tally = Tally { wins: 3, losses: 1, different: 4, fitness: 7.25, ..Tally::default() };
        let weights = vec![generation as f64, -0.5];
        Crowned { version: VERSION, generation, measured: Measured::new(on, &tally), weights }
    }

    fn file(text: &str) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("champions.jsonl");
        std::fs::write(&path, text).unwrap();
        (folder, path)
    }

    #[test]
    fn champions_come_back_and_later_and_torn_lines_are_dropped() {
        let (_folder, path) = file("");
        let mut growing = Growing::open(&path, 0).unwrap();
        let all = [2, 4, 9].map(crowned);
        all.iter().for_each(|it| growing.append(lines::of(it).as_bytes()).unwrap());
        assert_eq!(read(&path).unwrap(), all);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{text}{{\"version\":1,")).unwrap();
        assert_eq!(read(&path).unwrap(), all);
        let second = text.split_inclusive('\n').take(2).map(str::len).sum::<usize>() as u64;
        for (last, expected) in [(1, 0), (4, second), (8, second), (9, text.len() as u64)] {
            assert_eq!(kept(&path, last).unwrap(), expected);
        }
        assert_eq!(kept(&path.with_extension("none"), 9).unwrap(), 0);
    }

    #[test]
    fn what_is_no_champion_is_named_by_its_line() {
        let newer = lines::of(&crowned(4)).replacen("\"version\":1", "\"version\":2", 1);
        for (second, said) in [
            (newer, "is of version 2; this starhop reads version 1"),
            (lines::of(&crowned(2)), "generation 2 is out of order"),
            ("{}\n".to_string(), "missing field"),
            ("\n".to_string(), "EOF"),
        ] {
            let (_folder, path) = file(&(lines::of(&crowned(2)) + &second));
            let why = read(&path).unwrap_err().to_string();
            assert!(why.contains("line 2: ") && why.contains(said), "{why}");
        }
    }
}
