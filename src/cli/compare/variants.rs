//! Variants from the command line: a label, and the flags of `evolve` with the shared ones below
//! them.

use crate::cli::failure::Failure;
use crate::cli::settings::{Idle, Resolved, Settings, settings_of};
use crate::record::comparison::{Comparison, MeasureSettings, VERSION, Variant};
use crate::record::hash::hash_of;
use crate::record::home::Home;
use crate::registry::Table;
use crate::rng::Seed;
use crate::session::evolution;
use crate::tune::against::OpponentKind;
use crate::tune::config::Config;
use crate::tune::matches::Terms;
use clap::Parser;
use std::path::PathBuf;

/// Letters of a label, at most.
const MOST_LETTERS: usize = 200;

/// What a comparison decides for all its variants, and what to do instead of setting it for one.
/// Files may have it, since they are written for `evolve` and by it; it then counts for nothing.
const DECIDED: [(&str, &str); 15] = [
    ("name", "give --name to compare itself"),
    ("threads", "give --threads to compare itself"),
    ("seed", "seeds are 1, 2, 3 and so on; --seeds says how many"),
    ("generations", "each variant evolves until it has played the games of --games"),
    ("minutes", "each variant evolves until it has played the games of --games"),
    ("target-fitness", "each variant evolves until it has played the games of --games"),
    ("final-games", "give --final-games to compare itself"),
    ("measure-every", "champions are measured at the games of --games"),
    ("measure-games", "champions are measured on the games of --final-games"),
    ("finalists", "each variant's champion is the last at the games of --games"),
    ("must-beat-start", "each variant's champion is the last at the games of --games"),
    ("restart-every", "each variant's champion is that of one search at the games of --games"),
    ("from", "each variant evolves from what its optimizer begins with"),
    ("keep-every", "a comparison keeps no populations"),
    ("checkpoint-seconds", "a comparison has no checkpoints"),
];

/// Settings that say what a game of a measurement is worth.
const MEASURE: [&str; 2] = ["win-points", "distance"];

/// The flags of a variant, as `evolve` has them.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Flags {
    #[arg(long)]
    config: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
}

/// A comparison, ready to be played.
pub struct Field {
    /// For the record.
    pub comparison: Comparison,
    /// Opened for the players and rules that all variants have.
    pub table: Box<dyn Table>,
    /// The terms on which each variant evolves.
    pub terms: Vec<Terms>,
    /// The terms on which all champions are measured: those of the shared flags.
    pub measured: Terms,
}

/// What is compared how, beside the variants.
pub struct Frame {
    pub with: String,
    pub budgets: Vec<u64>,
    pub seeds: u64,
    pub final_games: u64,
}

/// Reads the variants.
///
/// # Errors
/// Names the variant whose label, flags or settings make no sense.
pub fn field(variants: &[String], frame: Frame, home: &Home) -> Result<Field, Failure> {
    let shared = settings(&frame.with).and_then(Settings::steady);
    let shared = shared.map_err(|why| named("--with", why))?;
    let (Resolved { config: base, table, .. }, idle_in_base) = shared.clone().laid_out()?;
    let (measured, opponents) = opened(&base, table.as_ref(), home)?;
    let mut measured_on = MeasureSettings {
        games: frame.final_games,
        game: base.game.clone(),
        players: base.players,
        rules: base.rules.clone(),
        against: base.against.measured(),
        opponents,
        opening_plies: base.measure_opening_plies,
        distance: base.distance.clone(),
        seats: base.seats,
        win_points: base.win_points,
        scoring: None,
        search: None,
    };
    let mut read: Vec<Variant> = Vec::new();
    let mut all_terms = Vec::new();
    let mut idle: Option<Vec<Idle>> = None;
    for text in variants {
        let (label, flags) = parts(text)?;
        let (mut config, idle_here) =
            laid_out(flags, &shared, &base).map_err(|why| named(text, why))?;
        idle.get_or_insert_with(|| idle_here.clone()).retain(|it| idle_here.contains(it));
        settle(&mut config, frame.final_games);
        let (terms, opponents) =
            opened(&config, table.as_ref(), home).map_err(|why| named(text, why))?;
        let label = label.unwrap_or_else(|| label_of(flags, &config));
        check_label(&label, &read).map_err(|why| named(text, why))?;
        read.push(Variant { label, flags: flags.to_string(), opponents, settings: config });
        all_terms.push(terms);
    }
    // Champions are measured on the terms of the shared flags alone.
    let measures = |it: &Idle| MEASURE.contains(&it.key) && !idle_in_base.contains(it);
    if let Some(idle) = idle.iter().flatten().find(|it| !measures(it)) {
        return Err(named("--with", Failure::usage(format!("{idle}, for any variant"))));
    }
    let is_other = |it: &Variant| it.settings.scoring != base.scoring;
    measured_on.scoring = read.iter().any(is_other).then_some(base.scoring);
    let is_told =
        !base.search.is_greedy() || read.iter().any(|it| it.settings.search != base.search);
    measured_on.search = is_told.then(|| base.search.to_string());
    let Frame { with, budgets, seeds, .. } = frame;
    let comparison = Comparison {
        version: VERSION,
        budgets,
        seeds,
        with,
        shard: None,
        measured: measured_on,
        variants: read,
    };
    Ok(Field { comparison, table, terms: all_terms, measured })
}

/// The configuration of a variant with those flags, and which of its settings count for nothing; shared ones may, in
/// some variants.
fn laid_out(flags: &str, shared: &Settings, base: &Config) -> Result<(Config, Vec<Idle>), Failure> {
    let own = settings(flags)?;
    // Another game may have no preset of the shared name.
    if let Some(game) = own.game().filter(|&game| game != base.game) {
        return Err(differs("game", game, &base.game));
    }
    let (Resolved { config, .. }, idle) = own.over(shared)?.laid_out()?;
    let keys: Vec<&str> = idle.iter().map(|it| it.key).collect();
    if let Some(idle) = own.first_set(&keys)?.and_then(|key| idle.iter().find(|it| it.key == key)) {
        return Err(Failure::usage(idle.to_string()));
    }
    if config.against.share(OpponentKind::HallOfFame) > 0 {
        let why =
            "a comparison crowns no champions on the way: give --against without hall-of-fame";
        return Err(Failure::usage(why));
    }
    same_game(&config, base)?;
    Ok((config, idle))
}

/// That a label is short, and none of another variant.
fn check_label(label: &str, others: &[Variant]) -> Result<(), Failure> {
    if label.chars().count() > MOST_LETTERS || label.chars().any(char::is_control) {
        let why = format!("a label has up to {MOST_LETTERS} letters; put a shorter one first");
        return Err(Failure::usage(why));
    }
    if others.iter().any(|other| other.label == label) {
        let why = format!("another is called '{label}', too; put different labels first");
        return Err(Failure::usage(why));
    }
    Ok(())
}

fn named(text: &str, why: Failure) -> Failure {
    Failure::new(why.code, format!("'{}': {}", text.trim(), why.message))
}

/// A label, if there is one, and flags.
fn parts(text: &str) -> Result<(Option<String>, &str), Failure> {
    let text = text.trim();
    if text.is_empty() || text.starts_with('-') {
        return Ok((None, text));
    }
    match text.split_once(':') {
        Some((label, flags)) if !label.trim().is_empty() => {
            Ok((Some(label.trim().to_string()), flags.trim()))
        }
        _ => Err(Failure::usage(format!(
            "'{text}' is no variant: write a label and flags of evolve as one word in quotes, as in \
             'es: --optimizer es'"
        ))),
    }
}

/// The flags are their own label; without any it is the preset's name.
fn label_of(flags: &str, config: &Config) -> String {
    let words: Vec<&str> = flags.split_whitespace().collect();
    if words.is_empty() { config.preset.clone() } else { words.join(" ") }
}

/// The settings that flags make, over those of the file that they name.
fn settings(flags: &str) -> Result<Settings, Failure> {
    let words = words(flags, cfg!(windows));
    let words =
        words.ok_or_else(|| Failure::usage("a quote is not closed, or ends in a backslash"))?;
    let flags = Flags::try_parse_from(words).map_err(|why| Failure::usage(reason(&why)))?;
    let keys = DECIDED.map(|(key, _)| key);
    if let Some(set) = flags.settings.first_set(&keys)? {
        let instead = DECIDED.iter().find(|(key, _)| *key == set).map_or("", |(_, it)| it);
        return Err(Failure::usage(format!("--{set} has no place in a variant: {instead}")));
    }
    let settings = settings_of(flags.config.as_ref(), &flags.settings)?;
    if settings.first_set(&["from"])?.is_some() {
        let why = "the file begins from an array (from), which a comparison never does";
        return Err(Failure::usage(why));
    }
    settings.without(&keys)
}

/// Flags as a shell splits them, but for backslashes on Windows, which stand in paths there.
fn words(flags: &str, is_windows: bool) -> Option<Vec<String>> {
    match is_windows {
        true => shlex::split(&flags.replace('\\', "/")),
        false => shlex::split(flags),
    }
}

/// What clap says, without how it begins and how the command is used.
fn reason(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let text = text.split("\n\nUsage:").next().unwrap_or_default();
    text.strip_prefix("error: ").unwrap_or(text).trim().to_string()
}

fn same_game(config: &Config, base: &Config) -> Result<(), Failure> {
    let differ = [
        ("game", config.game.clone(), base.game.clone()),
        ("players", config.players.to_string(), base.players.to_string()),
        ("rules", config.rules.clone(), base.rules.clone()),
    ];
    match differ.into_iter().find(|(_, own, shared)| own != shared) {
        None => Ok(()),
        Some((key, own, shared)) => Err(differs(key, &own, &shared)),
    }
}

fn differs(key: &str, own: &str, shared: &str) -> Failure {
    Failure::usage(format!(
        "{key} is {own} here and {shared} in the comparison, but must be the same for all; set it by \
         --with '--{key} …'"
    ))
}

/// What the comparison decides.
fn settle(config: &mut Config, final_games: u64) {
    config.seed = Seed::new(1).unwrap_or_default();
    (config.generations, config.minutes, config.target_fitness) = (None, None, None);
    config.final_games = final_games;
    (config.finalists, config.restart_every) = (0, 0);
    config.must_beat_start = false;
}

/// The terms of a configuration, and the hash of its opponents.
fn opened(config: &Config, table: &dyn Table, home: &Home) -> Result<(Terms, String), Failure> {
    let terms = evolution::terms_of(config, table, home)?;
    let hash = hash_of(terms.against.iter().flat_map(|(_, values)| values));
    Ok((terms, hash))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backslashes_are_slashes_on_windows_alone() {
        let flags = r"--config C:\mine\a.toml";
        let split = |is_windows| words(flags, is_windows).unwrap();
        assert_eq!(split(true), ["--config", "C:/mine/a.toml"]);
        assert_eq!(split(false), ["--config", "C:minea.toml"]);
    }
}
