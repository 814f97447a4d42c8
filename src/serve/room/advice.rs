//! What the bot at a table thinks, and by which array.

use super::presence::ClientId;
use super::table::refused;
use super::thinking::{lines, thought};
use super::{MOST_LISTED, TableTask, shown};
use crate::registry::BotSpec;
use crate::search::analysis::Ask;
use crate::serve::protocol::Reply;
use crate::session::play::Seat;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::oneshot;

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
        let bot = match (self.seat_of(client, token), self.bot()) {
            (Ok(_), Some(bot)) => bot.clone(),
            (Err(why), _) => return drop(reply.send(refused(why))),
            (_, None) => return drop(reply.send(refused("nobody is here to ask"))),
        };
        if self.setup.game.end().is_some() {
            return drop(reply.send(refused("the game is over")));
        }
        let halt = self.halt_of_advice();
        let ask = Ask { top: top.clamp(1, MOST_LISTED), game: 0, halt: Some(halt.clone()) };
        let (layout, game) = (self.setup.game.live().layout(), self.setup.game.record(1));
        let shared = self.shared.clone();
        tokio::spawn(async move {
            let found = tokio::select! {
                found = thought(&shared, game, bot, ask) => found,
                () = reply.closed() => return halt.store(true, Ordering::Relaxed),
            };
            let answer = match found {
                Err(why) => refused(why),
                Ok(thought) => {
                    let found = thought.analysis.as_ref();
                    let lines = found.map_or(Vec::new(), |it| lines(it, layout.as_ref()));
                    let unit = found.map(|it| it.unit.name().to_string());
                    Reply::Thought { mv: thought.mv, unit, lines }
                }
            };
            let _ = reply.send(answer);
        });
    }

    /// What stops advice of its own: somebody else may wait for other advice.
    fn halt_of_advice(&mut self) -> Arc<AtomicBool> {
        let halt = Arc::default();
        // A thought that is over has let go of its halt.
        self.advice.retain(|it| Arc::strong_count(it) > 1);
        self.advice.push(Arc::clone(&halt));
        halt
    }

    /// The bot at the table, or else the one that thinks for people.
    fn bot(&self) -> Option<&BotSpec> {
        let own = self.setup.game.seats().iter().find_map(Seat::spec);
        own.or(self.setup.adviser.spec())
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
