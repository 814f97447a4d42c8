//! Bots as text: `SEARCH(option=value,…):EVALUATION`, such as `greedy:hand-tuned-v4` or
//! `alphabeta(depth=4):champion.json`, and `program(FILE,option=value)`.

mod limit;
mod method;
mod name;
mod pace;

pub use limit::Limit;
pub use method::Method;
pub use name::{BotName, ChooserName};
pub use pace::{Pace, TimeControl};

use crate::eval::Needs;
use crate::game::as_text::as_text;
use crate::game::{TextError, key_twice};
use pace::CLOCK;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// An option, and whether a method has it.
type Known = (&'static str, fn(Method) -> bool);

/// All of them.
const OPTIONS: [Known; 16] = [
    ("depth", Method::has_depth),
    ("nodes", |method| method.looks_ahead() && method != Method::Parallel),
    ("ms", Method::looks_ahead),
    ("basedepth", Method::has_depth),
    ("apart", Method::looks_ahead),
    ("solve", Method::looks_ahead),
    ("table", Method::looks_ahead),
    ("quiescence", Method::looks_beyond),
    ("forward", Method::looks_ahead),
    ("extend", Method::looks_beyond),
    ("exploration", |method| method == Method::Mcts),
    ("width", |method| method.selects() || method == Method::Mcts),
    ("plies", |method| method == Method::Mcts),
    ("epsilon", |method| method == Method::Mcts),
    ("nullmove", Method::selects),
    ("scale", |method| method == Method::MaxProb),
];

/// Options of Monte Carlo tree search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MonteCarlo {
    /// The weight of what was tried seldom (the constant C of UCT; Kocsis and Szepesvári, Bandit
    /// Based Monte-Carlo Planning, 2006).
    pub exploration: f64,
    /// Moves that a node looks at: the best by the evaluation.
    pub width: u32,
    /// Plies of a playout before the evaluation decides it.
    pub plies: u32,
    /// The chance of a random move in a playout, which is else greedy.
    pub epsilon: f64,
}

impl MonteCarlo {
    /// The defaults.
    pub const USUAL: MonteCarlo = MonteCarlo { exploration: 0.5, width: 8, plies: 8, epsilon: 0.1 };
}

/// A search with its options; as text in files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Search {
    /// How it looks ahead.
    pub method: Method,
    /// When it has to answer; `None` for methods that don't look ahead.
    pub limit: Option<Limit>,
    /// The depth of the second search of an agent that deepens until it has to answer; the first
    /// has one ply.
    pub base_depth: u32,
    /// Once armies are apart: the depth of a search over own moves only; 0 for the same search as
    /// before.
    pub apart: u32,
    /// Once armies are apart: how many positions it looks at for the fewest own moves to the goal; 0
    /// for none.
    pub solve: u64,
    /// Once armies are apart: up to how many moves from the goal an army plays by the endgame table;
    /// 0 for no table.
    pub table: u32,
    /// Whether moves that lead away from the goal are left out where there are others.
    pub forward: bool,
    /// Whether moves that capture don't count in the depth.
    pub extend: bool,
    /// Plies to look beyond the depth, while the player to move can capture something.
    pub quiescence: u32,
    /// The most moves that are looked at in a position below the root: those that refuted something
    /// lately, and the best by the evaluation; 0 for all.
    pub width: u32,
    /// Whether a position is left where even passing would be good enough.
    pub null_move: bool,
    /// Options of Monte Carlo tree search.
    pub monte_carlo: MonteCarlo,
    /// For Max-Prob: the points of score that multiply a player's odds by e.
    pub scale: f64,
}

impl Search {
    /// The greatest depth.
    pub const MOST_DEPTH: u32 = 64;
    /// The greatest number of moves for [`Search::table`].
    const MOST_TABLE: u32 = 8;
    /// The default scale of Max-Prob.
    const SCALE: f64 = 50.0;

    /// A method with the default limit and options.
    pub fn usual(method: Method) -> Search {
        let limit = method.usual_limit();
        Search {
            method,
            limit,
            base_depth: 1,
            apart: 0,
            solve: 0,
            table: 0,
            forward: false,
            extend: false,
            quiescence: 0,
            width: 0,
            null_move: false,
            monte_carlo: MonteCarlo::USUAL,
            scale: Search::SCALE,
        }
    }

    /// Whether it doesn't look ahead and goes by an evaluation.
    pub fn is_greedy(&self) -> bool {
        self.method == Method::Greedy
    }

    /// What it needs of an evaluation. Searches know what the end of a game is worth; greedy play
    /// and the playouts of Monte Carlo, which are greedy, don't.
    pub fn needs(&self) -> Needs {
        let ends = match self.method {
            Method::Greedy | Method::Own => true,
            Method::Mcts => self.monte_carlo.plies > 0 && self.monte_carlo.epsilon < 1.0,
            _ => false,
        };
        Needs { ends, choice: self.method == Method::Own }
    }

    /// Whether it plays the same on every machine.
    pub fn is_repeatable(&self) -> bool {
        !matches!(self.limit, Some(Limit::Milliseconds(_)))
    }

    /// This search with one more option; a depth replaces any other limit.
    ///
    /// # Errors
    /// Where the method has no such option, or the value makes no sense.
    pub fn with(mut self, option: &str) -> Result<Search, TextError> {
        self.set(option)?;
        if let Some(Limit::Depth(_)) = self.limit {
            self.base_depth = 1;
        }
        Ok(self)
    }

    fn set(&mut self, option: &str) -> Result<(), TextError> {
        let (key, value) = match option.split_once('=') {
            Some((key, value)) => (key, Some(value)),
            None => (option, None),
        };
        if !OPTIONS.iter().any(|(name, has)| *name == key && has(self.method)) {
            return Err(no_option(self.method, key));
        }
        match (key, value) {
            ("forward", None) => self.forward = true,
            ("extend", None) => self.extend = true,
            ("nullmove", None) => self.null_move = true,
            ("forward" | "extend" | "nullmove", Some(_)) => {
                return Err(TextError(format!("{key} stands alone, without a value")));
            }
            (_, value) => self.set_value(key, value.unwrap_or_default())?,
        }
        Ok(())
    }

    fn set_value(&mut self, key: &str, value: &str) -> Result<(), TextError> {
        if let Some(limit) = Limit::of(key, value)? {
            self.limit = Some(limit);
            return Ok(());
        }
        match key {
            "basedepth" => self.base_depth = count(key, value, 1, Search::MOST_DEPTH)?,
            "apart" => self.apart = count(key, value, 0, Search::MOST_DEPTH)?,
            "solve" => self.solve = number(key, value, 0, 1 << 40)?,
            "table" => self.table = count(key, value, 0, Search::MOST_TABLE)?,
            "quiescence" => self.quiescence = count(key, value, 0, Search::MOST_DEPTH)?,
            "exploration" => self.monte_carlo.exploration = real(key, value, 100.0)?,
            "width" => {
                let width = count(key, value, 1, 10_000)?;
                match self.method {
                    Method::Mcts => self.monte_carlo.width = width,
                    _ => self.width = width,
                }
            }
            "plies" => self.monte_carlo.plies = count(key, value, 0, 10_000)?,
            "epsilon" => self.monte_carlo.epsilon = real(key, value, 1.0)?,
            "scale" => {
                self.scale = real(key, value, 1e6)?;
                if self.scale == 0.0 {
                    return Err(TextError("scale is more than 0".to_string()));
                }
            }
            _ => return Err(no_option(self.method, key)),
        }
        Ok(())
    }

    /// Checks that a file can hold the search: that only options of its method are set, each to a value that it can have.
    ///
    /// # Errors
    /// Says which doesn't.
    pub fn check(&self) -> Result<(), TextError> {
        if self.to_string().parse::<Search>()? == *self {
            return Ok(());
        }
        let method = self.method.name();
        Err(TextError(format!("{method} can't have all of the options that are set: {self:?}")))
    }

    /// Refuses options that make no sense together.
    fn check_together(&self) -> Result<(), TextError> {
        match self.limit {
            Some(Limit::Depth(_)) if self.base_depth > 1 => Err(TextError(format!(
                "{self}: basedepth is where deepening goes on until nodes or ms run out; give one \
                 of these in place of a depth"
            ))),
            _ => Ok(()),
        }
    }
}

/// That a method has no such option, and which it has.
fn no_option(method: Method, key: &str) -> TextError {
    let own: Vec<&str> =
        OPTIONS.iter().filter(|(_, has)| has(method)).map(|(name, _)| *name).collect();
    let known = match (key, own.is_empty()) {
        ("book", _) => "books are for bots, as in 'greedy(book=FILE):champion-2'".to_string(),
        (CLOCK, _) => {
            "a clock for a game is for programs, and `starhop ugi` makes a bot one".to_string()
        }
        (_, true) => "it has none of its own".to_string(),
        (_, false) => format!("known: {}", own.join(", ")),
    };
    TextError(format!("{} has no option '{key}'; {known}", method.name()))
}

fn number(key: &str, value: &str, least: u64, most: u64) -> Result<u64, TextError> {
    let bad =
        || TextError(format!("{key} is a whole number from {least} to {most}, not '{value}'"));
    value.parse().ok().filter(|it| (least..=most).contains(it)).ok_or_else(bad)
}

fn count(key: &str, value: &str, least: u32, most: u32) -> Result<u32, TextError> {
    Ok(number(key, value, least.into(), most.into())? as u32)
}

fn real(key: &str, value: &str, most: f64) -> Result<f64, TextError> {
    let bad = || TextError(format!("{key} is a number from 0 to {most}, not '{value}'"));
    value.parse().ok().filter(|it| (0.0..=most).contains(it)).ok_or_else(bad)
}

as_text!(Search);

impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Search::usual(self.method);
        let mut options = Vec::new();
        options.extend(self.limit.map(|limit| limit.to_string()));
        let (this, that) = (&self.monte_carlo, &usual.monte_carlo);
        let values: [(&str, &dyn fmt::Display, bool); 11] = [
            ("basedepth", &self.base_depth, self.base_depth == usual.base_depth),
            ("apart", &self.apart, self.apart == usual.apart),
            ("solve", &self.solve, self.solve == usual.solve),
            ("table", &self.table, self.table == usual.table),
            ("quiescence", &self.quiescence, self.quiescence == usual.quiescence),
            ("width", &self.width, self.width == usual.width),
            ("exploration", &this.exploration, this.exploration == that.exploration),
            ("width", &this.width, this.width == that.width),
            ("plies", &this.plies, this.plies == that.plies),
            ("epsilon", &this.epsilon, this.epsilon == that.epsilon),
            ("scale", &self.scale, self.scale == usual.scale),
        ];
        for (key, value, is_usual) in values {
            if !is_usual {
                options.push(format!("{key}={value}"));
            }
        }
        let switches =
            [("forward", self.forward), ("extend", self.extend), ("nullmove", self.null_move)];
        options.extend(switches.iter().filter(|(_, is_on)| *is_on).map(|(key, _)| key.to_string()));
        match options.is_empty() {
            true => f.write_str(self.method.name()),
            false => write!(f, "{}({})", self.method.name(), options.join(",")),
        }
    }
}

impl Default for Search {
    /// Greedy play.
    fn default() -> Search {
        Search::usual(Method::Greedy)
    }
}

impl FromStr for Search {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Search, TextError> {
        if let Some(Ok(search)) = text.split_once(':').map(|(search, _)| search.parse::<Search>()) {
            return Err(TextError(format!("'{text}' is a bot; name its search alone: '{search}'")));
        }
        let (name, options) = match text.split_once('(') {
            None => (text, ""),
            Some((name, rest)) => {
                let closed = rest.strip_suffix(')');
                let open = || TextError(format!("'{text}': the options end with ')'"));
                (name, closed.ok_or_else(open)?)
            }
        };
        let known = Method::ALL.map(Method::name);
        let unknown = || TextError::unknown("search", name, &known, "");
        let method = Method::ALL.into_iter().find(|method| method.name() == name);
        let mut search = Search::usual(method.ok_or_else(unknown)?);
        let options: Vec<&str> = options.split(',').filter(|it| !it.is_empty()).collect();
        options.iter().try_for_each(|option| search.set(option))?;
        check_once(&options).map_err(|why| TextError(format!("'{text}': {why}")))?;
        search.check_together()?;
        Ok(search)
    }
}

/// Refuses an option that is there twice, and two limits, since only one of them could hold.
fn check_once(options: &[&str]) -> Result<(), String> {
    if let Some(key) = key_twice(options) {
        return Err(format!("{key} is there twice"));
    }
    let keys = options.iter().filter_map(|option| option.split('=').next());
    let mut limits = keys.filter(|key| ["depth", "nodes", "ms", CLOCK].contains(key));
    match (limits.next(), limits.next()) {
        (Some(one), Some(other)) => Err(format!("give one limit, {one} or {other}")),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
