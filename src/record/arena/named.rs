//! The arena of a name: begun, gone on with, made longer or looked at.

use super::reading::{games_missing, read_games};
use super::{Arena, ArenaRecord, GAMES, OpenArena, Played, TIMING, longer, timing};
use crate::record::disk;
use crate::record::error::RecordError;
use crate::record::home::{FolderKind, Hold, Home, soon};
use crate::record::lines;
use crate::record::shards::Whole as _;
use crate::rng::Seed;
use std::path::PathBuf;

impl Home {
    /// A new arena, or the one of that name as far as it has come. Where more games are asked for than that was begun
    /// with, it is made longer; a sequential test, too.
    ///
    /// # Errors
    /// Where the name is that of something else or of an arena with more games or other settings, is in use, or
    /// a file is damaged or can't be written.
    pub fn arena(&self, name: &str, arena: Arena) -> Result<OpenArena, RecordError> {
        self.open_arena(name, arena, Arena::as_begun)
    }

    /// The same where `find` gives the settings of the arena that is there.
    fn open_arena(
        &self,
        name: &str,
        arena: Arena,
        find: impl FnOnce(&Arena, &Hold) -> Result<Option<Arena>, RecordError>,
    ) -> Result<OpenArena, RecordError> {
        let hold = self.hold(name)?;
        let folder = hold.folder.results.clone();
        let schedule = arena.schedule();
        let Some(there) = find(&arena, &hold)? else {
            self.check_division(name, arena.part())?;
            let file = |name: &str, text: &str| (name.to_string(), text.as_bytes().to_vec());
            let files = [arena.file(&hold.folder)?, file(GAMES, ""), file(TIMING, timing::HEADER)];
            let claim = hold.begin(&files)?;
            let played = Played::none(&arena);
            return OpenArena::open(arena, schedule, played, claim);
        };
        let played = read_games(&folder.join(GAMES), &there, &there.schedule())?;
        let done = played.ended.len() as u64;
        // What can't be read is refused before the claim; opening it finds the same once more.
        timing::kept(&folder.join(TIMING), schedule.before() + done)?;
        let claim = hold.claim()?;
        let shorter = (there.games < arena.games).then_some(there.games);
        // The openings are the same, but their file may have been moved.
        let settings = Arena { games: arena.games, openings: arena.openings, ..there };
        if shorter.is_some() {
            settings.lengthen(&claim.folder)?;
        }
        let all = schedule.games();
        let opened = OpenArena::open(settings, schedule, played, claim)?;
        if !opened.is_done() {
            longer::mark_interim(&folder, done, all)?;
        }
        Ok(OpenArena { shorter, ..opened })
    }

    /// A new arena, or the one that is there with as many games, under a name by who plays, with a number where that is
    /// another's.
    ///
    /// # Errors
    /// As [`Home::arena`].
    pub fn unnamed_arena(&self, arena: Arena) -> Result<(String, OpenArena), RecordError> {
        let is_same = |name: &str| {
            let there = soon(|| self.arena_so_far(name));
            there.is_ok_and(|there| there.is_none_or(|(settings, _)| arena.is_like(&settings)))
        };
        let open = |name: &str| self.open_arena(name, arena.clone(), Arena::there);
        Home::first_own(&arena.default_name(), open, is_same)
    }

    /// The settings of the arena of that name, where there is one, and how many games are on record.
    ///
    /// # Errors
    /// Where its settings are damaged, or a file can't be read.
    pub fn arena_so_far(&self, name: &str) -> Result<Option<(Arena, u64)>, RecordError> {
        let Some((arena, folder)) = self.settings_of::<Arena>(name)? else { return Ok(None) };
        Ok(Some((arena, lines::count(&folder.join(GAMES))?)))
    }

    /// What is on record of the arena of that name, where there is one.
    ///
    /// # Errors
    /// Where a file is damaged or can't be read.
    pub fn arena_record(&self, name: &str) -> Result<Option<ArenaRecord>, RecordError> {
        let Some((arena, folder)) = self.settings_beside::<Arena>(name, GAMES)? else {
            return Ok(None);
        };
        match read_games(&folder.join(GAMES), &arena, &arena.schedule()) {
            Ok(Played { ended, trial, .. }) => {
                Ok(Some(ArenaRecord { arena, ended, trial, folder }))
            }
            // Made longer meanwhile, it may have games that the settings that were read don't know.
            Err(why) => match self.settings_of::<Arena>(name)? {
                Some((now, _)) if now != arena => self.arena_record(name),
                _ => Err(why),
            },
        }
    }

    /// The seed of the arena of that name, where there is one.
    pub fn arena_seed(&self, name: &str) -> Result<Option<Seed>, RecordError> {
        Ok(self.settings_of::<Arena>(name)?.map(|(arena, _)| arena.seed))
    }

    /// The games of the arena of that name; `None` where there is no such arena, or can't be: the name may be meant
    /// as a file.
    ///
    /// # Errors
    /// Where the system doesn't say, what is there is no regular file, or such an arena has lost its games.
    pub fn arena_games(&self, name: &str) -> Result<Option<PathBuf>, RecordError> {
        let Ok(folder) = self.folder(name) else { return Ok(None) };
        let path = folder.results.join(GAMES);
        if disk::own_is_there(&path)? {
            return Ok(Some(path));
        }
        match FolderKind::Arena.settings_in(&folder, GAMES)? {
            Some(_) => Err(games_missing(&path)),
            None => Ok(None),
        }
    }
}
