//! Perft and whole random games by both implementations.

use super::plain::{Place, Plain, State};
use super::rules::filled_around;
use super::{filled_game, game, legal_moves, random_game, seats};
use starhop::game::halma::{Halma, Position, Win};
use starhop::game::pegs::PegMove;
use starhop::game::perft::perft;
use starhop::game::{Game, Outcome};

const KNOWN: &str = include_str!("../../data/halma-perft.csv");
/// Numbers up to this one are counted with the plain rules as well.
const PLAIN_LIMIT: u64 = 400_000;
const PLY_CAP: u32 = 1000;

/// One known number: players, the random game and the ply that lead there, depth, lines.
type Row = (usize, u64, usize, u32, u64);

fn place(hole: u8) -> Place {
    (i32::from(hole / 16), i32::from(hole % 16))
}

fn plain_move(mv: PegMove) -> Option<(Place, Place)> {
    (mv != PegMove::PASS).then(|| (place(mv.from), place(mv.to)))
}

fn plain_of(game: &Halma) -> Plain {
    let leave_by = match game.rules().win {
        Win::Own => None,
        Win::Filled { leave_by } => Some(leave_by),
    };
    Plain { players: game.players(), ply_cap: game.rules().ply_cap, leave_by }
}

fn state_of(game: &Halma, position: &Position) -> State {
    let holes = |player| position.pegs(player).iter().map(|&hole| place(hole));
    let pegs = seats(game).flat_map(|it| holes(it).map(move |hole| (hole, it.index())));
    let turn = game.turn(position).index();
    State { pegs: pegs.collect(), turn, ply: position.ply(), passes: 0 }
}

#[test]
fn known_numbers_are_counted_by_both() {
    let mut rows = csv::Reader::from_reader(KNOWN.as_bytes());
    let rows: Vec<Row> = rows.deserialize().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 25);
    for (players, number, ply, depth, lines) in rows {
        let game = game(players, PLY_CAP);
        let position = random_game(&game, number).nth(ply).unwrap().0;
        let line = format!("{players},{number},{ply},{depth}");
        assert_eq!(perft(&game, &position, depth), lines, "{line}");
        if lines <= PLAIN_LIMIT {
            let counted = plain_of(&game).perft(&state_of(&game, &position), depth);
            assert_eq!(counted, lines, "plainly: {line}");
        }
    }
}

/// Plays a random game by both implementations and says how it ended.
fn compare_game(game: &Halma, number: u64) -> Outcome {
    let plain = plain_of(game);
    let mut state = plain.start();
    let mut end = None;
    for (position, mv) in random_game(game, number) {
        assert_eq!(state_of(game, &position).pegs, state.pegs);
        assert_eq!(game.turn(&position).index(), state.turn);
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
    let mut won = 0;
    for players in [2, 4] {
        for number in 0..8 {
            let end = compare_game(&game(players, 500), number);
            won += u32::from(end != Outcome::Unfinished);
        }
        compare_game(&filled_game(players, 500, 100), 3);
    }
    assert!(won > 0, "no random game was won");
}

#[test]
fn perft_agrees_where_a_full_goal_wins() {
    let counts = [0, 61, 62].map(|leave_by| {
        let (game, position) = filled_around(leave_by);
        let counted = perft(&game, &position, 2);
        assert_eq!(plain_of(&game).perft(&state_of(&game, &position), 2), counted);
        counted
    });
    assert_eq!(counts[0], counts[1]);
    assert!(counts[0] < counts[2], "no line ends earlier: {counts:?}");
}

#[test]
fn perft_agrees_near_the_end() {
    for players in [2, 4] {
        let game = game(players, 60);
        let positions: Vec<_> = random_game(&game, 3).map(|(position, _)| position).collect();
        let position = &positions[positions.len() - 3];
        for depth in 1..=3 {
            let counted = plain_of(&game).perft(&state_of(&game, position), depth);
            assert_eq!(perft(&game, position, depth), counted);
        }
        assert_eq!(perft(&game, position, 3), 0, "the cap ends every line");
    }
}
