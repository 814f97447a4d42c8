//! Games in Portable Draughts Notation: files of them for `verify` and `replay`, and arenas exported.

use super::failure::{Failure, unread};
use super::figures::{self, plies, thousands};
use super::replay::{Position, Replayed};
use crate::game::draughts::pdn::{Record, parse};
use crate::game::{Outcome, Player};
use crate::play::pdn::{Ending, check, record, replay};
use crate::play::transcript::ReplayStep;
use crate::record::disk;
use crate::record::games::{GameRecord, GamesReader};
use std::fmt::Write as _;
use std::path::Path;

const DRAUGHTS: &str = "draughts";

/// Whether a file holds such games, by its name.
pub fn is_named(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pdn"))
}

fn read(path: &Path) -> Result<Vec<Record>, Failure> {
    let place = path.display();
    let bytes = disk::read_named(path, disk::MOST_MIB).map_err(unread)?;
    if [[0xff_u8, 0xfe], [0xfe, 0xff]].iter().any(|mark| bytes.starts_with(mark)) {
        return Err(Failure::data(format!("{place}: is not text in UTF-8")));
    }
    // Older files are in some encoding of one byte a letter, which matters to names alone.
    let games = parse(&String::from_utf8_lossy(&bytes));
    let games = games.map_err(|why| Failure::data(format!("{place}: {why}")))?;
    match games.is_empty() {
        true => Err(Failure::data(format!("{place} holds no game"))),
        false => Ok(games),
    }
}

/// What the games of a file are.
#[derive(Default)]
pub struct Checked {
    pub games: u64,
    pub plies: u64,
    /// Games that end otherwise than by the rules.
    pub otherwise: u64,
    /// Games that go on to a draw that nobody claimed, or after it.
    pub beyond: u64,
}

/// Checks all games of a file, and says what they are.
pub fn verify(path: &Path) -> Result<Checked, Failure> {
    let games = read(path)?;
    let mut checked = Checked { games: games.len() as u64, ..Checked::default() };
    for (number, game) in (1..).zip(&games) {
        let place = path.display();
        let bad = |why| Failure::data(format!("{place}: game {number}: {why}"));
        let ending = check(game).map_err(bad)?;
        checked.otherwise += u64::from(ending == Ending::Otherwise);
        checked.beyond += u64::from(ending == Ending::BeyondDraw);
        checked.plies += game.moves.len() as u64;
    }
    Ok(checked)
}

impl Checked {
    /// All of it in words.
    pub fn describe(&self) -> String {
        let [otherwise, beyond] = [self.otherwise, self.beyond].map(thousands);
        format!(
            "{} with {} {} legal moves, and no result that these forbid.\n\
             {otherwise} {} otherwise than by the rules (resigned, agreed or not over), and \
             {beyond} by or after a draw\nthat the rules give and that nobody claimed.\n",
            figures::count(self.games, "game", "games"),
            plies(self.plies),
            if self.games == 1 { "has" } else { "have" },
            if self.otherwise == 1 { "ends" } else { "end" },
        )
    }
}

/// The game of that number.
fn game(path: &Path, number: u64) -> Result<Record, Failure> {
    let games = read(path)?;
    let index = number.checked_sub(1).and_then(|it| usize::try_from(it).ok());
    index.and_then(|index| games.get(index)).cloned().ok_or_else(|| {
        let (place, count) = (path.display(), games.len());
        Failure::usage(format!("no game {number} in '{place}', which has {count}"))
    })
}

/// A game of a file with its positions, for machines.
pub fn told(path: &Path, number: u64) -> Result<Replayed, Failure> {
    let game = game(path, number)?;
    let mut positions = Vec::new();
    replay(&game, &mut |step| positions.push(Position::of(step)));
    Ok(Replayed {
        number,
        bots: [0, 1].map(|seat| name(&game, seat).to_string()).to_vec(),
        winner: match game.result {
            Some(Outcome::Won(Player(seat))) => Some(usize::from(seat) + 1),
            _ => None,
        },
        reason: None,
        plies: game.moves.len() as u64,
        positions,
    })
}

/// Draws a game of a file ply by ply, or its position after `ply` plies.
pub fn show(path: &Path, number: u64, ply: Option<u32>) -> Result<String, Failure> {
    let game = &game(path, number)?;
    let (mut text, mut shown) = (String::new(), 0);
    replay(game, &mut |step| {
        match ply {
            Some(ply) if ply == shown => text = (step.draw)(),
            Some(_) => {}
            None => {
                let _ = writeln!(text, "{}{}", title(game, number, step, shown), (step.draw)());
            }
        }
        shown += 1;
    });
    match ply {
        Some(ply) if ply >= shown => {
            let plies = plies(game.moves.len() as u64);
            Err(Failure::usage(format!("no ply {ply}: game {number} has {plies}")))
        }
        Some(_) => Ok(text),
        None => Ok(text + &end(game)),
    }
}

/// The line above a position.
fn title(game: &Record, number: u64, step: &ReplayStep<'_>, ply: u32) -> String {
    match step.mv {
        None => format!("Game {number}: white {}, black {}\n\n", name(game, 0), name(game, 1)),
        Some((seat, mv)) => format!("{ply}. {mv}  ({})\n\n", name(game, seat)),
    }
}

fn name(game: &Record, seat: usize) -> &str {
    let tag = ["White", "Black"].get(seat).copied().unwrap_or_default();
    game.tags.iter().find(|(name, _)| name == tag).map_or("?", |(_, value)| value)
}

fn end(game: &Record) -> String {
    let plies = plies(game.moves.len() as u64);
    let result = match game.result {
        Some(Outcome::Won(Player(0))) => "White won",
        Some(Outcome::Won(_)) => "Black won",
        Some(Outcome::Unfinished) => "A draw",
        None => "No result",
    };
    format!("{result} after {plies}\n")
}

/// The games of an arena of that name, as far as it has come.
pub fn export(path: &Path, name: &str) -> Result<String, Failure> {
    let mut reader = GamesReader::open(path)?;
    let mut text = String::new();
    while let Some(game) = reader.next_whole()? {
        if game.game != DRAUGHTS {
            let game = &game.game;
            return Err(Failure::usage(format!("'{name}' is of {game}; pdn is for {DRAUGHTS}")));
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text += &written(&game, name).map_err(|why| reader.damaged(why))?.text();
    }
    match text.is_empty() {
        true => Err(Failure::usage(format!("arena '{name}' has no games yet"))),
        false => Ok(text),
    }
}

fn written(game: &GameRecord, name: &str) -> Result<Record, String> {
    let [white, black] = game.bots.as_slice() else {
        return Err(format!("{} bots in 2 seats", game.bots.len()));
    };
    let tags =
        [("Event", name), ("Round", &game.number.to_string()), ("White", white), ("Black", black)];
    // A tag's value ends with its line.
    let tags = tags.map(|(tag, value)| (tag.to_string(), value.replace(['\n', '\r'], " ")));
    record(tags.into(), game.position.as_deref(), &game.transcript()).map_err(|why| why.0)
}
