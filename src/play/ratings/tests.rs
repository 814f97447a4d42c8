//! Ratings against known numbers and against games drawn from known strengths.

use super::*;
use crate::rng::{Purpose, Rng, Seed};
use rand::RngExt;

fn game(seats: [usize; 2], winner: Option<usize>) -> RatedGame {
    RatedGame { seats: seats.to_vec(), winner }
}

/// That many pairs between two bots that each win from the first seat, and so on.
fn pairs(count: usize, pair: [Option<usize>; 2]) -> Vec<RatedGame> {
    let pair = [game([0, 1], pair[0]), game([1, 0], pair[1])];
    pair.iter().cloned().cycle().take(2 * count).collect()
}

/// Of pairs that all differ, each with an opening of its own.
fn fit(games: &[RatedGame], bots: usize, players: usize, anchor: usize) -> Ratings {
    let pairs = games.len().div_ceil(2);
    let openings: Vec<u64> = (0..pairs as u64).collect();
    super::fit(games, &vec![1; pairs], &openings, [bots, players, anchor])
}

fn close(value: f64, wanted: f64, within: f64) {
    assert!((value - wanted).abs() < within, "{value} is not {wanted}");
}

#[test]
fn two_bots_have_the_elo_of_their_score() {
    // The second bot wins 3000 of 4000 games, each seat alike, and the virtual draw.
    let mut games = pairs(1000, [Some(1), Some(0)]);
    games.extend(pairs(500, [Some(0), Some(0)]));
    games.extend(pairs(500, [Some(1), Some(1)]));
    let ratings = fit(&games, 2, 2, 0);
    let score: f64 = 3000.5 / 4001.0;
    close(ratings.bot(1).elo, 400.0 * (score / (1.0 - score)).log10(), 0.01);
    close(ratings.seat(0).elo, 0.0, 1e-6);
    assert_eq!(ratings.bot(0), Rating { elo: 0.0, reach: 0.0 });
}

#[test]
fn draws_are_half_a_win_and_the_first_move_is_told_from_strength() {
    let draws = fit(&pairs(50, [None, None]), 2, 2, 0);
    close(draws.bot(1).elo, 0.0, 1e-9);
    close(draws.seat(0).elo, 0.0, 1e-9);
    assert_eq!(draws.superiority(0, 1), 0.5);
    let mut games = pairs(300, [Some(0), Some(0)]);
    games.extend(pairs(100, [Some(1), Some(1)]));
    let ratings = fit(&games, 2, 2, 0);
    close(ratings.bot(1).elo, 0.0, 1e-6);
    close(ratings.seat(0).elo, 400.0 * 3f64.log10(), 1.0);
}

#[test]
fn equal_bots_are_as_likely_stronger_as_weaker() {
    for count in 1..=60 {
        for pair in [[Some(0), Some(0)], [Some(1), Some(1)], [None, None], [Some(0), None]] {
            let mut games = pairs(count, pair);
            games.extend(pairs(count, [pair[1], pair[0]]));
            let ratings = fit(&games, 2, 2, 0);
            assert_eq!(ratings.superiority(0, 1), 0.5, "{count} pairs of {pair:?}");
        }
    }
}

#[test]
fn pairs_that_come_again_say_nothing_more() {
    let kinds = [[Some(0), Some(1)], [Some(1), Some(0)], [Some(0), Some(0)]];
    let once: Vec<RatedGame> = (0..300).flat_map(|index| pairs(1, kinds[index % 3])).collect();
    let again = vec![once.clone(); 20].concat();
    let repeats: Vec<u64> = (0..6000).map(|pair| if pair < 300 { 20 } else { 0 }).collect();
    let wanted = fit(&once, 2, 2, 0).bot(1).reach;
    let openings: Vec<u64> = (0..6000).collect();
    close(super::fit(&again, &repeats, &openings, [2, 2, 0]).bot(1).reach, wanted, 0.02 * wanted);
    assert!(fit(&again, 2, 2, 0).bot(1).reach < 0.3 * wanted);
}

#[test]
fn independent_pairs_have_the_textbook_error() {
    // Pairs won whole and lost whole: a pair has 2 points or none, so its mean score has the
    // deviation ½, and Elo that times 1600 / ln 10 near 0.
    let mut games = pairs(500, [Some(0), Some(1)]);
    games.extend(pairs(500, [Some(1), Some(0)]));
    let wanted = Z95 * 0.5 / 1000f64.sqrt() * 1600.0 / LN_10;
    close(fit(&games, 2, 2, 0).bot(1).reach, wanted, 0.05);
    // All pairs shared alike: nothing is uncertain but by the virtual game.
    let even = pairs(1000, [Some(0), Some(0)]);
    assert!(fit(&even, 2, 2, 0).bot(1).reach < 0.01);
}

#[test]
fn who_won_all_games_stays_finite_and_uncertain() {
    for count in [1, 50, 10_000] {
        let rating = fit(&pairs(count, [Some(1), Some(0)]), 2, 2, 0).bot(1);
        let games = 2.0 * count as f64;
        close(rating.elo, 400.0 * (2.0 * games + 1.0).log10(), 0.01);
        assert!((300.0..800.0).contains(&rating.reach), "{rating:?}");
    }
}

#[test]
fn the_anchor_moves_all_ratings_alike() {
    let mut games = Vec::new();
    let mut rng = Seed::default().stream(Purpose::Bench, &[0]);
    for seats in [[0, 1], [1, 0], [1, 2], [2, 1], [2, 0], [0, 2]].iter().cycle().take(6000) {
        games.push(game(*seats, Some(rng.random_range(0..2u32) as usize)));
    }
    let (one, other) = (fit(&games, 3, 2, 0), fit(&games, 3, 2, 2));
    let shift = other.bot(0).elo;
    for bot in 0..3 {
        close(other.bot(bot).elo, one.bot(bot).elo + shift, 0.05);
    }
    assert_eq!(other.bot(2), Rating { elo: 0.0, reach: 0.0 });
    close(one.superiority(1, 2) + one.superiority(2, 1), 1.0, 1e-9);
}

/// A game drawn from strengths, whose opening favours the bots to some degree: both games of a
/// pair share it.
fn draw(elo: &[f64], first: f64, luck: &[f64], seats: &[usize], rng: &mut Rng) -> RatedGame {
    let strength = |(seat, &bot): (usize, &usize)| {
        let own = elo[bot] + luck[bot] + if seat == 0 { first } else { 0.0 };
        10f64.powf(own / 400.0)
    };
    let weights: Vec<f64> = seats.iter().enumerate().map(strength).collect();
    let mut at = rng.random::<f64>() * weights.iter().sum::<f64>();
    let winner = weights.iter().position(|weight| {
        at -= weight;
        at < 0.0
    });
    RatedGame { seats: seats.to_vec(), winner: Some(winner.unwrap_or(0)) }
}

#[test]
fn simulated_strengths_are_found_again() {
    let elo = [0.0, 120.0, -200.0, 40.0];
    let mut rng = Seed::default().stream(Purpose::Bench, &[1]);
    for seats in [vec![0, 1], vec![0, 1, 1], vec![0, 0, 1, 1]] {
        let mut games = Vec::new();
        for index in 0..24_000 {
            let (one, other) = (index % 4, (index % 4 + 1 + index / 4 % 3) % 4);
            for pair in [[one, other], [other, one]] {
                let seats: Vec<usize> = seats.iter().map(|&side| pair[side]).collect();
                games.push(draw(&elo, 60.0, &[0.0; 4], &seats, &mut rng));
            }
        }
        let ratings = fit(&games, 4, seats.len(), 0);
        for (bot, &wanted) in elo.iter().enumerate().skip(1) {
            let rating = ratings.bot(bot);
            close(rating.elo, wanted, 2.0 * rating.reach);
            assert!(rating.reach < 15.0, "{rating:?}");
        }
        close(ratings.seat(0).elo, 60.0, 2.0 * ratings.seat(0).reach);
        assert!(ratings.superiority(1, 2) > 0.999);
    }
}

/// Pairs of three bots. One opening is good for one bot and another for another, whoever moves
/// first.
fn lucky_pairs(count: usize, rng: &mut Rng) -> Vec<RatedGame> {
    let mut games = Vec::new();
    for pair in 0..count {
        let (one, other) = (pair % 3, (pair + 1) % 3);
        let luck: [f64; 3] = std::array::from_fn(|_| 600.0 * (rng.random::<f64>() - 0.5));
        for seats in [[one, other], [other, one]] {
            games.push(draw(&[0.0, 80.0, -60.0], 30.0, &luck, &seats, rng));
        }
    }
    games
}

#[test]
fn intervals_hold_the_truth_in_about_95_of_100() {
    let stream = |step| Seed::default().stream(Purpose::Bench, &[2, step]);
    let endless = fit(&lucky_pairs(150_000, &mut stream(0)), 3, 2, 0);
    let rounds = 1..=400;
    let held = rounds.clone().filter(|&round| {
        let ratings = fit(&lucky_pairs(150, &mut stream(round)), 3, 2, 0);
        (ratings.bot(1).elo - endless.bot(1).elo).abs() <= ratings.bot(1).reach
    });
    let share = held.count() as f64 / rounds.count() as f64;
    assert!((0.92..=0.98).contains(&share), "{share}");
}

#[test]
fn the_normal_distribution_matches_its_table() {
    for (x, wanted) in [(0.0, 0.5), (1.0, 0.841_344_746), (Z95, 0.975), (-3.0, 0.001_349_898)] {
        close(normal(x), wanted, 1e-9);
    }
    assert_eq!((normal(-9.0), normal(40.0)), (0.0, 1.0));
}

/// Openings help who moves first by so much, and all six pairings of four equal bots share them.
#[test]
fn what_a_seat_is_worth_is_known_by_as_many_openings_as_there_are() {
    let rounds = 1..=200;
    let held = rounds.clone().filter(|&round| {
        let mut rng = Seed::default().stream(Purpose::Bench, &[3, round]);
        let (mut games, mut openings) = (Vec::new(), Vec::new());
        let helps: Vec<f64> = (0..40).map(|_| 1200.0 * (rng.random::<f64>() - 0.5)).collect();
        for (one, other) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            for (opening, &first) in (0..).zip(&helps) {
                for seats in [[one, other], [other, one]] {
                    games.push(draw(&[0.0; 4], first, &[0.0; 4], &seats, &mut rng));
                }
                openings.push(opening);
            }
        }
        let worth = super::fit(&games, &vec![1; openings.len()], &openings, [4, 2, 0]).seat(0);
        worth.elo.abs() <= worth.reach
    });
    let share = held.count() as f64 / rounds.count() as f64;
    assert!((0.9..=0.99).contains(&share), "{share}");
}

#[test]
fn covariances_are_those_of_the_intervals_and_of_superiority() {
    let mut rng = Seed::default().stream(Purpose::Bench, &[4]);
    let seats = |pair: usize| [[0, 1], [1, 2], [2, 0]][pair % 3];
    let games: Vec<RatedGame> = (0..1200)
        .map(|number| {
            let [first, second] = seats(number / 2);
            let chance = [0.5, 0.55, 0.45][number / 2 % 3];
            let winner = usize::from(rng.random::<f64>() > chance);
            match number % 2 {
                0 => game([first, second], Some(winner)),
                _ => game([second, first], Some(1 - winner)),
            }
        })
        .collect();
    // Of all three pairings the pairs with one number share an opening.
    let openings: Vec<u64> = (0..600).map(|pair| pair / 3).collect();
    let ratings = super::fit(&games, &[1; 600], &openings, [3, 2, 1]);
    let between = |one, other| ratings.covariance(one, other);
    for one in 0..3 {
        close(Z95 * between(one, one).sqrt(), ratings.bot(one).reach, 1e-9);
        assert_eq!(between(one, 1), 0.0, "the anchor is known");
        for other in (0..3).filter(|&it| it != one) {
            close(between(one, other), between(other, one), 1e-9);
            let variance = between(one, one) + between(other, other) - 2.0 * between(one, other);
            let difference = ratings.bot(one).elo - ratings.bot(other).elo;
            close(normal(difference / variance.sqrt()), ratings.superiority(one, other), 1e-9);
        }
    }
    assert!(between(0, 2) > 0.0, "both are told by their games with the anchor");
}
