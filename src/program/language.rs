//! What an engine is told, and what its answers mean, in its own language.

use super::engine::Protocol;
use super::hub::{self, Line};
use super::said::Said;
use super::ugi::{self, Command, Go};
use crate::game::draughts::Draughts;
use crate::game::{Game, TextError};
use crate::play::outside::{Place, drawing_of};
use crate::search::clock::GameClock;
use crate::search::spec::{Limit, Pace};
use std::time::Duration;

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
        pace: Pace,
        wants_legal: bool,
    ) -> Result<Vec<String>, TextError> {
        match self {
            Protocol::Ugi => {
                let fen = place.start.map(str::to_string);
                let position = Command::Position { fen, moves: place.moves.to_vec() };
                let moves = if wants_legal { place.legal.to_vec() } else { Vec::new() };
                let go = Command::Go(Go { moves, ..go(pace, place)? });
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
                let level = level(pace, place)?;
                Ok(vec![pos.to_string(), level.to_string(), "go think".to_string()])
            }
        }
    }

    /// Refuses a limit that the language can't say.
    pub(super) fn check(self, pace: Pace) -> Result<(), TextError> {
        match (self, pace) {
            (Protocol::Hub, Pace::Move(Limit::Nodes(_))) => Err(TextError(NO_NODES.to_string())),
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

/// How much time an engine of UGI has. A seat without a clock is told to have as much as the engine has.
fn go(pace: Pace, place: &Place<'_>) -> Result<Go, TextError> {
    let mut go = Go::default();
    match pace {
        Pace::Move(limit) => go.limit = Some(limit),
        Pace::Game(_) => {
            let own = clock(place)?;
            if place.seat >= go.left.len() {
                return Err(TextError(format!("UGI has clocks for {} players", go.left.len())));
            }
            let told = go.left.iter_mut().zip(&mut go.more);
            for ((left, more), clock) in told.zip(place.clocks) {
                let clock = clock.unwrap_or(own);
                *left = Some(milliseconds(clock.left()));
                *more = Some(milliseconds(clock.increment()));
            }
        }
    }
    Ok(go)
}

/// How much time an engine of Hub has.
fn level(pace: Pace, place: &Place<'_>) -> Result<Line, TextError> {
    let seconds = |ms: u64| ms as f64 / 1000.0;
    let level = Line::new("level");
    Ok(match pace {
        Pace::Move(Limit::Depth(depth)) => level.with("depth", depth),
        Pace::Move(Limit::Milliseconds(ms)) => level.with("move-time", seconds(ms)),
        Pace::Move(Limit::Nodes(_)) => return Err(TextError(NO_NODES.to_string())),
        Pace::Game(_) => {
            let own = clock(place)?;
            let [left, more] = [own.left(), own.increment()].map(|it| seconds(milliseconds(it)));
            level.with("time", left).with("inc", more)
        }
    })
}

/// The clock of the seat that is asked.
fn clock(place: &Place<'_>) -> Result<GameClock, TextError> {
    place.clock().ok_or_else(|| TextError("nobody keeps its clock here".to_string()))
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What an engine is told, where the seats have those clocks.
    fn told(protocol: Protocol, clocks: &[&str], seat: usize) -> Result<String, TextError> {
        let clock = |text: &&str| text.parse().ok().map(GameClock::new);
        let clocks: Vec<_> = clocks.iter().map(clock).collect();
        let place = Place {
            start: None,
            moves: &[],
            legal: &[],
            seed: 1,
            game: None,
            seat,
            clocks: &clocks,
            is_stopped: &|| false,
            check: &|_| Ok(()),
        };
        let pace = Pace::Game("1".parse().unwrap());
        protocol.ask(&place, pace, false).map(|lines| lines[1].clone())
    }

    #[test]
    fn an_engine_is_told_what_clocks_say() {
        let ugi = |clocks: &[&str], seat| told(Protocol::Ugi, clocks, seat).unwrap();
        let both = "go p1time 10000 p2time 5000 p1inc 100 p2inc 0";
        assert_eq!(ugi(&["10+0.1", "5"], 0), both);
        assert_eq!(ugi(&["10+0.1", "5"], 1), both);
        assert_eq!(ugi(&["none", "0.25+1.5"], 1), "go p1time 250 p2time 250 p1inc 1500 p2inc 1500");
        assert_eq!(
            ugi(&["1", "none", "2+1"], 0),
            "go p1time 1000 p2time 1000 p3time 2000 p1inc 0 p2inc 0 p3inc 1000"
        );
        let hub = |clocks: &[&str], seat| told(Protocol::Hub, clocks, seat).unwrap();
        assert_eq!(hub(&["10+0.1", "5"], 0), "level time=10 inc=0.1");
        assert_eq!(hub(&["10+0.1", "5"], 1), "level time=5 inc=0");
    }

    #[test]
    fn an_engine_is_not_asked_where_its_clock_is_unknown() {
        for protocol in [Protocol::Ugi, Protocol::Hub] {
            for clocks in [&[][..], &["none", "5"]] {
                let why = told(protocol, clocks, 0).unwrap_err();
                assert_eq!(why.0, "nobody keeps its clock here");
            }
        }
        let why = told(Protocol::Ugi, &["1"; 7], 6).unwrap_err();
        assert_eq!(why.0, "UGI has clocks for 6 players");
    }
}
