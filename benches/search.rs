//! What alpha-beta leaves out and how fast searches are: hand-tuned-v4, two players, standard
//! rules, on one core, from the same positions in the midst of games. Means over the positions; the
//! branching factor is the root of the nodes that the depth says.
//! `cargo bench --bench search` prints it.

use rand::RngExt;
use starhop::backend::Threads;
use starhop::eval::cell_weights::CellWeightFamily;
use starhop::eval::{Evaluator, Parametric};
use starhop::game::Game;
use starhop::game::chinese_checkers::{ChineseCheckers, Position, Rules};
use starhop::rng::{Purpose, Rng, Seed};
use starhop::search::greedy::Greedy;
use starhop::search::spec::{Limit, Method, Search};
use starhop::search::{Agent, Searcher};
use std::time::Instant;

const ARRAY: &str = "hand-tuned-v4";
const POSITIONS: u64 = 20;
const RUNS: [(Method, u32); 11] = [
    (Method::Minimax, 2),
    (Method::AlphaBeta, 2),
    (Method::Parallel, 2),
    (Method::Minimax, 3),
    (Method::AlphaBeta, 3),
    (Method::Parallel, 3),
    (Method::Minimax, 4),
    (Method::AlphaBeta, 4),
    (Method::Parallel, 4),
    (Method::AlphaBeta, 5),
    (Method::Parallel, 5),
];

fn main() {
    let game = ChineseCheckers::new(2, Rules::standard(2)).expect("two players");
    let values = CellWeightFamily.built_in(&game, ARRAY).expect("a built-in array");
    let evaluator = CellWeightFamily.evaluator(&game, &values);
    let threads = Threads::new(0).expect("threads");
    let positions: Vec<_> =
        (0..POSITIONS).map(|it| position(&game, evaluator.as_ref(), it)).collect();
    println!(
        "{ARRAY}, two players, standard rules, {POSITIONS} positions, {} cores",
        threads.count()
    );
    println!(
        "{:10} {:>6} {:>12} {:>14} {:>10} {:>10}",
        "", "depth", "nodes", "nodes/s", "ms", "branching"
    );
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_asked = |method: Method, depth: u32| {
        let asked: Vec<&String> = words.iter().filter(|it| !it.starts_with('-')).collect();
        let name = format!("{}-{depth}", method.name());
        asked.is_empty() || asked.into_iter().any(|it| *it == name)
    };
    for (method, depth) in RUNS.into_iter().filter(|&(method, depth)| is_asked(method, depth)) {
        let search = Search { limit: Some(Limit::Depth(depth)), ..Search::usual(method) };
        let mut searcher =
            Searcher::new(&game, &search, evaluator.as_ref(), &threads).expect("a fitting search");
        let started = Instant::now();
        let find = |at| searcher.find(&game, at, &mut stream(0)).nodes;
        let nodes: Vec<u64> = positions.iter().map(find).collect();
        let seconds = started.elapsed().as_secs_f64();
        let mean = |values: f64| values / POSITIONS as f64;
        let total = nodes.iter().sum::<u64>() as f64;
        let root = |&nodes: &u64| (nodes as f64).powf(1.0 / f64::from(depth));
        let branching = mean(nodes.iter().map(root).sum());
        println!(
            "{:10} {depth:6} {:12.0} {:14.0} {:10.2} {branching:10.2}",
            method.name(),
            mean(total),
            total / seconds,
            mean(1e3 * seconds),
        );
    }
}

fn stream(number: u64) -> Rng {
    Seed::new(1).expect("a small seed").stream(Purpose::Bench, &[number])
}

/// After 4 random plies and 10 to 48 greedy ones: from the opening to where armies are apart.
fn position(
    game: &ChineseCheckers,
    evaluator: &dyn Evaluator<ChineseCheckers>,
    number: u64,
) -> Position {
    let mut rng = stream(number);
    let mut position = game.start();
    let mut greedy = Greedy::new(evaluator);
    let mut moves = Vec::new();
    for ply in 0..14 + 2 * number {
        game.moves(&position, &mut moves);
        let mv = match ply {
            0..4 => moves[rng.random_range(0..moves.len())],
            _ => greedy.choose(game, &position, &mut rng).unwrap(),
        };
        game.play(&mut position, mv);
    }
    position
}
