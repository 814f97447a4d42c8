//! A game as text, played by agents and played again from the text alone.

use super::course::Course;
use super::late::Late;
use super::timing::{Lost, Timing};
use crate::game::line::LineKey;
use crate::game::{Game, Outcome, TextError};
use crate::rng::{Purpose, Rng};
use crate::search::spec::Pace;
use crate::search::{Agent, AgentError};
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The reason of a game that ends because a position was there too often.
pub const REPETITION: &str = "repetition";
/// The reason of a game that ends because a bot failed.
pub const FAILED: &str = "failed";
/// The reason of a game of two that ends because the player to move gave it up.
pub const RESIGNED: &str = "resigned";
/// The reason of a game that ends because the time of the player to move is over: of a game between bots, which says
/// [how](Transcript::why), or of a game of two.
pub const TIME: &str = "time";
/// The reason of a game that was left before its end, so that nobody won.
pub const LEFT: &str = "left";

/// How games are played, beside their rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSettings {
    /// What they are for, which names their streams of chance.
    pub purpose: Purpose,
    /// Random plies that they begin with.
    pub opening_plies: u32,
    /// A game ends unfinished when a position is there this many times; 0 for never. The start and
    /// the positions of the opening count, but none ends the game before the opening is over.
    pub repetitions: u32,
}

/// A game with all its moves, in the game's notation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transcript {
    /// The moves of the opening, which no bot chose.
    pub opening: Vec<String>,
    /// The moves after it.
    pub moves: Vec<String>,
    /// The seat that won, from 0; `None` where nobody did.
    pub winner: Option<usize>,
    /// Why it ended: [`Game::reason`], [`REPETITION`], [`FAILED`], [`RESIGNED`], [`TIME`] or [`LEFT`].
    pub reason: String,
    /// How a bot failed, where one did, or how its clock ran out.
    pub why: Option<String>,
    /// All plies, those of the opening included.
    pub plies: u32,
}

impl Transcript {
    /// A number for all its moves, by which different games are told from repeated ones.
    pub fn line(&self) -> LineKey {
        self.opening.iter().chain(&self.moves).fold(LineKey::default(), |line, mv| line.then(mv))
    }
}

/// What a seat's moves took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spent {
    /// Moves that were asked for.
    pub moves: u64,
    /// Seconds until they were there.
    pub seconds: f64,
    /// Those that were late; `None` where the seat has no limit of time.
    pub late: Option<Late>,
}

impl Spent {
    pub(super) fn none(limit: Option<f64>) -> Spent {
        Spent { late: limit.map(|_| Late::default()), ..Spent::default() }
    }

    pub(super) fn count(&mut self, seconds: f64, limit: Option<f64>) {
        self.moves += 1;
        self.seconds += seconds;
        if let (Some(late), Some(limit)) = (&mut self.late, limit) {
            late.count(seconds, limit);
        }
    }
}

/// Seconds since some moment.
pub type Clock<'a> = dyn Fn() -> f64 + Sync + 'a;

/// Who wins where the bot of `seat` fails, or has no more time: the next seat that is another's.
fn heir<T: PartialEq>(owners: &[T], seat: usize) -> Option<usize> {
    let players = owners.len();
    let after = (1..players).map(|step| (seat + step) % players);
    after.into_iter().find(|&other| owners[other] != owners[seat])
}

/// The seat that wins, from 0, where that one resigns: the other of two; of more there is none.
pub fn beneficiary(players: usize, seat: usize) -> Option<usize> {
    (players == 2).then_some(1 - seat.min(1))
}

/// Plays a game from a position and the moves of `opening` after it, with one agent a seat.
/// Returns the game and what the moves of each seat took. `owners` are the bots in the seats. A bot
/// that fails, panics or answers with an illegal move loses to the next seat of another, and so does a bot whose clock
/// runs out. `paces` say how much time each seat has. A clock runs while its seat chooses a move, not while it prepares.
pub fn play<G: Game>(
    (game, start): (&G, &G::Position),
    repetitions: u32,
    owners: &[usize],
    agents: &mut [Box<dyn Agent<G> + '_>],
    (opening, rng): (&[G::Move], &mut Rng),
    (clock, paces): (&Clock<'_>, &[Option<Pace>]),
) -> (Transcript, Vec<Spent>) {
    let mut course = Course::new(game, start, repetitions);
    let mut told = Transcript::default();
    told.opening.extend(opening.iter().map(|&mv| play_for(game, &mut course, agents, mv)));
    let mut timing = Timing::new(paces);
    let (winner, reason) = loop {
        if let Some((outcome, reason)) = course.outcome(game) {
            break (winner(outcome, agents.len()), reason);
        }
        let seat = course.turn(game).seat_of(agents.len());
        let agent = agents[seat].as_mut();
        let choice = timed(agent, game, course.position(), rng, clock, (seat, &mut timing));
        match choice {
            Ok(mv) => told.moves.push(play_for(game, &mut course, agents, mv)),
            Err((reason, why)) => {
                told.why = Some(why);
                break (heir(owners, seat), reason);
            }
        }
    };
    (told.winner, told.reason, told.plies) = (winner, reason.to_string(), course.plies());
    (told, timing.spent())
}

/// The move of the agent in a seat, whose time is taken, or why it has lost.
fn timed<G: Game>(
    agent: &mut dyn Agent<G>,
    game: &G,
    position: &G::Position,
    rng: &mut Rng,
    clock: &Clock<'_>,
    (seat, timing): (usize, &mut Timing),
) -> Result<G::Move, Lost> {
    let ready = guarded(|| agent.prepare(game, position, rng));
    ready.map_err(|why| (FAILED, why.to_string()))?;
    if let Some(clocks) = timing.clocks() {
        agent.hear_clocks(clocks);
    }
    let began = clock();
    let choice = choose(agent, game, position, rng);
    timing.judge(seat, (clock() - began).max(0.0), choice)
}

/// Plays a move that all agents hear of, and gives its text.
fn play_for<G: Game>(
    game: &G,
    course: &mut Course<G>,
    agents: &mut [Box<dyn Agent<G> + '_>],
    mv: G::Move,
) -> String {
    agents.iter_mut().for_each(|agent| agent.hear(game, course.position(), mv));
    let text = game.move_text(course.position(), mv);
    course.play(game, mv);
    text
}

/// The seat that won, of that many.
fn winner(outcome: Outcome, players: usize) -> Option<usize> {
    match outcome {
        Outcome::Won(player) => Some(player.seat_of(players)),
        Outcome::Unfinished => None,
    }
}

/// The agent's move, or how it failed.
fn choose<G: Game>(
    agent: &mut dyn Agent<G>,
    game: &G,
    position: &G::Position,
    rng: &mut Rng,
) -> Result<G::Move, AgentError> {
    let mv = guarded(|| agent.choose(game, position, rng))?;
    let mut legal = Vec::new();
    game.moves(position, &mut legal);
    match legal.contains(&mv) {
        true => Ok(mv),
        false => Err(AgentError::Failed(format!("illegal move: {mv:?}"))),
    }
}

/// What an agent answers, or how it failed. Neither the agent nor its stream is used again after a panic.
fn guarded<T>(answer: impl FnOnce() -> Result<T, AgentError>) -> Result<T, AgentError> {
    catch_unwind(AssertUnwindSafe(answer))
        .unwrap_or_else(|panic| Err(AgentError::Failed(words(panic.as_ref()))))
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("panic: {}", text.unwrap_or("without words"))
}

/// A position of a game that is replayed.
pub struct ReplayStep<'a> {
    /// The seat that moved there, from 0, and its move's text; `None` at the start.
    pub mv: Option<(usize, &'a str)>,
    /// Draws the position.
    pub draw: &'a dyn Fn() -> String,
}

impl fmt::Debug for ReplayStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReplayStep").field("mv", &self.mv).finish_non_exhaustive()
    }
}

/// Gets every position of a game that is replayed.
pub type Visit<'a> = dyn FnMut(&ReplayStep<'_>) + 'a;

/// Plays a game again from where it began and checks all that its transcript says. `owners` are the
/// bots in the seats. `visit` gets the start and then every ply. Returns the game at its end.
///
/// # Errors
/// Names the ply where the transcript can't be right, and why.
pub fn replay<G: Game>(
    (game, start): (&G, &G::Position),
    repetitions: u32,
    owners: &[String],
    told: &Transcript,
    visit: &mut Visit<'_>,
) -> Result<Course<G>, TextError> {
    if owners.len() != game.players() {
        let (bots, players) = (owners.len(), game.players());
        return Err(TextError(format!("{bots} bots in {players} seats")));
    }
    let mut course = Course::new(game, start, repetitions);
    visit(&ReplayStep { mv: None, draw: &|| game.draw(course.position()) });
    for (index, text) in told.opening.iter().chain(&told.moves).enumerate() {
        let bad = |why: String| TextError(format!("ply {}: {why}", index + 1));
        let is_over = || game.outcome(course.position()).is_some();
        let end = course.outcome(game).filter(|_| index >= told.opening.len() || is_over());
        if let Some((_, reason)) = end {
            return Err(bad(format!("the game was over before: {reason}")));
        }
        let mv = game.parse_move(course.position(), text).map_err(|why| bad(why.0))?;
        let seat = course.turn(game).index();
        course.play(game, mv);
        visit(&ReplayStep { mv: Some((seat, text)), draw: &|| game.draw(course.position()) });
    }
    let ends = check_end(game, &course, owners, told);
    ends.map_err(|why| TextError(format!("at the end: {why}")))?;
    Ok(course)
}

fn check_end<G: Game>(
    game: &G,
    course: &Course<G>,
    owners: &[String],
    told: &Transcript,
) -> Result<(), String> {
    let turn = course.turn(game).index();
    let (winner, reason) = match (told.reason.as_str(), course.outcome(game)) {
        (FAILED, None) => (heir(owners, turn), FAILED),
        (RESIGNED, None) => (beneficiary(owners.len(), turn), RESIGNED),
        (TIME, None) if told.why.is_some() => (heir(owners, turn), TIME),
        (TIME, None) => (beneficiary(owners.len(), turn), TIME),
        (LEFT, None) => (None, LEFT),
        (_, None) => return Err("the game goes on".to_string()),
        (FAILED, Some((_, reason))) => return Err(format!("nobody failed: {reason}")),
        (_, Some((outcome, reason))) => (winner(outcome, owners.len()), reason),
    };
    if told.reason != reason {
        return Err(format!("the reason is '{reason}', not '{}'", told.reason));
    }
    let name = |winner: Option<usize>| {
        winner.map_or("nobody".to_string(), |seat| format!("seat {}", seat.saturating_add(1)))
    };
    if told.winner != winner {
        return Err(format!("{} wins, not {}", name(winner), name(told.winner)));
    }
    if told.plies != course.plies() {
        return Err(format!("{} plies, not {}", course.plies(), told.plies));
    }
    match (reason, told.why.is_some()) {
        (FAILED, false) => Err(format!("the reason '{FAILED}' needs a 'why'")),
        (FAILED | TIME, _) | (_, false) => Ok(()),
        _ => Err(format!("'why' is for the reasons '{FAILED}' and '{TIME}' and for no other")),
    }
}

#[cfg(test)]
mod tests;
