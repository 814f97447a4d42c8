//! What a sequential test was asked for, by flags or by its record, and the commands that go on from it.

use super::contest::Contest;
use super::{ELO0, ELO1, ERROR_RATE, SprtArgs};
use crate::cli::arena::OPENING_PLIES;
use crate::cli::flag::{Flag, game_flag, unusual};
use crate::cli::{Quote, quoted};
use crate::play::sprt::Hypotheses;
use crate::record::arena::{Arena, Openings};
use crate::registry;
use crate::rng::Seed;
use crate::search::spec::BotName;
use crate::session::sprt::{PLAYERS, Test};
use crate::tune::against::Against;

/// The rule set by default.
pub const RULES: &str = "standard";

/// A test as it was asked for.
pub struct Asked {
    pub first: String,
    pub second: String,
    pub hypotheses: Hypotheses,
    pub game: String,
    /// The rule set as a flag names it, and with all its settings.
    pub typed_rules: String,
    pub rules: String,
    pub opening_plies: u32,
    /// Random plies that pairs begin with where none are asked for.
    usual_plies: u32,
    /// Which of the two names said which program it is; `None` for starhop's own games.
    pub told_by: Option<usize>,
    pub openings: Option<Openings>,
    pub max_pairs: u64,
    pub seed: Seed,
    /// The name by which its games are kept.
    pub name: Option<String>,
}

impl Asked {
    /// A test by flags, whose games nobody keeps.
    pub fn by(args: &SprtArgs, test: Test, contest: &Contest) -> Asked {
        let &Contest { ref table, usual_plies, told_by, .. } = contest;
        let Test { hypotheses, opening_plies, openings, max_pairs, seed } = test;
        Asked {
            first: args.first.clone(),
            second: args.second.clone(),
            hypotheses,
            game: table.name().to_string(),
            typed_rules: args.rules.clone().unwrap_or(RULES.to_string()),
            rules: table.rules(),
            opening_plies,
            usual_plies,
            told_by,
            openings,
            max_pairs,
            seed,
            name: None,
        }
    }

    /// The test of that name; `None` where the arena is none.
    pub fn on_record(name: &str, arena: &Arena) -> Option<Asked> {
        let [first, second] = &arena.bots[..] else { return None };
        let usual = registry::find(&arena.game).and_then(|entry| entry.open(PLAYERS, RULES));
        let is_usual = usual.is_ok_and(|table| table.rules() == arena.rules);
        Some(Asked {
            first: short(&first.name),
            second: short(&second.name),
            hypotheses: arena.sprt?,
            game: arena.game.clone(),
            typed_rules: if is_usual { RULES.to_string() } else { arena.rules.clone() },
            rules: arena.rules.clone(),
            opening_plies: arena.opening_plies,
            usual_plies: OPENING_PLIES,
            told_by: None,
            openings: arena.openings.clone(),
            max_pairs: arena.max_pairs(),
            seed: arena.seed,
            name: Some(name.to_string()),
        })
    }

    /// The command that repeats the test, with another end, or goes on with it.
    pub fn words(&self, max_pairs: u64, quoted: Quote) -> String {
        let (first, second) = (quoted(&self.first), quoted(&self.second));
        let &Hypotheses { elo0, elo1, .. } = &self.hypotheses;
        let elo =
            [("elo0", elo0.to_string(), elo0 != ELO0), ("elo1", elo1.to_string(), elo1 != ELO1)];
        let set = unusual(elo) + &unusual(self.rates()) + &self.flags(quoted);
        let text = |flag: &str, it: Option<&String>| {
            it.map_or(String::new(), |it| format!(" --{flag} {}", quoted(it)))
        };
        let openings = text("openings", self.openings.as_ref().map(|it| &it.file));
        let name = text("name", self.name.as_ref());
        let seed = self.seed.number();
        format!("sprt {first} {second} --max-pairs {max_pairs} --seed {seed}{set}{openings}{name}")
    }

    /// A test of whether the second is stronger, by the usual hypotheses and the same error rates.
    pub fn reversed(&self) -> String {
        let (first, second) = (quoted(&self.first), quoted(&self.second));
        format!("sprt {second} {first}{}{}", unusual(self.rates()), self.flags(quoted))
    }

    /// The chances of either error.
    fn rates(&self) -> [Flag; 2] {
        let &Hypotheses { alpha, beta, .. } = &self.hypotheses;
        [("alpha", alpha), ("beta", beta)]
            .map(|(flag, rate)| (flag, rate.to_string(), rate != ERROR_RATE))
    }

    /// Random plies of games that are fresh: known openings would come to the same ones again.
    fn fresh_plies(&self) -> u32 {
        if self.openings.is_some() { OPENING_PLIES } else { self.opening_plies }
    }

    /// Fresh greedy games between the two arrays by the same rules.
    pub fn measure(&self) -> String {
        if let Some(told_by) = self.told_by {
            return self.ask_program(told_by);
        }
        // The usual values are those of the first one's run, which may be others.
        format!(
            "measure {} --against {} --players {PLAYERS} --rules {} --opening-plies {} --game {} \
             --search greedy",
            quoted(&self.first),
            quoted(&Against::one(&self.second).to_string()),
            quoted(&self.typed_rules),
            self.fresh_plies(),
            quoted(&self.game),
        )
    }

    /// Fresh games of a program between the two vectors, of which the one of that place says which program it is.
    fn ask_program(&self, told_by: usize) -> String {
        let [weights, against] = match told_by {
            0 => [&self.first, &self.second],
            _ => [&self.second, &self.first],
        };
        format!(
            "measure {} --against {} --opening-plies {}",
            quoted(weights),
            quoted(&Against::one(against).to_string()),
            self.opening_plies,
        )
    }

    /// An arena between the two by the same rules.
    pub fn arena(&self) -> String {
        let (first, second) = (quoted(&self.first), quoted(&self.second));
        let rules = match self.typed_rules == RULES {
            true => " --rules standard",
            false => "",
        };
        format!("arena {first} {second}{rules}{}", self.flags(quoted))
    }

    /// What the games are, where it isn't the usual.
    fn flags(&self, quoted: Quote) -> String {
        let plies = self.fresh_plies();
        let (game, value, is_other) = game_flag(&self.game);
        unusual([
            ("opening-plies", plies.to_string(), plies != self.usual_plies),
            ("rules", quoted(&self.typed_rules), self.typed_rules != RULES),
            // A program is known by the names of its vectors.
            (game, value, is_other && self.told_by.is_none()),
        ])
    }
}

/// The name of a bot without the search that it stands for alone.
fn short(name: &str) -> String {
    let alone = name.strip_prefix("greedy:").unwrap_or(name);
    let is_same = |named: BotName| named.to_string() == name;
    match alone.parse().is_ok_and(is_same) {
        true => alone.to_string(),
        false => name.to_string(),
    }
}
