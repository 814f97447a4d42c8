//! Seeded random games, which lead tests to positions other than the start.

use rand::RngExt as _;
use starhop::game::Game as _;
use starhop::game::chinese_checkers::geometry::{CORNERS, STAR, sixths_from_top, turn};
use starhop::game::chinese_checkers::{ChineseCheckers, Corners, PegMove, Position, Rules};
use starhop::rng::{Purpose, Rng, Seed};

/// The game with those settings.
pub fn table(players: usize, corners: Corners, ply_cap: u32) -> ChineseCheckers {
    let rules = Rules { corners, ply_cap, ..Rules::standard(players) };
    ChineseCheckers::new(players, rules).unwrap()
}

/// The positions of a random game in order, each with the move played there, the last with
/// none. Games whose number 4 divides wander; the others make for
/// the goals, and often get there.
pub fn random_game(
    game: &ChineseCheckers,
    number: u64,
) -> impl Iterator<Item = (Position, Option<PegMove>)> {
    let mut rng = Seed::new(1).unwrap().stream(Purpose::Bench, &[number]);
    let mut next = Some(game.start());
    std::iter::from_fn(move || {
        let position = next.take()?;
        let goes_on = game.outcome(&position).is_none();
        let mv = goes_on.then(|| choose(game, &position, 1 + number % 4, &mut rng));
        next = mv.map(|mv| after(game, &position, mv));
        Some((position, mv))
    })
}

/// The position of a random game after so many plies, or its last.
pub fn random_position(game: &ChineseCheckers, number: u64, plies: usize) -> Position {
    random_game(game, number).take(plies + 1).last().unwrap().0
}

/// The position after a move.
pub fn after(game: &ChineseCheckers, position: &Position, mv: PegMove) -> Position {
    let mut next = position.clone();
    game.play(&mut next, mv);
    next
}

/// All legal moves.
pub fn legal_moves(game: &ChineseCheckers, position: &Position) -> Vec<PegMove> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// Of so many moves drawn, the one that gains the most rows.
fn choose(game: &ChineseCheckers, position: &Position, draws: u64, rng: &mut Rng) -> PegMove {
    let moves = legal_moves(game, position);
    let to_top = CORNERS - sixths_from_top(game.corner(game.turn(position)));
    let row = |hole: u8| STAR.place[turn(usize::from(hole), to_top)].0;
    let drawn = (0..draws).map(|_| moves[rng.random_range(0..moves.len())]);
    drawn.max_by_key(|mv| row(mv.to) - row(mv.from)).unwrap()
}
