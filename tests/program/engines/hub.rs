//! Draughts by the Hub protocol, both ways.

use super::{Engine, Home, assert_same_games, own};

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

#[test]
fn a_bot_as_an_engine_plays_the_games_of_the_built_in_one() {
    let home = Home::new();
    let file = own("hub alphabeta:pieces --threads 1") + "protocol = \"hub\"\n";
    home.write("engine.toml", file);
    // White has a king, and both can take.
    home.write("p", "W:W28,32,K46,37,48:B2,12-14,K5\n");
    for (name, words) in [("start", ""), ("place", "--position p")] {
        let flags = format!("--game draughts --games 4 --seed 5 {words}");
        let other = "alphabeta(depth=1):hand-set";
        home.done(&format!("arena alphabeta(depth=3):pieces {other} --name {name} {flags}"));
        home.done(&format!("arena program(engine.toml,depth=3) {other} --name hub-{name} {flags}"));
        assert_same_games(&home, name, &format!("hub-{name}"));
    }
    home.done("arena program(engine.toml,ms=20) random --game draughts --games 2 --seed 1");
    for (words, why) in [
        ("arena program(engine.toml) random", "plays draughts, not chinese-checkers"),
        ("arena program(engine.toml,nodes=5) random --game draughts", "no limit of positions"),
    ] {
        assert!(home.refused(2, words).contains(why), "{words}");
    }
}

#[test]
fn an_engine_says_who_it_is_and_plays() {
    let mut engine = Engine::start("hub alphabeta(depth=3):pieces --seed 1");
    engine.tell("hub");
    assert!(engine.line().starts_with("id name=\"starhop alphabeta(depth=3):pieces\" version="));
    assert_eq!(engine.line(), "param name=variant value=normal type=enum values=normal");
    assert_eq!(engine.line(), "wait");
    engine.tell("set-param name=variant value=normal");
    assert_eq!(engine.ask("init"), "ready");
    assert_eq!(engine.ask("ping"), "pong");
    // 28x19 is the only way to take.
    engine.tell(&format!("new-game\npos pos={START} moves=\"32-28 19-23\""));
    for level in ["level depth=2", "level move-time=0.05", "level time=3 inc=0.1 moves=9"] {
        engine.tell(&format!("{level}\ngo think"));
        assert_eq!(engine.until("done"), "done move=28x19x23", "{level}");
    }
    engine.tell(&format!("pos pos={START}\nlevel infinite\ngo analyze\nping"));
    engine.until("pong");
    engine.tell("hub");
    assert_eq!(engine.until("error"), "error message=\"it thinks of a move; stop it first\"");
    engine.tell(&format!("pos pos={START}"));
    assert_eq!(engine.until("error"), "error message=\"it thinks of a move; stop it first\"");
    engine.tell("stop");
    engine.until("done move=");
    assert!(engine.ask("go think").contains("the last pos was refused"));
    engine.tell(&format!("pos pos={START}\nlevel depth=1\ngo think"));
    let info = engine.until("info");
    assert!(info.starts_with("info depth=1 nodes=9 score="), "{info}");
    engine.until("done move=");
    engine.tell("quit");
    assert_eq!(engine.end(), "");
}

#[test]
fn a_line_that_makes_no_sense_is_answered_by_an_error() {
    let mut engine = Engine::start("hub greedy:pieces");
    for line in [
        "",
        "=",
        "ugi",
        "pos",
        "pos pos=W",
        "pos pos=\"",
        &format!("pos pos={}", &START[..50]),
        &format!("pos pos={START} moves=32-26"),
        &format!("pos pos=X{}", &START[1..]),
        "set-param name=variant value=killer",
        "set-param name=book value=true",
        "level",
        "level depth=0",
        "level move-time=-1",
        "level time=nan",
        "level depth=1 move-time=0.3",
        "level depth=1 depth=2",
        "level infinite depth=1",
        "level depth=1 foo=1",
        "go",
        "go ponder",
        "ponder-hit",
        "\u{1b}[2J",
    ] {
        let told = engine.ask(line);
        assert!(told.starts_with("error message=") && !told.contains('\u{1b}'), "{line}: {told}");
    }
    // No move of the board before, since another one was meant.
    let unread = ["pos", "pos pos=\"", "pos pos=W", &format!("pos pos={START} moves=32-26")];
    for line in unread {
        engine.tell(&format!("pos pos={START}"));
        assert!(engine.ask(line).starts_with("error message="), "{line}");
        assert!(engine.ask("go think").contains("the last pos was refused"), "{line}");
    }
    engine.tell(&format!("pos pos={START}\ngo think"));
    engine.until("done move=");
    assert_eq!(
        engine.ask("set-param name=book"),
        "error message=\"no parameter 'book'; known: variant\""
    );
    engine.tell("go think");
    engine.until("done move=");
    assert_eq!(engine.end(), "");
}

/// By the rules here each of these games is drawn, by others it goes on.
#[test]
fn a_game_that_is_drawn_goes_on_where_the_other_program_says_so() {
    let mut engine = Engine::start("hub alphabeta(depth=2):pieces");
    let there = "46-41 1-7 41-46 7-1";
    for (kings, moves) in [
        ("W:WK46:BK1", format!("{there} {there} {there} 46-41")),
        ("W:WK46,K47,K48:BK1,K2,K3", format!("{there} {there} {there} 46-41 1-7")),
    ] {
        let place = hub_position(kings);
        engine.tell(&format!("pos pos={place} moves=\"{moves}\"\ngo think"));
        let told = engine.until("");
        assert!(told.starts_with("info") || told.starts_with("done"), "{kings}: {told}");
        if told.starts_with("info") {
            engine.until("done move=");
        }
    }
    // Who can't move has lost: there is nothing to ask for.
    let place = hub_position("W:W46:B37,41");
    engine.tell(&format!("pos pos={place}\ngo think"));
    assert_eq!(engine.until("error"), "error message=\"the game is over: no-move\"");
    engine.tell("quit");
}

/// A position of FEN, field by field.
fn hub_position(fen: &str) -> String {
    let mut fields = ['e'; 50];
    for side in fen.split(':').skip(1) {
        let (colour, pieces) = side.split_at(1);
        for piece in pieces.split(',') {
            let (is_king, number) = (piece.starts_with('K'), piece.trim_start_matches('K'));
            let letter = colour.to_lowercase().chars().next().unwrap();
            let field = number.parse::<usize>().unwrap() - 1;
            fields[field] = if is_king { letter.to_ascii_uppercase() } else { letter };
        }
    }
    format!("{}{}", &fen[..1], fields.iter().collect::<String>())
}
