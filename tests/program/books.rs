//! Opening books: learnt from arenas and runs, read by bots, and known to arenas by what they say.

use crate::program::{Home, assert_same};

const LEARN: &str = "arena hand-tuned-v4 generation-7822 random --games 20 --opening-plies 1 --seed 3 \
     --rules standard --name games --threads 2 --quiet";

fn learnt() -> Home {
    let home = Home::new();
    home.done(LEARN);
    home.done("book games --output book.txt --plies 8 --least-games 2 --quiet");
    home
}

#[test]
fn a_book_is_learnt_and_played_from() {
    let home = learnt();
    let text = home.read("book.txt");
    let title =
        "starhop book 1: game=chinese-checkers players=2 rules=standard:corners=pass,ply-cap=150";
    assert_eq!(text.lines().next(), Some(title));
    let moves = text.lines().count() as u64 - 1;
    let words = "book games --output book.txt --plies 8 --least-games 2 --json";
    let report = home.done(words).json();
    assert_eq!((&report["moves"], &report["games"]), (&moves.into(), &60.into()));
    assert_eq!(home.read("book.txt"), text);
    let printed = home.done("book games --output - --plies 8 --least-games 2 --quiet").text();
    assert!(printed == text && !home.path("-").exists(), "{printed}");
    assert!(home.refused(2, "book games --output - --json").contains("both print"));
    home.write("games.pdn", "");
    assert!(home.refused(2, "book games.pdn --output a.txt").contains("no book is learnt"));

    // A bot without an evaluation shows what the book alone does.
    let arena = "arena random(book=book.txt) random --games 20 --rules standard --opening-plies 1 --seed 4 --name";
    home.done(&format!("{arena} a --threads 1"));
    let games = home.read("results/a/games.jsonl");
    let first = |game: &serde_json::Value| game["moves"][0].as_str().unwrap().to_string();
    let mut followed = 0;
    for game in games.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()) {
        if game["bots"][1] == "random(book=book.txt)" {
            let line = format!("{} | {} | ", game["opening"][0].as_str().unwrap(), first(&game));
            followed += u32::from(text.lines().any(|it| it.starts_with(&line)));
        }
    }
    assert!(followed > 5, "{followed} of 10 games follow the book");
    home.done("verify a");
    let other = Home::new();
    other.write("book.txt", &text);
    other.done(&format!("{arena} a --threads 2"));
    assert_same(&home.files("a"), &other.files("a"), "two threads");
}

#[test]
fn a_book_gets_no_name_that_a_bot_cannot_say() {
    let home = Home::new();
    for (name, letter) in [("a,b.txt", ','), ("a)b.txt", ')')] {
        let said = home.refused(2, &format!("book games --output {name}"));
        assert!(said.contains(&format!("--output: '{letter}' may not stand")), "{said}");
    }
    let said = home.refused(2, "book games --output a:b.txt");
    assert!(said.contains("nor a run"), "{said}");
}

#[test]
fn no_game_is_played_for_a_book_that_cannot_be_written() {
    let home = Home::new();
    home.evolve("run", "--generations 2");
    let said = home.refused(1, "book run --games 1000000 --output nowhere/book.txt");
    assert!(said.contains("cannot write nowhere/book.txt"), "{said}");
    home.refused(1, "book run --games 1000000 --output results");
}

#[test]
fn a_book_is_learnt_from_games_that_a_runs_champion_plays() {
    let home = learnt();
    home.evolve("run", "--against hand-tuned-v4,generation-7822 --generations 2");
    let book = |rest: &str| format!("book run --plies 8 --least-games 2 --output own.txt {rest}");
    let report = home.done(&book("--games 40 --seed 5 --threads 2 --json")).json();
    let text = home.read("own.txt");
    assert_eq!(report["seed"], 5);
    let games = report["games"].as_u64().unwrap();
    assert!((60..=80).contains(&games), "{games} of 40 against each of two differ");
    // The rounds of one in ten begin at the start, so some bot chose the first move.
    assert!(text.lines().skip(1).any(|line| line.starts_with(" | ")), "{text}");

    let said = home.done(&book("--games 40 --seed 5 --threads 1"));
    assert!(said.text().contains(", seed 5."), "{}", said.text());
    assert_eq!(home.read("own.txt"), text);
    home.done(&book("--games 40 --seed 6"));
    assert_ne!(home.read("own.txt"), text);
    home.done("arena random(book=own.txt) random --games 2 --rules standard --seed 1 --name a");
    home.done("verify a");
    std::fs::remove_file(home.path("results/a/games.jsonl")).unwrap();
    let why = home.refused(3, "book a --output none.txt");
    assert!(why.contains("games.jsonl: is missing"), "{why}");

    let both = "book games run --games 40 --seed 5 --plies 8 --output both.txt --json";
    assert_eq!(home.done(both).json()["games"], 60 + games);
    home.evolve("three", "--players 3 --generations 1");
    let why = home.refused(2, "book games three --games 2 --seed 1 --output both.txt");
    assert!(why.contains("run 'three' is not of chinese-checkers for 2"), "{why}");
}

#[test]
fn a_game_of_a_run_that_comes_again_counts_once() {
    let home = Home::new();
    home.done(
        "evolve --game connect-four --generations 1 --population 4 --fitness-games 2 --more-games 2 \
         --choose-games 2 --measure-games 4 --final-games 4 --seed 1 --name four --quiet",
    );
    // Nothing is left to chance after the start: one game from each seat.
    let book =
        "book four --games 50 --opening-plies 0 --least-games 1 --seed 1 --output b.txt --json";
    assert_eq!(home.done(book).json()["games"], 2);
    home.refused(2, &book.replace("--least-games 1", "--least-games 3"));
}

#[test]
fn an_arena_knows_its_book_by_what_it_says() {
    let home = learnt();
    let words = "arena greedy(book=book.txt):hand-tuned-v4 random --games 4 --rules standard --seed 4 --name a";
    home.done(words);
    assert!(home.read("results/a/arena.toml").contains("book = "));
    let text = home.read("book.txt");
    home.write("book.txt", text.replacen("| ", "|  ", 3));
    home.done(words);
    let (kept, _) = text.trim_end().rsplit_once('\n').unwrap();
    home.write("book.txt", kept);
    let why = home.refused(2, words);
    assert!(why.contains("the book of greedy(book=book.txt):hand-tuned-v4 is another"), "{why}");
}

#[test]
fn what_is_no_book_of_this_game_is_refused() {
    let home = learnt();
    let bot = |file: &str, rest: &str| {
        format!("arena random(book={file}) random --games 2 {rest} --rules standard")
    };
    let three = bot("book.txt", "--players 3");
    assert!(home.refused(3, &three).contains("book.txt: is of chinese-checkers for 2"));
    home.refused(3, &bot("book.txt", "").replace("standard", "report"));
    home.refused(1, &bot("missing.txt", ""));
    let text = home.read("book.txt");
    home.write("bad.txt", format!("{text}d1-e5 d1-e5 | a1 | 1 2 3\n"));
    let line = text.lines().count() + 1;
    let why = home.refused(3, &bot("bad.txt", ""));
    assert!(why.contains(&format!("bad.txt: line {line}: ply 2: ")), "{why}");
    home.write("bad.txt", [0xff, 0xfe]);
    assert!(home.refused(3, &bot("bad.txt", "")).contains("is not text"));
    assert!(home.refused(2, "sprt greedy(book=):hand-tuned-v4 random").contains("names a file"));
}

#[test]
fn what_a_book_can_not_be_learnt_from_is_refused() {
    let home = learnt();
    assert!(home.refused(2, "book nobody --output b.txt").contains("nor a run"));
    let twice = home.refused(2, "book games results/games/games.jsonl --output b.txt");
    assert!(twice.contains("twice"), "{twice}");
    for setting in ["--games 10", "--opening-plies 1", "--seed 1"] {
        let why = home.refused(2, &format!("book games --output b.txt {setting}"));
        assert!(why.contains("games of runs"), "{why}");
    }
    let why = home.refused(2, "book games --output b.txt --plies 1");
    assert!(why.contains("--plies"), "{why}");
    home.done("arena random hand-tuned-v4 --players 3 --games 2 --seed 1 --name three");
    let why = home.refused(3, "book games three --output b.txt");
    assert!(why.contains("line 1: game 1: is not of chinese-checkers for 2"), "{why}");
    let games = home.read("results/games/games.jsonl");
    home.write("games.jsonl", games.replacen("\"winner\":1", "\"winner\":2", 1));
    assert!(home.refused(3, "book games.jsonl --output b.txt").contains("line "));
    home.write("games.jsonl", "");
    assert!(home.refused(3, "book games.jsonl --output b.txt").contains("no game"));
    assert!(!home.path("b.txt").exists());
}
