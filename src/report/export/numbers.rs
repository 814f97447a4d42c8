//! Weights as text, and the types that hold them in other programs.

use crate::record::weights::document::whole;

/// The narrowest type that holds every weight of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// Integers of 32 bits.
    Int32,
    /// Integers of 64 bits.
    Int64,
    /// Floating-point numbers of 64 bits.
    Real,
}

impl Element {
    /// The type for all these arrays.
    pub fn of(arrays: &[Vec<f64>]) -> Element {
        let mut element = Element::Int32;
        for &weight in arrays.iter().flatten() {
            match whole(weight) {
                Some(whole) if i32::try_from(whole).is_ok() => {}
                Some(_) => element = Element::Int64,
                None => return Element::Real,
            }
        }
        element
    }

    /// A weight as a literal of this type.
    pub fn literal(self, weight: f64) -> String {
        match self {
            Element::Real => format!("{weight:?}"),
            Element::Int32 | Element::Int64 => number(weight),
        }
    }
}

/// A weight as text, without a fraction where it has none.
pub fn number(weight: f64) -> String {
    match whole(weight) {
        Some(whole) => whole.to_string(),
        None => format!("{weight:?}"),
    }
}

/// The weight that a text stands for.
///
/// # Errors
/// Where it is no finite number: why.
pub fn parse_number(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(weight) if weight.is_finite() => Ok(weight),
        Ok(_) => Err(format!("'{text}' is not a finite number")),
        Err(_) => Err(format!("'{}' is not a number", text.escape_debug())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_element_is_the_narrowest_that_holds_all() {
        let of = |weight| Element::of(&[vec![0.0, weight], vec![-0.0]]);
        assert_eq!(of(f64::from(i32::MIN)), Element::Int32);
        assert_eq!(of(f64::from(i32::MAX) + 1.0), Element::Int64);
        assert_eq!(of(0.5), Element::Real);
        assert_eq!(of(1e300), Element::Real);
    }

    #[test]
    fn numbers_parse_back() {
        for weight in [0.0, -3.0, 0.1, 1e300, 5e-324, 9e15, 1e16, f64::from(i32::MIN)] {
            assert_eq!(parse_number(&number(weight)), Ok(weight));
            assert_eq!(parse_number(&Element::Real.literal(weight)), Ok(weight));
        }
        for text in ["", "nan", "inf", "-infinity", "1e999", "1,5", "0x10", "1\n"] {
            assert!(parse_number(text).is_err(), "{text}");
        }
    }
}
