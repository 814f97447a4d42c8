//! What one number of a parameter vector is: its name, its domain, where it starts, and how far
//! mutation may take it. Evaluations describe their vectors with it, evolution obeys it.

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
    /// The middle of the values.
    pub fn middle(self) -> f64 {
        match self {
            Start::Fixed(value) => value,
            Start::Uniform(low, high) => f64::midpoint(low, high),
        }
    }
}

/// One parameter of an evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// A name that is unique within its vector.
    pub name: String,
    /// Whole or real.
    pub domain: Domain,
    /// The first generation's value; it need not keep the bounds below.
    pub start: Start,
    /// Mutation refuses a value below this one: the gene stays as it was.
    pub min: f64,
    /// Mutation cuts a value above this one down to it.
    pub max: f64,
}

impl Parameter {
    /// The middle of where it starts.
    pub fn middle(&self) -> f64 {
        self.settle(self.start.middle())
    }

    /// Whether `value` may stand in a vector at this place: finite, and for integers whole and
    /// within `i32`.
    pub fn admits(&self, value: f64) -> bool {
        match self.domain {
            Domain::Real => value.is_finite(),
            Domain::Integer => {
                value.fract() == 0.0 && value >= f64::from(i32::MIN) && value <= f64::from(i32::MAX)
            }
        }
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
