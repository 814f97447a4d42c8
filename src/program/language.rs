//! What an engine is told, and what its answers mean, in its own language.

use super::engine::Protocol;
use super::hub::{self, Line};
use super::said::Said;
use super::ugi::{self, Command, Go};
use crate::game::draughts::Draughts;
use crate::game::{Game, TextError};
use crate::play::outside::{Place, drawing_of};
use crate::search::spec::Limit;

const NO_NODES: &str = "Hub knows no limit of positions; give ms= or depth=";

impl Protocol {
    /// What it is called.
    pub(super) fn name(self) -> &'static str {
        match self {
            Protocol::Ugi => "UGI",
            Protocol::Hub => "Hub",
        }
    }

    /// The first line, after which an engine says what can be set.
    pub(super) fn hello(self) -> String {
        match self {
            Protocol::Ugi => Command::Ugi.to_string(),
            Protocol::Hub => "hub".to_string(),
        }
    }

    /// Sets something.
    pub(super) fn set(self, name: &str, value: &str) -> String {
        match self {
            Protocol::Ugi => {
                let (name, value) = (name.to_string(), value.to_string());
                Command::SetOption { name, value }.to_string()
            }
            Protocol::Hub => {
                Line::new("set-param").with("name", name).with("value", value).to_string()
            }
        }
    }

    /// Asks an engine to be ready once all is set.
    pub(super) fn init(self) -> String {
        match self {
            Protocol::Ugi => Command::IsReady.to_string(),
            Protocol::Hub => "init".to_string(),
        }
    }

    /// Says that another game comes, and asks to be ready for it.
    pub(super) fn new_game(self) -> Vec<String> {
        match self {
            Protocol::Ugi => vec![Command::NewGame.to_string(), Command::IsReady.to_string()],
            Protocol::Hub => vec!["new-game".to_string(), "ping".to_string()],
        }
    }

    /// Asks for a move; with the legal ones where the engine wants them.
    ///
    /// # Errors
    /// Where the language can't say so.
    pub(super) fn ask(
        self,
        place: &Place<'_>,
        limit: Limit,
        wants_legal: bool,
    ) -> Result<Vec<String>, TextError> {
        match self {
            Protocol::Ugi => {
                let fen = place.start.map(str::to_string);
                let position = Command::Position { fen, moves: place.moves.to_vec() };
                let moves = if wants_legal { place.legal.to_vec() } else { Vec::new() };
                let go = Command::Go(Go { limit: Some(limit), moves, ..Go::default() });
                Ok(vec![position.to_string(), go.to_string()])
            }
            Protocol::Hub => {
                let start = match place.start {
                    Some(line) => Draughts::parse_position(&drawing_of(line))?.1,
                    None => Draughts.start(),
                };
                let (position, moves) = hub::follow(start, place.moves)?;
                let mut pos = Line::new("pos").with("pos", hub::position_text(&position));
                if !moves.is_empty() {
                    pos = pos.with("moves", moves.join(" "));
                }
                let level = Line::new("level");
                let level = match limit {
                    Limit::Depth(depth) => level.with("depth", depth),
                    Limit::Milliseconds(ms) => level.with("move-time", ms as f64 / 1000.0),
                    Limit::Nodes(_) => return Err(TextError(NO_NODES.to_string())),
                };
                Ok(vec![pos.to_string(), level.to_string(), "go think".to_string()])
            }
        }
    }

    /// Refuses a limit that the language can't say.
    pub(super) fn check(self, limit: Limit) -> Result<(), TextError> {
        match (self, limit) {
            (Protocol::Hub, Limit::Nodes(_)) => Err(TextError(NO_NODES.to_string())),
            _ => Ok(()),
        }
    }

    /// What counts of a line that an engine wrote.
    pub(super) fn said(self, line: &str) -> Said {
        match self {
            Protocol::Ugi => ugi::said(line),
            Protocol::Hub => hub::said(line),
        }
    }
}
