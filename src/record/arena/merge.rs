//! The shards of an arena, and the arena that is made of them.

use super::{
    Arena, ArenaRecord, ArenaTiming, GAMES, OpenArena, Played, TIMING, Typed, growing, read_games,
    read_settings, settings_text,
};
use crate::play::shard::Shard;
use crate::record::disk;
use crate::record::error::RecordError;
use crate::record::games::GamesReader;
use crate::record::growing::Growing;
use crate::record::home::{Folder, FolderKind, Hold, Home};
use crate::record::shards::{Unready, check_part, check_ready, foreign, is_other};

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
        let folder = |shard: Shard| home.folder(&shard.name_of(name));
        let settings = |folder: &Folder| folder.results.join(FolderKind::Arena.settings());
        let begun = settings(&folder(first)?);
        let settled = read_settings(&begun)?;
        let typed = settled.shard.clone().map(|it| it.typed).unwrap_or_default();
        let arena = settled.whole();
        let (mut found, mut unready) = (Vec::new(), Vec::new());
        for shard in first.all() {
            let folder = folder(shard)?;
            let path = settings(&folder);
            if disk::kind(&path)?.is_none() {
                unready.push((shard, Unready::Missing));
                continue;
            }
            let own = read_settings(&path)?;
            check_part(&path, shard, own.part())?;
            let whole = own.clone().whole();
            if whole != arena {
                return Err(foreign(&path, &begun, &whole.differences(&arena).join("; ")));
            }
            // Who works on it is asked first: it may come to its end meanwhile.
            let is_in_use = folder.is_in_use()?;
            let schedule = own.schedule();
            let games = folder.results.join(GAMES);
            let Played { ended, .. } = read_games(&games, &own, &schedule)?;
            let (done, all) = (ended.len() as u64, schedule.games());
            if done < all {
                unready.push((shard, Unready::Unfinished { done, all, is_in_use }));
            }
            found.push(ArenaRecord { arena: own, ended, folder: folder.results });
        }
        let name = name.to_string();
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

    /// Makes the arena of its shards, or finds that it is there already.
    ///
    /// # Errors
    /// Where a shard is unready, something else has the name, or a file can't be read or written. Nothing is then changed.
    pub fn merge(self, home: &Home) -> Result<OpenArena, RecordError> {
        let hold = home.hold(&self.name)?;
        check_ready(&hold.folder.results, &self.unready)?;
        let path = hold.folder.results.join(FolderKind::Arena.settings());
        let (arena, schedule) = (self.arena.clone(), self.arena.schedule());
        let (claim, played) = match hold.kind()? {
            None => {
                // Whatever lies there without settings is refused.
                hold.holds(FolderKind::Arena)?;
                let file = |name: &str, text: String| (name.to_string(), text.into_bytes());
                let settings = settings_text(&path, &arena)?;
                let settings = file(FolderKind::Arena.settings(), settings);
                let files = [settings, file(TIMING, self.times()?)];
                hold.begin_with(&files, |stage| {
                    let mut games = Growing::open(&stage.join(GAMES), 0)?;
                    let played = self.chained(&mut |line| games.append(line))?;
                    games.sync().map(|()| played)
                })?
            }
            Some(_) => {
                let played = self.there(&hold)?;
                (hold.claim()?, played)
            }
        };
        OpenArena::open(arena, schedule, played, claim)
    }

    /// What is there under the name of the arena, where that is the same.
    fn there(&self, hold: &Hold) -> Result<Played, RecordError> {
        let other = || is_other(&hold.folder.results, &self.name);
        if hold.kind()? != Some(FolderKind::Arena) {
            return Err(other());
        }
        let results = &hold.folder.results;
        let there = read_settings(&results.join(FolderKind::Arena.settings()))?;
        if there != self.arena {
            return Err(other());
        }
        let found = read_games(&results.join(GAMES), &there, &there.schedule())?;
        let played = self.chained(&mut |_| Ok(()))?;
        match (&found.chain, found.ended.len()) == (&played.chain, played.ended.len()) {
            true => Ok(played),
            false => Err(other()),
        }
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
        let mut text = growing::HEADER.to_string();
        for shard in &self.found {
            let times = growing::times(&shard.folder.join(TIMING))?;
            text.extend(times.iter().map(ArenaTiming::to_line));
        }
        Ok(text)
    }
}
