//! How many turns the report's agent needs: alone, against itself and against random play.

use super::{filled_game, game, seats};
use starhop::backend::Threads;
use starhop::eval::halma_report::{HalmaAblationFamily, HalmaOpeningFamily, HalmaReportFamily};
use starhop::eval::{Evaluator, Parametric};
use starhop::game::halma::geometry::corner_holes;
use starhop::game::halma::{Halma, Position, Win};
use starhop::game::hints::SearchHints;
use starhop::game::pegs::PegGame as _;
use starhop::game::{Game as _, Outcome, Player};
use starhop::rng::{Purpose, Rng, Seed};
use starhop::search::{Agent, agent};

const REPORT: &str = "report-2014";

/// Whom the agent meets.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Others {
    /// Someone who stands in a corner aside and never moves.
    Nobody,
    Itself,
    Random,
}

/// The agent of that name.
fn evaluator(game: &Halma, name: &str) -> Box<dyn Evaluator<Halma>> {
    let opening = HalmaOpeningFamily { players: game.players() };
    let families: [&dyn Parametric<Halma>; 3] =
        [&HalmaReportFamily, &HalmaAblationFamily, &opening];
    let family = families.into_iter().find(|it| it.built_in_names().contains(&name)).unwrap();
    family.evaluator(game, &family.built_in(game, name).unwrap())
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

/// Plays to the end with the agent of that name in the first seat.
fn played(game: &Halma, name: &str, others: Others, rng: &mut Rng) -> Position {
    let evaluator = evaluator(game, name);
    let mut own = player(game, "own", evaluator.as_ref());
    let mut random = player(game, "random", evaluator.as_ref());
    let mut position = start(game, others);
    while game.outcome(&position).is_none() {
        let is_own = others == Others::Itself || game.turn(&position) == Player(0);
        let agent = if is_own { &mut own } else { &mut random };
        let mv = agent.choose(game, &position, rng).unwrap();
        game.play(&mut position, mv);
        if others == Others::Nobody && game.outcome(&position).is_none() {
            game.hand_turn(&mut position, Player(0));
        }
    }
    position
}

/// The turns of that game, where someone who plays by the agent won it.
fn turns(game: &Halma, others: Others, end: &Position) -> Option<u32> {
    let won = match game.outcome(end) {
        Some(Outcome::Won(winner)) => others == Others::Itself || winner == Player(0),
        _ => false,
    };
    won.then_some(end.ply().div_ceil(game.players() as u32))
}

/// Pegs in the first seat's goal whose home it is.
fn left_at_home(game: &Halma, end: &Position) -> usize {
    let opposite = seats(game).find(|&it| game.home(it) == game.goal(Player(0))).unwrap();
    end.pegs(opposite).iter().filter(|&hole| game.goal(Player(0)).contains(hole)).count()
}

fn stream(number: u64) -> Rng {
    Seed::new(1).unwrap().stream(Purpose::Bench, &[number])
}

#[test]
fn the_agent_repeats_its_game() {
    let game = game(2, 30);
    let play = |name: &str| played(&game, name, Others::Itself, &mut stream(0));
    let ends = [REPORT, "gpp-2014", "gpp-ipm-2014"].map(|name| {
        let end = play(name);
        assert_eq!((&end, end.ply()), (&play(name), 30), "{name}");
        end
    });
    assert!(ends[0] != ends[1] && ends[0] != ends[2] && ends[1] != ends[2]);
}

#[test]
fn the_opening_of_the_report_leads_to_its_games() {
    let game = game(2, 20);
    let [by_heart, learnt] =
        [REPORT, "opening-2014"].map(|name| played(&game, name, Others::Itself, &mut stream(1)));
    assert_eq!(by_heart, learnt);
}

/// `cargo test --release --test library -- --ignored --nocapture turns_of_the_report`
#[test]
#[ignore = "takes a while; prints how many turns the report's agent needs"]
fn turns_of_the_report() {
    const RANDOM: Others = Others::Random;
    println!(
        "| agent | players | others | win | games | won | within 100 turns | mean | least | most \
         | capped | of these with pegs left at home |\n|---|--:|---|---|--:|--:|--:|--:|--:|--:|--:|--:|"
    );
    // The last are what docs/games/halma.md says of the row.
    for (name, players, others, is_filled, games, told) in [
        (REPORT, 2, Others::Nobody, false, 100, "| 93.0 | 81 | 107 |"),
        (REPORT, 2, Others::Itself, false, 100, "| 100 | 94 | 89.3 | 73 | 105 |"),
        (REPORT, 4, Others::Itself, false, 25, ""),
        (REPORT, 2, RANDOM, false, 100, ""),
        (REPORT, 2, RANDOM, true, 100, ""),
        (REPORT, 4, RANDOM, false, 50, ""),
        (REPORT, 4, RANDOM, true, 50, ""),
        ("gpp-ipm-2014", 2, Others::Nobody, false, 100, ""),
        ("gpp-ipm-2014", 2, RANDOM, true, 100, ""),
        ("gpp-2014", 2, Others::Nobody, false, 20, ""),
        ("gpp-2014", 2, RANDOM, true, 20, ""),
    ] {
        let game = match is_filled {
            false => game(players, 150 * players as u32),
            true => filled_game(players, 150 * players as u32, 30 * players as u32),
        };
        let row = row(&game, name, others, games);
        println!("{row}");
        assert!(row.contains(told), "{told}");
    }
}

/// A line of the table above.
fn row(game: &Halma, name: &str, others: Others, games: u64) -> String {
    let ends: Vec<_> = (0..games).map(|it| played(game, name, others, &mut stream(it))).collect();
    let won: Vec<u32> = ends.iter().filter_map(|end| turns(game, others, end)).collect();
    let mean = won.iter().sum::<u32>() as f64 / won.len() as f64;
    let number = |it: Option<&u32>| it.map_or("–".to_string(), u32::to_string);
    let (least, most) = (number(won.iter().min()), number(won.iter().max()));
    let within = won.iter().filter(|&&turns| turns <= 100).count();
    let capped: Vec<_> =
        ends.iter().filter(|end| game.outcome(end) == Some(Outcome::Unfinished)).collect();
    let blocked = capped.iter().filter(|end| left_at_home(game, end) > 0).count();
    let win = if game.rules().win == Win::Own { "own" } else { "filled" };
    format!(
        "| {name} | {} | {} | {win} | {games} | {} | {within} | {} | {least} | {most} | {} | {blocked} |",
        game.players(),
        format!("{others:?}").to_lowercase(),
        won.len(),
        if won.is_empty() { "–".to_string() } else { format!("{mean:.1}") },
        capped.len(),
    )
}
