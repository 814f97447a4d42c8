//! Searches that leave out moves on trust: as far as they don't, they find what full ones find.

use super::{array, find, positions, search, table};
use crate::take_away::{Remainders, TakeAway};
use starhop::backend::Threads;
use starhop::eval::Parametric;
use starhop::game::Game;
use starhop::search::agent;

#[test]
fn a_width_of_all_moves_and_passing_near_the_leaves_change_nothing() {
    let game = table(2);
    let evaluator = array(&game, "generation-7822");
    for position in positions::mixed(&game, 30) {
        let of = |text: &str| {
            let found = find(&game, text, evaluator.as_ref(), &position);
            (found.mv, found.value, found.nodes)
        };
        assert_eq!(of("alphabeta(depth=4,width=10000)"), of("alphabeta(depth=4)"));
        assert_eq!(of("alphabeta(depth=3,nullmove)"), of("alphabeta(depth=3)"));
        // At the root all moves are looked at, and one ply from the end all that follow.
        assert_eq!(of("alphabeta(depth=2,width=1)"), of("alphabeta(depth=2)"));
    }
}

#[test]
fn what_is_left_out_isn_t_looked_at_and_what_is_found_repeats() {
    let game = table(2);
    let evaluator = array(&game, "generation-7822");
    let count = |text: &str| {
        let all = positions::mixed(&game, 30);
        let found = all.iter().map(|position| find(&game, text, evaluator.as_ref(), position));
        let found: Vec<_> = found.map(|it| (it.mv, it.value, it.nodes)).collect();
        for (position, (mv, ..)) in all.iter().zip(&found) {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            assert!(moves.contains(mv));
        }
        found
    };
    let nodes = |text: &str| count(text).iter().map(|(.., nodes)| nodes).sum::<u64>();
    let plain = nodes("alphabeta(depth=5)");
    for (text, share) in [("width=10", 3), ("nullmove", 1), ("width=10,nullmove", 3)] {
        let text = format!("alphabeta(depth=5,{text})");
        let few = nodes(&text);
        assert!(few * share < plain, "{text}: {few} of {plain}");
        assert_eq!(count(&text), count(&text));
    }
}

/// With three players others may be left out, but nobody is thought to pass.
#[test]
fn who_can_t_pass_isn_t_thought_to() {
    let refused = |players| {
        let game = table(players);
        let evaluator = array(&game, "hand-tuned-v4");
        let search = search("paranoid(depth=2,width=5,nullmove)");
        agent(&game, &search, Some(evaluator.as_ref()), &Threads::alone()).err()
    };
    assert!(refused(2).is_none());
    assert!(refused(3).unwrap().to_string().contains("two players"));
    let game = TakeAway { stones: 21 };
    let evaluator = Remainders.evaluator(&game, &[1.0, 0.0, 0.0, 0.0]);
    let search = search("alphabeta(nullmove)");
    let made = agent(&game, &search, Some(evaluator.as_ref()), &Threads::alone());
    assert!(made.err().unwrap().to_string().contains("pass"));
}
