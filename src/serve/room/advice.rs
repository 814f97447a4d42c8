//! What the bot at a table thinks, and by which array.

use super::presence::ClientId;
use super::table::refused;
use super::thinking::{lines, thought};
use super::{MOST_LISTED, Room, shown};
use crate::registry::BotSpec;
use crate::search::analysis::Ask;
use crate::serve::protocol::Reply;
use crate::session::play::Seat;
use tokio::sync::oneshot;

impl Room {
    /// What the bot at the table thinks, for somebody who plays; answered when it is found.
    pub(super) fn advise(
        &mut self,
        client: ClientId,
        token: &str,
        top: usize,
        reply: oneshot::Sender<Reply>,
    ) {
        let bot = match (self.seat_of(client, token), self.bot()) {
            (Ok(_), Some(bot)) => bot.clone(),
            (Err(why), _) => return drop(reply.send(refused(why))),
            (_, None) => return drop(reply.send(refused("nobody is here to ask"))),
        };
        if self.setup.game.end().is_some() {
            return drop(reply.send(refused("the game is over")));
        }
        let ask = Ask { top: top.clamp(1, MOST_LISTED), game: 0, halt: Some(self.halt.clone()) };
        let (layout, game) = (self.setup.game.live().layout(), self.setup.game.record(1));
        let shared = self.shared.clone();
        tokio::spawn(async move {
            let answer = match thought(&shared, game, bot, ask).await {
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
