//! Plain searches, to compare with.

use super::{after, legal_moves};
use starhop::eval::Evaluator;
use starhop::game::chinese_checkers::{ChineseCheckers, Position};
use starhop::game::hints::SearchHints;
use starhop::game::{Game, Outcome, Player};
use starhop::search::WIN;
use std::collections::HashSet;

/// What a position is worth to a player, all others against it.
pub fn minimax<G: Game>(
    game: &G,
    evaluator: &dyn Evaluator<G>,
    position: &G::Position,
    player: Player,
    depth: u32,
    ply: u32,
) -> f64 {
    match game.outcome(position) {
        Some(Outcome::Won(winner)) if winner == player => return WIN - f64::from(ply),
        Some(Outcome::Won(_)) => return f64::from(ply) - WIN,
        Some(Outcome::Unfinished) => return 0.0,
        None if depth == 0 => return evaluator.margin(game, position, player),
        None => {}
    }
    let value = |mv: G::Move| {
        let next = after(game, position, mv);
        minimax(game, evaluator, &next, player, depth - 1, ply + 1)
    };
    let values = legal_moves(game, position).into_iter().map(value);
    match game.turn(position) == player {
        true => values.fold(f64::NEG_INFINITY, f64::max),
        false => values.fold(f64::INFINITY, f64::min),
    }
}

/// What a position is worth to a player after an own move or one of the others', who move one at a
/// time between two own moves.
pub fn best_reply(
    game: &ChineseCheckers,
    evaluator: &dyn Evaluator<ChineseCheckers>,
    position: &Position,
    player: Player,
    depth: u32,
    ply: u32,
) -> f64 {
    if game.outcome(position).is_some() || depth == 0 {
        return minimax(game, evaluator, position, player, 0, ply);
    }
    let is_own = ply.is_multiple_of(2);
    let movers = (0..game.players() as u8).map(Player).filter(|&it| (it == player) == is_own);
    let mut values = Vec::new();
    for mover in movers {
        let mut handed = position.clone();
        game.hand_turn(&mut handed, mover);
        if game.outcome(&handed).is_none() {
            let next = legal_moves(game, &handed).into_iter().map(|mv| after(game, &handed, mv));
            let value = |next| best_reply(game, evaluator, &next, player, depth - 1, ply + 1);
            values.extend(next.map(value));
        }
    }
    match (values.is_empty(), is_own) {
        (true, _) => 0.0,
        (_, true) => values.into_iter().fold(f64::NEG_INFINITY, f64::max),
        (_, false) => values.into_iter().fold(f64::INFINITY, f64::min),
    }
}

/// The value and the move of [`minimax`]: among the best moves the one that is best at once, and
/// then the first.
pub fn choice<G: Game>(
    game: &G,
    evaluator: &dyn Evaluator<G>,
    position: &G::Position,
    depth: u32,
) -> (f64, G::Move) {
    let player = game.turn(position);
    let worth = |mv, depth| {
        let next = after(game, position, mv);
        minimax(game, evaluator, &next, player, depth, 1)
    };
    let mut best: Option<(f64, f64, G::Move)> = None;
    for mv in legal_moves(game, position) {
        let (value, now) = (worth(mv, depth - 1), worth(mv, 0));
        if best.is_none_or(|(best, then, _)| (value, now) > (best, then)) {
            best = Some((value, now, mv));
        }
    }
    let (value, _, mv) = best.unwrap();
    (value, mv)
}

/// The fewest moves of the player to move that win if all others pass, breadth first; `None` where
/// `most` aren't enough.
pub fn fewest(game: &ChineseCheckers, position: &Position, most: u32) -> Option<u32> {
    let player = game.turn(position);
    let mut now = vec![position.clone()];
    let mut seen = HashSet::new();
    for count in 1..=most {
        let mut next = Vec::new();
        for position in &now {
            for mv in legal_moves(game, position) {
                let mut there = after(game, position, mv);
                if game.outcome(&there) == Some(Outcome::Won(player)) {
                    return Some(count);
                }
                game.hand_turn(&mut there, player);
                if seen.insert(there.pegs(player)) {
                    next.push(there);
                }
            }
        }
        now = next;
    }
    None
}
