//! Games on record, for the page: those of arenas, and those that people played. They are read from
//! their files, never touched.

use super::error::PageError;
use super::protocol::{EndOf, Event, SeatKind, SeatOf, What};
use super::room::shown;
use crate::record::games::{GameRecord, GamesReader};
use crate::record::home::{Home, PLAYED};
use crate::record::underway::Terms;
use crate::session::play::GameEnd;
use crate::session::recorded::table_of;
use serde::Serialize;
use std::collections::VecDeque;

/// Games that a list has at most.
const MOST: usize = 200;
/// What is said of a game that there isn't.
pub const NO_GAME: &str = "there is no such game\n";

/// A part of the games of a file.
#[derive(Debug, Serialize)]
pub struct Listed {
    games: Vec<Line>,
    /// How many the file has.
    all: u64,
    /// The game from which those before these are listed, and the one after these. Numbers needn't begin
    /// at 1: those of a shard don't.
    earlier: Option<u64>,
    later: Option<u64>,
}

/// A game in a line.
#[derive(Debug, Serialize)]
struct Line {
    number: u64,
    game: String,
    players: usize,
    bots: Vec<String>,
    winner: Option<usize>,
    reason: String,
    plies: u32,
}

/// The games from that number on.
pub fn list(home: &Home, name: &str, from: u64) -> Result<Listed, PageError> {
    let mut listed = Listed { games: Vec::new(), all: 0, earlier: None, later: None };
    let mut before = VecDeque::new();
    each(home, name, &mut |game| {
        listed.all += 1;
        if game.number < from {
            before.push_back(game.number);
            if before.len() > MOST {
                before.pop_front();
            }
        } else if listed.games.len() < MOST {
            listed.games.push(line(game));
        } else {
            listed.later.get_or_insert(game.number);
        }
        true
    })?;
    listed.earlier = before.front().copied();
    Ok(listed)
}

/// What happened in a game, as a table tells it.
pub fn events(home: &Home, name: &str, number: u64) -> Result<Vec<Event>, PageError> {
    let mut found = None;
    each(home, name, &mut |game| {
        if game.number == number {
            found = Some(game);
        }
        found.is_none()
    })?;
    let found = found.ok_or_else(|| PageError::NotThere(NO_GAME.to_string()))?;
    Ok(told(&found)?)
}

/// Hands over one game after another, as long as `next` wants more.
fn each(
    home: &Home,
    name: &str,
    next: &mut dyn FnMut(GameRecord) -> bool,
) -> Result<(), PageError> {
    let Some(path) = home.arena_games(name)? else {
        // That file begins with the first game that is over.
        if name == PLAYED {
            return Ok(());
        }
        return Err(PageError::NotThere("there are no such games\n".to_string()));
    };
    let mut reader = GamesReader::open(&path)?;
    while let Some(game) = reader.next_whole()? {
        if !next(game) {
            break;
        }
    }
    Ok(())
}

fn line(game: GameRecord) -> Line {
    let GameRecord { number, game, players, bots, winner, reason, plies, .. } = game;
    Line { number, game, players, bots, winner, reason, plies }
}

fn told(game: &GameRecord) -> Result<Vec<Event>, crate::game::TextError> {
    let table = table_of(game)?;
    let start = table.live(game.repetitions);
    let seat = |name: &String| SeatOf { kind: SeatKind::Bot, name: Some(name.clone()) };
    let seats = game.bots.iter().map(seat).collect();
    let mut told = vec![shown::start(game, start.as_ref(), seats, Terms::default())];
    let mut live = table.live(0);
    for mv in game.opening.iter().chain(&game.moves) {
        let seat = live.turn().index();
        live.play(mv)?;
        told.push(shown::moved(live.as_ref(), seat, mv, None));
    }
    let words = GameEnd::new(game.winner, &game.reason, live.ending()).words;
    let end = EndOf { winner: game.winner, reason: game.reason.clone() };
    told.push(What::End { end, words, number: Some(game.number) });
    let event = |(event, what)| Event { table: String::new(), event, what };
    Ok(told.into_iter().enumerate().map(event).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_who_have_played_no_game_yet_have_an_empty_list() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::new(folder.path());
        let listed = list(&home, PLAYED, 1).unwrap();
        assert_eq!((listed.games.len(), listed.all), (0, 0));
        assert!(matches!(events(&home, PLAYED, 1), Err(PageError::NotThere(_))));
        assert!(matches!(list(&home, "pair", 1), Err(PageError::NotThere(_))));
    }
}
