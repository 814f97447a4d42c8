//! A book as a player reads it, and how it is learnt.

use super::{Book, BookEntry};
use crate::game::{Game, TextError};
use crate::play::tally::score_interval;
use crate::play::transcript::{FAILED, LEFT, Transcript};
use crate::play::win_draw_loss::WinDrawLoss;
use crate::rng::Rng;
use crate::search::clock::GameClock;
use crate::search::{Agent, AgentError};
use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;

/// The move that a book advises in each of its positions.
#[derive(Debug)]
pub struct Openings<G: Game> {
    /// By the position's key.
    advice: HashMap<u64, G::Move>,
}

/// The moves of one position, in the order of the move generator, and what came of each.
struct Known<M> {
    moves: Vec<M>,
    results: Vec<Option<WinDrawLoss>>,
}

impl<G: Game> Openings<G> {
    /// Reads a book's moves.
    ///
    /// In each position it advises the move whose share of points has the greatest lower end of
    /// Wilson's 95 % interval, among equals the first of the move generator; but no move where that
    /// one won less than an equal's share. A draw is half a win.
    ///
    /// # Errors
    /// Names the line of a move that isn't legal there, or that stands twice.
    pub fn new(game: &G, book: &Book) -> Result<Openings<G>, TextError> {
        let mut known: HashMap<u64, Known<G::Move>> = HashMap::new();
        let mut last: (&[String], G::Position) = (&[], game.start());
        for (number, entry) in &book.entries {
            let at = |why: String| TextError(format!("line {number}: {why}"));
            if last.0 != entry.line {
                last = (&entry.line, after(game, &entry.line).map_err(|why| at(why.0))?);
            }
            if game.outcome(&last.1).is_some() {
                return Err(at("the game is over there".to_string()));
            }
            let mv = game.parse_move(&last.1, &entry.mv).map_err(|why| at(why.0))?;
            let known = known.entry(game.key(&last.1)).or_insert_with(|| {
                let mut moves = Vec::new();
                game.moves(&last.1, &mut moves);
                Known { results: vec![None; moves.len()], moves }
            });
            let index = known.moves.iter().position(|&it| it == mv);
            let slot = index.and_then(|index| known.results.get_mut(index));
            let results = slot.ok_or_else(|| at(format!("'{}' is not legal", entry.mv)))?;
            if results.replace(entry.results).is_some() {
                return Err(at(format!("'{}' stands there before", entry.mv)));
            }
        }
        let best = |(key, known): (u64, Known<G::Move>)| Some((key, known.best(game.players())?));
        Ok(Openings { advice: known.into_iter().filter_map(best).collect() })
    }

    /// The move that the book advises, where it knows one.
    pub fn advise(&self, game: &G, position: &G::Position) -> Option<G::Move> {
        let &mv = self.advice.get(&game.key(position))?;
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        Some(mv).filter(|mv| moves.contains(mv))
    }
}

impl<M: Copy> Known<M> {
    fn best(&self, players: usize) -> Option<M> {
        let mut best: Option<(f64, M, WinDrawLoss)> = None;
        for (&mv, results) in self.moves.iter().zip(&self.results) {
            let Some(results) = *results else { continue };
            let worth = least_share(results);
            if best.is_none_or(|(most, _, _)| worth > most) {
                best = Some((worth, mv, results));
            }
        }
        let (_, mv, results) = best?;
        results.share().filter(|&share| share >= 1.0 / players as f64).map(|_| mv)
    }
}

/// The lower end of the 95 % interval of a share of points.
fn least_share(results: WinDrawLoss) -> f64 {
    results.share().map_or(0.0, |share| score_interval(share, results.games() as f64).0)
}

/// The position after those moves.
fn after<G: Game>(game: &G, line: &[String]) -> Result<G::Position, TextError> {
    let mut position = game.start();
    for (ply, text) in (1..).zip(line) {
        if game.outcome(&position).is_some() {
            return Err(TextError(format!("the game is over before ply {ply}")));
        }
        let mv = game.parse_move(&position, text);
        let mv = mv.map_err(|why| TextError(format!("ply {ply}: {}", why.0)))?;
        game.play(&mut position, mv);
    }
    Ok(position)
}

/// A player that goes by a book as long as it knows the position, and then by itself.
pub(in crate::play) struct Booked<'a, G: Game> {
    pub openings: &'a Openings<G>,
    pub agent: Box<dyn Agent<G> + 'a>,
}

impl<G: Game> Agent<G> for Booked<'_, G> {
    fn prepare(
        &mut self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
    ) -> Result<(), AgentError> {
        let advised = self.openings.advise(game, position);
        advised.map_or_else(|| self.agent.prepare(game, position, rng), |_| Ok(()))
    }

    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
    ) -> Result<G::Move, AgentError> {
        let advised = self.openings.advise(game, position);
        advised.map_or_else(|| self.agent.choose(game, position, rng), Ok)
    }

    fn hear_clocks(&mut self, clocks: &[Option<GameClock>]) {
        self.agent.hear_clocks(clocks);
    }

    fn hear(&mut self, game: &G, position: &G::Position, mv: G::Move) {
        self.agent.hear(game, position, mv);
    }
}

/// What is learnt of one position.
struct Learnt {
    line: Vec<String>,
    moves: Vec<(String, WinDrawLoss)>,
}

/// Learns what bots played in the first `plies` plies of games, and how it went: for each position
/// all moves that were played in `least` games or more. A position that several lines lead to has
/// all their games, under the line that came first. Moves of a random opening only lead there, and
/// games in which a bot failed, or that a person left, don't count.
///
/// # Errors
/// Where a game has a move that isn't legal.
pub fn learn<G: Game>(
    game: &G,
    games: &[Transcript],
    plies: u32,
    least: u64,
) -> Result<Vec<BookEntry>, TextError> {
    let (mut places, mut learnt): (HashMap<u64, usize>, Vec<Learnt>) = (HashMap::new(), Vec::new());
    for told in games.iter().filter(|told| told.reason != FAILED && told.reason != LEFT) {
        let mut position = game.start();
        let line: Vec<&String> = told.opening.iter().chain(&told.moves).collect();
        for (ply, text) in line.iter().enumerate().take(plies as usize) {
            let mv = game.parse_move(&position, text)?;
            if ply >= told.opening.len() {
                let place = match places.entry(game.key(&position)) {
                    Slot::Occupied(place) => *place.get(),
                    Slot::Vacant(place) => {
                        let line = line[..ply].iter().map(|it| it.to_string()).collect();
                        learnt.push(Learnt { line, moves: Vec::new() });
                        *place.insert(learnt.len() - 1)
                    }
                };
                learnt[place].add(
                    &game.move_text(&position, mv),
                    game.turn(&position).index(),
                    told,
                );
            }
            game.play(&mut position, mv);
        }
    }
    learnt.sort_by(|one, other| (one.line.len(), &one.line).cmp(&(other.line.len(), &other.line)));
    Ok(learnt.into_iter().flat_map(|it| it.entries(least)).collect())
}

impl Learnt {
    fn add(&mut self, mv: &str, mover: usize, told: &Transcript) {
        let place = self.moves.iter().position(|(known, _)| known == mv).unwrap_or_else(|| {
            self.moves.push((mv.to_string(), WinDrawLoss::default()));
            self.moves.len() - 1
        });
        self.moves[place].1.add(match told.winner {
            Some(winner) if winner == mover => 2,
            Some(_) => 0,
            None => 1,
        });
    }

    fn entries(mut self, least: u64) -> Vec<BookEntry> {
        self.moves.retain(|(_, results)| results.games() >= least);
        self.moves.sort_by(|(one, _), (other, _)| one.cmp(other));
        let entry = |(mv, results)| BookEntry { line: self.line.clone(), mv, results };
        self.moves.into_iter().map(entry).collect()
    }
}
