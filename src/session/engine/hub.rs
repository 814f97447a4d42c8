//! A bot as an engine of the Hub protocol for draughts: what it answers to each line.

use super::{Desk, ENDLESS, EngineSettings, Language, Reply, Words, busy, one_line, share};
use crate::game::draughts::Draughts;
use crate::game::{Game, Outcome};
use crate::play::bots::Thought;
use crate::program::hub::{self, Line};
use crate::registry::LiveGame;
use crate::search::analysis::Analysis;
use crate::search::spec::Limit;
use crate::session::error::SessionError;

/// The only variant of draughts.
const VARIANT: &str = "normal";

/// What `level` may say. How many moves are left to a control of time is not looked at: time is shared out as for
/// the whole game.
const LEVEL: [&str; 7] = ["infinite", "depth", "move-time", "time", "inc", "moves", "ponder"];

const WORDS: Words = Words { info, done, error };

/// A bot that is talked to in Hub.
#[derive(Debug)]
pub struct Hub {
    desk: Desk,
    /// The limit that `level` set for moves, and whether it was `infinite`; `None` before any.
    level: Option<(Limit, bool)>,
    /// Whether the last `pos` was refused: another board is asked about than is here.
    is_elsewhere: bool,
}

impl Hub {
    /// The bot at the start of its game, which is draughts.
    ///
    /// # Errors
    /// Where it can't be found, or can't play.
    pub fn new(settings: EngineSettings) -> Result<Hub, SessionError> {
        Ok(Hub { desk: Desk::new(settings)?, level: None, is_elsewhere: false })
    }

    fn introduction(&self) -> Vec<String> {
        let name = format!("starhop {}", self.desk.settings.bot);
        let id = Line::new("id").with("name", name).with("version", env!("CARGO_PKG_VERSION"));
        let id = id.with("author", "the authors of starhop");
        let variant = Line::new("param").with("name", "variant").with("value", VARIANT);
        let variant = variant.with("type", "enum").with("values", VARIANT);
        vec![id.to_string(), variant.to_string(), "wait".to_string()]
    }

    /// Goes to a position. When a game is drawn is for the other program to say, whose rules may be others: where
    /// the rules here end it, another game begins at that position.
    fn place(&mut self, line: &Line) -> Result<(), SessionError> {
        let position = hub::parse_position(line.value("pos").unwrap_or_default())?;
        let mut table = self.desk.settings.game.open_at(&Draughts.draw(&position))?;
        let moves = line.value("moves").unwrap_or_default().split_whitespace();
        let moves: Vec<String> = moves.map(str::to_string).collect();
        let (mut live, mut begun) = (table.live(0), 0);
        for (index, mv) in moves.iter().enumerate() {
            live.play(mv)?;
            if let Some((Outcome::Unfinished, _)) = live.outcome() {
                let (_, there) = Draughts::parse_position(&live.draw())?;
                let place = Draughts.draw(&there.begun_here());
                table = self.desk.settings.game.open_at(&place)?;
                (live, begun) = (table.live(0), index + 1);
            }
        }
        self.desk.place(table.as_ref(), &moves[begun..])
    }

    fn go(&mut self, how: &Line) -> Result<Reply, SessionError> {
        if how.value("think").or(how.value("analyze")).is_none() {
            return Err(SessionError::refused("go is think or analyze"));
        }
        if self.is_elsewhere {
            return Err(SessionError::refused("the last pos was refused; give another"));
        }
        let (limit, is_endless) = match self.level {
            Some((limit, is_endless)) => (Some(limit), is_endless),
            None => (None, false),
        };
        let (note, thinking) = self.desk.think(limit, is_endless, WORDS)?;
        let note = note.map(|why| {
            let why = format!("its own limit counts: {}", one_line(&why));
            Line::new("info").with("string", why).to_string()
        });
        Ok(Reply::Think(note.into_iter().collect(), thinking))
    }

    fn obey(&mut self, line: &Line) -> Result<Reply, SessionError> {
        let mut lines = Vec::new();
        match line.command.as_str() {
            "quit" => {
                self.desk.stop();
                return Ok(Reply::Quit);
            }
            "stop" => self.desk.stop(),
            "ping" => lines.push("pong".to_string()),
            _ if self.desk.is_thinking() => {
                return Err(busy());
            }
            "hub" => lines = self.introduction(),
            "init" => lines.push("ready".to_string()),
            "new-game" => self.level = None,
            "set-param" => set(line)?,
            "pos" => {
                self.place(line)?;
                self.is_elsewhere = false;
            }
            "level" => self.level = Some(level(line)?),
            "go" => return self.go(line),
            other => return Err(SessionError::Refused(format!("no command '{other}' of Hub"))),
        }
        Ok(Reply::Lines(lines))
    }
}

impl Language for Hub {
    fn hear(&mut self, line: &str) -> Reply {
        // Until it is taken, also where it can't be read, or a move is thought of.
        self.is_elsewhere |= line.split_whitespace().next() == Some("pos");
        let line = line.trim().parse::<Line>().map_err(SessionError::from);
        let reply = line.and_then(|line| self.obey(&line));
        reply.unwrap_or_else(|why| Reply::Lines(vec![error(&why.to_string())]))
    }

    fn error(&self, why: &str) -> String {
        error(why)
    }

    fn desk(&mut self) -> &mut Desk {
        &mut self.desk
    }
}

/// That a parameter is what it can be.
fn set(line: &Line) -> Result<(), SessionError> {
    let [name, value] = ["name", "value"].map(|it| line.value(it).unwrap_or_default());
    match (name, value) {
        ("variant", VARIANT) => Ok(()),
        ("variant", other) => {
            Err(SessionError::Refused(format!("variant is {VARIANT}, not '{other}'")))
        }
        _ => Err(SessionError::Refused(format!("no parameter '{name}'; known: variant"))),
    }
}

/// The limit that a line sets, and whether it is `infinite`.
fn level(line: &Line) -> Result<(Limit, bool), SessionError> {
    let milliseconds = |name: &str| {
        let bad = || SessionError::Refused(format!("{name} is a number of seconds"));
        let seconds = line.value(name).map(str::parse::<f64>).transpose().map_err(|_| bad())?;
        let ms = seconds.map(|it| (1000.0 * it).round());
        match ms.is_none_or(|it| (0.0..1e15).contains(&it)) {
            true => Ok(ms.map(|it| it as u64)),
            false => Err(bad()),
        }
    };
    let keys: Vec<&str> = line.arguments.iter().map(|(key, _)| key.as_str()).collect();
    if let Some(unknown) = keys.iter().find(|key| !LEVEL.contains(*key)) {
        return Err(SessionError::Refused(format!("level has no '{unknown}'")));
    }
    let limits = ["infinite", "depth", "move-time", "time"];
    if keys.iter().filter(|key| limits.contains(*key)).count() > 1 {
        return Err(SessionError::refused("give one limit: depth=, move-time=, time= or infinite"));
    }
    if line.value("infinite").is_some() {
        return Ok((ENDLESS, true));
    }
    if let Some(depth) = line.value("depth") {
        let bad = || SessionError::refused("depth is a whole number, 1 or more");
        let depth: u32 = depth.parse().ok().filter(|it| *it > 0).ok_or_else(bad)?;
        return Ok((Limit::Depth(depth), false));
    }
    if let Some(ms) = milliseconds("move-time")? {
        return Ok((Limit::Milliseconds(ms), false));
    }
    let none = || SessionError::refused("level is depth=, move-time=, time= or infinite");
    let left = milliseconds("time")?.ok_or_else(none)?;
    Ok((share(left, milliseconds("inc")?.unwrap_or(0)), false))
}

fn error(why: &str) -> String {
    Line::new("error").with("message", one_line(why)).to_string()
}

/// What a bot has found, in one line; without its line of play, since captures are said by what they take.
fn info(found: &Analysis) -> String {
    let info = Line::new("info").with("depth", found.depth).with("nodes", found.nodes);
    let value = found.lines.first().and_then(|line| line.value);
    value.map_or(info.clone(), |value| info.with("score", format!("{value:.2}"))).to_string()
}

/// The move, with all pieces that it takes.
fn done(live: &dyn LiveGame, thought: &Thought) -> String {
    let at = Draughts::parse_position(&live.draw());
    let mv = at.and_then(|(game, position)| game.parse_move(&position, &thought.mv));
    match mv {
        Ok(mv) => Line::new("done").with("move", hub::move_text(mv)).to_string(),
        Err(why) => error(&why.0),
    }
}
