//! Greedy choice, and matches on any number of threads and in any number of parts.

use crate::play::{legal_moves, random_position, table};
use rand::Rng as _;
use starhop::backend::Threads;
use starhop::eval::Parametric;
use starhop::eval::cell_weights::CellWeightFamily;
use starhop::evolve::breed::found;
use starhop::evolve::pooled::Pooled;
use starhop::evolve::{Context, Objective, Sample};
use starhop::game::chinese_checkers::geometry::HOLES;
use starhop::game::chinese_checkers::{ChineseCheckers, Corners, PegMove, Position};
use starhop::game::{Game as _, Outcome, Player};
use starhop::play::batch::{
    Batch, Conditions, Entrant, GameResult, GameScore, Opponents, Seats, Tables, Venue as _,
};
use starhop::registry::kernels::{self, StarGames};

use starhop::play::local::Local;
use starhop::play::tally::Tally;
use starhop::rng::{Purpose, Rng, Seed};
use starhop::search::Agent as _;
use starhop::search::greedy::Greedy;
use starhop::search::spec::Search;
use starhop::tune::fitness::{Fitness, Racing, Scoring};
use starhop::tune::matches::{Matches, Terms};
use starhop::tune::{Tuner as _, total};
use std::borrow::Cow;
use std::collections::BTreeSet;

fn stream(number: u64) -> Rng {
    Seed::new(9).unwrap().stream(Purpose::Bench, &[number])
}

fn choice(game: &ChineseCheckers, position: &Position, array: &[f64], rng: &mut Rng) -> PegMove {
    let evaluator = CellWeightFamily.evaluator(game, array);
    Greedy::new(evaluator.as_ref()).choose(game, position, rng).unwrap()
}

/// The moves after which the position is worth the most.
fn best_moves(game: &ChineseCheckers, position: &Position, array: &[f64]) -> Vec<PegMove> {
    let evaluator = CellWeightFamily.evaluator(game, array);
    let moves = legal_moves(game, position);
    let mut scores = Vec::new();
    evaluator.score_moves(game, position, &moves, &mut scores);
    let best = scores.iter().copied().reduce(f64::max).unwrap();
    moves.into_iter().zip(scores).filter(|(_, score)| *score == best).map(|(mv, _)| mv).collect()
}

/// Arrays with few different weights, so that many moves are equally good.
fn coarse(number: u64, weights: u32) -> Vec<f64> {
    let mut rng = stream(number);
    (0..HOLES).map(|_| f64::from(rng.next_u32() % weights)).collect()
}

#[test]
fn greedy_plays_a_best_move_and_draws_only_where_several_are() {
    let mut ties = BTreeSet::new();
    for number in 0..300 {
        let game = table(2 + (number % 5) as usize, Corners::Pass, 10_000);
        let position = random_position(&game, number, (number % 70) as usize);
        let array = coarse(number, [2, 10, 1000][number as usize % 3]);
        let best = best_moves(&game, &position, &array);
        let mut rng = stream(number);
        assert!(best.contains(&choice(&game, &position, &array, &mut rng)));
        let is_fresh = rng.next_u64() == stream(number).next_u64();
        assert_eq!(is_fresh, best.len() == 1, "{} best moves", best.len());
        ties.insert(best.len());
    }
    assert!(ties.contains(&1) && ties.len() > 5, "{ties:?}");
}

#[test]
fn greedy_breaks_ties_uniformly() {
    let game = table(2, Corners::Pass, 150);
    for array in [vec![0.0; HOLES], coarse(1, 2), coarse(2, 2)] {
        let best = best_moves(&game, &game.start(), &array);
        let count = best.len();
        assert!(count > 1);
        let draws = 2000 * count;
        let mut counts = vec![0.0; count];
        let mut rng = stream(1);
        for _ in 0..draws {
            let chosen = choice(&game, &game.start(), &array, &mut rng);
            counts[best.iter().position(|&mv| mv == chosen).unwrap()] += 1.0;
        }
        // Five standard deviations of a binomial count.
        let reach = 5.0 * (2000.0 * (1.0 - 1.0 / count as f64)).sqrt();
        assert!(counts.iter().all(|count: &f64| (count - 2000.0).abs() < reach), "{counts:?}");
    }
}

fn matches(players: usize, threads: usize) -> Matches {
    matches_on(players, threads, |_| ())
}

/// The same on other terms.
fn matches_on(players: usize, threads: usize, change: impl FnOnce(&mut Terms)) -> Matches {
    let game = table(players, Corners::Pass, 75 * players as u32);
    let opponent = CellWeightFamily.built_in(&game, "hand-tuned-v4").unwrap();
    let mut terms = Terms {
        against: vec![(1, opponent.clone())],
        share_rate: 0.0,
        hall_share: 0,
        population_share: 0,
        tables: Tables::Mixed,
        opening_plies: 0,
        start_every: None,
        measure_opening_plies: 0,
        distance: opponent,
        seats: Seats::All,
        search: Search::default(),
        conditions: Conditions::Own,
        whole: false,
        symmetric: false,
        fixed: Vec::new(),
        fitness: Fitness {
            scoring: Scoring::Plies,
            win_points: 500.0,
            games: 2,
            more_games: 5,
            more_from: 300.0,
            replays: 3,
            racing: Racing::Sum,
        },
        seed: Seed::new(4).unwrap(),
    };
    change(&mut terms);
    let venue = Box::new(local(players, threads));
    Matches::new(CellWeightFamily.parameters(), players, venue, &terms)
}

/// Threads that play; hand-tuned-v4 measures distances.
fn local(players: usize, threads: usize) -> Local<ChineseCheckers, StarGames> {
    let game = table(players, Corners::Pass, 75 * players as u32);
    let distance = CellWeightFamily.built_in(&game, "hand-tuned-v4").unwrap();
    let distance = CellWeightFamily.evaluator(&game, &distance);
    let games = kernels::star(game.clone()).unwrap();
    Local::new(game, games, distance, Threads::new(threads).unwrap())
}

/// Scores individuals without earlier games.
fn scores(
    tuner: &Matches,
    generation: u64,
    population: &[Vec<f64>],
    rivals: &[Vec<f64>],
) -> Vec<Sample> {
    let past = vec![Pooled::default(); population.len()];
    tuner
        .score(population, &Context { generation, before: 0, past: &past, rivals, shares: &[] })
        .samples
}

/// Random arrays, which lose, and one that wins.
fn population() -> Vec<Vec<f64>> {
    let game = table(2, Corners::Pass, 150);
    let mut genomes = found(&CellWeightFamily.parameters(), 6, Seed::new(2).unwrap(), 0);
    genomes.push(CellWeightFamily.built_in(&game, "generation-7822").unwrap());
    genomes
}

#[test]
fn scores_do_not_depend_on_threads_or_on_who_else_is_scored() {
    for players in [2, 3] {
        let one = scores(&matches(players, 1), 3, &population(), &[]);
        assert!(one.last().unwrap().score.wins > 0);
        assert!(one.iter().any(|sample| sample.score.wins == 0));
        for threads in [2, 3, 7] {
            assert_eq!(scores(&matches(players, threads), 3, &population(), &[]), one);
        }
        assert_eq!(scores(&matches(players, 2), 3, &population()[..2], &[]), one[..2]);
        assert_ne!(scores(&matches(players, 2), 4, &population(), &[]), one);
    }
}

/// A share beside which the fixed opponent's is as good as none.
const ALL: u32 = 1_000_000_000;

#[test]
fn rivals_play_as_fixed_opponents_would() {
    let (population, rival) = (population(), coarse(5, 300));
    for (players, conditions) in [(2, Conditions::Own), (3, Conditions::Common)] {
        let fixed = |terms: &mut Terms| {
            terms.conditions = conditions;
            terms.against = vec![(1, rival.clone())];
        };
        let hall = |terms: &mut Terms| {
            (terms.conditions, terms.hall_share) = (conditions, ALL);
        };
        let expected = scores(&matches_on(players, 2, fixed), 3, &population, &[]);
        let met = matches_on(players, 2, hall);
        assert_eq!(scores(&met, 3, &population, std::slice::from_ref(&rival)), expected);
        let default = |terms: &mut Terms| terms.conditions = conditions;
        let nobody = scores(&matches_on(players, 2, default), 3, &population, &[]);
        assert_eq!(scores(&met, 3, &population, &[]), nobody, "the hall is empty");
        assert_ne!(nobody, expected);
    }
}

#[test]
fn without_fixed_opponents_who_is_measured_has_all_seats() {
    let vector = coarse(5, 300);
    for players in [2, 4] {
        let tallies = |against: Vec<(u32, Vec<f64>)>| {
            let matches = matches_on(players, 2, |terms| {
                terms.against = against;
                terms.population_share = 1;
            });
            matches.measure(&vector, Purpose::Finals, &[1], 0..40)
        };
        let alone = tallies(Vec::new());
        assert_eq!(alone, tallies(vec![(1, vector.clone())]));
        assert_ne!(alone, tallies(vec![(1, population().pop().unwrap())]));
    }
}

#[test]
fn under_own_conditions_an_individual_meets_the_others_and_not_itself() {
    let pair = [coarse(7, 300), population().pop().unwrap()];
    let mixed = matches_on(2, 2, |terms| terms.population_share = ALL);
    let met = scores(&mixed, 3, &pair, &[]);
    for (index, other) in [(0, 1), (1, 0)] {
        let against = vec![(1, pair[other].clone())];
        let fixed = matches_on(2, 1, |terms| terms.against = against);
        assert_eq!(met[index], scores(&fixed, 3, &pair, &[])[index]);
    }
    assert_eq!(scores(&mixed, 3, &pair[..1], &[]), scores(&matches(2, 1), 3, &pair[..1], &[]));
}

#[test]
fn scores_among_rivals_do_not_depend_on_threads_and_measurements_not_on_rivals() {
    let (population, hall) = (population(), [coarse(5, 300), coarse(6, 300)]);
    for (players, conditions) in [(2, Conditions::Common), (3, Conditions::Own)] {
        let tuner = |threads| {
            matches_on(players, threads, |terms| {
                terms.conditions = conditions;
                (terms.hall_share, terms.population_share) = (2, 1);
            })
        };
        let one = scores(&tuner(1), 3, &population, &hall);
        for threads in [2, 3, 7] {
            assert_eq!(scores(&tuner(threads), 3, &population, &hall), one);
        }
        let fixed = matches_on(players, 2, |terms| terms.conditions = conditions);
        assert_ne!(scores(&fixed, 3, &population, &hall), one);
        let games = |tuner: Matches| tuner.measure(&population[0], Purpose::Choose, &[3], 0..60);
        assert_eq!(games(tuner(2)), games(matches(players, 2)));
    }
}

#[test]
fn whoever_plays_on_in_a_race_plays_the_games_that_come_next() {
    let (population, hall) = (population(), [coarse(5, 300), coarse(6, 300)]);
    for (conditions, share) in [
        (Conditions::Own, 0),
        (Conditions::Common, 0),
        (Conditions::Own, 1),
        (Conditions::Common, 1),
    ] {
        let raced = |threads: usize, racing: Racing, games: u32, more_games: u32| {
            matches_on(3, threads, |terms| {
                terms.conditions = conditions;
                (terms.hall_share, terms.population_share) = (share, share);
                terms.fitness = Fitness { racing, games, more_games, ..terms.fitness };
            })
        };
        let halving = |threads| raced(threads, Racing::Halving, 2, 7);
        let race = scores(&halving(1), 3, &population, &hall);
        assert_eq!(scores(&halving(3), 3, &population, &hall), race);
        let games = |sample: &Sample| sample.pooled.games as u32;
        let mut counts: Vec<u32> = race.iter().map(games).collect();
        counts.sort_unstable();
        assert_eq!(counts, [2, 2, 2, 4, 4, 7, 7]);
        for (index, sample) in race.iter().enumerate() {
            let straight = raced(2, Racing::Sum, games(sample), games(sample));
            assert_eq!(scores(&straight, 3, &population, &hall)[index].score, sample.score);
        }
    }
    let mut past = [Pooled::default(); 7];
    past[0] = Pooled { mean: 400.0, games: 1e6 };
    let known = matches_on(3, 2, |terms| {
        terms.fitness = Fitness { racing: Racing::Halving, more_games: 7, ..terms.fitness };
    });
    let context = Context { generation: 3, before: 0, past: &past, rivals: &[], shares: &[] };
    assert_eq!(known.score(&population, &context).samples[0].pooled.games, 1e6 + 7.0);
}

#[test]
fn shares_follow_the_opponent_that_wins_more() {
    let game = table(2, Corners::Pass, 150);
    let built_in = |name| CellWeightFamily.built_in(&game, name).unwrap();
    let population = [built_in("generation-7822"), built_in("generation-2427")];
    let past = [Pooled::default(); 2];
    let evolved = |threads, conditions| {
        let tuner = matches_on(2, threads, |terms| {
            terms.against = vec![(3, built_in("hand-tuned-v1")), (1, built_in("generation-7822"))];
            (terms.share_rate, terms.hall_share, terms.population_share) = (0.5, 1, 1);
            (terms.conditions, terms.opening_plies) = (conditions, 4);
            terms.fitness = Fitness { games: 8, more_games: 8, ..terms.fitness };
        });
        let mut shares: Vec<f64> = Vec::new();
        for generation in 0..30 {
            let context =
                Context { generation, before: 0, past: &past, rivals: &[], shares: &shares };
            shares = tuner.score(&population, &context).shares;
        }
        shares
    };
    for conditions in [Conditions::Common, Conditions::Own] {
        let shares = evolved(1, conditions);
        assert_eq!(shares, evolved(3, conditions));
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(shares[1] > 0.5, "it began with a quarter: {shares:?}");
    }
    let kept = matches_on(2, 1, |terms| terms.against.push((1, built_in("generation-7822"))));
    let context = Context { generation: 0, before: 0, past: &past, rivals: &[], shares: &[] };
    assert!(kept.score(&population, &context).shares.is_empty());
}

#[test]
fn games_that_come_again_in_one_batch_are_those_of_several() {
    let game = table(2, Corners::Pass, 150);
    let built_in = |name| CellWeightFamily.built_in(&game, name).unwrap();
    for opening_plies in [1, 3] {
        let tuner = matches_on(2, 2, |terms| {
            terms.against = vec![(1, built_in("generation-7822"))];
            terms.opening_plies = opening_plies;
        });
        let genes = built_in("generation-2427");
        let results = |games| tuner.results(&genes, Purpose::Choose, &[3], games);
        let whole = results(0..2000);
        let parts = (0..8).flat_map(|part| results(250 * part..250 * (part + 1)));
        assert_eq!(whole, parts.collect::<Vec<_>>());
        let lines: BTreeSet<String> = whole.iter().map(|it| format!("{:?}", it.line)).collect();
        assert!(lines.len() < whole.len(), "some come again");
    }
}

#[test]
fn one_generation_makes_room_for_the_next() {
    for players in [2, 3] {
        let tuner = matches(players, 3);
        let (one, mut other) = (population(), population());
        other.iter_mut().for_each(|genes| genes.rotate_left(7));
        for (population, rivals) in [(&one, &other), (&other, &one), (&one, &one), (&other, &other)]
        {
            let fresh = scores(&matches(players, 1), 3, population, rivals);
            assert_eq!(scores(&tuner, 3, population, rivals), fresh);
        }
    }
}

/// A game of an individual, played move by move: whether it won, plies, and its distance.
fn play(array: &[f64], players: usize, path: [u64; 4]) -> (Option<bool>, f64, f64) {
    let game = table(players, Corners::Pass, 75 * players as u32);
    let hand_tuned = CellWeightFamily.built_in(&game, "hand-tuned-v4").unwrap();
    let seat = Player((path[2] % players as u64) as u8);
    let mut rng = Seed::new(4).unwrap().stream(Purpose::Select, &path);
    let mut position = game.start();
    let outcome = loop {
        if let Some(outcome) = game.outcome(&position) {
            break outcome;
        }
        let array = if game.turn(&position) == seat { array } else { &hand_tuned };
        let mv = choice(&game, &position, array, &mut rng);
        game.play(&mut position, mv);
    };
    let won = match outcome {
        Outcome::Won(winner) => Some(winner == seat),
        Outcome::Unfinished => None,
    };
    let turned = game.layout().unwrap().turn(&hand_tuned, game.corner(seat).into()).unwrap();
    let pegs = (0..HOLES).filter(|&hole| position.peg_at(hole as u8) == Some(seat));
    (won, position.ply().into(), pegs.map(|hole| turned[hole]).sum())
}

/// The report's fitness, with three replays, written out.
fn fitness(array: &[f64], players: usize, generation: u64, index: u64) -> (f64, [u32; 3]) {
    let (mut sum, mut games, mut counts) = (0.0, 0, [0; 3]);
    while games < 2 || (games < 5 && (games > 2 || sum >= 300.0)) {
        for replay in 0..=3 {
            let (won, plies, distance) = play(array, players, [generation, index, games, replay]);
            counts[won.map_or(2, |won| usize::from(!won))] += 1;
            if won.is_some() || replay == 3 {
                sum += if won == Some(true) { 500.0 - plies } else { -distance };
                break;
            }
        }
        games += 1;
    }
    (sum / games as f64, counts)
}

#[test]
fn a_score_is_what_the_games_come_to() {
    for players in [2, 3] {
        let population = population();
        let samples = scores(&matches(players, 2), 3, &population, &[]);
        for ((index, array), Sample { score, .. }) in (0u64..).zip(&population).zip(samples) {
            let counts = [score.wins, score.losses, score.unfinished];
            assert_eq!((score.fitness, counts), fitness(array, players, 3, index));
        }
    }
}

#[test]
fn a_measurement_in_parts_is_the_measurement_in_one_go() {
    let genes = population().pop().unwrap();
    let whole = matches(3, 2).measure(&genes, Purpose::Measure, &[8], 0..150);
    assert_eq!(total(&whole).games(), 150);
    assert!(whole.iter().all(|seat| seat.games() == 50), "all seats in turn");
    assert_eq!(matches(3, 1).measure(&genes, Purpose::Measure, &[8], 0..150), whole);
    for cuts in [vec![0, 1, 150], vec![0, 32, 33, 100, 100, 150]] {
        let tuner = matches(3, 2);
        let mut sums = vec![Default::default(); 3];
        for part in cuts.windows(2) {
            let games = tuner.measure(&genes, Purpose::Measure, &[8], part[0]..part[1]);
            sums.iter_mut().zip(&games).for_each(|(sum, part): (&mut Tally, _)| sum.add(part));
        }
        assert_eq!(sums, whole);
    }
    let tuner = matches(3, 2);
    let results = |range| tuner.results(&genes, Purpose::Measure, &[8], range);
    let single = results(0..150);
    assert_eq!([results(0..7), results(7..150)].concat(), single);
    for (seat, tally) in whole.iter().enumerate() {
        let won = |it: &&GameScore| it.verdict == GameResult::Won;
        let games = single.iter().skip(seat).step_by(3);
        assert_eq!(
            games.filter(won).map(|it| u64::from(it.plies)).sum::<u64>(),
            tally.winning_plies
        );
    }
    let two = matches(2, 2);
    let games = |range| two.measure(&genes, Purpose::Measure, &[8], range);
    assert_ne!(games(0..64), games(64..128), "no game is played twice");
    assert_ne!(matches(3, 2).measure(&genes, Purpose::Measure, &[9], 0..150), whole);
    assert_ne!(matches(3, 2).measure(&genes, Purpose::Choose, &[8], 0..150), whole);
}

/// Games of three of a generation that meet three kinds of opponents from random openings.
fn batch(vectors: &[Vec<f64>], conditions: Conditions) -> Batch<'_> {
    let opponents = |share, vectors| Opponents { share, vectors: Cow::Owned(vectors) };
    let entrant = |(vector, games)| Entrant { vector, games };
    Batch {
        seed: Seed::new(6).unwrap(),
        purpose: Purpose::Select,
        path: vec![12],
        vectors: Cow::Borrowed(vectors),
        before: 0,
        entrants: [(0, 0..9), (6, 4..40), (2, 5..6)].map(entrant).into(),
        opponents: vec![
            opponents(2, vec![coarse(5, 300)]),
            opponents(3, vec![coarse(6, 300), coarse(7, 3)]),
        ],
        population_share: 2,
        tables: Tables::Mixed,
        conditions,
        seats: Seats::All,
        opening_plies: 2,
        start_every: Some(3),
        replays: Some(2),
    }
}

const ALL_CONDITIONS: [Conditions; 3] =
    [Conditions::Own, Conditions::Common, Conditions::Permutation];

#[test]
fn a_batch_that_went_through_json_has_the_same_results() {
    let vectors = population();
    for conditions in ALL_CONDITIONS {
        let batch = batch(&vectors, conditions);
        let read: Batch = serde_json::from_str(&serde_json::to_string(&batch).unwrap()).unwrap();
        assert_eq!(read, batch);
        let results = local(2, 2).play(&batch);
        assert_eq!(results.iter().map(Vec::len).collect::<Vec<_>>(), [9, 36, 1]);
        assert!(results.iter().flatten().any(|it| it.replays > 0), "some were played again");
        assert_eq!(local(2, 1).play(&read), results);
        let text = serde_json::to_string(&results).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Vec<GameScore>>>(&text).unwrap(), results);
    }
}

#[test]
fn the_parts_of_a_batch_have_the_results_of_the_whole() {
    let vectors = population();
    for conditions in ALL_CONDITIONS {
        let whole = batch(&vectors, conditions);
        let results = local(2, 2).play(&whole);
        let venue = local(2, 2);
        let played = |vector, games| {
            let entrants = vec![Entrant { vector, games }];
            venue.play(&Batch { entrants, ..whole.clone() }).concat()
        };
        for (entrant, result) in whole.entrants.iter().zip(&results).rev() {
            let Entrant { vector, games } = entrant.clone();
            let half = games.start.midpoint(games.end);
            let halves = [half..games.end, games.start..half].map(|it| played(vector, it));
            assert_eq!([&halves[1][..], &halves[0]].concat(), *result);
        }
    }
}
