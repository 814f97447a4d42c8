//! What a shard of an arena says beside the arena's settings.

use super::Arena;
use crate::play::shard::Shard;
use serde::{Deserialize, Serialize};

/// The version of a shard with random openings, whose games are chained, too.
pub(super) const VERSION_SHARD: u32 = 4;

/// Which part of an arena a shard is, and how that was typed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ArenaShard {
    /// Which part of how many.
    pub part: Shard,
    /// Flags of the command that the arena holds otherwise than they were typed.
    pub typed: Typed,
}

/// Flags that an arena holds otherwise than they were typed; empty where they weren't.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Typed {
    /// The rule set.
    pub rules: String,
    /// The file with the position that games begin from.
    pub position: String,
}

impl Arena {
    /// Which shard it is; `None` where it is whole.
    pub fn part(&self) -> Option<Shard> {
        self.shard.as_ref().map(|shard| shard.part)
    }

    /// A shard of this arena, by a command with these flags.
    pub fn sharded(self, part: Shard, typed: Typed) -> Arena {
        Arena { shard: Some(ArenaShard { part, typed }), ..self }.versioned()
    }
}
