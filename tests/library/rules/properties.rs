//! What holds in every game, checked on random ones.

use super::hand::{header, holes_of_seat, set_up};
use crate::play::{after, legal_moves, random_game, random_position, table};
use proptest::prelude::*;
use starhop::game::chinese_checkers::geometry::{
    CORNERS, STAR, holes_of, opposite, sixths_from_top, turn,
};
use starhop::game::chinese_checkers::{ChineseCheckers, Corners, PegMove, Position};
use starhop::game::{Game as _, Outcome, Player};

/// A game and one of its positions, from random play.
pub fn any_position() -> impl Strategy<Value = (ChineseCheckers, Position)> {
    let corners = prop::sample::select(&Corners::ALL);
    (2usize..=6, corners, any::<u64>(), 0usize..300).prop_map(
        |(players, corners, number, plies)| {
            let game = table(players, corners, 1000);
            let position = random_position(&game, number, plies);
            (game, position)
        },
    )
}

/// Ten pegs a player, each where it may stand, no two in one hole.
fn check_pegs(game: &ChineseCheckers, position: &Position) {
    let mut taken = 0;
    for seat in 0..game.players() as u8 {
        let pegs = position.pegs(Player(seat));
        assert_eq!(pegs.count_ones(), 10);
        assert_eq!(pegs & taken, 0);
        taken |= pegs;
        let home = game.corner(Player(seat));
        for hole in holes_of(pegs) {
            assert_eq!(position.peg_at(hole), Some(Player(seat)));
            let corner = STAR.corner[usize::from(hole)];
            let own = [0, home, opposite(home)].contains(&corner);
            assert!(own || game.rules().corners == Corners::Open);
        }
    }
    let empty = (0..121).filter(|&hole| position.peg_at(hole).is_none());
    assert_eq!(empty.count(), 121 - 10 * game.players());
}

#[test]
fn random_games_stay_legal_to_the_end() {
    for players in 2..=6 {
        for corners in Corners::ALL {
            let game = table(players, corners, 400);
            for number in 0..4 {
                for (position, mv) in random_game(&game, number) {
                    check_pegs(&game, &position);
                    assert_eq!(mv.is_none(), game.outcome(&position).is_some());
                }
            }
        }
    }
}

#[test]
fn random_games_end_by_ten_pegs_in_a_goal_or_by_the_cap() {
    let game = table(2, Corners::Pass, 500);
    let mut won = 0;
    for number in 0..40 {
        let (end, _) = random_game(&game, number).last().unwrap();
        let full = [0, 1].map(Player).into_iter().find(|&seat| end.pegs(seat) == game.goal(seat));
        let expected = full.map_or(Outcome::Unfinished, Outcome::Won);
        assert_eq!(game.outcome(&end), Some(expected));
        assert!(full.is_some() || end.ply() == 500);
        won += usize::from(full.is_some());
    }
    assert!((1..40).contains(&won), "{won} of 40 games won");
}

/// The sixths of a turn that bring every seat to the next seat's corner or one further on, and
/// by how many seats.
fn rotations(game: &ChineseCheckers) -> Vec<(usize, u8)> {
    let players = game.players() as u8;
    let sixths: Vec<_> =
        (0..players).map(|seat| sixths_from_top(game.corner(Player(seat)))).collect();
    let shifts = (1..players).map(|shift| (sixths[usize::from(shift)], shift));
    let fits = |&(by, _): &(usize, u8)| {
        sixths.iter().all(|corner| sixths.contains(&((corner + by) % CORNERS)))
    };
    shifts.filter(fits).collect()
}

fn turned_position(
    game: &ChineseCheckers,
    position: &Position,
    (sixths, shift): (usize, u8),
) -> Position {
    let players = game.players() as u8;
    let place = |hole: u8| turn(usize::from(hole), sixths) as u8;
    let seats: Vec<_> = (0..players)
        .map(|seat| holes_of_seat(position, (seat + players - shift) % players, place))
        .collect();
    let text = format!(
        "players={players} rules={} ply={} passes={} turn={}",
        game.rules(),
        position.ply(),
        header(game, position, "passes"),
        (game.turn(position).0 + shift) % players + 1,
    );
    set_up(&text, &seats).1
}

fn turned_move(mv: PegMove, sixths: usize) -> PegMove {
    let place = |hole: u8| turn(usize::from(hole), sixths) as u8;
    match mv {
        PegMove::PASS => PegMove::PASS,
        PegMove { from, to } => PegMove { from: place(from), to: place(to) },
    }
}

fn turned_outcome(game: &ChineseCheckers, outcome: Outcome, shift: u8) -> Outcome {
    match outcome {
        Outcome::Won(Player(seat)) => Outcome::Won(Player((seat + shift) % game.players() as u8)),
        Outcome::Unfinished => Outcome::Unfinished,
    }
}

fn check_turned(game: &ChineseCheckers, position: &Position, by: (usize, u8)) {
    let turned = turned_position(game, position, by);
    let outcome = game.outcome(position).map(|outcome| turned_outcome(game, outcome, by.1));
    assert_eq!(game.outcome(&turned), outcome);
    let moves = legal_moves(game, position);
    let mut expected: Vec<_> = moves.iter().map(|&mv| turned_move(mv, by.0)).collect();
    expected.sort_by_key(|mv| (mv.from, mv.to));
    assert_eq!(legal_moves(game, &turned), expected);
    let next = turned_position(game, &after(game, position, moves[0]), by);
    assert_eq!(after(game, &turned, turned_move(moves[0], by.0)), next);
}

#[test]
fn tables_turn_as_often_as_their_seats_allow() {
    let turns = |players| rotations(&table(players, Corners::Pass, 9));
    assert_eq!(turns(2), [(3, 1)]);
    assert_eq!(turns(3), [(2, 1), (4, 2)]);
    assert_eq!(turns(4), [(3, 2)]);
    assert_eq!(turns(5), []);
    assert_eq!(turns(6), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_turned_position_has_the_turned_moves((game, position) in any_position()) {
        for by in rotations(&game) {
            check_turned(&game, &position, by);
        }
    }

    #[test]
    fn moves_come_once_each_in_order((game, position) in any_position()) {
        let moves = legal_moves(&game, &position);
        prop_assert!(moves.is_sorted_by_key(|mv| (mv.from, mv.to)));
        prop_assert!(moves.windows(2).all(|pair| pair[0] != pair[1]));
        let mut again = vec![PegMove::PASS; 3];
        game.moves(&position, &mut again);
        prop_assert_eq!(again, moves);
    }

    #[test]
    fn a_move_changes_two_holes_and_the_turn((game, position) in any_position()) {
        for mv in legal_moves(&game, &position).into_iter().filter(|&mv| mv != PegMove::PASS) {
            let next = after(&game, &position, mv);
            let mover = game.turn(&position);
            let changed: Vec<_> =
                (0..121).filter(|&hole| next.peg_at(hole) != position.peg_at(hole)).collect();
            prop_assert_eq!(changed, [mv.from.min(mv.to), mv.from.max(mv.to)]);
            prop_assert_eq!(position.peg_at(mv.from), Some(mover));
            prop_assert_eq!((position.peg_at(mv.to), next.peg_at(mv.from)), (None, None));
            prop_assert_eq!(next.ply(), position.ply() + 1);
            let seat = (mover.index() + 1) % game.players();
            prop_assert_eq!(game.turn(&next).index(), seat);
        }
    }
}
