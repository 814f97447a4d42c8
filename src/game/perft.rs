//! Perft: how many lines of play of a given length the rules allow, the yardstick of every
//! move generator.

use super::Game;

/// The number of lines of exactly `depth` plies from `position`. A pass is a ply; a line that
/// ends earlier because the game is over doesn't count.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    count(game, position, depth, &mut Vec::new())
}

/// `spare` keeps buffers that no position uses at the moment.
fn count<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    spare: &mut Vec<Vec<G::Move>>,
) -> u64 {
    match depth {
        0 => return 1,
        1 => return last(game, position, spare),
        _ if game.outcome(position).is_some() => return 0,
        _ => {}
    }
    let mut moves = spare.pop().unwrap_or_default();
    game.moves(position, &mut moves);
    let next = moves.iter().map(|&mv| after(game, position, mv));
    let lines = next.map(|next| count(game, &next, depth - 1, spare)).sum();
    spare.push(moves);
    lines
}

/// The lines of one ply.
fn last<G: Game>(game: &G, position: &G::Position, spare: &mut Vec<Vec<G::Move>>) -> u64 {
    if game.outcome(position).is_some() {
        return 0;
    }
    let made = || {
        let mut moves = spare.pop().unwrap_or_default();
        game.moves(position, &mut moves);
        let count = moves.len() as u64;
        spare.push(moves);
        count
    };
    game.count_moves(position).map_or_else(made, u64::from)
}

/// The position after a move.
pub(crate) fn after<G: Game>(game: &G, position: &G::Position, mv: G::Move) -> G::Position {
    let mut next = position.clone();
    game.play(&mut next, mv);
    next
}

/// [`perft`] split by first move, in the order of the move generator.
pub fn divide<G: Game>(game: &G, position: &G::Position, depth: u32) -> Vec<(G::Move, u64)> {
    if depth == 0 || game.outcome(position).is_some() {
        return Vec::new();
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let lines_after = |&mv| (mv, perft(game, &after(game, position, mv), depth - 1));
    moves.iter().map(lines_after).collect()
}
