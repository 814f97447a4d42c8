//! The rules by known numbers and hand-made positions.

use super::*;
use crate::game::perft::perft;

fn position(text: &str) -> Position {
    Draughts::parse_position(text).unwrap().1
}

fn texts(position: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    Draughts.moves(position, &mut moves);
    moves.into_iter().map(|mv| Draughts.move_text(position, mv)).collect()
}

fn after(mut position: Position, moves: &str) -> Position {
    for text in moves.split_whitespace() {
        let mv = Draughts.parse_move(&position, text).unwrap();
        Draughts.play(&mut position, mv);
    }
    position
}

fn check_perft(position: &Position, known: &[u64]) {
    for (depth, &count) in (1..).zip(known) {
        assert_eq!(perft(&Draughts, position, depth), count, "depth {depth}");
    }
}

#[test]
fn moves_are_counted_where_men_only_step() {
    let count = |text| Draughts.count_moves(&position(text));
    assert_eq!(Draughts.count_moves(&Draughts.start()), Some(9));
    assert_eq!(count("W:W31:B1"), Some(2));
    assert_eq!(count("W:W31,K32:B1"), None);
    assert_eq!(count("W:W31:B27"), None);
    assert_eq!(count("W:W31:BK1"), Some(2));
}

#[test]
fn lines_from_the_start_count_as_known() {
    let known = [9, 81, 658, 4265, 27_117, 167_140, 1_049_442, 6_483_961];
    check_perft(&Draughts.start(), &known);
}

#[test]
fn lines_from_other_positions_count_as_published() {
    // "Perft" on the FMJD's forum, damforum.nl/bb3/viewtopic.php?t=2308.
    let random = "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46";
    check_perft(&position(random), &[14, 55, 1168, 5432, 87_195, 629_010]);
    let woldouby = "W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38";
    let known = [6, 12, 30, 73, 215, 590, 1944, 6269, 22_369, 88_050, 377_436, 1_910_989];
    check_perft(&position(woldouby), &known);
    let kings = "W:WK31-50:BK1-20";
    check_perft(&position(kings), &[17, 79, 352, 1399, 7062, 37_589, 217_575]);
    let almost_kings = "W:W6-10:B41-45";
    check_perft(&position(almost_kings), &[9, 81, 795, 7578, 86_351, 936_311]);
}

#[test]
fn the_most_pieces_must_be_taken() {
    assert_eq!(texts(&position("W:W33:B19,28,29")), ["33x13"]);
    assert_eq!(texts(&position("W:W33:B28,29")), ["33x22", "33x24"]);
    // Backwards, too, though men don't step there.
    assert_eq!(texts(&position("W:W22:B28,45")), ["22x33"]);
    assert_eq!(texts(&position("B:W50:B22")), ["22-27", "22-28"]);
}

#[test]
fn a_king_flies_and_lands_anywhere_behind() {
    let moves = ["46x14", "46x10", "46x5"];
    assert_eq!(texts(&position("W:WK46:B19")).len(), 3);
    for text in moves {
        assert!(texts(&position("W:WK46:B19")).contains(&text.to_string()));
    }
    assert_eq!(texts(&position("W:WK46:B14,19")), ["46-41", "46-37", "46-32", "46-28", "46-23"]);
}

#[test]
fn taken_pieces_stand_in_the_way_until_the_move_ends() {
    // Over 28 to 14, over 20 to 25, over 34 to 39: from there 28 hides 17.
    let start = position("W:WK46:B17,20,28,34");
    assert_eq!(texts(&start), ["46x39", "46x43", "46x48"]);
    assert_eq!(after(start, "46x39"), position("B:WK39:B17"));
    // A man goes round and ends where it began.
    let round = position("W:W28:B22,12,13,23");
    assert_eq!(texts(&round), ["28x28"]);
    assert_eq!(after(round, "28x28"), position("B:W28:B"));
}

#[test]
fn a_man_becomes_a_king_only_where_its_move_ends() {
    assert_eq!(after(position("W:W11:B7,45"), "11x2").kings().count_ones(), 1);
    assert_eq!(after(position("W:W11:B7,8,45"), "11x13").kings(), 0);
    assert_eq!(after(position("B:W6:B41"), "41-47"), position("W:W6:BK47"));
}

#[test]
fn whoever_cannot_move_has_lost() {
    for text in ["W:W46:B37,41", "W:W:B5", "W:WK46:B37,41"] {
        let position = position(text);
        assert_eq!(Draughts.outcome(&position), Some(Outcome::Won(Player(1))), "{text}");
        assert_eq!(Draughts.reason(&position), Some("no-move"));
        assert_eq!(texts(&position), [""; 0]);
    }
    assert_eq!(Draughts.outcome(&position("B:W46:B37,41")), None);
}

#[test]
fn the_third_time_is_a_draw() {
    let start = position("W:WK47,K48:BK3,K4");
    let round = "47-41 3-8 41-47 8-3";
    let twice = after(start, round);
    assert_eq!(Draughts.outcome(&twice), None);
    let before = after(twice, "47-41 3-8 41-47");
    assert_eq!(Draughts.outcome(&before), None);
    let third = after(before, "8-3");
    assert_eq!(Draughts.outcome(&third), Some(Outcome::Unfinished));
    assert_eq!(Draughts.reason(&third), Some("repetition"));
    assert_eq!(Draughts.key(&third), Draughts.key(&start));
    assert_ne!(third, start);
}

/// Moves kings so that nothing is taken and no position stands for the third time, until the game
/// ends: the plies, and why it did. Each position reads back.
fn wander(text: &str) -> (usize, Option<&'static str>) {
    let mut position = position(text);
    for ply in 0..200 {
        let text = Draughts.draw(&position);
        assert_eq!(Draughts::parse_position(&text).unwrap().1, position, "{text}");
        if let Some(reason) = Draughts.reason(&position) {
            return (ply, Some(reason));
        }
        let mut moves = Vec::new();
        Draughts.moves(&position, &mut moves);
        let next = |&mv: &Move| {
            let mut next = position;
            Draughts.play(&mut next, mv);
            let mut replies = Vec::new();
            Draughts.moves(&next, &mut replies);
            let is_calm = replies.iter().chain([&mv]).all(|it| it.captured == 0);
            (is_calm && Draughts.reason(&next) != Some("repetition")).then_some(next)
        };
        let first = ply % moves.len();
        moves.rotate_left(first);
        position = moves.iter().find_map(next).unwrap();
    }
    (200, None)
}

#[test]
fn games_of_kings_end_in_time() {
    assert_eq!(wander("W:WK46,K47:BK1,K2"), (50, Some("25-king-moves")));
    assert_eq!(wander("W:WK46,K47,K48:BK1"), (32, Some("16-moves")));
    assert_eq!(wander("W:WK1:BK46,K47"), (10, Some("5-moves")));
    assert_eq!(wander("W:WK46:BK1"), (10, Some("5-moves")));
}

#[test]
fn endgames_are_told_by_their_pieces() {
    let left = |text| position(text).left.map(|it| it.plies);
    assert_eq!(left("W:WK46,47,48:BK1"), Some(32));
    assert_eq!(left("W:W46,47,48:BK1"), None);
    assert_eq!(left("W:WK46,47,48,49:BK1"), None);
    assert_eq!(left("W:WK46:B1,K2"), Some(10));
    assert_eq!(left("B:WK46:B6,7"), None);
    assert_eq!(left("W:WK46,47:B1"), None);
    assert_eq!(left("W:W46:BK1"), None);
}

#[test]
fn a_capture_lengthens_no_endgame() {
    let text = Draughts.draw(&position("B:WK46,K47,28:BK5")).replace("left=32", "left=4");
    let taken = after(position(&text), "5x32");
    assert_eq!(taken.left, Some(Left { plies: 3, of: 32 }));
    let text = text.replace("left=4", "left=20");
    assert_eq!(after(position(&text), "5x32").left, Some(Left::all(10)));
}

#[test]
fn a_draw_is_named_by_the_rule_that_ends_the_game() {
    let reason = |text: String| Draughts.reason(&position(&text));
    let three = Draughts.draw(&position("B:WK46,K47,28:BK5"));
    let taken = Draughts.draw(&after(position(&three.replace("left=32", "left=4")), "5x32"));
    assert!(taken.contains("turn=white left=3/32\n"), "{taken}");
    assert_eq!(reason(taken.replace("left=3/32", "left=0/32")), Some("16-moves"));
    assert_eq!(reason(taken.replace("left=3/32", "left=0")), Some("5-moves"));
    // The last king of two pieces is taken: what was left goes on.
    let two = Draughts.draw(&position("B:WK28,46:BK5"));
    let taken = Draughts.draw(&after(position(&two), "5x32"));
    assert_eq!(reason(taken.replace("left=9/10", "left=0/10")), Some("5-moves"), "{taken}");
}

#[test]
fn other_players_and_rules_are_refused() {
    assert!(Draughts::new(2, "standard").is_ok());
    assert!(Draughts::new(3, "standard").is_err());
    assert!(Draughts::new(2, "frisian").is_err());
}

#[test]
fn a_capture_is_no_move_with_a_hyphen() {
    let position = position("W:W33:B28,29");
    assert!(Draughts.parse_move(&position, "33x22").is_ok());
    assert!(Draughts.parse_move(&position, "33-22").is_err());
}
