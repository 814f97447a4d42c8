//! Promises of [`Game`] and [`SearchHints`].

use super::{Held, Here, holds};
use crate::game::hints::SearchHints;
use crate::game::perft::after;
use crate::game::{Game, Outcome, Player};

/// Where the game goes on. `others` are moves of other positions, some of them legal here, too.
pub(super) fn going_on<G: SearchHints>(here: &Here<'_, G>, others: &[G::Move]) -> Held {
    moves(here)?;
    places(here)?;
    plies(here)?;
    end_hints(here)?;
    known_moves(here, others)?;
    captures(here)?;
    hand_turn(here)
}

/// In every position, the last one, too; the board has that many cells.
pub(super) fn anywhere<G: SearchHints>(game: &G, position: &G::Position, cells: usize) -> Held {
    let (outcome, reason) = (game.outcome(position), game.reason(position));
    holds(outcome.is_some() == reason.is_some(), || {
        format!("reason: {reason:?}, where outcome is {outcome:?}")
    })?;
    holds(reason != Some(""), || "reason: an empty word".to_string())?;
    let (key, copy) = (game.key(position), position.clone());
    holds(copy == *position, || "a copy of the position is another one by ==".to_string())?;
    holds(game.key(&copy) == key, || "key: that of a copy is another".to_string())?;
    if let Some(Outcome::Won(winner)) = outcome {
        let least = game.least_moves(position, winner);
        holds(least == 0, || format!("least_moves: {least} for {winner:?}, who has won"))?;
    }
    holds(!game.is_apart(position) || outcome.is_some() || game.can_part(), || {
        "can_part: false, where is_apart is true".to_string()
    })?;
    pieces(game, position, cells)?;
    (0..game.players() as u8).map(Player).try_for_each(|player| alone(game, position, player))
}

fn pieces<G: Game>(game: &G, position: &G::Position, cells: usize) -> Held {
    let pieces = game.pieces(position);
    holds(pieces.len() == cells, || {
        format!("pieces: {} entries, where layout has {cells} cells", pieces.len())
    })?;
    let stranger = pieces.iter().flatten().find(|it| it.player.index() >= game.players());
    stranger.map_or(Ok(()), |it| Err(format!("pieces: one of {:?}, who isn't there", it.player)))
}

fn alone<G: SearchHints>(game: &G, position: &G::Position, player: Player) -> Held {
    let Some(alone) = game.alone(position, player) else { return Ok(()) };
    let turn = game.turn(&alone);
    holds(turn == player, || format!("alone: it is the turn of {turn:?}, not of {player:?}"))?;
    let again = game.alone(&alone, player);
    holds(again.as_ref() == Some(&alone), || {
        format!("alone: once more for {player:?} gives another position")
    })?;
    let has_won = game.outcome(&alone) == Some(Outcome::Won(player));
    let least = game.least_moves(&alone, player);
    holds(!has_won || least == 0, || {
        format!("least_moves: {least} for {player:?}, who has won alone")
    })
}

fn moves<G: Game>(here: &Here<'_, G>) -> Held {
    let Here { game, position, moves, .. } = here;
    let mut again = moves.clone();
    game.moves(position, &mut again);
    holds(again.len() == moves.len(), || {
        format!("moves: {} into an empty list, {} into a used one", moves.len(), again.len())
    })?;
    holds(again == *moves, || "moves: others, or in another order, the second time".to_string())?;
    let twice = moves.iter().enumerate().find(|(index, mv)| moves[..*index].contains(mv));
    twice.map_or(Ok(()), |(_, mv)| Err(format!("moves: {} stands there twice", here.text(*mv))))
}

/// Moves are counted, and the move at a place is found, without making the others.
fn places<G: SearchHints>(here: &Here<'_, G>) -> Held {
    let Here { game, position, moves, .. } = here;
    let count = game.count_moves(position);
    holds(count.is_none_or(|it| it as usize == moves.len()), || {
        format!("count_moves: {count:?}, where there are {}", moves.len())
    })?;
    for (place, mv) in moves.iter().enumerate() {
        let mut told = None;
        let found = game.move_at(position, |count| {
            told = Some(count as usize);
            place as u32
        });
        let Some(found) = found else {
            return holds(told.is_none(), || "move_at: None, after `place` was called".to_string());
        };
        holds(told == Some(moves.len()), || {
            format!("move_at: `place` is given {told:?}, where there are {} moves", moves.len())
        })?;
        holds(found == *mv, || {
            format!("move_at: {} at place {place}, not {}", here.text(found), here.text(*mv))
        })?;
    }
    Ok(())
}

/// Moves do the same each time, and leave copies of the position alone.
fn plies<G: Game>(here: &Here<'_, G>) -> Held {
    let Here { game, position, .. } = *here;
    let (before, drawing) = (position.clone(), game.draw(position));
    for (mv, next) in here.moves_with_next() {
        let told = game.outcome_after(position, mv);
        let outcome = game.outcome(next);
        holds(told == outcome, || {
            format!("outcome_after: {told:?} for {}, after which it is {outcome:?}", here.text(mv))
        })?;
        holds(after(game, position, mv) == *next, || {
            format!("play: {} gives another position the second time", here.text(mv))
        })?;
    }
    holds(*position == before && game.draw(position) == drawing, || {
        "play: a copy of the position shares something with it, which moves change".to_string()
    })
}

fn end_hints<G: SearchHints>(here: &Here<'_, G>) -> Held {
    let Here { game, position, .. } = *here;
    let (turn, may_end) = (game.turn(position), game.may_end(position));
    let least = game.least_moves(position, turn);
    for (mv, next) in here.moves_with_next() {
        let Some(outcome) = game.outcome(next) else { continue };
        holds(may_end, || format!("may_end: false, where {} ends the game", here.text(mv)))?;
        holds(outcome != Outcome::Won(turn) || least <= 1, || {
            format!("least_moves: {least} for {turn:?}, whom {} wins the game", here.text(mv))
        })?;
    }
    Ok(())
}

fn known_moves<G: SearchHints>(here: &Here<'_, G>, others: &[G::Move]) -> Held {
    let Here { game, position, moves, .. } = here;
    let stranger = others.iter().find(|&&mv| game.can_play(position, mv) && !moves.contains(&mv));
    stranger.map_or(Ok(()), |mv| Err(format!("can_play: true for {mv:?}, which isn't legal")))
}

fn captures<G: SearchHints>(here: &Here<'_, G>) -> Held {
    let Here { game, position, moves, .. } = here;
    let is_quiet = game.is_quiet(position);
    match moves.iter().find(|&&mv| game.captures(position, mv)) {
        Some(&mv) => {
            holds(!is_quiet, || format!("is_quiet: true, where {} captures", here.text(mv)))
        }
        None => holds(is_quiet, || "is_quiet: false, where no move captures".to_string()),
    }
}

fn hand_turn<G: SearchHints>(here: &Here<'_, G>) -> Held {
    let Here { game, position, .. } = *here;
    let turn = game.turn(position);
    let hand = |player: Player| {
        let mut handed = position.clone();
        let hands = game.hand_turn(&mut handed, player);
        (hands, handed)
    };
    let (hands, own) = hand(turn);
    holds(own == *position, || format!("hand_turn: {turn:?} has it, but something changes"))?;
    for player in (0..game.players() as u8).map(Player) {
        let (is_handed, handed) = hand(player);
        holds(is_handed == hands, || {
            format!("hand_turn: {hands} for {turn:?}, {is_handed} for {player:?}")
        })?;
        let now = game.turn(&handed);
        let expected = if hands { player } else { turn };
        holds(now == expected, || format!("hand_turn: {is_handed}, then the turn of {now:?}"))?;
        holds(hands || handed == *position, || {
            "hand_turn: false, but the position changes".to_string()
        })?;
        let mut again = handed.clone();
        for player in [turn, player] {
            game.hand_turn(&mut again, player);
        }
        let is_same = game.key(&again) == game.key(&handed);
        holds(is_same && game.pieces(&handed) == game.pieces(position), || {
            format!("hand_turn: to {player:?}, or there once more, changes the key or pieces")
        })?;
    }
    Ok(())
}
