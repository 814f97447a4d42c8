//! Sessions as a library user runs them: without a terminal, on a registered game.

use super::confirm::comparison::PairedComparison;
use super::confirm::{Confirmation, Request};
use super::evolution::Evolution;
use super::measure::{MeasureRequest, Measurement};
use super::sprt::{self, Test};
use super::{CHECKPOINT_EVERY, Finish, RunObserver, arena, weights};
use crate::backend::Threads;
use crate::evolve::breed::Beginning;
use crate::play::schedule::ArenaFormat;
use crate::play::sprt::{Hypotheses, Hypothesis};
use crate::record::home::Home;
use crate::record::measurement::Counted;
use crate::record::rows::{GenerationRow, TimingRow};
use crate::record::run::OpenRun;
use crate::registry::{self, Table};
use crate::rng::Seed;
use crate::search::spec::{Limit, Search};
use crate::tune::against::Against;
use crate::tune::config::Config;
use crate::tune::end::Reason;
use crate::tune::names::{MutationName, OptimizerName};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn table() -> Box<dyn Table> {
    registry::find("chinese-checkers").unwrap().open(2, "standard").unwrap()
}

fn config(generations: u64) -> Config {
    Config {
        generations: Some(generations),
        population: 4,
        fitness_games: 2,
        more_games: 2,
        choose_games: 2,
        final_games: 10,
        seed: Seed::new(1).unwrap(),
        ..registry::find("chinese-checkers").unwrap().preset("default", 2).unwrap()
    }
}

fn go_on(evolution: &Evolution, run: &OpenRun) -> Finish {
    let ending = evolution.run(run, &Threads::alone(), CHECKPOINT_EVERY, &mut ()).unwrap();
    ending.finished().unwrap()
}

#[test]
fn an_evolution_that_goes_on_is_the_one_that_never_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::new(folder.path());
    let straight = Evolution::new(config(4), table(), &home).unwrap();
    let straight = go_on(&straight, &straight.create(&home, "straight").unwrap());
    let first = Evolution::new(config(2), table(), &home).unwrap();
    let run = first.create(&home, "parts").unwrap();
    assert_eq!(go_on(&first, &run).evolved.state.generation, 2);
    drop(run);
    let held = home.run("parts").unwrap().hold().unwrap();
    let config = Config { generations: Some(4), ..held.run().config().unwrap() };
    let found = held.run().checkpoint().unwrap();
    let second = Evolution::of_run(held.run(), config, table(), found).unwrap();
    let finish = go_on(&second, &second.open(held).unwrap());
    assert_eq!(finish, straight);
    let evolved = finish.evolved;
    assert_eq!((evolved.reason, evolved.state.generation), (Reason::Generations, 4));
    let champion = weights::find("parts", table().as_ref(), &home).unwrap();
    assert_eq!(champion.values, evolved.weights);
}

/// Asks for a stop after generation 1.
struct Impatient(Arc<AtomicBool>);

impl RunObserver for Impatient {
    fn generation(&mut self, row: &GenerationRow, _: &TimingRow) {
        self.0.fetch_or(row.generation == 1, Ordering::Relaxed);
    }
}

#[test]
fn an_evolution_that_was_interrupted_goes_on_when_it_is_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::new(folder.path());
    let evolution = Evolution::new(config(4), table(), &home).unwrap();
    let straight = go_on(&evolution, &evolution.create(&home, "straight").unwrap());
    let run = evolution.create(&home, "parts").unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let threads = Threads::alone().until(stop.clone());
    let stopped = evolution.run(&run, &threads, CHECKPOINT_EVERY, &mut Impatient(stop)).unwrap();
    assert!(stopped.finished().is_none());
    assert_eq!(run.run().generations().unwrap().len(), 2);
    assert_eq!(go_on(&evolution, &run), straight);
    let rows = run.run().generations().unwrap();
    assert!(rows.iter().map(|row| row.generation).eq(0..=4));
    assert_eq!(go_on(&evolution, &run), straight, "and it is at its end from now on");
    assert_eq!(run.run().generations().unwrap(), rows);
}

#[test]
fn a_run_of_another_evolution_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::new(folder.path());
    let [one, other] = [1, 2].map(|end| Evolution::new(config(end), table(), &home).unwrap());
    let run = one.create(&home, "one").unwrap();
    let why = other.run(&run, &Threads::alone(), CHECKPOINT_EVERY, &mut ()).unwrap_err();
    let expected = "run 'one' has other settings than the evolution that it was given to";
    assert_eq!(why.to_string(), expected);
    assert!(run.run().generations().unwrap().is_empty());
    go_on(&one, &run);
}

/// What its own reader would refuse is refused before the first generation.
#[test]
fn settings_that_no_file_can_hold_are_refused() {
    let home = Home::new(tempfile::tempdir().unwrap().path());
    let search = |text: &str| text.parse::<Search>().unwrap();
    let deep = Search { limit: Some(Limit::Depth(0)), ..search("alphabeta") };
    let greedy = Search { limit: Some(Limit::Depth(1)), ..search("greedy") };
    let against = |name| Config { against: Against::one(name), ..config(1) };
    for (config, key) in [
        (against("population"), "against 'population' is not enough"),
        (against(""), "against has an opponent without a name"),
        (Config { search: deep, ..config(1) }, "search depth is a whole number from 1 to 64"),
        (Config { search: greedy, ..config(1) }, "search greedy has no option 'depth'"),
    ] {
        let why = Evolution::new(config, table(), &home).unwrap_err().to_string();
        assert!(why.contains(key), "{why}");
    }
}

#[test]
fn an_evolution_is_refused_a_table_that_is_not_its_settings() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::new(folder.path());
    let open = |game: &str, players, rules: &str| {
        registry::find(game).unwrap().open(players, rules).unwrap()
    };
    let new = |rules: &str, table| {
        Evolution::new(Config { rules: rules.to_string(), ..config(1) }, table, &home)
    };
    for rules in ["report", "report:corners=closed", "report:ply-cap=150,corners=closed"] {
        new(rules, open("chinese-checkers", 2, "report")).unwrap();
    }
    let settings = "the settings are of chinese-checkers for 2, report:corners=closed,ply-cap=150";
    let standard = "standard:corners=pass,ply-cap=150";
    let why = new("report", table()).unwrap_err().to_string();
    let expected = format!("{settings}, and the table is of chinese-checkers for 2, {standard}");
    assert_eq!(why, expected);
    for (table, found) in [
        (open("chinese-checkers", 3, "report"), "chinese-checkers for 3"),
        (open("halma", 2, "standard"), "halma for 2"),
        (open("chinese-checkers/pid", 2, "report"), "chinese-checkers/pid for 2"),
    ] {
        let why = new("report", table).unwrap_err().to_string();
        assert!(why.contains(&format!("and the table is of {found}")), "{why}");
    }
    let evolution = new("report", open("chinese-checkers", 2, "report")).unwrap();
    drop(evolution.create(&home, "run").unwrap());
    let run = home.run("run").unwrap();
    let of_run = |table| Evolution::of_run(&run, run.config().unwrap(), table, None);
    assert!(of_run(open("chinese-checkers", 2, "report")).is_ok());
    assert_eq!(of_run(table()).unwrap_err().to_string(), expected);
}

/// As the help of its flags promises.
#[test]
fn a_confirmation_plays_as_many_games_as_the_final_ones_say() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::new(folder.path());
    let config = Config { final_games: 42, ..config(1) };
    let evolution = Evolution::new(config, table(), &home).unwrap();
    go_on(&evolution, &evolution.create(&home, "run").unwrap());
    let run = home.run("run").unwrap();
    let plan = Confirmation::find(&run, &Request::default(), &home).unwrap();
    let tests: Vec<_> = plan.tests.iter().map(|it| (it.is_farther(), it.rounds)).collect();
    // Twice as many, and a fifth of them, by two a round.
    assert_eq!(tests, [(false, 42), (false, 42), (true, 5), (true, 5)]);
    assert_eq!(plan.parameter_rounds, 21);
}

#[test]
fn words_of_settings_name_no_run() {
    let home = Home::new(tempfile::tempdir().unwrap().path());
    let evolution = Evolution::new(config(1), table(), &home).unwrap();
    for (name, why) in [
        ("champion-2", "'champion-2' is a built-in array; choose another --name"),
        ("hall-of-fame", "'hall-of-fame' is a word of --against; choose another --name"),
        ("euclidean", "'euclidean' is a built-in evaluation; choose another --name"),
    ] {
        assert_eq!(evolution.create(&home, name).unwrap_err().to_string(), why);
    }
}

#[test]
fn a_measurement_has_the_games_of_its_seed() {
    let home = Home::new(tempfile::tempdir().unwrap().path());
    let (weights, seed) = ("champion-2".to_string(), Seed::new(1));
    let request = MeasureRequest { weights, seed, ..MeasureRequest::default() };
    let measurement = Measurement::find(&request, &home).unwrap();
    let mut heard = Vec::new();
    let mut counted = Counted::new(measurement.settings(&request.weights, 400));
    let mut done = |counted: &Counted| heard.push(counted.games());
    measurement.play(&mut counted, &Threads::alone(), &mut done).unwrap();
    let [met] = &counted.met()[..] else { panic!("one opponent") };
    assert_eq!((met.name.as_str(), heard.last()), ("hand-tuned-v4", Some(&400)));
    assert_eq!(met.by_seat.iter().map(|it| it.wins).collect::<Vec<_>>(), [197, 197]);
    let all = met.all();
    assert_eq!((all.games(), all.different, all.wins, all.losses), (400, 400, 394, 6));
}

#[test]
fn a_sequential_test_ends_where_its_seed_says() {
    let home = Home::new(tempfile::tempdir().unwrap().path());
    let table = table();
    let bot = |name: &str| weights::bot(&name.parse().unwrap(), table.as_ref(), &home).unwrap();
    let test = Test {
        hypotheses: Hypotheses { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 },
        opening_plies: 4,
        openings: None,
        max_pairs: 1000,
        seed: Seed::new(1).unwrap(),
    };
    let run = |test: &Test, table: &dyn Table| {
        let bots = [bot("champion-2"), bot("hand-tuned-v4")];
        sprt::run(test, table, bots, &Threads::alone(), &mut |_| {})
    };
    let trial = run(&test, table.as_ref()).unwrap();
    assert_eq!((trial.verdict(), trial.pairs()), (Some(Hypothesis::H1), 11));
    assert_eq!(trial.pentanomial().0, [0, 0, 2, 0, 9]);
    let short = run(&Test { max_pairs: 8, ..test.clone() }, table.as_ref()).unwrap();
    assert_eq!((short.verdict(), short.pairs()), (None, 8));
    let three = registry::find("chinese-checkers").unwrap().open(3, "standard").unwrap();
    assert!(run(&test, three.as_ref()).is_err());
}

#[test]
fn an_arena_has_two_bots_at_least() {
    let home = Home::new(tempfile::tempdir().unwrap().path());
    let request = arena::ArenaRequest {
        bots: vec!["champion-2".parse().unwrap()],
        format: ArenaFormat::RoundRobin,
        games: 2,
        from_position: false,
        opening_plies: 4,
        openings: None,
        repetitions: 3,
        anchor: None,
        seed: Seed::default(),
    };
    let refused = |request: &arena::ArenaRequest| {
        let entered = arena::enter(request, table().as_ref(), &Threads::alone(), &home);
        entered.err().map(|why| why.to_string())
    };
    assert_eq!(refused(&request).as_deref(), Some("an arena needs two bots at least"));
    let bots = vec!["champion-2".parse().unwrap(), "random".parse().unwrap()];
    assert_eq!(refused(&arena::ArenaRequest { bots, ..request }), None);
}

#[test]
fn a_population_is_that_of_the_generation_in_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::new(folder.path());
    let evolution = Evolution::new(Config { keep_every: 1, ..config(2) }, table(), &home).unwrap();
    go_on(&evolution, &evolution.create(&home, "run").unwrap());
    let run = home.run("run").unwrap();
    assert_eq!(run.population(2).unwrap().generation, 2);
    std::fs::copy(run.population_path(1), run.population_path(2)).unwrap();
    let why = run.population(2).unwrap_err().to_string();
    assert!(why.ends_with(": is no population of that generation"), "{why}");
}

#[test]
fn a_population_goes_on_with_its_own_deviations() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::new(folder.path());
    let optimizer = OptimizerName::Ga;
    let mutation = MutationName::SelfAdaptive;
    let config = Config { keep_every: 1, optimizer, mutation, ..config(2) };
    let evolution = Evolution::new(config.clone(), table(), &home).unwrap();
    go_on(&evolution, &evolution.create(&home, "run").unwrap());
    let kept = home.run("run").unwrap().population(2).unwrap().population;
    let from = Config { from: Some("run@2".to_string()), ..config };
    let evolution = Evolution::new(from, table(), &home).unwrap();
    let Some(Beginning::Population(all)) = evolution.beginning() else { panic!("no population") };
    let deviations: Vec<_> = all.iter().map(|it| it.deviation).collect();
    assert!(deviations.iter().all(Option::is_some));
    assert_eq!(deviations, kept.iter().map(|it| it.deviation).collect::<Vec<_>>());
}

#[test]
fn where_a_parameter_is_set_back_a_table_of_three_may_lose_two_thirds_and_win_one() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::new(folder.path());
    let entry = registry::find("chinese-checkers").unwrap();
    let preset = entry.preset("default", 3).unwrap();
    let table = entry.open(3, &preset.rules).unwrap();
    let Config { generations, population, final_games, seed, .. } = config(1);
    let games = Config { fitness_games: 3, more_games: 3, choose_games: 3, ..preset };
    let config = Config { generations, population, final_games, seed, ..games };
    let evolution = Evolution::new(config, table, &home).unwrap();
    go_on(&evolution, &evolution.create(&home, "run").unwrap());
    let few = Some(3);
    let request = Request { games: few, farther_games: few, parameter_games: few, against: None };
    let plan = Confirmation::find(&home.run("run").unwrap(), &request, &home).unwrap();
    let found = plan.play(1, &Threads::alone(), &mut |_, _, _| {}).unwrap().unwrap();
    // One round leaves out hardly anything of what a difference may be.
    let is_from = |low: f64, high: f64, it: &PairedComparison| {
        let ends = it.interval();
        (ends.0 - low).abs() < 0.1 && (ends.1 - high).abs() < 0.1
    };
    let third = 1.0 / 3.0;
    assert!(found.tests.iter().all(|it| is_from(-third, 2.0 * third, it)));
    let mut tried = found.parameters.iter().flatten().peekable();
    assert!(tried.peek().is_some());
    assert!(tried.all(|it| is_from(-2.0 * third, third, it)));
}
