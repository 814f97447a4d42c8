//! Games of bots on every table of the registry: they replay from their text, their drawings open
//! again, and greedy ones are the same the fast way.

use super::searches::to_depth;
use super::subject::stream;
use super::tables::{Opened, opened};
use starhop::backend::Threads;
use starhop::game::TextError;
use starhop::play::schedule::Fixture;
use starhop::play::transcript::{GameSettings, ReplayStep, Transcript};
use starhop::registry::{BotSpec, Evaluation, Table};
use starhop::rng::{Purpose, Seed};
use starhop::search::spec::{Method, Search};
use std::collections::BTreeSet;

/// Every so many positions of a game that is played again, its drawing is opened.
const OPEN_EVERY: usize = 7;

type BotOf = (Search, Option<Evaluation>);

/// A game of two bots that take turns at the seats.
fn game(
    table: &dyn Table,
    bots: [BotOf; 2],
    number: u64,
    opening_plies: u32,
) -> Result<(Transcript, Vec<String>), TextError> {
    let seats: Vec<usize> = (0..table.players()).map(|seat| (seat + number as usize) % 2).collect();
    let owners = seats.iter().map(usize::to_string).collect();
    let games = table.bots(bots.map(BotSpec::from).into(), &Threads::alone())?;
    let settings = GameSettings { purpose: Purpose::Arena, opening_plies, repetitions: 3 };
    let fixture = Fixture { number, pairing: 0, pair: number / 2, seats, opening: None };
    let play = || games.play(&fixture, settings, Seed::new(7).unwrap(), &|| 0.0).0;
    let told = play();
    assert_eq!(play(), told, "another game from the same seed");
    Ok((told, owners))
}

/// Plays a game again and gives its drawings.
fn replayed(table: &dyn Table, told: &Transcript, owners: &[String]) -> Vec<String> {
    let mut drawings = Vec::new();
    let mut visit = |step: &ReplayStep<'_>| drawings.push((step.draw)());
    table.live(3).replay(owners, told, &mut visit).unwrap();
    drawings
}

fn check_drawing(opened: &Opened, table: &dyn Table, drawing: &str, mv: &str) {
    let there = opened.entry.open_at(drawing).unwrap();
    assert_eq!(there.draw(), drawing);
    assert_eq!((there.players(), there.rules()), (table.players(), table.rules()));
    let lines = there.live(0).perft(1);
    let texts: BTreeSet<&String> = lines.iter().map(|(text, _)| text).collect();
    assert_eq!(texts.len(), lines.len(), "{lines:?}");
    assert!(lines.iter().all(|(_, count)| *count == 1));
    assert!(texts.contains(&mv.to_string()), "{mv} in\n{drawing}");
    assert_eq!(there.live(0).perft(1), lines);
}

#[test]
fn games_of_all_bots_replay() {
    for opened in opened() {
        let table = opened.short();
        let evaluations = opened.evaluations();
        assert!(!evaluations.is_empty());
        for (number, search) in (0..).zip(to_depth(1)) {
            let evaluation = evaluations[number as usize % evaluations.len()].clone();
            let evaluation = (search.method != Method::Random).then_some(evaluation);
            let random = (Search::usual(Method::Random), None);
            let Ok((told, owners)) =
                game(table.as_ref(), [(search.clone(), evaluation), random], number, 4)
            else {
                continue;
            };
            assert_eq!(told.why, None, "{search} in {}", opened.name());
            let drawings = replayed(table.as_ref(), &told, &owners);
            let moves = told.opening.iter().chain(&told.moves);
            for (drawing, mv) in drawings.iter().zip(moves).step_by(OPEN_EVERY) {
                check_drawing(&opened, table.as_ref(), drawing, mv);
            }
            let last = opened.entry.open_at(&drawings[drawings.len() - 1]).unwrap();
            assert_eq!(Some(&last.draw()), drawings.last());
        }
    }
}

#[test]
fn all_built_in_vectors_play() {
    let greedy = Search::usual(Method::Greedy);
    for opened in opened() {
        let evaluations = opened.evaluations();
        let others = evaluations.iter().cycle().skip(1);
        for (number, (one, other)) in (0..).zip(evaluations.iter().zip(others)) {
            let bots = [one, other].map(|it| (greedy.clone(), Some(it.clone())));
            let (told, owners) = game(opened.table.as_ref(), bots, number, 4).unwrap();
            assert_eq!(told.why, None, "{}", opened.name());
            replayed(opened.table.as_ref(), &told, &owners);
        }
    }
}

#[test]
fn greedy_games_are_those_of_greedy_bots() {
    for opened in opened() {
        let table = opened.table.as_ref();
        let names = (opened.entry.yardsticks)(table.players());
        let vectors: Vec<_> = names.iter().map(|name| table.built_in(name).unwrap()).collect();
        let seats = |number: usize| -> Vec<usize> {
            (0..table.players()).map(|seat| (seat + number) % vectors.len()).collect()
        };
        let bot = |values: &Vec<f64>| {
            let evaluation = Evaluation { kind: opened.entry.name, values: values.clone() };
            (Search::usual(Method::Greedy), Some(evaluation))
        };
        let bots = table
            .bots(vectors.iter().map(bot).map(BotSpec::from).collect(), &Threads::alone())
            .unwrap();
        let settings = GameSettings { purpose: Purpose::Bench, opening_plies: 0, repetitions: 0 };
        for number in 0..6 {
            let seats = seats(number as usize);
            let values: Vec<_> = seats.iter().map(|&it| vectors[it].clone()).collect();
            let rng = Seed::new(23).unwrap().stream(Purpose::Bench, &[number]);
            assert_eq!(rng, stream(number));
            let fixture = Fixture { number, pairing: 0, pair: 0, seats, opening: None };
            let told = bots.play(&fixture, settings, Seed::new(23).unwrap(), &|| 0.0).0;
            for way in table.ways() {
                let plies = table.play(&values, *way).unwrap()(&mut rng.clone());
                assert_eq!(plies, told.plies, "{}, {}", opened.name(), way.name());
            }
        }
    }
}
