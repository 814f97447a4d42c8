//! A sequential test for machines.

use super::asked::Asked;
use crate::play::sprt::{Estimate, Hypotheses, Hypothesis, Pentanomial, Trial};
use crate::play::tally::Tally;
use crate::rng::Seed;
use crate::session::sprt::PLAYERS;
use crate::tune::total;
use serde::Serialize;

/// The result for machines. Wins and losses are those of `a`; ends of intervals are null where
/// they are infinite.
#[derive(Serialize)]
pub struct Report<'a> {
    /// The name by which the games are kept, where they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    verdict: &'a str,
    a: &'a str,
    b: &'a str,
    game: &'a str,
    players: usize,
    rules: &'a str,
    opening_plies: u32,
    /// How many openings the file has that pairs take them from, where they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    openings: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    openings_file: Option<&'a str>,
    seed: Seed,
    #[serde(flatten)]
    hypotheses: &'a Hypotheses,
    max_pairs: u64,
    pairs: u64,
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pentanomial: &'a Pentanomial,
    llr: f64,
    llr_lower: f64,
    llr_upper: f64,
    #[serde(flatten)]
    all: Counts,
    by_seat: Vec<SeatCounts>,
    first_move_win_rate: Option<f64>,
    /// Games that `a` and `b` lost since they failed; where both are one program, all of them.
    a_failed: u64,
    b_failed: u64,
    /// Games that each lost because its clock ran out.
    a_lost_on_time: u64,
    b_lost_on_time: u64,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    nelo: Option<f64>,
    nelo_low: Option<f64>,
    nelo_high: Option<f64>,
    /// Whether it was cut short.
    interrupted: bool,
}

/// How games went for the first bot.
#[derive(Serialize)]
pub struct Counts {
    pub games: u64,
    pub different_games: u64,
    pub wins: u64,
    pub losses: u64,
    pub unfinished: u64,
}

#[derive(Serialize)]
struct SeatCounts {
    seat: usize,
    #[serde(flatten)]
    counts: Counts,
}

/// All figures of a test.
pub fn report<'a>(
    asked: &'a Asked,
    trial: &'a Trial,
    [a_failed, b_failed]: [u64; PLAYERS],
    [a_lost_on_time, b_lost_on_time]: [u64; PLAYERS],
) -> Report<'a> {
    let (llr_lower, llr_upper) = trial.sprt().hypotheses().limits();
    let pentanomial = trial.pentanomial();
    let [elo, nelo] = [trial.elo(), trial.nelo()];
    let finite = |estimate: Option<Estimate>, of: fn(Estimate) -> f64| {
        estimate.map(of).filter(|it| it.is_finite())
    };
    Report {
        name: asked.name.as_deref(),
        verdict: verdict(trial),
        a: &asked.first,
        b: &asked.second,
        game: &asked.game,
        players: PLAYERS,
        rules: &asked.rules,
        opening_plies: asked.opening_plies,
        openings: asked.openings.as_ref().map(|it| it.suite.count()),
        openings_file: asked.openings.as_ref().map(|it| it.file.as_str()),
        seed: asked.seed,
        hypotheses: trial.sprt().hypotheses(),
        max_pairs: asked.max_pairs,
        pairs: trial.pairs(),
        pentanomial,
        llr: trial.sprt().llr(),
        llr_lower,
        llr_upper,
        all: Counts::of(&total(trial.by_seat())),
        by_seat: (1..)
            .zip(trial.by_seat())
            .map(|(seat, tally)| SeatCounts { seat, counts: Counts::of(tally) })
            .collect(),
        first_move_win_rate: trial.first_move_win_rate(),
        a_failed,
        b_failed,
        a_lost_on_time,
        b_lost_on_time,
        elo: finite(elo, |it| it.value),
        elo_low: finite(elo, |it| it.low),
        elo_high: finite(elo, |it| it.high),
        nelo: finite(nelo, |it| it.value),
        nelo_low: finite(nelo, |it| it.low),
        nelo_high: finite(nelo, |it| it.high),
        interrupted: !trial.is_over(asked.max_pairs),
    }
}

/// The verdict in a word.
pub fn verdict(trial: &Trial) -> &'static str {
    match trial.verdict() {
        Some(Hypothesis::H0) => "h0",
        Some(Hypothesis::H1) => "h1",
        None => "none",
    }
}

impl Counts {
    /// What a tally says.
    pub fn of(tally: &Tally) -> Counts {
        let Tally { wins, losses, unfinished, different, .. } = *tally;
        let different_games = different;
        Counts { games: tally.games(), different_games, wins, losses, unfinished }
    }
}
