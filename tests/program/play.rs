//! A game that is played through a pipe and at a terminal: moves, commands, what is kept of it.

use crate::program::{Done, Home, unchained};
#[cfg(unix)]
use crate::terminal::Terminal;
#[cfg(unix)]
use rustix::process::Signal;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

/// Plays with these lines as standard input.
fn play(home: &Home, words: &str, lines: &str) -> Done {
    let mut command = home.command(&format!("play {words}"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A game that is over reads no further.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    child.wait_with_output().unwrap().into()
}

fn played(home: &Home, words: &str, lines: &str) -> String {
    let done = play(home, words, lines);
    assert_eq!(done.code, Some(0), "{words}: {}", done.err);
    done.text() + &done.err
}

/// The first legal move again and again until nobody can answer any more.
const FIRST: &str = "#1\n";

#[test]
fn whole_games_of_every_kind_go_through_a_pipe() {
    let home = Home::new();
    for (number, words) in [
        "--game connect-four --level 1 --seed 1",
        "--game draughts --level 1 --seed 1",
        "--game halma --level 1 --seed 1",
        "--game rhombus --level 1 --seed 1",
        "--level 2 --seed 1",
        "--level 2 --players 3 --seat 2 --seed 1",
    ]
    .iter()
    .enumerate()
    {
        let text = played(&home, words, &FIRST.repeat(400));
        assert!(text.contains(" after ") && text.contains("Kept as game"), "{words}: {text}");
        let shown = home.done(&format!("replay play --number {}", number + 1)).text();
        assert!(!shown.contains("left"), "{words}: {shown}");
    }
    assert!(home.done("verify play").text().starts_with("6 games"), "all can be replayed");
    // Of games of several kinds a book learns from those like the last one, or like those before.
    let book = home.done("book play -o book.txt --least-games 1");
    assert!(
        book.err.contains("play: the games of chinese-checkers for 3 players, "),
        "{}",
        book.err
    );
    assert!(book.err.contains(" are taken, and 5 others left out."), "{}", book.err);
    assert!(home.read("book.txt").starts_with("starhop book 1: game=chinese-checkers players=3"));
    let games = home.read("results/play/games.jsonl");
    home.write("four.jsonl", games.split_inclusive('\n').next().unwrap());
    let book = home.done("book four.jsonl play -o book.txt --least-games 1 --json");
    assert!(book.err.contains("play: the games of connect-four for 2 players, "), "{}", book.err);
    assert_eq!(book.json()["games"], 2);
}

#[test]
fn the_same_seed_and_lines_give_the_same_game() {
    let lines = "d1 e5\n#2\nhint\nwhy\nmoves\nquit\n";
    let texts = ["", " --threads 1"].map(|words| {
        let home = Home::new();
        let text = played(&home, &format!("--level 3 --seed 4{words}"), lines);
        (text, home.read("results/play/games.jsonl"))
    });
    assert_eq!(texts[0], texts[1]);
    let (text, games) = &texts[0];
    assert!(text.contains("would play") && text.contains("| move"), "{text}");
    assert!(games.contains(r#""reason":"left""#) && games.contains(r#""d1-e5""#), "{games}");
}

#[test]
fn undo_goes_back_to_the_persons_last_turn() {
    let home = Home::new();
    let with = played(&home, "--seed 2 --level 2", "#1\n#1\nundo\n#2\nquit\n");
    let without = played(&home, "--seed 2 --level 2", "#1\n#2\nquit\n");
    assert!(with.len() > without.len());
    let moves = |line: &str| {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        game["moves"].clone()
    };
    let games = home.read("results/play/games.jsonl");
    let lines: Vec<&str> = games.lines().collect();
    assert_eq!(moves(lines[0]), moves(lines[1]));
    assert_eq!(moves(lines[0]).as_array().unwrap().len(), 4);
    let first = played(&home, "--seat 2 --seed 2", "undo\nquit\n");
    assert!(first.contains("no turn of yours"), "{first}");
    let two = played(&home, "human human --game connect-four", "4\nundo\n3\nquit\n");
    assert!(two.contains("Kept as game 4"), "{two}");
}

#[test]
fn a_game_that_was_left_goes_on() {
    let home = Home::new();
    let whole = played(&home, "--seed 3 --level 3", "#1\n#1\n#1\nquit\n");
    played(&home, "--seed 3 --level 3", "#1\n#1\nsave half.jsonl\nsave half.jsonl\nresign\n");
    let rest = played(&home, "--load half.jsonl", "#1\nquit\n");
    let last = |text: &str| {
        let mut answers = text.lines().filter(|line| line.contains(" plays "));
        answers.next_back().map(str::to_string)
    };
    assert_eq!(last(&whole), last(&rest));
    assert_eq!(home.done("verify play --json").json()["chained"], true);
    let games = unchained(&home.read("results/play/games.jsonl"));
    let lines: Vec<&str> = games.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(
        lines[0].replace(r#""number":1"#, "").replace(r#""pair":1"#, ""),
        lines[2].replace(r#""number":3"#, "").replace(r#""pair":3"#, "")
    );
    assert!(lines[1].contains(r#""winner":2,"reason":"resigned""#), "{}", lines[1]);
    home.done("verify play");
    let over = play(&home, "--load results/play/games.jsonl", "");
    assert_eq!(over.code, Some(0), "the last game was left: {}", over.err);
    let resigned = lines[1].to_string() + "\n";
    home.write("over.jsonl", resigned);
    assert!(home.refused(2, "play --load over.jsonl").contains("is over (resigned)"));
    home.write("damaged.jsonl", lines[0].replace("left", "goal").to_string() + "\n");
    assert!(home.run("verify damaged.jsonl").code == Some(3));
    home.write("wrong.jsonl", lines[0].replacen("\"moves\":[\"", "\"moves\":[\"q9-", 1) + "\n");
    assert!(home.refused(3, "play --load wrong.jsonl").contains("ply 1"));
}

#[test]
fn the_last_game_that_was_left_goes_on_whatever_was_played_since() {
    let home = Home::new();
    let load = "--load results/play/games.jsonl";
    let (two, four) = ("human human --game connect-four", "4\n1\n4\n1\n4\n1\n4\n");
    let plies = || -> Vec<u64> {
        let games = home.read("results/play/games.jsonl");
        let game = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
        games.lines().map(|line| game(line)["plies"].as_u64().unwrap()).collect()
    };
    played(&home, &format!("{two} --seed 1"), "3\nquit\n");
    played(&home, &format!("{two} --seed 2"), "4\n5\nquit\n");
    played(&home, &format!("{two} --seed 3"), four);
    // Game 2, game 4 in which it was left again, then game 1.
    played(&home, load, "6\nquit\n");
    played(&home, load, "resign\n");
    played(&home, load, "2\nresign\n");
    assert_eq!(plies(), [1, 2, 7, 3, 3, 2]);
    let over = home.refused(2, &format!("play {load}"));
    assert!(over.contains("game 6 is over (resigned)"), "{over}");
    home.done("verify play");
}

#[test]
fn what_makes_no_sense_is_said_and_changes_nothing() {
    let home = Home::new();
    let text =
        played(&home, "--seed 1", "xyzzy\n#99\nsave\nundo\nd1\nmoves q7\n\n\u{1b}[2J\nquit\n");
    for words in ["neither a legal move", "there are 14 moves", "save needs a file", "#7 d1-e5"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(!text.contains('\u{1b}'), "{text}");
    assert!(!home.result("play", "games.jsonl").exists(), "no move was made");
    for (code, words) in [
        (2, "play human human human"),
        (2, "play --level 6"),
        (2, "play --level 6 --players 3"),
        (2, "play --seat 3"),
        (2, "play nobody-knows-this human"),
        (2, "play --game chess"),
        (2, "play --load nothing.jsonl"),
        (2, "evolve --name play --seed 1"),
    ] {
        match words {
            "evolve --name play --seed 1" => {
                played(&home, "--seed 1 --game connect-four", "4\nquit\n");
                assert!(home.refused(code, words).contains("keeps its games"));
            }
            words => {
                home.refused(code, words);
            }
        }
    }
    let three = played(&home, "human human human --players 3", "#1\nresign\nquit\n");
    assert!(three.contains("nobody wins by that"), "{three}");
}

#[test]
fn a_field_of_draughts_lists_its_moves() {
    let home = Home::new();
    let text = played(&home, "human human --game draughts --seed 1", "32\n5\nmoves 32\n#5\nquit\n");
    assert_eq!(text.matches("32-28").count(), 2, "listed, not played: {text}");
    assert!(text.contains("'5' is neither a legal move"), "{text}");
    let game: serde_json::Value =
        serde_json::from_str(&home.read("results/play/games.jsonl")).unwrap();
    assert_eq!(game["moves"].as_array().map(Vec::len), Some(1), "{game}");
}

/// Where moves are the numbers of columns, these stand below them, whoever looks.
#[test]
fn a_board_of_columns_is_never_turned() {
    let home = Home::new();
    let bottom = "\n· · · ● · · ·\n1 2 3 4 5 6 7\n";
    let across = played(&home, "--game connect-four --seat 2 --level 1 --seed 1", "quit\n");
    assert!(across.contains(bottom), "{across}");
    let turned =
        played(&home, "human human --game connect-four --seed 1", "4\nflip\nboard\nhelp\nquit\n");
    assert_eq!(turned.matches(bottom).count(), 2, "{turned}");
    assert!(turned.contains("has one way up"), "{turned}");
    assert!(!turned.contains("turn the board round"), "{turned}");
    let whole = played(&home, "human human --game connect-four --seed 1", "4\n1\n4\n1\n4\n1\n4\n");
    assert!(whole.contains("\n○ · · ● · · ·\n1 2 3 4 5 6 7\n\n● seat 1, human wins"), "{whole}");
}

/// The board is drawn from the side of the only person, however the seats are named.
#[test]
fn the_board_lies_before_the_only_person() {
    let home = Home::new();
    let first = |words: &str| {
        let text = played(&home, &format!("{words} --game halma --seed 1"), "quit\n");
        let board = text.split("\n\n").find(|it| it.contains('·')).unwrap_or_default();
        board.trim_start().chars().next()
    };
    assert_eq!(first("--level 1"), Some('●'));
    assert_eq!(first("--level 1 --seat 2"), first("greedy:diagonal human"));
    assert_eq!(first("greedy:diagonal human"), Some('○'));
    assert_eq!(first("human human"), Some('●'));
}

#[test]
fn an_error_loses_no_game() {
    let home = Home::new();
    let text = played(
        &home,
        "--game connect-four --seed 1",
        "4\nsave no/such/folder.jsonl\nsave results.txt/game.jsonl\n4\nquit\n",
    );
    assert!(text.contains("No such file"), "{text}");
    assert!(text.contains("Kept as game 1"), "{text}");
    // Whoever read the board has gone.
    let mut command = home.command("play --game connect-four --seed 1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let _ = child.stdin.take().unwrap().write_all(b"4\n4\n");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    home.done("verify play");
}

#[test]
fn a_torn_last_line_is_dropped_and_a_damaged_one_is_kept() {
    let home = Home::new();
    let game = "--game connect-four --seed 1";
    played(&home, game, "4\nquit\n");
    let path = home.result("play", "games.jsonl");
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(&path, whole.clone() + &whole[..20]).unwrap();
    played(&home, game, "4\nquit\n");
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 2);
    fs::write(&path, "{}\n".to_string() + &whole).unwrap();
    let done = play(&home, game, "4\nquit\n");
    assert_eq!(done.code, Some(3), "{}", done.err);
    assert_eq!(done.text(), "", "no move is asked for");
    assert_eq!(fs::read_to_string(&path).unwrap(), "{}\n".to_string() + &whole);
}

#[test]
fn a_game_that_could_not_be_kept_does_not_begin() {
    let home = Home::new();
    home.write("populations", "");
    home.refused(1, "play --game connect-four --seed 1");
}

#[test]
fn a_game_that_nobody_began_leaves_the_file_as_it_was() {
    let home = Home::new();
    fs::create_dir_all(home.path("results/play")).unwrap();
    for text in ["", "{\"torn"] {
        home.write("results/play/games.jsonl", text);
        played(&home, "--game connect-four --level 1 --seed 1", "quit\n");
        assert_eq!(home.read("results/play/games.jsonl"), text);
    }
}

#[test]
fn a_game_that_can_no_longer_be_kept_is_printed() {
    let home = Home::new();
    let mut command = home.command("play human human --game connect-four --seed 1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("1 2 3 4 5 6 7")), "the board");
    home.write("results/play/games.jsonl", "{}\n");
    child.stdin.take().unwrap().write_all(b"4\nquit\n").unwrap();
    lines.for_each(|line| drop(line.unwrap()));
    let done = Done::from(child.wait_with_output().unwrap());
    assert_eq!(done.code, Some(3), "{}", done.err);
    assert_eq!(home.read("results/play/games.jsonl"), "{}\n");
    let game = done.err.lines().find(|line| line.starts_with('{')).unwrap();
    home.write("saved.jsonl", format!("{game}\n"));
    assert_eq!(home.done("verify saved.jsonl --json").json()["games"], 1);
    let said = home.done("verify saved.jsonl").text();
    assert!(said.starts_with("1 game with ") && said.contains(" is as its record says."), "{said}");
}

/// A text without its breaks of lines.
fn flat(text: &str) -> String {
    text.replace('\n', " ")
}

#[test]
fn help_says_the_aim_and_all_ends_of_the_game_by_its_rules() {
    let home = Home::new();
    let pegs = "Bring your pegs into the corner opposite yours. ";
    let ends = "when the same position has been there 3 times, or when nobody can move. ";
    for (words, expected) in [
        ("", format!("{pegs}You win when your move leaves it full and at least one peg in it is yours. Pegs of the \
            player who began there count only from ply 60 on; so take yours out of your own corner before \
            that. Nobody wins after 150 plies, {ends}")),
        ("--rules report", format!("{pegs}The first player with all of its pegs there wins. Nobody wins after 150 plies, {ends}")),
        ("--game halma --rules standard:ply-cap=90", format!("there wins. Nobody wins after 90 plies, {ends}")),
        ("--game rhombus", format!("there wins. Nobody wins after 200 plies, {ends}")),
        ("--game connect-four", "The first player with four discs in a line, ".to_string()),
        ("--game draughts", "been there 3 times, when each player's last 25 moves were of kings and took nothing, or \
            when a king alone holds out against pieces with a king among them: 16 moves of each player against \
            three, 5 against two or one.".to_string()),
    ] {
        let text = played(&home, &format!("human human --seed 1 {words}"), "help\nquit\n");
        assert!(flat(&text).contains(&expected), "{words}: {text}");
        // A program that types needs no tips.
        let silent = played(&home, &format!("human human --seed 1 {words}"), "quit\n");
        assert!(!silent.contains("wins") && !silent.contains("A move: "), "{silent}");
    }
}

/// Somebody who leaves pegs at home is told so in time, and how the game was lost by them.
#[test]
fn who_loses_by_pegs_at_home_is_warned_and_told_why() {
    let home = Home::new();
    let lines: String = (1..200).map(|line| format!("#{}\n", line % 6 + 1)).collect();
    let text = played(&home, "--level 2 --seed 1", &lines);
    let warning = "Leave your own corner by ply 60: from then on your pegs there (";
    assert_eq!(text.matches(warning).count(), 1, "{text}");
    assert!(text.contains("full. 40 plies are played.\n"), "{text}");
    let end = "○ seat 2, greedy:champion-default wins after 80 plies: its goal is full; from ply 60 on pegs of \
        others in it count, too.\n";
    assert!(text.contains(end), "{text}");
    assert!(home.read("results/play/games.jsonl").contains(r#""winner":2,"reason":"goal""#));
}

/// The line comes with the second time, before the third ends the game.
#[test]
fn a_position_that_comes_again_is_said_before_it_ends_the_game() {
    let home = Home::new();
    let round = "d1 e5\nn4 m8\ne5 d1\nm8 n4\n";
    let line = "This position was there before; if it comes once more, nobody wins.\n";
    let game = "human human --seed 1";
    assert_eq!(played(&home, game, &(round.to_string() + "quit\n")).matches(line).count(), 1);
    let whole = played(&home, game, &round.repeat(2));
    assert_eq!(whole.matches(line).count(), 4, "{whole}");
    assert!(whole.contains("Nobody wins after 8 plies: repetition."), "{whole}");
}

#[test]
fn the_sign_of_a_seat_is_that_of_its_first_piece_all_along() {
    let home = Home::new();
    home.write("position.txt", "W:W6,31:B45");
    let text =
        played(&home, "human human --position position.txt --game draughts", "6 1\nresign\n");
    assert!(text.contains("    ◆   "), "a king now: {text}");
    assert!(text.starts_with("● seat 1, human\n○ seat 2, human\n"), "{text}");
    assert!(text.contains("\n● seat 1, human wins after 1 ply: resigned.\n"), "{text}");
}

#[test]
fn a_game_goes_on_by_its_number() {
    let home = Home::new();
    let (file, two) = ("results/play/games.jsonl", "human human --game connect-four");
    let first = played(&home, &format!("{two} --seed 1"), "3\nquit\n");
    assert!(first.contains("games.jsonl --number 1\n"), "{first}");
    played(&home, &format!("{two} --seed 2"), "4\n5\nquit\n");
    played(&home, &format!("{two} --seed 3"), "4\nresign\n");
    let fourth = played(&home, &format!("--load {file} --number 1"), "6\nquit\n");
    assert!(fourth.contains("games.jsonl --number 4\n"), "{fourth}");
    let games = home.read(file);
    assert!(games.lines().last().unwrap().contains(r#""moves":["3","6"]"#), "{games}");
    let none = home.refused(2, &format!("play --load {file} --number 5"));
    assert!(
        none.contains("there is no game 5 in results/play/games.jsonl; without --number"),
        "{none}"
    );
    let over = home.refused(2, &format!("play --load {file} --number 3"));
    assert!(over.contains("game 3 is over (resigned)"), "{over}");
    home.refused(2, "play --number 1");
}

#[cfg(unix)]
#[test]
fn at_a_terminal_a_newcomer_gets_the_aim_and_a_move() {
    let home = Home::new();
    let shown = |columns: u16| {
        let terminal = Terminal::typed(&home, "play human human --seed 1", columns, 90);
        terminal.wait_for(|text| text.contains("seat 1>"));
        terminal.type_in("d1 e5\r");
        terminal.wait_for(|text| text.contains("seat 2>"));
        terminal.type_in("undo\r");
        terminal.wait_for(|text| text.matches("seat 1>").count() == 2);
        terminal.type_in("\u{4}");
        terminal.end().1
    };
    let left_out = "Names of cells need 52 columns.";
    for columns in [51, 52] {
        let text = shown(columns);
        assert!(text.contains("Bring your pegs into the corner opposite"), "{text}");
        assert_eq!(text.matches("A move: c1 e5. `help` lists the rest.").count(), 1, "{text}");
        let times = if columns < 52 { 3 } else { 0 };
        assert_eq!(text.matches(left_out).count(), times, "a line a board: {text}");
    }
}

#[cfg(unix)]
#[test]
fn at_a_terminal_tab_completes_and_ctrl_c_keeps_the_game() {
    let home = Home::new();
    let words = "play --game connect-four --level 1 --seed 1";
    let terminal = Terminal::typed(&home, words, 80, 40);
    terminal.wait_for(|text| text.contains("seat 1>"));
    terminal.type_in("4\r");
    terminal.wait_for(|text| text.matches("seat 1>").count() == 2);
    terminal.type_in("hin\t\r");
    // Keys reach the prompt only once it is there again.
    terminal.wait_for(|text| text.contains("would play") && text.matches("seat 1>").count() == 3);
    let coloured = terminal.coloured();
    assert!(coloured.matches("\u{1b}[").count() > 42, "a colour for each cell: {coloured}");
    terminal.type_in("\u{3}");
    let (code, text) = terminal.end();
    assert_eq!(code, Some(130), "{text}");
    assert!(text.contains("Kept as game 1"), "{text}");
    assert!(text.contains("1 2 3 4 5 6 7"), "columns have their numbers: {text}");
    assert!(!text.contains("u{") && text.contains("seat 1, human"), "colours, not codes: {text}");
    let hang_up = if crate::program::hang_up() == "-HUP" { Signal::HUP } else { Signal::TERM };
    for signal in [Signal::TERM, hang_up] {
        let terminal = Terminal::typed(&home, words, 80, 40);
        terminal.wait_for(|text| text.contains("seat 1>"));
        terminal.type_in("4\r");
        terminal.wait_for(|text| text.matches("seat 1>").count() == 2);
        terminal.signal(signal);
        let (code, text) = terminal.end();
        assert_eq!(code, Some(130), "{text}");
    }
    assert_eq!(home.read("results/play/games.jsonl").lines().count(), 3);
}

#[cfg(unix)]
#[test]
fn a_key_that_is_no_text_is_no_move() {
    let home = Home::new();
    let words = "play --game connect-four --level 1 --seed 1";
    let terminal = Terminal::typed(&home, words, 80, 40);
    terminal.wait_for(|text| text.contains("seat 1>"));
    terminal.type_in(b"\xff");
    terminal.wait_for(|text| text.contains("neither") && text.matches("seat 1>").count() == 2);
    terminal.kill();
}
