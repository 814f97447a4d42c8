//! Whom a run's champion is compared with: where it began and the best that is known, at its own search
//! and at one that looks farther.

use crate::evolve::breed::Beginning;
use crate::parameter::{Parameter, Start};
use crate::record::home::Home;
use crate::record::run::Run;
use crate::registry::{self, Table};
use crate::search::spec::{Limit, Method, Search};
use crate::session::error::SessionError;
use crate::session::{beginning, weights};
use crate::tune::config::Config;

/// What references are.
const BEGAN: &str = "where it began";
pub(super) const BEST: &str = "the best known";
/// Plies that a search looks ahead which is tried in the place of greedy play.
const DEPTH: &str = "depth=2";

/// A vector that the champion is compared with.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// What it is to the run, in words.
    pub what: &'static str,
    /// Its name.
    pub name: String,
    /// One number a parameter.
    pub values: Vec<f64>,
}

/// Where a run began.
pub struct Origin {
    /// What its champion is compared with.
    pub reference: Reference,
    /// What that is, in words.
    pub told: String,
    /// The values that its parameters are set back to.
    pub start: Vec<f64>,
}

/// Where a run began. Where its first generation is drawn at random, nothing is there to compare with:
/// then it is the run's first fixed opponent, and parameters are set back to the middle of what they
/// were drawn from.
///
/// # Errors
/// Where a file of the run is damaged.
pub fn origin(run: &Run, config: &Config, table: &dyn Table) -> Result<Origin, SessionError> {
    let parameters = table.parameters();
    let settled = beginning::settle(config, table)?;
    if let Some(name) = &config.from {
        let from = beginning::read(&run.from_path(), config, table)?.beginning;
        let (values, name, told) = match from {
            Beginning::Ancestor(it) => {
                let told = beginning::told(name, &it.genes, config, table)?;
                (it.genes, told.clone(), told)
            }
            Beginning::Population(all) => {
                let all: Vec<&[f64]> = all.iter().map(|it| &it.genes[..]).collect();
                let told = format!("the mean of the population {name}");
                (mean(&all, &parameters), name.clone(), told)
            }
        };
        let start = settled(&values);
        let reference = Reference { what: BEGAN, name, values: start.clone() };
        return Ok(Origin { reference, told, start });
    }
    let middles: Vec<f64> = parameters.iter().map(Parameter::middle).collect();
    let start = settled(&middles);
    let is_drawn = |group: &Vec<usize>| {
        let first = group.first().and_then(|&index| parameters.get(index));
        first.is_some_and(|it| matches!(it.start, Start::Uniform(low, high) if low < high))
    };
    if !table.coding(config)?.groups().iter().any(is_drawn) {
        let (name, values) = ("start".to_string(), start.clone());
        let reference = Reference { what: BEGAN, name, values };
        let told = "the first values of its parameters".to_string();
        return Ok(Origin { reference, told, start });
    }
    let values = weights::read(&run.opponent_path(0), table)?.values;
    let name = config.against.fixed().next().map_or(String::new(), |it| it.name.clone());
    let told = "a first generation drawn at random; parameters are set back to the middle of what they \
                were drawn from, and the first test is against the run's first opponent";
    let reference = Reference { what: "its first opponent", name, values };
    Ok(Origin { reference, told: told.to_string(), start })
}

/// The mean of vectors, parameter by parameter.
fn mean(all: &[&[f64]], parameters: &[Parameter]) -> Vec<f64> {
    let of = |(index, parameter): (usize, &Parameter)| {
        let values = all.iter().filter_map(|it| it.get(index));
        parameter.settle(values.sum::<f64>() / all.len().max(1) as f64)
    };
    parameters.iter().enumerate().map(of).collect()
}

/// The best that is known of the run's game: what is asked for, or a shipped champion for as many
/// players, of the same search if there is one. `None` where none is.
///
/// # Errors
/// Where what is asked for names nothing.
pub fn best_known(
    asked: Option<&str>,
    config: &Config,
    table: &dyn Table,
    home: &Home,
) -> Result<Option<Reference>, SessionError> {
    if let Some(name) = asked {
        let values = weights::find(name, table, home)?.values;
        return Ok(Some(Reference { what: BEST, name: name.to_string(), values }));
    }
    let name = registry::best_known(table.name(), config.players, &config.search);
    let values = name.and_then(|name| Some((name.to_string(), table.built_in(name).ok()?)));
    Ok(values.map(|(name, values)| Reference { what: BEST, name, values }))
}

/// A search that looks farther than another: a ply deeper, or at twice as much. In the place of greedy
/// play it is alpha-beta of two plies, and for more than two players paranoid search. `None` for
/// searches that can't look farther.
pub fn farther(search: &Search, players: usize) -> Option<Search> {
    let limit = match (search.method, search.limit) {
        (Method::Greedy, _) => {
            let method = if players == 2 { Method::AlphaBeta } else { Method::Paranoid };
            return Search::usual(method).with(DEPTH).ok();
        }
        (_, None) => return None,
        (_, Some(Limit::Depth(depth))) if depth < Search::MOST_DEPTH => Limit::Depth(depth + 1),
        (_, Some(Limit::Depth(_))) => return None,
        (_, Some(Limit::Nodes(nodes))) => Limit::Nodes(nodes.saturating_mul(2)),
        (_, Some(Limit::Milliseconds(time))) => Limit::Milliseconds(time.saturating_mul(2)),
    };
    Some(Search { limit: Some(limit), ..search.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_looks_a_ply_or_twice_the_nodes_farther() {
        for (search, players, expected) in [
            ("greedy", 2, Some("alphabeta(depth=2)")),
            ("greedy", 3, Some("paranoid(depth=2)")),
            ("alphabeta(depth=3)", 2, Some("alphabeta(depth=4)")),
            ("mcts(nodes=500)", 2, Some("mcts(nodes=1000)")),
            ("random", 2, None),
            ("alphabeta(depth=64)", 2, None),
        ] {
            let found = farther(&search.parse().unwrap(), players).map(|it| it.to_string());
            assert_eq!(found.as_deref(), expected, "{search}");
        }
    }
}
