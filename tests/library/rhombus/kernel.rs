//! The kernel plays exactly the games that the general path plays from the same streams.

use super::game;
use crate::kernel::{played_alike, weights};
use proptest::prelude::*;
use starhop::eval::Parametric as _;
use starhop::eval::rhombus_weights::RhombusWeightFamily;
use starhop::registry::kernels;
use std::sync::Arc;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_kernel_plays_the_general_games(
        cap in prop::sample::select(vec![30u32, 200, 600]),
        arrays in prop::collection::vec((0u8..7, prop::collection::vec(any::<i32>(), 100)), 2),
        opening_plies in prop::sample::select(vec![0u32, 1, 3, 8]),
        seed in 0u64..1_000_000,
    ) {
        let base = RhombusWeightFamily.built_in(&game("standard"), "vertical").unwrap();
        let values: Vec<Vec<f64>> =
            arrays.iter().map(|(kind, numbers)| weights(base.clone(), *kind, numbers)).collect();
        let (family, games) = (Arc::new(RhombusWeightFamily), (opening_plies, seed, 4));
        let game = game(&format!("standard:ply-cap={cap}"));
        played_alike(family, &game, kernels::rhombus, &values, games);
    }
}
