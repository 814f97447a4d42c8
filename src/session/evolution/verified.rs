//! Whether the files of a run fit each other. Nothing is played.

use super::{Evolution, strength, weights};
use crate::backend::Threads;
use crate::evolve::evolution::State;
use crate::evolve::population::Individual;
use crate::record::champions::Crowned;
use crate::record::checkpoint::Checkpoint;
use crate::record::disk;
use crate::record::error::RecordError;
use crate::record::parameters::ParameterRow;
use crate::record::rows::GenerationRow;
use crate::record::run::Run;
use crate::record::strength::StrengthRow;
use crate::record::weights::WeightsFile;
use crate::session::error::SessionError;
use crate::session::row::{gene_hash, row, with_champion};
use crate::session::spread::Spread;
use crate::session::strength::ITSELF;
use crate::tune::config::Config;
use crate::tune::settings::SETTINGS;
use std::path::Path;

/// What was found to fit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckedRun {
    /// Rows of `generations.csv` that the checkpoint knows.
    pub rows: u64,
    /// Kept populations.
    pub populations: u64,
    /// What can't be checked, and why.
    pub unknown: Vec<String>,
}

/// That a run has the settings that its checkpoint was made with. Results are a function of them, so
/// that only its end may change.
///
/// # Errors
/// Where any other setting was changed.
pub fn check_settings(
    run: &Run,
    config: &Config,
    checkpoint: &Checkpoint,
) -> Result<(), SessionError> {
    let path = run.config_path();
    let stays = |config: &Config| -> Result<toml::Table, SessionError> {
        let table = toml::Table::try_from(config);
        let mut table = table.map_err(|why| weights::unfit(&path, why))?;
        table.retain(|key, _| !SETTINGS.iter().any(|it| it.moves && it.key == key));
        Ok(table)
    };
    match stays(config)? == stays(&checkpoint.config)? {
        true => Ok(()),
        false => Err(weights::unfit(
            &path,
            "was changed since the run began; only its end may change, by --generations or \
             --minutes. Begin a new run with `starhop evolve --config`",
        )),
    }
}

/// The same for a run that is only looked at, where a checkpoint of it can be read.
///
/// # Errors
/// As [`check_settings`].
pub fn check_settings_of(run: &Run) -> Result<(), SessionError> {
    match run.checkpoint() {
        Ok(Some(found)) => check_settings(run, &run.config()?, &found.checkpoint),
        Err(why @ RecordError::Io { .. }) => Err(why.into()),
        Ok(None) | Err(_) => Ok(()),
    }
}

impl Evolution {
    /// The evolution of a run as it stands.
    ///
    /// # Errors
    /// As [`Evolution::of_run`], and where any checkpoint is damaged.
    pub fn find(run: &Run) -> Result<Evolution, SessionError> {
        let config = run.config()?;
        let found = run.checkpoint()?;
        if let Some(damage) = found.as_ref().and_then(|found| found.warning.clone()) {
            return Err(SessionError::Damaged(damage));
        }
        if let Some(found) = &found {
            check_settings(run, &config, &found.checkpoint)?;
        }
        let table = weights::table_of(run, &config)?;
        Evolution::of_run(run, config, table, found)
    }

    /// The checkpoint that the run goes on from; `None` before its first.
    pub fn checkpoint(&self) -> Option<&Checkpoint> {
        self.found.as_ref().map(|found| &found.checkpoint)
    }

    /// That all that a run goes on from fits together: opponents, checkpoint, rows, and the champions that were crowned
    /// on the way, none of which may be missing where they will be finalists.
    ///
    /// # Errors
    /// Names the file that is damaged or says something else.
    pub fn check_standing(&self, run: &Run) -> Result<(), SessionError> {
        let checkpoint = self.checkpoint();
        run.check_rows(checkpoint)?;
        let Some(checkpoint) = checkpoint else { return Ok(()) };
        let tuner = self.tuner(&Threads::alone())?;
        run.check(checkpoint, tuner.parameters())?;
        if self.check_champions(run)?.is_some() && self.config.finalists > 0 {
            let why = "lacks champions that generations.csv has, and they are finalists";
            return Err(weights::unfit(&run.champions_path(), why));
        }
        check_last_rows(&run.generations_path(), &run.generations()?, checkpoint)
    }

    /// That, and that the champion and the table of its strength are whole. Nothing is played.
    ///
    /// # Errors
    /// Names the file that is damaged or says something else.
    pub fn check(&self, run: &Run) -> Result<CheckedRun, SessionError> {
        self.check_standing(run)?;
        let mut checked = CheckedRun::default();
        match self.checkpoint() {
            None => checked.unknown.push("the run has no checkpoint yet".to_string()),
            Some(Checkpoint { state, rows, .. }) => {
                checked.rows = state.generation.saturating_add(1);
                if rows.is_none() {
                    let old = "the checkpoint is of a version that doesn't know its rows";
                    checked.unknown.push(format!("generations.csv: {old}"));
                }
            }
        }
        checked.unknown.extend(self.check_champions(run)?);
        checked.unknown.extend(self.check_parameters(run)?);
        if self.champion(run)?.is_some() {
            let path = run.champion_path();
            if weights::is_by_hand(&path)? {
                checked.unknown.push("champion.json: it has no checksum".to_string());
            }
        }
        checked.unknown.extend(self.check_strength(run)?);
        Ok(checked)
    }

    /// That every row of the table of strength is sound and there once; says which opponents are missing.
    fn check_strength(&self, run: &Run) -> Result<Option<String>, SessionError> {
        let rows = run.strength()?;
        let unfit = |line: usize, why: &str| {
            Err(weights::unfit(&run.strength_path(), format!("line {line}: {why}")))
        };
        for (at, row) in rows.iter().enumerate() {
            if !is_sound(row) {
                return unfit(at + 2, "its rates are not those of its counts");
            }
            let of = |it: &StrengthRow| (it.opponent.clone(), it.opening_plies);
            if rows[..at].iter().any(|before| of(before) == of(row)) {
                return unfit(at + 2, "these games are in an earlier line, too");
            }
            if row.generation != rows[0].generation {
                return unfit(
                    at + 2,
                    "its champion is of another generation than that of the line before",
                );
            }
        }
        // By an earlier version programs without openings have rows of both kinds, too.
        let kinds = strength::openings(self.table(), &self.terms).len()..=2;
        for (at, row) in rows.iter().enumerate() {
            let of_same = rows.iter().filter(|other| other.opponent == row.opponent).count();
            if !kinds.contains(&of_same) {
                let why = "its opponent has no row of the other kind of opening";
                return unfit(at + 2, why);
            }
        }
        let Some(champion) = self.champion(run)? else {
            let why = "is missing, and strength.csv beside it says what the champion is worth";
            let path = run.champion_path();
            return if rows.is_empty() { Ok(None) } else { Err(weights::unfit(&path, why)) };
        };
        if self.config.scoring.is_number() {
            return Ok(None);
        }
        if let Some(origin) = &champion.origin
            && let Some(row) = rows.first().filter(|row| row.generation != origin.generation)
        {
            return Ok(Some(format!(
                "strength.csv: it is of the champion of generation {}, not of that in champion.json",
                row.generation
            )));
        }
        let known = |name: &String| rows.iter().any(|row| row.opponent == *name);
        let all = strength::opponents(&self.config, self.table(), &self.terms.against);
        let names = all.into_iter().map(|(name, _)| name).chain([ITSELF.to_string()]);
        let missing: Vec<String> = names.filter(|name| !known(name)).collect();
        Ok((!missing.is_empty())
            .then(|| format!("strength.csv: it has no row of {}", missing.join(", "))))
    }

    /// That the champions that were crowned on the way are those of the rows; says which are missing, as
    /// in runs that an earlier version began.
    fn check_champions(&self, run: &Run) -> Result<Option<String>, SessionError> {
        let Some(checkpoint) = self.checkpoint() else { return Ok(None) };
        let (rows, tuner) = (run.generations()?, self.tuner(&Threads::alone())?);
        let last = checkpoint.state.generation;
        let mut crowned: Vec<&GenerationRow> = Vec::new();
        let measured = rows.iter().filter(|row| row.champion_hash.is_some());
        for row in measured.take_while(|row| row.generation <= last) {
            if crowned.last().is_none_or(|before| before.champion_hash != row.champion_hash) {
                crowned.push(row);
            }
        }
        let all = run.champions()?.into_iter();
        let all: Vec<Crowned> = all.filter(|it| it.generation <= last).collect();
        let missing = crowned.len().saturating_sub(all.len());
        // Rows of a program are of genes in steps, which rounded values don't say.
        let is_rounded = self.table.program().is_some();
        let is_of = |it: &Crowned, row: &GenerationRow| {
            let said = (&it.measured.fitness, Some(it.measured.games), it.measured.win_rate);
            it.generation == row.generation
                && it.weights.len() == self.table.parameters().len()
                && (is_rounded || row.champion_hash == Some(gene_hash(&tuner.genes(&it.weights))))
                && said == (&row.measured_fitness, row.measured_games, row.measured_win_rate)
                && it.measured.are_counts_sound()
        };
        let mut pairs = all.iter().zip(&crowned[missing..]);
        if all.len() > crowned.len() || !pairs.all(|(it, row)| is_of(it, row)) {
            let why = "has other champions than generations.csv";
            return Err(weights::unfit(&run.champions_path(), why));
        }
        let all = crowned.len();
        let told =
            || format!("champions.jsonl: the first {missing} of {all} champions are not on record");
        Ok((missing > 0).then(told))
    }

    /// That the last rows of the parameters are of the checkpoint's population; says what isn't on record, as in
    /// runs of earlier versions.
    fn check_parameters(&self, run: &Run) -> Result<Option<String>, SessionError> {
        let (Some(checkpoint), Some(spread)) = (self.checkpoint(), Spread::of(self.table())) else {
            return Ok(None);
        };
        let last = checkpoint.state.generation;
        let of_last = run.parameters()?.into_iter().filter(|it| it.generation == last);
        let of_last: Vec<ParameterRow> = of_last.collect();
        if of_last.is_empty() {
            return Ok(Some(format!("parameters.csv: generation {last} is not on record")));
        }
        let tuner = self.tuner(&Threads::alone())?;
        if of_last != spread.rows(&checkpoint.state, tuner.as_ref()) {
            let why = format!("generation {last}: has other rows than the checkpoint's population");
            return Err(weights::unfit(&run.parameters_path(), why));
        }
        Ok(None)
    }

    /// The champion's file; `None` where the run has come to no end yet.
    pub(super) fn champion(&self, run: &Run) -> Result<Option<WeightsFile>, SessionError> {
        let path = run.champion_path();
        if !disk::is_there(&path)? {
            return Ok(None);
        }
        let file = weights::read(&path, self.table())?.file;
        file.map(Some).ok_or_else(|| weights::unfit(&path, "is no weights file of starhop"))
    }

    /// That each population that was kept is whole and made the row of its generation; says how many
    /// there are.
    ///
    /// # Errors
    /// Names the file that is damaged or of another population.
    pub fn check_populations(&self, run: &Run) -> Result<u64, SessionError> {
        let Some(checkpoint) = self.checkpoint() else { return Ok(0) };
        let (rows, tuner) = (run.generations()?, self.tuner(&Threads::alone())?);
        // A later one is written again when the run goes on.
        let kept = run.kept_populations()?.into_iter();
        let mut populations = 0;
        for generation in kept.filter(|it| *it <= checkpoint.state.generation) {
            let file = run.population(generation)?;
            let path = run.population_path(generation);
            if self.table.program().is_some() {
                // Its rows are of genes in steps, which rounded values don't say.
                let fits = file.check(&self.config.game, &self.table.parameters());
                fits.map_err(|why| weights::unfit(&path, why))?;
                populations += 1;
                continue;
            }
            // Files of the first version have the genes themselves.
            let has_genes = file.check(&self.config.game, tuner.parameters()).is_ok();
            if !has_genes {
                let fits = file.check(&self.config.game, &self.table.parameters());
                fits.map_err(|why| weights::unfit(&path, why))?;
            }
            let genes = |it: &Individual| match has_genes {
                true => it.clone(),
                false => Individual { genes: tuner.genes(&it.genes), ..it.clone() },
            };
            let population = file.population.iter().map(genes).collect();
            let own = rows.iter().find(|row| row.generation == generation);
            if own.is_none_or(|own| {
                row(&state_of(own, population), None) != with_champion(own.clone(), None)
            }) {
                let why = "is not the population that the row of its generation is of";
                return Err(weights::unfit(&path, why));
            }
            populations += 1;
        }
        Ok(populations)
    }
}

/// That the last row is of the checkpoint's population, and the last measured one of its champion.
fn check_last_rows(
    path: &Path,
    rows: &[GenerationRow],
    Checkpoint { state, champion, .. }: &Checkpoint,
) -> Result<(), SessionError> {
    let rows = &rows[..rows.len().min((state.generation as usize).saturating_add(1))];
    let unfit = |row: &GenerationRow| {
        let why = format!("generation {}: is not the row of the checkpoint", row.generation);
        Err(weights::unfit(path, why))
    };
    if let Some(last) = rows.last()
        && row(state, None) != with_champion(last.clone(), None)
    {
        return unfit(last);
    }
    match (rows.iter().rev().find(|row| row.champion_hash.is_some()), champion) {
        (Some(last), Some(_)) if with_champion(last.clone(), champion.as_ref()) != *last => {
            unfit(last)
        }
        _ => Ok(()),
    }
}

/// Whether a row of strength, whose games add up, has the rates of its counts.
fn is_sound(row: &StrengthRow) -> bool {
    StrengthRow::new(row.generation, &row.opponent, row.opening_plies, &row.tally()) == *row
}

/// A generation of which nothing is known but its row and its population.
fn state_of(row: &GenerationRow, population: Vec<Individual>) -> State {
    State {
        generation: row.generation,
        founded: 0,
        hopeful: false,
        restarts: row.restarts,
        games: row.games,
        population,
        centres: Vec::new(),
        hall: Vec::new(),
        shares: Vec::new(),
    }
}
