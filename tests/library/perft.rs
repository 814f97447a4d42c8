//! The library's rules against a second, plain implementation of them: perft from the start and
//! near the end, and whole random games side by side.

use crate::plain::{self, Place, Plain};
use crate::play::{after, legal_moves, random_game, table};
use starhop::game::chinese_checkers::{ChineseCheckers, Corners, PegMove, Position, Rules};
use starhop::game::perft::{divide, perft};
use starhop::game::{Game, Outcome};
use std::collections::BTreeSet;

const KNOWN: &str = include_str!("../data/chinese-checkers-perft.csv");
/// Numbers up to this one are counted with the plain rules as well.
const PLAIN_LIMIT: u64 = 1_000_000;
const PLY_CAP: u32 = 1000;

/// One known number: players, rules, depth, lines.
type Row = (usize, String, u32, u64);

fn known(players: usize) -> Vec<Row> {
    let rows = csv::Reader::from_reader(KNOWN.as_bytes()).into_deserialize::<Row>();
    rows.map(Result::unwrap).filter(|row| row.0 == players).collect()
}

fn plain_of(game: &ChineseCheckers) -> Plain {
    let rules = game.rules();
    Plain { players: game.players(), corners: rules.corners, ply_cap: rules.ply_cap }
}

fn check_known(players: usize) {
    let rows = known(players);
    for corners in Corners::ALL {
        let rules = format!("standard:corners={}", corners.name());
        let depths: Vec<_> = rows.iter().filter(|row| row.1 == rules).map(|row| row.2).collect();
        assert!(depths.starts_with(&[1, 2, 3, 4, 5]), "{players} {rules}: a depth is missing");
    }
    for (_, rules, depth, lines) in rows {
        let game = ChineseCheckers::new(players, Rules::parse(&rules, players).unwrap()).unwrap();
        assert_eq!(perft(&game, &game.start(), depth), lines, "{players} {rules} {depth}");
        if lines <= PLAIN_LIMIT {
            let plain = plain_of(&game);
            let counted = plain.perft(&plain.start(), depth);
            assert_eq!(counted, lines, "plainly: {players} {rules} {depth}");
        }
    }
}

#[test]
fn two_players_have_the_known_numbers() {
    check_known(2);
}

#[test]
fn three_players_have_the_known_numbers() {
    check_known(3);
}

#[test]
fn four_players_have_the_known_numbers() {
    check_known(4);
}

#[test]
fn five_players_have_the_known_numbers() {
    check_known(5);
}

#[test]
fn six_players_have_the_known_numbers() {
    check_known(6);
}

#[test]
fn a_line_that_the_ply_cap_ends_does_not_count() {
    let game = table(2, Corners::Pass, 3);
    assert_eq!(perft(&game, &game.start(), 3), 4648);
    assert_eq!(perft(&game, &game.start(), 4), 0);
}

#[test]
fn divide_splits_perft_by_first_move() {
    let game = table(3, Corners::Open, PLY_CAP);
    let parts = divide(&game, &game.start(), 3);
    let first: Vec<_> = parts.iter().map(|&(mv, _)| mv).collect();
    assert_eq!(first, legal_moves(&game, &game.start()));
    for (mv, lines) in parts {
        assert_eq!(lines, perft(&game, &after(&game, &game.start(), mv), 2));
    }
}

fn place_of(places: &[Place], hole: u8) -> Place {
    places[usize::from(hole)]
}

fn plain_move(places: &[Place], mv: PegMove) -> Option<(Place, Place)> {
    (mv != PegMove::PASS).then(|| (place_of(places, mv.from), place_of(places, mv.to)))
}

fn plain_pegs(places: &[Place], position: &Position) -> plain::Pegs {
    let peg = |hole: u8| Some((place_of(places, hole), position.peg_at(hole)?.index()));
    (0..121).filter_map(peg).collect()
}

/// Plays a random game by both implementations and says how it ended.
fn compare_game(game: &ChineseCheckers, number: u64) -> Outcome {
    let places = plain::places();
    let plain = plain_of(game);
    let mut state = plain.start();
    let mut end = None;
    for (position, mv) in random_game(game, number) {
        assert_eq!(plain_pegs(&places, &position), state.pegs);
        assert_eq!(game.turn(&position).index(), state.turn);
        end = game.outcome(&position);
        assert_eq!(end, plain.outcome(&state));
        let Some(mv) = mv else { continue };
        let moves: BTreeSet<_> = legal_moves(game, &position)
            .into_iter()
            .filter_map(|mv| plain_move(&places, mv))
            .collect();
        assert_eq!(moves, plain.moves(&state), "{position:?}");
        plain.play(&mut state, plain_move(&places, mv));
    }
    end.unwrap()
}

fn compare_games(corners: Corners) {
    for players in 2..=6 {
        let game = table(players, corners, PLY_CAP);
        let won = (0..4).filter(|&number| compare_game(&game, number) != Outcome::Unfinished);
        assert!(won.count() > 0, "{players}: nobody ever won");
    }
}

#[test]
fn random_games_agree_with_closed_corners() {
    compare_games(Corners::Closed);
}

#[test]
fn random_games_agree_with_corners_to_pass() {
    compare_games(Corners::Pass);
}

#[test]
fn random_games_agree_with_open_corners() {
    compare_games(Corners::Open);
}

/// Perft from three plies before the end of a game, so that a line may end early.
fn check_near_the_end(game: &ChineseCheckers, number: u64) {
    let positions: Vec<_> = random_game(game, number).map(|(position, _)| position).collect();
    let position = &positions[positions.len() - 4];
    let state = plain::State {
        pegs: plain_pegs(&plain::places(), position),
        turn: game.turn(position).index(),
        ply: position.ply(),
        passes: 0,
    };
    for depth in 1..=3 {
        assert_eq!(perft(game, position, depth), plain_of(game).perft(&state, depth));
    }
}

#[test]
fn perft_agrees_near_the_end() {
    for players in 2..=6 {
        for corners in Corners::ALL {
            check_near_the_end(&table(players, corners, PLY_CAP), 3);
        }
    }
}
