//! The terms of matches: those that a configuration sets, and those of games that only measure.

use super::against::OpponentKind;
use super::config::Config;
use super::fitness::Fitness;
use super::matches::Terms;
use crate::game::TextError;
use crate::parameter::{Parameter, check_admitted};
use crate::play::batch::{Conditions, Seats, Tables};
use crate::rng::Seed;
use crate::search::spec::Search;

impl Terms {
    /// The terms that a configuration sets. `against` holds its fixed opponents with their shares,
    /// `distance` the vector that its `distance` names.
    ///
    /// # Errors
    /// Where it fixes what is none of these parameters, or at a value that it can't have.
    pub fn of(
        config: &Config,
        parameters: &[Parameter],
        against: Vec<(u32, Vec<f64>)>,
        distance: Vec<f64>,
    ) -> Result<Terms, TextError> {
        Ok(Terms {
            against,
            share_rate: config.share_rate,
            hall_share: config.against.share(OpponentKind::HallOfFame),
            population_share: config.against.share(OpponentKind::Population),
            tables: config.tables,
            distance,
            opening_plies: config.opening_plies,
            start_every: (config.start_every > 0).then_some(config.start_every),
            measure_opening_plies: config.measure_opening_plies,
            search: config.search.clone(),
            seats: config.seats,
            conditions: config.conditions,
            whole: false,
            symmetric: config.symmetric,
            fixed: config.fix.places(parameters)?,
            fitness: config.fitness(),
            seed: config.seed,
        })
    }

    /// Whether there are opponents, with shares above 0 and an admitted number for each of these parameters. Without any
    /// the population needs a share, and common conditions, by which an individual may meet itself.
    ///
    /// # Errors
    /// Where one isn't so.
    pub fn check_opponents(&self, parameters: &[Parameter]) -> Result<(), TextError> {
        let meets_itself = self.population_share > 0 && self.conditions == Conditions::Common;
        let has_none = self.against.is_empty() && !meets_itself;
        if has_none || self.against.iter().any(|(share, _)| *share == 0) {
            return Err(TextError("against: needs opponents with shares above 0".to_string()));
        }
        let needed = parameters.len();
        for (_, vector) in &self.against {
            let found = vector.len();
            if found != needed {
                return Err(TextError(format!("against: {found} weights; {needed} are needed")));
            }
            let checked = check_admitted(parameters, vector);
            checked.map_err(|why| TextError(format!("against: {why}")))?;
        }
        Ok(())
    }

    /// Terms of games in which whole vectors meet fixed opponents greedily, from all seats and from
    /// openings of that many random plies. An unfinished game's distance is by the first opponent.
    pub fn fresh(
        against: Vec<(u32, Vec<f64>)>,
        opening_plies: u32,
        fitness: Fitness,
        seed: Seed,
    ) -> Terms {
        let distance = against.first().map(|(_, values)| values.clone()).unwrap_or_default();
        Terms {
            against,
            share_rate: 0.0,
            hall_share: 0,
            population_share: 0,
            tables: Tables::Mixed,
            distance,
            opening_plies,
            start_every: None,
            measure_opening_plies: opening_plies,
            search: Search::default(),
            seats: Seats::All,
            conditions: Conditions::Own,
            whole: true,
            symmetric: false,
            fixed: Vec::new(),
            fitness,
            seed,
        }
    }
}
