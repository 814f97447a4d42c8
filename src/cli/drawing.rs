//! A champion's numbers as terminal and pictures show them: on the board, or with their names.

use super::failure::Failure;
use super::output;
use crate::parameter::Parameter;
use crate::program::Children;
use crate::registry::{self, Table};
use crate::report::parameters::{self, Parameters};
use crate::report::terminal;

/// What a vector without a file of its own is called.
const CHAMPION: &str = "champion";
/// Hand-set vectors beside a champion.
const MOST: usize = 2;

/// A vector in lines of at most `width` characters: on its board, and nothing where that doesn't fit;
/// or, where it has no board, its parameters beside hand-set ones.
pub fn champion(table: &dyn Table, weights: &[f64], width: usize) -> Result<String, Failure> {
    let drawing = match table.layout() {
        Some(layout) => terminal::board(&layout, weights, output::shows_colour(), width),
        None => parameters::lines(&beside_hand_set(table, CHAMPION, weights), width),
    };
    drawing.map_err(Failure::data)
}

/// The names of the parameters, with the values of a vector where these are no numbers.
fn parameter_names(table: &dyn Table, weights: &[f64]) -> Vec<String> {
    let tune = table.program().map(Children::tune);
    let name = |(index, parameter): (usize, Parameter)| {
        let value = weights.get(index).and_then(|&it| tune?.name_of(index, it));
        value.map_or(parameter.name.clone(), |value| format!("{}: {value}", parameter.name))
    };
    table.parameters().into_iter().enumerate().map(name).collect()
}

/// The least and the greatest value of each parameter.
pub fn bounds(table: &dyn Table) -> Vec<(f64, f64)> {
    table.parameters().iter().map(|it| (it.min, it.max)).collect()
}

/// The vectors that people set for this game, by their names.
pub fn hand_set(table: &dyn Table) -> impl Iterator<Item = (String, Vec<f64>)> {
    let names = registry::find(table.name()).map_or(&[][..], |it| (it.yardsticks)(table.players()));
    let set = names.iter().filter(|it| registry::champion(table.name(), it).is_none());
    set.filter_map(|it| Some((it.to_string(), table.built_in(it).ok()?)))
}

/// A vector of that name, and after it those that people set for this game.
pub fn beside_hand_set(table: &dyn Table, name: &str, weights: &[f64]) -> Parameters {
    let set = hand_set(table).filter(|(_, values)| values != weights);
    let own = (name.to_string(), weights.to_vec());
    Parameters {
        names: parameter_names(table, weights),
        bounds: bounds(table),
        vectors: [own].into_iter().chain(set.take(MOST)).collect(),
    }
}
