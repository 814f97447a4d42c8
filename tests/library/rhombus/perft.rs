//! Perft and whole random games by both implementations.

use super::plain::{Place, Plain, State};
use super::{game, legal_moves, random_game};
use starhop::game::chinese_checkers::Win;
use starhop::game::pegs::PegMove;
use starhop::game::perft::perft;
use starhop::game::rhombus::geometry::{HOLES, number_of, row_of};
use starhop::game::rhombus::{Position, Rhombus};
use starhop::game::{Game as _, Outcome, Player};

const KNOWN: &str = include_str!("../../data/rhombus-perft.csv");
/// Numbers up to this one are counted with the plain rules as well.
const PLAIN_LIMIT: u64 = 400_000;
const RULES: &str = "standard:ply-cap=1000";

/// One known number: the random game and the ply that lead there, depth, lines.
type Row = (u64, usize, u32, u64);

fn place(hole: u8) -> Place {
    (i32::from(row_of(hole)) + 1, number_of(hole).into())
}

fn plain_move(mv: PegMove) -> Option<(Place, Place)> {
    (mv != PegMove::PASS).then(|| (place(mv.from), place(mv.to)))
}

fn plain_of(game: &Rhombus) -> Plain {
    let filled_from = match game.rules().win {
        Win::Own => None,
        Win::Filled { leave_by } => Some(leave_by),
    };
    Plain { ply_cap: game.rules().ply_cap, filled_from }
}

fn state_of(game: &Rhombus, position: &Position) -> State {
    let peg = |hole| Some((place(hole), position.peg_at(hole)?.index()));
    let winner = match game.outcome(position) {
        Some(Outcome::Won(winner)) => Some(winner),
        _ => None,
    };
    State {
        pegs: (0..HOLES as u8).filter_map(peg).collect(),
        turn: game.turn(position).index(),
        ply: position.ply(),
        passes: 0,
        winner,
    }
}

#[test]
fn known_numbers_are_counted_by_both() {
    let mut rows = csv::Reader::from_reader(KNOWN.as_bytes());
    let rows: Vec<Row> = rows.deserialize().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 17);
    let game = game(RULES);
    for (number, ply, depth, lines) in rows {
        let position = random_game(&game, number).nth(ply).unwrap().0;
        let line = format!("{number},{ply},{depth}");
        assert_eq!(perft(&game, &position, depth), lines, "{line}");
        if lines <= PLAIN_LIMIT {
            let counted = plain_of(&game).perft(&state_of(&game, &position), depth);
            assert_eq!(counted, lines, "plainly: {line}");
        }
    }
}

/// Plays a random game by both implementations and says how it ended.
fn compare_game(game: &Rhombus, number: u64) -> Outcome {
    let plain = plain_of(game);
    let mut state = plain.start();
    let mut end = None;
    for (position, mv) in random_game(game, number) {
        assert_eq!(state_of(game, &position), state);
        end = game.outcome(&position);
        assert_eq!(end, plain.outcome(&state));
        let Some(mv) = mv else { break };
        let expected: Vec<_> = plain.moves(&state).into_iter().map(Some).collect();
        let found: Vec<_> = legal_moves(game, &position).into_iter().map(plain_move).collect();
        assert_eq!(found, if expected.is_empty() { vec![None] } else { expected });
        plain.play(&mut state, plain_move(mv));
    }
    end.unwrap()
}

#[test]
fn random_games_agree() {
    let mut won = [0; 2];
    for rules in ["standard:ply-cap=400", "standard:win=filled,leave-by=60,ply-cap=400"] {
        for number in 0..8 {
            let end = compare_game(&game(rules), number);
            for player in [Player(0), Player(1)] {
                won[player.index()] += u32::from(end == Outcome::Won(player));
            }
        }
    }
    assert!(won.iter().all(|&won| won > 0), "{won:?}");
}

#[test]
fn perft_agrees_near_the_end() {
    let game = game("standard:ply-cap=60");
    let positions: Vec<_> = random_game(&game, 3).map(|(position, _)| position).collect();
    let position = &positions[positions.len() - 3];
    for depth in 1..=3 {
        let counted = plain_of(&game).perft(&state_of(&game, position), depth);
        assert_eq!(perft(&game, position, depth), counted);
    }
    assert_eq!(perft(&game, position, 3), 0, "the cap ends every line");
}
