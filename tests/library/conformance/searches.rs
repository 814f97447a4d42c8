//! Searches choose legal moves, the same again, and those that don't suit a game are refused.

use super::subject::{Subject, stream};
use starhop::backend::Threads;
use starhop::eval::Evaluator;
use starhop::game::hints::SearchHints;
use starhop::game::{Game, TextError};
use starhop::search::spec::{Limit, Method, MonteCarlo, Search};
use starhop::search::{self, Agent, Searcher};

/// Every method to that depth or some such limit, as it is and with what else it can be told.
pub fn to_depth(depth: u32) -> Vec<Search> {
    let limited = |method| {
        let usual = Search::usual(method);
        let limit = usual.limit.map(|limit| match limit {
            Limit::Depth(_) => Limit::Depth(depth),
            _ => Limit::Nodes(12),
        });
        let monte_carlo = MonteCarlo { plies: 4, ..usual.monte_carlo };
        Search { limit, monte_carlo, ..usual }
    };
    let methods = Method::ALL.map(limited).into_iter();
    let told = |plain: Search| match plain.limit {
        None => vec![plain],
        Some(_) => {
            let forward = Search { forward: true, ..plain };
            let apart = Search { apart: 1, solve: 50, ..plain };
            let table = Search { table: 2, ..plain };
            vec![plain, forward, apart, table]
        }
    };
    methods.flat_map(told).collect()
}

pub fn agent<'a, G: SearchHints + 'a>(
    subject: &Subject<G>,
    search: &Search,
    evaluator: Option<&'a dyn Evaluator<G>>,
) -> Result<Box<dyn Agent<G> + 'a>, TextError> {
    search::agent(&subject.game, search, evaluator, &Threads::alone())
}

/// Whether the search looks at lines in which others pass, at an army alone on the board, or at
/// armies that are apart, and the game has no such thing.
pub fn is_refused<G: SearchHints>(subject: &Subject<G>, search: &Search) -> bool {
    let start = subject.game.start();
    let hands = subject.game.hand_turn(&mut start.clone(), subject.game.turn(&start));
    let has_lone = subject.game.alone(&start, subject.game.turn(&start)).is_some();
    let passes = matches!(search.method, Method::Iddfs | Method::BestReply);
    let is_lone = search.table > 0 || search.method == Method::Phases;
    let is_apart = search.apart > 0 || search.solve > 0 || search.table > 0;
    !hands && (passes || is_apart) || !has_lone && is_lone || !subject.game.can_part() && is_apart
}

pub fn refusals<G: SearchHints>(subject: &Subject<G>) {
    let evaluations = subject.evaluations();
    let evaluator = evaluations[0].evaluator.as_ref();
    let check = |search: Search, is_refused: bool| {
        let checked = search::check(&subject.game, &search);
        assert_eq!(checked.is_err(), is_refused, "{search}");
        let made = agent(subject, &search, Some(evaluator));
        assert_eq!(made.map(drop), checked, "{search}");
        let blind = agent(subject, &search, None);
        assert_eq!(blind.is_err(), search.method != Method::Random, "{search}");
    };
    for search in to_depth(2) {
        check(search.clone(), is_refused(subject, &search));
        if search.limit.is_some() {
            check(Search { limit: None, ..search }, true);
        }
    }
    check(Search { limit: Some(Limit::Depth(1)), ..Search::usual(Method::Mcts) }, true);
    check(Search { limit: Some(Limit::Nodes(1)), ..Search::usual(Method::Parallel) }, true);
    let usual = MonteCarlo::USUAL;
    let wrong = [-0.1, 1.5, f64::NAN].map(|epsilon| MonteCarlo { epsilon, ..usual });
    for monte_carlo in wrong.into_iter().chain([MonteCarlo { width: 0, ..usual }]) {
        check(Search { monte_carlo, ..Search::usual(Method::Mcts) }, true);
    }
    for scale in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        check(Search { scale, ..Search::usual(Method::MaxProb) }, true);
    }
}

/// The moves of an agent in those positions, or of a new one in each.
fn chosen<'a, G: SearchHints + 'a>(
    subject: &Subject<G>,
    search: &Search,
    evaluator: &'a dyn Evaluator<G>,
    positions: &[G::Position],
    (is_new, seed): (bool, u64),
) -> Vec<G::Move> {
    let fresh = || agent(subject, search, Some(evaluator)).unwrap();
    let mut one = fresh();
    let choose = |position| {
        if is_new {
            one = fresh();
        }
        one.choose(&subject.game, position, &mut stream(seed)).unwrap()
    };
    positions.iter().map(choose).collect()
}

fn check<G: SearchHints>(
    subject: &Subject<G>,
    search: &Search,
    (name, evaluator): (&str, &dyn Evaluator<G>),
    positions: &[G::Position],
) {
    let moves = |how| chosen(subject, search, evaluator, positions, how);
    let found = moves((true, 0));
    for (position, mv) in positions.iter().zip(&found) {
        assert!(subject.moves(position).contains(mv), "{search}:{name} plays {mv:?}");
    }
    let is_function = matches!(search.limit, Some(Limit::Depth(_)));
    let again = moves((false, u64::from(is_function)));
    assert_eq!(again, found, "{search}:{name} finds something else");
}

/// Some positions, each with one that follows it, so that an agent can confuse them.
pub fn positions<G: Game>(subject: &Subject<G>) -> Vec<G::Position> {
    let follows = |position: &G::Position| subject.after(position, subject.moves(position)[0]);
    let pairs = subject.sample(2).into_iter().flat_map(|it| [it.clone(), follows(&it)]);
    let goes_on = |it: &G::Position| subject.game.outcome(it).is_none();
    pairs.filter(goes_on).collect()
}

/// All searches by the first evaluation of a family in some positions, by the others in one.
pub fn choices<G: SearchHints>(subject: &Subject<G>) {
    let positions = positions(subject);
    let suitable: Vec<_> = to_depth(2).into_iter().filter(|it| !is_refused(subject, it)).collect();
    for of in &subject.families {
        for (index, by) in subject.evaluations_of(of).iter().enumerate() {
            for (number, search) in suitable.iter().enumerate() {
                let at = (number + index) % positions.len();
                let positions = if index == 0 { &positions[..] } else { &positions[at..=at] };
                check(subject, search, (by.name, by.evaluator.as_ref()), positions);
            }
        }
    }
}

/// Threads find the value and the move that one of them finds, where a search is deep enough to be
/// shared out.
pub fn threads<G: SearchHints>(subject: &Subject<G>) {
    let evaluations = subject.evaluations();
    let evaluator = evaluations[0].evaluator.as_ref();
    let found = |method, threads: &Threads| {
        let search = Search { limit: Some(Limit::Depth(4)), ..Search::usual(method) };
        let mut searcher = Searcher::new(&subject.game, &search, evaluator, threads).unwrap();
        let find = |position: &G::Position| {
            let found = searcher.find(&subject.game, position, &mut stream(0));
            (found.value, found.mv)
        };
        positions(subject)[..4].iter().map(find).collect::<Vec<_>>()
    };
    let serial = found(Method::AlphaBeta, &Threads::alone());
    for count in [2, 5] {
        assert_eq!(found(Method::Parallel, &Threads::new(count).unwrap()), serial, "{count}");
    }
}

/// What is said to be idle changes no move, however large it is.
pub fn idle<G: SearchHints>(subject: &Subject<G>) {
    let positions = positions(subject);
    for search in to_depth(2).into_iter().filter(|it| !is_refused(subject, it)) {
        for of in &subject.families {
            let idle = of.family.idle(&subject.game, search.needs());
            let parameters = of.family.parameters();
            for by in subject.evaluations_of(of).iter().filter(|_| !idle.is_empty()).take(2) {
                let mut values = by.values.clone();
                for &index in &idle {
                    let most = parameters[index].max.min(1000.0);
                    values[index] = if values[index] == most { most - 1.0 } else { most };
                }
                let other = of.family.evaluator(&subject.game, &values);
                let moves = |it| chosen(subject, &search, it, &positions, (true, 0));
                let (one, two) = (moves(by.evaluator.as_ref()), moves(other.as_ref()));
                assert_eq!(one, two, "{search}:{} of {}", by.name, of.kind);
            }
        }
    }
}
