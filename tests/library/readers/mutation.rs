//! Changes to texts, as damage, other programs and people make them.

use rand::Rng as _;
use starhop::rng::Rng;

/// Numbers at which readers have their limits.
const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "-1",
    "2",
    "0.5",
    "-0",
    "1e999",
    "1e-9",
    "nan",
    "inf",
    "255",
    "65536",
    "9007199254740993",
    "18446744073709551616",
];

/// Changes to the texts of a corpus.
pub struct Mutation<'a> {
    corpus: &'a [Vec<u8>],
    /// Their words and numbers.
    words: Vec<&'a [u8]>,
    chance: Rng,
}

impl<'a> Mutation<'a> {
    pub fn new(corpus: &'a [Vec<u8>], chance: Rng) -> Mutation<'a> {
        let is_between = |byte: &u8| !byte.is_ascii_alphanumeric() && !b"-_.".contains(byte);
        let words = corpus.iter().flat_map(|text| text.split(is_between));
        let words = words.filter(|word| !word.is_empty()).collect();
        Mutation { corpus, words, chance }
    }

    /// A text of the corpus with one to four changes.
    pub fn next(&mut self) -> Vec<u8> {
        let mut text = self.corpus[self.below(self.corpus.len())].clone();
        for _ in 0..=self.below(4) {
            self.change(&mut text);
        }
        text
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.chance.next_u64() % limit.max(1) as u64) as usize
    }

    fn word(&mut self) -> &'a [u8] {
        let index = self.below(self.words.len());
        self.words[index]
    }

    fn change(&mut self, text: &mut Vec<u8>) {
        let (from, to) = self.range(text);
        match self.below(10) {
            0 if from < text.len() => text[from] ^= 1 << self.below(8),
            1 if from < text.len() => text[from] = self.below(256) as u8,
            2 => drop(text.drain(from..to)),
            3 => {
                let piece = text[from..to].to_vec();
                text.splice(from..from, piece);
            }
            4 => {
                let word = self.word();
                text.splice(from..from, word.iter().copied());
            }
            5 => {
                let word = self.word();
                replace(text, from, u8::is_ascii_alphanumeric, word);
            }
            6 => {
                let number = NUMBERS[self.below(NUMBERS.len())];
                replace(text, from, u8::is_ascii_digit, number.as_bytes());
            }
            7 => {
                let number = self.below(3);
                change_line(text, from, number);
            }
            8 => text.truncate(from),
            _ => {
                let other = &self.corpus[self.below(self.corpus.len())];
                let start = self.below(other.len() + 1);
                text.truncate(from);
                text.extend_from_slice(&other[start..]);
            }
        }
    }

    /// A place in a text, and one some bytes on.
    fn range(&mut self, text: &[u8]) -> (usize, usize) {
        let from = self.below(text.len() + 1);
        let most = if self.below(4) == 0 { text.len() } else { 8 };
        (from, (from + self.below(most + 1)).min(text.len()))
    }
}

/// Puts something in place of the first run of such bytes at or after a place.
fn replace(text: &mut Vec<u8>, from: usize, is_of_it: fn(&u8) -> bool, with: &[u8]) {
    let Some(first) = (from..text.len()).find(|&at| is_of_it(&text[at])) else { return };
    let last = (first..text.len()).find(|&at| !is_of_it(&text[at])).unwrap_or(text.len());
    text.splice(first..last, with.iter().copied());
}

/// Repeats, removes, or moves to the end the line that a place is in.
fn change_line(text: &mut Vec<u8>, from: usize, how: usize) {
    let first = text[..from].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let last = (from..text.len()).find(|&at| text[at] == b'\n').map_or(text.len(), |at| at + 1);
    let line = text[first..last].to_vec();
    match how {
        0 => drop(text.splice(first..first, line)),
        1 => drop(text.drain(first..last)),
        _ => {
            text.drain(first..last);
            text.extend_from_slice(&line);
        }
    }
}
