//! `confirmations.jsonl`: how often a run's champion was put to the test, and what came out.

use super::disk;
use super::error::RecordError;
use super::growing::Growing;
use super::lines;
use super::versioned;
use crate::play::spending::share;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The version of a line.
pub const VERSION: u32 = 1;

/// A line of the ledger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Line {
    /// An attempt, before its games.
    Begun {
        /// [`VERSION`].
        version: u32,
        /// Its number, from 1.
        attempt: u64,
        /// Its share of the error rate.
        alpha: f64,
        /// The generation that the champion was found in.
        generation: u64,
        /// The champion's hash.
        champion: String,
        /// What it tests, by name.
        tests: Vec<String>,
    },
    /// What the attempt above came to, after its last game.
    Ended {
        /// [`VERSION`].
        version: u32,
        /// The same number.
        attempt: u64,
        /// What the tests against other arrays found, in their order.
        verdicts: Vec<Verdict>,
        /// How many parameters have which effect.
        parameters: Effects,
    },
}

/// What a test against another array found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The champion is stronger.
    Stronger,
    /// It isn't, by as much as was asked.
    NotStronger,
    /// It is weaker.
    Weaker,
    /// Nothing, in as many games as there could be.
    Undecided,
}

/// Parameters by what setting them back to their start does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Effects {
    /// It loses.
    pub moved: u64,
    /// It wins.
    pub worse: u64,
    /// It makes no difference that counts.
    pub without_effect: u64,
    /// Not known.
    pub undecided: u64,
}

/// An attempt on record.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// Its first line.
    pub begun: Line,
    /// Its second one; `None` where it was broken off.
    pub ended: Option<Line>,
}

/// The ledger of a run that this process alone works on.
#[derive(Debug)]
pub struct Ledger {
    file: Growing,
    attempts: Vec<Attempt>,
}

impl Line {
    fn attempt(&self) -> u64 {
        match self {
            Line::Begun { attempt, .. } | Line::Ended { attempt, .. } => *attempt,
        }
    }

    /// Reads a line without its end.
    ///
    /// # Errors
    /// Where it is no line of a ledger, or of another version.
    pub fn parse(text: &str) -> Result<Line, String> {
        versioned::parse(text, VERSION..=VERSION)
    }
}

impl Ledger {
    /// Opens the ledger at a path to go on with it, with a last line that was torn left out; it is
    /// made with its first line.
    ///
    /// # Errors
    /// As [`read`], or where it can't be written.
    pub(super) fn open(
        path: &Path,
        attempts: Vec<Attempt>,
        bytes: u64,
    ) -> Result<Ledger, RecordError> {
        Ok(Ledger { file: Growing::open(path, bytes)?, attempts })
    }

    /// The attempts so far.
    pub fn attempts(&self) -> &[Attempt] {
        &self.attempts
    }

    /// Appends a line, and returns once it is on the disk.
    ///
    /// # Errors
    /// Where the file can't be written to.
    pub fn append(&mut self, line: Line) -> Result<(), RecordError> {
        self.file.append(lines::of(&line).as_bytes())?;
        self.file.sync()?;
        admit(&mut self.attempts, line)
            .map_err(|why| self.file.failed()(std::io::Error::other(why)))
    }
}

/// The attempts of a ledger, and where its last whole line ends; none where there is no file. A last
/// line without its end was torn: if it began an attempt, no game of that was played.
///
/// # Errors
/// Names the line that is damaged, of another version, or in the wrong place.
pub fn read(path: &Path) -> Result<(Vec<Attempt>, u64), RecordError> {
    match disk::own_is_there(path)? {
        false => Ok((Vec::new(), 0)),
        true => {
            let bytes = disk::read(path)?;
            parse(&bytes).map_err(|why| RecordError::damaged(path, why))
        }
    }
}

/// Reads the bytes of a ledger; see [`read`].
///
/// # Errors
/// As there.
pub fn parse(bytes: &[u8]) -> Result<(Vec<Attempt>, u64), String> {
    let (mut attempts, mut end) = (Vec::new(), 0);
    for line in lines::whole(bytes) {
        line.parse(|text| admit(&mut attempts, Line::parse(text)?))?;
        end = line.end;
    }
    Ok((attempts, end))
}

/// Counts a line.
fn admit(attempts: &mut Vec<Attempt>, line: Line) -> Result<(), String> {
    let number = attempts.len() as u64;
    match &line {
        Line::Begun { attempt, .. } if *attempt != number + 1 => {
            Err(format!("attempt {attempt} is out of order"))
        }
        Line::Begun { attempt, alpha, .. } if *alpha != share(*attempt) => {
            Err(format!("alpha {alpha} is not the share of attempt {attempt}"))
        }
        Line::Begun { .. } => {
            attempts.push(Attempt { begun: line, ended: None });
            Ok(())
        }
        Line::Ended { .. } => match attempts.last_mut() {
            Some(last) if last.begun.attempt() == line.attempt() && last.ended.is_none() => {
                last.ended = Some(line);
                Ok(())
            }
            _ => Err(format!("attempt {} ends where none is under way", line.attempt())),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn begun(attempt: u64) -> Line {
        let tests = ["start", "parameters"].map(str::to_string).to_vec();
        let champion = "sha256:00".to_string();
        let alpha = share(attempt);
        Line::Begun { version: VERSION, attempt, alpha, generation: 7, champion, tests }
    }

    fn ended(attempt: u64) -> Line {
        let parameters = Effects { moved: 2, undecided: 1, ..Effects::default() };
        Line::Ended { version: VERSION, attempt, verdicts: vec![Verdict::NotStronger], parameters }
    }

    fn text(lines: &[Line]) -> String {
        lines.iter().map(lines::of).collect()
    }

    #[test]
    fn a_line_says_what_it_always_said() {
        assert_eq!(
            text(&[begun(1), ended(1)]),
            "{\"event\":\"begun\",\"version\":1,\"attempt\":1,\"alpha\":0.025,\"generation\":7,\
             \"champion\":\"sha256:00\",\"tests\":[\"start\",\"parameters\"]}\n\
             {\"event\":\"ended\",\"version\":1,\"attempt\":1,\"verdicts\":[\"not-stronger\"],\
             \"parameters\":{\"moved\":2,\"worse\":0,\"without-effect\":0,\"undecided\":1}}\n"
        );
    }

    #[test]
    fn what_was_broken_off_counts_and_a_torn_line_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("confirmations.jsonl");
        assert_eq!(read(&path).unwrap(), (Vec::new(), 0));
        let mut ledger = Ledger::open(&path, Vec::new(), 0).unwrap();
        for line in [begun(1), ended(1), begun(2)] {
            ledger.append(line).unwrap();
        }
        let (attempts, bytes) = read(&path).unwrap();
        assert_eq!(attempts, ledger.attempts());
        assert_eq!(attempts.iter().map(|it| it.ended.is_some()).collect::<Vec<_>>(), [true, false]);
        let torn = std::fs::read_to_string(&path).unwrap() + "{\"event\":\"begun\",";
        std::fs::write(&path, torn).unwrap();
        let (attempts, end) = read(&path).unwrap();
        assert_eq!((attempts.len(), end), (2, bytes));
        let mut ledger = Ledger::open(&path, attempts, end).unwrap();
        ledger.append(begun(3)).unwrap();
        assert_eq!(read(&path).unwrap().0.len(), 3);
    }

    #[test]
    fn what_can_not_be_is_named_by_its_line() {
        let one = text(&[begun(1)]);
        for (text, said) in [
            (one.clone() + &text(&[begun(1)]), "line 2: attempt 1 is out of order"),
            (text(&[begun(2)]), "line 1: attempt 2 is out of order"),
            (text(&[ended(1)]), "line 1: attempt 1 ends where none is under way"),
            (one.clone() + &text(&[ended(2)]), "line 2: attempt 2 ends where none is"),
            (one.clone() + &text(&[ended(1), ended(1)]), "line 3: attempt 1 ends where none is"),
            (one.replace("0.025", "0.05"), "line 1: alpha 0.05 is not the share of attempt 1"),
            (one.replace("\"version\":1", "\"version\":2"), "is of version 2; this starhop reads"),
            (one.replace("\"generation\"", "\"generations\""), "unknown field"),
            (one.replace("begun", "planned"), "unknown variant"),
            ("\n".to_string(), "line 1: EOF"),
            ("{}\n".to_string(), "line 1: missing field"),
        ] {
            let why = parse(text.as_bytes()).unwrap_err();
            assert!(why.contains(said), "{said}: {why}");
        }
        assert_eq!(parse(b"\xff\n").unwrap_err(), "line 1: is not text");
    }

    proptest! {
        #[test]
        fn ledgers_come_back(
            attempts in proptest::collection::vec(
                (proptest::option::of(any::<[u64; 4]>()), any::<u64>(), "[a-z0-9:]{0,20}"),
                0..20,
            ),
        ) {
            let mut lines = Vec::new();
            for (attempt, (end, generation, champion)) in (1..).zip(attempts) {
                let (version, alpha, tests) = (VERSION, share(attempt), vec![champion.clone()]);
                lines.push(Line::Begun { version, attempt, alpha, generation, champion, tests });
                if let Some([moved, worse, without_effect, undecided]) = end {
                    let parameters = Effects { moved, worse, without_effect, undecided };
                    let verdicts = vec![Verdict::Weaker, Verdict::Undecided, Verdict::Stronger];
                    lines.push(Line::Ended { version, attempt, verdicts, parameters });
                }
            }
            let text = text(&lines);
            let (read, end) = parse(text.as_bytes()).unwrap();
            prop_assert_eq!(end, text.len() as u64);
            let pairs = read.into_iter().map(|it| [Some(it.begun), it.ended]);
            prop_assert_eq!(pairs.flatten().flatten().collect::<Vec<_>>(), lines);
        }
    }
}
