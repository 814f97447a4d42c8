//! What somebody is told whose own game, or evaluation, doesn't keep what it promises, while it plays.

use super::config;
use super::faulty::{Family, Fault, Faulty, faulty, table};
use super::take_away::Heap;
use starhop::backend::Threads;
use starhop::game::Outcome;
use starhop::play::games::{Games as _, General};
use starhop::play::opening::Opening;
use starhop::play::runner::Played;
use starhop::record::home::Home;
use starhop::registry::{BotSpec, Evaluation, Table as _, Way};
use starhop::rng::{Purpose, Seed};
use starhop::session::CHECKPOINT_EVERY;
use starhop::session::evolution::Evolution;
use starhop::tune::config::Config;
use starhop::tune::fitness::Scoring;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A game by that search, in which both play carelessly.
fn played(game: &Faulty, search: &str) -> Played<Heap> {
    let threads = Threads::alone().until(game.stop.clone());
    let family = Arc::new(Family(game.fault));
    let games = General::new(family, game.clone(), search.parse().unwrap(), threads).unwrap();
    let careless = games.prepare(&[0.0; 4]);
    let mut rng = Seed::new(1).unwrap().stream(Purpose::Bench, &[]);
    games.play(&Opening::none(game), &[&careless, &careless], &mut rng)
}

/// What it panics with.
fn said<T>(work: impl FnOnce() -> T) -> String {
    let Err(panic) = catch_unwind(AssertUnwindSafe(work)) else { panic!("nothing was wrong") };
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|it| it.to_string())).unwrap()
}

#[test]
fn rules_that_break_their_promises_are_named() {
    let no_moves = "the game goes on, but it has no moves";
    let no_player = "the rules name Player(7) in a game of 2 players";
    let no_scores = "scores are no finite numbers";
    for (fault, search, why) in [
        (Fault::NoMoves, "greedy", no_moves),
        (Fault::NoMoves, "random", no_moves),
        (Fault::NoMoves, "alphabeta(depth=1)", no_moves),
        (Fault::NobodysTurn, "greedy", no_player),
        (Fault::NobodyWins, "greedy", no_player),
        (Fault::NoScores, "greedy", no_scores),
        (Fault::NoScores, "alphabeta(depth=2)", no_scores),
    ] {
        let said = said(|| played(&faulty(fault), search));
        assert!(said.contains(why), "{fault:?} by {search}: {said}");
    }
    assert_eq!(played(&faulty(Fault::None), "greedy").position.stones, 0);
    let mut rng = Seed::new(1).unwrap().stream(Purpose::Bench, &[]);
    let said = said(|| Opening::draw(&faulty(Fault::NoMoves), 21, &mut rng));
    assert_eq!(said, no_moves);
}

#[test]
fn a_game_that_never_ends_is_broken_off() {
    let played = played(&faulty(Fault::NeverEnds), "greedy");
    assert_eq!((played.outcome, played.plies), (Outcome::Unfinished, 30));
}

#[test]
fn a_vector_with_what_is_no_number_is_refused_with_the_parameters_name() {
    let why = table(Fault::NoBuiltInNumber).built_in("perfect").unwrap_err().to_string();
    assert_eq!(why, "perfect: parameter 'leave-2': inf is no value of it");
    let bad = vec![0.0, f64::NAN, 0.0, 0.0];
    let why = "parameter 'leave-1': NaN is no value of it";
    let table = table(Fault::None);
    let threads = Threads::alone();
    let evaluation = Evaluation { kind: "take-away", values: bad.clone() };
    let bot = BotSpec::from(("greedy".parse().unwrap(), Some(evaluation)));
    assert_eq!(table.bots(vec![bot], &threads).err().unwrap().to_string(), why);
    let greedy = "greedy".parse().unwrap();
    assert_eq!(table.venue(&greedy, &bad, &threads).err().unwrap().to_string(), why);
    assert_eq!(table.play(&[bad.clone(), bad], Way::General).err().unwrap().to_string(), why);
}

#[test]
fn a_run_is_refused_parameters_that_cannot_be_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::new(folder.path());
    let new = |fault| Evolution::new(settings(), Box::new(table(fault)), &home);
    assert!(new(Fault::None).is_ok());
    let why = new(Fault::TwoOfAName).unwrap_err().to_string();
    assert_eq!(why, "parameter 'leave-1': another one has the same name");
}

/// The first game that is lost says it, before anything of it is written.
#[test]
fn a_run_ends_where_a_lost_game_is_worth_no_number() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::new(folder.path());
    let table = Box::new(table(Fault::NoScoreAtTheEnd));
    let evolution = Evolution::new(settings(), table, &home).unwrap();
    let run = evolution.create(&home, "stones").unwrap();
    let said = said(|| evolution.run(&run, &Threads::alone(), CHECKPOINT_EVERY, &mut ()));
    assert_eq!(said, "the evaluation's score at the end of a game is NaN");
    assert!(run.run().checkpoint().unwrap().is_none());
    assert!(run.run().generations().unwrap().is_empty());
}

fn settings() -> Config {
    // Greedy play would look at the end itself.
    let search = "alphabeta(depth=1)".parse().unwrap();
    Config { scoring: Scoring::Plies, search, ..config() }
}
