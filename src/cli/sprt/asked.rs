//! What a sequential test was asked for, by flags or by its record, and the commands that go on from it.

use super::{ELO0, ELO1, ERROR_RATE, SprtArgs};
use crate::cli::arena::OPENING_PLIES;
use crate::cli::flag::{Flag, game_flag, unusual};
use crate::cli::{Quote, quoted};
use crate::play::sprt::Hypotheses;
use crate::record::arena::{Arena, Openings};
use crate::registry::{self, Table};
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
    pub openings: Option<Openings>,
    pub max_pairs: u64,
    pub seed: Seed,
    /// The name by which its games are kept.
    pub name: Option<String>,
}

impl Asked {
    /// A test by flags, whose games nobody keeps.
    pub fn by(args: &SprtArgs, test: Test, table: &dyn Table) -> Asked {
        let Test { hypotheses, opening_plies, openings, max_pairs, seed } = test;
        Asked {
            first: args.first.clone(),
            second: args.second.clone(),
            hypotheses,
            game: args.game.clone(),
            typed_rules: args.rules.clone(),
            rules: table.rules(),
            opening_plies,
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
        unusual([
            ("opening-plies", plies.to_string(), plies != OPENING_PLIES),
            ("rules", quoted(&self.typed_rules), self.typed_rules != RULES),
            game_flag(&self.game),
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
