//! How many turns the report's agent needs: alone, against itself and against random play.

use crate::game;
use starhop::backend::Threads;
use starhop::eval::halma_report::HalmaReportFamily;
use starhop::eval::{Evaluator, Parametric as _};
use starhop::game::halma::geometry::corner_holes;
use starhop::game::halma::{Halma, Position};
use starhop::game::pegs::PegGame as _;
use starhop::game::{Game as _, Outcome, Player};
use starhop::rng::{Purpose, Rng, Seed};
use starhop::search::{Agent, agent};

/// Whom the agent meets.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Others {
    /// Someone who stands in a corner aside and never moves.
    Nobody,
    Itself,
    Random,
}

fn report(game: &Halma) -> Box<dyn Evaluator<Halma>> {
    let values = HalmaReportFamily.built_in(game, "report-2014").unwrap();
    HalmaReportFamily.evaluator(game, &values)
}

fn player<'a>(
    game: &Halma,
    search: &str,
    evaluator: &'a dyn Evaluator<Halma>,
) -> Box<dyn Agent<Halma> + 'a> {
    agent(game, &search.parse().unwrap(), Some(evaluator), &Threads::alone()).unwrap()
}

/// Where the agent in the first seat begins.
fn start(game: &Halma, others: Others) -> Position {
    match others {
        Others::Nobody => {
            let home: [u8; 13] = game.home(Player(0)).try_into().unwrap();
            let aside: Vec<u8> = corner_holes(3).collect();
            game.position_at(&[home, aside.try_into().unwrap()], 0, 0)
        }
        _ => game.start(),
    }
}

/// Whether no hole of the first seat's goal is empty.
fn is_full(game: &Halma, position: &Position) -> bool {
    game.goal(Player(0)).iter().all(|&hole| position.peg_at(hole).is_some())
}

/// Turns in which the pegs whose home it is still fill the goal.
const BEGINNING: u32 = 30;

/// Plays with the agent in the first seat. Its turns where someone who plays by it won; where
/// `full`, until its goal was full, be it in part of random pegs that never left.
fn turns(game: &Halma, others: Others, full: bool, rng: &mut Rng) -> (Option<u32>, Position) {
    let evaluator = report(game);
    let mut own = player(game, "own", evaluator.as_ref());
    let mut random = player(game, "random", evaluator.as_ref());
    let mut position = start(game, others);
    let players = game.players() as u32;
    while game.outcome(&position).is_none() {
        let is_own = others == Others::Itself || game.turn(&position) == Player(0);
        let agent = if is_own { &mut own } else { &mut random };
        let mv = agent.choose(game, &position, rng);
        game.play(&mut position, mv);
        if others == Others::Nobody && game.outcome(&position).is_none() {
            game.hand_turn(&mut position, Player(0));
        }
        if full && position.ply() > BEGINNING * players && is_full(game, &position) {
            return (Some(position.ply().div_ceil(players)), position);
        }
    }
    let won = match game.outcome(&position) {
        Some(Outcome::Won(winner)) => others == Others::Itself || winner == Player(0),
        _ => false,
    };
    (won.then_some(position.ply().div_ceil(players)), position)
}

fn stream(number: u64) -> Rng {
    Seed::new(1).unwrap().stream(Purpose::Bench, &[number])
}

#[test]
fn the_agent_repeats_its_game() {
    let game = game(2, 60);
    let play = || turns(&game, Others::Itself, false, &mut stream(0)).1;
    assert_eq!(play(), play());
    assert_eq!(play().ply(), 60);
}

/// `cargo test --test halma -- --ignored --nocapture turns_of_the_report`
#[test]
#[ignore = "takes a while; prints how many turns the report's agent needs"]
fn turns_of_the_report() {
    const GAMES: u64 = 100;
    for (players, others, full) in [
        (2, Others::Nobody, false),
        (2, Others::Itself, false),
        (4, Others::Itself, false),
        (2, Others::Random, false),
        (2, Others::Random, true),
    ] {
        let game = game(players, 150 * players as u32);
        let all: Vec<u32> =
            (0..GAMES).filter_map(|it| turns(&game, others, full, &mut stream(it)).0).collect();
        let mean = all.iter().sum::<u32>() as f64 / all.len().max(1) as f64;
        let (least, most) = (all.iter().min(), all.iter().max());
        let within = all.iter().filter(|&&turns| turns <= 100).count();
        println!(
            "{players} players, others {others:?}, full {full}: {} of {GAMES} finished, {within} within 100 \
             turns; mean {mean:.1}, least {least:?}, most {most:?}",
            all.len()
        );
    }
}
