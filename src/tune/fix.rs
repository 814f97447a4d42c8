//! Which parameters a run keeps as they are: `NAME=VALUE,…`, as `--fix` and `config.toml` say it.

use crate::game::TextError;
use crate::game::as_text::as_text;
use crate::parameter::Parameter;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

const NONE: &str = "none";
const IDLE: &str = "idle";

/// Parameters by name with the values that they keep; the word `idle` stands for all that no move
/// depends on, at the middle of where they start. `none` is the empty list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Fix {
    idle: bool,
    values: Vec<(String, f64)>,
}

impl Fix {
    /// All that no move depends on.
    pub fn idle() -> Fix {
        Fix { idle: true, values: Vec::new() }
    }

    /// Whether nothing is fixed.
    pub fn is_none(&self) -> bool {
        *self == Fix::default()
    }

    /// The names of what is fixed.
    pub fn names(&self) -> Vec<String> {
        self.values.iter().map(|(name, _)| name.clone()).collect()
    }

    /// What is fixed, as `NAME=VALUE`, behind the word `idle` where it is there.
    pub fn words(&self) -> Vec<String> {
        let values = self.values.iter().map(|(name, value)| format!("{name}={value}"));
        self.idle.then(|| IDLE.to_string()).into_iter().chain(values).collect()
    }

    /// This list without the word `idle`, which the parameters of the indices `idle` replace; it is in
    /// the order of the parameters.
    ///
    /// # Errors
    /// Where a name is no parameter, or a value not one that it can have.
    pub fn named(&self, parameters: &[Parameter], idle: &[usize]) -> Result<Fix, TextError> {
        let given = self.places(parameters)?;
        let value = |(index, parameter): (usize, &Parameter)| {
            let given = given.iter().find(|(place, _)| *place == index).map(|(_, value)| *value);
            let is_idle = self.idle && idle.contains(&index);
            let value = given.or(is_idle.then(|| parameter.middle()))?;
            Some((parameter.name.clone(), value))
        };
        let values = parameters.iter().enumerate().filter_map(value).collect();
        Ok(Fix { idle: false, values })
    }

    /// The indices of the named parameters, with their values.
    ///
    /// # Errors
    /// As [`Fix::named`].
    pub fn places(&self, parameters: &[Parameter]) -> Result<Vec<(usize, f64)>, TextError> {
        let place = |(name, value): &(String, f64)| {
            let index = parameters.iter().position(|it| it.name == *name);
            match index.and_then(|index| Some((index, parameters.get(index)?))) {
                Some((index, parameter)) if parameter.admits_weight(*value) => Ok((index, *value)),
                Some(_) => Err(TextError(format!("fix: {value} is no value of {name}"))),
                None => {
                    let known = parameters.iter().map(|it| it.name.as_str()).take(20);
                    let known = known.collect::<Vec<_>>().join(", ");
                    let more = if parameters.len() > 20 { " and so on" } else { "" };
                    Err(TextError(format!("fix: no parameter '{name}'; known: {known}{more}")))
                }
            }
        };
        self.values.iter().map(place).collect()
    }
}

as_text!(Fix);

impl FromStr for Fix {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Fix, TextError> {
        let mut fix = Fix::default();
        if text.trim() == NONE {
            return Ok(fix);
        }
        for part in text.split(',').map(str::trim) {
            if part == IDLE {
                fix.idle = true;
                continue;
            }
            let pair = part.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
            let pair = pair.and_then(|(name, value)| Some((name, value.parse::<f64>().ok()?)));
            let Some((name, value)) = pair.filter(|(_, value)| value.is_finite()) else {
                let why = format!("'{part}' is none of NAME=VALUE, '{IDLE}' and '{NONE}'");
                return Err(TextError(why));
            };
            if fix.values.iter().any(|(known, _)| known == name) {
                return Err(TextError(format!("names '{name}' twice")));
            }
            // The sum turns −0 into 0.
            fix.values.push((name.to_string(), value + 0.0));
        }
        Ok(fix)
    }
}

impl fmt::Display for Fix {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.words();
        match words.is_empty() {
            true => out.write_str(NONE),
            false => out.write_str(&words.join(",")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::tests::whole;
    use crate::parameter::Start;

    fn parameters() -> Vec<Parameter> {
        let named = |(name, start): (&str, Start)| Parameter {
            name: name.to_string(),
            ..whole(start, 0.0, 9.0)
        };
        let starts = [Start::Uniform(0.0, 5.0), Start::Fixed(4.0), Start::Fixed(7.0)];
        ["a", "b", "c"].into_iter().zip(starts).map(named).collect()
    }

    #[test]
    fn what_is_written_reads_back() {
        for text in ["none", "idle", "a=1", "idle,a=1,b=-2.5"] {
            assert_eq!(text.parse::<Fix>().unwrap().to_string(), text);
        }
        assert!("none".parse::<Fix>().unwrap().is_none());
        for text in ["", "a", "a=", "a=x", "a=nan", "a=1,a=1", "a=1,", "none,a=1"] {
            assert!(text.parse::<Fix>().is_err(), "{text}");
        }
    }

    #[test]
    fn idle_parameters_are_named_and_a_value_wins_over_the_word() {
        let named = |text: &str| {
            let fix = text.parse::<Fix>().unwrap().named(&parameters(), &[0, 2]);
            fix.map(|fix| fix.to_string()).map_err(|why| why.0)
        };
        assert_eq!(named("idle").unwrap(), "a=3,c=7");
        assert_eq!(named("c=1,idle").unwrap(), "a=3,c=1");
        assert_eq!(named("none").unwrap(), "none");
        assert!(named("d=1").unwrap_err().contains("known: a, b, c"));
        assert!(named("a=1.5").unwrap_err().contains("no value of a"));
    }
}
