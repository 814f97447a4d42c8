//! `replay`: a recorded game, drawn ply by ply, or as one picture.

mod film;

use super::failure::Failure;
use super::figures::{count, plies};
use super::{Common, output, pdn};
use crate::play::transcript::ReplayStep;
use crate::record::games::{GameRecord, GamesReader};
use crate::session::recorded::{games_path, table_of};
use clap::Args;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Draw a game of an arena, or a game that people played, ply by ply
#[derive(Args)]
#[command(after_help = "
FILE is the name of an arena, `play` for the games of people, or a file like games.jsonl. Each
position is below the move that led to it; moves of the opening, which no bot chose, are marked. In
a file whose name ends in .pdn, with games of draughts in Portable Draughts Notation, the first game
is number 1.

Examples:
  starhop replay ARENA --number 7
  starhop replay results/ARENA/games.jsonl --number 7 --ply 20
  starhop replay tournament.pdn --number 2
  starhop replay ARENA --number 7 --output game.gif
  starhop replay play --number 1 --output film.png
  starhop replay ARENA --number 7 --ply 20 > position.txt
  starhop perft --position position.txt --game GAME
")]
pub struct ReplayArgs {
    /// Arena, or file of games
    file: String,
    /// Number of the game
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    number: u64,
    /// Show only the position after that many plies, 0 for the start
    #[arg(long, value_name = "K")]
    ply: Option<u32>,
    /// Draw the game into a file: .svg and .gif move, .png is a strip of boards
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["ply", "json"])]
    output: Option<PathBuf>,
    /// Print the game with all its positions as JSON
    #[arg(long, conflicts_with = "ply")]
    json: bool,
}

/// A game with its positions, for machines.
#[derive(Serialize)]
pub struct Replayed {
    pub number: u64,
    /// By their seats.
    pub bots: Vec<String>,
    /// The seat that won, from 1.
    pub winner: Option<usize>,
    /// Why the game ended, where that is on record.
    pub reason: Option<String>,
    pub plies: u64,
    pub positions: Vec<Position>,
}

/// A position, and the move that led to it.
#[derive(Serialize)]
pub struct Position {
    /// The seat that moved, from 1; null at the start.
    seat: Option<usize>,
    #[serde(rename = "move")]
    mv: Option<String>,
    /// Drawn.
    position: String,
}

impl Position {
    /// What a step of a replay shows.
    pub fn of(step: &ReplayStep<'_>) -> Position {
        Position {
            seat: step.mv.map(|(seat, _)| seat + 1),
            mv: step.mv.map(|(_, mv)| mv.to_string()),
            position: (step.draw)(),
        }
    }
}

/// Runs `replay`.
pub fn replay(args: &ReplayArgs, common: &Common) -> Result<(), Failure> {
    let path = games_path(&args.file, &common.home())?;
    if pdn::is_named(&path) {
        if args.output.is_some() {
            let why = "games in PDN are drawn as text alone; leave out --output";
            return Err(Failure::usage(why));
        }
        if args.json {
            return output::print_json(&pdn::told(&path, args.number)?);
        }
        return output::print(&pdn::show(&path, args.number, args.ply)?);
    }
    let mut reader = GamesReader::open(&path)?;
    let (mut all, mut first, mut last) = (0, 0, 0);
    while let Some(game) = reader.next_game()? {
        all += 1;
        first = if all == 1 { game.number } else { first };
        last = game.number;
        if game.number == args.number {
            return match &args.output {
                Some(path) => film::draw(&game, &reader, path, common.quiet),
                None if args.json => output::print_json(&told(&game, &reader)?),
                None => show(&game, args.ply, &reader, common.quiet),
            };
        }
    }
    // A shard has some games of an arena, under their numbers there.
    let has = match first > 1 && last.checked_sub(first) == Some(all - 1) {
        true => format!("the games {first} to {last}"),
        false => count(all, "game", "games"),
    };
    let why = format!("there is no game {} in '{}', which has {has}", args.number, args.file);
    Err(Failure::usage(why))
}

fn told(game: &GameRecord, reader: &GamesReader) -> Result<Replayed, Failure> {
    let mut live = table_of(game).map_err(|why| reader.damaged(why))?.live(game.repetitions);
    let mut positions = Vec::new();
    let mut visit = |step: &ReplayStep<'_>| positions.push(Position::of(step));
    let replayed = live.replay(&game.bots, &game.transcript(), &mut visit);
    replayed.map_err(|why| reader.damaged(why))?;
    Ok(Replayed {
        number: game.number,
        bots: game.bots.clone(),
        winner: game.winner,
        reason: Some(game.reason.clone()),
        plies: game.plies.into(),
        positions,
    })
}

fn show(
    game: &GameRecord,
    ply: Option<u32>,
    reader: &GamesReader,
    quiet: bool,
) -> Result<(), Failure> {
    let table = table_of(game).map_err(|why| reader.damaged(why))?;
    let mut live = table.live(game.repetitions);
    let (mut text, mut move_there, mut shown) = (String::new(), String::new(), 0);
    let mut visit = |step: &ReplayStep<'_>| {
        match ply {
            Some(ply) if ply == shown => {
                move_there = title(game, step, shown as usize);
                text = (step.draw)();
            }
            Some(_) => {}
            None => {
                let title = title(game, step, shown as usize);
                let _ = writeln!(text, "{title}{}", (step.draw)());
            }
        }
        shown += 1;
    };
    let told = game.transcript();
    let replayed = live.replay(&game.bots, &told, &mut visit);
    replayed.map_err(|why| reader.damaged(why))?;
    if let Some(ply) = ply.filter(|&ply| ply >= shown) {
        let (number, plies) = (game.number, plies(game.plies.into()));
        return Err(Failure::usage(format!("no ply {ply}: game {number} has {plies}")));
    }
    match ply {
        None => text += &end(game),
        // Beside the drawing, which other commands read.
        Some(ply) if !quiet => {
            if ply > 0 {
                output::say(&players(game));
            }
            output::say(move_there.trim_end());
        }
        Some(_) => {}
    }
    output::print(&text)
}

/// The game's number, and who plays it.
fn players(game: &GameRecord) -> String {
    let bots: Vec<String> =
        (1..).zip(&game.bots).map(|(seat, bot)| format!("seat {seat} {bot}")).collect();
    format!("Game {}: {}", game.number, bots.join(", "))
}

/// The line above a position.
fn title(game: &GameRecord, step: &ReplayStep<'_>, ply: usize) -> String {
    let Some((seat, mv)) = step.mv else { return format!("{}\n\n", players(game)) };
    let who = match (ply <= game.opening.len(), game.bots.get(seat)) {
        (false, Some(bot)) => bot.as_str(),
        _ => "opening",
    };
    format!("{ply}. {mv}  ({who})\n\n")
}

fn end(game: &GameRecord) -> String {
    let winner = game.winner.and_then(|seat| Some((seat, game.bots.get(seat.checked_sub(1)?)?)));
    let result =
        winner.map_or("Nobody won".to_string(), |(seat, bot)| format!("Seat {seat}, {bot}, won"));
    let why = game.why.as_ref().map_or(String::new(), |why| format!(", {why}"));
    format!("{result} after {}: {}{why}\n", plies(game.plies.into()), game.reason)
}
