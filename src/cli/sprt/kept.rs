//! A sequential test whose games are kept: played, and shown again.

use super::asked::Asked;
use super::report::report;
use super::words::{Lost, Told};
use super::{Bar, SprtArgs, are_arrays};
use crate::cli::arena::{OPENING_PLIES, say_late};
use crate::cli::failure::{Failure, ended};
use crate::cli::{Common, machine, output, quoted_in_files, screen};
use crate::play::sprt::Trial;
use crate::play::standings::Ended;
use crate::play::transcript::{FAILED, TIME};
use crate::record::arena::{Arena, ArenaRecord, INTERIM, OpenArena};
use crate::registry;
use crate::rng::Seed;
use crate::session::arena::{self, ArenaObserver, Entered};
use crate::session::sprt::{self, PLAYERS};

/// A test on record.
pub struct Account {
    pub asked: Asked,
    pub trial: Trial,
    pub failed: [Lost; PLAYERS],
    pub on_time: [Lost; PLAYERS],
}

/// Plays a test under that name, or goes on with it.
pub fn keep(name: &str, args: &SprtArgs, common: &Common) -> Result<(), Failure> {
    let note = "Stopping; all games that are over are kept. Ctrl-C again stops at once.";
    let threads = machine::stoppable(args.threads, note, common.quiet)?;
    let home = common.home();
    let table = args.table()?;
    let bots = [args.first.parse()?, args.second.parse()?];
    let known = if args.seed.is_none() { home.arena_seed(name)? } else { args.seed };
    let seed = known.map_or_else(Seed::draw, Ok)?;
    let test = args.test(table.as_ref(), OPENING_PLIES, seed)?;
    let Entered { arena, games } = sprt::enter(&test, bots, table.as_ref(), &threads, &home)?;
    let mut record = home.arena(name, arena)?;
    common.say(&format!("Test {name}, seed {}", test.seed.number()));
    let mut watch = Watch(Bar::new(args.max_pairs, common.quiet));
    let is_done = arena::run(games.as_ref(), &threads, &mut record, &mut watch)?;
    watch.0.finish();
    conclude(name, &record, args.json, common)?;
    ended(!is_done)
}

/// Shows how the test stands after each game.
struct Watch(Bar);

impl ArenaObserver for Watch {
    fn trial(&mut self, trial: &Trial) {
        self.0.show(trial);
    }
}

/// Writes what the games come to, and prints it.
fn conclude(name: &str, record: &OpenArena, json: bool, common: &Common) -> Result<(), Failure> {
    let (arena, is_done) = (record.arena(), record.is_done());
    let account = Account::of(name, arena, record.trial(), record.ended());
    let account = account.expect("what was begun as a test is one");
    record.conclude_test(&account.document(is_done))?;
    say_late(arena, &record.times()?);
    account.print(true, json, common)?;
    if is_done {
        let files = "games.jsonl, arena.md and .toml, pairs and timing .csv";
        let next = ["replay NAME --number 1", "verify NAME"];
        let next =
            next.map(|words| format!("\n  {}", common.command(&words.replace("NAME", name))));
        let text =
            format!("\nFiles in {}: {files}\n\nNext{}", record.folder().display(), next.concat());
        common.say(&screen::wrap(&text, screen::width_of_messages()));
    }
    Ok(())
}

/// Prints what the games on record of the test of that name come to.
pub fn show(
    account: &Account,
    record: &ArenaRecord,
    json: bool,
    common: &Common,
) -> Result<(), Failure> {
    // Whoever is at work there goes on.
    let name = account.asked.name.as_deref().unwrap_or_default();
    let is_told = record.is_done() || !common.home().is_in_use(name)?;
    say_late(&record.arena, &record.times()?);
    account.print(is_told, json, common)?;
    common.say(&format!("\nFiles in {}", record.folder.display()));
    Ok(())
}

impl Account {
    /// What there is to say of an arena that is a test.
    pub fn on_record(name: &str, record: &ArenaRecord) -> Option<Account> {
        Account::of(name, &record.arena, record.trial.as_ref(), &record.ended)
    }

    fn of(name: &str, arena: &Arena, trial: Option<&Trial>, ended: &[Ended]) -> Option<Account> {
        let (asked, trial) = (Asked::on_record(name, arena)?, trial?.clone());
        let lost = |reason| lost(arena, ended, reason);
        Some(Account { asked, trial, failed: lost(FAILED), on_time: lost(TIME) })
    }

    /// All figures in words.
    pub fn figures(&self) -> String {
        self.told(false).figures()
    }

    /// The command that repeats the test.
    pub fn command(&self) -> String {
        let words = self.asked.words(self.asked.max_pairs, quoted_in_files);
        format!("starhop {words}")
    }

    fn told(&self, are_arrays: bool) -> Told<'_> {
        let Account { asked, trial, failed, on_time } = self;
        Told { asked, trial, are_arrays, failed: *failed, on_time: *on_time }
    }

    /// The page beside the games.
    fn document(&self, is_done: bool) -> String {
        let interim = match is_done {
            true => String::new(),
            false => format!("{INTERIM}the test is not over.\n\n"),
        };
        let (figures, command) = (self.figures(), self.command());
        format!("{interim}# Sequential test\n\n```text\n{figures}```\n\n```sh\n{command}\n```\n")
    }

    /// Prints all figures, and what to do next where that `is_told`.
    fn print(&self, is_told: bool, json: bool, common: &Common) -> Result<(), Failure> {
        let Account { asked, trial, failed, on_time } = self;
        if json {
            let [failed, on_time] = [failed, on_time].map(|lost| lost.map(|it| it.games));
            return output::print_json(&report(asked, trial, failed, on_time));
        }
        if !is_told {
            return output::print(&self.figures());
        }
        let table = registry::find(&asked.game)?.open(PLAYERS, &asked.rules)?;
        let are_arrays = are_arrays([&asked.first, &asked.second], table.as_ref(), common)?;
        output::print(&self.told(are_arrays).describe(common))
    }
}

/// The games that each bot lost for that reason.
fn lost(arena: &Arena, ended: &[Ended], reason: &str) -> [Lost; PLAYERS] {
    let mut all = [Lost::default(); PLAYERS];
    for (fixture, ended) in arena.schedule().fixtures().zip(ended) {
        let lost = (0..PLAYERS).find(|&seat| Some(seat) != ended.winner);
        let bot = lost.and_then(|seat| fixture.seats.get(seat)).and_then(|&bot| all.get_mut(bot));
        if let Some(bot) = bot.filter(|_| ended.reason == reason) {
            bot.first = if bot.games == 0 { fixture.number + 1 } else { bot.first };
            bot.games += 1;
        }
    }
    all
}
