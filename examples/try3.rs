#[path = "../benches/plain/mod.rs"]
mod plain;
use starhop::eval::{Parametric, cell_weights::CellWeightFamily};
use starhop::game::chinese_checkers::*;
use starhop::game::*;
use starhop::play::greedy::*;
use starhop::rng::*;
use std::time::Instant;
fn main() {
    let mode = std::env::args().nth(1).unwrap_or("all".into());
    let n: u64 = std::env::args().nth(2).map(|x| x.parse().unwrap()).unwrap_or(20000);
    let game = ChineseCheckers::new(2, Rules::standard(2)).unwrap();
    let v4 = CellWeightFamily.built_in(&game, "hand-tuned-v4").unwrap();
    let seed = Seed::new(1).unwrap();
    for rep in 0..if mode == "all" { 3 } else { 1 } {
        if mode != "fast" {
            let p = plain::Plain::new(&game);
            let w: Vec<plain::Weights> = (0..2)
                .map(|i| {
                    let t = game.turned_for(Player(i), &v4);
                    std::array::from_fn(|h| t[h] as i32)
                })
                .collect();
            let s = Instant::now();
            let mut plies = 0u64;
            for g in 0..n / 4 {
                let mut r = seed.stream(Purpose::Bench, &[g]);
                plies += p.play(&w, &mut r).plies as u64;
            }
            let d = s.elapsed().as_secs_f64();
            println!(
                "plain {:.0} plies/s {:.0} games/s plies {}",
                plies as f64 / d,
                (n / 4) as f64 / d,
                plies
            );
        }
        if mode != "plain" {
            let f = StarGames::new(CellWeightFamily, game.clone());
            let a = f.player(&v4);
            let s = Instant::now();
            let mut plies = 0u64;
            for g in 0..n {
                let mut r = seed.stream(Purpose::Bench, &[g]);
                plies += f.play(&[&a, &a], &mut r).plies as u64;
            }
            let d = s.elapsed().as_secs_f64();
            println!(
                "fast  {:.0} plies/s {:.0} games/s plies {}  rep {rep}",
                plies as f64 / d,
                n as f64 / d,
                plies
            );
        }
    }
}
