//! A shard: one of several equal parts of some work, each of which another process does.

use crate::game::TextError;
use crate::game::as_text::as_text;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// The most parts that work is divided into.
pub const MOST_SHARDS: u32 = 100_000;

/// Which part of how many, written as in `2/6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    number: u32,
    of: u32,
}

impl Shard {
    /// The part of that number, from 1, of that many; `None` where there is no such part.
    pub fn new(number: u32, of: u32) -> Option<Shard> {
        let is_one = of <= MOST_SHARDS && (1..=of).contains(&number);
        is_one.then_some(Shard { number, of })
    }

    /// How many parts there are.
    pub fn of(self) -> u32 {
        self.of
    }

    /// All parts, this one among them, in their order.
    pub fn all(self) -> impl Iterator<Item = Shard> {
        (1..=self.of).map(move |number| Shard { number, ..self })
    }

    /// Which of that many pieces of work belong to it: as many as to any other shard, or one more or
    /// less. The shards in their order have all pieces in their order.
    pub fn part(self, pieces: u64) -> Range<u64> {
        let end = |shards: u32| {
            let end = u128::from(pieces) * u128::from(shards) / u128::from(self.of);
            u64::try_from(end).unwrap_or(pieces)
        };
        end(self.number - 1)..end(self.number)
    }

    /// The name of its folder, for work of that name.
    pub fn name_of(self, name: &str) -> String {
        format!("{name}{}", self.suffix())
    }

    /// The name of the work, by that of the shard's folder.
    pub fn work_of(self, folder: &str) -> &str {
        folder.strip_suffix(&self.suffix()).unwrap_or(folder)
    }

    /// The shard of which that is the folder's name, for work of that name; `None` where it is none.
    pub fn named(folder: &str, name: &str) -> Option<Shard> {
        let numbers = folder.strip_prefix(name)?.strip_prefix('.')?;
        let (number, of) = numbers.split_once("-of-")?;
        let shard = Shard::new(number.parse().ok()?, of.parse().ok()?)?;
        (shard.name_of(name) == folder).then_some(shard)
    }

    fn suffix(self) -> String {
        format!(".{}-of-{}", self.number, self.of)
    }
}

as_text!(Shard);

impl fmt::Display for Shard {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Shard, TextError> {
        let why = || {
            TextError(format!(
                "a shard is I/N, as in 2/6, with I from 1 to N and N to {MOST_SHARDS}"
            ))
        };
        let (number, of) = text.split_once('/').ok_or_else(why)?;
        let plain = |text: &str| text.bytes().all(|it| it.is_ascii_digit());
        let count = |text: &str| text.parse().ok().filter(|_| plain(text)).ok_or_else(why);
        Shard::new(count(number)?, count(of)?).ok_or_else(why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_follow_each_other_and_are_of_one_size() {
        for pieces in [0, 1, 5, 6, 7, 1_000, u64::MAX] {
            for of in [1, 2, 5, 6, 1_000] {
                let parts: Vec<_> =
                    Shard::new(1, of).unwrap().all().map(|it| it.part(pieces)).collect();
                assert_eq!((parts.len(), parts[0].start), (of as usize, 0));
                assert_eq!(parts[of as usize - 1].end, pieces);
                assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start));
                let sizes = parts.iter().map(|it| it.end - it.start);
                assert!(sizes.clone().max().unwrap() - sizes.min().unwrap() <= 1);
            }
        }
    }

    #[test]
    fn shards_come_back_from_text_and_from_the_names_of_folders() {
        let shard = Shard::new(2, 6).unwrap();
        assert_eq!(("2/6".parse(), shard.to_string()), (Ok(shard), "2/6".to_string()));
        assert_eq!(shard.name_of("a.b"), "a.b.2-of-6");
        assert_eq!(shard.work_of("a.b.2-of-6"), "a.b");
        assert_eq!(shard.work_of("moved"), "moved");
        assert_eq!(Shard::named("a.b.2-of-6", "a.b"), Some(shard));
        for folder in ["a.b", "a.2-of-6", "a.b.02-of-6", "a.b.7-of-6", "a.b.2-of-6.1-of-2", "b"] {
            assert_eq!(Shard::named(folder, "a.b"), None, "{folder}");
        }
        for text in ["", "x", "2", "/", "0/3", "4/3", "1/0", "+1/3", "1/3/3", "1/100001", "1/9e9"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        assert!("18446744073709551616/18446744073709551616".parse::<Shard>().is_err());
    }
}
