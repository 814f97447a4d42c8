//! Where games begin: some random plies after the start, so that players who always choose alike
//! don't play one game again and again.

use crate::game::line::LineKey;
use crate::game::{Game, NO_MOVES};
use crate::rng::Rng;
use rand::RngExt;

/// The most plies of an opening.
pub const MOST_PLIES: u32 = 8;

/// Random plies that games of a measurement begin with by default.
pub const MEASURED_PLIES: u32 = 4;
/// One round of a measurement in this many begins at the start of the game itself.
pub const START_EVERY: u64 = 10;

/// A position that games begin from.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening<P> {
    /// Where they begin.
    pub position: P,
    /// Plies played to get there.
    pub plies: u32,
    /// The moves played.
    pub line: LineKey,
}

impl<P: Clone> Opening<P> {
    /// The start of the game.
    pub fn none<G: Game<Position = P>>(game: &G) -> Opening<P> {
        Opening { position: game.start(), plies: 0, line: LineKey::default() }
    }

    /// Draws an opening of that many uniformly random legal plies, or fewer where one more would end
    /// the game.
    pub fn draw<G: Game<Position = P>>(game: &G, plies: u32, rng: &mut Rng) -> Opening<P> {
        Opening::draw_line(game, &game.start(), plies, rng).0
    }

    /// Draws an opening from any position where the game goes on, and returns its moves, too.
    pub fn draw_line<G: Game<Position = P>>(
        game: &G,
        start: &P,
        plies: u32,
        rng: &mut Rng,
    ) -> (Opening<P>, Vec<G::Move>) {
        let mut opening = Opening { position: start.clone(), plies: 0, line: LineKey::default() };
        let mut line = Vec::new();
        let mut moves = Vec::new();
        while opening.plies < plies {
            moves.clear();
            game.moves(&opening.position, &mut moves);
            assert!(!moves.is_empty(), "{NO_MOVES}");
            let mv = moves[rng.random_range(0..moves.len() as u32) as usize];
            let before = opening.position.clone();
            game.play(&mut opening.position, mv);
            if game.outcome(&opening.position).is_some() {
                opening.position = before;
                break;
            }
            opening.plies += 1;
            opening.line = opening.line.then(&mv);
            line.push(mv);
        }
        (opening, line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player;
    use crate::game::chinese_checkers::{ChineseCheckers, Rules};
    use crate::rng::{Purpose, Seed};

    fn draw(rules: Rules, plies: u32, number: u64) -> Opening<<ChineseCheckers as Game>::Position> {
        let game = ChineseCheckers::new(2, rules).unwrap();
        let mut rng = Seed::new(1).unwrap().stream(Purpose::Bench, &[number]);
        Opening::draw(&game, plies, &mut rng)
    }

    #[test]
    fn openings_have_their_plies_and_differ() {
        let openings: Vec<_> = (0..20).map(|it| draw(Rules::standard(2), 5, it)).collect();
        for opening in &openings {
            assert_eq!((opening.plies, opening.position.ply()), (5, 5));
            assert_eq!(opening.position.pegs(Player(0)).count_ones(), 10);
        }
        assert!(openings.iter().skip(1).all(|opening| *opening != openings[0]));
        assert_eq!(draw(Rules::standard(2), 5, 3), openings[3]);
    }

    #[test]
    fn no_plies_are_the_start_and_no_opening_ends_the_game() {
        let game = ChineseCheckers::new(2, Rules::standard(2)).unwrap();
        assert_eq!(draw(Rules::standard(2), 0, 0).position, game.start());
        let short = Rules { ply_cap: 3, ..Rules::standard(2) };
        assert_eq!(draw(short, 8, 0).plies, 2);
    }
}
