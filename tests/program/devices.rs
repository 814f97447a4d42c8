//! Output into devices, links, and pipes that nobody reads.

use crate::output::{PRINTING, home_with_run};
use crate::program::{Done, Home, evolve};
use std::fs;
use std::os::unix::fs::symlink;
use std::process::{ChildStdin, Command, Stdio};

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
#[test]
fn export_writes_into_devices_and_links_and_replaces_neither() {
    let home = Home::new();
    for (name, target) in [("full", "/dev/full"), ("null", "/dev/null"), ("link", "file")] {
        symlink(target, home.path(name)).unwrap();
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

#[test]
fn pictures_want_a_folder_and_no_device() {
    let home = home_with_run();
    let why = home.refused(2, "plot run -o /dev/null");
    assert!(why.contains("'/dev/null' is no folder"), "{why}");
}

/// The writing end of a pipe that nobody reads any more.
fn closed_pipe() -> ChildStdin {
    let mut reader = Command::new("true").stdin(Stdio::piped()).spawn().unwrap();
    let pipe = reader.stdin.take().unwrap();
    reader.wait().unwrap();
    pipe
}

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
