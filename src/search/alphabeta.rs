//! Minimax search by alpha-beta, which leaves out lines that can't matter (Knuth and Moore, An
//! Analysis of Alpha-Beta Pruning, 1975), with a table and an order of moves. With more than two
//! players it is all others against the one: paranoid search (Sturtevant and Korf, On Pruning
//! Techniques for Multi-Player Games, 2000).

use super::budget::Budget;
use super::order::{History, Killers, Rank, Refutations, sort};
use super::root::Lookahead;
use super::table::{Bound, Entry, Table};
use super::view::View;
use crate::game::hints::SearchHints;

/// Plies ahead from which on the table is worth its cost.
const TABLE_FROM: u32 = 1;

/// What is remembered from one position to the next; the values that it finds don't depend on it.
pub(super) struct AlphaBeta<G: SearchHints> {
    table: Table,
    table_from: u32,
    killers: Killers<G::Move>,
    history: History,
    /// Buffers that no node uses at the moment.
    spare: Vec<Buffers<G::Move>>,
    /// Roots so far.
    roots: u64,
}

struct Buffers<M> {
    moves: Vec<M>,
    values: Vec<f64>,
    ranks: Vec<Rank>,
    order: Vec<u16>,
}

impl<M> Default for Buffers<M> {
    fn default() -> Self {
        let (moves, values) = (Vec::new(), Vec::new());
        Buffers { moves, values, ranks: Vec::new(), order: Vec::new() }
    }
}

/// Where a node stands: plies ahead, those beyond the depth among them, and from the root, and the
/// bounds between which its value matters.
#[derive(Clone, Copy)]
struct Node {
    depth: u32,
    ply: u32,
    alpha: f64,
    beta: f64,
}

impl<G: SearchHints> AlphaBeta<G> {
    pub fn new() -> AlphaBeta<G> {
        AlphaBeta {
            table: Table::default(),
            table_from: TABLE_FROM,
            killers: Killers::new(),
            history: History::new(),
            spare: Vec::new(),
            roots: 0,
        }
    }

    /// Equal keys mean equal positions as far from the same root.
    fn key(&self, view: &View<'_, G>, position: &G::Position, ply: u32) -> u64 {
        let place = self.roots << u8::BITS | u64::from(ply);
        view.game.key(position) ^ place.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn search(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        node: Node,
        budget: &mut Budget,
    ) -> Option<f64> {
        budget.spend()?;
        if let Some(outcome) = view.game.outcome(position) {
            return Some(view.worth(outcome, node.ply));
        }
        if view.is_leaf(position, node.depth) {
            return Some(view.leaf(position));
        }
        if node.depth < self.table_from {
            return self.expand(view, position, node, None, budget).map(|(value, _)| value);
        }
        let key = self.key(view, position, node.ply);
        let entry = self.table.get(key);
        if let Some(value) = entry.and_then(|it| it.settles(node.depth, (node.alpha, node.beta))) {
            return Some(value);
        }
        // One ply ahead the first move that did was kept, which may not be the best.
        let first = entry.filter(|entry| entry.depth > 1).map(|entry| entry.best);
        let (value, best) = self.expand(view, position, node, first, budget)?;
        let bound = match value {
            _ if value <= node.alpha => Bound::Upper,
            _ if value >= node.beta => Bound::Lower,
            _ => Bound::Exact,
        };
        self.table.put(Entry { key, value, depth: node.depth, best, bound });
        Some(value)
    }

    /// The best value among the moves, and the best move's place.
    fn expand(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        mut node: Node,
        first: Option<u16>,
        budget: &mut Budget,
    ) -> Option<(f64, u16)> {
        let mut buffers = self.spare.pop().unwrap_or_default();
        let Buffers { moves, values, ranks, order } = &mut buffers;
        view.leaves(position, node.ply + 1, moves, values);
        let sign = if view.game.turn(position) == view.player { 1.0 } else { -1.0 };
        if node.depth > 1 {
            let (killers, history, ply) = (&self.killers, &self.history, node.ply);
            let refutations = Refutations { killers, history, ply };
            sort(order, ranks, moves, first, refutations, |index| sign * values[index]);
        } else {
            order.clear();
            order.extend(0..moves.len() as u16);
        }
        let mut best = (f64::NEG_INFINITY, 0);
        for &index in order.iter() {
            let mv = moves[usize::from(index)];
            let depth = view.left_after(position, mv, node.depth);
            let value = if depth > 0 {
                let next = view.after(position, mv);
                self.search(view, &next, Node { depth, ply: node.ply + 1, ..node }, budget)?
            } else {
                budget.spend()?;
                values[usize::from(index)]
            };
            if sign * value > best.0 {
                best = (sign * value, index);
            }
            if sign > 0.0 {
                node.alpha = node.alpha.max(value);
            } else {
                node.beta = node.beta.min(value);
            }
            if node.alpha >= node.beta {
                if node.depth > 1 {
                    self.killers.add(node.ply, mv);
                    self.history.add(mv, node.depth);
                }
                break;
            }
        }
        self.spare.push(buffers);
        Some((sign * best.0, best.1))
    }
}

impl<G: SearchHints> Lookahead<G> for AlphaBeta<G> {
    const DEEPENS: bool = true;

    fn begin(&mut self) {
        self.roots += 1;
        self.killers.clear();
        self.history.fade();
    }

    fn value(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        depth: u32,
        ply: u32,
        bar: f64,
        budget: &mut Budget,
    ) -> Option<f64> {
        let node = Node { depth, ply, alpha: bar, beta: f64::INFINITY };
        self.search(view, position, node, budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Parametric;
    use crate::eval::cell_weights::CellWeightFamily;
    use crate::game::Game as _;
    use crate::game::chinese_checkers::{ChineseCheckers, Rules};
    use crate::rng::{Purpose, Seed};
    use crate::search::root::{Course, Serial};
    use crate::search::spec::Limit;
    use crate::search::{Engine, random::Random};

    #[test]
    fn what_is_remembered_changes_no_value_and_no_move() {
        let (mut nodes, mut more) = (0, 0);
        for (players, depth) in [(2, 3), (3, 3), (2, 4)] {
            let game = ChineseCheckers::new(players, Rules::standard(players)).unwrap();
            let values = CellWeightFamily.built_in(&game, "hand-tuned-v4").unwrap();
            let evaluator = CellWeightFamily.evaluator(&game, &values);
            let mut rng = Seed::new(3).unwrap().stream(Purpose::Bench, &[depth.into()]);
            let mut with = Serial(AlphaBeta::new());
            let mut without = Serial(AlphaBeta { table_from: u32::MAX, ..AlphaBeta::new() });
            let mut position = game.start();
            for _ in 0..30 {
                let view = View::new(&game, evaluator.as_ref(), &position);
                let limit = Limit::Depth(depth);
                let one =
                    with.find(&view, &position, Course::plain(limit, &mut |_, _| {}), &mut rng);
                let two =
                    without.find(&view, &position, Course::plain(limit, &mut |_, _| {}), &mut rng);
                assert_eq!((one.mv, one.value), (two.mv, two.value));
                (nodes, more) = (nodes + one.nodes, more + two.nodes);
                for _ in 0..3 {
                    let mv = Random.draw(&game, &position, &mut rng);
                    game.play(&mut position, mv);
                }
            }
        }
        assert!(nodes < more, "{nodes} positions with a table, {more} without");
    }
}
