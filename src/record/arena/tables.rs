//! The tables that follow from an arena's games, as CSV.

use super::{Arena, OpenArena};
use crate::play::standings::Standings;
use crate::record::error::RecordError;
use crate::record::rows::write_table;
use serde::Serialize;
use std::path::Path;

/// A row of `pairs.csv`. Numbers count from 1; points and results are those of the first bot.
#[derive(Serialize)]
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
#[derive(Serialize)]
struct RatingRow<'a> {
    rank: usize,
    bot: &'a str,
    elo: f64,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    score: Option<f64>,
    games: u64,
    different: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    mean_plies: f64,
    /// How likely it is stronger than the bot in the next row.
    superiority: Option<f64>,
    repeatable: bool,
}

/// A row of `crosstable.csv`: the games of two bots in which the first had the first seat.
#[derive(Serialize)]
struct CrossRow<'a> {
    first: &'a str,
    second: &'a str,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    share: Option<f64>,
}

/// A row a pair of games, in the order of play.
pub fn pairs(path: &Path, open: &OpenArena) -> Result<(), RecordError> {
    let fixtures: Vec<_> = open.schedule.fixtures().collect();
    let name = |bot: usize| open.arena.bots[bot].name.as_str();
    let rows = fixtures.chunks_exact(2).zip(open.ended().chunks_exact(2)).map(|(pair, ended)| {
        let [first, second] = open.schedule.pairings()[pair[0].pairing];
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
    write_table(path, rows)
}

/// A row a bot, best first.
pub fn ratings(path: &Path, arena: &Arena, standings: &Standings) -> Result<(), RecordError> {
    let rows = (1..).zip(&standings.table).map(|(rank, standing)| {
        let (rating, score, bot) = (standing.rating, standing.score, &arena.bots[standing.bot]);
        RatingRow {
            rank,
            bot: &bot.name,
            elo: rating.elo,
            elo_low: standing.reach().map(|reach| rating.elo - reach),
            elo_high: standing.reach().map(|reach| rating.elo + reach),
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
    write_table(path, rows)
}

/// A row for every two bots that met and who of them moved first.
pub fn crosstable(path: &Path, arena: &Arena, standings: &Standings) -> Result<(), RecordError> {
    let rows = standings.moved_first.iter().map(|(&(first, second), score)| CrossRow {
        first: &arena.bots[first].name,
        second: &arena.bots[second].name,
        games: score.games(),
        wins: score.wins,
        draws: score.draws,
        losses: score.losses,
        share: score.share(),
    });
    write_table(path, rows)
}
