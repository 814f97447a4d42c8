//! The report's agent with parts left out, to see what they are worth.

use super::{Evaluator, Parametric, REPORT, Report};
use crate::game::TextError;
use crate::game::halma::Halma;
use crate::parameter::{Domain, Parameter, Start};

/// What plays, by name: whether the improvement of moves counts, and whether annealing chooses the
/// hops after a hop, which Monte Carlo does otherwise. The first is the report's own ablation.
const NAMES: [(&str, [f64; 2]); 2] = [("gpp-2014", [0.0, 0.0]), ("gpp-ipm-2014", [1.0, 0.0])];

/// The family of what is left of the agent; 1 stands for a part that plays, 0 for one left out.
#[derive(Clone, Copy, Debug)]
pub struct HalmaAblationFamily;

impl Parametric<Halma> for HalmaAblationFamily {
    fn parameters(&self) -> Vec<Parameter> {
        let parameter = |name: &str| {
            let (name, start) = (name.to_string(), Start::Uniform(0.0, 1.0));
            Parameter { name, domain: Domain::Integer, start, min: 0.0, max: 1.0 }
        };
        ["improvement", "annealing"].map(parameter).into()
    }

    fn evaluator(&self, _: &Halma, values: &[f64]) -> Box<dyn Evaluator<Halma>> {
        let [improves, anneals] = [0, 1].map(|index| values[index] > 0.0);
        Box::new(Report { improves, anneals, ..Report::of(&REPORT) })
    }

    fn built_in_names(&self) -> Vec<&'static str> {
        NAMES.map(|(name, _)| name).into()
    }

    fn built_in(&self, _: &Halma, name: &str) -> Result<Vec<f64>, TextError> {
        let found = NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, parts)| parts.to_vec()).ok_or_else(|| self.unknown(name))
    }
}

#[cfg(test)]
mod tests {
    use super::super::agent::Agent;
    use super::*;
    use crate::game::Game as _;
    use crate::game::halma::standard_rules;
    use crate::rng::{Purpose, Seed};

    #[test]
    fn with_all_its_parts_it_is_the_whole_agent() {
        let game = Halma::new(2, standard_rules(2)).unwrap();
        let (whole, report) =
            (HalmaAblationFamily.evaluator(&game, &[1.0; 2]), Report::of(&REPORT));
        let mut position = game.start();
        for ply in 0..20 {
            let stream = || Seed::default().stream(Purpose::Bench, &[ply]);
            let mv = Agent::new(&report, &game, &position).choose(&mut stream());
            assert_eq!(whole.choose(&game, &position, &mut stream()), Some(mv), "{ply}");
            game.play(&mut position, mv);
        }
    }

    #[test]
    fn ablations_have_names() {
        let game = Halma::new(4, standard_rules(4)).unwrap();
        let parts = HalmaAblationFamily.built_in_names().into_iter();
        let parts = parts.map(|name| HalmaAblationFamily.built_in(&game, name).unwrap());
        assert_eq!(parts.collect::<Vec<_>>(), [[0.0, 0.0], [1.0, 0.0]]);
        assert!(HalmaAblationFamily.built_in(&game, "gpp").is_err());
    }
}
