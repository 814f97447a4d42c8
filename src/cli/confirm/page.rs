//! The page of an attempt: verdict, tests, parameters, and what the figures rest on.

use crate::cli::figures::{beginning, thousands};
use crate::cli::program::LACKS_MOVES;
use crate::cli::unit::Unit;
use crate::cli::work::of_generation;
use crate::play::spending::{ALPHA, share};
use crate::program::Children;
use crate::record::ledger::Verdict;
use crate::report::markdown::{cell, document_table, lines};
use crate::report::number::digits;
use crate::session::confirm::comparison::{ELO1, PairedComparison};
use crate::session::confirm::{BAND, Confirmation, Effect, Found, GAIN_BAND, Test, Tried, Why};
use crate::tune::fitness::Scoring;
use std::cmp::Ordering;
use std::fmt::Write as _;

/// Rows of parameters at most.
const MOST_ROWS: usize = 16;

/// An attempt that came to its end.
pub struct Page<'a> {
    pub run: &'a str,
    pub plan: &'a Confirmation,
    pub found: &'a Found,
    pub attempt: u64,
    /// Earlier attempts that were broken off.
    pub broken_off: usize,
}

/// What an attempt comes to in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The champion is better than where it began.
    Confirmed,
    /// It is not.
    Refuted,
    /// Nobody knows.
    Undecided,
}

impl Outcome {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Confirmed => "confirmed",
            Outcome::Refuted => "not-confirmed",
            Outcome::Undecided => "undecided",
        }
    }
}

impl Page<'_> {
    /// The tests with what they found.
    pub fn tests(&self) -> impl Iterator<Item = (&Test, &PairedComparison)> {
        self.plan.tests.iter().zip(&self.found.tests)
    }

    /// The parameters with what was found.
    pub fn parameters(&self) -> impl Iterator<Item = (&Tried, Option<&PairedComparison>)> {
        self.plan.parameters.iter().zip(self.found.parameters.iter().map(Option::as_ref))
    }

    /// What the test against where the run began says. There is none where the champion is that itself.
    pub fn outcome(&self) -> Outcome {
        let start = self.tests().find(|(test, _)| test.is_start() && !test.is_farther());
        match start.map(|(_, it)| it.verdict()) {
            Some(Verdict::Stronger) => Outcome::Confirmed,
            Some(Verdict::Weaker | Verdict::NotStronger) | None => Outcome::Refuted,
            Some(Verdict::Undecided) => Outcome::Undecided,
        }
    }

    /// All of it, as Markdown.
    pub fn text(&self) -> String {
        let mut text = format!("# {}\n\n", cell(&self.title()));
        text += &lines(&self.sentence());
        let _ = write!(text, "\n{}\n{}", lines(&self.terms()), self.test_table());
        for untested in &self.plan.untested {
            let _ = writeln!(text, "\nNot tested: {}.", cell(untested));
        }
        text + &self.parameter_section() + "\n" + &self.notes()
    }

    /// How the champion stands to whom it met at the run's search.
    fn title(&self) -> String {
        let own = self.tests().filter(|(test, _)| !test.is_farther());
        let one = |(test, it): (&Test, &PairedComparison)| {
            let word = match it.verdict() {
                Verdict::Stronger => "better than",
                Verdict::NotStronger if self.plan.is_exact() => "not better than",
                Verdict::NotStronger => "not clearly better than",
                Verdict::Weaker => "worse than",
                Verdict::Undecided => "undecided against",
            };
            format!("{word} {}", test.against.name)
        };
        format!("{}: {}", self.run, own.map(one).collect::<Vec<_>>().join(", "))
    }

    /// The verdict in a sentence, and how far it carries.
    pub fn sentence(&self) -> String {
        let one = |(test, it): (&Test, &PairedComparison)| {
            let (what, name) = (test.against.what, &test.against.name);
            format!("{} {what}, {name},", self.standing(it))
        };
        let of = |far: bool| {
            let all: Vec<String> =
                self.tests().filter(|(test, _)| test.is_farther() == far).map(one).collect();
            all.join(" and ").trim_end_matches(',').to_string()
        };
        let mut text =
            format!("The champion, {}, {}.", of_generation(self.plan.generation), of(false));
        let farther = self.tests().find(|(test, _)| test.is_farther());
        if let Some((test, _)) = farther {
            let _ = write!(text, " With {} it {}.", test.looks, of(true));
        }
        text
    }

    /// How the champion stands to whom it met.
    fn standing(&self, it: &PairedComparison) -> &'static str {
        match (it.verdict(), self.plan.is_scored()) {
            (Verdict::Stronger, false) => "is stronger than",
            (Verdict::Stronger, true) => "scores better than",
            (Verdict::Weaker, false) => "is weaker than",
            (Verdict::Weaker, true) => "scores worse than",
            (Verdict::NotStronger, true) => "scores the same as",
            (Verdict::NotStronger, false) => "is not clearly stronger than",
            (Verdict::Undecided, _) => "is not shown to be better or worse than",
        }
    }

    fn terms(&self) -> String {
        let Confirmation { config, table, opening_plies, origin, .. } = self.plan;
        let (players, rules, seed) = (config.players, table.rules(), config.seed.number());
        let what = match self.plan.is_scored() {
            true => format!("{rules}, fresh evaluations, both with the same chance"),
            false => format!(
                "{}, {players} players, {rules}, fresh games from {}, each opening from every seat",
                table.name(),
                beginning(*opening_plies),
            ),
        };
        format!("{what}, seed {seed}, attempt {}.\nIt began from {origin}.\n", self.attempt)
    }

    fn test_table(&self) -> String {
        let interval = self.found.tests.first().map_or(0.0, PairedComparison::alpha);
        let level = level(interval);
        let (figure, counts) = match self.plan.is_scored() {
            true => ("better by", &["evaluations"][..]),
            false => ("points", &["games", "different", "drawn"][..]),
        };
        let titles = [&["against", "search", "verdict", figure, &level], counts].concat();
        let mut rows = vec![titles.into_iter().map(str::to_string).collect::<Vec<_>>()];
        rows.extend(self.tests().map(|(test, it)| self.test_row(test, it)));
        if self.plan.is_scored() && !self.tests().any(|(test, _)| test.is_farther()) {
            // All scores are asked for in the same way.
            rows.iter_mut().for_each(|row| drop(row.remove(1)));
            return document_table(&rows, 2);
        }
        document_table(&rows, 3)
    }

    fn test_row(&self, test: &Test, it: &PairedComparison) -> Vec<String> {
        let counts = it.counts();
        let name = test.against.name.clone();
        let verdict = match (it.repeats(), it.verdict()) {
            (true, _) => "too few games differ",
            (_, Verdict::Stronger) => "better",
            (_, Verdict::NotStronger) if self.plan.is_exact() => "not better",
            (_, Verdict::NotStronger) => "not clearly better",
            (_, Verdict::Weaker) => "worse",
            (_, Verdict::Undecided) => "undecided",
        };
        let (mean, interval) = (it.known_mean(), it.known_interval());
        if self.plan.is_scored() {
            let unit = |value| Unit(Scoring::Greatest).long(value);
            let mean = mean.map_or("–".to_string(), unit);
            let ends = ends(interval, unit);
            let looks = test.looks.clone();
            return vec![name, looks, verdict.to_string(), mean, ends, thousands(counts.games())];
        }
        let equal = 1.0 / self.plan.config.players.max(1) as f64;
        let points =
            |difference: f64| format!("{:.1} %", 100.0 * (difference + equal).clamp(0.0, 1.0));
        vec![
            name,
            test.looks.clone(),
            verdict.to_string(),
            mean.map_or("–".to_string(), points),
            ends(interval, points),
            thousands(counts.games()),
            thousands(it.different()),
            thousands(counts.unfinished),
        ]
    }

    fn parameter_section(&self) -> String {
        if self.plan.parameters.is_empty() {
            return String::new();
        }
        let all = self.plan.parameters.len();
        let count = |effect| self.parameters().filter(|(it, by)| it.effect(*by) == effect).count();
        let [moved, worse, none, undecided] =
            [Effect::Moved, Effect::Worse, Effect::None, Effect::Undecided].map(count);
        if self.plan.tried() == 0 {
            let rest = match none {
                0 => "; all stand at their start".to_string(),
                idle if idle == all => ", all without effect".to_string(),
                idle => format!(": {idle} without effect, the others stand at their start"),
            };
            return format!("\n## Parameters\n{all} could move{rest}.\n");
        }
        let mut text = format!(
            "\n## Parameters\n{all} could move: {moved} moved (setting one back loses), {none} without \
             effect, {undecided} undecided"
        );
        if worse > 0 {
            let _ = write!(text, ", {worse} worse than at the start (setting one back wins)");
        }
        let mut rows = self.ranked();
        text += match rows.len() > MOST_ROWS {
            true => ". The first ones here; confirmed.json has all.\n\n",
            false => ".\n\n",
        };
        rows.truncate(MOST_ROWS);
        let level =
            level(self.parameters().find_map(|(_, it)| it).map_or(0.0, PairedComparison::alpha));
        let titles = [
            "parameter",
            "verdict",
            "start",
            "champion",
            "population",
            "set back loses",
            &level,
            if self.plan.is_scored() { "evaluations" } else { "games" },
        ];
        let mut table = vec![titles.map(str::to_string).to_vec()];
        table.extend(rows.into_iter().map(|(tried, it)| self.parameter_row(tried, it)));
        text + &document_table(&table, 2)
    }

    /// The parameters in the order of their rows.
    fn ranked(&self) -> Vec<(&Tried, Option<&PairedComparison>)> {
        let key = |(tried, it): &(&Tried, Option<&PairedComparison>)| {
            (tried.effect(*it), it.and_then(PairedComparison::known_mean).unwrap_or(0.0))
        };
        let mut rows: Vec<_> = self.parameters().collect();
        rows.sort_by(|one, other| order(key(one), key(other)));
        rows
    }

    fn parameter_row(&self, tried: &Tried, it: Option<&PairedComparison>) -> Vec<String> {
        let effect = match (tried.effect(it), &tried.vector) {
            (_, Err(Why::AtStart)) => "at its start",
            (_, Err(Why::Idle)) => "without effect: no move asks it",
            (Effect::Moved, _) => "moved",
            (Effect::Worse, _) => "worse",
            (Effect::None, _) => "without effect",
            (Effect::Undecided, _) => "undecided",
        };
        let named = |value| self.plan.table.program()?.tune().name_of(tried.first, value);
        let told = |value: f64| named(value).unwrap_or_else(|| digits(value));
        let population = tried.population.filter(|_| named(tried.champion).is_none());
        let population = population.map_or("–".to_string(), |(mean, spread)| {
            format!("{} ± {}", digits(mean), digits(spread))
        });
        let figure = |value: f64| match self.plan.is_scored() {
            true => Unit(Scoring::Greatest).long(value),
            false => match (1e3 * value.clamp(-1.0, 1.0)).round() / 10.0 {
                0.0 => "0.0 %".to_string(),
                percent => format!("{percent:+.1} %"),
            },
        };
        vec![
            tried.name.clone(),
            effect.to_string(),
            told(tried.start),
            told(tried.champion),
            population,
            it.and_then(PairedComparison::known_mean).map_or("–".to_string(), figure),
            ends(it.and_then(PairedComparison::known_interval), figure),
            it.map_or("–".to_string(), |it| thousands(it.counts().games())),
        ]
    }

    /// The note on errors: what chance all attempts share, and what of it this one has.
    fn errors(&self) -> String {
        let Page { attempt, broken_off, plan, .. } = *self;
        let broken = match broken_off {
            0 => String::new(),
            some => format!(", {some} of them broken off"),
        };
        let earlier = match attempt - 1 {
            0 => "This is the first.".to_string(),
            1 => format!("There was one before{broken}."),
            more => format!("There were {more} before{broken}."),
        };
        let alpha = share(attempt);
        format!(
            "- Errors: all attempts of this run together raise a false alarm with a chance of {} at most. \
             {earlier} Its share is {}, and {} for each of {}: the tests above{}.\n",
            share_text(ALPHA),
            share_text(alpha),
            share_text(alpha / plan.names().len().max(1) as f64),
            plan.names().len(),
            if plan.tried() > 0 { ", and all parameters together" } else { "" },
        )
    }

    /// What the figures rest on.
    fn notes(&self) -> String {
        let (plan, mut text) = (self.plan, self.errors());
        let shown_first = |it: &PairedComparison| {
            !it.repeats()
                && it.verdict() == Verdict::Stronger
                && it.known_interval().is_none_or(|(low, _)| low <= 0.0)
        };
        if self.tests().any(|(_, it)| shown_first(it)) {
            text += "- Better is what the sequential test says, which takes fewer games than the interval.\n";
        }
        if self.tests().any(|(_, it)| it.repeats()) {
            text += "- Too few games differ: the same came again and again, and more of them would decide nothing. ";
            text += match plan.config.program {
                Some(_) => "More openings (opening-plies in tune.toml) help.\n",
                None => "`measure` by more openings (--opening-plies) can tell.\n",
            };
        }
        if plan.table.program().is_some_and(Children::lacks_moves) {
            let _ = writeln!(text, "- The program's {LACKS_MOVES}.");
        }
        if !plan.is_exact() {
            let shared = match plan.tried() {
                0 => "",
                _ => "; those of parameters share one test's error rate",
            };
            let _ = writeln!(text, "- Intervals hold whenever a test stops{shared}.");
        }
        if plan.is_exact() {
            text += "- Nothing is left to chance: each vector has one score, and differences are exact.\n";
        } else if plan.is_scored() {
            let _ = writeln!(
                text,
                "- These chances are those of normal differences. Where a rare evaluation is far worse than the \
                 others, false alarms are far more frequent.\n\
                 - A parameter is without effect where setting it back surely changes the score by less than \
                 {} of what the champion surely gained.",
                share_text(GAIN_BAND),
            );
        } else {
            let _ = writeln!(
                text,
                "- Points: a win is 1, a game that nobody won an equal's share, of which an equal gets {}. \
                 A test stops as soon as it is decided, so that points are a little too far from that. \
                 Not clearly better: not by {ELO1} normalized Elo. A parameter is without effect where setting it back surely \
                 changes less than {} of the points.",
                share_text(1.0 / plan.config.players.max(1) as f64),
                share_text(BAND),
            );
        }
        text
    }
}

/// The order of two parameters by what setting them back does and how much they lose by it: first what is better set
/// back, then what is better as it is, and of a kind what matters most.
fn order(one: (Effect, f64), other: (Effect, f64)) -> Ordering {
    let rank = |effect: Effect| match effect {
        Effect::Worse => 0,
        Effect::Moved => 1,
        Effect::Undecided => 2,
        Effect::None => 3,
    };
    rank(one.0).cmp(&rank(other.0)).then(other.1.abs().total_cmp(&one.1.abs()))
}

/// The title of intervals of that error rate.
fn level(alpha: f64) -> String {
    format!("{} interval", share_text(1.0 - alpha))
}

/// Both ends of an interval.
fn ends(interval: Option<(f64, f64)>, text: impl Fn(f64) -> String) -> String {
    match interval {
        Some((low, high)) => format!("[{}, {}]", text(low), text(high)),
        None => "–".to_string(),
    }
}

/// A share as a percentage with the digits that count: four places, or as many as show two digits of what is left to
/// 0 or 1.
fn share_text(share: f64) -> String {
    let small = share.min(1.0 - share).clamp(1e-9, 1.0);
    let places = (1.0 - libm::log10(100.0 * small)).ceil().max(4.0) as usize;
    let text = format!("{:.places$}", 100.0 * share);
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_better_set_back_stands_first() {
        let mut rows = [
            (Effect::None, 0.001),
            (Effect::Undecided, -0.03),
            (Effect::Moved, 0.1),
            (Effect::Worse, -0.02),
            (Effect::Moved, 0.4),
            (Effect::Worse, -0.05),
        ];
        rows.sort_by(|one, other| order(*one, *other));
        let losses = rows.map(|(_, loss)| loss);
        assert_eq!(losses, [-0.05, -0.02, 0.4, 0.1, -0.03, 0.001]);
    }
}
