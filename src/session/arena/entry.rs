//! The bots that enter an arena, and its settings.

use crate::backend::Threads;
use crate::play::bots::BotGames;
use crate::play::schedule::ArenaFormat;
use crate::record::arena::{Arena, ArenaBot, NO_RANDOM_PLIES, Openings, VERSION};
use crate::record::book;
use crate::record::hash::hash_of;
use crate::record::home::Home;
use crate::registry::Table;
use crate::rng::Seed;
use crate::search::spec::BotName;
use crate::session::error::SessionError;
use crate::session::weights;

/// Who plays in an arena, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct ArenaRequest {
    /// The bots; two at least, each once.
    pub bots: Vec<BotName>,
    /// Which of them meet.
    pub format: ArenaFormat,
    /// Games of a pairing, an even number.
    pub games: u64,
    /// Whether games begin where the table is set up, in place of the start of the game.
    pub from_position: bool,
    /// Random plies that games begin with.
    pub opening_plies: u32,
    /// What games begin with, in place of random plies.
    pub openings: Option<Openings>,
    /// A position that is there this many times ends a game; 0 for never.
    pub repetitions: u32,
    /// The bot whose Elo is 0; by default the first.
    pub anchor: Option<BotName>,
    /// Where all chance comes from.
    pub seed: Seed,
}

/// An arena that is ready to be played.
#[derive(Debug)]
pub struct Entered {
    /// Its settings.
    pub arena: Arena,
    /// Its bots.
    pub games: Box<dyn BotGames>,
}

/// Checks the settings and finds all bots. Searches that use all cores have those threads.
///
/// # Errors
/// Where a setting makes no sense, or a bot can't be found or can't play.
pub fn enter(
    request: &ArenaRequest,
    table: &dyn Table,
    threads: &Threads,
    home: &Home,
) -> Result<Entered, SessionError> {
    let anchor = anchor(request)?;
    let (mut bots, mut players) = (Vec::new(), Vec::new());
    for name in &request.bots {
        let bot = weights::bot(name, table, home)?;
        bots.push(ArenaBot {
            name: name.to_string(),
            repeatable: name.is_repeatable(),
            weights: bot.evaluation().map(|it| hash_of(&it.values)),
            book: bot.book.as_ref().map(book::hash),
            program: bot.program().map(|it| it.engine().hash()),
        });
        players.push(bot);
    }
    let &ArenaRequest { from_position, format, games, opening_plies, repetitions, seed, .. } =
        request;
    let arena = Arena {
        version: VERSION,
        game: table.name().to_string(),
        players: table.players(),
        rules: table.rules(),
        format,
        games,
        position: from_position.then(|| table.draw()),
        opening_plies,
        repetitions,
        seed,
        anchor: anchor.to_string(),
        shard: None,
        sprt: None,
        openings: request.openings.clone(),
        bots,
    }
    .versioned();
    Ok(Entered { arena, games: table.bots(players, threads)? })
}

/// The bot whose Elo is 0, where all settings make sense.
fn anchor(request: &ArenaRequest) -> Result<&BotName, SessionError> {
    let ArenaRequest { bots, games, repetitions, .. } = request;
    if let Some((_, bot)) = bots.iter().enumerate().find(|&(at, bot)| bots[..at].contains(bot)) {
        return Err(SessionError::refused(format!("'{bot}' stands there twice")));
    }
    if games % 2 == 1 {
        return Err(SessionError::refused("games must be an even number: they come in pairs"));
    }
    if request.openings.is_some() && (request.from_position || request.opening_plies > 0) {
        return Err(SessionError::refused(NO_RANDOM_PLIES));
    }
    if *repetitions == 1 {
        let why = "repetitions must be 0 or at least 2: the start is there once";
        return Err(SessionError::refused(why));
    }
    let [first, _, ..] = &bots[..] else {
        return Err(SessionError::refused("an arena needs two bots at least"));
    };
    match &request.anchor {
        Some(anchor) if !bots.contains(anchor) => {
            let bots: Vec<String> = bots.iter().map(BotName::to_string).collect();
            let why = format!("the anchor '{anchor}' is none of {}", bots.join(", "));
            Err(SessionError::Refused(why))
        }
        anchor => Ok(anchor.as_ref().unwrap_or(first)),
    }
}
