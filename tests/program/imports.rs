//! Numbers that other programs print are weights wherever a command takes any.

use crate::program::Home;
use serde_json::Value;

/// Games with the count of their numbers, as `docs/formats.md` has them.
const GAMES: [(&str, usize); 10] = [
    ("chinese-checkers", 121),
    ("chinese-checkers/phases", 484),
    ("chinese-checkers/pid", 6),
    ("connect-four", 6),
    ("draughts", 6),
    ("halma", 256),
    ("halma/report", 19),
    ("halma/opening", 48),
    ("rhombus", 100),
    ("rhombus/pid", 6),
];

/// The weights of a built-in array as text.
fn numbers(home: &Home, name: &str) -> Vec<String> {
    let file = home.done(&format!("export {name}")).json();
    file["weights"].as_array().unwrap().iter().map(Value::to_string).collect()
}

/// Files with the same weights in layouts of other programs, by name.
fn written(home: &Home, name: &str) -> Vec<&'static str> {
    let numbers = numbers(home, name);
    let rows = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1];
    let mut left = numbers.iter();
    let row = |&count: &usize| {
        let row: Vec<_> = left.by_ref().take(count).cloned().collect();
        format!("{:width$}{}\n", "", row.join("  "), width = 20 - count)
    };
    let star: String = rows.iter().map(row).collect();
    let code = format!("int n = 121;\nint w[] = {{ {} }}; // mine\n", numbers.join(", "));
    let files = [
        ("star.txt", star),
        ("comma.csv", numbers.join(",")),
        ("semicolon.csv", numbers.join(";")),
        ("lines", numbers.join("\n")),
        ("list.json", format!("[{}]", numbers.join(", "))),
        ("weights.c", code),
        ("weights.py", format!("WEIGHTS = [\n    {}\n]\n", numbers.join(",\n    "))),
    ];
    files.iter().for_each(|(name, text)| home.write(name, text));
    files.map(|(name, _)| name).to_vec()
}

#[test]
fn every_layout_gives_the_same_games() {
    let home = Home::new();
    let all = |name: &str| {
        let words = format!("measure {name} --games 200 --seed 5 --json");
        home.done(&words).json()["all"].clone()
    };
    let expected = all("generation-7822");
    for name in written(&home, "generation-7822") {
        assert_eq!(all(name), expected, "{name}");
        assert_eq!(numbers(&home, name), numbers(&home, "generation-7822"), "{name}");
    }
}

#[test]
fn every_command_takes_numbers() {
    let home = Home::new();
    written(&home, "generation-7822");
    let evolve = "--generations 1 --population 8 --measure-games 4 --choose-games 2 --final-games 4 \
                  --seed 1";
    for words in [
        "measure hand-tuned-v4 --against star.txt,weights.c=1 --games 20".to_string(),
        format!("evolve --name against --against star.txt,comma.csv=2 {evolve}"),
        format!("evolve --name from --from star.txt {evolve}"),
        "sprt star.txt hand-tuned-v4 --max-pairs 2".to_string(),
        "sprt alphabeta(depth=1):weights.c hand-tuned-v4 --max-pairs 1".to_string(),
        "arena star.txt greedy:comma.csv random --games 2".to_string(),
        "compare es: --games 200 --seeds 1 --final-games 20 --with --against=star.txt".to_string(),
        "effect star.txt --games 1 --moves 1".to_string(),
        "analyse star.txt".to_string(),
        "plot --heatmap star.txt weights.c".to_string(),
        "export star.txt --format csv --seat all -o new.csv".to_string(),
    ] {
        home.done(&words);
    }
    let opponent = home.read("results/against/opponent.json");
    assert!(opponent.contains("\"game\": \"chinese-checkers\""), "{opponent}");
    assert_eq!(numbers(&home, "new.csv"), numbers(&home, "generation-7822"));
}

#[test]
fn every_game_takes_its_count() {
    let home = Home::new();
    let page = include_str!("../../docs/formats.md");
    for (game, count) in GAMES {
        assert!(page.contains(&format!("\n| {game} | {count} |")), "{game}");
        home.write("right.txt", "1 ".repeat(count));
        home.write("wrong.txt", "1 ".repeat(count + 1));
        let file = home.done(&format!("export right.txt --game {game}")).json();
        assert_eq!(file["game"], game);
        assert_eq!(file["weights"].as_array().unwrap().len(), count);
        let why = home.refused(3, &format!("export wrong.txt --game {game}"));
        let said =
            format!("wrong.txt: {} numbers, the last in line 1; {game} takes {count}", count + 1);
        assert!(why.contains(&said), "{why}");
        let alone = GAMES.iter().filter(|it| it.1 == count).count() == 1;
        match alone {
            true => assert_eq!(home.done("export right.txt").json()["game"], game),
            false => {
                let why = home.refused(2, "export right.txt");
                assert!(why.contains("name it with --game: ") && why.contains(game), "{why}");
            }
        }
    }
}

#[test]
fn what_is_no_array_is_refused_by_name_and_line() {
    let home = Home::new();
    let numbers = numbers(&home, "generation-7822");
    let lines = |count: usize| format!("{}\n", numbers[..count].join("\n"));
    let changed = |from: usize, to: &str| {
        let mut changed = numbers.clone();
        changed[from] = to.to_string();
        changed.join("\n")
    };
    let takes = "chinese-checkers takes 121 in reading order, the top row first";
    let cases: [(&str, Vec<u8>, String); 11] = [
        ("short.txt", lines(120).into(), format!("120 numbers, the last in line 120; {takes}")),
        (
            "long.txt",
            (lines(121) + "7").into(),
            format!("122 numbers, the last in line 122; {takes}"),
        ),
        ("word.txt", changed(4, "five").into(), "line 5: 'five' is not a number".to_string()),
        ("nan.csv", changed(9, "NaN").into(), "line 10: 'NaN' is not a finite number".to_string()),
        (
            "huge.csv",
            changed(9, "1e400").into(),
            "line 10: '1e400' is not a finite number".to_string(),
        ),
        (
            "half.txt",
            changed(0, "1.5").into(),
            "weight of a1: 1.5 is not a whole number".to_string(),
        ),
        (
            "big.txt",
            changed(0, "3e9").into(),
            "weight of a1: 3000000000.0 is not a whole".to_string(),
        ),
        ("empty.txt", Vec::new(), "the file is empty".to_string()),
        ("binary", vec![0x7f, 0x45, 0x0a, 0xff, 0xfe], "line 2: not text in UTF-8".to_string()),
        ("large.txt", "1 ".repeat(5 << 20).into(), "is larger than 8 MiB".to_string()),
        ("comment.txt", b"# only words\n".to_vec(), format!("no numbers; {takes}")),
    ];
    for (name, content, why) in cases {
        home.write(name, content);
        for words in [
            format!("measure {name} --games 10"),
            format!("measure generation-51 --games 10 --against {name}"),
            format!("export {name}"),
            format!("evolve --generations 1 --against {name}"),
            format!("evolve --generations 1 --from {name}"),
            format!("sprt {name} generation-51"),
            format!("arena {name} generation-51 --games 2"),
        ] {
            let said = home.refused(3, &words);
            assert!(said.contains(&format!("{name}: {why}")), "{words}: {said}");
        }
    }
    assert!(!home.path("results").exists());
}

#[test]
fn arrays_of_other_seats_are_pointed_at() {
    const NOTE: &str = "seems to be for another seat than that at corner 1";
    let home = Home::new();
    for (name, seats) in
        [("champion-2", 3..=6), ("hand-tuned-v1", 3..=6), ("champion-halma", 3..=4)]
    {
        let game = if name == "champion-halma" { "halma" } else { "chinese-checkers" };
        for seat in seats {
            home.done(&format!("export {name} --seat {seat} -o other.npy"));
            let said = home.done(&format!("measure other.npy --game {game} --games 10")).err;
            assert!(said.contains(NOTE), "{said}");
            let turning = said.split('`').nth(1).unwrap().strip_prefix("starhop ").unwrap();
            home.done(turning);
            assert_eq!(numbers(&home, "turned.npy"), numbers(&home, name));
            let words = format!("measure turned.npy --game {game} --games 10 --against other.npy");
            assert_eq!(home.done(&words).err.matches(NOTE).count(), 1);
        }
    }
}

/// Nothing is said of an array that is shipped where its numbers are taken for another program's.
#[test]
fn shipped_arrays_are_for_their_seat() {
    let home = Home::new();
    for (game, names) in [
        (
            "chinese-checkers",
            "hand-tuned-v1 hand-tuned-v2 hand-tuned-v3 hand-tuned-v4 generation-0 generation-51 \
             generation-2427 generation-7822 three-player-generation-3594 champion-2 champion-3 \
             champion-4 champion-5 champion-6 champion-report champion-deep champion-search \
             champion-default champion-long champion-rival champion-report-preset",
        ),
        ("halma", "diagonal champion-halma-long champion-halma champion-halma-4"),
        ("rhombus", "vertical champion-rhombus"),
    ] {
        for name in names.split_whitespace() {
            home.done(&format!("export {name} --game {game} -o own.npy"));
            let said = home.done(&format!("measure own.npy --game {game} --games 10")).err;
            assert!(said.lines().all(|it| !it.starts_with("own.npy")), "{name}: {said}");
        }
    }
}

/// Weights say how far a cell is from the goal, in whole numbers.
#[test]
fn numbers_that_others_mean_otherwise_are_pointed_at() {
    let home = Home::new();
    for (game, name) in [("chinese-checkers", "generation-7822"), ("halma", "champion-halma")] {
        let numbers = numbers(&home, name);
        let negative = |number: &String| match number.strip_prefix('-') {
            Some(number) => number.to_string(),
            None => format!("-{number}"),
        };
        home.write("own.txt", numbers.join(" "));
        home.write("negative.txt", numbers.iter().map(negative).collect::<Vec<_>>().join(" "));
        home.write("small.txt", format!("{}.5 {}", numbers[0], numbers[1..].join(" ")));
        let words = |file: &str| format!("measure {file} --game {game} --games 10");
        let note = "is larger at the goal than at home";
        assert!(home.done(&words("negative.txt")).err.contains(note), "{game}");
        assert!(!home.done(&words("own.txt")).err.contains(note), "{game}");
        assert!(!home.done(&format!("measure {name} --games 10")).err.contains(note), "{game}");
        let why = home.refused(3, &words("small.txt"));
        assert!(why.contains(".5 is not a whole number; multiply all by 1000"), "{why}");
    }
    let said =
        |seat: u32| home.done(&format!("export champion-2 --format npy --seat {seat} -o a.npy"));
    assert!(said(4).err.contains("starhop reads it as that of seat 1"));
    assert_eq!(said(1).err, "");
}

/// Sums of such numbers would be infinite, and their differences no numbers.
#[test]
fn real_weights_that_are_too_large_are_refused() {
    let home = Home::new();
    home.write("huge.csv", "1e308,-1e308,1e308,-1e308,1e308,-1e308\n");
    home.write("large.csv", "1e15,-1e15,1e15,-1e15,1e15,-1e15\n");
    for game in ["connect-four", "draughts"] {
        let words = |file: &str| format!("measure {file} --game {game} --games 20");
        let why = home.refused(3, &words("huge.csv"));
        assert!(why.contains(": 1e308 is not within ±1e15"), "{why}");
        home.done(&words("large.csv"));
    }
}

/// What is wrong with a document is told by the game that it names.
#[test]
fn a_damaged_document_is_judged_by_its_own_game() {
    let home = Home::new();
    for (format, from) in [("json", "    56, 53, "), ("toml", "[56, 53, ")] {
        let name = format!("halma.{format}");
        home.done(&format!("export champion-halma -o {name}"));
        let whole = home.read(&name);
        assert!(whole.contains(from), "{whole}");
        let summed = |line: &&str| !line.contains("checksum");
        let lines: Vec<&str> = whole.lines().filter(summed).collect();
        home.write(&name, lines.join("\n").replacen(from, &from.replace("56, ", ""), 1));
        let said = home.refused(3, &format!("measure {name}"));
        assert!(said.contains("255 weights; the board needs 256"), "{format}: {said}");
    }
}

/// What is wrong with a table is told by the game that it names.
#[test]
fn a_damaged_table_is_judged_by_its_own_game() {
    let home = Home::new();
    home.done("export published --format csv -o cf.csv");
    let whole = home.read("cf.csv");
    let last = whole.lines().last().unwrap();
    for (text, why) in [
        (whole.replacen("0.2", "abc", 1), "is not a number"),
        (whole.replacen(&format!("{last}\n"), "", 1), "no line for parameter even-against"),
        (format!("{whole}{last}\n"), "parameter even-against for the second time"),
    ] {
        home.write("other.csv", text);
        let said = home.refused(3, "export other.csv");
        assert!(said.contains(why), "{why}: {said}");
    }
}

/// A comment of one's own that begins as a field does is refused, and it is said what to do.
#[test]
fn half_a_header_says_what_to_do() {
    let home = Home::new();
    home.done("export champion-2 --format csv -o w.csv");
    let whole = home.read("w.csv");
    let table: String =
        whole.lines().filter(|it| !it.starts_with('#')).map(|it| format!("{it}\n")).collect();
    home.write("own.csv", format!("# rules: ours\n{table}"));
    let said = home.refused(3, "measure own.csv");
    assert!(
        said.contains("name 'rules' but no 'starhop-weights' version; take them out"),
        "{said}"
    );
    home.write("own.csv", format!("# by our rules\n{table}"));
    home.done("measure own.csv --games 4");
}

/// A table of our own has known columns, each once, and rows that say where the hole lies.
#[test]
fn a_table_with_other_columns_is_refused() {
    let home = Home::new();
    home.done("export champion-2 --format csv -o w.csv");
    let whole = home.read("w.csv");
    let header = "hole,row,column,corner,weight";
    let with = |column: &str| {
        let line = |line: &str| match line.starts_with('#') {
            true => format!("{line}\n"),
            false if line == header => format!("{line},{column}\n"),
            false => format!("{line},5\n"),
        };
        whole.lines().map(line).collect::<String>()
    };
    let first = whole.lines().find(|line| line.starts_with("h1,")).unwrap();
    let cells: Vec<&str> = first.split(',').collect();
    let moved = first.replacen(&format!("h1,{},", cells[1]), "h1,999,", 1);
    for (text, why) in [
        (with("weight"), "weight: the column stands there twice"),
        (with("row"), "row: the column stands there twice"),
        (with("extra"), "extra: no column that is known"),
        (with("seat_2"), "seat_2: no column that is known"),
        (whole.replacen(first, &moved, 1), "hole h1 has row"),
    ] {
        home.write("other.csv", text);
        let said = home.refused(3, "export other.csv");
        assert!(said.contains(why), "{why}: {said}");
    }
    let without = |line: &str| match line.starts_with('#') {
        true => format!("{line}\n"),
        false => {
            let cells: Vec<&str> = line.split(',').collect();
            format!("{},{}\n", cells[4], cells[0])
        }
    };
    home.write("other.csv", whole.lines().map(without).collect::<String>());
    assert_eq!(home.done("export other.csv --format csv").text(), whole);
}
