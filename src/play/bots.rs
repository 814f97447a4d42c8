//! Games between bots, whatever the game's type.

use super::schedule::Fixture;
use super::transcript::{self, Clock, Spent, Terms, Transcript};
use crate::backend::Threads;
use crate::eval::Evaluator;
use crate::game::{Game, TextError};
use crate::rng::{Purpose, Seed};
use crate::search::spec::Search;
use crate::search::{self, Agent};

/// Bots that are ready to play each other.
pub trait BotGames: Send + Sync {
    /// Plays a game of a schedule, in which bots are known by their index, and says what the
    /// moves of each seat took.
    fn play(
        &self,
        fixture: &Fixture,
        terms: Terms,
        seed: Seed,
        clock: &Clock<'_>,
    ) -> (Transcript, Vec<Spent>);
}

/// A search with what it goes by.
pub struct Bot<G: Game> {
    /// How it looks ahead.
    pub search: Search,
    /// What it goes by; `None` for random play only.
    pub evaluator: Option<Box<dyn Evaluator<G>>>,
}

/// Bots of one game.
pub struct Bots<G: Game> {
    game: G,
    start: G::Position,
    bots: Vec<Bot<G>>,
    threads: Threads,
}

impl<G: Game> Bots<G> {
    /// Those bots, whose games begin at a position; searches that use all cores have those threads.
    ///
    /// # Errors
    /// Where a bot can't play, or the game is over at that position.
    pub fn new(
        (game, start): (G, G::Position),
        bots: Vec<Bot<G>>,
        threads: Threads,
    ) -> Result<Bots<G>, TextError> {
        if let Some(reason) = game.reason(&start) {
            return Err(TextError(format!("the game is over in that position: {reason}")));
        }
        bots.iter().try_for_each(|bot| bot.agent(&game, &threads).map(drop))?;
        Ok(Bots { game, start, bots, threads })
    }
}

impl<G: Game> BotGames for Bots<G> {
    fn play(
        &self,
        fixture: &Fixture,
        terms: Terms,
        seed: Seed,
        clock: &Clock<'_>,
    ) -> (Transcript, Vec<Spent>) {
        let mut opening = seed.stream(Purpose::Round, &[terms.purpose.number(), fixture.pair]);
        let mut rng = seed.stream(terms.purpose, &[fixture.number]);
        let seats = fixture.seats.iter();
        // None is missing, since each was made once before.
        let agent = |&bot: &usize| self.bots.get(bot)?.agent(&self.game, &self.threads).ok();
        let mut agents: Vec<_> = seats.filter_map(agent).collect();
        let chance = (&mut opening, &mut rng);
        let from = (&self.game, &self.start);
        transcript::play(from, terms, &fixture.seats, &mut agents, chance, clock)
    }
}

impl<G: Game> Bot<G> {
    pub(super) fn agent(
        &self,
        game: &G,
        threads: &Threads,
    ) -> Result<Box<dyn Agent<G> + '_>, TextError> {
        search::agent(game, &self.search, self.evaluator.as_deref(), threads)
    }
}
