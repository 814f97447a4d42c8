//! A game that starhop doesn't know, in a file of its own outside the package, goes the whole way by
//! what the library's page says: it is registered, played, evolved, measured, drawn and exported.

#[path = "../../examples/breakthrough/game.rs"]
mod game;

use game::{Breakthrough, ENTRY, NAME};
use starhop::backend::Threads;
use starhop::game::perft::perft;
use starhop::game::{Game as _, Outcome, TextError};
use starhop::record::home::Home;
use starhop::record::weights::WeightsFile;
use starhop::registry::{self, Entry, Preset, Table, Workload};
use starhop::rng::Seed;
use starhop::session::evolution::Evolution;
use starhop::session::{CHECKPOINT_EVERY, Finish};
use starhop::tune::config::Config;
use starhop::tune::total;
use std::path::Path;
use std::sync::Once;

fn table() -> Box<dyn Table> {
    static ADDED: Once = Once::new();
    ADDED.call_once(|| registry::add(&ENTRY).unwrap());
    registry::find(NAME).unwrap().open(2, "standard").unwrap()
}

fn config() -> Config {
    table();
    let preset = registry::find(NAME).unwrap().preset("default", 2).unwrap();
    Config {
        seed: Seed::new(1).unwrap(),
        population: 8,
        generations: Some(3),
        measure_every: 0,
        final_games: 40,
        ..preset
    }
}

fn evolved(folder: &Path, threads: usize) -> Finish {
    let home = Home::new(folder);
    let evolution = Evolution::new(config(), table(), &home).unwrap();
    let run = evolution.create(&home, "pawns").unwrap();
    let threads = Threads::new(threads).unwrap();
    evolution.run(&run, &threads, CHECKPOINT_EVERY, &mut ()).unwrap().finished().unwrap()
}

#[test]
fn it_plays_by_its_rules() {
    // From the start a pawn of the second row has three steps, but two at the edges; the fourth
    // row is the first on which pawns meet.
    let start = Breakthrough.start();
    assert_eq!(perft(&Breakthrough, &start, 1), 16);
    assert_eq!(perft(&Breakthrough, &start, 2), 256);
    let one_step = "ply 0\n......\n.w....\n......\n......\n...b..\n......\n";
    let (game, board) = Breakthrough::parse_position(one_step).unwrap();
    let step = game.parse_move(&board, "b5-a6").unwrap();
    let mut won = board.clone();
    game.play(&mut won, step);
    assert!(matches!(game.outcome(&won), Some(Outcome::Won(player)) if player.0 == 0));
    assert!(game.parse_move(&board, "b5-b4").is_err());
}

#[test]
fn it_is_evolved_the_same_on_any_number_of_threads() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [one, three] = [(0, 1), (1, 3)].map(|(index, threads)| {
        let folder: &tempfile::TempDir = &folders[index];
        evolved(folder.path(), threads)
    });
    assert_eq!(one, three);
    let measured = total(&one.evolved.champion.measured);
    assert!(measured.games() > 0 && measured.win_rate().is_some());
    let path = folders[0].path().join("results/pawns/champion.json");
    let text = std::fs::read_to_string(path).unwrap();
    let file = WeightsFile::parse_json(&text, &table().cells()).unwrap();
    assert_eq!((file.game.as_str(), file.weights.len()), (NAME, 36));
}

#[cfg(feature = "pictures")]
#[test]
fn it_is_drawn_and_exported() {
    use starhop::report::export::{ArraySeats, Format, write};
    use starhop::report::heat_map::{HeatMap, heat_maps};
    let folder = tempfile::tempdir().unwrap();
    evolved(folder.path(), 2);
    let text = std::fs::read_to_string(folder.path().join("results/pawns/champion.json")).unwrap();
    let cells = table().cells();
    let file = WeightsFile::parse_json(&text, &cells).unwrap();
    for seats in [ArraySeats::One(1), ArraySeats::One(2), ArraySeats::All] {
        assert!(!write(&file, &cells, Format::Python, seats).unwrap().is_empty());
    }
    let map = HeatMap { title: "pawns".to_string(), weights: file.weights };
    assert!(heat_maps(&cells, &[map], false).unwrap().contains("</svg>"));
}

#[test]
fn it_keeps_its_promises() {
    let kept = registry::check(&ENTRY, 50, Seed::new(1).unwrap()).unwrap();
    assert_eq!((kept.games, kept.won, kept.evaluations), (50, 50, 3));
}

#[test]
fn an_entry_that_says_what_is_not_so_is_found_out() {
    fn unknown_rules(players: usize) -> Result<Config, TextError> {
        Ok(Config { rules: "short".to_string(), ..(ENTRY.presets[0].config)(players)? })
    }
    fn for_nobody(_: usize) -> Result<Config, TextError> {
        Err(TextError("for nobody".to_string()))
    }
    let presets =
        |config| -> &'static [Preset] { Box::leak(Box::new([Preset { name: "default", config }])) };
    let workload = ENTRY.workloads[0];
    let twice: &'static [Workload] = Box::leak(Box::new([workload; 2]));
    let unknown: &'static [Workload] =
        Box::leak(Box::new([Workload { rules: "short", ..workload }]));
    for (entry, why) in [
        (
            Entry { name: "pawns", ..ENTRY },
            "pawns for 2, preset default: name: 'breakthrough', not",
        ),
        (Entry { name: "two words", ..ENTRY }, "two words: 'two words' is no name of a game"),
        (
            Entry { presets: presets(for_nobody), ..ENTRY },
            "breakthrough: preset default is for no number of players from 2 to 6; for 2: for nobody",
        ),
        (
            Entry { presets: presets(unknown_rules), ..ENTRY },
            "breakthrough for 2, preset default: no rules 'short'",
        ),
        (
            Entry { yardsticks: |_| &["columns"], ..ENTRY },
            "breakthrough for 2, preset default: no built-in array 'columns'",
        ),
        (
            Entry { levels: |_| &["random", "greedy:columns"], ..ENTRY },
            "breakthrough for 2, levels: greedy:columns: no built-in",
        ),
        (Entry { levels: |_| &["greedy"], ..ENTRY }, "breakthrough for 2, levels: greedy: "),
        (
            Entry { arena_rules: "short", ..ENTRY },
            "breakthrough for 2, levels: arena_rules: no rules 'short'",
        ),
        (
            Entry { workloads: twice, ..ENTRY },
            "breakthrough, workloads: rows against itself: twice",
        ),
        (
            Entry { workloads: unknown, ..ENTRY },
            "breakthrough, workloads: rows against itself: no rules 'short'",
        ),
        (
            Entry { open_at: |_| Err(TextError("line 1".to_string())), ..ENTRY },
            "breakthrough for 2, preset default: open_at: line 1",
        ),
    ] {
        let broken = registry::check(&entry, 1, Seed::default()).unwrap_err();
        assert!(broken.to_string().starts_with(why), "{broken}, not {why}");
    }
}

#[test]
fn a_name_that_nobody_could_ask_for_is_refused() {
    table();
    for name in
        [NAME, "program", "chinese-checkers", "chinese-checkers/phases", "", "dots and boxes"]
    {
        let entry: &'static Entry = Box::leak(Box::new(Entry { name, ..ENTRY }));
        assert!(registry::add(entry).is_err(), "{name}");
    }
}
