//! The shards of an arena, and the arena that is made of them.

use super::reading::{read_games, read_settings};
use super::{Arena, ArenaRecord, ArenaTiming, GAMES, OpenArena, Played, TIMING, Typed, timing};
use crate::play::shard::Shard;
use crate::record::error::RecordError;
use crate::record::games::GamesReader;
use crate::record::growing::Growing;
use crate::record::home::{FolderKind, Hold, Home};
use crate::record::lines;
use crate::record::shards::{Progress, Unready, Whole, merge, read_all};
use std::path::{Path, PathBuf};

/// All shards of an arena that are there.
#[derive(Debug)]
pub struct ArenaShards {
    name: String,
    /// The whole.
    arena: Arena,
    typed: Typed,
    found: Vec<ArenaRecord>,
    unready: Vec<(Shard, Unready)>,
}

impl Whole for Arena {
    const KIND: FolderKind = FolderKind::Arena;

    fn read(path: &Path) -> Result<Arena, RecordError> {
        read_settings(path)
    }

    fn part(&self) -> Option<Shard> {
        Arena::part(self)
    }

    fn whole(self) -> Arena {
        Arena { shard: None, ..self }.versioned()
    }

    fn differ(&self, there: &Arena) -> String {
        self.differences(there).join("; ")
    }

    /// Whether both have the same games, whichever starhop began them, and by whichever words.
    fn is_like(&self, there: &Arena) -> bool {
        let shard = there.shard.clone();
        let games = if self.prolongs(there) { there.games } else { self.games };
        self.part() == there.part()
            && Arena { version: there.version, shard, games, ..self.clone() } == *there
    }
}

impl ArenaShards {
    /// Reads all shards of an arena of that name, of which `first` is there.
    ///
    /// # Errors
    /// Where one is damaged or has other settings.
    pub(in crate::record) fn read(
        home: &Home,
        name: &str,
        first: Shard,
    ) -> Result<ArenaShards, RecordError> {
        let mut found = Vec::new();
        let read = &mut |own: Arena, folder: &Path| {
            let schedule = own.schedule();
            let played = read_games(&folder.join(GAMES), &own, &schedule)?;
            let Played { ended, trial, .. } = played;
            let progress = Progress { done: ended.len() as u64, all: schedule.games() };
            found.push(ArenaRecord { arena: own, ended, trial, folder: folder.to_path_buf() });
            Ok(progress)
        };
        let (settled, unready) = read_all(home, name, first, read)?;
        let typed = settled.shard.clone().map(|it| it.typed).unwrap_or_default();
        let (name, arena) = (name.to_string(), settled.whole());
        Ok(ArenaShards { name, arena, typed, found, unready })
    }

    /// The shards that are missing or have games left to play.
    pub fn unready(&self) -> &[(Shard, Unready)] {
        &self.unready
    }

    /// The settings of the whole arena.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// The flags by which the first shard was begun.
    pub fn typed(&self) -> &Typed {
        &self.typed
    }

    /// The files that lack times of some games.
    ///
    /// # Errors
    /// Where one can't be read.
    pub fn untimed(&self) -> Result<Vec<PathBuf>, RecordError> {
        let mut untimed = Vec::new();
        for shard in &self.found {
            let (path, rows) = (shard.folder.join(TIMING), shard.ended.len() * self.arena.players);
            if rows > 0 && lines::count(&path)? <= rows as u64 {
                untimed.push(path);
            }
        }
        Ok(untimed)
    }

    /// Makes the arena of its shards, or finds that it is there already.
    ///
    /// # Errors
    /// Where a shard is unready, something else has the name, or a file can't be read or written. Nothing is then changed.
    pub fn merge(self, home: &Home) -> Result<OpenArena, RecordError> {
        let make = |hold: Hold| {
            let times = (TIMING.to_string(), self.times()?.into_bytes());
            let settings = self.arena.file(&hold.folder)?;
            hold.begin_with(&[settings, times], |stage| {
                let mut games = Growing::open(&stage.join(GAMES), 0)?;
                let played = self.chained(&mut |line| games.append(line))?;
                games.sync().map(|()| played)
            })
        };
        let schedule = self.arena.schedule();
        let look = |results: &Path| {
            let there = read_games(&results.join(GAMES), &self.arena, &schedule)?;
            let played = self.chained(&mut |_| Ok(()))?;
            let is_same = there.chain == played.chain && there.ended.len() == played.ended.len();
            Ok(is_same.then_some(played))
        };
        let whole = (home, self.name.as_str());
        let (claim, played) = merge(whole, &self.arena, &self.unready, make, look)?;
        OpenArena::open(self.arena, schedule, played, claim)
    }

    /// Tells of the lines of all games, chained anew.
    fn chained(
        &self,
        add: &mut dyn FnMut(&[u8]) -> Result<(), RecordError>,
    ) -> Result<Played, RecordError> {
        let mut played = Played::default();
        for shard in &self.found {
            let mut reader = GamesReader::open(&shard.folder.join(GAMES))?;
            for ended in &shard.ended {
                let Some(game) = reader.next_whole()? else {
                    return Err(reader.damaged("was changed while it was read"));
                };
                let game = game.chained(&played.chain);
                let line = game.to_line();
                add(line.as_bytes())?;
                played.bytes += line.len() as u64;
                played.ended.push(ended.clone());
                played.chain = game.chain.unwrap_or_default();
            }
        }
        Ok(played)
    }

    /// The file of times of all games.
    fn times(&self) -> Result<String, RecordError> {
        let mut text = timing::HEADER.to_string();
        for shard in &self.found {
            let times = timing::whole_times(&shard.folder.join(TIMING))?;
            text.extend(times.iter().map(ArenaTiming::to_line));
        }
        Ok(text)
    }
}
