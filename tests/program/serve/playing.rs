//! Games on a server, from the first move to the file.

use super::super::program::{Done, Home, send};
use super::Server;
use serde_json::{Value, json};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

#[path = "../../../examples/random_bot/main.rs"]
mod random_bot;

#[test]
fn two_programs_play_a_whole_game_which_replay_and_verify_read() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut watcher = server.client();
    // A bot that fails leaves the other one alone, which must not wait for ever.
    let terms = json!({"absent": {"after": 10, "then": "resign"}, "clock": {"move": 60}});
    let seats = ["open", "open"];
    let table =
        watcher.create(json!({"game": "connect-four", "seats": seats, "terms": terms, "seed": 1}));
    watcher.ask(json!({"ask": "watch", "table": table}));
    let (tcp, name) = (server.tcp.clone(), table.clone());
    let rust = thread::spawn(move || random_bot::play(&tcp, &name).unwrap());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/random_bot.py");
    let python = Command::new("python3").args([script, &server.tcp, &table]).output().unwrap();
    assert!(python.status.success(), "{}", String::from_utf8_lossy(&python.stderr));
    let won = rust.join().unwrap();
    let end = watcher.await_event("end");
    assert_eq!(end["number"], 1);
    assert_eq!(
        won || String::from_utf8_lossy(&python.stdout).starts_with("won"),
        !end["winner"].is_null()
    );
    let replayed = home.done("replay play --number 1").text();
    assert!(replayed.contains("human"), "{replayed}");
    home.done("verify play");
    assert_eq!(std::fs::read_dir(home.path("results/serve")).unwrap().count(), 0);
}

#[test]
fn an_answer_comes_after_all_that_had_happened_when_it_was_asked() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut client = server.client();
    let seats = ["open", "open"];
    let table = client.create(json!({"game": "connect-four", "seats": seats}));
    let tokens = [client.join(&table, "Ada").1, client.join(&table, "Bob").1];
    assert_eq!(client.ask(json!({"ask": "watch", "table": table}))["events"], 3);
    for ply in 0..14 {
        let mv = (ply % 7 + 1).to_string();
        let mv = json!({"ask": "move", "table": table, "token": tokens[ply % 2], "move": mv});
        let moves = json!({"ask": "moves", "table": table});
        client.send(format!("{mv}\n{moves}").as_bytes());
        assert_eq!(client.answer().unwrap()["answer"], "done");
        assert_eq!(client.answer().unwrap()["answer"], "moves");
        // The start, both seats and all moves so far.
        let events = client.messages.iter().filter(|it| it.get("event").is_some());
        assert_eq!(events.count(), 4 + ply);
    }
}

#[test]
fn every_game_is_played_against_a_bot_of_the_server() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut client = server.client();
    let games = client.ask(json!({"ask": "games"}));
    let games = games["games"].as_array().unwrap().clone();
    assert_eq!(games.len(), 5);
    for game in games {
        let table = client
            .create(json!({"game": game["game"], "players": 2, "seats": ["open", "level 1"]}));
        let (seat, token) = client.join(&table, "Ada");
        assert_eq!(seat, 1);
        client.ask(json!({"ask": "watch", "table": table}));
        let start = client.event();
        let aim = start["aim"].as_str().unwrap();
        assert!(start["is"] == "start" && aim.contains(" Nobody wins "), "{start}");
        // The page names the rules of repetition, too, where a position can come again.
        assert_eq!(aim.contains("3 times"), game["game"] != "connect-four", "{aim}");
        for _ in 0..3 {
            let mv = client.moves(&table).remove(0);
            assert_eq!(client.play(&table, &token, &mv)["answer"], "done");
            assert_eq!(client.await_event("move")["seat"], 1);
            assert_eq!(client.await_event("move")["seat"], 2);
        }
        let thought = client.ask(json!({"ask": "think", "table": table, "token": token, "top": 3}));
        assert!(
            client.moves(&table).contains(&thought["move"].as_str().unwrap().to_string()),
            "{thought}"
        );
        let undone = client.ask(json!({"ask": "undo", "table": table, "token": token}));
        assert_eq!(undone["answer"], "done", "{undone}");
        assert_eq!(client.await_event("undo")["plies"], 2);
        let array = client.ask(json!({"ask": "array", "table": table}));
        assert_eq!(array["answer"], "array");
        client.ask(json!({"ask": "resign", "table": table, "token": token}));
        let end = client.await_event("end");
        assert_eq!((end["winner"].as_u64(), end["reason"].as_str()), (Some(2), Some("resigned")));
        assert_eq!(end["words"], "resigned");
        client.ask(json!({"ask": "unwatch", "table": table}));
    }
    home.done("verify play");
}

#[test]
fn a_bot_of_another_folder_plays_on_this_server() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut client = server.client();
    let table =
        client.create(json!({"game": "connect-four", "seats": ["open", "level 1"], "seed": 3}));
    let guest = Home::new();
    let bot = "alphabeta(depth=4):champion-connect-four";
    let done = guest.done(&format!("connect {} {bot} --seed 1", server.tcp));
    assert!(done.err.contains(&format!("{bot} has seat 1 of table {table:?}")), "{}", done.err);
    // A bot that looks ahead beats a random one.
    assert!(done.text().starts_with(&format!("{bot} won after ")), "{}", done.text());
    guest.refused(2, &format!("connect {} random --table nowhere", server.tcp));
}

/// A game that nobody hears of leaves nothing that the next server would have to restore.
#[test]
fn a_rematch_without_its_bot_leaves_no_game() {
    let home = Home::new();
    home.done("export generation-51 --format json --output own.json");
    let server = Server::start_with(&home, "--bot greedy:own.json", &[]);
    let mut client = server.client();
    let table =
        client.create(json!({"game": "chinese-checkers", "seats": ["open", "greedy:own.json"]}));
    let (_, token) = client.join(&table, "Ada");
    client.ask(json!({"ask": "resign", "table": table, "token": token}));
    std::fs::remove_file(home.path("own.json")).unwrap();
    client.refused(json!({"ask": "rematch", "table": table, "token": token}));
    let names = std::fs::read_dir(home.path("results/serve")).unwrap();
    let names = names.map(|it| it.unwrap().file_name().into_string().unwrap());
    assert_eq!(names.filter(|it| !it.starts_with('.')).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn a_bot_that_thinks_too_long_hears_that_it_lost() {
    let home = Home::new();
    let server = Server::start(&home);
    let seats = ["open", "level 1"];
    let terms = json!({"clock": {"move": 1}});
    server.client().create(json!({"game": "connect-four", "seats": seats, "terms": terms}));
    let guest = Home::new();
    let bot = "alphabeta(ms=4000):champion-connect-four";
    let done = guest.done(&format!("connect {} {bot} --seed 1", server.tcp));
    assert!(done.text().contains("time"), "{}: {}", done.text(), done.err);
}

/// Nobody else could free its seat.
#[test]
fn a_bot_that_is_stopped_resigns() {
    let (home, guest) = (Home::new(), Home::new());
    let server = Server::start(&home);
    let mut client = server.client();
    for bot in ["random", "alphabeta(depth=30):champion-connect-four"] {
        let table = client.create(json!({"game": "connect-four", "seats": ["open", "open"]}));
        let (seat, token) = client.join(&table, "Ada");
        assert_eq!(seat, 1);
        let mut command = guest.command(&format!("connect {} {bot} --table {table}", server.tcp));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
        assert!(said.next().is_some_and(|line| line.contains("has seat 2")));
        client.ask(json!({"ask": "watch", "table": table}));
        let mut stop = || {
            send(&child, "-INT");
            assert!(said.next().is_some_and(|line| line.contains("Stopping")));
        };
        // Nobody can resign before it is their turn.
        let is_early = bot == "random";
        if is_early {
            stop();
        }
        client.ask(json!({"ask": "move", "table": table, "token": token, "move": "1"}));
        if !is_early {
            stop();
        }
        let end = client.await_event("end");
        assert_eq!((&end["winner"], &end["reason"]), (&json!(1), &json!("resigned")), "{end}");
        let done = Done::from(child.wait_with_output().unwrap());
        assert_eq!(done.code, Some(130), "{}", done.err);
        assert_eq!(said.collect::<Vec<_>>(), ["The bot resigned."]);
        assert!(done.out.is_empty());
    }
}

/// A bot takes no seat where it can't play, and a newer table of another game is passed by.
#[test]
fn a_bot_takes_a_seat_only_where_it_can_play() {
    let (home, guest) = (Home::new(), Home::new());
    let server = Server::start(&home);
    let mut client = server.client();
    let game = |game: &str| json!({"game": game, "seats": ["open", "level 1"], "seed": 3});
    let own = client.create(game("connect-four"));
    let other = client.create(game("draughts"));
    let bot = "alphabeta(depth=1):champion-connect-four";
    let said = guest.refused(2, &format!("connect {} {bot} --table {other}", server.tcp));
    assert!(said.contains("champion-connect-four"), "{said}");
    let done = guest.done(&format!("connect {} {bot} --seed 1", server.tcp));
    assert!(done.err.contains(&format!("table {own:?}")), "{}", done.err);
    let said = guest.refused(2, &format!("connect {} {bot}", server.tcp));
    assert!(said.contains("no game there that the bot can play has a free seat"), "{said}");
    assert!(said.contains("at the newest, of \"draughts\""), "{said}");
    let list = client.ask(json!({"ask": "list"}));
    let table = list["tables"].as_array().unwrap().iter().find(|it| it["table"] == other).unwrap();
    assert_eq!(table["seats"][0]["kind"], "open", "{table}");
}

/// What a server says must be of this version, and answer what was asked.
#[test]
fn a_server_that_speaks_otherwise_is_refused() {
    let guest = Home::new();
    for (answer, code, why) in [
        (
            r#"{"id":1,"answer":"hello","version":9,"server":"x","tcp":null}"#,
            2,
            "speaks version 9 of the protocol",
        ),
        (
            r#"{"id":7,"answer":"hello","version":1,"server":"x","tcp":null}"#,
            3,
            "doesn't understand",
        ),
        (r#"{"id":null,"answer":"refused","why":"full"}"#, 2, "the server refuses: \"full\""),
        ("hello", 3, "doesn't understand"),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            stream.write_all(format!("{answer}\n").as_bytes()).unwrap();
            // Until the guest has gone.
            let _ = io::copy(&mut stream, &mut io::sink());
        });
        let said = guest.refused(code, &format!("connect {address} random"));
        assert!(said.contains(why), "{said}");
        server.join().unwrap();
    }
}

#[test]
fn a_rematch_swaps_seats_and_keeps_tokens() {
    let home = Home::new();
    let server = Server::start(&home);
    let (mut one, mut other) = (server.client(), server.client());
    let table = one.create(json!({"game": "connect-four", "seats": ["open", "open"]}));
    let (_, first) = one.join(&table, "Ada");
    let (_, second) = other.join(&table, "Bob");
    let early = one.refused(json!({"ask": "rematch", "table": table, "token": first}));
    assert_eq!(early, "this game goes on");
    one.ask(json!({"ask": "resign", "table": table, "token": first}));
    let next = other.ask(json!({"ask": "rematch", "table": table, "token": second}));
    let next = next["table"].as_str().unwrap().to_string();
    let same = one.ask(json!({"ask": "rematch", "table": table, "token": first}));
    assert_eq!(same["table"], next.as_str());
    // Bob has the first seat there.
    assert_eq!(other.play(&next, &second, "4")["answer"], "done");
    assert_eq!(one.play(&next, &first, "4")["answer"], "done");
}

/// A page that is loaded within a move shows the clock as it stands.
#[test]
fn whoever_watches_hears_how_long_the_player_to_move_has_thought() {
    let home = Home::new();
    let server = Server::start(&home);
    let (mut client, mut watcher) = (server.client(), server.client());
    let table = client.create(json!({"game": "connect-four", "seats": ["open", "open"]}));
    let mut thought = || {
        let watching = watcher.ask(json!({"ask": "watch", "table": table}));
        watching["thought"].as_u64().unwrap()
    };
    let (_, token) = client.join(&table, "Ada");
    thread::sleep(Duration::from_millis(100));
    assert_eq!(thought(), 0, "nobody's time runs while a seat is free");
    client.join(&table, "Bob");
    let mut looks = 0..100;
    assert!(looks.any(|_| {
        thread::sleep(Duration::from_millis(50));
        thought() >= 100
    }));
    let before = Instant::now();
    assert_eq!(client.play(&table, &token, "4")["answer"], "done");
    assert!(u128::from(thought()) <= before.elapsed().as_millis());
}

#[test]
fn time_that_is_over_loses_and_those_who_are_gone_resign_or_are_replaced() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut client = server.client();
    let clock = json!({"clock": {"move": 1}});
    let table = client
        .create(json!({"game": "connect-four", "seats": ["open", "level 1"], "terms": clock}));
    client.join(&table, "Ada");
    client.ask(json!({"ask": "watch", "table": table}));
    let end = client.await_event("end");
    assert_eq!((end["winner"].as_u64(), end["reason"].as_str()), (Some(2), Some("time")));
    for then in ["resign", "bot"] {
        let terms = json!({"absent": {"after": 0, "then": then}});
        let seats = ["open", "level 1"];
        let table = client
            .create(json!({"game": "connect-four", "seats": seats, "terms": terms, "seed": 1}));
        client.ask(json!({"ask": "watch", "table": table}));
        let mut gone = server.client();
        gone.join(&table, "Bob");
        drop(gone);
        assert_eq!(client.await_event("away")["seat"], 1);
        let end = client.await_event("end");
        assert_eq!(end["reason"] == "resigned", then == "resign", "{end}");
        // Nobody has moved where the person resigns.
        assert_eq!(end["number"].is_u64(), then == "bot", "{end}");
    }
    home.done("verify play");
}

/// Where more than two play, the others go on.
#[test]
fn a_bot_plays_on_for_those_who_resign() {
    let (home, guest) = (Home::new(), Home::new());
    let server = Server::start(&home);
    let mut client = server.client();
    let table = client.create(json!({"game": "chinese-checkers", "players": 3,
        "seats": ["open", "open", "level 1"], "seed": 4}));
    let (_, token) = client.join(&table, "Ada");
    let mut command = guest.command(&format!("connect {} random --table {table}", server.tcp));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(said.next().is_some_and(|line| line.contains("has seat 2")));
    send(&child, "-INT");
    assert!(said.next().is_some_and(|line| line.contains("Stopping")));
    client.ask(json!({"ask": "watch", "table": table}));
    let first = client.moves(&table)[0].clone();
    assert_eq!(client.play(&table, &token, &first)["answer"], "done");
    let mut replaced = || loop {
        let event = client.await_event("seat");
        if event["person"]["kind"] == "bot" {
            return event["seat"].as_u64();
        }
    };
    assert_eq!(replaced(), Some(2));
    let done = Done::from(child.wait_with_output().unwrap());
    assert_eq!(done.code, Some(130), "{}", done.err);
    assert_eq!(said.collect::<Vec<_>>(), ["The bot resigned."]);
    assert_eq!(client.await_event("move")["seat"], 2);
    let resign = json!({"ask": "resign", "table": table, "token": token});
    assert_eq!(client.ask(resign.clone())["answer"], "done");
    let event = client.await_event("seat");
    assert_eq!((&event["seat"], &event["person"]["kind"]), (&json!(1), &json!("bot")));
    assert_eq!(client.refused(resign), "a bot has your seat now");
}

/// The answer to the first ask may have been lost with its connection.
#[test]
fn who_joins_again_with_the_same_token_has_the_same_seat() {
    let home = Home::new();
    let server = Server::start(&home);
    let token = "gxastwcrx9d2j7fhetcz9yys5";
    let table = server.client().create(json!({"game": "connect-four", "seats": ["open", "open"]}));
    let join = |more: Value| {
        let mut join = json!({"ask": "join", "table": table, "name": "Ada"});
        join.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        join
    };
    for _ in 0..2 {
        let joined = server.client().ask(join(json!({"token": token})));
        assert_eq!((&joined["seat"], &joined["token"]), (&json!(1), &json!(token)), "{joined}");
    }
    let mut client = server.client();
    let again = client.ask(join(json!({"token": token, "seat": 1})));
    assert_eq!(again["answer"], "joined", "{again}");
    let other = client.refused(join(json!({"token": token, "seat": 2})));
    assert_eq!(other, "that token is for another seat here");
    let short = client.refused(join(json!({"token": "guess"})));
    assert_eq!(short, "a token is 25 to 64 letters and digits");
    assert_eq!(client.join(&table, "Bob").0, 2);
    assert_eq!(client.play(&table, token, "4")["answer"], "done");
}

#[test]
fn a_list_has_what_was_acknowledged() {
    let home = Home::new();
    let server = Server::start(&home);
    let (mut client, mut other) = (server.client(), server.client());
    for _ in 0..10 {
        let table = client.create(json!({"game": "connect-four", "seats": ["open", "open"]}));
        let (_, token) = client.join(&table, "Ada");
        let mut newest = || other.ask(json!({"ask": "list"}))["tables"][0].clone();
        assert_eq!(newest()["seats"][0]["name"], "Ada");
        client.play(&table, &token, "4");
        assert_eq!(newest()["plies"], 1);
    }
}

#[test]
fn seats_turns_and_moves_are_kept_to() {
    let home = Home::new();
    let server = Server::start(&home);
    let (mut one, mut other) = (server.client(), server.client());
    let table = one.create(json!({"game": "connect-four", "seats": ["open", "open"]}));
    let (_, first) = one.join(&table, "Ada");
    let (_, second) = other.join(&table, "Bob");
    assert_eq!(
        one.refused(json!({"ask": "join", "table": table, "name": "C"})),
        "that seat isn't free"
    );
    let early = other.play(&table, &second, "1");
    assert_eq!(early["why"], "it is the turn of seat 1");
    assert_eq!(one.play(&table, &first, "9")["answer"], "refused");
    assert_eq!(one.play(&table, "wrong", "1")["why"], "that token is for no seat here");
    let undo = one.refused(json!({"ask": "undo", "table": table, "token": first}));
    assert_eq!(undo, "with other people at the table nobody takes back");
    // All is told to those, too, who say what they have heard.
    one.play(&table, &first, "1");
    assert_eq!(other.ask(json!({"ask": "watch", "table": table, "from": 3}))["events"], 4);
    let told: Vec<Value> = (0..4).map(|_| other.event()["is"].clone()).collect();
    assert_eq!(told, ["start", "seat", "seat", "move"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_plays_where_the_server_was_started_with_it_and_nowhere_else() {
    let home = Home::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/programs/random_engine");
    for file in ["engine.toml", "random_engine.py"] {
        home.write(file, std::fs::read(format!("{folder}/{file}")).unwrap());
    }
    home.write("other.toml", home.read("engine.toml"));
    let (bot, other) = ("program(engine.toml,depth=1)", "program(other.toml,depth=1)");
    let server = Server::start_with(&home, &format!("--bot {bot}"), &[]);
    let mut client = server.client();
    let seats = |bot: &str| json!({"game": "halma", "seats": ["open", bot]});
    for foreign in [other, "program(engine.toml,depth=2)"] {
        let mut ask = seats(foreign);
        ask["ask"] = "create".into();
        assert!(client.refused(ask).contains("a bot that this server offers"));
    }
    let table = client.create(seats(bot));
    let (_, token) = client.join(&table, "Ada");
    client.ask(json!({"ask": "watch", "table": table}));
    for _ in 0..3 {
        let mv = client.moves(&table).remove(0);
        assert_eq!(client.play(&table, &token, &mv)["answer"], "done");
        client.await_event("move");
        assert_eq!(client.await_event("move")["seat"], 2);
    }
    server.kill();
    // The game goes on with a server that was started with its program, and waits with any other.
    let file = format!("results/serve/{table}.jsonl");
    let kept = home.read(&file);
    let said = home.done(&format!("serve --stdio --bot {other}")).err;
    let waits = format!("{file}: this game waits for its bot {bot}, and stays as it is; ");
    assert!(said.contains(&waits) && said.contains(&format!("--bot '{bot}'")), "{said}");
    let server = Server::start_with(&home, "", &[]);
    assert_eq!(server.client().ask(json!({"ask": "list"}))["all"], 0);
    server.kill();
    assert_eq!(home.read(&file), kept);
    for (bot, why) in [("human", "that is a person"), ("nobody", "'nobody' is neither")] {
        let said = home.refused(2, &format!("serve --listen 127.0.0.1:0 --bot {bot}"));
        assert!(said.contains(why), "{said}");
    }
    home.write("none.toml", "version = 1\ncommand = [\"./nothing-here\"]\n");
    let said = home.refused(1, "serve --listen 127.0.0.1:0 --bot program(none.toml)");
    assert!(said.contains("the program none.toml failed: it didn't get ready"), "{said}");
    let server = Server::start_with(&home, &format!("--bot {bot}"), &[]);
    assert!(server.client().moves(&table).len() > 1);
}

/// One bot thinks at a time on this server, and that of a client that is gone would for an hour.
#[test]
fn a_bot_thinks_no_longer_for_a_client_that_is_gone() {
    let home = Home::new();
    let bot = "alphabeta(ms=3600000):published";
    let server = Server::start_with(&home, &format!("--bot {bot}"), &[]);
    let seated = |bot: &str| {
        let mut client = server.client();
        let table = client.create(json!({"game": "connect-four", "seats": ["open", bot]}));
        let (_, token) = client.join(&table, "Ada");
        (client, json!({"ask": "think", "table": table, "token": token}))
    };
    let (mut gone, think) = seated(bot);
    for _ in 0..4 {
        gone.send(think.to_string().as_bytes());
    }
    let why = "4 hints that you asked for aren't there yet; ask again when one of them is";
    assert_eq!(gone.refused(think), why);
    drop(gone);
    let (mut client, think) = seated("level 1");
    let thought = client.ask(think);
    // The bot of level 1 plays by chance.
    assert_eq!(thought["bot"], "alphabeta(depth=1):champion-connect-four", "{thought}");
    assert!(thought["lines"][0]["value"].is_number(), "{thought}");
}

#[test]
fn a_program_that_always_fails_gives_up() {
    let home = Home::new();
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/programs/engine.py");
    let program = std::fs::read_to_string(program).unwrap();
    let (once, third) = ("    os.remove(\"fault\")\n", "moves == 3");
    assert!(program.contains(once) && program.contains(third));
    home.write("engine.py", program.replace(once, "").replace(third, "moves == 1"));
    home.write("engine.toml", "version = 1\ncommand = [\"python3\", \"engine.py\"]\n");
    home.write("fault", "dies");
    let bot = "program(engine.toml,depth=1)";
    let server = Server::start_with(&home, &format!("--bot {bot}"), &[]);
    let mut client = server.client();
    let table = client.create(json!({"game": "connect-four", "seats": ["open", bot]}));
    let (_, token) = client.join(&table, "Ada");
    client.ask(json!({"ask": "watch", "table": table}));
    assert_eq!(client.play(&table, &token, "4")["answer"], "done");
    let end = client.await_event("end");
    assert_eq!((&end["winner"], &end["reason"]), (&json!(1), &json!("resigned")), "{end}");
    let troubles = client.messages.iter().filter(|it| it["is"] == "trouble");
    assert_eq!(troubles.count(), 12);
}

#[test]
fn the_program_that_starts_a_server_plays_on_it() {
    let home = Home::new();
    let ask = |asks: &[Value]| -> Vec<Value> {
        let mut command = home.command("serve --stdio");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let lines: String = asks.iter().map(|ask| format!("{ask}\n")).collect();
        child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        let done = child.wait_with_output().unwrap();
        assert!(done.status.success());
        let lines = String::from_utf8(done.stdout).unwrap();
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let seats = ["open", "open"];
    let answers = ask(&[
        json!({"ask": "hello", "version": 1}),
        json!({"ask": "create", "game": "connect-four", "seats": seats}),
    ]);
    let table = answers[1]["table"].as_str().unwrap();
    let answers = ask(&[
        json!({"ask": "join", "table": table, "name": "Ada"}),
        json!({"ask": "moves", "table": table}),
    ]);
    let (token, moves) = (answers[0]["token"].as_str().unwrap(), &answers[1]["moves"]);
    assert_eq!(*moves, json!(["1", "2", "3", "4", "5", "6", "7"]));
    let mv = json!({"ask": "move", "table": table, "token": token, "move": "4"});
    assert_eq!(ask(&[mv])[0]["answer"], "done");
    let list = ask(&[json!({"ask": "list"})]);
    assert_eq!(list[0]["tables"][0]["plies"], 1);
    home.refused(2, "serve --stdio --tcp 127.0.0.1:0");
}
