//! The files that grow by a line a game.

use crate::record::error::RecordError;
use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const HEADER: &str = "game,seat,bot,moves,seconds\n";

/// What the moves of one seat of a game took. Numbers count from 1.
#[derive(Clone, Debug, PartialEq)]
pub struct ArenaTiming {
    /// The game.
    pub game: u64,
    /// The seat.
    pub seat: usize,
    /// The bot in it.
    pub bot: usize,
    /// Its moves.
    pub moves: u64,
    /// What they took.
    pub seconds: f64,
}

impl ArenaTiming {
    /// The line, with its end.
    pub fn to_line(&self) -> String {
        let ArenaTiming { game, seat, bot, moves, seconds } = self;
        format!("{game},{seat},{bot},{moves},{seconds:.9}\n")
    }
}

/// A file that grows.
#[derive(Debug)]
pub struct Growing {
    path: PathBuf,
    file: File,
}

impl Growing {
    /// The file of times, of which those of the first games stay.
    pub fn timing(path: &Path, games: u64) -> Result<Growing, RecordError> {
        let text = read(path)?;
        let kept = whole_rows(&text).take_while(|(row, _)| row[0] <= games as f64).last();
        let mut growing = Growing::open(path, kept.map_or(0, |(_, end)| end))?;
        if kept.is_none() {
            growing.append(HEADER.as_bytes())?;
        }
        Ok(growing)
    }

    /// A file of which that many bytes stay.
    pub fn open(path: &Path, bytes: u64) -> Result<Growing, RecordError> {
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path);
        let mut file = file.map_err(RecordError::io("open", path))?;
        file.set_len(bytes).map_err(RecordError::io("shorten", path))?;
        file.seek(SeekFrom::End(0)).map_err(RecordError::io("open", path))?;
        Ok(Growing { path: path.to_path_buf(), file })
    }

    /// Appends whole lines.
    pub fn append(&mut self, lines: &[u8]) -> Result<(), RecordError> {
        self.file.write_all(lines).map_err(RecordError::io("write to", &self.path))
    }

    /// Waits until all of it is on the disk.
    pub fn sync(&self) -> Result<(), RecordError> {
        self.file.sync_data().map_err(RecordError::io("write to", &self.path))
    }
}

/// All times of a file, a row a seat. Times are no result: what is damaged ends them, and whoever
/// deletes them can still go on.
pub fn times(path: &Path) -> Result<Vec<ArenaTiming>, RecordError> {
    let text = read(path)?;
    let row = |([game, seat, bot, moves, seconds], _): ([f64; 5], u64)| ArenaTiming {
        game: game as u64,
        seat: seat as usize,
        bot: bot as usize,
        moves: moves as u64,
        seconds,
    };
    Ok(whole_rows(&text).map(row).collect())
}

fn read(path: &Path) -> Result<String, RecordError> {
    match fs::read(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
        Err(why) => Err(RecordError::io("read", path)(why)),
    }
}

/// The rows of a text up to the first that is none, and the offset of each row's end.
fn whole_rows(text: &str) -> impl Iterator<Item = ([f64; 5], u64)> {
    let rows = text.strip_prefix(HEADER).unwrap_or_default();
    let mut end = HEADER.len() as u64;
    rows.split_inclusive('\n').map_while(move |line| {
        end += line.len() as u64;
        let fields = line.strip_suffix('\n')?.split(',').map(|it| it.parse().ok());
        let row: [f64; 5] = fields.collect::<Option<Vec<f64>>>()?.try_into().ok()?;
        row.iter().all(|&it| it.is_finite() && it >= 0.0).then_some((row, end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(game: u64) -> String {
        let line = |seat| ArenaTiming { game, seat, bot: 2, moves: 30, seconds: 0.25 }.to_line();
        line(1) + &line(2)
    }

    #[test]
    fn times_of_later_games_are_dropped_and_so_is_what_is_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("timing.csv");
        let mut file = Growing::timing(&path, 0).unwrap();
        (1..=3).for_each(|game| file.append(lines(game).as_bytes()).unwrap());
        let whole = fs::read_to_string(&path).unwrap();
        assert_eq!(times(&path).unwrap().len(), 6);
        for (kept, lines) in [(9, 7), (3, 7), (2, 5), (0, 1)] {
            fs::write(&path, format!("{whole}4,1,1,3")).unwrap();
            Growing::timing(&path, kept).unwrap();
            let text = fs::read_to_string(&path).unwrap();
            assert!(whole.starts_with(&text) && text.lines().count() == lines, "{text}");
        }
        for (text, lines) in
            [("junk", 1), (&whole.replace("\n2,1", "\nx,1"), 3), ("game\n1,1,1\n", 1)]
        {
            fs::write(&path, text).unwrap();
            Growing::timing(&path, 3).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), lines, "{text}");
        }
    }
}
