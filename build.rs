//! Says which commit the sources are of, where that is known: in a checkout of the repository, and in a
//! package, into which cargo writes it.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Letters of a commit that `--version` shows.
const SHOWN: usize = 12;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let root = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let commit = of_checkout(Path::new(&root)).or_else(|| of_package(Path::new(&root)));
    let commit = commit.filter(|it| it.len() >= SHOWN && it.chars().all(|c| c.is_ascii_hexdigit()));
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let version = match &commit {
        Some(commit) => format!("{version} ({})", &commit[..SHOWN]),
        None => version,
    };
    println!("cargo::rustc-env=STARHOP_VERSION={version}");
}

/// The commit that is checked out here. A repository that only holds this folder doesn't count.
fn of_checkout(root: &Path) -> Option<String> {
    if !root.join(".git").exists() {
        return None;
    }
    let git = |words: &[&str]| {
        let output = Command::new("git").current_dir(root).args(words).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?.trim().to_string();
        (output.status.success() && !text.is_empty()).then_some(text)
    };
    // Each commit and checkout adds a line to the log. A file that isn't there would be looked for in
    // every build.
    let watched = ["logs/HEAD", "HEAD"].iter().find_map(|name| {
        let path = root.join(git(&["rev-parse", "--git-path", name])?);
        path.is_file().then_some(path)
    })?;
    println!("cargo::rerun-if-changed={}", watched.display());
    git(&["rev-parse", "HEAD"])
}

/// The commit that a package was made of.
fn of_package(root: &Path) -> Option<String> {
    let text = fs::read_to_string(root.join(".cargo_vcs_info.json")).ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    rest.split('"').nth(1).map(str::to_string)
}
