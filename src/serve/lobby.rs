//! All tables of a server: who can sit down where, and new ones.

use super::protocol::{GameOffer, Reply};
use super::room::shown::{board, pieces};
use super::room::{Plan, Setup, Shared, TableHandle, TableTask, refused};
use super::words;
use crate::backend::{Threads, lock};
use crate::record::underway::{
    Change, Head, SeatLine, ServedGames, Terms, Underway, UnderwayFile, VERSION,
};
use crate::registry::{self, Entry};
use crate::rng::Seed;
use crate::search::spec::BotName;
use crate::session::error::SessionError;
use crate::session::play::{PERSON, PlayedGame, Seat};
use crate::session::shell::quoted;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::task::block_in_place;

/// Tables at most where games go on.
const MOST: usize = 4000;
/// Tables at most whose games are over.
const MOST_OVER: usize = 500;
/// Tables that a list has at most.
const LISTED: usize = 200;
/// Seconds that clocks can be set to: a week.
const LONGEST: u32 = 7 * 24 * 3600;
/// A position that is there this often ends a game, as in arenas.
const REPETITIONS: u32 = 3;
/// What a seat is called that anybody can take.
const OPEN: &str = "open";

/// All tables.
pub struct Lobby {
    shared: Arc<Shared>,
    files: ServedGames,
    /// Bots, by name, that may be chosen beside those of the levels.
    bots: Vec<String>,
    offers: Vec<GameOffer>,
    /// Where programs connect.
    tcp: Option<SocketAddr>,
    tables: Mutex<Tables>,
    /// Held while a rematch is set up, so that all who ask for one get the same.
    rematch: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Tables {
    /// By name, with the number in the order in which they were opened.
    by_name: BTreeMap<String, (u64, TableHandle)>,
    opened: u64,
}

/// What a new table is to be.
#[derive(Debug)]
pub struct Wanted {
    pub game: String,
    pub players: Option<usize>,
    pub rules: Option<String>,
    pub seats: Vec<String>,
    pub seed: Option<u64>,
    pub terms: Terms,
}

impl Lobby {
    /// The tables that were left when the server ended. `tell` hears of each that waits, since a program plays there
    /// that the server wasn't started with.
    ///
    /// # Errors
    /// Names the file of a game that can't be right, or a bot that can play no game or doesn't get ready.
    pub fn open(
        shared: Arc<Shared>,
        bots: Vec<String>,
        tcp: Option<SocketAddr>,
        tell: fn(&str),
    ) -> Result<Lobby, SessionError> {
        let offers = registry::games().into_iter();
        // Other evaluations of a game have lines of their own in the registry.
        let offers = offers.filter(|entry| !entry.name.contains('/'));
        let offers: Vec<GameOffer> = offers.map(|entry| offer(entry, &bots, &shared)).collect();
        let is_offered = |bot: &&String| offers.iter().any(|it| it.bots.contains(bot));
        if let Some(bot) = bots.iter().find(|bot| !is_offered(bot)) {
            return Err(SessionError::Refused(unoffered(bot, &shared)));
        }
        bots.iter().try_for_each(|bot| check_program(bot, &offers, &shared))?;
        let files = shared.home.served()?;
        let lobby = Lobby {
            shared,
            files,
            bots,
            offers,
            tcp,
            tables: Mutex::default(),
            rematch: tokio::sync::Mutex::default(),
        };
        for game in lobby.files.all()? {
            match game.head.game.bots.iter().find(|name| lobby.is_foreign(name)) {
                Some(bot) => tell(&waits(&lobby.files.path(&game.id), bot)),
                None => lobby.restore(&game)?,
            }
        }
        Ok(lobby)
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        lock(&self.tables)
    }

    /// Where programs connect, if they can.
    pub fn tcp(&self) -> Option<SocketAddr> {
        self.tcp
    }

    /// The table of that name.
    pub fn table(&self, id: &str) -> Option<TableHandle> {
        self.tables().by_name.get(id).map(|(_, table)| table.clone())
    }

    /// The newest tables, first those where games go on.
    pub fn list(&self) -> Reply {
        let mut lines: Vec<_> =
            self.tables().by_name.values().map(|(number, table)| (*number, table.line())).collect();
        let all = lines.len();
        lines.sort_by_key(|(number, line)| (line.over.is_some(), std::cmp::Reverse(*number)));
        let tables = lines.into_iter().take(LISTED).map(|(_, line)| line).collect();
        Reply::List { tables, all }
    }

    /// The games that can be played.
    pub fn games(&self) -> Reply {
        Reply::Games { games: self.offers.clone() }
    }

    /// Sets up a table.
    pub async fn create(&self, wanted: &Wanted) -> Reply {
        let begun = match block_in_place(|| self.head(wanted)) {
            Ok(head) => self.begin(&head).await,
            Err(why) => Err(why),
        };
        match begun {
            Ok(table) => Reply::Created { table },
            Err(why) => refused(why),
        }
    }

    /// Sets up another game of the people at a table, asked by one of them.
    pub async fn rematch(&self, table: &TableHandle, token: String) -> Reply {
        let _one = self.rematch.lock().await;
        let head = match table.plan(token).await {
            Err(why) => return refused(why),
            Ok(Plan::There(id)) => return Reply::Created { table: id },
            Ok(Plan::New(head)) => head,
        };
        match self.rematched(*head).await {
            Err(why) => refused(why),
            Ok(id) => {
                table.next(&id).await;
                Reply::Created { table: id }
            }
        }
    }

    async fn rematched(&self, mut head: Head) -> Result<String, SessionError> {
        head.game.seed = Seed::draw()?;
        self.begin(&head).await
    }

    /// The first line of a new game.
    fn head(&self, wanted: &Wanted) -> Result<Head, SessionError> {
        let refuse = |why: &str| SessionError::Refused(why.to_string());
        let entry = registry::find(&wanted.game)?;
        let players = wanted.players.unwrap_or(wanted.seats.len());
        let rules = wanted.rules.as_deref().unwrap_or(entry.arena_rules);
        let table = entry.open(players, rules)?;
        if wanted.seats.len() != players {
            return Err(refuse("name as many seats as there are players"));
        }
        check(&wanted.terms)?;
        let seat = |name: &String| {
            let name = self.seat_name(name, entry, players)?;
            Seat::find(name, table.as_ref(), &self.shared.home)
        };
        let seats = wanted.seats.iter().map(seat).collect::<Result<Vec<Seat>, _>>()?;
        let seed = match wanted.seed {
            Some(number) => Seed::new(number).ok_or_else(|| refuse("that seed is too large"))?,
            None => Seed::draw()?,
        };
        let game = PlayedGame::new(table.as_ref(), seats, seed, REPETITIONS, None)?;
        let seats = vec![SeatLine::default(); players];
        let game = game.blank().clone();
        Ok(Head { version: VERSION, game, seats, terms: wanted.terms })
    }

    /// Makes room for another table beside fewer than `most` games under way: the oldest goes that nobody has begun
    /// and nobody is there for.
    async fn make_room(&self, most: usize) -> Result<(), SessionError> {
        let Some(unwatched) = self.crowd(most) else { return Ok(()) };
        for (_, name, table) in unwatched {
            if table.let_go().await {
                self.tables().by_name.remove(&name);
                return Ok(());
            }
        }
        let why = "there are too many games; wait until some are over";
        Err(SessionError::Refused(why.to_string()))
    }

    /// Where `most` games or more go on: their tables that nobody watches, the oldest first. Of those whose games are
    /// over, the oldest are let go.
    fn crowd(&self, most: usize) -> Option<Vec<(u64, String, TableHandle)>> {
        let mut tables = self.tables();
        let over = |(name, (number, table)): (&String, &(u64, TableHandle))| {
            table.line().over.map(|_| (*number, name.clone()))
        };
        let mut over: Vec<(u64, String)> = tables.by_name.iter().filter_map(over).collect();
        let under_way = tables.by_name.len() - over.len();
        over.sort_unstable();
        let surplus = (over.len() + 1).saturating_sub(MOST_OVER);
        for (_, name) in over.into_iter().take(surplus) {
            tables.by_name.remove(&name);
        }
        if under_way < most {
            return None;
        }
        let is_left = |table: &TableHandle| table.line().over.is_none() && !table.log.is_watched();
        let all = tables.by_name.iter().filter(|(_, (_, table))| is_left(table));
        let all = all.map(|(name, (number, table))| (*number, name.clone(), table.clone()));
        let mut all: Vec<_> = all.collect();
        all.sort_unstable_by_key(|(number, ..)| *number);
        Some(all)
    }

    /// Begins a game, whose file is on the disk then.
    async fn begin(&self, head: &Head) -> Result<String, SessionError> {
        let id = words::table()?;
        // First what can be refused: a file would have to be restored at the next start, and a table be let go for
        // nothing.
        let game = block_in_place(|| self.game(&id, head))?;
        self.make_room(MOST).await?;
        block_in_place(|| {
            let file = self.files.begin(&id, head)?;
            self.open_table(&id, head, game, file, &[])?;
            Ok(id)
        })
    }

    fn restore(&self, kept: &Underway) -> Result<(), SessionError> {
        let file = self.files.open(kept)?;
        let game = self.game(&kept.id, &kept.head);
        let opened =
            game.and_then(|it| self.open_table(&kept.id, &kept.head, it, file, &kept.changes));
        opened.map_err(|why| match why.is_of_the_system() {
            true => why,
            false => SessionError::Damaged(format!(
                "{}: {why}; put back what it needs, or move this file away",
                self.files.path(&kept.id).display()
            )),
        })
    }

    /// A game by its first line, and who advises in it.
    fn game(&self, id: &str, head: &Head) -> Result<(PlayedGame, Seat), SessionError> {
        let game = PlayedGame::restore(head.game.clone(), Path::new(id), &self.shared.home)?;
        let adviser = self.adviser(&game)?;
        Ok((game, adviser))
    }

    fn open_table(
        &self,
        id: &str,
        head: &Head,
        (game, adviser): (PlayedGame, Seat),
        file: UnderwayFile,
        past: &[Change],
    ) -> Result<(), SessionError> {
        let mut seats = head.seats.clone();
        seats.resize(game.seats().len(), SeatLine::default());
        let setup = Setup { id: id.to_string(), game, seats, terms: head.terms, file, adviser };
        let task = TableTask::new(setup, self.shared.clone());
        let table = task.open(past).map_err(SessionError::Damaged)?;
        let mut tables = self.tables();
        tables.opened += 1;
        let number = tables.opened;
        tables.by_name.insert(id.to_string(), (number, table));
        Ok(())
    }

    /// Whether that bot is a program that the server wasn't started with.
    fn is_foreign(&self, name: &str) -> bool {
        let Ok(bot) = name.parse::<BotName>() else { return false };
        let is_it = |known: &String| known.parse().is_ok_and(|known: BotName| known == bot);
        bot.search().is_none() && !self.bots.iter().any(is_it)
    }

    /// The bot that a seat is for, by the name that [`Seat::find`] knows; a person where anybody can take it. Only
    /// what the server was started with can be named, so that nothing from elsewhere opens a file or thinks for hours.
    fn seat_name(&self, name: &str, entry: &Entry, players: usize) -> Result<&str, SessionError> {
        if name == OPEN {
            return Ok(PERSON);
        }
        let levels = (entry.levels)(players);
        let level = (1..).zip(levels).find(|(level, _)| name == format!("level {level}"));
        let level = level.map(|(_, bot)| *bot);
        let mut offered = levels.iter().copied().chain(self.bots.iter().map(String::as_str));
        let why = || {
            let most = levels.len();
            format!("a seat is open, level 1 to {most}, or a bot that this server offers")
        };
        level.or_else(|| offered.find(|it| *it == name)).ok_or_else(|| SessionError::Refused(why()))
    }

    /// The bot that thinks for people where none is at the table.
    fn adviser(&self, game: &PlayedGame) -> Result<Seat, SessionError> {
        let (entry, players) = (registry::find(game.game())?, game.seats().len());
        let levels = (entry.levels)(players);
        let name = levels.get(1).or(levels.first()).copied().unwrap_or("random");
        let table = entry.open(players, game.rules())?;
        Seat::find(name, table.as_ref(), &self.shared.home)
    }
}

/// That a bot gets ready, where it is a program.
fn check_program(bot: &str, offers: &[GameOffer], shared: &Shared) -> Result<(), SessionError> {
    let plays = |it: &&GameOffer| it.bots.iter().any(|name| name == bot);
    let Some(offer) = offers.iter().find(plays) else { return Ok(()) };
    let players = offer.players.first().copied().unwrap_or_default();
    let table = registry::find(&offer.game)?.open(players, &offer.rules)?;
    let seat = Seat::find(bot, table.as_ref(), &shared.home)?;
    if let Some(spec) = seat.spec().filter(|it| it.program().is_some()) {
        table.bots(vec![spec.clone()], &Threads::alone())?;
    }
    Ok(())
}

/// That the game of a file waits for a program.
fn waits(path: &Path, bot: &str) -> String {
    format!(
        "{}: this game waits for its bot {bot}, and stays as it is; to go on with it, start the server with \
         --bot {}",
        path.display(),
        quoted(bot)
    )
}

/// Why the server can't offer a bot: what is wrong with it in the default game.
fn unoffered(bot: &str, shared: &Shared) -> String {
    let entry = registry::default_game();
    let why = match entry.open(2, entry.arena_rules) {
        Ok(table) => match Seat::find(bot, table.as_ref(), &shared.home) {
            Ok(Seat::Person) => "that is a person".to_string(),
            Ok(_) => "no game here can be played by it".to_string(),
            Err(why) => why.to_string(),
        },
        Err(why) => why.to_string(),
    };
    format!("--bot {bot}: {why}")
}

/// A game as it is offered, with those of the server's bots that can play it.
fn offer(entry: &'static Entry, bots: &[String], shared: &Shared) -> GameOffer {
    let fits = |players: &usize| entry.open(*players, entry.arena_rules).is_ok();
    let players: Vec<usize> = (2..=6).filter(fits).collect();
    let levels = |&it: &usize| (entry.levels)(it).iter().map(|it| it.to_string()).collect();
    let table = players.first().and_then(|&it| entry.open(it, entry.arena_rules).ok());
    let plays = |bot: &&String| {
        table.as_ref().is_some_and(|it| {
            Seat::find(bot, it.as_ref(), &shared.home).is_ok_and(|seat| !seat.is_person())
        })
    };
    let live = table.as_ref().map(|it| it.live(0));
    GameOffer {
        board: live.as_ref().and_then(|it| board(it.as_ref())),
        pieces: live.as_ref().map_or(String::new(), |it| pieces(it.as_ref())),
        game: entry.name.to_string(),
        rules: entry.arena_rules.to_string(),
        levels: players.iter().map(levels).collect(),
        bots: bots.iter().filter(plays).cloned().collect(),
        players,
    }
}

fn check(terms: &Terms) -> Result<(), SessionError> {
    let clock = terms.clock.unwrap_or_default();
    let clocks = clock.a_move.into_iter().chain(clock.a_game);
    let is_possible = |seconds: u32| (1..=LONGEST).contains(&seconds);
    if !clocks.into_iter().all(is_possible) {
        return Err(SessionError::Refused(format!("clocks are 1 to {LONGEST} seconds")));
    }
    match terms.absent.is_none_or(|it| it.after <= LONGEST) {
        true => Ok(()),
        false => Err(SessionError::Refused(format!("absent.after is 0 to {LONGEST} seconds"))),
    }
}

#[cfg(test)]
mod tests;
