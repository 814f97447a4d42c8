//! Weight files for tests, and the tests of their JSON.

use super::*;
use crate::game::Game;
use crate::game::chinese_checkers::{ChineseCheckers, Rules};
use crate::game::layout::Cell;
use crate::parameter::{Domain, Start};
use proptest::prelude::*;

pub(crate) fn star() -> CellLayout {
    ChineseCheckers::new(2, Rules::standard(2)).unwrap().layout().unwrap()
}

/// Two rows of three cells that don't turn.
pub(crate) fn plain_layout() -> CellLayout {
    let cell = |index: usize| Cell {
        name: format!("c{index}"),
        row: index / 3,
        column: index % 3,
        corner: 0,
        x: (index % 3) as f64,
        y: (index / 3) as f64,
        stop: true,
    };
    CellLayout::one((0..6).map(cell).collect(), (2, 3), Vec::new())
}

pub(crate) fn file(weights: Vec<f64>) -> WeightsFile {
    WeightsFile {
        game: "chinese-checkers".to_string(),
        players: 2,
        rules: Rules::standard(2).to_string(),
        weights,
        fixed: Vec::new(),
        origin: Some(Origin {
            preset: "report".to_string(),
            seed: u64::MAX,
            generation: 12,
            restarts: 1,
            starhop: "0.1.0".to_string(),
        }),
        measured: Some(Measured {
            against: "distance".to_string(),
            seats: "both".to_string(),
            opening_plies: Some(4),
            search: Some("greedy".to_string()),
            different_games: Some(900),
            games: 30,
            wins: 20,
            losses: 9,
            unfinished: 1,
            win_rate: Some(2.0 / 3.0),
            win_rate_low: Some(0.1),
            win_rate_high: None,
            fitness: Some(-1.5e-7),
            fitness_error: None,
            winning_plies: Some(61.0),
        }),
    }
}

pub(crate) fn counted() -> WeightsFile {
    file((0..121).map(|hole| f64::from(hole * 7 - 400)).collect())
}

fn parameters(count: usize) -> Vec<Parameter> {
    let parameter = |index: usize| Parameter {
        name: format!("c{index}"),
        domain: Domain::Integer,
        start: Start::Fixed(0.0),
        min: 0.0,
        max: 100.0,
    };
    (0..count).map(parameter).collect()
}

fn refusal(from: &str, to: &str) -> String {
    let text = counted().to_json();
    let lines = text.split_inclusive('\n').filter(|line| !line.contains("\"checksum\""));
    let text: String = lines.collect();
    assert!(text.contains(from), "{from}");
    WeightsFile::parse_json(&text.replacen(from, to, 1), &star()).unwrap_err().to_string()
}

#[test]
fn a_file_reads_as_it_was_written() {
    let file = counted();
    let text = file.to_json();
    assert!(text.contains("\n    -400, -393, "), "{text}");
    assert_eq!(WeightsFile::parse_json(&text, &star()), Ok(file));
}

#[test]
fn a_file_without_history_has_no_fields_for_it() {
    let bare = WeightsFile { origin: None, measured: None, ..counted() };
    let text = bare.to_json();
    assert!(!text.contains("origin") && !text.contains("null"), "{text}");
    assert_eq!(WeightsFile::parse_json(&text, &star()), Ok(bare));
}

#[test]
fn another_seats_array_is_turned_back() {
    let file = counted();
    for seats in (1..=6).map(ArraySeats::One).chain([ArraySeats::All]) {
        let arrays = seats.turn(&file.weights, &star()).unwrap();
        let text = Document::new(&file, seats, arrays).to_json();
        assert_eq!(WeightsFile::parse_json(&text, &star()).as_ref(), Ok(&file), "{seats}");
    }
}

#[test]
fn damage_is_refused_with_its_line_or_field() {
    let refusals = [
        ("\"version\": 3", "\"version\": 4, \"more\": 1", "made by a newer starhop"),
        ("\"version\": 3", "\"version\": 0", "version: "),
        ("starhop-weights", "starhop-run", "format: "),
        ("\"players\"", "\"player\"", "line 5: unknown field `player`"),
        ("\"wins\"", "\"won\"", "unknown field `won`"),
        ("  \"players\": 2,\n", "", "missing field `players`"),
        ("-400,", "null,", "line 9: invalid type: null, expected f64"),
        ("-400,", "NaN,", "line 9: "),
        ("-400,", "\"4\",", "line 9: invalid type: string"),
        ("-400,", "1e999,", "line 9: number out of range"),
        ("-400,", "", "120 weights; the board needs 121"),
        ("\"seat\": 1", "\"seat\": 7", "no seat 7 on this board; its seats are 1 to 6"),
        ("\"seat\": 1", "\"seat\": 0", "no seat 0"),
        ("  \"seat\": 1,\n", "", "needs 'seat' and 'weights'"),
        ("\n}\n", "\n}\n}", "trailing characters"),
        ("\n}\n", "\n", "EOF"),
    ];
    for (from, to, reason) in refusals {
        let error = refusal(from, to);
        assert!(error.contains(reason), "{from} -> {to}: {error}");
    }
}

#[test]
fn a_file_that_was_changed_is_refused_and_one_without_a_checksum_is_read() {
    let text = counted().to_json();
    assert!(!WeightsFile::is_by_hand(&text) && !WeightsFile::is_by_hand("{}"));
    for (from, to) in [("-400,", "-401,"), ("\"wins\": 20", "\"wins\": 21"), ("report", "rival")] {
        let changed = text.replacen(from, to, 1);
        let why = WeightsFile::parse_json(&changed, &star()).unwrap_err().to_string();
        assert!(why.starts_with("checksum: does not fit"), "{why}");
        let lines = changed.split_inclusive('\n').filter(|line| !line.contains("checksum"));
        let bare: String = lines.collect();
        assert!(WeightsFile::is_by_hand(&bare));
        assert!(WeightsFile::parse_json(&bare, &star()).is_ok());
    }
    // Laid out anew, it still says the same.
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(WeightsFile::parse_json(&value.to_string(), &star()), Ok(counted()));
}

/// By score draws count, too.
#[test]
fn the_error_of_few_decided_games_is_not_told() {
    let error = |wins, scoring| {
        let measured = Measured {
            different_games: Some(900),
            games: 1000,
            wins,
            losses: 0,
            unfinished: 1000 - wins,
            fitness_error: Some(0.5),
            ..counted().measured.unwrap()
        };
        measured.known_fitness_error(scoring)
    };
    assert_eq!([111, 112].map(|wins| error(wins, Scoring::Plies)), [None, Some(0.5)]);
    assert_eq!(error(0, Scoring::Score), Some(0.5));
}

#[test]
fn weights_are_checked_against_the_parameters() {
    let error = |weights: Vec<f64>| file(weights).check("chinese-checkers", &parameters(3));
    assert_eq!(error(vec![1.0, -2.0, 3e9 - 1e9]), Ok(()));
    let bad = error(vec![1.0, 2.0]).unwrap_err().to_string();
    assert_eq!(bad, "2 weights; chinese-checkers needs 3");
    for weight in [2.5, 3e9, f64::NAN, f64::INFINITY] {
        let bad = error(vec![1.0, weight, 3.0]).unwrap_err().to_string();
        assert!(bad.starts_with("weight of c1: "), "{bad}");
    }
    let bad = counted().check("connect-four", &parameters(121)).unwrap_err().to_string();
    assert_eq!(bad, "game: 'chinese-checkers', not 'connect-four'");
}

proptest! {
    #[test]
    fn any_finite_weights_survive(weights in prop::collection::vec(prop::num::f64::NORMAL, 6)) {
        let file = file(weights);
        prop_assert_eq!(WeightsFile::parse_json(&file.to_json(), &plain_layout()), Ok(file));
    }

    #[test]
    fn any_text_is_read_or_refused(text in ".*") {
        prop_assert!(WeightsFile::parse_json(&text, &star()).is_err());
    }
}

#[test]
fn counts_of_a_measurement_are_sound_where_they_add_up() {
    let tally = Tally { wins: 6, losses: 2, unfinished: 2, different: 10, ..Tally::default() };
    let on =
        MeasuredOn { against: "a", seats: batch::Seats::All, opening_plies: 4, search: "greedy" };
    let sound = Measured::new(on, &tally);
    let none = Measured::new(on, &Tally { unfinished: 10, different: 10, ..Tally::default() });
    let scored = Measured { games: 10, unfinished: 0, ..none.clone() };
    for good in [&sound, &none, &scored] {
        assert!(good.are_counts_sound(), "{good:?}");
    }
    for bad in [
        Measured { games: 11, ..sound.clone() },
        Measured { win_rate: Some(0.7), ..sound.clone() },
        Measured { win_rate: None, ..sound },
        Measured { games: 11, ..none.clone() },
        Measured { win_rate: Some(0.0), ..none },
    ] {
        assert!(!bad.are_counts_sound(), "{bad:?}");
    }
}
