//! Live games on every table of the registry: moves read back and are taken back, what isn't legal
//! is refused, and bots think of a move at once where they are told to stop.

use super::searches::to_depth;
use super::subject::stream;
use super::tables::{Opened, opened};
use rand::RngExt;
use starhop::backend::Threads;
use starhop::game::layout::Piece;
use starhop::game::{Outcome, Player};
use starhop::play::transcript::REPETITION;
use starhop::registry::{BotSpec, LiveGame};
use starhop::search::analysis::Ask;
use starhop::search::spec::{Limit, Method, Search};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// All that a live game shows.
#[derive(Debug, PartialEq)]
struct Shown {
    drawing: String,
    moves: Vec<String>,
    turn: usize,
    outcome: String,
    pieces: String,
}

fn shown(live: &dyn LiveGame) -> Shown {
    Shown {
        drawing: live.draw(),
        moves: live.moves(),
        turn: live.turn().index(),
        outcome: format!("{:?}", live.outcome()),
        pieces: format!("{:?}", live.pieces()),
    }
}

/// Plays random moves to the end, and gives what was shown before each.
fn played(live: &mut dyn LiveGame, number: u64) -> Vec<Shown> {
    let (mut past, mut rng) = (Vec::new(), stream(number));
    while live.outcome().is_none() {
        let now = shown(live);
        let mv = now.moves[rng.random_range(0..now.moves.len())].clone();
        past.push(now);
        live.play(&mv).unwrap();
    }
    past
}

#[test]
fn random_games_are_taken_back_to_their_start() {
    for (number, opened) in (0..).zip(opened()) {
        let mut live = opened.short().live(0);
        let mut past = played(live.as_mut(), number);
        assert!(past.len() > 6 && live.moves().is_empty(), "{}", opened.name());
        while let Some(before) = past.pop() {
            assert!(live.undo());
            assert_eq!(shown(live.as_ref()), before, "{}", opened.name());
        }
        assert!(!live.undo());
    }
}

#[test]
fn all_moves_read_back() {
    for (number, opened) in (0..).zip(opened()) {
        let mut live = opened.short().live(0);
        let moves: BTreeSet<String> = live.moves().into_iter().collect();
        assert_eq!(moves.len(), live.moves().len());
        for now in played(live.as_mut(), number).into_iter().rev().step_by(5) {
            let mut there = opened.entry.open_at(&now.drawing).unwrap().live(0);
            assert_eq!(there.moves(), now.moves);
            for mv in &now.moves {
                there.play(mv).unwrap();
                assert_ne!(there.draw(), now.drawing);
                assert!(there.undo());
            }
        }
    }
}

#[test]
fn what_is_not_legal_changes_nothing() {
    for (number, opened) in (0..).zip(opened()) {
        let mut live = opened.short().live(0);
        let refuses = |live: &mut dyn LiveGame, mv: &str| {
            let before = shown(live);
            assert!(live.play(mv).is_err(), "{mv} in {}", opened.name());
            assert_eq!(shown(live), before);
        };
        let first = live.moves()[0].clone();
        for mv in ["", "0", "9", "z9-z8", "a1>", "\u{1F600}", "99999999999999999999"] {
            refuses(live.as_mut(), mv);
        }
        played(live.as_mut(), number);
        refuses(live.as_mut(), &first);
        assert!(live.undo());
        live.moves().iter().take(1).for_each(|mv| live.play(mv).unwrap());
    }
}

#[test]
fn pieces_stand_on_the_cells_of_the_board() {
    for (number, opened) in (0..).zip(opened()) {
        let mut live = opened.short().live(0);
        let layout = live.layout().unwrap();
        let names: BTreeSet<&String> = layout.cells.iter().map(|cell| &cell.name).collect();
        let places: BTreeSet<_> = layout.cells.iter().map(|cell| (cell.row, cell.column)).collect();
        assert_eq!((names.len(), places.len()), (layout.cells.len(), layout.cells.len()));
        assert!(places.iter().all(|it| it.0 < layout.grid.0 && it.1 < layout.grid.1));
        if let Some(of_weights) = opened.table.layout() {
            let arrays = opened.table.parts().map_or(1, |(_, arrays)| arrays);
            assert_eq!(of_weights.cells.len(), arrays * layout.cells.len());
            assert!(arrays > 1 || of_weights == layout);
        }
        played(live.as_mut(), number);
        let mut order: Vec<usize> = (0..layout.cells.len()).collect();
        order.sort_by_key(|&cell| (layout.cells[cell].row, layout.cells[cell].column));
        loop {
            let pieces = live.pieces();
            let in_order: Vec<_> = order.iter().map(|&cell| pieces[cell]).collect();
            assert_eq!(in_order, drawn(&live.draw(), pieces.len()), "{}", live.draw());
            if !live.undo() {
                break;
            }
        }
    }
}

/// The pieces that a drawing shows, row by row.
fn drawn(drawing: &str, cells: usize) -> Vec<Option<Piece>> {
    let words = |labels: usize| {
        drawing.lines().skip(1).flat_map(move |line| line.split_whitespace().skip(labels))
    };
    let labels = usize::from(words(0).count() > cells);
    let piece = |word: &str| {
        let (player, kind) = match word {
            "." => return None,
            "w" => (0, "man"),
            "W" => (0, "king"),
            "b" => (1, "man"),
            "B" => (1, "king"),
            seat => (seat.parse::<u8>().unwrap() - 1, ["peg", "disc"][1 - labels]),
        };
        Some(Piece { player: Player(player), kind })
    };
    words(labels).map(piece).collect()
}

/// Bots of that table by all searches, random play among them.
fn bots(opened: &Opened) -> Vec<BotSpec> {
    let by = opened.evaluations().swap_remove(0);
    let bot = |search: Search| {
        let evaluation = (search.method != Method::Random).then(|| by.clone());
        BotSpec::from((search, evaluation))
    };
    let slow = |search: Search| match search.limit {
        Some(Limit::Depth(_)) => Search { limit: Some(Limit::Milliseconds(600_000)), ..search },
        Some(_) => Search { limit: Some(Limit::Nodes(1 << 40)), ..search },
        None => search,
    };
    to_depth(2).into_iter().flat_map(|search| [bot(search.clone()), bot(slow(search))]).collect()
}

#[test]
fn bots_that_are_stopped_play_at_once() {
    let threads = Threads::new(2).unwrap();
    let ask = Ask { top: 3, game: 0, halt: Some(Arc::new(AtomicBool::new(true))) };
    for (number, opened) in (0..).zip(opened()) {
        let mut live = opened.short().live(0);
        let plies = played(live.as_mut(), number).len();
        (0..plies / 2).for_each(|_| assert!(live.undo()));
        let mut thoughts = 0;
        for bot in bots(&opened) {
            let search = format!("{:?}", bot.chooser);
            let rng = &mut stream(number);
            let Ok(thought) = live.think(bot, &threads, &ask, rng, &mut |_| {}) else { continue };
            assert!(live.moves().contains(&thought.mv), "{search} in {}", opened.name());
            thoughts += 1;
        }
        assert!(thoughts > 10, "{thoughts} in {}", opened.name());
        while live.moves().first().is_some_and(|mv| live.play(mv).is_ok()) {}
        let over =
            live.think(bots(&opened).swap_remove(0), &threads, &ask, &mut stream(0), &mut |_| {});
        assert!(over.unwrap_err().to_string().contains("the game is over"));
    }
}

/// Where one move is legal, a search by the clock that was stopped has no depth to go on from.
#[test]
fn bots_that_are_stopped_play_the_only_move() {
    let ask = Ask { top: 3, game: 0, halt: Some(Arc::new(AtomicBool::new(true))) };
    let mut forced = 0;
    for (number, opened) in (0..).zip(opened()) {
        let mut live = opened.short().live(0);
        played(live.as_mut(), number);
        while live.undo() && live.moves().len() != 1 {}
        let moves = live.moves();
        let [only] = moves.as_slice() else { continue };
        let by = opened.evaluations().swap_remove(0);
        let bot = BotSpec::from(("alphabeta(ms=600000)".parse().unwrap(), Some(by)));
        let (threads, rng) = (Threads::alone(), &mut stream(number));
        let thought = live.think(bot, &threads, &ask, rng, &mut |_| {}).unwrap();
        assert_eq!((&thought.mv, thought.analysis), (only, None));
        forced += 1;
    }
    assert!(forced > 0);
}

#[test]
fn the_first_candidate_is_the_move_that_is_played() {
    let threads = Threads::alone();
    let ask = Ask { top: 3, game: 0, halt: None };
    for opened in opened() {
        let live = opened.short().live(0);
        let by = opened.evaluations().swap_remove(0);
        for search in ["greedy", "alphabeta(depth=1)", "mcts(nodes=20)"] {
            let bot = BotSpec::from((search.parse().unwrap(), Some(by.clone())));
            let thought = live.think(bot, &threads, &ask, &mut stream(1), &mut |_| {}).unwrap();
            let lines = thought.analysis.unwrap().lines;
            assert!((1..=3).contains(&lines.len()));
            assert_eq!(lines[0].moves[0].text, thought.mv);
        }
        for evaluation in [None, Some(by)] {
            let random = BotSpec::from((Search::usual(Method::Random), evaluation));
            let thought = live.think(random, &threads, &ask, &mut stream(1), &mut |_| {}).unwrap();
            assert!(thought.analysis.is_none() && live.moves().contains(&thought.mv));
        }
    }
}

#[test]
fn a_position_that_is_there_too_often_ends_a_live_game_until_it_is_taken_back() {
    let opened = opened().swap_remove(0);
    let mut live = opened.table.live(2);
    let there = [(); 2].map(|_| {
        let mv = live.moves().into_iter().find(|mv| mv.contains('-')).unwrap();
        live.play(&mv).unwrap();
        mv
    });
    let back = there.map(|mv| mv.split('-').rev().collect::<Vec<_>>().join("-"));
    for mv in &back {
        assert_eq!(live.outcome(), None);
        live.play(mv).unwrap();
    }
    assert_eq!(live.outcome(), Some((Outcome::Unfinished, REPETITION)));
    assert!(live.moves().is_empty() && live.play(&back[0]).is_err());
    assert!(live.undo() && live.outcome().is_none());
    live.play(&back[1]).unwrap();
    assert_eq!(live.outcome(), Some((Outcome::Unfinished, REPETITION)));
}
