//! Where the files of a run lie.

use super::Run;
use crate::record::home::FolderKind;
use std::path::{Path, PathBuf};

impl Run {
    /// The folder with configuration, curves and champion.
    pub fn results(&self) -> &Path {
        &self.folder.results
    }

    /// The folder with checkpoints and populations.
    pub fn populations(&self) -> &Path {
        &self.folder.populations
    }

    /// The file of its configuration.
    pub fn config_path(&self) -> PathBuf {
        self.folder.results.join(FolderKind::Run.settings())
    }

    /// The champion's file.
    pub fn champion_path(&self) -> PathBuf {
        self.folder.results.join("champion.json")
    }

    /// The file of what evolution begins from, where the configuration says so.
    pub fn from_path(&self) -> PathBuf {
        self.folder.results.join("from.json")
    }

    /// The file of the program that it asks, where the configuration names one.
    pub fn tune_path(&self) -> PathBuf {
        self.folder.results.join("tune.toml")
    }

    /// The file of what its program says on standard error.
    pub fn program_log_path(&self) -> PathBuf {
        self.folder.results.join("program.log")
    }

    /// The file of the question at which its program failed for good.
    pub fn question_path(&self) -> PathBuf {
        self.folder.results.join("question.json")
    }

    /// The file of the fixed opponent of that index.
    pub fn opponent_path(&self, index: usize) -> PathBuf {
        match index {
            0 => self.folder.results.join("opponent.json"),
            _ => self.folder.results.join(format!("opponent-{}.json", index + 1)),
        }
    }

    /// The file of the rows.
    pub fn generations_path(&self) -> PathBuf {
        self.folder.results.join("generations.csv")
    }

    /// The file of what each generation took.
    pub fn timing_path(&self) -> PathBuf {
        self.folder.results.join("timing.csv")
    }

    /// The file of where each generation stands in each parameter.
    pub fn parameters_path(&self) -> PathBuf {
        self.folder.results.join("parameters.csv")
    }

    /// The file of what the champion is worth.
    pub fn strength_path(&self) -> PathBuf {
        self.folder.results.join("strength.csv")
    }

    /// The file of the champions that were crowned on the way.
    pub fn champions_path(&self) -> PathBuf {
        self.folder.results.join("champions.jsonl")
    }

    /// The file of the attempts to confirm the champion.
    pub fn ledger_path(&self) -> PathBuf {
        self.folder.results.join("confirmations.jsonl")
    }

    /// The page of the last attempt that came to its end.
    pub fn confirmed_path(&self) -> PathBuf {
        self.folder.results.join("confirmed.md")
    }

    /// The figures of that attempt.
    pub fn confirmed_figures_path(&self) -> PathBuf {
        self.folder.results.join("confirmed.json")
    }

    /// The file of a generation that was kept.
    pub fn population_path(&self, generation: u64) -> PathBuf {
        self.folder.populations.join(format!("generation-{generation:06}.json"))
    }
}
