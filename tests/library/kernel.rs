//! The kernel plays exactly the games that the general path plays from the same streams, and so
//! does the plain reference that it is timed against.

#[path = "../../benches/plain/mod.rs"]
mod plain;

use proptest::prelude::*;
use starhop::backend::Threads;
use starhop::eval::Parametric;
use starhop::eval::cell_weights::CellWeightFamily;
use starhop::eval::phases::{NAMES, PhaseFamily};
use starhop::game::Player;
use starhop::game::chinese_checkers::{ChineseCheckers, Corners, Rules};
use starhop::game::hints::SearchHints;
use starhop::game::pegs::PegGame;
use starhop::play::games::{Games as _, General, HopGames};
use starhop::play::kernel::Registers;
use starhop::play::opening::Opening;
use starhop::play::runner::Played;
use starhop::registry::kernels;
use starhop::rng::{Purpose, Rng, Seed};
use starhop::search::spec::Search;
use std::sync::Arc;

const HOLES: usize = 121;

/// Weights whose differences are as great as they can be.
const EXTREMES: [i32; 5] = [i32::MIN, -1, 0, 1, i32::MAX];

/// Weights of a kind, 0 to 6: few different values make many ties, distances make real games.
pub fn weights(base: Vec<f64>, kind: u8, numbers: &[i32]) -> Vec<f64> {
    let mix = |modulus: i32| {
        base.iter().zip(numbers).map(|(base, number)| base + f64::from(number % modulus)).collect()
    };
    match kind {
        0 => base,
        1 => mix(2),
        2 => mix(40),
        3 => numbers.iter().map(|number| f64::from(number % 3)).collect(),
        4 => numbers.iter().map(|&number| f64::from(number)).collect(),
        5 => numbers.iter().map(|it| EXTREMES[it.rem_euclid(5) as usize].into()).collect(),
        _ => vec![f64::from(numbers[0]); base.len()],
    }
}

/// The stream of a game.
fn stream(seed: u64, number: u64) -> Rng {
    Seed::new(seed).unwrap().stream(Purpose::Bench, &[number])
}

/// Plays games the general way, and by the kernel on all registers that this processor has: all are the same
/// and draw the same chance.
pub fn played_alike<G, const D: usize, const P: usize>(
    family: Arc<dyn Parametric<G>>,
    game: &G,
    kernel: impl Fn(G) -> Option<HopGames<G, D, P>>,
    values: &[Vec<f64>],
    (opening_plies, seed, games): (u32, u64, u64),
) -> Vec<Played<G::Position>>
where
    G: PegGame + SearchHints + Clone,
{
    let search = Search::default();
    let general = General::new(family, game.clone(), search, Threads::alone()).unwrap();
    let on = |registers| kernel(game.clone()).unwrap().on(registers);
    let ways: Vec<_> = Registers::all().into_iter().map(on).collect();
    let slow_seats: Vec<_> = values.iter().map(|values| general.prepare(values)).collect();
    let slow_seats: Vec<_> = slow_seats.iter().collect();
    let fresh: Vec<_> = values.iter().map(|values| ways[0].prepare(values)).collect();
    // Each written over another array.
    let rooms = values.iter().rev().map(|values| ways[0].prepare(values));
    let again = rooms.zip(values).map(|(room, values)| ways[0].prepare_in(room, values));
    let again: Vec<_> = again.collect();
    let fast_seats = [&fresh, &again].map(|seats| seats.iter().collect::<Vec<_>>());
    let play = |number| {
        let opening = Opening::draw(game, opening_plies, &mut stream(seed, number));
        let mut slow_rng = stream(seed, number);
        let slow = general.play(&general.start(opening.clone()), &slow_seats, &mut slow_rng);
        for (way, seats) in ways.iter().flat_map(|way| fast_seats.iter().map(move |it| (way, it))) {
            let mut rng = stream(seed, number);
            let fast = way.play(&way.start(opening.clone()), seats, &mut rng);
            assert_eq!(slow, fast, "{}", game.draw(&slow.position));
            assert_eq!(slow_rng, rng, "another number of draws");
        }
        slow
    };
    (0..games).map(play).collect()
}

fn rules(players: usize, corners: Corners, cap: u32) -> Rules {
    Rules { corners, ply_cap: cap, ..Rules::standard(players) }
}

/// A built-in array, by number.
fn built_in(index: u8) -> Vec<f64> {
    let game = ChineseCheckers::new(2, Rules::standard(2)).unwrap();
    let names = CellWeightFamily.built_in_names();
    CellWeightFamily.built_in(&game, names[usize::from(index) % names.len()]).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_kernel_plays_the_general_games_in_phases(
        players in 2usize..=6,
        corners in prop::sample::select(Corners::ALL.to_vec()),
        arrays in prop::collection::vec(
            (0u8..59, prop::collection::vec(any::<i32>(), HOLES)),
            6 * NAMES.len(),
        ),
        opening_plies in prop::sample::select(vec![0u32, 1, 8]),
        seed in 0u64..1_000_000,
    ) {
        let game = ChineseCheckers::new(players, rules(players, corners, 450)).unwrap();
        let array = |(kind, numbers): &(u8, Vec<i32>)| weights(built_in(*kind), kind / 9, numbers);
        let vector = |arrays: &[_]| arrays.iter().flat_map(array).collect();
        let values: Vec<Vec<f64>> = arrays.chunks(NAMES.len()).take(players).map(vector).collect();
        let games = (opening_plies, seed, 6);
        played_alike(Arc::new(PhaseFamily), &game, kernels::star_in_phases, &values, games);
    }
}

/// Where a goal that others fill may win, the kernel plays no games.
#[test]
fn rules_that_the_kernel_does_not_know_have_none() {
    let star = |rules: &str| {
        kernels::star(ChineseCheckers::new(2, Rules::parse(rules, 2).unwrap()).unwrap()).is_some()
    };
    assert_eq!(["standard", "report", "standard:win=filled"].map(star), [true, true, false]);
}

/// One array in all phases plays as it does alone.
#[test]
fn equal_arrays_play_as_one() {
    let game = ChineseCheckers::new(2, Rules::standard(2)).unwrap();
    let one = [4, 5].map(built_in);
    let all = one.each_ref().map(|it| it.repeat(NAMES.len()));
    let games = (2, 5, 20);
    let alone = played_alike(Arc::new(CellWeightFamily), &game, kernels::star, &one, games);
    let family = Arc::new(PhaseFamily);
    assert_eq!(alone, played_alike(family, &game, kernels::star_in_phases, &all, games));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1700))]

    #[test]
    fn the_kernel_plays_the_general_games(
        players in 2usize..=6,
        corners in prop::sample::select(Corners::ALL.to_vec()),
        cap in prop::sample::select(vec![30u32, 150, 450]),
        arrays in prop::collection::vec((0u8..59, prop::collection::vec(any::<i32>(), HOLES)), 6),
        opening_plies in prop::sample::select(vec![0u32, 0, 1, 3, 8]),
        seed in 0u64..1_000_000,
    ) {
        let game = ChineseCheckers::new(players, rules(players, corners, cap)).unwrap();
        let values: Vec<Vec<f64>> = arrays
            .iter()
            .take(players)
            .map(|(kind, numbers)| weights(built_in(*kind), kind / 9, numbers))
            .collect();
        let games = (opening_plies, seed, 6);
        let family = Arc::new(CellWeightFamily);
        let played = played_alike(family, &game, kernels::star, &values, games);
        if opening_plies > 0 {
            return Ok(());
        }
        let plain = plain::Plain::new(&game);
        let seats: Vec<_> = (0u8..)
            .zip(&values)
            .map(|(player, values)| plain::turned(&game, Player(player), values))
            .collect();
        for (number, played) in (0..).zip(&played) {
            let ended = plain.play(&seats, &mut stream(seed, number));
            prop_assert_eq!(ended.plies, played.plies);
            for player in 0..players as u8 {
                let pegs = ended.pegs[usize::from(player)];
                prop_assert_eq!(pegs, played.position.pegs(Player(player)));
            }
        }
    }
}
