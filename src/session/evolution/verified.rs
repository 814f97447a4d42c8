//! Whether a run is what its records say: its files fit each other, and what its champion was measured
//! at comes out the same when those games are played again.

use super::{Evolution, Standing, strength, weights};
use crate::backend::Threads;
use crate::evolve::evolution::State;
use crate::evolve::population::Individual;
use crate::play::tally::Tally;
use crate::record::checkpoint::Checkpoint;
use crate::record::disk;
use crate::record::rows::GenerationRow;
use crate::record::run::Run;
use crate::record::strength::StrengthRow;
use crate::record::weights::WeightsFile;
use crate::rng::Purpose;
use crate::session::error::SessionError;
use crate::session::row::{row, with_champion};
use crate::session::strength::ITSELF;
use crate::session::{measured, reason_to_stop};
use crate::tune::Tuner;
use crate::tune::champion::Champion;
use crate::tune::config::Config;
use crate::tune::count::Count;
use crate::tune::settings::SETTINGS;
use std::path::Path;

/// Games that are played between two signs of progress.
const PART: u64 = 1024;

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

/// What was played again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplayedRun {
    /// The measurements, by where they stand.
    pub measurements: Vec<String>,
    /// Their games.
    pub games: u64,
    /// What can't be played again, and why.
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

    fn checkpoint(&self) -> Option<&Checkpoint> {
        self.found.as_ref().map(|found| &found.checkpoint)
    }

    /// That all that a run goes on from fits together: opponents, checkpoint and rows.
    ///
    /// # Errors
    /// Names the file that is damaged or says something else.
    pub fn check_standing(&self, run: &Run) -> Result<(), SessionError> {
        let checkpoint = self.checkpoint();
        run.check_rows(checkpoint)?;
        let Some(checkpoint) = checkpoint else { return Ok(()) };
        let tuner = self.tuner(&Threads::alone())?;
        run.check(checkpoint, tuner.parameters())?;
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
        if self.champion(run)?.is_some() {
            let path = run.champion_path();
            if weights::is_by_hand(&path.to_string_lossy())? {
                checked.unknown.push("champion.json: it has no checksum".to_string());
            }
        }
        for (line, row) in (2..).zip(run.strength()?) {
            if !is_sound(&row) {
                let why = format!("line {line}: its rates are not those of its counts");
                return Err(weights::unfit(&run.strength_path(), why));
            }
        }
        Ok(checked)
    }

    /// The champion's file; `None` where the run has come to no end yet.
    fn champion(&self, run: &Run) -> Result<Option<WeightsFile>, SessionError> {
        let path = run.champion_path();
        match disk::is_there(&path)? {
            true => Ok(weights::read(&path, self.table())?.file),
            false => Ok(None),
        }
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
            let fits = file.check(&self.config.game, &self.table.parameters());
            fits.map_err(|why| weights::unfit(&path, why))?;
            let genes =
                |it: &Individual| Individual { genes: tuner.genes(&it.genes), ..it.clone() };
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

    /// Plays again what the champion was measured at: at the run's end, in the last generation that
    /// measured it, and for the table of its strength. Tells `done` how many games of how many are
    /// played. Where the threads are asked to stop, what was played by then counts.
    ///
    /// # Errors
    /// Names the file that says something else than the games do.
    pub fn replay(
        &self,
        run: &Run,
        threads: &Threads,
        done: &mut dyn FnMut(u64, u64),
    ) -> Result<ReplayedRun, SessionError> {
        let mut again = Again {
            evolution: self,
            run,
            threads,
            tuner: self.tuner(threads)?,
            replayed: ReplayedRun::default(),
            all: 0,
            done,
        };
        let champion = self.champion(run)?;
        let rows = run.generations()?;
        let strength = match &champion {
            Some(file) => again.strength_rows(file)?,
            None => Vec::new(),
        };
        again.all = self.config.measure_games
            + champion.as_ref().map_or(0, |_| self.config.final_games)
            + strength.len() as u64 * self.strength_games();
        again.last_measurement(&rows)?;
        if let Some(file) = &champion {
            again.champion(file)?;
            again.strength(file, &strength)?;
        }
        Ok(again.replayed)
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

/// Whether a row of strength has the rates of its counts.
fn is_sound(row: &StrengthRow) -> bool {
    let StrengthRow { games, wins, losses, unfinished, different, .. } = *row;
    let all = wins.checked_add(losses).and_then(|decided| decided.checked_add(unfinished));
    if all != Some(games) {
        return false;
    }
    let tally = Tally { wins, losses, unfinished, different, ..Tally::default() };
    StrengthRow::new(row.generation, &row.opponent, row.opening_plies, &tally) == *row
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

/// Measurements that are played again.
struct Again<'a> {
    evolution: &'a Evolution,
    run: &'a Run,
    threads: &'a Threads,
    tuner: Box<dyn Tuner>,
    replayed: ReplayedRun,
    /// Games of all measurements.
    all: u64,
    done: &'a mut dyn FnMut(u64, u64),
}

impl Again<'_> {
    /// Counts games as played.
    fn played(&mut self, games: u64) {
        self.replayed.games += games;
        (self.done)(self.replayed.games, self.all);
    }

    fn unknown(&mut self, why: &str) {
        self.replayed.unknown.push(why.to_string());
    }

    /// The tallies by seat of a measurement; `None` where the threads are asked to stop.
    fn measure(
        &mut self,
        genes: &[f64],
        purpose: Purpose,
        generation: u64,
        games: u64,
    ) -> Option<Vec<Tally>> {
        let Evolution { terms, config, .. } = self.evolution;
        let mut count = Count::new(terms.fitness, config.players);
        for begin in (0..games).step_by(PART as usize) {
            let part = begin..games.min(begin + PART);
            let results = self.tuner.results(genes, purpose, &[generation], part.clone());
            if self.threads.is_stopped() {
                return None;
            }
            for (game, score) in part.clone().zip(&results) {
                count.add(terms.seats.seat(game, config.players).into(), score);
            }
            self.played(part.end - part.start);
        }
        Some(count.tallies())
    }

    /// The measurement of the checkpoint's champion.
    fn last_measurement(&mut self, rows: &[GenerationRow]) -> Result<(), SessionError> {
        let Some(Checkpoint { state, champion: Some(champion), .. }) = self.evolution.checkpoint()
        else {
            return Ok(());
        };
        let measured = rows.iter().take_while(|row| row.generation <= state.generation);
        let Some(row) = measured.filter(|row| row.champion_hash.is_some()).last() else {
            return Ok(());
        };
        if champion.measured.iter().all(|tally| tally.different == 0) {
            self.unknown("generations.csv: its measurements are of a version that didn't count different games");
            return Ok(());
        }
        let games = self.evolution.config.measure_games;
        let found = self.measure(&champion.genes, Purpose::Measure, row.generation, games);
        let Some(found) = found else { return Ok(()) };
        if found != champion.measured {
            let why = "its games come to something else than its measurement";
            let why = format!("generation {}: the champion: {why}", row.generation);
            return Err(weights::unfit(&self.run.generations_path(), why));
        }
        let what = format!("generations.csv, generation {}", row.generation);
        self.replayed.measurements.push(what);
        Ok(())
    }

    /// The measurement at the run's end.
    fn champion(&mut self, file: &WeightsFile) -> Result<(), SessionError> {
        let Evolution { config, .. } = self.evolution;
        let (Some(said), Some(origin), Some(checkpoint)) =
            (&file.measured, &file.origin, self.evolution.checkpoint())
        else {
            self.unknown("champion.json: it doesn't say how it was measured");
            return Ok(());
        };
        let (state, champion) = (checkpoint.state.clone(), checkpoint.champion.clone());
        let (end, standing) = (state.generation, Standing { state, champion });
        if reason_to_stop(config, &standing, self.run.seconds()?).is_none() {
            self.unknown("champion.json: it is of an earlier end, and the run has gone on since");
            return Ok(());
        }
        if said.different_games.is_none() {
            self.unknown("champion.json: it is of a version that didn't count different games");
            return Ok(());
        }
        let genes = self.tuner.genes(&file.weights);
        let tallies = self.measure(&genes, Purpose::Final, end, config.final_games);
        let Some(tallies) = tallies else { return Ok(()) };
        let (generation, restarts) = (origin.generation, origin.restarts);
        let again = Champion { genes, generation, restarts, measured: tallies };
        if measured(config, &again) != *said {
            let why = format!(
                "its games at generation {end} come to something else than it says. Where the run was \
                 prolonged and stopped in its last measurement, `starhop resume` measures anew"
            );
            return Err(weights::unfit(&self.run.champion_path(), why));
        }
        self.replayed.measurements.push("champion.json".to_string());
        Ok(())
    }

    /// The rows of the champion's strength that belong to it.
    fn strength_rows(&self, file: &WeightsFile) -> Result<Vec<StrengthRow>, SessionError> {
        let generation = file.origin.as_ref().map(|origin| origin.generation);
        let rows = self.run.strength()?.into_iter();
        Ok(rows.filter(|row| Some(row.generation) == generation).collect())
    }

    /// What the champion is worth against each opponent.
    fn strength(&mut self, file: &WeightsFile, rows: &[StrengthRow]) -> Result<(), SessionError> {
        let Evolution { config, table, terms, .. } = self.evolution;
        let mut opponents = strength::opponents(config, table.as_ref(), &terms.against);
        opponents.push((ITSELF.to_string(), file.weights.clone()));
        let games = self.evolution.strength_games();
        let mut whole = !rows.is_empty();
        for said in rows {
            let Some(opponent) = opponents.iter().find(|(name, _)| *name == said.opponent) else {
                self.unknown(&format!("strength.csv: '{}' is no opponent any more", said.opponent));
                continue;
            };
            let champion = (said.generation, &file.weights[..]);
            let (table, plies) = (table.as_ref(), said.opening_plies);
            let found =
                strength::row(table, terms, champion, opponent, plies, games, self.threads)?;
            if self.threads.is_stopped() {
                whole = false;
                break;
            }
            if found != *said {
                let why = format!(
                    "'{}' from {plies} random plies: its games come to something else than it says",
                    said.opponent
                );
                return Err(weights::unfit(&self.run.strength_path(), why));
            }
            self.played(games);
        }
        if whole {
            self.replayed.measurements.push("strength.csv".to_string());
        }
        Ok(())
    }
}
