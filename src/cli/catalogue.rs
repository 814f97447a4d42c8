//! `games` and `presets`: what there is to evolve, and what each preset sets.

use super::failure::Failure;
use super::output;
use super::screen::{self, wrap};
use crate::registry::{self, Entry, Preset};
use crate::session::weights::{PLAYERS, standard};
use clap::Args;

/// List the games, or the presets, built-in arrays and parameters of one game
#[derive(Args)]
#[command(after_help = "
Examples:
  starhop games
  starhop games draughts
")]
pub struct GamesArgs {
    /// Game to describe [default: all, a line each]
    game: Option<String>,
}

/// List the presets, or all settings of one
#[derive(Args)]
#[command(after_help = "
The settings of a preset are printed as a file for --config; flags take precedence over this file.

Examples:
  starhop presets
  starhop presets rival
  starhop presets default --game draughts
")]
pub struct PresetsArgs {
    /// Preset to show [default: all, a line each]
    preset: Option<String>,
    /// Game of the preset [default: the first that has one of that name]
    #[arg(long)]
    game: Option<String>,
    /// Players
    #[arg(long, default_value_t = PLAYERS)]
    players: usize,
}

/// Runs `games`.
pub fn games(args: &GamesArgs) -> Result<(), Failure> {
    let width = screen::width();
    let text = match &args.game {
        Some(name) => wrap(&described(registry::find(name)?)?, width),
        None => {
            let heading = ["game", "players", "numbers", "presets"].map(str::to_string).to_vec();
            let rows: Result<Vec<_>, Failure> = registry::games().into_iter().map(row).collect();
            let table = screen::table(&[vec![heading], rows?].concat(), width);
            table + "\n`starhop games NAME` has what there is of a game.\n"
        }
    };
    output::print(&text)
}

fn row(entry: &Entry) -> Result<Vec<String>, Failure> {
    let (_, table) = standard(entry, PLAYERS)?;
    let numbers = table.parameters().len().to_string();
    Ok(vec![entry.name.to_string(), players(entry), numbers, presets_of(entry)])
}

/// The numbers of players that a game's default preset is for, as `2`, `2 or 4` or `2 to 6`.
fn players(entry: &Entry) -> String {
    let all = entry.player_counts();
    match (all.first(), all.last()) {
        (Some(first), Some(last)) if all.len() == 2 => format!("{first} or {last}"),
        (Some(first), Some(last)) if first < last => format!("{first} to {last}"),
        (first, _) => first.map_or_else(String::new, usize::to_string),
    }
}

fn presets_of(entry: &Entry) -> String {
    entry.presets.iter().map(|it| it.name).collect::<Vec<_>>().join(", ")
}

fn described(entry: &Entry) -> Result<String, Failure> {
    let (preset, table) = standard(entry, PLAYERS)?;
    let names: Vec<String> = table.parameters().into_iter().map(|it| it.name).collect();
    let cells = |cells: usize| format!("one for each of {cells} cells of the board");
    let weights = match (table.layout(), table.parts()) {
        (Some(_), None) => cells(names.len()),
        (Some(_), Some((kind, arrays))) => {
            format!("{arrays} arrays of {}, as in {kind}", cells(names.len() / arrays.max(1)))
        }
        (None, _) => names.join(", "),
    };
    Ok(format!(
        "{}, {} players, rules {}\n\n\
         presets: {}\n\
         weights: {weights}\n\
         built-in arrays: {}\n\
         evolves against: {}\n",
        entry.name,
        players(entry),
        preset.rules,
        presets_of(entry),
        table.built_in_names().join(", "),
        preset.against,
    ))
}

/// Runs `presets`.
pub fn presets(args: &PresetsArgs) -> Result<(), Failure> {
    let entries = match &args.game {
        Some(name) => vec![registry::find(name)?],
        None => registry::games(),
    };
    match &args.preset {
        Some(name) => settings(&entries, name, args.players),
        None => list(&entries, args.players),
    }
}

/// A line a preset.
fn list(entries: &[&Entry], players: usize) -> Result<(), Failure> {
    let heading = ["preset", "game", "optimizer", "population", "against"];
    let mut rows = vec![heading.map(str::to_string).to_vec()];
    let mut refused = None;
    let all = entries.iter().flat_map(|entry| entry.presets.iter().map(move |it| (entry, it)));
    for (entry, Preset { name, .. }) in all {
        // Some are not for that number of players.
        match entry.preset(name, players) {
            Ok(config) => rows.push(vec![
                name.to_string(),
                entry.name.to_string(),
                format!("{:?}", config.optimizer).to_lowercase(),
                config.population.to_string(),
                config.against.to_string(),
            ]),
            Err(why) => {
                refused.get_or_insert(why);
            }
        }
    }
    if let (1, Some(why)) = (rows.len(), refused) {
        return Err(Failure::usage(why));
    }
    let table = screen::table_cut(rows, screen::width());
    output::print(&(table + "\n`starhop presets NAME` has all settings of a preset.\n"))
}

/// All settings of a preset, as a file for `--config`.
fn settings(entries: &[&Entry], name: &str, players: usize) -> Result<(), Failure> {
    let has = |entry: &&&Entry| entry.presets.iter().any(|it| it.name == name);
    let Some(entry) = entries.iter().find(has) else {
        let mut known: Vec<&str> =
            entries.iter().flat_map(|entry| entry.presets.iter().map(|it| it.name)).collect();
        known.sort_unstable();
        known.dedup();
        let listed = "`starhop presets` lists them";
        return Err(crate::game::TextError::unknown("preset", name, &known, listed).into());
    };
    let config = entry.preset(name, players)?;
    let mut table = toml::Table::try_from(&config).map_err(Failure::usage)?;
    for key in ["seed", "version"] {
        table.remove(key);
    }
    let written = toml::to_string(&table).map_err(Failure::usage)?;
    output::print(&format!("# Preset {name} of {} for {players} players\n{written}", entry.name))
}
