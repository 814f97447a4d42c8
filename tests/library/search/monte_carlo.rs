//! Monte Carlo tree search is a function of its stream.

use super::{array, positions, search, stream, table};
use crate::take_away::{Remainders, TakeAway};
use starhop::backend::Threads;
use starhop::eval::Parametric;
use starhop::game::Game;
use starhop::search::Searcher;

#[test]
fn the_same_stream_finds_the_same() {
    for players in [2, 3] {
        let game = table(players);
        let evaluator = array(&game, "hand-tuned-v4");
        let threads = Threads::new(1).unwrap();
        let searcher = || {
            Searcher::new(&game, &search("mcts(nodes=60)"), evaluator.as_ref(), &threads).unwrap()
        };
        let positions = positions::mixed(&game, 20);
        let all = |number| -> Vec<_> {
            let mut searcher = searcher();
            positions.iter().map(|it| searcher.find(&game, it, &mut stream(number))).collect()
        };
        assert_eq!(all(1), all(1));
        assert_ne!(all(1), all(2));
    }
}

#[test]
fn it_finds_the_only_winning_move_without_an_evaluation_that_knows() {
    let game = TakeAway { stones: 14 };
    let careless = Remainders.evaluator(&game, &[0.0; 4]);
    let threads = Threads::new(1).unwrap();
    let text = "mcts(nodes=3000,width=3,plies=20,epsilon=1)";
    let mut searcher = Searcher::new(&game, &search(text), careless.as_ref(), &threads).unwrap();
    let found = searcher.find(&game, &game.start(), &mut stream(3));
    assert_eq!((found.mv, found.nodes), (2, 3000));
}
