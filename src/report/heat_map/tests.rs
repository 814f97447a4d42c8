//! Heat maps of small and of odd boards.

use super::*;
use crate::report::picture::png;

/// Three cells, the second row half a cell to the left; no stop on the second.
pub fn triangle() -> CellLayout {
    let cell = |name: &str, row: usize, column: usize, x: f64, stop: bool| Cell {
        name: name.into(),
        row,
        column,
        corner: 0,
        x,
        y: row as f64 * 3f64.sqrt() / 2.0,
        stop,
    };
    let cells =
        vec![cell("a", 0, 0, 0.5, true), cell("b", 1, 0, 0.0, false), cell("c", 1, 1, 1.0, true)];
    CellLayout::one(cells, (2, 2), vec![vec![0, 1, 2]])
}

fn map(weights: [f64; 3]) -> HeatMap {
    HeatMap { title: "three".into(), weights: weights.to_vec() }
}

#[test]
fn stops_have_the_colours_of_their_weights_and_others_an_outline() {
    let svg = heat_maps(&triangle(), &[map([5.0, 7.0, 9.0])], false).unwrap();
    let hexagons = |fill: &str| svg.matches(fill).count();
    // The bar has both ends of the palette too.
    assert_eq!((hexagons("#440154"), hexagons("#FDE725")), (2, 2));
    let (_, drawn) = svg.split_once("</style>").unwrap();
    assert_eq!(drawn.matches("stroke=\"#CDCDCD\"").count(), 1);
}

#[test]
fn each_array_has_the_stops_of_its_own_rules() {
    let (few, mut all) = (triangle(), triangle());
    all.cells.iter_mut().for_each(|cell| cell.stop = true);
    let three = map([5.0, 7.0, 9.0]);
    let svg = |layouts: [&CellLayout; 2]| {
        let svg = heat_maps_by(layouts.map(|layout| (layout, &three)), false).unwrap();
        let (_, drawn) = svg.split_once("</style>").unwrap();
        drawn.matches("stroke=\"#CDCDCD\"").count()
    };
    let counts = [[&few, &few], [&few, &all], [&all, &few], [&all, &all]].map(svg);
    assert_eq!(counts, [2, 1, 1, 0]);
}

#[test]
fn a_board_whose_rows_are_a_cell_apart_is_drawn_in_squares() {
    let sides = |layout: &CellLayout| {
        let svg = heat_maps(layout, &[map([5.0, 7.0, 9.0])], false).unwrap();
        let dark = |it: &&str| it.starts_with("polygon") && it.contains("#440154");
        let darkest = svg.split('<').find(dark).unwrap();
        darkest.matches(',').count()
    };
    assert_eq!(sides(&triangle()), 6);
    let mut square = triangle();
    square.cells.iter_mut().for_each(|cell| cell.y = cell.row as f64);
    assert_eq!(sides(&square), 4);
}

#[test]
fn values_stand_only_where_a_peg_can_stop() {
    let paths = |values| {
        let svg = heat_maps(&triangle(), &[map([5.0, 7.0, 9.0])], values).unwrap();
        svg.matches("<path").count()
    };
    assert_eq!(paths(true), paths(false) + 2);
}

#[test]
fn two_maps_share_a_bar_if_their_weights_are_alike() {
    let height = |second| {
        let svg = heat_maps(&triangle(), &[map([5.0, 7.0, 9.0]), map(second)], false).unwrap();
        svg.matches("#440154").count()
    };
    assert_eq!(height([5.0, 0.0, 8.0]), 3);
    assert_eq!(height([500.0, 0.0, 900.0]), 4);
}

#[test]
fn no_place_of_a_picture_is_empty_but_in_the_middle_of_the_last_row() {
    let all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12].map(columns);
    assert_eq!(all, [1, 2, 3, 2, 3, 3, 4, 4, 3, 5, 4]);
}

#[test]
fn long_titles_are_wrapped() {
    let height = |title: &str| {
        let map = HeatMap { title: title.into(), weights: vec![5.0, 7.0, 9.0] };
        let svg = heat_maps(&triangle(), &[map], false).unwrap();
        svg.split('"').nth(3).unwrap().parse::<f64>().unwrap()
    };
    let (one, three) = (height("short"), height(&"words ".repeat(18)));
    assert!((three - one - 2.0 * LINE * TITLE.0).abs() < 1e-6, "{one} {three}");
}

#[test]
fn pictures_are_the_same_each_time() {
    let draw = || heat_maps(&triangle(), &[map([5.0, 7.0, 9.0])], true).unwrap();
    assert_eq!(draw(), draw());
    assert!(png(&draw(), 400).is_ok());
}

#[test]
fn odd_weights_are_drawn() {
    for weights in [[0.0; 3], [f64::MIN, 0.0, f64::MAX], [1e-300, 0.0, 2e-300], [-1e15, 0.5, 3.0]] {
        assert!(heat_maps(&triangle(), &[map(weights)], true).is_ok(), "{weights:?}");
    }
}

#[test]
fn bad_arrays_are_refused() {
    let error = |maps: &[HeatMap]| heat_maps(&triangle(), maps, true).unwrap_err().to_string();
    assert_eq!(error(&[]), "there is nothing to draw");
    let short = HeatMap { title: "short".into(), weights: vec![1.0] };
    assert_eq!(error(&[short]), r#""short" has 1 weights where the board has 3 cells"#);
    let broken = map([1.0, f64::NAN, 1.0]);
    assert_eq!(error(&[broken]), r#"the weight of b in "three" isn't finite"#);
}
