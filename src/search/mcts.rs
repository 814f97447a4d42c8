//! Monte Carlo tree search: upper confidence bounds (Kocsis and Szepesvári, Bandit Based
//! Monte-Carlo Planning, 2006), every player for itself (Sturtevant, An Analysis of UCT in
//! Multi-Player Games, 2008).

use super::budget::Budget;
use super::playout::playout;
use super::spec::{Limit, MonteCarlo};
use super::view::{View, is_proven};
use super::{Engine, Found};
use crate::game::{Game, Player};
use crate::rng::Rng;

/// Plays games out from a tree that grows by a position a game.
pub(super) struct Mcts(pub MonteCarlo);

struct Node<M> {
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

struct Tree<'a, G: Game> {
    view: &'a View<'a, G>,
    options: MonteCarlo,
    nodes: Vec<Node<G::Move>>,
}

impl<G: Game> Tree<'_, G> {
    fn add(&mut self, position: &G::Position, mover: Player) -> usize {
        let moves = match self.view.game.outcome(position) {
            Some(_) => Vec::new(),
            None => self.view.ordered(position),
        };
        let moves = moves.into_iter().take(self.options.width as usize).map(|(mv, _)| mv).collect();
        self.nodes.push(Node { mover, moves, children: Vec::new(), visits: 0, reward: 0.0 });
        self.nodes.len() - 1
    }

    /// One game: down the tree, one position more, and out.
    fn grow(&mut self, root: &G::Position, rng: &mut Rng) {
        let mut position = root.clone();
        let mut path = vec![0];
        let mut at = 0;
        while !self.nodes[at].moves.is_empty() {
            let node = &self.nodes[at];
            let is_fresh = node.children.len() < node.moves.len();
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

impl<G: Game> Engine<G> for Mcts {
    fn find(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        limit: Limit,
        rng: &mut Rng,
    ) -> Found<G::Move> {
        let ordered = view.ordered(position);
        let (mv, value) = ordered[0];
        if ordered.len() == 1 || (is_proven(value, 1) && value > 0.0) {
            return Found { mv, value, depth: 1, nodes: 0 };
        }
        let mut tree = Tree { view, options: self.0, nodes: Vec::new() };
        tree.add(position, view.player);
        let mut budget = Budget::new(limit);
        while budget.spend().is_some() {
            tree.grow(position, rng);
            budget.arm();
        }
        let visits = |&child: &usize| f64::from(tree.nodes[child].visits);
        let most = first_greatest(tree.nodes[0].children.iter().map(visits));
        let child = &tree.nodes[tree.nodes[0].children[most]];
        let value = child.reward / f64::from(child.visits);
        Found { mv: tree.nodes[0].moves[most], value, depth: 1, nodes: budget.nodes }
    }
}
