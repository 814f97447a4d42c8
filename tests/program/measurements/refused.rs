//! Shards, rows, settings and names that don't fit a measurement: each is named, and nothing changes.

use super::{MEASURE, check};
use crate::program::Home;
use crate::shards::{copy, remove, sharded};
use std::fs;

#[test]
fn shards_that_do_not_fit_are_named_and_nothing_changes() {
    let home = sharded(MEASURE, 2);
    let settings = home.read("results/m.2-of-2/measurement.toml");
    for (from, to, why) in [
        (
            "games = 61",
            "games = 63",
            "m.2-of-2/measurement.toml: has other settings than ./results/m.1-of-2",
        ),
        ("games = 61", "games = 63", "(games 61 there, 63 here)"),
        ("seed = 3", "seed = 4", "(seed 3 there, 4 here)"),
        (
            "shard = \"2/2\"",
            "shard = \"1/2\"",
            "is of shard 1/2, but lies in the folder of shard 2/2",
        ),
        ("shard = \"2/2\"", "shard = \"3/2\"", "a shard is I/N"),
        ("version = 2", "version = 1", "a shard has version 2, and no other"),
        ("version = 2", "version = 3", "this starhop reads versions 1 to 2; a later one made it"),
        ("games = 61", "games = 0", "games must be 1 to"),
        ("players = 2", "players = 7", "players must be 1 to 6"),
        ("against = \"hand-tuned-v4\"", "against = \"hand-tuned-v1\"", "(opponents hand-tuned-v4"),
        ("weights-hash = \"", "weights-hash = \"0", "(champion-2 has other weights)"),
        ("seed = 3", "seed = 3\nmore = 1", "unknown field `more`"),
    ] {
        assert!(settings.contains(from), "{from}");
        home.write("results/m.2-of-2/measurement.toml", settings.replacen(from, to, 1));
        check(&home, 3, "merge m", why);
    }
    home.write("results/m.2-of-2/measurement.toml", &settings);

    // The same shard twice, shards of several divisions, and other things under a shard's name.
    copy(&home, "m.2-of-2", "kept");
    fs::remove_dir_all(home.path("results/m.2-of-2")).unwrap();
    copy(&home, "m.1-of-2", "m.2-of-2");
    check(&home, 3, "merge m", "lies in the folder of shard 2/2; is it there twice");
    fs::remove_dir_all(home.path("results/m.2-of-2")).unwrap();
    copy(&home, "kept", "m.2-of-2");
    check(&home, 2, &format!("{MEASURE} --shard 3/3"), "results/m.1-of-2 is one of 2 shards");
    home.done(&format!("{} --shard 3/3", MEASURE.replace("--name m", "--name n")));
    copy(&home, "n.3-of-3", "m.3-of-3");
    check(&home, 3, "merge m", "m.3-of-3: is a part of 3, but ./results/m.1-of-2 is one of 2");
    fs::remove_dir_all(home.path("results/m.3-of-3")).unwrap();
    check(&home, 2, &MEASURE.replace("--name m", "--name m.1-of-2"), "shard 1/2 there, the whole");
    fs::remove_dir_all(home.path("results/m.2-of-2")).unwrap();
    home.done("arena champion-2 random --games 2 --seed 1 --name m --shard 2/2");
    check(&home, 3, "merge m", "m.2-of-2: is of another kind than ./results/m.1-of-2");
}

#[test]
fn a_row_that_is_damaged_is_named_by_file_and_line() {
    let home = sharded(MEASURE, 2);
    let path = "results/m.2-of-2/games.csv";
    let rows = home.read(path);
    let second: String =
        rows.split_inclusive('\n').enumerate().filter(|it| it.0 != 1).map(|it| it.1).collect();
    let first = rows.lines().nth(1).unwrap();
    let more = rows.clone() + rows.lines().last().unwrap() + "\n";
    for (text, why) in [
        (rows.replacen("true", "yes", 1), "line 2: 'yes' is no chance"),
        (rows.replacen(first, "", 1), "line 2: "),
        (second, "line 2: is not game 31 against opponent 1, from seat 1"),
        (rows.replacen(first, &format!("{first},1"), 1), "line 2: is not written as starhop does"),
        (rows.replacen("opponent", "opponents", 1), "line 1: is not the heading"),
        (more, "line 64: is beyond the last game"),
        (String::new(), "line 1: is not the heading"),
    ] {
        home.write(path, text);
        for words in
            ["merge m", "show m.2-of-2", "verify m.2-of-2", &format!("{MEASURE} --shard 2/2")]
        {
            check(&home, 3, words, &format!("m.2-of-2/games.csv: {why}"));
        }
    }
    for (text, why) in [(rows.clone() + "\n", "has 64 lines"), (String::new(), "has 0 lines")] {
        home.write(path, text);
        let listed = home.done("list --json");
        assert!(listed.err.contains(why), "{}", listed.err);
        assert_eq!(listed.json()["measurements"].as_array().unwrap().len(), 1);
    }
    // What fits its place, but isn't what the figures of the shard say.
    home.write(path, rows.replacen(",won,", ",lost,", 1));
    check(&home, 3, "merge m", "m.2-of-2/measurement.json: is not what games.csv beside it");
    fs::remove_file(home.path(path)).unwrap();
    check(&home, 3, "merge m", "m.2-of-2/games.csv: is missing");
    fs::remove_file(home.path("results/m.2-of-2/measurement.toml")).unwrap();
    check(&home, 3, "merge m", "m.2-of-2/measurement.toml is missing, but these lie there: ");
}

#[test]
fn missing_settings_are_named() {
    let home = Home::new();
    home.done(MEASURE);
    fs::remove_file(home.path("results/m/measurement.toml")).unwrap();
    for words in ["verify m", "show m"] {
        check(&home, 3, words, "m/measurement.toml: is missing beside games.csv");
    }
    home.done("compare es: --games 300 --seeds 1 --final-games 20 --name x");
    // Another's file in its folder makes no measurement of it.
    fs::copy(home.path("results/m/games.csv"), home.path("results/x/games.csv")).unwrap();
    home.done("verify x");
    fs::remove_file(home.path("results/x/games.csv")).unwrap();
    fs::remove_file(home.path("results/x/compare.toml")).unwrap();
    check(&home, 3, "verify x", "x/compare.toml: is missing beside compare.csv");
}

#[test]
fn weights_that_have_changed_are_named() {
    let home = Home::new();
    let words = "measure w.json --against o.json --games 20 --seed 1 --name m --quiet";
    home.done("export champion-2 -o w.json");
    home.done("export hand-tuned-v1 -o o.json");
    home.done(&format!("{words} --shard 1/2"));
    home.done("export generation-7822 -o w.json");
    check(&home, 2, &format!("{words} --shard 1/2"), "(w.json has other weights)");
    home.done(&format!("{words} --shard 2/2"));
    check(&home, 3, "merge m", "(w.json has other weights)");
    let said = home.done("verify m.1-of-2").text();
    let why = "Not checked: the games, which can't be played again today: w.json has other weights";
    assert!(said.contains(why), "{said}");
    fs::remove_file(home.path("w.json")).unwrap();
    let said = home.done("verify m.1-of-2").text();
    assert!(said.contains("can't be played again today: ") && said.contains("'w.json'"), "{said}");
    home.done("export champion-2 -o w.json");
    home.done("export hand-tuned-v2 -o o.json");
    check(&home, 2, &format!("{words} --shard 1/2"), "(o.json has other weights)");
}

#[test]
fn another_measurement_or_another_thing_of_that_name_is_left_alone() {
    let home = sharded(MEASURE, 2);
    home.done(&MEASURE.replace("--seed 3", "--seed 4"));
    check(&home, 2, "merge m", "is something else than the shards of 'm' give");
    check(&home, 2, MEASURE, "measurement 'm' was made with other settings, which");
    check(&home, 2, MEASURE, "(seed 4 there, 3 here); repeat those");
    check(&home, 2, &MEASURE.replace(",generation-7822", ""), "opponents hand-tuned-v4,generation");
    let mixed = "(opponents are met one after another there, in a mix here)";
    check(&home, 2, &format!("{MEASURE} --mix"), mixed);
    for (words, why) in [
        ("resume m", "no run 'm' in ., where it is a measurement"),
        ("plot m", "where it is a measurement"),
        ("export m", "'m' is a measurement, which has no weights"),
        ("measure m", "'m' is a measurement, which has no weights"),
        ("report m", "'m' is a measurement, of which there is no report; `starhop show m`"),
        ("replay m --number 1", "is neither a file nor an arena"),
        ("arena champion-2 random --name m", "'m' is a measurement; choose another"),
        ("compare es: --name m", "'m' is a measurement; choose another"),
        ("evolve --name m", "'m' is a measurement; choose another"),
    ] {
        check(&home, 2, words, why);
    }
    remove(&home, "m");
    home.done("arena champion-2 random --games 2 --seed 1 --name m");
    check(&home, 2, "merge m", "is something else than");
    check(&home, 2, MEASURE, "'m' is an arena; choose another --name");
    check(&home, 2, "resume m", "no run 'm' in ., where it is an arena");
    remove(&home, "m");
    fs::create_dir_all(home.path("results/m")).unwrap();
    home.write("results/m/notes.txt", "mine");
    for words in ["merge m", MEASURE] {
        check(&home, 3, words, "notes.txt");
    }
    fs::remove_file(home.path("results/m/notes.txt")).unwrap();
    home.done("merge m");
    // Cut short, it isn't what the shards give.
    let rows = home.read("results/m/games.csv");
    home.write("results/m/games.csv", rows.rsplit_once("2,61").unwrap().0);
    check(&home, 2, "merge m", "is something else than");
    home.done(MEASURE);
    home.done("merge m");
}

#[test]
fn a_shard_that_can_not_be_is_a_matter_of_usage() {
    let home = Home::new();
    for shard in ["0/3", "4/3", "x", "1/100001"] {
        let said = home.refused(2, &format!("{MEASURE} --shard={shard}"));
        assert!(said.contains("a shard is I/N, as in 2/6"), "{shard}: {said}");
    }
    let said = home.refused(2, "measure champion-2 --shard 1/3");
    assert!(said.contains("--name <NAME>") && said.contains("--seed <SEED>"), "{said}");
    for flag in ["--save", "--plot pictures"] {
        let said = home.refused(2, &format!("{MEASURE} --shard 1/3 {flag}"));
        assert!(said.contains("cannot be used with"), "{said}");
    }
    check(&home, 2, "measure champion-2 --games 2 --name play", "keeps its games");
    check(&home, 2, "measure champion-2 --games 2 --name ../m", "can't be a run's name");
    assert!(!home.path("results").exists());
}
