//! The curves of runs' parameters, where their weights lie on no board.

use super::{Drawn, not_drawn};
use crate::cli::drawing;
use crate::cli::failure::Failure;
use crate::cli::runs::rows_to_end;
use crate::record::parameters::ParameterRow;
use crate::record::run::Run;
use crate::report::curves::{ParameterCurve, ParameterCurves, ParameterPoint, parameter_curves};
use crate::report::picture::DrawError;
use crate::session::spread::Spread;
use crate::session::weights;
use crate::tune::config::Config;
use std::collections::BTreeMap;

/// The name of the picture.
const NAME: &str = "parameter-curves";

/// The picture of runs with those labels. `None` where their weights lie on a board, they have other parameters,
/// these aren't on record, or none of them moves.
pub fn of_runs(runs: &[(&Run, &Config)], labels: &[String]) -> Result<Option<Drawn>, Failure> {
    let Some(&(run, config)) = runs.first() else { return Ok(None) };
    let table = match weights::table_of(run, config) {
        Err(why) if why.is_of_the_system() => return Err(why.into()),
        // What the parameters are isn't known then.
        Err(_) => return Ok(None),
        Ok(table) => table,
    };
    let Some(spread) = Spread::of(table.as_ref()) else { return Ok(None) };
    let (called, values) = drawing::hand_set(table.as_ref()).next().unzip();
    let names: Vec<(&str, bool)> = spread.names().collect();
    let hand_set: BTreeMap<&str, f64> =
        values.iter().flat_map(|values| spread.of_vector(values)).collect();
    let mut all = Vec::new();
    for (&(run, config), label) in runs.iter().zip(labels) {
        let mut points = points(run, config)?;
        if points.len() != names.len() || !names.iter().all(|(name, _)| points.contains_key(*name))
        {
            return Ok(None);
        }
        let curve = |&(name, is_share): &(&str, bool)| ParameterCurve {
            name: name.to_string(),
            is_share,
            hand_set: hand_set.get(name).copied(),
            points: points.remove(name).unwrap_or_default(),
        };
        let parameters = names.iter().map(curve).collect();
        all.push(ParameterCurves { label: label.clone(), parameters });
    }
    match parameter_curves(&all, called.as_deref().unwrap_or_default()) {
        Err(DrawError::Empty) => Ok(None),
        drawn => Ok(Some(Drawn { name: NAME, svg: drawn.map_err(not_drawn)? })),
    }
}

/// A run's parameters by their names, up to its last generation.
fn points(run: &Run, config: &Config) -> Result<BTreeMap<String, Vec<ParameterPoint>>, Failure> {
    let last = rows_to_end(run, config)?.last().map_or(0, |row| row.generation);
    let mut points: BTreeMap<String, Vec<ParameterPoint>> = BTreeMap::new();
    let rows = run.parameters()?.into_iter().take_while(|row| row.generation <= last);
    for ParameterRow { generation, parameter, mean, deviation } in rows {
        points.entry(parameter).or_default().push(ParameterPoint { generation, mean, deviation });
    }
    Ok(points)
}
