//! Games between parameter vectors of one family: the general way, and greedy games of pegs that
//! step and hop by the kernel, which plays the same games.

use super::kernel::{Kernel, KernelStart, MOST_PLAYERS, Registers, SeatRules, SeatWeights};
use super::opening::Opening;
use super::runner::{Played, play_from};
use crate::backend::Threads;
use crate::eval::{Evaluator, Parametric};
use crate::game::hints::SearchHints;
use crate::game::hop_board::HopBoard;
use crate::game::pegs::PegGame;
use crate::game::win::Win;
use crate::game::{Game, Outcome, Player, TextError};
use crate::rng::Rng;
use crate::search::spec::Search;
use crate::search::{self, Agent};
use std::sync::Arc;

/// Plays games under one rule set, all players by the same search. A fast way plays the games that [`General`] plays
/// by greedy search, by the same draws.
pub trait Games<G: Game>: Send + Sync {
    /// A parameter vector made ready to play.
    type Prepared: Send + Sync;
    /// An opening made ready to play from.
    type Start: Send + Sync;

    /// Makes a vector ready to play. It has one admitted value for every parameter.
    fn prepare(&self, values: &[f64]) -> Self::Prepared;

    /// The same, written over what these games made of another vector, which isn't needed any more.
    fn prepare_in(&self, room: Self::Prepared, values: &[f64]) -> Self::Prepared {
        drop(room);
        self.prepare(values)
    }

    /// Makes an opening ready to play from.
    fn start(&self, opening: Opening<G::Position>) -> Self::Start;

    /// Plays a game to its end, one vector a seat.
    fn play(
        &self,
        start: &Self::Start,
        seats: &[&Self::Prepared],
        rng: &mut Rng,
    ) -> Played<G::Position>;

    /// The same games without instructions that only some processors have.
    fn portable(self) -> Self
    where
        Self: Sized,
    {
        self
    }
}

/// The general way to play: by move generator, evaluation, search and runner.
#[derive(Debug)]
pub struct General<G: Game> {
    family: Arc<dyn Parametric<G>>,
    game: G,
    search: Search,
    threads: Threads,
}

impl<G: SearchHints> General<G> {
    /// Games between evaluations of a family. A search that uses all cores runs on `threads`; games are broken off
    /// once these are asked to stop.
    ///
    /// # Errors
    /// Where the search doesn't suit the game.
    pub fn new(
        family: Arc<dyn Parametric<G>>,
        game: G,
        search: Search,
        threads: Threads,
    ) -> Result<General<G>, TextError> {
        search::check(&game, &search)?;
        Ok(General { family, game, search, threads })
    }
}

impl<G: SearchHints> Games<G> for General<G> {
    type Prepared = Box<dyn Evaluator<G>>;
    type Start = Opening<G::Position>;

    fn prepare(&self, values: &[f64]) -> Self::Prepared {
        self.family.evaluator(&self.game, values)
    }

    fn start(&self, opening: Self::Start) -> Self::Start {
        opening
    }

    fn play(
        &self,
        start: &Self::Start,
        seats: &[&Self::Prepared],
        rng: &mut Rng,
    ) -> Played<G::Position> {
        let agents = seats.iter().map(|evaluator| {
            search::agent(&self.game, &self.search, Some(evaluator.as_ref()), &self.threads)
                .expect("a search that was checked")
        });
        let mut agents: Vec<Box<dyn Agent<G> + '_>> = agents.collect();
        let played = play_from(&self.game, start, &mut agents, rng, &self.threads);
        played.expect("built-in searches always have a move")
    }
}

/// Greedy games by [per-cell weights](crate::eval::peg_sum), which are whole numbers of 32 bits, by the kernel: games
/// of `P` pegs a player on a board with `D` directions.
#[derive(Debug)]
pub struct HopGames<G, const D: usize, const P: usize> {
    game: G,
    kernel: Kernel<D, P>,
    /// For each player, the nodes of the board on which the holes of an array lie.
    nodes: Vec<Vec<u8>>,
}

impl<G: PegGame, const D: usize, const P: usize> HopGames<G, D, P> {
    /// Games under the rules of `game`, which is played on `board`; `None` where the kernel doesn't know such rules.
    /// It knows that all have `P` pegs, move in turn, and [win](Win::Own) by their own pegs alone.
    pub fn new(board: HopBoard<D>, game: G) -> Option<Self> {
        let has_all = |player| game.pegs_of(&game.start(), player).count() == P;
        let players = || (0..game.players() as u8).map(Player);
        if game.win() != Win::Own || !players().all(has_all) {
            return None;
        }
        let seat = |player| SeatRules {
            goal: board.nodes(game.goal_of(player)),
            land: board.nodes(game.landings_of(player)),
            stop: board.nodes(game.stops_of(player)),
        };
        let holes = 0..board.node.len() as u16;
        let node = |player, hole| board.node[usize::from(game.turned_hole(player, hole as u8))];
        let nodes = |player| holes.clone().map(|hole| node(player, hole)).collect();
        let nodes = players().map(nodes).collect();
        let seats: Vec<SeatRules> = players().map(seat).collect();
        let kernel = Kernel::new(board, &seats, game.ply_cap());
        Some(HopGames { game, kernel, nodes })
    }

    /// The same games by several arrays, of which a player goes by the one for the phase in which its army
    /// is. `way` says how far each hole is on the way of a player's pegs, and `limits` has the sum over an
    /// army at which each phase but the first begins.
    pub fn in_phases(self, way: impl Fn(&G, Player, u8) -> u8, limits: &[u32]) -> Self {
        let holes = || 0..self.kernel.holes() as u16;
        let of = |player| holes().map(|hole| way(&self.game, player, hole as u8)).collect();
        let ways: Vec<Vec<u8>> = (0..self.game.players() as u8).map(Player).map(of).collect();
        HopGames { kernel: self.kernel.in_phases(ways, limits), ..self }
    }

    /// The same games on other registers.
    ///
    /// # Panics
    /// Where the processor lacks them.
    pub fn on(self, registers: Registers) -> Self {
        HopGames { kernel: self.kernel.on(registers), ..self }
    }
}

impl<G: PegGame, const D: usize, const P: usize> Games<G> for HopGames<G, D, P> {
    /// The weights as each seat sees them: for each player its arrays, phase by phase.
    type Prepared = Vec<SeatWeights>;
    type Start = KernelStart<P>;

    fn start(&self, opening: Opening<G::Position>) -> Self::Start {
        let pegs = |player| self.game.pegs_of(&opening.position, Player(player));
        let pegs = (0..self.game.players() as u8).map(pegs);
        let passes = G::status(&opening.position).passes.into();
        self.kernel.start(pegs, opening.plies, passes, opening.line)
    }

    fn prepare(&self, values: &[f64]) -> Vec<SeatWeights> {
        let players = 0..self.nodes.len();
        let arrays = |player| vec![self.kernel.seat(player); self.kernel.arrays()];
        self.prepare_in(players.flat_map(arrays).collect(), values)
    }

    fn prepare_in(&self, mut seats: Vec<SeatWeights>, values: &[f64]) -> Vec<SeatWeights> {
        let arrays = self.kernel.arrays();
        let mut ascending: Vec<i64> = Vec::new();
        for (phase, values) in values.chunks(self.kernel.holes()).enumerate() {
            // Numbers sort faster than pairs: weight above hole.
            let key = |(&value, hole)| i64::from(value as i32) << 8 | hole;
            ascending.clear();
            ascending.extend(values.iter().zip(0..).map(key));
            ascending.sort_unstable();
            let of_phase = seats.iter_mut().skip(phase).step_by(arrays);
            for (seat, nodes) in of_phase.zip(&self.nodes) {
                let on_board = |&key: &i64| ((key >> 8) as i32, nodes[usize::from(key as u8)]);
                self.kernel.weigh(seat, ascending.iter().map(on_board));
            }
        }
        seats
    }

    fn play(
        &self,
        start: &Self::Start,
        seats: &[&Vec<SeatWeights>],
        rng: &mut Rng,
    ) -> Played<G::Position> {
        let arrays = self.kernel.arrays();
        let mut weights: [&[SeatWeights]; MOST_PLAYERS] = [&[]; MOST_PLAYERS];
        for (player, seat) in seats.iter().enumerate() {
            weights[player] = &seat[player * arrays..][..arrays];
        }
        let ended = self.kernel.play(start, &weights[..seats.len()], rng);
        Played {
            outcome: ended.winner.map_or(Outcome::Unfinished, |it| Outcome::Won(Player(it))),
            plies: ended.plies,
            position: self.game.position_at(&ended.pegs[..seats.len()], ended.plies, ended.passes),
            line: ended.line,
        }
    }

    fn portable(self) -> Self {
        self.on(Registers::Pairs)
    }
}
