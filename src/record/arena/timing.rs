//! `timing.csv`, which grows by a line a seat.

use crate::play::late::Late;
use crate::record::atomic::write_atomic;
use crate::record::disk;
use crate::record::error::RecordError;
use crate::record::growing::Growing;
use std::path::Path;

/// The first line of a file of times.
pub const HEADER: &str = "game,seat,bot,moves,seconds,late,late_seconds\n";
/// The same of a file of an earlier version.
const BEFORE: &str = "game,seat,bot,moves,seconds\n";

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
    /// Those that were late; `None` where the bot has no limit of time, and in rows of earlier versions.
    pub late: Option<Late>,
}

impl ArenaTiming {
    /// The line, with its end.
    pub fn to_line(&self) -> String {
        let ArenaTiming { game, seat, bot, moves, seconds, late } = self;
        let late = match late {
            Some(Late { moves, seconds }) => format!("{moves},{seconds:.9}"),
            None => ",".to_string(),
        };
        format!("{game},{seat},{bot},{moves},{seconds:.9},{late}\n")
    }
}

/// How many bytes of the file of times stay where only the first `games` games do. Times are no result:
/// what is damaged ends them, and whoever deletes them can still go on.
pub fn kept(path: &Path, games: u64) -> Result<u64, RecordError> {
    if !disk::own_is_there(path)? {
        return Ok(0);
    }
    let text = read(path)?;
    let kept = whole_rows(&text).take_while(|(row, _)| row.game <= games).last();
    Ok(kept.map_or(0, |(_, end)| end))
}

/// The file of times, of which that many bytes stay.
pub fn open(path: &Path, bytes: u64) -> Result<Growing, RecordError> {
    let bytes = renewed(path, bytes)?;
    let mut growing = Growing::open(path, bytes)?;
    if bytes == 0 {
        growing.append(HEADER.as_bytes())?;
    }
    Ok(growing)
}

/// The same beginning of the file, which is written anew where an earlier version wrote it with fewer columns.
fn renewed(path: &Path, bytes: u64) -> Result<u64, RecordError> {
    if bytes == 0 {
        return Ok(0);
    }
    let text = read(path)?;
    if text.starts_with(HEADER.trim_end()) {
        return Ok(bytes);
    }
    let rows = whole_rows(&text).take_while(|(_, end)| *end <= bytes);
    let lines: String = rows.map(|(row, _)| row.to_line()).collect();
    let text = HEADER.to_string() + &lines;
    write_atomic(path, text.as_bytes())?;
    Ok(text.len() as u64)
}

/// All times of a file, a row a seat, up to what is damaged.
pub fn times(path: &Path) -> Result<Vec<ArenaTiming>, RecordError> {
    Ok(rows_of(&read(path)?))
}

/// The same of a file of which nothing is damaged. Times that were lost, or deleted, are missing there.
///
/// # Errors
/// Where a line is no row.
pub fn whole_times(path: &Path) -> Result<Vec<ArenaTiming>, RecordError> {
    let text = read(path)?;
    let times = rows_of(&text);
    if text.lines().skip(1).count() > times.len() {
        let why = format!(
            "line {}: is no row of times; the command of this shard drops it, and what follows",
            times.len() + 2
        );
        return Err(RecordError::damaged(path, why));
    }
    Ok(times)
}

/// The rows of a text up to what is damaged.
fn rows_of(text: &str) -> Vec<ArenaTiming> {
    whole_rows(text).map(|(row, _)| row).collect()
}

fn read(path: &Path) -> Result<String, RecordError> {
    let bytes = disk::read_if_there(path)?.unwrap_or_default();
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The rows of a text up to the first that is none, and the offset of each row's end.
fn whole_rows(text: &str) -> impl Iterator<Item = (ArenaTiming, u64)> {
    let (header, rows) = text.split_at(text.find('\n').map_or(0, |end| end + 1));
    let is = |known: &str| header.trim_end() == known.trim_end();
    let rows = if is(HEADER) || is(BEFORE) { rows } else { "" };
    let columns = header.split(',').count();
    let mut end = header.len() as u64;
    rows.split_inclusive('\n').map_while(move |line| {
        end += line.len() as u64;
        let fields: Vec<&str> = line.strip_suffix('\n')?.trim_end().split(',').collect();
        Some((row_of(&fields).filter(|_| fields.len() == columns)?, end))
    })
}

fn row_of(fields: &[&str]) -> Option<ArenaTiming> {
    let (row, late) = fields.split_at_checked(5)?;
    let [game, seat, bot, moves, seconds] = numbers(row)?;
    let late = match late {
        [] | ["", ""] => None,
        late => {
            let [moves, seconds] = numbers(late)?;
            Some(Late { moves: moves as u64, seconds })
        }
    };
    Some(ArenaTiming {
        game: game as u64,
        seat: seat as usize,
        bot: bot as usize,
        moves: moves as u64,
        seconds,
        late,
    })
}

/// That many finite numbers, none below 0.
fn numbers<const N: usize>(fields: &[&str]) -> Option<[f64; N]> {
    let numbers: Option<Vec<f64>> = fields.iter().map(|it| it.parse().ok()).collect();
    let numbers: [f64; N] = numbers?.try_into().ok()?;
    numbers.iter().all(|&it| it.is_finite() && it >= 0.0).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn timing_of(path: &Path, games: u64) -> Growing {
        open(path, kept(path, games).unwrap()).unwrap()
    }

    fn row(game: u64, seat: usize, late: Option<Late>) -> ArenaTiming {
        ArenaTiming { game, seat, bot: 2, moves: 30, seconds: 0.25, late }
    }

    fn lines(game: u64) -> String {
        row(game, 1, None).to_line()
            + &row(game, 2, Some(Late { moves: 3, seconds: 0.125 })).to_line()
    }

    #[test]
    fn a_file_of_an_earlier_version_is_read_and_goes_on_with_all_columns() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("timing.csv");
        let before = format!("{BEFORE}1,1,2,30,0.250000000\n1,2,2,30,0.250000000\n");
        let late = Some(Late { moves: 3, seconds: 0.125 });
        let [first, second] = [1, 2].map(|seat| row(1, seat, None));
        fs::write(&path, format!("{before}2,1,2,30,0.25,,\n")).unwrap();
        assert_eq!(times(&path).unwrap(), [first.clone(), second.clone()]);
        fs::write(&path, &before).unwrap();
        assert_eq!(whole_times(&path).unwrap(), [first.clone(), second.clone()]);
        timing_of(&path, 2).append(row(2, 1, late).to_line().as_bytes()).unwrap();
        assert_eq!(whole_times(&path).unwrap(), [first.clone(), second, row(2, 1, late)]);
        assert!(fs::read_to_string(&path).unwrap().starts_with(HEADER));
        fs::write(&path, &before).unwrap();
        timing_of(&path, 0);
        assert_eq!(fs::read_to_string(&path).unwrap(), HEADER);
    }

    #[test]
    fn times_of_later_games_are_dropped_and_so_is_what_is_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("timing.csv");
        let mut file = timing_of(&path, 0);
        (1..=3).for_each(|game| file.append(lines(game).as_bytes()).unwrap());
        let whole = fs::read_to_string(&path).unwrap();
        assert_eq!((times(&path).unwrap().len(), whole_times(&path).unwrap().len()), (6, 6));
        for (kept, lines) in [(9, 7), (3, 7), (2, 5), (0, 1)] {
            fs::write(&path, format!("{whole}4,1,1,3")).unwrap();
            let why = whole_times(&path).unwrap_err().to_string();
            assert!(why.contains("timing.csv: line 8: is no row"), "{why}");
            timing_of(&path, kept);
            let text = fs::read_to_string(&path).unwrap();
            assert!(whole.starts_with(&text) && text.lines().count() == lines, "{text}");
        }
        for (text, lines) in
            [("junk", 1), (&whole.replace("\n2,1", "\nx,1"), 3), ("game\n1,1,1\n", 1)]
        {
            fs::write(&path, text).unwrap();
            timing_of(&path, 3);
            assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), lines, "{text}");
        }
        fs::write(&path, whole.replace('\n', "\r\n")).unwrap();
        assert_eq!(
            (times(&path).unwrap().len(), kept(&path, 3).unwrap()),
            (6, 7 + whole.len() as u64)
        );
    }
}
