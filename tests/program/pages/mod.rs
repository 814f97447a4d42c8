//! README and the pages under `docs/`: every command runs, every link leads somewhere, and what
//! README promises of itself holds.

mod formats;
mod json;
mod links;
mod page;
#[cfg(feature = "serve")]
mod protocol;
mod shape;
mod tables;
mod words;

use crate::program::{Home, Packed};
use page::{Found, Kind};
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The page whose commands another test runs.
const JSON: &str = "docs/json.md";
/// Pages whose commands are run at once; some of these wait for a clock.
const AT_ONCE: usize = 6;

/// The project's folder.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// README and all pages, by their paths below the project's folder.
fn pages() -> Vec<String> {
    let mut names = pages_below("docs");
    names.push("README.md".to_string());
    names.sort();
    names
}

/// All pages below a folder, likewise.
fn pages_below(folder: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            if root().join(&path).is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "md") {
                names.push(path.to_str().unwrap().to_string());
            }
        }
    }
    names.sort();
    names
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

/// What makes the arenas and files in the folder of a page.
const PREPARED: [&str; 12] = [
    "arena champion-2 hand-tuned-v4 --name ARENA --rules standard --opening-plies 0 --games 8 --seed 1",
    "arena hand-set pieces --game draughts --name DRAUGHTS --opening-plies 2 --games 2 --seed 1",
    "arena champion-2 random --name OPEN --rules standard --games 4 --seed 1",
    "arena champion-2 random --name BIG --games 2 --seed 1 --shard 1/1",
    "sprt random champion-2 --elo1 100 --seed 1 --name TEST",
    "compare es: --games 500 --seeds 1 --final-games 20 --name COMPARISON",
    "compare --variant --scoring=wins --games 500 --seeds 1 --final-games 20 --name SCORED",
    "measure champion-2 --games 20 --seed 1 --name MEASUREMENT",
    "export DRAUGHTS --format pdn -o games.pdn",
    "export champion-2 -o new.json",
    "export hand-tuned-v4 -o old.json",
    "book ARENA --least-games 1 --output opening.txt",
];

/// A folder with what the pages speak of: the runs `RUN`, `RUN1` and `RUN2`, the arenas `ARENA` and
/// `DRAUGHTS`, the test `TEST`, the comparison `COMPARISON`, the measurement `MEASUREMENT`, weights, positions, games, a book, and what is shipped.
fn home() -> Home {
    static PACKED: OnceLock<Packed> = OnceLock::new();
    PACKED.get_or_init(|| prepared().pack()).unpack()
}

/// Compiles Othello there. Were one copied by this process, children that other threads start meanwhile would
/// have it open, and what is open to be written can't run.
fn compile_othello(home: &Home) {
    let othello = root().join("examples/programs/othello/othello.c");
    let compiled = home.path("examples/programs/othello/othello");
    let done = Command::new("cc").arg("-O2").arg("-o").arg(compiled).arg(othello).status();
    assert!(done.expect("a C compiler, cc, has to be installed for this test").success());
}

fn prepared() -> Home {
    let home = Home::new();
    home.evolve("RUN", "");
    home.evolve("RUN1", "--fix i9=50 --measure-every 1");
    home.evolve("RUN2", "--measure-every 2 --deviation 0.001");
    begun(&home);
    PREPARED.iter().for_each(|words| drop(home.done(words)));
    let grid = home.done("export champion-2 --format grid").text();
    let rows: Vec<_> = grid.lines().filter(|line| !line.starts_with('#')).collect();
    home.write("my.txt", rows.join("\n"));
    home.write("short.txt", rows[..16].join("\n"));
    home.write("position.txt", home.done("perft --draw").text());
    home.write("draughts.fen", "W:W28,32,K46:B2,12-14,K5\n");
    home.write("won.fen", "W:W28:B23\n");
    home.write("lost.fen", "W:W45:B29,34\n");
    copy(Path::new("populations/champions"), &home);
    copy(Path::new("results/champions"), &home);
    copy(Path::new("examples/programs"), &home);
    copy(Path::new("examples/openings"), &home);
    let tune = read("examples/programs/sphere/tune.toml");
    home.write("tune.toml", tune.replace("sphere.py", "examples/programs/sphere/sphere.py"));
    home
}

/// A run that was killed before its first checkpoint, with no last generation.
fn begun(home: &Home) {
    let config = home.read("results/RUN/config.toml").replace("generations = 20\n", "");
    fs::create_dir_all(home.path("results/BEGUN")).unwrap();
    home.write("results/BEGUN/config.toml", config);
    home.write("results/BEGUN/opponent.json", home.read("results/RUN/opponent.json"));
}

/// Lays out the shipped files that commands read.
fn copy(folder: &Path, home: &Home) {
    fs::create_dir_all(home.path(folder.to_str().unwrap())).unwrap();
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let path = folder.join(entry.unwrap().file_name());
        if root().join(&path).is_dir() {
            copy(&path, home);
        } else if path
            .extension()
            .is_some_and(|it| ["json", "toml", "py", "txt"].iter().any(|ending| it == *ending))
        {
            home.write(path.to_str().unwrap(), fs::read(root().join(&path)).unwrap());
        }
    }
}

/// Runs a command as a page has it; a run without a name has one of its own, as pages begin many.
fn run(home: &Home, found: &Found, words: &[String]) -> Result<Vec<u8>, String> {
    let mut command = home.command("");
    command.args(words);
    if words[0] == "evolve" && !words.iter().any(|it| it == "--name" || it == "--help") {
        command.args(["--name", &format!("line-{}", found.line)]);
    }
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(said),
    }
}

/// What is wrong with a command of a page, if anything.
fn wrong(home: &Home, found: &Found) -> Option<String> {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    match &found.kind {
        Kind::Cargo => None,
        Kind::Run(words) => run(home, found, words).err(),
        Kind::Refused(words, why) => match run(home, found, words) {
            Ok(_) => Some("is not refused".to_string()),
            Err(said) => (plain(&said) != plain(why)).then_some(said),
        },
    }
}

/// The failures of a page; commands that aren't run are printed.
fn failures(name: &str) -> Vec<String> {
    let (page, home) = (read(name), home());
    if page.contains("othello") {
        compile_othello(&home);
    }
    let mut failures = Vec::new();
    for found in page::commands(&page) {
        let place = format!("{name}:{}: {}", found.line, found.text);
        if let Kind::Cargo = found.kind {
            println!("not run: {place}");
        }
        if let Some(why) = wrong(&home, &found) {
            failures.push(format!("{place}\n    {why}"));
        }
    }
    failures
}

#[test]
fn every_command_of_every_page_runs() {
    home();
    let names: Vec<_> = pages().into_iter().filter(|name| name != JSON).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let taken = iter::from_fn(|| names.get(next.fetch_add(1, Ordering::Relaxed)));
        taken.flat_map(|name| failures(name)).collect::<Vec<String>>()
    };
    let failures: Vec<String> = thread::scope(|scope| {
        let tasks: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(work)).collect();
        tasks.into_iter().flat_map(|task| task.join().unwrap()).collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The names of all commands, as the program lists them.
pub fn command_names() -> Vec<String> {
    let help = Home::new().done("help").text();
    let listed = help.split_once("Commands:\n").unwrap().1.split_once("\n\n").unwrap().0;
    // A name stands two blanks in; what stands farther in goes on with the line above.
    let lines = listed.lines().filter(|line| !line.starts_with("   "));
    let names = lines.map(|line| line.split_whitespace().next().unwrap().to_string());
    let names: Vec<_> = names.filter(|name| name != "help").collect();
    assert!(names.len() > 10, "{help}");
    names
}

#[test]
fn readme_is_short_and_has_a_line_for_every_command() {
    let readme = read("README.md");
    assert!(readme.lines().count() <= 150, "{} lines", readme.lines().count());
    for name in command_names() {
        let row = format!("| `starhop {name}");
        assert!(readme.lines().any(|line| line.starts_with(&row)), "README lacks {name}");
    }
}
