//! Arenas and tests from a file of openings: what begins with which, the same bytes however it went, and what is
//! refused.

use crate::program::{Files, Home, assert_same};
use serde_json::Value;
use std::fs;
use std::path::Path;

const THREE: &str = "# three\n4 4\n\n  3\t4 2\r\n1\n";
const LINES: [&str; 3] = ["4 4", "3 4 2", "1"];
const WORDS: &str = "arena alphabeta(depth=2):published greedy:published random --game connect-four \
     --openings three.txt --seed 1 --name a";
/// Of arrays, which play the fast way where openings are random.
const TEST: &str = "sprt champion-connect-four published --game connect-four --openings all.txt --elo1 100 --seed 1";

fn shipped() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(root.join("examples/openings/connect-four-2-ply.txt")).unwrap()
}

fn home() -> Home {
    let home = Home::new();
    home.write("three.txt", THREE);
    home.write("all.txt", shipped());
    home
}

fn games(home: &Home, name: &str) -> Vec<Value> {
    let text = home.read(&format!("results/{name}/games.jsonl"));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn opening(game: &Value) -> String {
    let moves = game["opening"].as_array().unwrap().iter();
    moves.map(|mv| mv.as_str().unwrap()).collect::<Vec<_>>().join(" ")
}

#[test]
fn pairs_of_all_pairings_take_the_lines_in_turn() {
    let home = home();
    let done = home.done(&format!("{WORDS} --games 10"));
    let spread =
        "3 openings for 5 pairs of each pairing: after the last they come again from the first.";
    assert!(done.err.contains(spread), "{}", done.err);
    let text = done.text();
    assert!(text.contains("seats swapped, from 3 openings in arena.toml, over when"), "{text}");
    assert!(text.contains("There are 3 openings for 5 pairs of each pairing: after"), "{text}");
    let games = games(&home, "a");
    assert_eq!(games.len(), 30);
    for game in &games {
        let pair = game["pair"].as_u64().unwrap() as usize - 1;
        assert_eq!(opening(game), LINES[pair % 3]);
    }
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["bots"][0], pair[1]["bots"][1]);
    }
    let settings: toml::Table = toml::from_str(&home.read("results/a/arena.toml")).unwrap();
    assert_eq!(settings["version"].as_integer(), Some(6));
    assert_eq!(settings["opening-plies"].as_integer(), Some(0));
    assert_eq!(settings["openings"]["suite"].as_str(), Some("4 4\n3 4 2\n1\n"));

    let told = home.done("show a --json").json();
    assert_eq!((&told["openings"], &told["openings_file"]), (&3.into(), &"three.txt".into()));
    assert!(home.done("verify a").text().starts_with("30 games with "));
    assert!(home.done("replay a --number 1").text().contains("2. 4  (opening)"));
    let before = home.files("a");
    let page = home.read("results/a/arena.md");
    let command = page.split_once("```sh\nstarhop ").unwrap().1.lines().next().unwrap();
    home.done(&command.replace('\'', ""));
    assert_same(&before, &home.files("a"), command);

    let few = home.done(&WORDS.replace("name a", "name b --games 4"));
    assert!(
        few.err.contains("3 openings for 2 pairs of each pairing: only the first 2 begin games.")
    );
    let even = home.done(&WORDS.replace("name a", "name c --games 6"));
    assert!(!even.err.contains("openings for"), "{}", even.err);
}

#[test]
fn it_comes_to_the_same_bytes_in_shards_longer_and_resumed() {
    let (whole, home) = (home(), home());
    whole.done(&format!("{WORDS} --games 20"));
    home.done(&format!("{WORDS} --games 8"));
    assert!(home.done(&format!("{WORDS} --games 20")).err.contains("made longer: 20 of each"));
    assert_same(&whole.files("a"), &home.files("a"), "longer");

    let torn: String = home.read("results/a/games.jsonl").split_inclusive('\n').take(13).collect();
    home.write("results/a/games.jsonl", torn + "{\"vers");
    home.write("elsewhere.txt", "4 4\n3 4 2\n1\n");
    let moved = WORDS.replace("three", "elsewhere");
    let done = home.done(&format!("{moved} --games 20 --threads 2"));
    let (mut here, mut there) = (home.files("a"), whole.files("a"));
    // Its page names the file as it was typed last.
    let page =
        |files: &mut Files| String::from_utf8(files.remove("results/arena.md").unwrap()).unwrap();
    assert_eq!(page(&mut here).replace("elsewhere.txt", "three.txt"), page(&mut there));
    assert_same(&there, &here, &done.err);

    let shards = self::home();
    for (shard, file) in [("1/3", "three"), ("2/3", "elsewhere"), ("3/3", "three")] {
        shards.write("elsewhere.txt", THREE);
        let words = WORDS.replace("three", file);
        shards.done(&format!("{words} --games 20 --shard {shard}"));
        assert!(shards.done("verify a.1-of-3").text().contains(" games with "));
    }
    shards.done("merge a");
    assert_same(&whole.files("a"), &shards.files("a"), "merged");
    shards.done("merge a");
    fs::remove_dir_all(shards.path("results/a")).unwrap();
    fs::remove_dir_all(shards.path("results/a.2-of-3")).unwrap();
    assert!(shards.refused(2, "merge a").contains("--openings three.txt"), "names the file");
    shards.write("other.txt", "4 4\n3 4 2\n2\n");
    shards.done(&format!("{} --games 20 --shard 2/3", WORDS.replace("three", "other")));
    assert!(shards.refused(3, "merge a").contains("opening 3 is '1' there, '2' here"));
}

#[test]
fn other_openings_are_other_settings() {
    let home = home();
    home.done(&format!("{WORDS} --games 4"));
    let before = home.files("a");
    for (text, why) in [
        ("4 4\n3 4\n1\n", "opening 2 is '3 4 2' there, '3 4' here"),
        ("4 4\n3 4 2\n", "3 openings there, 2 here"),
    ] {
        home.write("three.txt", text);
        let said = home.refused(2, &format!("{WORDS} --games 4"));
        assert!(said.contains(&format!("({why}); repeat those")), "{said}");
    }
    let random = WORDS.replace("--openings three.txt ", "");
    let said = home.refused(2, &format!("{random} --games 4"));
    let why = "(openings of three.txt there, 4 random opening plies here); repeat";
    assert!(said.contains(why), "{said}");
    assert_same(&before, &home.files("a"), "refusals change nothing");
}

#[test]
fn what_cannot_begin_games_is_refused_before_any() {
    let home = home();
    let words = "greedy:published random --game connect-four --openings bad.txt --name b";
    for (text, why) in [
        (&b"4 4\n# four\n4 9\n"[..], "bad.txt: line 3: ply 2: '9' is no column"),
        (b"1 2 1 2 1 2 1\n", "bad.txt: line 1: ply 7: the game is over after '1': four"),
        (b"1 2 3\n3 2 1\n", "bad.txt: line 2: leads to the same position as line 1; leave one out"),
        (b"# nothing\n", "bad.txt: has no opening"),
        (b"", "bad.txt: has no opening"),
        (b"4 \xff\n", "bad.txt: is not text in UTF-8"),
        (&[b'#'; (4 << 20) + 1], "bad.txt: is larger than 4 MiB"),
    ] {
        fs::write(home.path("bad.txt"), text).unwrap();
        for command in ["arena", "sprt"] {
            let said = home.refused(3, &format!("{command} {words}"));
            assert!(said.contains(why), "{said}");
        }
    }
    for (more, why) in [
        ("--openings missing.txt", "cannot read missing.txt"),
        ("--openings -", "--openings has to be a file"),
        ("--openings three.txt --opening-plies 4", "cannot be used with '--opening-plies"),
    ] {
        for command in ["arena", "sprt"] {
            let said = home.refused(
                2,
                &format!("{command} greedy:published random --game connect-four {more}"),
            );
            assert!(said.contains(why), "{said}");
        }
    }
    let said =
        home.refused(2, "arena greedy:published random --openings three.txt --position three.txt");
    assert!(said.contains("cannot be used with '--position"), "{said}");
    assert!(!home.path("results/b").exists());
}

#[test]
fn settings_that_contradict_themselves_or_their_games_are_refused() {
    let home = home();
    home.done(&format!("{WORDS} --games 6"));
    let settings = home.read("results/a/arena.toml");
    for (from, to, why) in [
        ("version = 6", "version = 3", "an arena with openings has version 6"),
        ("version = 6", "version = 7", "is of version 7"),
        ("opening-plies = 0", "opening-plies = 2", "have no random plies"),
        ("4 4\n3 4 2\n1\n", "\n", "has no opening"),
        ("3 4 2", "3 4 3", "games.jsonl: line 7: is not game 7 of this arena"),
    ] {
        let changed = settings.replace(from, to);
        assert_ne!(changed, settings);
        home.write("results/a/arena.toml", changed);
        for words in ["verify a", "show a"] {
            let said = home.refused(3, words);
            assert!(said.contains(why), "{said}");
        }
    }
}

/// Games between bots without chance come again with their opening, so that more of them say nothing more.
#[test]
fn games_that_come_again_count_once() {
    let home = home();
    let words = "alphabeta(depth=1):published alphabeta(depth=2):published --game connect-four \
         --openings three.txt --seed 1";
    let done = home.done(&format!("arena {words} --games 60 --json"));
    let told = done.json();
    assert_eq!((&told["different_games"], &told["games_played"]), (&6.into(), &60.into()));
    assert!(!done.err.contains("To go on to"), "{}", done.err);
    let one = home.done(&format!("arena {words} --games 4"));
    assert!(one.err.contains("--games 6 --openings three.txt"), "{}", one.err);

    let text = home.done(&format!("sprt {words} --elo1 1")).text();
    assert!(text.contains("only 6 differ, which say too little about others.\n"), "{text}");
    assert!(text.contains("Give them more openings, by a longer file of --openings."), "{text}");
    assert!(text.contains("There are 3 openings for these pairs: after the last"), "{text}");
}

#[test]
fn a_test_takes_the_lines_in_turn_whether_it_is_kept_or_not() {
    let home = home();
    let plain = home.done(&format!("{TEST} --json")).json();
    assert_eq!((&plain["openings"], &plain["openings_file"]), (&49.into(), &"all.txt".into()));
    assert_eq!(home.done(&format!("{TEST} --json --threads 1")).json(), plain);
    let mut kept = home.done(&format!("{TEST} --json --name t")).json();
    assert_eq!(kept.as_object_mut().unwrap().remove("name"), Some("t".into()));
    assert_eq!(kept, plain);
    let shipped = shipped();
    let lines: Vec<&str> = shipped.lines().skip(1).collect();
    for game in games(&home, "t") {
        let pair = game["pair"].as_u64().unwrap() as usize - 1;
        assert_eq!(opening(&game), lines[pair % 49]);
    }
    assert!(home.read("results/t/arena.toml").starts_with("version = 6\n"));
    assert!(home.done("verify t").text().contains(" games with "));

    let before = home.files("t");
    let page = home.read("results/t/arena.md");
    let command = page.split_once("```sh\nstarhop ").unwrap().1.lines().next().unwrap();
    assert!(command.ends_with("--openings all.txt --name t"), "{command}");
    let again = home.done(&command.replace('\'', "")).text();
    assert_same(&before, &home.files("t"), command);
    assert!(again.contains(", 49 openings, seed 1"), "{again}");
    // Fresh games begin with other openings.
    let next = again.lines().find(|line| line.contains(" measure ")).unwrap();
    assert!(next.contains("--opening-plies 4") && !next.contains("--openings"), "{next}");
    home.write("all.txt", "4\n");
    let said = home.refused(2, &format!("{TEST} --name t"));
    assert!(said.contains("opening 1 is '1 1' there, '4' here"), "{said}");
}

#[test]
fn a_page_has_the_openings_and_names_them() {
    let home = home();
    home.done(&format!("{WORDS} --games 4"));
    home.done("report a --output a.html --quiet");
    home.done(&format!("{TEST} --name t"));
    home.done("report t --output t.html --quiet");
    for (page, text) in [("a.html", "4 4\n3 4 2\n1<"), ("t.html", "1 1\n1 2\n1 3\n")] {
        let html = home.read(page);
        assert!(
            html.contains("openings.txt, what games begin with") && html.contains(text),
            "{page}"
        );
        assert!(html.contains("--openings openings.txt"), "{page}");
    }
    assert!(home.read("a.html").contains("3 openings, see below"));
}

#[test]
fn the_shipped_openings_are_all_of_two_plies() {
    let shipped = shipped();
    let lines: Vec<String> = shipped.lines().skip(1).map(str::to_string).collect();
    let all = (1..=7).flat_map(|one| (1..=7).map(move |other| format!("{one} {other}")));
    assert!(shipped.starts_with("# ") && lines.into_iter().eq(all));
}
