//! The folder of a comparison: `compare.toml` says what is compared, `compare.csv` what came out,
//! `timing.csv` how long it took.

mod merge;

pub use merge::ComparisonShards;

use super::disk;
use super::error::RecordError;
use super::home::{Claim, Home, joined, soon};
use super::shards::Whole as _;
use super::table;
use super::versioned;
use crate::play::batch::Seats;
use crate::play::shard::Shard;
use crate::play::tally::Figures;
use crate::rng::Seed;
use crate::tune::against::Against;
use crate::tune::config::Config;
use crate::tune::fitness::Scoring;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The file of the tables that follow from the rows.
pub const DOCUMENT: &str = "compare.md";
const ROWS: &str = "compare.csv";
const TIMING: &str = "timing.csv";

/// The version of `compare.toml` and of the columns of the files beside it.
pub const VERSION: u32 = 2;
/// The version of a shard.
const VERSION_SHARD: u32 = 3;

/// Everything that determines what comes out of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Comparison {
    /// [`VERSION`], or that of a shard.
    pub version: u32,
    /// Games of selection after which a champion is chosen and measured, in ascending order; one
    /// at least.
    pub budgets: Vec<u64>,
    /// Seeds of each variant, which are 1 and those that follow.
    pub seeds: u64,
    /// The flags that all variants share, as they were typed.
    pub with: String,
    /// Which of the runs these are, where they are not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// How champions are measured.
    pub measured: MeasureSettings,
    /// What is compared; no label stands twice.
    pub variants: Vec<Variant>,
}

/// The terms on which the champions of all variants are measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MeasureSettings {
    /// Fresh games of each champion.
    pub games: u64,
    /// The game's registered name.
    pub game: String,
    /// Seats at the table.
    pub players: usize,
    /// The rule set with all its settings.
    pub rules: String,
    /// The opponents.
    pub against: Against,
    /// The hash of the opponents' weights.
    pub opponents: String,
    /// Random plies that games begin with; one round in
    /// [`START_EVERY`](crate::play::opening::START_EVERY) begins at the start itself.
    pub opening_plies: u32,
    /// The built-in vector that measures a loser's distance.
    pub distance: String,
    /// The seats that champions take.
    pub seats: Seats,
    /// A win is worth that many points less its plies.
    pub win_points: f64,
    /// What games are worth, where some variant has another scoring; else it is that of all variants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scoring: Option<Scoring>,
    /// How champions and opponents look ahead, where that isn't greedy play for all variants. Earlier versions didn't
    /// say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
}

/// One of the settings that are compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Variant {
    /// Its name in tables and pictures.
    pub label: String,
    /// Its flags, as they were typed.
    pub flags: String,
    /// The hash of the weights of the opponents that it evolves against.
    pub opponents: String,
    /// Complete, with the first seed.
    pub settings: Config,
}

/// One row of `compare.csv`: the champion of a variant and seed at a budget.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComparisonRow {
    /// The label of the variant.
    pub variant: String,
    /// From 1.
    pub seed: u64,
    /// The games of selection that were to be reached.
    pub budget: u64,
    /// The games of selection by the end of the generation that reached the budget.
    pub games: u64,
    /// That generation.
    pub generation: u64,
    /// Fresh games of the champion.
    pub measured_games: u64,
    /// How many of them differ. Where fewer than
    /// [`FEW`](crate::play::tally::FEW) do, each is counted once and there are no intervals.
    pub measured_different: u64,
    /// Those without a winner.
    pub measured_unfinished: u64,
    /// Its wins among the decided ones, 0 to 1.
    pub measured_win_rate: Option<f64>,
    /// Lower end of the 95 % Wilson interval of the win rate.
    pub measured_win_rate_low: Option<f64>,
    /// Upper end of that interval.
    pub measured_win_rate_high: Option<f64>,
    /// Its mean fitness over the decided games, and by score over draws; see [`ComparisonRow::fitness`].
    pub measured_fitness: Option<f64>,
    /// The standard error of that mean.
    pub measured_fitness_error: Option<f64>,
}

/// One row of `timing.csv`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComparisonTiming {
    /// The label of the variant.
    pub variant: String,
    /// From 1.
    pub seed: u64,
    /// The games of selection that were reached.
    pub budget: u64,
    /// Seconds of evolving up to there, without choice and measurement of champions.
    pub seconds: f64,
    /// Worker threads.
    pub threads: usize,
}

/// What is on record of a comparison, for reading.
#[derive(Debug)]
pub struct ComparisonRecord {
    /// What is compared.
    pub comparison: Comparison,
    /// The rows of the variants and seeds that are done, by variant, seed and budget.
    pub rows: Vec<ComparisonRow>,
    /// The folder with all files.
    pub folder: PathBuf,
}

/// A comparison that this process alone works on, until it is dropped.
#[derive(Debug)]
pub struct OpenComparison {
    comparison: Comparison,
    rows: Rows<ComparisonRow>,
    timing: Rows<ComparisonTiming>,
    claim: Claim,
}

/// Where a row stands: by variant, seed and budget, the first and last by their index.
type Place = (usize, u64, usize);

/// A row that belongs to a variant, seed and budget.
trait Placed: Serialize + DeserializeOwned + Default {
    fn place(&self) -> (&str, u64, u64);
}

impl Placed for ComparisonRow {
    fn place(&self) -> (&str, u64, u64) {
        (&self.variant, self.seed, self.budget)
    }
}

impl Placed for ComparisonTiming {
    fn place(&self) -> (&str, u64, u64) {
        (&self.variant, self.seed, self.budget)
    }
}

impl Comparison {
    /// A name for its folder, by what is compared.
    pub fn default_name(&self) -> String {
        let labels = self.variants.iter().map(|variant| variant.label.as_str());
        joined("compare", &labels.collect::<Vec<_>>())
    }

    /// That shard of the comparison, or the whole of it.
    pub fn sharded(self, shard: Option<Shard>) -> Comparison {
        let version = if shard.is_some() { VERSION_SHARD } else { VERSION };
        Comparison { version, shard, ..self }
    }

    /// The numbers of its own runs, which are a variant with a seed each: all variants with the first
    /// seed, then all with the next.
    pub fn runs(&self) -> Range<u64> {
        let all = self.seeds.saturating_mul(self.variants.len() as u64);
        self.shard.map_or(0..all, |shard| shard.part(all))
    }

    /// How many runs it has of its own.
    pub fn count(&self) -> u64 {
        self.runs().end - self.runs().start
    }

    /// How many rows its own runs come to.
    pub fn rows(&self) -> u64 {
        self.count().saturating_mul(self.budgets.len() as u64)
    }

    /// Whether the variant of that index with that seed, from 1, is one of its own runs.
    pub fn has(&self, variant: usize, seed: u64) -> bool {
        let before = seed.saturating_sub(1).saturating_mul(self.variants.len() as u64);
        self.runs().contains(&before.saturating_add(variant as u64))
    }

    /// Where a row stands; `None` where it belongs to another comparison.
    fn place(&self, (label, seed, budget): (&str, u64, u64)) -> Option<Place> {
        let variant = self.variants.iter().position(|variant| variant.label == label)?;
        let budget = self.budgets.iter().position(|&known| known == budget)?;
        let is_own = (1..=self.seeds).contains(&seed) && self.has(variant, seed);
        is_own.then_some((variant, seed, budget))
    }
}

impl Home {
    /// A new comparison, or the one of that name as far as it has come. Rows of a variant and
    /// seed that had not come to their end are dropped.
    ///
    /// # Errors
    /// Where the name is that of anything but this comparison, is in use, or a file is damaged or can't be written.
    pub fn compare(
        &self,
        name: &str,
        comparison: Comparison,
    ) -> Result<OpenComparison, RecordError> {
        let hold = self.hold(name)?;
        if comparison.there(&hold)?.is_none() {
            self.check_division(name, comparison.shard)?;
            let settings = comparison.file(&hold.folder)?;
            let heading = table::heading::<ComparisonRow>(&hold.folder.results.join(ROWS))?;
            let claim = hold.begin(&[settings, (ROWS.to_string(), heading)])?;
            let (rows, timing) = (BTreeMap::new(), BTreeMap::new());
            return Ok(OpenComparison { comparison, rows, timing, claim });
        }
        let (rows, timing) = read_tables(&hold.folder.results, &comparison)?;
        Ok(OpenComparison { comparison, rows, timing, claim: hold.claim()? })
    }

    /// The same under a name by what is compared, with a number where that is another's.
    ///
    /// # Errors
    /// As [`Home::compare`].
    pub fn unnamed_comparison(
        &self,
        comparison: Comparison,
    ) -> Result<(String, OpenComparison), RecordError> {
        let is_same = |name: &str| {
            let there = soon(|| self.comparison_so_far(name));
            there.is_ok_and(|there| there.is_none_or(|(settings, _)| settings == comparison))
        };
        let open = |name: &str| self.compare(name, comparison.clone());
        Home::first_own(&comparison.default_name(), open, is_same)
    }

    /// The settings of the comparison of that name, where there is one, and how many variants with a
    /// seed have been evolved to their end.
    ///
    /// # Errors
    /// Where a file is damaged or can't be read.
    pub fn comparison_so_far(&self, name: &str) -> Result<Option<(Comparison, u64)>, RecordError> {
        let Some((comparison, folder)) = self.settings_of::<Comparison>(name)? else {
            return Ok(None);
        };
        let rows = read_rows(&folder, &comparison)?;
        let last = comparison.budgets.len().saturating_sub(1);
        let done = rows.keys().filter(|place| place.2 == last).count() as u64;
        Ok(Some((comparison, done)))
    }

    /// What is on record of the comparison of that name, where there is one.
    ///
    /// # Errors
    /// Where a file is damaged or can't be read.
    pub fn comparison_record(&self, name: &str) -> Result<Option<ComparisonRecord>, RecordError> {
        let there = self.settings_beside::<Comparison>(name, ROWS)?;
        let Some((comparison, folder)) = there else { return Ok(None) };
        let (rows, _) = read_tables(&folder, &comparison)?;
        Ok(Some(ComparisonRecord { comparison, rows: rows.into_values().collect(), folder }))
    }
}

impl ComparisonRecord {
    /// The file of the rows.
    pub fn rows_path(&self) -> PathBuf {
        self.folder.join(ROWS)
    }
}

impl OpenComparison {
    /// What is compared.
    pub fn comparison(&self) -> &Comparison {
        &self.comparison
    }

    /// The folder with all files.
    pub fn folder(&self) -> &Path {
        &self.claim.folder.results
    }

    /// All rows so far, by variant, seed and budget.
    pub fn rows(&self) -> impl Iterator<Item = &ComparisonRow> {
        self.rows.values()
    }

    /// Whether the variant of that index has all its rows of a seed.
    pub fn is_done(&self, variant: usize, seed: u64) -> bool {
        let last = self.comparison.budgets.len().saturating_sub(1);
        self.rows.contains_key(&(variant, seed, last))
    }

    /// Adds a row and writes both files anew.
    ///
    /// # Errors
    /// Where a file can't be written. What was on disk before still stands.
    pub fn add(&mut self, row: ComparisonRow, timing: ComparisonTiming) -> Result<(), RecordError> {
        if let Some(place) = self.comparison.place(row.place()) {
            self.rows.insert(place, row);
            self.timing.insert(place, timing);
        }
        let folder = self.folder();
        table::write(&folder.join(TIMING), self.timing.values())?;
        table::write(&folder.join(ROWS), self.rows.values())
    }
}

/// Rows of a file by their places.
type Rows<T> = BTreeMap<Place, T>;

/// The rows of both files, without those of a variant and seed that had not come to their end.
fn read_tables(
    folder: &Path,
    comparison: &Comparison,
) -> Result<(Rows<ComparisonRow>, Rows<ComparisonTiming>), RecordError> {
    let path = folder.join(ROWS);
    let mut rows = read_rows(folder, comparison)?;
    let MeasureSettings { against, seats, players, .. } = &comparison.measured;
    // Games of one opponent, or of one seat, have no round in common.
    let in_round = if against.opponents().len() > 1 { seats.turns(*players) } else { 1 };
    for row in rows.values() {
        if !row.is_finite() {
            return Err(bad(&path, row, "not a finite number"));
        }
        if !row.figures().are_sound(in_round) {
            return Err(bad(&path, row, "its rates are not those of its counts"));
        }
    }
    let mut timing = read(&folder.join(TIMING), comparison)?;
    let budgets = 0..comparison.budgets.len();
    let whole = |&(variant, seed, _): &Place| {
        budgets.clone().all(|budget| rows.contains_key(&(variant, seed, budget)))
    };
    let kept: BTreeSet<Place> = rows.keys().copied().filter(whole).collect();
    rows.retain(|place, _| kept.contains(place));
    timing.retain(|place: &Place, _: &mut ComparisonTiming| kept.contains(place));
    Ok((rows, timing))
}

impl ComparisonRow {
    /// The champion's mean fitness; see [`Scoring::on_record`].
    pub fn fitness(&self, scoring: Scoring) -> Option<f64> {
        let counts = (self.measured_games, self.measured_unfinished);
        scoring.on_record(self.measured_fitness, self.measured_win_rate, counts)
    }

    /// What was measured.
    fn figures(&self) -> Figures {
        Figures {
            games: self.measured_games,
            different: self.measured_different,
            unfinished: self.measured_unfinished,
            win_rate: self.measured_win_rate,
            win_rate_low: self.measured_win_rate_low,
            win_rate_high: self.measured_win_rate_high,
            fitness: self.measured_fitness,
            fitness_error: self.measured_fitness_error,
        }
    }

    fn is_finite(&self) -> bool {
        let numbers = [
            self.measured_win_rate,
            self.measured_win_rate_low,
            self.measured_win_rate_high,
            self.measured_fitness,
            self.measured_fitness_error,
        ];
        numbers.into_iter().flatten().all(f64::is_finite)
    }
}

fn read_settings(path: &Path) -> Result<Comparison, RecordError> {
    let comparison: Comparison = versioned::read_toml(path, VERSION..=VERSION_SHARD)?;
    comparison.check().map(|()| comparison).map_err(|why| RecordError::damaged(path, why))
}

impl Comparison {
    /// What fitness of the champions is.
    pub fn scoring(&self) -> Scoring {
        let own = self.variants.first().map(|it| it.settings.scoring);
        self.measured.scoring.or(own).unwrap_or_default()
    }

    fn check(&self) -> Result<(), String> {
        let Comparison { version, budgets, seeds, shard, variants, .. } = self;
        if Seed::new(*seeds).is_none() {
            return Err(format!("seeds: {seeds} are more than there are"));
        }
        if (*version == VERSION_SHARD) != shard.is_some() {
            return Err(format!(
                "a shard has version {VERSION_SHARD}, and no other comparison has it"
            ));
        }
        if budgets.is_empty() || !budgets.is_sorted_by(|one, next| one < next) {
            return Err("budgets: must be one at least, in ascending order".to_string());
        }
        if *seeds == 0 || variants.is_empty() {
            return Err("seeds and variants: must be one at least".to_string());
        }
        let labels: BTreeSet<&str> = variants.iter().map(|it| it.label.as_str()).collect();
        match labels.len() == variants.len() {
            true => Ok(()),
            false => Err("variants: a label stands twice".to_string()),
        }
    }
}

/// The rows of all champions, whether their variant and seed have come to their end or not.
fn read_rows(folder: &Path, comparison: &Comparison) -> Result<Rows<ComparisonRow>, RecordError> {
    let path = folder.join(ROWS);
    let rows: Rows<ComparisonRow> = read(&path, comparison)?;
    if rows.is_empty() {
        // Times are written before rows: those of one run may stand beside a heading. Without a heading the file of an
        // earlier version is one before its first run.
        let others: &[&str] =
            if disk::length(&path)? == 0 { &[DOCUMENT, TIMING] } else { &[DOCUMENT] };
        for beside in others {
            if disk::length(&folder.join(beside))? > 0 {
                let why = format!(
                    "has no rows beside {beside}, so that all runs of this comparison would be evolved \
                     anew; put it back, or choose another --name"
                );
                return Err(RecordError::damaged(&path, why));
            }
        }
    }
    Ok(rows)
}

/// The rows of a file by their places; none where the file isn't there.
fn read<T: Placed>(path: &Path, comparison: &Comparison) -> Result<Rows<T>, RecordError> {
    let mut rows = BTreeMap::new();
    let bytes = disk::read_if_there(path)?.unwrap_or_default();
    for row in table::read::<T>(path, &bytes)? {
        let known = comparison.place(row.place());
        let place = known.ok_or_else(|| bad(path, &row, "no part of this comparison"))?;
        if rows.contains_key(&place) {
            return Err(bad(path, &row, "stands there twice"));
        }
        rows.insert(place, row);
    }
    Ok(rows)
}

/// That a row of a file can't be.
fn bad(path: &Path, row: &impl Placed, why: &str) -> RecordError {
    let (label, seed, budget) = row.place();
    RecordError::damaged(path, format!("{label}, seed {seed}, budget {budget}: {why}"))
}

#[cfg(test)]
mod tests;
