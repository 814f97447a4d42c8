//! Searches over own moves only, and what changes once armies are apart.

use super::{after, array, find, legal_moves, plain, positions, search, stream, table};
use starhop::backend::Threads;
use starhop::eval::Evaluator;
use starhop::game::chinese_checkers::{ChineseCheckers, Position};
use starhop::game::hints::SearchHints;
use starhop::game::{Game, Player};
use starhop::search::analysis::{Ask, analyse};
use starhop::search::greedy::Greedy;
use starhop::search::{Agent, Searcher, WIN};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// One array while armies meet, and another once they are apart.
struct Phased<'a>(&'a dyn Evaluator<ChineseCheckers>, &'a dyn Evaluator<ChineseCheckers>);

impl Evaluator<ChineseCheckers> for Phased<'_> {
    fn score(&self, game: &ChineseCheckers, position: &Position, player: Player) -> f64 {
        self.0.score(game, position, player)
    }

    fn best_margin(
        &self,
        game: &ChineseCheckers,
        position: &Position,
        player: Player,
        worth: f64,
        enough: f64,
    ) -> Option<(f64, u64)> {
        self.0.best_margin(game, position, player, worth, enough)
    }

    fn at(
        &self,
        game: &ChineseCheckers,
        position: &Position,
    ) -> Option<&dyn Evaluator<ChineseCheckers>> {
        game.is_apart(position).then_some(self.1)
    }
}

/// Positions in which armies are apart, the last of each game first.
fn apart(game: &ChineseCheckers) -> Vec<Position> {
    let late = |number| positions::game(game, number, 0.1).into_iter().rev().take(12);
    (0..10).flat_map(late).filter(|position| game.is_apart(position)).collect()
}

/// The best of `score` over all positions after that many own moves, or `WIN` less the moves to a
/// win before.
fn best(
    game: &ChineseCheckers,
    position: &Position,
    score: &dyn Fn(&Position) -> f64,
    depth: u32,
    ply: u32,
) -> f64 {
    let player = game.turn(position);
    let value = |mv| {
        let mut next = after(game, position, mv);
        if game.reason(&next) == Some("goal") {
            return WIN - f64::from(ply);
        }
        if game.outcome(&next).is_some() || depth == 1 {
            return score(&next);
        }
        game.hand_turn(&mut next, player);
        match game.outcome(&next) {
            Some(_) => score(&next),
            None => best(game, &next, score, depth - 1, ply + 1),
        }
    };
    legal_moves(game, position).into_iter().map(value).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn one_own_move_ahead_is_greedy() {
    let game = table(3);
    let evaluator = array(&game, "hand-tuned-v4");
    for position in positions::mixed(&game, 200) {
        let found = find(&game, "iddfs(depth=1)", evaluator.as_ref(), &position);
        let score = |mv| evaluator.score(&game, &after(&game, &position, mv), game.turn(&position));
        let moves = legal_moves(&game, &position);
        let best = moves.iter().map(|&mv| score(mv)).fold(f64::NEG_INFINITY, f64::max);
        let wins = game.reason(&after(&game, &position, found.mv)) == Some("goal");
        assert!(score(found.mv) == best || wins);
    }
}

#[test]
fn iddfs_finds_the_best_score_within_its_moves_by_the_fewest() {
    let game = table(2);
    let evaluator = array(&game, "generation-7822");
    for position in positions::mixed(&game, 40) {
        let player = game.turn(&position);
        let score = |it: &Position| evaluator.score(&game, it, player);
        let of = |depth| match best(&game, &position, &score, depth, 1) {
            value if value > WIN / 2.0 => WIN,
            value => value,
        };
        let found = find(&game, "iddfs(depth=2)", evaluator.as_ref(), &position);
        assert_eq!(found.value, of(1).max(of(2)));
        if of(1) >= of(2) {
            assert_eq!(found.mv, find(&game, "iddfs(depth=1)", evaluator.as_ref(), &position).mv);
        }
    }
}

#[test]
fn once_apart_a_search_looks_at_own_moves_only() {
    let game = table(2);
    let evaluator = array(&game, "hand-tuned-v4");
    let mut tried = 0;
    for position in apart(&game).iter().filter(|&it| legal_moves(&game, it).len() > 1).take(40) {
        let player = game.turn(position);
        let score = |it: &Position| evaluator.score(&game, it, player);
        for depth in 1..=2 {
            let text = format!("alphabeta(depth=1,apart={depth})");
            let found = find(&game, &text, evaluator.as_ref(), position);
            assert_eq!(found.value, best(&game, position, &score, depth, 1), "{text}");
        }
        tried += 1;
    }
    assert!(tried > 20);
    let found = |text| find(&game, text, evaluator.as_ref(), &game.start());
    assert_eq!(found("alphabeta(depth=2,apart=3,solve=100)"), found("alphabeta(depth=2)"));
}

#[test]
fn the_fewest_moves_to_win_are_found_or_given_up() {
    let game = table(2);
    let evaluator = array(&game, "hand-tuned-v4");
    let mut solved = [0; 5];
    for position in apart(&game) {
        let found = find(&game, "alphabeta(depth=1,solve=300000)", evaluator.as_ref(), &position);
        let Some(fewest) = plain::fewest(&game, &position, 3) else { continue };
        assert_eq!(found.value, WIN - f64::from(fewest));
        let mut next = after(&game, &position, found.mv);
        if fewest > 1 {
            game.hand_turn(&mut next, game.turn(&position));
            assert_eq!(plain::fewest(&game, &next, 3), Some(fewest - 1));
        }
        solved[fewest as usize] += 1;
        let given_up = find(&game, "alphabeta(depth=1,solve=1)", evaluator.as_ref(), &position);
        let plain = find(&game, "alphabeta(depth=1)", evaluator.as_ref(), &position);
        assert!(given_up.value == plain.value || fewest == 1);
    }
    assert!(solved[1] > 3 && solved[2] > 3 && solved[3] > 3, "{solved:?}");
}

#[test]
fn an_analysis_that_is_stopped_solves_nothing() {
    let game = table(2);
    let evaluator = array(&game, "hand-tuned-v4");
    let mut solved = 0;
    for position in apart(&game).iter().take(20) {
        for text in ["alphabeta(depth=1,solve=300000)", "alphabeta(depth=1,table=8)"] {
            let is_solved = |is_stopped: bool| {
                let ask =
                    Ask { top: 3, game: 0, halt: Some(Arc::new(AtomicBool::new(is_stopped))) };
                let by = (&search(text), Some(evaluator.as_ref()));
                let (threads, rng) = (Threads::alone(), &mut stream(1));
                let found = analyse((&game, position), by, &threads, &ask, rng, &mut |_| {});
                found.unwrap().is_some_and(|it| it.end(&it.lines[0]).is_some())
            };
            solved += u32::from(is_solved(false));
            assert!(!is_solved(true), "{text}");
        }
    }
    assert!(solved > 10, "{solved}");
}

#[test]
fn once_apart_the_evaluation_for_that_counts() {
    let game = table(2);
    let [before, then] = ["generation-7822", "hand-tuned-v4"].map(|name| array(&game, name));
    let phased = Phased(before.as_ref(), then.as_ref());
    let mut differs = 0;
    let late = apart(&game);
    let early = positions::mixed(&game, 30);
    for position in early.iter().chain(&late) {
        let by = if game.is_apart(position) { then.as_ref() } else { before.as_ref() };
        for method in ["alphabeta(depth=2)", "minimax(depth=2)", "iddfs(depth=2)", "maxn"] {
            let found = find(&game, method, &phased, position);
            assert_eq!(found, find(&game, method, by, position), "{method}");
        }
        let greedy = |mut agent: Box<dyn Agent<ChineseCheckers> + '_>| {
            agent.choose(&game, position, &mut stream(5)).unwrap()
        };
        let chosen = greedy(Box::new(Greedy::new(&phased)));
        assert_eq!(chosen, greedy(Box::new(Greedy::new(by))));
        differs += u32::from(chosen != greedy(Box::new(Greedy::new(before.as_ref()))));
    }
    assert!(differs > 5, "{differs}");
}

/// Worth nothing itself, and another everywhere.
struct Elsewhere<'a>(&'a dyn Evaluator<ChineseCheckers>);

impl Evaluator<ChineseCheckers> for Elsewhere<'_> {
    fn score(&self, _: &ChineseCheckers, _: &Position, _: Player) -> f64 {
        0.0
    }

    fn at(&self, _: &ChineseCheckers, _: &Position) -> Option<&dyn Evaluator<ChineseCheckers>> {
        Some(self.0)
    }
}

#[test]
fn monte_carlo_goes_by_the_evaluation_for_each_position_on_its_way() {
    let game = table(2);
    let [before, then] = ["generation-7822", "hand-tuned-v4"].map(|name| array(&game, name));
    let phased = Phased(before.as_ref(), then.as_ref());
    let elsewhere = Elsewhere(then.as_ref());
    let mut differs = 0;
    for position in positions::mixed(&game, 30) {
        let by = |evaluator| find(&game, "mcts(nodes=50,plies=200)", evaluator, &position);
        assert_eq!(by(&elsewhere), by(then.as_ref()));
        differs += u32::from(by(&phased) != by(before.as_ref()));
    }
    assert!(differs > 5, "{differs}");
}

/// Positions of three players in which the one to move is apart from both others.
fn apart_from_two(game: &ChineseCheckers) -> Vec<Position> {
    let late = |number| positions::game(game, number, 0.05).into_iter().rev().take(60);
    (0..12).flat_map(late).filter(|position| game.is_apart(position)).collect()
}

#[test]
fn one_of_three_that_is_apart_looks_at_own_moves_and_finds_the_fewest() {
    let game = table(3);
    let evaluator = array(&game, "hand-tuned-v4");
    let found = |text: &str, position: &Position| find(&game, text, evaluator.as_ref(), position);
    let (mut tried, mut solved) = (0, 0);
    for position in apart_from_two(&game).iter().take(30) {
        let score = |it: &Position| evaluator.score(&game, it, game.turn(position));
        let ahead = found("alphabeta(depth=1,apart=2)", position);
        let is_choice = legal_moves(&game, position).len() > 1;
        assert!(!is_choice || ahead.value == best(&game, position, &score, 2, 1));
        tried += 1;
        if let Some(fewest) = plain::fewest(&game, position, 2) {
            let solution = found("alphabeta(depth=1,solve=300000)", position);
            assert_eq!(solution.value, WIN - f64::from(fewest));
            solved += 1;
        }
    }
    assert!(tried > 10 && solved > 3, "{tried} tried, {solved} solved");
}

#[test]
fn the_table_knows_the_fewest_moves_of_a_lone_army_and_changes_nothing_beyond_them() {
    for (game, late) in [(table(2), apart(&table(2))), (table(3), apart_from_two(&table(3)))] {
        let evaluator = array(&game, "hand-tuned-v4");
        let plain =
            |position: &Position| find(&game, "alphabeta(depth=1)", evaluator.as_ref(), position);
        let threads = Threads::alone();
        let search = search("alphabeta(depth=1,table=3)");
        let mut one = Searcher::new(&game, &search, evaluator.as_ref(), &threads).unwrap();
        let (mut known, mut beyond) = ([0; 4], 0);
        for position in &late {
            let player = game.turn(position);
            let found = one.find(&game, position, &mut stream(0));
            let alone = game.alone(position, player).unwrap();
            match plain::fewest(&game, &alone, 3) {
                Some(fewest) => {
                    assert_eq!(found.value, WIN - f64::from(fewest));
                    let next = game.alone(&after(&game, position, found.mv), player).unwrap();
                    let left = (fewest > 1).then(|| plain::fewest(&game, &next, 3).unwrap());
                    assert_eq!(left.unwrap_or(0), fewest - 1);
                    known[fewest as usize] += 1;
                }
                None => {
                    assert_eq!(
                        (found.mv, found.value),
                        (plain(position).mv, plain(position).value)
                    );
                    beyond += 1;
                }
            }
            // Whoever asked for what before: a new table finds the same.
            let fresh = find(&game, "alphabeta(depth=1,table=3)", evaluator.as_ref(), position);
            assert_eq!((fresh.mv, fresh.value), (found.mv, found.value));
        }
        assert!(known[1..].iter().all(|&count| count > 2) && beyond > 2, "{known:?} {beyond}");
        let backwards = late.iter().rev().map(|it| one.find(&game, it, &mut stream(0)).mv);
        let fresh = late
            .iter()
            .rev()
            .map(|it| find(&game, "alphabeta(depth=1,table=3)", evaluator.as_ref(), it).mv);
        assert!(backwards.eq(fresh));
    }
}

#[test]
fn a_table_asked_again_looks_at_less() {
    let game = table(2);
    let evaluator = array(&game, "hand-tuned-v4");
    let search = search("alphabeta(depth=1,table=3)");
    let mut searcher =
        Searcher::new(&game, &search, evaluator.as_ref(), &Threads::alone()).unwrap();
    let late = apart(&game);
    let nodes = |searcher: &mut Searcher<'_, ChineseCheckers>| -> u64 {
        let found = late.iter().map(|it| searcher.find(&game, it, &mut stream(0)));
        found.filter(|it| it.value > WIN / 2.0).map(|it| it.nodes).sum()
    };
    let first = nodes(&mut searcher);
    let again = nodes(&mut searcher);
    assert!(first > 20 * again, "{first} positions, then {again}");
}

#[test]
fn phases_are_those_of_the_position() {
    let game = table(2);
    let evaluator = array(&game, "hand-tuned-v4");
    let find = |text: &str, position: &Position| find(&game, text, evaluator.as_ref(), position);
    let mut phases = [0; 3];
    for position in positions::game(&game, 1, 0.0).iter().chain(&apart(&game)) {
        let found = find("phases(depth=2)", position);
        let (own, all) = (find("iddfs(depth=2)", position), find("minimax(depth=2)", position));
        let phase = match (game.is_apart(position), position.ply()) {
            (true, _) => 2,
            (false, ply) => usize::from(ply > 12),
        };
        if phase != 1 {
            assert_eq!(found, own, "ply {}", position.ply());
        } else {
            assert!(found == own || (found.mv, found.value) == (all.mv, all.value));
        }
        phases[phase] += u32::from((found.mv, found.value) != (all.mv, all.value) || phase == 1);
    }
    assert!(phases.iter().all(|&count| count > 3), "{phases:?}");
    let meets = positions::game(&game, 1, 0.0).into_iter().filter(|it| {
        let (found, all) = (find("phases(depth=2)", it), find("minimax(depth=2)", it));
        found.depth == 2 && found.value == all.value && !game.is_apart(it)
    });
    assert!(meets.count() > 10, "all lines while armies meet");
}
