//! Seeded random games, which lead tests to positions other than the start.

use rand::RngExt as _;
use starhop::game::Game;
use starhop::game::chinese_checkers::geometry::{CORNERS, STAR, sixths_from_top, turn};
use starhop::game::chinese_checkers::{ChineseCheckers, Corners, PegMove, Position, Rules};
use starhop::rng::{Purpose, Seed};

/// The game with those settings.
pub fn table(players: usize, corners: Corners, ply_cap: u32) -> ChineseCheckers {
    let rules = Rules { corners, ply_cap, ..Rules::standard(players) };
    ChineseCheckers::new(players, rules).unwrap()
}

/// The positions of a random game in order, each with the move played there, the last with none.
/// Of so many moves drawn the one is played that gains the most; with one draw games wander.
pub fn random_line<G: Game>(
    game: &G,
    number: u64,
    draws: u64,
    gain: impl Fn(&G::Position, G::Move) -> i32,
) -> impl Iterator<Item = (G::Position, Option<G::Move>)> {
    let mut rng = Seed::new(1).unwrap().stream(Purpose::Bench, &[number]);
    let mut next = Some(game.start());
    std::iter::from_fn(move || {
        let position = next.take()?;
        if game.outcome(&position).is_some() {
            return Some((position, None));
        }
        let moves = legal_moves(game, &position);
        let drawn = (0..draws).map(|_| moves[rng.random_range(0..moves.len())]);
        let mv = drawn.max_by_key(|&mv| gain(&position, mv)).unwrap();
        next = Some(after(game, &position, mv));
        Some((position, Some(mv)))
    })
}

/// A random game of Chinese Checkers. Those whose number 4 divides wander; the others make for
/// the goals, and often get there.
pub fn random_game(
    game: &ChineseCheckers,
    number: u64,
) -> impl Iterator<Item = (Position, Option<PegMove>)> {
    random_line(game, number, 1 + number % 4, move |position: &Position, mv: PegMove| {
        let to_top = CORNERS - sixths_from_top(game.corner(game.turn(position)));
        let row = |hole: u8| i32::from(STAR.place[turn(usize::from(hole), to_top)].0);
        row(mv.to) - row(mv.from)
    })
}

/// The position of a random game after so many plies, or its last.
pub fn random_position(game: &ChineseCheckers, number: u64, plies: usize) -> Position {
    random_game(game, number).take(plies + 1).last().unwrap().0
}

/// The position after a move.
pub fn after<G: Game>(game: &G, position: &G::Position, mv: G::Move) -> G::Position {
    let mut next = position.clone();
    game.play(&mut next, mv);
    next
}

/// All legal moves.
pub fn legal_moves<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}
