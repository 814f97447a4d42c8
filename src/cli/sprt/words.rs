//! A sequential test in words, and what to do next.

use super::asked::Asked;
use super::report::Counts;
use crate::cli::figures::{self, percent, thousands};
use crate::cli::{Common, quoted};
use crate::play::opening::MOST_PLIES;
use crate::play::sprt::{Estimate, Hypotheses, Hypothesis, Trial};
use crate::play::tally::FEW;
use crate::report::number;
use crate::session::sprt::PLAYERS;
use crate::tune::total;
use std::fmt::Write as _;

const BIASED: &str = "Intervals are 95 %, by pairs. The figures are biased, since the test stopped \
     where they\nled to a verdict; fresh games have others:";

const FRESH: &str = "What fresh games come to:";

/// From this share on, games that nobody won are mentioned.
const MANY_UNFINISHED: f64 = 0.1;

/// A test with what was asked for.
pub struct Told<'a> {
    pub asked: &'a Asked,
    pub trial: &'a Trial,
    /// Whether both are arrays that `measure` takes, and no bots.
    pub are_arrays: bool,
    /// Which games on record either bot lost since it failed.
    pub failed: [Lost; PLAYERS],
    /// And which since its clock ran out.
    pub on_time: [Lost; PLAYERS],
}

/// Games that a bot lost for one reason.
#[derive(Clone, Copy, Default)]
pub struct Lost {
    pub games: u64,
    /// The number of the first, from 1.
    pub first: u64,
}

impl Told<'_> {
    /// All figures, and what to do next.
    pub fn describe(&self, common: &Common) -> String {
        self.figures() + &self.next(common)
    }

    /// All figures.
    pub fn figures(&self) -> String {
        let Told { asked, trial, .. } = *self;
        let Asked { first, second, rules, seed, .. } = asked;
        let &Hypotheses { elo0, elo1, .. } = trial.sprt().hypotheses();
        let [elo0, elo1] = [elo0, elo1].map(given);
        let (lower, upper) = trial.sprt().hypotheses().limits();
        let [llr, lower, upper] = [trial.sprt().llr(), lower, upper].map(|it| number::text(it, 2));
        let mut text = format!(
            "{first} against {second}, {PLAYERS} players, {}, {}, seed {}\n\n{}\n\n\
             LLR {llr}, H0 (nElo {elo0}) at {lower}, H1 (nElo {elo1}) at {upper}\n",
            rules,
            self.openings(),
            seed.number(),
            self.conclusion(),
        );
        let counts = ["0", "½", "1", "1½", "2"].iter().zip(trial.pentanomial().0);
        let counts: Vec<String> =
            counts.map(|(points, count)| format!("{points}: {}", thousands(count))).collect();
        let _ = write!(text, "Pairs by points of {first}: {}\n\n", counts.join(", "));
        text += &self.games();
        text += &self.unfinished();
        text += &self.failures();
        text += &self.again();
        text.push('\n');
        if let Some(rate) = trial.first_move_win_rate() {
            let _ =
                writeln!(text, "The first move won {} of the decided games.", percent(Some(rate)));
        }
        let (elo, normalized) = (estimate(trial.elo()), estimate(trial.nelo()));
        let _ = write!(text, "Elo  {elo}\nnElo {normalized}\n");
        if trial.elo().is_none() && trial.pairs() > 0 {
            text += &self.why_no_elo();
        }
        text
    }

    fn why_no_elo(&self) -> String {
        let Told { trial, .. } = *self;
        let are_alike = trial.sprt().elo().is_none();
        match trial.different() {
            different if different < FEW && (trial.repeats() || !are_alike) => {
                format!("Elo isn't told until {FEW} games differ, and {different} do.\n")
            }
            _ => "Elo isn't told, since all pairs came out alike.\n".to_string(),
        }
    }

    fn conclusion(&self) -> String {
        let Told { asked, trial, .. } = *self;
        let Asked { first, second, hypotheses: Hypotheses { elo0, elo1, .. }, .. } = asked;
        let pairs = figures::count(trial.pairs(), "pair", "pairs");
        match trial.verdict() {
            None if trial.repeats() => format!(
                "No verdict: of the games of {pairs} only {} differ, which say too little about others.\n\
                 {}, {}.",
                thousands(trial.different()),
                match asked.told_by {
                    None => "Give them more openings",
                    Some(_) =>
                        "If the program plays the openings that it is asked for, give it more",
                },
                match &asked.openings {
                    Some(_) => "by a longer file of --openings".to_string(),
                    None => {
                        let plies = (asked.opening_plies + 4).min(MOST_PLIES);
                        format!("as with --opening-plies {plies}")
                    }
                },
            ),
            Some(Hypothesis::H1) if *elo0 == 0.0 => {
                format!("{first} is stronger than {second}: H1 accepted after {pairs}.")
            }
            Some(Hypothesis::H1) => format!(
                "{first} is more than {} nElo stronger than {second}: \
                 H1 accepted after {pairs}.",
                given(*elo0)
            ),
            Some(Hypothesis::H0) => format!(
                "{first} is not {} nElo stronger than {second}: H0 accepted after {pairs}.",
                given(*elo1)
            ),
            None => format!("No verdict after {pairs}."),
        }
    }

    fn games(&self) -> String {
        let mut text = format!(
            "{:8}{:>10}{:>11}{:>10}{:>10}{:>12}\n",
            "", "games", "different", "won", "lost", "drawn"
        );
        let by_seat = self.trial.by_seat();
        let [one, two] = by_seat;
        for (name, tally) in [("seat 1", one), ("seat 2", two), ("all", &total(by_seat))] {
            let Counts { games, different_games, wins, losses, unfinished } = Counts::of(tally);
            let [games, different, wins, losses, unfinished] =
                [games, different_games, wins, losses, unfinished].map(thousands);
            let _ = writeln!(
                text,
                "{name:8}{games:>10}{different:>11}{wins:>10}{losses:>10}{unfinished:>12}"
            );
        }
        text
    }

    /// How many games nobody won, where these are many.
    fn unfinished(&self) -> String {
        let all = total(self.trial.by_seat());
        let share = all.unfinished as f64 / all.games().max(1) as f64;
        match share >= MANY_UNFINISHED {
            true => {
                let share = percent(Some(share));
                format!("Nobody won {share} of the games; each of them counts as half won.\n")
            }
            false => String::new(),
        }
    }

    /// What pairs begin with, as `4 random opening plies` or `49 openings`.
    fn openings(&self) -> String {
        match &self.asked.openings {
            Some(openings) => figures::count(openings.suite.count(), "opening", "openings"),
            None => figures::opening_plies(self.asked.opening_plies),
        }
    }

    /// That there were more pairs than openings, where that is so.
    fn again(&self) -> String {
        let openings = self.asked.openings.as_ref().map(|it| it.suite.count());
        match openings.is_some_and(|count| count < self.trial.pairs()) {
            true => format!(
                "There are {} for these pairs: after the last they came again from the first.\n",
                self.openings()
            ),
            false => String::new(),
        }
    }

    /// How many games on record were lost by a failure, and how many on time.
    fn failures(&self) -> String {
        let names = [&self.asked.first, &self.asked.second];
        let some = |lost: [Lost; PLAYERS]| names.into_iter().zip(lost).filter(|it| it.1.games > 0);
        let failed = some(self.failed).map(|(name, Lost { games, first })| {
            let games = figures::count(games, "game", "games");
            format!("{name} failed in {games}, which it lost. The first is game {first}: `replay` shows why.\n")
        });
        let on_time = some(self.on_time).map(|(name, Lost { games, first })| {
            let games = figures::count(games, "game", "games");
            format!("{name} lost {games} on time. The first is game {first}: `replay` shows why.\n")
        });
        failed.chain(on_time).collect()
    }

    /// Whether the games of a test for the first show that the second is stronger: by the interval, or where all pairs
    /// ended alike, since the first won none.
    fn is_reversed(&self) -> bool {
        let [lost, halves, rest @ ..] = self.trial.pentanomial().0;
        let won_none = lost + halves > 0 && rest == [0; 3];
        let is_below = self.trial.nelo().map_or(won_none, |nelo| nelo.high < 0.0);
        self.trial.verdict() == Some(Hypothesis::H0) && is_below
    }

    /// Commands to go on with.
    fn next(&self, common: &Common) -> String {
        let Told { asked, trial, .. } = *self;
        let is_over = trial.is_over(asked.max_pairs);
        // A test that is kept goes on to its end, and only that is a reason to begin another.
        if trial.repeats() && (is_over || asked.name.is_none()) {
            return String::new();
        }
        if trial.verdict().is_some() {
            let words = if self.are_arrays { asked.measure() } else { asked.arena() };
            let reversed = match self.is_reversed() {
                true => format!(
                    "\nTo test the other way round, on fresh games:\n  {}\n",
                    common.command(&asked.reversed())
                ),
                false => String::new(),
            };
            let why = if trial.elo().is_some() { BIASED } else { FRESH };
            return format!("\n{why}\n  {}\n{reversed}", common.command(&words));
        }
        let max_pairs = match is_over {
            true => asked.max_pairs.saturating_mul(2),
            false => asked.max_pairs,
        };
        let why = match (&asked.name, is_over) {
            (None, _) => "To go through the same pairs and on",
            (Some(_), false) => "To go on",
            (Some(_), true) => "To go on with more pairs",
        };
        let words = asked.words(max_pairs, quoted);
        format!("\n{why}:\n  {}\n", common.command(&words))
    }
}

/// A number as it was given, with a true minus sign.
fn given(value: f64) -> String {
    value.to_string().replace('-', "−")
}

/// A figure with its interval, as `+31.2 [+12.4, +50.1]`.
fn estimate(estimate: Option<Estimate>) -> String {
    let signed = |value: f64| match value.is_infinite() {
        true => format!("{}∞", if value < 0.0 { '−' } else { '+' }),
        false => format!("{value:+.1}").replace('-', "−"),
    };
    estimate.map_or("–".to_string(), |Estimate { value, low, high }| {
        format!("{} [{}, {}]", signed(value), signed(low), signed(high))
    })
}
