//! Whom individuals play against: names with shares, as `--against` and `config.toml` say it.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The largest share.
const MOST: u32 = 1_000_000;

/// An opponent by name, and how often it is met beside the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// A built-in vector, a weights file or a run.
    pub name: String,
    /// Its share, as a whole number.
    pub share: u32,
}

/// Opponents with their shares, one at least: `NAME[=SHARE],…`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Against(Vec<Opponent>);

impl Against {
    /// That opponent alone.
    pub fn one(name: &str) -> Against {
        Against(vec![Opponent { name: name.to_string(), share: 1 }])
    }

    /// The opponents, in the order in which they were named.
    pub fn opponents(&self) -> &[Opponent] {
        &self.0
    }

    /// The name of the one opponent, where there is no other.
    pub fn only(&self) -> Option<&str> {
        match &self.0[..] {
            [opponent] => Some(&opponent.name),
            _ => None,
        }
    }
}

impl FromStr for Against {
    type Err = String;

    fn from_str(text: &str) -> Result<Against, String> {
        let opponents: Vec<Opponent> = text.split(',').map(opponent).collect::<Result<_, _>>()?;
        let twice = |(index, it): (usize, &Opponent)| {
            opponents[..index].iter().any(|other| other.name == it.name).then(|| it.name.clone())
        };
        match opponents.iter().enumerate().find_map(twice) {
            Some(name) => Err(format!("names '{name}' twice; give it a share, as in {name}=2")),
            None => Ok(Against(opponents)),
        }
    }
}

/// One opponent; what follows the last `=` is its share if it is a number.
fn opponent(text: &str) -> Result<Opponent, String> {
    let text = text.trim();
    let (name, share) = match text.rsplit_once('=') {
        Some((name, number)) if number.parse::<u64>().is_ok() => (name, number.parse().ok()),
        _ => (text, Some(1)),
    };
    match share.filter(|share| (1..=MOST).contains(share)) {
        _ if name.is_empty() => Err("has an opponent without a name".to_string()),
        None => Err(format!("gives '{name}' a share that is not 1 to {MOST}")),
        Some(share) => Ok(Opponent { name: name.to_string(), share }),
    }
}

impl TryFrom<String> for Against {
    type Error = String;

    fn try_from(text: String) -> Result<Against, String> {
        text.parse()
    }
}

impl From<Against> for String {
    fn from(against: Against) -> String {
        against.to_string()
    }
}

impl fmt::Display for Against {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Opponent { name, share }) in self.0.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            match share {
                1 => write!(out, "{comma}{name}")?,
                _ => write!(out, "{comma}{name}={share}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn nonsense_is_refused_with_a_reason() {
        for (text, why) in [
            ("", "without a name"),
            ("a,,b", "without a name"),
            ("=2", "without a name"),
            ("a,b,a", "names 'a' twice"),
            ("a=0", "share"),
            ("a=1000001", "share"),
            ("a=99999999999", "share"),
        ] {
            let refused = text.parse::<Against>().unwrap_err();
            assert!(refused.contains(why), "{text}: {refused}");
        }
    }
}
