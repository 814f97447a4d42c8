//! What two files of settings say differently.

use serde::Serialize;

/// The first setting that is set otherwise here than there, in words.
pub(super) fn difference<T: Serialize>(here: &T, there: &T) -> String {
    let value = |of| toml::Value::try_from(of).unwrap_or_else(|_| toml::Value::from(""));
    first_difference("", &value(here), &value(there)).unwrap_or_default()
}

fn first_difference(key: &str, here: &toml::Value, there: &toml::Value) -> Option<String> {
    use toml::Value::{Array, Table};
    let join = |name: &str| match key {
        "" => name.to_string(),
        key => format!("{key}.{name}"),
    };
    let one_side = |name: &str| Some(format!("only one of them has {}", join(name)));
    match (here, there) {
        (here, there) if here == there => None,
        (Table(here), Table(there)) => {
            let missing = there.keys().find(|name| !here.contains_key(*name));
            let in_common = here.iter().find_map(|(name, value)| match there.get(name) {
                Some(other) => first_difference(&join(name), value, other),
                None => one_side(name),
            });
            in_common.or_else(|| one_side(missing?))
        }
        (Array(here), Array(there)) if here.len() == there.len() => {
            let pairs = (1..).zip(here.iter().zip(there));
            pairs.into_iter().find_map(|(number, (here, there))| {
                first_difference(&join(&number.to_string()), here, there)
            })
        }
        (here, there) => Some(format!("{key} {there} there, {here} here")),
    }
}
