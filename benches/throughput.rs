//! Plies and games per second on one core, hand-tuned-v4 against itself on standard rules:
//! the plain reference, the general path, and the kernel on all registers that this processor has,
//! in turn, with medians and the ratio to the plain one.
//! `cargo bench --bench throughput` prints it.

mod plain;
mod ways;

use std::time::Instant;
use ways::{ARRAY, Way, ways};

const ROUNDS: usize = 7;
const GAMES: u64 = 4000;

fn main() {
    let ways = ways();
    let mut speeds = vec![Vec::new(); ways.len()];
    let mut plies = vec![0; ways.len()];
    for _ in 0..ROUNDS {
        for (index, way) in ways.iter().enumerate() {
            let (count, seconds) = timed(way);
            plies[index] = count;
            speeds[index].push(count as f64 / seconds);
        }
    }
    assert!(plies.iter().all(|&count| count == plies[0]), "not the same games: {plies:?}");
    println!("{ARRAY} against itself, standard rules, one core, median of {ROUNDS} rounds");
    println!("{:8} {:>14} {:>10} {:>12}", "", "plies/s", "games/s", "against plain");
    let medians: Vec<f64> = speeds.into_iter().map(median).collect();
    for (way, speed) in ways.iter().zip(&medians) {
        let games = speed * GAMES as f64 / plies[0] as f64;
        println!("{:8} {speed:14.0} {games:10.0} {:12.2}", way.name, speed / medians[0]);
    }
}

fn timed(way: &Way) -> (u64, f64) {
    let started = Instant::now();
    (way.plies(0..GAMES), started.elapsed().as_secs_f64())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
