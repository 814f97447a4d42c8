//! A bot as an engine: what it answers to each line of UGI.

use super::Home;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};

/// An engine that is talked to.
struct Engine {
    child: Child,
    lines: BufReader<std::process::ChildStdout>,
}

impl Engine {
    fn start(words: &str) -> Engine {
        let mut command = Home::new().command(&format!("ugi {words}"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).current_dir("/");
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Engine { child, lines }
    }

    fn tell(&mut self, lines: &str) {
        let input = self.child.stdin.as_mut().unwrap();
        input.write_all(format!("{lines}\n").as_bytes()).unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line.trim_end().to_string()
    }

    /// The first line that begins so.
    fn until(&mut self, begin: &str) -> String {
        loop {
            let line = self.line();
            assert!(!line.is_empty(), "it ended before {begin}");
            if line.starts_with(begin) {
                return line;
            }
        }
    }

    fn ask(&mut self, line: &str) -> String {
        self.tell(line);
        self.line()
    }

    /// What it writes after its input has ended.
    fn end(mut self) -> String {
        drop(self.child.stdin.take());
        let mut rest = String::new();
        self.lines.read_to_string(&mut rest).unwrap();
        assert!(self.child.wait().unwrap().success());
        rest
    }
}

#[test]
fn an_engine_says_who_it_is_and_where_the_game_stands() {
    let mut engine = Engine::start("alphabeta(depth=4):published --game connect-four --seed 7");
    engine.tell("ugi");
    assert!(engine.line().starts_with("id name starhop "));
    assert!(engine.line().starts_with("id author "));
    assert_eq!(engine.line(), "option name Players type spin default 2 min 2 max 6");
    assert_eq!(engine.line(), "option name Rules type string default standard");
    let seed = "option name Seed type spin default 7 min 0 max 9007199254740991";
    assert_eq!((engine.line().as_str(), engine.line().as_str()), (seed, "ugiok"));
    assert_eq!(engine.ask("isready"), "readyok");
    engine.tell("uginewgame\nposition startpos moves 4 4");
    for (asked, answer) in
        [("query gameover", "false"), ("query p1turn", "true"), ("query result", "none")]
    {
        assert_eq!(engine.ask(asked), format!("response {answer}"));
    }
    engine.tell("position startpos moves 1 2 1 2 1 2 1");
    for (asked, answer) in
        [("query gameover", "true"), ("query p1turn", "false"), ("query result", "p1win")]
    {
        assert_eq!(engine.ask(asked), format!("response {answer}"));
    }
    assert_eq!(engine.ask("go depth 3"), "error the game is over: four");
    engine.tell("position startpos moves 1 2 1 2 1 2");
    // Whatever it is asked, the win is seen.
    for go in ["go", "go depth 2", "go nodes 500", "go movetime 200", "go p1time 900 p2time 1"] {
        engine.tell(go);
        assert_eq!(engine.until("bestmove"), "bestmove 1", "{go}");
    }
    engine.tell("go depth 0");
    let told = engine.until("info string");
    assert!(
        told.starts_with("info string its own limit counts: depth is a whole number"),
        "{told}"
    );
    assert_eq!(engine.until("bestmove"), "bestmove 1");
    // The position without an end is searched until it is stopped.
    engine.tell("position startpos\ngo infinite\nisready");
    engine.until("readyok");
    engine.tell("query p1turn");
    assert_eq!(engine.until("error"), "error it thinks of a move; stop it first");
    engine.tell("stop");
    engine.until("bestmove ");
    let fen = "starhop position 1: connect-four turn=2/. . . . . . ./. . . . . . ./. . . . . . ./\
               1 . . . . . ./1 2 . . . . ./1 2 . . . . .";
    engine.tell(&format!("position fen {fen}\ngo depth 2"));
    assert_eq!(engine.until("bestmove"), "bestmove 1");
    engine.tell("go infinite");
    assert!(engine.end().contains("bestmove 1\n"));
}

#[test]
fn a_line_that_makes_no_sense_is_answered_by_an_error_and_changes_nothing() {
    let mut engine = Engine::start("greedy:champion-2");
    engine.tell("position startpos moves d1-e5");
    for line in [
        "",
        "uci",
        "position",
        "position fen x",
        "position fen starhop position 1: players=9",
        "position startpos moves d1-e5 d1-e5",
        "setoption name Hash value 3",
        "setoption name Players value seven",
        "setoption name Seed value -1",
        "go fast",
        "go depth",
        "go searchmoves d1-e5",
        "query",
        "\u{1b}[2J",
        "position fen \u{0} moves \u{202e}",
    ] {
        let told = engine.ask(line);
        assert!(told.starts_with("error ") && !told.contains('\u{1b}'), "{line}: {told}");
    }
    let input = engine.child.stdin.as_mut().unwrap();
    input.write_all(b"\xff\xfe\n").unwrap();
    assert_eq!(engine.line(), "error the line is no text");
    let input = engine.child.stdin.as_mut().unwrap();
    input.write_all(&vec![b'x'; (1 << 20) + 5]).unwrap();
    engine.tell("");
    assert_eq!(engine.line(), "error the line is too long");
    assert_eq!(engine.line(), "error 'xxxxx': is no command of UGI");
    assert_eq!(engine.ask("query p1turn"), "response false");
    // Rules and players that don't go together are told of where they are to count.
    engine.tell("setoption name Players value 3\nsetoption name Rules value nonsense");
    assert!(engine.ask("uginewgame").starts_with("error "));
    engine.tell("setoption name Rules value standard\nuginewgame\ngo depth 3");
    engine.until("bestmove ");
    assert_eq!(engine.ask("quit"), "");
    assert_eq!(engine.end(), "");
}

#[test]
fn what_is_no_bot_is_refused() {
    let home = Home::new();
    for (words, why) in [
        ("ugi champion-9", "champion"),
        ("ugi champion-2 --game chess", "no game 'chess'"),
        ("ugi champion-2 --players 7", "2 to 6"),
        ("ugi alphabeta", "goes by what?"),
    ] {
        let said = home.refused(2, words);
        assert!(said.contains(why), "{words}: {said}");
    }
}
