//! What a search can't do it refuses.

use super::{array, find, search, stream, table};
use crate::take_away::{Remainders, TakeAway};
use starhop::backend::Threads;
use starhop::eval::Parametric;
use starhop::game::Game;
use starhop::search::agent;
use starhop::search::spec::{Limit, Method, Search};

#[test]
fn what_does_not_suit_is_refused() {
    let game = TakeAway { stones: 21 };
    let perfect = Remainders.evaluator(&game, &[1.0, 0.0, 0.0, 0.0]);
    let threads = Threads::new(1).unwrap();
    let limited = |method, limit| Search { limit, ..Search::usual(method) };
    for it in [
        search("iddfs"),
        search("best-reply"),
        search("alphabeta(apart=2)"),
        search("minimax(solve=100)"),
        search("alphabeta(table=2)"),
        search("phases"),
        limited(Method::AlphaBeta, None),
        limited(Method::Mcts, Some(Limit::Depth(2))),
        limited(Method::Parallel, Some(Limit::Nodes(2))),
    ] {
        assert!(agent(&game, &it, Some(perfect.as_ref()), &threads).is_err(), "{it}");
    }
    for method in Method::ALL {
        let without = agent(&game, &Search::usual(method), None, &threads);
        assert_eq!(without.is_ok(), method == Method::Random);
    }
}

#[test]
fn what_comes_true_only_once_armies_are_apart_is_refused_where_they_never_are() {
    let threads = Threads::alone();
    let refused = |players, text: &str| {
        let game = table(players);
        let evaluator = array(&game, "hand-tuned-v4");
        let made = agent(&game, &search(text), Some(evaluator.as_ref()), &threads);
        made.err().map(|why| why.to_string())
    };
    for option in ["apart=2", "solve=100", "table=2"] {
        let text = format!("alphabeta(depth=1,{option})");
        for players in [2, 3] {
            assert_eq!(refused(players, &text), None, "{players}: {text}");
        }
        for players in [4, 5, 6] {
            let why = refused(players, &text).unwrap();
            assert!(why.contains(&text) && why.contains("apart"), "{why}");
        }
    }
    assert_eq!(refused(6, "phases"), None);
}

#[test]
fn a_game_that_no_room_knows_is_searched_to_its_end() {
    let game = TakeAway { stones: 10 };
    let careless = Remainders.evaluator(&game, &[0.0; 4]);
    let threads = Threads::new(2).unwrap();
    for text in [
        "minimax(depth=9)",
        "alphabeta(depth=9)",
        "parallel(depth=9)",
        "maxn(depth=9)",
        "alphabeta(nodes=5000)",
    ] {
        assert_eq!(find(&game, text, careless.as_ref(), &game.start()).mv, 2, "{text}");
        let mut agent = agent(&game, &search(text), Some(careless.as_ref()), &threads).unwrap();
        let mut heap = game.start();
        while game.outcome(&heap).is_none() {
            let mv = agent.choose(&game, &heap, &mut stream(0)).unwrap();
            game.play(&mut heap, mv);
        }
        assert_eq!(game.turn(&heap).0, 1, "the first player took the last stone");
    }
}
