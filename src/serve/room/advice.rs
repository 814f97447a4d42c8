//! What the bot at a table thinks, and by which array.

use super::presence::ClientId;
use super::table::refused;
use super::thinking::{lines, thought};
use super::{MOST_LISTED, TableTask, shown};
use crate::game::layout::CellLayout;
use crate::play::bots::Thought;
use crate::registry::BotSpec;
use crate::search::analysis::Ask;
use crate::serve::protocol::Reply;
use crate::session::play::Seat;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::oneshot;

/// What a bot of that name thinks.
fn told(bot: String, thought: Thought, layout: Option<&CellLayout>) -> Reply {
    let found = thought.analysis.as_ref();
    let lines = found.map_or(Vec::new(), |it| lines(it, layout));
    let unit = found.map(|it| it.unit.name().to_string());
    Reply::Thought { bot, mv: thought.mv, unit, lines }
}

impl TableTask {
    /// What the bot at the table thinks, for somebody who plays; answered when it is found. Where nobody waits for it
    /// any more, it thinks no longer.
    pub(super) fn advise(
        &mut self,
        client: ClientId,
        token: &str,
        top: usize,
        mut reply: oneshot::Sender<Reply>,
    ) {
        let asked = self.asked();
        let (name, bot) = (asked.to_string(), asked.spec().cloned());
        let bot = match (self.seat_of(client, token), bot) {
            (Ok(_), Some(bot)) => bot,
            (Err(why), _) => return drop(reply.send(refused(why))),
            (_, None) => return drop(reply.send(refused("nobody is here to ask"))),
        };
        if self.setup.game.end().is_some() {
            return drop(reply.send(refused("the game is over")));
        }
        let halt = Arc::<AtomicBool>::default();
        let (is_wanted, gone) = oneshot::channel();
        self.advice.retain(|it| !it.is_closed());
        self.advice.push(is_wanted);
        let ask = Ask { top: top.clamp(1, MOST_LISTED), game: 0, halt: Some(halt.clone()) };
        let (layout, game) = (self.setup.game.live().layout(), self.setup.game.record(1));
        let shared = self.shared.clone();
        tokio::spawn(async move {
            let found = tokio::select! {
                biased;
                _ = gone => None,
                () = reply.closed() => None,
                found = thought(&shared, game, bot, ask) => Some(found),
            };
            let answer = match found {
                None => {
                    halt.store(true, Ordering::Relaxed);
                    refused("the position has changed; ask again")
                }
                Some(Err(why)) => refused(why),
                Some(Ok(thought)) => told(name, thought, layout.as_ref()),
            };
            let _ = reply.send(answer);
        });
    }

    /// The first bot at the table that doesn't play by chance, or else the one that thinks for people.
    fn asked(&self) -> &Seat {
        let judges = |it: &BotSpec| it.evaluation().is_some() || it.program().is_some();
        let own = self.setup.game.seats().iter().find(|it| it.spec().is_some_and(judges));
        own.unwrap_or(&self.setup.adviser)
    }

    pub(super) fn array(&self) -> Reply {
        let seats = self.setup.game.seats();
        let bot = seats.iter().find(|it| !it.is_person()).unwrap_or(&self.setup.adviser);
        let weights = self.weights(bot);
        Reply::Array { bot: bot.to_string(), weights: weights.unwrap_or_default() }
    }

    fn weights(&self, bot: &Seat) -> Option<Vec<Vec<Option<f64>>>> {
        let game = &self.setup.game;
        let start = game.start().ok()?;
        let spec =
            bot.spec().filter(|it| it.evaluation().is_some_and(|it| it.kind == game.game()))?;
        Some(shown::weights(&start.layout()?, spec, &start.pieces(), game.seats().len()))
    }
}
