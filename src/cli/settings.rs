//! The flags of `evolve`, which are also the keys of its TOML file, and how both are laid over
//! a preset.

mod flags;
mod warnings;

pub use flags::Settings;
pub use warnings::warnings;

use super::Common;
use super::failure::{Failure, unread};
use crate::game::hint;
use crate::record::disk;
use crate::registry::program::{NAME, know};
use crate::registry::{self, Entry, Table};
use crate::rng::Seed;
use crate::session::program;
use crate::session::weights::PLAYERS;
use crate::tune::config::{Config, VERSION};
use crate::tune::settings::{SETTINGS, Setting};
use clap::{Args, Command};
use serde::Serialize;
use std::fmt;
use std::path::{Path, PathBuf};

/// Keys of the file that are no flags of `evolve` alone.
const FILE_ONLY: [&str; 4] = ["version", "dir", "quiet", "json"];

/// The greatest integer that TOML, and so `config.toml`, holds.
const MOST: u64 = i64::MAX as u64;

/// Settings that count for nothing where a program answers numbers.
const OF_GAMES: [&str; 6] =
    ["against", "opening-plies", "start-every", "measure-opening-plies", "seats", "replays"];

/// Whether a setting counts for something in that run.
pub fn counts(setting: &Setting, config: &Config) -> bool {
    let is_of_games = OF_GAMES.contains(&setting.key) && config.scoring.is_number();
    setting.idle(config).is_none() && !is_of_games
}

/// A complete configuration and the game it is about.
pub struct Resolved {
    /// Checked.
    pub config: Config,
    /// Opened for the configuration's players and rules.
    pub table: Box<dyn Table>,
    /// Settings that were given as the preset has them, and count for nothing.
    pub idle: Vec<Idle>,
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
    fn read(path: &Path) -> Result<Settings, Failure> {
        let bad = |why: String| Failure::data(format!("{}: {why}", path.display()));
        let text = disk::read_named_text(path).map_err(unread)?;
        check_keys(&text).map_err(bad)?;
        let mut settings: Settings = toml::from_str(&text).map_err(|why| bad(why.to_string()))?;
        if let Ok(config) = toml::from_str::<Config>(&text) {
            settings.fill(config.as_read());
            settings.filled = as_table(&settings)?.into_iter().map(|(key, _)| key).collect();
        }
        match settings.version {
            None | Some(1..=VERSION) => Ok(settings),
            Some(version) => Err(bad(format!(
                "is of version {version}; this starhop reads versions 1 to {VERSION}; a later one made it: update \
                 starhop to read it"
            ))),
        }
    }

    /// These settings where they are set, else those of `below`; fails where `below` is complete and of another
    /// game.
    pub fn over(&self, below: &Settings) -> Result<Settings, Failure> {
        if let (Some(own), Some(other), false) = (&self.game, &below.game, below.filled.is_empty())
            && own != other
        {
            return Err(Failure::usage(format!(
                "game: the file holds all settings of {other}, which {own} can't have; leave out --config or --game"
            )));
        }
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

    /// These settings with that seed in place of their own.
    pub fn seeded(&self, seed: Seed) -> Settings {
        Settings { seed: Some(seed), ..self.clone() }
    }

    /// The game, where it is set.
    pub fn game(&self) -> Option<&str> {
        self.game.as_deref()
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

    /// The same on the preset that comparisons start from, where none is set; fails where the game
    /// is unknown.
    pub fn steady(mut self) -> Result<Settings, Failure> {
        let preset = self.entry()?.steady_preset(self.players.unwrap_or(PLAYERS));
        self.preset.get_or_insert_with(|| preset.to_string());
        Ok(self)
    }

    /// The game that is set, or the first of all.
    fn entry(&self) -> Result<&'static Entry, Failure> {
        if self.program.is_some() {
            return Ok(registry::find(NAME)?);
        }
        Ok(self.game.as_deref().map_or(Ok(registry::default_game()), registry::find)?)
    }

    /// Makes the program of that file known, and sets what follows from it.
    fn is_of_program(&mut self, path: &str) -> Result<(), Failure> {
        if self.game.as_deref().is_some_and(|game| game != NAME) {
            return Err(Failure::usage(format!(
                "program: the game is then {NAME}; leave out game"
            )));
        }
        let tune = program::read(Path::new(path))?;
        self.game = Some(NAME.to_string());
        self.players.get_or_insert(tune.players);
        self.rules.get_or_insert(tune.rules());
        know(tune);
        Ok(())
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
        if let Some(path) = self.program.clone() {
            self.is_of_program(&path)?;
        }
        let given = self.given()?;
        if !self.filled.is_empty() && given.contains_key("preset") {
            let why = "preset: the file is complete, so that nothing comes from a preset";
            return Err(Failure::usage(why));
        }
        let entry = self.entry()?;
        // Of a complete file it is only a word, and may be a preset of an earlier version.
        let preset = self.preset.as_deref().filter(|_| self.filled.is_empty());
        let preset = preset.unwrap_or(entry.default_preset());
        let mut base = entry.preset(preset, self.players.unwrap_or(PLAYERS))?;
        if !self.filled.is_empty() {
            base.from = None;
        }
        let endless = self.minutes.is_some() || self.target_fitness.is_some();
        let generations = self.generations.or(base.generations.filter(|_| !endless));
        if self.seed.is_none() {
            self.seed = Some(Seed::draw()?);
        }
        let (distance, measured_plies) = (self.distance.clone(), self.measure_opening_plies);
        let below = as_table(&base)?;
        let mut table = below.clone();
        let mut own = as_table(&self)?;
        own.retain(|key, _| SETTINGS.iter().any(|it| it.is_kept && it.key == key));
        table.extend(own);
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
        if let Some(program) = table.program() {
            for (index, value) in config.fix.places(&table.parameters())? {
                let fits = program.tune().check_value(index, value);
                fits.map_err(|why| Failure::usage(format!("fix: {why}")))?;
            }
        }
        table.coding(&config)?;
        let only = config.against.only().filter(|name| table.is_distance(name));
        if let (None, Some(name)) = (distance, only) {
            config.distance = name.to_string();
        }
        let (idle, changed) = idle(&given, &below, &config)?;
        Ok((Resolved { config, table, idle }, changed))
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

/// The given settings that count for nothing: those that the preset has, too, and those that were changed from it.
fn idle(
    given: &toml::Table,
    below: &toml::Table,
    config: &Config,
) -> Result<(Vec<Idle>, Vec<Idle>), Failure> {
    let is_given = |it: &&Setting| given.contains_key(it.key);
    let is_changed = |key: &str| given.contains_key(key) && below.get(key) != given.get(key);
    let idle = SETTINGS.iter().filter(is_given).filter_map(|it| Idle::of(it.key, config));
    let parted = idle.partition(|it: &Idle| !is_changed(it.key));
    let of_games = OF_GAMES.iter().filter(|_| config.scoring.is_number());
    match of_games.copied().find(|key| is_changed(key)) {
        None => Ok(parted),
        Some(key) => {
            let why = "counts for nothing here: the program answers scores, and plays no games";
            Err(Failure::usage(format!("{key} {why}. Leave it out")))
        }
    }
}

fn as_table(value: &impl Serialize) -> Result<toml::Table, Failure> {
    toml::Table::try_from(value).map_err(|why| match too_large(value) {
        Some(key) => Failure::usage(format!("{key} {}", range_of(&key))),
        None => Failure::usage(why),
    })
}

/// What a number under that key must be that is above [`MOST`].
fn range_of(key: &str) -> String {
    match SETTINGS.iter().find(|it| it.key == key).map(|it| it.range.1) {
        None | Some("") => format!("must be at most {MOST}"),
        Some(range) => range.to_string(),
    }
}

/// The first key with a number above [`MOST`].
fn too_large(value: &impl Serialize) -> Option<String> {
    let value = serde_json::to_value(value).ok()?;
    let mut pairs = value.as_object()?.iter();
    let found = pairs.find(|pair| pair.1.as_u64().is_some_and(|number| number > MOST));
    found.map(|(key, _)| key.clone())
}

/// A configuration as a table that has what `config.toml` leaves out, too, since it is 0, none or usual.
pub fn complete(config: Config) -> Result<toml::Table, Failure> {
    let mut settings = Settings::default();
    settings.fill(config);
    as_table(&settings)
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
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let hint = hint(name, &known, "`starhop evolve --help` has them all");
        return Err(format!("line {line}: unknown key '{name}'; {hint}"));
    }
    Ok(())
}

fn known_keys() -> Vec<String> {
    let command = Settings::augment_args(Command::new("settings"));
    let flags = command.get_arguments().filter_map(|flag| flag.get_long().map(str::to_string));
    flags.chain(FILE_ONLY.map(str::to_string)).collect()
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
