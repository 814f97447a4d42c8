//! When a search has to answer.

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
    pub(super) const MOST_NODES: u64 = 1 << 40;
    /// The most milliseconds.
    pub const MOST_MILLISECONDS: u64 = 3_600_000;
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
