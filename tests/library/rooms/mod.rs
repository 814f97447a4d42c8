//! The rooms of the house keep to themselves: what each module may use, who writes run files,
//! and where chance and clocks come from.

mod paths;
mod words;

use paths::{Place, Said, said};
use std::fs;
use std::path::Path;
use words::words;

/// A room, and the paths from the crate's root that it may use besides its own.
type Room = (&'static str, &'static [&'static str]);

/// The rooms below the page and the command, lowest first: of these the upper ones may use all below them.
const HOUSE: &[&str] = &[
    "rng",
    "parameter",
    "backend",
    "game",
    "eval",
    "search",
    "play",
    "program",
    "evolve",
    "tune",
    "record",
    "report",
    "registry",
    "session",
];

/// Lowest floor first.
const ROOMS: [Room; 15] = [
    ("rng", &[]),
    ("parameter", &[]),
    ("backend", &[]),
    ("game", &[]),
    ("eval", &["rng", "game", "parameter"]),
    ("search", &["rng", "backend", "game", "eval"]),
    ("play", &["backend", "game", "eval", "search", "rng"]),
    ("program", &["rng", "parameter", "backend", "game", "search", "play"]),
    ("evolve", &["rng", "parameter", "backend"]),
    ("tune", &["rng", "parameter", "backend", "game", "eval", "search", "play", "evolve"]),
    ("record", &["rng", "evolve", "tune", "play", "parameter", "game::layout", "game::line"]),
    ("report", &["play", "record", "game::layout"]),
    ("registry", HOUSE.split_at(10).0),
    ("session", HOUSE.split_at(13).0),
    ("serve", HOUSE),
];

/// The room that may use every other one.
const TOP: &str = "cli";

/// Paths, or parts of them, that only some rooms may say, and which. Test modules are free to.
const RESERVED: [(&str, &[&str]); 19] = [
    ("SeedableRng", &["rng"]),
    ("SysRng", &["rng"]),
    ("OsRng", &["rng"]),
    ("StdRng", &["rng"]),
    ("SmallRng", &["rng"]),
    ("ThreadRng", &["rng"]),
    ("thread_rng", &["rng"]),
    ("rand::rng", &["rng"]),
    ("rand::random", &["rng"]),
    ("fs::write", &["record"]),
    ("fs::copy", &["record"]),
    ("fs::rename", &["record"]),
    ("File::create", &["record"]),
    ("File::create_new", &["record"]),
    ("File::options", &["record"]),
    ("OpenOptions", &["record"]),
    ("Instant", &["backend", "search", "program", "session", "serve", "cli"]),
    ("SystemTime", &["session", "cli"]),
    ("process::Command", &["program", "cli"]),
];

/// Test modules that use what their room may not: a real board, to turn arrays on.
const TESTS: [(&str, &str); 5] = [
    ("record/weights/tests", "crate::game::chinese_checkers"),
    ("record/weights/tests", "crate::game::Game"),
    ("report/position", "crate::game::chinese_checkers"),
    ("report/position", "crate::game::connect_four"),
    ("report/position", "crate::game::Game"),
];

/// Functions of numbers that differ in the last bit from machine to machine; those of the crate
/// `libm` don't.
const UNEQUAL: [&str; 22] = [
    "exp", "exp2", "exp_m1", "ln", "ln_1p", "log", "log2", "log10", "powf", "sin", "cos", "tan",
    "asin", "acos", "atan", "atan2", "sin_cos", "sinh", "cosh", "tanh", "cbrt", "hypot",
];

/// What of a source, tests apart, gives other results on another machine or by another compiler.
fn differing(source: &str) -> Vec<String> {
    let words = words(source.split("#[cfg(test)]").next().unwrap_or_default());
    let calls = words.windows(4).filter(|it| {
        let of_a_number = it[1] == "." || (it[0] == "f64" && it[1] == "::");
        of_a_number && UNEQUAL.contains(&it[2].as_str()) && it[3] == "("
    });
    let calls = calls.map(|it| it[2].clone());
    let hashers = words.iter().filter(|word| *word == "DefaultHasher" || *word == "RandomState");
    calls.chain(hashers.cloned()).collect()
}

/// What is wrong with one file, given its path below `src` without the ending.
fn faults(file: &str, source: &str) -> Vec<String> {
    let place = Place::of(file);
    let Some(room) = place.room() else { return Vec::new() };
    let mut faults = Vec::new();
    if !source.starts_with("//! ") {
        faults.push("does not open with a line about itself".to_string());
    }
    for path in said(&place, &words(source)) {
        let text = path.steps.join("::");
        let excused = TESTS.iter().any(|(name, used)| *name == file && text.starts_with(used));
        if path.steps[0] == "crate" && !excused && !may_use(room, &path.steps[1..]) {
            faults.push(format!("{room} may not use {text}"));
        }
        faults.extend(reserved_for_others(room, &path));
    }
    faults
}

fn reserved_for_others(room: &str, path: &Said) -> Option<String> {
    let says = |words: &str| {
        let words: Vec<&str> = words.split("::").collect();
        path.steps.windows(words.len()).any(|steps| steps == words)
    };
    let unfit = |rooms: &[&str]| !path.in_tests && !rooms.contains(&room);
    let (words, rooms) = RESERVED.iter().find(|(words, rooms)| unfit(rooms) && says(words))?;
    Some(format!("{words} is for {} only", rooms.join(" and ")))
}

fn may_use(room: &str, path: &[String]) -> bool {
    let Some(first) = path.first() else { return false };
    let Some((_, allowed)) = ROOMS.iter().find(|(name, _)| *name == room) else {
        return room == TOP;
    };
    let within = |allowed: &&str| {
        let mut steps = path.iter();
        allowed.split("::").all(|step| steps.next().is_some_and(|found| found == step))
    };
    first == room || allowed.iter().any(within)
}

/// Every source file as its path below `src`, without the ending, and its text.
fn sources(folder: &Path, below: &str, found: &mut Vec<(String, String)>) {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    for path in entries {
        let name = path.file_stem().unwrap().to_str().unwrap();
        if path.is_dir() {
            sources(&path, &format!("{below}{name}/"), found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push((format!("{below}{name}"), fs::read_to_string(&path).unwrap()));
        }
    }
}

fn all_sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut found);
    found.sort();
    found
}

#[test]
fn every_room_uses_only_what_it_may() {
    let mut all = Vec::new();
    for (file, source) in all_sources() {
        all.extend(faults(&file, &source).into_iter().map(|fault| format!("{file}: {fault}")));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn every_room_is_in_the_table_and_every_line_of_it_is_a_room() {
    let mut rooms: Vec<String> = all_sources()
        .iter()
        .filter_map(|(file, _)| Place::of(file).room().map(str::to_string))
        .collect();
    rooms.dedup();
    let mut table: Vec<&str> = ROOMS.iter().map(|(room, _)| *room).chain([TOP]).collect();
    table.sort_unstable();
    assert_eq!(rooms, table);
}

#[test]
fn results_are_the_same_on_every_machine() {
    for (file, source) in all_sources() {
        let is_test = file.ends_with("/tests") || file.contains("/tests/");
        let found = if is_test { Vec::new() } else { differing(&source) };
        assert!(found.is_empty(), "{file}: {found:?}");
    }
    for bad in ["x.ln()", "f64::exp(x)", "std::hash::DefaultHasher::new()", "(1.0 + a).powf(2.0)"] {
        assert_eq!(differing(&format!("fn f() {{ {bad} }}")).len(), 1, "{bad}");
    }
    for good in [
        "libm::log(x)",
        "fit.log >= x.log;",
        "x.sqrt()",
        "exp(x)",
        "x.powi(2)",
        "// x.ln()",
        "a.len()",
    ] {
        assert_eq!(differing(good), Vec::<String>::new(), "{good}");
    }
}

#[test]
fn the_table_goes_up_floor_by_floor() {
    for (floor, (room, allowed)) in ROOMS.iter().enumerate() {
        for path in *allowed {
            let used = path.split("::").next();
            let below = ROOMS[..floor].iter().any(|(other, _)| Some(*other) == used);
            assert!(below, "{room} uses {path}, which is not below it");
        }
    }
}

#[test]
fn what_is_allowed_passes() {
    for (file, source) in [
        ("evolve/breed", "//! Doc.\nuse crate::rng::Seed;\nuse super::Genome;"),
        ("evolve/mod", "//! Doc.\nuse crate::{rng::Seed, parameter::{Domain, Parameter}};"),
        ("record/run", "//! Doc.\nuse crate::game::layout::{Cell, CellLayout};"),
        ("record/run", "//! Doc.\nfn f() { std::fs::write(a, b); }"),
        (
            "game/layout",
            "//! Doc.\n// crate::cli is far away\nconst A: &str = \"crate::cli::main\";",
        ),
        ("game/layout", "//! Doc.\n/* crate::cli /* crate::cli */ */ const A: char = '\"';"),
        ("report/read", "//! Doc.\n#[cfg(test)]\nmod tests { fn f() { std::fs::write(a, b); } }"),
        ("rng", "//! Doc.\nuse rand::SeedableRng;\nmod tests { use super::*; }"),
        ("game/hops", "//! Doc.\nmod tests { mod deep { use super::super::super::layout; } }"),
        ("play/tally", "//! Doc.\nfn f<'a>(it: &'a str) -> char { '\\'' } // crate::cli"),
        ("cli/evolve", "//! Doc.\nuse crate::{session, registry::Table};"),
        ("cli/evolve", "//! Doc.\npub(crate) fn f() { self::g(); super::output::say(); }"),
        ("main", "fn main() { starhop::cli::main() }"),
    ] {
        assert_eq!(faults(file, source), Vec::<String>::new(), "{source}");
    }
}

#[test]
fn what_is_not_allowed_is_found() {
    for (file, source, fault) in [
        ("evolve/breed", "use crate::game::Game;", "evolve may not use crate::game::Game"),
        (
            "evolve/breed",
            "use crate::{\n  rng::Seed,\n  game,\n};",
            "evolve may not use crate::game",
        ),
        (
            "evolve/breed",
            "use crate::{rng::{Seed, Rng}, tune::{self, config::{Config}}};",
            "evolve may not use crate::tune::config::Config",
        ),
        ("game/mod", "fn f() { crate::eval::score() }", "game may not use crate::eval::score"),
        ("game/mod", "use super::rng;", "game may not use crate::rng"),
        ("game/hops", "use super::super::rng::Seed;", "game may not use crate::rng::Seed"),
        ("game/hops", "mod tests { use super::super::super::rng; }", "game may not use crate::rng"),
        (
            "game/hops",
            "fn f() { if a { mod b { use super::super::super::rng; } } }",
            "may not use crate::rng",
        ),
        ("record/run", "use crate::game::{layout, Game};", "record may not use crate::game::Game"),
        ("record/run", "use crate::game;", "record may not use crate::game"),
        ("record/run", "use crate::game::*;", "record may not use crate::game::*"),
        ("registry/mod", "use crate::record::run;", "registry may not use crate::record::run"),
        ("session/mod", "use crate::cli;", "session may not use crate::cli"),
        ("registry/mod", "use crate::session;", "registry may not use crate::session"),
        ("session/mod", "use crate as house;", "session may not use crate"),
        ("eval/mod", "use crate::*;", "eval may not use crate::*"),
        ("tune/mod", "pub use crate :: record ::run ;", "tune may not use crate::record::run"),
        ("parameter", "use crate::rng;", "parameter may not use crate::rng"),
        ("session/mod", "fn f() { std::fs::write(a, b) }", "fs::write is for record only"),
        ("cli/export", "use std::fs::{self, File};\nFile::create(a)", "File::create is for record"),
        ("tune/mod", "use rand::SeedableRng;", "SeedableRng is for rng only"),
        ("tune/mod", "use rand::{SeedableRng, Rng};", "SeedableRng is for rng only"),
        ("tune/mod", "use rand::{self, rng as draw};", "rand::rng is for rng only"),
        ("tune/mod", "use rand::{rng};", "rand::rng is for rng only"),
        ("tune/mod", "let r: u8 = rand::random();", "rand::random is for rng only"),
        (
            "play/mod",
            "use std::time::Instant;",
            "Instant is for backend and search and program and session and serve and cli only",
        ),
    ] {
        let found = faults(file, &format!("//! Doc.\n{source}"));
        assert!(found.iter().any(|found| found.contains(fault)), "{source}: {found:?}");
    }
    assert_eq!(faults("game/mod", "use std::fmt;").len(), 1);
}
