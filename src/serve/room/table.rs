//! How others reach a table: its mailbox, what is asked there, and what the list says of it.

use super::ClientId;
use crate::backend::lock;
use crate::game::TextError;
use crate::play::bots::Thought;
use crate::record::underway::Head;
use crate::serve::log::Log;
use crate::serve::protocol::{Reply, TableLine};
use std::sync::{Arc, Mutex};
use tokio::sync::{mpsc, oneshot};

/// What a table is asked.
#[derive(Debug)]
pub enum TableAsk {
    Join { seat: Option<usize>, name: String, token: Option<String> },
    Return { token: String },
    Watch,
    Moves,
    Move { token: String, mv: String },
    Undo { token: String },
    Resign { token: String },
    Array,
}

/// What reaches a table.
pub(super) enum Message {
    Ask(ClientId, TableAsk, oneshot::Sender<Reply>),
    /// What the bot at the table thinks, which is answered when it is found.
    Think {
        client: ClientId,
        token: String,
        top: usize,
        reply: oneshot::Sender<Reply>,
    },
    /// A connection is gone.
    Went(ClientId),
    /// What the bot to move has chosen when that many things had happened.
    Chosen(u64, Result<Thought, TextError>),
    /// What another game would be like.
    Plan(String, oneshot::Sender<Result<Plan, String>>),
    /// Another game begins there.
    Next(String),
    /// There are too many tables.
    LetGo(oneshot::Sender<bool>),
}

/// Another game of the same people.
pub enum Plan {
    /// It is there already.
    There(String),
    /// It begins so.
    New(Box<Head>),
}

/// How others reach a table.
#[derive(Clone)]
pub struct TableHandle {
    pub(super) mailbox: mpsc::Sender<Message>,
    /// What happened there.
    pub log: Arc<Log>,
    pub(super) line: Arc<Mutex<TableLine>>,
}

impl TableHandle {
    /// Asks a table something.
    pub async fn ask(&self, client: ClientId, ask: TableAsk) -> Reply {
        let (reply, answer) = oneshot::channel();
        self.answered(Message::Ask(client, ask, reply), answer).await
    }

    /// Asks what the bot at the table thinks of its best moves, for somebody who has a seat.
    pub async fn think(&self, client: ClientId, token: String, top: usize) -> Reply {
        let (reply, answer) = oneshot::channel();
        self.answered(Message::Think { client, token, top, reply }, answer).await
    }

    async fn answered(&self, message: Message, answer: oneshot::Receiver<Reply>) -> Reply {
        let gone = || refused("the table is gone");
        if self.mailbox.send(message).await.is_err() {
            return gone();
        }
        answer.await.unwrap_or_else(|_| gone())
    }

    /// Tells that a connection is gone.
    pub async fn went(&self, client: ClientId) {
        let _ = self.mailbox.send(Message::Went(client)).await;
    }

    /// What another game of the same people would be like, asked by one of them.
    pub async fn plan(&self, token: String) -> Result<Plan, String> {
        let (reply, answer) = oneshot::channel();
        let gone = || "the table is gone".to_string();
        self.mailbox.send(Message::Plan(token, reply)).await.map_err(|_| gone())?;
        answer.await.unwrap_or_else(|_| Err(gone()))
    }

    /// Says where another game of the same people begins.
    pub async fn next(&self, table: &str) {
        let _ = self.mailbox.send(Message::Next(table.to_string())).await;
    }

    /// Ends the table, and removes its file, where no person has moved and nobody is there; whether it is gone.
    pub async fn let_go(&self) -> bool {
        let (reply, answer) = oneshot::channel();
        self.mailbox.send(Message::LetGo(reply)).await.is_ok() && answer.await.unwrap_or(false)
    }

    /// The table in a line of the list.
    pub fn line(&self) -> TableLine {
        lock(&self.line).clone()
    }
}

pub fn refused(why: impl ToString) -> Reply {
    Reply::Refused { why: why.to_string() }
}
