//! Best-reply search: between two own moves only one of the others moves, whichever hurts most
//! (Schadd and Winands, Best Reply Search for Multiplayer Games, 2011).

use super::budget::Budget;
use super::lines::Step;
use super::root::Lookahead;
use super::view::View;
use crate::game::Player;
use crate::game::hints::SearchHints;

/// Own moves and best replies in turn, by alpha-beta.
pub(super) struct BestReply;

/// Plies ahead and from the root, and the bounds between which a value matters.
#[derive(Clone, Copy)]
struct Node {
    depth: u32,
    ply: u32,
    alpha: f64,
    beta: f64,
}

/// Moves of one player, and what each is worth if the search ends after it.
struct Moves<G: SearchHints> {
    position: G::Position,
    moves: Vec<G::Move>,
    values: Vec<f64>,
}

impl<G: SearchHints> Moves<G> {
    fn of(view: &View<'_, G>, position: G::Position, ply: u32) -> Moves<G> {
        let (mut moves, mut values) = (Vec::new(), Vec::new());
        view.leaves(&position, ply, &mut moves, &mut values);
        Moves { position, moves, values }
    }
}

impl BestReply {
    fn search<G: SearchHints>(
        view: &View<'_, G>,
        position: &G::Position,
        node: Node,
        budget: &mut Budget,
    ) -> Option<f64> {
        budget.spend()?;
        if let Some(outcome) = view.game.outcome(position) {
            return Some(view.worth(outcome, node.ply));
        }
        if node.depth == 0 {
            return Some(view.leaf(position));
        }
        let sign = if is_own(node.ply) { 1.0 } else { -1.0 };
        let sides = BestReply::sides(view, position, node.ply);
        BestReply::best(view, &sides, sign, node, budget)
    }

    /// The moves of all who may move next.
    fn sides<G: SearchHints>(
        view: &View<'_, G>,
        position: &G::Position,
        ply: u32,
    ) -> Vec<Moves<G>> {
        match is_own(ply) {
            true => vec![handed(view, position, view.player)],
            false => others(view).map(|other| handed(view, position, other)).collect(),
        }
        .into_iter()
        .filter(|side| view.game.outcome(side).is_none())
        .map(|side| Moves::of(view, side, ply + 1))
        .collect()
    }

    fn best<G: SearchHints>(
        view: &View<'_, G>,
        sides: &[Moves<G>],
        sign: f64,
        mut node: Node,
        budget: &mut Budget,
    ) -> Option<f64> {
        let mut order: Vec<(usize, usize)> = Vec::new();
        for (side, moves) in sides.iter().enumerate() {
            order.extend((0..moves.moves.len()).map(|index| (side, index)));
        }
        let worth = |&(side, index): &(usize, usize)| sign * sides[side].values[index];
        order.sort_by(|one, two| worth(two).total_cmp(&worth(one)));
        // Where the plies run out before anyone else moves, the game stays unfinished.
        let mut best = if order.is_empty() { 0.0 } else { sign * f64::NEG_INFINITY };
        for (side, index) in order {
            let Moves { position, moves, values } = &sides[side];
            let value = if node.depth == 1 {
                budget.spend()?;
                values[index]
            } else {
                let next = view.after(position, moves[index]);
                let below = Node { depth: node.depth - 1, ply: node.ply + 1, ..node };
                BestReply::search(view, &next, below, budget)?
            };
            if sign > 0.0 {
                best = f64::max(best, value);
                node.alpha = node.alpha.max(value);
            } else {
                best = f64::min(best, value);
                node.beta = node.beta.min(value);
            }
            if node.alpha >= node.beta {
                break;
            }
        }
        Some(best)
    }
}

/// Whether it is the turn of the one who looks ahead, that many plies from the root.
fn is_own(ply: u32) -> bool {
    ply.is_multiple_of(2)
}

/// The others, in their order of play.
fn others<G: SearchHints>(view: &View<'_, G>) -> impl Iterator<Item = Player> {
    let (own, players) = (view.player.index(), view.game.players());
    (1..players).map(move |ahead| Player(((own + ahead) % players) as u8))
}

fn handed<G: SearchHints>(
    view: &View<'_, G>,
    position: &G::Position,
    player: Player,
) -> G::Position {
    let mut position = position.clone();
    view.game.hand_turn(&mut position, player);
    position
}

impl<G: SearchHints> Lookahead<G> for BestReply {
    const DEEPENS: bool = false;

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
        BestReply::search(view, position, node, budget)
    }

    fn step(
        &mut self,
        view: &View<'_, G>,
        position: &G::Position,
        (depth, ply): (u32, u32),
        value: f64,
        budget: &mut Budget,
    ) -> Option<Option<Step<G>>> {
        if depth == 0 || view.game.outcome(position).is_some() {
            return Some(None);
        }
        let bar = if is_own(ply) { value.next_down() } else { value };
        for side in BestReply::sides(view, position, ply) {
            for (mv, at_once) in side.moves.into_iter().zip(side.values) {
                let next = view.after(&side.position, mv);
                let found = match depth {
                    1 => at_once,
                    _ => self.value(view, &next, depth - 1, ply + 1, bar, budget)?,
                };
                if is_own(ply) == (found > bar) {
                    return Some(Some(Step { position: side.position, mv, left: depth - 1 }));
                }
            }
        }
        Some(None)
    }
}
