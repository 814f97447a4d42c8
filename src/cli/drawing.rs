//! A champion's numbers as terminal and pictures show them: on the board, or with their names.

use super::failure::Failure;
use super::output;
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
        Some(layout) => terminal::star(&layout, weights, output::shows_colour(), width),
        None => parameters::lines(&beside_hand_set(table, CHAMPION, weights), width),
    };
    drawing.map_err(Failure::data)
}

/// A vector of that name, and after it those that people set for this game.
pub fn beside_hand_set(table: &dyn Table, name: &str, weights: &[f64]) -> Parameters {
    let names = registry::find(table.name()).map_or(&[][..], |it| (it.yardsticks)(table.players()));
    let set = names.iter().filter(|it| registry::champion(table.name(), it).is_none());
    let set = set.filter_map(|it| Some((it.to_string(), table.built_in(it).ok()?)));
    let own = (name.to_string(), weights.to_vec());
    Parameters {
        names: table.parameters().into_iter().map(|it| it.name).collect(),
        vectors: [own].into_iter().chain(set.take(MOST)).collect(),
    }
}
