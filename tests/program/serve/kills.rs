//! Servers that are killed, and disks that are full: no move that was acknowledged is ever missing.

use super::super::program::{Home, Moments};
use super::{Client, Server};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

/// What a client knows of its game for certain.
struct Known {
    table: String,
    tokens: [String; 2],
    /// Moves that were acknowledged.
    moves: Vec<String>,
    /// A move without an answer, which may be there or not.
    open: Option<String>,
}

impl Known {
    fn new(client: &mut Client) -> Known {
        let table = client.create(json!({"game": "draughts", "seats": ["open", "open"]}));
        let tokens = ["Ada", "Bob"].map(|name| client.join(&table, name).1);
        Known { table, tokens, moves: Vec::new(), open: None }
    }

    /// Plays a move; whether it was acknowledged.
    fn play(&mut self, client: &mut Client) -> bool {
        let ask = json!({"ask": "moves", "table": self.table});
        let Some(answer) = client.try_ask(ask) else { return false };
        let moves: Vec<String> = serde_json::from_value(answer["moves"].clone()).unwrap();
        let mv = moves[self.moves.len() % moves.len()].clone();
        let token = &self.tokens[self.moves.len() % 2];
        let ask = json!({"ask": "move", "table": self.table, "token": token, "move": mv});
        self.open = Some(mv);
        let Some(answer) = client.try_ask(ask) else { return false };
        assert_eq!(answer["answer"], "done", "{answer}");
        self.moves.extend(self.open.take());
        true
    }

    /// Checks what a server tells of the game, and takes over a move that it had not acknowledged.
    fn check(&mut self, server: &Server) {
        let mut client = server.client();
        let events = client.ask(json!({"ask": "watch", "table": self.table}));
        let events = (0..events["events"].as_u64().unwrap()).map(|_| client.event());
        let told: Vec<Value> = events.filter(|it| it["is"] == "move").collect();
        let told: Vec<&str> = told.iter().map(|it| it["move"].as_str().unwrap()).collect();
        let open = self.open.take();
        if open.is_some() && told.len() == self.moves.len() + 1 {
            self.moves.extend(open);
        }
        assert_eq!(told, self.moves);
    }
}

#[test]
fn a_game_goes_on_after_a_kill_behind_each_of_its_first_acknowledgements() {
    let home = Home::new();
    let mut server = Server::start(&home);
    let mut known = Known::new(&mut server.client());
    for _ in 0..6 {
        let mut client = server.client();
        assert!(known.play(&mut client));
        server.kill();
        server = Server::start(&home);
        known.check(&server);
    }
    let mut client = server.client();
    let ask = json!({"ask": "resign", "table": known.table, "token": known.tokens[0]});
    assert_eq!(client.ask(ask)["answer"], "done");
    server.kill();
    // The game may have been kept before the kill, and is kept once in any case.
    for _ in 0..2 {
        let server = Server::start(&home);
        let mut client = server.client();
        if client.ask(json!({"ask": "list"}))["all"] == 1 {
            client.ask(json!({"ask": "watch", "table": known.table}));
            assert_eq!(client.await_event("end")["number"], 1);
        }
    }
    home.done("verify play");
    assert_eq!(home.read("results/play/games.jsonl").lines().count(), 1);
}

#[test]
fn what_was_taken_back_and_who_was_replaced_is_known_after_a_kill() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut client = server.client();
    let terms = json!({"absent": {"after": 5, "then": "bot"}, "clock": {"game": 600}});
    let seats = json!({"game": "halma", "players": 4, "seats": ["open", "level 1", "level 1", "open"], "terms": terms});
    let table = client.create(seats);
    let (_, token) = client.join(&table, "Ada");
    client.ask(json!({"ask": "watch", "table": table}));
    let mut gone = server.client();
    let (seat, old) = gone.join(&table, "Bob");
    let mv = client.moves(&table).remove(0);
    client.play(&table, &token, &mv);
    drop(gone);
    let replaced = loop {
        let event = client.await_event("seat");
        if event["seat"] == seat && event["person"]["kind"] == "bot" {
            break event["event"].as_u64().unwrap();
        }
    };
    while client.await_event("move")["seat"] != seat {}
    client.ask(json!({"ask": "undo", "table": table, "token": token}));
    let undone = client.await_event("undo");
    assert_eq!(undone["plies"], 4);
    server.kill();
    let server = Server::start(&home);
    let mut client = server.client();
    client.ask(json!({"ask": "watch", "table": table}));
    let told: Vec<Value> = (0..undone["event"].as_u64().unwrap()).map(|_| client.event()).collect();
    assert!(
        told.iter().any(|it| it["person"]["kind"] == "bot" && it["seat"] == seat),
        "{replaced}"
    );
    let again = client.play(&table, &token, &mv);
    assert_eq!(again["answer"], "done", "{again}");
    let undo = json!({"ask": "undo", "table": table, "token": old});
    assert_eq!(client.refused(undo), "a bot has your seat now");
}

/// A server that was started again numbers events in another way, as who came and went is in no file.
#[test]
fn those_who_watched_before_a_kill_miss_nothing_after_it() {
    let (home, guest) = (Home::new(), Home::new());
    let server = Server::start(&home);
    let (mut client, mut ada) = (server.client(), server.client());
    let table = client.create(json!({"game": "connect-four", "seats": ["open", "open"]}));
    let (_, token) = ada.join(&table, "Ada");
    let words = format!("connect {} random --seed 1 --table {table}", server.tcp);
    let mut bot =
        guest.command(&words).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let mut said = BufReader::new(bot.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(said.next().is_some_and(|line| line.contains("has seat 2")));
    client.ask(json!({"ask": "watch", "table": table}));
    drop(ada);
    client.await_event("away");
    for _ in 0..3 {
        server.client().ask(json!({"ask": "return", "table": table, "token": token}));
        client.await_event("away");
    }
    let server = server.again(&home);
    let mut client = server.client();
    client.ask(json!({"ask": "watch", "table": table, "from": 10}));
    assert_eq!(client.play(&table, &token, "4")["answer"], "done");
    for seat in 1..=2 {
        assert_eq!(client.await_event("move")["seat"], seat);
    }
    let resign = json!({"ask": "resign", "table": table, "token": token});
    assert_eq!(client.ask(resign)["answer"], "done");
    assert!(bot.wait().unwrap().success(), "{:?}", said.collect::<Vec<_>>());
}

#[test]
fn a_line_that_was_torn_within_a_letter_never_was() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut client = server.client();
    let table = client.create(json!({"game": "draughts", "seats": ["open", "open"]}));
    client.join(&table, "Zoé");
    server.kill();
    let files = fs::read_dir(home.path("results/serve")).unwrap().map(|it| it.unwrap().path());
    let file = files.into_iter().find(|it| it.extension().is_some_and(|it| it == "jsonl")).unwrap();
    let mut bytes = fs::read(&file).unwrap();
    let letter = bytes.windows(2).position(|it| it == "é".as_bytes()).unwrap();
    bytes.truncate(letter + 1);
    fs::write(&file, bytes).unwrap();
    let server = Server::start(&home);
    assert_eq!(server.client().join(&table, "Ada").0, 1);
}

#[test]
fn a_seat_that_is_taken_after_the_end_leaves_nothing_behind() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut client = server.client();
    let table = client.create(json!({"game": "connect-four", "seats": ["open", "open"]}));
    let (_, token) = client.join(&table, "Ada");
    let resigned = client.ask(json!({"ask": "resign", "table": table, "token": token}));
    assert_eq!(resigned["answer"], "done");
    let join = json!({"ask": "join", "table": table, "name": "Bob"});
    assert_eq!(client.refused(join), "the game is over");
    server.kill();
    Server::start(&home);
}

#[test]
fn a_server_that_dies_at_any_call_to_the_disk_keeps_what_it_acknowledged() {
    // Calls of the start, of a new table, of joins, and of moves.
    for number in (1..60).step_by(4) {
        let home = Home::new();
        let first = Server::start(&home);
        let mut known = Known::new(&mut first.client());
        first.kill();
        let fault = format!("die:{number}");
        let environment = [("STARHOP_FAULT", fault.as_str())];
        if let Some(server) = Server::try_start(&home, "", &environment) {
            let mut client = server.client();
            for _ in 0..10 {
                if !known.play(&mut client) {
                    break;
                }
            }
        }
        let server = Server::start(&home);
        known.check(&server);
        assert!(known.play(&mut server.client()), "{number}");
    }
}

#[test]
fn a_full_disk_is_said_and_nothing_acknowledged_is_lost() {
    let home = Home::new();
    let first = Server::start(&home);
    let mut known = Known::new(&mut first.client());
    first.kill();
    let mut said = 0;
    for number in 1..10 {
        let fault = format!("full:{number}");
        let environment = [("STARHOP_FAULT", fault.as_str())];
        let Some(server) = Server::try_start(&home, "", &environment) else { continue };
        let mut client = server.client();
        for _ in 0..3 {
            let mv = client.moves(&known.table).remove(0);
            let token = known.tokens[known.moves.len() % 2].clone();
            let answer = client.play(&known.table, &token, &mv);
            if answer["answer"] == "done" {
                known.moves.push(mv);
                continue;
            }
            let why = answer["why"].as_str().unwrap();
            assert!(why.contains("can't be kept") && why.contains("no storage space"), "{why}");
            said += 1;
        }
        server.kill();
        known.check(&Server::start(&home));
    }
    assert!(said > 0);
}

/// A kill at a random moment, two hundred times.
#[test]
#[ignore = "many processes, a quarter of a minute"]
fn two_hundred_kills_lose_nothing() {
    let home = Home::new();
    let mut known: Option<Known> = None;
    let mut moments = Moments(1);
    for _ in 0..200 {
        let server = Server::start(&home);
        let mut known_now = match known.take() {
            Some(mut known) => {
                known.check(&server);
                known
            }
            None => Known::new(&mut server.client()),
        };
        let moment = Duration::from_millis(60).mul_f64(moments.fraction());
        let mut client = server.client();
        let killer = thread::spawn(move || {
            thread::sleep(moment);
            server.kill();
        });
        while known_now.moves.len() < 60 && known_now.play(&mut client) {}
        killer.join().unwrap();
        known = (known_now.moves.len() < 60).then_some(known_now);
    }
}
