//! Opening books: learnt from arenas, read by bots, and known to arenas by what they say.

use crate::program::{Home, assert_same};

const LEARN: &str = "arena hand-tuned-v4 generation-7822 random --games 20 --opening-plies 1 --seed 3 \
     --name games --threads 2 --quiet";

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

    // A bot without an evaluation shows what the book alone does.
    let arena = "arena random(book=book.txt) random --games 20 --opening-plies 1 --seed 4 --name";
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
fn an_arena_knows_its_book_by_what_it_says() {
    let home = learnt();
    let words = "arena greedy(book=book.txt):hand-tuned-v4 random --games 4 --seed 4 --name a";
    home.done(words);
    assert!(home.read("results/a/arena.toml").contains("book = "));
    let text = home.read("book.txt");
    home.write("book.txt", text.replacen("| ", "|  ", 3));
    home.done(words);
    let (kept, _) = text.trim_end().rsplit_once('\n').unwrap();
    home.write("book.txt", kept);
    let why = home.refused(2, words);
    assert!(why.contains("the book of greedy(book=book.txt):hand-tuned-v4 has changed"), "{why}");
}

#[test]
fn what_is_no_book_of_this_game_is_refused() {
    let home = learnt();
    let bot = |file: &str, rest: &str| format!("arena random(book={file}) random --games 2 {rest}");
    let three = bot("book.txt", "--players 3");
    assert!(home.refused(3, &three).contains("book.txt: is of chinese-checkers for 2"));
    home.refused(3, &bot("book.txt", "--rules report"));
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
    home.evolve("run", "--generations 1");
    let why = home.refused(2, "book run --output b.txt");
    assert!(why.contains("keeps no games") && why.contains("arena run OPPONENT"), "{why}");
    home.refused(2, "book nobody --output b.txt");
    let why = home.refused(2, "book games --output b.txt --plies 1");
    assert!(why.contains("--plies"), "{why}");
    home.done("arena random hand-tuned-v4 --players 3 --games 2 --seed 1 --name three");
    let why = home.refused(3, "book games three --output b.txt");
    assert!(why.contains("line 1: game 1, is not of chinese-checkers for 2"), "{why}");
    let games = home.read("results/games/games.jsonl");
    home.write("games.jsonl", games.replacen("\"winner\":1", "\"winner\":2", 1));
    assert!(home.refused(3, "book games.jsonl --output b.txt").contains("line "));
    home.write("games.jsonl", "");
    assert!(home.refused(3, "book games.jsonl --output b.txt").contains("no game"));
    assert!(!home.path("b.txt").exists());
}
