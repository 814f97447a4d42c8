//! The kernel plays exactly the games that the general path plays from the same streams, and so
//! does the plain reference that it is timed against.

#[path = "../../benches/plain/mod.rs"]
mod plain;

use proptest::prelude::*;
use starhop::backend::Threads;
use starhop::eval::Parametric;
use starhop::eval::cell_weights::CellWeightFamily;
use starhop::game::chinese_checkers::{ChineseCheckers, Corners, Rules};
use starhop::game::{Game, Player};
use starhop::play::games::{Games, General};
use starhop::play::opening::Opening;
use starhop::registry::kernels;
use starhop::rng::{Purpose, Seed};
use starhop::search::spec::Search;
use std::sync::Arc;

const HOLES: usize = 121;

/// Weights of a kind: few different values make many ties, built-in arrays make real games.
fn weights(kind: u8, numbers: &[i32]) -> Vec<f64> {
    let family = CellWeightFamily;
    let game = ChineseCheckers::new(2, Rules::standard(2)).unwrap();
    let names = family.built_in_names();
    let named = names[usize::from(kind) % names.len()];
    let base = family.built_in(&game, named).unwrap();
    let mix = |modulus: i32| {
        base.iter().zip(numbers).map(|(base, number)| base + f64::from(number % modulus)).collect()
    };
    match kind / 9 {
        0 => base,
        1 => mix(2),
        2 => mix(40),
        3 => numbers.iter().map(|number| f64::from(number % 3)).collect(),
        4 => numbers.iter().map(|&number| f64::from(number)).collect(),
        _ => vec![f64::from(numbers[0]); HOLES],
    }
}

fn rules(players: usize, corners: Corners, cap: u32) -> Rules {
    Rules { corners, ply_cap: cap, ..Rules::standard(players) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1700))]

    #[test]
    fn the_kernel_plays_the_general_games(
        players in 2usize..=6,
        corners in prop::sample::select(Corners::ALL.to_vec()),
        cap in prop::sample::select(vec![30u32, 150, 450]),
        arrays in prop::collection::vec((0u8..50, prop::collection::vec(any::<i32>(), HOLES)), 6),
        opening_plies in prop::sample::select(vec![0u32, 0, 1, 3, 8]),
        seed in 0u64..1_000_000,
    ) {
        let game = ChineseCheckers::new(players, rules(players, corners, cap)).unwrap();
        let general = General::new(Arc::new(CellWeightFamily), game.clone(), Search::default(), Threads::alone()).unwrap();
        let fast = kernels::star(game.clone());
        let portable = kernels::star(game.clone()).portable();
        let values: Vec<Vec<f64>> =
            arrays.iter().take(players).map(|(kind, numbers)| weights(*kind, numbers)).collect();
        let slow_seats: Vec<_> = values.iter().map(|values| general.player(values)).collect();
        let plain = plain::Plain::new(&game);
        let plain_seats: Vec<_> = (0u8..)
            .zip(&values)
            .map(|(player, values)| plain::turned(&game, Player(player), values))
            .collect();
        let fast_seats: Vec<_> = values.iter().map(|values| fast.player(values)).collect();
        for number in 0..6 {
            let stream = || Seed::new(seed).unwrap().stream(Purpose::Bench, &[number]);
            let (mut slow_rng, mut fast_rng, mut portable_rng) = (stream(), stream(), stream());
            let opening = Opening::draw(&game, opening_plies, &mut stream());
            let slow_start = general.start(opening.clone());
            let (fast_start, portable_start) =
                (fast.start(opening.clone()), portable.start(opening));
            let slow = general.play(&slow_start, &slow_seats.iter().collect::<Vec<_>>(), &mut slow_rng);
            let fast = fast.play(&fast_start, &fast_seats.iter().collect::<Vec<_>>(), &mut fast_rng);
            prop_assert_eq!(&slow, &fast, "{}", game.draw(&slow.position));
            let fast = portable.play(&portable_start, &fast_seats.iter().collect::<Vec<_>>(), &mut portable_rng);
            prop_assert_eq!(&slow, &fast, "{}", game.draw(&slow.position));
            prop_assert_eq!(&slow_rng, &portable_rng, "another number of draws");
            prop_assert_eq!(slow_rng, fast_rng, "another number of draws");
            if opening_plies > 0 {
                continue;
            }
            let ended = plain.play(&plain_seats, &mut stream());
            prop_assert_eq!(ended.plies, slow.plies);
            for player in 0..players as u8 {
                let pegs = ended.pegs[usize::from(player)];
                prop_assert_eq!(pegs, slow.position.pegs(Player(player)));
            }
        }
    }
}
