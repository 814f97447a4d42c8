//! Searches are read as they are written, and refused with a reason.

use super::*;

#[test]
fn bots_print_and_parse_back() {
    for text in [
        "random",
        "greedy:hand-tuned-v4",
        "own:report-2014",
        "alphabeta(depth=4):champion.json",
        "alphabeta(nodes=5000,apart=3,solve=100,forward):a:b(c).json",
        "parallel(ms=20):results/a run",
        "phases(depth=2,apart=3,table=4):x",
        "greedy(book=a book.txt):x",
        "random(book=b)",
        "alphabeta(depth=2,table=3,book=b/c.txt):x",
        r"greedy(book=C:\b(1.txt):D:\x (2).json",
        "max-prob(depth=2,scale=7.5):x",
        "alphabeta(nodes=5000,basedepth=4,extend):x",
        "alphabeta(ms=10,width=10,nullmove):x",
        "paranoid(depth=4,width=6):x",
        "iddfs(ms=5,basedepth=2):x",
        "minimax(depth=2,quiescence=2,forward,extend):pieces",
        "mcts(nodes=50,exploration=1.5,width=3,plies=0,epsilon=0):x",
        "program(engine.toml,ms=1000)",
        "program(a: b/c (d).toml,depth=3)",
        "program(engine.toml,nodes=500,book=b.txt)",
        "program(engine.toml,tc=10+0.1)",
        "program(engine.toml,tc=0.5,book=b.txt)",
    ] {
        let bot: BotName = text.parse().unwrap();
        assert_eq!(bot.to_string(), text);
    }
    for method in Method::ALL {
        let search = Search::usual(method);
        assert_eq!(search.to_string().parse(), Ok(search));
    }
}

#[test]
fn what_goes_without_saying_is_filled_in() {
    let name = |text: &str| text.parse::<BotName>().unwrap().to_string();
    assert_eq!(name("champion-2"), "greedy:champion-2");
    assert_eq!(name("minimax:x"), "minimax(depth=2):x");
    assert_eq!(name("alphabeta():x"), "alphabeta(depth=3):x");
    assert_eq!(name("program(x)"), "program(x,ms=1000)");
    assert_eq!(name("program"), "greedy:program");
    assert_eq!(name(r"C:\a\x (2).json"), r"greedy:C:\a\x (2).json");
    assert_eq!(name("d:/x:y"), "greedy:d:/x:y");
}

#[test]
fn nonsense_is_refused() {
    for text in [
        "",
        "greedy",
        "greedy:",
        "random:x",
        "alphabeta(depth=0):x",
        "alphabeta(depth=65):x",
        "alphabeta(depth=2:x",
        "C:x",
        "random(book=C:/b):x",
        "program(x,ms=1,depth=2)",
        "program(x,ms=1,ms=2)",
        "program(x,ms=1,tc=2)",
        "program(x,tc=1,depth=2)",
        "program(x,tc=1,tc=1)",
        "program(x,tc)",
        "program(x,tc=40/60)",
        "alphabeta(tc=10+0.1):x",
        "program(x,ms=1))",
        "alphabeta(plies=2):x",
        "alphabeta(forward=2):x",
        "alphabeta(forward=):x",
        "greedy(forward=1):x",
        "parallel(nodes=100):x",
        "maxn(extend):x",
        "alphabeta(width=0):x",
        "alphabeta(nullmove=1):x",
        "parallel(width=8):x",
        "minimax(nullmove):x",
        "mcts(quiescence=2):x",
        "mcts(extend=2):x",
        "alphabeta(extend=2):x",
        "alphabeta(quiescence=65):x",
        "mcts(depth=2):x",
        "max-prob(scale=0):x",
        "max-prob(scale=-1):x",
        "maxn(scale=2):x",
        "alphabeta(table=9):x",
        "greedy(table=2):x",
        "phases(quiescence=2):x",
        "greedy(book=):x",
        "greedy(book):x",
        "greedy(book=a,book=b):x",
        "mcts(basedepth=2):x",
        "alphabeta(basedepth=2):x",
        "alphabeta(depth=4,basedepth=2):x",
        "alphabeta(nodes=50,basedepth=0):x",
        "alphabeta(nodes=50,basedepth=65):x",
        "alphabeta(nodes=50,basedepth=2,depth=3):x",
        "mcts(epsilon=1.5):x",
        "mcts(epsilon=nan):x",
        "greedy(depth=2):x",
        "own",
        "own(depth=2):x",
        "alphabet(depth=2):x",
        "alphabet(depth=2)",
        "program()",
        "program(",
        "program(x",
        "program(x):y",
        "program(depth=2)",
        "program(x,depth=0)",
        "program(x,basedepth=2)",
        "program(x,apart=2)",
        "program(x,,depth=2)",
        "program(x,book=)",
        "a\nwarning: b",
        "alphabeta(book=a\r):x",
        "program(a\nb)",
    ] {
        assert!(text.parse::<BotName>().is_err(), "{text}");
    }
}

#[test]
fn a_refusal_lists_the_options_that_a_method_has() {
    let usual = "depth, nodes, ms, basedepth, apart, solve, table";
    let of_mcts = "nodes, ms, apart, solve, table, forward, exploration, width, plies, epsilon";
    for (text, why) in [
        ("greedy(forward=1)", "no option 'forward'; it has none of its own".to_string()),
        (
            "greedy(book=x)",
            "no option 'book'; books are for bots, as in 'greedy(book=FILE):champion-2'"
                .to_string(),
        ),
        ("mcts(extend=2)", format!("no option 'extend'; known: {of_mcts}")),
        ("maxn(x)", format!("no option 'x'; known: {usual}, forward")),
        ("max-prob(x)", format!("no option 'x'; known: {usual}, forward, scale")),
        (
            "paranoid(x)",
            format!("no option 'x'; known: {usual}, quiescence, forward, extend, width, nullmove"),
        ),
    ] {
        let method = text.split('(').next().unwrap();
        assert_eq!(text.parse::<Search>(), Err(TextError(format!("{method} has {why}"))));
    }
}

#[test]
fn a_refusal_says_which_searches_there_are() {
    let why = |text: &str| text.parse::<Search>().unwrap_err().to_string();
    let known = Method::ALL.map(Method::name).join(", ");
    assert_eq!(why("dream"), format!("no search 'dream'; known: {known}"));
    assert_eq!(why("greedi"), "no search 'greedi'; did you mean 'greedy'?");
    let alone = "'greedy:champion-2' is a bot; name its search alone: 'greedy'";
    assert_eq!(why("greedy:champion-2"), alone);
    assert_eq!(why("grab:champion-2"), format!("no search 'grab:champion-2'; known: {known}"));
}

#[test]
fn every_option_of_a_method_can_be_set() {
    for method in Method::ALL {
        for (name, _) in OPTIONS.iter().filter(|(_, has)| has(method)) {
            let set = |option: &str| Search::usual(method).with(option);
            assert!(set(name).is_ok() || set(&format!("{name}=1")).is_ok(), "{name}");
        }
    }
}

#[test]
fn fields_are_held_to_what_can_be_read() {
    let usual = Search::usual;
    let of_mcts = |monte_carlo| Search { monte_carlo, ..usual(Method::Mcts) };
    let depth = |depth| Some(Limit::Depth(depth));
    for search in Method::ALL.map(usual) {
        assert_eq!(search.check(), Ok(()));
    }
    for (search, why) in [
        (Search { limit: depth(0), ..usual(Method::AlphaBeta) }, "depth is a whole number"),
        (Search { limit: depth(3), ..usual(Method::Greedy) }, "no option 'depth'"),
        (Search { limit: None, ..usual(Method::AlphaBeta) }, "can't have all of the options"),
        (of_mcts(MonteCarlo { epsilon: 1.5, ..MonteCarlo::USUAL }), "epsilon is a number"),
        (of_mcts(MonteCarlo { epsilon: f64::NAN, ..MonteCarlo::USUAL }), "epsilon is"),
        (of_mcts(MonteCarlo { width: 0, ..MonteCarlo::USUAL }), "width is a whole number"),
        (Search { scale: 0.0, ..usual(Method::MaxProb) }, "scale is more than 0"),
        (Search { width: 4, ..usual(Method::Minimax) }, "no option 'width'"),
    ] {
        let refused = search.check().unwrap_err().to_string();
        assert!(refused.contains(why), "{search}: {refused}");
    }
}

#[test]
fn only_time_is_not_repeatable() {
    let repeats = |text: &str| text.parse::<Search>().unwrap().is_repeatable();
    assert!(repeats("alphabeta") && repeats("mcts") && repeats("random"));
    assert!(!repeats("alphabeta(ms=5)"));
}
