//! An evolution with all that its configuration names: opponents, the vector that measures
//! distances, and what it begins from.

mod ended;
mod replayed;
mod suited;
mod verified;

pub use ended::Ended;
pub use replayed::ReplayedRun;
pub use verified::{CheckedRun, check_settings, check_settings_of};

use super::error::SessionError;
use super::play::PERSON;
use super::spread::Spread;
use super::strength::{Fresh, ITSELF};
use super::{
    Ending, Evolved, Finish, RunJob, RunObserver, RunState, beginning, program, strength, weights,
};
use crate::backend::Threads;
use crate::evolve::breed::Beginning;
use crate::play::batch::{Conditions, Seats};
use crate::record::checkpoint::FoundCheckpoint;
use crate::record::home::Home;
use crate::record::run::{Given, HeldRun, OpenRun, Run};
use crate::record::strength::StrengthRow;
use crate::record::weights::WeightsFile;
use crate::registry::{Table, across};
use crate::search::spec::{BotName, Search};
use crate::tune::Tuner;
use crate::tune::against::OpponentKind;
use crate::tune::config::Config;
use crate::tune::finals::{Trial, Trials};
use crate::tune::matches::Terms;
use std::time::Duration;

/// An evolution that is ready to run.
#[derive(Debug)]
pub struct Evolution {
    config: Config,
    table: Box<dyn Table>,
    terms: Terms,
    beginning: Option<Beginning>,
    /// The file that keeps what it begins from.
    from: Option<String>,
    /// Where it was found; `None` before generation 0.
    found: Option<FoundCheckpoint>,
}

impl Evolution {
    /// A new evolution. Arrays, files and runs that the configuration names are looked up below
    /// `home`; `table` is its game, opened for its players and rules.
    ///
    /// # Errors
    /// Where a setting is out of range, or names what isn't there or doesn't fit the game; the table is of another
    /// game, or for other players or rules; or one of its parameters can't be part of a vector.
    pub fn new(
        config: Config,
        table: Box<dyn Table>,
        home: &Home,
    ) -> Result<Evolution, SessionError> {
        config.check()?;
        suited::check_table(&config, table.as_ref())?;
        let terms = terms_of(&config, table.as_ref(), home)?;
        let found = beginning::find(&config, table.as_ref(), home)?;
        let (beginning, from) = found.map(|it| (it.beginning, it.text)).unzip();
        Ok(Evolution { config, table, terms, beginning, from, found: None })
    }

    /// The evolution of a run that is there, from the checkpoint that was found on, against the opponents that lie in
    /// its folder. The configuration is the run's, or that with another end, and was checked.
    ///
    /// # Errors
    /// Where a file is missing, damaged, or doesn't fit the game, or the table isn't that of the configuration.
    pub fn of_run(
        run: &Run,
        config: Config,
        table: Box<dyn Table>,
        found: Option<FoundCheckpoint>,
    ) -> Result<Evolution, SessionError> {
        run.check_given(&config)?;
        suited::check_table(&config, table.as_ref())?;
        let opponents = config.against.fixed().enumerate().map(|(index, opponent)| {
            let found = weights::read(&run.opponent_path(index), table.as_ref())?;
            Ok((opponent.share, found.values))
        });
        let against = opponents.collect::<Result<Vec<_>, SessionError>>()?;
        let in_file = |why| match why {
            SessionError::Refused(why) => weights::unfit(&run.config_path(), why),
            other => other,
        };
        let read = || beginning::read(&run.from_path(), &config, table.as_ref());
        let kept = config.from.is_some().then(read).transpose().map_err(in_file)?;
        let (beginning, from) = kept.map(|it| (it.beginning, it.text)).unzip();
        let terms = terms(&config, table.as_ref(), against)?;
        Ok(Evolution { config, table, terms, beginning, from, found })
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The game.
    pub fn table(&self) -> &dyn Table {
        self.table.as_ref()
    }

    /// What it begins from, where the configuration's `from` names something.
    pub fn beginning(&self) -> Option<&Beginning> {
        self.beginning.as_ref()
    }

    /// What it begins from, in words, where settings make another array of the one that `from` names, such as
    /// "champion-2, made symmetric".
    ///
    /// # Errors
    /// Where the search doesn't suit the game.
    pub fn changed_beginning(&self) -> Result<Option<String>, SessionError> {
        let (Some(Beginning::Ancestor(it)), Some(name)) = (&self.beginning, &self.config.from)
        else {
            return Ok(None);
        };
        let told = beginning::told(name, &it.genes, &self.config, self.table())?;
        Ok(Some(told).filter(|told| told != name))
    }

    /// Puts a new run of that name on disk.
    ///
    /// # Errors
    /// Where the name is that of an array or of a kind of opponent, or as [`Home::create`].
    pub fn create(&self, home: &Home, name: &str) -> Result<OpenRun, SessionError> {
        self.check_name(name)?;
        self.tuner(&Threads::alone())?;
        Ok(home.create(name, &self.config, &self.given(&self.opponents()))?)
    }

    /// The run of that name that [`Evolution::create`] would make, as far as it has come; `None` where
    /// there is none. Nothing is changed.
    ///
    /// # Errors
    /// Where the name is that of anything else, or another process works on the run.
    pub fn begun(&self, home: &Home, name: &str) -> Result<Option<Run>, SessionError> {
        self.check_name(name)?;
        self.tuner(&Threads::alone())?;
        let run = home.begun(name)?;
        let given = &self.opponents();
        run.iter().try_for_each(|run| run.check_same(&self.config, &self.given(given)))?;
        Ok(run)
    }

    fn check_name(&self, name: &str) -> Result<(), SessionError> {
        let is_word = name == PERSON || name == ITSELF || name.parse::<Search>().is_ok();
        let is_bot = name.parse().is_ok_and(|bot: BotName| bot.to_string() == name);
        let what = if self.table.built_in_names().contains(&name) {
            "a built-in array".to_string()
        } else if self.table.evaluation(name).is_ok() {
            "a built-in evaluation".to_string()
        } else if let Some(game) = weights::game_with(name) {
            format!("a built-in array of the game {}", game.name)
        } else if is_word || is_bot {
            "a word for who plays".to_string()
        } else if OpponentKind::of(name) != OpponentKind::Fixed {
            "a word of --against".to_string()
        } else {
            return Ok(());
        };
        Err(SessionError::Refused(format!("'{name}' is {what}; choose another --name")))
    }

    fn opponents(&self) -> Vec<WeightsFile> {
        let file = |(_, values): &(u32, Vec<f64>)| weights::bare(self.table(), values);
        self.terms.against.iter().map(file).collect()
    }

    fn given<'a>(&'a self, opponents: &'a [WeightsFile]) -> Given<'a> {
        let tune = self.table.program().map(|program| program.tune().text.as_str());
        Given { opponents, from: self.from.as_deref(), tune }
    }

    /// Takes a run that is there to go on with it. All is checked before anything is changed.
    ///
    /// # Errors
    /// As [`HeldRun::open`], and where the search doesn't suit the game.
    pub fn open(&self, run: HeldRun) -> Result<OpenRun, SessionError> {
        let tuner = self.tuner(&Threads::alone())?;
        Ok(run.open(&self.config, self.found.as_ref(), tuner.parameters())?)
    }

    fn tuner(&self, threads: &Threads) -> Result<Box<dyn Tuner>, SessionError> {
        Ok(self.table.tuner(&self.terms, threads.clone())?)
    }

    /// Evolves from the run's last checkpoint on until a condition of the configuration is met or the threads are
    /// asked to stop, with a checkpoint every so often; see [`super::run`]. What the champion is worth is measured and
    /// put on record, too. The run is one that [`Evolution::create`] or [`Evolution::open`] gave; after an
    /// interruption it can be gone on with.
    ///
    /// # Errors
    /// As there, where the run has other settings, where the search doesn't suit the game, and where a
    /// program fails at a question again and again.
    pub fn run(
        &self,
        run: &OpenRun,
        threads: &Threads,
        checkpoint_every: Duration,
        observer: &mut dyn RunObserver,
    ) -> Result<Ending, SessionError> {
        if run.run().config()? != self.config {
            let name = run.run().name();
            let why =
                format!("run '{name}' has other settings than the evolution that it was given to");
            return Err(SessionError::Refused(why));
        }
        let ending = self.run_to_end(run, threads, checkpoint_every, observer);
        match self.table.program() {
            None => ending,
            Some(program) => program::check(program, run, ending),
        }
    }

    fn run_to_end(
        &self,
        run: &OpenRun,
        threads: &Threads,
        checkpoint_every: Duration,
        observer: &mut dyn RunObserver,
    ) -> Result<Ending, SessionError> {
        if let Some(program) = self.table.program() {
            program::log(program, run);
        }
        let tuner = self.tuner(threads)?;
        let Evolution { config, table, terms, .. } = self;
        let job = RunJob {
            config,
            tuner: tuner.as_ref(),
            stretches: across::stretches(table.as_ref(), config, terms, threads)?,
            trials: self.trials(threads)?,
            spread: Spread::of(table.as_ref()),
            run,
            threads,
            checkpoint_every,
            beginning: self.beginning.clone(),
            checkpoint: run.run().checkpoint()?.map(|found| found.checkpoint),
        };
        let evolved = match super::run(job, observer)? {
            Ending::Finished(evolved) => evolved,
            Ending::Interrupted(standing) => return Ok(Ending::Interrupted(standing)),
        };
        let differ = |program| program::answers_differ(program, tuner.as_ref(), &evolved, threads);
        let answers_differ = self.table.program().is_some_and(differ);
        let strength = self.strength(&evolved, threads)?;
        if threads.is_stopped() {
            let Evolved { state, champion, .. } = *evolved;
            let standing = RunState { state, champion: Some(champion), best: None };
            return Ok(Ending::Interrupted(Some(Box::new(standing))));
        }
        if !strength.is_empty() {
            run.write_strength(&strength)?;
        }
        run.end()?;
        let finish = Finish { evolved: *evolved, strength, answers_differ };
        Ok(Ending::Finished(Box::new(finish)))
    }

    /// In what a champion has to beat what the run began from, and in what finalists are compared: games against each
    /// fixed opponent from the start, and from the random
    /// openings of selection, if it has any. Where others of its kind sit with an individual at tables of three and
    /// more, which can be in each other's way for ever, games of their own kind from those openings, too.
    fn trials(&self, threads: &Threads) -> Result<Trials, SessionError> {
        let Evolution { config, table, terms, .. } = self;
        let trial = |opponent: u64, terms: Terms| {
            let opening_plies = terms.opening_plies;
            let tuner = table.tuner(&Terms { start_every: None, ..terms }, threads.clone())?;
            Ok::<Trial, SessionError>(Trial { tuner, opponent, opening_plies })
        };
        let equal = 1.0 / config.players.max(1) as f64;
        let start = match config.must_beat_start {
            true => self.start(self.tuner(&Threads::alone())?.as_ref()),
            false => None,
        };
        let against_start = |start| Terms { against: vec![(1, start)], ..terms.clone() };
        // Finals have the numbers up to that of their own kind.
        let number = terms.against.len() as u64 + 1;
        let start = start.map(|it| trial(number, against_start(it))).transpose()?;
        if config.finalists == 0 {
            return Ok(Trials { equal, start, ..Trials::default() });
        }
        let mut plies = vec![0, config.opening_plies];
        plies.dedup();
        let mut against = Vec::new();
        for (opponent, (_, values)) in (0..).zip(&terms.against) {
            for &opening_plies in &plies {
                let one = vec![(1, values.clone())];
                let terms = Terms { against: one, opening_plies, ..terms.clone() };
                against.push(trial(opponent, terms)?);
            }
        }
        let has_own_kind = terms.hall_share > 0 || terms.population_share > 0;
        // From every seat it would be the same game.
        let itself = Terms {
            against: Vec::new(),
            population_share: 1,
            conditions: Conditions::Common,
            seats: Seats::First,
            ..terms.clone()
        };
        let own_kind = (config.players > 2 && has_own_kind && table.program().is_none())
            .then(|| trial(terms.against.len() as u64, itself))
            .transpose()?;
        Ok(Trials { equal, against, own_kind, start })
    }

    /// The vector that it begins from, if it is one.
    fn start(&self, tuner: &dyn Tuner) -> Option<Vec<f64>> {
        let beginning = self.beginning.as_ref().map(|it| it.map(|all| tuner.genes(all)));
        let genes = self.config.plan(beginning).start(tuner.parameters())?;
        Some(tuner.vector(&genes))
    }

    /// What the champion is worth, in a tenth of the run's final games against each opponent from
    /// each kind of opening.
    fn strength(
        &self,
        evolved: &Evolved,
        threads: &Threads,
    ) -> Result<Vec<StrengthRow>, SessionError> {
        let Evolution { config, table, terms, .. } = self;
        if config.scoring.is_number() {
            return Ok(Vec::new());
        }
        let opponents = strength::opponents(config, table.as_ref(), &terms.against);
        let fresh = Fresh {
            table: table.as_ref(),
            terms,
            champion: &evolved.weights,
            generation: evolved.champion.generation,
            games: self.strength_games(),
            threads,
        };
        fresh.measure(&opponents)
    }

    /// How many games, or questions to a program, measure the champion once evolution has stopped; those that
    /// choose it are others.
    pub fn games_at_end(&self) -> u64 {
        let Evolution { config, table, terms, .. } = self;
        if config.scoring.is_number() {
            return config.final_games;
        }
        let opponents = strength::opponents(config, table.as_ref(), &terms.against).len() + 1;
        let kinds = strength::openings(table.as_ref(), terms).len();
        config.final_games + (opponents * kinds) as u64 * self.strength_games()
    }

    /// Games of the champion against an opponent from one kind of opening.
    fn strength_games(&self) -> u64 {
        let Config { final_games, players, .. } = self.config;
        final_games.div_ceil(10).next_multiple_of(players as u64)
    }
}

/// The terms that a configuration sets. What it names is looked up below `home`; `table` is its
/// game, opened for its players and rules.
///
/// # Errors
/// Where it names what isn't there or doesn't fit the game.
pub fn terms_of(config: &Config, table: &dyn Table, home: &Home) -> Result<Terms, SessionError> {
    terms(config, table, weights::find_all(&config.against, table, home)?)
}

/// The same, against those fixed opponents.
fn terms(
    config: &Config,
    table: &dyn Table,
    against: Vec<(u32, Vec<f64>)>,
) -> Result<Terms, SessionError> {
    let distance = weights::distance(&config.distance, table)?;
    Ok(Terms::of(config, &table.parameters(), against, distance)?)
}
