//! Weights files that can't be used are refused by name and field.

use crate::program::{Home, by_hand, unchained};
use serde_json::{Value, json};

fn changed(home: &Home, change: impl FnOnce(&mut Value)) -> String {
    let mut value = home.done("export generation-51").json();
    value.as_object_mut().unwrap().remove("checksum").unwrap();
    change(&mut value);
    value.to_string()
}

/// A file's name, its content, and a word that the refusal must hold.
fn damaged(home: &Home) -> Vec<(&'static str, String, &'static str)> {
    let whole = home.done("export generation-51").text();
    let whole = by_hand(&whole);
    let table = home.done("export generation-51 --format csv").text();
    let grid = home.done("export generation-51 --format grid").text();
    vec![
        ("empty.json", String::new(), "empty"),
        (
            "checkpoint.json",
            "starhop-checkpoint 5 ab\n{}".to_string(),
            "is the checkpoint of a run",
        ),
        ("brace.json", "{".to_string(), "line 1: damaged JSON: EOF while parsing an object"),
        ("list.json", "[1, 2,\n3".to_string(), "line 2: damaged JSON: EOF while parsing a list"),
        ("half.json", whole[..whole.len() / 2].to_string(), "line"),
        ("nan.json", whole.replacen("500,", "NaN,", 1), "line 9"),
        ("null.json", whole.replacen("500,", "null,", 1), "line 9"),
        ("huge.json", whole.replacen("500,", "1e400,", 1), "line 9"),
        ("word.json", whole.replacen("500,", "\"500\",", 1), "line 9"),
        ("version.json", changed(home, |it| it["version"] = json!(4)), "newer starhop"),
        ("zero.json", changed(home, |it| it["version"] = json!(0)), "version"),
        ("format.json", changed(home, |it| it["format"] = json!("other")), "format"),
        ("game.json", changed(home, |it| it["game"] = json!("chess")), "chess"),
        ("extra.json", changed(home, |it| it["extra"] = json!(1)), "extra"),
        ("seat.json", changed(home, |it| it["seat"] = json!(7)), "7"),
        ("half-weight.json", changed(home, |it| it["weights"][3] = json!(1.5)), "weight of c1"),
        ("large.json", changed(home, |it| it["weights"][120] = json!(3e9)), "weight of q1"),
        ("120.json", changed(home, |it| drop(it["weights"].as_array_mut().unwrap().pop())), "120"),
        (
            "no-rules.json",
            changed(home, |it| drop(it.as_object_mut().unwrap().remove("rules"))),
            "rules",
        ),
        ("nan.csv", table.replacen(",500", ",nan", 1), "line"),
        ("short.csv", table.lines().take(120).collect::<Vec<_>>().join("\n"), "short.csv"),
        ("word.txt", grid.replacen("500", "abc", 1), "line"),
        ("short.txt", grid.lines().take(20).collect::<Vec<_>>().join("\n"), "short.txt"),
        ("noise.npy", "\u{1}NUMPY".to_string(), "noise.npy"),
        ("text.toml", "format = \"starhop-weights\"\nversion = 9\n".to_string(), "newer"),
    ]
}

#[test]
fn damaged_and_foreign_files_are_refused_by_name_and_field() {
    let home = Home::new();
    for (name, content, word) in damaged(&home) {
        home.write(name, content);
        for words in [
            format!("measure {name} --games 10"),
            format!("measure generation-51 --games 10 --against {name}"),
            format!("export {name}"),
            format!("plot --heatmap {name}"),
            format!("evolve --generations 1 --against {name}"),
            format!("evolve --generations 1 --from {name}"),
        ] {
            let why = home.refused(3, &words);
            assert!(why.contains(name) && why.contains(word), "{words}: {why}");
        }
    }
    assert!(!home.path("results").exists());
}

/// A weight that was changed in place, and the same file as one that a person wrote.
#[test]
fn a_file_that_was_changed_is_refused_until_its_checksum_is_taken_out() {
    let home = Home::new();
    for (format, name) in [("json", "weights.json"), ("toml", "weights.toml")] {
        let whole = home.done(&format!("export generation-51 --format {format}")).text();
        home.write(name, &whole);
        assert_eq!(home.done(&format!("measure {name} --games 10")).err.find("by hand"), None);
        let changed = whole.replacen("500,", "501,", 1);
        assert_ne!(changed, whole);
        home.write(name, &changed);
        let why = home.refused(3, &format!("measure {name} --games 10"));
        assert!(why.contains(name) && why.contains("checksum: does not fit"), "{why}");
        let lines = changed.lines().filter(|line| !line.contains("checksum"));
        home.write(name, lines.collect::<Vec<_>>().join("\n"));
        home.done(&format!("measure {name} --games 10"));
    }
    let told = home.done("measure weights.json --games 10").err;
    assert!(told.contains("weights.json has no checksum"), "{told}");
    home.done("measure weights.json --games 10 --save");
    assert_eq!(home.done("measure weights.json --games 10").err.find("checksum"), None);
}

/// What is saved has the seats that the file had; figures by other terms than the file's own aren't saved.
#[test]
fn saved_figures_are_by_the_terms_of_their_file() {
    let home = Home::new();
    for (seat, key, number) in [("4", "seat", 4), ("all", "seats", 0)] {
        home.done(&format!("export champion-2 --seat {seat} --output w.json"));
        let before: Value = serde_json::from_str(&home.read("w.json")).unwrap();
        home.done("measure w.json --games 20 --seed 1 --save");
        let after: Value = serde_json::from_str(&home.read("w.json")).unwrap();
        for numbers in ["seat", "seats", "weights"] {
            assert_eq!(after[numbers], before[numbers], "{seat}");
        }
        assert!(number == 0 || after[key] == number);
        assert_eq!(after["measured"]["games"], 20);
    }
    for (flags, why) in [
        ("--players 3", "'w.json' is of 2 players by standard:corners=pass,ply-cap=150"),
        ("--rules report", "'w.json' is of 2 players"),
        ("--distance generation-0", "the file says nothing of a --distance"),
    ] {
        let before = home.read("w.json");
        let told = home.refused(2, &format!("measure w.json --games 20 --save {flags}"));
        assert!(told.contains(why), "{told}");
        assert_eq!(home.read("w.json"), before);
    }
}

#[test]
fn a_damaged_champion_is_refused_and_the_other_runs_are_listed() {
    let home = Home::new();
    home.evolve("good", "--generations 1");
    home.evolve("bad", "--generations 1");
    home.write("results/bad/champion.json", "{\"format\": \"starhop-weights\", \"version\": 4}");
    for words in ["show bad", "measure bad --games 10", "export bad", "evolve --against bad"] {
        let why = home.refused(3, words);
        assert!(why.contains("champion.json") && why.contains("newer starhop"), "{words}: {why}");
    }
    let listed = home.done("list --json");
    assert!(listed.err.contains("bad"), "{}", listed.err);
    assert_eq!(listed.json()["runs"].as_array().unwrap().len(), 1);
    assert_eq!(listed.json()["runs"][0]["run"], "good");
    home.done("resume bad");
    assert!(home.done("list").err.is_empty());
}

/// Rules, players and games that there aren't are the file's fault, and so is text in no encoding.
#[test]
fn what_a_file_names_wrongly_is_refused_with_the_file() {
    let home = Home::new();
    let whole = home.done("export generation-51").text();
    let lines = whole.split_inclusive('\n').filter(|line| !line.contains("checksum"));
    let whole: String = lines.collect();
    for (from, to) in [("\"players\": 2", "\"players\": 9"), ("standard", "house")] {
        home.write("bad.json", whole.replacen(from, to, 1));
        for words in ["measure bad.json --games 10", "export bad.json", "evolve --from bad.json"] {
            let why = home.refused(3, words);
            assert!(why.contains("bad.json"), "{words}: {why}");
        }
    }
    home.evolve("good", "--generations 1");
    home.evolve("bad", "--generations 1");
    let config = home.read("results/bad/config.toml");
    for (from, to) in [
        ("players = 2", "players = 9"),
        ("rules = \"standard", "rules = \"house"),
        ("chinese-", "x-"),
        ("population = 20", "population = 1"),
        ("distance = \"hand", "distance = \"foot"),
        ("keep-every = 10", "keep-every = 10\nsearch = \"greedily\""),
        ("keep-every = 10", "keep-every = 10\nsearch = \"random\""),
        ("keep-every = 10", "keep-every = 10\nsearch = \"alphabeta(ms=5)\""),
        ("keep-every = 10", "keep-every = 10\nfix = \"nowhere=1\""),
        ("measure-every = 5", "measure-every = -5"),
    ] {
        assert!(config.contains(from), "{from} in {config}");
        home.write("results/bad/config.toml", config.replacen(from, to, 1));
        for words in [
            "show bad",
            "export bad",
            "plot bad",
            "resume bad",
            "resume bad --generations 3",
            "measure bad --games 10",
            "measure good --against bad --games 10",
            "sprt bad good --max-pairs 5",
            "arena bad good --games 2",
            "effect bad --games 1",
            "exploit bad --games 100",
            "book bad -o book.txt",
            "verify bad",
            "evolve --from bad --name other",
        ] {
            let why = home.refused(3, words);
            assert!(why.contains("results/bad/config.toml"), "{to}: {words}: {why}");
        }
        let listed = home.done("list");
        let warning = listed.err.contains("warning: bad: ./results/bad/config.toml: ");
        assert!(warning && listed.text().contains("good"), "{}", listed.err);
        assert!(!home.path("results/other").exists());
    }
    home.write("results/bad/config.toml", &config);
    home.done("resume bad --generations 2");
    let config = home.read("results/bad/config.toml");
    for file in ["config.toml", "generations.csv", "champion.json", "strength.csv"] {
        let path = format!("results/bad/{file}");
        home.write("results/bad/config.toml", &config);
        let bytes = std::fs::read(home.path(&path)).unwrap();
        home.write(&path, [0xff, 0xfe, b'\n']);
        let why = home.refused(3, "show bad");
        assert!(why.contains(&path), "{why}");
        home.write(&path, bytes);
    }
    home.write("results/bad/champion.json", [0xff]);
    let listed = home.done("list");
    assert!(listed.err.contains("warning: bad: ") && listed.text().contains("good"));
}

/// What a file says reaches no terminal as more than text, and no spreadsheet as a formula.
#[test]
fn names_in_files_control_nothing() {
    let home = Home::new();
    home.evolve("run", "--generations 1");
    let config = home.read("results/run/config.toml");
    let title = "preset = \"\\u001b[31m\\u001b]0;x\\u0007\\u009b2J\\u202e\"";
    let own = config.lines().find(|line| line.starts_with("preset = ")).unwrap();
    home.write("results/run/config.toml", config.replace(own, title));
    // Which would know better.
    std::fs::remove_dir_all(home.path("populations/run")).unwrap();
    for words in ["show run", "show run --json", "list", "list --json"] {
        let done = home.done(words);
        let all = done.text() + &done.err;
        let plain = |c: char| c == '\n' || !c.is_control() && c != '\u{202e}';
        assert!(all.chars().all(plain), "{words}: {all:?}");
    }
    let shown = "\\u{1b}[31m\\u{1b}]0;x\\u{7}\\u{9b}2J\\u{202e}";
    assert!(home.done("show run").text().contains(shown));
    // In colour, nothing is coloured but the board.
    let coloured = home.command("show run").env("CLICOLOR_FORCE", "1").output().unwrap();
    let coloured = String::from_utf8(coloured.stdout).unwrap();
    assert!(coloured.contains(shown) && coloured.contains("\u{1b}[38;5;"), "{coloured}");
    assert!(!coloured.contains("\u{1b}[31m"), "{coloured}");

    // Names of bots, and messages that quote them.
    home.done("arena hand-tuned-v4 random --games 2 --seed 1 --name a");
    let games = unchained(&home.read("results/a/games.jsonl"));
    let games = games.replace("\"random\"", "\"\\u001b[7mrandom\\u001b[0m\"");
    home.write("games.jsonl", games.replace("\"reason\":\"", "\"reason\":\"\\u001b[5m"));
    home.write("weights.json", "{\"format\": \"\\u001b[5m\"}");
    let name = home.done("export generation-51").text();
    home.write("named.json", by_hand(&name).replace("generation-51", "\\u001b[5m"));
    for words in [
        "replay games.jsonl --number 1",
        "replay games.jsonl --number 1 --ply 0",
        "verify games.jsonl",
        "book games.jsonl -o book.txt",
        "measure weights.json",
        "measure named.json --games 10 --seed 1",
        "show \u{1b}[5m",
        "measure run --against \u{1b}[5m",
    ] {
        let done = home.command(words).env("CLICOLOR_FORCE", "1").output().unwrap();
        for text in [done.stdout, done.stderr].map(|it| String::from_utf8(it).unwrap()) {
            assert!(
                !text.contains("\u{1b}[5m") && !text.contains("\u{1b}[7m"),
                "{words}: {text:?}"
            );
        }
    }

    home.done("export generation-51 -o =1+1.json");
    home.evolve("sheet", "--generations 1 --against =1+1.json");
    assert!(home.read("results/sheet/strength.csv").contains(",'=1+1.json,0,"));
    assert!(home.done("show sheet").text().contains("\n=1+1.json"));
}

#[test]
fn damaged_positions_are_refused_by_name() {
    let home = Home::new();
    let start = home.done("perft --draw").text();
    for (name, content) in [
        ("empty.txt", String::new()),
        ("short.txt", start[..start.len() / 2].to_string()),
        ("newer.txt", start.replace("position 1", "position 2")),
        ("crowd.txt", start.replacen(" . ", " 1 ", 1)),
    ] {
        home.write(name, &content);
        let why = home.refused(3, &format!("perft --position {name}"));
        assert!(why.contains(name), "{why}");
    }
    home.refused(2, "perft --position nothing.txt");
}

/// Some editors begin text with a byte-order mark.
#[test]
fn files_that_people_write_may_begin_with_a_byte_order_mark() {
    let home = Home::new();
    let marked = |name: &str, text: &str| home.write(name, format!("\u{feff}{text}"));
    marked("position.txt", &home.done("perft --draw").text());
    home.done("perft --position position.txt --depth 1");
    home.done("arena random greedy:hand-set --games 4 --game draughts --name a --quiet");
    home.done("export a --format pdn -o games.pdn");
    marked("games.pdn", &home.read("games.pdn"));
    assert!(home.done("verify games.pdn").text().starts_with("4 games"));
    marked("games.jsonl", &home.read("results/a/games.jsonl"));
    assert!(home.done("verify games.jsonl").text().starts_with("4 games"));
    home.done("book a -o book.txt --least-games 1");
    marked("book.txt", &home.read("book.txt"));
    home.done("arena random(book=book.txt) random --games 2 --game draughts --name b --quiet");
    marked("settings.toml", "generations = 1\n");
    home.done("evolve --config settings.toml --name run --measure-games 10 --quiet");
    marked("weights.json", &home.done("export generation-51").text());
    home.done("measure weights.json --games 10 --quiet");
}
