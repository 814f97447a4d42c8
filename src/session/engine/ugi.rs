//! A bot as an engine of the Universal Game Interface: what it answers to each line.

use super::{Desk, ENDLESS, EngineSettings, Language, Reply, Words, busy, one_line, share};
use crate::game::Outcome;
use crate::play::outside::drawing_of;
use crate::program::ugi::{Command, Go, Query};
use crate::rng::Seed;
use crate::search::analysis::{Analysis, End};
use crate::search::spec::Limit;
use crate::session::error::SessionError;

/// What can be set.
const OPTIONS: [&str; 3] = ["Players", "Rules", "Seed"];

const WORDS: Words = Words {
    info,
    done: |_, thought| format!("bestmove {}", thought.mv),
    error: |why| format!("error {}", one_line(why)),
};

/// A bot that is talked to in UGI.
#[derive(Debug)]
pub struct Ugi {
    desk: Desk,
}

impl Ugi {
    /// The bot at the start of its game.
    ///
    /// # Errors
    /// Where it can't be found, or can't play.
    pub fn new(settings: EngineSettings) -> Result<Ugi, SessionError> {
        Ok(Ugi { desk: Desk::new(settings)? })
    }

    fn introduction(&self) -> Vec<String> {
        let EngineSettings { players, rules, seed, bot, .. } = &self.desk.settings;
        let [players_name, rules_name, seed_name] = OPTIONS;
        let counts = self.desk.settings.game.player_counts();
        let [least, most] = [counts.first(), counts.last()].map(|it| it.unwrap_or(players));
        vec![
            format!("id name starhop {} {bot}", env!("CARGO_PKG_VERSION")),
            "id author the authors of starhop".to_string(),
            format!(
                "option name {players_name} type spin default {players} min {least} max {most}"
            ),
            format!("option name {rules_name} type string default {rules}"),
            format!(
                "option name {seed_name} type spin default {} min 0 max {}",
                seed.number(),
                Seed::MAX
            ),
            "ugiok".to_string(),
        ]
    }

    /// Sets something; players and rules count from the next position on.
    fn set(&mut self, name: &str, value: &str) -> Result<(), SessionError> {
        let bad = |why: &str| SessionError::Refused(format!("{name}: {why}, not '{value}'"));
        let settings = &mut self.desk.settings;
        match name {
            "Players" => {
                let counts = settings.game.player_counts();
                let players = value.parse().ok().filter(|it| counts.contains(it));
                let known = || counts.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
                settings.players = players.ok_or_else(|| bad(&known()))?;
            }
            "Rules" => settings.rules = value.to_string(),
            "Seed" => {
                let seed = value.parse().ok().and_then(Seed::new);
                settings.seed = seed.ok_or_else(|| bad("a whole number below 2⁵³"))?;
            }
            _ => {
                let known = OPTIONS.join(", ");
                return Err(SessionError::Refused(format!("no option '{name}'; known: {known}")));
            }
        }
        Ok(())
    }

    /// Goes to a position; nothing changes where there is none such.
    fn place(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), SessionError> {
        let EngineSettings { game, players, rules, .. } = &self.desk.settings;
        let table = match fen {
            None => game.open(*players, rules)?,
            Some(fen) => game.open_at(&drawing_of(fen))?,
        };
        self.desk.place(table.as_ref(), moves)
    }

    fn answer(&self, query: Query) -> Result<String, SessionError> {
        let live = self.desk.live.as_deref().ok_or_else(busy)?;
        Ok(match query {
            Query::GameOver => live.outcome().is_some().to_string(),
            Query::FirstTurn => (live.turn().index() == 0).to_string(),
            Query::Result => match live.outcome() {
                None => "none".to_string(),
                Some((Outcome::Won(player), _)) => format!("p{}win", player.index() + 1),
                Some((Outcome::Unfinished, _)) => "draw".to_string(),
            },
        })
    }

    fn go(&mut self, go: &Go) -> Result<Reply, SessionError> {
        if !go.moves.is_empty() {
            return Err(SessionError::refused("searchmoves can't be chosen among"));
        }
        let seat = self.desk.live.as_ref().map_or(0, |live| live.turn().index());
        let (note, thinking) = self.desk.think(limit(go, seat), go.is_infinite, WORDS)?;
        let note = note.map(|why| format!("info string its own limit counts: {}", one_line(&why)));
        Ok(Reply::Think(note.into_iter().collect(), thinking))
    }

    fn obey(&mut self, command: Command) -> Result<Reply, SessionError> {
        let mut lines = Vec::new();
        match command {
            Command::Quit => {
                self.desk.stop();
                return Ok(Reply::Quit);
            }
            Command::Stop => self.desk.stop(),
            Command::IsReady => lines.push("readyok".to_string()),
            _ if self.desk.is_thinking() => {
                return Err(busy());
            }
            Command::Ugi => lines = self.introduction(),
            Command::NewGame => self.place(None, &[])?,
            Command::SetOption { name, value } => self.set(&name, &value)?,
            Command::Position { fen, moves } => self.place(fen.as_deref(), &moves)?,
            Command::Query(query) => lines.push(format!("response {}", self.answer(query)?)),
            Command::Go(go) => return self.go(&go),
        }
        Ok(Reply::Lines(lines))
    }
}

impl Language for Ugi {
    fn hear(&mut self, line: &str) -> Reply {
        let command = line.trim().parse().map_err(SessionError::from);
        let reply = command.and_then(|command| self.obey(command));
        reply.unwrap_or_else(|why| Reply::Lines(vec![self.error(&why.to_string())]))
    }

    fn error(&self, why: &str) -> String {
        (WORDS.error)(why)
    }

    fn desk(&mut self) -> &mut Desk {
        &mut self.desk
    }
}

/// The limit that a player with that seat has; `None` where nothing is said of one.
fn limit(go: &Go, seat: usize) -> Option<Limit> {
    let left = go.left.get(seat).copied().flatten();
    let more = go.more.get(seat).copied().flatten().unwrap_or(0);
    let endless = go.is_infinite.then_some(ENDLESS);
    go.limit.or(endless).or_else(|| left.map(|left| share(left, more)))
}

/// What a bot has found, in one line. Scores are hundredths of what its evaluation counts.
fn info(found: &Analysis) -> String {
    let mut text = format!("info depth {} nodes {}", found.depth, found.nodes);
    let Some(line) = found.lines.first() else { return text };
    text += &match (found.end(line), line.value) {
        (Some(End::Win(plies)), _) => format!(" score mate {plies}"),
        (Some(End::Loss(plies)), _) => format!(" score mate -{plies}"),
        (None, Some(value)) => format!(" score cp {:.0}", 100.0 * value),
        (None, None) => String::new(),
    };
    let moves: Vec<&str> = line.moves.iter().map(|ply| ply.text.as_str()).collect();
    text + " pv " + &moves.join(" ")
}
