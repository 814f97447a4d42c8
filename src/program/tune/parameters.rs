//! The parameters of `tune.toml`: what is said of each, and what goes without saying.

use crate::game::TextError;
use crate::parameter::{Domain, Parameter, Scale, Start, check_letters};
use serde::Deserialize;
use serde_json::{Value, json};

/// Steps from one bound to the other where no step is given.
const STEPS: f64 = 10.0;
/// How far from 0 the bounds of a real number may be.
const WIDEST_REAL: f64 = 1e12;
/// The most rows and columns of a grid.
const WIDEST: usize = 100;

fn fits(sides: &[usize; 2]) -> bool {
    sides.iter().all(|side| (1..=WIDEST).contains(side))
}

/// A parameter, or a grid of them, as it is written.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Stated {
    name: String,
    kind: StatedKind,
    min: Option<f64>,
    max: Option<f64>,
    start: Option<StatedStart>,
    step: Option<f64>,
    #[serde(default)]
    logarithmic: bool,
    #[serde(default)]
    fixed: bool,
    group: Option<String>,
    values: Option<Vec<String>>,
    grid: Option<[usize; 2]>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StatedKind {
    Integer,
    Real,
    Choice,
    Bool,
}

#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum StatedStart {
    Bool(bool),
    Number(f64),
    Name(String),
    Numbers(Vec<f64>),
}

/// How values are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers.
    Integer,
    /// Any numbers.
    Real,
    /// Names without an order.
    Choice(Vec<String>),
    /// True or false.
    Bool,
}

/// A parameter as it is.
pub struct Made {
    pub parameter: Parameter,
    pub scale: Scale,
    pub kind: Kind,
    pub fixed: bool,
}

impl Made {
    /// The value that it begins with.
    pub fn first(&self) -> f64 {
        self.parameter.middle()
    }
}

impl Kind {
    /// A value as the program is told it.
    pub fn told(&self, value: f64) -> Value {
        match self {
            Kind::Integer => json!(value as i64),
            Kind::Real => json!(value),
            Kind::Choice(names) => json!(names.get(value as usize)),
            Kind::Bool => json!(value > 0.5),
        }
    }

    /// What the program is told of a parameter.
    pub fn described(&self, Parameter { name, min, max, .. }: &Parameter) -> Value {
        match self {
            Kind::Integer => {
                let [min, max] = [*min as i64, *max as i64];
                json!({"name": name, "kind": "integer", "min": min, "max": max})
            }
            Kind::Real => json!({"name": name, "kind": "real", "min": min, "max": max}),
            Kind::Choice(values) => json!({"name": name, "kind": "choice", "values": values}),
            Kind::Bool => json!({"name": name, "kind": "bool"}),
        }
    }
}

impl Stated {
    /// Whether it is of that group.
    pub fn is_of(&self, group: &str) -> bool {
        self.group.as_deref() == Some(group)
    }

    /// The names of a grid, row by row; `None` where there is none, or one that is too wide.
    pub fn rows(&self) -> Option<Vec<Vec<String>>> {
        let [rows, columns] = self.grid.filter(fits)?;
        let name = |row: usize, column: usize| format!("{}-{row}-{column}", self.name);
        let row = |row| (1..=columns).map(|column| name(row, column)).collect();
        Some((1..=rows).map(row).collect())
    }

    /// The parameter, or all of a grid; those of the groups are fixed.
    ///
    /// # Errors
    /// Says what is wrong, with the name.
    pub fn parameters(&self, fixed_groups: &[String]) -> Result<Vec<Made>, TextError> {
        let named = |why: &str| TextError(format!("parameter '{}': {why}", self.name));
        check_letters(&self.name).map_err(named)?;
        let names = match (self.grid, self.rows()) {
            (Some(_), None) => return Err(named("grid: must be 1 to 100 rows and columns")),
            (_, Some(names)) => names.concat(),
            (None, None) => vec![self.name.clone()],
        };
        let made = match self.kind {
            StatedKind::Integer | StatedKind::Real => self.numbers(&names),
            StatedKind::Choice | StatedKind::Bool => self.choices(&names),
        };
        let is_fixed = self.fixed || fixed_groups.iter().any(|it| self.is_of(it));
        let made = made.map_err(|why| named(&why))?;
        Ok(made.into_iter().map(|it| Made { fixed: is_fixed, ..it }).collect())
    }

    fn numbers(&self, names: &[String]) -> Result<Vec<Made>, String> {
        let (Some(min), Some(max)) = (self.min, self.max) else {
            return Err("needs min and max".to_string());
        };
        let whole = self.kind == StatedKind::Integer;
        let widest = if whole { f64::from(i32::MAX) } else { WIDEST_REAL };
        let is_admitted = |value: f64| value.abs() <= widest && (!whole || value.fract() == 0.0);
        if !is_admitted(min) || !is_admitted(max) || min >= max {
            let what = if whole { "whole numbers" } else { "numbers" };
            return Err(format!(
                "min and max must be {what} from -{widest} to {widest}, min below max"
            ));
        }
        if self.logarithmic && min <= 0.0 {
            return Err("logarithmic: min must be above 0".to_string());
        }
        if self.values.is_some() {
            return Err("values are for kind choice".to_string());
        }
        let scale = self.scale(min, max)?;
        let (domain, kind) = match whole {
            true => (Domain::Integer, Kind::Integer),
            false => (Domain::Real, Kind::Real),
        };
        let starts = self.starts(min, max, names.len())?;
        let fits = |value: &f64| is_admitted(*value) && (min..=max).contains(value);
        if let Some(start) = starts.iter().find(|it| !fits(it)) {
            let what = if whole { "whole number" } else { "number" };
            return Err(format!("start: {start} is no {what} from {min} to {max}"));
        }
        let made = |(name, start): (&String, f64)| {
            let (name, start) = (name.clone(), Start::Fixed(start));
            let parameter = Parameter { name, domain, start, min, max };
            Made { parameter, scale, kind: kind.clone(), fixed: false }
        };
        Ok(names.iter().zip(starts).map(made).collect())
    }

    fn scale(&self, min: f64, max: f64) -> Result<Scale, String> {
        match (self.logarithmic, self.step) {
            (true, None) => {
                // The quotient of the widest bounds is greater than any number.
                let log = match max / min {
                    ratio if ratio.is_finite() => libm::log(ratio),
                    _ => libm::log(max) - libm::log(min),
                };
                Ok(Scale::Logarithmic(libm::exp(log / STEPS)))
            }
            (true, Some(factor)) if factor > 1.0 && factor <= 1e6 => Ok(Scale::Logarithmic(factor)),
            (true, Some(_)) => Err("step: must be a factor above 1 where logarithmic".to_string()),
            (false, None) => Ok(Scale::Linear((max - min) / STEPS)),
            (false, Some(step)) if step > 0.0 && step <= max - min => Ok(Scale::Linear(step)),
            (false, Some(_)) => Err("step: must be above 0, at most max less min".to_string()),
        }
    }

    fn starts(&self, min: f64, max: f64, count: usize) -> Result<Vec<f64>, String> {
        let middle = match self.logarithmic {
            // The product of tiny or huge bounds is 0 or infinite.
            true => match min * max {
                product if product.is_normal() => product.sqrt(),
                _ => min.sqrt() * max.sqrt(),
            },
            false => f64::midpoint(min, max),
        };
        let middle = if self.kind == StatedKind::Integer { middle.round() } else { middle };
        match &self.start {
            None => Ok(vec![middle; count]),
            Some(StatedStart::Number(start)) => Ok(vec![*start; count]),
            Some(StatedStart::Numbers(starts)) if starts.len() == count => Ok(starts.clone()),
            Some(_) => Err(format!("start: must be a number, or {count} of them")),
        }
    }

    fn choices(&self, names: &[String]) -> Result<Vec<Made>, String> {
        let numbers = self.min.or(self.max).or(self.step).is_some() || self.logarithmic;
        if numbers || self.grid.is_some() {
            return Err("min, max, step, logarithmic and grid are for numbers".to_string());
        }
        let (kind, count, start) = match (self.kind, &self.values, &self.start) {
            (StatedKind::Bool, None, None) => (Kind::Bool, 2, 0),
            (StatedKind::Bool, None, Some(StatedStart::Bool(it))) => {
                (Kind::Bool, 2, usize::from(*it))
            }
            (StatedKind::Bool, _, _) => {
                return Err("start must be true or false, without values".to_string());
            }
            (_, Some(values), start) => {
                let twice = |at: usize| values[..at].contains(&values[at]);
                if !(2..=100).contains(&values.len()) || (0..values.len()).any(twice) {
                    return Err("values: must be 2 to 100 different names".to_string());
                }
                let start = match start {
                    None => Some(0),
                    Some(StatedStart::Name(name)) => values.iter().position(|it| it == name),
                    Some(_) => None,
                };
                let start = start.ok_or("start: must be one of the values")?;
                (Kind::Choice(values.clone()), values.len(), start)
            }
            (_, None, _) => return Err("needs values".to_string()),
        };
        let made = |name: &String| Made {
            parameter: Parameter {
                name: name.clone(),
                domain: Domain::Integer,
                start: Start::Fixed(start as f64),
                min: 0.0,
                max: (count - 1) as f64,
            },
            scale: Scale::Choice(count),
            kind: kind.clone(),
            fixed: false,
        };
        Ok(names.iter().map(made).collect())
    }
}
