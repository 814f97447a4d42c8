//! Who has the seats of a table: taking one, coming and going, and what becomes of those who are gone.

use super::super::protocol::{Reply, SeatKind, What};
use super::super::words;
use super::{ClientId, MOST_EVENTS, NO_SEAT, TableTask};
use crate::record::underway::{Absent, Change, SeatLine};
use crate::session::play::Seat;
use std::time::Duration;
use tokio::time::Instant;

impl TableTask {
    /// Gives somebody a free seat; who has one by that token already is answered once more.
    pub(super) fn join(
        &mut self,
        client: ClientId,
        seat: Option<usize>,
        name: &str,
        token: Option<String>,
    ) -> Result<Reply, String> {
        let token = match token {
            Some(token) if !words::is_token(&token) => {
                return Err("a token is 25 to 64 letters and digits".to_string());
            }
            Some(token) => token,
            None => words::token().map_err(|why| why.to_string())?,
        };
        let table = self.setup.id.clone();
        if let Some(own) = self.place_of(&token) {
            if seat.is_some_and(|seat| seat != own + 1) {
                return Err("that token is for another seat here".to_string());
            }
            self.seat_of(client, &token)?;
            return Ok(Reply::Joined { table, seat: own + 1, token });
        }
        let name = words::name(name).ok_or(words::NO_NAME)?;
        if self.setup.game.end().is_some() {
            return Err("the game is over".to_string());
        }
        let people = self.people();
        let free = |seat: usize| people.get(seat).is_some_and(|it| it.kind == SeatKind::Open);
        let seat = match seat {
            Some(seat) => seat.checked_sub(1).filter(|&seat| free(seat)),
            None => (0..people.len()).find(|&seat| free(seat)),
        };
        let seat = seat.ok_or("that seat isn't free")?;
        let line = SeatLine { name: Some(name), token: Some(words::hash(&token)) };
        self.write(&Change::Seat(seat, line.clone()))?;
        self.seated(seat, line);
        self.presence.came(seat, client);
        Ok(Reply::Joined { table, seat: seat + 1, token })
    }

    /// Puts somebody in a seat, and tells it.
    pub(super) fn seated(&mut self, seat: usize, line: SeatLine) {
        if let Some(place) = self.setup.seats.get_mut(seat) {
            *place = line;
        }
        self.tell_seat(seat);
    }

    fn tell_seat(&self, seat: usize) {
        if let Some(person) = self.people().into_iter().nth(seat) {
            self.log.add(What::Seat { seat: seat + 1, person });
        }
    }

    /// The seat, from 0, that a token is for.
    pub(super) fn place_of(&self, token: &str) -> Option<usize> {
        let hash = words::hash(token);
        self.setup.seats.iter().position(|line| line.token.as_ref() == Some(&hash))
    }

    /// The seat, from 0, that a token is for, where no bot has it; whoever shows the token is there.
    pub(super) fn seat_of(&mut self, client: ClientId, token: &str) -> Result<usize, String> {
        let seat = self.place_of(token).ok_or(NO_SEAT)?;
        if !self.setup.game.seats().get(seat).is_some_and(Seat::is_person) {
            return Err("a bot has your seat now".to_string());
        }
        if self.presence.came(seat, client) {
            self.tell_presence(What::Back { seat: seat + 1 });
        }
        Ok(seat)
    }

    /// A connection is gone.
    pub(super) fn went(&mut self, client: ClientId) {
        for seat in self.presence.went(client) {
            self.tell_presence(What::Away { seat: seat + 1 });
        }
    }

    fn tell_presence(&self, what: What) {
        if !self.is_over && self.log.length() < MOST_EVENTS {
            self.log.add(what);
        }
    }

    /// When a person who is gone has been waited for long enough; `None` for bots, free seats and those
    /// who are there, and where people are waited for.
    pub(super) fn absent(&self, seat: usize) -> Option<Instant> {
        let terms = self.setup.terms.absent?;
        let is_person = self.people().get(seat).is_some_and(|it| it.kind == SeatKind::Person);
        let long = Duration::from_secs(terms.after.into());
        self.presence.waited(seat, long).filter(|_| is_person)
    }

    /// Does what was agreed on for the player to move, who is gone.
    pub(super) fn replace(&mut self, seat: usize) -> Result<(), String> {
        match self.setup.terms.absent.map(|it| it.then) {
            Some(Absent::Resign) => self.give_up(seat, &Change::Resign),
            Some(Absent::Bot) => self.hand_over(seat),
            None => Ok(()),
        }
    }

    /// Ends a game of two for the player to move; with more a bot plays on.
    pub(super) fn give_up(&mut self, seat: usize, change: &Change) -> Result<(), String> {
        match self.setup.game.seats().len() {
            2 => self.lose(change),
            _ => self.hand_over(seat),
        }
    }

    fn hand_over(&mut self, seat: usize) -> Result<(), String> {
        self.write(&Change::Bot(seat))?;
        self.handed_over(seat);
        Ok(())
    }

    /// A bot has the seat from now on. The word by which somebody was known there is good for a rematch only.
    fn handed_over(&mut self, seat: usize) {
        // Somebody else goes on thinking, by the clock that runs.
        if seat == self.turn() {
            self.changed();
        }
        self.setup.game.hand_over(seat, self.setup.adviser.clone());
        self.tell_seat(seat);
    }

    /// Does again what happened before the server was started.
    pub(super) fn follow(&mut self, change: &Change) -> Result<(), String> {
        let seats = self.setup.game.seats().len();
        match change {
            Change::Seat(seat, _) | Change::Bot(seat) if *seat >= seats => {
                return Err(format!("seat {} of {seats}", seat + 1));
            }
            Change::Move(mv, thought) => {
                let seat = self.turn();
                self.setup.game.play(mv).map_err(|why| why.0)?;
                self.moved(seat, mv, *thought);
            }
            Change::Undo(plies) => {
                if !(0..*plies).all(|_| self.setup.game.take_back()) {
                    return Err("more is taken back than was played".to_string());
                }
                self.taken_back(*plies);
            }
            Change::Seat(seat, line) => self.seated(*seat, line.clone()),
            Change::Bot(seat) => self.handed_over(*seat),
            Change::Resign => self.setup.game.resign().map_err(|why| why.0)?,
            Change::Time => self.setup.game.time_is_over().map_err(|why| why.0)?,
        }
        Ok(())
    }
}
