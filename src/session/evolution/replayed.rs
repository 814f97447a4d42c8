//! What a run's champion was measured at, played again: it has to come to the same.

use super::{Evolution, RunState, program, strength};
use crate::backend::Threads;
use crate::play::tally::Tally;
use crate::record::checkpoint::Checkpoint;
use crate::record::rows::GenerationRow;
use crate::record::run::Run;
use crate::record::strength::StrengthRow;
use crate::record::weights::WeightsFile;
use crate::rng::Purpose;
use crate::session::error::SessionError;
use crate::session::strength::{Fresh, ITSELF};
use crate::session::{measured, weights};
use crate::tune::Tuner;
use crate::tune::champion::Champion;
use crate::tune::count::Count;
use std::path::Path;

/// Games that are played between two signs of progress.
const PART: u64 = 1024;

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

impl Evolution {
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
        program::check_failed(self.table())?;
        Ok(again.replayed)
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

    /// That games come to something else than a file says.
    fn otherwise(&self, path: &Path, why: &str) -> SessionError {
        let table = self.evolution.table();
        weights::unfit(path, format!("{why}{}", program::played_otherwise(table)))
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
        let mut count = Count::new(terms.fitness, config.players, terms.against.len());
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
        if !versions(found).contains(&champion.measured) {
            let why = "its games come to something else than its measurement";
            let why = format!("generation {}: the champion: {why}", row.generation);
            return Err(self.otherwise(&self.run.generations_path(), &why));
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
        let end = checkpoint.state.generation;
        // By an earlier version a run ended by a clock that was a little ahead of the times of its rows.
        let ended = checkpoint.ended && checkpoint.config == *config;
        let seconds = self.run.seconds()?;
        if !ended && RunState::of(checkpoint).reached(config, seconds).is_none() {
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
        let is_it = |tallies: Vec<Tally>| {
            let again = Champion { genes: genes.clone(), generation, restarts, measured: tallies };
            let mut again = measured(config, &again);
            // Earlier versions told the share of an opponent who is alone.
            if said.against == config.against.measured().to_string() {
                again.against.clone_from(&said.against);
            }
            again == *said
        };
        if !versions(tallies).into_iter().any(is_it) {
            let why = format!(
                "its games at generation {end} come to something else than it says. Where the run was \
                 prolonged and stopped in its last measurement, `starhop resume` measures anew"
            );
            return Err(self.otherwise(&self.run.champion_path(), &why));
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
            let fresh = Fresh {
                table: table.as_ref(),
                terms,
                champion: &file.weights,
                generation: said.generation,
                games,
                threads: self.threads,
            };
            let plies = said.opening_plies;
            let found = fresh.row(opponent, plies)?;
            if self.threads.is_stopped() {
                whole = false;
                break;
            }
            if found != *said {
                let why = format!(
                    "'{}' from {plies} random plies: its games come to something else than it says",
                    said.opponent
                );
                return Err(self.otherwise(&self.run.strength_path(), &why));
            }
            self.played(games);
        }
        if whole {
            self.replayed.measurements.push("strength.csv".to_string());
        }
        Ok(())
    }
}

/// A measurement by seat as this version has it, and as earlier ones had it.
fn versions(tallies: Vec<Tally>) -> [Vec<Tally>; 3] {
    let before = |version: usize| tallies.iter().map(|it| it.as_before()[version]).collect();
    let [latest, first] = [0, 1].map(before);
    [tallies, latest, first]
}
