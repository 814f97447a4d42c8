//! Damaged files of a run: what can be made good is, the rest is refused by name.

use crate::program::{Files, Home, Packed, assert_same, by_hand};
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

type Damage = fn(&PathBuf);
/// Whether a line, from 0, is dropped.
type Dropped = fn(usize) -> bool;

const RESUME: &str = "resume run --generations 24";

/// A run at generation 16 with a checkpoint of generation 8 behind it, and the files that it
/// must have at generation 24.
static AT_16: LazyLock<(Packed, Files)> = LazyLock::new(|| {
    let straight = Home::new();
    straight.evolve("run", "--generations 24 --keep-every 6");
    let home = Home::new();
    home.evolve("run", "--generations 8 --keep-every 6");
    let old = fs::read(home.population("run", "checkpoint.json")).unwrap();
    home.done("resume run --generations 16");
    fs::write(home.population("run", "checkpoint.previous.json"), old).unwrap();
    (home.pack(), straight.files("run"))
});

fn run_at_16() -> (Home, &'static Files) {
    (AT_16.0.unpack(), &AT_16.1)
}

fn newest(home: &Home) -> PathBuf {
    home.population("run", "checkpoint.json")
}

fn previous(home: &Home) -> PathBuf {
    home.population("run", "checkpoint.previous.json")
}

fn change(path: &PathBuf, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).unwrap();
    change(&mut bytes);
    fs::write(path, bytes).unwrap();
}

fn halve(path: &PathBuf) {
    change(path, |bytes| bytes.truncate(bytes.len() / 2));
}

/// Changes a digit within the text, so that it still is JSON.
fn flip(path: &PathBuf) {
    change(path, |bytes| {
        let half = bytes.len() / 2;
        let digit = (half..bytes.len()).find(|&at| bytes[at].is_ascii_digit()).unwrap();
        bytes[digit] ^= 1;
    });
}

/// Changes the text of a weights file, which then has no checksum.
fn edit_weights(path: &PathBuf, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    let text = by_hand(&text);
    assert!(text.contains(from), "{from} in {text}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

fn drop_lines(path: &PathBuf, is_dropped: impl Fn(usize) -> bool) {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.split_inclusive('\n').enumerate();
    let kept: String = lines.filter(|(line, _)| !is_dropped(*line)).map(|(_, it)| it).collect();
    fs::write(path, kept).unwrap();
}

#[test]
fn a_damaged_checkpoint_gives_way_to_the_one_before() {
    let damages: [(&str, Damage); 5] = [
        ("halved", halve),
        ("flipped", flip),
        ("empty", |path| fs::write(path, "").unwrap()),
        ("foreign", |path| fs::write(path, "{}\n").unwrap()),
        ("no text", |path| fs::write(path, [0xff, 0xfe, 0x0a]).unwrap()),
    ];
    for (what, damage) in damages {
        let (home, files) = run_at_16();
        damage(&newest(&home));
        let done = home.done(RESUME);
        assert!(done.err.contains("warning: "), "{what}: {}", done.err);
        assert!(done.err.contains("checkpoint.json"), "{what}: {}", done.err);
        assert_same(files, &home.files("run"), what);
    }
}

#[test]
fn a_lost_checkpoint_gives_way_to_the_one_before_and_both_lost_are_not_played_over() {
    let (home, files) = run_at_16();
    fs::remove_file(newest(&home)).unwrap();
    home.done(RESUME);
    assert_same(files, &home.files("run"), "the newest lost");
    let (home, _) = run_at_16();
    fs::remove_file(newest(&home)).unwrap();
    fs::remove_file(previous(&home)).unwrap();
    let before = home.files("run");
    let why = home.refused(3, RESUME);
    assert!(why.contains("checkpoints of run 'run' are gone"), "{why}");
    assert_same(&before, &home.files("run"), "a refused resume");
}

#[test]
fn another_opponent_than_the_run_began_with_is_refused() {
    let (home, _) = run_at_16();
    let path = home.result("run", "opponent.json");
    edit_weights(&path, "57", "58");
    let why = home.refused(3, RESUME);
    assert!(why.contains("opponent.json") && why.contains("began with"), "{why}");
}

#[test]
fn a_second_opponent_is_kept_and_known_again() {
    let home = Home::new();
    home.evolve("run", "--generations 2 --against hand-tuned-v1,hand-tuned-v4=2");
    home.done("resume run --generations 3");
    let path = home.result("run", "opponent-2.json");
    edit_weights(&path, "57", "58");
    assert!(home.refused(3, "resume run --generations 4").contains("began with"));
    fs::remove_file(&path).unwrap();
    assert!(home.refused(3, "resume run --generations 4").contains("opponent-2.json"));
}

#[test]
fn another_start_than_the_run_had_is_refused() {
    let home = Home::new();
    home.evolve("run", "--generations 2 --from hand-tuned-v4 --against hand-tuned-v1,population");
    home.done("resume run --generations 3");
    let path = home.result("run", "from.json");
    let text = fs::read_to_string(&path).unwrap();
    edit_weights(&path, "57", "58");
    let why = home.refused(3, "resume run --generations 4");
    assert!(why.contains("from.json") && why.contains("began with"), "{why}");
    edit_weights(&path, "58", "57.5");
    assert!(home.refused(3, "resume run --generations 4").contains("weight of a1"));
    fs::remove_file(&path).unwrap();
    assert!(home.refused(3, "resume run --generations 4").contains("from.json"));
    fs::write(&path, text).unwrap();
    home.done("resume run --generations 4");
}

#[test]
fn two_damaged_checkpoints_are_refused_and_nothing_is_touched() {
    let (home, _) = run_at_16();
    halve(&newest(&home));
    flip(&previous(&home));
    let before = home.files("run");
    let why = home.refused(3, RESUME);
    assert!(why.contains("checkpoint.json"), "{why}");
    assert_same(&before, &home.files("run"), "a refused resume");
}

#[test]
fn rows_that_no_checkpoint_knows_are_played_again() {
    let (home, files) = run_at_16();
    let rows = fs::read_to_string(home.result("run", "generations.csv")).unwrap();
    let row = rows.lines().last().unwrap().replacen("16,", "17,", 1);
    let torn = &row[..row.len() / 2];
    for (tail, times) in [
        (torn.to_string(), "17,0.2"),
        (format!("{row}\n"), "17,0.1,1000,1,1\n"),
        (format!("{row}\n18,"), "17,0.1,1000,1,1\n18"),
        ("\0\0\0\0".to_string(), "\0\0\0\0"),
        (row.clone(), "17,0.1,1000,1,1"),
    ] {
        let (home, _) = run_at_16();
        change(&home.result("run", "generations.csv"), |bytes| bytes.extend(tail.bytes()));
        change(&home.result("run", "timing.csv"), |bytes| bytes.extend(times.bytes()));
        home.done("show run");
        assert!(home.done("list").err.is_empty());
        home.done(RESUME);
        assert_same(files, &home.files("run"), &tail);
        let times = fs::read_to_string(home.result("run", "timing.csv")).unwrap();
        assert_eq!(times.lines().count(), 26, "{times}");
    }
}

#[test]
fn missing_rows_are_refused_by_file_and_generation() {
    let damages: [(&str, Dropped); 4] = [
        ("generation 16", |line| line == 17),
        ("generation 16", |line| line > 0),
        ("line 6", |line| line == 5),
        ("line 2", |line| line == 1),
    ];
    for (word, is_dropped) in damages {
        let (home, _) = run_at_16();
        drop_lines(&home.result("run", "generations.csv"), is_dropped);
        for _ in 0..2 {
            let why = home.refused(3, RESUME);
            assert!(why.contains("generations.csv") && why.contains(word), "{word}: {why}");
        }
    }
    let (home, _) = run_at_16();
    fs::remove_file(home.result("run", "generations.csv")).unwrap();
    assert!(home.refused(3, RESUME).contains("generations.csv"));
}

#[test]
fn times_may_be_deleted_but_not_have_gaps() {
    let (home, files) = run_at_16();
    fs::remove_file(home.result("run", "timing.csv")).unwrap();
    home.done("resume run --generations 20");
    home.done(RESUME);
    assert_same(files, &home.files("run"), "no timing.csv");
    let (home, _) = run_at_16();
    drop_lines(&home.result("run", "timing.csv"), |line| line > 12);
    let why = home.refused(3, RESUME);
    assert!(why.contains("timing.csv") && why.contains("generation 16"), "{why}");
}

#[test]
fn leftovers_of_a_killed_process_are_cleared_away() {
    let (home, files) = run_at_16();
    let left = [
        home.result("run", ".champion.json.999-0.tmp"),
        home.population("run", ".checkpoint.next.json.999-3.tmp"),
    ];
    left.iter().for_each(|path| fs::write(path, "{").unwrap());
    fs::write(home.population("run", "checkpoint.next.json"), "starhop-check").unwrap();
    home.done(RESUME);
    assert!(left.iter().all(|path| !path.exists()));
    assert_same(files, &home.files("run"), "leftovers");
}

#[test]
fn a_damaged_opponent_or_configuration_is_refused_by_name() {
    for (file, from, to, word) in [
        ("opponent.json", "\"weights\": [", "\"weights\": [1.5, ", "opponent.json"),
        ("opponent.json", "57, 40", "57, 40.5", "checksum: does not fit"),
        ("config.toml", "population = 20", "population = \"x\"", "config.toml"),
        ("config.toml", "population = 20", "population = 20\nspeed = 3", "speed"),
        ("config.toml", "version = 2", "version = 3", "version"),
    ] {
        let (home, _) = run_at_16();
        let path = home.result("run", file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{from} in {text}");
        fs::write(path, text.replacen(from, to, 1)).unwrap();
        let why = home.refused(3, RESUME);
        assert!(why.contains(file) && why.contains(word), "{file}, {to}: {why}");
    }
}
