//! The flags of `evolve`, which are also the keys of its TOML file, and how both are laid over
//! a preset.

use super::Common;
use super::failure::Failure;
use crate::registry::{self, Table};
use crate::rng::Seed;
use crate::search::spec::Search;
use crate::tune::against::Against;
use crate::tune::config::{
    Config, CrossoverName, MutationName, OptimizerName, SelectionName, VERSION,
};
use crate::tune::fitness::{Conditions, Scoring, Seats};
use crate::tune::fix::Fix;
use crate::tune::idle::{SETTINGS, Setting};
use crate::tune::racing::Racing;
use clap::{Args, Command};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

const DEFAULT_GAME: &str = "chinese-checkers";
const DEFAULT_PLAYERS: usize = 2;

/// Keys of the file that are no flags of `evolve` alone.
const FILE_ONLY: [&str; 4] = ["version", "dir", "quiet", "json"];

/// Whatever was set by flag or file; what was not comes from the preset.
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Settings {
    /// Version of the settings file; flags have none.
    #[arg(skip)]
    version: Option<u32>,
    /// As `--dir`, which is every command's flag.
    #[arg(skip)]
    dir: Option<PathBuf>,
    /// As `--quiet`, which is every command's flag.
    #[arg(skip)]
    quiet: Option<bool>,
    /// As the command's `--json`.
    #[arg(skip)]
    pub json: Option<bool>,
    /// The keys that come from a complete configuration, which a run wrote: as in a preset, some
    /// of them may count for nothing.
    #[arg(skip)]
    #[serde(skip)]
    filled: BTreeSet<String>,

    /// Name of the run [default: from preset, players and seed]
    #[arg(long, help_heading = "Run")]
    pub name: Option<String>,
    /// Worker threads; results don't depend on it [default: one a core]
    #[arg(long, help_heading = "Run")]
    pub threads: Option<usize>,
    /// Seconds between checkpoints, which a crash can cost; 0 for one each generation [default: 2]
    #[arg(long, value_name = "SECONDS", help_heading = "Run")]
    pub checkpoint_seconds: Option<f64>,
    /// Seed of all chance, 0 to 2^53 - 1 [default: drawn, printed and stored]
    #[arg(long, value_parser = parse_seed, help_heading = "Run")]
    seed: Option<Seed>,
    /// Last generation [default: the preset's, or none if --minutes or --target-fitness is given]
    #[arg(long, help_heading = "Run")]
    generations: Option<u64>,
    /// Stop after that many minutes of evolving
    #[arg(long, help_heading = "Run")]
    minutes: Option<f64>,
    /// Stop once the champion's measured fitness is that high
    #[arg(long, allow_hyphen_values = true, help_heading = "Run")]
    target_fitness: Option<f64>,
    /// Keep the whole population every N generations; 0 for never
    #[arg(long, value_name = "N", help_heading = "Run")]
    keep_every: Option<u64>,

    /// Game [default: chinese-checkers]
    #[arg(long, help_heading = "Game")]
    game: Option<String>,
    /// Preset that all other settings start from: default, robust or report
    #[arg(long, help_heading = "Game")]
    preset: Option<String>,
    /// Players, 2 to 6 [default: 2]
    #[arg(long, help_heading = "Game")]
    players: Option<usize>,
    /// Rule set: standard or report, perhaps with settings, as in standard:corners=closed,ply-cap=400
    #[arg(long, help_heading = "Game")]
    rules: Option<String>,
    /// Opponents in the other seats: built-in arrays, weights files or runs, with commas between
    /// them, perhaps with shares, as in hand-tuned-v4=2,champion.json. Beside one of these,
    /// hall-of-fame stands for past champions of the run, population for the same generation
    #[arg(long, value_name = "WEIGHTS", help_heading = "Game")]
    against: Option<Against>,
    /// Random plies that games of selection begin with, 0 to 8; an opening is played from every
    /// seat
    #[arg(long, value_name = "N", help_heading = "Game")]
    opening_plies: Option<u32>,
    /// Random plies that fresh games begin with, 0 to 8; one round in ten begins at the start
    /// [default: as --opening-plies, but 4 where that is 0]
    #[arg(long, value_name = "N", help_heading = "Measurement")]
    measure_opening_plies: Option<u32>,
    /// How everyone looks ahead, as in alphabeta(depth=2) [default: greedy]
    #[arg(long, help_heading = "Game")]
    search: Option<Search>,
    /// Seats that individuals take
    #[arg(long, value_enum, help_heading = "Game")]
    seats: Option<Seats>,

    /// Whether the individuals of a generation meet the same chance, game for game, or each other
    /// alone (permutation): fixed opponents then choose and measure champions only
    #[arg(long, value_enum, help_heading = "Fitness")]
    conditions: Option<Conditions>,
    /// Games of an individual
    #[arg(long, value_name = "N", help_heading = "Fitness")]
    fitness_games: Option<u32>,
    /// Games in all of those who play on
    #[arg(long, value_name = "N", help_heading = "Fitness")]
    more_games: Option<u32>,
    /// Who plays on after the first games
    #[arg(long, value_enum, help_heading = "Fitness")]
    racing: Option<Racing>,
    /// Sum of the first games from which on more are played
    #[arg(long, value_name = "SUM", allow_hyphen_values = true, help_heading = "Fitness")]
    more_from: Option<f64>,
    /// What a game is worth
    #[arg(long, value_enum, help_heading = "Fitness")]
    scoring: Option<Scoring>,
    /// A win is worth that many points less its plies
    #[arg(long, value_name = "POINTS", help_heading = "Fitness")]
    win_points: Option<f64>,
    /// Built-in array by which a loser's distance is measured
    #[arg(long, value_name = "NAME", help_heading = "Fitness")]
    distance: Option<String>,
    /// How often an unfinished game is played again before it counts as lost
    #[arg(long, value_name = "N", help_heading = "Fitness")]
    replays: Option<u32>,

    /// Built-in array, weights file or run that evolution begins from, and again after a restart;
    /// a genetic algorithm's first generation lies around it by --deviation. A population file, or
    /// RUN@GENERATION for one of a run, is generation 0 of a genetic algorithm as it is
    #[arg(long, value_name = "WEIGHTS", help_heading = "Evolution")]
    from: Option<String>,
    /// What makes a generation from the one before
    #[arg(long, value_enum, help_heading = "Evolution")]
    optimizer: Option<OptimizerName>,
    /// Individuals in a generation
    #[arg(long, value_name = "N", help_heading = "Evolution")]
    population: Option<usize>,
    /// Parts of the population that evolve by themselves
    #[arg(long, value_name = "N", help_heading = "Evolution")]
    islands: Option<usize>,
    /// Generations between migrations from island to island; 0 for none
    #[arg(long, value_name = "GENERATIONS", help_heading = "Evolution")]
    migrate_every: Option<u64>,
    /// Try only arrays that serve both sides of the board alike
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true", help_heading = "Evolution")]
    symmetric: Option<bool>,
    /// Parameters that keep a value, as in win=0,loss=0; idle stands for all that no move depends
    /// on, at the middle of where they start; none evolves all
    #[arg(long, value_name = "NAME=VALUE", help_heading = "Evolution")]
    fix: Option<Fix>,
    /// Who becomes a parent
    #[arg(long, value_enum, help_heading = "Evolution")]
    selection: Option<SelectionName>,
    /// Best share of a generation: parents by truncation, and those who stay with --memory
    #[arg(long, value_name = "SHARE", help_heading = "Evolution")]
    survivors: Option<f64>,
    /// Above 0, the best share stays and is scored again; what its earlier games count for with
    /// each generation, up to 1
    #[arg(long, value_name = "WEIGHT", help_heading = "Evolution")]
    memory: Option<f64>,
    /// Individuals in a tournament
    #[arg(long, value_name = "N", help_heading = "Evolution")]
    tournament_size: Option<usize>,
    /// How two parents make a child
    #[arg(long, value_enum, help_heading = "Evolution")]
    crossover: Option<CrossoverName>,
    /// How far a blend reaches beyond the parents, in lengths of their interval
    #[arg(long, value_name = "ALPHA", help_heading = "Evolution")]
    blend_alpha: Option<f64>,
    /// How genes change
    #[arg(long, value_enum, help_heading = "Evolution")]
    mutation: Option<MutationName>,
    /// Chance of a child to be mutated
    #[arg(long, value_name = "CHANCE", help_heading = "Evolution")]
    mutation_rate: Option<f64>,
    /// Chance of each gene of a mutated child
    #[arg(long, value_name = "CHANCE", help_heading = "Evolution")]
    gene_rate: Option<f64>,
    /// Least step of uniform mutation, or least value of report-printed
    #[arg(long, value_name = "STEP", allow_hyphen_values = true, help_heading = "Evolution")]
    step_low: Option<i32>,
    /// Greatest step of uniform mutation, or greatest value of report-printed
    #[arg(long, value_name = "STEP", allow_hyphen_values = true, help_heading = "Evolution")]
    step_high: Option<i32>,
    /// Standard deviation of Gaussian mutation, that self-adaptive mutation begins with, of the
    /// samples of es and cma, and around --from; how far spsa looks to either side
    #[arg(long, help_heading = "Evolution")]
    deviation: Option<f64>,
    /// Age, in generations, at which the deviation of Gaussian mutation and es, and the greatest of
    /// cma, has fallen to 71 %; it goes on falling with the root of the age; steps of spsa fall
    /// alike, to 66 %; 0 for never
    #[arg(long, value_name = "GENERATIONS", help_heading = "Evolution")]
    anneal_after: Option<u64>,
    /// What the deviation of Gaussian and self-adaptive mutation, es, spsa and cma never falls
    /// below
    #[arg(long, value_name = "DEVIATION", help_heading = "Evolution")]
    least_deviation: Option<f64>,
    /// How far the centre of es and spsa follows the better individuals
    #[arg(long, value_name = "RATE", help_heading = "Evolution")]
    learning_rate: Option<f64>,
    /// Share of the last movement of es in the next, 0 to below 1
    #[arg(long, value_name = "SHARE", help_heading = "Evolution")]
    momentum: Option<f64>,
    /// Age at which a population whose mean fitness was never positive is replaced; 0 for never
    #[arg(long, value_name = "GENERATIONS", help_heading = "Evolution")]
    restart_after: Option<u64>,

    /// Generations between measurements of the champion; 0 for the last only
    #[arg(long, value_name = "N", help_heading = "Measurement")]
    measure_every: Option<u64>,
    /// Fresh games of each such measurement
    #[arg(long, value_name = "N", help_heading = "Measurement")]
    measure_games: Option<u64>,
    /// Fresh games of the measurement at the end
    #[arg(long, value_name = "N", help_heading = "Measurement")]
    final_games: Option<u64>,
    /// How many race to challenge the champion: all centres, and the generation's best
    #[arg(long, value_name = "N", help_heading = "Measurement")]
    candidates: Option<usize>,
    /// Games of each in the first round of the race for champion
    #[arg(long, value_name = "N", help_heading = "Measurement")]
    choose_games: Option<u64>,
}

/// A complete configuration and the game it is about.
pub struct Resolved {
    /// Checked.
    pub config: Config,
    /// Opened for the configuration's players and rules.
    pub table: Box<dyn Table>,
}

/// A seed from a flag.
pub fn parse_seed(text: &str) -> Result<Seed, String> {
    text.parse::<u64>().map_err(|_| "not a whole number from 0 on".to_string())?.try_into()
}

impl Settings {
    /// The settings of a TOML file.
    ///
    /// # Errors
    /// Names the file and the line, and for an unknown key the nearest known one.
    pub fn read(path: &Path) -> Result<Settings, Failure> {
        let bad = |why: String| Failure::data(format!("{}: {why}", path.display()));
        let text = std::fs::read_to_string(path)
            .map_err(|why| Failure::usage(format!("cannot read {}: {why}", path.display())))?;
        check_keys(&text).map_err(bad)?;
        let mut settings: Settings = toml::from_str(&text).map_err(|why| bad(why.to_string()))?;
        if toml::from_str::<Config>(&text).is_ok() {
            settings.fix.get_or_insert_default();
            settings.filled = as_table(&settings)?.into_iter().map(|(key, _)| key).collect();
        }
        match settings.version {
            None | Some(1..=VERSION) => Ok(settings),
            Some(version) => Err(bad(format!(
                "version {version} was made by a later starhop; this one reads up to {VERSION}"
            ))),
        }
    }

    /// These settings where they are set, else those of `below`.
    pub fn over(&self, below: &Settings) -> Result<Settings, Failure> {
        let (mut table, own) = (as_table(below)?, as_table(self)?);
        let mut filled = below.filled.clone();
        filled.retain(|key| !own.contains_key(key) || self.filled.contains(key));
        filled.extend(self.filled.iter().cloned());
        table.extend(own);
        let settings: Settings = table.try_into().map_err(Failure::usage)?;
        Ok(Settings { filled, ..settings })
    }

    /// The first of those keys that is set.
    pub fn first_set<'a>(&self, keys: &[&'a str]) -> Result<Option<&'a str>, Failure> {
        let table = as_table(self)?;
        Ok(keys.iter().find(|key| table.contains_key(**key)).copied())
    }

    /// These settings without those keys.
    pub fn without(&self, keys: &[&str]) -> Result<Settings, Failure> {
        let mut table = as_table(self)?;
        table.retain(|key, _| !keys.contains(&key));
        let settings: Settings = table.try_into().map_err(Failure::usage)?;
        Ok(Settings { filled: self.filled.clone(), ..settings })
    }

    /// Whether that key was given, by flag or in a file that someone wrote.
    pub fn gives(&self, key: &str) -> Result<bool, Failure> {
        Ok(self.given()?.contains_key(key))
    }

    /// The keys that were given, by flag or in a file that someone wrote.
    fn given(&self) -> Result<toml::Table, Failure> {
        let mut table = as_table(self)?;
        table.retain(|key, _| !self.filled.contains(key));
        Ok(table)
    }

    /// Every command's flags, with what the file says of them below them.
    pub fn common(&self, flags: &Common) -> Common {
        Common {
            dir: flags.dir.clone().or_else(|| self.dir.clone()),
            quiet: flags.quiet || self.quiet.unwrap_or(false),
        }
    }

    /// The complete configuration: a preset with these settings laid over it.
    ///
    /// # Errors
    /// Where a name is unknown, a value out of range, or a setting that was given counts for
    /// nothing.
    pub fn resolve(self) -> Result<Resolved, Failure> {
        let (resolved, idle) = self.laid_out()?;
        match idle.first() {
            Some(idle) => Err(Failure::usage(idle.to_string())),
            None => Ok(resolved),
        }
    }

    /// The same, with the given settings that count for nothing: those that were changed from the
    /// preset without an effect.
    ///
    /// # Errors
    /// Where a name is unknown or a value out of range.
    pub fn laid_out(mut self) -> Result<(Resolved, Vec<Idle>), Failure> {
        let given = self.given()?;
        if !self.filled.is_empty() && given.contains_key("preset") {
            let why = "preset: the file is complete, so that nothing comes from a preset";
            return Err(Failure::usage(why));
        }
        let entry = registry::find(self.game.as_deref().unwrap_or(DEFAULT_GAME))?;
        let preset = self.preset.as_deref().unwrap_or(entry.presets()[0]);
        let base = entry.preset(preset, self.players.unwrap_or(DEFAULT_PLAYERS))?;
        let endless = self.minutes.is_some() || self.target_fitness.is_some();
        let generations = self.generations.or(base.generations.filter(|_| !endless));
        if self.seed.is_none() {
            self.seed = Some(Seed::draw()?);
        }
        let (distance, measured_plies) = (self.distance.clone(), self.measure_opening_plies);
        (self.name, self.threads, self.checkpoint_seconds) = (None, None, None);
        (self.dir, self.quiet, self.json) = (None, None, None);
        let below = as_table(&base)?;
        let mut table = below.clone();
        table.extend(as_table(&self)?);
        let mut config: Config = table.try_into().map_err(Failure::usage)?;
        config.generations = generations;
        config.version = VERSION;
        if measured_plies.is_none() && config.opening_plies > 0 {
            config.measure_opening_plies = config.opening_plies;
        }
        config.check()?;
        let table = entry.open(config.players, &config.rules)?;
        config.rules = table.rules();
        if config.symmetric && table.mirror().is_none() {
            let why = "symmetric: the board of this game has no sides that mirror each other";
            return Err(Failure::usage(why));
        }
        config.fix = config.fix.named(&table.parameters(), &table.idle(&config.search))?;
        table.coding(&config)?;
        let only = config.against.only().filter(|name| table.is_distance(name));
        if let (None, Some(name)) = (distance, only) {
            config.distance = name.to_string();
        }
        let changed =
            |it: &&Setting| given.get(it.key).is_some_and(|value| below.get(it.key) != Some(value));
        let idle = SETTINGS.iter().filter(changed).filter_map(|it| Idle::of(it.key, &config));
        let idle = idle.collect();
        Ok((Resolved { config, table }, idle))
    }
}

/// A setting that counts for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Idle {
    /// Its key.
    pub key: &'static str,
    /// Where it would count, as in "with optimizer ga".
    counts: &'static str,
}

impl Idle {
    /// The setting of that key, if it counts for nothing in that run.
    pub fn of(key: &str, config: &Config) -> Option<Idle> {
        let setting = SETTINGS.iter().find(|it| it.key == key)?;
        Some(Idle { key: setting.key, counts: setting.idle(config)? })
    }
}

impl fmt::Display for Idle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Idle { key, counts } = self;
        write!(f, "{key} counts for nothing here; it does {counts}. Leave it out, or change that")
    }
}

fn as_table(value: &impl Serialize) -> Result<toml::Table, Failure> {
    toml::Table::try_from(value).map_err(Failure::usage)
}

/// Refuses keys that no flag has, with the line and the nearest known one.
fn check_keys(text: &str) -> Result<(), String> {
    let known = known_keys();
    let table = toml::de::DeTable::parse(text).map_err(|why| why.to_string())?;
    for key in table.get_ref().keys() {
        let name: &str = key.get_ref();
        if known.iter().any(|known| known == name) {
            continue;
        }
        let line = text.get(..key.span().start).unwrap_or_default().matches('\n').count() + 1;
        let nearest = nearest(name, &known).map_or_else(
            || format!("known: {}", known.join(", ")),
            |nearest| format!("did you mean '{nearest}'?"),
        );
        return Err(format!("line {line}: unknown key '{name}'; {nearest}"));
    }
    Ok(())
}

fn known_keys() -> Vec<String> {
    let command = Settings::augment_args(Command::new("settings"));
    let flags = command.get_arguments().filter_map(|flag| flag.get_long().map(str::to_string));
    flags.chain(FILE_ONLY.map(str::to_string)).collect()
}

fn nearest<'a>(name: &str, known: &'a [String]) -> Option<&'a str> {
    let distance = |key: &String| strsim::damerau_levenshtein(&name.to_lowercase(), key);
    let nearest = known.iter().min_by_key(|key| distance(key))?;
    (distance(nearest) <= 2 + name.len() / 4).then_some(nearest)
}

/// The file that `--config` names, if any, below the flags.
pub fn settings_of(file: Option<&PathBuf>, flags: &Settings) -> Result<Settings, Failure> {
    match file {
        Some(path) => flags.over(&Settings::read(path)?),
        None => Ok(flags.clone()),
    }
}

#[cfg(test)]
mod tests;
