//! Where results and messages go: standard output and error, files, devices and closed pipes.

use crate::program::{Done, Home, evolve};
use std::fs;

const PRINTING: [&str; 9] = [
    "list",
    "show run",
    "measure run --games 10",
    "export run",
    "export run --format npy",
    "perft --divide",
    "perft --draw",
    "completions zsh",
    "man evolve",
];

fn home_with_run() -> Home {
    let home = Home::new();
    home.evolve("run", "--generations 6");
    home
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_an_error_and_no_panic() {
    let home = home_with_run();
    for words in PRINTING {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let done = Done::from(home.command(words).stdout(full).output().unwrap());
        assert_eq!(done.code, Some(1), "{words}: {}", done.err);
        assert!(done.err.starts_with("error: "), "{words}: {}", done.err);
    }
}

/// A device is reached through a link, so that a program that replaces what it should write to
/// destroys the link only.
#[cfg(unix)]
#[test]
fn export_writes_into_devices_and_links_and_replaces_neither() {
    let home = Home::new();
    for (name, target) in [("full", "/dev/full"), ("null", "/dev/null"), ("link", "file")] {
        std::os::unix::fs::symlink(target, home.path(name)).unwrap();
    }
    home.write("file", "old");
    let why = home.refused(1, "export generation-51 -o full");
    assert!(why.contains("cannot write full"), "{why}");
    home.done("export generation-51 -o null");
    home.done("export generation-51 -o link");
    for name in ["full", "null", "link"] {
        assert!(fs::symlink_metadata(home.path(name)).unwrap().is_symlink(), "{name}");
    }
    assert_eq!(home.read("file"), home.done("export generation-51").text());
    assert_eq!(fs::read_dir(home.path("")).unwrap().count(), 4);
}

/// The writing end of a pipe that nobody reads any more.
#[cfg(unix)]
fn closed_pipe() -> std::process::ChildStdin {
    use std::process::{Command, Stdio};
    let mut reader = Command::new("true").stdin(Stdio::piped()).spawn().unwrap();
    let pipe = reader.stdin.take().unwrap();
    reader.wait().unwrap();
    pipe
}

#[cfg(unix)]
#[test]
fn a_reader_who_has_gone_is_no_error() {
    let home = home_with_run();
    let begin = evolve("other", "--generations 2 --quiet");
    for words in PRINTING.into_iter().chain([begin.as_str(), "resume run --quiet"]) {
        let done = Done::from(home.command(words).stdout(closed_pipe()).output().unwrap());
        assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{words}");
        home.command(words).stdout(closed_pipe()).stderr(closed_pipe()).status().unwrap();
    }
    assert!(home.result("other", "champion.json").exists());
}

#[test]
fn colours_are_for_terminals_and_for_those_who_ask() {
    let home = home_with_run();
    let escapes = |words: &str, name: &str| {
        let done = home.command(words).env(name, "1").output().unwrap();
        done.stdout.contains(&0x1b) || done.stderr.contains(&0x1b)
    };
    for words in PRINTING.into_iter().chain(["resume run", "show nobody", "--help"]) {
        assert!(!escapes(words, "UNSET"), "{words}");
        assert!(!escapes(words, "NO_COLOR"), "{words}");
    }
    assert!(escapes("show run", "CLICOLOR_FORCE"));
}

#[test]
fn quiet_says_nothing_and_json_nothing_else() {
    let home = Home::new();
    let run = evolve("run", "--generations 2");
    for words in [&run, "resume run --generations 3", "measure run --games 9", "list", "show run"] {
        let done = home.done(&format!("{words} --json --quiet"));
        assert_eq!(done.err, "", "{words}");
        assert!(done.json().is_object() || words == "list", "{words}");
        assert!(done.text().ends_with("}\n") || words == "list", "{words}");
    }
    let done = home.evolve("loud", "--generations 2 --json");
    assert!(done.json().is_object());
    assert!(done.err.contains("Run loud, seed 2"), "{}", done.err);
    assert!(home.done("--quiet list").err.is_empty());
}

#[test]
fn the_next_commands_name_the_folder() {
    let home = Home::new();
    let done = home.evolve("run", "--generations 2 --dir deep/down");
    for line in ["show run", "export run --format rust", "resume run --generations 4"] {
        let line = format!("  starhop --dir deep/down {line}\n");
        assert!(done.text().contains(&line), "{line}: {}", done.text());
        home.done(line.trim().trim_start_matches("starhop "));
    }
    let mut command = home.command(&evolve("run", "--generations 2"));
    let done = Done::from(command.args(["--dir", "it's here"]).output().unwrap());
    assert!(done.text().contains(r"starhop --dir 'it'\''s here' show run"), "{}", done.text());
}
