//! Players outside of this process, which are told of games as text, as agents.

use crate::game::{Game, TextError};
use crate::rng::{Rng, Seed};
use crate::search::clock::GameClock;
use crate::search::spec::Pace;
use crate::search::{Agent, AgentError};
use rand::RngExt;
use std::fmt;
use std::fmt::Debug;

/// A player outside of this process.
pub trait Outside: Debug + Send + Sync {
    /// What people call it.
    fn name(&self) -> String;

    /// How much time it has.
    fn pace(&self) -> Pace;

    /// Finds out whether it can be asked at all, unless nobody wants to know any more.
    ///
    /// # Errors
    /// Says why it can't.
    fn check(&self, is_stopped: &dyn Fn() -> bool) -> Result<(), AgentError>;

    /// A seat in a game of that many players under those rules.
    fn seat(&self, players: usize, rules: &str) -> Box<dyn OutsideSeat + '_>;
}

/// A seat of a player outside of this process.
pub trait OutsideSeat: Send {
    /// Gets ready for the game that it is asked in there, unless it is.
    ///
    /// # Errors
    /// Says how it failed, after which it isn't asked.
    fn prepare(&mut self, place: &Place<'_>) -> Result<(), AgentError>;

    /// The move that the player chooses there.
    ///
    /// # Errors
    /// Says how it failed, after which it isn't asked again.
    fn choose(&mut self, place: &Place<'_>) -> Result<Choice, AgentError>;
}

/// Where a player is asked for a move.
pub struct Place<'a> {
    /// The position that the moves begin from, in a line that [`drawing_of`] reads; `None` for the
    /// start of the game.
    pub start: Option<&'a str>,
    /// The moves since then.
    pub moves: &'a [String],
    /// The legal moves.
    pub legal: &'a [String],
    /// Where what it leaves to chance should come from, told where its game begins.
    pub seed: u64,
    /// Which game it is, where other seats may be asked for later moves of it; `None` where this one is for all.
    pub game: Option<u64>,
    /// The seat that is asked, from 0.
    pub seat: usize,
    /// What the clock of each seat says; empty where nobody keeps clocks.
    pub clocks: &'a [Option<GameClock>],
    /// Whether nobody wants the answer any more.
    pub is_stopped: &'a dyn Fn() -> bool,
    /// Fails where a text names no legal move.
    pub check: &'a dyn Fn(&str) -> Result<(), TextError>,
}

impl Place<'_> {
    /// The clock of the seat that is asked; `None` where it has none.
    pub fn clock(&self) -> Option<GameClock> {
        self.clocks.get(self.seat).copied().flatten()
    }
}

impl fmt::Debug for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Place")
            .field("start", &self.start)
            .field("moves", &self.moves)
            .field("legal", &self.legal)
            .field("seed", &self.seed)
            .field("game", &self.game)
            .field("seat", &self.seat)
            .field("clocks", &self.clocks)
            .finish_non_exhaustive()
    }
}

/// The move of a player, and what it says of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// The move in the game's notation.
    pub mv: String,
    /// What it is worth to the player, in a unit of its own.
    pub value: Option<f64>,
    /// How many plies it looked ahead; 0 where it doesn't say.
    pub depth: u32,
    /// How many positions it looked at; 0 where it doesn't say.
    pub nodes: u64,
}

/// A drawn position in one line; [`drawing_of`] goes back.
fn line_of(drawing: &str) -> String {
    let row = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    drawing.trim_end().lines().map(row).collect::<Vec<_>>().join("/")
}

/// A position that stands in one line as a drawing.
pub fn drawing_of(line: &str) -> String {
    line.replace('/', "\n")
}

/// An agent that asks a player outside of this process. It follows its game from the first position
/// that it sees.
pub(super) struct Remote<'a, G: Game> {
    seat: Box<dyn OutsideSeat + 'a>,
    number: Option<u64>,
    is_stopped: Box<dyn Fn() -> bool + 'a>,
    seed: Option<u64>,
    /// Where its game stands; `None` before it has seen any position.
    position: Option<G::Position>,
    start: Option<String>,
    moves: Vec<String>,
    clocks: Vec<Option<GameClock>>,
}

impl<'a, G: Game> Remote<'a, G> {
    /// A seat of that player in a game, which has that [number](Place::game); its answer is awaited no longer once
    /// `is_stopped`.
    pub fn new(
        game: &G,
        (player, number): (&'a dyn Outside, Option<u64>),
        is_stopped: Box<dyn Fn() -> bool + 'a>,
    ) -> Remote<'a, G> {
        Remote {
            seat: player.seat(game.players(), &game.rules_text()),
            number,
            is_stopped,
            seed: None,
            position: None,
            start: None,
            moves: Vec::new(),
            clocks: Vec::new(),
        }
    }

    /// Begins at a position that isn't where the game stands.
    fn follow(&mut self, game: &G, position: &G::Position) {
        if self.position.as_ref() != Some(position) {
            self.start = (*position != game.start()).then(|| line_of(&game.draw(position)));
            self.moves.clear();
            self.position = Some(position.clone());
        }
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// Says how the player failed.
    pub fn ask(
        &mut self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
    ) -> Result<(G::Move, Choice), AgentError> {
        let choice = self.tell(game, position, rng, |seat, place| seat.choose(place))?;
        let mv = game.parse_move(position, &choice.mv).map_err(|why| AgentError::Failed(why.0))?;
        Ok((mv, choice))
    }

    /// Tells the player where its game stands.
    fn tell<T>(
        &mut self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
        told: impl FnOnce(&mut (dyn OutsideSeat + 'a), &Place<'_>) -> Result<T, AgentError>,
    ) -> Result<T, AgentError> {
        self.follow(game, position);
        let seed = *self.seed.get_or_insert_with(|| rng.random_range(0..=Seed::MAX));
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let legal: Vec<String> = moves.iter().map(|&mv| game.move_text(position, mv)).collect();
        let place = Place {
            start: self.start.as_deref(),
            moves: &self.moves,
            legal: &legal,
            seed,
            game: self.number,
            seat: game.turn(position).index(),
            clocks: &self.clocks,
            is_stopped: &self.is_stopped,
            check: &|text| game.parse_move(position, text).map(drop),
        };
        told(self.seat.as_mut(), &place)
    }
}

impl<G: Game> Agent<G> for Remote<'_, G> {
    fn prepare(
        &mut self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
    ) -> Result<(), AgentError> {
        match self.seed {
            // It has been asked before.
            Some(_) => Ok(()),
            None => self.tell(game, position, rng, |seat, place| seat.prepare(place)),
        }
    }

    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
    ) -> Result<G::Move, AgentError> {
        self.ask(game, position, rng).map(|(mv, _)| mv)
    }

    fn hear_clocks(&mut self, clocks: &[Option<GameClock>]) {
        self.clocks = clocks.to_vec();
    }

    fn hear(&mut self, game: &G, position: &G::Position, mv: G::Move) {
        self.follow(game, position);
        self.moves.push(game.move_text(position, mv));
        if let Some(position) = &mut self.position {
            game.play(position, mv);
        }
    }
}
