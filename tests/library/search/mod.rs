//! Searches find what they say: against plain ones, on any number of threads, within their limits.

mod beyond;
mod exact;
mod graph;
mod laws;
mod limits;
mod max_prob;
mod monte_carlo;
mod own;
mod plain;
mod positions;
mod refusals;
mod selective;
mod solved;

use crate::play::{after, legal_moves};
use starhop::backend::Threads;
use starhop::eval::Evaluator;
use starhop::eval::Parametric;
use starhop::eval::cell_weights::CellWeightFamily;
use starhop::game::Game;
use starhop::game::chinese_checkers::{ChineseCheckers, Corners};
use starhop::game::hints::SearchHints;
use starhop::rng::{Purpose, Rng, Seed};
use starhop::search::spec::Search;
use starhop::search::{Found, Searcher};

/// The arrays that are tried: with many ties, with few, and one that doesn't go by distance.
const ARRAYS: [&str; 3] = ["hand-tuned-v4", "hand-tuned-v1", "generation-7822"];

fn stream(number: u64) -> Rng {
    Seed::new(11).unwrap().stream(Purpose::Bench, &[number])
}

fn table(players: usize) -> ChineseCheckers {
    crate::play::table(players, Corners::Pass, 75 * players as u32)
}

fn array(game: &ChineseCheckers, name: &str) -> Box<dyn Evaluator<ChineseCheckers>> {
    CellWeightFamily.evaluator(game, &CellWeightFamily.built_in(game, name).unwrap())
}

fn search(text: &str) -> Search {
    text.parse().unwrap()
}

/// What a fresh searcher finds.
fn find<G: SearchHints>(
    game: &G,
    text: &str,
    evaluator: &dyn Evaluator<G>,
    position: &G::Position,
) -> Found<G::Move> {
    let threads = Threads::new(1).unwrap();
    let mut searcher = Searcher::new(game, &search(text), evaluator, &threads).unwrap();
    searcher.find(game, position, &mut stream(0))
}

#[test]
fn a_searcher_goes_on_in_another_thread() {
    let game = table(2);
    let (evaluator, start) = (array(&game, "hand-tuned-v4"), game.start());
    for text in ["minimax(depth=2)", "parallel(depth=3)", "mcts(nodes=50)", "max-prob(depth=1)"] {
        let threads = Threads::new(1).unwrap();
        let mut searcher =
            Searcher::new(&game, &search(text), evaluator.as_ref(), &threads).unwrap();
        let here = searcher.find(&game, &start, &mut stream(0));
        let again = || searcher.find(&game, &start, &mut stream(0));
        let there = std::thread::scope(|scope| scope.spawn(again).join().unwrap());
        assert_eq!(there.mv, here.mv, "{text}");
    }
}
