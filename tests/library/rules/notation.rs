//! Positions and moves as text, and back.

use super::hand::set_up;
use super::properties::any_position;
use crate::plain::{self, Pegs, Plain};
use crate::play::{legal_moves, random_position, table};
use proptest::prelude::*;
use starhop::game::Game as _;
use starhop::game::chinese_checkers::geometry::STAR;
use starhop::game::chinese_checkers::{
    ChineseCheckers, Corners, PegMove, Position, draw, hole_name, parse_hole, parse_position,
};

const THREE_PLAYERS: &str = "\
starhop position 1: players=3 rules=standard:corners=pass,ply-cap=225 ply=0 passes=0 turn=1
a              1
b             1 1
c            1 1 1
d           1 1 1 1
e  . . . . . . . . . . . . .
f   . . . . . . . . . . . .
g    . . . . . . . . . . .
h     . . . . . . . . . .
i      . . . . . . . . .
j     3 . . . . . . . . 2
k    3 3 . . . . . . . 2 2
l   3 3 3 . . . . . . 2 2 2
m  3 3 3 3 . . . . . 2 2 2 2
n           . . . .
o            . . .
p             . .
q              .
";

#[test]
fn a_drawing_is_a_star_under_one_line() {
    let game = table(3, Corners::Pass, 225);
    assert_eq!(draw(&game, &game.start()), THREE_PLAYERS);
    let (parsed, position) = parse_position(THREE_PLAYERS).unwrap();
    assert_eq!((parsed.players(), parsed.rules()), (3, game.rules()));
    assert_eq!(position, game.start());
}

#[test]
fn spacing_and_line_ends_do_not_matter() {
    let start = table(3, Corners::Pass, 225).start();
    let flat: Vec<_> = THREE_PLAYERS
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(parse_position(&flat.join("\r\n")).unwrap().1, start);
    assert_eq!(parse_position(&format!("{THREE_PLAYERS}\n \n")).unwrap().1, start);
}

#[test]
fn the_shortest_chain_is_printed() {
    let (game, position) = set_up(
        "players=2 rules=standard ply=4 passes=0 turn=1",
        &["i5 a1 b1 b2 c1 c2 c3 d1 d2 d3", "i6 j5 j7 l7 q1 p1 p2 o1 o2 o3"],
    );
    let texts: Vec<_> = legal_moves(&game, &position)
        .into_iter()
        .filter(|mv| hole_name(mv.from) == "i5")
        .map(|mv| game.move_text(&position, mv))
        .collect();
    let expected =
        ["i5-h5", "i5-h6", "i5-i4", "i5>i7", "i5-j6", "i5>k5", "i5>i7>k7", "i5>i7>k7>m7"];
    assert_eq!(texts, expected);
}

#[test]
fn of_two_shortest_chains_the_one_that_starts_to_the_right_is_printed() {
    let (game, position) = set_up(
        "players=2 rules=standard ply=4 passes=0 turn=1",
        &["i5 a1 b1 b2 c1 c2 c3 d1 d2 d3", "i6 j7 j5 k6 q1 p1 p2 o1 o2 o3"],
    );
    let left = game.parse_move(&position, "i5>k5>k7").unwrap();
    assert_eq!(game.parse_move(&position, "i5>i7>k7"), Ok(left));
    assert_eq!(game.move_text(&position, left), "i5>i7>k7");
}

/// The pegs as the plain rules see them, without the one that moves.
fn others(position: &Position, mover: u8) -> Pegs {
    let places = plain::places();
    let peg = |hole: u8| Some((places[usize::from(hole)], position.peg_at(hole)?.index()));
    (0..121).filter(|&hole| hole != mover).filter_map(peg).collect()
}

/// Whether the plain rules know a single hop of the seat to move from one hole to another.
fn is_hop(game: &ChineseCheckers, position: &Position, pegs: &Pegs, from: u8, to: u8) -> bool {
    let rules = game.rules();
    let plain = Plain { players: game.players(), corners: rules.corners, ply_cap: rules.ply_cap };
    let places = plain::places();
    let seat = game.turn(position).index();
    plain.hops(seat, pegs, places[usize::from(from)]).contains(&places[usize::from(to)])
}

fn check_text(game: &ChineseCheckers, position: &Position, mv: PegMove) {
    let text = game.move_text(position, mv);
    assert_eq!(game.parse_move(position, &text), Ok(mv), "{text}");
    if let Some((from, to)) = text.split_once('-') {
        let (from, to) = (parse_hole(from).unwrap(), parse_hole(to).unwrap());
        assert_eq!(PegMove { from, to }, mv);
        assert!(STAR.step[usize::from(from)].contains(&to), "{text}");
        return;
    }
    if mv == PegMove::PASS {
        return;
    }
    let path: Vec<_> = text.split('>').map(|hole| parse_hole(hole).unwrap()).collect();
    let pegs = others(position, mv.from);
    assert_eq!((path.first(), path.last()), (Some(&mv.from), Some(&mv.to)));
    let mut hops = path.windows(2);
    assert!(hops.all(|hop| is_hop(game, position, &pegs, hop[0], hop[1])), "{text}");
}

/// Every pair of holes as a step and as a single hop is read where it is legal, and only there.
fn check_pairs(game: &ChineseCheckers, position: &Position) -> usize {
    let legal = legal_moves(game, position);
    let mut read = 0;
    for (from, pegs) in (0..121).map(|from| (from, others(position, from))) {
        for mv in (0..121).map(|to| PegMove { from, to }) {
            let is_legal = legal.contains(&mv);
            let near = STAR.step[usize::from(from)].contains(&mv.to);
            let hop = is_legal && is_hop(game, position, &pegs, from, mv.to);
            for (sign, expected) in [('-', is_legal && near), ('>', hop)] {
                let text = format!("{}{sign}{}", hole_name(from), hole_name(mv.to));
                assert_eq!(game.parse_move(position, &text).ok(), expected.then_some(mv), "{text}");
                read += usize::from(expected);
            }
        }
    }
    read
}

#[test]
fn pairs_of_holes_are_moves_where_they_are_legal_only() {
    for (players, corners) in (2..=6).zip(Corners::ALL.into_iter().cycle()) {
        let game = table(players, corners, 1000);
        let position = random_position(&game, 3, 60);
        let read = check_pairs(&game, &position);
        assert!(read > 10, "{players} players: {read} moves");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn positions_draw_and_parse_back((game, position) in any_position()) {
        let (parsed, again) = parse_position(&draw(&game, &position)).unwrap();
        prop_assert_eq!((parsed.players(), parsed.rules()), (game.players(), game.rules()));
        prop_assert_eq!(parsed.outcome(&again), game.outcome(&position));
        prop_assert_eq!(again, position);
    }

    #[test]
    fn moves_print_and_parse_back((game, position) in any_position()) {
        for mv in legal_moves(&game, &position) {
            check_text(&game, &position, mv);
        }
    }
}
