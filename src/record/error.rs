//! What can go wrong with names and files of records, in words for the person at the terminal.

use super::home::FolderKind;
use std::path::{Path, PathBuf};

/// A name, a folder or a file that can't be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The system refused something.
    #[error("cannot {action} {}: {reason}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system answered.
        reason: std::io::Error,
    },
    /// A file that says something else than it should.
    #[error("{}: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Line or field, and reason.
        why: String,
    },
    /// Something lies under a name, but not the settings that say what it is.
    #[error(
        "{} is missing, but these lie there: {}. Put it back, move them away, or choose another \
         --name",
        settings.display(),
        listed(others)
    )]
    NoSettings {
        /// The name.
        name: String,
        /// The file that is missing.
        settings: PathBuf,
        /// What lies there.
        others: Vec<PathBuf>,
    },
    /// A run whose checkpoints are gone.
    #[error(
        "the checkpoints of run '{name}' are gone from {}, but these are there: {}. Put the \
         checkpoints back, or begin a new run with `starhop evolve --config {}` and another --name",
        populations.display(),
        listed(others),
        config.display()
    )]
    NoCheckpoint {
        /// The run.
        name: String,
        /// Where they should be.
        populations: PathBuf,
        /// What a run without a checkpoint can't have yet.
        others: Vec<PathBuf>,
        /// Its settings.
        config: PathBuf,
    },
    /// No run has that name.
    #[error("no run '{name}' in {}{}", root.display(), but(name, root, *other))]
    Missing {
        /// The name asked for.
        name: String,
        /// Where runs were looked for.
        root: PathBuf,
        /// What has the name instead, in a word or two.
        other: Option<&'static str>,
    },
    /// A run of that name stands there already.
    #[error(
        "run '{name}' exists; go on with it by `starhop resume {name}`, or choose another --name"
    )]
    Exists {
        /// The name asked for.
        name: String,
    },
    /// What has that name is of the kind that is asked for, and has other settings.
    #[error(
        "{} '{name}' was made with other settings, which {} holds ({differ}); repeat those to go on \
         with it, or choose another --name",
        kind.noun(),
        path.display()
    )]
    OtherSettings {
        /// What it is.
        kind: FolderKind,
        /// The name asked for.
        name: String,
        /// Its settings.
        path: PathBuf,
        /// What differs.
        differ: String,
    },
    /// An arena of that name has more games than are asked for.
    #[error(
        "arena '{name}' has {there} games of each pairing, not {asked}: it can be made longer, but not \
         shorter; give --games {there} or more, or choose another --name"
    )]
    FewerGames {
        /// The name asked for.
        name: String,
        /// Its games of each pairing.
        there: u64,
        /// Those asked for.
        asked: u64,
    },
    /// A shard of an arena of another number of games than is asked for.
    #[error(
        "'{name}' is a shard of an arena with {there} games of each pairing, not {asked}. A shard keeps that \
         number, since it says which games are the shard's own; give --games {there}, or choose another \
         --name. The arena that `starhop merge {work}` makes of all shards can be made longer"
    )]
    ShardLength {
        /// The shard's folder.
        name: String,
        /// The name of the whole.
        work: String,
        /// Games of each pairing there.
        there: u64,
        /// Those asked for.
        asked: u64,
    },
    /// What has that name is no run, and of another kind than is asked for.
    #[error("'{name}' is {}; choose another --name", kind.words())]
    IsOther {
        /// What it is.
        kind: FolderKind,
        /// The name asked for.
        name: String,
    },
    /// The run of that name was made with another file than is asked for.
    #[error(
        "run '{name}' was made with another file than this command names; what it was made with is \
         {}; name that one to go on with the run, or choose another --name",
        path.display()
    )]
    OtherFile {
        /// The name asked for.
        name: String,
        /// What the run keeps of it.
        path: PathBuf,
    },
    /// No shard of that name is there.
    #[error(
        "no shards of '{name}' in {}: folders such as {name}.1-of-6, which `arena`, `compare` and \
         `measure` make with --name {name} --shard 1/6; runs of evolve --seeds need no merging",
        root.display()
    )]
    NoShards {
        /// The name asked for.
        name: String,
        /// Where shards were looked for.
        root: PathBuf,
    },
    /// Shards of that name are of another division than the one that is asked for.
    #[error(
        "{} is one of {of} shards, with which one of {asked} could never be merged; write --shard I/{of}, \
         move it away, or choose another --name",
        there.display()
    )]
    OtherShards {
        /// A shard that is there.
        there: PathBuf,
        /// How many it is one of.
        of: u32,
        /// The same of the one asked for.
        asked: u32,
    },
    /// What has the name of some shards isn't made of them.
    #[error(
        "{} is there and is something else than the shards of '{name}' give; move it away to merge them",
        path.display()
    )]
    NotMerged {
        /// The name asked for.
        name: String,
        /// What is there.
        path: PathBuf,
    },
    /// Another process works under that name.
    #[error("'{name}' is in use by another starhop; wait for it to end, or stop it")]
    InUse {
        /// The name.
        name: String,
    },
    /// A name that no folder should have.
    #[error(
        "'{name}' can't be a run's name: use letters, digits, '-', '_' and '.', up to 100, and begin \
         with neither '-' nor '.'{hint}",
        name = .0,
        hint = alone(.0)
    )]
    BadName(String),
    /// A name that other systems can't have a folder of.
    #[error(
        "'{0}' can't be a run's name: other systems know it as a device, or end names without a dot"
    )]
    ReservedName(String),
    /// The name under which the games of `play` are kept.
    #[error("'{0}' is where `starhop {0}` keeps its games; choose another --name")]
    PlayedName(String),
}

/// What has a name in place of a run.
fn but(name: &str, root: &Path, other: Option<&'static str>) -> String {
    let list = match root == Path::new(".") {
        true => "`starhop list`",
        false => "`starhop list` with that --dir",
    };
    match other {
        None => format!("; {list} shows the runs there"),
        Some(other @ ("an arena" | "a comparison")) => {
            format!(", where it is {other}: `starhop report {name}` shows it")
        }
        Some(other) => format!(", where it is {other}; {list} shows the runs there"),
    }
}

/// Paths in a line, the first few of many.
fn listed(paths: &[PathBuf]) -> String {
    const MOST: usize = 5;
    let all = paths.iter().take(MOST).map(|path| path.display().to_string());
    let all = all.collect::<Vec<_>>().join(", ");
    match paths.len().checked_sub(MOST) {
        None | Some(0) => all,
        Some(more) => format!("{all} and {more} more"),
    }
}

impl RecordError {
    pub(super) fn io(
        action: &'static str,
        path: &Path,
    ) -> impl FnOnce(std::io::Error) -> Self + use<> {
        let path = path.to_path_buf();
        move |reason| RecordError::Io { action, path, reason }
    }

    pub(super) fn not_regular(path: &Path) -> Self {
        let why = "is a link, a folder or a device; a regular file belongs there";
        RecordError::damaged(path, why)
    }

    pub(crate) fn damaged(path: &Path, why: impl ToString) -> Self {
        RecordError::Damaged { path: path.to_path_buf(), why: why.to_string() }
    }
}

/// What to name in place of a path to a run's folder, as the end of a sentence; empty where `path` is none.
pub(crate) fn alone(path: &str) -> String {
    let told = |name| format!("; name it without its folder, as '{name}'");
    last_of(path).map_or(String::new(), told)
}

/// The name of the last folder or file of a path that has several.
pub(crate) fn last_of(path: &str) -> Option<&str> {
    const SEPARATORS: [char; 2] = ['/', '\\'];
    let (_, name) = path.trim_end_matches(SEPARATORS).rsplit_once(SEPARATORS)?;
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_named_by_its_folder_is_told_its_name() {
        let told = "; name it without its folder, as 'run'";
        for path in ["results/run", "results/run/", r"C:\results\run\", r".\results/run"] {
            assert_eq!(alone(path), told, "{path}");
        }
        assert_eq!(alone("a run"), "");
    }
}
