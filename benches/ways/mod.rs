//! The ways of playing that are compared: hand-tuned-v4 against itself, two players, standard
//! rules, by the plain reference, the general path, and the kernel on all registers that this
//! processor has. All play the same games from the same streams.

use crate::plain;
use starhop::backend::Threads;
use starhop::eval::Parametric;
use starhop::eval::cell_weights::CellWeightFamily;
use starhop::game::Player;
use starhop::game::chinese_checkers::{ChineseCheckers, Rules};
use starhop::play::games::{Games, General};
use starhop::play::kernel::Registers;
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

/// Every way, the plain one first and the fastest last.
pub fn ways() -> Vec<Way> {
    let game = ChineseCheckers::new(2, Rules::standard(2)).expect("two players");
    let values = CellWeightFamily.built_in(&game, ARRAY).expect("a built-in array");
    let plain = plain::Plain::new(&game);
    let turned = [0, 1].map(|player| plain::turned(&game, Player(player), &values));
    let general =
        General::new(Arc::new(CellWeightFamily), game.clone(), Search::default(), Threads::alone())
            .unwrap();
    let mut ways = vec![
        Way { name: "plain", play: Box::new(move |rng| plain.play(&turned, rng).plies) },
        way("general", &game, general, &values),
    ];
    for registers in Registers::all() {
        let name = match registers {
            Registers::Pairs => "portable",
            #[cfg(target_arch = "x86_64")]
            Registers::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Registers::Avx512 => "avx512",
        };
        let games = kernels::star(game.clone()).expect("rules that the kernel knows");
        ways.push(way(name, &game, games.on(registers), &values));
    }
    ways
}

fn way<F>(name: &'static str, game: &ChineseCheckers, games: F, values: &[f64]) -> Way
where
    F: Games<ChineseCheckers> + 'static,
{
    let start = games.start(Opening::none(game));
    let vector = games.prepare(values);
    Way { name, play: Box::new(move |rng| games.play(&start, &[&vector; 2], rng).plies) }
}
