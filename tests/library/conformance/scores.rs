//! Evaluations: moves are worth what the positions after them are, and margins what they are said
//! to be.

use super::subject::{Evaluation, Subject};
use rand::RngExt;
use starhop::eval::Evaluator;
use starhop::game::{Game, Player};
use starhop::rng::{Purpose, Seed};

/// Positions that all evaluations score.
const POSITIONS: usize = 24;

/// Calls `check` with every evaluation in every position of a sample, and with the one that it names for
/// that position.
fn each<G: Game>(
    subject: &Subject<G>,
    mut check: impl FnMut(&Evaluation<'_, G>, &dyn Evaluator<G>, &G::Position),
) {
    let positions = subject.sample(POSITIONS);
    for evaluation in subject.evaluations() {
        let others = positions.iter().cycle().skip(1);
        for (position, other) in positions.iter().zip(others) {
            let whole = evaluation.evaluator.as_ref();
            check(&evaluation, whole, position);
            if let Some(here) = whole.at(&subject.game, position) {
                check(&evaluation, here, position);
                check(&evaluation, here, other);
            }
        }
    }
}

pub fn moves<G: Game>(subject: &Subject<G>) {
    let game = &subject.game;
    each(subject, |evaluation, evaluator, position| {
        let (moves, turn) = (subject.moves(position), game.turn(position));
        let next: Vec<_> = moves.iter().map(|&mv| subject.after(position, mv)).collect();
        let mut found = vec![f64::NAN; 3];
        evaluator.score_moves(game, position, &moves, &mut found);
        let scores = next.iter().map(|it| evaluator.score(game, it, turn));
        assert_eq!(found, scores.collect::<Vec<_>>(), "scores by {}", evaluation.name);
        assert!(found.iter().all(|it| it.is_finite()), "scores by {}", evaluation.name);
        for player in subject.seats() {
            found.push(f64::NAN);
            evaluator.margins(game, position, &moves, player, &mut found);
            let margins = next.iter().map(|it| evaluator.margin(game, it, player));
            assert_eq!(found, margins.collect::<Vec<_>>(), "margins by {}", evaluation.name);
            best(game, evaluator, position, player, &found);
        }
    });
}

/// Greedy play by a fast way makes the same draws and moves as by all scores.
pub fn best_moves<G: Game>(subject: &Subject<G>) {
    let game = &subject.game;
    each(subject, |evaluation, evaluator, position| {
        let moves = subject.moves(position);
        let mut scores = Vec::new();
        evaluator.score_moves(game, position, &moves, &mut scores);
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let tied: Vec<_> = (0..moves.len()).filter(|&index| scores[index] == best).collect();
        for number in 0..4 {
            let stream = || Seed::new(7).unwrap().stream(Purpose::Bench, &[number]);
            let (mut fast, mut plain) = (stream(), stream());
            let mut buffer = moves.clone();
            let found = evaluator.best_move(game, position, &mut buffer, &mut fast);
            let Some(found) = found else { return };
            let drawn = match tied.len() as u32 {
                1 => 0,
                ties => plain.random_range(0..ties),
            };
            assert_eq!(found, moves[tied[drawn as usize]], "by {}", evaluation.name);
            assert_eq!(fast.random::<u64>(), plain.random::<u64>(), "by {}", evaluation.name);
        }
    });
}

/// The moves that come first by their margins are found with and without a look at all of them.
pub fn first_moves<G: Game>(subject: &Subject<G>) {
    let game = &subject.game;
    each(subject, |evaluation, evaluator, position| {
        let moves = subject.moves(position);
        let mut margins = Vec::new();
        evaluator.margins(game, position, &moves, game.turn(position), &mut margins);
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by(|&one, &two| margins[two].total_cmp(&margins[one]));
        let ordered: Vec<_> = order.into_iter().map(|index| moves[index]).collect();
        for most in [1, 2, 8, usize::MAX] {
            let Some(found) = evaluator.first_moves(game, position, most) else { return };
            assert_eq!(found, ordered[..most.min(moves.len())], "{most} by {}", evaluation.name);
        }
    });
}

/// The best of the margins is found with and without a look at all of them.
fn best<G: Game>(
    game: &G,
    evaluator: &dyn Evaluator<G>,
    position: &G::Position,
    player: Player,
    margins: &[f64],
) {
    let sign = if game.turn(position) == player { 1.0 } else { -1.0 };
    let worth = evaluator.margin(game, position, player);
    let find = |enough| evaluator.best_margin(game, position, player, worth, enough);
    let Some(found) = find(sign * f64::INFINITY) else { return };
    let most = margins.iter().map(|it| sign * it).fold(f64::NEG_INFINITY, f64::max);
    assert_eq!((sign * found.0, found.1), (most, margins.len() as u64));
    for &enough in margins {
        let (value, looked_at) = find(enough).unwrap();
        assert!(sign * value >= sign * enough && margins.contains(&value));
        assert!((1..=margins.len() as u64).contains(&looked_at));
    }
}

/// Families that are not said to be antisymmetric have to show that they aren't.
pub fn margins<G: Game>(subject: &Subject<G>) {
    let game = &subject.game;
    if game.players() != 2 {
        return;
    }
    let positions = subject.lines().concat();
    for of in &subject.families {
        let evaluations = subject.evaluations_of(of);
        let is_negated = |evaluation: &Evaluation<'_, G>| {
            let [one, other] = [0, 1].map(Player);
            positions.iter().all(|it| {
                let margin = |player| evaluation.evaluator.margin(game, it, player);
                margin(one) == -margin(other)
            })
        };
        assert_eq!(evaluations.iter().all(is_negated), of.is_antisymmetric, "{}", of.kind);
    }
}

/// Whoever says how a game is won or lost is worth most and least to searches, so that an
/// evaluation must keep far from [`starhop::search::WIN`].
pub fn bounds<G: Game>(subject: &Subject<G>) {
    each(subject, |evaluation, evaluator, position| {
        for player in subject.seats() {
            let margin = evaluator.margin(&subject.game, position, player);
            assert!(margin.abs() < starhop::search::WIN / 1e3, "{margin} by {}", evaluation.name);
        }
    });
}
