//! What nobody should get by trying.

use super::super::program::Home;
use super::Server;
use serde_json::json;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

const SOCKET: &str = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
     Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";

#[test]
fn other_names_and_pages_of_other_sites_are_refused() {
    let home = Home::new();
    let server = Server::start(&home);
    let own = &server.http;
    assert!(server.get("/").starts_with("HTTP/1.1 200"));
    for path in ["/", "/ws", "/api/runs", "/style.css"] {
        let rebound = server.request(path, "Host: evil.example:7121");
        assert!(rebound.starts_with("HTTP/1.1 403"), "{rebound}");
        let cross = format!("Host: {own}\r\nOrigin: http://evil.example");
        let cross = server.request(path, &cross);
        assert!(cross.starts_with("HTTP/1.1 403"), "{cross}");
        let picture = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors";
        let picture = server.request(path, &format!("Host: {own}\r\n{picture}"));
        assert!(picture.starts_with("HTTP/1.1 403"), "{picture}");
    }
    let cross = format!("Host: {own}\r\nOrigin: http://evil.example\r\n{SOCKET}");
    assert!(server.request("/ws", &cross).starts_with("HTTP/1.1 403"));
}

#[test]
fn a_server_at_all_addresses_goes_by_each_and_by_no_foreign_name() {
    let home = Home::new();
    let words = "--listen 0.0.0.0:0 --tcp 127.0.0.1:0";
    let server = Server::try_start_at(&home, words, &[]).unwrap();
    let (host, port) = server.http.rsplit_once(':').unwrap();
    assert_ne!(host, "0.0.0.0");
    assert!(server.get("/").starts_with("HTTP/1.1 200"), "at the address that it prints");
    for (head, code) in [
        (format!("Host: 192.0.2.7:{port}"), 200),
        (format!("Host: localhost:{port}"), 200),
        (format!("Host: 192.0.2.7:{port}\r\nOrigin: http://192.0.2.7:{port}"), 200),
        (format!("Host: 192.0.2.7:{port}\r\nOrigin: http://192.0.2.8:{port}"), 403),
        (format!("Host: evil.example:{port}"), 403),
        ("Host: 192.0.2.7".to_string(), 403),
    ] {
        let answer = server.request("/", &head);
        assert!(answer.starts_with(&format!("HTTP/1.1 {code}")), "{head}: {answer}");
    }
    for host in ["http://box.local", "box.local/", ""] {
        let mut command = home.command("serve --listen 127.0.0.1:0 --host");
        assert_eq!(command.arg(host).output().unwrap().status.code(), Some(2), "{host:?}");
    }
}

#[test]
fn pages_may_do_nothing_that_they_dont_need() {
    let home = Home::new();
    let server = Server::start(&home);
    let pages = ["/", "/app.js", "/runs", "/api/runs", "/nothing"].map(|path| server.get(path));
    let refused = server.request("/", "Host: evil.example:7121");
    for answer in pages.into_iter().chain([refused]) {
        let answer = answer.to_ascii_lowercase();
        let (head, _) = answer.split_once("\r\n\r\n").unwrap();
        assert!(
            head.contains("content-security-policy: default-src 'none'; script-src 'self'"),
            "{head}"
        );
        assert!(head.contains("x-content-type-options: nosniff"), "{head}");
        assert!(head.contains("frame-ancestors 'none'"), "{head}");
        assert!(!head.contains("access-control-allow-origin"), "{head}");
    }
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let home = Home::new();
    home.write("secret.svg", "secret");
    let server = Server::start(&home);
    for path in [
        "/../secret.svg",
        "/..%2Fsecret.svg",
        "/api/run/..%2F..",
        "/api/run/../secret.svg",
        "/api/run/%2e%2e/secret.svg",
        "/api/games/..%2F../1",
        "/report/..%2Fsecret.svg",
        "/api/run/%00",
        "/api/overlay/..%2F..,..%2F..",
        "/api/overlay/%2e%2e,/secret.svg",
    ] {
        let answer = server.get(path);
        assert!(
            answer.starts_with("HTTP/1.1 404") || answer.starts_with("HTTP/1.1 400"),
            "{path}: {answer}"
        );
        assert!(!answer.contains("secret\""), "{answer}");
    }
}

#[test]
fn lines_that_are_too_long_or_no_json_are_refused() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut client = server.client();
    client.ask(json!({"ask": "list"}));
    for line in [
        "",
        "{",
        "[]",
        "null",
        "{\"ask\":\"hello\"}",
        "{\"ask\":\"nothing\"}",
        "\u{0}",
        "{\"ask\":\"list\",\"more\":1}",
        "{\"ask\":\"list\",\"id\":-1}",
        "{\"ask\":\"list\",\"id\":\"x\"}",
        "{\"ask\":\"list\",\"ask\":\"list\"}",
        "{\"ask\":\"list\",\"id\":1,\"id\":1}",
        "{\"ask\":\"hello\",\"version\":1,\"version\":1}",
    ] {
        client.send(line.as_bytes());
        assert_eq!(client.answer().unwrap()["answer"], "refused", "{line}");
    }
    for (line, why) in [
        ("[]", "no JSON object: an object is expected, not a list"),
        ("{\"ask\":\"hello\"}", "missing key `version`"),
        (
            "{\"ask\":\"hello\",\"version\":\"x\"}",
            "from 0 to 4294967295 is expected, not the text \"x\"",
        ),
        ("{\"ask\":\"nothing\"}", "unknown word `nothing`, expected one of `hello`, "),
        ("{\"ask\":\"moves\",\"table\":7}", "a text is expected, not 7"),
    ] {
        client.send(line.as_bytes());
        let answer = client.answer().unwrap();
        assert!(answer["why"].as_str().unwrap().contains(why), "{answer}");
    }
    client.send(&[0xff, 0xfe]);
    assert_eq!(client.answer().unwrap()["answer"], "refused");
    let deep = format!("{{\"ask\":{}", "[".repeat(10_000));
    client.send(deep.as_bytes());
    assert_eq!(client.answer().unwrap()["answer"], "refused");
    client.send(&vec![b'x'; 64 * 1024]);
    assert_eq!(client.answer().unwrap()["why"], "a line has at most 16 KiB");
    assert_eq!(client.answer(), None, "and the connection ends");
    let mut client = server.client();
    client.ask(json!({"ask": "list"}));
    client.send(&[b'x'; 16 * 1024]);
    let answer = client.answer().unwrap();
    assert!(answer["why"].as_str().unwrap().starts_with("no JSON object"), "{answer}");
    client.send(&[&[b'x'; 17 * 1024][..], b"\n"].concat());
    assert_eq!(
        client.answer().unwrap()["why"],
        "a line has at most 16 KiB",
        "with its end at once"
    );
    assert_eq!(server.client().ask(json!({"ask": "hello", "version": 2}))["answer"], "refused");
}

/// A page of another site can have a browser send such a request to the plain connection.
#[test]
fn what_a_browser_posts_is_not_taken_for_lines() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut client = server.client();
    client.send(b"POST / HTTP/1.1\r\nContent-Type: text/plain\r\n\r");
    let create = json!({"ask": "create", "game": "connect-four", "seats": ["open", "open"]});
    client.send(create.to_string().as_bytes());
    let why = "lines of JSON are spoken here, and the first one is none";
    assert_eq!(client.answer().unwrap()["why"], why);
    assert_eq!(client.answer(), None, "and the connection ends");
    assert_eq!(server.client().ask(json!({"ask": "list"}))["all"], 0);
}

#[test]
fn an_oversized_frame_ends_a_web_socket() {
    let home = Home::new();
    let server = Server::start(&home);
    let stream = TcpStream::connect(&server.http).unwrap();
    let mut lines = BufReader::new(stream);
    let request = format!("GET /ws HTTP/1.1\r\nHost: {}\r\n{SOCKET}\r\n\r\n", server.http);
    lines.get_mut().write_all(request.as_bytes()).unwrap();
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(lines.read_line(&mut head).unwrap() > 0, "{head}");
    }
    assert!(head.starts_with("HTTP/1.1 101"), "{head}");
    // A text frame, masked with zeros, that says that it has 2^40 bytes.
    let mut frame = vec![0x81, 0xff];
    frame.extend((1_u64 << 40).to_be_bytes());
    frame.extend([0; 4]);
    lines.get_mut().write_all(&frame).unwrap();
    let mut rest = Vec::new();
    let _ = std::io::Read::read_to_end(&mut lines, &mut rest);
    assert!(String::from_utf8_lossy(&rest).contains("at most 16 KiB"));
    assert_eq!(server.client().ask(json!({"ask": "list"}))["all"], 0, "others go on");
}

#[test]
fn only_bots_of_the_list_play() {
    let home = Home::new();
    home.write("weights.json", "{}");
    let server = Server::start_with(&home, "--bot alphabeta(depth=1):champion-default", &[]);
    let mut client = server.client();
    let mut seat = |name: &str| {
        client.ask(json!({"ask": "create", "game": "chinese-checkers", "seats": ["open", name]}))
    };
    for name in [
        "alphabeta(depth=60):champion-default",
        "greedy:weights.json",
        "greedy:/etc/passwd",
        "greedy:../weights.json",
        "random",
        "human",
        "level 0",
        "level 9",
        "level -1",
        "level +2",
        "level 02",
        "",
    ] {
        assert_eq!(seat(name)["answer"], "refused", "{name}");
    }
    assert_eq!(seat("alphabeta(depth=1):champion-default")["answer"], "created");
    assert_eq!(seat("level 5")["answer"], "created");
}

#[test]
fn names_are_harmless_everywhere() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut client = server.client();
    let table = client.create(json!({"game": "connect-four", "seats": ["open", "open"]}));
    let name = "<img src=x onerror=alert(1)>\u{1b}[2J\u{202e}\r\n\"'&";
    client.join(&table, name);
    client.ask(json!({"ask": "watch", "table": table}));
    let seat = client.await_event("seat");
    assert_eq!(seat["person"]["name"], "img src=x onerror=alert(1)[2J");
    let empty = client.refused(json!({"ask": "join", "table": table, "name": "\u{1b}<>"}));
    assert_eq!(empty, "a name needs letters");
    // A table would stay behind at which nobody can sit down.
    let create = json!({"ask": "create", "game": "connect-four", "seats": ["open", "level 1"], "name": "\u{202e}\u{200b}"});
    assert_eq!(client.refused(create), "a name needs letters");
    assert_eq!(client.ask(json!({"ask": "list"}))["all"], 1);
    assert_eq!(std::fs::read_dir(home.path("results/serve")).unwrap().count(), 1);
}

#[test]
fn too_many_games_and_too_many_asks_are_refused() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut client = server.client();
    let ask = json!({"ask": "create", "game": "connect-four", "seats": ["open", "open"]});
    let answers: Vec<_> = (0..40).map(|_| client.ask(ask.clone())).collect();
    let refused = answers.iter().filter(|it| it["answer"] == "refused");
    assert!(refused.clone().count() > 0);
    assert!(refused.clone().all(|it| it["why"] == "too many games are begun; wait a second"));
    let lists = (0..2000).map(|_| client.ask(json!({"ask": "list"}))["answer"].clone());
    assert!(lists.filter(|it| *it == "refused").count() > 0);
}
