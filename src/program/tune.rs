//! What `tune.toml` says: how a program is started, what it is asked for, and its parameters.

mod parameters;

use super::child::Launch;
use super::file::{check, folder_of, hash, is_time, minute, versioned};
use crate::game::TextError;
use crate::game::layout::{Cell, CellLayout};
use crate::parameter::{Parameter, Scale, check_ends, named_twice};
use parameters::{Kind, Stated};
use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Parameters at most.
const MOST: usize = 10_000;
/// The most rows and columns of a layout.
const MOST_WIDE: usize = 1000;
/// Steps at most from 0 to a bound: a number has digits left for the parts of a step.
const MOST_STEPS: f64 = 1e12;
/// Digits of the file's hash by which a program's vectors are known.
const DIGITS: usize = 12;

/// What a program answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// Who won a game between vectors.
    Game,
    /// A number for a vector, the greater the better.
    Maximise,
    /// A number for a vector, the less the better.
    Minimise,
}

/// What a program is allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Time for an answer.
    pub answer: Duration,
    /// Time until it has said that it is ready.
    pub start: Duration,
    /// Questions that may be open at a time.
    pub batch: usize,
    /// Bytes of an answer.
    pub bytes: usize,
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    #[serde(rename = "version")]
    _version: u32,
    name: String,
    command: Vec<String>,
    farther: Option<Vec<String>>,
    goal: Goal,
    #[serde(default = "two")]
    players: usize,
    #[serde(default = "yes")]
    noise: bool,
    #[serde(default)]
    opening_plies: u32,
    #[serde(default = "minute")]
    answer_seconds: f64,
    #[serde(default = "minute")]
    start_seconds: f64,
    #[serde(default = "batch")]
    batch: usize,
    #[serde(default = "answer_bytes")]
    answer_bytes: usize,
    #[serde(default)]
    fixed_groups: Vec<String>,
    layout: Option<Vec<Vec<String>>>,
    parameter: Vec<Stated>,
}

fn two() -> usize {
    2
}

fn yes() -> bool {
    true
}

fn batch() -> usize {
    16
}

fn answer_bytes() -> usize {
    1 << 16
}

/// A program that can be asked what vectors are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Tune {
    /// Its name: letters, digits and hyphens.
    pub name: String,
    /// The command that starts it, word for word.
    pub command: Vec<String>,
    /// The command that starts it so that it looks farther, where its file names one.
    pub farther: Option<Vec<String>>,
    /// The path of its file. It is started in the folder of that.
    pub path: PathBuf,
    /// What it answers.
    pub goal: Goal,
    /// Seats at the table; one where it answers numbers.
    pub players: usize,
    /// Whether its answer depends on the seed.
    pub noise: bool,
    /// Random plies that its games begin with.
    pub opening_plies: u32,
    /// What it is allowed.
    pub limits: Limits,
    /// What each number of a vector is; values without an order are numbered from 0.
    pub parameters: Vec<Parameter>,
    /// How far apart the values of each are.
    pub scales: Vec<Scale>,
    /// The parameters that keep their first values, by index.
    pub fixed: Vec<(usize, f64)>,
    /// Where the parameters lie, if anywhere.
    pub layout: Option<CellLayout>,
    /// The text of the file.
    pub text: String,
    kinds: Vec<Kind>,
}

impl Tune {
    /// That there is nothing in it which only runs of earlier versions may have.
    ///
    /// # Errors
    /// Says what there is, with the parameter's name.
    pub fn check_new(&self) -> Result<(), TextError> {
        for (Parameter { name, min, max, .. }, scale) in self.parameters.iter().zip(&self.scales) {
            let named = |why: String| Err(TextError(format!("parameter '{name}': {why}")));
            check_ends(name).or_else(|why| named(why.to_string()))?;
            let step = if let Scale::Linear(step) = scale { *step } else { continue };
            let steps = min.abs().max(max.abs()) / step;
            if steps > MOST_STEPS {
                return named(format!(
                    "min or max is {steps:e} steps of {step:e} from 0; more than {MOST_STEPS:e} leave numbers \
                     no digits for the parts of a step"
                ));
            }
        }
        Ok(())
    }

    /// Whether the program can be asked for that value of the parameter of that index.
    ///
    /// # Errors
    /// Where it is beyond the bounds, or the number of no value.
    pub fn check_value(&self, index: usize, value: f64) -> Result<(), TextError> {
        let Some(Parameter { name, min, max, .. }) = self.parameters.get(index) else {
            return Err(TextError(format!("no parameter {index}")));
        };
        match (*min..=*max).contains(&value) {
            true => Ok(()),
            false => Err(TextError(format!("{value} is no value of {name}: from {min} to {max}"))),
        }
    }

    /// Reads the text of the file of that path.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn parse(text: &str, path: &Path) -> Result<Tune, TextError> {
        let file: File = versioned(text)?;
        file.check()?;
        let groups = &file.fixed_groups;
        let mut all = Vec::new();
        for stated in &file.parameter {
            all.extend(stated.parameters(groups)?);
        }
        if let Some(group) = groups.iter().find(|&it| file.parameter.iter().all(|p| !p.is_of(it))) {
            return Err(TextError(format!("fixed-groups: no parameter is of the group '{group}'")));
        }
        let places = all.iter().enumerate();
        let fixed = places.filter(|(_, it)| it.fixed).map(|(index, it)| (index, it.first()));
        let fixed: Vec<(usize, f64)> = fixed.collect();
        if all.is_empty() || all.len() > MOST || fixed.len() == all.len() {
            let why = format!("there must be 1 to {MOST} parameters, and one that isn't fixed");
            return Err(TextError(why));
        }
        let names: Vec<&str> = all.iter().map(|it| it.parameter.name.as_str()).collect();
        if let Some(twice) = named_twice(names.iter().copied()) {
            return Err(TextError(format!("two parameters are named '{twice}'")));
        }
        let rows = match (&file.layout, &file.parameter[..]) {
            (Some(rows), _) => Some(rows.clone()),
            (None, [only]) => only.rows(),
            (None, _) => None,
        };
        let layout = rows.map(|rows| layout(&rows, &names)).transpose()?;
        let seconds = Duration::from_secs_f64;
        Ok(Tune {
            players: if file.goal == Goal::Game { file.players } else { 1 },
            limits: Limits {
                answer: seconds(file.answer_seconds),
                start: seconds(file.start_seconds),
                batch: file.batch,
                bytes: file.answer_bytes,
            },
            parameters: all.iter().map(|it| it.parameter.clone()).collect(),
            scales: all.iter().map(|it| it.scale).collect(),
            kinds: all.into_iter().map(|it| it.kind).collect(),
            name: file.name,
            command: file.command,
            farther: file.farther,
            path: path.to_path_buf(),
            goal: file.goal,
            noise: file.noise,
            opening_plies: file.opening_plies,
            fixed,
            layout,
            text: text.to_string(),
        })
    }

    /// What its vectors are for, in the place of a game's rules: its name, and a hash of the file.
    pub fn rules(&self) -> String {
        format!("{}:{}", self.name, &hash(&self.text)[..DIGITS])
    }

    /// How it is started.
    pub(super) fn launch(&self) -> Launch<'_> {
        let folder = folder_of(&self.path);
        Launch { command: &self.command, folder, bytes: self.limits.bytes }
    }

    /// The same program, started so that it looks farther; `None` where its file doesn't say how.
    pub fn looking_farther(&self) -> Option<Tune> {
        let command = self.farther.clone()?;
        Some(Tune { command, ..self.clone() })
    }

    /// The vector of the first values.
    pub fn start(&self) -> Vec<f64> {
        self.parameters.iter().map(Parameter::middle).collect()
    }

    /// A vector as the program is told it: values without an order by their names.
    pub fn told(&self, vector: &[f64]) -> Vec<Value> {
        self.kinds.iter().zip(vector).map(|(kind, &value)| kind.told(value)).collect()
    }

    /// A value of the parameter of that index, as people are told it.
    pub fn value_text(&self, index: usize, value: f64) -> String {
        match self.kinds.get(index).map(|kind| kind.told(value)) {
            Some(Value::String(text)) => text,
            Some(told) => told.to_string(),
            None => value.to_string(),
        }
    }

    /// What a value of the parameter of that index is called, where it is no number.
    pub fn name_of(&self, index: usize, value: f64) -> Option<String> {
        let is_named = matches!(self.kinds.get(index)?, Kind::Choice(_) | Kind::Bool);
        is_named.then(|| self.value_text(index, value))
    }

    /// The values of the parameter of that index that have names, with these: all of a choice, `true` of a bool,
    /// none of a number.
    pub fn named_values(&self, index: usize) -> Vec<(f64, String)> {
        let values = match self.kinds.get(index) {
            Some(Kind::Choice(names)) => 0..names.len(),
            Some(Kind::Bool) => 1..2,
            _ => 0..0,
        };
        values.map(|it| (it as f64, self.value_text(index, it as f64))).collect()
    }

    /// What the program is told of its parameters.
    pub(super) fn told_parameters(&self) -> Vec<Value> {
        let told = |(kind, parameter): (&Kind, &Parameter)| kind.described(parameter);
        self.kinds.iter().zip(&self.parameters).map(told).collect()
    }
}

impl File {
    fn check(&self) -> Result<(), TextError> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let named = (1..=40).contains(&self.name.len()) && self.name.chars().all(is_plain);
        check(&[
            (named, "name: must be 1 to 40 letters, digits and hyphens"),
            (!self.command.is_empty(), "command: must name a program"),
            (self.farther.as_ref().is_none_or(|it| !it.is_empty()), "farther: must name a program"),
            (self.goal != Goal::Game || (2..=6).contains(&self.players), "players: must be 2 to 6"),
            (self.opening_plies <= 8, "opening-plies: must be 0 to 8"),
            (is_time(self.answer_seconds), "answer-seconds: must be above 0, at most 1000000"),
            (is_time(self.start_seconds), "start-seconds: must be above 0, at most 1000000"),
            ((1..=1024).contains(&self.batch), "batch: must be 1 to 1024"),
            ((64..=1 << 26).contains(&self.answer_bytes), "answer-bytes: must be 64 to 67108864"),
        ])
    }
}

/// The parameters at the places that rows of names give them; the others stand in a row below.
fn layout(rows: &[Vec<String>], names: &[&str]) -> Result<CellLayout, TextError> {
    if rows.len() > MOST_WIDE || rows.iter().any(|row| row.len() > MOST_WIDE) {
        return Err(TextError(format!("layout: must be {MOST_WIDE} rows and columns at most")));
    }
    let mut cells: Vec<Option<(usize, usize)>> = vec![None; names.len()];
    for (row, line) in rows.iter().enumerate() {
        for (column, name) in line.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            let Some(index) = names.iter().position(|it| it == name) else {
                return Err(TextError(format!("layout: there is no parameter '{name}'")));
            };
            if cells[index].replace((row, column)).is_some() {
                return Err(TextError(format!("layout: '{name}' stands there twice")));
            }
        }
    }
    let mut below = 0;
    let cell = |(place, name): (Option<(usize, usize)>, &&str)| {
        let (row, column) = place.unwrap_or((rows.len(), below));
        below += usize::from(place.is_none());
        let (x, y) = (column as f64, row as f64);
        Cell { name: name.to_string(), row, column, corner: 0, x, y, stop: true }
    };
    let cells: Vec<Cell> = cells.into_iter().zip(names).map(cell).collect();
    let most = |of: fn(&Cell) -> usize| cells.iter().map(of).max().unwrap_or(0) + 1;
    let grid = (most(|it| it.row), most(|it| it.column));
    let turned = vec![(0..cells.len()).collect()];
    Ok(CellLayout::one(cells, grid, turned))
}

#[cfg(test)]
mod tests;
