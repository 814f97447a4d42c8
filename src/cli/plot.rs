//! `plot`: curves of runs, and heat maps of arrays.

use super::failure::Failure;
use super::pictures::Place;
use super::{Common, drawing, output, pictures};
use crate::game::layout::CellLayout;
use crate::record::disk::{self, Kind};
use crate::record::home::Home;
use crate::registry::Table;
use crate::report::colour::Scheme;
use crate::report::heat_map::HeatMap;
use crate::report::parameters::Parameters;
use crate::session::weights::{self, PLAYERS};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Draw curves of runs: fitness, win rate, parameters; or heat maps of arrays
#[derive(Args)]
#[command(after_help = "
Curves are written to fitness.svg, fitness.png, win-rate.svg and win-rate.png, heat maps to
heat-map.svg and heat-map.png. If a game's weights have no place on a board, each parameter has a
curve, too, in parameter-curves.svg and .png, and arrays are drawn as bars in parameters.svg and
parameters.png. A film goes to film.gif. The folder is the run's results folder if only one run is
named, else the current folder. SVG follows the colour scheme of its reader; --scheme dark and light
make files for pages that choose a scheme themselves.

Examples:
  starhop plot RUN
  starhop plot RUN1 RUN2 RUN3 --output pictures
  starhop plot --heatmap RUN generation-7822 --values
  starhop plot --heatmap RUN --scheme dark
  starhop plot --film RUN                  champion after champion, as found
")]
pub struct PlotArgs {
    /// Runs; for heat maps also weights files and built-in arrays
    #[arg(required = true, value_name = "RUN")]
    sources: Vec<String>,
    /// Draw the arrays in place of curves: on their board, side by side, or as bars
    #[arg(long)]
    heatmap: bool,
    /// Draw the champions of a run one after the other, as a heat map that moves
    #[arg(long, conflicts_with_all = ["heatmap", "scheme", "game"])]
    film: bool,
    /// Write each weight on its cell
    #[arg(long, requires = "heatmap")]
    values: bool,
    /// Draw only for light or dark pages, and add this to the pictures' names [default: SVG follows its
    /// reader]
    #[arg(long, value_name = "SCHEME", value_parser = scheme)]
    scheme: Option<Scheme>,
    /// Folder for the pictures [default: that of the run if only one run is named, else the current
    /// one]
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Game, as `starhop games` lists them [default: that of the first array]
    #[arg(long, requires = "heatmap")]
    game: Option<String>,
    /// Print the names of the files as JSON
    #[arg(long)]
    json: bool,
}

fn scheme(word: &str) -> Result<Scheme, String> {
    match word {
        "light" => Ok(Scheme::Light),
        "dark" => Ok(Scheme::Dark),
        _ => Err("name light or dark".to_string()),
    }
}

/// What was drawn, for machines.
#[derive(Serialize)]
struct Report {
    files: Vec<PathBuf>,
}

/// Runs `plot`.
pub fn plot(args: &PlotArgs, common: &Common) -> Result<(), Failure> {
    let home = common.home();
    let folder = folder(args, &home)?;
    let place = Place { folder: &folder, scheme: args.scheme.unwrap_or_default() };
    let files = match () {
        () if args.film => film(args, &home, &folder)?,
        () if args.heatmap => heat_map(args, &home, place)?,
        () => curves(args, &home, place)?,
    };
    if args.json {
        return output::print_json(&Report { files });
    }
    let lines = files.iter().map(|path| format!("{}\n", path.display()));
    output::print(&lines.collect::<String>())
}

/// Whether pictures can be put into a folder of that name, which a flag gives.
pub fn check_folder(folder: &Path, flag: &str) -> Result<(), Failure> {
    let ending = folder.extension().unwrap_or_default();
    let is_picture = ["svg", "png", "gif"].iter().any(|it| ending.eq_ignore_ascii_case(it));
    let name = folder.display();
    match disk::kind(folder)? {
        Some(Kind::Folder) => Ok(()),
        Some(_) => Err(Failure::usage(format!("{flag}: '{name}' is no folder"))),
        None if is_picture => Err(Failure::usage(format!(
            "{flag}: '{name}' looks like a picture's name; name a folder, where pictures have names of their own"
        ))),
        None => Ok(()),
    }
}

fn folder(args: &PlotArgs, home: &Home) -> Result<PathBuf, Failure> {
    if let Some(folder) = &args.output {
        check_folder(folder, "--output")?;
        return Ok(folder.clone());
    }
    let own = match &args.sources[..] {
        [only] => home.run_if_there(only)?,
        _ => None,
    };
    Ok(own.map_or(PathBuf::from("."), |run| run.results().to_path_buf()))
}

fn curves(args: &PlotArgs, home: &Home, place: Place<'_>) -> Result<Vec<PathBuf>, Failure> {
    let opened = args.sources.iter().map(|name| {
        let run = home.run(name)?;
        let config = run.config()?;
        weights::table_of(&run, &config)?;
        Ok((run, config))
    });
    let opened = opened.collect::<Result<Vec<_>, Failure>>()?;
    let runs: Vec<_> = opened.iter().map(|(run, config)| (run, config)).collect();
    pictures::curves(&runs, place)
}

fn film(args: &PlotArgs, home: &Home, folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let [name] = &args.sources[..] else {
        return Err(Failure::usage("--film is of one run"));
    };
    let run = home.run(name)?;
    let config = run.config()?;
    let table = weights::table_of(&run, &config)?;
    let Some(layout) = table.layout() else {
        return Err(Failure::usage(format!("--film: arrays of {} lie on no board", config.game)));
    };
    let maps = pictures::crowned(&run, table.as_ref())?;
    if maps.is_empty() {
        let why = format!(
            "'{name}' has crowned no champion on its way: --measure-every says how often it does"
        );
        return Err(Failure::usage(why));
    }
    pictures::film(&layout, &maps, folder)
}

fn heat_map(args: &PlotArgs, home: &Home, place: Place<'_>) -> Result<Vec<PathBuf>, Failure> {
    let game = args.sources.first().map_or("", String::as_str);
    let entry = weights::game_of(args.game.as_deref(), game, home)?;
    let (_, mut table) = weights::standard(entry, PLAYERS)?;
    let is_alone = args.sources.len() == 1;
    let usual = table.layout();
    let (mut maps, mut layouts) = (Vec::new(), Vec::new());
    for name in &args.sources {
        let found = weights::find(name, table.as_ref(), home)?;
        // Which holes a player can stop on depends on the rules that the array is for.
        layouts.push(match &found.file {
            Some(file) => {
                table = entry.open(file.players, &file.rules)?;
                table.layout()
            }
            None => usual.clone(),
        });
        let title = match home.run_if_there(name)? {
            Some(run) if is_alone => pictures::title(&run.config()?),
            _ => stem(name)?,
        };
        maps.push(HeatMap { title, weights: found.values });
    }
    // Files of one name in several folders.
    let titles: Vec<String> = maps.iter().map(|it| it.title.clone()).collect();
    for (map, name) in maps.iter_mut().zip(&args.sources) {
        if titles.iter().filter(|it| **it == map.title).count() > 1 {
            map.title.clone_from(name);
        }
    }
    match layouts.into_iter().collect::<Option<Vec<CellLayout>>>() {
        Some(layouts) => pictures::maps(&layouts, &maps, args.values, place),
        None if args.values => {
            Err(Failure::usage("--values is for arrays on a board; bars of parameters have them"))
        }
        None => parameters(table.as_ref(), maps, place),
    }
}

/// Draws vectors without a board: one beside those that people set, several beside each other.
fn parameters(
    table: &dyn Table,
    maps: Vec<HeatMap>,
    place: Place<'_>,
) -> Result<Vec<PathBuf>, Failure> {
    if let [only] = &maps[..] {
        let drawn = drawing::beside_hand_set(table, "this", &only.weights);
        return pictures::bars(&drawn, &only.title, place);
    }
    let drawn = Parameters {
        names: table.parameters().into_iter().map(|it| it.name).collect(),
        bounds: drawing::bounds(table),
        vectors: maps.into_iter().map(|it| (it.title, it.weights)).collect(),
    };
    pictures::bars(&drawn, table.name(), place)
}

/// A source's name without folder and ending, where it is a file.
fn stem(source: &str) -> Result<String, Failure> {
    let path = Path::new(source);
    let is_file = disk::kind(path)? == Some(Kind::File);
    let stem = path.file_stem().filter(|_| is_file);
    Ok(stem.map_or(source.to_string(), |stem| stem.to_string_lossy().into_owned()))
}
