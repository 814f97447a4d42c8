//! `book`: an opening book learnt from recorded games.

use super::failure::Failure;
use super::figures::thousands;
use super::{Common, output, progress, quoted};
use crate::play::book::Book;
use crate::record;
use crate::record::run::Home;
use crate::session::recorded::{Source, games_path};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Learn an opening book from the games of arenas
#[derive(Args)]
#[command(after_help = "
ARENA is the name of an arena, or a file like its games.jsonl; all games must be of one game under one
rule set, and each is played again first, as `verify` does. The book holds the moves that bots played
in the first plies, those of random openings excepted, with the games that each won, drew and lost for
whoever played it. A run keeps no games: let its champion play an arena first.

A bot with book=FILE among its options plays the move that the book advises, as long as it knows the
position: the one with the greatest lower end of the 95 % interval of its share of points, unless that
share is less than an equal's. FILE is text, and has no comma, colon or closing bracket in its name.

Examples:
  starhop book ARENA --output opening.txt
  starhop book ARENA OTHER --plies 20 --least-games 5 --output opening.txt
  starhop arena 'greedy(book=opening.txt):champion-2' champion-2 --opening-plies 2
")]
pub struct BookArgs {
    /// Arenas, or files of games
    #[arg(required = true, value_name = "ARENA")]
    sources: Vec<String>,
    /// File to write
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Plies from the start, those of random openings among them
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=1000))]
    plies: u32,
    /// Games in which a move was played, at least
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    least_games: u64,
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
}

/// Runs `book`.
pub fn book(args: &BookArgs, common: &Common) -> Result<(), Failure> {
    let home = common.home();
    let mut source = Source::default();
    let bar = progress::reading_bar(common.quiet);
    for name in &args.sources {
        source.read(&path_of(name, &home, common)?, &mut |games| bar.set_position(games))?;
    }
    bar.finish_and_clear();
    if source.games() == 0 {
        return Err(Failure::data(format!("{} hold no game", args.sources.join(", "))));
    }
    let book = source.learn(args.plies, args.least_games)?;
    record::book::write(&args.output, &book)?;
    let report = args.report(&book, source.games());
    match args.json {
        true => output::print_json(&report),
        false => output::print(&report.describe(&args.output, common)),
    }
}

/// The games that `name` names.
fn path_of(name: &str, home: &Home, common: &Common) -> Result<PathBuf, Failure> {
    games_path(name, home).map_err(|why| match home.run(name) {
        Ok(_) => Failure::usage(format!(
            "run '{name}' keeps no games; let its champion play some first:\n  {}",
            common.command(&format!("arena {name} OPPONENT --name ARENA"))
        )),
        Err(_) => why.into(),
    })
}

impl BookArgs {
    fn report<'a>(&self, book: &'a Book, games: u64) -> Report<'a> {
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
        }
    }
}

impl Report<'_> {
    fn describe(&self, path: &Path, common: &Common) -> String {
        let [games, positions, moves] = [self.games, self.positions, self.moves].map(thousands);
        let path = path.display().to_string();
        let bot = quoted(&format!("greedy(book={path}):EVALUATION"));
        format!(
            "{path} has {moves} moves in {positions} positions, from {games} games.\n\nNext\n  {}\n",
            common.command(&format!("arena {bot} EVALUATION --opening-plies 2"))
        )
    }
}
