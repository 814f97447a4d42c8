//! A bot as an engine: what it answers to each line of UGI.

use super::{Engine, Home};
use std::io::Write;

#[test]
fn an_engine_says_who_it_is_and_where_the_game_stands() {
    let mut engine = Engine::start("ugi alphabeta(depth=4):published --game connect-four --seed 7");
    engine.tell("ugi");
    assert!(engine.line().starts_with("id name starhop "));
    assert!(engine.line().starts_with("id author "));
    assert_eq!(engine.line(), "option name Players type spin default 2 min 2 max 2");
    assert_eq!(engine.line(), "option name Rules type string default standard");
    let seed = "option name Seed type spin default 7 min 0 max 9007199254740991";
    assert_eq!((engine.line().as_str(), engine.line().as_str()), (seed, "ugiok"));
    assert_eq!(engine.ask("setoption name Players value 3"), "error Players: 2, not '3'");
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
    // The nearest limit counts, and nothing is said of another.
    for go in ["go depth 0", "go depth 100", "go movetime 0"] {
        engine.tell(go);
        let mut line = engine.line();
        while !line.starts_with("bestmove") {
            assert!(!line.starts_with("info string"), "{go}: {line}");
            line = engine.line();
        }
        assert_eq!(line, "bestmove 1", "{go}");
    }
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
    assert!(engine.end().contains("bestmove "));
}

#[test]
fn a_line_that_makes_no_sense_is_answered_by_an_error_and_changes_nothing() {
    let mut engine = Engine::start("ugi greedy:champion-2");
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
