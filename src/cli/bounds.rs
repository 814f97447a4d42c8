//! A champion of a program with parameters at the bounds that the program's file sets.

use super::failure::Failure;
use crate::program::{Children, Tune};
use crate::registry::Table;
use crate::tune::config::Config;

/// Parameters that are named at most.
const MOST: usize = 5;

/// Says which parameters of a champion stand at their bounds, where any does. Only those of a program can be widened.
pub fn reached(table: &dyn Table, config: &Config, champion: &[f64]) -> Result<String, Failure> {
    let (Some(tune), Some(file)) = (table.program().map(Children::tune), &config.program) else {
        return Ok(String::new());
    };
    let mut evolved = table.coding(config)?.groups().concat();
    evolved.sort_unstable();
    let places = evolved.into_iter().filter_map(|index| place(tune, index, *champion.get(index)?));
    Ok(words(&places.collect::<Vec<_>>(), file))
}

/// At which of its bounds a number stands; `None` where it is between them, or no number.
fn place(tune: &Tune, index: usize, value: f64) -> Option<String> {
    let parameter = tune.parameters.get(index).filter(|_| tune.name_of(index, value).is_none())?;
    let bound = match value {
        value if value >= parameter.max => "max",
        value if value <= parameter.min => "min",
        _ => return None,
    };
    Some(format!("{} stands at its {bound}, {value}", parameter.name))
}

fn words(places: &[String], file: &str) -> String {
    let Some((first, others)) = places.split_first() else { return String::new() };
    let named: String = others.iter().take(MOST - 1).map(|it| format!("; {it}")).collect();
    let more = match places.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!("; {more} more stand at a bound"),
    };
    let whose = if others.is_empty() { "its" } else { "their" };
    format!("{first}{named}{more}: widen {whose} bounds in {file} for the next run.\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn numbers_at_a_bound_are_named_the_first_five_of_them() {
        let number = |name: &str| {
            format!("[[parameter]]\nname = \"{name}\"\nkind = \"real\"\nmin = -0.5\nmax = 30\n")
        };
        let text = "version = 1\nname = \"a\"\ncommand = [\"a\"]\ngoal = \"minimise\"\n"
            .to_string()
            + &["a", "b", "c"].map(number).concat()
            + "[[parameter]]\nname = \"d\"\nkind = \"bool\"\n";
        let tune = Tune::parse(&text, Path::new("tune.toml")).unwrap();
        let at = |values: [f64; 4]| -> Vec<String> {
            (0..).zip(values).filter_map(|(index, value)| place(&tune, index, value)).collect()
        };
        assert_eq!(at([29.9, 0.0, -0.4, 1.0]), Vec::<String>::new());
        assert_eq!(words(&[], "t"), "");
        let one = "b stands at its max, 30: widen its bounds in t for the next run.\n";
        assert_eq!(words(&at([0.0, 30.0, 0.0, 0.0]), "t"), one);
        let two = at([-0.5, 30.0, 0.0, 1.0]);
        let told = "a stands at its min, -0.5; b stands at its max, 30: widen their bounds in t for the next run.\n";
        assert_eq!(words(&two, "t"), told);
        let all: Vec<String> = (1..=7).map(|number| number.to_string()).collect();
        let told = words(&all, "t");
        assert!(told.starts_with("1; 2; 3; 4; 5; 2 more stand at a bound: widen their"), "{told}");
        assert!(words(&all[..5], "t").starts_with("1; 2; 3; 4; 5: widen their"));
    }
}
