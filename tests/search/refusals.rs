//! What a search can't do it refuses.

use super::take_away::{Remainders, TakeAway};
use super::{find, search, stream};
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
            let mv = agent.choose(&game, &heap, &mut stream(0));
            game.play(&mut heap, mv);
        }
        assert_eq!(game.turn(&heap).0, 1, "the first player took the last stone");
    }
}
