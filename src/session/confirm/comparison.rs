//! One comparison of two vectors round by round, until it is decided.

use crate::game::line::LineKey;
use crate::play::anytime::Differences;
use crate::play::batch::GameResult;
use crate::play::betting::Bounded;
use crate::play::sprt::{Hypotheses, Hypothesis};
use crate::play::tally::{Tally, are_few};
use crate::record::ledger::Verdict;
use crate::session::sprt::Trial;
use std::collections::HashSet;

/// The normalized Elo of the second hypothesis of games of two; that of the first is 0.
pub const ELO1: f64 = 20.0;
/// Rounds from one look at the interval to the next.
const LOOK_EVERY: u64 = 8;

/// A game from each seat with one opening, or an evaluation of both vectors with the same chance.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// How much better the first vector did: its share of the points over that of an equal, or its
    /// score over the other's.
    pub difference: f64,
    /// The games by seat, or the one evaluation, each with what makes it different from others.
    pub games: Vec<(GameResult, LineKey)>,
}

/// What decides a comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// The sequential test of pairs of games, as `sprt` has it.
    Pairs,
    /// That the interval of the mean difference leaves out 0.
    Mean,
    /// The same, or that it lies within so much of 0 on either side.
    Effect(f64),
    /// The first round, as nothing is left to chance.
    Exact,
}

/// How far two vectors are from each other, by the rounds so far.
#[derive(Clone, Debug)]
enum Seen {
    /// Shares of the points of games.
    Games(Bounded),
    /// Differences of scores.
    Scores(Differences),
}

/// A comparison under way, by rounds that both vectors play.
#[derive(Clone, Debug)]
pub struct PairedComparison {
    rule: Rule,
    /// The chance that its interval ever leaves out the true difference.
    alpha: f64,
    /// The sequential test, where that decides.
    trial: Option<Trial>,
    seen: Seen,
    counts: Tally,
    lines: HashSet<(usize, LineKey)>,
    is_decided: bool,
}

impl PairedComparison {
    /// A comparison that finds a difference where there is none with a chance of at most `alpha`,
    /// whenever one looks. Where the sequential test decides, half of that is the test's and half the
    /// interval's. `bounds` are those of the differences, where games have them.
    pub fn new(rule: Rule, alpha: f64, bounds: Option<(f64, f64)>) -> PairedComparison {
        let half = alpha / 2.0;
        let hypotheses = Hypotheses { elo0: 0.0, elo1: ELO1, alpha: half, beta: half };
        let trial = (rule == Rule::Pairs).then(|| Trial::new(hypotheses));
        let alpha = if rule == Rule::Pairs { half } else { alpha };
        let seen = match bounds {
            Some((low, high)) => Seen::Games(Bounded::new(low, high)),
            None => Seen::Scores(Differences::default()),
        };
        let (counts, lines) = Default::default();
        PairedComparison { rule, alpha, trial, seen, counts, lines, is_decided: false }
    }

    /// Counts rounds in their order, up to the one that decides.
    pub fn count(&mut self, rounds: &[Round]) {
        for round in rounds {
            if self.is_decided {
                return;
            }
            self.add(round);
            self.is_decided = match &self.trial {
                Some(trial) => trial.sprt().is_over(),
                None if self.rule == Rule::Exact => true,
                None => self.rounds().is_multiple_of(LOOK_EVERY) && self.decides(),
            };
        }
    }

    fn add(&mut self, round: &Round) {
        match &mut self.seen {
            Seen::Games(games) => games.add(round.difference),
            Seen::Scores(scores) => scores.add(round.difference),
        }
        for (seat, (verdict, line)) in round.games.iter().enumerate() {
            match verdict {
                GameResult::Won => self.counts.wins += 1,
                GameResult::Lost => self.counts.losses += 1,
                GameResult::Unfinished => self.counts.unfinished += 1,
                GameResult::Scored(_) => self.counts.scored += 1,
            }
            self.lines.insert((seat, *line));
        }
        if let Some(trial) = &mut self.trial {
            trial.count(&round.games);
        }
    }

    /// Whether the interval says what is asked of it.
    fn decides(&self) -> bool {
        !self.repeats() && (self.excludes(0.0) || self.is_small())
    }

    /// Whether the interval leaves out that difference.
    fn excludes(&self, difference: f64) -> bool {
        match &self.seen {
            Seen::Games(games) => games.excludes(difference, self.alpha),
            Seen::Scores(scores) => {
                let (low, high) = scores.interval(self.alpha);
                low > difference || high < difference
            }
        }
    }

    /// Whether the difference surely is no larger than what has no effect.
    pub fn is_small(&self) -> bool {
        match (self.rule, self.mean()) {
            (Rule::Exact, Some(mean)) => mean == 0.0,
            (Rule::Effect(band), Some(mean)) if mean.abs() <= band && !self.repeats() => {
                let (low, high) = match &self.seen {
                    Seen::Games(_) => return self.excludes(band) && self.excludes(-band),
                    Seen::Scores(scores) => scores.interval(self.alpha),
                };
                -band <= low && high <= band
            }
            _ => false,
        }
    }

    /// Whether more rounds can change nothing.
    pub fn is_decided(&self) -> bool {
        self.is_decided
    }

    /// What it says of the first vector as a whole.
    pub fn verdict(&self) -> Verdict {
        let (low, high) = self.interval();
        match self.trial.as_ref().map(Trial::verdict) {
            _ if self.repeats() || self.rounds() == 0 => Verdict::Undecided,
            Some(Some(Hypothesis::H1)) => Verdict::Stronger,
            // The interval has half of the error rate for itself, so it decides, too.
            _ if low > 0.0 => Verdict::Stronger,
            _ if high < 0.0 => Verdict::Weaker,
            Some(Some(Hypothesis::H0)) => Verdict::NotStronger,
            // Nothing is left to chance, and nothing differs.
            None if self.rule == Rule::Exact => Verdict::NotStronger,
            Some(None) | None => Verdict::Undecided,
        }
    }

    /// The mean difference; `None` before the first round.
    pub fn mean(&self) -> Option<f64> {
        match &self.seen {
            Seen::Games(games) => games.mean(),
            Seen::Scores(scores) => scores.mean(),
        }
    }

    /// An interval of the mean difference that holds whenever one looks; its ends are infinite where the
    /// rounds set none. It is the difference itself where nothing is left to chance.
    pub fn interval(&self) -> (f64, f64) {
        match (&self.seen, self.mean()) {
            (_, Some(mean)) if self.rule == Rule::Exact => (mean, mean),
            (Seen::Games(games), _) => games.interval(self.alpha),
            (Seen::Scores(scores), _) => scores.interval(self.alpha),
        }
    }

    /// The mean difference, where the rounds say enough to tell it.
    pub fn known_mean(&self) -> Option<f64> {
        self.mean().filter(|_| !self.repeats())
    }

    /// Both ends of the interval, where the rounds set them and say enough to tell them.
    pub fn known_interval(&self) -> Option<(f64, f64)> {
        let is_set = |&(low, high): &(f64, f64)| low.is_finite() && high.is_finite();
        Some(self.interval()).filter(is_set).filter(|_| !self.repeats())
    }

    /// The chance that the interval ever leaves out the true difference.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// Rounds so far.
    pub fn rounds(&self) -> u64 {
        match &self.seen {
            Seen::Games(games) => games.count(),
            Seen::Scores(scores) => scores.count(),
        }
    }

    /// How many games the first vector won, lost and left unfinished, or evaluations; the rest of the tally isn't
    /// filled.
    pub fn counts(&self) -> Tally {
        self.counts
    }

    /// How many games differ, by their moves and by seat.
    pub fn different(&self) -> u64 {
        self.lines.len() as u64
    }

    /// The sequential test, where that decides.
    pub fn trial(&self) -> Option<&Trial> {
        self.trial.as_ref()
    }

    /// Whether [few games differ](are_few), or too few for the sequential test: they say too little about others.
    pub fn repeats(&self) -> bool {
        let few = are_few(self.different(), self.counts.games());
        self.rule != Rule::Exact && (few || self.trial.as_ref().is_some_and(Trial::repeats))
    }
}
