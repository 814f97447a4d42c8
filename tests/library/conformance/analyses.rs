//! Analyses begin with the move that is played, and what they list is what moves are worth.

use super::searches::{agent, is_refused, positions, to_depth};
use super::subject::{Subject, stream};
use starhop::backend::Threads;
use starhop::eval::Evaluator;
use starhop::game::Game;
use starhop::game::hints::SearchHints;
use starhop::search::analysis::{Analysis, Ask, Unit, analyse};
use starhop::search::spec::{Limit, Method, Search};

fn analysis<G: SearchHints>(
    subject: &Subject<G>,
    search: &Search,
    by: &dyn Evaluator<G>,
    position: &G::Position,
    top: usize,
) -> Analysis {
    let from = (&subject.game, position);
    let ask = Ask { top, game: 0, halt: None };
    let (threads, rng) = (Threads::new(2).unwrap(), &mut stream(0));
    let found = analyse(from, (search, Some(by)), &threads, &ask, rng, &mut |_| {});
    found.unwrap().unwrap()
}

/// Searches to a depth, and others that stop at a number of positions, some from a base depth on.
fn searches() -> Vec<Search> {
    let limited = |search: Search| {
        let limit = Some(Limit::Nodes(300));
        let stops = !matches!(search.method, Method::Parallel) && search.limit.is_some();
        let base_depth = if search.method == Method::Mcts { 1 } else { 3 };
        let more = [1, base_depth].map(|base_depth| Search { limit, base_depth, ..search });
        [search].into_iter().chain(more.into_iter().filter(move |_| stops))
    };
    to_depth(2).into_iter().flat_map(limited).collect()
}

pub fn first<G: SearchHints>(subject: &Subject<G>) {
    let positions = positions(subject);
    for of in &subject.families {
        let by = &subject.evaluations_of(of)[0];
        let evaluator = by.evaluator.as_ref();
        let searches = searches();
        let suitable = searches.iter().filter(|it| !is_refused(subject, it));
        for (number, search) in suitable.enumerate() {
            let position = &positions[number % positions.len()];
            if search.method == Method::Random {
                continue;
            }
            let mut agent = agent(subject, search, Some(evaluator)).unwrap();
            let played = agent.choose(&subject.game, position, &mut stream(0)).unwrap();
            let played = subject.game.move_text(position, played);
            let found = analysis(subject, search, evaluator, position, 3);
            let name = format!("{search}:{} in\n{}", by.name, subject.game.draw(position));
            assert_eq!(found.lines[0].moves[0].text, played, "{name}");
            check(subject, &found, position, &name);
        }
    }
}

/// Lists go down, no move stands twice, and lines can be played while everyone moves in turn.
fn check<G: SearchHints>(
    subject: &Subject<G>,
    found: &Analysis,
    position: &G::Position,
    name: &str,
) {
    assert!(found.lines.len() <= 3 && found.depth >= 1, "{name}");
    let values: Vec<f64> = found.lines.iter().filter_map(|line| line.value).collect();
    if found.unit != Unit::Reward {
        assert!(values.is_sorted_by(|one, two| one >= two), "{values:?}: {name}");
    }
    let mut firsts: Vec<&str> = found.lines.iter().map(|it| it.moves[0].text.as_str()).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), found.lines.len(), "{name}");
    for line in &found.lines {
        let mut at = position.clone();
        for ply in &line.moves {
            if subject.game.turn(&at) != ply.player {
                assert!(subject.game.hand_turn(&mut at, ply.player), "{name}");
            }
            let mv = subject.game.parse_move(&at, &ply.text);
            at = subject.after(&at, mv.unwrap_or_else(|why| panic!("{why}: {name}")));
        }
    }
}

/// By minimax and by alpha-beta the same values; each move's is that of a search from after it, and
/// fewer moves are the first of more.
pub fn values<G: SearchHints>(subject: &Subject<G>) {
    let by = subject.evaluations().swap_remove(0);
    let evaluator = by.evaluator.as_ref();
    let depth = |text: &str| text.parse::<Search>().unwrap();
    for position in positions(subject) {
        let all = analysis(subject, &depth("minimax(depth=2)"), evaluator, &position, 1000);
        assert_eq!(all.lines.len(), subject.moves(&position).len());
        for search in ["alphabeta(depth=2)", "parallel(depth=2)"] {
            for top in [1, 2, 1000] {
                let some = analysis(subject, &depth(search), evaluator, &position, top);
                assert_eq!(some.depth, 2);
                let most = top.min(all.lines.len());
                let plain = |found: &Analysis| {
                    let lines = found.lines[..most].iter();
                    lines.map(|it| (it.moves[0].text.clone(), it.value)).collect::<Vec<_>>()
                };
                assert_eq!(plain(&some), plain(&all), "{search}");
                for line in &some.lines {
                    let mv = subject.game.parse_move(&position, &line.moves[0].text).unwrap();
                    let next = subject.after(&position, mv);
                    let player = subject.game.turn(&position);
                    if subject.game.outcome(&next).is_none() && subject.game.players() == 2 {
                        let end = last(subject, &position, line);
                        let is_over = subject.game.outcome(&end).is_some();
                        let margin = evaluator.margin(&subject.game, &end, player);
                        assert!(is_over || line.value == Some(margin), "{search}: {line:?}");
                    }
                }
            }
        }
    }
}

/// Where a line leads.
fn last<G: Game>(
    subject: &Subject<G>,
    position: &G::Position,
    line: &starhop::search::lines::Line,
) -> G::Position {
    let mut at = position.clone();
    for ply in &line.moves {
        let mv = subject.game.parse_move(&at, &ply.text).unwrap();
        at = subject.after(&at, mv);
    }
    at
}
