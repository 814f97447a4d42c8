//! A game under way: where it stands, how it came there, and whether it is over.

use super::transcript::REPETITION;
use crate::game::{Game, Outcome, Player};
use std::collections::HashMap;

/// A game under way, with the positions that were there.
#[derive(Debug)]
pub struct Course<G: Game> {
    position: G::Position,
    /// Those before it, from the start on, with the moves that were played there.
    past: Vec<(G::Position, G::Move)>,
    /// See [`GameSettings::repetitions`](super::transcript::GameSettings::repetitions).
    repetitions: u32,
    /// How often the position of each key was there.
    seen: HashMap<u64, u32>,
}

impl<G: Game> Course<G> {
    /// The game at a position, before any ply. A position that is there `repetitions` times ends it
    /// unfinished; 0 for never.
    pub fn new(game: &G, start: &G::Position, repetitions: u32) -> Course<G> {
        let seen = HashMap::from([(game.key(start), 1)]);
        Course { position: start.clone(), past: Vec::new(), repetitions, seen }
    }

    /// Where it stands.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// The positions before it, from the start on, with the moves that were played there.
    pub fn past(&self) -> &[(G::Position, G::Move)] {
        &self.past
    }

    /// Plies played since it began.
    pub fn plies(&self) -> u32 {
        self.past.len() as u32
    }

    /// See [`GameSettings::repetitions`](super::transcript::GameSettings::repetitions).
    pub fn repetitions(&self) -> u32 {
        self.repetitions
    }

    /// Whose turn it is.
    pub fn turn(&self, game: &G) -> Player {
        game.turn(&self.position)
    }

    /// Plays a legal move.
    pub fn play(&mut self, game: &G, mv: G::Move) {
        self.past.push((self.position.clone(), mv));
        game.play(&mut self.position, mv);
        *self.seen.entry(game.key(&self.position)).or_default() += 1;
    }

    /// Takes the last ply back; `false` where there is none.
    pub fn undo(&mut self, game: &G) -> bool {
        let Some((before, _)) = self.past.pop() else { return false };
        if let Some(times) = self.seen.get_mut(&game.key(&self.position)) {
            *times -= 1;
        }
        self.position = before;
        true
    }

    /// How the game ended, and why; `None` while it goes on.
    pub fn outcome(&self, game: &G) -> Option<(Outcome, &'static str)> {
        match game.outcome(&self.position) {
            Some(outcome) => Some((outcome, game.reason(&self.position).unwrap_or_default())),
            None => self.is_repeated(game).then_some((Outcome::Unfinished, REPETITION)),
        }
    }

    /// Whether the position was there before, and ends the game if it comes once more.
    pub fn is_nearly_repeated(&self, game: &G) -> bool {
        let times = || self.times(game);
        self.repetitions > 2 && times() + 1 == self.repetitions && self.outcome(game).is_none()
    }

    fn is_repeated(&self, game: &G) -> bool {
        self.repetitions > 0 && self.times(game) >= self.repetitions
    }

    /// How often the position was there, now included.
    fn times(&self, game: &G) -> u32 {
        self.seen.get(&game.key(&self.position)).copied().unwrap_or_default()
    }
}
