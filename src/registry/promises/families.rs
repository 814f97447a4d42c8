//! Promises of [`Parametric`], and the evaluations that are made of its vectors.

use super::super::TypedTable;
use super::super::typed::names;
use super::{Held, holds};
use crate::eval::{Evaluator, Needs, Parametric};
use crate::evolve::breed::found;
use crate::game::hints::SearchHints;
use crate::parameter::check_all;
use crate::play::games::Games;
use crate::rng::Seed;

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
    if let Some(layout) = family.layout(game) {
        let cells = layout.cells.len();
        holds(cells == count, || format!("layout: {cells} cells, where parameters are {count}"))?;
    }
    if let Some(mirror) = family.mirror() {
        let is_back = |(index, other): (usize, &usize)| mirror.get(*other) == Some(&index);
        let is_mirror = mirror.len() == count && mirror.iter().enumerate().all(is_back);
        holds(is_mirror, || "mirror: not each parameter is the image of its image".to_string())?;
    }
    for (ends, choice) in [(false, false), (false, true), (true, false), (true, true)] {
        let idle = family.idle(game, Needs { ends, choice });
        let stranger = idle.iter().find(|&&it| it >= count);
        holds(stranger.is_none(), || format!("idle: {stranger:?}, of {count} parameters"))?;
    }
    Ok(())
}

/// The evaluations of all families of a table: of the vectors that are known by name under these rules, and of one that
/// is drawn as those of a first generation.
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
        for (name, values) in known.chain([(format!("{kind} drawn at random"), drawn)]) {
            let evaluator = family.evaluator(&table.game, &values);
            all.push(Evaluation { kind, name, values, evaluator });
        }
    }
    Ok(all)
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
            let values = table.vector(kind, family, name);
            known.push((name.to_string(), values.map_err(|why| format!("built_in: {why}"))?));
        }
    }
    Ok(known)
}
