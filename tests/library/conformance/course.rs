//! How games go: keys, armies and turns.

use super::subject::Subject;
use starhop::game::hints::SearchHints;
use starhop::game::{Game, Outcome};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Every so many positions of a line, the keys of all that follow are compared, too.
const KEYS_EVERY: usize = 16;
/// Moves of positions of which all that follow are looked at.
const FEW: usize = 40;

/// A game that knows a legal move without making the list knows all of them.
pub fn known_moves<G: SearchHints>(subject: &Subject<G>) {
    for position in subject.sample(400) {
        let moves = subject.moves(&position);
        let known = moves.iter().filter(|&&mv| subject.game.can_play(&position, mv)).count();
        assert!(known == 0 || known == moves.len(), "{known} of {moves:?}");
    }
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
        for player in subject.seats() {
            let Some(alone) = game.alone(&position, player) else { continue };
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

/// Whose turn it is changes nothing on the board.
pub fn turns<G: SearchHints>(subject: &Subject<G>) {
    let game = &subject.game;
    for position in subject.sample(50) {
        for player in subject.seats() {
            let mut handed = position.clone();
            game.hand_turn(&mut handed, player);
            assert_eq!(seen(game, &handed).1, seen(game, &position).1);
        }
    }
}
