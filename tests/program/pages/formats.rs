//! Files have the keys, columns and types that `docs/formats.md` says, and no others. A comment
//! `<!-- test: files … -->` names the files that a section of the page speaks of.

use super::tables::{Observed, assert_told, sections, told};
use super::{home, read};
use crate::program::Home;
use serde_json::{Map, Value};

const FORMATS: &str = "docs/formats.md";

/// Commands that make files with what others lack: nothing decided, bots without games, games of earlier generations,
/// centres with a shape, past champions, shares that follow, no champion yet, intervals, positions, books,
/// parameters without a board, scores.
const COMMANDS: [&str; 19] = [
    "confirm RUN --games 200 --farther-games 12 --parameter-games 10",
    "export hand-tuned-v4 --seat all -o all.json",
    "export published --game connect-four -o named.json",
    "export champion-2 -o measured.json",
    "measure measured.json --against hand-tuned-v4 --games 100 --save",
    "arena champion-2 hand-tuned-v4 --name POSITION --position position.txt --games 2 --seed 1",
    "arena greedy:published random --game connect-four --openings examples/openings/connect-four-2-ply.txt --name OPENINGS --games 2 --seed 1",
    "arena greedy(book=opening.txt):champion-2 random --name RATED --rules standard --games 120 --seed 1",
    "arena champion-2 hand-tuned-v4 random --name UNMET --games 2 --seed 1 --shard 1/3",
    "arena program(examples/programs/random_engine/engine.toml) random --name ENGINE --games 2 --seed 1",
    "compare es: --games 2000 --seeds 1 --final-games 120 --name COMPARED",
    "compare es:--choose-games=4 --games 500 --seeds 1 --final-games 20 --name PART --shard 1/1 --with --search=alphabeta(depth=1)",
    "measure champion-2 --games 20 --seed 1 --name SOME --shard 1/1",
    "compare es: --games 2000 --seeds 1 --final-games 20 --name HOPELESS --with --against=generation-0",
    "evolve --name UNMEASURED --against hand-tuned-v4 --generations 1 --measure-every 0 --population 8 --seed 1",
    "evolve --program examples/programs/sphere/tune.toml --name SPHERE --generations 1 --measure-every 1 --population 4 --seed 1",
    "evolve --game draughts --search greedy --against hand-set,pieces --opening-plies 6 --name DRAWS --generations 4 --measure-every 2 \
     --population 8 --fitness-games 4 --more-games 4 --measure-games 200 --choose-games 8 --seed 1",
    "export generation-0 -o undecided.json",
    "measure undecided.json --against generation-0 --games 10 --save",
];

/// Small runs by name and what they differ in.
const RUNS: [(&str, &str); 7] = [
    ("LONG", "--measure-games 200 --final-games 1200"),
    ("UNDECIDED", "--against generation-0"),
    ("POOLED", "--optimizer ga --memory 0.5 --mutation self-adaptive"),
    ("ADAPTED", "--optimizer cma"),
    ("HALL", "--against champion-2,hall-of-fame"),
    (
        "MIXED",
        "--against hand-tuned-v3,champion-2 --from hand-tuned-v4 --measure-games 200 --share-rate 0.1",
    ),
    ("SEARCHES", "--restart-every 1 --finalists 2"),
];

/// The documents of a file.
fn documents(home: &Home, name: &str) -> Vec<Value> {
    let text = home.read(name);
    let json =
        |text: &str| serde_json::from_str(text).unwrap_or_else(|why| panic!("{name}: {why}"));
    match name.rsplit_once('.').unwrap().1 {
        "csv" => rows(&text),
        "jsonl" => text.lines().map(json).collect(),
        "toml" => vec![toml::from_str(&text).unwrap()],
        _ if text.starts_with('{') => vec![json(&text)],
        _ => vec![json(text.split_once('\n').unwrap().1)],
    }
}

/// The rows of a table as objects; an empty field is null.
fn rows(text: &str) -> Vec<Value> {
    let value = |field: &str| match field {
        "" => Value::Null,
        "true" | "false" => Value::Bool(field == "true"),
        _ => field.parse::<f64>().map_or_else(|_| Value::from(field), Value::from),
    };
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let columns = reader.headers().unwrap().clone();
    let row = |record: csv::StringRecord| {
        let pairs = columns.iter().zip(&record);
        pairs.map(|(column, field)| (column.to_string(), value(field))).collect::<Map<_, _>>()
    };
    reader.records().map(|record| Value::Object(row(record.unwrap()))).collect()
}

#[test]
fn files_have_the_fields_that_their_page_says() {
    let (page, home) = (read(FORMATS), home());
    RUNS.iter().for_each(|(name, words)| drop(home.evolve(name, words)));
    COMMANDS.iter().for_each(|words| drop(home.done(words)));
    let told = told(&page);
    let mut seen = Observed::new(&told);
    for (section, text) in sections(&page) {
        let files = text.lines().filter_map(|line| line.strip_prefix("<!-- test: files "));
        for name in files.flat_map(|line| line.trim_end_matches(" -->").split(' ')) {
            documents(&home, name).iter().for_each(|it| seen.document(&section, it));
        }
    }
    assert_told(seen);
}
