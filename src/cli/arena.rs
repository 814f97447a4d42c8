//! `arena`: bots play each other, and are rated.

mod next;
pub mod pictures;
mod report;
mod shown;
mod watch;

use super::failure::Failure;
use super::flag::{game_flag, unusual};
use super::position::Place;
use super::settings::parse_seed;
use super::shard;
use super::{Common, Quote, late, machine, openings, output, quoted, quoted_in_files, screen};
use crate::play::late::Lateness;
use crate::play::opening::MOST_PLIES;
use crate::play::schedule::ArenaFormat;
use crate::play::shard::Shard;
use crate::play::standings::Standings;
use crate::record::arena::{Arena, ArenaTiming, MOST_GAMES, OpenArena, Openings, Typed, interim};
use crate::record::home::Home;
use crate::registry;
use crate::report::arena::document;
use crate::rng::Seed;
use crate::search::spec::BotName;
use crate::session::arena::{self, ArenaRequest, Entered};
use crate::session::weights::PLAYERS;
use clap::Args;
pub use shown::show;
use std::path::{Path, PathBuf};
use watch::Watch;

/// Games of a pairing by default.
const GAMES: u64 = 100;
/// Random plies that games begin with by default.
pub const OPENING_PLIES: u32 = 4;
/// How often a position may be there by default before it ends the game.
const REPETITIONS: u32 = 3;

const NO_GAMES: &str = "There are fewer pairs of games than shards; this one has none.";

const FIRST: &str = "
Examples:
  starhop arena champion-2 generation-7822 random  everyone meets everyone
  starhop arena RUN champion-2 --gauntlet          the first meets all others
  starhop arena 'alphabeta:RUN' 'mcts:RUN'         searches by a run's weights

`starhop arena --help` says what a bot is, how games are rated, and has all flags.
";

const DETAILS: &str = "
A BOT is a search and an evaluation, with options of the search in brackets: 'greedy:champion-2',
'alphabeta(depth=4):new.json', 'random'. An evaluation is a built-in array, a file that `export`
wrote, or the name of a run, for its champion; an evaluation alone means greedy play. Any bot can
have an opening book among its options, which `book` learns: 'greedy(book=opening.txt):champion-2'.
'program(engine.toml,ms=500)' is somebody else's engine; the file says how to start it. With tc=10+0.1
in place of ms=500 it has a clock for the whole game: docs/engines.md.

Games come in pairs: two with the same random opening, the second with seats swapped. The openings
are the same for all pairings. With more than two players the two bots of a pairing share the seats
as evenly as possible, in each way in turn, and the bot in the winner's seat wins. A bot that fails,
by a crash or an illegal move, loses that game, and so does one whose clock runs out. With --position
games begin at that position, from all seats as usual, and the random plies come after it. FILE is a
drawing as `perft --draw` and `replay --ply` print it, for draughts also a line like
W:W28,32,K46:B2,12-14,K5.

With --openings games begin with known openings in place of random ones. FILE is a text with an
opening a line: its moves from the start, apart by spaces, as games.jsonl and `play` write them. Lines
that begin with # and empty ones say nothing. The first pair of each pairing begins with the first
line, and so on; after the last line they come again from the first. The arena keeps the openings.

Elo is fitted to all games at once, together with the value of the first move; the 95 % intervals
are by pairs of games and by openings. A game that nobody wins is half a win for each bot.

results/NAME/ has every game (games.jsonl, one line each), pairs.csv, ratings.csv, crosstable.csv, a
page to read (arena.md), all settings (arena.toml), and times, which no other file has (timing.csv).
If the command was stopped, the same command goes on from there; with the same --name and more
--games it adds games to those that are there. `replay` draws a game, `verify` checks all games.

Examples:
  starhop arena champion-2 generation-7822 hand-tuned-v4 random --seed 1
  starhop arena RUN champion-2 generation-7822 --gauntlet --games 1000
  starhop arena champion-3 hand-tuned-v4 random --players 3 --name three
  starhop arena champion-2 hand-tuned-v4 --position FILE --opening-plies 2
  starhop arena new.json old.json --opening-plies 8 --anchor old.json --json
  starhop arena new.json old.json --openings openings.txt --games 98
  starhop arena champion-2 random --name a --seed 1 --shard 1/6
  starhop merge a
";

/// Let bots play each other, and rate them
#[derive(Args)]
#[command(after_help = FIRST, after_long_help = DETAILS)]
pub struct ArenaArgs {
    /// Bots, two at least
    #[arg(required = true, value_name = "BOT", num_args = 2..)]
    bots: Vec<BotName>,
    /// Let the first bot meet each other bot, and no others meet
    #[arg(long)]
    gauntlet: bool,
    /// Games of each pairing, an even number; more than an arena of that --name has make it longer
    #[arg(long, value_name = "N", default_value_t = GAMES, value_parser = clap::value_parser!(u64).range(2..=MOST_GAMES))]
    games: u64,
    /// Players, 2 to 6
    #[arg(long, default_value_t = PLAYERS)]
    players: usize,
    /// Rule set [default: standard, but for Chinese Checkers standard:win=filled, by which nobody
    /// draws by never leaving home]
    #[arg(long, hide_short_help = true)]
    rules: Option<String>,
    /// File with a drawn position that games begin from; it names players and rules
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "rules"], hide_short_help = true)]
    position: Option<PathBuf>,
    /// Random plies that games begin with, 0 to 8; with none pairs differ only by the bots' random
    /// numbers
    #[arg(long, value_name = "N", default_value_t = OPENING_PLIES, value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_PLIES)))]
    opening_plies: u32,
    /// File with an opening a line, which pairs begin with in turn, in place of random plies
    #[arg(long, value_name = "FILE", conflicts_with_all = ["opening_plies", "position"])]
    openings: Option<PathBuf>,
    /// A position that occurs for the Nth time ends the game, which nobody wins; 0 for never
    #[arg(long, value_name = "N", default_value_t = REPETITIONS, value_parser = clap::value_parser!(u32).range(..=1000), hide_short_help = true)]
    repetitions: u32,
    /// Bot whose Elo is 0 [default: the first]
    #[arg(long, value_name = "BOT", hide_short_help = true)]
    anchor: Option<BotName>,
    /// Name of the folder below results [default: by who plays]
    #[arg(long)]
    name: Option<String>,
    /// Seed of the games [default: that of the arena of that name, or drawn and printed]
    #[arg(long, value_parser = parse_seed)]
    seed: Option<Seed>,
    /// Play only part I of N, for `starhop merge`; auto/N takes I from a scheduler, and auto both from
    /// Slurm
    #[arg(long, value_name = "I/N", value_parser = shard::parse, requires_all = ["name", "seed"], hide_short_help = true)]
    shard: Option<Shard>,
    /// Worker threads; results don't depend on their number [default: one for each core]
    #[arg(long, hide_short_help = true)]
    threads: Option<usize>,
    /// Game; `starhop games` lists them
    #[arg(long, default_value = registry::default_game().name)]
    game: String,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Runs `arena`.
pub fn arena(args: &ArenaArgs, common: &Common) -> Result<(), Failure> {
    let note = "Stopping; all games that are over are kept. Ctrl-C again stops at once.";
    let threads = machine::stoppable(args.threads, note, common.quiet)?;
    let home = common.home();
    let usual = registry::find(&args.game)?.arena_rules;
    if args.position.as_deref() == Some(Path::new("-")) {
        let why = "an arena goes on by the same command, so that --position has to be a file";
        return Err(Failure::usage(why));
    }
    let place = Place::of(&args.game, args.players, args.rules.as_deref().unwrap_or(usual));
    let table = place.table(args.position.as_deref())?;
    let openings = openings::read(args.openings.as_deref(), table.as_ref(), args.repetitions)?;
    let request = args.request(openings, &home)?;
    let Entered { arena, games } = arena::enter(&request, table.as_ref(), &threads, &home)?;
    let (name, mut record) = match (&args.name, args.shard) {
        (Some(name), Some(shard)) => {
            let name = shard.name_of(name);
            (name.clone(), home.arena(&name, arena.sharded(shard, args.typed()))?)
        }
        (Some(name), None) => (name.clone(), home.arena(name, arena)?),
        (None, _) => home.unnamed_arena(arena)?,
    };
    common.say(&format!("Arena {name}, seed {}", record.arena().seed.number()));
    if let Some(shorter) = record.shorter() {
        let games = record.arena().games;
        common.say(&format!(
            "It had {shorter} games of each pairing, and is made longer: {games} of each."
        ));
    }
    let pairs = record.arena().games / 2;
    let spread = record.arena().openings.as_ref().and_then(|it| openings::spread(it, pairs));
    spread.iter().for_each(|spread| output::say_wrapped(spread));
    let mut watch = Watch::new(&record, common.quiet);
    let is_done = arena::run(games.as_ref(), &threads, &mut record, &mut watch)?;
    watch.finish();
    if !record.ended().is_empty() {
        conclude(&name, &record, &args.typed(), args.json, common)?;
    } else if is_done {
        no_work(&name, &record, args.json, common)?;
    }
    if is_done {
        return Ok(());
    }
    let (done, all) = (record.ended().len(), record.schedule().games());
    let command = common.command(&words(record.arena(), &args.typed(), &name, quoted));
    common.say(&format!("\n{done} of {all} games are played. To go on:\n  {command}"));
    Err(Failure::interrupted())
}

impl ArenaArgs {
    fn typed(&self) -> Typed {
        let position = self.position.as_ref().map(|path| path.to_string_lossy().into_owned());
        let rules = self.rules.clone().unwrap_or_default();
        Typed { rules, position: position.unwrap_or_default() }
    }

    fn request(&self, openings: Option<Openings>, home: &Home) -> Result<ArenaRequest, Failure> {
        let known = match (&self.name, self.seed) {
            (_, Some(seed)) => Some(seed),
            (Some(name), None) => home.arena_seed(name)?,
            (None, None) => None,
        };
        let &ArenaArgs { games, opening_plies, repetitions, .. } = self;
        Ok(ArenaRequest {
            bots: self.bots.clone(),
            format: if self.gauntlet { ArenaFormat::Gauntlet } else { ArenaFormat::RoundRobin },
            games,
            from_position: self.position.is_some(),
            opening_plies: if openings.is_some() { 0 } else { opening_plies },
            openings,
            repetitions,
            anchor: self.anchor.clone(),
            seed: known.map_or_else(Seed::draw, Ok)?,
        })
    }
}

/// Writes the tables, and prints what came out, or what the games so far came to.
pub fn conclude(
    name: &str,
    record: &OpenArena,
    typed: &Typed,
    json: bool,
    common: &Common,
) -> Result<(), Failure> {
    let arena = record.arena();
    let (bots, anchor) = (arena.bots.len(), arena.anchor());
    let standings = Standings::new(record.schedule(), bots, anchor, record.ended());
    let (done, all) = (record.ended().len() as u64, record.schedule().games());
    let interim = interim(done, all);
    let command = words(arena, typed, name, quoted_in_files);
    let repeat = format!("\n```sh\nstarhop {command}\n```\n");
    record
        .conclude(&standings, &(interim.clone() + &document(arena, &standings, None) + &repeat))?;
    pictures::draw(arena, &standings, record.folder())?;
    let times = record.times()?;
    let seconds = seconds(arena, &times);
    match json {
        true => output::print_json(&report::report(name, arena, done, &standings, &seconds))?,
        false => {
            let text = interim + &document(arena, &standings, Some(&seconds));
            output::print(&screen::fit(&text, screen::width()))?;
        }
    }
    say_late(arena, &times);
    if done == all {
        let files = format!(
            "Files in {}: games.jsonl, arena.md and .toml, ratings, crosstable, pairs and timing \
             .csv, ratings and crosstable as .svg and .png",
            record.folder().display(),
        );
        let next = next::next(arena, typed, name, &standings, common);
        let text = format!("\n{files}\n\n{next}");
        common.say(&screen::wrap(&text, screen::width_of_messages()));
    }
    Ok(())
}

/// Says that a shard has no games.
fn no_work(name: &str, record: &OpenArena, json: bool, common: &Common) -> Result<(), Failure> {
    common.say(NO_GAMES);
    if !json {
        return Ok(());
    }
    let arena = record.arena();
    let standings = Standings::new(record.schedule(), arena.bots.len(), arena.anchor(), &[]);
    let seconds = seconds(arena, &record.times()?);
    output::print_json(&report::report(name, arena, 0, &standings, &seconds))
}

/// Seconds a move of each bot; `None` where no times are left.
fn seconds(arena: &Arena, times: &[ArenaTiming]) -> Vec<Option<f64>> {
    let mut sums = vec![(0u64, 0.0); arena.bots.len()];
    for row in times {
        if let Some(sum) = row.bot.checked_sub(1).and_then(|bot| sums.get_mut(bot)) {
            *sum = (sum.0.saturating_add(row.moves), sum.1 + row.seconds);
        }
    }
    let mean = |(moves, seconds): (u64, f64)| (moves > 0).then(|| seconds / moves as f64);
    sums.into_iter().map(mean).collect()
}

/// Says which bots took longer for moves than their limits.
pub fn say_late(arena: &Arena, times: &[ArenaTiming]) {
    let mut all = vec![Lateness::default(); arena.bots.len()];
    for row in times {
        if let Some(lateness) = row.bot.checked_sub(1).and_then(|bot| all.get_mut(bot)) {
            lateness.add(row.moves, row.late);
        }
    }
    for (bot, lateness) in arena.bots.iter().zip(&all) {
        late::say(&bot.name, lateness);
    }
}

/// Flags by which an arena on record is asked for again. Where its games begin from a position, that is in the
/// file of that name.
pub fn flags(arena: &Arena, position: &str) -> Typed {
    let usual = registry::find(&arena.game)
        .and_then(|entry| Ok(entry.open(arena.players, entry.arena_rules)?.rules()));
    let is_usual = usual.is_ok_and(|usual| usual == arena.rules);
    match &arena.position {
        Some(_) => Typed { position: position.to_string(), ..Typed::default() },
        None if is_usual => Typed::default(),
        None => Typed { rules: arena.rules.clone(), ..Typed::default() },
    }
}

/// The command that repeats an arena, or goes on with it.
pub fn words(arena: &Arena, typed: &Typed, name: &str, quoted: Quote) -> String {
    let bots: Vec<String> = arena.bots.iter().map(|bot| quoted(&bot.name)).collect();
    let gauntlet = if arena.format == ArenaFormat::Gauntlet { " --gauntlet" } else { "" };
    let (Typed { rules, position }, part) = (typed, arena.part());
    let openings = arena.openings.as_ref();
    let flags = unusual([
        ("games", arena.games.to_string(), arena.games != GAMES),
        ("position", quoted(position), !position.is_empty()),
        // A position says how many play.
        ("players", arena.players.to_string(), position.is_empty() && arena.players != PLAYERS),
        ("rules", quoted(rules), !rules.is_empty()),
        ("openings", openings.map_or(String::new(), |it| quoted(&it.file)), openings.is_some()),
        (
            "opening-plies",
            arena.opening_plies.to_string(),
            openings.is_none() && arena.opening_plies != OPENING_PLIES,
        ),
        ("repetitions", arena.repetitions.to_string(), arena.repetitions != REPETITIONS),
        ("anchor", quoted(&arena.anchor), arena.anchor() > 0),
        game_flag(&arena.game),
        ("seed", arena.seed.number().to_string(), true),
        ("name", quoted(part.map_or(name, |shard| shard.work_of(name))), true),
        ("shard", part.map_or(String::new(), |shard| shard.to_string()), part.is_some()),
    ]);
    format!("arena {}{gauntlet}{flags}", bots.join(" "))
}
