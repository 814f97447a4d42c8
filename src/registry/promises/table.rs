//! The promises of one opened game: its rules, its notation, and all its evaluations.

use super::super::TypedTable;
use super::families::{self, Evaluation};
use super::rules;
use super::seen::{Keys, Values};
use super::{Broken, Held, Here, Kept, evaluations, fast, line, notation};
use crate::game::Outcome;
use crate::game::hints::SearchHints;
use crate::play::games::Games;
use crate::rng::{Purpose, Rng, Seed};
use rand::RngExt as _;

/// A position after that many plies is looked at more closely by an even chance, an earlier one by a better chance.
const CLOSELY: f64 = 4.0;
/// Evaluations that score such a position, at most.
const EVALUATIONS: usize = 6;

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
    let layout = game.layout();
    layout.iter().try_for_each(families::lies_well).map_err(|why| broken(why, None))?;
    let cells = layout.map_or(0, |layout| layout.cells.len());
    let mut look = Look {
        game,
        evaluations,
        turn: 0,
        cells,
        keys: Keys::default(),
        values: Values::default(),
        kept,
    };
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
    /// The evaluation that is next.
    turn: usize,
    /// Cells of the board.
    cells: usize,
    keys: Keys,
    values: Values,
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
        let guide = (number / 3) as usize % self.evaluations.len();
        let mut past = [Vec::new(), Vec::new()];
        let (mut root, mut position) = (start.clone(), start.clone());
        for ply in 0.. {
            let at = |why| (why, position.clone());
            let outcome = self.game.outcome(&position);
            line::can_go_on(self.game, &position, outcome, ply).map_err(at)?;
            if let Some(outcome) = outcome {
                self.anywhere(&position, ply).map_err(at)?;
                self.kept.won += u64::from(matches!(outcome, Outcome::Won(_)));
                break;
            }
            let here = Here::new(self.game, &position).map_err(at)?;
            self.goes_on(&here, &past.concat()).map_err(at)?;
            self.anywhere(&position, ply).map_err(at)?;
            if rng.random_bool(CLOSELY / (CLOSELY + ply as f64)) {
                self.closely(&here, &root, rng).map_err(at)?;
                root.clone_from(&position);
            }
            let guide = self.evaluations[guide].evaluator.as_ref();
            let next = here.next[line::choose(&here, guide, number, rng)].clone();
            self.kept.moves += here.moves.len() as u64;
            past = [here.moves, std::mem::take(&mut past[0])];
            position = next;
        }
        self.kept.games += 1;
        Ok(())
    }

    /// Where the game goes on. `others` are moves of positions before.
    fn goes_on(&mut self, here: &Here<'_, G>, others: &[G::Move]) -> Held {
        rules::going_on(here, others)?;
        self.keys.check(self.game, (here.position, &here.moves), true)
    }

    /// In every position.
    fn anywhere(&mut self, position: &G::Position, ply: u64) -> Held {
        self.kept.positions += 1;
        rules::anywhere(self.game, position, self.cells)?;
        notation::position(self.game, position)?;
        let mut margins = Vec::new();
        for Evaluation { name, evaluator, .. } in &self.evaluations {
            let found = evaluations::margins_of(self.game, position, evaluator.as_ref());
            margins.extend(found.map_err(|why| format!("by {name}, {why}"))?);
        }
        self.values.check(self.game, position, ply, margins)
    }

    /// Looks at what follows each move, at texts, and at what some evaluations say, others each time.
    fn closely(&mut self, here: &Here<'_, G>, root: &G::Position, rng: &mut Rng) -> Held {
        let mut moves = Vec::new();
        for next in here.next.iter().filter(|it| self.game.outcome(it).is_none()) {
            self.game.moves(next, &mut moves);
            self.keys.check(self.game, (next, &moves), false)?;
        }
        notation::moves(here)?;
        notation::changes(here, rng)?;
        for _ in 0..self.evaluations.len().min(EVALUATIONS) {
            let Evaluation { name, evaluator, .. } = &self.evaluations[self.turn];
            let scored = evaluations::check(here, root, evaluator.as_ref(), rng);
            scored.map_err(|why| format!("by {name}, {why}"))?;
            self.turn = (self.turn + 1) % self.evaluations.len();
        }
        Ok(())
    }
}
