//! Programs by their files, as games of the name `program` whose rules are the name and the hash of
//! the file.

use super::across;
use super::live::LiveGame;
use super::promises::{Broken, Kept};
use super::{BotSpec, Entry, Evaluation, Opened, Play, Preset, Table, Way};
use crate::backend::Threads;
use crate::game::layout::{CellLayout, Piece};
use crate::game::{Outcome, Player, TextError};
use crate::parameter::Parameter;
use crate::play::accuracy::{Accuracy, AccuracySettings};
use crate::play::batch::{Seats, Venue};
use crate::play::book::Book;
use crate::play::bots::{BotError, BotGames, Thought};
use crate::play::clustered::Clustered;
use crate::play::effect::EffectSettings;
use crate::play::suite::Suite;
use crate::play::transcript::{Transcript, Visit};
use crate::program::protocol::Needs;
use crate::program::tune::Goal;
use crate::program::{Asked, Children, Tune};
use crate::rng::{Rng, Seed};
use crate::search::analysis::{Analysis, Ask};
use crate::search::spec::Search;
use crate::tune::Tuner;
use crate::tune::config::Config;
use crate::tune::fitness::Scoring;
use crate::tune::fix::Fix;
use crate::tune::genes::{Coded, Coding};
use crate::tune::matches::{Matches, Terms};
use crate::tune::names::{MutationName, OptimizerName};
use std::sync::{Arc, PoisonError, RwLock};

/// The name of all programs as a game.
pub const NAME: &str = "program";
/// The vector of the values that parameters begin with.
const START: &str = "start";

/// The programs whose files were read.
static KNOWN: RwLock<Vec<Arc<Tune>>> = RwLock::new(Vec::new());

/// Programs as a game; [`know`] says which there are.
pub static ENTRY: Entry = Entry {
    name: NAME,
    presets: &[Preset { name: "default", config: |_| preset(&*newest()?) }],
    yardsticks: |_| &[START],
    levels: |_| &[],
    arena_rules: "",
    workloads: &[],
    open,
    open_at: |_| Err(no_board()),
};

/// Makes a program known for the rest of this process, in the place of one that is known by the same
/// file.
pub fn know(tune: Tune) {
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    known.retain(|it| it.rules() != tune.rules());
    known.push(Arc::new(tune));
}

/// Whether a program is known by those rules, or by rules that stand somewhere in that text.
pub fn is_known(text: &str) -> bool {
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
    known.iter().any(|it| text.contains(&it.rules()))
}

/// The program of a table, if it is one's, started so that it looks farther; `None` where its file
/// doesn't say how.
pub fn looking_farther(table: &dyn Table) -> Option<Box<dyn Table>> {
    let tune = table.program()?.tune().looking_farther()?;
    Some(Box::new(ProgramTable { children: Arc::new(Children::new(tune)) }))
}

fn newest() -> Result<Arc<Tune>, TextError> {
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
    let none = "no program is named: --program takes its tune.toml where a run begins; afterwards the name \
                of that run, or a weights file of `starhop export RUN`, says which it is";
    known.last().cloned().ok_or_else(|| TextError(none.to_string()))
}

fn open(players: usize, rules: &str) -> Opened {
    newest()?;
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
    let found = known.iter().find(|it| it.rules() == rules);
    let other = || {
        let why = "is not the program whose file was read; the file has been changed since, or is \
                   another's";
        TextError(format!("'{rules}' {why}"))
    };
    let tune = found.ok_or_else(other)?;
    if tune.players != players {
        let why = format!("the program {} is for {} players", tune.name, tune.players);
        return Err(TextError(why));
    }
    Ok(Box::new(ProgramTable { children: Arc::new(Children::new(Tune::clone(tune))) }))
}

/// What a run of a program starts from.
fn preset(tune: &Tune) -> Result<Config, TextError> {
    let base = Config::base(NAME, tune.players, &tune.rules(), START);
    let fixed = tune.fixed.iter().filter_map(|(place, value)| {
        Some(format!("{}={value}", tune.parameters.get(*place)?.name))
    });
    let fixed = fixed.collect::<Vec<_>>().join(",");
    let fix = if fixed.is_empty() { Fix::default() } else { fixed.parse()? };
    let config = Config {
        deviation: 1.0,
        least_deviation: 0.05,
        anneal_after: 50,
        still_at_bounds: true,
        population: 32,
        generations: Some(100),
        measure_every: 10,
        mutation: MutationName::Gaussian,
        mutation_rate: 1.0,
        gene_rate: 0.3,
        opening_plies: tune.opening_plies,
        measure_opening_plies: tune.opening_plies,
        fix,
        program: Some(tune.path.display().to_string()),
        ..base
    };
    let number = |scoring| Config {
        scoring,
        optimizer: OptimizerName::Cma,
        learning_rate: 1.0,
        momentum: 0.5,
        seats: Seats::First,
        fitness_games: if tune.noise { 4 } else { 1 },
        more_games: if tune.noise { 4 } else { 1 },
        measure_games: if tune.noise { 100 } else { 1 },
        final_games: if tune.noise { 400 } else { 1 },
        choose_games: if tune.noise { 40 } else { 1 },
        ..config.clone()
    };
    Ok(match tune.goal {
        Goal::Maximise => number(Scoring::Greatest),
        Goal::Minimise => number(Scoring::Least),
        Goal::Game => Config {
            scoring: Scoring::Score,
            learning_rate: 1.0,
            generations: Some(200),
            measure_games: 400,
            final_games: 2000,
            choose_games: 25,
            must_beat_start: true,
            ..config
        },
    })
}

/// A program, ready to be asked.
struct ProgramTable {
    children: Arc<Children>,
}

impl ProgramTable {
    fn tune(&self) -> &Tune {
        self.children.tune()
    }

    fn asked(&self, needs: Needs, threads: &Threads) -> Box<dyn Venue> {
        Box::new(Asked::new(self.children.clone(), needs, threads.clone()))
    }

    fn scaled(&self, fixed: &[(usize, f64)]) -> Result<Coding, TextError> {
        Coding::scaled(&self.tune().parameters, &self.tune().scales, fixed)
    }
}

fn no_board() -> TextError {
    TextError(
        "what a program plays, starhop doesn't know; it can only be asked what came out".into(),
    )
}

impl Table for ProgramTable {
    fn name(&self) -> &'static str {
        NAME
    }

    fn players(&self) -> usize {
        self.tune().players
    }

    fn rules(&self) -> String {
        self.tune().rules()
    }

    fn parameters(&self) -> Vec<Parameter> {
        self.tune().parameters.clone()
    }

    fn mirror(&self) -> Option<Vec<usize>> {
        None
    }

    fn idle(&self, _: &Search) -> Vec<usize> {
        Vec::new()
    }

    fn built_in_names(&self) -> Vec<&'static str> {
        vec![START]
    }

    fn built_in(&self, name: &str) -> Result<Vec<f64>, TextError> {
        match name {
            START => Ok(self.tune().start()),
            _ => {
                Err(TextError(format!("a program has no built-in array '{name}'; known: {START}")))
            }
        }
    }

    fn is_distance(&self, name: &str) -> bool {
        self.built_in_names().contains(&name)
    }

    fn layout(&self) -> Option<CellLayout> {
        self.tune().layout.clone()
    }

    fn coding(&self, config: &Config) -> Result<Coding, TextError> {
        self.scaled(&config.fix.places(&self.tune().parameters)?)
    }

    fn venue(&self, _: &Search, _: &[f64], threads: &Threads) -> Result<Box<dyn Venue>, TextError> {
        Ok(self.asked(Needs::default(), threads))
    }

    fn tuner(&self, terms: &Terms, threads: Threads) -> Result<Box<dyn Tuner>, TextError> {
        across::refuse_programs(&threads)?;
        if !terms.search.is_greedy() {
            let why = "search: how a program looks ahead is its own business; leave it out";
            return Err(TextError(why.to_string()));
        }
        let is_number = self.tune().goal != Goal::Game;
        if terms.fitness.scoring.is_number() != is_number {
            let why = match is_number {
                true => "scoring: the program answers numbers, which are greatest or least",
                false => "scoring: the program plays games, which are plies, wins or score",
            };
            return Err(TextError(why.to_string()));
        }
        if is_number && (terms.hall_share > 0 || terms.population_share > 0) {
            let why = "against: a program that answers numbers has no opponents; leave it out";
            return Err(TextError(why.to_string()));
        }
        if !is_number {
            terms.check_opponents(&self.parameters())?;
        }
        let needs = Needs { plies: terms.fitness.scoring.is_plies() };
        let venue = self.asked(needs, &threads);
        let matches = Matches::new(self.parameters(), self.players(), venue, terms);
        if terms.whole {
            return Ok(Box::new(matches));
        }
        let coding = self.scaled(&terms.fixed)?;
        Ok(Box::new(Coded::new(Box::new(matches), coding).rounding(terms.seed)))
    }

    fn ways(&self) -> &'static [Way] {
        &[]
    }

    fn play(&self, _: &[Vec<f64>], _: Way) -> Result<Play, TextError> {
        Err(no_board())
    }

    fn kinds(&self) -> Vec<&'static str> {
        vec![NAME]
    }

    fn evaluation(&self, name: &str) -> Result<Evaluation, TextError> {
        Ok(Evaluation { kind: NAME, values: self.built_in(name)? })
    }

    fn learn(&self, _: &[Transcript], _: u32, _: u64) -> Result<Book, TextError> {
        Err(no_board())
    }

    fn check_book(&self, _: &Book) -> Result<(), TextError> {
        Err(no_board())
    }

    fn suite(&self, _: &str, _: u32) -> Result<Suite, TextError> {
        Err(no_board())
    }

    fn bots(&self, _: Vec<BotSpec>, _: &Threads) -> Result<Box<dyn BotGames>, BotError> {
        Err(no_board().into())
    }

    fn accuracy(
        &self,
        _: Vec<BotSpec>,
        _: &AccuracySettings,
        _: &Threads,
        _: &mut dyn FnMut(u64),
    ) -> Result<Accuracy, BotError> {
        Err(no_board().into())
    }

    fn effects(
        &self,
        _: &[f64],
        _: &EffectSettings,
        _: &Threads,
        _: &mut dyn FnMut(u64),
    ) -> Result<Vec<Clustered>, TextError> {
        Err(no_board())
    }

    fn live(&self, _: u32) -> Box<dyn LiveGame> {
        Box::new(NoGame)
    }

    fn draw(&self) -> String {
        no_board().to_string()
    }

    fn promises(&self, _: u64, _: Seed) -> Result<Kept, Broken> {
        let why = no_board().to_string();
        Err(Broken { of: self.rules(), why, position: None })
    }

    fn program(&self) -> Option<&Children> {
        Some(&self.children)
    }
}

/// A game without a move, in the place of one that starhop doesn't know.
struct NoGame;

impl LiveGame for NoGame {
    fn moves(&self) -> Vec<String> {
        Vec::new()
    }

    fn play(&mut self, _: &str) -> Result<(), TextError> {
        Err(no_board())
    }

    fn undo(&mut self) -> bool {
        false
    }

    fn turn(&self) -> Player {
        Player(0)
    }

    fn outcome(&self) -> Option<(Outcome, &'static str)> {
        Some((Outcome::Unfinished, "starhop doesn't know the game"))
    }

    fn aim(&self) -> String {
        String::new()
    }

    fn ending(&self) -> Option<String> {
        None
    }

    fn warning(&self) -> Option<String> {
        None
    }

    fn is_nearly_repeated(&self) -> bool {
        false
    }

    fn draw(&self) -> String {
        no_board().to_string()
    }

    fn layout(&self) -> Option<CellLayout> {
        None
    }

    fn pieces(&self) -> Vec<Option<Piece>> {
        Vec::new()
    }

    fn think(
        &self,
        _: BotSpec,
        _: &Threads,
        _: &Ask,
        _: &mut Rng,
        _: &mut dyn FnMut(&Analysis),
    ) -> Result<Thought, BotError> {
        Err(no_board().into())
    }

    fn perft(&self, _: u32) -> Vec<(String, u64)> {
        Vec::new()
    }

    fn replay(&mut self, _: &[String], _: &Transcript, _: &mut Visit<'_>) -> Result<(), TextError> {
        Err(no_board())
    }
}
