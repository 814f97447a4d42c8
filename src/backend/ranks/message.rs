//! What ranks say to each other: a kind, two numbers and whatever belongs to them.

use crate::backend::bytes::{Reader, put};

/// What a message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// To open something: its number, and on how many threads.
    Open,
    /// To forget what was opened: its number.
    Close,
    /// To begin a task: its number, and that of what was opened.
    Begin,
    /// To play a share: the task's number, and the share's. The answer has the same numbers.
    Share,
    /// To play no more.
    Halt,
    /// To give a sign of life, which is the same message.
    Alive,
    /// To end; the answer, the last one of all, is the same.
    Leave,
    /// That it can't go on, and why.
    Failed,
}

const KINDS: [Kind; 8] = [
    Kind::Open,
    Kind::Close,
    Kind::Begin,
    Kind::Share,
    Kind::Halt,
    Kind::Alive,
    Kind::Leave,
    Kind::Failed,
];
/// Bytes before the content.
const HEAD: usize = 17;

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub kind: Kind,
    pub numbers: [u64; 2],
    bytes: Vec<u8>,
}

impl Message {
    pub fn new(kind: Kind, numbers: [u64; 2], content: &[u8]) -> Message {
        let mut bytes = Vec::with_capacity(HEAD + content.len());
        bytes.push(kind as u8);
        numbers.into_iter().for_each(|number| put(&mut bytes, number));
        bytes.extend(content);
        Message { kind, numbers, bytes }
    }

    /// Reads one; `None` where it is none.
    pub fn read(bytes: Vec<u8>) -> Option<Message> {
        let mut head = Reader(&bytes);
        let kind = *KINDS.get(usize::from(head.byte()?))?;
        let numbers = [head.number()?, head.number()?];
        Some(Message { kind, numbers, bytes })
    }

    /// What belongs to it.
    pub fn content(&self) -> &[u8] {
        &self.bytes[HEAD..]
    }

    /// As it is sent.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_read_back_and_others_are_refused() {
        for kind in KINDS {
            let message = Message::new(kind, [7, u64::MAX], b"content");
            assert_eq!(Message::read(message.clone().into_bytes()), Some(message.clone()));
            assert_eq!(message.content(), b"content");
        }
        let whole = Message::new(Kind::Share, [1, 2], &[]).into_bytes();
        assert_eq!(Message::read(whole[..HEAD - 1].to_vec()), None);
        assert_eq!(Message::read([&[KINDS.len() as u8], &whole[1..]].concat()), None);
    }
}
