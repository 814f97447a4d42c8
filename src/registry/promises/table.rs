//! The promises of one opened game: its rules, its notation, and all its evaluations.

use super::super::TypedTable;
use super::families::{self, Evaluation};
use super::rules::{self, Keys};
use super::{Broken, Held, Here, Kept, evaluations, fast, line, notation};
use crate::eval::Evaluator;
use crate::game::Outcome;
use crate::game::hints::SearchHints;
use crate::play::games::Games;
use crate::rng::{Purpose, Rng, Seed};

/// How many positions of a game are looked at more closely.
const CLOSELY: usize = 8;

/// See [`Table::promises`](super::super::Table::promises).
pub(in super::super) fn check<G, F>(
    table: &TypedTable<G, F>,
    games: u64,
    seed: Seed,
) -> Result<Kept, Broken>
where
    G: SearchHints + Clone + 'static,
    F: Games<G> + 'static,
{
    let game = &table.game;
    let broken = |why, at: Option<&G::Position>| {
        let of = format!("{} for {}, {}", table.name, game.players(), game.rules_text());
        Broken { of, why, position: at.map(|it| game.draw(it)) }
    };
    let evaluations = families::evaluations(table, seed).map_err(|why| broken(why, None))?;
    let kept = Kept { evaluations: evaluations.len() as u64, ..Kept::default() };
    let cells = game.layout().map_or(0, |layout| layout.cells.len());
    let mut look = Look { game, evaluations, cells, keys: Keys::default(), kept };
    for number in 0..games {
        let rng = &mut seed.stream(Purpose::Bench, &[number]);
        let played = look.game(&table.position, number, rng);
        played.map_err(|(why, position)| broken(why, Some(&position)))?;
    }
    let own = look.evaluations.iter().filter(|it| it.kind == table.name);
    let own: Vec<&[f64]> = own.map(|it| it.values.as_slice()).collect();
    fast::check(table, &own, games, seed).map_err(|why| broken(why, None))?;
    Ok(look.kept)
}

/// What is looked at, and what has been seen of it.
struct Look<'a, G: SearchHints> {
    game: &'a G,
    evaluations: Vec<Evaluation<G>>,
    /// Cells of the board.
    cells: usize,
    keys: Keys<G>,
    kept: Kept,
}

impl<G: SearchHints> Look<'_, G> {
    /// Plays a game and looks at each of its positions.
    fn game(
        &mut self,
        start: &G::Position,
        number: u64,
        rng: &mut Rng,
    ) -> Result<(), (String, G::Position)> {
        let guide = &self.evaluations[(number / 3) as usize % self.evaluations.len()];
        let line = line::play(self.game, start, guide.evaluator.as_ref(), number, rng)?;
        let every = line.len().div_ceil(CLOSELY);
        let mut past = [Vec::new(), Vec::new()];
        for (ply, position) in line.iter().enumerate() {
            let at = |why| (why, position.clone());
            if ply + 1 < line.len() {
                let here = Here::new(self.game, position);
                self.goes_on(&here, &past.concat()).map_err(at)?;
                if ply % every == 0 {
                    self.closely(&here, rng).map_err(at)?;
                }
                self.kept.moves += here.moves.len() as u64;
                past = [here.moves, std::mem::take(&mut past[0])];
            } else {
                self.is_over(position).map_err(at)?;
            }
            rules::anywhere(self.game, position, self.cells).map_err(at)?;
            notation::position(self.game, position).map_err(at)?;
        }
        self.kept.games += 1;
        self.kept.positions += line.len() as u64;
        Ok(())
    }

    fn goes_on(&mut self, here: &Here<'_, G>, others: &[G::Move]) -> Held {
        rules::going_on(here, others)?;
        self.keys.check(self.game, here.position)
    }

    /// Looks at what follows each move, at texts, and at what all evaluations say.
    fn closely(&mut self, here: &Here<'_, G>, rng: &mut Rng) -> Held {
        for next in here.next.iter().filter(|it| self.game.outcome(it).is_none()) {
            self.keys.check(self.game, next)?;
        }
        notation::moves(here)?;
        notation::changes(here, rng)?;
        self.by_all(|it| {
            evaluations::check_size(self.game, here.position, it)?;
            evaluations::check(here, it, rng)
        })
    }

    fn is_over(&mut self, position: &G::Position) -> Held {
        let is_won = matches!(self.game.outcome(position), Some(Outcome::Won(_)));
        self.kept.won += u64::from(is_won);
        self.by_all(|it| evaluations::check_size(self.game, position, it))
    }

    fn by_all(&self, check: impl Fn(&dyn Evaluator<G>) -> Held) -> Held {
        self.evaluations.iter().try_for_each(|it| {
            check(it.evaluator.as_ref()).map_err(|why| format!("by {}, {why}", it.name))
        })
    }
}
