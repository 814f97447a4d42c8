use starhop::eval::Parametric;
use starhop::eval::cell_weights::CellWeightFamily;
use starhop::game::chinese_checkers::{ChineseCheckers, Rules};
use starhop::play::greedy::{GreedyGames, StarGames};
use starhop::rng::{Purpose, Seed};
fn main() {
    let n: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let game = ChineseCheckers::new(2, Rules::standard(2)).expect("two players");
    let values = CellWeightFamily.built_in(&game, "hand-tuned-v4").expect("a built-in array");
    let star = StarGames::new(CellWeightFamily, game);
    let player = star.player(&values);
    let seed = Seed::new(1).unwrap();
    let plies: u64 = (0..n)
        .map(|g| {
            u64::from(star.play(&[&player, &player], &mut seed.stream(Purpose::Bench, &[g])).plies)
        })
        .sum();
    eprintln!("plies {plies}");
}
