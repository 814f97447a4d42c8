//! Searches one after another: each has champions of its own, and at its end finals compare them with the best
//! before.

use super::{RunJob, RunState, Session};
use crate::record::champions::Crowned;
use crate::record::error::RecordError;
use crate::rng::Purpose;
use crate::tune::champion::{Champion, choose};
use crate::tune::finals::{self, Best};
use std::collections::BTreeMap;

/// Games of each trial in the first round among finalists, in multiples of those of a race: it is the last
/// choice, and the finalists are nearly alike.
const FINALS_LENGTHEN_BY: u64 = 4;

impl Session<'_> {
    /// Whether each search has champions of its own, since finals compare those of all.
    pub(super) fn has_searches(&self) -> bool {
        !self.job.trials.against.is_empty() && self.plan.restart_every.is_some()
    }

    /// Whom those of a generation have to beat: the champion so far, of the search after those of `best` where each
    /// has its own, or what evolution begins from.
    pub(super) fn so_far<'a>(
        &'a self,
        champion: Option<&'a Champion>,
        best: Option<&Best>,
    ) -> Option<&'a Champion> {
        let is_own = |it: &&Champion| is_after(best, it.generation);
        champion.filter(is_own).or(self.start.as_ref())
    }

    /// The best of all searches that are over after `standing`.
    pub(super) fn best_after(&self, standing: &RunState) -> Result<Option<Best>, RecordError> {
        if !(self.has_searches() && self.plan.had_its_time(&standing.state)) {
            return Ok(standing.best.clone());
        }
        let RunJob { config, tuner, .. } = *self.job;
        let until = standing.state.generation;
        let mut champion = self.last_champion(standing)?;
        let games = 0..config.measure_games;
        champion.measured = tuner.measure(&champion.genes, Purpose::Measure, &[until], games);
        Ok(Some(Best { champion, until }))
    }

    /// The champion if evolution ends there, not measured on fresh games yet.
    pub(super) fn last_champion(&self, standing: &RunState) -> Result<Champion, RecordError> {
        let RunJob { config, tuner, ref trials, .. } = *self.job;
        let RunState { state, champion, best } = standing;
        let so_far = self.so_far(champion.as_ref(), best.as_ref());
        let last = choose(tuner, state, so_far, &config.contest());
        if trials.against.is_empty() {
            return Ok(self.or_start(last, state.generation));
        }
        // Whole vectors are compared: those of a program are rounded.
        let with_vector = |it: &Champion| (it.clone(), tuner.vector(&it.genes));
        let finalists = finals::finalists(
            with_vector(&last),
            self.crowned(best.as_ref())?.into_iter(),
            config.finalists as usize,
            best.as_ref().map(|best| with_vector(&best.champion)),
        );
        let games = config.choose_games.saturating_mul(FINALS_LENGTHEN_BY);
        let decided = finals::decide(trials, finalists, (state.generation, games));
        Ok(self.or_start(decided.unwrap_or(last), state.generation))
    }

    /// A champion, or the vector that the run began from where the champion has to beat it and doesn't.
    fn or_start(&self, champion: Champion, generation: u64) -> Champion {
        let RunJob { config, tuner, ref trials, .. } = *self.job;
        let (Some(trial), Some(start)) = (&trials.start, &self.start) else { return champion };
        let is_start = tuner.vector(&champion.genes) == tuner.vector(&start.genes);
        let games = (generation, config.final_games);
        let stays = is_start || !finals::beats_start(trial, &champion, trials.equal, games);
        if stays { start.clone() } else { champion }
    }

    /// The champions that were crowned on the way of the search after those of `best`, the latest first, each with
    /// its whole vector.
    fn crowned(&self, best: Option<&Best>) -> Result<Vec<(Champion, Vec<f64>)>, RecordError> {
        let RunJob { tuner, run, .. } = *self.job;
        let rows = run.run().generations()?;
        let populations: BTreeMap<u64, u64> =
            rows.iter().map(|row| (row.generation, row.restarts)).collect();
        let no_row = |generation| {
            RecordError::damaged(
                &run.run().generations_path(),
                format!("has no row of generation {generation}"),
            )
        };
        let crowned = run.run().champions()?.into_iter().rev();
        let crowned = crowned.take_while(|it| is_after(best, it.generation));
        let is_start = |it: &Champion, weights: &[f64]| tuner.vector(&it.genes) == weights;
        let champion = |Crowned { generation, weights, .. }: Crowned| {
            let champion = match self.start.clone().filter(|start| is_start(start, &weights)) {
                Some(start) => start,
                None => Champion {
                    genes: tuner.genes(&weights),
                    generation,
                    restarts: *populations.get(&generation).ok_or_else(|| no_row(generation))?,
                    measured: Vec::new(),
                },
            };
            Ok((champion, weights))
        };
        crowned.map(champion).collect()
    }
}

/// Whether a generation is of the search after those of `best`. A population that is given up on the way begins no
/// other search.
fn is_after(best: Option<&Best>, generation: u64) -> bool {
    best.is_none_or(|best| generation > best.until)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_begins_in_the_generation_after_the_last_of_the_one_before() {
        assert!(is_after(None, 0));
        let best = Best { champion: Champion::start(Vec::new()), until: 6 };
        let found = [0, 6, 7, 8].map(|generation| is_after(Some(&best), generation));
        assert_eq!(found, [false, false, true, true]);
    }
}
