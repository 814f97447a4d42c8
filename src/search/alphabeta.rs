//! Minimax search by alpha-beta, which leaves out lines that can't matter (Knuth and Moore, An
//! Analysis of Alpha-Beta Pruning, 1975), with a table and an order of moves. With more than two
//! players it is all others against the one: paranoid search (Sturtevant and Korf, On Pruning
//! Techniques for Multi-Player Games, 2000).

use super::budget::Budget;
use super::order::{History, Killers, LIKELY, Order, Refutations};
use super::root::Lookahead;
use super::table::{Bound, Entry, Table};
use super::view::View;
use crate::game::Player;
use crate::game::hints::SearchHints;
use std::iter::from_fn;
use std::sync::Arc;

/// Plies ahead from which on the table is worth its cost.
const TABLE_FROM: u32 = 1;
/// Plies ahead from which on it is tried whether a player could pass.
const PASS_FROM: u32 = 3;
/// Plies that such a trial leaves out, the passing among them.
const PASSED: u32 = 2;

/// What is remembered from one position to the next; the values that it finds don't depend on it.
pub(super) struct AlphaBeta<G: SearchHints> {
    table: Arc<Table<G::Move>>,
    table_from: u32,
    killers: Killers<G::Move>,
    history: History,
    /// Buffers that no node uses at the moment.
    spare: Vec<Buffers<G::Move>>,
}

struct Buffers<M> {
    moves: Vec<M>,
    values: Vec<f64>,
    order: Order,
}

impl<M> Default for Buffers<M> {
    fn default() -> Self {
        Buffers { moves: Vec::new(), values: Vec::new(), order: Order::default() }
    }
}

/// Where a node stands: plies ahead, those beyond the depth among them, and from the root, what it is
/// worth if the search ends there, and the bounds between which its value matters.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub depth: u32,
    pub ply: u32,
    pub worth: f64,
    pub alpha: f64,
    pub beta: f64,
    /// Whether the player before has passed.
    pub is_passed: bool,
}

impl Node {
    /// A node whose value matters above `bar`.
    pub fn above<G: SearchHints>(
        view: &View<'_, G>,
        position: &G::Position,
        (depth, ply): (u32, u32),
        bar: f64,
    ) -> Node {
        let worth = view.leaf(position);
        Node { depth, ply, worth, alpha: bar, beta: f64::INFINITY, is_passed: false }
    }

    /// Whether the moves that are left don't matter.
    pub fn is_refuted(&self) -> bool {
        self.alpha >= self.beta
    }
}

/// What is known of a node before its moves are looked at.
pub(super) enum Begun<M> {
    /// All that matters of its value.
    Done(f64),
    /// The move that was best before; the key where the table is worth its cost.
    Open { key: Option<u64>, first: Option<M> },
}

/// What is known of a node while its moves are looked at.
pub(super) struct SoFar<M> {
    pub node: Node,
    /// 1 where the player who looks ahead has the turn, else -1.
    sign: f64,
    /// Moves looked at.
    looked_at: u32,
    /// The best value, times the sign, and the first move that has it.
    value: f64,
    best: Option<M>,
}

impl<G: SearchHints> AlphaBeta<G> {
    pub fn new() -> AlphaBeta<G> {
        AlphaBeta::sharing(Arc::new(Table::new()))
    }

    /// One of several that know what each of them found out.
    pub fn sharing(table: Arc<Table<G::Move>>) -> AlphaBeta<G> {
        AlphaBeta {
            table,
            table_from: TABLE_FROM,
            killers: Killers::new(),
            history: History::new(),
            spare: Vec::new(),
        }
    }

    /// What refuted something below the last root matters less from now on.
    pub fn age(&mut self) {
        self.killers.clear();
        self.history.fade();
    }

    /// Equal keys mean equal values of positions as far from the same root, which are looked at as far ahead.
    fn key(&self, view: &View<'_, G>, position: &G::Position, node: Node) -> u64 {
        let place = self.table.roots() << u8::BITS | u64::from(node.ply);
        view.game.search_key(position, node.depth) ^ place.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// The value of a position. Where that isn't between the node's bounds, it may be another number
    /// beyond the same bound. `None` where the search has to stop.
    pub fn search(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        node: Node,
        budget: &mut Budget,
    ) -> Option<f64> {
        let (key, first) = match self.begin_node(view, position, node, budget)? {
            Begun::Done(value) => return Some(value),
            Begun::Open { key, first } => (key, first),
        };
        let (value, best) = self.expand(view, position, node, first, budget)?;
        self.keep(key, node, (value, best));
        Some(value)
    }

    /// What is known of a position before its moves are looked at.
    pub fn begin_node(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        node: Node,
        budget: &mut Budget,
    ) -> Option<Begun<G::Move>> {
        budget.spend()?;
        if let Some(outcome) = view.game.outcome(position) {
            return Some(Begun::Done(view.worth(outcome, node.ply)));
        }
        if view.is_leaf(position, node.depth) {
            return Some(Begun::Done(node.worth));
        }
        let bounds = (node.alpha, node.beta);
        if node.depth == 1
            && let Some((value, looked_at)) = view.best_leaf(position, node.worth, bounds)
        {
            (0..looked_at).try_for_each(|_| budget.spend())?;
            return Some(Begun::Done(value));
        }
        if node.depth < self.table_from {
            return Some(Begun::Open { key: None, first: None });
        }
        let key = self.key(view, position, node);
        let entry = self.table.get(key);
        if let Some(value) = entry.and_then(|it| it.settles(node.depth, bounds)) {
            return Some(Begun::Done(value));
        }
        // One ply ahead the first move that did was kept, which may not be the best; and where no move did,
        // none of them is better than another.
        let first = entry
            .filter(|entry| entry.depth > 1 && entry.bound != Bound::Upper)
            .and_then(|entry| entry.best);
        let bound = self.by_passing(view, position, node, budget)?;
        Some(bound.map_or(Begun::Open { key: Some(key), first }, Begun::Done))
    }

    /// Remembers what a node is worth, and its best move.
    pub fn keep(&self, key: Option<u64>, node: Node, (value, best): (f64, G::Move)) {
        let bound = match value {
            _ if value <= node.alpha => Bound::Upper,
            _ if value >= node.beta => Bound::Lower,
            _ => Bound::Exact,
        };
        if let Some(key) = key {
            self.table.put(Entry { key, value, depth: node.depth, best: Some(best), bound });
        }
    }

    /// The bound that a position is beyond if its player could pass and still be: a move that it
    /// chooses is hardly worse than none (Donninger, Null Move and Deep Search, 1993). A shallower
    /// search says so.
    fn by_passing(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        node: Node,
        budget: &mut Budget,
    ) -> Option<Option<f64>> {
        if !view.null_move || node.is_passed || node.depth < PASS_FROM {
            return Some(None);
        }
        let turn = view.game.turn(position);
        let is_own = turn == view.player;
        let bound = if is_own { node.beta } else { node.alpha };
        let is_beyond = |value: f64| if is_own { value >= bound } else { value <= bound };
        if !bound.is_finite() || !is_beyond(node.worth) {
            return Some(None);
        }
        let mut next = position.clone();
        view.game.hand_turn(&mut next, Player(1 - turn.0));
        let alpha = if is_own { bound.next_down() } else { bound };
        let beta = if is_own { bound } else { bound.next_up() };
        let (depth, ply) = (node.depth - PASSED, node.ply + 1);
        let next_node = Node { depth, ply, alpha, beta, is_passed: true, ..node };
        let value = self.search(view, &next, next_node, budget)?;
        Some(is_beyond(value).then_some(bound))
    }

    /// All moves in the order in which they are looked at, with what each is worth if the search ends
    /// after it.
    pub fn ranked(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        node: Node,
        first: Option<G::Move>,
    ) -> Vec<(G::Move, f64)> {
        let mut buffers = self.spare.pop().unwrap_or_default();
        self.arrange(view, position, node, (first, [None; LIKELY]), &mut buffers);
        let Buffers { moves, values, order } = &mut buffers;
        let ranked = from_fn(|| order.next()).map(usize::from).map(|at| (moves[at], values[at]));
        let ranked = ranked.collect();
        self.spare.push(buffers);
        ranked
    }

    /// The best value among the moves, and the best move. Those that are likely to refute are looked at
    /// before all others are even made, where the game can say that they are legal.
    fn expand(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        node: Node,
        first: Option<G::Move>,
        budget: &mut Budget,
    ) -> Option<(f64, G::Move)> {
        let mut buffers = self.spare.pop().unwrap_or_default();
        let mut so_far = SoFar::new(view, position, node);
        let tried = match node.depth {
            0 | 1 => [None; LIKELY],
            _ => self.killers.likely(first, node.ply, |mv| view.can_play(position, mv)),
        };
        for mv in tried.into_iter().flatten() {
            let worth = view.worth_after(position, mv, node.ply + 1, &mut buffers.values);
            if self.look(view, position, (mv, worth), &mut so_far, budget)? {
                self.spare.push(buffers);
                return so_far.found();
            }
        }
        self.arrange(view, position, node, (first, tried), &mut buffers);
        let Buffers { moves, values, order } = &mut buffers;
        let is_enough =
            |looked_at: u32| view.width > 0 && looked_at >= view.width && node.depth > 1;
        while !is_enough(so_far.looked_at)
            && let Some(index) = order.next()
        {
            let index = usize::from(index);
            if self.look(view, position, (moves[index], values[index]), &mut so_far, budget)? {
                break;
            }
        }
        self.spare.push(buffers);
        so_far.found()
    }

    /// Puts all moves into the buffers, what each is worth if the search ends after it, and in which order
    /// those that weren't tried are looked at, `first` among the first.
    fn arrange(
        &self,
        view: &View<'_, G>,
        position: &G::Position,
        node: Node,
        (first, tried): (Option<G::Move>, [Option<G::Move>; LIKELY]),
        buffers: &mut Buffers<G::Move>,
    ) {
        let Buffers { moves, values, order } = buffers;
        view.leaves(position, node.ply + 1, moves, values);
        if node.depth > 1 {
            let sign = view.sign(position);
            let (killers, history, ply) = (&self.killers, &self.history, node.ply);
            let refutations = Refutations { killers, history, ply, first, tried };
            order.rank(moves, refutations, |index| sign * values[index]);
        } else {
            order.plain(moves.len());
        }
    }

    /// Looks at a move, which is worth that if the search ends after it; whether the others don't matter
    /// any more.
    fn look(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        (mv, worth): (G::Move, f64),
        so_far: &mut SoFar<G::Move>,
        budget: &mut Budget,
    ) -> Option<bool> {
        let node = so_far.node;
        let depth = view.left_after(position, mv, node.depth);
        let value = if depth > 0 {
            let next = view.after(position, mv);
            let ply = node.ply + 1;
            self.search(view, &next, Node { depth, ply, worth, is_passed: false, ..node }, budget)?
        } else {
            budget.spend()?;
            worth
        };
        let is_refuted = so_far.take(mv, value);
        if is_refuted && node.depth > 1 {
            self.killers.add(node.ply, mv);
            self.history.add(mv, node.depth);
        }
        Some(is_refuted)
    }
}

impl<M: Copy> SoFar<M> {
    /// Before any move.
    pub fn new<G: SearchHints>(view: &View<'_, G>, position: &G::Position, node: Node) -> SoFar<M> {
        let sign = view.sign(position);
        SoFar { node, sign, looked_at: 0, value: f64::NEG_INFINITY, best: None }
    }

    /// Takes notice of what a move is worth; whether the others don't matter any more.
    pub fn take(&mut self, mv: M, value: f64) -> bool {
        self.looked_at += 1;
        if self.sign * value > self.value {
            (self.value, self.best) = (self.sign * value, Some(mv));
        }
        if self.sign > 0.0 {
            self.node.alpha = self.node.alpha.max(value);
        } else {
            self.node.beta = self.node.beta.min(value);
        }
        self.node.is_refuted()
    }

    /// The value of the node, and the best move, where any was looked at.
    pub fn found(&self) -> Option<(f64, M)> {
        self.best.map(|best| (self.sign * self.value, best))
    }
}

impl<G: SearchHints> Lookahead<G> for AlphaBeta<G> {
    const DEEPENS: bool = true;

    fn begin(&mut self) {
        self.table.begin();
        self.age();
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
        self.search(view, position, Node::above(view, position, (depth, ply), bar), budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Parametric;
    use crate::eval::cell_weights::CellWeightFamily;
    use crate::eval::draughts::DraughtsFamily;
    use crate::eval::threats::ThreatsFamily;
    use crate::game::chinese_checkers::{ChineseCheckers, Rules};
    use crate::game::connect_four::ConnectFour;
    use crate::game::draughts::Draughts;
    use crate::rng::{Purpose, Seed};
    use crate::search::root::{Deepening, Serial};
    use crate::search::spec::Limit;
    use crate::search::{Engine, random::Random};

    /// Positions looked at with a table and without one, at which both find the same.
    fn remembered<G: SearchHints>(
        game: &G,
        family: &dyn Parametric<G>,
        array: &str,
        depth: u32,
    ) -> [u64; 2] {
        let values = family.built_in(game, array).unwrap();
        let evaluator = family.evaluator(game, &values);
        let mut rng = Seed::new(3).unwrap().stream(Purpose::Bench, &[depth.into()]);
        let mut with = Serial(AlphaBeta::new());
        let mut without = Serial(AlphaBeta { table_from: u32::MAX, ..AlphaBeta::new() });
        let mut position = game.start();
        let mut nodes = [0; 2];
        for _ in 0..30 {
            let view = View::new(game, evaluator.as_ref(), &position);
            let mut find = |search: &mut Serial<AlphaBeta<G>>| {
                let mut done = |_: &_, _: &_| {};
                let limit = Limit::Depth(depth);
                let deepening = Deepening { limit, base: 1, halt: None, done: &mut done };
                search.find(&view, &position, deepening, &mut rng)
            };
            let (one, two) = (find(&mut with), find(&mut without));
            assert_eq!((one.mv, one.value), (two.mv, two.value), "{}", game.draw(&position));
            nodes = [nodes[0] + one.nodes, nodes[1] + two.nodes];
            for _ in 0..3 {
                let mv = Random.draw(game, &position, &mut rng);
                game.play(&mut position, mv);
                if game.outcome(&position).is_some() {
                    position = game.start();
                }
            }
        }
        nodes
    }

    #[test]
    fn what_is_remembered_changes_no_value_and_no_move() {
        let (mut nodes, mut more) = (0, 0);
        let mut add = |[with, without]: [u64; 2]| (nodes, more) = (nodes + with, more + without);
        for (players, depth) in [(2, 3), (3, 3), (2, 5)] {
            let game = ChineseCheckers::new(players, Rules::standard(players)).unwrap();
            add(remembered(&game, &CellWeightFamily, "hand-tuned-v4", depth));
        }
        // From five plies on, positions after as many plies had the same key.
        for depth in 7..=9 {
            add(remembered(&ConnectFour, &ThreatsFamily, "published", depth));
        }
        add(remembered(&Draughts, &DraughtsFamily, "hand-set", 5));
        assert!(nodes < more, "{nodes} positions with a table, {more} without");
    }
}
