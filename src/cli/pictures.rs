//! Pictures of runs and arrays, drawn from their records and written as SVG and PNG.

mod parameters;

use super::drawing;
use super::failure::{Code, Failure};
use super::figures::{beginning, thousands};
use super::runs::rows_to_end;
use super::unit::Unit;
use crate::game::layout::CellLayout;
use crate::record::atomic::write_atomic;
use crate::record::champions::Crowned;
use crate::record::disk;
use crate::record::error::RecordError;
use crate::record::rows::GenerationRow;
use crate::record::run::Run;
use crate::registry::Table;
use crate::report::colour::Scheme;
use crate::report::comparison::{Comparison, comparison};
use crate::report::crosstable::{self, Crosstable};
use crate::report::curves::{Curve, CurvePoint, Measure, fitness_curves, win_rate_curves};
use crate::report::heat_map::{self, HeatMap, heat_maps, heat_maps_by};
use crate::report::intervals::{Figures, intervals};
use crate::report::number::percentage;
use crate::report::parameters::{Parameters, bars as parameter_bars};
use crate::report::picture::{self, DrawError};
use crate::session::weights;
use crate::tune::config::Config;
use crate::tune::fitness::Scoring;
use std::path::{Path, PathBuf};

/// Pixels across a PNG; more, up to the second number, where the picture itself is wider.
const WIDTH: u32 = 1600;
const MOST_WIDE: u32 = 4800;
const HEAT_MAP: &str = "heat-map";
const PARAMETERS: &str = "parameters";

/// Where pictures go, and on what pages they are to stand.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    pub folder: &'a Path,
    pub scheme: Scheme,
}

/// A picture in SVG with the name of its file.
pub struct Drawn {
    pub name: &'static str,
    pub svg: String,
}

/// Draws a run's curves, and its champion's heat map or parameters, into its results folder.
pub fn of_run(run: &Run, config: &Config, table: &dyn Table, genes: &[f64]) -> Result<(), Failure> {
    let drawn = curves_of(&[(run, config)])?.into_iter().chain([champion(config, table, genes)?]);
    for Drawn { name, svg } in drawn {
        save(&svg, run.results(), name)?;
    }
    Ok(())
}

/// Whether the picture of a run that is drawn last is there, and so all of them.
pub fn are_drawn(run: &Run) -> Result<bool, Failure> {
    for name in [HEAT_MAP, PARAMETERS] {
        if disk::is_there(&run.results().join(format!("{name}.png")))? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The curves of runs, each with its settings: one picture of fitness, one of win rates, and one of parameters
/// where the weights lie on no board.
pub fn curves_of(runs: &[(&Run, &Config)]) -> Result<Vec<Drawn>, Failure> {
    let is_alone = runs.len() == 1;
    let unit = unit(runs);
    let factor = unit.map_or(1.0, Unit::drawn);
    let label = |&(run, config): &(&Run, &Config)| match is_alone {
        true => title(config),
        false => run.name().to_string(),
    };
    let labels: Vec<String> = runs.iter().map(label).collect();
    let labelled = runs.iter().zip(&labels);
    let curves = labelled.map(|(&(run, config), label)| curve(run, config, label.clone(), factor));
    let curves = curves.collect::<Result<Vec<_>, _>>()?;
    let mut meanings = runs.iter().map(|(_, config)| meaning(config));
    let meaning = meanings.next().unwrap_or_default();
    let meaning = if meanings.all(|it| it == meaning) { meaning } else { String::new() };
    let terms = match runs {
        [(_, only)] => terms(only),
        _ if are_alike(runs)? => String::new(),
        _ => "These runs' champions were measured in different games or by different scores: values can be compared \
              only as far as these are alike."
            .to_string(),
    };
    let meaning = [meaning, terms.clone()].join(" ");
    let name = unit.map_or("fitness or score", Unit::name);
    let axis = unit.map_or(name.to_string(), Unit::axis);
    let measure = Measure { name, axis: &axis, meaning: meaning.trim() };
    let mut drawn = drawn_curves(&curves, measure, &terms)?;
    drawn.extend(parameters::of_runs(runs, &labels)?);
    Ok(drawn)
}

/// That of all runs, where they have one scoring.
fn unit(runs: &[(&Run, &Config)]) -> Option<Unit> {
    let scoring = runs.first()?.1.scoring;
    runs.iter().all(|(_, config)| config.scoring == scoring).then_some(Unit(scoring))
}

/// What the games of a run's generations and of its measured champions differ in: sentences for a picture that
/// has both on one axis.
fn terms(config: &Config) -> String {
    let &Config { opening_plies, measure_opening_plies, .. } = config;
    let own_kind = config.against.measured() != config.against;
    let own_kind = own_kind.then(|| {
        "Champions are measured against the fixed opponents alone; a generation meets its own kind, too."
            .to_string()
    });
    let openings = (opening_plies != measure_opening_plies).then(|| {
        let [own, measured] = [opening_plies, measure_opening_plies].map(beginning);
        format!("Measured games begin from {measured}, those of a generation from {own}.")
    });
    own_kind.into_iter().chain(openings).collect::<Vec<_>>().join(" ")
}

/// Whether the champions of runs were measured in the same games and by the same score.
pub fn are_alike(runs: &[(&Run, &Config)]) -> Result<bool, Failure> {
    let measured = runs.iter().map(|(run, config)| Ok(measured_by(config, met(run, config)?)));
    let measured = measured.collect::<Result<Vec<_>, Failure>>()?;
    Ok(measured.iter().all(|it| Some(it) == measured.first()))
}

/// All that decides which games a run's champions are measured in, and what they are worth.
fn measured_by(config: &Config, mut met: Vec<Met>) -> impl PartialEq + use<> {
    let Config { game, players, rules, seats, search, distance, scoring, .. } = config.clone();
    met.sort_unstable();
    let games = (met, config.measure_opening_plies, config.win_points);
    ((game, players, rules, seats), (search, distance, scoring), games)
}

/// An opponent with its share: the bits of its weights, since two files can have one name; its name where a
/// run's copy or its program's file is gone.
type Met = (Result<Vec<u64>, String>, u32);

/// The opponents that a run's champions are measured against.
fn met(run: &Run, config: &Config) -> Result<Vec<Met>, Failure> {
    let table = match weights::table_of(run, config) {
        Err(why) if why.is_of_the_system() => return Err(why.into()),
        table => table.ok(),
    };
    let mut met = Vec::new();
    for (index, it) in config.against.fixed().enumerate() {
        let path = run.opponent_path(index);
        let array = match &table {
            Some(table) if disk::is_there(&path)? => {
                let read = weights::read(&path, table.as_ref())?;
                Ok(read.values.into_iter().map(f64::to_bits).collect())
            }
            _ => Err(it.name.clone()),
        };
        met.push((array, it.share));
    }
    Ok(met)
}

/// A run's champion as a heat map, or as bars where its weights lie on no board.
pub fn champion(config: &Config, table: &dyn Table, genes: &[f64]) -> Result<Drawn, Failure> {
    let title = title(config);
    let (name, drawn) = match table.layout() {
        Some(layout) => {
            let map = HeatMap { title, weights: genes.to_vec() };
            (HEAT_MAP, heat_maps(&layout, &[map], false))
        }
        None => {
            let parameters = drawing::beside_hand_set(table, "champion", genes);
            (PARAMETERS, parameter_bars(&parameters, &title))
        }
    };
    Ok(Drawn { name, svg: drawn.map_err(not_drawn)? })
}

/// What a value of that fitness means.
pub fn meaning(config: &Config) -> String {
    match config.scoring {
        Scoring::Plies => {
            let points = config.win_points;
            format!(
                "Fitness is the mean over games: {points} − plies for a win, − distance left otherwise; a measured champion's over \
                 those games that somebody won."
            )
        }
        Scoring::Wins => "Wins are the share of games that were won, in per cent; a measured champion's of those that somebody won."
            .to_string(),
        Scoring::Score => "Score is the mean over games, in per cent: 100 for a win, 50 for a draw."
            .to_string(),
        Scoring::Greatest => "Score is the mean of the numbers that the program gave.".to_string(),
        Scoring::Least => {
            "Score is the mean of the numbers that the program gave, the less the better; pictures show it with a minus.".to_string()
        }
    }
}

/// Draws vectors without a board into a folder and names the files.
pub fn bars(all: &Parameters, title: &str, place: Place<'_>) -> Result<Vec<PathBuf>, Failure> {
    save_in(&parameter_bars(all, title).map_err(not_drawn)?, place, PARAMETERS)
}

/// What a run is about, in a line. It doesn't say the run's name, so that the same run under
/// another name gives the same picture.
pub fn title(config: &Config) -> String {
    let rules = config.rules.split(':').next().unwrap_or_default();
    let (players, seed) = (config.players, config.seed.number());
    let against = config.against.to_string().replace(',', ", ");
    let search = match config.search.is_greedy() {
        true => String::new(),
        false => format!("{}, ", config.search),
    };
    let table = match players {
        1 => rules.to_string(),
        _ => format!("{players} players, {rules} rules"),
    };
    format!("{table}, {search}against {against}, seed {seed}")
}

/// A run's rows as a curve, with fitness times a factor.
fn curve(run: &Run, config: &Config, label: String, factor: f64) -> Result<Curve, Failure> {
    let (rows, scoring) = (rows_to_end(run, config)?, config.scoring);
    if rows.is_empty() {
        let name = run.name();
        return Err(Failure::usage(format!(
            "run '{name}' has no generations yet; `starhop resume {name}` goes on with it"
        )));
    }
    let point = |row: &GenerationRow| {
        CurvePoint::of(row, row.fitness(scoring), row.fitness_interval(scoring)).times(factor)
    };
    Ok(Curve { label, points: rows.iter().map(point).collect() })
}

/// Draws the curves of runs into a folder and names the files.
pub fn curves(runs: &[(&Run, &Config)], place: Place<'_>) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for Drawn { name, svg } in curves_of(runs)? {
        files.extend(save_in(&svg, place, name)?);
    }
    Ok(files)
}

/// The curves of fitness and of win rates. Where no game was decided, there are no win rates to draw.
fn drawn_curves(
    curves: &[Curve],
    measure: Measure<'_>,
    terms: &str,
) -> Result<Vec<Drawn>, Failure> {
    let fitness = fitness_curves(curves, measure).map_err(not_drawn)?;
    let mut drawn = vec![Drawn { name: "fitness", svg: fitness }];
    match win_rate_curves(curves, terms) {
        Err(DrawError::Empty) => {}
        rates => drawn.push(Drawn { name: "win-rate", svg: rates.map_err(not_drawn)? }),
    }
    Ok(drawn)
}

/// Draws a comparison into its folder, where a champion has a fitness.
pub fn compared(drawing: &Comparison, folder: &Path) -> Result<(), Failure> {
    if let Some(svg) = drawn_comparison(drawing)? {
        save(&svg, folder, "compare")?;
    }
    Ok(())
}

/// A comparison as SVG; `None` where no champion has a fitness.
pub fn drawn_comparison(drawing: &Comparison) -> Result<Option<String>, Failure> {
    match comparison(drawing) {
        Err(DrawError::Empty) => Ok(None),
        drawn => Ok(Some(drawn.map_err(not_drawn)?)),
    }
}

pub fn not_drawn(why: DrawError) -> Failure {
    match why {
        DrawError::TooMany { .. } => Failure::usage(why),
        why => Failure::new(Code::Failed, why),
    }
}

/// Draws arrays side by side into a folder, each by the layout of its rules, and names the files.
pub fn maps(
    layouts: &[CellLayout],
    maps: &[HeatMap],
    values: bool,
    place: Place<'_>,
) -> Result<Vec<PathBuf>, Failure> {
    let svg = heat_maps_by(layouts.iter().zip(maps), values).map_err(not_drawn)?;
    save_in(&svg, place, HEAT_MAP)
}

/// The champions that a run crowned on its way, the first one first, with what they were measured at.
pub fn crowned(run: &Run, table: &dyn Table) -> Result<Vec<HeatMap>, Failure> {
    let crowned = run.champions()?;
    if let Some(it) = crowned.iter().find(|it| it.weights.len() != table.parameters().len()) {
        let why = format!("the champion of generation {} is none of its game", it.generation);
        return Err(RecordError::damaged(&run.champions_path(), why).into());
    }
    let title = |it: &Crowned| {
        let generation = thousands(it.generation);
        match it.measured.win_rate {
            Some(rate) => {
                format!("generation {generation}: measured, won {} %", percentage(rate, 1))
            }
            None => format!("generation {generation}"),
        }
    };
    let map = |it: &Crowned| HeatMap { title: title(it), weights: it.weights.clone() };
    Ok(crowned.iter().map(map).collect())
}

/// Draws arrays one after the other into a folder and names the file.
pub fn film(layout: &CellLayout, maps: &[HeatMap], folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let bytes = heat_map::film(layout, maps).map_err(not_drawn)?;
    made(folder)?;
    let path = folder.join("film.gif");
    write_atomic(&path, &bytes)?;
    Ok(vec![path])
}

/// Draws figures with their intervals into a folder, under that name; none where there is no figure.
pub fn figures(figures: &Figures, folder: &Path, name: &str) -> Result<Vec<PathBuf>, Failure> {
    match intervals(figures) {
        Err(DrawError::Empty) => Ok(Vec::new()),
        drawn => save(&drawn.map_err(not_drawn)?, folder, name),
    }
}

/// Draws a crosstable into a folder.
pub fn crosstable(table: &Crosstable, folder: &Path) -> Result<(), Failure> {
    save(&crosstable::crosstable(table).map_err(not_drawn)?, folder, "crosstable").map(drop)
}

/// Makes the folder of pictures, where it isn't there.
fn made(folder: &Path) -> Result<(), Failure> {
    let why = |why| format!("cannot create {}: {why}", folder.display());
    disk::make_folder(folder).map_err(|it: std::io::Error| Failure::new(Code::Failed, why(it)))
}

fn save(svg: &str, folder: &Path, name: &str) -> Result<Vec<PathBuf>, Failure> {
    save_in(svg, Place { folder, scheme: Scheme::Auto }, name)
}

/// Writes a picture for pages of a scheme, which its name says.
fn save_in(svg: &str, place: Place<'_>, name: &str) -> Result<Vec<PathBuf>, Failure> {
    let Place { folder, scheme } = place;
    let width = picture::own_width(svg).map_err(not_drawn)?.clamp(WIDTH, MOST_WIDE);
    let png = picture::png_in(scheme, svg, width).map_err(not_drawn)?;
    let svg = scheme.of(svg);
    made(folder)?;
    let name = match scheme {
        Scheme::Auto => name.to_string(),
        Scheme::Light => format!("{name}-light"),
        Scheme::Dark => format!("{name}-dark"),
    };
    let files = [folder.join(format!("{name}.svg")), folder.join(format!("{name}.png"))];
    for (path, bytes) in files.iter().zip([svg.as_bytes(), &png]) {
        write_atomic(path, bytes)?;
    }
    Ok(files.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;
    use crate::tune::against::Opponent;

    fn config(against: &str, opening_plies: u32, measure_opening_plies: u32) -> Config {
        let base = registry::default_game().preset("default", 2).unwrap();
        Config { against: against.parse().unwrap(), opening_plies, measure_opening_plies, ..base }
    }

    #[test]
    fn a_picture_says_what_its_games_differ_in() {
        let plain = config("hand-tuned-v1,hand-tuned-v2", 4, 4);
        assert_eq!(terms(&plain), "");
        let kind = config("hand-tuned-v1,hand-tuned-v2,population", 0, 4);
        let said = terms(&kind);
        assert!(said.contains("a generation meets its own kind, too. Measured games"), "{said}");
        assert!(said.ends_with("begin from 4 random plies, those of a generation from the start."));
    }

    #[test]
    fn fitness_says_which_games_of_a_champion_count() {
        let plain = config("hand-tuned-v1", 4, 4);
        let of = |scoring| meaning(&Config { scoring, ..plain.clone() });
        assert!(
            of(Scoring::Plies)
                .ends_with("a measured champion's over those games that somebody won.")
        );
        assert!(of(Scoring::Wins).ends_with("a measured champion's of those that somebody won."));
        assert!(!of(Scoring::Score).contains("somebody won"), "draws count, too");
    }

    #[test]
    fn champions_compare_where_they_were_measured_in_the_same_games() {
        let by = |config: &Config| {
            let named = |it: &Opponent| (Err(it.name.clone()), it.share);
            measured_by(config, config.against.fixed().map(named).collect())
        };
        let plain = config("hand-tuned-v1,hand-tuned-v2", 4, 4);
        assert!(by(&plain) == by(&config("hand-tuned-v1,hand-tuned-v2,population", 0, 4)));
        assert!(by(&plain) == by(&config("hand-tuned-v2,hand-tuned-v1", 4, 4)));
        assert!(by(&plain) != by(&config("hand-tuned-v1", 4, 4)));
        let other = Config { seats: crate::play::batch::Seats::First, ..plain.clone() };
        assert!(by(&plain) != by(&other));
    }
}
