//! Promises of [`Evaluator`]: each way to score moves gives what comes of the positions after them.

use super::{Held, Here, holds};
use crate::eval::Evaluator;
use crate::game::{Game, Player};
use crate::rng::Rng;
use crate::search::WIN;
use rand::RngExt as _;

/// What is far below a certain end.
const MOST: f64 = WIN / 1e3;
/// How many of the best moves are asked for.
const FIRST: [usize; 4] = [1, 2, 8, usize::MAX];

/// Where the game goes on; a search that came here may have begun at `root`.
pub(super) fn check<G: Game>(
    here: &Here<'_, G>,
    root: &G::Position,
    whole: &dyn Evaluator<G>,
    rng: &Rng,
) -> Held {
    scored(here, whole, rng)?;
    let parts = [here.position, root].into_iter().filter_map(|it| whole.at(here.game, it));
    parts
        .into_iter()
        .try_for_each(|part| scored(here, part, rng).map_err(|why| format!("at, whose {why}")))
}

/// The margins of all players, where what the position is worth is far from what an end is.
pub(super) fn margins_of<G: Game>(
    game: &G,
    position: &G::Position,
    evaluator: &dyn Evaluator<G>,
) -> Result<Vec<f64>, String> {
    let mut margins = Vec::with_capacity(game.players());
    for player in players(game) {
        let (score, margin) =
            (evaluator.score(game, position, player), evaluator.margin(game, position, player));
        for (name, it) in [("score", score), ("margin", margin)] {
            let is_far = it.is_finite() && it.abs() < MOST;
            holds(is_far, || format!("{name}: {it} for {player:?}, not within ±{MOST:e}"))?;
        }
        margins.push(margin);
    }
    Ok(margins)
}

fn players<G: Game>(game: &G) -> impl Iterator<Item = Player> {
    (0..game.players() as u8).map(Player)
}

fn scored<G: Game>(here: &Here<'_, G>, evaluator: &dyn Evaluator<G>, rng: &Rng) -> Held {
    let Here { game, position, ref moves, ref next } = *here;
    let turn = game.turn(position);
    next.iter().try_for_each(|it| margins_of(game, it, evaluator).map(drop))?;
    let scores: Vec<f64> = next.iter().map(|it| evaluator.score(game, it, turn)).collect();
    let mut found = vec![f64::NAN; 3];
    evaluator.score_moves(game, position, moves, &mut found);
    same("score_moves", here, &found, &scores)?;
    for player in players(game) {
        let margins: Vec<f64> = next.iter().map(|it| evaluator.margin(game, it, player)).collect();
        evaluator.margins(game, position, moves, player, &mut found);
        same("margins", here, &found, &margins)?;
        best_margin(here, evaluator, player, &margins)?;
        if player == turn {
            first_moves(here, evaluator, &margins)?;
        }
    }
    best_move(here, evaluator, &scores, rng)?;
    choice(here, evaluator, rng)
}

fn same<G: Game>(method: &str, here: &Here<'_, G>, found: &[f64], expected: &[f64]) -> Held {
    holds(found.len() == expected.len(), || {
        format!("{method}: {} numbers for {} moves", found.len(), expected.len())
    })?;
    let pairs = here.moves.iter().zip(found.iter().zip(expected));
    let other = pairs.into_iter().find(|(_, (found, expected))| found != expected);
    other.map_or(Ok(()), |(&mv, (found, expected))| {
        let text = here.text(mv);
        Err(format!("{method}: {found:?} for {text}, after which it is {expected:?}"))
    })
}

/// The best margin is found with and without a look at all moves.
fn best_margin<G: Game>(
    here: &Here<'_, G>,
    evaluator: &dyn Evaluator<G>,
    player: Player,
    margins: &[f64],
) -> Held {
    let Here { game, position, .. } = *here;
    let sign = if game.turn(position) == player { 1.0 } else { -1.0 };
    let worth = evaluator.margin(game, position, player);
    let find = |enough| evaluator.best_margin(game, position, player, worth, enough);
    let Some((value, looked_at)) = find(sign * f64::INFINITY) else { return Ok(()) };
    let best = sign * margins.iter().map(|it| sign * it).fold(f64::NEG_INFINITY, f64::max);
    let count = margins.len() as u64;
    holds(value == best && looked_at == count, || {
        format!("best_margin: {value:?} of {looked_at} moves, not {best:?} of {count}")
    })?;
    for &enough in margins {
        let Some((value, looked_at)) = find(enough) else {
            return Err("best_margin: None, but not for every `enough`".to_string());
        };
        let is_enough = sign * value >= sign * enough && margins.contains(&value);
        holds(is_enough && (1..=count).contains(&looked_at), || {
            format!("best_margin: {value:?} of {looked_at} moves, where {enough:?} is enough")
        })?;
    }
    Ok(())
}

fn first_moves<G: Game>(here: &Here<'_, G>, evaluator: &dyn Evaluator<G>, margins: &[f64]) -> Held {
    let Here { game, position, moves, .. } = here;
    let mut order: Vec<usize> = (0..moves.len()).collect();
    // A sum with 0 has no negative zero.
    order.sort_by(|&one, &two| (margins[two] + 0.0).total_cmp(&(margins[one] + 0.0)));
    let ordered: Vec<G::Move> = order.into_iter().map(|index| moves[index]).collect();
    for most in FIRST {
        let Some(found) = evaluator.first_moves(game, position, most) else { break };
        let expected = &ordered[..most.min(moves.len())];
        holds(found == expected, || {
            format!("first_moves: {}, not {}", listed(here, &found), listed(here, expected))
        })?;
    }
    Ok(())
}

fn listed<G: Game>(here: &Here<'_, G>, moves: &[G::Move]) -> String {
    let texts: Vec<String> = moves.iter().map(|&mv| here.text(mv)).collect();
    texts.join(" ")
}

/// Greedy play by a fast way makes the draws and moves that it makes by all scores.
fn best_move<G: Game>(
    here: &Here<'_, G>,
    evaluator: &dyn Evaluator<G>,
    scores: &[f64],
    rng: &Rng,
) -> Held {
    let Here { game, position, moves, .. } = here;
    let (mut fast, mut plain) = (rng.clone(), rng.clone());
    let Some(found) = evaluator.best_move(game, position, &mut moves.clone(), &mut fast) else {
        return Ok(());
    };
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let all = moves.iter().zip(scores);
    let tied: Vec<G::Move> = all.filter(|it| *it.1 == best).map(|it| *it.0).collect();
    let place = match tied.len() {
        0 | 1 => 0,
        ties => plain.random_range(0..ties as u32) as usize,
    };
    holds(tied.get(place) == Some(&found), || {
        let found = here.text(found);
        format!("best_move: {found}, not the one drawn of {}", listed(here, &tied))
    })?;
    holds(fast == plain, || {
        format!("best_move: another number of draws than for {} of one score", tied.len())
    })
}

fn choice<G: Game>(here: &Here<'_, G>, evaluator: &dyn Evaluator<G>, rng: &Rng) -> Held {
    let chosen = evaluator.choose(here.game, here.position, &mut rng.clone());
    let is_legal = chosen.is_none_or(|mv| here.moves.contains(&mv));
    holds(is_legal, || format!("choose: {chosen:?}, which isn't legal"))
}
