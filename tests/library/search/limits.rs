//! Searches stop where they are told to.

use super::{array, find, legal_moves, positions, search, stream, table};
use starhop::backend::Threads;
use starhop::search::Searcher;
use std::time::{Duration, Instant};

const METHODS: [&str; 6] = ["iddfs", "minimax", "alphabeta", "maxn", "paranoid", "best-reply"];

#[test]
fn no_search_looks_at_more_positions_than_it_may() {
    let game = table(2);
    let evaluator = array(&game, "hand-tuned-v4");
    for position in positions::mixed(&game, 40) {
        let least = legal_moves(&game, &position).len() as u64;
        for nodes in [1, 100, 3000] {
            for method in METHODS {
                let text = format!("{method}(nodes={nodes})");
                let found = find(&game, &text, evaluator.as_ref(), &position);
                assert!(found.nodes <= nodes.max(least), "{text}: {found:?}");
                assert!(found.depth >= 1);
                assert_eq!(find(&game, &text, evaluator.as_ref(), &position), found);
            }
            let text = format!("mcts(nodes={nodes})");
            assert!(find(&game, &text, evaluator.as_ref(), &position).nodes <= nodes);
        }
    }
}

#[test]
fn nodes_find_what_the_depth_finds_that_they_are_enough_for() {
    let game = table(2);
    let evaluator = array(&game, "generation-7822");
    for position in positions::mixed(&game, 60) {
        for method in METHODS {
            let found =
                find(&game, &format!("{method}(nodes=4000)"), evaluator.as_ref(), &position);
            let depth = format!("{method}(depth={})", found.depth);
            let same = find(&game, &depth, evaluator.as_ref(), &position);
            assert_eq!((same.mv, same.value), (found.mv, found.value), "{depth}");
        }
    }
}

#[test]
fn a_base_depth_leaves_depths_out_and_keeps_the_limit() {
    let game = table(2);
    let evaluator = array(&game, "generation-7822");
    for position in positions::mixed(&game, 20) {
        let least = legal_moves(&game, &position).len() as u64;
        for method in METHODS {
            let found = |options: &str| {
                find(&game, &format!("{method}({options})"), evaluator.as_ref(), &position)
            };
            let plain = found("nodes=4000");
            assert_eq!(found("nodes=4000,basedepth=1"), plain, "{method}");
            assert_eq!(found("nodes=4000,basedepth=2"), plain, "{method}: 2 follows 1 anyway");
            for base in [3, 4, 9] {
                let based = found(&format!("nodes=4000,basedepth={base}"));
                assert!(based.nodes <= 4000_u64.max(least), "{method}: {based:?}");
                assert!(based.depth == 1 || based.depth >= base, "{method}: {based:?}");
                let same = found(&format!("depth={}", based.depth));
                assert_eq!((based.mv, based.value), (same.mv, same.value), "{method}");
            }
            // What can't be done in time leaves the move of one ply.
            assert_eq!(found("nodes=4000,basedepth=64").depth, 1, "{method}");
        }
    }
}

#[test]
fn time_is_kept() {
    let game = table(2);
    let evaluator = array(&game, "hand-tuned-v4");
    let threads = Threads::new(2).unwrap();
    let position = &positions::game(&game, 1, 0.0)[20];
    for method in METHODS.iter().chain(&["parallel", "mcts"]) {
        let text = format!("{method}(ms=30)");
        let mut searcher =
            Searcher::new(&game, &search(&text), evaluator.as_ref(), &threads).unwrap();
        let started = Instant::now();
        let found = searcher.find(&game, position, &mut stream(0));
        // Generous: other tests want the processor too, and one that keeps no time has no end.
        assert!(started.elapsed() < Duration::from_secs(30), "{text}");
        assert!(legal_moves(&game, position).contains(&found.mv) && found.depth >= 1, "{text}");
    }
}
