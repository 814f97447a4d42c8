//! A sequential test in words, and the commands to go on with.

use super::report::Counts;
use super::{ELO0, ELO1, ERROR_RATE, SprtArgs};
use crate::cli::arena::OPENING_PLIES;
use crate::cli::figures::{self, percent, thousands};
use crate::cli::flag::{Flag, game_flag, unusual};
use crate::cli::{Common, quoted};
use crate::play::opening::MOST_PLIES;
use crate::play::sprt::{Estimate, Hypotheses, Hypothesis};
use crate::play::tally::FEW;
use crate::report::number;
use crate::rng::Seed;
use crate::session::sprt::{PLAYERS, Trial};
use crate::tune::against::Against;
use crate::tune::total;
use std::fmt::Write as _;

const BIASED: &str = "Intervals are 95 %, by pairs. The figures are biased, since the test stopped \
     where they\nled to a verdict; fresh games have others:";

const FRESH: &str = "What fresh games come to:";

/// From this share on, games that nobody won are mentioned.
const MANY_UNFINISHED: f64 = 0.1;

/// A test with what was asked for.
pub struct Told<'a> {
    pub args: &'a SprtArgs,
    /// The rule set with all its settings.
    pub rules: &'a str,
    pub seed: Seed,
    pub trial: &'a Trial,
    /// Whether both are arrays that `measure` takes, and no bots.
    pub are_arrays: bool,
}

impl Told<'_> {
    /// All figures, and what to do next.
    pub fn describe(&self, common: &Common) -> String {
        let Told { args, rules, seed, trial, .. } = *self;
        let SprtArgs { first, second, opening_plies, .. } = args;
        let &Hypotheses { elo0, elo1, .. } = trial.sprt().hypotheses();
        let [elo0, elo1] = [elo0, elo1].map(given);
        let (lower, upper) = trial.sprt().hypotheses().limits();
        let [llr, lower, upper] = [trial.sprt().llr(), lower, upper].map(|it| number::text(it, 2));
        let mut text = format!(
            "{first} against {second}, {PLAYERS} players, {}, {}, seed {}\n\n{}\n\n\
             LLR {llr}, H0 (nElo {elo0}) at {lower}, H1 (nElo {elo1}) at {upper}\n",
            rules,
            figures::opening_plies(*opening_plies),
            seed.number(),
            self.conclusion(),
        );
        let counts = ["0", "½", "1", "1½", "2"].iter().zip(trial.pentanomial().0);
        let counts: Vec<String> =
            counts.map(|(points, count)| format!("{points}: {}", thousands(count))).collect();
        let _ = write!(text, "Pairs by points of {first}: {}\n\n", counts.join(", "));
        text += &self.games();
        text += &self.unfinished();
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
        text + &self.next(common)
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
        let Told { args, trial, .. } = *self;
        let SprtArgs { first, second, elo0, elo1, .. } = args;
        let pairs = figures::count(trial.pairs(), "pair", "pairs");
        match trial.verdict() {
            None if trial.repeats() => format!(
                "No verdict: of the games of {pairs} only {} differ, which say too little about others.\n\
                 Give them more openings, as with --opening-plies {}.",
                thousands(trial.different()),
                (args.opening_plies + 4).min(MOST_PLIES),
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
        let Told { args, seed, trial, .. } = *self;
        if trial.repeats() {
            return String::new();
        }
        if trial.verdict().is_some() {
            let words = if self.are_arrays { args.measure() } else { args.arena() };
            let reversed = match self.is_reversed() {
                true => format!(
                    "\nTo test the other way round, on fresh games:\n  {}\n",
                    common.command(&args.reversed())
                ),
                false => String::new(),
            };
            let why = if trial.elo().is_some() { BIASED } else { FRESH };
            return format!("\n{why}\n  {}\n{reversed}", common.command(&words));
        }
        let max_pairs = match trial.is_over(args.max_pairs) {
            true => args.max_pairs.saturating_mul(2),
            false => args.max_pairs,
        };
        let words = args.words(seed, max_pairs);
        format!("\nTo go through the same pairs and on:\n  {}\n", common.command(&words))
    }
}

impl SprtArgs {
    /// The command that repeats the test, with another end.
    fn words(&self, seed: Seed, max_pairs: u64) -> String {
        let (first, second) = (quoted(&self.first), quoted(&self.second));
        let elo = [
            ("elo0", self.elo0.to_string(), self.elo0 != ELO0),
            ("elo1", self.elo1.to_string(), self.elo1 != ELO1),
        ];
        let set = unusual(elo) + &unusual(self.rates()) + &self.flags();
        format!("sprt {first} {second} --max-pairs {max_pairs} --seed {}{set}", seed.number())
    }

    /// A test of whether the second is stronger, by the usual hypotheses and the same error rates.
    fn reversed(&self) -> String {
        let (first, second) = (quoted(&self.first), quoted(&self.second));
        format!("sprt {second} {first}{}{}", unusual(self.rates()), self.flags())
    }

    /// The chances of either error.
    fn rates(&self) -> [Flag; 2] {
        [("alpha", self.alpha), ("beta", self.beta)]
            .map(|(flag, rate)| (flag, rate.to_string(), rate != ERROR_RATE))
    }

    /// Fresh greedy games between the two arrays by the same rules and openings.
    fn measure(&self) -> String {
        // The usual values are those of the first one's run, which may be others.
        format!(
            "measure {} --against {} --players {PLAYERS} --rules {} --opening-plies {} --game {} \
             --search greedy",
            quoted(&self.first),
            quoted(&Against::one(&self.second).to_string()),
            quoted(&self.rules),
            self.opening_plies,
            quoted(&self.game),
        )
    }

    /// An arena between the two by the same rules and openings.
    fn arena(&self) -> String {
        let (first, second) = (quoted(&self.first), quoted(&self.second));
        let rules = match self.rules == "standard" {
            true => " --rules standard",
            false => "",
        };
        format!("arena {first} {second}{rules}{}", self.flags())
    }

    /// What the games are, where it isn't the usual.
    fn flags(&self) -> String {
        unusual([
            ("opening-plies", self.opening_plies.to_string(), self.opening_plies != OPENING_PLIES),
            ("rules", quoted(&self.rules), self.rules != "standard"),
            game_flag(&self.game),
        ])
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
