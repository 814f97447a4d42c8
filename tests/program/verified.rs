//! Records that were changed: what `verify`, and whatever goes on from them, finds of it.

use crate::program::{Home, Packed, by_hand, last_generation, unchained, wait_until};
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

const ARENA: &str = "arena greedy:hand-tuned-v4 generation-51 random --games 6 --seed 3 --name a";
const COMPARE: &str = "compare es: ga:--optimizer=ga --games 200,400 --seeds 2 --final-games 200 \
     --with --population=4 --name c --quiet";

static ALL: LazyLock<Packed> = LazyLock::new(|| {
    let home = Home::new();
    home.evolve("run", "--against hand-tuned-v3,hand-tuned-v4 --final-games 400");
    home.done(ARENA);
    home.done(COMPARE);
    home.pack()
});

fn games(home: &Home) -> PathBuf {
    home.result("a", "games.jsonl")
}

/// The line of that number, from 1, changed.
fn with_line(text: &str, number: usize, change: impl Fn(&str) -> String) -> String {
    let lines = (1..).zip(text.split_inclusive('\n'));
    lines.map(|(at, line)| if at == number { change(line) } else { line.to_string() }).collect()
}

#[test]
fn a_game_that_was_changed_left_out_or_moved_breaks_the_chain() {
    let home = ALL.unpack();
    let whole = fs::read_to_string(games(&home)).unwrap();
    let winner = |line: &str| {
        let (begin, rest) = line.split_once("\"winner\":").unwrap();
        let (winner, end) = rest.split_once(',').unwrap();
        let other = if winner == "1" { 2 } else { 1 };
        format!("{begin}\"winner\":{other},{end}")
    };
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let swapped = [&lines[..8], &[lines[9], lines[8]], &lines[10..]].concat().concat();
    let old = unchained(&whole);
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    for (text, line, why) in [
        (with_line(&whole, 9, winner), 9, "its chain does not follow"),
        (with_line(&whole, 18, winner), 18, "its chain does not follow"),
        (with_line(&whole, 9, |_| String::new()), 9, "its chain does not follow"),
        (swapped, 9, "its chain does not follow"),
        (with_line(&whole, 9, |_| old[8].to_string()), 9, "has no chain, but the line before it"),
    ] {
        fs::write(games(&home), &text).unwrap();
        let place = format!("results/a/games.jsonl: line {line}: {why}");
        for words in [ARENA, "verify a", "book a -o book.txt --least-games 1"] {
            let said = home.refused(3, words);
            assert!(said.contains(&place), "{words}: {said}");
        }
        assert_eq!(fs::read_to_string(games(&home)).unwrap(), text);
    }
    assert!(home.refused(3, "replay a --number 9").contains("line 9: "));
    home.done("replay a --number 8");
    // Its games twice are no more games.
    fs::write(games(&home), whole.repeat(2)).unwrap();
    for words in ["verify a", "book a -o book.txt --least-games 1"] {
        let said = home.refused(3, words);
        assert!(said.contains("line 19: is not game 19 of this arena"), "{words}: {said}");
    }
    fs::write(games(&home), whole).unwrap();
    assert_eq!(home.done("verify a --json").json()["chained"], true);
}

#[test]
fn an_arena_goes_on_with_its_chain_and_one_without_goes_on_without() {
    let home = ALL.unpack();
    let whole = fs::read_to_string(games(&home)).unwrap();
    let settings = home.read("results/a/arena.toml");
    let tables = ["pairs.csv", "ratings.csv", "crosstable.csv", "arena.md"];
    let tables = tables.map(|name| home.read(&format!("results/a/{name}")));
    let cut = |text: &str| text.split_inclusive('\n').take(7).collect::<String>() + "{\"vers";
    fs::write(games(&home), cut(&whole)).unwrap();
    home.done(ARENA);
    assert_eq!(fs::read_to_string(games(&home)).unwrap(), whole);

    let old = unchained(&whole);
    home.write("results/a/arena.toml", settings.replacen("version = 3", "version = 1", 1));
    fs::write(games(&home), cut(&old)).unwrap();
    home.done(ARENA);
    assert_eq!(fs::read_to_string(games(&home)).unwrap(), old);
    let names = ["pairs.csv", "ratings.csv", "crosstable.csv", "arena.md"];
    assert_eq!(names.map(|name| home.read(&format!("results/a/{name}"))), tables);
    assert_eq!(home.done("verify a --json").json()["chained"], false);
    assert!(home.done("verify a").text().contains("They have no whole chain"));
    // The settings say which of both it is.
    home.write("results/a/arena.toml", settings);
    assert!(home.refused(3, ARENA).contains("line 1: is not game 1 of this arena"));

    // One game of many, which can be played again alone.
    let line = whole.lines().nth(6).unwrap();
    home.write("one.jsonl", format!("{line}\n"));
    home.done("replay one.jsonl --number 7");
    assert_eq!(home.done("verify one.jsonl --json").json()["chained"], false);

    // Games of several arenas in one file.
    home.write("both.jsonl", whole.clone() + &whole);
    assert!(home.done("verify both.jsonl").text().starts_with("36 games"));
    home.write("mixed.jsonl", old + &whole);
    assert_eq!(home.done("verify mixed.jsonl --json").json()["chained"], false);
}

/// Changes a file, and says how it was.
fn edited(home: &Home, file: &str, from: &str, to: &str) -> String {
    let text = home.read(file);
    assert!(text.contains(from), "{from} in {text}");
    home.write(file, text.replacen(from, to, 1));
    text
}

#[test]
fn a_run_is_checked_and_its_measurements_are_played_again() {
    let home = ALL.unpack();
    let before = home.snapshot();
    let report = home.done("verify run --json").json();
    assert_eq!(home.changes(&before), Vec::<String>::new());
    assert_eq!((&report["kind"], &report["rows"]), (&"run".into(), &21.into()));
    assert_eq!(report["populations"], 3);
    assert_eq!(
        report["replayed"],
        serde_json::json!(["generations.csv, generation 20", "champion.json", "strength.csv"])
    );
    assert_eq!(report["unknown"], serde_json::json!([]));
    let rows = home.read("results/run/strength.csv").lines().count() as u64 - 1;
    assert_eq!(report["games"], 40 + 400 + rows * 40);
    let one = home.done("verify run --threads 1").text();
    assert_eq!(home.done("verify run --threads 3").text(), one);
    assert!(one.starts_with("All files fit each other: 21 rows, 3 kept populations; "), "{one}");
}

#[test]
fn what_was_changed_in_a_run_is_found_and_resume_finds_what_costs_nothing() {
    let home = ALL.unpack();
    let row = |home: &Home| {
        let rows = home.read("results/run/generations.csv");
        rows.lines().nth(4).unwrap().to_string()
    };
    let digit = row(&home);
    let at = digit.rfind("e-").unwrap_or(digit.len());
    let at = digit[..at].rfind(|c: char| c.is_ascii_digit()).unwrap();
    let other = if &digit[at..=at] == "3" { "4" } else { "3" };
    let other = format!("{}{other}{}", &digit[..at], &digit[at + 1..]);
    let population = home.read("populations/run/generation-000010.json");
    let gene = population.split_once("\"genes\":[").unwrap().1.split_once(',').unwrap().0;
    for (file, from, to, why, is_output) in [
        ("results/run/generations.csv", digit.as_str(), other.as_str(), "other rows", false),
        ("results/run/config.toml", "seed = 2", "seed = 3", "was changed since", false),
        ("results/run/champion.json", "\"wins\": ", "\"wins\": 1", "checksum", true),
        ("results/run/opponent-2.json", "57", "58", "checksum", false),
        ("results/run/strength.csv", ",40,", ",41,", "line 2: its games don't add up", true),
        (
            "populations/run/generation-000010.json",
            &format!("\"genes\":[{gene},"),
            "\"genes\":[77,",
            "checksum: does not fit",
            true,
        ),
    ] {
        let text = edited(&home, file, from, to);
        let before = home.snapshot();
        let said = home.refused(3, "verify run");
        assert!(said.contains(file) && said.contains(why), "{file}: {said}");
        if !is_output {
            let said = home.refused(3, "resume run --generations 21");
            assert!(said.contains(file) && said.contains(why), "{file}: {said}");
        }
        assert_eq!(home.changes(&before), Vec::<String>::new(), "{file}");
        home.write(file, text);
    }
    let bytes = fs::read(home.population("run", "checkpoint.json")).unwrap();
    let damaged = String::from_utf8(bytes.clone()).unwrap().replacen("hopeful", "hopefil", 1);
    fs::write(home.population("run", "checkpoint.json"), damaged).unwrap();
    let said = home.refused(3, "verify run");
    assert!(said.contains("checkpoint.json: is damaged"), "{said}");
    fs::write(home.population("run", "checkpoint.json"), bytes).unwrap();
    home.done("verify run");
    home.done("resume run --generations 21");
    home.done("verify run");
}

#[test]
fn what_fits_but_was_never_played_is_found_by_playing() {
    let home = ALL.unpack();
    // A weight, in a file that says nothing of its checksum.
    let file = "results/run/champion.json";
    let whole = home.read(file);
    let weights = whole.split_once("\"weights\": [\n    ").unwrap().1;
    let first = weights.split_once(',').unwrap().0;
    home.write(file, by_hand(&whole).replacen(&format!("    {first},"), "    -100,", 1));
    let said = home.refused(3, "verify run");
    assert!(said.contains("champion.json: its games at generation 20 come to"), "{said}");
    home.write(file, by_hand(&whole));
    let said = home.done("verify run").text();
    assert!(said.contains("Not checked: champion.json: it has no checksum."), "{said}");
    home.write(file, &whole);

    // A row of strength with counts and rates that fit each other.
    let file = "results/run/strength.csv";
    let table = home.read(file);
    let rows: Vec<&str> = table.split_inclusive('\n').collect();
    let head = |row: &str| row.split(',').take(3).collect::<Vec<_>>().join(",");
    let figures = |row: &str| row.splitn(4, ',').nth(3).unwrap().to_string();
    let other = (2..rows.len()).find(|&row| figures(rows[row]) != figures(rows[1])).unwrap();
    let forged = format!("{},{}", head(rows[1]), figures(rows[other]));
    home.write(file, table.replacen(rows[1], &forged, 1));
    let said = home.refused(3, "verify run");
    assert!(said.contains("strength.csv: ") && said.contains("its games come to"), "{said}");
    home.write(file, format!("{table}{}", rows[1]));
    let said = home.refused(3, "verify run");
    assert!(said.contains("these games are in an earlier line, too"), "{said}");
    home.write(file, rows[0]);
    let said = home.done("verify run").text();
    assert!(said.contains("Not checked: strength.csv: it has no row of"), "{said}");
    home.write(file, &table);

    // A population without a checksum that did not make its row.
    let file = "populations/run/generation-000010.json";
    let population = home.read(file);
    let bare = by_hand(&population);
    home.write(file, &bare);
    home.done("verify run");
    let gene = bare.split_once("\"genes\":[").unwrap().1.split_once(',').unwrap().0;
    home.write(file, bare.replacen(&format!("\"genes\":[{gene},"), "\"genes\":[-77,", 1));
    let said = home.refused(3, "verify run");
    assert!(said.contains("generation-000010.json: is not the population"), "{said}");
}

/// The champion of an earlier end can't be measured again: nobody knows where that end was.
#[test]
fn a_run_that_was_prolonged_and_killed_is_checked_as_far_as_it_is_known() {
    let home = ALL.unpack();
    let mut child = home.start("resume run --generations 1000000 --checkpoint-seconds 0");
    wait_until(|| last_generation(&home, "run") > 31);
    child.kill().unwrap();
    child.wait().unwrap();
    let report = home.done("verify run --json").json();
    let unknown = "champion.json: it is of an earlier end, and the run has gone on since";
    assert_eq!(report["unknown"], serde_json::json!([unknown]));
    assert!(report["replayed"].as_array().unwrap().contains(&"strength.csv".into()));
    assert!(report["rows"].as_u64().unwrap() > 30 && report["populations"].as_u64() > Some(3));
    // At its new end, too, it isn't finished before its champion is measured again.
    let reached = last_generation(&home, "run");
    let config = home.read("results/run/config.toml");
    let ended = config.replace("generations = 1000000", &format!("generations = {reached}"));
    assert_ne!(ended, config);
    home.write("results/run/config.toml", ended);
    let runs = home.done("list --json").json()["runs"].clone();
    let run = runs.as_array().unwrap().iter().find(|run| run["run"] == "run").unwrap();
    assert_eq!(run["state"], "stopped");
}

#[test]
fn a_run_that_is_under_way_is_told_apart() {
    let home = Home::new();
    home.evolve("run", "--generations 5");
    fs::remove_file(home.population("run", "checkpoint.json")).unwrap();
    let _ = fs::remove_file(home.population("run", "checkpoint.previous.json"));
    assert!(home.refused(3, "verify run").contains("checkpoints of run 'run' are gone"));
    let lock = fs::File::open(home.population("run", "lock")).unwrap();
    lock.lock().unwrap();
    assert!(home.refused(4, "verify run").contains("in use"));
    for name in ["nobody", "con", "a/b"] {
        let said = home.refused(2, &format!("verify {name}"));
        assert!(said.contains("nor a run, a comparison or a measurement"), "{said}");
    }
}

#[test]
fn the_tables_of_an_arena_are_those_of_its_games() {
    let home = ALL.unpack();
    for name in ["ratings", "crosstable", "pairs"] {
        let file = format!("results/a/{name}.csv");
        let whole = home.read(&file);
        let (header, rows) = whole.split_once('\n').unwrap();
        let first = rows.split_inclusive('\n').next().unwrap();
        home.write(&file, format!("{header}\n{first}{rows}"));
        let said = home.refused(3, "verify a");
        assert!(said.contains(&format!("{name}.csv: is not what games.jsonl beside it")), "{said}");
        home.write(&file, format!("{header},more\n{rows}"));
        let said = home.refused(3, "verify a");
        assert!(said.contains(&format!("{name}.csv: is not what games.jsonl beside it")), "{said}");
        home.write(&file, whole.replace('\n', "\r\n"));
        assert!(!home.done("verify a").text().contains("Not checked"));
        fs::remove_file(home.path(&file)).unwrap();
        let said = home.done("verify a").text();
        assert!(
            said.contains(&format!("Not checked: ./results/a/{name}.csv, which is missing")),
            "{said}"
        );
        home.done(ARENA);
        assert_eq!(home.read(&file), whole);
    }
    assert!(!home.done("verify a").text().contains("Not checked"));
    let ratings = "results/a/ratings.csv";
    let whole = home.read(ratings);
    home.write(ratings, whole.replacen("different,", "", 1));
    let said = home.done("verify a").text();
    assert!(said.contains("ratings.csv, which an earlier starhop wrote"), "{said}");
    // Without its settings nobody knows which games these should be.
    let settings = home.read("results/a/arena.toml");
    fs::remove_file(home.path("results/a/arena.toml")).unwrap();
    for words in ["verify a", "report a", "book a -o book.txt"] {
        let said = home.refused(3, words);
        assert!(said.contains("a/arena.toml: is missing beside games.jsonl"), "{words}: {said}");
    }
    home.write("results/a/arena.toml", settings);
    // A folder is no file of games.
    let games = games(&home);
    let kept = fs::read(&games).unwrap();
    fs::remove_file(&games).unwrap();
    fs::create_dir(&games).unwrap();
    let said = home.refused(3, "verify a");
    assert!(said.contains("a regular file belongs there") && !said.contains("nor a run"), "{said}");
    fs::remove_dir(&games).unwrap();
    fs::write(&games, kept).unwrap();
    // As after a kill between the last game and the tables.
    home.write("results/a/ratings.csv", "rank\n");
    home.write("results/a/arena.md", "Interim: 2 of 18 games are played.\n");
    let said = home.done("verify a").text();
    assert!(said.contains("Not checked: the tables, which are of an earlier stand"), "{said}");
}

#[test]
fn a_comparison_is_checked_and_a_champion_of_each_variant_evolves_again() {
    let home = ALL.unpack();
    let before = home.snapshot();
    let report = home.done("verify c --json").json();
    assert_eq!(home.changes(&before), Vec::<String>::new());
    assert_eq!((&report["kind"], &report["rows"]), (&"comparison".into(), &8.into()));
    let rows = ["es", "ga"].map(|it| format!("compare.csv, {it}, seed 1, budget 200"));
    assert_eq!(report["replayed"], serde_json::json!(rows));
    let file = "results/c/compare.csv";
    let table = home.read(file);
    let rows: Vec<csv::StringRecord> =
        csv::Reader::from_reader(table.as_bytes()).into_records().map(Result::unwrap).collect();
    let with = |row: usize, column: usize, value: &str| {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(table.lines().next().unwrap().split(',')).unwrap();
        for (index, record) in rows.iter().enumerate() {
            let cells = record.iter().enumerate();
            let cell = |(at, cell): (usize, &str)| match (index, at) == (row, column) {
                true => value.to_string(),
                false => cell.to_string(),
            };
            writer.write_record(cells.map(cell)).unwrap();
        }
        String::from_utf8(writer.into_inner().unwrap()).unwrap()
    };
    for (row, column, value, why) in [
        (5, 7, "1", "ga, seed 1, budget 400: its rates are not those of its counts"),
        (0, 3, "999", "es, seed 1, budget 200: evolving it again comes to something else"),
        (0, 11, "-5.5", "es, seed 1, budget 200: evolving it again comes to something else"),
    ] {
        home.write(file, with(row, column, value));
        let said = home.refused(3, "verify c");
        assert!(said.contains("compare.csv: ") && said.contains(why), "{said}");
    }
    let cut: String = table.split_inclusive('\n').take(7).collect();
    home.write(file, cut);
    let said = home.refused(3, "verify c");
    assert!(
        said.contains("compare.md: is of 8 rows, of which compare.csv beside it has only 6"),
        "{said}"
    );
    let tables = home.read("results/c/compare.md");
    fs::remove_file(home.path("results/c/compare.md")).unwrap();
    let said = home.done("verify c").text();
    assert!(said.contains("Not checked: compare.csv has 6 of 8 rows"), "{said}");
    home.write("results/c/compare.md", tables);
    home.write(file, &table);
    // With other flags nobody knows how it was made.
    let settings = edited(&home, "results/c/compare.toml", "--optimizer=ga", "--optimizer=spsa");
    let said = home.done("verify c").text();
    assert!(said.contains("Not checked: compare.toml: its flags name other settings"), "{said}");
    home.write("results/c/compare.toml", settings);
    // Flags and settings that fit each other, but with which the second variant did not evolve.
    let words =
        COMPARE.replace("compare es: ga:--optimizer=ga", "").replace("--name c", "--name d");
    let mut command = home.command("compare es:");
    command.arg("ga:--optimizer=ga --gene-rate=0.3").args(words.split_whitespace());
    assert!(command.output().unwrap().status.success());
    home.write("results/c/compare.toml", home.read("results/d/compare.toml"));
    let said = home.refused(3, "verify c");
    assert!(said.contains("ga, seed 1, budget 200: evolving it again comes to"), "{said}");
}

#[test]
fn a_table_of_another_champion_is_told_of() {
    let home = ALL.unpack();
    let path = "results/run/strength.csv";
    let text = home.read(path);
    let of_another = |line: &str| format!("99{}", &line[line.find(',').unwrap()..]);
    home.write(path, with_line(&text, 3, of_another));
    let said = home.refused(3, "verify run");
    assert!(said.contains("line 3: its champion is of another generation than that of"), "{said}");
    let rows = text.lines().count();
    let all = (2..=rows).fold(text, |text, at| with_line(&text, at, of_another));
    home.write(path, all);
    let told = home.done("verify run").text();
    assert!(
        told.contains("strength.csv: it is of the champion of generation 99, not of"),
        "{told}"
    );
}
