//! A run that this process alone works on.

use super::journal::ParameterLog;
use super::{Journal, ProgramLog, Run};
use crate::parameter::Parameter;
use crate::record::atomic::write_atomic;
use crate::record::checkpoint::{self, Checkpoint, FoundCheckpoint};
use crate::record::error::RecordError;
use crate::record::growing::Growing;
use crate::record::home::{Claim, Hold};
use crate::record::ledger::{self, Ledger};
use crate::record::population::PopulationFile;
use crate::record::rows::{RowFile, renewed};
use crate::record::strength::{self, StrengthRow};
use crate::record::weights::WeightsFile;
use crate::tune::config::Config;

/// A run that no other process works on, as it was found: nothing is changed yet.
#[derive(Debug)]
#[must_use = "others can take the run once it is dropped"]
pub struct HeldRun {
    pub(super) run: Run,
    pub(super) hold: Hold,
}

/// A run that this process alone works on, until it is dropped.
#[derive(Debug)]
#[must_use = "others can take the run once it is dropped"]
pub struct OpenRun {
    run: Run,
    _claim: Claim,
}

impl HeldRun {
    /// The run's folders.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Takes the run to go on with it from a checkpoint by that configuration, which replaces the one
    /// it has; `None` begins anew. Damaged checkpoints are set aside. All is checked before anything
    /// is changed.
    ///
    /// # Errors
    /// Where the checkpoint or a file doesn't fit, or the folders can't be written.
    pub fn open(
        self,
        config: &Config,
        found: Option<&FoundCheckpoint>,
        parameters: &[Parameter],
    ) -> Result<OpenRun, RecordError> {
        let HeldRun { run, hold } = self;
        if let Some(found) = found {
            run.check(&found.checkpoint, parameters)?;
        }
        run.check_rows(found.map(|it| &it.checkpoint))?;
        let is_new = run.config()? != *config;
        let open = OpenRun::new(hold.claim()?);
        found.iter().flat_map(|it| &it.damaged).try_for_each(|path| checkpoint::set_aside(path))?;
        if is_new {
            open.write_config(config)?;
        }
        Ok(open)
    }

    /// Takes the run as it is, with its ledger, to put its champion to the test.
    ///
    /// # Errors
    /// Where the ledger is damaged, or the folders can't be written.
    pub fn confirm(self) -> Result<(OpenRun, Ledger), RecordError> {
        let path = self.run.ledger_path();
        let (attempts, bytes) = ledger::read(&path)?;
        let open = OpenRun::new(self.hold.claim()?);
        let ledger = Ledger::open(&path, attempts, bytes)?;
        Ok((open, ledger))
    }
}

impl OpenRun {
    pub(super) fn new(claim: Claim) -> OpenRun {
        OpenRun { run: Run { folder: claim.folder.clone() }, _claim: claim }
    }

    /// The run's folders.
    pub fn run(&self) -> &Run {
        &self.run
    }

    fn write_config(&self, config: &Config) -> Result<(), RecordError> {
        let text = self.run.config_text(config)?;
        write_atomic(&self.run.config_path(), text.as_bytes())
    }

    /// Keeps the question at which the program failed for good.
    pub fn write_question(&self, question: &str) -> Result<(), RecordError> {
        let line = format!("{question}\n");
        write_atomic(&self.run.question_path(), line.as_bytes())
    }

    /// The file of what the program says, which is made once it says something.
    pub fn program_log(&self) -> ProgramLog {
        ProgramLog { path: self.run.program_log_path(), file: None }
    }

    /// Replaces the champion.
    pub fn write_champion(&self, champion: &WeightsFile) -> Result<(), RecordError> {
        write_atomic(&self.run.champion_path(), champion.to_json().as_bytes())
    }

    /// Replaces the table of what the champion is worth.
    pub fn write_strength(&self, rows: &[StrengthRow]) -> Result<(), RecordError> {
        strength::write(&self.run.strength_path(), rows)
    }

    /// Says in the checkpoint that the run came to its end, once all else is written.
    ///
    /// # Errors
    /// Where there is no checkpoint, or it can't be written.
    pub fn end(&self) -> Result<(), RecordError> {
        let Some(found) = self.run.checkpoint()? else {
            return Err(RecordError::damaged(self.run.populations(), "has lost its checkpoint"));
        };
        let ended = Checkpoint { ended: true, ended_before: None, ..found.checkpoint };
        checkpoint::write(self.run.populations(), &ended)
    }

    /// Replaces the page of the last attempt to confirm the champion, and its figures for machines.
    pub fn write_confirmed(&self, page: &str, figures: &str) -> Result<(), RecordError> {
        write_atomic(&self.run.confirmed_figures_path(), figures.as_bytes())?;
        write_atomic(&self.run.confirmed_path(), page.as_bytes())
    }

    /// Opens the growing files for what comes after a checkpoint; `None` begins anew.
    ///
    /// # Errors
    /// Where a file is damaged up to there, or ends before it; both are as they were then.
    /// `timing.csv` may be missing.
    pub fn journal(&self, from: Option<&Checkpoint>) -> Result<Journal, RecordError> {
        let [generations, mut timing] = self.run.kept(from)?;
        let timing_path = self.run.timing_path();
        if timing.bytes > 0 {
            timing = renewed(&timing_path, timing)?;
        }
        let champions = self.run.kept_champions(from)?;
        Ok(Journal {
            generations: RowFile::open(&self.run.generations_path(), generations)?,
            timing: RowFile::open(&timing_path, timing)?,
            champions: Growing::open(&self.run.champions_path(), champions)?,
            parameters: self.parameter_log(from)?,
            populations: self.run.populations().to_path_buf(),
        })
    }

    /// `parameters.csv` for what comes after a checkpoint.
    fn parameter_log(&self, from: Option<&Checkpoint>) -> Result<ParameterLog, RecordError> {
        let (path, kept) = (self.run.parameters_path(), self.run.kept_parameters(from)?);
        let file = kept.map(|kept| RowFile::open(&path, kept)).transpose()?;
        Ok(ParameterLog { path, file })
    }

    /// Keeps a whole generation.
    pub fn keep_population(&self, file: &PopulationFile) -> Result<(), RecordError> {
        let path = self.run.population_path(file.generation);
        write_atomic(&path, file.to_json().as_bytes())
    }
}
