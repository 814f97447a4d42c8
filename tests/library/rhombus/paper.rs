//! The paper's player: what it plays is best by the two listings of its search, written down again
//! without pruning, and its greedy opponent goes ahead as far as it can.

use super::{game, legal_moves};
use starhop::backend::Threads;
use starhop::eval::pid::PidFamily;
use starhop::eval::{Evaluator, Parametric as _};
use starhop::game::hints::SearchHints;
use starhop::game::pegs::PegMove;
use starhop::game::rhombus::{Position, Rhombus};
use starhop::game::{Game as _, Outcome, Player};
use starhop::rng::{Purpose, Seed};
use starhop::search::{Agent, agent};

const SEARCH: &str = "alphabeta(depth=2,apart=3,forward)";
/// What a goal is worth in the listing.
const COMPLETE: f64 = 10_000.0;
/// Every so many turns the player's choice is looked at, and once armies are apart.
const EVERY: [u32; 2] = [7, 2];

fn evaluator(game: &Rhombus, name: &str) -> Box<dyn Evaluator<Rhombus>> {
    PidFamily.evaluator(game, &PidFamily.built_in(game, name).unwrap())
}

fn player<'a>(
    game: &Rhombus,
    search: &str,
    evaluator: &'a dyn Evaluator<Rhombus>,
) -> Box<dyn Agent<Rhombus> + 'a> {
    agent(game, &search.parse().unwrap(), Some(evaluator), &Threads::alone()).unwrap()
}

/// Each move that isn't backwards, or all where there are no others, and where it leads.
fn forwards(game: &Rhombus, position: &Position) -> Vec<(PegMove, Position)> {
    let moves = legal_moves(game, position);
    let ahead: Vec<_> = moves.iter().copied().filter(|&mv| !game.retreats(position, mv)).collect();
    let after = |mv| {
        let mut next = position.clone();
        game.play(&mut next, mv);
        (mv, next)
    };
    if ahead.is_empty() { moves } else { ahead }.into_iter().map(after).collect()
}

fn greatest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::NEG_INFINITY, f64::max)
}

/// Section 2.1: the worst that the other's next move can make of a position.
fn minimax(
    game: &Rhombus,
    position: &Position,
    evaluator: &dyn Evaluator<Rhombus>,
    own: Player,
) -> f64 {
    let replies = forwards(game, position).into_iter();
    -greatest(replies.map(|(_, next)| -evaluator.score(game, &next, own)))
}

/// Section 2.2: the best after some further own moves.
fn own_moves(
    game: &Rhombus,
    position: &Position,
    evaluator: &dyn Evaluator<Rhombus>,
    (own, moves): (Player, u32),
) -> f64 {
    if game.outcome(position) == Some(Outcome::Won(own)) {
        return COMPLETE;
    }
    if moves == 0 {
        return evaluator.score(game, position, own);
    }
    let mut position = position.clone();
    game.hand_turn(&mut position, own);
    let next = forwards(game, &position).into_iter();
    greatest(next.map(|(_, next)| own_moves(game, &next, evaluator, (own, moves - 1))))
}

/// The move is among the best by the listings.
fn check(game: &Rhombus, position: &Position, mv: PegMove, paper: &dyn Evaluator<Rhombus>) {
    let (own, is_apart) = (game.turn(position), game.is_apart(position));
    let value = |position: &Position| match is_apart {
        true => own_moves(game, position, paper.at(game, position).unwrap(), (own, 2)),
        false => minimax(game, position, paper, own),
    };
    let all = forwards(game, position);
    let best = greatest(all.iter().map(|(_, next)| value(next)));
    let chosen = all.iter().find(|(known, _)| *known == mv).unwrap();
    assert_eq!(value(&chosen.1), best, "apart: {is_apart}\n{}", game.draw(position));
}

#[test]
fn the_papers_player_plays_by_its_listings() {
    let game = game("standard:win=filled");
    let (paper, rows) = (evaluator(&game, "pid-2019"), evaluator(&game, "vertical"));
    let mut checked = [0; 2];
    for seat in 0..2u64 {
        let mut rng = Seed::new(5).unwrap().stream(Purpose::Bench, &[seat]);
        let (mut own, mut greedy) =
            (player(&game, SEARCH, paper.as_ref()), player(&game, "greedy", rows.as_ref()));
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            let is_own = u64::from(game.turn(&position).0) == seat;
            let agent = if is_own { &mut own } else { &mut greedy };
            let mv = agent.choose(&game, &position, &mut rng).unwrap();
            let phase = usize::from(game.is_apart(&position));
            if is_own && (position.ply() / 2).is_multiple_of(EVERY[phase]) {
                check(&game, &position, mv, paper.as_ref());
                checked[phase] += 1;
            }
            if !is_own {
                let row = |hole| i32::from(game.row_to_goal(game.turn(&position), hole));
                let ahead = |mv: &PegMove| row(mv.from) - row(mv.to);
                let most = legal_moves(&game, &position).iter().map(ahead).max();
                assert_eq!(Some(ahead(&mv)), most);
            }
            game.play(&mut position, mv);
        }
        assert_eq!(game.outcome(&position), Some(Outcome::Won(Player(seat as u8))));
    }
    assert!(checked.iter().all(|&phase| phase >= 4), "{checked:?}");
}

/// The same game again is the same, and another stream gives the greedy player other ties.
#[test]
fn games_against_the_greedy_player_differ_by_its_ties() {
    let game = game("standard:win=filled");
    let rows = evaluator(&game, "vertical");
    let line = |number: u64| {
        let mut rng = Seed::new(5).unwrap().stream(Purpose::Bench, &[number]);
        let mut greedy = player(&game, "greedy", rows.as_ref());
        let mut position = game.start();
        while position.ply() < 20 {
            let mv = greedy.choose(&game, &position, &mut rng).unwrap();
            game.play(&mut position, mv);
        }
        position
    };
    assert_eq!(line(0), line(0));
    assert_ne!(line(0), line(1));
}
