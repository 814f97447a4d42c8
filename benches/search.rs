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
use starhop::search::spec::Search;
use starhop::search::{Agent, Searcher};
use std::time::Instant;

const ARRAY: &str = "hand-tuned-v4";
const POSITIONS: u64 = 20;
/// Times that all positions are searched, each time by a new searcher; the median counts.
const ROUNDS: usize = 9;
const RUNS: [&str; 16] = [
    "minimax(depth=2)",
    "alphabeta(depth=2)",
    "parallel(depth=2)",
    "minimax(depth=3)",
    "alphabeta(depth=3)",
    "parallel(depth=3)",
    "minimax(depth=4)",
    "alphabeta(depth=4)",
    "parallel(depth=4)",
    "alphabeta(depth=5)",
    "parallel(depth=5)",
    "alphabeta(depth=6)",
    "parallel(depth=6)",
    "alphabeta(ms=50)",
    "parallel(ms=50)",
    "parallel(ms=25)",
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
        "{:20} {:>12} {:>14} {:>10} {:>6} {:>10}",
        "", "nodes", "nodes/s", "ms", "depth", "branching"
    );
    let words: Vec<String> = std::env::args().skip(1).filter(|it| !it.starts_with('-')).collect();
    let is_asked = |name: &&str| words.is_empty() || words.iter().any(|it| it == name);
    for name in RUNS.into_iter().filter(is_asked) {
        let search: Search = name.parse().expect("a search");
        let round = || {
            let mut searcher = Searcher::new(&game, &search, evaluator.as_ref(), &threads)
                .expect("a fitting search");
            let started = Instant::now();
            let find = |at| searcher.find(&game, at, &mut stream(0));
            let found: Vec<_> = positions.iter().map(find).collect();
            (started.elapsed().as_secs_f64(), found)
        };
        let mut rounds: Vec<_> = (0..ROUNDS).map(|_| round()).collect();
        rounds.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let (seconds, found) = rounds.swap_remove(ROUNDS / 2);
        let mean = |sum: f64| sum / POSITIONS as f64;
        let total = found.iter().map(|it| it.nodes).sum::<u64>() as f64;
        println!(
            "{name:20} {:12.0} {:14.0} {:10.2} {:6.2} {:10.2}",
            mean(total),
            total / seconds,
            mean(1e3 * seconds),
            mean(found.iter().map(|it| f64::from(it.depth)).sum()),
            mean(found.iter().map(|it| (it.nodes as f64).powf(1.0 / f64::from(it.depth))).sum()),
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
