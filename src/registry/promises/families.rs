//! Promises of [`Parametric`], and the evaluations that are made of its vectors.

use super::super::TypedTable;
use super::super::typed::names;
use super::{Held, holds};
use crate::eval::{Evaluator, Needs, Parametric};
use crate::evolve::breed::found;
use crate::game::hints::SearchHints;
use crate::game::layout::CellLayout;
use crate::parameter::{Domain, Parameter, check_all, named_twice};
use crate::play::games::Games;
use crate::rng::{Purpose, Seed};
use rand::RngExt as _;

/// How far from 0 the values lie that are drawn between bounds, where the bounds let them.
const FAR: f64 = 1e3;

/// An evaluation with its vector.
pub(super) struct Evaluation<G: SearchHints> {
    /// The name that its family is registered under.
    pub kind: &'static str,
    pub name: String,
    pub values: Vec<f64>,
    pub evaluator: Box<dyn Evaluator<G>>,
}

/// That a family can describe vectors.
pub(super) fn check<G: SearchHints>(game: &G, family: &dyn Parametric<G>) -> Held {
    let parameters = family.parameters();
    let count = parameters.len();
    check_all(&parameters).map_err(|why| format!("parameters: {why}"))?;
    let arrays = family.arrays();
    holds(arrays > 0 && count.is_multiple_of(arrays), || {
        format!("arrays: {arrays}, of {count} parameters")
    })?;
    let layout = family.layout(game);
    if let Some(layout) = &layout {
        let cells = layout.cells.len();
        holds(cells == count, || format!("layout: {cells} cells, where parameters are {count}"))?;
        lies_well(layout)?;
    }
    if let Some(mirror) = family.mirror() {
        let is_back = |(index, other): (usize, &usize)| mirror.get(*other) == Some(&index);
        let is_mirror = mirror.len() == count && mirror.iter().enumerate().all(is_back);
        holds(is_mirror, || "mirror: not each parameter is the image of its image".to_string())?;
        let on_one_board = layout.filter(|it| it.boards.is_empty());
        on_one_board.map_or(Ok(()), |layout| reflects(&layout, &mirror))?;
    }
    for (ends, choice) in [(false, false), (false, true), (true, false), (true, true)] {
        let idle = family.idle(game, Needs { ends, choice });
        let stranger = idle.iter().find(|&&it| it >= count);
        holds(stranger.is_none(), || format!("idle: {stranger:?}, of {count} parameters"))?;
    }
    Ok(())
}

/// That cells lie in their grid, each with a name of its own, and that arrays can be turned.
pub(super) fn lies_well(layout: &CellLayout) -> Held {
    let (rows, columns) = layout.grid;
    let outside = layout.cells.iter().find(|it| it.row >= rows || it.column >= columns);
    outside.map_or(Ok(()), |it| Err(format!("layout: {} lies outside of the grid", it.name)))?;
    // Several boards have cells of the same names.
    let names = layout.cells.iter().filter(|_| layout.boards.is_empty()).map(|it| it.name.as_str());
    let twice = named_twice(names);
    twice.map_or(Ok(()), |name| Err(format!("layout: two cells are called {name}")))?;
    for (seat, turned) in layout.turned.iter().enumerate() {
        let mut cells = turned.clone();
        cells.sort_unstable();
        holds(cells.into_iter().eq(0..layout.cells.len()), || {
            format!("layout: `turned` of seat {seat} hasn't each cell once")
        })?;
    }
    Ok(())
}

/// That two cells lie as far apart as their images.
fn reflects(layout: &CellLayout, mirror: &[usize]) -> Held {
    let apart = |one: usize, two: usize| {
        let (one, two) = (&layout.cells[one], &layout.cells[two]);
        (one.x - two.x) * (one.x - two.x) + (one.y - two.y) * (one.y - two.y)
    };
    let pairs = (0..mirror.len()).flat_map(|one| (0..one).map(move |two| (one, two)));
    let is_bent = |&(one, two): &(usize, usize)| {
        (apart(one, two) - apart(mirror[one], mirror[two])).abs() > 1e-6
    };
    pairs.into_iter().find(is_bent).map_or(Ok(()), |(one, two)| {
        let name = |cell: usize| &layout.cells[cell].name;
        let (one, two, here, there) = (name(one), name(two), name(mirror[one]), name(mirror[two]));
        Err(format!("mirror: {one} and {two} are not as far apart as {here} and {there}"))
    })
}

/// The evaluations of all families of a table: of the vectors that are known by name under these rules, of one that
/// is drawn as those of a first generation, and of one from all that mutation may come to.
///
/// # Errors
/// What a family doesn't keep.
pub(super) fn evaluations<G, F>(
    table: &TypedTable<G, F>,
    seed: Seed,
) -> Result<Vec<Evaluation<G>>, String>
where
    G: SearchHints + Clone + 'static,
    F: Games<G> + 'static,
{
    let mut all = Vec::new();
    for (kind, family) in table.families() {
        let wrong = |why| format!("{kind}: {why}");
        check(&table.game, family).map_err(wrong)?;
        let drawn = found(&family.parameters(), 1, seed, 0).concat();
        let known = vectors(table, kind, family).map_err(wrong)?.into_iter();
        let random = [
            (format!("{kind} drawn at random"), drawn),
            (format!("{kind} drawn between its bounds"), between(&family.parameters(), seed)),
        ];
        for (name, values) in known.chain(random) {
            let evaluator = family.evaluator(&table.game, &values);
            all.push(Evaluation { kind, name, values, evaluator });
        }
    }
    Ok(all)
}

/// A value of each parameter between its bounds, within ±[`FAR`] where these are there.
fn between(parameters: &[Parameter], seed: Seed) -> Vec<f64> {
    let mut rng = seed.stream(Purpose::Bench, &[0, 0]);
    let value = |it: &Parameter| {
        let low = it.min.max(-FAR).min(it.max);
        let high = it.max.min(FAR).max(low);
        let value = low + (high - low) * rng.random::<f64>();
        if it.domain == Domain::Integer { value.round() } else { value }
    };
    parameters.iter().map(value).collect()
}

fn vectors<G, F>(
    table: &TypedTable<G, F>,
    kind: &str,
    family: &dyn Parametric<G>,
) -> Result<Vec<(String, Vec<f64>)>, String>
where
    G: SearchHints + Clone + 'static,
    F: Games<G> + 'static,
{
    let mut known = Vec::new();
    for name in names(kind, family) {
        // A family may have vectors that say nothing about positions of these rules; a wrong one it may not.
        let is_none =
            family.built_in_names().contains(&name) && family.built_in(&table.game, name).is_err();
        if !is_none {
            let values = || table.vector(kind, family, name);
            let known_values = values().map_err(|why| format!("built_in: {why}"))?;
            holds(values().is_ok_and(|it| it == known_values), || {
                format!("built_in: {name} is another one the second time")
            })?;
            known.push((name.to_string(), known_values));
        }
    }
    Ok(known)
}
