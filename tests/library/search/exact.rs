//! Searches that leave out what can't matter find what those find that don't.

use super::{ARRAYS, after, array, find, legal_moves, plain, positions, search, stream, table};
use starhop::backend::Threads;
use starhop::game::Game as _;
use starhop::game::chinese_checkers::{ChineseCheckers, PegMove, Position};
use starhop::game::hints::SearchHints;
use starhop::search::{Found, Searcher};

/// Tables, the positions that are tried of each, and to which depth.
const CASES: [(usize, usize, u32); 7] =
    [(2, 400, 1), (2, 900, 2), (2, 40, 3), (3, 300, 2), (3, 20, 3), (4, 60, 2), (6, 60, 2)];

fn each(mut check: impl FnMut(&ChineseCheckers, &str, u32, &[Position])) {
    for (case, &(players, count, depth)) in CASES.iter().enumerate() {
        let game = table(players);
        check(&game, ARRAYS[case % 3], depth, &positions::mixed(&game, count));
    }
}

fn all(
    game: &ChineseCheckers,
    array: &str,
    method: &str,
    threads: usize,
    positions: &[Position],
) -> Vec<Found<PegMove>> {
    let (evaluator, threads) = (super::array(game, array), Threads::new(threads).unwrap());
    let mut searcher = Searcher::new(game, &search(method), evaluator.as_ref(), &threads).unwrap();
    positions.iter().map(|position| searcher.find(game, position, &mut stream(0))).collect()
}

fn said(found: Vec<Found<PegMove>>) -> Vec<(f64, PegMove)> {
    found.into_iter().map(|found| (found.value, found.mv)).collect()
}

#[test]
fn minimax_finds_what_a_plain_one_finds() {
    for (players, depth, count) in [(2, 1, 100), (2, 2, 100), (2, 3, 4), (3, 2, 50), (6, 2, 20)] {
        let game = table(players);
        let evaluator = array(&game, "hand-tuned-v4");
        for position in positions::mixed(&game, count) {
            let found =
                find(&game, &format!("minimax(depth={depth})"), evaluator.as_ref(), &position);
            let (value, mv) = plain::choice(&game, evaluator.as_ref(), &position, depth);
            // With one move there is nothing to look ahead for.
            if legal_moves(&game, &position).len() > 1 {
                assert_eq!(found.value, value);
            }
            assert_eq!(found.mv, mv, "{position:?}");
        }
    }
}

#[test]
fn alpha_beta_finds_the_value_and_the_move_of_minimax() {
    each(|game, array, depth, positions| {
        let of = |method| said(all(game, array, &format!("{method}(depth={depth})"), 1, positions));
        let minimax = of("minimax");
        assert_eq!(of("alphabeta"), minimax);
        assert_eq!(of("paranoid"), minimax);
    });
}

#[test]
fn threads_find_what_one_finds() {
    each(|game, array, depth, positions| {
        let positions = &positions[..positions.len().min(150)];
        let of = |method, threads| {
            said(all(game, array, &format!("{method}(depth={depth})"), threads, positions))
        };
        let serial = of("alphabeta", 1);
        for threads in [1, 2, 5] {
            assert_eq!(of("parallel", threads), serial);
        }
    });
}

#[test]
fn threads_that_share_out_the_first_line_find_what_one_finds() {
    for (players, count, depth) in [(2, 40, 5), (2, 100, 4), (3, 6, 4)] {
        let (game, array) = (table(players), ARRAYS[depth % 3]);
        let positions = positions::mixed(&game, count);
        let of = |method| format!("{method}(depth={depth})");
        let serial = said(all(&game, array, &of("alphabeta"), 1, &positions));
        for threads in [2, 5] {
            assert_eq!(said(all(&game, array, &of("parallel"), threads, &positions)), serial);
        }
    }
}

#[test]
fn a_parallel_search_within_parallel_games_ends() {
    let game = table(2);
    let evaluator = array(&game, "hand-tuned-v4");
    let threads = Threads::new(3).unwrap();
    let positions = positions::mixed(&game, 30);
    let found = threads.map(positions.len(), |index| {
        let mut searcher =
            Searcher::new(&game, &search("parallel(depth=4)"), evaluator.as_ref(), &threads)
                .unwrap();
        searcher.find(&game, &positions[index], &mut stream(0))
    });
    assert_eq!(said(found), said(all(&game, "hand-tuned-v4", "alphabeta(depth=4)", 1, &positions)));
}

#[test]
fn between_two_players_all_depth_first_searches_agree_on_the_value() {
    let game = table(2);
    for (depth, count) in [(1, 100), (2, 200), (3, 10)] {
        let positions = positions::mixed(&game, count);
        let of = |method| {
            all(&game, "generation-7822", &format!("{method}(depth={depth})"), 1, &positions)
        };
        let minimax: Vec<f64> = of("minimax").iter().map(|found| found.value).collect();
        for method in ["maxn", "best-reply"] {
            let values: Vec<f64> = of(method).iter().map(|found| found.value).collect();
            assert_eq!(values, minimax, "{method}");
        }
    }
}

#[test]
fn with_more_players_the_best_reply_is_what_a_plain_search_finds() {
    for (players, depth, count) in [(3, 2, 100), (3, 3, 3), (6, 2, 20)] {
        let game = table(players);
        let evaluator = array(&game, "hand-tuned-v4");
        for position in positions::mixed(&game, count) {
            let moves = legal_moves(&game, &position);
            let found =
                find(&game, &format!("best-reply(depth={depth})"), evaluator.as_ref(), &position);
            let (player, depth) = (game.turn(&position), found.depth);
            let value = |&mv| {
                let next = after(&game, &position, mv);
                plain::best_reply(&game, evaluator.as_ref(), &next, player, depth - 1, 1)
            };
            let best = moves.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
            assert_eq!((found.value, value(&found.mv)), (best, best), "{position:?}");
        }
    }
}

#[test]
fn every_search_wins_where_one_move_wins() {
    for players in [2, 3, 6] {
        let game = table(players);
        let evaluator = array(&game, "generation-7822");
        let positions = positions::won_in_one(&game);
        assert!(positions.len() > 3, "{players} players: {}", positions.len());
        for position in positions {
            for method in [
                "iddfs(depth=2)",
                "minimax(depth=2)",
                "alphabeta(depth=2)",
                "parallel(depth=2)",
                "maxn(depth=2)",
                "paranoid(nodes=2000)",
                "best-reply(depth=2)",
                "mcts(nodes=20,width=2)",
                "alphabeta(depth=1,apart=2)",
                "alphabeta(depth=1,solve=1000)",
            ] {
                if !game.can_part() && method.contains("depth=1") {
                    continue;
                }
                let found = find(&game, method, evaluator.as_ref(), &position);
                let next = after(&game, &position, found.mv);
                let won = game.reason(&next);
                assert_eq!(won, Some("goal"), "{method}: {found:?}");
            }
        }
    }
}

#[test]
fn the_last_plies_before_the_cap_are_worth_nothing() {
    let game = crate::play::table(2, starhop::game::chinese_checkers::Corners::Pass, 10);
    let evaluator = array(&game, "hand-tuned-v4");
    let late = positions::game(&game, 1, 1.0);
    let (last, before) = (&late[late.len() - 1], &late[late.len() - 2]);
    for method in ["minimax", "alphabeta", "parallel", "maxn", "best-reply"] {
        let value = |position, depth| {
            find(&game, &format!("{method}(depth={depth})"), evaluator.as_ref(), position).value
        };
        assert_eq!((value(last, 1), value(last, 3), value(before, 3)), (0.0, 0.0, 0.0), "{method}");
        assert_ne!(value(before, 1), 0.0, "{method}");
    }
}
