//! The kernel plays exactly the games that the general path plays from the same streams.

use super::game;
use proptest::prelude::*;
use starhop::backend::Threads;
use starhop::eval::Parametric as _;
use starhop::eval::halma_weights::HalmaWeightFamily;
use starhop::play::games::{Games, General};
use starhop::play::opening::Opening;
use starhop::registry::kernels;
use starhop::rng::{Purpose, Seed};
use starhop::search::spec::Search;
use std::sync::Arc;

/// Weights of a kind: few different values make many ties, distances make real games.
fn weights(kind: u8, numbers: &[i32]) -> Vec<f64> {
    let base = HalmaWeightFamily.built_in(&game(2, 1), "diagonal").unwrap();
    let mix = |modulus: i32| {
        base.iter().zip(numbers).map(|(base, number)| base + f64::from(number % modulus)).collect()
    };
    match kind {
        0 => base,
        1 => mix(2),
        2 => mix(40),
        3 => numbers.iter().map(|number| f64::from(number % 3)).collect(),
        4 => numbers.iter().map(|&number| f64::from(number)).collect(),
        _ => vec![f64::from(numbers[0]); 256],
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_kernel_plays_the_general_games(
        players in prop::sample::select(vec![2usize, 4]),
        cap in prop::sample::select(vec![30u32, 150, 600]),
        arrays in prop::collection::vec((0u8..6, prop::collection::vec(any::<i32>(), 256)), 4),
        opening_plies in prop::sample::select(vec![0u32, 1, 3, 8]),
        seed in 0u64..1_000_000,
    ) {
        let game = game(players, cap);
        let family = Arc::new(HalmaWeightFamily);
        let general =
            General::new(family, game.clone(), Search::default(), Threads::alone()).unwrap();
        let fast = kernels::square(game.clone());
        let portable = kernels::square(game.clone()).portable();
        let values: Vec<Vec<f64>> =
            arrays.iter().take(players).map(|(kind, numbers)| weights(*kind, numbers)).collect();
        let slow_seats: Vec<_> = values.iter().map(|values| general.player(values)).collect();
        let fast_seats: Vec<_> = values.iter().map(|values| fast.player(values)).collect();
        let fast_seats: Vec<_> = fast_seats.iter().collect();
        for number in 0..4 {
            let stream = || Seed::new(seed).unwrap().stream(Purpose::Bench, &[number]);
            let opening = Opening::draw(&game, opening_plies, &mut stream());
            let mut slow_rng = stream();
            let start = general.start(opening.clone());
            let slow = general.play(&start, &slow_seats.iter().collect::<Vec<_>>(), &mut slow_rng);
            for way in [&fast, &portable] {
                let mut rng = stream();
                let played = way.play(&way.start(opening.clone()), &fast_seats, &mut rng);
                prop_assert_eq!(&slow, &played);
                prop_assert_eq!(&slow_rng, &rng, "another number of draws");
            }
        }
    }
}
