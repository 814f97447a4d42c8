//! Moves at a table, taken back and given up: on the disk first, then told.

use super::presence::ClientId;
use super::{MOST_EVENTS, TableTask, shown};
use crate::game::TextError;
use crate::record::underway::Change;
use crate::serve::protocol::{SeatKind, What};
use crate::session::play::Seat;

impl TableTask {
    pub(super) fn play(&mut self, client: ClientId, token: &str, mv: &str) -> Result<(), String> {
        let seat = self.seat_of(client, token)?;
        if self.setup.game.end().is_none() && seat != self.turn() {
            return Err(format!("it is the turn of seat {}", self.turn() + 1));
        }
        self.put(mv, self.clock.thought())
    }

    /// Plays a move of the seat whose turn it is, once it is on the disk.
    pub(super) fn put(&mut self, mv: &str, thought: u64) -> Result<(), String> {
        let seat = self.turn();
        self.setup.game.play(mv).map_err(|why| why.0)?;
        if let Err(why) = self.write(&Change::Move(mv.to_string(), thought)) {
            self.setup.game.take_back();
            return Err(why);
        }
        self.moved(seat, mv, thought);
        Ok(())
    }

    /// Tells that a move was played.
    pub(super) fn moved(&mut self, seat: usize, mv: &str, thought: u64) {
        self.has_begun |= self.setup.game.seats().get(seat).is_some_and(Seat::is_person);
        self.clock.add(seat, thought);
        self.changed();
        let left = self.clock.all_left();
        self.log.add(shown::moved(self.setup.game.live(), seat, mv, left));
    }

    pub(super) fn undo(&mut self, client: ClientId, token: &str) -> Result<(), String> {
        let seat = self.seat_of(client, token)?;
        if self.people().iter().filter(|it| it.kind != SeatKind::Bot).count() > 1 {
            return Err("with other people at the table nobody takes back".to_string());
        }
        if self.setup.game.end().is_some() {
            return Err("the game is over".to_string());
        }
        if self.log.length() >= MOST_EVENTS {
            return Err("too much has happened at this table".to_string());
        }
        let before = self.setup.game.moves().to_vec();
        let plies = self.setup.game.undo();
        // While a bot thinks, the person's own move is the last.
        let undone = match plies == 0 || self.turn() != seat {
            true => Err("there is no turn to go back to".to_string()),
            false => self.write(&Change::Undo(plies)),
        };
        if let Err(why) = undone {
            let again = before.get(before.len() - plies..).unwrap_or_default();
            let replayed: Result<(), TextError> =
                again.iter().try_for_each(|mv| self.setup.game.play(mv));
            return Err(replayed.map_or_else(|it| it.0, |()| why));
        }
        self.taken_back(plies);
        Ok(())
    }

    pub(super) fn taken_back(&mut self, plies: usize) {
        self.changed();
        let (pieces, turn) = (shown::pieces(self.setup.game.live()), self.turn() + 1);
        self.log.add(What::Undo { plies, pieces, turn });
    }

    pub(super) fn resign(&mut self, client: ClientId, token: &str) -> Result<(), String> {
        let seat = self.seat_of(client, token)?;
        if self.setup.game.end().is_some() {
            return Err("the game is over".to_string());
        }
        if self.setup.game.seats().len() == 2 && seat != self.turn() {
            return Err("resign when it is your turn".to_string());
        }
        self.give_up(seat, &Change::Resign)
    }

    /// Ends a game of two for the player to move, once that is on the disk.
    pub(super) fn lose(&mut self, change: &Change) -> Result<(), String> {
        let lost = match change {
            Change::Time => self.setup.game.time_is_over(),
            _ => self.setup.game.resign(),
        };
        lost.map_err(|why| why.0)?;
        if let Err(why) = self.write(change) {
            self.setup.game.go_on();
            return Err(why);
        }
        self.changed();
        Ok(())
    }
}
