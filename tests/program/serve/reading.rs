//! Runs, arenas and games on record by a server, which only reads.

use super::super::program::{Home, SMALL};
use super::Server;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

#[test]
fn runs_arenas_and_their_games_are_shown_and_left_as_they_are() {
    let home = Home::new();
    home.evolve("small", SMALL);
    home.done("arena greedy:champion-default random --games 2 --seed 1 --name pair");
    let before = home.snapshot();
    let server = Server::start(&home);
    let runs = server.json("/api/runs");
    assert_eq!(runs[0]["run"], "small");
    assert!(!runs[0]["means"].as_array().unwrap().is_empty());
    let run = server.json("/api/run/small");
    let pictures: Vec<&str> =
        run["pictures"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    assert_eq!(pictures, ["fitness", "win-rate", "heat-map"]);
    let picture = server.get("/api/run/small/heat-map.svg");
    assert!(picture.contains("image/svg+xml") && picture.contains("<svg"), "{picture}");
    let others = server.json("/api/others");
    assert_eq!(others["arenas"][0]["name"], "pair");
    assert!(server.get("/report/pair").contains("Crosstable"));
    assert!(server.get("/report/small").contains("Settings"));
    let games = server.json("/api/games/pair/1");
    assert_eq!(games["all"], 2);
    assert!(games["earlier"].is_null() && games["later"].is_null(), "{games}");
    let events = server.json("/api/game/pair/2");
    let events = events.as_array().unwrap();
    let plies = games["games"][1]["plies"].as_u64().unwrap();
    assert_eq!(events.iter().filter(|it| it["is"] == "move").count() as u64, plies);
    assert_eq!(events.last().unwrap()["winner"], games["games"][1]["winner"]);
    let after = home.snapshot();
    let kept = |all: &super::super::program::Snapshot| -> Value {
        let own = all.iter().filter(|(path, _)| !path.to_string_lossy().contains("serve"));
        own.map(|(path, (_, bytes))| (path.display().to_string(), Value::from(bytes.len())))
            .collect()
    };
    assert_eq!(kept(&before), kept(&after));
}

/// The numbers of a shard's games don't begin at 1.
#[test]
fn all_games_of_a_shard_can_be_reached() {
    let home = Home::new();
    let words = "--game connect-four --games 404 --seed 1 --name many --shard 2/2";
    home.done(&format!("arena random greedy:published {words}"));
    let server = Server::start(&home);
    let listed = |from: u64| {
        let found = server.json(&format!("/api/games/many.2-of-2/{from}"));
        let games = found["games"].as_array().unwrap();
        let numbers = [games.first(), games.last()].map(|it| it.unwrap()["number"].clone());
        let beside = [found["earlier"].clone(), found["later"].clone()];
        (numbers, beside, found["all"].clone())
    };
    let first = ([json!(203), json!(402)], [json!(null), json!(403)], json!(202));
    assert_eq!(listed(1), first);
    assert_eq!(listed(203), first);
    let last = ([json!(403), json!(404)], [json!(203), json!(null)], json!(202));
    assert_eq!(listed(403), last);
}

/// What a page says to type is for the game and the folder of the run.
#[test]
fn commands_of_a_page_can_be_typed() {
    let home = Home::new();
    home.evolve("small", SMALL);
    let words = "--game connect-four --search alphabeta(depth=2) --against published --generations 2 \
         --population 4 --fitness-games 2 --more-games 2 --candidates 2 --final-games 20";
    for (name, seed) in [("four", 1), ("second", 2)] {
        home.evolve(name, &format!("{words} --seed {seed}"));
    }
    let server = Server::start(&home);
    let run = server.json("/api/run/four");
    let play = "starhop play human 'alphabeta(depth=2):four' --game connect-four";
    let told = [
        "starhop show four",
        "starhop resume four --generations 4",
        "starhop measure four",
        play,
        "starhop export four --format python",
    ];
    assert_eq!(run["commands"], json!(told));
    let timed = words.replace("--generations 2", "--minutes 0.001");
    home.done(&format!("evolve {timed} --seed 3 --name clock"));
    let commands = |name: &str| server.json(&format!("/api/run/{name}"))["commands"].clone();
    assert_eq!(commands("clock")[1], "starhop resume clock --minutes 0.002");
    let arena = server.json("/api/overlay/four,second")["arena"].clone();
    let bots = "'alphabeta(depth=2):four' 'alphabeta(depth=2):second'";
    assert_eq!(arena, format!("starhop arena {bots} --game connect-four"));
    assert!(server.json("/api/overlay/four,small")["arena"].is_null());
    let arena = arena.as_str().unwrap().trim_start_matches("starhop ").replace('\'', "");
    home.done(&format!("{arena} --games 2 --seed 1"));
    std::fs::remove_file(home.path("results/four/champion.json")).unwrap();
    assert_eq!(commands("four"), json!(["starhop show four", "starhop resume four"]));
}

/// Whoever comes by an address that leads nowhere sees the page with its menu, and a program a line.
#[test]
fn an_address_that_leads_nowhere_has_a_page_for_people() {
    let home = Home::new();
    let server = Server::start(&home);
    let visit = format!("Host: {}\r\nAccept: text/html,*/*", server.http);
    for path in ["/foo", "/%ff", "/table", "/table/abc/def", "/runs/xyz"] {
        let seen = server.request(path, &visit);
        assert!(seen.starts_with("HTTP/1.1 404") && seen.contains("<nav"), "{path}: {seen}");
        let told = server.get(path);
        assert!(told.starts_with("HTTP/1.1 404"), "{path}: {told}");
        assert!(told.ends_with("\r\n\r\nnothing is here\n"), "{path}: {told}");
    }
    let told = server.request("/api/nothing", &visit);
    assert!(told.ends_with("\r\n\r\nnothing is here\n"), "{told}");
}

#[test]
fn several_runs_are_shown_in_one_picture() {
    let home = Home::new();
    home.evolve("small", SMALL);
    home.evolve("other", &SMALL.replace("--seed 2", "--seed 3"));
    let server = Server::start(&home);
    let both = server.json("/api/overlay/small,other");
    let names: Vec<&str> =
        both["runs"].as_array().unwrap().iter().map(|it| it["run"].as_str().unwrap()).collect();
    assert_eq!(names, ["small", "other"]);
    assert_eq!(both["runs"][1]["settings"]["seed"], 3);
    assert_eq!(both["pictures"], json!(["fitness", "win-rate"]));
    home.done("plot small other --output pictures");
    for name in ["fitness", "win-rate"] {
        let picture = server.get(&format!("/api/overlay/small,other/{name}.svg"));
        let (_, svg) = picture.split_once("\r\n\r\n").unwrap();
        assert_eq!(svg, home.read(&format!("pictures/{name}.svg")));
    }
    assert!(server.get("/api/overlay/small,nothing").starts_with("HTTP/1.1 404"));
    let many = server.get(&format!("/api/overlay/{}", vec!["small"; 33].join(",")));
    assert!(many.contains("more than 32 runs"), "{many}");
    let eight = ["small"; 8].join(",");
    assert!(server.get(&format!("/api/overlay/{eight}")).contains("7"));
}

/// Files of one name can hold different arrays, and different names one array.
#[test]
fn runs_compare_by_the_arrays_of_their_opponents() {
    let home = Home::new();
    for (name, file, array) in [
        ("one", "mine", "hand-tuned-v3"),
        ("two", "other", "hand-tuned-v3"),
        ("three", "mine", "hand-tuned-v2"),
    ] {
        home.done(&format!("export {array} -o {file}.json"));
        let against = format!("--against {file}.json");
        home.evolve(name, &SMALL.replace("--against hand-tuned-v3", &against));
        std::fs::remove_file(home.path(&format!("{file}.json"))).unwrap();
    }
    let server = Server::start(&home);
    let alike = |names: &str| server.json(&format!("/api/overlay/{names}"))["alike"].clone();
    assert_eq!([alike("one,two"), alike("one,three")], [json!(true), json!(false)]);
    // Which the picture says in lines of its own.
    let height = |names: &str| {
        home.done(&format!("plot {names} --output drawn"));
        let svg = home.read("drawn/fitness.svg");
        let (_, rest) = svg.split_once("height=\"").unwrap();
        rest.split('"').next().unwrap().parse::<u32>().unwrap()
    };
    assert!(height("one two") < height("one three"));
    std::fs::remove_file(home.path("results/one/opponent.json")).unwrap();
    assert_eq!(alike("one,two"), false);
}

#[test]
fn a_page_hears_that_a_run_has_come_further() {
    let home = Home::new();
    home.evolve("small", SMALL);
    let server = Server::start(&home);
    let mut lines = BufReader::new(TcpStream::connect(&server.http).unwrap());
    let request = format!("GET /api/run/small/events HTTP/1.1\r\nHost: {}\r\n\r\n", server.http);
    lines.get_mut().write_all(request.as_bytes()).unwrap();
    let mut next = || loop {
        let mut line = String::new();
        assert!(lines.read_line(&mut line).unwrap() > 0);
        if let Some(reached) = line.strip_prefix("data: ") {
            break serde_json::from_str::<[(u64, bool); 1]>(reached).unwrap()[0];
        }
    };
    let (before, _) = next();
    home.done("resume small --generations 22 --quiet");
    let length = home.read("results/small/generations.csv").len() as u64;
    assert!(length > before);
    while next() != (length, false) {}
    // A run that begins to be worked on, or ends, has news without a new row.
    let lock = File::open(home.population("small", "lock")).unwrap();
    lock.lock().unwrap();
    while next() != (length, true) {}
    assert_eq!(server.json("/api/runs")[0]["state"], "running");
    lock.unlock().unwrap();
    assert_eq!(next(), (length, false));
    assert_eq!(server.json("/api/runs")[0]["state"], "finished");
}

#[test]
fn what_is_damaged_is_named_with_its_reason() {
    let home = Home::new();
    home.evolve("small", SMALL);
    home.done("arena greedy:champion-default random --games 2 --seed 1 --name pair");
    home.write("results/small/config.toml", "version = 99\n");
    home.write("results/pair/arena.toml", "nothing");
    let server = Server::start(&home);
    let run = server.json("/api/runs")[0].clone();
    assert_eq!(run["run"], "small");
    assert!(run["damaged"].as_str().unwrap().contains("config.toml"), "{run}");
    let other = server.json("/api/others")["damaged"][0].clone();
    assert_eq!(other["name"], "pair");
    assert!(other["damaged"].as_str().unwrap().contains("arena.toml"), "{other}");
    for (path, code, why) in [
        ("/api/run/small", 500, "config.toml"),
        ("/report/small", 500, "config.toml"),
        ("/api/overlay/small,small", 500, "config.toml"),
        ("/report/pair", 500, "arena.toml"),
        ("/api/run/nothing", 404, "no run 'nothing'"),
        ("/report/nothing", 404, "'nothing'"),
        ("/api/game/pair/NaN", 404, "there is no such game\n"),
        ("/api/game/pair/9", 404, "there is no such game\n"),
        ("/api/games/pair/-1", 404, "there is no such game\n"),
        ("/api/run/small/champion/x", 404, "there is no such champion\n"),
    ] {
        let answer = server.get(path);
        assert!(answer.starts_with(&format!("HTTP/1.1 {code}")), "{path}: {answer}");
        assert!(answer.contains(why), "{path}: {answer}");
    }
}

#[test]
fn what_can_not_have_happened_in_a_game_is_named_by_its_line() {
    let home = Home::new();
    let server = Server::start_with(&home, "--bot greedy:champion-2", &[]);
    let seats = ["open", "greedy:champion-2"];
    let table = server.client().create(json!({"game": "chinese-checkers", "seats": seats}));
    server.kill();
    let file = format!("results/serve/{table}.jsonl");
    let whole = home.read(&file);
    let line = whole.lines().count() + 1;
    for (added, why) in [
        (r#"{"bot":7}"#, "seat 8 of 2"),
        (r#"{"seat":[2,{"name":"z"}]}"#, "seat 3 of 2"),
        (r#"{"move":["zz",5]}"#, "'zz' is no hole"),
        (r#"{"undo":999}"#, "more is taken back"),
    ] {
        home.write(&file, format!("{whole}{added}\n"));
        let said = home.refused(3, "serve --listen 127.0.0.1:0");
        assert!(said.contains(&format!("{table}.jsonl: line {line}: {why}")), "{added}: {said}");
    }
}

#[test]
fn a_game_whose_bot_is_gone_is_named_by_its_file() {
    let home = Home::new();
    home.evolve("small", SMALL);
    let server = Server::start_with(&home, "--bot greedy:small", &[]);
    let seats = ["open", "greedy:small"];
    let table = server.client().create(json!({"game": "chinese-checkers", "seats": seats}));
    server.kill();
    std::fs::remove_dir_all(home.path("results/small")).unwrap();
    let before = home.snapshot();
    let why = home.refused(3, "serve --listen 127.0.0.1:0");
    assert!(why.contains(&format!("{table}.jsonl")) && why.contains("'small'"), "{why}");
    assert!(home.changes(&before).is_empty());
}
