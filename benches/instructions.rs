//! Instructions per ply, hand-tuned-v4 against itself on standard rules: a figure that a busy
//! machine doesn't change. `cargo bench --bench instructions` prints it, where valgrind is
//! installed.
//!
//! The program runs itself under callgrind for two numbers of games. The difference of the
//! instructions over the difference of the plies leaves everything out that comes once. Valgrind
//! knows no AVX-512.

mod plain;
mod ways;

use std::process::{Command, ExitCode, Output};
use ways::{ARRAY, ways};

/// Games of both runs, by way; the slower ways play fewer.
const GAMES: [(&str, [u64; 2]); 4] =
    [("plain", [50, 150]), ("general", [50, 150]), ("portable", [50, 150]), ("avx2", [200, 1200])];

/// The word that makes the program play and print the plies, followed by the way and the games.
const PLAY: &str = "play";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        [PLAY, way, games] => play(way, games),
        _ => compare(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn play(name: &str, games: &str) -> Result<(), String> {
    let games = games.parse().map_err(|why| format!("'{games}' is no number of games: {why}"))?;
    let way = ways().into_iter().find(|way| way.name == name);
    let way = way.ok_or_else(|| format!("no way of playing is called '{name}'"))?;
    println!("{}", way.plies(0..games));
    Ok(())
}

fn compare() -> Result<(), String> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("valgrind isn't installed here: instructions are not counted");
        return Ok(());
    }
    println!("{ARRAY} against itself, standard rules, under callgrind");
    println!("{:8} {:>17} {:>14}", "", "instructions/ply", "against plain");
    let mut plain = None;
    for (way, [few, many]) in GAMES {
        let (few, many) = (count(way, few)?, count(way, many)?);
        let plies = many.plies.saturating_sub(few.plies).max(1);
        let each = many.instructions.saturating_sub(few.instructions) as f64 / plies as f64;
        let ratio = each / *plain.get_or_insert(each);
        println!("{way:8} {each:17.1} {ratio:14.3}");
    }
    Ok(())
}

/// What a whole process did.
struct Count {
    instructions: u64,
    plies: u64,
}

fn count(way: &str, games: u64) -> Result<Count, String> {
    let program = std::env::current_exe().map_err(|why| format!("where am I? {why}"))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args([PLAY, way, &games.to_string()])
        .output()
        .map_err(|why| format!("cannot run valgrind: {why}"))?;
    read(&output).ok_or_else(|| {
        format!("valgrind gave no count for {way}:\n{}", String::from_utf8_lossy(&output.stderr))
    })
}

/// Plies from standard output, instructions from callgrind's line `==123== Collected : 456`.
fn read(output: &Output) -> Option<Count> {
    let plies = String::from_utf8_lossy(&output.stdout).trim().parse().ok()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    let mut lines = errors.lines().filter_map(|line| line.split_once("Collected"));
    let figure = lines.next()?.1.trim_start_matches([' ', ':']);
    let instructions = figure.split_whitespace().next()?.replace(',', "").parse().ok()?;
    output.status.success().then_some(Count { instructions, plies })
}
