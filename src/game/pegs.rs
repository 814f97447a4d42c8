//! Games of pegs that step and hop: their moves, and what notation, evaluations and fast play
//! have to know of them.

use super::hints::SearchHints;
use super::hop_board::{NODES, NodeSet};
use super::layout::Piece;
use super::peg_status::Status;
use super::win::Win;
use super::{Game, Player, TextError};

/// A peg's move from one hole to another, by a step or a chain of hops. From a hole to itself
/// it is a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PegMove {
    /// The hole the peg leaves.
    pub from: u8,
    /// The hole it ends on.
    pub to: u8,
}

impl PegMove {
    /// What a player who can't move plays.
    pub const PASS: PegMove = PegMove { from: 0, to: 0 };
}

/// A game of pegs that step and hop.
pub trait PegGame: Game<Move = PegMove> {
    /// How many holes the board has.
    const HOLES: usize;

    /// A hole's name; the empty string for a number that is no hole.
    fn name_of(hole: u8) -> String;

    /// The hole of that name.
    ///
    /// # Errors
    /// Where no hole has it.
    fn hole_of(text: &str) -> Result<u8, TextError>;

    /// Whether two holes are neighbours.
    fn is_step(from: u8, to: u8) -> bool;

    /// Where single hops lead a peg of the player to move that has left `lifted` and come to
    /// `from`, clockwise from the right.
    fn hops(
        &self,
        position: &Self::Position,
        lifted: u8,
        from: u8,
    ) -> impl Iterator<Item = u8> + Clone;

    /// The nodes on which pegs stand.
    fn taken(&self, position: &Self::Position) -> NodeSet;

    /// The holes on which a move of the player to move may end that begins in `from`, in ascending order,
    /// where pegs stand on the nodes `taken`.
    fn destinations(
        &self,
        position: &Self::Position,
        taken: &NodeSet,
        from: u8,
    ) -> impl Iterator<Item = u8>;

    /// The node of each hole, and the hole of each node.
    fn nodes() -> (&'static [u8], &'static [u8; NODES]);

    /// Calls `visit` with the nodes of each legal move but a pass: the one that is left, in ascending
    /// order of its hole, and the one that is reached, in any order.
    fn each_move(&self, position: &Self::Position, visit: impl FnMut(u8, u8));

    /// The holes on which the pegs of `player` stand, in ascending order.
    fn pegs_of(&self, position: &Self::Position, player: Player) -> impl Iterator<Item = u8>;

    /// The holes that `player` has to fill.
    fn goal_of(&self, player: Player) -> impl Iterator<Item = u8>;

    /// The holes on which a hop of `player` may land, in passing too: all of the board, where a game doesn't
    /// say others.
    fn landings_of(&self, _player: Player) -> impl Iterator<Item = u8> {
        0..=(Self::HOLES - 1) as u8
    }

    /// The holes on which a move of `player` may end: all of the board, where a game doesn't say others.
    fn stops_of(&self, _player: Player) -> impl Iterator<Item = u8> {
        0..=(Self::HOLES - 1) as u8
    }

    /// The hole that is to the seat of `player` what `hole` is to the seat at corner 1.
    fn turned_hole(&self, player: Player, hole: u8) -> u8;

    /// The number of plies after which a game ends unfinished.
    fn ply_cap(&self) -> u32;

    /// When a player has won.
    fn win(&self) -> Win;

    /// Whether `player` has won, if it moved last.
    fn has_won(&self, position: &Self::Position, player: Player) -> bool;

    /// Whose turn it is in a position, what came before it, and who has won.
    fn status(position: &Self::Position) -> Status;

    /// The position in which the pegs of each player stand on those holes, after `ply` plies from
    /// the start of which the last `passes` were passes.
    fn position_at<const P: usize>(
        &self,
        pegs: &[[u8; P]],
        ply: u32,
        passes: u32,
    ) -> Self::Position;
}

/// [`Game::key`] on a board with that many corners: `numbers` are of each player's holes, then of turns, then
/// of passes.
pub(super) fn key<G: PegGame>(
    game: &G,
    position: &G::Position,
    numbers: &[u64],
    corners: usize,
) -> u64 {
    let Status { turn, passes, .. } = G::status(position);
    let turns = corners * G::HOLES;
    let mut key = numbers[turns + turn.index()] ^ numbers[turns + corners + usize::from(passes)];
    for player in (0..game.players() as u8).map(Player) {
        for hole in game.pegs_of(position, player) {
            key ^= numbers[player.index() * G::HOLES + usize::from(hole)];
        }
    }
    key
}

/// Puts the legal moves into `moves`, in ascending order of the hole left, then of the hole reached.
pub(super) fn put_moves<G: PegGame>(game: &G, position: &G::Position, moves: &mut Vec<PegMove>) {
    moves.clear();
    let taken = game.taken(position);
    for from in game.pegs_of(position, game.turn(position)) {
        let to = game.destinations(position, &taken, from);
        moves.extend(to.map(|to| PegMove { from, to }));
    }
    if moves.is_empty() {
        moves.push(PegMove::PASS);
    }
}

/// Whether a move that is no pass is legal.
pub(super) fn can_play<G: PegGame>(game: &G, position: &G::Position, mv: PegMove) -> bool {
    let mut pegs = game.pegs_of(position, game.turn(position));
    let to = || game.destinations(position, &game.taken(position), mv.from).any(|to| to == mv.to);
    pegs.any(|peg| peg == mv.from) && to()
}

/// The legal move at a place in the order of [`put_moves`], without making the others. `place` is
/// given their count and returns the place, counted from 0.
pub(super) fn move_at<G: PegGame>(
    game: &G,
    position: &G::Position,
    place: impl FnOnce(u32) -> u32,
) -> PegMove {
    let (mut all, mut by_node) = (0u32, [0u8; NODES]);
    game.each_move(position, |from, _| {
        all += 1;
        by_node[usize::from(from)] += 1;
    });
    let mut place = place(all.max(1));
    let (nodes, _) = G::nodes();
    for from in game.pegs_of(position, game.turn(position)) {
        let here = u32::from(by_node[usize::from(nodes[usize::from(from)])]);
        if place < here {
            let taken = game.taken(position);
            let to = game.destinations(position, &taken, from).nth(place as usize);
            debug_assert!(to.is_some(), "each_move and destinations tell of the same moves");
            return to.map_or(PegMove::PASS, |to| PegMove { from, to });
        }
        place -= here;
    }
    debug_assert_eq!(all, 0, "a place below the count");
    PegMove::PASS
}

/// Whether a move may end the game: a pass, the last ply, or one that fills the goal.
pub(super) fn may_end<G: PegGame + SearchHints>(game: &G, position: &G::Position) -> bool {
    let Status { turn, passes, ply, .. } = G::status(position);
    let can_stick = usize::from(passes) + 1 >= game.players();
    let is_last = ply + 1 >= game.ply_cap();
    can_stick || is_last || game.least_moves(position, turn) <= 1
}

/// The players who have won; where [`Win::Filled`] holds, only the one who moved last can, and not by
/// a pass.
pub(super) fn winners<G: PegGame>(
    game: &G,
    position: &G::Position,
) -> impl Iterator<Item = Player> {
    let (players, status) = (game.players(), G::status(position));
    let last = Player(((status.turn.index() + players - 1) % players) as u8);
    let moved = move |player: Player| player == last && status.passes == 0;
    let can_win = move |player: Player| game.win() == Win::Own || moved(player);
    let seats = (0..players as u8).map(Player);
    seats.filter(move |&it| can_win(it) && game.has_won(position, it))
}

/// The peg on each hole.
pub(super) fn pieces<G: PegGame>(game: &G, position: &G::Position) -> Vec<Option<Piece>> {
    let mut pieces = vec![None; G::HOLES];
    for player in (0..game.players() as u8).map(Player) {
        for hole in game.pegs_of(position, player) {
            pieces[usize::from(hole)] = Some(Piece { player, kind: "peg" });
        }
    }
    pieces
}

/// A shortest chain of hops for a move, both ends included; among the shortest, the one whose hops
/// turn clockwise from the right the earliest.
pub(super) fn hop_path<G: PegGame>(
    game: &G,
    position: &G::Position,
    mv: PegMove,
) -> Option<Vec<u8>> {
    let mut came_from: Vec<Option<u8>> = vec![None; G::HOLES];
    let mut queue = vec![mv.from];
    let mut next = 0;
    while next < queue.len() && queue.last() != Some(&mv.to) {
        let hole = queue[next];
        next += 1;
        for landing in game.hops(position, mv.from, hole) {
            let slot = &mut came_from[usize::from(landing)];
            if landing != mv.from && slot.is_none() {
                *slot = Some(hole);
                queue.push(landing);
                if landing == mv.to {
                    break;
                }
            }
        }
    }
    let mut path = vec![mv.to];
    while let Some(&hole) = path.last().filter(|&&hole| hole != mv.from) {
        path.push(came_from.get(usize::from(hole)).copied().flatten()?);
    }
    path.reverse();
    Some(path)
}
