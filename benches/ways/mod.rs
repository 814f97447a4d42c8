//! The ways of playing that are compared: hand-tuned-v4 against itself, two players, standard
//! rules, by the plain reference, the general path, the kernel without what only some processors
//! have, and the kernel as it is. All play the same games from the same streams.

use crate::plain;
use starhop::backend::Threads;
use starhop::eval::Parametric;
use starhop::eval::cell_weights::CellWeightFamily;
use starhop::game::Player;
use starhop::game::chinese_checkers::{ChineseCheckers, Rules};
use starhop::play::games::{Games, General};
use starhop::play::opening::Opening;
use starhop::registry::kernels;
use starhop::rng::{Purpose, Rng, Seed};
use starhop::search::spec::Search;
use std::ops::Range;
use std::sync::Arc;

pub const ARRAY: &str = "hand-tuned-v4";

/// A way of playing: its name, and the plies of a game from a stream.
pub struct Way {
    pub name: &'static str,
    play: Box<dyn Fn(&mut Rng) -> u32>,
}

impl Way {
    /// Plays those games and counts their plies.
    pub fn plies(&self, games: Range<u64>) -> u64 {
        let seed = Seed::new(1).expect("a small seed");
        let play = |game| (self.play)(&mut seed.stream(Purpose::Bench, &[game]));
        games.map(|game| u64::from(play(game))).sum()
    }
}

/// Every way, the plain one first.
pub fn ways() -> [Way; 4] {
    let game = ChineseCheckers::new(2, Rules::standard(2)).expect("two players");
    let values = CellWeightFamily.built_in(&game, ARRAY).expect("a built-in array");
    let plain = plain::Plain::new(&game);
    let turned = [0, 1].map(|player| plain::turned(&game, Player(player), &values));
    let general =
        General::new(Arc::new(CellWeightFamily), game.clone(), Search::default(), Threads::alone())
            .unwrap();
    let evaluator = general.prepare(&values);
    let portable = kernels::star(game.clone()).portable();
    let star = kernels::star(game.clone());
    let general_start = general.start(Opening::none(&game));
    let slow_start = portable.start(Opening::none(&game));
    let start = star.start(Opening::none(&game));
    let (slow_vector, vector) = (portable.prepare(&values), star.prepare(&values));
    let way = |name, play| Way { name, play };
    [
        way("plain", Box::new(move |rng| plain.play(&turned, rng).plies)),
        way(
            "general",
            Box::new(move |rng| general.play(&general_start, &[&evaluator; 2], rng).plies),
        ),
        way(
            "portable",
            Box::new(move |rng| portable.play(&slow_start, &[&slow_vector; 2], rng).plies),
        ),
        way("kernel", Box::new(move |rng| star.play(&start, &[&vector; 2], rng).plies)),
    ]
}
