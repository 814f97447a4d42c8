//! The star's tables against a table of its holes that was made elsewhere.

use crate::plain;
use starhop::game::Game;
use starhop::game::Player;
use starhop::game::chinese_checkers::geometry::{CLOCKWISE, HOLES, NONE, STAR, opposite};
use starhop::game::chinese_checkers::{Corners, seats};
use std::collections::BTreeMap;

const TABLE: &str = include_str!("../../data/star.csv");

/// Hole, row, column and corner.
fn table() -> Vec<(u8, i8, i8, u8)> {
    csv::Reader::from_reader(TABLE.as_bytes()).into_deserialize().map(Result::unwrap).collect()
}

#[test]
fn holes_lie_where_the_table_says() {
    let star = STAR.place.iter().zip(STAR.corner);
    let holes: Vec<_> =
        (0..).zip(star).map(|(hole, (place, corner))| (hole, place.0, place.1, corner)).collect();
    assert_eq!(holes, table());
}

#[test]
fn the_plain_star_is_the_same() {
    let plain = plain::places().into_iter().map(|place| (place, plain::corner(place)));
    let table = table();
    let expected = table.iter().map(|row| ((row.1.into(), row.2.into()), Some(row.3)));
    assert!(plain.eq(expected));
}

#[test]
fn steps_and_hops_lead_to_the_six_neighbours_and_beyond() {
    let holes: BTreeMap<_, _> = table().iter().map(|row| ((row.1, row.2), row.0)).collect();
    let steps = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];
    for (&(row, column), &hole) in &holes {
        let at = |times: i8| {
            steps.map(|(down, right)| {
                let place = (row + times * down, column + times * right);
                holes.get(&place).copied().unwrap_or(NONE)
            })
        };
        assert_eq!(STAR.step[usize::from(hole)], at(1));
        assert_eq!(STAR.hop[usize::from(hole)], at(2));
        let near = at(1).into_iter().filter(|&next| next != NONE);
        let near = near.fold(0, |set, next| set | 1 << next);
        assert_eq!(STAR.neighbours[usize::from(hole)], near);
    }
}

/// The angle of a corner's middle from the top, clockwise on the page, in sixths of a turn.
fn sixths(corner: u8) -> f64 {
    let layout = crate::play::table(2, Corners::Pass, 1).layout().unwrap();
    let cells = layout.cells.iter().filter(|cell| cell.corner == usize::from(corner));
    let (x, y) = cells.fold((0.0, 0.0), |sum, cell| (sum.0 + cell.x, sum.1 + cell.y));
    let middle = &layout.cells[60];
    let (right, up) = (x - 10.0 * middle.x, 10.0 * middle.y - y);
    right.atan2(up).rem_euclid(std::f64::consts::TAU) / std::f64::consts::FRAC_PI_3
}

#[test]
fn corners_go_round_clockwise_on_the_page() {
    for (index, corner) in CLOCKWISE.into_iter().enumerate() {
        let angle = sixths(corner);
        assert!((angle - index as f64).abs() < 1e-9, "corner {corner} at {angle}");
    }
}

#[test]
fn seats_are_those_of_the_rules() {
    for players in 2..=6 {
        let game = crate::play::table(players, Corners::Pass, 1);
        let expected: Vec<_> = (0..players).map(|seat| plain::home(players, seat)).collect();
        assert_eq!(seats(players), Some(expected.as_slice()));
        for seat in 0..players as u8 {
            let home = game.corner(Player(seat));
            assert_eq!(opposite(home), plain::opposite(home));
            assert_eq!(game.goal(Player(seat)), STAR.regions[usize::from(plain::opposite(home))]);
        }
    }
}

#[test]
fn the_layout_turns_arrays_to_each_corner_and_back() {
    let layout = crate::play::table(2, Corners::Closed, 1).layout().unwrap();
    assert_eq!((layout.cells.len(), layout.grid), (HOLES, (17, 17)));
    let corners: Vec<_> = STAR.corner.into_iter().map(i32::from).collect();
    for corner in 1..=6 {
        let turned = layout.turn(&corners, corner).unwrap();
        let first = STAR.corner.iter().position(|&other| usize::from(other) == corner).unwrap();
        assert_eq!(turned[first], 1, "corner 1's weights serve corner {corner}");
        assert_eq!(layout.turn_back(&turned, corner), Some(corners.clone()));
    }
    assert_eq!(layout.turn(&corners, 0), None);
    assert_eq!(layout.turn(&corners, 7), None);
    assert_eq!(layout.turn(&corners[1..], 1), None);
    let stops = layout.cells.iter().filter(|cell| cell.stop).count();
    assert_eq!(stops, 81, "the centre and corners 1 and 2");
}
