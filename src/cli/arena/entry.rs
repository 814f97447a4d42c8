//! The bots that enter an arena, and its settings.

use super::ArenaArgs;
use crate::backend::Threads;
use crate::cli::failure::Failure;
use crate::cli::{Common, position, weights};
use crate::play::bots::BotGames;
use crate::play::schedule::Format;
use crate::record::arena::{Arena, ArenaBot, VERSION, VERSION_FROM_POSITION};
use crate::record::book;
use crate::record::checkpoint::hash;
use crate::rng::Seed;
use crate::search::spec::BotName;

/// An arena that is ready to be played.
pub struct Entered {
    /// Its settings.
    pub arena: Arena,
    /// Its bots.
    pub games: Box<dyn BotGames>,
}

/// Finds all bots and checks the settings.
///
/// # Errors
/// Where a setting makes no sense, or a bot can't be found or can't play.
pub fn enter(args: &ArenaArgs, threads: &Threads, common: &Common) -> Result<Entered, Failure> {
    check(args)?;
    let home = common.home();
    let place = position::Place::of(&args.game, args.players, &args.rules);
    let table = place.table(args.position.as_deref())?;
    let (mut bots, mut players) = (Vec::new(), Vec::new());
    for name in &args.bots {
        let bot = weights::bot(name, table.as_ref(), &home)?;
        bots.push(ArenaBot {
            name: name.to_string(),
            repeatable: name.search.is_repeatable(),
            weights: bot.evaluation.as_ref().map(|it| weights_hash(&it.values)),
            book: bot.book.as_ref().map(book::hash),
        });
        players.push(bot);
    }
    let anchor = args.anchor.as_ref().unwrap_or(&args.bots[0]).to_string();
    let arena = Arena {
        version: if args.position.is_some() { VERSION_FROM_POSITION } else { VERSION },
        game: args.game.clone(),
        players: table.players(),
        rules: table.rules(),
        format: if args.gauntlet { Format::Gauntlet } else { Format::RoundRobin },
        games: args.games,
        position: args.position.is_some().then(|| table.draw()),
        opening_plies: args.opening_plies,
        repetitions: args.repetitions,
        seed: seed(args, common)?,
        anchor,
        bots,
    };
    Ok(Entered { arena, games: table.bots(players, threads)? })
}

fn check(args: &ArenaArgs) -> Result<(), Failure> {
    let is_there = |anchor: &BotName| args.bots.contains(anchor);
    for (index, bot) in args.bots.iter().enumerate() {
        if args.bots[..index].contains(bot) {
            return Err(Failure::usage(format!("'{bot}' stands there twice")));
        }
    }
    match &args.anchor {
        _ if args.games % 2 == 1 => {
            Err(Failure::usage("games must be an even number: they come in pairs"))
        }
        _ if args.repetitions == 1 => {
            Err(Failure::usage("repetitions must be 0 or at least 2: the start is there once"))
        }
        Some(anchor) if !is_there(anchor) => {
            let bots: Vec<String> = args.bots.iter().map(BotName::to_string).collect();
            Err(Failure::usage(format!("the anchor '{anchor}' is none of {}", bots.join(", "))))
        }
        _ => Ok(()),
    }
}

fn seed(args: &ArenaArgs, common: &Common) -> Result<Seed, Failure> {
    let known = match (&args.name, args.seed) {
        (_, Some(seed)) => Some(seed),
        (Some(name), None) => common.home().arena_seed(name)?,
        (None, None) => None,
    };
    Ok(known.map_or_else(Seed::draw, Ok)?)
}

fn weights_hash(values: &[f64]) -> String {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    hash(&bytes)
}
