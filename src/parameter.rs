//! What one number of a parameter vector is: its name, its domain, where it starts, and how far
//! mutation may take it. Evaluations describe their vectors with it, evolution obeys it.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// Where whole numbers lie.
const WHOLE: RangeInclusive<f64> = i32::MIN as f64..=i32::MAX as f64;
/// How far from 0 a weight may be, so that sums of weights are numbers.
pub const MOST_WEIGHT: f64 = 1e15;
/// Letters of a name at most.
const MOST_LETTERS: usize = 100;

/// Whether a parameter takes whole numbers only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Whole numbers within `i32`.
    Integer,
    /// Any finite number.
    Real,
}

/// How far apart the values of a parameter are, where optimizers see it by genes of their own: one
/// gene's unit is one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// Values are steps apart: the value is that many times the gene.
    Linear(f64),
    /// Values are factors apart: the value is this factor, above 1, to the power of the gene.
    Logarithmic(f64),
    /// One of that many values without an order, by index: that whose gene is the greatest, or of two
    /// values the second where their only gene is above 0.
    Choice(usize),
}

/// How the first generation draws a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start {
    /// The same value in every individual.
    Fixed(f64),
    /// Uniform between both ends; the upper end is included for integers only.
    Uniform(f64, f64),
}

impl Start {
    /// The least and the greatest of the values.
    pub fn ends(self) -> (f64, f64) {
        match self {
            Start::Fixed(value) => (value, value),
            Start::Uniform(low, high) => (low, high),
        }
    }

    /// The middle of the values.
    pub fn middle(self) -> f64 {
        match self {
            Start::Fixed(value) => value,
            Start::Uniform(low, high) => f64::midpoint(low, high),
        }
    }
}

/// One parameter of an evaluation; [`Parameter::check`] says whether it keeps what is said here.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// A name that is unique within its vector: 1 to 100 letters without `=`, `,`, `@`, `"` and control characters.
    /// It doesn't begin or end with a space, nor begin with `#`.
    pub name: String,
    /// Whole or real.
    pub domain: Domain,
    /// The first generation's value, within ±[`MOST_WEIGHT`], and for integers within `i32`; it need not keep the
    /// bounds below.
    pub start: Start,
    /// Mutation refuses a value below this one: the gene stays as it was. For integers it is within `i32`.
    pub min: f64,
    /// Mutation cuts a value above this one down to it. It isn't below `min`, and for integers within `i32`.
    pub max: f64,
}

/// What a parameter doesn't keep.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("parameter '{name}': {why}")]
pub struct ParameterError {
    /// The parameter's name.
    pub name: String,
    /// What is wrong.
    pub why: String,
}

/// That a list of parameters can describe vectors: each of them is as it should be, and no two have one name.
///
/// # Errors
/// Names the first that isn't so.
pub fn check_all(parameters: &[Parameter]) -> Result<(), ParameterError> {
    parameters.iter().try_for_each(Parameter::check)?;
    match named_twice(parameters.iter().map(|it| it.name.as_str())) {
        None => Ok(()),
        Some(name) => {
            let why = "another one has the same name".to_string();
            Err(ParameterError { name: name.to_string(), why })
        }
    }
}

/// That each value of a vector may be the weight at its parameter's place.
///
/// # Errors
/// Names the first that may not.
pub fn check_admitted(parameters: &[Parameter], vector: &[f64]) -> Result<(), ParameterError> {
    let mut all = parameters.iter().zip(vector);
    match all.find(|(parameter, value)| !parameter.admits_weight(**value)) {
        None => Ok(()),
        Some((parameter, value)) => Err(parameter.error(format!("{value:?} is no value of it"))),
    }
}

/// The first name that was there before.
pub fn named_twice<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut known = HashSet::new();
    names.into_iter().find(|name| !known.insert(*name))
}

/// That nothing stands in a name that separates names from each other or from values.
///
/// # Errors
/// Says what a name has to be.
pub fn check_letters(name: &str) -> Result<(), &'static str> {
    let is_plain = |c: char| !c.is_control() && !"=,@\"".contains(c);
    match (1..=MOST_LETTERS).contains(&name.chars().count()) && name.chars().all(is_plain) {
        true => Ok(()),
        false => Err("its name must be 1 to 100 letters without = , @ and \""),
    }
}

/// That a name is the same where it is read from a list, and no comment of CSV.
///
/// # Errors
/// Says how it must not begin or end.
pub fn check_ends(name: &str) -> Result<(), &'static str> {
    if name.trim() != name {
        return Err("its name must not begin or end with a space");
    }
    match name.starts_with('#') {
        true => Err("its name must not begin with #, as comments of CSV do"),
        false => Ok(()),
    }
}

impl Parameter {
    /// That it can be one of a vector: by its name, where it starts, and its bounds.
    ///
    /// # Errors
    /// Says what isn't so.
    pub fn check(&self) -> Result<(), ParameterError> {
        let named = check_letters(&self.name).and_then(|()| check_ends(&self.name));
        named.map_err(|why| self.error(why.to_string()))?;
        self.check_numbers()?;
        let (low, high) = self.start.ends();
        match low.abs().max(high.abs()) <= MOST_WEIGHT {
            true => Ok(()),
            false => Err(self.error(format!("it starts beyond ±{MOST_WEIGHT:e}"))),
        }
    }

    /// That evolution can draw it and move it: by where it starts and its bounds.
    ///
    /// # Errors
    /// Says what isn't so.
    pub fn check_numbers(&self) -> Result<(), ParameterError> {
        let Parameter { start, min, max, .. } = *self;
        let (low, high) = start.ends();
        if min.partial_cmp(&max).is_none_or(Ordering::is_gt) {
            return Err(self.error(format!("its bounds {min} and {max} have no order")));
        }
        if !(0.0..=f64::MAX).contains(&(high - low)) {
            let why =
                format!("it starts from {low} to {high}, which must be numbers in their order");
            return Err(self.error(why));
        }
        let is_whole = self.domain == Domain::Integer;
        if is_whole && [low, high, min, max].iter().any(|it| !WHOLE.contains(it)) {
            let why = format!(
                "it is whole, so its start, {low} to {high}, and its bounds {min} and {max} must be within i32"
            );
            return Err(self.error(why));
        }
        match self.start {
            Start::Fixed(value) if !self.admits(value) => {
                Err(self.error(format!("it starts at {value:?}, which is no value of it")))
            }
            _ => Ok(()),
        }
    }

    fn error(&self, why: String) -> ParameterError {
        ParameterError { name: self.name.clone(), why }
    }

    /// The middle of where it starts.
    pub fn middle(&self) -> f64 {
        self.settle(self.start.middle())
    }

    /// Whether `value` may stand in a vector at this place: finite, and for integers whole and
    /// within `i32`.
    pub fn admits(&self, value: f64) -> bool {
        match self.domain {
            Domain::Real => value.is_finite(),
            Domain::Integer => value.fract() == 0.0 && WHOLE.contains(&value),
        }
    }

    /// Whether `value` may be played by as the weight at this place: one that the parameter
    /// [admits](Parameter::admits), within ±[`MOST_WEIGHT`].
    pub fn admits_weight(&self, value: f64) -> bool {
        self.admits(value) && value.abs() <= MOST_WEIGHT
    }

    /// The nearest value of the parameter's domain, whatever its bounds.
    pub fn settle(&self, value: f64) -> f64 {
        match self.domain {
            // The sum turns −0 into 0: equal vectors have equal hashes.
            Domain::Integer => value.round() + 0.0,
            Domain::Real => value,
        }
    }

    /// The nearest value that keeps domain and bounds.
    ///
    /// # Panics
    /// Where `min` is above `max`, or one of them is no number.
    pub fn nearest(&self, value: f64) -> f64 {
        self.settle(value.clamp(self.min, self.max))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: (Start, f64, f64) = (Start::Uniform(-1.0, 1.0), -10.0, 10.0);

    fn parameter(name: &str, domain: Domain, (start, min, max): (Start, f64, f64)) -> Parameter {
        Parameter { name: name.to_string(), domain, start, min, max }
    }

    fn refused(domain: Domain, numbers: (Start, f64, f64)) -> String {
        parameter("w", domain, numbers).check().unwrap_err().to_string()
    }

    #[test]
    fn numbers_that_cannot_be_drawn_are_refused_with_the_name() {
        let (start, min, max) = SOUND;
        for domain in [Domain::Integer, Domain::Real] {
            assert_eq!(parameter("w", domain, SOUND).check(), Ok(()));
            let aside = (Start::Fixed(50.0), min, max);
            assert_eq!(parameter("w", domain, aside).check(), Ok(()), "a start beyond the bounds");
            for bounds in [(1.0, 0.0), (f64::NAN, 1.0), (0.0, f64::NAN)] {
                let why = refused(domain, (start, bounds.0, bounds.1));
                assert!(why.starts_with("parameter 'w': its bounds"), "{why}");
            }
            for start in [
                Start::Uniform(5.0, 1.0),
                Start::Uniform(f64::NAN, 1.0),
                Start::Uniform(f64::MIN, f64::MAX),
                Start::Fixed(f64::INFINITY),
                Start::Fixed(f64::NAN),
            ] {
                let why = refused(domain, (start, min, max));
                assert!(why.contains("it starts from"), "{why}");
            }
        }
        let endless = (start, f64::NEG_INFINITY, f64::INFINITY);
        assert_eq!(parameter("w", Domain::Real, endless).check(), Ok(()));
        for numbers in [endless, (Start::Uniform(0.0, 1e12), min, max), (start, min, 1e12)] {
            let why = refused(Domain::Integer, numbers);
            assert!(why.contains("must be within i32"), "{why}");
        }
        for start in [Start::Fixed(-2e15), Start::Uniform(0.0, 2e15)] {
            let far = parameter("w", Domain::Real, (start, min, max));
            assert_eq!(far.check_numbers(), Ok(()), "a gene isn't a weight");
            let why = far.check().unwrap_err().to_string();
            assert_eq!(why, "parameter 'w': it starts beyond ±1e15");
        }
        let why = refused(Domain::Integer, (Start::Fixed(0.5), min, max));
        assert_eq!(why, "parameter 'w': it starts at 0.5, which is no value of it");
    }

    #[test]
    fn values_that_a_vector_cannot_have_are_refused_by_name() {
        let both = [parameter("a", Domain::Real, SOUND), parameter("b", Domain::Integer, SOUND)];
        assert_eq!(check_admitted(&both, &[1e15, -50.0]), Ok(()));
        let refused = |vector: [f64; 2]| check_admitted(&both, &vector).unwrap_err().to_string();
        assert_eq!(refused([f64::NAN, 1.0]), "parameter 'a': NaN is no value of it");
        assert_eq!(refused([-2e15, 1.0]), "parameter 'a': -2000000000000000.0 is no value of it");
        assert_eq!(refused([1.0, 0.5]), "parameter 'b': 0.5 is no value of it");
    }

    #[test]
    fn names_that_lists_cannot_hold_are_refused() {
        let named = |name: &str| parameter(name, Domain::Real, SOUND);
        assert_eq!(check_all(&[named("w"), named("two words"), named("c3/left")]), Ok(()));
        for name in ["", " ", "a,b", "a=1", "a@b", "a\"", "a\n", " a", "a ", "#a", &"a".repeat(101)]
        {
            assert!(named(name).check().is_err(), "{name}");
        }
        let why = check_all(&[named("a"), named("b"), named("a")]).unwrap_err().to_string();
        assert_eq!(why, "parameter 'a': another one has the same name");
    }
}
