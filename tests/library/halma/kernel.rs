//! The kernel plays exactly the games that the general path plays from the same streams.

use super::game;
use crate::kernel::{played_alike, weights};
use proptest::prelude::*;
use starhop::eval::Parametric as _;
use starhop::eval::halma_weights::HalmaWeightFamily;
use starhop::registry::kernels;
use std::sync::Arc;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_kernel_plays_the_general_games(
        players in prop::sample::select(vec![2usize, 4]),
        cap in prop::sample::select(vec![30u32, 150, 600]),
        arrays in prop::collection::vec((0u8..7, prop::collection::vec(any::<i32>(), 256)), 4),
        opening_plies in prop::sample::select(vec![0u32, 1, 3, 8]),
        seed in 0u64..1_000_000,
    ) {
        let base = HalmaWeightFamily.built_in(&game(2, 1), "diagonal").unwrap();
        let values = arrays.iter().take(players);
        let values: Vec<Vec<f64>> =
            values.map(|(kind, numbers)| weights(base.clone(), *kind, numbers)).collect();
        let (family, games) = (Arc::new(HalmaWeightFamily), (opening_plies, seed, 4));
        played_alike(family, &game(players, cap), kernels::square, &values, games);
    }
}
