//! Looking beyond the depth where pieces can be taken, as algorithms 1 and 3 of "2ID90 International
//! Draught assignment" (de Graaf and Poels, 2017) has it.

use super::{after, find, legal_moves, stream};
use rand::RngExt as _;
use starhop::eval::draughts::DraughtsFamily;
use starhop::eval::{Evaluator, Parametric as _};
use starhop::game::draughts::{Draughts, Move, Position, fen};
use starhop::game::hints::SearchHints;
use starhop::game::{Game as _, Outcome, Player};
use starhop::search::WIN;

/// Depths, with the plies beyond them and the positions that are tried.
const CASES: [(i32, i32, usize); 4] = [(1, 0, 300), (1, 2, 300), (2, 2, 150), (3, 1, 30)];

fn can_take(position: &Position) -> bool {
    legal_moves(&Draughts, position).iter().any(|mv| mv.captured != 0)
}

/// Positions from random games, where something is about to be taken more often than not.
fn positions(count: usize) -> Vec<Position> {
    let mut rng = stream(5);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Draughts.start();
        for _ in 0..rng.random_range(10..90) {
            if Draughts.outcome(&position).is_none() {
                let moves = legal_moves(&Draughts, &position);
                position = after(&Draughts, &position, moves[rng.random_range(0..moves.len())]);
            }
        }
        found.extend(Draughts.outcome(&position).is_none().then_some(position));
    }
    found
}

struct Plain<'a> {
    evaluator: &'a dyn Evaluator<Draughts>,
    player: Player,
    beyond: i32,
}

impl Plain<'_> {
    fn value(&self, position: &Position, depth: i32, ply: u32) -> f64 {
        match Draughts.outcome(position) {
            Some(Outcome::Won(winner)) if winner == self.player => return WIN - f64::from(ply),
            Some(Outcome::Won(_)) => return f64::from(ply) - WIN,
            Some(Outcome::Unfinished) => return 0.0,
            None => {}
        }
        if depth <= 0 && !can_take(position) || depth <= -self.beyond {
            return self.evaluator.margin(&Draughts, position, self.player);
        }
        let values = legal_moves(&Draughts, position)
            .into_iter()
            .map(|mv| self.after(position, mv, depth, ply));
        match Draughts.turn(position) == self.player {
            true => values.fold(f64::NEG_INFINITY, f64::max),
            false => values.fold(f64::INFINITY, f64::min),
        }
    }

    fn after(&self, position: &Position, mv: Move, depth: i32, ply: u32) -> f64 {
        let depth = if mv.captured == 0 { depth - 1 } else { depth };
        self.value(&after(&Draughts, position, mv), depth, ply + 1)
    }
}

#[test]
fn searches_look_beyond_as_the_assignment_does() {
    let hand_set = DraughtsFamily.built_in(&Draughts, "hand-set").unwrap();
    let evaluator = DraughtsFamily.evaluator(&Draughts, &hand_set);
    let mut nodes = [0; 2];
    for (depth, beyond, count) in CASES {
        for position in positions(count) {
            let of = |text: &str| find(&Draughts, text, evaluator.as_ref(), &position);
            let options = format!("(depth={depth},quiescence={beyond},extend)");
            let found = of(&format!("alphabeta{options}"));
            let same = of(&format!("minimax{options}"));
            assert_eq!((found.mv, found.value), (same.mv, same.value));
            nodes[0] += found.nodes;
            nodes[1] += of(&format!("alphabeta(depth={depth})")).nodes;
            if legal_moves(&Draughts, &position).len() > 1 {
                let player = Draughts.turn(&position);
                let plain = Plain { evaluator: evaluator.as_ref(), player, beyond };
                let value = plain.value(&position, depth, 0);
                assert_eq!(found.value, value, "{}", fen::text(&position));
                assert_eq!(plain.after(&position, found.mv, depth, 0), value);
            }
        }
    }
    assert!(nodes[0] > nodes[1], "{nodes:?}");
}

#[test]
fn threads_look_as_far() {
    let pieces = DraughtsFamily.built_in(&Draughts, "pieces").unwrap();
    let evaluator = DraughtsFamily.evaluator(&Draughts, &pieces);
    for position in positions(30) {
        let of = |method: &str| {
            let text = format!("{method}(depth=2,quiescence=2,extend)");
            let found = find(&Draughts, &text, evaluator.as_ref(), &position);
            (found.mv, found.value)
        };
        assert_eq!(of("parallel"), of("alphabeta"));
    }
}

/// White's 32 to 28 gives a man for nothing; a ply is not enough to see it.
#[test]
fn a_man_that_would_be_taken_is_not_given() {
    let position = fen::parse("W:W32,47:B22,23,3").unwrap();
    let pieces = DraughtsFamily.built_in(&Draughts, "pieces").unwrap();
    let evaluator = DraughtsFamily.evaluator(&Draughts, &pieces);
    let value = |text: &str| find(&Draughts, text, evaluator.as_ref(), &position).value;
    assert_eq!(value("alphabeta(depth=1)"), -1.0);
    let gift = Draughts.parse_move(&position, "32-28").unwrap();
    let next = after(&Draughts, &position, gift);
    assert!(can_take(&next) && !Draughts.is_quiet(&next) && Draughts.is_quiet(&position));
    let found =
        find(&Draughts, "alphabeta(depth=1,quiescence=2,extend)", evaluator.as_ref(), &position);
    assert_ne!(found.mv, gift);
}
