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
    finite(text, text.parse().ok())
}

/// Types that may stand behind a number in source code. Where one ends in another, it comes first.
const TYPES: [&str; 23] = [
    "isize", "usize", "i128", "u128", "i64", "u64", "f64", "i32", "u32", "f32", "i16", "u16", "i8",
    "u8", "ull", "llu", "ll", "ul", "lu", "u", "l", "f", "d",
];

/// The number that a text stands for in source code, where a type may stand behind it and `_`
/// between its digits.
///
/// # Errors
/// Where it is no finite number: why.
pub fn parse_literal(text: &str) -> Result<f64, String> {
    let lower = text.to_ascii_lowercase().replace('\u{2212}', "-");
    let is_number = |it: &&str| it.ends_with(|c: char| c.is_ascii_digit() || c == '.' || c == '_');
    let untyped = TYPES.iter().filter_map(|it| lower.strip_suffix(it)).find(is_number);
    let digits = untyped.map_or(lower.as_str(), |it| it.trim_end_matches('_'));
    let is_between_digits = |at: usize| {
        let (before, after) = (digits[..at].chars().next_back(), digits[at + 1..].chars().next());
        [before, after].iter().all(|it| it.is_some_and(|c| c.is_ascii_digit()))
    };
    let is_spaced = digits.match_indices('_').all(|(at, _)| is_between_digits(at));
    finite(text, digits.replace('_', "").parse().ok().filter(|_| is_spaced))
}

/// Characters of a text that a message repeats.
const MOST_SHOWN: usize = 40;

fn finite(text: &str, number: Option<f64>) -> Result<f64, String> {
    let shown = || text.chars().take(MOST_SHOWN).flat_map(char::escape_debug).collect::<String>();
    let more = if text.chars().count() > MOST_SHOWN { "…" } else { "" };
    match number {
        Some(number) if number.is_finite() => Ok(number),
        Some(_) => Err(format!("'{}{more}' is not a finite number", shown())),
        None => Err(format!("'{}{more}' is not a number", shown())),
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

    #[test]
    fn literals_have_types_and_separators() {
        for (text, number) in [
            ("12", 12.0),
            ("-1.5e-3", -0.0015),
            ("+.5", 0.5),
            ("2.", 2.0),
            ("1_000", 1000.0),
            ("1_0.2_5f64", 10.25),
            ("12i32", 12.0),
            ("7_u8", 7.0),
            ("1.0f", 1.0),
            ("1.F", 1.0),
            ("3ULL", 3.0),
            ("4L", 4.0),
            ("5d", 5.0),
            ("1E5", 1e5),
            ("\u{2212}3", -3.0),
        ] {
            assert_eq!(parse_literal(text), Ok(number), "{text}");
        }
        for text in
            ["", "_", "_1", "1_", "1__0", "1_.5", "f", "u8", "-", "0x1f", "1e", "5-3", "1ff"]
        {
            assert_eq!(parse_literal(text), Err(format!("'{text}' is not a number")));
        }
        for text in ["NaN", "inf", "1e999", "-Infinity"] {
            assert_eq!(parse_literal(text), Err(format!("'{text}' is not a finite number")));
        }
        let long = parse_literal(&"é".repeat(1000)).unwrap_err();
        assert_eq!(long, format!("'{}…' is not a number", "é".repeat(MOST_SHOWN)));
    }
}
