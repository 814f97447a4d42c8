//! `export`: weights for other programs, and games of draughts.

use super::failure::Failure;
use super::{Common, output, pdn};
use crate::evolve::population::{Individual, ranking};
use crate::record::atomic::write_named;
use crate::record::error::RecordError;
use crate::record::home::Home;
use crate::record::run::Run;
use crate::record::weights::{Origin, WeightsFile};
use crate::report::export::{self, ArraySeats, Format};
use crate::session::weights::{self, PLAYERS};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::LazyLock;

/// Write weights, or an arena's games of draughts, for other programs
#[derive(Args)]
#[command(after_help = "
Examples:
  starhop export RUN -o weights.rs
  starhop export RUN --format csv --seat all
  starhop export RUN --generation last --format grid
  starhop export generation-7822 --format python --seat 2
  starhop export ARENA --format pdn -o games.pdn
")]
pub struct ExportArgs {
    /// A run, a file of weights or numbers, or a built-in array; for pdn an arena
    #[arg(value_name = "RUN|FILE|ARENA")]
    source: String,
    /// Format; all but pdn can be read back [default: that of --output's ending, or json]
    #[arg(long, value_enum)]
    format: Option<Written>,
    /// Corner whose seat the array is for, 1 to 6, or all [default: 1]
    #[arg(long)]
    seat: Option<ArraySeats>,
    /// Which of a run's arrays: best (the measured champion), last (the last generation's best by
    /// estimate), or the number of a kept generation [default: best]
    #[arg(long)]
    generation: Option<Generation>,
    /// File to write, or - for standard output [default: -]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Game, as `starhop games` lists them [default: that of the weights]
    #[arg(long)]
    game: Option<String>,
    /// Print as JSON what was written to --output
    #[arg(long, requires = "output")]
    json: bool,
}

/// What was written, for machines.
#[derive(Serialize)]
struct Report<'a> {
    source: &'a str,
    file: &'a Path,
    format: String,
    bytes: usize,
}

/// What is written.
#[derive(Clone, Copy, Debug)]
enum Written {
    Weights(Format),
    Pdn,
}

impl ValueEnum for Written {
    fn value_variants<'a>() -> &'a [Written] {
        static ALL: LazyLock<Vec<Written>> = LazyLock::new(|| {
            let weights = Format::value_variants().iter().copied().map(Written::Weights);
            weights.chain([Written::Pdn]).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Written::Weights(format) => format.to_possible_value(),
            Written::Pdn => {
                let help = "An arena's games of draughts in Portable Draughts Notation";
                Some(PossibleValue::new("pdn").help(help))
            }
        }
    }
}

impl Written {
    /// The format of files that end like this one.
    fn by_ending(path: &Path) -> Result<Written, Failure> {
        let ending = path.extension().map(|it| it.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("json") | None => Ok(Written::Weights(Format::Json)),
            Some("csv") => Ok(Written::Weights(Format::Csv)),
            Some("toml") => Ok(Written::Weights(Format::Toml)),
            Some("rs") => Ok(Written::Weights(Format::Rust)),
            Some("py") => Ok(Written::Weights(Format::Python)),
            Some("h" | "c") => Ok(Written::Weights(Format::C)),
            Some("txt") => Ok(Written::Weights(Format::Grid)),
            Some("npy") => Ok(Written::Weights(Format::Npy)),
            Some("pdn") => Ok(Written::Pdn),
            Some(ending) => Err(Failure::usage(format!(
                "--output: no format goes with the ending .{ending}; --format chooses one"
            ))),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Generation {
    Best,
    Last,
    Number(u64),
}

impl FromStr for Generation {
    type Err = String;

    fn from_str(text: &str) -> Result<Generation, String> {
        match text {
            "best" => Ok(Generation::Best),
            "last" => Ok(Generation::Last),
            number => number
                .parse()
                .map(Generation::Number)
                .map_err(|_| "neither best, last nor a generation's number".to_string()),
        }
    }
}

/// Runs `export`.
pub fn export(args: &ExportArgs, common: &Common) -> Result<(), Failure> {
    let home = common.home();
    let output = args.output.as_deref().filter(|path| *path != Path::new("-"));
    if args.json && output.is_none() {
        return Err(Failure::usage("--json is for a file; standard output has the weights"));
    }
    let written = match (args.format, output) {
        (Some(format), _) => format,
        (None, Some(path)) => Written::by_ending(path)?,
        (None, None) => Written::Weights(Format::Json),
    };
    let bytes = match written {
        Written::Weights(format) => array(args, format, &home)?,
        Written::Pdn => games(args, &home)?.into_bytes(),
    };
    if let (Written::Weights(Format::Npy), Some(ArraySeats::One(2..))) = (written, args.seat) {
        let note = "A NumPy file can't say whose seat its array is for; starhop reads it as that of seat 1.";
        common.say(note);
    }
    let Some(path) = output else { return output::print_bytes(&bytes) };
    write_named(path, &bytes)?;
    if args.json {
        let format = written.to_possible_value().map(|it| it.get_name().to_string());
        return output::print_json(&Report {
            source: &args.source,
            file: path,
            format: format.unwrap_or_default(),
            bytes: bytes.len(),
        });
    }
    Ok(())
}

fn games(args: &ExportArgs, home: &Home) -> Result<String, Failure> {
    if args.seat.is_some() || args.generation.is_some() || args.game.is_some() {
        return Err(Failure::usage("--seat, --generation and --game are for weights, not for pdn"));
    }
    let missing = || Failure::usage(format!("'{}' is no arena with games", args.source));
    pdn::export(&home.arena_games(&args.source)?.ok_or_else(missing)?, &args.source)
}

fn array(args: &ExportArgs, format: Format, home: &Home) -> Result<Vec<u8>, Failure> {
    let file = match args.generation.unwrap_or(Generation::Best) {
        Generation::Best => best(args, home)?,
        Generation::Last => last(&home.run(&args.source)?)?,
        Generation::Number(number) => kept(&home.run(&args.source)?, number)?,
    };
    let table = weights::table_for(&file, Path::new(&args.source))?;
    let seats = args.seat.unwrap_or(ArraySeats::One(1));
    export::write(&file, &table.cells(), format, seats).map_err(Failure::usage)
}

fn best(args: &ExportArgs, home: &Home) -> Result<WeightsFile, Failure> {
    let entry = weights::game_of(args.game.as_deref(), &args.source, home)?;
    let (_, table) = weights::standard(entry, PLAYERS)?;
    let found = weights::find(&args.source, table.as_ref(), home)?;
    Ok(found.file.unwrap_or_else(|| weights::bare(table.as_ref(), &found.values)))
}

fn last(run: &Run) -> Result<WeightsFile, Failure> {
    let Some(found) = run.checkpoint()? else {
        return Err(Failure::usage(format!("run '{}' has no generations yet", run.name())));
    };
    let state = found.checkpoint.state;
    fittest(run, state.generation, state.restarts, &state.population)
}

/// The fittest of a generation that was kept, or at which the run stands.
fn kept(run: &Run, generation: u64) -> Result<WeightsFile, Failure> {
    let stands_at = run.checkpoint()?.map(|found| found.checkpoint.state.generation);
    if stands_at == Some(generation) {
        return last(run);
    }
    let rows = run.generations()?;
    let row = rows.iter().find(|row| row.generation == generation);
    let restarts = row.map_or(0, |row| row.restarts);
    let population = run.population(generation).map_err(|why| match why {
        RecordError::Io { reason, .. } if reason.kind() == ErrorKind::NotFound => {
            let name = run.name();
            Failure::usage(format!(
                "generation {generation} of run '{name}' was not kept; --keep-every says which are"
            ))
        }
        why => why.into(),
    })?;
    fittest(run, generation, restarts, &population.population)
}

fn fittest(
    run: &Run,
    generation: u64,
    restarts: u64,
    population: &[Individual],
) -> Result<WeightsFile, Failure> {
    let best = ranking(population).first().and_then(|&index| population.get(index));
    let best = best.ok_or_else(|| Failure::data("the population is empty"))?;
    let config = &run.config()?;
    let table = weights::table_of(run, config)?;
    Ok(WeightsFile {
        game: config.game.clone(),
        players: config.players,
        rules: config.rules.clone(),
        weights: weights::whole(table.as_ref(), config, &best.genes)?,
        fixed: config.fix.names(),
        origin: Some(Origin {
            preset: config.preset.clone(),
            seed: config.seed.number(),
            generation,
            restarts,
            starhop: env!("CARGO_PKG_VERSION").to_string(),
        }),
        measured: None,
    })
}
