//! `show`: how a run went and what its champion is worth, or the figures of an arena, a comparison or a measurement.

use super::failure::Failure;
use super::output::Piece;
use super::progress::clock;
use super::runs::{Overview, overview};
use super::told::{Told, ToldTable};
use super::trend::{Forecast, ToldTrend};
use super::unit::Unit;
use super::work::{kept_start, of_generation};
use super::{
    Common, arena, better, bounds, compare, drawing, figures, measure, output, screen, sprt,
    strength,
};
use crate::record::error::RecordError;
use crate::record::rows::{GenerationRow, TimingRow};
use crate::record::run::Run;
use crate::record::strength::StrengthRow;
use crate::record::weights::WeightsFile;
use crate::report::terminal;
use crate::session::evolution::check_settings_of;
use crate::session::strength::Scale;
use crate::session::weights;
use crate::tune::config::Config;
use crate::tune::shares::Shares;
use clap::Args;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Characters across a sparkline, and generations of a curve for machines at most.
const SPARKLINE: usize = 60;

/// Show a run with its champion on the board, an arena, a test, a comparison or a measurement
#[derive(Args)]
#[command(after_help = "
Examples:
  starhop show RUN
  starhop show ARENA
  starhop show TEST
  starhop show COMPARISON
  starhop show MEASUREMENT
  starhop show RUN --json | jq .champion
")]
pub struct ShowArgs {
    /// Name of the run, the arena, the test, the comparison or the measurement; `starhop list` shows them
    run: String,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

/// A run with its champion.
#[derive(Serialize)]
pub struct Shown {
    #[serde(flatten)]
    pub overview: Overview,
    /// The folder of its pictures and tables.
    results: PathBuf,
    /// How fitness went.
    curve: Vec<CurvePoint>,
    /// Whether it still gets better, where enough champions were measured.
    trend: Option<ToldTrend>,
    champion: Option<ShownChampion>,
    #[serde(flatten)]
    table: ToldTable,
}

/// A generation of a curve, whose figures are estimates.
#[derive(Serialize)]
struct CurvePoint {
    generation: u64,
    fitness_mean: f64,
    fitness_best: f64,
}

/// The champion of a run.
#[derive(Serialize)]
struct ShownChampion {
    generation: Option<u64>,
    weights: Vec<f64>,
    measured: Option<Told>,
}

/// Runs `show`.
pub fn show(args: &ShowArgs, common: &Common) -> Result<(), Failure> {
    let home = common.home();
    if let Some(record) = home.measurement_record(&args.run)? {
        return measure::show(&args.run, &record, args.json, common);
    }
    if let Some(record) = home.arena_record(&args.run)? {
        if let Some(test) = sprt::Account::on_record(&args.run, &record) {
            return sprt::show(&test, &record, args.json, common);
        }
        return arena::show(&args.run, &record, args.json, common);
    }
    if let Some(record) = home.comparison_record(&args.run)? {
        return compare::show(&args.run, &record, args.json, common);
    }
    let run = home.run(&args.run)?;
    check_settings_of(&run)?;
    if args.json {
        return output::print_json(&shown(&run)?);
    }
    let overview = overview(&run)?;
    let width = screen::width();
    let places = places(&run, overview.state, common)?;
    let text = heading(&overview, &run.times()?) + &curves(&run, width)? + &places;
    let next = next(&run, &overview, common)?;
    let drawn = match weights::champion(&run)? {
        Some(file) => describe_champion(&run, &file, next, width)?,
        None => vec![Piece::Text(no_champion(&run, Unit(overview.scoring))? + &next)],
    };
    let text = Piece::Text(screen::wrap(&text, width));
    output::print_pieces(&[vec![text], drawn].concat())
}

/// A run with its champion, for machines.
pub fn shown(run: &Run) -> Result<Shown, Failure> {
    let champion = weights::champion(run)?;
    let rows = strength(run, champion.as_ref())?;
    let (generations, config) = (run.generations()?, run.config()?);
    Ok(Shown {
        overview: overview(run)?,
        results: run.results().to_path_buf(),
        curve: thinned(&generations),
        trend: Forecast::of(&generations, &config, run.seconds()?).map(ToldTrend::from),
        champion: champion.map(|it| ShownChampion {
            generation: it.origin.map(|origin| origin.generation),
            weights: it.weights,
            measured: it.measured.map(|it| Told::on_record(it, config.scoring)),
        }),
        table: ToldTable::of(&rows, Scale::of(&config)),
    })
}

/// Why a run has no champion to show.
pub fn no_champion(run: &Run, unit: Unit) -> Result<String, Failure> {
    let rows = run.generations()?;
    let measured = rows.iter().rev().find(|row| row.measured_games.is_some());
    Ok(match measured {
        None => "\nNo champion was measured yet.\n".to_string(),
        Some(row) => {
            let measured =
                format!("measured in generation {}: {}", row.generation, came_to(row, unit));
            match run.is_in_use()? {
                true => {
                    format!("\nA champion was {measured}.\nThe next checkpoint will hold it.\n")
                }
                false => format!(
                    "\nThe run was stopped before a checkpoint held the champion that was {measured}.\n\
                     Going on finds it again.\n"
                ),
            }
        }
    })
}

/// What the champion that was measured in a generation came to.
fn came_to(row: &GenerationRow, unit: Unit) -> String {
    match (row.measured_win_rate, row.fitness(unit.0)) {
        (None, Some(fitness)) => format!("{} {}", unit.name(), unit.long(fitness)),
        (rate, _) => format!("won {}", figures::percent(rate)),
    }
}

/// Generations at even distances, the first and the last among them.
fn thinned(rows: &[GenerationRow]) -> Vec<CurvePoint> {
    let count = rows.len().min(SPARKLINE);
    let index =
        |place: usize| place * rows.len().saturating_sub(1) / count.saturating_sub(1).max(1);
    let shown = (0..count).filter_map(|place| rows.get(index(place)));
    let point = |row: &GenerationRow| CurvePoint {
        generation: row.generation,
        fitness_mean: row.fitness_mean,
        fitness_best: row.fitness_best,
    };
    shown.map(point).collect()
}

/// How fitness went, in a line or two, and whom that was against at last.
fn curves(run: &Run, width: usize) -> Result<String, Failure> {
    let rows = run.generations()?;
    let config = run.config()?;
    let unit = Unit(config.scoring);
    let curve = |name: &str, value: fn(&GenerationRow) -> f64| {
        let values: Vec<f64> = rows.iter().map(value).collect();
        let [first, last] =
            [values.first(), values.last()].map(|it| unit.short(*it.unwrap_or(&0.0)));
        let (head, tail) = (format!("{name} {}", unit.name()), format!("{first} → {last}"));
        let room = width.saturating_sub(head.len() + tail.chars().count() + 4);
        format!("{head}  {}  {tail}\n", terminal::sparkline(&values, room.min(SPARKLINE)))
    };
    if rows.is_empty() {
        return Ok(String::new());
    }
    let forecast = Forecast::of(&rows, &config, run.seconds()?);
    let trend = forecast.map_or(String::new(), |it| it.words(unit));
    let curves = curve("mean", |row| row.fitness_mean) + &curve("best", |row| row.fitness_best);
    Ok(curves + &trend + &shares(run, &config)? + "\n")
}

/// How often each fixed opponent is met among all of these by now, where that follows who is hardest to beat; nothing
/// where no checkpoint can be read.
pub fn shares(run: &Run, config: &Config) -> Result<String, Failure> {
    let named = config.against.fixed().map(|it| it.share);
    let shares = Shares::new(named, 0, config.share_rate);
    if !shares.follow() {
        return Ok(String::new());
    }
    let weights = match run.checkpoint() {
        Ok(Some(found)) => found.checkpoint.state.shares,
        Err(why @ RecordError::Io { .. }) => return Err(why.into()),
        Ok(None) | Err(_) => return Ok(String::new()),
    };
    let chances = shares.chances(&weights);
    let told = config.against.fixed().zip(chances);
    let told = told.map(|(it, chance)| format!("{} {:.0} %", it.name, 100.0 * chance));
    Ok(format!("Met by share: {}\n", told.collect::<Vec<_>>().join(", ")))
}

/// Where files are, and what makes those of an ended run that are missing.
fn places(run: &Run, state: &str, common: &Common) -> Result<String, Failure> {
    let holds = |name: &str| run.results().join(name).is_file();
    let (folder, name) = (run.results().display(), run.name());
    if holds("champion.json") && holds("fitness.svg") {
        return Ok(format!("Pictures and tables are in {folder}\n"));
    }
    let mut text = format!("Tables are in {folder}");
    match state {
        "running" => text += "; the run is under way",
        "finished" if better::can_go_on(run)? => {
            let resume = common.command(&format!("resume {name}"));
            text += &format!(". `{resume}` makes what is missing");
        }
        _ => {}
    }
    if run.generations()?.is_empty() {
        return Ok(text + ".\n");
    }
    let plot = common.command(&format!("plot {name}"));
    let _ = writeln!(text, "; `{plot}` draws what there is.");
    Ok(text)
}

/// Commands that go on with a run, where there are any.
fn next(run: &Run, overview: &Overview, common: &Common) -> Result<String, Failure> {
    let words = better::going_on(run, &run.config()?, overview, &common.home())?;
    let lines: String =
        words.iter().map(|words| format!("  {}\n", common.command(words))).collect();
    Ok(if lines.is_empty() { lines } else { format!("\nNext\n{lines}") })
}

/// The ranks that a run was played on, where it wasn't always one process.
fn ranks(times: &[TimingRow]) -> String {
    let ends = |of: fn(&TimingRow) -> usize| {
        let all = times.iter().map(of);
        match (all.clone().min().unwrap_or(1), all.max().unwrap_or(1)) {
            (least, most) if least == most => most.to_string(),
            (least, most) => format!("{least} to {most}"),
        }
    };
    match times.iter().all(|row| row.ranks == 1) {
        true => String::new(),
        false => format!(
            " on {} ranks with {} threads in all",
            ends(|row| row.ranks),
            ends(|row| row.threads)
        ),
    }
}

fn heading(overview: &Overview, times: &[TimingRow]) -> String {
    let generation = overview.generation.map_or("–".to_string(), |number| number.to_string());
    format!(
        "{}: {}\n\
         preset {}, seed {}; {} at generation {generation}, {} {} in {}{}, {} restarts\n\n",
        overview.run,
        overview.terms(&overview.against),
        overview.preset,
        overview.seed,
        overview.state,
        figures::thousands(overview.games),
        Unit(overview.scoring).games(),
        clock(overview.seconds),
        ranks(times),
        overview.restarts,
    )
}

/// The champion after what goes on with its run, what it is worth last.
fn describe_champion(
    run: &Run,
    file: &WeightsFile,
    next: String,
    width: usize,
) -> Result<Vec<Piece>, Failure> {
    let config = run.config()?;
    let rows = strength(run, Some(file))?;
    let mut text = next;
    if let (Some(origin), Some(measured)) = (&file.origin, &file.measured) {
        let _ = writeln!(
            text,
            "\nChampion {}{}: {}",
            of_generation(origin.generation),
            if config.scoring.is_number() {
                String::new()
            } else {
                format!(", seats {}", measured.seats)
            },
            figures::of_file(measured, Unit(config.scoring)),
        );
        text += &kept_start(&config, origin.generation);
    }
    let table = weights::table_for(file, &run.champion_path())?;
    text += &fixed(&config);
    text += &bounds::reached(table.as_ref(), &config, &file.weights)?;
    text = screen::wrap(&text, width) + "\n";
    let drawing = drawing::champion(table.as_ref(), &file.weights, width)?;
    let below =
        format!("\n{}", strength::table(&rows, file.measured.as_ref(), Scale::of(&config), width));
    Ok(vec![Piece::Text(text), Piece::Drawing(drawing), Piece::Text(below)])
}

/// The table of what the champion is worth, if there is one, unless it is that of an earlier champion.
pub fn strength(run: &Run, champion: Option<&WeightsFile>) -> Result<Vec<StrengthRow>, Failure> {
    let Some(champion) = champion else { return Ok(Vec::new()) };
    let generation = champion.origin.as_ref().map(|origin| origin.generation);
    let rows = run.strength()?;
    Ok(rows.into_iter().filter(|row| Some(row.generation) == generation).collect())
}

/// Which parameters did not evolve, where there are any.
pub fn fixed(config: &Config) -> String {
    match config.fix.is_none() {
        true => String::new(),
        false => format!("Fixed: {}\n", config.fix),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::fitness::Scoring;

    #[test]
    fn a_score_that_is_to_be_least_is_told_as_the_program_gave_it() {
        let row = GenerationRow { measured_fitness: Some(-0.25), ..GenerationRow::default() };
        assert_eq!(came_to(&row, Unit(Scoring::Least)), "score 0.25000");
        let won = GenerationRow { measured_win_rate: Some(0.5), ..row };
        assert_eq!(came_to(&won, Unit(Scoring::Plies)), "won 50.00 %");
    }
}
