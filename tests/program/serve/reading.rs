//! Runs, arenas and games on record by a server, which only reads.

use super::super::program::{Home, SMALL};
use super::Server;
use serde_json::Value;
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
        if let Some(bytes) = line.strip_prefix("data: ") {
            break bytes.trim().parse::<u64>().unwrap();
        }
    };
    let before = next();
    home.done("resume small --generations 22 --quiet");
    assert!(next() > before);
}
