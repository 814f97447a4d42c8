//! What is read of a file, and what is refused.

use super::*;
use crate::parameter::{Domain, Start};

const HEAD: &str = "version = 1\nname = \"it\"\ncommand = [\"./it\"]\ngoal = \"minimise\"\n";

const ALL: &str = r#"
fixed-groups = ["late"]
[[parameter]]
name = "depth"
kind = "integer"
min = 1
max = 9
start = 4
[[parameter]]
name = "rate"
kind = "real"
min = 0.01
max = 100
logarithmic = true
[[parameter]]
name = "order"
kind = "choice"
values = ["up", "down", "random"]
start = "down"
[[parameter]]
name = "null"
kind = "bool"
start = true
[[parameter]]
name = "slope"
kind = "real"
min = -1
max = 1
start = 0.5
step = 0.125
group = "late"
"#;

fn tune(rest: &str) -> Result<Tune, TextError> {
    Tune::parse(&format!("{HEAD}{rest}"), Path::new("folder/tune.toml"))
}

#[test]
fn parameters_of_all_kinds_are_read() {
    let tune = tune(ALL).unwrap();
    assert_eq!((tune.players, tune.noise, tune.goal), (1, true, Goal::Minimise));
    assert_eq!(tune.start(), [4.0, 1.0, 1.0, 1.0, 0.5]);
    assert_eq!(
        tune.told(&tune.start()),
        [4.into(), 1.0.into(), "down".into(), true.into(), 0.5.into()] as [Value; 5]
    );
    assert_eq!(tune.fixed, [(4, 0.5)]);
    let factor = libm::exp(libm::log(1e4) / 10.0);
    let scales = [
        Scale::Linear(0.8),
        Scale::Logarithmic(factor),
        Scale::Choice(3),
        Scale::Choice(2),
        Scale::Linear(0.125),
    ];
    assert_eq!(tune.scales, scales);
    let depth = Parameter {
        name: "depth".to_string(),
        domain: Domain::Integer,
        start: Start::Fixed(4.0),
        min: 1.0,
        max: 9.0,
    };
    assert_eq!((&tune.parameters[0], &tune.layout), (&depth, &None));
    let rules = tune.rules();
    assert!(rules.starts_with("it:") && rules.len() == 15, "{rules}");
}

#[test]
fn a_grid_is_laid_out_and_what_is_on_no_place_stands_below() {
    let grid = "[[parameter]]\nname = \"w\"\nkind = \"integer\"\nmin = 0\nmax = 9\ngrid = [2, 3]\n\
                start = [1, 2, 3, 4, 5, 6]\n";
    let tune = tune(grid).unwrap();
    assert_eq!(tune.start(), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let layout = tune.layout.unwrap();
    let places: Vec<_> = layout.cells.iter().map(|it| (&it.name[..], it.row, it.column)).collect();
    assert_eq!((places[0], places[5]), (("w-1-1", 0, 0), ("w-2-3", 1, 2)));
    let rows = [vec!["a".to_string(), String::new()], vec![String::new(), "b".to_string()]];
    let layout = super::layout(&rows, &["c", "b", "a"]).unwrap();
    let places: Vec<_> = layout.cells.iter().map(|it| (it.row, it.column)).collect();
    assert_eq!((places, layout.grid), (vec![(2, 0), (1, 1), (0, 0)], (3, 2)));
    assert!(super::layout(&rows, &["a"]).is_err());
}

#[test]
fn what_makes_no_sense_is_refused_with_its_name() {
    let number = |rest: &str| format!("[[parameter]]\nname = \"w\"\nkind = \"integer\"\n{rest}");
    for (rest, why) in [
        (String::new(), "missing field `parameter`"),
        ("players = 2\nparameter = []\n".to_string(), "1 to 10000 parameters"),
        (number(""), "'w': needs min and max"),
        (number("min = 1\nmax = 1\n"), "min below max"),
        (number("min = 1\nmax = 2.5\n"), "whole numbers"),
        (
            number("min = 0\nmax = 4000000000000\n"),
            "'w': min and max must be whole numbers from -2147483647 to 2147483647, min below max",
        ),
        (
            "[[parameter]]\nname = \"r\"\nkind = \"real\"\nmin = -1e13\nmax = 1\n".to_string(),
            "'r': min and max must be numbers from -1000000000000 to 1000000000000, min below max",
        ),
        (number("min = nan\nmax = 1\n"), "'w': min and max must be whole numbers from"),
        (number("min = 1\nmax = 5\nstart = 6\n"), "6 is no whole number from 1 to 5"),
        (number("min = 1\nmax = 5\nstart = \"up\"\n"), "must be a number"),
        (number("min = 1\nmax = 5\nstep = 0\n"), "step: must be above 0"),
        (number("min = 0\nmax = 5\nlogarithmic = true\n"), "min must be above 0"),
        (number("min = 1\nmax = 5\nfixed = true\n"), "one that isn't fixed"),
        (number("min = 1\nmax = 5\nvalues = [\"a\"]\n"), "values are for kind choice"),
        (number("min = 1\nmax = 5\nmiddle = 2\n"), "unknown field `middle`"),
        (number("min = 1\nmax = 5\ngrid = [0, 2]\n"), "grid: must be 1"),
        (number("min = 1\nmax = 5\ngrid = [4000000000, 4000000000]\n"), "grid: must be 1"),
        (number("min = 1\nmax = 5\n") + &number("min = 1\nmax = 5\n"), "are named 'w'"),
        ("fixed-groups = [\"a\"]\n".to_string() + &number("min = 1\nmax = 5\n"), "group 'a'"),
        ("layout = [[\"v\"]]\n".to_string() + &number("min = 1\nmax = 5\n"), "no parameter 'v'"),
        ("batch = 0\n".to_string() + &number("min = 1\nmax = 5\n"), "batch: must be"),
        ("[[parameter]]\nname = \"c\"\nkind = \"choice\"\n".to_string(), "needs values"),
        (
            "[[parameter]]\nname = \"c\"\nkind = \"choice\"\nvalues = [\"a\", \"a\"]\n".to_string(),
            "different names",
        ),
        ("[[parameter]]\nname = \"a=b\"\nkind = \"bool\"\n".to_string(), "without = , @"),
        ("[[parameter]]\nname = \"a\"\nkind = \"bool\"\nstart = 1\n".to_string(), "true or false"),
    ] {
        let refused = tune(&rest).unwrap_err().0;
        assert!(refused.contains(why), "{rest}: {refused}");
    }
}

#[test]
fn a_command_in_one_text_is_refused_with_how_it_is_written() {
    let text = HEAD.replace("[\"./it\"]", "\"python3 it.py\"") + ALL;
    let refused = Tune::parse(&text, Path::new("tune.toml")).unwrap_err().0;
    assert!(refused.contains(r#"expected a list, as in ["one", "two"]"#), "{refused}");
}

#[test]
fn what_earlier_versions_took_is_read_and_no_run_begins_with_it() {
    let number = |rest: &str| format!("[[parameter]]\nname = \"w\"\nkind = \"real\"\n{rest}");
    let plain = number("min = 1\nmax = 5\n");
    for (text, why) in [
        (
            number("min = 1\nmax = 5\nstep = 1e-320\n"),
            "'w': min or max is inf steps of 1e-320 from 0",
        ),
        (
            number("min = 0\nmax = 1e6\nstep = 1e-7\n"),
            "'w': min or max is 1e13 steps of 1e-7 from 0",
        ),
        (plain.replace("\"w\"", "\" w\""), "' w': its name must not begin or end with a space"),
    ] {
        let refused = tune(&text).unwrap().check_new().unwrap_err().0;
        assert!(refused.contains(why), "{text}: {refused}");
    }
    assert_eq!(tune(&plain).unwrap().check_new(), Ok(()));
}
