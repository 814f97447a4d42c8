//! What positions are worth to the player who looks ahead.

use crate::eval::Evaluator;
use crate::game::hints::SearchHints;
use crate::game::{Outcome, Player};
use crate::rng::Rng;
use rand::RngExt;

/// The value of a win at once; each ply to the end takes one off. It is more than any margin, and
/// small enough that sums stay exact.
pub const WIN: f64 = 1e15;

/// Whether a value says how the game ends within that many plies, so that a deeper search would
/// find no other end.
pub(super) fn is_proven(value: f64, depth: u32) -> bool {
    value.abs() >= WIN - f64::from(depth)
}

/// A game as a player sees it who goes by an evaluation.
pub(super) struct View<'a, G: SearchHints> {
    pub game: &'a G,
    pub evaluator: &'a dyn Evaluator<G>,
    pub player: Player,
    /// Whether moves that retreat are left out where there are others.
    pub forward: bool,
    /// Whether moves that capture don't count as plies.
    pub extend: bool,
    /// Plies beyond the depth, while a position isn't quiet.
    pub quiescence: u32,
    /// Moves of a position below the root that are looked at; 0 for all.
    pub width: u32,
    /// Whether a position is left where even passing would be good enough.
    pub null_move: bool,
}

impl<'a, G: SearchHints> View<'a, G> {
    /// The view of the player to move.
    pub fn new(game: &'a G, evaluator: &'a dyn Evaluator<G>, position: &G::Position) -> Self {
        View {
            game,
            evaluator,
            player: game.turn(position),
            forward: false,
            extend: false,
            quiescence: 0,
            width: 0,
            null_move: false,
        }
    }

    /// The view by the evaluation for that position.
    pub fn at(&self, position: &G::Position) -> View<'a, G> {
        let evaluator = self.evaluator.at(self.game, position).unwrap_or(self.evaluator);
        View { evaluator, ..*self }
    }

    /// Whether the search ends here, with that many plies left, those beyond the depth among them.
    pub fn is_leaf(&self, position: &G::Position, left: u32) -> bool {
        left == 0 || left <= self.quiescence && self.game.is_quiet(position)
    }

    /// How many plies are left after a move.
    pub fn left_after(&self, position: &G::Position, mv: G::Move, left: u32) -> u32 {
        let is_free = self.extend && self.game.captures(position, mv);
        if is_free { left } else { left - 1 }
    }

    /// The moves that are looked at.
    pub fn moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.game.moves(position, moves);
        if self.forward && !moves.iter().all(|&mv| self.game.retreats(position, mv)) {
            moves.retain(|&mv| !self.game.retreats(position, mv));
        }
    }

    /// 1 where the player who looks ahead has the turn, else -1.
    pub fn sign(&self, position: &G::Position) -> f64 {
        if self.game.turn(position) == self.player { 1.0 } else { -1.0 }
    }

    /// The same game as another player sees it.
    pub fn of(&self, player: Player) -> View<'a, G> {
        View { player, ..*self }
    }

    /// The position after a move.
    pub fn after(&self, position: &G::Position, mv: G::Move) -> G::Position {
        let mut next = position.clone();
        self.game.play(&mut next, mv);
        next
    }

    /// What an end is worth that many plies from the root.
    pub fn worth(&self, outcome: Outcome, ply: u32) -> f64 {
        match outcome {
            Outcome::Won(player) if player == self.player => WIN - f64::from(ply),
            Outcome::Won(_) => f64::from(ply) - WIN,
            Outcome::Unfinished => 0.0,
        }
    }

    /// What a position is worth where the search ends.
    pub fn leaf(&self, position: &G::Position) -> f64 {
        self.evaluator.margin(self.game, position, self.player)
    }

    /// Puts the moves into `moves`, and into `values` what each is worth if the search ends after it,
    /// that many plies from the root.
    pub fn leaves(
        &self,
        position: &G::Position,
        ply: u32,
        moves: &mut Vec<G::Move>,
        values: &mut Vec<f64>,
    ) {
        self.moves(position, moves);
        self.evaluator.margins(self.game, position, moves, self.player, values);
        if !self.game.may_end(position) {
            return;
        }
        for (&mv, value) in moves.iter().zip(values) {
            if let Some(outcome) = self.game.outcome_after(position, mv) {
                *value = self.worth(outcome, ply);
            }
        }
    }

    /// Whether a move is known to be legal, and to be looked at.
    pub fn can_play(&self, position: &G::Position, mv: G::Move) -> bool {
        !self.forward && self.game.can_play(position, mv)
    }

    /// What a move is worth as [`View::leaves`] has it; `values` is a buffer.
    pub fn worth_after(
        &self,
        position: &G::Position,
        mv: G::Move,
        ply: u32,
        values: &mut Vec<f64>,
    ) -> f64 {
        if self.game.may_end(position)
            && let Some(outcome) = self.game.outcome_after(position, mv)
        {
            return self.worth(outcome, ply);
        }
        self.evaluator.margins(self.game, position, &[mv], self.player, values);
        values[0]
    }

    /// What a position is worth if the search ends after the best move, and how many moves were looked at,
    /// where the evaluation has a fast way to see that and no move may end the game. `worth` is what
    /// the position is worth if the search ends here. A value that isn't between the bounds may be
    /// another one beyond the same bound.
    pub fn best_leaf(
        &self,
        position: &G::Position,
        worth: f64,
        (alpha, beta): (f64, f64),
    ) -> Option<(f64, u64)> {
        if self.forward || self.extend || self.game.may_end(position) {
            return None;
        }
        let enough = if self.game.turn(position) == self.player { beta } else { alpha };
        self.evaluator.best_margin(self.game, position, self.player, worth, enough)
    }

    /// The move of greedy play among those that are looked at, where the evaluation has a fast way to
    /// find it. `tied` is a buffer.
    pub fn best_move(
        &self,
        position: &G::Position,
        tied: &mut Vec<G::Move>,
        rng: &mut Rng,
    ) -> Option<G::Move> {
        if self.forward {
            return None;
        }
        self.evaluator.best_move(self.game, position, tied, rng)
    }

    /// A move among those that are looked at, each with the same chance; `moves` is a buffer.
    pub fn random_move(
        &self,
        position: &G::Position,
        moves: &mut Vec<G::Move>,
        rng: &mut Rng,
    ) -> G::Move {
        let place = |count| rng.random_range(0..count);
        let fast = || self.game.move_at(position, place);
        if let Some(mv) = (!self.forward).then(fast).flatten() {
            return mv;
        }
        self.moves(position, moves);
        moves[rng.random_range(0..moves.len() as u32) as usize]
    }

    /// The moves of the player to move, those first that are best at once by its own margin; among
    /// equals in the order of the move generator.
    pub fn ordered(&self, position: &G::Position) -> Vec<(G::Move, f64)> {
        let (mut moves, mut values) = (Vec::new(), Vec::new());
        self.of(self.game.turn(position)).leaves(position, 1, &mut moves, &mut values);
        let mut ordered: Vec<(G::Move, f64)> = moves.into_iter().zip(values).collect();
        // A sum with 0 has no negative zero, which would come after zero.
        ordered.sort_by(|(_, one), (_, two)| (two + 0.0).total_cmp(&(one + 0.0)));
        ordered
    }

    /// The first moves of that order, at most that many.
    pub fn first_moves(&self, position: &G::Position, most: usize) -> Vec<G::Move> {
        let is_plain = !self.forward && !self.game.may_end(position);
        let fast = || self.evaluator.first_moves(self.game, position, most);
        is_plain.then(fast).flatten().unwrap_or_else(|| {
            self.ordered(position).into_iter().take(most).map(|(mv, _)| mv).collect()
        })
    }
}
