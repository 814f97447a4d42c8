//! Bots as text: `SEARCH(option=value,…):EVALUATION`, such as `greedy:hand-tuned-v4` or
//! `alphabeta(depth=4):champion.json`, and `program(FILE,option=value)`.

mod limit;
mod method;
mod name;

pub use limit::Limit;
pub use method::Method;
pub use name::{BotName, ChooserName};

use crate::eval::Needs;
use crate::game::{TextError, key_twice};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

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
    pub const MOST_TABLE: u32 = 8;
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
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        let method = self.method;
        let looks_ahead = self.limit.is_some();
        let looks_beyond = method.looks_beyond();
        match (key, method) {
            ("depth", it) if looks_ahead && it != Method::Mcts => {
                self.limit =
                    Some(Limit::Depth(number(key, value, 1, Search::MOST_DEPTH.into())? as u32));
            }
            ("nodes", it) if looks_ahead && it != Method::Parallel => {
                self.limit = Some(Limit::Nodes(number(key, value, 1, Limit::MOST_NODES)?));
            }
            ("ms", _) if looks_ahead => {
                let most = Limit::MOST_MILLISECONDS;
                self.limit = Some(Limit::Milliseconds(number(key, value, 1, most)?));
            }
            ("basedepth", it) if looks_ahead && it != Method::Mcts => {
                self.base_depth = number(key, value, 1, Search::MOST_DEPTH.into())? as u32;
            }
            ("apart", _) if looks_ahead => {
                self.apart = number(key, value, 0, Search::MOST_DEPTH.into())? as u32;
            }
            ("solve", _) if looks_ahead => self.solve = number(key, value, 0, 1 << 40)?,
            ("table", _) if looks_ahead => {
                self.table = number(key, value, 0, Search::MOST_TABLE.into())? as u32;
            }
            ("scale", Method::MaxProb) => {
                self.scale = real(key, value, 1e6)?;
                if self.scale == 0.0 {
                    return Err(TextError("scale is more than 0".to_string()));
                }
            }
            ("forward", _) if looks_ahead && value.is_empty() => self.forward = true,
            ("extend", _) if looks_beyond && value.is_empty() => self.extend = true,
            ("quiescence", _) if looks_beyond => {
                self.quiescence = number(key, value, 0, Search::MOST_DEPTH.into())? as u32;
            }
            ("width", it) if it.selects() => self.width = number(key, value, 1, 10_000)? as u32,
            ("nullmove", it) if it.selects() && value.is_empty() => self.null_move = true,
            ("exploration", Method::Mcts) => {
                self.monte_carlo.exploration = real(key, value, 100.0)?;
            }
            ("width", Method::Mcts) => {
                self.monte_carlo.width = number(key, value, 1, 10_000)? as u32;
            }
            ("plies", Method::Mcts) => {
                self.monte_carlo.plies = number(key, value, 0, 10_000)? as u32;
            }
            ("epsilon", Method::Mcts) => self.monte_carlo.epsilon = real(key, value, 1.0)?,
            ("forward" | "extend" | "nullmove", _) if !value.is_empty() => {
                return Err(TextError(format!("{key} stands alone, without a value")));
            }
            _ => {
                let known = self.known();
                let why = format!("{} has no option '{key}'; {known}", method.name());
                return Err(TextError(why));
            }
        }
        Ok(())
    }

    /// Refuses options that make no sense together.
    fn check(&self) -> Result<(), TextError> {
        match self.limit {
            Some(Limit::Depth(_)) if self.base_depth > 1 => Err(TextError(format!(
                "{self}: basedepth is where deepening goes on until nodes or ms run out; give one \
                 of these in place of a depth"
            ))),
            _ => Ok(()),
        }
    }

    fn known(&self) -> &'static str {
        match self.method {
            Method::Random | Method::Greedy | Method::Own => "it has none of its own",
            Method::Parallel => {
                "known: depth, ms, basedepth, apart, solve, table, quiescence, forward, extend"
            }
            Method::Mcts => {
                "known: nodes, ms, apart, solve, table, forward, exploration, width, plies, epsilon"
            }
            _ if self.method.selects() => {
                "known: depth, nodes, ms, basedepth, apart, solve, table, quiescence, forward, extend, \
                 width, nullmove"
            }
            _ if self.method.looks_beyond() => {
                "known: depth, nodes, ms, basedepth, apart, solve, table, quiescence, forward, extend"
            }
            Method::MaxProb => {
                "known: depth, nodes, ms, basedepth, apart, solve, table, forward, scale"
            }
            _ => "known: depth, nodes, ms, basedepth, apart, solve, table, forward",
        }
    }
}

fn number(key: &str, value: &str, least: u64, most: u64) -> Result<u64, TextError> {
    let bad =
        || TextError(format!("{key} is a whole number from {least} to {most}, not '{value}'"));
    value.parse().ok().filter(|it| (least..=most).contains(it)).ok_or_else(bad)
}

fn real(key: &str, value: &str, most: f64) -> Result<f64, TextError> {
    let bad = || TextError(format!("{key} is a number from 0 to {most}, not '{value}'"));
    value.parse().ok().filter(|it| (0.0..=most).contains(it)).ok_or_else(bad)
}

impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Search::usual(self.method);
        let mut options = Vec::new();
        options.extend(self.limit.map(|limit| limit.to_string()));
        let (this, that) = (&self.monte_carlo, &usual.monte_carlo);
        for (key, value, is_usual) in [
            ("basedepth", self.base_depth.to_string(), self.base_depth == usual.base_depth),
            ("apart", self.apart.to_string(), self.apart == usual.apart),
            ("solve", self.solve.to_string(), self.solve == usual.solve),
            ("table", self.table.to_string(), self.table == usual.table),
            ("quiescence", self.quiescence.to_string(), self.quiescence == usual.quiescence),
            ("width", self.width.to_string(), self.width == usual.width),
            ("exploration", this.exploration.to_string(), this.exploration == that.exploration),
            ("width", this.width.to_string(), this.width == that.width),
            ("plies", this.plies.to_string(), this.plies == that.plies),
            ("epsilon", this.epsilon.to_string(), this.epsilon == that.epsilon),
            ("scale", self.scale.to_string(), self.scale == usual.scale),
        ] {
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

impl From<Search> for String {
    fn from(search: Search) -> String {
        search.to_string()
    }
}

impl TryFrom<String> for Search {
    type Error = TextError;

    fn try_from(text: String) -> Result<Search, TextError> {
        text.parse()
    }
}

impl FromStr for Search {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Search, TextError> {
        let (name, options) = match text.split_once('(') {
            None => (text, ""),
            Some((name, rest)) => {
                let closed = rest.strip_suffix(')');
                let open = || TextError(format!("'{text}': the options end with ')'"));
                (name, closed.ok_or_else(open)?)
            }
        };
        let known = Method::ALL.map(Method::name);
        let listed = "`starhop arena --help` names a few, docs/arena.md all";
        let unknown = || TextError::unknown("search", name, &known, listed);
        let method = Method::ALL.into_iter().find(|method| method.name() == name);
        let mut search = Search::usual(method.ok_or_else(unknown)?);
        let options: Vec<&str> = options.split(',').filter(|it| !it.is_empty()).collect();
        options.iter().try_for_each(|option| search.set(option))?;
        check_once(&options).map_err(|why| TextError(format!("'{text}': {why}")))?;
        search.check()?;
        Ok(search)
    }
}

/// Refuses an option that is there twice, and two limits, since only one of them could hold.
fn check_once(options: &[&str]) -> Result<(), String> {
    if let Some(key) = key_twice(options) {
        return Err(format!("{key} is there twice"));
    }
    let keys = options.iter().filter_map(|option| option.split('=').next());
    let mut limits = keys.filter(|key| ["depth", "nodes", "ms"].contains(key));
    match (limits.next(), limits.next()) {
        (Some(one), Some(other)) => Err(format!("give one limit, {one} or {other}")),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_print_and_parse_back() {
        for text in [
            "random",
            "greedy:hand-tuned-v4",
            "own:report-2014",
            "alphabeta(depth=4):champion.json",
            "alphabeta(nodes=5000,apart=3,solve=100,forward):a:b(c).json",
            "parallel(ms=20):results/a run",
            "phases(depth=2,apart=3,table=4):x",
            "greedy(book=a book.txt):x",
            "random(book=b)",
            "alphabeta(depth=2,table=3,book=b/c.txt):x",
            "max-prob(depth=2,scale=7.5):x",
            "alphabeta(nodes=5000,basedepth=4,extend):x",
            "alphabeta(ms=10,width=10,nullmove):x",
            "paranoid(depth=4,width=6):x",
            "iddfs(ms=5,basedepth=2):x",
            "minimax(depth=2,quiescence=2,forward,extend):pieces",
            "mcts(nodes=50,exploration=1.5,width=3,plies=0,epsilon=0):x",
            "program(engine.toml,ms=1000)",
            "program(a: b/c (d).toml,depth=3)",
            "program(engine.toml,nodes=500,book=b.txt)",
        ] {
            let bot: BotName = text.parse().unwrap();
            assert_eq!(bot.to_string(), text);
        }
        for method in Method::ALL {
            let search = Search::usual(method);
            assert_eq!(search.to_string().parse(), Ok(search));
        }
    }

    #[test]
    fn what_goes_without_saying_is_filled_in() {
        let name = |text: &str| text.parse::<BotName>().unwrap().to_string();
        assert_eq!(name("champion-2"), "greedy:champion-2");
        assert_eq!(name("minimax:x"), "minimax(depth=2):x");
        assert_eq!(name("alphabeta():x"), "alphabeta(depth=3):x");
        assert_eq!(name("program(x)"), "program(x,ms=1000)");
        assert_eq!(name("program"), "greedy:program");
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "greedy",
            "greedy:",
            "random:x",
            "alphabeta(depth=0):x",
            "alphabeta(depth=65):x",
            "alphabeta(depth=2:x",
            "program(x,ms=1,depth=2)",
            "program(x,ms=1,ms=2)",
            "program(x,ms=1))",
            "alphabeta(plies=2):x",
            "alphabeta(forward=2):x",
            "parallel(nodes=100):x",
            "maxn(extend):x",
            "alphabeta(width=0):x",
            "alphabeta(nullmove=1):x",
            "parallel(width=8):x",
            "minimax(nullmove):x",
            "mcts(quiescence=2):x",
            "alphabeta(extend=2):x",
            "alphabeta(quiescence=65):x",
            "mcts(depth=2):x",
            "max-prob(scale=0):x",
            "max-prob(scale=-1):x",
            "maxn(scale=2):x",
            "alphabeta(table=9):x",
            "greedy(table=2):x",
            "phases(quiescence=2):x",
            "greedy(book=):x",
            "greedy(book):x",
            "greedy(book=a,book=b):x",
            "mcts(basedepth=2):x",
            "alphabeta(basedepth=2):x",
            "alphabeta(depth=4,basedepth=2):x",
            "alphabeta(nodes=50,basedepth=0):x",
            "alphabeta(nodes=50,basedepth=65):x",
            "alphabeta(nodes=50,basedepth=2,depth=3):x",
            "mcts(epsilon=1.5):x",
            "mcts(epsilon=nan):x",
            "greedy(depth=2):x",
            "own",
            "own(depth=2):x",
            "alphabet(depth=2):x",
            "alphabet(depth=2)",
            "program()",
            "program(",
            "program(x",
            "program(x):y",
            "program(depth=2)",
            "program(x,depth=0)",
            "program(x,basedepth=2)",
            "program(x,apart=2)",
            "program(x,,depth=2)",
            "program(x,book=)",
        ] {
            assert!(text.parse::<BotName>().is_err(), "{text}");
        }
    }

    #[test]
    fn only_time_is_not_repeatable() {
        let repeats = |text: &str| text.parse::<Search>().unwrap().is_repeatable();
        assert!(repeats("alphabeta") && repeats("mcts") && repeats("random"));
        assert!(!repeats("alphabeta(ms=5)"));
    }
}
