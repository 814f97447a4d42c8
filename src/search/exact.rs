//! What positions are worth if both players play as well as can be: won, drawn or lost.
//!
//! Alpha-beta over these three values (Knuth and Moore, An Analysis of Alpha-Beta Pruning, 1975),
//! each time with a window that nothing fits into: whether the player to move wins, and whether it
//! doesn't lose. What was found out is remembered with the whole position, so that neither an
//! accident of keys nor anything that they leave out makes a value wrong.

use crate::backend::Threads;
use crate::eval::Evaluator;
use crate::game::{Game, Outcome, Player, TextError};

/// Bytes that a table takes.
const TABLE: usize = 32 << 20;
/// Plies that are looked ahead at most, since every one takes some of the thread's stack.
const LONGEST: u32 = 512;

/// What a position is worth to a player; the better, the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Worth {
    /// The other player can win, whatever this one does.
    Lost,
    /// Neither can.
    Drawn,
    /// The player can win, whatever the other one does.
    Won,
}

impl Worth {
    /// The worth of the same position to the other player.
    fn turned(self) -> Worth {
        match self {
            Worth::Lost => Worth::Won,
            Worth::Drawn => Worth::Drawn,
            Worth::Won => Worth::Lost,
        }
    }

    /// What an end is worth to a player. One that nobody won is a draw.
    fn of(outcome: Outcome, player: Player) -> Worth {
        match outcome {
            Outcome::Won(winner) if winner == player => Worth::Won,
            Outcome::Won(_) => Worth::Lost,
            Outcome::Unfinished => Worth::Drawn,
        }
    }
}

/// What has to be reached, and what the other player has to reach to prevent it.
#[derive(Clone, Copy, PartialEq)]
enum Bar {
    Draw,
    Win,
}

impl Bar {
    fn worth(self) -> Worth {
        match self {
            Bar::Draw => Worth::Drawn,
            Bar::Win => Worth::Won,
        }
    }

    fn other(self) -> Bar {
        match self {
            Bar::Draw => Bar::Win,
            Bar::Win => Bar::Draw,
        }
    }
}

/// Solves positions of a game for two.
#[derive(Debug)]
pub struct Exact<'a, G: Game> {
    game: &'a G,
    evaluator: &'a dyn Evaluator<G>,
    most: u64,
    threads: Threads,
}

impl<'a, G: Game> Exact<'a, G> {
    /// A solver that looks at `most` positions at most for each that it is asked about. The
    /// evaluation says which moves are tried first, and has no part in what they are worth.
    ///
    /// # Errors
    /// Where the game isn't for two players.
    pub fn new(
        game: &'a G,
        evaluator: &'a dyn Evaluator<G>,
        most: u64,
    ) -> Result<Exact<'a, G>, TextError> {
        match game.players() {
            2 => Ok(Exact { game, evaluator, most, threads: Threads::alone() }),
            players => {
                Err(TextError(format!("{players} players: positions can be solved for 2 only")))
            }
        }
    }

    /// The same, which solves nothing more once the threads are asked to stop.
    pub fn until(self, threads: &Threads) -> Self {
        Exact { threads: threads.clone(), ..self }
    }

    /// The moves of a position where the game goes on, in the order of the move generator, each with
    /// its worth to the player who makes it; `None` where solving them takes too many positions.
    pub fn worths(&self, position: &G::Position) -> Option<Vec<(G::Move, Worth)>> {
        let slots = TABLE / size_of::<Option<Known<G::Position>>>();
        let mut prover =
            Prover { exact: self, nodes: 0, table: vec![None; slots.max(1)], spare: Vec::new() };
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        moves.into_iter().map(|mv| Some((mv, prover.worth(position, mv)?))).collect()
    }
}

/// What is known of a position: bounds of its worth to the player to move, and the index of a move
/// that reached the lower one.
#[derive(Clone)]
struct Known<P> {
    position: P,
    least: Worth,
    most: Worth,
    best: u16,
}

/// The answers for one position and all below it.
struct Prover<'a, G: Game> {
    exact: &'a Exact<'a, G>,
    nodes: u64,
    table: Vec<Option<Known<G::Position>>>,
    /// Buffers that no node uses at the moment.
    spare: Vec<Buffers<G::Move>>,
}

struct Buffers<M> {
    moves: Vec<M>,
    values: Vec<f64>,
    order: Vec<u16>,
}

impl<G: Game> Prover<'_, G> {
    /// What a move is worth to the player who makes it.
    fn worth(&mut self, position: &G::Position, mv: G::Move) -> Option<Worth> {
        let game = self.exact.game;
        let player = game.turn(position);
        if let Some(outcome) = game.outcome_after(position, mv) {
            return Some(Worth::of(outcome, player));
        }
        let mut next = position.clone();
        game.play(&mut next, mv);
        let worth = match self.reaches(&next, Bar::Draw, 1)? {
            false => Worth::Lost,
            true if self.reaches(&next, Bar::Win, 1)? => Worth::Won,
            true => Worth::Drawn,
        };
        Some(if game.turn(&next) == player { worth } else { worth.turned() })
    }

    /// Whether the player to move reaches the bar, in a position where the game goes on.
    fn reaches(&mut self, position: &G::Position, bar: Bar, ply: u32) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > self.exact.most || ply > LONGEST || self.exact.threads.is_stopped() {
            return None;
        }
        let none = || Buffers { moves: Vec::new(), values: Vec::new(), order: Vec::new() };
        let mut buffers = self.spare.pop().unwrap_or_else(none);
        let reached = self.try_moves(position, bar, ply, &mut buffers);
        self.spare.push(buffers);
        reached
    }

    fn try_moves(
        &mut self,
        position: &G::Position,
        bar: Bar,
        ply: u32,
        buffers: &mut Buffers<G::Move>,
    ) -> Option<bool> {
        let game = self.exact.game;
        let player = game.turn(position);
        if self.look_at_ends(position, bar, buffers) {
            return Some(true);
        }
        let slot = self.slot(position);
        let known = self.table[slot].as_ref().filter(|known| known.position == *position);
        if let Some(reached) = known.and_then(|known| known.settles(bar)) {
            return Some(reached);
        }
        let first = known.map(|known| known.best);
        self.sort(position, first, buffers);
        let mut reaching = None;
        for &index in &buffers.order {
            let mut next = position.clone();
            game.play(&mut next, buffers.moves[usize::from(index)]);
            let reached = match game.turn(&next) == player {
                true => self.reaches(&next, bar, ply + 1)?,
                false => !self.reaches(&next, bar.other(), ply + 1)?,
            };
            if reached {
                reaching = Some(index);
                break;
            }
        }
        self.remember(slot, position, bar, reaching);
        Some(reaching.is_some())
    }

    /// Whether a move that ends the game reaches the bar; where none does, those that go on stand in
    /// the order after it.
    fn look_at_ends(
        &self,
        position: &G::Position,
        bar: Bar,
        Buffers { moves, order, .. }: &mut Buffers<G::Move>,
    ) -> bool {
        let game = self.exact.game;
        game.moves(position, moves);
        order.clear();
        for (index, &mv) in (0..).zip(moves.iter()) {
            match game.outcome_after(position, mv) {
                Some(end) if Worth::of(end, game.turn(position)) >= bar.worth() => return true,
                Some(_) => {}
                None => order.push(index),
            }
        }
        false
    }

    /// First the move that did before, then the best at once, and among equals the middle ones of
    /// the move generator, which on many boards is the middle.
    fn sort(
        &self,
        position: &G::Position,
        first: Option<u16>,
        Buffers { moves, values, order }: &mut Buffers<G::Move>,
    ) {
        let Exact { game, evaluator, .. } = self.exact;
        evaluator.margins(game, position, moves, game.turn(position), values);
        let last = moves.len() as u16 - 1;
        order.sort_by(|&one, &other| {
            let worth = |index: u16| values[usize::from(index)];
            let off = |index: u16| (2 * index).abs_diff(last);
            let is_later = |index: u16| first != Some(index);
            is_later(one)
                .cmp(&is_later(other))
                .then(worth(other).total_cmp(&worth(one)))
                .then(off(one).cmp(&off(other)))
        });
    }

    fn remember(&mut self, slot: usize, position: &G::Position, bar: Bar, reaching: Option<u16>) {
        let before = self.table[slot].take().filter(|known| known.position == *position);
        let new = || Known {
            position: position.clone(),
            least: Worth::Lost,
            most: Worth::Won,
            best: u16::MAX,
        };
        let mut known = before.unwrap_or_else(new);
        match (reaching, bar) {
            (Some(best), _) => (known.least, known.best) = (bar.worth(), best),
            (None, Bar::Win) => known.most = Worth::Drawn,
            (None, Bar::Draw) => known.most = Worth::Lost,
        }
        self.table[slot] = Some(known);
    }

    /// A game's keys may differ in any bits.
    fn slot(&self, position: &G::Position) -> usize {
        let key = self.exact.game.key(position).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((u128::from(key) * self.table.len() as u128) >> u64::BITS) as usize
    }
}

impl<P> Known<P> {
    /// Whether the bar is reached, where that is known.
    fn settles(&self, bar: Bar) -> Option<bool> {
        match bar.worth() {
            worth if self.least >= worth => Some(true),
            worth if self.most < worth => Some(false),
            _ => None,
        }
    }
}
