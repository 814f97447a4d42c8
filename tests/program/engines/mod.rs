//! Somebody else's engines as bots, and starhop's bots as engines.

mod clock;
mod faults;
mod hub;
mod ugi;

use crate::program::{Home, is_alive, send, wait_until};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Stdio};

/// A folder with an engine in Python that plays legal moves at random, `engine.toml`.
fn home() -> Home {
    let home = Home::new();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/programs/engine.py");
    home.write("engine.py", fs::read(program).unwrap());
    home.write("engine.toml", engine(""));
    home
}

/// The file of that engine, with more lines.
fn engine(more: &str) -> String {
    format!("version = 1\ncommand = [\"python3\", \"engine.py\"]\n{more}")
}

/// What is started of it where a person plays against it, by what the person types.
fn starts(home: &Home, typed: &str) -> usize {
    home.write("starts", "");
    let words = "play human program(engine.toml,depth=1) --game connect-four --seed 1";
    let mut command = home.command(words);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    home.read("starts").lines().count()
}

#[test]
fn an_engine_that_plays_with_a_person_is_started_once() {
    let home = home();
    assert_eq!(starts(&home, "4\n4\n3\nquit\n"), 1);
    assert_eq!(starts(&home, "4\nundo\n3\nundo\n5\n5\nquit\n"), 1, "moves are taken back");
}

/// The file of starhop's own bot as an engine, by the command of those words.
fn own(words: &str) -> String {
    let words: Vec<String> = words.split_whitespace().map(|word| format!("{word:?}")).collect();
    let program = env!("CARGO_BIN_EXE_starhop");
    format!("version = 1\ncommand = [{program:?}, {}]\n", words.join(", "))
}

/// That both arenas have the same games, by whomever they are played.
fn assert_same_games(home: &Home, one: &str, other: &str) {
    let (expected, found) = (games(home, one), games(home, other));
    assert_eq!((expected.len(), found.len()), (4, 4));
    for (one, other) in expected.iter().zip(&found) {
        for key in ["opening", "moves", "winner", "reason", "plies", "position"] {
            assert_eq!(one.get(key), other.get(key), "{key}");
        }
    }
}

/// An engine that is talked to.
struct Engine {
    child: Child,
    lines: BufReader<ChildStdout>,
}

impl Engine {
    fn start(words: &str) -> Engine {
        let mut command = Home::new().command(words);
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

/// The games of an arena.
fn games(home: &Home, arena: &str) -> Vec<Value> {
    let text = fs::read_to_string(home.result(arena, "games.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The processes that the engine says it was.
fn processes(home: &Home) -> Vec<u32> {
    let text = fs::read_to_string(home.path("starts")).unwrap_or_default();
    text.split_whitespace().map(|it| it.parse().unwrap()).collect()
}

#[test]
fn a_bot_as_an_engine_plays_the_games_of_the_built_in_one() {
    for (game, bot, depth, other, words) in [
        ("connect-four", "alphabeta:published", 3, "alphabeta(depth=2):published", ""),
        ("draughts", "alphabeta:pieces", 2, "alphabeta(depth=1):hand-set", ""),
        ("chinese-checkers", "alphabeta:champion-2", 1, "minimax(depth=1):hand-tuned-v4", ""),
        ("chinese-checkers", "maxn:hand-tuned-v4", 1, "paranoid(depth=1):euclidean", "--players 3"),
        ("halma", "alphabeta:champion-halma", 1, "alphabeta(depth=1):diagonal", ""),
        ("connect-four", "alphabeta:published", 2, "alphabeta(depth=1):published", "--position p"),
    ] {
        let home = Home::new();
        home.write("engine.toml", own(&format!("ugi {bot} --game {game} --threads 1")));
        home.write(
            "p",
            "starhop position 1: connect-four turn=2\n. . . . . . .\n. . . . . . .\n\
             . . . . . . .\n. . . . . . .\n. . . 2 . . .\n. . 1 1 . . .\n",
        );
        let (search, by) = bot.split_once(':').unwrap();
        let built_in = format!("{search}(depth={depth}):{by}");
        let program = format!("program(engine.toml,depth={depth})");
        let flags = format!("--game {game} --games 4 --seed 1 {words}");
        home.done(&format!("arena {built_in} {other} --name built-in {flags}"));
        home.done(&format!("arena {program} {other} --name program {flags}"));
        assert_same_games(&home, "built-in", "program");
        assert!(home.done("verify program").text().contains('4'));
        home.done("replay program --number 2");
        home.done("report program");
    }
}

#[test]
fn an_arena_of_a_program_is_the_same_on_any_number_of_threads_and_after_a_kill() {
    let words = "arena program(engine.toml,depth=1) random greedy:published --game connect-four \
                 --games 60 --seed 3 --name it -q";
    let whole = home();
    whole.done(&format!("{words} --threads 1"));
    let other = home();
    other.done(&format!("{words} --threads 3"));
    let expected = whole.files("it");
    let text = String::from_utf8(expected["results/games.jsonl"].clone()).unwrap();
    assert_eq!(text.lines().count(), 180);
    assert!(!text.contains("\"failed\""), "{text}");
    assert!(expected == other.files("it"));
    for how in ["-INT", "-KILL"] {
        let home = home();
        home.write("stays", "");
        let mut child = home.start(&format!("{words} --threads 2"));
        wait_until(|| {
            let path = home.result("it", "games.jsonl");
            fs::read_to_string(path).is_ok_and(|text| text.lines().count() > 20)
        });
        send(&child, how);
        child.wait().unwrap();
        let begun = processes(&home);
        assert!(begun.len() >= 4, "{begun:?}");
        wait_until(|| !begun.iter().any(|&it| is_alive(it)));
        fs::remove_file(home.path("stays")).unwrap();
        home.done(&format!("{words} --threads 3"));
        assert!(expected == home.files("it"), "{how}");
        wait_until(|| !processes(&home).iter().any(|&it| is_alive(it)));
    }
}

/// Each move takes twice what is allowed at least, however fast the machine is.
#[test]
fn moves_that_take_longer_than_the_limit_are_told() {
    let home = home();
    let slow = home
        .read("engine.py")
        .replace("        legal =", "        time.sleep(0.05)\n        legal =");
    home.write("engine.py", slow);
    home.write("engine.toml", engine("late-seconds = 60\n"));
    let bot = "program(engine.toml,ms=1)";
    let said = |words: &str| {
        let err = home.done(words).err.split_whitespace().collect::<Vec<_>>().join(" ");
        let (moves, after) = err
            .split_once(&format!(" moves of {bot} took over 20 ms longer than ms=1, on average "))
            .expect(&err);
        let mean = after.split(' ').next().unwrap().parse().unwrap();
        let moves = moves.rsplit(' ').take(3).map(str::to_string).collect::<Vec<_>>();
        assert!(moves[0] == moves[2] && moves[1] == "of" && !after.contains(" moves of "), "{err}");
        (moves[0].clone(), mean)
    };
    let game = "--game connect-four --seed 1";
    let (moves, mean): (String, u64) =
        said(&format!("arena {bot} random {game} --games 4 --name a"));
    assert!(mean >= 50, "{mean}");
    assert_eq!(said("show a -q"), (moves.clone(), mean));
    assert_eq!(said("show a --json"), (moves.clone(), mean));
    let rows = home.read("results/a/timing.csv");
    let own = rows.lines().filter(|row| row.split(',').nth(2) == Some("1"));
    let own: Vec<Vec<&str>> = own.map(|row| row.split(',').collect()).collect();
    assert!(own.len() == 4 && own.iter().all(|row| row[3] == row[5] && row[4] == row[6]), "{rows}");
    assert_eq!(
        own.iter().map(|row| row[3].parse::<u64>().unwrap()).sum::<u64>().to_string(),
        moves
    );
    assert_eq!(rows.lines().filter(|row| row.ends_with(",,")).count(), 4, "{rows}");
    assert!(said(&format!("sprt {bot} random {game} --max-pairs 2")).1 >= 50);
    let fast = format!("arena program(engine.toml,depth=1) random {game} --games 2 --name b");
    assert!(!home.done(&fast).err.contains("moves of"));
}

#[test]
fn a_program_plays_in_every_command_of_bots() {
    let home = home();
    let bot = "program(engine.toml,depth=1)";
    let text = home.done(&format!("arena {bot} random --game draughts --games 2 --seed 1")).text();
    assert!(text.contains("Bots with * are programs"), "{text}");
    let done = home.done(&format!("sprt {bot} random --game connect-four --max-pairs 4 --seed 1"));
    assert!(done.text().contains("No verdict after 4 pairs") && !done.err.contains("failed"));
    let words = "--positions 5 --plies 34-36 --seed 1";
    let text = home.done(&format!("accuracy {bot} random {words}")).text();
    assert!(text.contains("is a program: whether its row is repeatable, it knows"), "{text}");
    let told = home.done(&format!("analyse {bot} --game halma --seed 1 --json")).json();
    assert_eq!((&told["unit"], &told["value"]), (&"program".into(), &1.5.into()));
    assert_eq!((&told["depth"], &told["nodes"]), (&2.into(), &30.into()));
    assert_eq!(told["moves"].as_array().unwrap().len(), 1);
    let text = home.done(&format!("analyse {bot} --ms 500 --seed 1")).text();
    assert!(text.contains("what the program says, in a unit of its own"), "{text}");
    let text = home.done(&format!("play {bot} {bot} --game connect-four --seed 1")).text();
    assert!(text.contains(&format!("{bot} wins after ")), "{text}");
    let again = home.done(&format!("play {bot} {bot} --game connect-four --seed 1")).text();
    assert_eq!(text, again);
    wait_until(|| !processes(&home).iter().any(|&it| is_alive(it)));
    let toml = arena_toml(&home);
    assert!(toml.contains("repeatable = false\nprogram = \""), "{toml}");
}

/// The only arena's settings.
fn arena_toml(home: &Home) -> String {
    let folders = fs::read_dir(home.path("results")).unwrap().map(|it| it.unwrap().path());
    let mut found = folders.map(|it| it.join("arena.toml")).filter(|it| it.exists());
    fs::read_to_string(found.next().unwrap()).unwrap()
}

#[test]
fn what_cannot_be_is_refused() {
    let home = home();
    home.write("bad.toml", engine("late-seconds = 0\n"));
    home.write("none.toml", "version = 1\ncommand = [\"./nothing-here\"]\n");
    home.write("no-option.toml", engine("[options]\nHash = 64\n"));
    home.write("closed.toml", "version = 1\ncommand = [\"./engine.toml\"]\n");
    home.write("ends.toml", "version = 1\ncommand = [\"true\"]\n");
    home.write("chess.toml", engine("game = \"chess\"\n"));
    let folder = home.path("").canonicalize().unwrap();
    let folder = folder.display();
    let closed = format!("'./engine.toml' can't be started in '{folder}': Permission denied");
    for (code, bot, why) in [
        (2, "program(missing.toml)", "missing.toml"),
        (3, "program(bad.toml)", "bad.toml: late-seconds: "),
        (1, "program(none.toml)", "nothing-here"),
        (1, "program(closed.toml)", &closed),
        (1, "program(ends.toml)", "it didn't get ready in UGI, the protocol of its file: it ended"),
        (1, "program(no-option.toml)", "it has no option 'Hash'"),
        (2, "program(chess.toml)", "plays chess, not connect-four"),
        (2, "program(engine.toml,apart=3)", "program has no option 'apart'"),
        (2, "program(engine.toml,tc=40/60)", "tc is SECONDS or SECONDS+INCREMENT, such as 10+0.1"),
        (2, "program(engine.toml,ms=1,tc=1)", "give one limit, ms or tc"),
        (2, "alphabeta(tc=1):published", "a clock for a game is for programs"),
        (2, "program(engine.toml):x", "the options end with ')'"),
        (2, "program()", "Name its file first"),
    ] {
        let said = home.refused(code, &format!("arena {bot} random --game connect-four"));
        assert!(said.contains(why), "{bot}: {said}");
    }
    home.write("hub.toml", engine("protocol = \"hub\"\nstart-seconds = 0.5\n"));
    let said = home.refused(1, "arena program(hub.toml) random --game draughts");
    let why =
        "it didn't get ready in Hub, the protocol of its file: it didn't answer within 0.5 seconds";
    assert!(said.contains(why), "{said}");
    let search = "evolve --search program(engine.toml)";
    assert!(home.refused(2, search).contains("no search 'program'"));
    let words =
        "arena program(engine.toml) random --game connect-four --games 2 --seed 1 --name it";
    home.done(words);
    home.write("engine.toml", engine("[options]\n\"My Name\" = \"y z\"\n"));
    let said = home.refused(2, words);
    assert!(said.contains("the file of program(engine.toml,ms=1000) is another"), "{said}");
    home.done(&words.replace("--name it", "--name other"));
}
