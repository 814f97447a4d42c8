//! How a sequential test stands, and the games that it counts.

use super::{Estimate, Hypotheses, Hypothesis, PLAYERS, Pentanomial, Sprt};
use crate::game::line::LineKey;
use crate::play::batch::GameResult;
use crate::play::late::Lateness;
use crate::play::tally::{FEW, Tally, are_few};
use std::collections::HashSet;

/// A test and the games of the pairs that it counts, by the seat of the first bot.
#[derive(Clone, Debug)]
pub struct Trial {
    sprt: Sprt,
    by_seat: [Tally; PLAYERS],
    /// The games that differ, by seat.
    lines: [HashSet<LineKey>; PLAYERS],
    lateness: [Lateness; PLAYERS],
}

fn half_points((verdict, _): &(GameResult, LineKey)) -> usize {
    match verdict {
        GameResult::Won => 2,
        // Games between bots come to no other number.
        GameResult::Unfinished | GameResult::Scored(_) => 1,
        GameResult::Lost => 0,
    }
}

impl Trial {
    pub(crate) fn new(hypotheses: Hypotheses) -> Trial {
        let (by_seat, lines, lateness) = Default::default();
        Trial { sprt: Sprt::new(hypotheses), by_seat, lines, lateness }
    }

    /// Adds what the moves of each bot took.
    pub(crate) fn time(&mut self, lateness: [Lateness; PLAYERS]) {
        for (sum, of_games) in self.lateness.iter_mut().zip(lateness) {
            sum.extend(&of_games);
        }
    }

    /// How many moves of each bot took longer than its limit of time, and how many games it lost on time, of all that
    /// were played.
    pub fn lateness(&self) -> &[Lateness; PLAYERS] {
        &self.lateness
    }

    /// Counts pairs in their order, up to the test's end.
    pub(crate) fn count(&mut self, games: &[(GameResult, LineKey)]) {
        for pair in games.chunks_exact(PLAYERS) {
            if self.sprt.is_over() {
                return;
            }
            let before = self.different();
            let seats = self.by_seat.iter_mut().zip(&mut self.lines);
            for ((tally, lines), (verdict, line)) in seats.zip(pair) {
                match verdict {
                    GameResult::Won => tally.wins += 1,
                    GameResult::Lost => tally.losses += 1,
                    GameResult::Unfinished | GameResult::Scored(_) => tally.unfinished += 1,
                }
                tally.different += u64::from(lines.insert(*line));
            }
            self.sprt.add(pair.iter().map(half_points).sum(), self.different() - before);
        }
    }

    /// The test itself.
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// Games of the first bot from the first and from the second seat.
    pub fn by_seat(&self) -> &[Tally; PLAYERS] {
        &self.by_seat
    }

    /// Both seats together.
    pub fn all(&self) -> Tally {
        let [mut all, second] = self.by_seat;
        all.add(&second);
        all
    }

    /// Pairs so far.
    pub fn pairs(&self) -> u64 {
        self.sprt.pairs().pairs()
    }

    /// Whether the test has ended, or `max_pairs` are played.
    pub fn is_over(&self, max_pairs: u64) -> bool {
        self.sprt.is_over() || self.pairs() >= max_pairs
    }

    /// How many games differ, by their moves and by who moved first.
    pub fn different(&self) -> u64 {
        self.all().different
    }

    /// Whether [few games differ](are_few), or so few of all that the test ended without a verdict.
    pub fn repeats(&self) -> bool {
        let ended = self.sprt.is_over() && self.sprt.accepted().is_none();
        ended || are_few(self.different(), self.all().games())
    }

    /// The hypothesis that was accepted; `None` also where so few games came again and again that
    /// they decide nothing.
    pub fn verdict(&self) -> Option<Hypothesis> {
        self.sprt.accepted().filter(|_| !self.repeats())
    }

    /// The Elo of the first bot over the second; `None` where too few games differ for an interval.
    pub fn elo(&self) -> Option<Estimate> {
        self.sprt.elo().filter(|_| self.different() >= FEW)
    }

    /// Its normalized Elo; `None` likewise.
    pub fn nelo(&self) -> Option<Estimate> {
        self.sprt.nelo().filter(|_| self.different() >= FEW)
    }

    /// The pairs by the points of the first bot: 0, ½, 1, 1½ and 2.
    pub fn pentanomial(&self) -> &Pentanomial {
        self.sprt.pairs()
    }

    /// The share of the decided games that whoever moved first has won, 0 to 1.
    pub fn first_move_win_rate(&self) -> Option<f64> {
        let [first, second] = &self.by_seat;
        let decided = first.decided() + second.decided();
        (decided > 0).then(|| (first.wins + second.losses) as f64 / decided as f64)
    }
}
