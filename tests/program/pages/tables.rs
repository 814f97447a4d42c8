//! Tables of keys and types in a page, beside values that the program wrote.
//!
//! A row gives a key by its path, with its types: `a.b` is the key b of the object a, `a[].b` the key b
//! of every object in the array a, and `a.*` any key of a. Types are JSON's, `array of` a type, `absent`
//! where a key may be missing, and shapes: other sections of the page, whose headings begin with a
//! capital.

use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A section and a path in it.
type Place = (String, String);
pub type Types = BTreeMap<Place, BTreeSet<String>>;

/// What was printed, told as the page tells it.
pub struct Observed<'a> {
    told: &'a Types,
    types: Types,
    /// How many objects there were, and in how many of them each key.
    objects: BTreeMap<Place, usize>,
    keys: BTreeMap<Place, usize>,
}

fn place(section: &str, path: &str) -> Place {
    (section.to_string(), path.to_string())
}

fn joined(path: &str, key: &str) -> String {
    let dot = if path.is_empty() { "" } else { "." };
    format!("{path}{dot}{key}")
}

/// Headings and texts of the page's sections.
pub fn sections(page: &str) -> Vec<(String, &str)> {
    let sections = page.split("\n## ").skip(1).map(|it| it.split_once('\n').unwrap());
    sections.map(|(heading, text)| (heading.replace('`', ""), text)).collect()
}

/// All rows of the page's tables.
pub fn told(page: &str) -> Types {
    let mut told = Types::new();
    for (section, text) in sections(page) {
        for row in text.lines().filter_map(|line| line.strip_prefix("| `")) {
            let (key, rest) = row.split_once("` | ").unwrap();
            let types = rest.split_once(" |").unwrap().0.split(" or ").map(str::to_string);
            let before = told.insert(place(&section, key), types.collect());
            assert!(before.is_none(), "{section}: {key} stands twice");
        }
    }
    told
}

impl Observed<'_> {
    /// The shape of what is at a place, or in the array there.
    fn shape(&self, section: &str, path: &str) -> Option<&str> {
        let types = self.told.get(&place(section, path.trim_end_matches("[]")))?;
        let mut names = types.iter().map(|it| it.trim_start_matches("array of "));
        names.find(|it| it.starts_with(char::is_uppercase))
    }

    /// Where the page tells of a key: in its section, or in the shape of the object that it belongs to.
    fn told_at(&self, section: &str, path: &str, key: &str) -> Place {
        for name in [key, "*"] {
            let here = place(section, &joined(path, name));
            if self.told.contains_key(&here) {
                return here;
            }
        }
        match self.shape(section, path) {
            Some(shape) => self.told_at(shape, "", key),
            None => place(section, &joined(path, key)),
        }
    }

    /// Nothing yet.
    pub fn new(told: &Types) -> Observed<'_> {
        let (types, objects, keys) = Default::default();
        Observed { told, types, objects, keys }
    }

    /// Takes down a document of a section: an object, or an array of some.
    pub fn document(&mut self, section: &str, document: &Value) {
        match document {
            Value::Object(object) => self.object(section, "", object),
            Value::Array(items) => items.iter().for_each(|item| self.document(section, item)),
            other => panic!("{section}: {other}"),
        }
    }

    fn object(&mut self, section: &str, path: &str, object: &Map<String, Value>) {
        *self.objects.entry(place(section, path)).or_default() += 1;
        if let Some(shape) = self.shape(section, path).map(str::to_string) {
            *self.objects.entry(place(&shape, "")).or_default() += 1;
        }
        for (key, value) in object {
            let at = self.told_at(section, path, key);
            *self.keys.entry(at.clone()).or_default() += 1;
            self.types.entry(at.clone()).or_default();
            self.value(&at, "", value);
        }
    }

    /// Takes down a value, `array of ` before its type where it stands in an array.
    fn value(&mut self, at: &Place, prefix: &str, value: &Value) {
        let (section, path) = at;
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(items) => {
                let prefix = format!("{prefix}array of ");
                items.iter().for_each(|item| self.value(at, &prefix, item));
                return;
            }
            Value::Object(object) => {
                let brackets = if prefix.is_empty() { "" } else { "[]" };
                self.object(section, &format!("{path}{brackets}"), object);
                self.shape(section, path).unwrap_or("object")
            }
        };
        let kind = format!("{prefix}{kind}");
        self.types.get_mut(at).unwrap().insert(kind);
    }

    /// All that was seen, with the keys that some objects lacked.
    fn types(mut self) -> Types {
        for ((section, path), types) in &mut self.types {
            let parent = path.rsplit_once('.').map_or("", |(parent, _)| parent);
            let at = place(section, path);
            if !path.ends_with('*') && self.keys[&at] < self.objects[&place(section, parent)] {
                types.insert("absent".to_string());
            }
        }
        self.types
    }
}

/// Fails with the rows that the page lacks, has for nothing, or has otherwise.
pub fn assert_told(seen: Observed<'_>) {
    let (told, seen) = (seen.told, seen.types());
    let rows = |types: &Types| -> BTreeSet<String> {
        let words =
            |types: &BTreeSet<String>| types.iter().cloned().collect::<Vec<_>>().join(" or ");
        types
            .iter()
            .map(|((section, path), it)| format!("{section}: {path} | {}", words(it)))
            .collect()
    };
    let (told, seen) = (rows(told), rows(&seen));
    let missing: Vec<_> = seen.difference(&told).cloned().collect();
    let idle: Vec<_> = told.difference(&seen).cloned().collect();
    assert!(
        missing.is_empty() && idle.is_empty(),
        "printed:\n{}\ntold:\n{}",
        missing.join("\n"),
        idle.join("\n")
    );
}
