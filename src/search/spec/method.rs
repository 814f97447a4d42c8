//! The ways to look ahead, and their names.

use super::Limit;

/// How a bot looks ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Any legal move, each with the same chance.
    Random,
    /// The move after which the position is best.
    Greedy,
    /// Iterative-deepening depth-first search over own moves only.
    Iddfs,
    /// All lines to the same depth; with more than two players all others against the one.
    Minimax,
    /// Minimax by alpha-beta, which leaves out lines that can't matter.
    AlphaBeta,
    /// Alpha-beta on all cores.
    Parallel,
    /// Each player maximizes its own margin.
    MaxN,
    /// All others against the one, by alpha-beta.
    Paranoid,
    /// Each player maximizes its own chance to win.
    MaxProb,
    /// Between two own moves only one of the others moves: the one that hurts most.
    BestReply,
    /// Own moves only until armies come close, then all lines, and own moves again once they are
    /// apart.
    Phases,
    /// Monte Carlo tree search.
    Mcts,
    /// The evaluation's own way to choose moves.
    Own,
}

impl Method {
    /// Every method.
    pub const ALL: [Method; 13] = [
        Method::Random,
        Method::Greedy,
        Method::Iddfs,
        Method::Minimax,
        Method::AlphaBeta,
        Method::Parallel,
        Method::MaxN,
        Method::Paranoid,
        Method::MaxProb,
        Method::BestReply,
        Method::Phases,
        Method::Mcts,
        Method::Own,
    ];

    /// The name in the notation.
    pub fn name(self) -> &'static str {
        match self {
            Method::Random => "random",
            Method::Greedy => "greedy",
            Method::Iddfs => "iddfs",
            Method::Minimax => "minimax",
            Method::AlphaBeta => "alphabeta",
            Method::Parallel => "parallel",
            Method::MaxN => "maxn",
            Method::Paranoid => "paranoid",
            Method::MaxProb => "max-prob",
            Method::BestReply => "best-reply",
            Method::Phases => "phases",
            Method::Mcts => "mcts",
            Method::Own => "own",
        }
    }

    /// Whether it looks ahead.
    pub(super) fn looks_ahead(self) -> bool {
        self.usual_limit().is_some()
    }

    /// Whether it looks a number of plies ahead.
    pub(super) fn has_depth(self) -> bool {
        self.looks_ahead() && self != Method::Mcts
    }

    /// Whether captures can be looked past.
    pub(super) fn looks_beyond(self) -> bool {
        use Method::{AlphaBeta, Minimax, Parallel, Paranoid};
        matches!(self, Minimax | AlphaBeta | Parallel | Paranoid)
    }

    /// Whether it may leave out moves on trust: alpha-beta on one thread. On several, what one has met
    /// would change what another leaves out.
    pub(super) fn selects(self) -> bool {
        matches!(self, Method::AlphaBeta | Method::Paranoid)
    }

    /// The default limit; `None` for methods that don't look ahead.
    pub(super) fn usual_limit(self) -> Option<Limit> {
        match self {
            Method::Random | Method::Greedy | Method::Own => None,
            Method::Iddfs | Method::Minimax | Method::MaxN | Method::MaxProb | Method::Phases => {
                Some(Limit::Depth(2))
            }
            Method::AlphaBeta | Method::Parallel | Method::Paranoid | Method::BestReply => {
                Some(Limit::Depth(3))
            }
            Method::Mcts => Some(Limit::Nodes(1000)),
        }
    }
}
