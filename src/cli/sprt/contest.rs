//! Who plays a sequential test, by which game.

use super::asked::RULES;
use super::{SprtArgs, are_arrays};
use crate::cli::arena::OPENING_PLIES;
use crate::cli::failure::Failure;
use crate::cli::program::LACKS_MOVES;
use crate::cli::{Common, figures, late, output, screen};
use crate::program::{Children, Faults, Player};
use crate::record::home::Home;
use crate::registry::{self, BotSpec, Table, program};
use crate::session::sprt::{PLAYERS, Trial, Vectors};
use crate::session::weights;

/// Two bots at a table, or two vectors of a program.
pub struct Contest {
    pub table: Box<dyn Table>,
    pub bots: [BotSpec; PLAYERS],
    /// Random plies that pairs begin with where none are asked for.
    pub usual_plies: u32,
    /// Which of the two names said which program it is; `None` for starhop's own games.
    pub told_by: Option<usize>,
}

impl SprtArgs {
    /// The table of one of starhop's own games.
    pub fn table(&self) -> Result<Box<dyn Table>, Failure> {
        let game = self.game.as_deref().unwrap_or(registry::default_game().name);
        let rules = self.rules.as_deref().unwrap_or(RULES);
        Ok(registry::find(game)?.open(PLAYERS, rules)?)
    }

    /// The bots of one of starhop's own games.
    pub fn bots(&self, home: &Home) -> Result<Contest, Failure> {
        let table = self.table()?;
        let find =
            |name: &str| Ok::<_, Failure>(weights::bot(&name.parse()?, table.as_ref(), home)?);
        let bots = [find(&self.first)?, find(&self.second)?];
        Ok(Contest { table, bots, usual_plies: OPENING_PLIES, told_by: None })
    }

    /// The vectors of a program, if a run or weights of one are named.
    pub fn vectors(&self, home: &Home) -> Result<Option<Contest>, Failure> {
        if self.game.as_deref().is_some_and(|it| it != program::NAME) {
            return Ok(None);
        }
        let Some(vectors) = Vectors::find([&self.first, &self.second], home)? else {
            return Ok(None);
        };
        if self.name.is_some() {
            let why = "--name: games of a program aren't kept, since starhop doesn't know the game and can't play \
                       them again. Leave --name out; the same --seed asks for the same games";
            return Err(Failure::usage(why));
        }
        if self.openings.is_some() {
            let why = "--openings counts for nothing here: starhop doesn't know the moves of a program's game; leave it \
                       out, and set --opening-plies";
            return Err(Failure::usage(why));
        }
        if self.rules.is_some() {
            let why = "--rules counts for nothing here: a program plays by its own; leave it out";
            return Err(Failure::usage(why));
        }
        let Vectors { table, bots, opening_plies: usual_plies, told_by } = vectors;
        Ok(Some(Contest { table, bots, usual_plies, told_by: Some(told_by) }))
    }
}

impl Contest {
    /// Says what speaks against the figures of a test.
    pub fn say_doubts(&self, names: [&str; PLAYERS], trial: &Trial, common: &Common) {
        for (name, bot) in names.into_iter().zip(&self.bots) {
            failures(name, bot);
        }
        for (name, lateness) in names.into_iter().zip(trial.lateness()) {
            late::say(name, lateness);
            late::say_lost(name, lateness);
        }
        if let Some(program) = self.table.program().filter(|_| !common.quiet) {
            doubts(program, trial);
        }
    }

    /// The games that each bot lost since it failed.
    pub fn failed(&self) -> [u64; PLAYERS] {
        self.bots.each_ref().map(|bot| bot.program().map_or(0, |it| it.faults().count))
    }

    /// Whether `measure` takes both, so that neither is a bot.
    pub fn are_arrays(&self, names: [&str; PLAYERS], common: &Common) -> Result<bool, Failure> {
        match self.told_by {
            Some(_) => Ok(true),
            None => are_arrays(names, self.table.as_ref(), common),
        }
    }
}

/// Says how many games a program lost since it failed, as no game of a test is on record.
fn failures(name: &str, bot: &BotSpec) {
    let Some(Faults { count: count @ 1.., first }) = bot.program().map(Player::faults) else {
        return;
    };
    let games = if count == 1 { "game" } else { "games" };
    output::say(&format!("{name} failed in {count} {games}, which it lost; the first: {first}"));
}

/// Says how often the program whose vectors play was asked again, and whether its games can be told apart.
fn doubts(program: &Children, trial: &Trial) {
    let Faults { count, first } = program.faults();
    let failed = (count > 0).then(|| {
        let times = figures::count(count, "time", "times");
        format!("The program failed {times} and was asked again; the first: {first}")
    });
    // The same question twice is known to be the same game.
    let all_differ = trial.different() == trial.all().games();
    let repeats = program.lacks_moves() && all_differ;
    let repeats = repeats.then(|| format!("The program's {LACKS_MOVES}"));
    let lines: Vec<String> = failed.into_iter().chain(repeats).collect();
    if !lines.is_empty() {
        output::say(&screen::wrap(&lines.join("\n"), screen::width_of_messages()));
    }
}
