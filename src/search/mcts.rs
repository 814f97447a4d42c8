//! Monte Carlo tree search: upper confidence bounds (Kocsis and Szepesvári, Bandit Based
//! Monte-Carlo Planning, 2006), every player for itself (Sturtevant, An Analysis of UCT in
//! Multi-Player Games, 2008).

use super::budget::Budget;
use super::lines::{Line, Ply, Wanted};
use super::playout::Playouts;
use super::root::Deepening;
use super::spec::MonteCarlo;
use super::view::{View, is_proven};
use super::{Engine, Found};
use crate::game::Player;
use crate::game::hints::SearchHints;
use crate::rng::Rng;
use std::cmp::Reverse;

/// Bytes of moves and nodes from which on a tree grows no more: games then go out from the positions
/// that it has.
const MOST_BYTES: usize = 1 << 30;

/// Plays games out from a tree that grows by a position a game.
pub(super) struct Mcts<M> {
    pub options: MonteCarlo,
    most_bytes: usize,
    /// The tree of the last search, its root first.
    pub tree: Vec<Node<M>>,
}

pub(super) struct Node<M> {
    turn: Player,
    /// The moves that are looked at, the best at once first.
    moves: Vec<M>,
    /// Where those that were tried lead, in the same order.
    children: Vec<Child>,
    visits: u32,
}

/// A position after a move, with what its games came to: beside those after other moves, as they are
/// looked at together.
struct Child {
    /// Its number among the nodes; the room for a tree ends long before such numbers do.
    node: u32,
    visits: u32,
    /// Rewards of the one who moved there, summed up.
    reward: f64,
}

struct Tree<'a, G: SearchHints> {
    view: &'a View<'a, G>,
    options: MonteCarlo,
    nodes: Vec<Node<G::Move>>,
    /// Bytes that the nodes may yet take.
    room: usize,
    /// The way down in a game, node by node with the number of the move.
    path: Vec<(usize, usize)>,
    playouts: Playouts<G::Move>,
}

impl<G: SearchHints> Tree<'_, G> {
    fn add(&mut self, position: &G::Position) -> usize {
        let moves = match self.view.game.outcome(position) {
            Some(_) => Vec::new(),
            None => self.view.at(position).first_moves(position, self.options.width as usize),
        };
        let of_moves = moves.len() * (size_of::<G::Move>() + size_of::<Child>());
        self.room = self.room.saturating_sub(size_of::<Node<G::Move>>() + of_moves);
        let turn = self.view.game.turn(position);
        self.nodes.push(Node { turn, moves, children: Vec::new(), visits: 0 });
        self.nodes.len() - 1
    }

    /// One game: down the tree, one position more while there is room, and out.
    fn grow(&mut self, root: &G::Position, rng: &mut Rng) {
        let mut position = root.clone();
        self.path.clear();
        let mut at = 0;
        while !self.nodes[at].moves.is_empty() {
            let node = &self.nodes[at];
            // What is played is a move of the root.
            let has_room = self.room > 0 || at == 0;
            let is_fresh = node.children.len() < node.moves.len() && has_room;
            if !is_fresh && node.children.is_empty() {
                break;
            }
            let index = if is_fresh { node.children.len() } else { self.most_urgent(at) };
            self.view.game.play(&mut position, self.nodes[at].moves[index]);
            if is_fresh {
                let child = Child { node: self.add(&position) as u32, visits: 0, reward: 0.0 };
                let Node { moves, children, .. } = &mut self.nodes[at];
                if children.is_empty() {
                    children.reserve_exact(moves.len());
                }
                children.push(child);
            }
            self.path.push((at, index));
            at = self.nodes[at].children[index].node as usize;
            if is_fresh {
                break;
            }
        }
        let rewards = self.playouts.play(self.view, position, &self.options, rng);
        self.nodes[at].visits += 1;
        for &(at, index) in &self.path {
            let Node { turn, children, visits, .. } = &mut self.nodes[at];
            *visits += 1;
            children[index].visits += 1;
            children[index].reward += rewards[turn.index()];
        }
    }

    /// The child with the greatest upper bound.
    fn most_urgent(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let tries = libm::log(f64::from(node.visits));
        let bound = |&Child { visits, reward, .. }: &Child| {
            let visits = f64::from(visits);
            reward / visits + self.options.exploration * (tries / visits).sqrt()
        };
        first_greatest(node.children.iter().map(bound))
    }
}

fn first_greatest(values: impl Iterator<Item = f64>) -> usize {
    let mut best = (f64::NEG_INFINITY, 0);
    for (index, value) in values.enumerate() {
        if value > best.0 {
            best = (value, index);
        }
    }
    best.1
}

/// The first child that was tried most often.
fn most_tried<M>(tree: &[Node<M>], at: usize) -> usize {
    first_greatest(tree[at].children.iter().map(|child| f64::from(child.visits)))
}

impl Child {
    fn mean(&self) -> f64 {
        self.reward / f64::from(self.visits)
    }
}

impl<M: Copy> Mcts<M> {
    pub fn new(options: MonteCarlo) -> Mcts<M> {
        Mcts { options, most_bytes: MOST_BYTES, tree: Vec::new() }
    }

    /// The line of a move at the root.
    fn line<G: SearchHints<Move = M>>(
        &self,
        game: &G,
        position: &G::Position,
        root: usize,
    ) -> Line {
        let child = &self.tree[0].children[root];
        let (mut at, mut index, mut position) = (0, root, position.clone());
        let mut moves = Vec::new();
        while !self.tree[at].children.is_empty() {
            let mv = self.tree[at].moves[index];
            moves.push(Ply::of(game, &position, mv));
            game.play(&mut position, mv);
            at = self.tree[at].children[index].node as usize;
            index = most_tried(&self.tree, at);
        }
        let playouts = Some(child.visits.into());
        Line { index: root, value: Some(child.mean()), moves, playouts }
    }
}

impl<G: SearchHints> Engine<G> for Mcts<G::Move> {
    fn find(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        deepening: Deepening<'_, G::Move>,
        rng: &mut Rng,
    ) -> Found<G::Move> {
        let ordered = view.at(position).ordered(position);
        let (mv, value) = ordered[0];
        self.tree.clear();
        if ordered.len() == 1 || (is_proven(value, 1) && value > 0.0) {
            return Found { mv, value, depth: 1, nodes: 0 };
        }
        let (options, room) = (self.options, self.most_bytes);
        let (nodes, path, playouts) = (Vec::new(), Vec::new(), Playouts::new());
        let mut tree = Tree { view, options, nodes, room, path, playouts };
        tree.add(position);
        let mut budget = Budget::new(deepening.limit, deepening.halt);
        // The first playout is always done.
        let _ = budget.spend();
        loop {
            tree.grow(position, rng);
            budget.arm();
            if budget.spend().is_none() {
                break;
            }
        }
        self.tree = tree.nodes;
        let most = most_tried(&self.tree, 0);
        let (mv, child) = (self.tree[0].moves[most], &self.tree[0].children[most]);
        Found { mv, value: child.mean(), depth: 1, nodes: budget.nodes }
    }

    /// The moves that were tried in the last search, the most often first; a line goes on by the
    /// move that was tried most often.
    fn lines(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        wanted: Wanted<'_>,
        _: &mut Budget,
    ) -> Option<Vec<Line>> {
        let Some(root) = self.tree.first() else {
            // Nothing was played out: what the evaluation says is no reward.
            let (mv, value) = view.at(position).ordered(position)[0];
            let value = is_proven(value, 1).then_some(value);
            let moves = vec![Ply::of(view.game, position, mv)];
            return Some(vec![Line { index: 0, value, moves, playouts: None }]);
        };
        let mut tried: Vec<usize> = (0..root.children.len()).collect();
        let visits = |index: usize| root.children[index].visits;
        tried.sort_by_key(|&index| Reverse(visits(index)));
        tried.truncate(wanted.most);
        Some(tried.into_iter().map(|index| self.line(view.game, position, index)).collect())
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
    use crate::search::spec::Limit;

    #[test]
    fn a_tree_without_room_grows_no_more_and_its_games_go_on() {
        let game = ChineseCheckers::new(2, Rules::standard(2)).unwrap();
        let values = CellWeightFamily.built_in(&game, "hand-tuned-v4").unwrap();
        let evaluator = CellWeightFamily.evaluator(&game, &values);
        let position = game.start();
        let view = View::new(&game, evaluator.as_ref(), &position);
        let search = |most_bytes| {
            let mut mcts = Mcts { most_bytes, ..Mcts::new(MonteCarlo::USUAL) };
            let mut rng = Seed::new(3).unwrap().stream(Purpose::Bench, &[1]);
            let mut done = |_: &_, _: &_| {};
            let limit = Limit::Nodes(300);
            let deepening = Deepening { limit, base: 1, halt: None, done: &mut done };
            let found = mcts.find(&view, &position, deepening, &mut rng);
            let visits = mcts.tree[0].visits;
            (mcts.tree.len(), visits, found.nodes)
        };
        assert_eq!(search(MOST_BYTES), (301, 300, 300));
        let (nodes, visits, games) = search(4000);
        assert!((10..60).contains(&nodes), "{nodes}");
        assert_eq!((visits, games), (300, 300));
        assert_eq!(search(1), (9, 300, 300));
    }
}
