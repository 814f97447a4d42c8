//! A game that a person plays, against bots or other people.

use super::error::SessionError;
use super::recorded::table_of;
use super::weights;
use crate::backend::Threads;
use crate::game::{Outcome, TextError};
use crate::play::bots::{BotError, Thought};
use crate::play::transcript::{LEFT, RESIGNED, TIME, beneficiary};
use crate::record::error::RecordError;
use crate::record::games::{GameRecord, VERSION};
use crate::record::home::Home;
use crate::record::played::{self, Played};
use crate::registry::{BotSpec, LiveGame, Table};
use crate::rng::{Purpose, Seed};
use crate::search::analysis::{Analysis, Ask};
use crate::search::spec::BotName;
use std::fmt;
use std::path::{Path, PathBuf};

/// What a seat of a person is called.
pub const PERSON: &str = "human";

/// Who has a seat.
#[derive(Clone, Debug)]
pub enum Seat {
    /// Somebody who chooses moves.
    Person,
    /// A bot.
    Bot {
        /// Its name.
        name: BotName,
        /// What it is made of.
        spec: Box<BotSpec>,
    },
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// The seat that won, from 0; `None` where nobody did.
    pub winner: Option<usize>,
    /// Why it ended, in a word or two.
    pub reason: String,
    /// The same for people, with more words where these two say too little.
    pub words: String,
}

/// A game with its seats and its moves.
#[derive(Debug)]
pub struct PlayedGame {
    live: Box<dyn LiveGame>,
    seats: Vec<Seat>,
    moves: Vec<String>,
    /// The moves with which it was left before; none of a new game.
    left: Vec<String>,
    /// Why the player to move has lost, where not by the rules.
    lost: Option<&'static str>,
    kept: bool,
    /// The line of a file as it is before the first move.
    blank: GameRecord,
}

impl Seat {
    /// A person, or the bot of that name.
    ///
    /// # Errors
    /// Where the bot can't be found.
    pub fn find(name: &str, table: &dyn Table, home: &Home) -> Result<Seat, SessionError> {
        if name == PERSON {
            return Ok(Seat::Person);
        }
        let name: BotName = name.parse()?;
        let spec = Box::new(weights::bot_without_clock(&name, table, home)?);
        Ok(Seat::Bot { name, spec })
    }

    /// Whether a person has it.
    pub fn is_person(&self) -> bool {
        matches!(self, Seat::Person)
    }

    /// What the bot is made of, where a bot has it.
    pub fn spec(&self) -> Option<&BotSpec> {
        match self {
            Seat::Person => None,
            Seat::Bot { spec, .. } => Some(spec),
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Person => f.write_str(PERSON),
            Seat::Bot { name, .. } => name.fmt(f),
        }
    }
}

impl GameEnd {
    /// An end for that reason, of which the game may have [more to say](LiveGame::ending).
    pub fn new(winner: Option<usize>, reason: &str, ending: Option<String>) -> GameEnd {
        let words = ending.unwrap_or_else(|| reason.replace('-', " "));
        GameEnd { winner, reason: reason.to_string(), words }
    }
}

impl PlayedGame {
    /// A game that begins where the table is set up, at the position `from` where that isn't the
    /// start of the game. A position that is there `repetitions` times ends it; 0 for never.
    ///
    /// # Errors
    /// Where the seats are too few or too many, a bot can't play, or the game is over there.
    pub fn new(
        table: &dyn Table,
        seats: Vec<Seat>,
        seed: Seed,
        repetitions: u32,
        from: Option<String>,
    ) -> Result<PlayedGame, SessionError> {
        let (given, players) = (seats.len(), table.players());
        if given != players {
            let why = format!("{given} seats are named, and the game has {players}");
            return Err(SessionError::Refused(why));
        }
        let bots = seats.iter().filter_map(Seat::spec).cloned().collect();
        table.bots(bots, &Threads::new(1)?)?;
        let blank = GameRecord {
            version: VERSION,
            number: 1,
            pairing: 1,
            pair: 1,
            game: table.name().to_string(),
            rules: table.rules(),
            players,
            bots: seats.iter().map(Seat::to_string).collect(),
            seed,
            repetitions,
            position: from,
            opening: Vec::new(),
            moves: Vec::new(),
            winner: None,
            reason: LEFT.to_string(),
            why: None,
            plies: 0,
            chain: None,
        };
        let live = table.live(repetitions);
        Ok(PlayedGame {
            live,
            seats,
            moves: Vec::new(),
            left: Vec::new(),
            lost: None,
            kept: false,
            blank,
        })
    }

    /// The game of that number in a file, to go on with; without a number the last one that was left.
    ///
    /// # Errors
    /// Where the file has no such game, it is over or can't be right, or a bot can't be found any more.
    pub fn load(path: &Path, number: Option<u64>, home: &Home) -> Result<PlayedGame, SessionError> {
        let game = match number {
            None => played::last_left(path)?,
            Some(number) => played::numbered(path, number)?.ok_or_else(|| {
                let path = path.display();
                SessionError::Refused(format!(
                    "there is no game {number} in {path}; without --number the last unfinished one goes on"
                ))
            })?,
        };
        PlayedGame::restore(game, path, home)
    }

    /// A game that was left, as a line of that file has it.
    ///
    /// # Errors
    /// Where it is over or can't be right, or a bot can't be found any more.
    pub fn restore(game: GameRecord, path: &Path, home: &Home) -> Result<PlayedGame, SessionError> {
        let damaged = |why: TextError| RecordError::damaged(path, why);
        if game.reason != LEFT {
            let (path, number) = (path.display(), game.number);
            let why = format!("{path}: game {number} is over ({})", game.reason);
            return Err(SessionError::Refused(why));
        }
        let table = table_of(&game).map_err(damaged)?;
        let find = |name: &String| Seat::find(name, table.as_ref(), home);
        let seats = game.bots.iter().map(find).collect::<Result<Vec<Seat>, _>>()?;
        let mut live = table.live(game.repetitions);
        live.replay(&game.bots, &game.transcript(), &mut |_| {}).map_err(damaged)?;
        let moves: Vec<String> = game.opening.iter().chain(&game.moves).cloned().collect();
        let left = moves.clone();
        let blank =
            GameRecord { opening: Vec::new(), moves: Vec::new(), plies: 0, chain: None, ..game };
        Ok(PlayedGame { live, seats, moves, left, lost: None, kept: false, blank })
    }

    /// The game under way.
    pub fn live(&self) -> &dyn LiveGame {
        self.live.as_ref()
    }

    /// The game before its first move, as a line of a file.
    pub fn blank(&self) -> &GameRecord {
        &self.blank
    }

    /// The game where it began.
    ///
    /// # Errors
    /// Where its game, players or rules are unknown.
    pub fn start(&self) -> Result<Box<dyn LiveGame>, TextError> {
        Ok(table_of(&self.blank)?.live(self.blank.repetitions))
    }

    /// Who sits where.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// The game's registered name.
    pub fn game(&self) -> &str {
        &self.blank.game
    }

    /// The rule set with all its settings.
    pub fn rules(&self) -> &str {
        &self.blank.rules
    }

    /// Who is to move.
    pub fn seat(&self) -> &Seat {
        // As many seats as players, so it is there.
        self.seats.get(self.live.turn().index()).unwrap_or(&Seat::Person)
    }

    /// The moves so far.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// How it ended; `None` while it goes on.
    pub fn end(&self) -> Option<GameEnd> {
        if let Some(reason) = self.lost {
            let winner = beneficiary(self.seats.len(), self.live.turn().index());
            return Some(GameEnd::new(winner, reason, None));
        }
        let (outcome, reason) = self.live.outcome()?;
        let winner = match outcome {
            Outcome::Won(player) => Some(player.index()),
            Outcome::Unfinished => None,
        };
        Some(GameEnd::new(winner, reason, self.live.ending()))
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Where it isn't legal or the game is over; nothing has changed then.
    pub fn play(&mut self, mv: &str) -> Result<(), TextError> {
        if let Some(end) = self.end() {
            return Err(TextError(format!("the game is over: {}", end.reason)));
        }
        self.live.play(mv)?;
        self.moves.push(mv.to_string());
        Ok(())
    }

    /// Goes back to the turn of a person before this one, and returns how many plies were taken back:
    /// 0 where there was no such turn.
    pub fn undo(&mut self) -> usize {
        let mut taken = Vec::new();
        while let Some(mv) = self.moves.pop() {
            taken.push(mv);
            if !self.live.undo() {
                break;
            }
            if self.seat().is_person() {
                return taken.len();
            }
        }
        // Only bots moved before: all of it is played again.
        for mv in taken.into_iter().rev() {
            if self.live.play(&mv).is_ok() {
                self.moves.push(mv);
            }
        }
        0
    }

    /// Takes the last ply back; `false` where there is none.
    pub fn take_back(&mut self) -> bool {
        self.live.undo() && self.moves.pop().is_some()
    }

    /// Gives the game up for the player to move.
    ///
    /// # Errors
    /// Where more than two play, so that nobody would have won.
    pub fn resign(&mut self) -> Result<(), TextError> {
        self.lose(RESIGNED)
    }

    /// Ends the game because the time of the player to move is over.
    ///
    /// # Errors
    /// As [`PlayedGame::resign`].
    pub fn time_is_over(&mut self) -> Result<(), TextError> {
        self.lose(TIME)
    }

    /// Goes on with a game that was lost by [`PlayedGame::resign`] or by time.
    pub fn go_on(&mut self) {
        self.lost = None;
    }

    /// Gives a seat to somebody else.
    pub fn hand_over(&mut self, seat: usize, to: Seat) {
        if let Some(place) = self.seats.get_mut(seat) {
            *place = to;
        }
    }

    fn lose(&mut self, reason: &'static str) -> Result<(), TextError> {
        match beneficiary(self.seats.len(), self.live.turn().index()) {
            Some(_) => self.lost = Some(reason),
            None => {
                let why = "with more than two players nobody wins by that; leave the game instead";
                return Err(TextError(why.to_string()));
            }
        }
        Ok(())
    }

    /// What a bot would play now and why. The same game, ply and seed give the same move, but for
    /// bots that go by the clock and programs.
    ///
    /// # Errors
    /// Where the game is over, or the bot can't play.
    pub fn think(
        &self,
        bot: &BotSpec,
        threads: &Threads,
        ask: &Ask,
        done: &mut dyn FnMut(&Analysis),
    ) -> Result<Thought, BotError> {
        let mut rng = self.blank.seed.stream(Purpose::Play, &[self.moves.len() as u64]);
        let ask = Ask { game: self.blank.seed.number(), ..ask.clone() };
        self.live.think(bot.clone(), threads, &ask, &mut rng, done)
    }

    /// The game as it stands, as a line of a file under that number. A game that goes on is one that
    /// was left.
    pub fn record(&self, number: u64) -> GameRecord {
        let end = self.end();
        GameRecord {
            number,
            pair: number,
            moves: self.moves.clone(),
            winner: end.as_ref().and_then(|end| end.winner).map(|seat| seat + 1),
            reason: end.map_or(LEFT.to_string(), |end| end.reason),
            plies: self.moves.len() as u32,
            ..self.blank.clone()
        }
    }

    /// Appends the game to those that people played; its number and their file. `None` where no move
    /// was made, it stands as it was left before, or it was appended already.
    ///
    /// # Errors
    /// As [`Played::keep`].
    pub fn keep(&mut self, home: &Home) -> Result<Option<(u64, PathBuf)>, SessionError> {
        self.keep_among(&mut Played::default(), home)
    }

    /// As [`PlayedGame::keep`], among games that this process kept before.
    ///
    /// # Errors
    /// As there.
    pub fn keep_among(
        &mut self,
        played: &mut Played,
        home: &Home,
    ) -> Result<Option<(u64, PathBuf)>, SessionError> {
        let is_as_left = self.end().is_none() && self.moves == self.left;
        if self.kept || self.moves.is_empty() || is_as_left {
            return Ok(None);
        }
        let kept = played.keep(home, |number| self.record(number))?;
        self.kept = true;
        Ok(Some(kept))
    }
}

/// What a bot would play in a game that was left, and why; see [`PlayedGame::think`].
///
/// # Errors
/// Where the game can't be right, or the bot can't play.
pub fn think_of(
    game: &GameRecord,
    bot: &BotSpec,
    threads: &Threads,
    ask: &Ask,
) -> Result<Thought, BotError> {
    let mut live = table_of(game)?.live(game.repetitions);
    live.replay(&game.bots, &game.transcript(), &mut |_| {})?;
    let ply = (game.opening.len() + game.moves.len()) as u64;
    let mut rng = game.seed.stream(Purpose::Play, &[ply]);
    let ask = Ask { game: game.seed.number(), ..ask.clone() };
    live.think(bot.clone(), threads, &ask, &mut rng, &mut |_| {})
}
