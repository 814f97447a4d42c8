//! Games as text: repetitions, failing bots, and transcripts that were changed.

use super::*;
use crate::backend::lock;
use crate::eval::Parametric as _;
use crate::eval::cell_weights::CellWeightFamily;
use crate::game::chinese_checkers::{ChineseCheckers, PegMove, Position, Rules};
use crate::play::opening::Opening;
use crate::play::outside::{Choice, Outside, OutsideSeat, Place, Remote};
use crate::rng::{Purpose, Seed};
use crate::search::AgentError;
use crate::search::clock::GameClock;
use crate::search::greedy::Greedy;
use crate::search::random::Random;
use crate::search::spec::{Limit, Pace};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

const SETTINGS: GameSettings =
    GameSettings { purpose: Purpose::Arena, opening_plies: 4, repetitions: 3 };

fn game(players: usize) -> ChineseCheckers {
    ChineseCheckers::new(players, Rules::standard(players)).unwrap()
}

/// Moves its first peg out and back again.
struct Shuffler;

impl Agent<ChineseCheckers> for Shuffler {
    fn choose(
        &mut self,
        game: &ChineseCheckers,
        position: &Position,
        _: &mut Rng,
    ) -> Result<PegMove, AgentError> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let home = game.home(game.turn(position));
        let back = moves.iter().find(|mv| home & (1 << mv.to) != 0 && home & (1 << mv.from) == 0);
        Ok(*back.unwrap_or(&moves[0]))
    }
}

/// A way to fail.
#[derive(Clone, Copy)]
enum Fault {
    Panic,
    Illegal,
    Lost,
}

/// Fails at its fourth move.
struct Faulty {
    fault: Fault,
    moves: u32,
}

impl Agent<ChineseCheckers> for Faulty {
    fn choose(
        &mut self,
        game: &ChineseCheckers,
        position: &Position,
        rng: &mut Rng,
    ) -> Result<PegMove, AgentError> {
        self.moves += 1;
        match (self.moves, self.fault) {
            (4, Fault::Panic) => panic!("lost count"),
            (4, Fault::Illegal) => Ok(PegMove { from: 7, to: 120 }),
            (4, Fault::Lost) => Err(AgentError::Failed("the process ended".to_string())),
            _ => Random.choose(game, position, rng),
        }
    }
}

/// A player that takes 100 ticks of a clock to get ready for a game, and none for a move.
#[derive(Debug, Default)]
struct SlowStart {
    ticks: AtomicU32,
}

struct SlowSeat<'a> {
    ticks: &'a AtomicU32,
    is_ready: bool,
}

impl Outside for SlowStart {
    fn name(&self) -> String {
        "slow start".to_string()
    }

    fn pace(&self) -> Pace {
        Pace::Move(Limit::Depth(1))
    }

    fn check(&self, _: &dyn Fn() -> bool) -> Result<(), AgentError> {
        Ok(())
    }

    fn seat(&self, _: usize, _: &str) -> Box<dyn OutsideSeat + '_> {
        Box::new(SlowSeat { ticks: &self.ticks, is_ready: false })
    }
}

impl OutsideSeat for SlowSeat<'_> {
    fn prepare(&mut self, _: &Place<'_>) -> Result<(), AgentError> {
        if !self.is_ready {
            self.ticks.fetch_add(100, Ordering::Relaxed);
        }
        self.is_ready = true;
        Ok(())
    }

    fn choose(&mut self, place: &Place<'_>) -> Result<Choice, AgentError> {
        self.prepare(place)?;
        Ok(Choice { mv: place.legal[0].clone(), ..Choice::default() })
    }
}

/// A game of two such players.
fn slowly_begun(paces: &[Option<Pace>]) -> (Transcript, Vec<Spent>) {
    let game = game(2);
    let player = SlowStart::default();
    let remote = || Remote::new(&game, (&player, None), Box::new(|| false));
    let mut agents: Vec<Seat<'_>> = vec![Box::new(remote()), Box::new(remote())];
    let stream = |step| Seed::default().stream(Purpose::Bench, &[step]);
    let mut rng = stream(1);
    let opening = drawn(&game, SETTINGS, &mut stream(0));
    let clock = || f64::from(player.ticks.fetch_add(1, Ordering::Relaxed));
    let (chance, start) = ((&opening[..], &mut rng), game.start());
    let timing = (&clock as &Clock<'_>, paces);
    play((&game, &start), SETTINGS.repetitions, &[0, 1], &mut agents, chance, timing)
}

#[test]
fn the_time_of_moves_has_nothing_of_what_a_game_took_to_begin() {
    // Each move takes a second.
    let paces = [990, 900].map(|ms| Some(Pace::Move(Limit::Milliseconds(ms))));
    let (told, spent) = slowly_begun(&paces);
    assert_eq!(spent.iter().map(|it| it.moves).sum::<u64>(), told.moves.len() as u64);
    assert!(spent.iter().all(|it| it.moves > 1 && it.seconds == it.moves as f64), "{spent:?}");
    let all = Late { moves: spent[1].moves, seconds: spent[1].seconds };
    assert_eq!([spent[0].late, spent[1].late], [Some(Late::default()), Some(all)]);
}

/// Plays at random, and writes down what clocks said before each of its moves.
struct Watchful<'a>(&'a Mutex<Vec<Vec<Seconds>>>);

/// What is left on a clock, and its increment.
type Seconds = Option<(u64, u64)>;

impl Agent<ChineseCheckers> for Watchful<'_> {
    fn hear_clocks(&mut self, clocks: &[Option<GameClock>]) {
        let seconds = |it: &GameClock| (it.left().as_secs(), it.increment().as_secs());
        lock(self.0).push(clocks.iter().map(|it| it.as_ref().map(seconds)).collect());
    }

    fn choose(
        &mut self,
        game: &ChineseCheckers,
        position: &Position,
        rng: &mut Rng,
    ) -> Result<PegMove, AgentError> {
        Random.choose(game, position, rng)
    }
}

fn clock_of(control: &str) -> Option<Pace> {
    Some(Pace::Game(control.parse().unwrap()))
}

#[test]
fn a_bot_whose_clock_runs_out_loses() {
    for (paces, owners, loser, winner) in [
        (vec![clock_of("2"), None], vec![0, 1], 0, 1),
        (vec![clock_of("5+3"), clock_of("2")], vec![0, 1], 1, 0),
        (vec![clock_of("9"), clock_of("2"), clock_of("9")], vec![0, 1, 1], 1, 0),
    ] {
        let (game, heard) = (game(owners.len()), Mutex::default());
        let agents = owners.iter().map(|_| Box::new(Watchful(&heard)) as Seat<'_>).collect();
        // Each move takes a second.
        let told = paced(&game, SETTINGS, &owners, agents, &paces);
        assert_eq!((told.reason.as_str(), told.winner), (TIME, Some(winner)));
        assert_eq!(told.why.as_deref(), Some("its clock ran out by 1000 ms, after 2 moves"));
        let bots: Vec<String> = owners.iter().map(usize::to_string).collect();
        let again = |told: &Transcript| {
            replay((&game, &game.start()), 3, &bots, told, &mut |_| {}).map(drop).is_ok()
        };
        assert!(again(&told));
        assert!(!again(&Transcript { winner: Some(loser), ..told.clone() }));
        assert!(!again(&Transcript { winner: None, ..told.clone() }));
        assert!(!again(&Transcript { reason: LEFT.to_string(), ..told }));
        let own: Vec<_> = lock(&heard).iter().map(|clocks| clocks[loser]).collect();
        assert_eq!((own[0], own.last()), (Some((2, 0)), Some(&Some((0, 0)))), "{own:?}");
    }
}

#[test]
fn clocks_begin_full_and_are_told_to_all() {
    let (game, heard) = (game(2), Mutex::default());
    let agents = vec![Box::new(Watchful(&heard)) as Seat<'_>, Box::new(Random)];
    let told = paced(&game, SETTINGS, &[0, 1], agents, &[clock_of("200+3"), clock_of("300")]);
    assert_ne!(told.reason, TIME);
    let expected = |moves| vec![Some((200 + 2 * moves, 3)), Some((300 - moves, 0))];
    let heard = lock(&heard);
    assert!(heard.len() > 9 && heard.iter().cloned().eq((0..heard.len() as u64).map(expected)));
}

#[test]
fn a_game_without_clocks_tells_of_none() {
    let (game, heard) = (game(2), Mutex::default());
    let agents = vec![Box::new(Watchful(&heard)) as Seat<'_>, Box::new(Random)];
    let told = paced(&game, SETTINGS, &[0, 1], agents, &[Some(Pace::Move(Limit::Depth(1))), None]);
    assert!(!told.moves.is_empty() && lock(&heard).is_empty());
}

#[test]
fn a_clock_stands_while_a_player_prepares() {
    // It gets ready for 100 seconds, then each move takes one.
    let paces = [clock_of("90"), clock_of("90")];
    let (told, _) = slowly_begun(&paces);
    assert!(told.why.is_none() && told.moves.len() > 1, "{told:?}");
}

type Seat<'a> = Box<dyn Agent<ChineseCheckers> + 'a>;

fn drawn(game: &ChineseCheckers, settings: GameSettings, rng: &mut Rng) -> Vec<PegMove> {
    Opening::draw_line(game, &game.start(), settings.opening_plies, rng).1
}

fn played(
    game: &ChineseCheckers,
    settings: GameSettings,
    owners: &[usize],
    agents: Vec<Seat<'_>>,
) -> Transcript {
    paced(game, settings, owners, agents, &vec![None; owners.len()])
}

/// A game by a clock that ticks a second a move.
fn paced(
    game: &ChineseCheckers,
    settings: GameSettings,
    owners: &[usize],
    mut agents: Vec<Seat<'_>>,
    paces: &[Option<Pace>],
) -> Transcript {
    let stream = |step| Seed::default().stream(Purpose::Bench, &[step]);
    let mut rng = stream(1);
    let opening = drawn(game, settings, &mut stream(0));
    let ticks = std::sync::atomic::AtomicU32::new(0);
    let clock = || f64::from(ticks.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
    let chance = (&opening[..], &mut rng);
    let start = game.start();
    let timing = (&clock as &Clock<'_>, paces);
    let (told, spent) =
        play((game, &start), settings.repetitions, owners, &mut agents, chance, timing);
    let asked: u64 = spent.iter().map(|it| it.moves).sum();
    assert_eq!(asked, told.moves.len() as u64 + u64::from(told.why.is_some()));
    assert!(spent.iter().all(|it| it.seconds == it.moves as f64), "a tick a move");
    assert_eq!(told.plies as usize, told.opening.len() + told.moves.len());
    told
}

fn greedy_game(players: usize) -> (ChineseCheckers, Transcript) {
    let game = game(players);
    let family = CellWeightFamily;
    let values = family.built_in(&game, "hand-tuned-v4").unwrap();
    let evaluator = family.evaluator(&game, &values);
    let owners: Vec<usize> = (0..players).map(|seat| seat % 2).collect();
    let agents =
        owners.iter().map(|_| Box::new(Greedy::new(evaluator.as_ref())) as Seat<'_>).collect();
    let told = played(&game, SETTINGS, &owners, agents);
    (game, told)
}

fn names(players: usize) -> Vec<String> {
    (0..players).map(|seat| ["one", "other"][seat % 2].to_string()).collect()
}

fn verdict(game: &ChineseCheckers, told: &Transcript) -> Result<(), String> {
    let players = names(game.players());
    replay((game, &game.start()), SETTINGS.repetitions, &players, told, &mut |_| {})
        .map(drop)
        .map_err(|why| why.0)
}

#[test]
fn a_game_replays_from_its_text() {
    for players in [2, 3, 6] {
        let (game, told) = greedy_game(players);
        assert_eq!(told.opening.len(), 4);
        let mut shown = Vec::new();
        let mut seats = Vec::new();
        let mut visit = |step: &ReplayStep<'_>| {
            shown.push((step.mv.map_or(String::new(), |(_, mv)| mv.to_string()), (step.draw)()));
            seats.extend(step.mv.map(|(seat, _)| seat));
        };
        let ended = replay((&game, &game.start()), 3, &names(players), &told, &mut visit).unwrap();
        assert_eq!(ended.plies(), told.plies);
        assert_eq!(shown[0], (String::new(), game.draw(&game.start())));
        let moves: Vec<&String> = shown[1..].iter().map(|(mv, _)| mv).collect();
        assert!(moves.into_iter().eq(told.opening.iter().chain(&told.moves)));
        assert!((0..).zip(seats).all(|(ply, seat)| seat == ply % players));
        assert!(shown.windows(2).all(|pair| pair[0].1 != pair[1].1));
    }
}

#[test]
fn what_was_changed_is_found() {
    let (game, told) = greedy_game(2);
    assert_eq!((told.reason.as_str(), told.winner.is_some()), ("goal", true));
    assert_eq!(verdict(&game, &told), Ok(()));
    let end = told.plies;
    for (change, why) in [
        (
            Box::new(|it: &mut Transcript| it.winner = None) as Box<dyn Fn(&mut Transcript)>,
            "wins, not nobody",
        ),
        (Box::new(|it| it.winner = it.winner.map(|seat| 1 - seat)), "wins, not seat"),
        (Box::new(|it| it.winner = Some(usize::MAX)), "wins, not seat"),
        (
            Box::new(|it| it.reason = "repetition".to_string()),
            "the reason is 'goal', not 'repetition'",
        ),
        (Box::new(|it| it.reason = FAILED.to_string()), "nobody failed: goal"),
        (Box::new(|it| it.reason = TIME.to_string()), "the reason is 'goal', not 'time'"),
        (Box::new(|it| it.why = Some(String::new())), "'why' is for"),
        (Box::new(|it| it.plies += 1), "plies, not"),
        (Box::new(|it| it.moves.truncate(20)), "the game goes on"),
        (Box::new(|it| it.moves.push("pass".to_string())), "was over before: goal"),
        (Box::new(|it| it.moves[5] = "a1-q1".to_string()), "ply 10: 'a1-q1'"),
        (Box::new(|it| it.moves[5] = "\u{1F600}".repeat(99)), "ply 10:"),
        (Box::new(|it| it.moves.swap(0, 1)), "ply 5:"),
        (Box::new(|it| it.opening[3] = String::new()), "ply 4:"),
    ] {
        let mut changed = told.clone();
        change(&mut changed);
        let found = verdict(&game, &changed).unwrap_err();
        assert!(found.contains(why), "{end} plies, {why}: {found}");
    }
    let seats =
        replay((&game, &game.start()), 3, &names(3), &told, &mut |_| {}).map(drop).unwrap_err();
    assert_eq!(seats.0, "3 bots in 2 seats");
}

#[test]
fn a_position_that_is_there_too_often_ends_the_game() {
    let game = game(2);
    let shufflers = || -> Vec<Seat<'_>> { vec![Box::new(Shuffler), Box::new(Shuffler)] };
    for (repetitions, plies) in [(2, 4), (3, 8), (5, 16)] {
        let settings = GameSettings { purpose: Purpose::Arena, opening_plies: 0, repetitions };
        let told = played(&game, settings, &[0, 1], shufflers());
        assert_eq!((told.reason.as_str(), told.winner, told.plies), (REPETITION, None, plies));
        let again = |repetitions| {
            replay((&game, &game.start()), repetitions, &names(2), &told, &mut |_| {}).map(drop)
        };
        assert_eq!(again(repetitions), Ok(()));
        assert!(again(0).is_err() && again(repetitions + 1).is_err());
        assert!(again(repetitions - 1).is_err() || repetitions == 2);
    }
    let endless = GameSettings { purpose: Purpose::Arena, opening_plies: 0, repetitions: 0 };
    let told = played(&game, endless, &[0, 1], shufflers());
    assert_eq!((told.reason.as_str(), told.plies), ("ply-cap", 150));
}

#[test]
fn a_bot_that_fails_loses_and_the_reason_is_told() {
    for (fault, why) in [
        (Fault::Panic, "panic: lost count"),
        (Fault::Illegal, "illegal move: PegMove"),
        (Fault::Lost, "the process ended"),
    ] {
        for (owners, at, winner) in
            [(vec![0, 1], 0, 1), (vec![0, 0, 1, 1], 1, 2), (vec![1, 0, 1], 2, 1)]
        {
            let game = game(owners.len());
            let agent = |seat| -> Seat<'_> {
                if seat == at { Box::new(Faulty { fault, moves: 0 }) } else { Box::new(Random) }
            };
            let agents = (0..owners.len()).map(agent).collect();
            let told = played(&game, SETTINGS, &owners, agents);
            assert_eq!((told.reason.as_str(), told.winner), (FAILED, Some(winner)));
            assert!(told.why.as_ref().is_some_and(|told| told.contains(why)), "{told:?}");
            let bots: Vec<String> = owners.iter().map(usize::to_string).collect();
            assert!(replay((&game, &game.start()), 3, &bots, &told, &mut |_| {}).is_ok());
            let wrong = Transcript { winner: Some(at), ..told };
            assert!(replay((&game, &game.start()), 3, &bots, &wrong, &mut |_| {}).is_err());
        }
    }
}

#[test]
fn games_that_were_given_up_or_left_go_on_in_their_last_position() {
    let (game, told) = greedy_game(2);
    let half = |reason: &str, winner| Transcript {
        moves: told.moves[..5].to_vec(),
        plies: 9,
        reason: reason.to_string(),
        winner,
        why: None,
        ..told.clone()
    };
    // After nine plies seat 2 is to move.
    assert_eq!(verdict(&game, &half(RESIGNED, Some(0))), Ok(()));
    assert_eq!(verdict(&game, &half(LEFT, None)), Ok(()));
    for (wrong, why) in [
        (half(RESIGNED, Some(1)), "seat 1 wins, not seat 2"),
        (half(RESIGNED, None), "seat 1 wins, not nobody"),
        (half(LEFT, Some(0)), "nobody wins, not seat 1"),
        (Transcript { why: Some("x".to_string()), ..half(LEFT, None) }, "'why' is for the reason"),
        (Transcript { reason: LEFT.to_string(), winner: None, ..told.clone() }, "not 'left'"),
    ] {
        let found = verdict(&game, &wrong).unwrap_err();
        assert!(found.contains(why), "{found}");
    }
    let (three, told) = greedy_game(3);
    let left = Transcript { moves: told.moves[..5].to_vec(), plies: 9, winner: None, ..told };
    assert_eq!(verdict(&three, &Transcript { reason: RESIGNED.to_string(), ..left }), Ok(()));
}
