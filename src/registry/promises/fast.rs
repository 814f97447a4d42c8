//! Promises of [`Games`]: a fast way plays the games that the general one plays, by the same draws.

use super::super::TypedTable;
use super::{Held, holds};
use crate::backend::Threads;
use crate::game::Game;
use crate::game::hints::SearchHints;
use crate::play::games::{Games, General};
use crate::play::opening::Opening;
use crate::play::runner::Played;
use crate::rng::{Purpose, Rng, Seed};
use crate::search::spec::Search;

/// Random plies before each game.
const OPENING_PLIES: u32 = 4;

/// Plays that many games in all ways. `vectors` take seats in turn.
pub(super) fn check<G, F>(
    table: &TypedTable<G, F>,
    vectors: &[&[f64]],
    games: u64,
    seed: Seed,
) -> Held
where
    G: SearchHints + Clone + 'static,
    F: Games<G> + 'static,
{
    let Some(fast) = (table.fast)(&table.game) else { return Ok(()) };
    let Some(portable) = (table.fast)(&table.game).map(Games::portable) else { return Ok(()) };
    let family = table.family.clone();
    let general = General::new(family, table.game.clone(), Search::default(), Threads::alone());
    let general = general.map_err(|why| why.to_string())?;
    for number in 0..games {
        let from = vectors.iter().cycle().skip(number as usize);
        let seats: Vec<&[f64]> = from.take(table.game.players()).copied().collect();
        let stream = || seed.stream(Purpose::Bench, &[number]);
        let opening = Opening::draw(&table.game, OPENING_PLIES, &mut stream());
        let plain = play(&general, &opening, &seats, stream());
        for (name, found) in [
            ("fast", play(&fast, &opening, &seats, stream())),
            ("fast, portable", play(&portable, &opening, &seats, stream())),
        ] {
            holds(found == plain, || said(name, number, &found, &plain, &table.game))?;
        }
    }
    Ok(())
}

fn play<G: Game, F: Games<G>>(
    games: &F,
    opening: &Opening<G::Position>,
    seats: &[&[f64]],
    mut rng: Rng,
) -> (Played<G::Position>, Rng) {
    // Every second one is written over what was made of its neighbour's vector.
    let prepared = |(seat, values): (usize, &&[f64])| match seat % 2 {
        0 => games.prepare_in(games.prepare(seats[(seat + 1) % seats.len()]), values),
        _ => games.prepare(values),
    };
    let prepared: Vec<_> = seats.iter().enumerate().map(prepared).collect();
    let start = games.start(opening.clone());
    let played = games.play(&start, &prepared.iter().collect::<Vec<_>>(), &mut rng);
    (played, rng)
}

fn said<G: Game>(
    name: &str,
    number: u64,
    (found, _): &(Played<G::Position>, Rng),
    (plain, _): &(Played<G::Position>, Rng),
    game: &G,
) -> String {
    let ended = |it: &Played<G::Position>| {
        let drawing = game.draw(&it.position);
        format!("{:?} after {} plies, at\n{}", it.outcome, it.plies, drawing.trim_end())
    };
    match found == plain {
        true => format!("{name}: another number of draws in game {number}"),
        false => format!(
            "{name}: another game {number} than by move generator and evaluation: {}\nnot {}",
            ended(found),
            ended(plain)
        ),
    }
}
