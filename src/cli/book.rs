//! `book`: an opening book learnt from the games of arenas, and of the champions of runs.

use super::failure::Failure;
use super::figures::{count, thousands};
use super::flag::{game_flag, unusual};
use super::settings::parse_seed;
use super::work::INTERRUPTED;
use super::{Common, machine, output, pdn, progress, quoted};
use crate::backend::Threads;
use crate::play::book::Book;
use crate::play::opening::MOST_PLIES;
use crate::record;
use crate::record::atomic::can_write_named;
use crate::record::error::{RecordError, alone};
use crate::record::run::Run;
use crate::rng::Seed;
use crate::session::error::SessionError;
use crate::session::recorded::{ChampionGames, Source, games_path};
use crate::session::weights::PLAYERS;
use clap::Args;
use serde::Serialize;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

const GAMES: u64 = 1000;
const OPENING_PLIES: u32 = 2;

/// Learn an opening book from the games of arenas and runs
#[derive(Args)]
#[command(after_help = "
SOURCE is the name of an arena, `play` for the games of people, a file like games.jsonl, or the name
of a run. All sources must have the same game and rule set. If a file has games of several kinds,
only those like the earlier sources are taken, or else those like its last game; the command says
how many are left out. Games on record are played again first, as `verify` does. A run keeps no
games, so its champion plays new ones against each fixed opponent of the run, with the run's rules,
search and seats; a repeated game counts once. The book has the moves that bots played in the first
plies, without those of random openings, and how many games each move won, drew and lost for its
player.

A bot with book=FILE among its options plays the book's move as long as the book knows the position.
This is the move whose share of points has the greatest lower end of its 95 % interval, unless that
share is less than an equal's. FILE is a text file, whose name has no comma or closing bracket.

Examples:
  starhop book ARENA --output opening.txt
  starhop book RUN --games 5000 --seed 1 --output run.txt
  starhop book ARENA OTHER --plies 20 --least-games 5 --output opening.txt
  starhop arena 'greedy(book=opening.txt):champion-2' champion-2
")]
pub struct BookArgs {
    /// Arenas, files of games, or runs
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<String>,
    /// File to write, or - for standard output
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Plies from the start, including those of random openings
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=1000))]
    plies: u32,
    /// Least number of games in which a move must have been played
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    least_games: u64,
    /// Games of a run's champion against each opponent [default: 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: Option<u64>,
    /// Random plies that a run's games begin with, 0 to 8; one round in ten begins at the start
    /// [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_PLIES)))]
    opening_plies: Option<u32>,
    /// Seed of a run's games [default: drawn and printed]
    #[arg(long, value_parser = parse_seed)]
    seed: Option<Seed>,
    /// Worker threads; results don't depend on their number [default: one for each core]
    #[arg(long)]
    threads: Option<usize>,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

/// The figures for machines.
#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    players: usize,
    rules: &'a str,
    games: u64,
    plies: u32,
    least_games: u64,
    positions: u64,
    moves: u64,
    seed: Option<Seed>,
    /// Whether it was cut short; no file is written then.
    interrupted: bool,
}

/// Runs `book`.
pub fn book(args: &BookArgs, common: &Common) -> Result<(), Failure> {
    if let Some(it) = args.output.to_string_lossy().chars().find(|it| [',', ')'].contains(it)) {
        let why = format!(
            "--output: '{it}' may not stand in the name, since a bot's options end at commas and \
             closing brackets"
        );
        return Err(Failure::usage(why));
    }
    let is_printed = args.output == Path::new("-");
    if is_printed && args.json {
        return Err(Failure::usage("--json and --output - both print; take one of them"));
    }
    // Games may take hours.
    if !is_printed {
        can_write_named(&args.output)?;
    }
    let threads = machine::stoppable(args.threads, INTERRUPTED, common.quiet)?;
    let (source, seed) = args.source(&threads, common)?;
    if threads.is_stopped() {
        return args.broken_off(&source, seed);
    }
    if source.games() == 0 {
        return Err(Failure::data(format!("no game in {}", args.sources.join(", "))));
    }
    let book = source.learn(args.plies, args.least_games)?;
    if is_printed {
        return output::print(&book.to_string());
    }
    record::book::write(&args.output, &book)?;
    let report = args.report(&book, source.games(), seed, false);
    match args.json {
        true => output::print_json(&report),
        false => output::print(&report.describe(&args.output, common)),
    }
}

impl BookArgs {
    /// Prints what the games so far would make, and writes no file.
    fn broken_off(&self, source: &Source, seed: Option<Seed>) -> Result<(), Failure> {
        match source.learn(self.plies, self.least_games) {
            Ok(book) if self.json => {
                output::print_json(&self.report(&book, source.games(), seed, true))?;
            }
            Ok(book) => output::print(&self.report(&book, source.games(), seed, true).cut())?,
            Err(_) => {
                let games = thousands(source.games());
                output::say(&format!("No book yet after {games} games; no file is written."));
            }
        }
        Err(Failure::interrupted())
    }

    /// All games, and the seed of those of runs.
    fn source(
        &self,
        threads: &Threads,
        common: &Common,
    ) -> Result<(Source, Option<Seed>), Failure> {
        let (home, mut source, mut seed) = (common.home(), Source::default(), None);
        let mut met = HashSet::new();
        for name in &self.sources {
            let path = match games_path(name, &home) {
                Err(why) if why.is_of_the_system() => return Err(why.into()),
                Err(why @ SessionError::Record(RecordError::Damaged { .. })) => {
                    return Err(why.into());
                }
                path => path,
            };
            let place = path.as_ref().map_or(Path::new(name), PathBuf::as_path);
            if !met.insert(place.canonicalize().unwrap_or_else(|_| place.to_path_buf())) {
                return Err(Failure::usage(format!("the games of '{name}' stand there twice")));
            }
            match (path, home.run_if_there(name)?) {
                (Err(_), Some(run)) => {
                    let drawn = seed.or(self.seed).map_or_else(Seed::draw, Ok)?;
                    seed = Some(drawn);
                    self.play(&run, drawn, &mut source, threads, common)?;
                }
                (Err(why), None) => {
                    return Err(Failure::usage(format!("{why}, nor a run{}", alone(name))));
                }
                (Ok(path), _) if pdn::is_named(&path) => {
                    let why = format!("'{name}' is in PDN, from which no book is learnt");
                    return Err(Failure::usage(why));
                }
                (Ok(path), _) => {
                    // Those of an arena must be the games of its settings, each once.
                    if path != Path::new(name) {
                        home.arena_record(name)?;
                    }
                    read(&mut source, (name, &path), threads, common)?;
                }
            }
        }
        let given = [self.games.is_some(), self.opening_plies.is_some(), self.seed.is_some()];
        match seed {
            None if given.contains(&true) => Err(Failure::usage(
                "--games, --opening-plies and --seed are about the games of runs; none is named",
            )),
            _ => Ok((source, seed)),
        }
    }

    /// Has the champion of a run play.
    fn play(
        &self,
        run: &Run,
        seed: Seed,
        source: &mut Source,
        threads: &Threads,
        common: &Common,
    ) -> Result<(), Failure> {
        let games = self.games.unwrap_or(GAMES);
        let opening_plies = self.opening_plies.unwrap_or(OPENING_PLIES);
        let opponents = run.config()?.against.fixed().count() as u64;
        let bar = progress::games_bar(opponents * games, common.quiet);
        let asked = ChampionGames { games, opening_plies, seed };
        source.play(run, asked, threads, &mut |games| bar.set_position(games))?;
        bar.finish_and_clear();
        Ok(())
    }

    fn report<'a>(
        &self,
        book: &'a Book,
        games: u64,
        seed: Option<Seed>,
        interrupted: bool,
    ) -> Report<'a> {
        let Book { game, players, rules, entries } = book;
        let is_new =
            |index: usize| index == 0 || entries[index - 1].1.line != entries[index].1.line;
        Report {
            game,
            players: *players,
            rules,
            games,
            plies: self.plies,
            least_games: self.least_games,
            positions: (0..entries.len()).filter(|&index| is_new(index)).count() as u64,
            moves: entries.len() as u64,
            seed,
            interrupted,
        }
    }
}

/// Reads a file of games, and says which of them are taken where not all are.
fn read(
    source: &mut Source,
    (name, path): (&str, &Path),
    threads: &Threads,
    common: &Common,
) -> Result<(), Failure> {
    let bar = progress::reading_bar(common.quiet);
    let left_out = source.read(path, threads, &mut |games| bar.set_position(games))?;
    bar.finish_and_clear();
    if let (1.., Some(kind)) = (left_out, source.kind()) {
        let others = count(left_out, "other", "others");
        output::say(&format!(
            "{name}: the games of {kind} from the start are taken, and {others} left out."
        ));
    }
    Ok(())
}

impl Report<'_> {
    /// What there was when it was interrupted.
    fn cut(&self) -> String {
        let [games, positions, moves] = [self.games, self.positions, self.moves].map(thousands);
        let seed = self.seed.map_or(String::new(), |seed| format!(", seed {}", seed.number()));
        format!(
            "Interrupted after {games} games{seed}: they make a book of {moves} moves in {positions} \
             positions. No file is written.\n"
        )
    }

    /// What an arena has to be told to play what the book is for.
    fn flags(&self) -> String {
        let players = ("players", self.players.to_string(), self.players != PLAYERS);
        unusual([("rules", quoted(self.rules), true), players, game_flag(self.game)])
    }

    fn describe(&self, path: &Path, common: &Common) -> String {
        let [games, positions, moves] = [self.games, self.positions, self.moves].map(thousands);
        let path = path.display().to_string();
        let seed = self.seed.map_or(String::new(), |seed| format!(", seed {}", seed.number()));
        let bot = quoted(&format!("greedy(book={path}):EVALUATION"));
        format!(
            "{path} has {moves} moves in {positions} positions, from {games} games{seed}.\n\nNext\n  {}\n",
            common.command(&format!("arena {bot} EVALUATION --opening-plies 2{}", self.flags()))
        )
    }
}
