//! When a search has to answer.

use super::{Search, count, number};
use crate::game::TextError;
use std::fmt;

/// When a search has to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// After that many plies of lookahead.
    Depth(u32),
    /// After that many positions; by Monte Carlo, playouts.
    Nodes(u64),
    /// After that many milliseconds, which makes games differ from machine to machine.
    Milliseconds(u64),
}

impl Limit {
    /// The most positions.
    const MOST_NODES: u64 = 1 << 40;
    /// The most milliseconds.
    pub const MOST_MILLISECONDS: u64 = 3_600_000;

    /// The limit that an option sets; `None` for any other option.
    pub(super) fn of(key: &str, value: &str) -> Result<Option<Limit>, TextError> {
        Ok(Some(match key {
            "depth" => Limit::Depth(count(key, value, 1, Search::MOST_DEPTH)?),
            "nodes" => Limit::Nodes(number(key, value, 1, Limit::MOST_NODES)?),
            "ms" => Limit::Milliseconds(number(key, value, 1, Limit::MOST_MILLISECONDS)?),
            _ => return Ok(None),
        }))
    }

    /// The nearest limit that a search takes.
    pub fn within_range(self) -> Limit {
        match self {
            Limit::Depth(depth) => Limit::Depth(depth.clamp(1, Search::MOST_DEPTH)),
            Limit::Nodes(nodes) => Limit::Nodes(nodes.clamp(1, Limit::MOST_NODES)),
            Limit::Milliseconds(ms) => Limit::Milliseconds(ms.clamp(1, Limit::MOST_MILLISECONDS)),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Depth(depth) => write!(f, "depth={depth}"),
            Limit::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Limit::Milliseconds(ms) => write!(f, "ms={ms}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_limit_is_one_that_a_search_takes() {
        for (limit, nearest) in [
            (Limit::Depth(0), "depth=1"),
            (Limit::Depth(3), "depth=3"),
            (Limit::Depth(1000), "depth=64"),
            (Limit::Nodes(0), "nodes=1"),
            (Limit::Nodes(u64::MAX), "nodes=1099511627776"),
            (Limit::Milliseconds(0), "ms=1"),
            (Limit::Milliseconds(u64::MAX), "ms=3600000"),
        ] {
            assert_eq!(limit.within_range().to_string(), nearest);
            let search: Search = "alphabeta(depth=2)".parse().unwrap();
            search.with(nearest).unwrap();
        }
    }
}
