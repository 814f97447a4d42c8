//! When a run is at its end.

use super::config::Config;

/// Why a run is at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The last generation was reached.
    Generations,
    /// The time was up.
    Minutes,
    /// The champion was measured at the fitness aimed for.
    TargetFitness,
}

impl Reason {
    /// The flag that set it.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Generations => "--generations",
            Reason::Minutes => "--minutes",
            Reason::TargetFitness => "--target-fitness",
        }
    }
}

impl Config {
    /// Why a run is at its end after that generation and so many seconds of evolving, if it is; `fitness` is what
    /// its champion was measured at last.
    pub fn reached(&self, generation: u64, seconds: f64, fitness: Option<f64>) -> Option<Reason> {
        let is_fit = |target| fitness.is_some_and(|fitness| fitness >= target);
        if self.generations.is_some_and(|last| generation >= last) {
            Some(Reason::Generations)
        } else if self.target_fitness.is_some_and(is_fit) {
            Some(Reason::TargetFitness)
        } else {
            let is_late = self.minutes.is_some_and(|minutes| seconds >= minutes * 60.0);
            is_late.then_some(Reason::Minutes)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_ends_by_what_it_reaches_first() {
        let base = Config::base("chinese-checkers", 2, "standard", "hand-tuned-v3");
        let config = Config {
            generations: Some(9),
            minutes: Some(2.0),
            target_fitness: Some(400.0),
            ..base.clone()
        };
        assert_eq!(config.reached(8, 119.9, Some(399.9)), None);
        assert_eq!(config.reached(8, 119.9, None), None);
        assert_eq!(config.reached(8, 120.0, None), Some(Reason::Minutes));
        assert_eq!(config.reached(8, 120.0, Some(400.0)), Some(Reason::TargetFitness));
        assert_eq!(config.reached(9, 120.0, Some(400.0)), Some(Reason::Generations));
        let endless = Config { generations: None, minutes: None, target_fitness: None, ..base };
        assert_eq!(endless.reached(u64::MAX, f64::MAX, Some(f64::MAX)), None);
    }
}
