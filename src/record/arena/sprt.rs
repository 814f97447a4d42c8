//! An arena that is a sequential test: two bots, and an end where their games say which hypothesis holds.

use super::Arena;
use crate::play::batch::GameResult;
use crate::play::schedule::ArenaFormat;
use crate::play::sprt::{Hypotheses, PLAYERS, Trial};
use crate::play::standings::Ended;

/// The version of a sequential test of random openings, whose games are chained, too.
pub(super) const VERSION_SPRT: u32 = 5;

impl Arena {
    /// This arena of two bots as a test of these hypotheses about the first.
    pub fn tested(self, hypotheses: Hypotheses) -> Arena {
        Arena { sprt: Some(hypotheses), ..self }.versioned()
    }

    /// Pairs after which a test ends without a verdict.
    pub fn max_pairs(&self) -> u64 {
        self.games / 2
    }

    /// That there can be such a test, where it is one.
    pub(super) fn check_sprt(&self) -> Result<(), String> {
        let Some(hypotheses) = &self.sprt else { return Ok(()) };
        hypotheses.check().map_err(|why| why.to_string())?;
        let is_whole = self.shard.is_none() && self.position.is_none();
        let is_pair = self.bots.len() == 2 && self.format == ArenaFormat::RoundRobin;
        match is_whole && is_pair && self.players == PLAYERS {
            true => Ok(()),
            false => {
                let why = "a sequential test is of two bots that meet at a table for two, from the start of the game";
                Err(why.to_string())
            }
        }
    }

    /// A test before its first pair; `None` for an arena that is none.
    pub(super) fn trial(&self) -> Option<Trial> {
        self.sprt.map(Trial::new)
    }

    /// Whether these are the settings of the same test, with as many pairs or more than there.
    pub(super) fn prolongs(&self, there: &Arena) -> bool {
        self.sprt.is_some() && self.games >= there.games
    }

    /// In which hypotheses and pairs a test here differs from the one there, in words; nothing where neither is one.
    pub(super) fn other_test(&self, there: &Arena) -> Vec<String> {
        let (Some(here), Some(old)) = (&self.sprt, &there.sprt) else {
            let of = |arena: &Arena| if arena.sprt.is_some() { "a test" } else { "an arena" };
            let (old, new) = (of(there), of(self));
            return Vec::from_iter((old != new).then(|| format!("{old} there, {new} here")));
        };
        let figures = [
            ("elo0", old.elo0, here.elo0),
            ("elo1", old.elo1, here.elo1),
            ("alpha", old.alpha, here.alpha),
            ("beta", old.beta, here.beta),
        ];
        let differ = figures.iter().filter(|(_, old, new)| old != new);
        let mut differ: Vec<String> =
            differ.map(|(key, old, new)| format!("{key} {old} there, {new} here")).collect();
        let [old, new] = [there, self].map(Arena::max_pairs);
        differ.extend((new < old).then(|| format!("max-pairs {old} there, {new} here")));
        differ
    }
}

/// Counts the last pair of a test, where it is whole by its last game.
pub(super) fn count(trial: &mut Trial, ended: &[Ended]) {
    let [.., first, second] = ended else { return };
    if ended.len().is_multiple_of(2) {
        // The first bot has the first seat in the first game, and the second in the other.
        let result = |(seat, ended): (usize, &Ended)| {
            let result = match ended.winner {
                Some(winner) if winner == seat => GameResult::Won,
                Some(_) => GameResult::Lost,
                None => GameResult::Unfinished,
            };
            (result, ended.line)
        };
        trial.count(&[(0, first), (1, second)].map(result));
    }
}
