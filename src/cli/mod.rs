//! The command line: a file a command. Parses, calls, prints.

mod accuracy;
mod analyse;
mod arena;
mod bench;
mod better;
mod book;
mod bounds;
mod catalogue;
mod compare;
mod confirm;
#[cfg(feature = "serve")]
mod connect;
mod drawing;
mod effect;
mod engine;
mod evolve;
mod exploit;
mod export;
mod failure;
mod figures;
mod flag;
mod help;
mod input;
mod late;
mod machine;
mod measure;
mod memory;
mod merge;
mod openings;
mod output;
mod pdn;
mod perft;
mod pictures;
mod play;
mod plot;
mod position;
mod program;
mod progress;
mod ranks;
mod replay;
mod report;
mod resume;
mod runs;
mod screen;
#[cfg(feature = "serve")]
mod serve;
mod settings;
mod shard;
mod shell;
mod show;
mod sprt;
mod strength;
mod told;
mod trend;
mod unit;
mod verify;
mod work;

pub use ranks::Rank;

use crate::record::home::Home;
use crate::session::shell::{Quote, quoted, quoted_in_files};
use clap::{Args, FromArgMatches as _, Parser, Subcommand};
use failure::Failure;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The program's version, with its commit where one is known.
const VERSION: &str = env!("STARHOP_VERSION");

/// Evolve evaluation weights for board games, and measure what they are worth
#[derive(Parser)]
#[command(
    name = "starhop",
    version = VERSION,
    max_term_width = 100,
    after_help = "
Begin with `starhop evolve`: in 70 to 80 seconds on two cores it evolves an array of weights for
Chinese Checkers against many opponents, draws it, and says what it is worth and what to do next.

Exit codes: 0 done, 1 the system refused something or a program of somebody else failed, 2 wrong
usage, 3 a damaged or foreign file, 4 the run is in use, 130 interrupted (the run is saved).
"
)]
struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

/// Flags of every command.
#[derive(Args)]
struct Common {
    /// Folder that holds populations and results [default: the current one]
    #[arg(long, global = true, value_name = "FOLDER")]
    dir: Option<PathBuf>,
    /// No progress on standard error
    #[arg(long, short, global = true)]
    quiet: bool,
}

impl Common {
    /// A command to type next, for the same folder.
    fn command(&self, words: &str) -> String {
        let program = std::env::args_os().next().unwrap_or_else(|| "starhop".into());
        let program = quoted(&program.to_string_lossy());
        match &self.dir {
            None => format!("{program} {words}"),
            Some(dir) => format!("{program} --dir {} {words}", quoted(&dir.to_string_lossy())),
        }
    }

    /// A command that is read on a page, which names no path to the program.
    #[cfg(feature = "serve")]
    fn told(home: &Home, words: &str) -> String {
        let root = home.root();
        match root == Path::new(".") {
            true => format!("starhop {words}"),
            false => format!("starhop --dir {} {words}", quoted(&root.to_string_lossy())),
        }
    }

    /// The command that was typed.
    fn typed() -> String {
        let words = std::env::args_os().map(|word| quoted(&word.to_string_lossy()));
        words.collect::<Vec<_>>().join(" ")
    }

    /// Says something that is no result, unless it is to be quiet.
    fn say(&self, text: &str) {
        if !self.quiet {
            output::say(text);
        }
    }

    fn home(&self) -> Home {
        Home::new(self.dir.as_deref().unwrap_or(Path::new(".")))
    }
}

#[derive(Subcommand)]
enum Command {
    Evolve(Box<evolve::EvolveArgs>),
    Resume(resume::ResumeArgs),
    Games(catalogue::GamesArgs),
    Presets(catalogue::PresetsArgs),
    List(runs::ListArgs),
    Show(show::ShowArgs),
    Measure(measure::MeasureArgs),
    Sprt(sprt::SprtArgs),
    Confirm(confirm::ConfirmArgs),
    Exploit(exploit::ExploitArgs),
    Compare(compare::CompareArgs),
    Arena(arena::ArenaArgs),
    Merge(merge::MergeArgs),
    Play(play::PlayArgs),
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    #[cfg(feature = "serve")]
    Connect(connect::ConnectArgs),
    Ugi(engine::UgiArgs),
    Hub(engine::HubArgs),
    Analyse(analyse::AnalyseArgs),
    Accuracy(accuracy::AccuracyArgs),
    Book(book::BookArgs),
    Effect(effect::EffectArgs),
    Replay(replay::ReplayArgs),
    Verify(verify::VerifyArgs),
    Export(export::ExportArgs),
    Plot(plot::PlotArgs),
    Report(report::ReportArgs),
    Perft(perft::PerftArgs),
    Program(program::ProgramArgs),
    Bench(bench::BenchArgs),
    Completions(shell::CompletionsArgs),
    Man(shell::ManArgs),
}

/// Runs the command that was typed, and says how it went.
pub fn main() -> ExitCode {
    prepare();
    ranks::main(command)
}

/// The same on all processes that were started together, of which this is one.
pub fn main_among(rank: Rank) -> ExitCode {
    prepare();
    ranks::main_among(rank, command)
}

fn prepare() {
    memory::end_with_a_code();
    machine::outlive_large_files();
    program::guard_children();
}

/// Parses the command line, runs the command, and says how it went.
fn command() -> ExitCode {
    let matches = help::command().try_get_matches();
    let parsed = matches.and_then(|matches| {
        let name = matches.subcommand_name().unwrap_or_default().to_string();
        Ok((name, Cli::from_arg_matches(&matches)?))
    });
    let (name, cli) = match parsed {
        Ok(parsed) => parsed,
        Err(why) => {
            let asked = !why.use_stderr();
            return match why.print() {
                Err(failed) if asked => ended(&output::unwritten(failed)),
                // Where nobody reads it, nobody has to be told.
                _ => ExitCode::from(why.exit_code() as u8),
            };
        }
    };
    let result = match ranks::refusal(&name) {
        Some(why) => Err(Failure::usage(why)),
        None => run(cli),
    };
    match ranks::checked(result) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => ended(&failure),
    }
}

/// Says why a command failed.
fn ended(failure: &Failure) -> ExitCode {
    if !failure.message.is_empty() {
        output::say(&format!("error: {}", failure.message.trim_end()));
    }
    ExitCode::from(failure.code as u8)
}

fn run(cli: Cli) -> Result<(), Failure> {
    let common = &cli.common;
    match cli.command {
        Command::Evolve(args) => evolve::evolve(*args, common),
        Command::Resume(args) => resume::resume(args, common),
        Command::Games(args) => catalogue::games(&args),
        Command::Presets(args) => catalogue::presets(&args),
        Command::List(args) => runs::list(&args, common),
        Command::Show(args) => show::show(&args, common),
        Command::Measure(args) => measure::measure(&args, common),
        Command::Sprt(args) => sprt::sprt(&args, common),
        Command::Confirm(args) => confirm::confirm(&args, common),
        Command::Exploit(args) => exploit::exploit(&args, common),
        Command::Compare(args) => compare::compare(&args, common),
        Command::Arena(args) => arena::arena(&args, common),
        Command::Merge(args) => merge::merge(&args, common),
        Command::Play(args) => play::play(&args, common),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::serve(&args, common),
        #[cfg(feature = "serve")]
        Command::Connect(args) => connect::connect(&args, common),
        Command::Ugi(args) => engine::ugi(&args, common),
        Command::Hub(args) => engine::hub(&args, common),
        Command::Analyse(args) => analyse::analyse(&args, common),
        Command::Accuracy(args) => accuracy::accuracy(&args, common),
        Command::Book(args) => book::book(&args, common),
        Command::Effect(args) => effect::effect(&args, common),
        Command::Replay(args) => replay::replay(&args, common),
        Command::Verify(args) => verify::verify(&args, common),
        Command::Export(args) => export::export(&args, common),
        Command::Plot(args) => plot::plot(&args, common),
        Command::Report(args) => report::report(&args, common),
        Command::Perft(args) => perft::perft(&args),
        Command::Bench(args) => bench::bench(&args, common),
        Command::Program(args) => program::program(&args, common),
        Command::Completions(args) => shell::completions(&args),
        Command::Man(args) => shell::man(&args),
    }
}
