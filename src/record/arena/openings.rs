//! An arena whose games begin with known openings, which lie in its settings.

use super::{Arena, VERSION};
use crate::play::suite::Suite;
use serde::{Deserialize, Serialize};

/// The version of one that takes its openings from a suite, be it whole, a shard or a sequential test; its games are
/// chained, too.
pub(super) const VERSION_OPENINGS: u32 = 6;

/// Why games with openings have neither a position nor random plies.
pub const NO_RANDOM_PLIES: &str =
    "games with openings begin at the start of the game, and have no random plies";

/// The suite of openings that games begin with.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Openings {
    /// The file that a command named. The openings were read from it, so that it is no setting.
    pub file: String,
    /// The openings.
    pub suite: Suite,
}

/// Openings are the same whichever file they lie in.
impl PartialEq for Openings {
    fn eq(&self, other: &Openings) -> bool {
        self.suite == other.suite
    }
}

impl Arena {
    /// These settings with the version that they have.
    #[must_use]
    pub fn versioned(self) -> Arena {
        let version = match (&self.openings, &self.sprt, &self.shard) {
            (Some(_), ..) => VERSION_OPENINGS,
            (None, Some(_), _) => super::sprt::VERSION_SPRT,
            (None, None, Some(_)) => super::shard::VERSION_SHARD,
            (None, None, None) => VERSION,
        };
        Arena { version, ..self }
    }

    /// That there can be such openings, where it has any.
    pub(super) fn check_openings(&self) -> Result<(), String> {
        match self.openings.is_none() || self.position.is_none() && self.opening_plies == 0 {
            true => Ok(()),
            false => Err(NO_RANDOM_PLIES.to_string()),
        }
    }

    /// In which openings this arena differs from the one there, in words.
    pub(super) fn other_openings(&self, there: &Arena) -> Option<String> {
        if self.openings == there.openings {
            return None;
        }
        let (Some(here), Some(old)) = (&self.openings, &there.openings) else {
            let of = |arena: &Arena| match &arena.openings {
                Some(openings) => format!("openings of {}", openings.file),
                None => format!("{} random opening plies", arena.opening_plies),
            };
            return Some(format!("{} there, {} here", of(there), of(self)));
        };
        let both = here.suite.openings().iter().zip(old.suite.openings());
        let other = (1..).zip(both).find(|(_, (here, old))| here != old);
        let [new, old] = [here, old].map(|it| it.suite.count());
        Some(match other {
            Some((number, (here, old))) => {
                format!("opening {number} is '{old}' there, '{here}' here")
            }
            None => format!("{old} openings there, {new} here"),
        })
    }
}
