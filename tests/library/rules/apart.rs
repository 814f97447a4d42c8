//! Armies that are apart never meet as long as nobody turns back.

use crate::play::{after, random_game, table};
use rand::RngExt as _;
use starhop::game::Game as _;
use starhop::game::chinese_checkers::{ChineseCheckers, Corners, PegMove, Position};
use starhop::game::hints::SearchHints;
use starhop::game::pegs::PegGame as _;
use starhop::rng::{Purpose, Seed};

/// Plies that are played on from each position.
const PLIES: usize = 15;

/// The moves of the player to move of which no step and no hop leads away from its goal.
fn onward(game: &ChineseCheckers, position: &Position) -> Vec<PegMove> {
    let player = game.turn(position);
    let is_on = |at: u8, next: u8| game.row_to_goal(player, next) <= game.row_to_goal(player, at);
    let mut moves = Vec::new();
    for from in game.pegs_of(position, player) {
        let mut reached = vec![from];
        let mut next = 0;
        while next < reached.len() {
            let at = reached[next];
            let hops = game.hops(position, from, at).filter(|&it| is_on(at, it));
            let fresh: Vec<u8> = hops.filter(|it| !reached.contains(it)).collect();
            reached.extend(fresh);
            next += 1;
        }
        let is_free = |&it: &u8| position.peg_at(it).is_none();
        let steps = (0..121).filter(|&it| ChineseCheckers::is_step(from, it) && is_on(from, it));
        let ends = reached[1..].iter().copied().chain(steps.filter(is_free));
        let stops = ends.filter(|&it| game.stops(player) >> it & 1 == 1);
        moves.extend(stops.map(|to| PegMove { from, to }));
    }
    moves.sort_unstable_by_key(|mv| (mv.from, mv.to));
    moves.dedup();
    moves
}

#[test]
fn who_is_apart_has_the_moves_of_a_lone_army_for_good() {
    let mut rng = Seed::new(4).unwrap().stream(Purpose::Bench, &[0]);
    for (players, corners) in [(2, Corners::Open), (3, Corners::Closed), (3, Corners::Pass)] {
        let game = table(players, corners, 1000);
        let mut tried = 0;
        for number in (0..60).filter(|number| number % 4 > 0) {
            let apart = random_game(&game, number).map(|(position, _)| position);
            let apart = apart.filter(|it| game.outcome(it).is_none() && game.is_apart(it));
            for position in apart.step_by(3).take(6) {
                let own = game.turn(&position);
                let mut here = position;
                for _ in 0..PLIES {
                    let moves = onward(&game, &here);
                    if game.turn(&here) == own {
                        let alone = game.alone(&here, own).unwrap();
                        assert_eq!(onward(&game, &alone), moves, "{}", game.draw(&here));
                        assert!(game.is_apart(&here), "{}", game.draw(&here));
                    }
                    let mv = match moves.len() {
                        0 => PegMove::PASS,
                        some => moves[rng.random_range(0..some)],
                    };
                    here = after(&game, &here, mv);
                    if game.outcome(&here).is_some() {
                        break;
                    }
                }
                tried += 1;
            }
        }
        assert!(tried > 20, "{tried} positions of {players} players, {}", corners.name());
    }
}
