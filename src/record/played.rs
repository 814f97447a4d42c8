//! The games that people play: `results/play/games.jsonl`, a line a game, chained as those of arenas.

use super::disk;
use super::error::RecordError;
use super::games::{GameRecord, GamesReader};
use super::growing::Growing;
use super::home::{Claim, Home, PLAYED, make_folder};
use crate::play::transcript::LEFT;
use std::path::{Path, PathBuf};

const GAMES: &str = "games.jsonl";

/// The file of the games that people play, as this process last left it.
#[derive(Debug, Default)]
pub struct Played(Option<End>);

impl Home {
    /// The number of a game that has the same seed, bots and moves and was kept already.
    ///
    /// # Errors
    /// Where the file is damaged or can't be read.
    pub fn kept_already(&self, game: &GameRecord) -> Result<Option<u64>, RecordError> {
        let path = self.folder(PLAYED)?.results.join(GAMES);
        if !disk::own_is_there(&path)? {
            return Ok(None);
        }
        let mut reader = GamesReader::open(&path)?;
        while let Some(kept) = reader.next_whole()? {
            let is_same = kept.seed == game.seed && kept.bots == game.bots;
            if is_same && kept.moves == game.moves && kept.reason == game.reason {
                return Ok(Some(kept.number));
            }
        }
        Ok(None)
    }

    /// Finds out whether a game can be kept, and makes the folder for it.
    ///
    /// # Errors
    /// As [`Played::keep`].
    pub fn prepare_played(&self) -> Result<(), RecordError> {
        let (path, _, claim) = Played::default().place(self)?;
        let was_there = disk::own_is_there(&path)?;
        drop(disk::open_own(&path)?);
        if !was_there {
            disk::remove(&path).map_err(RecordError::io("remove", &path))?;
        }
        drop(claim);
        Ok(())
    }
}

impl Played {
    /// Appends the game that `game` makes of its number, with its chain, and returns that number and
    /// the file. Games that this process appended aren't read again.
    ///
    /// # Errors
    /// Where something else has the name `play`, another process writes there now, or a file is damaged or
    /// can't be written.
    pub fn keep(
        &mut self,
        home: &Home,
        game: impl FnOnce(u64) -> GameRecord,
    ) -> Result<(u64, PathBuf), RecordError> {
        let (path, end, claim) = self.place(home)?;
        let mut file = Growing::open(&path, end.bytes)?;
        let game = game(end.number).chained(&end.chain);
        let line = game.to_line();
        file.append(line.as_bytes())?;
        file.sync()?;
        drop(claim);
        self.0 = Some(End {
            number: end.number.saturating_add(1),
            chain: game.chain.unwrap_or_default(),
            bytes: end.bytes + line.len() as u64,
        });
        Ok((end.number, path))
    }

    /// The file and where the next game goes, while this process alone writes there.
    fn place(&mut self, home: &Home) -> Result<(PathBuf, End, Claim), RecordError> {
        let hold = home.hold(PLAYED)?;
        if let Some(kind) = hold.folder.kind()? {
            return Err(kind.taken(PLAYED));
        }
        let path = hold.folder.results.join(GAMES);
        let known = self.0.take().filter(|end| disk::length(&path).is_ok_and(|it| it == end.bytes));
        let end = match (known, disk::own_is_there(&path)?) {
            (Some(end), true) => end,
            (_, true) => End::of(&path)?,
            (_, false) => End { number: 1, chain: String::new(), bytes: 0 },
        };
        let claim = hold.claim()?;
        make_folder(&claim.folder.results)?;
        Ok((path, end, claim))
    }
}

/// Where the next game of a file goes.
#[derive(Debug)]
struct End {
    /// Its number.
    number: u64,
    /// The chain that it follows.
    chain: String,
    /// The bytes of the whole games before it.
    bytes: u64,
}

impl End {
    fn of(path: &Path) -> Result<End, RecordError> {
        let mut reader = GamesReader::open(path)?;
        let mut number = 1;
        while let Some(game) = reader.next_whole()? {
            number = game.number.saturating_add(1);
        }
        Ok(End { number, chain: reader.chain().to_string(), bytes: reader.bytes() })
    }
}

/// The last game of a file that was left and nobody went on with; where there is none, the last game.
///
/// # Errors
/// Where it can't be read, a line is no game, or there is none.
pub fn last_left(path: &Path) -> Result<GameRecord, RecordError> {
    let mut reader = GamesReader::open(path)?;
    let (mut left, mut last): (Vec<GameRecord>, _) = (Vec::new(), None);
    while let Some(game) = reader.next_game()? {
        left.retain(|before| !goes_on(before, &game));
        match game.reason == LEFT {
            true => left.push(game),
            false => last = Some(game),
        }
    }
    left.pop().or(last).ok_or_else(|| RecordError::damaged(path, "holds no game"))
}

/// The game of that number in a file; `None` where there is none.
///
/// # Errors
/// Where it can't be read, or a line up to that game is no game.
pub fn numbered(path: &Path, number: u64) -> Result<Option<GameRecord>, RecordError> {
    let mut reader = GamesReader::open(path)?;
    while let Some(game) = reader.next_game()? {
        if game.number == number {
            return Ok(Some(game));
        }
    }
    Ok(None)
}

/// Whether a game is one before it, played on.
fn goes_on(before: &GameRecord, game: &GameRecord) -> bool {
    let has_same_terms = before.seed == game.seed
        && before.game == game.game
        && before.rules == game.rules
        && before.bots == game.bots
        && before.position == game.position;
    let mut moves = game.opening.iter().chain(&game.moves);
    let mut before = before.opening.iter().chain(&before.moves);
    has_same_terms && before.all(|mv| moves.next() == Some(mv))
}
