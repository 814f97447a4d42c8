//! The whole lines of a file that grows, one after another.

use super::disk;
use super::error::RecordError;
use serde::Serialize;
use std::fs::File;
use std::io::{BufRead, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

/// Mebibytes that a line may have.
const MOST_LINE_MIB: u64 = 16;

/// Reads a file line by line.
#[derive(Debug)]
pub(super) struct Lines {
    path: PathBuf,
    file: BufReader<File>,
    at: Mark,
    /// Whether something without an end stands behind that place.
    is_cut: bool,
}

/// A place between two lines of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    /// Lines before it.
    pub line: u64,
    /// Bytes before it.
    pub bytes: u64,
}

impl Lines {
    /// Opens a file.
    ///
    /// # Errors
    /// Where it can't be read.
    pub fn open(path: &Path) -> Result<Lines, RecordError> {
        Lines::open_at(path, Mark::default())
    }

    /// Opens a file of which all before that place was read already.
    ///
    /// # Errors
    /// Where it can't be read.
    pub fn open_at(path: &Path, at: Mark) -> Result<Lines, RecordError> {
        let mut file = disk::open_named(path)?;
        if at.bytes > 0 {
            file.seek(SeekFrom::Start(at.bytes)).map_err(RecordError::io("read", path))?;
        }
        Ok(Lines { path: path.to_path_buf(), file: BufReader::new(file), at, is_cut: false })
    }

    /// The place after the last line that was read.
    pub fn mark(&self) -> Mark {
        self.at
    }

    /// Something that is wrong in the line that was read last.
    pub fn damaged(&self, why: impl ToString) -> RecordError {
        self.damaged_at(self.at.line, why)
    }

    /// Something that is wrong in that line, counted from 1.
    pub fn damaged_at(&self, line: u64, why: impl ToString) -> RecordError {
        RecordError::damaged(&self.path, format!("line {line}: {}", why.to_string()))
    }

    /// The next line, without its end; `None` after the last. A last line without its end is still being
    /// written, or was when the machine stopped: the place that was reached is before it.
    ///
    /// # Errors
    /// Where it is too long, or no text.
    pub fn next_whole(&mut self) -> Result<Option<String>, RecordError> {
        let mut line = Vec::new();
        let most = MOST_LINE_MIB << 20;
        let read = self.file.by_ref().take(most).read_until(b'\n', &mut line);
        let read = read.map_err(RecordError::io("read", &self.path))? as u64;
        if read == most {
            self.at.line += 1;
            return Err(self.damaged(format!("is longer than {MOST_LINE_MIB} MiB")));
        }
        if line.pop_if(|end| *end == b'\n').is_none() {
            self.is_cut = read > 0;
            return Ok(None);
        }
        if self.at.bytes == 0 && line.starts_with(disk::BYTE_ORDER_MARK) {
            line.drain(..disk::BYTE_ORDER_MARK.len());
        }
        self.at.line += 1;
        self.at.bytes += read;
        String::from_utf8(line).map(Some).map_err(|_| self.damaged("is not text"))
    }

    /// That the file ends with the last line that was read, where there was no next one.
    ///
    /// # Errors
    /// Where more stands there, which names that line.
    pub fn check_end(&self) -> Result<(), RecordError> {
        match self.is_cut {
            true => Err(self.damaged_at(self.at.line + 1, "is cut short")),
            false => Ok(()),
        }
    }
}

/// A value as a line of JSON, with its end.
pub(super) fn of(value: &impl Serialize) -> String {
    let line = serde_json::to_string(value);
    line.expect("what is on record has a form in JSON: its keys are text") + "\n"
}

/// A line with its end, of bytes that were read whole.
pub(super) struct WholeLine<'a> {
    /// Its number, from 1.
    number: u64,
    /// Bytes up to its end.
    pub end: u64,
    bytes: &'a [u8],
}

/// The lines of those bytes. A last one without its end is still being written, or was when the machine stopped: it
/// is left out.
pub(super) fn whole(bytes: &[u8]) -> impl Iterator<Item = WholeLine<'_>> {
    let mut end = 0;
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').map_while(|it| it.strip_suffix(b"\n"));
    (1..).zip(lines).map(move |(number, bytes)| {
        end += bytes.len() as u64 + 1;
        WholeLine { number, end, bytes }
    })
}

impl WholeLine<'_> {
    /// What `parse` makes of its text.
    ///
    /// # Errors
    /// Names the line, where it is no text, and where `parse` refuses it.
    pub fn parse<T>(&self, parse: impl FnOnce(&str) -> Result<T, String>) -> Result<T, String> {
        let text = std::str::from_utf8(self.bytes).map_err(|_| "is not text".to_string());
        text.and_then(parse).map_err(|why| format!("line {}: {why}", self.number))
    }
}

/// How many whole lines a file has; none where it isn't there.
///
/// # Errors
/// Where it can't be read.
pub(super) fn count(path: &Path) -> Result<u64, RecordError> {
    let Some(file) = disk::open_if_there(path)? else { return Ok(0) };
    let (mut file, mut count) = (BufReader::new(file), 0);
    loop {
        let bytes = file.fill_buf().map_err(RecordError::io("read", path))?;
        if bytes.is_empty() {
            return Ok(count);
        }
        count += bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
        let read = bytes.len();
        file.consume(read);
    }
}
