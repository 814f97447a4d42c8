//! The rows of `generations.csv` and `timing.csv`, and the files they are appended to.

use super::atomic::write_atomic;
use super::disk;
use super::error::RecordError;
use super::growing::Growing;
use super::hash::hex;
use super::table;
use super::weights::Measured;
use crate::play::tally::Z95;
use crate::tune::fitness::Scoring;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::path::Path;

/// A row that belongs to a generation.
pub trait Row: Default + Serialize + DeserializeOwned {
    /// Its generation.
    fn generation(&self) -> u64;

    /// Whether it may stand after a row of the generation `before`; `None` for the first row of a file.
    fn may_follow(&self, before: Option<u64>) -> bool;
}

/// Whether a generation is the next one.
fn is_next(generation: u64, before: u64) -> bool {
    before.checked_add(1) == Some(generation)
}

/// One row of `generations.csv`. The fitness columns are estimates from the few games that
/// selection looks at; the columns that begin with `measured` come from fresh games and stand
/// only in the generations in which the champion was measured.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GenerationRow {
    /// From 0.
    pub generation: u64,
    /// Games played for selection so far.
    pub games: u64,
    /// This generation's games that its individuals won.
    pub wins: u64,
    /// This generation's games that its individuals lost.
    pub losses: u64,
    /// This generation's games without a winner.
    pub unfinished: u64,
    /// Wins among the decided games, 0 to 1.
    pub win_rate: Option<f64>,
    /// The luckiest individual's estimate.
    pub fitness_best: f64,
    /// The mean estimate.
    pub fitness_mean: f64,
    /// The median estimate.
    pub fitness_median: f64,
    /// The lowest estimate.
    pub fitness_worst: f64,
    /// Standard deviation of the estimates.
    pub fitness_deviation: f64,
    /// Mean over all genes of the gene's standard deviation in the population.
    pub diversity: f64,
    /// The hash of the genes of the generation's best by estimate.
    pub best_hash: String,
    /// Populations before this one.
    pub restarts: u64,
    /// The hash of the measured champion's genes.
    pub champion_hash: Option<String>,
    /// Fresh games that it played.
    pub measured_games: Option<u64>,
    /// How many of them differ. Where fewer than
    /// [`FEW`](crate::play::tally::FEW) do, each is counted once and there are no intervals.
    #[serde(default)]
    pub measured_different: Option<u64>,
    /// Those without a winner.
    pub measured_unfinished: Option<u64>,
    /// Its wins among the decided ones, 0 to 1.
    pub measured_win_rate: Option<f64>,
    /// Lower end of the 95 % Wilson interval of the win rate.
    pub measured_win_rate_low: Option<f64>,
    /// Upper end of that interval.
    pub measured_win_rate_high: Option<f64>,
    /// Its mean fitness over the decided games, and by score over draws; see [`GenerationRow::fitness`].
    pub measured_fitness: Option<f64>,
    /// The standard error of that mean.
    pub measured_fitness_error: Option<f64>,
}

impl GenerationRow {
    /// The mean fitness of the champion that was measured in it, if one was; see [`Scoring::on_record`].
    pub fn fitness(&self, scoring: Scoring) -> Option<f64> {
        let counts = (self.measured_games.unwrap_or(0), self.measured_unfinished.unwrap_or(0));
        scoring.on_record(self.measured_fitness, self.measured_win_rate, counts)
    }

    /// The 95 % interval of that fitness, where one is known: not where all games were worth the same. By wins it is
    /// that of the win rate, as that of a mean of nearly nothing but wins would reach beyond them.
    pub fn fitness_interval(&self, scoring: Scoring) -> Option<(f64, f64)> {
        if scoring == Scoring::Wins {
            return self.measured_win_rate_low.zip(self.measured_win_rate_high);
        }
        let half = Z95 * self.measured_fitness_error.filter(|error| *error > 0.0)?;
        self.fitness(scoring).map(|fitness| (fitness - half, fitness + half))
    }

    /// The same row with those figures of a champion as the ones that were measured in it.
    pub fn with_measured(self, measured: &Measured) -> GenerationRow {
        GenerationRow {
            measured_games: Some(measured.games),
            measured_different: measured.different_games,
            measured_unfinished: Some(measured.unfinished),
            measured_win_rate: measured.win_rate,
            measured_win_rate_low: measured.win_rate_low,
            measured_win_rate_high: measured.win_rate_high,
            measured_fitness: measured.fitness,
            measured_fitness_error: measured.fitness_error,
            ..self
        }
    }
}

impl Row for GenerationRow {
    fn generation(&self) -> u64 {
        self.generation
    }

    fn may_follow(&self, before: Option<u64>) -> bool {
        before.map_or(self.generation == 0, |before| is_next(self.generation, before))
    }
}

/// One row of `timing.csv`, the only file with clock times.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimingRow {
    /// From 0.
    pub generation: u64,
    /// What the generation took, in seconds, records and measurement included.
    pub seconds: f64,
    /// Games of selection a second.
    pub games_per_second: f64,
    /// Worker threads, of all ranks together.
    pub threads: usize,
    /// Ranks: processes that played it together.
    #[serde(default = "one")]
    pub ranks: usize,
}

/// Earlier versions had no ranks.
fn one() -> usize {
    1
}

impl Row for TimingRow {
    fn generation(&self) -> u64 {
        self.generation
    }

    /// Times are no result: a run goes on after they were deleted.
    fn may_follow(&self, before: Option<u64>) -> bool {
        before.is_none_or(|before| is_next(self.generation, before))
    }
}

/// A CSV file that grows by a row a generation.
#[derive(Debug)]
pub struct RowFile {
    file: Growing,
    empty: bool,
    sum: RowSum,
}

/// The hash of rows, with plain line feeds whatever their file has.
#[derive(Clone, Debug, Default)]
pub struct RowSum(Sha256);

/// The beginning of a file after which rows can be appended.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// Its bytes.
    pub bytes: u64,
    /// Its hash.
    pub sum: RowSum,
}

impl RowSum {
    fn add(&mut self, bytes: &[u8]) {
        bytes.split_inclusive(|&byte| byte == b'\n').for_each(|line| {
            match line.strip_suffix(b"\r\n") {
                Some(text) => {
                    self.0.update(text);
                    self.0.update(b"\n");
                }
                None => self.0.update(line),
            }
        });
    }

    /// In hexadecimal digits.
    pub fn text(&self) -> String {
        hex(&self.0.clone().finalize())
    }
}

impl RowFile {
    /// Opens the file, of which what was [`kept`] stays: later rows, which a run left behind when it
    /// was killed, are dropped.
    pub fn open(path: &Path, kept: Kept) -> Result<RowFile, RecordError> {
        let file = Growing::open(path, kept.bytes)?;
        Ok(RowFile { file, empty: kept.bytes == 0, sum: kept.sum })
    }

    /// Appends a row, with the header before the first one.
    pub fn append<T: Row>(&mut self, row: &T) -> Result<(), RecordError> {
        self.append_all(std::slice::from_ref(row))
    }

    /// Appends rows likewise.
    pub fn append_all<T: Row>(&mut self, rows: &[T]) -> Result<(), RecordError> {
        let mut writer = csv::WriterBuilder::new().has_headers(self.empty).from_writer(Vec::new());
        let written = rows.iter().try_for_each(|row| writer.serialize(row));
        let written = written.map_err(std::io::Error::from);
        let bytes = written.and_then(|()| writer.into_inner().map_err(|it| it.into_error()));
        let bytes = bytes.map_err(self.file.failed())?;
        self.file.append(&bytes)?;
        self.sum.add(&bytes);
        self.empty = false;
        Ok(())
    }

    /// The hash of all rows.
    pub fn sum(&self) -> String {
        self.sum.text()
    }

    /// Waits until all rows are on the disk.
    pub fn sync(&self) -> Result<(), RecordError> {
        self.file.sync()
    }
}

/// The beginning of a file up to the row of generation `last`; `None` where there is no file.
///
/// # Errors
/// Where a row up to there is damaged or that row is missing, or where the file is none that can
/// grow.
pub fn kept<T: Row>(path: &Path, last: u64) -> Result<Option<Kept>, RecordError> {
    if !disk::own_is_there(path)? {
        return Ok(None);
    }
    let mut kept = None;
    let text = disk::read(path)?;
    each_row::<T>(path, &text, |row, end| {
        kept = (row.generation() == last).then_some(end);
        row.generation() < last
    })?;
    let why = || format!("has no row for generation {last}, which the checkpoint is at");
    let bytes = kept.ok_or_else(|| RecordError::damaged(path, why()))?;
    let mut sum = RowSum::default();
    sum.add(&text[..bytes as usize]);
    Ok(Some(Kept { bytes, sum }))
}

/// The beginning of a file of several rows a generation up to the last one of generation `last`; `None` where there
/// is no file. Of a file without rows nothing is kept.
///
/// # Errors
/// Where a row up to there is damaged or such a row is missing, or where the file is none that can grow.
pub fn kept_up_to<T: Row>(path: &Path, last: u64) -> Result<Option<Kept>, RecordError> {
    if !disk::own_is_there(path)? {
        return Ok(None);
    }
    let text = disk::read(path)?;
    let (mut bytes, mut reached) = (0, None);
    each_row::<T>(path, &text, |row, end| {
        let is_kept = row.generation() <= last;
        if is_kept {
            (bytes, reached) = (end, Some(row.generation()));
        }
        is_kept
    })?;
    if reached.is_some_and(|reached| reached < last) {
        let why = format!(
            "has no row for generation {last}, which the checkpoint is at; put it back, or delete the file to go on \
             without it"
        );
        return Err(RecordError::damaged(path, why));
    }
    let mut sum = RowSum::default();
    sum.add(text.get(..bytes as usize).unwrap_or(&text));
    Ok(Some(Kept { bytes, sum }))
}

/// The same beginning of `timing.csv`, which is written anew where an earlier version wrote it with fewer
/// columns.
///
/// # Errors
/// Where it can't be read or written.
pub fn renewed(path: &Path, kept: Kept) -> Result<Kept, RecordError> {
    let text = disk::read(path)?;
    let text = &text[..(kept.bytes as usize).min(text.len())];
    let mut rows: Vec<TimingRow> = Vec::new();
    each_row(path, text, |row, _| {
        rows.push(row);
        true
    })?;
    let bytes = table::bytes(path, rows)?;
    let columns = |bytes: &[u8]| {
        let header = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        header.iter().filter(|&&byte| byte == b',').count()
    };
    if columns(text) >= columns(&bytes) {
        return Ok(kept);
    }
    write_atomic(path, &bytes)?;
    let mut sum = RowSum::default();
    sum.add(&bytes);
    Ok(Kept { bytes: bytes.len() as u64, sum })
}

/// All rows of a file.
///
/// # Errors
/// Names the line of a row that is damaged or out of order.
pub fn read_rows<T: Row>(path: &Path) -> Result<Vec<T>, RecordError> {
    let mut rows = Vec::new();
    each_row::<T>(path, &disk::read(path)?, |row, _| {
        rows.push(row);
        true
    })?;
    Ok(rows)
}

/// Calls `visit` with each row and the offset of its line's end, until it returns false. A last line
/// without its end is still being written, or was when the machine stopped: it is no row yet.
fn each_row<T: Row>(
    path: &Path,
    bytes: &[u8],
    mut visit: impl FnMut(T, u64) -> bool,
) -> Result<(), RecordError> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    if whole == 0 {
        return Ok(());
    }
    let mut reader = csv::ReaderBuilder::new().from_reader(&bytes[..whole]);
    let headers = reader.headers().map_err(|why| RecordError::damaged(path, why))?.clone();
    let mut record = csv::StringRecord::new();
    let mut before = None;
    line_end(bytes, reader.position().byte())
        .ok_or_else(|| RecordError::damaged(path, format!("line 1: {LONE_RETURN}")))?;
    while reader.read_record(&mut record).map_err(|why| RecordError::damaged(path, why))? {
        let line = record.position().map_or(0, csv::Position::line);
        let bad = |why: String| RecordError::damaged(path, format!("line {line}: {why}"));
        let row: T = record.deserialize(Some(&headers)).map_err(|why| bad(why.to_string()))?;
        if !row.may_follow(before) {
            return Err(bad(format!("generation {} is out of order", row.generation())));
        }
        before = Some(row.generation());
        let end = line_end(bytes, reader.position().byte());
        if !visit(row, end.ok_or_else(|| bad(LONE_RETURN.to_string()))?) {
            break;
        }
    }
    // Rows are read by their heading; without any nothing has looked at it.
    let heading = headers.iter().collect::<Vec<_>>().join(",") + "\n";
    match before.is_none() && heading.as_bytes() != table::heading::<T>(path)? {
        true => Err(RecordError::damaged(path, table::NO_HEADING)),
        false => Ok(()),
    }
}

const LONE_RETURN: &str = "ends with a carriage return and no line feed";

/// The offset after a line whose row ends there: the reader stops between `\r` and `\n`. `None` where
/// there is no line feed: such a row would be taken for torn once it is the last.
fn line_end(bytes: &[u8], end: u64) -> Option<u64> {
    let end = end as usize;
    let whole = |end: usize| bytes.get(..end).is_some_and(|it| it.ends_with(b"\n"));
    [end, end + 1].into_iter().find(|&end| whole(end)).map(|end| end as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timing(generation: u64) -> TimingRow {
        TimingRow { generation, seconds: 0.25, games_per_second: 1e4, threads: 2, ranks: 1 }
    }

    #[test]
    fn wins_have_the_interval_of_the_win_rate() {
        let row: GenerationRow = serde_json::from_value(serde_json::json!({
            "generation": 0, "games": 0, "wins": 0, "losses": 0, "unfinished": 0, "fitness_best": 0.0,
            "fitness_mean": 0.0, "fitness_median": 0.0, "fitness_worst": 0.0, "fitness_deviation": 0.0,
            "diversity": 0.0, "best_hash": "", "restarts": 0, "measured_win_rate": 1.0,
            "measured_win_rate_low": 0.963, "measured_win_rate_high": 1.0, "measured_fitness": 1.0,
            "measured_fitness_error": 0.0,
        }))
        .unwrap();
        assert_eq!(row.fitness_interval(Scoring::Wins), Some((0.963, 1.0)));
        let points = GenerationRow {
            measured_fitness: Some(400.0),
            measured_fitness_error: Some(2.0),
            ..row
        };
        let half = 2.0 * Z95;
        assert_eq!(points.fitness_interval(Scoring::Plies), Some((400.0 - half, 400.0 + half)));
        for error in [None, Some(0.0)] {
            let few = GenerationRow { measured_fitness_error: error, ..points.clone() };
            assert_eq!(few.fitness_interval(Scoring::Plies), None);
        }
    }

    #[test]
    fn rows_after_the_last_one_are_dropped_torn_ones_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("timing.csv");
        let mut file = RowFile::open(&path, Kept::default()).unwrap();
        (0..4).for_each(|generation| file.append(&timing(generation)).unwrap());
        let whole = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{whole}4,0.2")).unwrap();
        let end = kept::<TimingRow>(&path, 1).unwrap().unwrap();
        let mut file = RowFile::open(&path, end).unwrap();
        file.append(&timing(2)).unwrap();
        file.append(&timing(3)).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
        assert_eq!(read_rows::<TimingRow>(&path).unwrap(), [0, 1, 2, 3].map(timing));
    }

    #[test]
    fn line_ends_of_other_systems_are_kept_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("timing.csv");
        let text = "generation,seconds,games_per_second,threads\r\n0,0.25,10000,2\r\n";
        std::fs::write(&path, format!("{text}1,0.25,10000,2\r\n")).unwrap();
        let other = kept::<TimingRow>(&path, 0).unwrap().unwrap();
        assert_eq!(other.bytes, text.len() as u64);
        std::fs::write(&path, text.replace("\r\n", "\n")).unwrap();
        let plain = kept::<TimingRow>(&path, 0).unwrap().unwrap();
        assert_eq!(plain.sum.text(), other.sum.text());
        std::fs::write(&path, format!("{text}1,0.25,10000,2\r\n")).unwrap();
        assert_eq!(read_rows::<TimingRow>(&path).unwrap(), [0, 1].map(timing));
    }

    #[test]
    fn a_carriage_return_alone_ends_no_row() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("timing.csv");
        let text = "generation,seconds,games_per_second,threads\n0,0.25,10000,2\n1,0.25,10000,2\n";
        for (line, at) in [(1, text.find("0,").unwrap()), (2, text.find("1,0.25").unwrap())] {
            let returned = format!("{}\r{}", &text[..at - 1], &text[at..]);
            std::fs::write(&path, returned).unwrap();
            for why in [
                read_rows::<TimingRow>(&path).unwrap_err().to_string(),
                kept::<TimingRow>(&path, 0).unwrap_err().to_string(),
            ] {
                assert!(why.contains(&format!("line {line}: {LONE_RETURN}")), "{why}");
            }
        }
    }

    #[test]
    fn a_file_with_fewer_columns_is_gone_on_with_in_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("timing.csv");
        let rows = |count| (0..count).map(timing).collect::<Vec<_>>();
        let old = "generation,seconds,games_per_second,threads\n0,0.25,10000,2\n1,0.25,10000,2\n";
        std::fs::write(&path, format!("{old}2,0.25,1")).unwrap();
        for _ in 0..2 {
            let beginning = kept::<TimingRow>(&path, 1).unwrap().unwrap();
            let beginning = renewed(&path, beginning).unwrap();
            let mut file = RowFile::open(&path, beginning).unwrap();
            file.append(&timing(2)).unwrap();
            assert_eq!(read_rows::<TimingRow>(&path).unwrap(), rows(3));
        }
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(
            text.starts_with("generation,seconds,games_per_second,threads,ranks\n0,"),
            "{text}"
        );
    }

    #[test]
    fn a_row_without_its_end_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("timing.csv");
        let header = "generation,seconds,games_per_second,threads\n";
        for torn in ["", "1", "1,0.25,10000,", "1,0.25,10000,1"] {
            std::fs::write(&path, format!("{header}0,0.25,10000,2\n{torn}")).unwrap();
            assert_eq!(read_rows::<TimingRow>(&path).unwrap(), [timing(0)], "{torn}");
        }
    }

    #[test]
    fn a_damaged_row_is_named_by_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("timing.csv");
        let header = "generation,seconds,games_per_second,threads\n";
        for rows in ["0,1,1,1\n1,x,1,1\n", "0,1,1,1\n1,1\n", "0,1,1,1\n5,1,1,1\n"] {
            std::fs::write(&path, format!("{header}{rows}")).unwrap();
            let why = read_rows::<TimingRow>(&path).unwrap_err().to_string();
            assert!(why.contains("line 3") || why.contains("line: 3"), "{why}");
        }
    }
}
