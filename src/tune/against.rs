//! Whom individuals play against: names with shares, as `--against` and `config.toml` say it.

use crate::game::TextError;
use crate::game::as_text::as_text;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The largest share.
const MOST: u32 = 1_000_000;
const HALL_OF_FAME: &str = "hall-of-fame";
const POPULATION: &str = "population";

/// The kinds of opponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpponentKind {
    /// A built-in vector, a weights file or a run: the same all along.
    Fixed,
    /// The champions that the run has had.
    HallOfFame,
    /// The individuals of the same generation.
    Population,
}

impl OpponentKind {
    /// The kind of opponent that a name stands for.
    pub fn of(name: &str) -> OpponentKind {
        match name {
            HALL_OF_FAME => OpponentKind::HallOfFame,
            POPULATION => OpponentKind::Population,
            _ => OpponentKind::Fixed,
        }
    }
}

/// An opponent by name, and how often it is met beside the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// A built-in vector, a weights file or a run, or the word for another [`OpponentKind`].
    pub name: String,
    /// Its share, as a whole number.
    pub share: u32,
}

/// Opponents with their shares, a fixed one at least: `NAME[=SHARE],…`. A comma within a name has
/// a backslash before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Against(Vec<Opponent>);

impl Against {
    /// One opponent, which has to be a fixed one.
    pub fn one(name: &str) -> Against {
        Against(vec![Opponent { name: name.to_string(), share: 1 }])
    }

    /// Checks that these are opponents as a text can name them, a fixed one among them.
    ///
    /// # Errors
    /// Says why they aren't.
    pub fn check(&self) -> Result<(), TextError> {
        self.to_string().parse::<Against>().map(|_| ())
    }

    /// The opponents, in the order in which they were named.
    pub fn opponents(&self) -> &[Opponent] {
        &self.0
    }

    /// The fixed ones among them: those that champions are chosen and measured against.
    pub fn fixed(&self) -> impl Iterator<Item = &Opponent> {
        self.0.iter().filter(|it| OpponentKind::of(&it.name) == OpponentKind::Fixed)
    }

    /// The fixed opponents alone: those of the measurement of a champion.
    pub fn measured(&self) -> Against {
        Against(self.fixed().cloned().collect())
    }

    /// The name of the one fixed opponent, where there is no other.
    pub fn only(&self) -> Option<&str> {
        let mut fixed = self.fixed();
        fixed.next().filter(|_| fixed.next().is_none()).map(|it| it.name.as_str())
    }

    /// The share of all opponents of a kind; 0 where none was named.
    pub fn share(&self, kind: OpponentKind) -> u32 {
        self.0.iter().filter(|it| OpponentKind::of(&it.name) == kind).map(|it| it.share).sum()
    }
}

as_text!(Against);

impl FromStr for Against {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Against, TextError> {
        let opponents: Vec<Opponent> =
            names(text).iter().map(|part| opponent(part)).collect::<Result<_, _>>()?;
        let twice = |(index, it): (usize, &Opponent)| {
            opponents[..index].iter().any(|other| other.name == it.name).then(|| it.name.clone())
        };
        if let Some(name) = opponents.iter().enumerate().find_map(twice) {
            let why = format!("names '{name}' twice; give it a share, as in {name}=2");
            return Err(TextError(why));
        }
        let against = Against(opponents);
        match against.fixed().count() {
            1.. => Ok(against),
            0 => Err(TextError(format!(
                "'{text}' is not enough: champions are measured against arrays, files or runs; name \
                 one, too, as in hand-tuned-v4,{text}"
            ))),
        }
    }
}

/// The parts between commas, without spaces around them, and within them commas in place of `\,`.
pub fn names(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            ',' => parts.push(String::new()),
            '\\' if letters.next_if_eq(&',').is_some() => push(&mut parts, ','),
            _ => push(&mut parts, letter),
        }
    }
    parts.iter().map(|part| part.trim().to_string()).collect()
}

fn push(parts: &mut [String], letter: char) {
    if let Some(part) = parts.last_mut() {
        part.push(letter);
    }
}

/// One opponent; what follows the last `=` is its share if it is a number.
fn opponent(text: &str) -> Result<Opponent, TextError> {
    let (name, share) = with_share(text);
    let name = name.trim();
    let share = share.map_or(Some(1), |number| number.parse().ok());
    match share.filter(|share| (1..=MOST).contains(share)) {
        _ if name.is_empty() => Err(TextError("has an opponent without a name".to_string())),
        None => Err(TextError(format!("gives '{name}' a share that is not 1 to {MOST}"))),
        Some(share) => Ok(Opponent { name: name.to_string(), share }),
    }
}

/// A name and the number after it.
fn with_share(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once('=') {
        Some((name, number)) if number.parse::<i64>().is_ok() => (name, Some(number)),
        _ => (text, None),
    }
}

impl fmt::Display for Against {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Opponent { name, share }) in self.0.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(out, "{comma}{}", name.replace(',', "\\,"))?;
            // Some names would be read as another one without their share.
            if *share != 1 || with_share(name).1.is_some() || name.ends_with('\\') {
                write!(out, "={share}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_written_reads_back() {
        for text in ["hand-tuned-v4", "a,b=2,c", "x=1.json", "results/run/champion.json=3"] {
            let against: Against = text.parse().unwrap();
            assert_eq!(against.to_string(), text);
            assert_eq!(serde_json::to_value(&against).unwrap(), text);
        }
        let against: Against = "a, b=2 ,c=1".parse().unwrap();
        assert_eq!(against.to_string(), "a,b=2,c");
        assert_eq!(against.opponents()[1], Opponent { name: "b".to_string(), share: 2 });
        assert_eq!(against.only(), None);
        assert_eq!("a=7".parse::<Against>().unwrap().only(), Some("a"));
    }

    #[test]
    fn words_are_no_fixed_opponents() {
        let against: Against = "population,a=4,hall-of-fame=2".parse().unwrap();
        assert_eq!(against.to_string(), "population,a=4,hall-of-fame=2");
        assert_eq!(against.only(), Some("a"));
        let shares = [OpponentKind::Fixed, OpponentKind::HallOfFame, OpponentKind::Population]
            .map(|it| against.share(it));
        assert_eq!(shares, [4, 2, 1]);
        let against: Against = "a=4,population,b".parse().unwrap();
        assert!(against.fixed().map(|it| it.name.as_str()).eq(["a", "b"]));
        assert_eq!((against.only(), against.share(OpponentKind::HallOfFame)), (None, 0));
        assert_eq!(against.measured().to_string(), "a=4,b");
        assert_eq!("./population".parse::<Against>().unwrap().only(), Some("./population"));
    }

    #[test]
    fn names_may_hold_commas_and_end_like_shares() {
        for (text, name) in
            [("a\\,b", "a,b"), ("a=7=1", "a=7"), ("runs\\a.json", "runs\\a.json"), ("a\\=1", "a\\")]
        {
            let against: Against = text.parse().unwrap();
            assert_eq!((against.only(), against.to_string().as_str()), (Some(name), text));
        }
    }

    proptest! {
        #[test]
        fn whatever_is_read_reads_back(text in r"[ab,=\\ 01]{0,12}") {
            if let Ok(against) = text.parse::<Against>() {
                prop_assert_eq!(against.to_string().parse(), Ok(against));
            }
        }
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        for (text, why) in [
            ("", "without a name"),
            ("a,,b", "without a name"),
            ("=2", "without a name"),
            ("a,b,a", "names 'a' twice"),
            ("a=0", "share"),
            ("a=1000001", "share"),
            ("a=99999999999", "share"),
            ("population", "is not enough"),
            ("hall-of-fame=3,population", "is not enough"),
            ("a,population,population=2", "names 'population' twice"),
        ] {
            let refused = text.parse::<Against>().unwrap_err().to_string();
            assert!(refused.contains(why), "{text}: {refused}");
        }
    }
}
