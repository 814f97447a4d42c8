//! Plies and games per second on one core, hand-tuned-v4 against itself on standard rules:
//! the plain reference, the general path, the kernel without what only some processors have, and
//! the kernel as it is, in turn, with medians and the ratio to the plain one. `cargo bench --bench throughput` prints it.

mod plain;

use starhop::eval::Parametric;
use starhop::eval::cell_weights::CellWeightFamily;
use starhop::game::chinese_checkers::{ChineseCheckers, Rules};
use starhop::game::{Game, Player};
use starhop::play::greedy::{General, GreedyGames, StarGames};
use starhop::play::opening::Opening;
use starhop::rng::{Purpose, Rng, Seed};
use std::time::Instant;

const ROUNDS: usize = 7;
const GAMES: u64 = 4000;
const ARRAY: &str = "hand-tuned-v4";

/// A way of playing: its name, and the plies of a game from a stream.
type Way<'a> = (&'a str, Box<dyn Fn(&mut Rng) -> u32 + 'a>);

fn main() {
    let game = ChineseCheckers::new(2, Rules::standard(2)).expect("two players");
    let values = CellWeightFamily.built_in(&game, ARRAY).expect("a built-in array");
    let plain = plain::Plain::new(&game);
    let turned = [0, 1].map(|player| plain::turned(&game, Player(player), &values));
    let general = General::new(CellWeightFamily, game.clone());
    let evaluator = general.player(&values);
    let star = StarGames::new(CellWeightFamily, game.clone());
    let portable = StarGames::new(CellWeightFamily, game.clone()).portable();
    let player = star.player(&values);
    let start = || Opening { position: game.start(), plies: 0 };
    let (general_start, start) = (general.start(start()), star.start(start()));
    let ways: [Way<'_>; 4] = [
        ("plain", Box::new(|rng| plain.play(&turned, rng).plies)),
        (
            "general",
            Box::new(|rng| general.play(&general_start, &[&evaluator, &evaluator], rng).plies),
        ),
        ("portable", Box::new(|rng| portable.play(&start, &[&player, &player], rng).plies)),
        ("kernel", Box::new(|rng| star.play(&start, &[&player, &player], rng).plies)),
    ];
    let mut speeds = [const { Vec::new() }; 4];
    let mut plies = [0; 4];
    for _ in 0..ROUNDS {
        for (index, (_, play)) in ways.iter().enumerate() {
            let (count, seconds) = timed(play);
            plies[index] = count;
            speeds[index].push(count as f64 / seconds);
        }
    }
    assert!(plies.iter().all(|&count| count == plies[0]), "not the same games: {plies:?}");
    println!("{ARRAY} against itself, standard rules, one core, median of {ROUNDS} rounds");
    println!("{:8} {:>14} {:>10} {:>12}", "", "plies/s", "games/s", "against plain");
    let medians = speeds.map(median);
    for ((name, _), speed) in ways.iter().zip(medians) {
        let games = speed * GAMES as f64 / plies[0] as f64;
        println!("{name:8} {speed:14.0} {games:10.0} {:12.2}", speed / medians[0]);
    }
}

fn timed(play: impl Fn(&mut Rng) -> u32) -> (u64, f64) {
    let seed = Seed::new(1).expect("a small seed");
    let started = Instant::now();
    let games = (0..GAMES).map(|game| play(&mut seed.stream(Purpose::Bench, &[game])));
    let plies = games.map(u64::from).sum();
    (plies, started.elapsed().as_secs_f64())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
