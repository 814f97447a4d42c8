//! Monte Carlo tree search: upper confidence bounds (Kocsis and Szepesvári, Bandit Based
//! Monte-Carlo Planning, 2006), every player for itself (Sturtevant, An Analysis of UCT in
//! Multi-Player Games, 2008).

use super::budget::Budget;
use super::lines::{Line, Ply, Wanted};
use super::playout::playout;
use super::root::Course;
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
    /// Who moved here.
    mover: Player,
    /// The moves that are looked at, the best at once first.
    moves: Vec<M>,
    /// Where those that were tried lead, in the same order.
    children: Vec<usize>,
    visits: u32,
    /// Rewards of the one who moved here, summed up.
    reward: f64,
}

struct Tree<'a, G: SearchHints> {
    view: &'a View<'a, G>,
    options: MonteCarlo,
    nodes: Vec<Node<G::Move>>,
    /// Bytes that the nodes may yet take.
    room: usize,
}

impl<G: SearchHints> Tree<'_, G> {
    fn add(&mut self, position: &G::Position, mover: Player) -> usize {
        let moves = match self.view.game.outcome(position) {
            Some(_) => Vec::new(),
            None => self.view.ordered(position),
        };
        let moves = moves.into_iter().take(self.options.width as usize);
        let moves: Vec<G::Move> = moves.map(|(mv, _)| mv).collect();
        let of_moves = moves.len() * (size_of::<G::Move>() + size_of::<usize>());
        self.room = self.room.saturating_sub(size_of::<Node<G::Move>>() + of_moves);
        self.nodes.push(Node { mover, moves, children: Vec::new(), visits: 0, reward: 0.0 });
        self.nodes.len() - 1
    }

    /// One game: down the tree, one position more while there is room, and out.
    fn grow(&mut self, root: &G::Position, rng: &mut Rng) {
        let mut position = root.clone();
        let mut path = vec![0];
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
            let mover = self.view.game.turn(&position);
            self.view.game.play(&mut position, self.nodes[at].moves[index]);
            if is_fresh {
                let child = self.add(&position, mover);
                self.nodes[at].children.push(child);
            }
            at = self.nodes[at].children[index];
            path.push(at);
            if is_fresh {
                break;
            }
        }
        let rewards = playout(self.view, position, &self.options, rng);
        for at in path {
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.reward += rewards[node.mover.index()];
        }
    }

    /// The child with the greatest upper bound.
    fn most_urgent(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let tries = libm::log(f64::from(node.visits));
        let bound = |&child: &usize| {
            let Node { visits, reward, .. } = self.nodes[child];
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
    first_greatest(tree[at].children.iter().map(|&child| f64::from(tree[child].visits)))
}

impl<M> Node<M> {
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
        let child = &self.tree[self.tree[0].children[root]];
        let (mut at, mut index, mut position) = (0, root, position.clone());
        let mut moves = Vec::new();
        while !self.tree[at].children.is_empty() {
            let mv = self.tree[at].moves[index];
            moves.push(Ply::of(game, &position, mv));
            game.play(&mut position, mv);
            at = self.tree[at].children[index];
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
        course: Course<'_, G::Move>,
        rng: &mut Rng,
    ) -> Found<G::Move> {
        let ordered = view.ordered(position);
        let (mv, value) = ordered[0];
        self.tree.clear();
        if ordered.len() == 1 || (is_proven(value, 1) && value > 0.0) {
            return Found { mv, value, depth: 1, nodes: 0 };
        }
        let (options, room) = (self.options, self.most_bytes);
        let mut tree = Tree { view, options, nodes: Vec::new(), room };
        tree.add(position, view.player);
        let mut budget = Budget::new(course.limit, course.halt);
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
        let (mv, child) = (self.tree[0].moves[most], &self.tree[self.tree[0].children[most]]);
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
            let (mv, value) = view.ordered(position)[0];
            let moves = vec![Ply::of(view.game, position, mv)];
            return Some(vec![Line { index: 0, value: Some(value), moves, playouts: None }]);
        };
        let mut tried: Vec<usize> = (0..root.children.len()).collect();
        let visits = |index: usize| self.tree[root.children[index]].visits;
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
            let course = Course::plain(Limit::Nodes(300), &mut done);
            let found = mcts.find(&view, &position, course, &mut rng);
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
