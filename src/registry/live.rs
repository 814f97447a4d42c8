//! A game under way, whatever its type.

use super::{BotSpec, TypedTable};
use crate::backend::Threads;
use crate::game::hints::SearchHints;
use crate::game::layout::{CellLayout, Piece};
use crate::game::perft::divide;
use crate::game::{Outcome, Player, TextError};
use crate::play::bots::{BotError, Thought};
use crate::play::course::Course;
use crate::play::games::Games;
use crate::play::transcript::{self, Transcript, Visit};
use crate::rng::Rng;
use crate::search::analysis::{Analysis, Ask};
use std::fmt;

/// A game under way whose type nobody has to know. Moves are text in the game's notation.
pub trait LiveGame: Send {
    /// The legal moves in the order of the move generator; none once the game is over.
    fn moves(&self) -> Vec<String>;

    /// Plays a move.
    ///
    /// # Errors
    /// Where it isn't legal or the game is over; nothing has changed then.
    fn play(&mut self, mv: &str) -> Result<(), TextError>;

    /// Takes the last ply back; `false` where there is none.
    fn undo(&mut self) -> bool;

    /// Whose turn it is.
    fn turn(&self) -> Player;

    /// How the game ended, and why in a word or two; `None` while it goes on.
    fn outcome(&self) -> Option<(Outcome, &'static str)>;

    /// See [`Game::aim`](crate::game::Game::aim).
    fn aim(&self) -> String;

    /// See [`Game::ending`](crate::game::Game::ending).
    fn ending(&self) -> Option<String>;

    /// See [`Game::warning`](crate::game::Game::warning).
    fn warning(&self) -> Option<String>;

    /// See [`Course::is_nearly_repeated`].
    fn is_nearly_repeated(&self) -> bool;

    /// The position as a drawing.
    fn draw(&self) -> String;

    /// Where the cells of the board lie; `None` for games without a board.
    fn layout(&self) -> Option<CellLayout>;

    /// What stands on each cell of [`LiveGame::layout`], in the same order.
    fn pieces(&self) -> Vec<Option<Piece>>;

    /// The move that a bot plays here, and what it thinks of its moves; `done` gets all that is
    /// there after every depth, and `ask` can halt it.
    ///
    /// # Errors
    /// Where the game is over, or the bot can't play.
    fn think(
        &self,
        bot: BotSpec,
        threads: &Threads,
        ask: &Ask,
        rng: &mut Rng,
        done: &mut dyn FnMut(&Analysis),
    ) -> Result<Thought, BotError>;

    /// [Perft](crate::game::perft) from here, split by first move.
    fn perft(&self, depth: u32) -> Vec<(String, u64)>;

    /// Plays a recorded game that began here, and is then where it ended; see [`transcript::replay`].
    /// `undo` goes back no further than to here. A game that a bot's failure ended goes on.
    ///
    /// # Errors
    /// Names the ply where the transcript can't be right, and why; nothing has changed then.
    fn replay(
        &mut self,
        owners: &[String],
        told: &Transcript,
        visit: &mut Visit<'_>,
    ) -> Result<(), TextError>;
}

impl fmt::Debug for dyn LiveGame + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveGame").field("turn", &self.turn()).finish_non_exhaustive()
    }
}

/// A game under way at a table of its own.
pub(super) struct Underway<G: SearchHints, F> {
    table: TypedTable<G, F>,
    course: Course<G>,
}

impl<G: SearchHints, F> Underway<G, F> {
    /// The game where the table is set up.
    pub fn new(table: TypedTable<G, F>, repetitions: u32) -> Underway<G, F> {
        let course = Course::new(&table.game, &table.position, repetitions);
        Underway { table, course }
    }
}

impl<G, F> LiveGame for Underway<G, F>
where
    G: SearchHints + Clone + 'static,
    F: Games<G> + 'static,
{
    fn moves(&self) -> Vec<String> {
        let (game, position) = (&self.table.game, self.course.position());
        let mut moves = Vec::new();
        if self.outcome().is_none() {
            game.moves(position, &mut moves);
        }
        moves.into_iter().map(|mv| game.move_text(position, mv)).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), TextError> {
        let game = &self.table.game;
        if let Some((_, reason)) = self.course.outcome(game) {
            return Err(TextError(format!("the game is over: {reason}")));
        }
        let mv = game.parse_move(self.course.position(), mv)?;
        self.course.play(game, mv);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        self.course.undo(&self.table.game)
    }

    fn turn(&self) -> Player {
        self.course.turn(&self.table.game)
    }

    fn outcome(&self) -> Option<(Outcome, &'static str)> {
        self.course.outcome(&self.table.game)
    }

    fn aim(&self) -> String {
        self.table.game.aim(self.course.repetitions())
    }

    fn ending(&self) -> Option<String> {
        self.table.game.ending(self.course.position())
    }

    fn warning(&self) -> Option<String> {
        self.table.game.warning(self.course.position())
    }

    fn is_nearly_repeated(&self) -> bool {
        self.course.is_nearly_repeated(&self.table.game)
    }

    fn draw(&self) -> String {
        self.table.game.draw(self.course.position())
    }

    fn layout(&self) -> Option<CellLayout> {
        self.table.game.layout()
    }

    fn pieces(&self) -> Vec<Option<Piece>> {
        self.table.game.pieces(self.course.position())
    }

    fn think(
        &self,
        bot: BotSpec,
        threads: &Threads,
        ask: &Ask,
        rng: &mut Rng,
        done: &mut dyn FnMut(&Analysis),
    ) -> Result<Thought, BotError> {
        if let Some((_, reason)) = self.outcome() {
            let why = format!("the game is over in that position: {reason}");
            return Err(TextError(why).into());
        }
        let bot = self.table.bot(bot)?;
        bot.think((&self.table.game, &self.course), threads, ask, rng, done)
    }

    fn perft(&self, depth: u32) -> Vec<(String, u64)> {
        let (game, position) = (&self.table.game, self.course.position());
        let text = |(mv, count)| (game.move_text(position, mv), count);
        divide(game, position, depth).into_iter().map(text).collect()
    }

    fn replay(
        &mut self,
        owners: &[String],
        told: &Transcript,
        visit: &mut Visit<'_>,
    ) -> Result<(), TextError> {
        let (from, repetitions) = (self.course.position(), self.course.repetitions());
        self.course =
            transcript::replay((&self.table.game, from), repetitions, owners, told, visit)?;
        Ok(())
    }
}
