//! Games between bots, whatever the game's type.

use super::book::{Booked, Openings};
use super::course::Course;
use super::memo::Memo;
use super::opening::Opening;
use super::outside::{Outside, Remote};
use super::schedule::Fixture;
use super::transcript::{self, Clock, GameSettings, Spent, Transcript};
use crate::backend::Threads;
use crate::eval::Evaluator;
use crate::game::TextError;
use crate::game::hints::SearchHints;
use crate::game::line::LineKey;
use crate::rng::{Purpose, Rng, Seed};
use crate::search::analysis::{self, Analysis, Ask};
use crate::search::greedy::Greedy;
use crate::search::random::Random;
use crate::search::spec::{Method, Pace, Search};
use crate::search::{self, Agent, AgentError};
use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Bots that are ready to play each other.
pub trait BotGames: Send + Sync {
    /// Plays a game of a schedule, in which bots are known by their index, and says what the
    /// moves of each seat took. A game without chance is played once, however often it comes.
    ///
    /// # Panics
    /// Where the fixture has another number of seats than the table, names a bot that isn't there, or has an opening that
    /// can't be played.
    fn play(
        &self,
        fixture: &Fixture,
        settings: GameSettings,
        seed: Seed,
        clock: &Clock<'_>,
    ) -> (Transcript, Vec<Spent>);

    /// Plays a series and gives `take` its games in their order, each as soon as it and all before it
    /// are over, until it breaks. Once the threads were asked to stop, nothing more is taken: what was
    /// taken is a whole beginning.
    fn each(
        &self,
        series: &Series<'_>,
        threads: &Threads,
        take: &mut dyn FnMut(Fixture, Transcript, Vec<Spent>) -> ControlFlow<()>,
    ) {
        let Series { numbers, fixture, settings, seed, clock } = series;
        let play = |number| {
            let fixture = fixture(number)?;
            let played = self.play(&fixture, *settings, *seed, *clock);
            Some((fixture, played))
        };
        // What ends it isn't an error here.
        let _ = threads.in_order(numbers.clone(), play, |_, played| match played {
            None => Ok(()),
            Some((fixture, (told, spent))) => match take(fixture, told, spent) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(()),
            },
        });
    }
}

impl fmt::Debug for dyn BotGames + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BotGames").finish_non_exhaustive()
    }
}

/// Games that follow each other in a schedule.
pub struct Series<'a> {
    /// Their numbers.
    pub numbers: Range<u64>,
    /// The game of a number; `None` for none.
    pub fixture: &'a (dyn Fn(u64) -> Option<Fixture> + Sync),
    /// How they are played.
    pub settings: GameSettings,
    /// Where all chance comes from.
    pub seed: Seed,
    /// What times moves.
    pub clock: &'a Clock<'a>,
}

impl fmt::Debug for Series<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Series")
            .field("numbers", &self.numbers)
            .field("settings", &self.settings)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

/// A player with its opening book.
#[derive(Debug)]
pub struct Bot<G: SearchHints> {
    /// Its opening book, whose moves it plays as long as the book knows the position.
    pub openings: Option<Openings<G>>,
    /// What chooses its moves where the book doesn't.
    pub chooser: Chooser<G>,
}

/// What chooses the moves of a bot.
#[derive(Debug)]
pub enum Chooser<G: SearchHints> {
    /// A search by an evaluation.
    Search {
        /// How it looks ahead.
        search: Search,
        /// The evaluation that it goes by; `None` for random play only.
        evaluator: Option<Box<dyn Evaluator<G>>>,
    },
    /// A player outside of this process.
    Outside(Arc<dyn Outside>),
}

/// What keeps a bot from playing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BotError {
    /// It, or where it is asked, makes no sense.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A player outside of this process failed.
    #[error("the program {name} failed: {why}")]
    Failed {
        /// What it is called.
        name: String,
        /// What it did instead.
        why: String,
    },
}

/// For callers to whom it makes no difference whose fault it is.
impl From<BotError> for TextError {
    fn from(error: BotError) -> TextError {
        TextError(error.to_string())
    }
}

/// The move of a bot in a position, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The move that it plays.
    pub mv: String,
    /// The analysis, whose first line begins with that move; `None` where it plays by its book or by
    /// chance, or was halted before it had found anything. Halted so early, it plays the move after
    /// which the position is best.
    pub analysis: Option<Analysis>,
}

/// Bots of one game.
#[derive(Debug)]
pub struct Bots<G: SearchHints> {
    game: G,
    start: G::Position,
    bots: Vec<Bot<G>>,
    threads: Threads,
    /// Games without chance, by the bots in the seats and the opening.
    memo: Memo<(Vec<usize>, LineKey), (Transcript, Vec<Spent>)>,
}

impl<G: SearchHints> Bots<G> {
    /// Makes bots ready, whose games begin at the position `start`. Searches that use all cores run
    /// on `threads`.
    ///
    /// # Errors
    /// Where a bot can't play, or the game is over at that position.
    pub fn new(
        (game, start): (G, G::Position),
        bots: Vec<Bot<G>>,
        threads: Threads,
    ) -> Result<Bots<G>, BotError> {
        if let Some(reason) = game.reason(&start) {
            let why = format!("the game is over in that position: {reason}");
            return Err(TextError(why).into());
        }
        bots.iter().try_for_each(|bot| bot.check(&game, &threads))?;
        Ok(Bots { game, start, bots, threads, memo: Memo::default() })
    }

    /// The moves that a game begins with.
    fn opening(&self, fixture: &Fixture, settings: GameSettings, seed: Seed) -> Vec<G::Move> {
        let Some(text) = &fixture.opening else {
            let path = [settings.purpose.number(), fixture.pair];
            let mut rng = seed.stream(Purpose::Round, &path);
            let plies = settings.opening_plies;
            return Opening::draw_line(&self.game, &self.start, plies, &mut rng).1;
        };
        let mut position = self.start.clone();
        let played = text.split_whitespace().map(|text| {
            let mv = self.game.parse_move(&position, text).expect("an opening that was checked");
            self.game.play(&mut position, mv);
            mv
        });
        played.collect()
    }
}

impl<G: SearchHints> BotGames for Bots<G> {
    fn play(
        &self,
        fixture: &Fixture,
        settings: GameSettings,
        seed: Seed,
        clock: &Clock<'_>,
    ) -> (Transcript, Vec<Spent>) {
        assert_eq!(fixture.seats.len(), self.game.players(), "a bot for each seat of the table");
        let mut rng = seed.stream(settings.purpose, &[fixture.number]);
        let opening = self.opening(fixture, settings, seed);
        let line = opening.iter().fold(LineKey::default(), |line, mv| line.then(mv));
        let key = (fixture.seats.clone(), line);
        if let Some(known) = self.memo.get(&key) {
            return known;
        }
        let agent = |&bot: &usize| {
            let made = self.bots[bot].agent(&self.game, &self.threads);
            made.expect("a bot that was checked")
        };
        let mut agents: Vec<_> = fixture.seats.iter().map(agent).collect();
        let paces: Vec<_> = fixture.seats.iter().map(|&bot| self.bots[bot].pace()).collect();
        let played = transcript::play(
            (&self.game, &self.start),
            settings.repetitions,
            &fixture.seats,
            &mut agents,
            (&opening, &mut rng),
            (clock, &paces),
        );
        let are_repeatable = fixture.seats.iter().all(|&bot| self.bots[bot].is_repeatable());
        // What was stopped says nothing of the next time.
        if rng.get_word_pos() == 0 && are_repeatable && !self.threads.is_stopped() {
            self.memo.put(key, played.clone());
        }
        played
    }
}

impl<G: SearchHints> Bot<G> {
    fn is_repeatable(&self) -> bool {
        match &self.chooser {
            Chooser::Search { search, .. } => search.is_repeatable(),
            Chooser::Outside(_) => false,
        }
    }

    /// How much time it has; `None` where it doesn't look ahead.
    fn pace(&self) -> Option<Pace> {
        match &self.chooser {
            Chooser::Search { search, .. } => search.limit.map(Pace::Move),
            Chooser::Outside(player) => Some(player.pace()),
        }
    }

    /// Finds out whether it can play.
    ///
    /// # Errors
    /// Says why it can't.
    pub(super) fn check(&self, game: &G, threads: &Threads) -> Result<(), BotError> {
        match &self.chooser {
            Chooser::Search { .. } => Ok(self.agent(game, threads).map(drop)?),
            Chooser::Outside(player) => {
                player.check(&|| threads.is_stopped()).map_err(|why| self.failed(why))
            }
        }
    }

    /// That it failed to choose a move.
    pub(super) fn failed(&self, why: AgentError) -> BotError {
        let why = why.to_string();
        match &self.chooser {
            Chooser::Search { .. } => TextError(why).into(),
            Chooser::Outside(player) => BotError::Failed { name: player.name(), why },
        }
    }

    /// The move that it plays in a game that goes on, and why. `ask` and `done` are those of
    /// [`analysis::analyse`].
    ///
    /// # Errors
    /// Where it can't play.
    pub fn think(
        &self,
        (game, course): (&G, &Course<G>),
        threads: &Threads,
        ask: &Ask,
        rng: &mut Rng,
        done: &mut dyn FnMut(&Analysis),
    ) -> Result<Thought, BotError> {
        let position = course.position();
        let advised = self.openings.as_ref().and_then(|it| it.advise(game, position));
        if let Some(mv) = advised {
            return Ok(Thought { mv: game.move_text(position, mv), analysis: None });
        }
        let (search, by) = match &self.chooser {
            Chooser::Search { search, evaluator } => (search, evaluator.as_deref()),
            Chooser::Outside(player) => {
                let asked = ask_outside(player.as_ref(), (game, course), threads, ask, rng);
                return asked.map_err(|why| self.failed(why));
            }
        };
        let from = (game, position);
        let analysis = analysis::analyse(from, (search, by), threads, ask, rng, done)?;
        let line = analysis.as_ref().and_then(|it| it.lines.first()?.moves.first());
        let at_once = |mv| game.move_text(position, mv);
        let mv = match (line, by) {
            (Some(ply), _) => ply.text.clone(),
            (None, Some(by)) if search.method != Method::Random => {
                at_once(Greedy::new(by).best(game, position, rng))
            }
            (None, _) => at_once(Random.draw(game, position, rng)),
        };
        Ok(Thought { mv, analysis })
    }

    pub(super) fn agent(
        &self,
        game: &G,
        threads: &Threads,
    ) -> Result<Box<dyn Agent<G> + '_>, TextError> {
        let agent: Box<dyn Agent<G> + '_> = match &self.chooser {
            Chooser::Search { search, evaluator } => {
                search::agent(game, search, evaluator.as_deref(), threads)?
            }
            Chooser::Outside(player) => {
                let threads = threads.clone();
                let is_stopped = Box::new(move || threads.is_stopped());
                Box::new(Remote::new(game, (player.as_ref(), None), is_stopped))
            }
        };
        Ok(match &self.openings {
            Some(openings) => Box::new(Booked { openings, agent }),
            None => agent,
        })
    }
}

/// What a player outside of this process plays there. Halted, it is the first legal move.
fn ask_outside<G: SearchHints>(
    player: &dyn Outside,
    (game, course): (&G, &Course<G>),
    threads: &Threads,
    ask: &Ask,
    rng: &mut Rng,
) -> Result<Thought, AgentError> {
    let position = course.position();
    let is_halted = || ask.halt.as_ref().is_some_and(|it| it.load(Ordering::Relaxed));
    let is_stopped = || is_halted() || threads.is_stopped();
    let mut agent = Remote::new(game, (player, Some(ask.game)), Box::new(is_stopped));
    course.past().iter().for_each(|(position, mv)| agent.hear(game, position, *mv));
    match agent.ask(game, position, rng) {
        Ok((mv, choice)) => {
            let said = (choice.value, choice.depth, choice.nodes);
            let analysis = Some(Analysis::told(game, position, mv, said));
            Ok(Thought { mv: game.move_text(position, mv), analysis })
        }
        Err(_) if is_stopped() => {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            let first =
                moves.first().ok_or_else(|| AgentError::Failed("no move is legal".to_string()))?;
            Ok(Thought { mv: game.move_text(position, *first), analysis: None })
        }
        Err(why) => Err(why),
    }
}
