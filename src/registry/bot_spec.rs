//! What a bot is made of, whatever its game.

use crate::play::book::Book;
use crate::program::Player;
use crate::search::spec::Search;
use std::sync::Arc;

/// A vector of one of the kinds that a game's bots can go by.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The registered game whose vectors are of that kind.
    pub kind: &'static str,
    /// One admitted value a parameter.
    pub values: Vec<f64>,
}

/// What a bot is made of.
#[derive(Clone, Debug)]
pub struct BotSpec {
    /// What chooses its moves.
    pub chooser: ChooserSpec,
    /// What it plays as long as the position is known there.
    pub book: Option<Book>,
}

/// What chooses a bot's moves.
#[derive(Clone, Debug)]
pub enum ChooserSpec {
    /// A search by an evaluation.
    Search {
        /// How it looks ahead.
        search: Search,
        /// What it goes by; `None` for random play only.
        evaluation: Option<Evaluation>,
    },
    /// Somebody else's program. Clones share its processes.
    Program(Arc<Player>),
}

impl BotSpec {
    /// The evaluation that it goes by; `None` for random play and programs.
    pub fn evaluation(&self) -> Option<&Evaluation> {
        match &self.chooser {
            ChooserSpec::Search { evaluation, .. } => evaluation.as_ref(),
            ChooserSpec::Program(_) => None,
        }
    }

    /// The program that it is.
    pub fn program(&self) -> Option<&Player> {
        match &self.chooser {
            ChooserSpec::Search { .. } => None,
            ChooserSpec::Program(player) => Some(player),
        }
    }
}

impl From<(Search, Option<Evaluation>)> for BotSpec {
    /// A bot without a book.
    fn from((search, evaluation): (Search, Option<Evaluation>)) -> BotSpec {
        BotSpec { chooser: ChooserSpec::Search { search, evaluation }, book: None }
    }
}
