//! How often bots keep what positions are worth: the share of random positions in which the move of
//! a bot is worth as much as the best one.

pub use super::paired::Paired;

use super::bots::{Bot, BotError};
use super::opening::Opening;
use crate::backend::Threads;
use crate::eval::Evaluator;
use crate::game::hints::SearchHints;
use crate::game::{Game, TextError};
use crate::rng::{Purpose, Rng, Seed};
use crate::search::exact::{Exact, Worth};
use rand::RngExt;
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// How many more positions may stay unsolved than are solved.
const UNSOLVED: u64 = 20;
/// How many may where none is solved.
const FIRST: u64 = 4;
/// Random lines that are tried until one leads to where the game goes on.
const LINES: usize = 10_000;
/// Draws of positions that were there before, until no other is looked for.
const AGAIN: usize = 1_000;

/// Which positions are solved.
#[derive(Clone, Debug)]
pub struct AccuracySettings {
    /// How many positions, all different.
    pub positions: u64,
    /// How many random plies lead to a position; each number has the same chance.
    pub plies: RangeInclusive<u32>,
    /// How many positions the solution of one may look at.
    pub nodes: u64,
    /// Where all chance comes from, that of the bots included.
    pub seed: Seed,
}

/// How often bots kept the value of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accuracy {
    /// Positions won for the player to move.
    pub won: u64,
    /// Positions that neither wins.
    pub drawn: u64,
    /// Positions lost for the player to move, whatever the move.
    pub lost: u64,
    /// Positions in which some moves keep the value and others don't.
    pub critical: u64,
    /// Positions beside these whose solution took too long.
    pub unsolved: u64,
    /// How often each bot kept the value.
    pub bots: Vec<Kept>,
}

/// How often a bot kept the value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Positions whose value its move kept.
    pub all: u64,
    /// Those of them that are critical.
    pub critical: u64,
    /// All positions by whether this bot kept the value and whether the first one did.
    pub beside_first: Paired,
}

impl Accuracy {
    /// All positions that were solved.
    pub fn positions(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    fn add(&mut self, answer: &Answer) {
        match answer.worth {
            Worth::Won => self.won += 1,
            Worth::Drawn => self.drawn += 1,
            Worth::Lost => self.lost += 1,
        }
        self.critical += u64::from(answer.critical);
        let first = answer.kept.first().copied().unwrap_or_default();
        for (bot, &kept) in self.bots.iter_mut().zip(&answer.kept) {
            bot.all += u64::from(kept);
            bot.critical += u64::from(kept && answer.critical);
            bot.beside_first.add(kept, first);
        }
    }
}

/// Positions that are drawn before any of them is solved.
const PART: u64 = 4096;

/// One position.
struct Answer {
    worth: Worth,
    critical: bool,
    /// Whether each bot kept the value.
    kept: Vec<bool>,
}

/// Solves random positions and has all bots choose a move there. `order` says which moves solutions
/// try first; `done` hears how many positions are solved.
///
/// The result is a function of the settings and of each bot by itself, whatever the threads, unless
/// a bot goes by the clock. Where the threads are asked to stop, it is that of the positions so far.
///
/// # Errors
/// Where the game isn't for two players, the range of plies is empty, a bot can't play or fails, there are too few different
/// positions, or too many stay unsolved.
pub fn measure<G: SearchHints>(
    game: &G,
    order: &dyn Evaluator<G>,
    bots: &[Bot<G>],
    settings: &AccuracySettings,
    threads: &Threads,
    done: &mut dyn FnMut(u64),
) -> Result<Accuracy, BotError> {
    if settings.plies.is_empty() {
        return Err(TextError("plies: the first is above the last".to_string()).into());
    }
    let exact = Exact::new(game, order, settings.nodes)?.until(threads);
    bots.iter().try_for_each(|bot| bot.check(game, threads))?;
    let mut accuracy = Accuracy { bots: vec![Kept::default(); bots.len()], ..Accuracy::default() };
    let mut source = Source { game, settings, seen: HashSet::new(), drawn: 0 };
    while accuracy.positions() < settings.positions && !threads.is_stopped() {
        let begin = source.drawn;
        let missing = (settings.positions - accuracy.positions()).min(PART);
        let draws = (0..missing).map(|_| source.draw(threads));
        let Some(positions) = draws.collect::<Result<Option<Vec<_>>, _>>()? else { break };
        let look = |number: u64| {
            let position = &positions[(number - begin) as usize];
            let rng = || settings.seed.stream(Purpose::Accuracy, &[number]);
            answer(&exact, game, position, bots, threads, rng)
        };
        threads.in_order(begin..begin + missing, look, |_, answer| {
            match answer? {
                Some(answer) => accuracy.add(&answer),
                // It was broken off.
                None if threads.is_stopped() => {}
                None => accuracy.unsolved += 1,
            }
            done(accuracy.positions());
            Ok::<(), BotError>(check(&accuracy, settings.nodes)?)
        })?;
    }
    Ok(accuracy)
}

fn check(accuracy: &Accuracy, nodes: u64) -> Result<(), TextError> {
    let (solved, unsolved) = (accuracy.positions(), accuracy.unsolved);
    let most = if solved == 0 { FIRST } else { solved + UNSOLVED };
    match unsolved > most {
        true => Err(TextError(format!(
            "{unsolved} of the first {} positions can't be solved by looking at {nodes} others each; later ones \
             take fewer (--plies), and --nodes allows more. Where a game is too long for that, `arena` compares \
             bots",
            solved + unsolved
        ))),
        false => Ok(()),
    }
}

/// Solves a position and asks the bots; `None` where the solution takes too long. All bots have the
/// same stream, so that the answer of one doesn't depend on who else is asked.
fn answer<G: SearchHints>(
    exact: &Exact<'_, G>,
    game: &G,
    position: &G::Position,
    bots: &[Bot<G>],
    threads: &Threads,
    rng: impl Fn() -> Rng,
) -> Result<Option<Answer>, BotError> {
    let Some(worths) = exact.worths(position) else { return Ok(None) };
    let Some(worth) = worths.iter().map(|&(_, worth)| worth).max() else { return Ok(None) };
    let keeps = |mv: G::Move| worths.iter().any(|&(it, found)| it == mv && found == worth);
    let kept = |bot: &Bot<G>| {
        let chosen = bot.agent(game, threads)?.choose(game, position, &mut rng());
        Ok(keeps(chosen.map_err(|why| bot.failed(why))?))
    };
    Ok(Some(Answer {
        worth,
        critical: worths.iter().any(|&(_, found)| found < worth),
        kept: bots.iter().map(kept).collect::<Result<_, BotError>>()?,
    }))
}

/// Random positions where the game goes on, no two alike.
struct Source<'a, G: Game> {
    game: &'a G,
    settings: &'a AccuracySettings,
    seen: HashSet<u64>,
    drawn: u64,
}

impl<G: Game> Source<'_, G> {
    /// The next position; `None` where the threads are asked to stop.
    fn draw(&mut self, threads: &Threads) -> Result<Option<G::Position>, TextError> {
        let path = [Purpose::Accuracy.number(), self.drawn];
        let mut rng = self.settings.seed.stream(Purpose::Round, &path);
        for _ in 0..AGAIN {
            if threads.is_stopped() {
                return Ok(None);
            }
            let plies = rng.random_range(self.settings.plies.clone());
            let position = self.line(plies, &mut rng)?;
            if self.seen.insert(self.game.key(&position)) {
                self.drawn += 1;
                return Ok(Some(position));
            }
        }
        Err(TextError(format!("there are hardly more than {} different positions", self.drawn)))
    }

    /// The position after that many random plies; lines that end before are drawn again.
    fn line(&self, plies: u32, rng: &mut Rng) -> Result<G::Position, TextError> {
        let lines = (0..LINES).map(|_| Opening::draw(self.game, plies, rng));
        let mut whole = lines.filter(|line| line.plies == plies);
        let none = || {
            TextError(format!(
                "hardly a game goes on after {plies} random plies; choose fewer --plies"
            ))
        };
        whole.next().map(|line| line.position).ok_or_else(none)
    }
}
