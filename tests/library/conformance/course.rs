//! How games go: ends, moves, keys, and positions that are values.

use super::subject::Subject;
use starhop::game::hints::SearchHints;
use starhop::game::{Game, Outcome};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Every so many positions of a line, the keys of all that follow are compared, too.
const KEYS_EVERY: usize = 16;
/// Moves of positions of which all that follow are looked at.
const FEW: usize = 40;

pub fn ends<G: SearchHints>(subject: &Subject<G>) {
    let game = &subject.game;
    let mut won = 0;
    for line in subject.lines() {
        for (index, position) in line.iter().enumerate() {
            let outcome = game.outcome(position);
            assert_eq!(outcome.is_some(), game.reason(position).is_some());
            assert_eq!(outcome.is_some(), index + 1 == line.len());
            assert_ne!(game.reason(position), Some(""));
            assert!(game.turn(position).index() < game.players());
            if let Some(Outcome::Won(winner)) = outcome {
                assert!(winner.index() < game.players());
                assert_eq!(game.least_moves(position, winner), 0);
                won += 1;
            }
        }
    }
    assert!(won > 0, "no line of {} was won", game.rules_text());
}

pub fn moves<G: Game>(subject: &Subject<G>) {
    for position in subject.lines().concat() {
        if subject.game.outcome(&position).is_some() {
            continue;
        }
        let moves = subject.moves(&position);
        let mut again = moves.clone();
        subject.game.moves(&position.clone(), &mut again);
        assert_eq!(moves, again, "into a list that isn't empty");
        assert!(!moves.is_empty(), "{}", subject.game.draw(&position));
        for (index, mv) in moves.iter().enumerate() {
            assert!(!moves[..index].contains(mv), "{mv:?} in {}", subject.game.draw(&position));
        }
    }
}

/// Moves are counted, and the move at a place is found, without making the others.
pub fn places<G: SearchHints>(subject: &Subject<G>) {
    let game = &subject.game;
    for (number, position) in subject.lines().concat().iter().enumerate() {
        if game.outcome(position).is_some() {
            continue;
        }
        let moves = subject.moves(position);
        let count = game.count_moves(position);
        assert!(count.is_none_or(|it| it as usize == moves.len()), "{}", game.draw(position));
        let at = number % moves.len();
        for place in [0, at, moves.len() - 1] {
            let found = game.move_at(position, |count| {
                assert_eq!(count as usize, moves.len(), "{}", game.draw(position));
                place as u32
            });
            assert!(found.is_none_or(|mv| mv == moves[place]), "{}", game.draw(position));
        }
    }
}

pub fn plies<G: SearchHints>(subject: &Subject<G>) {
    let game = &subject.game;
    let mut others = Vec::new();
    for position in subject.lines().concat() {
        if game.outcome(&position).is_some() {
            continue;
        }
        others = hints(subject, &position, &others);
        let (mover, drawing) = (game.turn(&position), game.draw(&position));
        let before = position.clone();
        for mv in subject.moves(&position) {
            let next = subject.after(&position, mv);
            assert_eq!(game.outcome_after(&position, mv), game.outcome(&next), "{mv:?}");
            assert_eq!(subject.after(&position, mv), next, "{mv:?}");
            if game.outcome(&next) == Some(Outcome::Won(mover)) {
                assert!(game.least_moves(&position, mover) <= 1, "{mv:?} wins in {drawing}");
            }
        }
        assert_eq!(position, before);
        assert_eq!(game.draw(&position), drawing, "a copy shares something with what it is of");
    }
}

/// What is said of moves without making them holds for all moves, and for those of another position.
fn hints<G: SearchHints>(
    subject: &Subject<G>,
    position: &G::Position,
    others: &[G::Move],
) -> Vec<G::Move> {
    let (game, moves) = (&subject.game, subject.moves(position));
    let known = moves.iter().filter(|&&mv| game.can_play(position, mv)).count();
    assert!(known == 0 || known == moves.len(), "{known} of {moves:?}");
    for mv in others {
        assert!(!game.can_play(position, *mv) || moves.contains(mv), "{mv:?}");
    }
    if !game.may_end(position) {
        let ends = |&&mv: &&G::Move| game.outcome_after(position, mv).is_some();
        assert_eq!(moves.iter().find(ends), None, "{}", game.draw(position));
    }
    moves
}

/// What a key stands for: whose turn it is, and what is drawn but for the line above the board.
fn seen<G: Game>(game: &G, position: &G::Position) -> (usize, String) {
    let drawing = game.draw(position);
    let (_, board) = drawing.split_once('\n').unwrap();
    (game.turn(position).index(), board.to_string())
}

/// All positions four plies on, both players' first two moves chosen, where there are few: among
/// them are those that have stood before.
fn returns<G: Game>(subject: &Subject<G>) -> Vec<G::Position> {
    let goes_on = |it: &G::Position| subject.game.outcome(it).is_none();
    let mut all = Vec::new();
    for position in subject.sample(40) {
        let first = |it: &G::Position| subject.after(it, subject.moves(it)[0]);
        let Some(here) = Some(first(&position)).filter(goes_on).map(|it| first(&it)) else {
            continue;
        };
        if !goes_on(&here) || subject.moves(&here).len() > FEW {
            continue;
        }
        for next in subject.moves(&here).into_iter().map(|mv| subject.after(&here, mv)) {
            if goes_on(&next) && subject.moves(&next).len() <= FEW {
                all.extend(subject.moves(&next).into_iter().map(|mv| subject.after(&next, mv)));
            }
        }
    }
    all
}

pub fn keys<G: Game>(subject: &Subject<G>) {
    let game = &subject.game;
    let (mut by_key, mut by_sight) = (HashMap::new(), HashMap::new());
    let mut check = |position: &G::Position| {
        let (key, sight) = (game.key(position), seen(game, position));
        assert_eq!(key, game.key(&position.clone()));
        match by_sight.entry(sight.clone()) {
            Entry::Vacant(entry) => _ = entry.insert(key),
            Entry::Occupied(entry) => assert_eq!(*entry.get(), key, "{sight:?}"),
        }
        assert_eq!(by_key.entry(key).or_insert_with(|| sight.clone()), &sight);
    };
    for (index, position) in subject.lines().concat().into_iter().enumerate() {
        check(&position);
        if index % KEYS_EVERY == 0 && game.outcome(&position).is_none() {
            let moves = subject.moves(&position);
            moves.into_iter().for_each(|mv| check(&subject.after(&position, mv)));
        }
    }
    returns(subject).iter().for_each(&mut check);
    assert!(by_key.len() > 50, "{} keys", by_key.len());
}

/// Armies part only where that is said, and a lone one is what is left of a position.
pub fn armies<G: SearchHints>(subject: &Subject<G>) {
    let game = &subject.game;
    for position in subject.lines().concat() {
        let goes_on = game.outcome(&position).is_none();
        assert!(!goes_on || !game.is_apart(&position) || game.can_part());
        for player in subject.seats() {
            let Some(alone) = game.alone(&position, player) else { continue };
            assert_eq!(game.turn(&alone), player);
            assert_eq!(game.alone(&alone, player), Some(alone.clone()));
            let own = |it: char| it == (b'1' + player.0) as char;
            let count = |it: &G::Position| seen(game, it).1.matches(own).count();
            let others = |it: char| it.is_ascii_digit() && !own(it);
            assert_eq!(
                (count(&alone), seen(game, &alone).1.matches(others).count()),
                (count(&position), 0)
            );
            let least = game.least_moves(&alone, player);
            let has_won = game.outcome(&alone) == Some(Outcome::Won(player));
            assert_eq!(least == 0, has_won, "{}", game.draw(&alone));
        }
    }
}

pub fn turns<G: SearchHints>(subject: &Subject<G>) {
    let game = &subject.game;
    let start = game.start();
    let hands = game.hand_turn(&mut start.clone(), game.turn(&start));
    for position in subject.sample(50) {
        for player in subject.seats() {
            let mut handed = position.clone();
            assert_eq!(game.hand_turn(&mut handed, player), hands);
            match hands {
                true => {
                    assert_eq!(game.turn(&handed), player);
                    assert_eq!(seen(game, &handed).1, seen(game, &position).1);
                }
                false => assert_eq!(handed, position),
            }
            if player == game.turn(&position) {
                assert_eq!(handed, position, "no turn is handed over");
            }
        }
    }
}
