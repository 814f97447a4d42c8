//! A game that has been opened for a number of players and a rule set.

use super::bot_spec::{BotSpec, Evaluation};
use super::live::LiveGame;
use super::promises::{Broken, Kept};
use super::way::{Play, Way};
use crate::backend::Threads;
use crate::game::TextError;
use crate::game::layout::CellLayout;
use crate::parameter::Parameter;
use crate::play::accuracy::{Accuracy, AccuracySettings};
use crate::play::batch::Venue;
use crate::play::book::Book;
use crate::play::bots::{BotError, BotGames};
use crate::play::clustered::Clustered;
use crate::play::effect::EffectSettings;
use crate::play::suite::Suite;
use crate::play::transcript::Transcript;
use crate::program::Children;
use crate::rng::Seed;
use crate::search::spec::Search;
use crate::tune::Tuner;
use crate::tune::config::Config;
use crate::tune::genes::Coding;
use crate::tune::matches::Terms;
use std::fmt;

/// An opened game, whatever its type.
pub trait Table: Send + Sync {
    /// The name that the game is registered under.
    fn name(&self) -> &'static str;

    /// Seats at the table.
    fn players(&self) -> usize;

    /// The rule set with all its settings, in the game's notation.
    fn rules(&self) -> String;

    /// What each number of a parameter vector is.
    fn parameters(&self) -> Vec<Parameter>;

    /// See [`Parametric::mirror`](crate::eval::Parametric::mirror).
    fn mirror(&self) -> Option<Vec<usize>>;

    /// See [`Parametric::idle`](crate::eval::Parametric::idle).
    fn idle(&self, search: &Search) -> Vec<usize>;

    /// The registered game of whose vectors one of these has several, and how many; see
    /// [`Parametric::arrays`](crate::eval::Parametric::arrays). `None` where a vector is one.
    fn parts(&self) -> Option<(&'static str, usize)> {
        None
    }

    /// The names of the built-in vectors: those of the evaluation, then the shipped champions.
    fn built_in_names(&self) -> Vec<&'static str>;

    /// The built-in vector of that name.
    ///
    /// # Errors
    /// Where there is none for these rules, or it doesn't fit the parameters.
    fn built_in(&self, name: &str) -> Result<Vec<f64>, TextError>;

    /// Whether the built-in vector of that name measures distances; see
    /// [`Parametric::is_distance`](crate::eval::Parametric::is_distance).
    fn is_distance(&self, name: &str) -> bool;

    /// Where the cells lie, for games with an array of per-cell weights.
    fn layout(&self) -> Option<CellLayout>;

    /// The values of a vector as cells: those of the board, or else a list of the parameters.
    fn cells(&self) -> CellLayout {
        let names = || self.parameters().into_iter().map(|parameter| parameter.name);
        self.layout().unwrap_or_else(|| CellLayout::list(names()))
    }

    /// What the genes of a run with that configuration stand for.
    ///
    /// # Errors
    /// Where what is fixed is no parameter, or not the same on both sides.
    fn coding(&self, config: &Config) -> Result<Coding, TextError>;

    /// What plays batches on those threads, where everyone looks ahead by that search and `distance`
    /// measures a loser's distance.
    ///
    /// # Errors
    /// Where the search doesn't suit the game, or `distance` has the wrong length, or a value that its parameter [doesn't admit](Parameter::admits).
    fn venue(
        &self,
        search: &Search,
        distance: &[f64],
        threads: &Threads,
    ) -> Result<Box<dyn Venue>, TextError>;

    /// Matches on those terms, on all ranks of the threads.
    ///
    /// # Errors
    /// Where the search doesn't suit the game, or there are no opponents, or one has no share, another length or a value that
    /// its parameter doesn't admit.
    fn tuner(&self, terms: &Terms, threads: Threads) -> Result<Box<dyn Tuner>, TextError>;

    /// The ways to play greedy games, the fastest first.
    fn ways(&self) -> &'static [Way];

    /// Greedy games between those vectors, one a seat; the general way where that way isn't there.
    ///
    /// # Errors
    /// Where the game isn't one of starhop's, there isn't a vector a seat, or one has the wrong length or a
    /// value that its parameter doesn't admit.
    fn play(&self, seats: &[Vec<f64>], way: Way) -> Result<Play, TextError>;

    /// The registered games whose vectors bots can go by, this one first.
    fn kinds(&self) -> Vec<&'static str>;

    /// The built-in evaluation of that name, of whatever kind.
    ///
    /// # Errors
    /// Where there is none for these rules.
    fn evaluation(&self, name: &str) -> Result<Evaluation, TextError>;

    /// What bots played in the first plies of games of this table; see [`book::learn`](crate::play::book::learn).
    ///
    /// # Errors
    /// As there.
    fn learn(&self, games: &[Transcript], plies: u32, least: u64) -> Result<Book, TextError>;

    /// Whether a bot of this table can go by that book.
    ///
    /// # Errors
    /// Where it is of another game or other rules, or as [`Openings::new`](crate::play::book::Openings::new).
    fn check_book(&self, book: &Book) -> Result<(), TextError>;

    /// Openings from where the table is set up; see [`Suite::read`].
    ///
    /// # Errors
    /// As there.
    fn suite(&self, text: &str, repetitions: u32) -> Result<Suite, TextError>;

    /// Games between bots from where the table is set up, on all ranks of the threads. Searches that use
    /// all cores have those threads.
    ///
    /// # Errors
    /// Where a bot can't play, its vector doesn't fit, or the game is over.
    fn bots(&self, bots: Vec<BotSpec>, threads: &Threads) -> Result<Box<dyn BotGames>, BotError>;

    /// How often bots keep what positions are worth; see [`accuracy::measure`](crate::play::accuracy::measure), whose `done` is that
    /// of here. The first built-in evaluation says which moves solutions try first.
    ///
    /// # Errors
    /// As there.
    fn accuracy(
        &self,
        bots: Vec<BotSpec>,
        settings: &AccuracySettings,
        threads: &Threads,
        done: &mut dyn FnMut(u64),
    ) -> Result<Accuracy, BotError>;

    /// What each parameter of a vector is good for; see [`effect::measure`](crate::play::effect::measure), whose `done` is that of
    /// here.
    ///
    /// # Errors
    /// As there, and where the vector has the wrong length or a value that its parameter doesn't admit.
    fn effects(
        &self,
        values: &[f64],
        settings: &EffectSettings,
        threads: &Threads,
        done: &mut dyn FnMut(u64),
    ) -> Result<Vec<Clustered>, TextError>;

    /// The game where the table is set up, ready to be played. A position that is there
    /// `repetitions` times ends it unfinished; 0 for never.
    fn live(&self, repetitions: u32) -> Box<dyn LiveGame>;

    /// Where the table is set up, as a drawing.
    fn draw(&self) -> String;

    /// Plays that many random games from where the table is set up, and checks that the rules, the notation, the
    /// evaluations of all families and the fast way to play keep what their traits promise; see
    /// [`check`](super::check).
    ///
    /// # Errors
    /// The first promise that was found broken.
    ///
    /// # Panics
    /// Where the game itself does.
    fn promises(&self, games: u64, seed: Seed) -> Result<Kept, Broken>;

    /// The program that says what vectors are worth, where that is no game of starhop's.
    fn program(&self) -> Option<&Children> {
        None
    }
}

impl fmt::Debug for dyn Table + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("name", &self.name())
            .field("players", &self.players())
            .field("rules", &self.rules())
            .finish_non_exhaustive()
    }
}
