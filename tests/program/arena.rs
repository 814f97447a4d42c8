//! Bots that play each other: the same bytes however it went, what is refused, and games that are
//! replayed and verified.

use crate::program::{Files, Home, assert_same, kill_until_done, killed_often, unchained};
use std::fs;
use std::time::{Duration, Instant};

const SMALL: &str = "arena greedy:hand-tuned-v4 generation-51 random --games 6 --seed 3";

/// What a folder of an arena holds.
const FILES: [&str; 11] = [
    "arena.md",
    "arena.toml",
    "crosstable.csv",
    "crosstable.png",
    "crosstable.svg",
    "games.jsonl",
    "pairs.csv",
    "ratings.csv",
    "ratings.png",
    "ratings.svg",
    "timing.csv",
];

fn rows(home: &Home, file: &str) -> Vec<csv::StringRecord> {
    let reader = csv::Reader::from_path(home.path(file));
    reader.unwrap().into_records().map(Result::unwrap).collect()
}

fn games(home: &Home, name: &str) -> Vec<serde_json::Value> {
    let text = home.read(&format!("results/{name}/games.jsonl"));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn an_arena_leaves_games_and_tables_that_fit_each_other() {
    let home = Home::new();
    let done = home.done(&format!("{SMALL} --name a"));
    let mut names: Vec<String> = fs::read_dir(home.path("results/a"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, FILES);

    let games = games(&home, "a");
    assert_eq!(games.len(), 18);
    for (index, game) in games.iter().enumerate() {
        assert_eq!(game["number"], index + 1);
        assert_eq!(game["pair"], index / 6 + 1, "pairings go on together");
        assert_eq!(game["pairing"], index / 2 % 3 + 1);
        assert_eq!(game["opening"], games[index / 6 * 6]["opening"], "openings are shared");
        assert_eq!(game["opening"].as_array().unwrap().len(), 4);
        if index % 2 == 1 {
            let bots = |game: &serde_json::Value| game["bots"].as_array().unwrap().clone();
            let mut swapped = bots(&games[index - 1]);
            swapped.reverse();
            assert_eq!(bots(game), swapped);
        }
    }

    let pairs = rows(&home, "results/a/pairs.csv");
    assert_eq!(pairs.len(), 9);
    let points: f64 = pairs.iter().map(|row| row[4].parse::<f64>().unwrap()).sum();
    let ratings = rows(&home, "results/a/ratings.csv");
    let of = |column: usize| ratings.iter().map(move |row| row[column].parse::<f64>().unwrap());
    assert_eq!(of(6).sum::<f64>(), 36.0, "each game counts for two bots");
    assert!((of(5).map(|score| score * 12.0).sum::<f64>() - 18.0).abs() < 1e-9);
    assert!(points <= 18.0);
    let cross = rows(&home, "results/a/crosstable.csv");
    assert_eq!(cross.len(), 6);
    assert!(cross.iter().all(|row| &row[2] == "3"));

    let text = done.text();
    assert!(text.contains("ms a move") && !home.read("results/a/arena.md").contains("ms a move"));
    assert!(text.contains("greedy:hand-tuned-v4 has Elo 0"), "{text}");
    assert!(done.err.contains("Arena a, seed 3"), "{}", done.err);
    assert_eq!(home.done(&format!("{SMALL} --name a --quiet")).err, "");
    let report = home.done(&format!("{SMALL} --name a --json")).json();
    assert_eq!(report["ratings"][0]["bot"], ratings[0][1]);
    assert_eq!(home.done("show a --json").json(), report);
    assert_eq!(home.done("show a").text(), text);
    assert_eq!(report["ratings"][2]["superiority"], serde_json::Value::Null);
    assert!(home.done("list").text().starts_with("arena "), "an arena is no run");
}

#[test]
fn threads_leave_no_trace() {
    let home = Home::new();
    for words in [
        SMALL,
        "arena champion-3 random generation-51 --players 3 --games 6 --seed 1",
        "arena alphabeta(depth=1,table=3):hand-tuned-v4 generation-51 --games 6 --seed 1",
        "arena alphabeta(nodes=900,width=6,nullmove):hand-tuned-v4 generation-51 --games 6 --seed 1",
    ] {
        let mut first: Option<Files> = None;
        for threads in [1, 2, 3] {
            let other = Home::new();
            other.done(&format!("{words} --name a --threads {threads}"));
            let files = other.files("a");
            assert_same(first.get_or_insert(files.clone()), &files, &format!("{threads} threads"));
        }
        home.done(&format!("{words} --name a"));
        assert_same(&first.unwrap(), &home.files("a"), words);
        home.done("verify a");
        fs::remove_dir_all(home.path("results/a")).unwrap();
    }
}

#[test]
fn three_players_share_the_seats() {
    let home = Home::new();
    let words = "arena champion-3 hand-tuned-v4 --players 3 --games 12 --seed 1 --name a --json";
    let report = home.done(words).json();
    assert_eq!(report["seats"].as_array().unwrap().len(), 2);
    let games = games(&home, "a");
    let own = |game: &serde_json::Value| {
        let bots = game["bots"].as_array().unwrap();
        assert_eq!(bots.len(), 3);
        bots.iter().filter(|bot| *bot == "greedy:champion-3").count()
    };
    let counts: Vec<usize> = games.iter().map(own).collect();
    assert!(counts.chunks(2).all(|pair| pair[0] + pair[1] == 3), "{counts:?}");
    let wins = games.iter().filter(|game| {
        let seat = game["winner"].as_u64();
        seat.is_some_and(|seat| game["bots"][seat as usize - 1] == "greedy:champion-3")
    });
    let wins = wins.count();
    let rating = report["ratings"].as_array().unwrap().iter();
    let mut rating = rating.filter(|it| it["bot"] == "greedy:champion-3");
    assert_eq!(rating.next().unwrap()["wins"], wins);
    home.done("verify a");
}

#[test]
fn a_gauntlet_has_an_anchor_of_its_choice() {
    let home = Home::new();
    let words = "arena random hand-tuned-v4 hand-tuned-v1 --gauntlet --games 2 --seed 1 \
         --anchor hand-tuned-v1 --name a --json";
    let report = home.done(words).json();
    let ratings = report["ratings"].as_array().unwrap();
    let anchor = ratings.iter().find(|it| it["bot"] == "greedy:hand-tuned-v1").unwrap();
    assert_eq!(anchor["elo"], 0.0);
    assert!(anchor["elo_low"].is_null(), "four games: {anchor}");
    assert_eq!(games(&home, "a").len(), 4);
    assert!(home.read("results/a/arena.md").contains("gauntlet of random"));
}

#[test]
fn covariances_stand_in_the_order_of_the_table() {
    let home = Home::new();
    let words = "arena champion-2 hand-tuned-v4 hand-tuned-v1 --games 100 --seed 1 --name a --json";
    let report = home.done(words).json();
    let ratings = report["ratings"].as_array().unwrap();
    let between = |row: usize, column: usize| report["covariance"][row][column].as_f64().unwrap();
    for (place, rating) in ratings.iter().enumerate() {
        let [low, high] = ["elo_low", "elo_high"].map(|key| rating[key].as_f64().unwrap());
        let reach = 1.959_963_984_540_054 * between(place, place).sqrt();
        assert!((reach - (high - low) / 2.0).abs() < 1e-6, "{rating}");
        assert_eq!(rating["elo"] == 0.0, between(place, place) == 0.0, "{rating}");
    }
    assert_eq!(report["covariance"].as_array().unwrap().len(), ratings.len());
    assert!((0..3).all(|place| report["covariance"][place].as_array().unwrap().len() == 3));
    let shown = home.done("show a --json").json();
    assert_eq!(shown["covariance"], report["covariance"]);
}

/// Kills an arena until it is over. Gives the number of kills.
fn kill_arena(home: &Home, words: &str, whole: Duration) -> u32 {
    let start = |kills| home.start(&format!("{words} --threads {}", 1 + kills % 3));
    let path = home.result("a", "games.jsonl");
    let tear = |kills| {
        if kills % 3 == 2 && path.exists() {
            // As a power cut may leave it: the last line torn, its times lost.
            let bytes = fs::read(&path).unwrap();
            fs::write(&path, &bytes[..bytes.len().saturating_sub(9)]).unwrap();
            fs::write(home.result("a", "timing.csv"), "game,se").unwrap();
        }
    };
    kill_until_done(whole, 7, start, tear)
}

#[test]
fn killed_at_any_moment_it_ends_as_if_nothing_had_happened() {
    let words = "arena hand-tuned-v4 generation-51 random --games 600 --seed 5 --name a";
    let home = Home::new();
    let started = Instant::now();
    home.done(words);
    let whole = started.elapsed();
    let (killed, kills) = killed_often(whole, |home, whole| kill_arena(home, words, whole));
    killed.done(words);
    assert_same(&home.files("a"), &killed.files("a"), &format!("{kills} kills"));
}

#[cfg(unix)]
#[test]
fn a_signal_stops_it_and_the_command_that_it_says_goes_on() {
    let words = "arena hand-tuned-v4 random --games 4000 --name a --threads 1";
    let attempt = |_| {
        let home = Home::new();
        let path = home.result("a", "games.jsonl");
        let has_games = || fs::read_to_string(&path).is_ok_and(|text| text.lines().count() > 5);
        let check_use = || {
            assert!(home.refused(4, words).contains("in use"));
            assert!(!home.done("show a").err.contains("To go on"));
        };
        let done = crate::program::interrupted(home.command(words), has_games, check_use)?;
        Some((home, done))
    };
    let (home, done) = (0..8).find_map(attempt).expect("it was always over too soon");
    assert_eq!(done.code, Some(130), "{}", done.err);
    assert!(done.err.contains("of 4000 games are played. To go on:"), "{}", done.err);
    let command = done.err.lines().last().unwrap().split_once("arena ").unwrap().1;
    let shown = home.done("show a");
    assert!(shown.err.contains("To go on:\n"), "{}", shown.err);
    assert_eq!(shown.err.lines().last().unwrap().split_once("arena ").unwrap().1, command);
    let told = home.done("show a --json").json();
    let played = games(&home, "a").len();
    assert!(told["games_played"] == played && played < 4000, "{told}");
    assert!(told["games_scheduled"] == 4000 && told["interrupted"] == true, "{told}");
    assert!(home.read("results/a/arena.md").starts_with("Interim: "));
    assert!(done.text().starts_with("Interim: "), "{}", done.text());
    let begun = home.read("results/a/games.jsonl");
    home.done(&format!("arena {command}"));
    assert!(home.read("results/a/games.jsonl").starts_with(&begun));
    assert_eq!(games(&home, "a").len(), 4000);
    assert_eq!(home.done("show a --json").json()["interrupted"], false);
    assert!(!home.done("show a").err.contains("To go on"));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let home = Home::new();
    for (words, why) in [
        ("arena random", "2 values required"),
        ("arena random greedy:random", "'random' is neither a built-in"),
        ("arena random random --games 2", "'random' stands there twice"),
        ("arena random hand-tuned-v4 greedy:hand-tuned-v4", "stands there twice"),
        ("arena random hand-tuned-v4 --games 3", "even number"),
        ("arena random hand-tuned-v4 --games 0", "2..="),
        ("arena random hand-tuned-v4 --repetitions 1", "0 or at least 2"),
        ("arena random hand-tuned-v4 --anchor hand-tuned-v1", "is none of random, greedy:hand"),
        ("arena random hand-tuned-v4 --players 7", "2 to 6"),
        ("arena random hand-tuned-v4 --rules chess", "unknown rule set"),
        ("arena random hand-tuned-v4 --game chess", "no game 'chess'"),
        ("arena random hand-tuned-v4 --opening-plies 9", "0..=8"),
        ("arena random alphabet(depth=2):hand-tuned-v4", "no search 'alphabet'"),
        ("arena random hand-tuned-v4 --name ../x", "can't be a run's name"),
        ("replay nobody --number 1", "neither a file nor an arena"),
        ("verify nobody", "neither a file nor an arena"),
    ] {
        let said = home.refused(2, words);
        assert!(said.contains(why), "{words}: {said}");
    }
    assert!(!home.path("results/x").exists());
}

#[test]
fn another_arena_of_the_same_name_is_refused_with_what_differs() {
    let home = Home::new();
    home.done("export hand-tuned-v1 -o mine.json");
    let words = "arena mine.json random --games 2 --seed 3 --name a";
    home.done(words);
    let before = home.files("a");
    for (other, why) in [
        (words.replace("--seed 3", "--seed 4"), "seed 3 there, 4 here"),
        (format!("{words} --opening-plies 0"), "opening-plies 4 there, 0 here"),
        (words.replace("random", "hand-tuned-v1"), "bots greedy:mine.json, random there"),
    ] {
        let said = home.refused(2, &other);
        assert!(said.contains("made with other settings") && said.contains(why), "{said}");
    }
    home.done("export hand-tuned-v2 -o mine.json");
    let said = home.refused(2, words);
    assert!(said.contains("the weights of greedy:mine.json are others"), "{said}");
    assert_same(&before, &home.files("a"), "refusals change nothing");

    home.done("export hand-tuned-v1 -o mine.json");
    home.done(&words.replace("--seed 3 ", ""));
    assert!(home.refused(2, "evolve --name a").contains("'a' is an arena"));
    home.evolve("run", "--generations 1");
    assert!(home.refused(2, &words.replace("--name a", "--name run")).contains("'run' exists"));
}

#[test]
fn damaged_files_are_refused_by_line() {
    let home = Home::new();
    home.done(&format!("{SMALL} --name a"));
    let path = home.result("a", "games.jsonl");
    let whole = home.read("results/a/games.jsonl");
    let lines: Vec<&str> = whole.lines().collect();
    let with = |line: &str| format!("{}\n{line}\n{}\n", lines[0], lines[2..].join("\n"));
    let other = lines[1].replace("\"seed\":3", "\"seed\":4");
    for (text, why) in [
        (with("junk"), "line 2:"),
        (with(""), "line 2:"),
        (with(&lines[1].replace("\"version\":3", "\"version\":4")), "is of version 4"),
        (with(&lines[1].replace("\"players\":2", "\"players\":99999999999999")), "line 2:"),
        (with(&lines[1].replace("\"players\":2", "\"players\":3")), "line 2:"),
        (with(&"[".repeat(100_000)), "line 2:"),
        (with(&lines[1].replace("\"plies\":", "\"plies\":-")), "line 2:"),
        (with(&lines[1].replace("\"rules\":\"standard", "\"rules\":\"house")), "line 2:"),
    ] {
        fs::write(&path, text).unwrap();
        for words in [&format!("{SMALL} --name a"), "verify a", "replay a --number 2"] {
            let said = home.refused(3, words);
            assert!(said.contains("games.jsonl") && said.contains(why), "{words}: {said}");
        }
    }
    for (text, why) in [
        (with(lines[2]), "line 2: its chain does not follow"),
        (with(&other), "line 2: its chain does not follow"),
        (format!("{whole}{}\n", lines[0]), "line 19: is not game 19 of this arena"),
    ] {
        fs::write(&path, text).unwrap();
        let said = home.refused(3, &format!("{SMALL} --name a"));
        assert!(said.contains(why), "{said}");
    }
    fs::write(&path, b"\xff\xfe\n").unwrap();
    assert!(home.refused(3, "verify a").contains("line 1: is not text"));
    fs::write(&path, "").unwrap();
    assert!(home.refused(3, "verify a").contains("holds no game"));
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    assert!(home.refused(3, "verify a").contains("line 18: is cut short"));
    home.done(&format!("{SMALL} --name a"));
    assert_eq!(home.read("results/a/games.jsonl"), whole);

    let settings = home.read("results/a/arena.toml");
    for text in [settings.replace("version = 3", "version = 2"), "bots = 1".into(), "x".into()] {
        fs::write(home.result("a", "arena.toml"), text).unwrap();
        assert!(home.refused(3, &format!("{SMALL} --name a")).contains("arena.toml"));
    }
}

#[test]
fn verify_finds_what_was_changed() {
    let home = Home::new();
    home.done(&format!("{SMALL} --name a"));
    let said = home.done("verify a").text();
    assert!(said.starts_with("18 games with ") && said.contains("plies are as"), "{said}");
    assert_eq!(home.done("verify results/a/games.jsonl").text(), said);
    let whole = unchained(&home.read("results/a/games.jsonl"));
    let won = |line: &&str| line.contains("\"reason\":\"goal\"");
    let line = whole.lines().find(won).unwrap();
    let game: serde_json::Value = serde_json::from_str(line).unwrap();
    let place = format!("changed.jsonl: line {0}: game {0}: ", game["number"]);
    let winner = game["winner"].as_u64().unwrap();
    let fifth = game["moves"][5].as_str().unwrap();
    for (from, to, why) in [
        (format!("\"winner\":{winner}"), format!("\"winner\":{}", 3 - winner), "wins, not seat"),
        (format!("\"winner\":{winner}"), "\"winner\":null".to_string(), "wins, not nobody"),
        ("\"reason\":\"goal\"".to_string(), "\"reason\":\"stuck\"".to_string(), "the reason is"),
        ("\"plies\":".to_string(), "\"plies\":1".to_string(), "plies, not 1"),
        (format!("\"{fifth}\""), "\"a1-a1\"".to_string(), "ply"),
        (format!("\"{fifth}\","), String::new(), "ply"),
    ] {
        let changed = line.replacen(&from, &to, 1);
        assert_ne!(changed, line, "{from}");
        home.write("changed.jsonl", whole.replace(line, &changed));
        let said = home.refused(3, "verify changed.jsonl");
        assert!(said.contains(&place) && said.contains(why), "{said}");
    }
    // A file of games may hold those of several arenas; an arena has its own, each once.
    let games = home.read("results/a/games.jsonl");
    home.write("results/a/games.jsonl", games.repeat(2));
    home.done("verify results/a/games.jsonl");
    assert!(home.refused(3, "verify a").contains("line 19"));
    let begun: String = games.split_inclusive('\n').take(6).collect();
    home.write("results/a/games.jsonl", begun);
    let said = home.done("verify a").text();
    assert!(said.contains("Not checked: 12 of 18 games are not on record."), "{said}");
}

#[test]
fn a_game_is_drawn_ply_by_ply() {
    let home = Home::new();
    let words = "arena hand-tuned-v4 random --rules standard:ply-cap=6 --games 2 --seed 1 --name a";
    home.done(words);
    let game = &games(&home, "a")[1];
    let text = home.done("replay a --number 2").text();
    let start = home.done("perft --draw --rules standard:ply-cap=6").text();
    assert!(
        text.starts_with(&format!("Game 2: seat 1 random, seat 2 greedy:hand-tuned-v4\n\n{start}"))
    );
    assert_eq!(text.matches("starhop position 1:").count(), 7);
    let moves = game["opening"].as_array().unwrap().iter();
    let moves = moves.chain(game["moves"].as_array().unwrap());
    let who = ["opening", "opening", "opening", "opening", "random", "greedy:hand-tuned-v4"];
    for ((ply, mv), who) in (1..).zip(moves).zip(who) {
        let line = format!("\n{ply}. {}  ({who})\n\n", mv.as_str().unwrap());
        assert!(text.contains(&line), "{line}: {text}");
    }
    assert!(text.ends_with("Nobody won after 6 plies: ply-cap\n"), "{text}");

    assert_eq!(home.done("replay a --number 2 --ply 0").text(), start);
    let last = home.done("replay results/a/games.jsonl --number 2 --ply 6").text();
    assert!(text.contains(&last) && last.contains("ply=6"));
    home.write("position.txt", &last);
    assert_eq!(home.done("perft --position position.txt --draw").text(), last);
    assert!(home.refused(2, "replay a --number 2 --ply 7").contains("has 6 plies"));
    assert!(home.refused(2, "replay a --number 3").contains("no game 3"));
    assert!(home.refused(2, "replay a --number 0").contains("'--number <N>'"));
}
