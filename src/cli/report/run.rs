//! A run on a page.

use super::{Account, meaning, repetition, row, section};
use crate::cli::failure::Failure;
use crate::cli::progress::clock;
use crate::cli::runs::{Overview, overview, rows_to_end};
use crate::cli::settings::counts;
use crate::cli::unit::Unit;
use crate::cli::work::of_generation;
use crate::cli::{figures, pictures, show, strength};
use crate::record::run::Run;
use crate::record::strength::StrengthRow;
use crate::record::weights::WeightsFile;
use crate::report::intervals::{Figure, Figures, intervals};
use crate::report::number::{count, thousands};
use crate::report::page::{Part, Section, Table};
use crate::session::evolution::check_settings_of;
use crate::session::strength::{ITSELF, Scale};
use crate::session::weights;
use crate::tune::config::Config;
use crate::tune::settings::SETTINGS;

/// What there is to say of a run.
pub fn account(run: &Run) -> Result<Account, Failure> {
    check_settings_of(run)?;
    let config = run.config()?;
    let overview = overview(run)?;
    let champion = weights::champion(run)?;
    let rows = show::strength(run, champion.as_ref())?;
    // Where a program answers scores, nobody is met.
    let lacks_strength = rows.is_empty() && !config.scoring.is_number();
    // A run that goes on after its end still has the champion of that end, with the table made there.
    let is_final = overview.state == "finished" || !rows.is_empty();
    let mut sections = vec![worth(&config, champion.as_ref(), &rows, is_final)?];
    if let Some(file) = &champion {
        sections.push(drawn(run, &config, file)?);
    }
    sections.push(course(run, &config)?);
    sections.push(settings(&config)?);
    sections.push(repetition::of_run(run, &config, champion.as_ref())?);
    sections.push(meaning::of_run(&config));
    Ok(Account {
        kind: "run",
        state: overview.state,
        folder: run.results().to_path_buf(),
        lines: lines(&overview),
        missing: missing(run, &overview, champion.is_some(), lacks_strength)?,
        sections,
    })
}

fn lines(overview: &Overview) -> Vec<String> {
    let Overview { against, preset, seed, state, .. } = overview;
    let generation = overview.generation.map_or("none".to_string(), thousands);
    // Times are no result, and may be gone.
    let time = match overview.seconds > 0.0 {
        true => format!(" in {}", clock(overview.seconds)),
        false => String::new(),
    };
    vec![
        format!("Run of {}", overview.terms(&spaced(against))),
        format!(
            "Preset {preset}, seed {seed}; {state} at generation {generation}, {} {} of selection{time}",
            thousands(overview.games),
            Unit(overview.scoring).games(),
        ),
    ]
}

/// A list with blanks after its commas, at which lines can break.
fn spaced(list: &str) -> String {
    list.replace(',', ", ")
}

/// What isn't there.
fn missing(
    run: &Run,
    overview: &Overview,
    has_champion: bool,
    lacks_strength: bool,
) -> Result<Vec<String>, Failure> {
    let mut missing = Vec::new();
    match overview.state {
        "running" => missing.push("The run is under way: this is how far it was.".to_string()),
        "stopped" => missing.push(format!(
            "The run is not finished; `starhop resume {}` goes on with it.",
            overview.run
        )),
        _ => {}
    }
    if overview.generation.is_none() {
        missing.push("No generation was played yet.".to_string());
    }
    if !has_champion {
        let why = show::no_champion(run, Unit(overview.scoring))?;
        missing.push(why.split_whitespace().collect::<Vec<_>>().join(" "));
    } else if lacks_strength {
        let what = "What the champion is worth against one opponent after another is not on record";
        missing.push(match overview.state {
            "finished" => format!("{what}."),
            _ => format!("{what}: a run measures it at its end."),
        });
    }
    Ok(missing)
}

/// What the champion is worth: a verdict, a picture, a table.
fn worth(
    config: &Config,
    champion: Option<&WeightsFile>,
    rows: &[StrengthRow],
    is_final: bool,
) -> Result<Section, Failure> {
    let mut parts = Vec::new();
    let scale = Scale::of(config);
    if !rows.is_empty() {
        parts.push(Part::Note(strength::said(
            rows,
            champion.and_then(|it| it.measured.as_ref()),
            scale,
        )));
        let figures = rates(scale, rows);
        if !figures.rows.is_empty() {
            let svg = intervals(&figures).map_err(pictures::not_drawn)?;
            let few = figures.rows.iter().any(|it| it.interval.is_none());
            let of = if few { " where 100 games differ" } else { "" };
            let title = &figures.title;
            let says = format!("{title}, with 95 % intervals{of}; the table has the numbers.");
            parts.push(Part::Picture { svg, says });
        }
        let caption = match scale.is_score() {
            true => "Score of the champion, in per cent: a draw is half a win",
            false => "Share of the decided games that the champion won, in per cent",
        };
        let games = rows.iter().map(|row| row.games).max().unwrap_or(0);
        let (caption, rows) = (caption.to_string(), strength::lines(rows, scale));
        let table = Table { caption, rows, name: 0, left: 1 };
        parts.push(Part::Table(table));
        parts.push(Part::Text(format!("Up to {} fresh games a figure.", thousands(games))));
    }
    if let Some(measured) = champion.and_then(|it| it.measured.as_ref()) {
        let said = figures::of_file(measured, Unit(config.scoring));
        let said = said.replace(&measured.against, &spaced(&measured.against));
        let it = if config.scoring.is_number() { "it has the" } else { "it" };
        let last =
            if is_final { "" } else { ", in the last measurement, which is not the final one," };
        parts.push(Part::Text(format!("On the run's own terms{last} {it} {said}.")));
    }
    Ok(section("What the champion is worth", parts))
}

/// What it comes to from random openings, against others than itself.
fn rates(scale: Scale, rows: &[StrengthRow]) -> Figures {
    let plies = rows.iter().map(|row| row.opening_plies).max().unwrap_or(0);
    let met = rows.iter().filter(|row| row.opening_plies == plies && row.opponent != ITSELF);
    let figure = |row: &StrengthRow| {
        let (rate, interval) = (scale.rate(row), scale.interval(row));
        let words = match interval {
            Some(_) => [figures::percent(rate), figures::interval(interval)].join(" "),
            None => strength::counted(row, scale),
        };
        Some(Figure {
            name: row.opponent.clone(),
            value: 100.0 * rate?,
            interval: interval.map(|(low, high)| (100.0 * low, 100.0 * high)),
            words,
        })
    };
    // Of more players an equal scores more, the more games are drawn.
    let is_one_equal = !scale.is_score() || scale.players == 2;
    let (verb, axis) = match (scale.is_score(), is_one_equal) {
        (true, true) => ("scores", "score (%), where a draw is half a win; the line is an equal"),
        (true, false) => ("scores", "score (%), where a draw is half a win"),
        (false, _) => ("wins", "won of the decided games (%); the line is an equal share"),
    };
    Figures {
        title: format!("What the champion {verb} from {}", figures::beginning(plies)),
        lines: Vec::new(),
        axis: axis.to_string(),
        // Of a handful of games two that differ little would fill the axis; dots at 0 and 100 lie within.
        range: Some((-2.0, 102.0)),
        equal: is_one_equal.then(|| 100.0 * scale.equal_of_decided()),
        rows: met.filter_map(figure).collect(),
    }
}

/// The champion's numbers on the board, or with their names.
fn drawn(run: &Run, config: &Config, file: &WeightsFile) -> Result<Section, Failure> {
    let table = weights::table_for(file, &run.champion_path())?;
    let svg = pictures::champion(config, table.as_ref(), &file.weights)?.svg;
    let says = match table.layout() {
        Some(_) if config.program.is_some() => {
            "The champion's parameters where the file of its program lays them out."
        }
        Some(_) => {
            "The champion's weight of each cell. A player prefers cells with low weights, the dark \
             ones; home and goal are outlined."
        }
        None => "The champion's parameters beside those that people set.",
    };
    let mut parts = vec![Part::Picture { svg, says: says.to_string() }];
    if !config.fix.is_none() {
        parts.push(Part::Text(format!("Fixed, and not evolved: {}", config.fix)));
    }
    if let Some(origin) = &file.origin {
        parts.push(Part::Text(match origin.generation {
            0 => format!("It is {}.", of_generation(0)),
            later => format!("It was found in generation {}.", thousands(later)),
        }));
    }
    Ok(section("The champion", parts))
}

/// How the run went.
fn course(run: &Run, config: &Config) -> Result<Section, Failure> {
    let rows = rows_to_end(run, config)?;
    let Some(last) = rows.last() else { return Ok(section("How it went", Vec::new())) };
    let mut parts = Vec::new();
    for drawn in pictures::curves_of(&[(run, config)])? {
        let says = match drawn.name {
            "win-rate" => {
                "Generation by generation: share of the decided games that were won.".to_string()
            }
            "parameter-curves" => {
                "Generation by generation: mean and standard deviation of each parameter."
                    .to_string()
            }
            _ => {
                let name = Unit(config.scoring).name();
                let is_measured = rows.iter().any(|row| row.fitness(config.scoring).is_some());
                let champion = if is_measured { "champion, " } else { "" };
                format!("Generation by generation: {name} of {champion}best and mean.")
            }
        };
        parts.push(Part::Picture { svg: drawn.svg, says });
    }
    let given_up = config.given_up(last.generation, last.restarts);
    parts.push(Part::Text(format!(
        "{}, {} {} of selection; {}, {} given up.",
        count(rows.len() as u64, "generation", "generations"),
        thousands(last.games),
        Unit(config.scoring).games(),
        count(last.restarts.saturating_add(1), "population", "populations"),
        thousands(given_up),
    )));
    Ok(section("How it went", parts))
}

/// The settings that count for something in this run, with what they are.
fn settings(config: &Config) -> Result<Section, Failure> {
    let held = toml::Table::try_from(config).map_err(Failure::usage)?;
    let mut rows = vec![row(["setting", "value", "what it is"])];
    for setting in SETTINGS.iter().filter(|it| counts(it, config)) {
        let Some(value) = held.get(setting.key) else { continue };
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_string);
        let value = if setting.key == "against" { spaced(&value) } else { value };
        let help = setting.help.split_whitespace().collect::<Vec<_>>().join(" ");
        // What else there is to choose from is of other games, too.
        let end = match setting.key {
            "game" | "preset" | "players" | "rules" => ":",
            _ => " [default",
        };
        rows.push(row([setting.key, &value, help.split(end).next().unwrap_or_default()]));
    }
    let caption = "Those that count for something here".to_string();
    Ok(section("Settings", vec![Part::Table(Table { caption, rows, name: 0, left: 3 })]))
}
