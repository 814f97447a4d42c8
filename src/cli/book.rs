//! `book`: an opening book learnt from recorded games.

use super::failure::{Code, Failure};
use super::figures::thousands;
use super::verify::{Tables, games_path};
use super::{Common, output, progress, quoted};
use crate::game::TextError;
use crate::play::book::Book;
use crate::play::transcript::Transcript;
use crate::record;
use crate::record::games::{GameRecord, GamesReader};
use crate::record::run::Home;
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

/// The games that a book is learnt from.
#[derive(Default)]
struct Source {
    tables: Tables,
    /// One of the games, for what all have in common.
    first: Option<GameRecord>,
    games: Vec<Transcript>,
}

/// Runs `book`.
pub fn book(args: &BookArgs, common: &Common) -> Result<(), Failure> {
    let mut source = Source::default();
    let bar = progress::reading_bar(common.quiet);
    for name in &args.sources {
        source
            .read(&path_of(name, &common.home(), common)?, &mut |games| bar.set_position(games))?;
    }
    bar.finish_and_clear();
    let none = || Failure::new(Code::Data, format!("{} hold no game", args.sources.join(", ")));
    let first = source.first.as_ref().ok_or_else(none)?;
    let table = source.tables.of(first)?;
    let book = table.learn(&source.games, args.plies, args.least_games)?;
    if book.entries.is_empty() {
        let why = "no move of the first plies was played so often; choose more --plies or fewer \
                   --least-games";
        return Err(Failure::usage(why));
    }
    record::book::write(&args.output, &book)?;
    let report = args.report(&book, source.games.len() as u64);
    match args.json {
        true => output::print_json(&report),
        false => output::print(&report.describe(&args.output, common)),
    }
}

/// The games that `name` names.
fn path_of(name: &str, home: &Home, common: &Common) -> Result<PathBuf, Failure> {
    games_path(name, home).map_err(|failure| match home.run(name) {
        Ok(_) => Failure::usage(format!(
            "run '{name}' keeps no games; let its champion play some first:\n  {}",
            common.command(&format!("arena {name} OPPONENT --name ARENA"))
        )),
        Err(_) => failure,
    })
}

impl Source {
    fn read(&mut self, path: &Path, done: &mut dyn FnMut(u64)) -> Result<(), Failure> {
        let mut reader = GamesReader::open(path)?;
        while let Some(game) = reader.next_game()? {
            let told = game.transcript();
            let checked = self.check(&game, &told);
            checked.map_err(|why| reader.damaged(format!("game {}, {why}", game.number)))?;
            self.first.get_or_insert(game);
            self.games.push(told);
            done(self.games.len() as u64);
        }
        Ok(())
    }

    fn check(&mut self, game: &GameRecord, told: &Transcript) -> Result<(), TextError> {
        let kind = |it: &GameRecord| (it.game.clone(), it.players, it.rules.clone());
        if let Some(first) = self.first.as_ref().filter(|first| kind(first) != kind(game)) {
            let (name, players, rules) = kind(first);
            return Err(TextError(format!(
                "is not of {name} for {players}, {rules}, as the first game is"
            )));
        }
        self.tables.of(game)?.replay(game.repetitions, &game.bots, told, &mut |_| {})
    }
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
