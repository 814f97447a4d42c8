//! Perft: how many lines of play of a given length the rules allow, the yardstick of every
//! move generator.

use super::Game;

/// The number of lines of exactly `depth` plies from `position`. A pass is a ply; a line that
/// ends earlier because the game is over doesn't count.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    divide(game, position, depth).into_iter().map(|(_, lines)| lines).sum()
}

/// [`perft`] split by first move, in the order of the move generator.
pub fn divide<G: Game>(game: &G, position: &G::Position, depth: u32) -> Vec<(G::Move, u64)> {
    if depth == 0 || game.outcome(position).is_some() {
        return Vec::new();
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let lines_after = |&mv: &G::Move| {
        if depth == 1 {
            return (mv, 1);
        }
        let mut next = position.clone();
        game.play(&mut next, mv);
        (mv, perft(game, &next, depth - 1))
    };
    moves.iter().map(lines_after).collect()
}
