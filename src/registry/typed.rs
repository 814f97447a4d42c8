//! An opened game of one type, with its families of evaluations, set up at a position.

use super::across;
use super::bot_spec::{BotSpec, ChooserSpec, Evaluation};
use super::champions::{champion, champions};
use super::live::{LiveGame, Underway};
use super::promises::{Broken, Kept, check_table};
use super::table::Table;
use super::way::{Play, Way};
use crate::backend::Threads;
use crate::eval::Parametric;
use crate::game::TextError;
use crate::game::hints::SearchHints;
use crate::game::layout::CellLayout;
use crate::parameter::{Parameter, check_admitted};
use crate::play::accuracy::{self, Accuracy, AccuracySettings};
use crate::play::batch::Venue;
use crate::play::book::{self, Book, Openings};
use crate::play::bots::{Bot, BotError, BotGames, Bots, Chooser};
use crate::play::clustered::Clustered;
use crate::play::effect::{self, EffectSettings};
use crate::play::games::{Games, General};
use crate::play::local::Local;
use crate::play::opening::Opening;
use crate::play::suite::Suite;
use crate::play::transcript::Transcript;
use crate::rng::Seed;
use crate::search::spec::Search;
use crate::tune::Tuner;
use crate::tune::config::Config;
use crate::tune::genes::{Coded, Coding};
use crate::tune::matches::{Matches, Terms};
use std::sync::Arc;

/// A game with families of evaluations, set up at a position.
#[derive(Debug)]
pub struct TypedTable<G: SearchHints, F> {
    /// The name that it is registered under.
    pub name: &'static str,
    /// The family whose vectors are evolved and measured.
    pub family: Arc<dyn Parametric<G>>,
    /// Further families, whose vectors bots can go by, with the names that they are registered
    /// under.
    pub others: Vec<(&'static str, Arc<dyn Parametric<G>>)>,
    /// The game.
    pub game: G,
    /// Where it is set up: where live games, those of bots and drawings begin.
    pub position: G::Position,
    /// What plays the family's greedy games faster than [`General`], where there is such a thing.
    pub fast: fn(&G) -> Option<F>,
}

impl<G: SearchHints + Clone, F> Clone for TypedTable<G, F> {
    fn clone(&self) -> TypedTable<G, F> {
        TypedTable {
            name: self.name,
            family: self.family.clone(),
            others: self.others.clone(),
            game: self.game.clone(),
            position: self.position.clone(),
            fast: self.fast,
        }
    }
}

impl<G, F> TypedTable<G, F>
where
    G: SearchHints + Clone + 'static,
    F: Games<G> + 'static,
{
    fn general(&self, search: Search, threads: Threads) -> Result<General<G>, TextError> {
        General::new(self.family.clone(), self.game.clone(), search, threads)
    }

    /// The families with their names, the own one first.
    pub(super) fn families(&self) -> impl Iterator<Item = (&'static str, &dyn Parametric<G>)> {
        let others = self.others.iter().map(|(name, family)| (*name, family.as_ref()));
        [(self.name, self.family.as_ref())].into_iter().chain(others)
    }

    /// The built-in vector of that name, of the family that is registered as `kind`.
    pub(super) fn vector(
        &self,
        kind: &str,
        family: &dyn Parametric<G>,
        name: &str,
    ) -> Result<Vec<f64>, TextError> {
        if let Some(champion) = champion(kind, name) {
            return Ok(champion.weights.clone());
        }
        let of_first = (family.arrays() > 1).then(|| champion(first_of(kind), name)).flatten();
        if let Some(champion) = of_first {
            return Ok(champion.weights.repeat(family.arrays()));
        }
        let known = names(kind, family);
        match known.contains(&name) {
            true => {
                let values = family.built_in(&self.game, name)?;
                let wrong = |TextError(why)| TextError(format!("{name}: {why}"));
                check_values(kind, family, &values).map_err(wrong)?;
                Ok(values)
            }
            false => {
                let listed = format!("`starhop games {kind}` lists them");
                Err(TextError::unknown("built-in array", name, &known, &listed))
            }
        }
    }

    /// That vectors of the own family have an admitted number for each parameter.
    fn check_all<'a>(&self, vectors: impl IntoIterator<Item = &'a [f64]>) -> Result<(), TextError> {
        let check = |vector| check_values(self.name, self.family.as_ref(), vector);
        vectors.into_iter().try_for_each(check)
    }

    fn openings(&self, book: &Book) -> Result<Openings<G>, TextError> {
        let theirs = (first_of(&book.game).to_string(), book.players, book.rules.clone());
        let own = (first_of(self.name).to_string(), self.game.players(), self.game.rules_text());
        if theirs != own {
            let (game, players, rules) = &theirs;
            let rest = match (game, *players) == (&own.0, own.1) {
                true => format!("; play by --rules '{rules}'"),
                false => String::new(),
            };
            let why = format!("is of {game} for {players}, {rules}, not of {}", own.0);
            return Err(TextError(format!("{why} for {}, {}{rest}", own.1, own.2)));
        }
        Openings::new(&self.game, book)
    }

    /// That bot with its evaluation and book.
    pub(super) fn bot(&self, spec: BotSpec) -> Result<Bot<G>, TextError> {
        let evaluator = |Evaluation { kind, values }: Evaluation| {
            let family = self.families().find(|(name, _)| *name == kind);
            let missing = || TextError(format!("no evaluations of the kind '{kind}' here"));
            let (_, family) = family.ok_or_else(missing)?;
            check_values(kind, family, &values)?;
            Ok::<_, TextError>(family.evaluator(&self.game, &values))
        };
        let openings = spec.book.map(|book| self.openings(&book)).transpose()?;
        let chooser = match spec.chooser {
            ChooserSpec::Search { search, evaluation } => {
                Chooser::Search { search, evaluator: evaluation.map(evaluator).transpose()? }
            }
            ChooserSpec::Program(player) => Chooser::Outside(player),
        };
        Ok(Bot { openings, chooser })
    }

    fn bots_of(&self, bots: Vec<BotSpec>) -> Result<Vec<Bot<G>>, TextError> {
        bots.into_iter().map(|bot| self.bot(bot)).collect()
    }

    fn coding_of(&self, symmetric: bool, fixed: &[(usize, f64)]) -> Result<Coding, TextError> {
        let mirror = self.family.mirror().filter(|_| symmetric);
        Coding::new(self.family.parameters().len(), mirror.as_deref(), fixed)
    }

    fn local(
        &self,
        games: impl Games<G> + 'static,
        distance: &[f64],
        threads: &Threads,
    ) -> Box<dyn Venue> {
        let distance = self.family.evaluator(&self.game, distance);
        Box::new(Local::new(self.game.clone(), games, distance, threads.clone()))
    }
}

impl<G, F> Table for TypedTable<G, F>
where
    G: SearchHints + Clone + 'static,
    F: Games<G> + 'static,
{
    fn name(&self) -> &'static str {
        self.name
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn rules(&self) -> String {
        self.game.rules_text()
    }

    fn parameters(&self) -> Vec<Parameter> {
        self.family.parameters()
    }

    fn mirror(&self) -> Option<Vec<usize>> {
        self.family.mirror()
    }

    fn parts(&self) -> Option<(&'static str, usize)> {
        let arrays = self.family.arrays();
        (arrays > 1).then(|| (first_of(self.name), arrays))
    }

    fn idle(&self, search: &Search) -> Vec<usize> {
        self.family.idle(&self.game, search.needs())
    }

    fn built_in_names(&self) -> Vec<&'static str> {
        names(self.name, self.family.as_ref())
    }

    fn built_in(&self, name: &str) -> Result<Vec<f64>, TextError> {
        self.vector(self.name, self.family.as_ref(), name)
    }

    fn is_distance(&self, name: &str) -> bool {
        self.family.is_distance(name)
    }

    fn layout(&self) -> Option<CellLayout> {
        self.family.layout(&self.game)
    }

    fn coding(&self, config: &Config) -> Result<Coding, TextError> {
        self.coding_of(config.symmetric, &config.fix.places(&self.parameters())?)
    }

    fn venue(
        &self,
        search: &Search,
        distance: &[f64],
        threads: &Threads,
    ) -> Result<Box<dyn Venue>, TextError> {
        self.check_all([distance])?;
        let fast = (self.fast)(&self.game).filter(|_| search.is_greedy());
        Ok(match fast {
            Some(games) => self.local(games, distance, threads),
            None => {
                let games = self.general(search.clone(), threads.clone())?;
                self.local(games, distance, threads)
            }
        })
    }

    fn tuner(&self, terms: &Terms, threads: Threads) -> Result<Box<dyn Tuner>, TextError> {
        terms.check_opponents(&self.parameters())?;
        let here = self.venue(&terms.search, &terms.distance, &threads)?;
        let venue = across::venue(self, terms, here, &threads)?;
        let matches: Box<dyn Tuner> =
            Box::new(Matches::new(self.parameters(), self.players(), venue, terms));
        let coding = self.coding_of(terms.symmetric, &terms.fixed)?;
        Ok(if coding.is_plain() { matches } else { Box::new(Coded::new(matches, coding)) })
    }

    fn ways(&self) -> &'static [Way] {
        match (self.fast)(&self.game) {
            Some(_) => &[Way::Kernel, Way::Portable, Way::General],
            None => &[Way::General],
        }
    }

    fn play(&self, seats: &[Vec<f64>], way: Way) -> Result<Play, TextError> {
        if seats.len() != self.players() {
            let (found, needed) = (seats.len(), self.players());
            return Err(TextError(format!("{found} vectors for {needed} seats")));
        }
        self.check_all(seats.iter().map(Vec::as_slice))?;
        let start = Opening::none(&self.game);
        let fast = (self.fast)(&self.game).filter(|_| way != Way::General);
        Ok(match fast {
            Some(games) if way == Way::Portable => play(games.portable(), start, seats),
            Some(games) => play(games, start, seats),
            None => play(self.general(Search::default(), Threads::alone())?, start, seats),
        })
    }

    fn kinds(&self) -> Vec<&'static str> {
        self.families().map(|(name, _)| name).collect()
    }

    fn evaluation(&self, name: &str) -> Result<Evaluation, TextError> {
        let mut families = self.families();
        let Some((kind, family)) = families.find(|it| names(it.0, it.1).contains(&name)) else {
            let known = self.families().flat_map(|(kind, family)| names(kind, family));
            let (known, listed) = (known.collect::<Vec<_>>(), "`starhop games NAME` lists them");
            return Err(TextError::unknown("built-in evaluation", name, &known, listed));
        };
        Ok(Evaluation { kind, values: self.vector(kind, family, name)? })
    }

    fn learn(&self, games: &[Transcript], plies: u32, least: u64) -> Result<Book, TextError> {
        let entries = book::learn(&self.game, games, plies, least)?;
        let (game, players, rules) = (self.name.to_string(), self.game.players(), self.rules());
        Ok(Book { game, players, rules, entries: (2..).zip(entries).collect() })
    }

    fn check_book(&self, book: &Book) -> Result<(), TextError> {
        self.openings(book).map(drop)
    }

    fn suite(&self, text: &str, repetitions: u32) -> Result<Suite, TextError> {
        Suite::read((&self.game, &self.position), repetitions, text)
    }

    fn bots(&self, bots: Vec<BotSpec>, threads: &Threads) -> Result<Box<dyn BotGames>, BotError> {
        let told = across::told_bots(self, &bots, threads)?;
        let bots = self.bots_of(bots)?;
        let from = (self.game.clone(), self.position.clone());
        Ok(across::bots(Box::new(Bots::new(from, bots, threads.clone())?), told, threads))
    }

    fn accuracy(
        &self,
        bots: Vec<BotSpec>,
        settings: &AccuracySettings,
        threads: &Threads,
        done: &mut dyn FnMut(u64),
    ) -> Result<Accuracy, BotError> {
        let (game, bots) = (&self.game, self.bots_of(bots)?);
        let mut names = self.family.built_in_names().into_iter();
        let values = names.find_map(|name| self.family.built_in(game, name).ok());
        let none = || TextError("no built-in evaluation suits these rules".to_string());
        let order = self.family.evaluator(game, &values.ok_or_else(none)?);
        accuracy::measure(game, order.as_ref(), &bots, settings, threads, done)
    }

    fn effects(
        &self,
        values: &[f64],
        settings: &EffectSettings,
        threads: &Threads,
        done: &mut dyn FnMut(u64),
    ) -> Result<Vec<Clustered>, TextError> {
        self.check_all([values])?;
        effect::measure(&self.game, self.family.as_ref(), values, settings, threads, done)
    }

    fn live(&self, repetitions: u32) -> Box<dyn LiveGame> {
        Box::new(Underway::new(self.clone(), repetitions))
    }

    fn draw(&self) -> String {
        self.game.draw(&self.position)
    }

    fn promises(&self, games: u64, seed: Seed) -> Result<Kept, Broken> {
        check_table(self, games, seed)
    }
}

/// That a vector of that family has an admitted number for each parameter.
fn check_values<G: SearchHints>(
    name: &str,
    family: &dyn Parametric<G>,
    vector: &[f64],
) -> Result<(), TextError> {
    let parameters = family.parameters();
    let (found, needed) = (vector.len(), parameters.len());
    if found != needed {
        return Err(TextError(format!("{found} weights; {name} needs {needed}")));
    }
    check_admitted(&parameters, vector).map_err(|why| TextError(why.to_string()))
}

/// The names of the built-in vectors of the family that is registered as `kind`.
pub(super) fn names<G: SearchHints>(kind: &str, family: &dyn Parametric<G>) -> Vec<&'static str> {
    let of_first = champions(first_of(kind)).filter(|_| family.arrays() > 1);
    let shipped = champions(kind).chain(of_first).map(|it| it.name);
    family.built_in_names().into_iter().chain(shipped).collect()
}

/// The name of the first family of a game, of whatever kind that one is.
fn first_of(kind: &str) -> &str {
    kind.split('/').next().unwrap_or_default()
}

fn play<G, F>(games: F, start: Opening<G::Position>, seats: &[Vec<f64>]) -> Play
where
    G: SearchHints,
    F: Games<G, Prepared: 'static, Start: 'static> + 'static,
{
    let prepared: Vec<_> = seats.iter().map(|values| games.prepare(values)).collect();
    let start = games.start(start);
    Box::new(move |rng| games.play(&start, &prepared.iter().collect::<Vec<_>>(), rng).plies)
}
