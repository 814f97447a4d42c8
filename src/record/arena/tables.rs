//! The tables that follow from an arena's games, as CSV.

use super::{Arena, ArenaRecord, DOCUMENT, INTERIM};
use crate::play::schedule::Schedule;
use crate::play::standings::{Ended, Standings};
use crate::record::disk;
use crate::record::error::RecordError;
use crate::record::table;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Columns of `ratings.csv` as earlier versions wrote it.
const EARLIER: [&[u8]; 1] = [
    b"rank,bot,elo,elo_low,elo_high,score,games,wins,draws,losses,mean_plies,superiority,repeatable\n",
];

/// A file and its bytes.
pub(super) type Table = (PathBuf, Vec<u8>);

/// A row of `pairs.csv`. Numbers count from 1; points and results are those of the first bot.
#[derive(Default, Serialize)]
struct PairRow<'a> {
    pairing: usize,
    pair: u64,
    first: &'a str,
    second: &'a str,
    points: f64,
    game_1: &'static str,
    reason_1: &'a str,
    plies_1: u32,
    game_2: &'static str,
    reason_2: &'a str,
    plies_2: u32,
}

/// A row of `ratings.csv`.
#[derive(Default, Serialize)]
struct RatingRow<'a> {
    rank: usize,
    bot: &'a str,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    score: Option<f64>,
    games: u64,
    different: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    mean_plies: Option<f64>,
    /// How likely it is stronger than the bot in the next row.
    superiority: Option<f64>,
    repeatable: bool,
}

/// A row of `crosstable.csv`: the games of two bots in which the first had the first seat.
#[derive(Default, Serialize)]
struct CrossRow<'a> {
    first: &'a str,
    second: &'a str,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    share: Option<f64>,
}

impl ArenaRecord {
    /// Checks that the tables beside all games of an arena are those that the games come to. Tells which can't be
    /// compared, and why.
    ///
    /// # Errors
    /// Names the file that says something else, or can't be read.
    pub fn check_tables(&self) -> Result<Vec<String>, RecordError> {
        // It is written last.
        let document = disk::read_if_there(&self.folder.join(DOCUMENT))?.unwrap_or_default();
        if document.is_empty() || document.starts_with(INTERIM.as_bytes()) {
            let why = "the tables, which are of an earlier stand: the arena's own command writes them anew";
            return Ok(vec![why.to_string()]);
        }
        let (arena, schedule) = (&self.arena, self.arena.schedule());
        let games = (&schedule, &self.ended[..]);
        let tables = match arena.sprt {
            Some(_) => vec![pairs(&self.folder, arena, games)?],
            None => {
                let (bots, anchor) = (arena.bots.len(), arena.anchor());
                let standings = Standings::new(&schedule, bots, anchor, &self.ended);
                Vec::from(all(&self.folder, arena, games, &standings)?)
            }
        };
        let mut unknown = Vec::new();
        for (path, bytes) in tables {
            let path_text = path.display();
            match disk::read_if_there(&path)?.map(without_returns) {
                Some(there) if there == bytes => {}
                Some(there) if EARLIER.iter().any(|header| there.starts_with(header)) => {
                    unknown.push(format!(
                        "{path_text}, which an earlier starhop wrote with other columns"
                    ));
                }
                Some(_) => {
                    let why = "is not what games.jsonl beside it comes to; the arena's own command writes it \
                               anew";
                    return Err(RecordError::damaged(&path, why));
                }
                None => unknown.push(format!(
                    "{path_text}, which is missing; the arena's own command writes it anew"
                )),
            }
        }
        Ok(unknown)
    }
}

/// The bytes without the carriage returns that some programs put before the ends of lines.
fn without_returns(bytes: Vec<u8>) -> Vec<u8> {
    let follows = bytes.iter().copied().skip(1).chain([0]);
    let pairs = bytes.iter().copied().zip(follows);
    pairs.filter(|pair| *pair != (b'\r', b'\n')).map(|(byte, _)| byte).collect()
}

/// All tables of an arena's games.
///
/// # Errors
/// Where the system refuses.
pub fn all(
    folder: &Path,
    arena: &Arena,
    games: (&Schedule, &[Ended]),
    standings: &Standings,
) -> Result<[Table; 3], RecordError> {
    let path = |name: &str| folder.join(name);
    Ok([
        pairs(folder, arena, games)?,
        ratings(path("ratings.csv"), arena, standings)?,
        crosstable(path("crosstable.csv"), arena, standings)?,
    ])
}

/// A file with its rows. The heading stands there without any, too.
fn with_bytes<T: Serialize + Default>(
    path: PathBuf,
    rows: impl Iterator<Item = T>,
) -> Result<Table, RecordError> {
    let mut bytes = table::bytes(&path, rows)?;
    if bytes.is_empty() {
        bytes = table::heading::<T>(&path)?;
    }
    Ok((path, bytes))
}

/// A row a pair of games, in the order of play.
///
/// # Errors
/// Where the system refuses.
pub fn pairs(
    folder: &Path,
    arena: &Arena,
    (schedule, ended): (&Schedule, &[Ended]),
) -> Result<Table, RecordError> {
    let fixtures: Vec<_> = schedule.fixtures().take(ended.len()).collect();
    let name = |bot: usize| arena.bots[bot].name.as_str();
    let rows = fixtures.chunks_exact(2).zip(ended.chunks_exact(2)).map(|(pair, ended)| {
        let [first, second] = schedule.pairings()[pair[0].pairing];
        let points = [0, 1].map(|game| ended[game].half_points(&pair[game], first));
        let [game_1, game_2] = points.map(|points| ["lost", "drawn", "won"][points as usize]);
        PairRow {
            pairing: pair[0].pairing + 1,
            pair: pair[0].pair + 1,
            first: name(first),
            second: name(second),
            points: f64::from(points[0] + points[1]) / 2.0,
            game_1,
            reason_1: &ended[0].reason,
            plies_1: ended[0].plies,
            game_2,
            reason_2: &ended[1].reason,
            plies_2: ended[1].plies,
        }
    });
    with_bytes(folder.join("pairs.csv"), rows)
}

/// A row a bot, best first.
fn ratings(path: PathBuf, arena: &Arena, standings: &Standings) -> Result<Table, RecordError> {
    let rows = (1..).zip(&standings.table).map(|(rank, standing)| {
        let (score, bot) = (standing.score, &arena.bots[standing.bot]);
        let interval = standing.interval();
        RatingRow {
            rank,
            bot: &bot.name,
            elo: standing.elo,
            elo_low: interval.map(|(low, _)| low),
            elo_high: interval.map(|(_, high)| high),
            score: score.share(),
            games: score.games(),
            different: standing.different,
            wins: score.wins,
            draws: score.draws,
            losses: score.losses,
            mean_plies: standing.plies,
            superiority: standing.superiority,
            repeatable: bot.repeatable,
        }
    });
    with_bytes(path, rows)
}

/// A row for every two bots that met and who of them moved first.
fn crosstable(path: PathBuf, arena: &Arena, standings: &Standings) -> Result<Table, RecordError> {
    let rows = standings.moved_first.iter().map(|(&(first, second), score)| CrossRow {
        first: &arena.bots[first].name,
        second: &arena.bots[second].name,
        games: score.games(),
        wins: score.wins,
        draws: score.draws,
        losses: score.losses,
        share: score.share(),
    });
    with_bytes(path, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_without_rows_has_its_header() {
        let rows = std::iter::empty::<PairRow<'_>>();
        let (_, bytes) = with_bytes(PathBuf::from("pairs.csv"), rows).unwrap();
        let header =
            "pairing,pair,first,second,points,game_1,reason_1,plies_1,game_2,reason_2,plies_2";
        assert_eq!(bytes, format!("{header}\n").into_bytes());
    }
}
