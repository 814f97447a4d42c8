//! Every message of a server has the keys and types that `docs/protocol.md` says, and no others.

use super::read;
use super::tables::{Observed, assert_told, told};
use crate::program::Home;
use crate::serve::Server;
use serde_json::{Value, json};

const PROTOCOL: &str = "docs/protocol.md";

/// The keys that all messages of a kind have.
const COMMON: [(&str, &[&str]); 3] =
    [("ask", &["ask", "id"]), ("answer", &["answer", "id"]), ("is", &["is", "event", "table"])];

#[test]
fn messages_have_the_fields_that_their_page_says() {
    let home = Home::new();
    home.write("book.txt", format!("starhop book 1: {FOUR}\n | 4 | 9 0 0\n"));
    let bots = "--bot alphabeta(depth=1):champion-default --bot greedy(book=book.txt):published";
    let server = Server::start_with(&home, bots, &[]);
    let messages = [alone(&server), together(&server), gone(&server), full()].concat();
    let page = read(PROTOCOL);
    let told = told(&page);
    let mut seen = Observed::new(&told);
    for mut message in messages {
        let object = message.as_object_mut().unwrap();
        let (kind, common) = COMMON.iter().find(|(key, _)| object.contains_key(*key)).unwrap();
        let name = object[*kind].as_str().unwrap().to_string();
        common.iter().for_each(|key| drop(object.remove(*key)));
        let kind = if *kind == "is" { "event" } else { kind };
        let section = format!("{kind} {name}");
        assert!(page.contains(&format!("\n## {section}\n")), "{section}");
        seen.document(&section, &message);
    }
    assert_told(seen);
}

/// Somebody against bots.
fn alone(server: &Server) -> Vec<Value> {
    let mut client = server.client();
    client.ask(json!({"ask": "hello", "version": 1, "id": 1}));
    client.ask(json!({"ask": "games"}));
    let table = client.create(json!({
        "game": "chinese-checkers", "players": 2, "rules": "standard", "seats": ["open", "level 1"], "seed": 1,
        "terms": {"clock": {"move": 600, "game": 6000}, "absent": {"after": 600, "then": "bot"}},
    }));
    let (_, token) = client.join(&table, "Ada");
    client.ask(json!({"ask": "watch", "table": table, "from": 0}));
    let mv = client.moves(&table).remove(0);
    client.play(&table, &token, &mv);
    client.await_event("move");
    client.await_event("move");
    for ask in ["array", "moves", "unwatch", "watch"] {
        client.ask(json!({"ask": ask, "table": table}));
    }
    client.ask(json!({"ask": "think", "table": table, "token": token}));
    client.ask(json!({"ask": "undo", "table": table, "token": token}));
    client.await_event("undo");
    client.refused(json!({"ask": "undo", "table": table, "token": token}));
    // One that chooses without a search.
    let seats = ["open", "greedy(book=book.txt):published"];
    let table = client.create(json!({"game": "connect-four", "seats": seats, "name": "Ada"}));
    let (_, token) = client.join(&table, "Ada");
    client.ask(json!({"ask": "think", "table": table, "token": token, "top": 2}));
    client.ask(json!({"ask": "array", "table": table}));
    client.messages
}

/// Two people, and another game.
fn together(server: &Server) -> Vec<Value> {
    let (mut one, mut other) = (server.client(), server.client());
    let table = one.create(json!({
        "game": "connect-four", "seats": ["open", "open"],
        "terms": {"clock": {"move": 600}, "absent": {"after": 600, "then": "resign"}},
    }));
    let (_, token) = one.join(&table, "Ada");
    let drawn = "gxastwcrx9d2j7fhetcz9yys5";
    other.ask(json!({"ask": "join", "table": table, "seat": 2, "name": "Bob", "token": drawn}));
    one.ask(json!({"ask": "watch", "table": table}));
    let theirs = std::mem::take(&mut other.messages);
    drop(other);
    one.await_event("away");
    one.play(&table, &token, "4");
    one.ask(json!({"ask": "list"}));
    let table = one.create(json!({"game": "connect-four", "seats": ["open", "level 1"], "terms": {"clock": {"game": 600}}}));
    let (_, token) = one.join(&table, "Ada");
    one.ask(json!({"ask": "watch", "table": table}));
    one.ask(json!({"ask": "resign", "table": table, "token": token}));
    one.await_event("end");
    one.ask(json!({"ask": "rematch", "table": table, "token": token}));
    one.await_event("rematch");
    one.ask(json!({"ask": "list"}));
    [one.messages, theirs].concat()
}

/// Somebody who goes and comes back, and a game that nobody wins.
fn gone(server: &Server) -> Vec<Value> {
    let (mut one, mut other) = (server.client(), server.client());
    let table = one.create(json!({"game": "connect-four", "seats": ["open", "open"], "terms": {}}));
    let (_, first) = one.join(&table, "Ada");
    let (_, second) = other.join(&table, "Bob");
    one.ask(json!({"ask": "watch", "table": table}));
    drop(other);
    one.await_event("away");
    let mut other = server.client();
    other.ask(json!({"ask": "return", "table": table, "token": second}));
    one.await_event("back");
    for column in DRAWN.chars().enumerate() {
        let (client, token) =
            if column.0 % 2 == 0 { (&mut one, &first) } else { (&mut other, &second) };
        let answer = client.play(&table, token, &column.1.to_string());
        assert_eq!(answer["answer"], "done", "{column:?} {answer}");
    }
    assert!(one.await_event("end")["winner"].is_null());
    one.ask(json!({"ask": "list"}));
    [one.messages, other.messages].concat()
}

/// A disk that has room for a person's move, and none for the bot's.
fn full() -> Vec<Value> {
    for call in 1..20 {
        let home = Home::new();
        let first = Server::start(&home);
        let mut client = first.client();
        let table = client.create(json!({"game": "connect-four", "seats": ["open", "level 1"]}));
        let (_, token) = client.join(&table, "Ada");
        first.kill();
        let fault = format!("full:{call}");
        let environment = [("STARHOP_FAULT", fault.as_str())];
        let Some(server) = Server::try_start(&home, "", &environment) else { continue };
        let mut client = server.client();
        client.ask(json!({"ask": "watch", "table": table}));
        if client.play(&table, &token, "4")["answer"] != "done" {
            continue;
        }
        loop {
            let event = client.event();
            match event["is"].as_str().unwrap() {
                "trouble" => return client.messages,
                "move" if event["seat"] == 2 => break,
                _ => {}
            }
        }
    }
    panic!("the disk was never full");
}

/// The game of a book.
const FOUR: &str = "game=connect-four players=2 rules=standard";

/// Forty-two moves of Connect Four after which nobody has won.
const DRAWN: &str = "547125662261271266215743771576315353334444";
