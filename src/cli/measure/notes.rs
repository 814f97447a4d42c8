//! What may be wrong with files of weights that starhop didn't write.

use super::MeasureArgs;
use crate::cli::failure::Failure;
use crate::cli::{output, quoted};
use crate::game::layout::CellLayout;
use crate::record::disk;
use crate::record::home::Home;
use crate::session::measure::Measurement;
use crate::session::weights::{self, Weights};
use crate::tune::against::Against;
use std::path::Path;

/// Says it of the weights and of their opponents.
pub fn say(args: &MeasureArgs, measurement: &Measurement, home: &Home) -> Result<(), Failure> {
    let (name, subject) = (&args.weights, &measurement.subject);
    if weights::is_by_hand(Path::new(name))? {
        output::say(&format!("{name} has no checksum; it is taken as one written by hand."));
    }
    let (table, cells) = (subject.table.as_ref(), subject.table.cells());
    say_of(name, &subject.weights, &cells)?;
    for opponent in args.against.iter().flat_map(Against::fixed) {
        say_of(&opponent.name, &weights::find(&opponent.name, table, home)?, &cells)?;
    }
    Ok(())
}

/// Says where another program's numbers seem to be for another side.
fn say_of(name: &str, weights: &Weights, cells: &CellLayout) -> Result<(), Failure> {
    let Weights { values, file, run } = weights;
    let is_foreign = file.is_none() && run.is_none() && disk::kind(Path::new(name))?.is_some();
    if !is_foreign {
        return Ok(());
    }
    let command =
        |seat: usize| format!("`starhop export {} --seat {seat} -o turned.npy`", quoted(name));
    if let Some(seat) = cells.falls_when_turned(values) {
        output::say(&format!(
            "{name} seems to be for another seat than that at corner 1: its numbers fall from another corner to \
             the one across. {} turns them.",
            command(seat)
        ));
    } else if cells.grows_towards_goal(values) == Some(true) {
        output::say(&format!(
            "{name} is larger at the goal than at home, but weights say how far a cell is from the goal: where no \
             game ends, turn their signs, or the board if they are for the seat across ({}).",
            command(2)
        ));
    }
    Ok(())
}
