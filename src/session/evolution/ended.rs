//! How a run came to its end, as its session or its files have it.

use super::Evolution;
use crate::evolve::Genome;
use crate::record::checkpoint::Checkpoint;
use crate::record::run::Run;
use crate::record::strength::StrengthRow;
use crate::record::weights::{Measured, Origin};
use crate::session::error::SessionError;
use crate::session::{Finish, RunState, measured};
use crate::tune::config::Config;
use crate::tune::end::Reason;

/// A run that came to an end that was set.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// Which.
    pub reason: Reason,
    /// The last generation.
    pub generation: u64,
    /// Games of selection.
    pub games: u64,
    /// Populations before the last.
    pub restarts: u64,
    /// The generation that the champion was found in.
    pub found_in: u64,
    /// The champion's parameter vector.
    pub weights: Genome,
    /// The champion on fresh games.
    pub measured: Option<Measured>,
    /// The champion against one opponent after another.
    pub strength: Vec<StrengthRow>,
}

impl Ended {
    /// The end of a session of a run with that configuration.
    pub fn of(config: &Config, Finish { evolved, strength, .. }: &Finish) -> Ended {
        Ended {
            reason: evolved.reason,
            generation: evolved.state.generation,
            games: evolved.state.games,
            restarts: evolved.state.restarts,
            found_in: evolved.champion.generation,
            weights: evolved.weights.clone(),
            measured: Some(measured(config, &evolved.champion)),
            strength: strength.clone(),
        }
    }
}

impl Evolution {
    /// How this evolution's run ended; `None` where its checkpoint doesn't say that it did, hasn't come to its place yet, or
    /// is of other settings, as after it was prolonged, or where a result is missing.
    ///
    /// # Errors
    /// Names the file that is damaged.
    pub fn ended(&self, run: &Run) -> Result<Option<Ended>, SessionError> {
        let Some(found) = run.checkpoint()?.filter(|it| it.is_in_place) else { return Ok(None) };
        let standing = RunState::of(&found.checkpoint);
        let Checkpoint { config, ended, .. } = found.checkpoint;
        if !ended || config != self.config {
            return Ok(None);
        }
        let (champion, strength) = (self.champion(run)?, run.strength()?);
        let Some(champion) = champion else { return Ok(None) };
        let is_whole = self.config.scoring.is_number() || !strength.is_empty();
        let is_own = |origin: &Origin| is_whole && origin.seed == self.config.seed.number();
        let Some(origin) = champion.origin.filter(is_own) else { return Ok(None) };
        // By an earlier version a run ended by a clock that was a little ahead of the times of its rows.
        let by_clock = self.config.minutes.map(|_| Reason::Minutes);
        let reason = standing.reached(&self.config, run.seconds()?).or(by_clock);
        let RunState { state, .. } = standing;
        Ok(reason.map(|reason| Ended {
            reason,
            generation: state.generation,
            games: state.games,
            restarts: state.restarts,
            found_in: origin.generation,
            weights: champion.weights,
            measured: champion.measured,
            strength,
        }))
    }
}
