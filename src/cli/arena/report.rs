//! What came out of an arena, for machines.

use crate::play::schedule::ArenaFormat;
use crate::play::shard::Shard;
use crate::play::standings::Standings;
use crate::play::win_draw_loss::WinDrawLoss;
use crate::record::arena::{Arena, ArenaBot};
use crate::rng::Seed;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
pub struct Report<'a> {
    name: &'a str,
    version: u32,
    game: &'a str,
    players: usize,
    rules: &'a str,
    format: ArenaFormat,
    games: u64,
    position: Option<&'a str>,
    opening_plies: u32,
    /// How many openings its file has, where it takes them from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    openings: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    openings_file: Option<&'a str>,
    repetitions: u32,
    seed: Seed,
    anchor: &'a str,
    shard: Option<Shard>,
    games_played: u64,
    games_scheduled: u64,
    interrupted: bool,
    bots: Vec<BotReport<'a>>,
    different_games: u64,
    ratings: Vec<RatingReport<'a>>,
    /// How the ratings of each two bots go together.
    covariance: &'a [Vec<Option<f64>>],
    /// What each seat but the last is worth beside the last.
    seats: Vec<SeatReport>,
    crosstable: Vec<CrossReport<'a>>,
    reasons: &'a BTreeMap<String, u64>,
}

#[derive(Serialize)]
struct BotReport<'a> {
    name: &'a str,
    repeatable: bool,
    weights: Option<&'a str>,
    book: Option<&'a str>,
    program: Option<&'a str>,
}

impl BotReport<'_> {
    fn of(bot: &ArenaBot) -> BotReport<'_> {
        BotReport {
            name: &bot.name,
            repeatable: bot.repeatable,
            weights: bot.weights.as_deref(),
            book: bot.book.as_deref(),
            program: bot.program.as_deref(),
        }
    }
}

#[derive(Serialize)]
struct RatingReport<'a> {
    rank: usize,
    bot: &'a str,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    different_games: u64,
    #[serde(flatten)]
    score: ScoreReport,
    failed: u64,
    lost_on_time: u64,
    mean_plies: Option<f64>,
    superiority: Option<f64>,
    milliseconds_a_move: Option<f64>,
    repeatable: bool,
}

#[derive(Serialize)]
struct SeatReport {
    seat: usize,
    elo: f64,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
}

/// The games of two bots in which the first had the first seat.
#[derive(Serialize)]
struct CrossReport<'a> {
    first: &'a str,
    second: &'a str,
    #[serde(flatten)]
    score: ScoreReport,
}

#[derive(Serialize)]
struct ScoreReport {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: Option<f64>,
}

impl ScoreReport {
    fn of(score: WinDrawLoss) -> ScoreReport {
        let WinDrawLoss { wins, draws, losses } = score;
        ScoreReport { games: score.games(), wins, draws, losses, score: score.share() }
    }
}

/// All figures of an arena of which that many games are on record; `seconds` a move by bot.
pub fn report<'a>(
    name: &'a str,
    arena: &'a Arena,
    played: u64,
    standings: &'a Standings,
    seconds: &[Option<f64>],
) -> Report<'a> {
    let scheduled = arena.schedule().games();
    let ratings = (1..).zip(&standings.table).map(|(rank, it)| RatingReport {
        rank,
        bot: &arena.bots[it.bot].name,
        elo: it.elo,
        elo_low: it.interval().map(|(low, _)| low),
        elo_high: it.interval().map(|(_, high)| high),
        different_games: it.different,
        score: ScoreReport::of(it.score),
        failed: standings.failures.get(&it.bot).map_or(0, |&(games, _)| games),
        lost_on_time: standings.lost_on_time.get(&it.bot).map_or(0, |&(games, _)| games),
        mean_plies: it.plies,
        superiority: it.superiority,
        milliseconds_a_move: seconds[it.bot].map(|it| it * 1e3),
        repeatable: arena.bots[it.bot].repeatable,
    });
    let seats = (1..).zip(&standings.seats).map(|(seat, it)| SeatReport {
        seat,
        elo: it.elo,
        elo_low: it.reach.map(|reach| it.elo - reach),
        elo_high: it.reach.map(|reach| it.elo + reach),
    });
    let crosstable = standings.moved_first.iter().map(|(&(first, second), &score)| CrossReport {
        first: &arena.bots[first].name,
        second: &arena.bots[second].name,
        score: ScoreReport::of(score),
    });
    Report {
        name,
        version: arena.version,
        game: &arena.game,
        players: arena.players,
        rules: &arena.rules,
        format: arena.format,
        games: arena.games,
        position: arena.position.as_deref(),
        opening_plies: arena.opening_plies,
        openings: arena.openings.as_ref().map(|it| it.suite.count()),
        openings_file: arena.openings.as_ref().map(|it| it.file.as_str()),
        repetitions: arena.repetitions,
        seed: arena.seed,
        anchor: &arena.anchor,
        shard: arena.part(),
        games_played: played,
        games_scheduled: scheduled,
        interrupted: played < scheduled,
        bots: arena.bots.iter().map(BotReport::of).collect(),
        different_games: standings.different,
        ratings: ratings.collect(),
        covariance: &standings.covariance,
        seats: seats.collect(),
        crosstable: crosstable.collect(),
        reasons: &standings.reasons,
    }
}
