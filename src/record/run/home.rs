//! Runs by name, and new ones.

use super::{Given, OpenRun, Run, new_file};
use crate::record::disk;
use crate::record::error::RecordError;
use crate::record::home::{FolderKind, Home};
use crate::tune::config::Config;

impl Home {
    /// The run of that name.
    ///
    /// # Errors
    /// Where there is none.
    pub fn run(&self, name: &str) -> Result<Run, RecordError> {
        let run = Run { folder: self.folder(name)? };
        match disk::kind(&run.config_path())? {
            Some(_) => Ok(run),
            None => {
                let other = match self.what_is(name)? {
                    None if !self.shards_named(name)?.is_empty() => {
                        Some("in shards, which `starhop merge` puts together")
                    }
                    None if !run.folder.others()?.is_empty() => {
                        Some("a folder with files, but without a run's config.toml")
                    }
                    other => other,
                };
                let (name, root) = (name.to_string(), self.root().to_path_buf());
                Err(RecordError::Missing { name, root, other })
            }
        }
    }

    /// The run of that name; `None` where there is none, or can't be.
    ///
    /// # Errors
    /// Where the system doesn't say.
    pub fn run_if_there(&self, name: &str) -> Result<Option<Run>, RecordError> {
        match self.run(name) {
            Ok(run) => Ok(Some(run)),
            Err(
                RecordError::Missing { .. }
                | RecordError::BadName(_)
                | RecordError::ReservedName(_),
            ) => Ok(None),
            Err(why) => Err(why),
        }
    }

    /// All runs, by name; those of which nobody can say whether they are runs, too.
    pub fn runs(&self) -> Result<Vec<Run>, RecordError> {
        let folders = self.names()?.into_iter().filter_map(|name| self.folder(&name).ok());
        let runs = folders.map(|folder| Run { folder });
        Ok(runs.filter(|run| !matches!(disk::kind(&run.config_path()), Ok(None))).collect())
    }

    /// A new run on disk with its configuration and what it is given beside that.
    ///
    /// # Errors
    /// Where something of that name exists, is being made, or its folders can't be written.
    pub fn create(
        &self,
        name: &str,
        config: &Config,
        given: &Given<'_>,
    ) -> Result<OpenRun, RecordError> {
        let hold = self.hold(name)?;
        if hold.holds(FolderKind::Run)? {
            return Err(FolderKind::Run.taken(name));
        }
        let run = Run { folder: hold.folder.clone() };
        let mut files = run.given_files(given);
        files.push(new_file(&run.config_path(), run.config_text(config)?));
        Ok(OpenRun::new(hold.begin(&files)?))
    }

    /// The run of that name, which no other process works on; `None` where one can begin.
    ///
    /// # Errors
    /// Where the name stands for something else, or another process has it.
    pub fn begun(&self, name: &str) -> Result<Option<Run>, RecordError> {
        let hold = self.hold(name)?;
        let is_there = hold.holds(FolderKind::Run)?;
        Ok(is_there.then(|| Run { folder: hold.folder.clone() }))
    }
}
