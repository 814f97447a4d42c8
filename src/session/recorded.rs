//! Games on record, played again: to check what is said of them, or to learn an opening book. Runs keep
//! no games; their champions play new ones.

mod champion;

pub use champion::ChampionGames;

use super::error::SessionError;
use crate::backend::Threads;
use crate::game::TextError;
use crate::play::book::Book;
use crate::play::transcript::Transcript;
use crate::record::disk::{self, Kind};
use crate::record::games::{GameRecord, GamesReader};
use crate::record::home::Home;
use crate::record::run::Run;
use crate::registry::{self, Table};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What a table is for: game, players, rules, and where games begin.
#[derive(Debug, PartialEq)]
struct TableKey {
    game: String,
    players: usize,
    rules: String,
    position: Option<String>,
}

/// Tables of the games that were met, the last one kept: most files hold games of one kind.
#[derive(Debug, Default)]
struct Tables {
    last: Option<(TableKey, Box<dyn Table>)>,
}

/// What games are of: their game, players and rules.
type Of = (String, usize, String);

/// The games that a book is learnt from.
#[derive(Debug, Default)]
pub struct Source {
    tables: Tables,
    /// What all of them are of.
    of: Option<Of>,
    games: Vec<Transcript>,
}

/// The file of games that `name` names: a file, or else that of an arena.
///
/// # Errors
/// Where it names neither.
pub fn games_path(name: &str, home: &Home) -> Result<PathBuf, SessionError> {
    let path = Path::new(name);
    if matches!(disk::kind(path)?, Some(Kind::File | Kind::Other)) {
        return Ok(path.to_path_buf());
    }
    let why = || format!("'{name}' is neither a file nor an arena with games");
    home.arena_games(name)?.ok_or_else(|| SessionError::Refused(why()))
}

/// Games that were played again.
#[derive(Clone, Copy, Debug)]
pub struct Replayed {
    /// How many.
    pub games: u64,
    /// All of their plies.
    pub plies: u64,
    /// Whether each follows from the one before by its chain; those of earlier versions have none.
    pub is_chained: bool,
}

/// Plays all games of a file again, until the threads are asked to stop, and tells `done` how many were
/// played.
///
/// # Errors
/// Names the file and the line of the first game that can't be right, and why.
pub fn verify(
    path: &Path,
    threads: &Threads,
    done: &mut dyn FnMut(u64),
) -> Result<Replayed, SessionError> {
    let mut reader = GamesReader::open(path)?;
    let mut tables = Tables::default();
    let (mut games, mut plies) = (0, 0);
    while let Some(game) = reader.next_game()? {
        if threads.is_stopped() {
            return Ok(Replayed { games, plies, is_chained: reader.is_chained() });
        }
        let table = tables.of(&game).map_err(|why| reader.damaged(why))?;
        let mut live = table.live(game.repetitions);
        let replayed = live.replay(&game.bots, &game.transcript(), &mut |_| {});
        replayed.map_err(|why| reader.damaged(format!("game {}: {why}", game.number)))?;
        games += 1;
        plies += u64::from(game.plies);
        done(games);
    }
    match games {
        0 => Err(SessionError::Damaged(format!("{} holds no game", path.display()))),
        games => Ok(Replayed { games, plies, is_chained: reader.is_chained() }),
    }
}

/// The table that a game was played at.
///
/// # Errors
/// Where there is no such game, or not with these rules and players, or its position is of
/// others.
pub fn table_of(game: &GameRecord) -> Result<Box<dyn Table>, TextError> {
    let entry = registry::find(&game.game)?;
    let Some(position) = &game.position else { return entry.open(game.players, &game.rules) };
    let table = entry.open_at(position)?;
    match table.players() == game.players && table.rules() == game.rules {
        true => Ok(table),
        false => Err(TextError("the position is of other rules or players".to_string())),
    }
}

impl Tables {
    /// As [`table_of`].
    fn of(&mut self, game: &GameRecord) -> Result<&dyn Table, TextError> {
        let key = TableKey {
            game: game.game.clone(),
            players: game.players,
            rules: game.rules.clone(),
            position: game.position.clone(),
        };
        let last = match self.last.take().filter(|(last, _)| *last == key) {
            Some(last) => last,
            None => (key, table_of(game)?),
        };
        Ok(self.last.insert(last).1.as_ref())
    }
}

impl Source {
    /// How many games were read.
    pub fn games(&self) -> u64 {
        self.games.len() as u64
    }

    /// What all of them are of: the game, players and rules; `None` where there are none yet.
    pub fn kind(&self) -> Option<String> {
        self.of.as_ref().map(told_of)
    }

    /// Reads a file of games and plays each again, until the threads are asked to stop; tells `done`
    /// how many were read in all. Those are taken that are of the game, players and rules of the ones before or, where
    /// there are none, of the last in the file, and begin at the start. Gives how many are left out.
    ///
    /// # Errors
    /// Names the file and the line of a game that can't be right, and why, or of the first where none can be taken.
    pub fn read(
        &mut self,
        path: &Path,
        threads: &Threads,
        done: &mut dyn FnMut(u64),
    ) -> Result<u64, SessionError> {
        let mut reader = GamesReader::open(path)?;
        let (mut kinds, mut last, mut refused) = (BTreeMap::<Of, Vec<_>>::new(), None, None);
        let (before, mut read) = (self.games(), 0);
        while let Some(game) = reader.next_game()? {
            if threads.is_stopped() {
                break;
            }
            let damaged = |why: TextError| reader.damaged(format!("game {}: {why}", game.number));
            let told = game.transcript();
            self.replay(&game, &told).map_err(damaged)?;
            match self.admits(&game) {
                Ok(of) => {
                    kinds.entry(of.clone()).or_default().push(told);
                    last = Some(of);
                }
                Err(why) if refused.is_none() => refused = Some(damaged(why)),
                Err(_) => {}
            }
            read += 1;
            done(before + read);
        }
        let Some(of) = last else { return refused.map_or(Ok(0), |why| Err(why.into())) };
        let games = kinds.remove(&of).unwrap_or_default();
        let left_out = read - games.len() as u64;
        self.games.extend(games);
        self.of = Some(of);
        Ok(left_out)
    }

    /// Has the champion of a run play new games, until the threads are asked to stop; tells `done` how
    /// many are played.
    ///
    /// # Errors
    /// Where the run has no champion yet, its files are damaged, or it is of another kind than the
    /// games that were read.
    pub fn play(
        &mut self,
        run: &Run,
        asked: ChampionGames,
        threads: &Threads,
        done: &mut dyn FnMut(u64),
    ) -> Result<(), SessionError> {
        let (of, games) = champion::games(run, asked, threads, done)?;
        let refused = |why| SessionError::Refused(format!("run '{}' {why}", run.name()));
        self.fits(&of).map_err(refused)?;
        self.of = Some(of);
        self.games.extend(games);
        Ok(())
    }

    fn replay(&mut self, game: &GameRecord, told: &Transcript) -> Result<(), TextError> {
        let mut live = self.tables.of(game)?.live(game.repetitions);
        live.replay(&game.bots, told, &mut |_| {})
    }

    /// What a game is of, where it can stand beside those that are there.
    fn admits(&self, game: &GameRecord) -> Result<Of, TextError> {
        if game.position.is_some() {
            return Err(TextError("begins from a position, where no book begins".to_string()));
        }
        let of = (game.game.clone(), game.players, game.rules.clone());
        self.fits(&of).map(|()| of)
    }

    /// Whether such games can stand beside those that are there.
    fn fits(&self, of: &Of) -> Result<(), TextError> {
        match &self.of {
            Some(first) if first != of => {
                Err(TextError(format!("is not of {}, as the first game is", told_of(first))))
            }
            _ => Ok(()),
        }
    }

    /// The book of the moves of the first `plies` plies that were played in at least `least` games.
    ///
    /// # Errors
    /// Where there is no such move.
    pub fn learn(&self, plies: u32, least: u64) -> Result<Book, SessionError> {
        let book = match &self.of {
            Some((game, players, rules)) => {
                let table = registry::find(game)?.open(*players, rules)?;
                Some(table.learn(&self.games, plies, least)?)
            }
            None => None,
        };
        let why = "no move of the first plies was played so often; choose more --plies or fewer \
                   --least-games";
        let book = book.filter(|book| !book.entries.is_empty());
        book.ok_or_else(|| SessionError::refused(why))
    }
}

fn told_of((game, players, rules): &Of) -> String {
    format!("{game} for {players} players, {rules}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A game without moves under the standard rules for two.
    fn recorded(rules: &str, players: usize, position: Option<String>) -> GameRecord {
        serde_json::from_value(json!({
            "version": 4, "number": 0, "pairing": 0, "pair": 0, "game": "chinese-checkers", "rules": rules,
            "players": players, "bots": ["random", "random"], "seed": 1, "repetitions": 3,
            "position": position, "opening": [], "moves": [], "winner": null, "reason": "", "plies": 0,
        }))
        .unwrap()
    }

    #[test]
    fn a_position_of_other_rules_or_players_is_refused() {
        let table = registry::find("chinese-checkers").unwrap().open(2, "standard").unwrap();
        let (rules, position) = (table.rules(), table.draw());
        let open =
            |rules: &str, players| table_of(&recorded(rules, players, Some(position.clone())));
        assert_eq!(open(&rules, 2).unwrap().draw(), position);
        for (rules, players) in [("report", 2), (rules.as_str(), 3)] {
            let why = open(rules, players).unwrap_err().to_string();
            assert_eq!(why, "the position is of other rules or players");
        }
    }

    #[test]
    fn a_game_from_a_position_is_left_out_of_a_book() {
        let source = Source::default();
        assert!(source.admits(&recorded("standard", 2, None)).is_ok());
        let from_there = recorded("standard", 2, Some("a drawing".to_string()));
        let why = source.admits(&from_there).unwrap_err().to_string();
        assert_eq!(why, "begins from a position, where no book begins");
    }
}
