//! How much time a program has: for each move, or for a whole game.

use super::Limit;
use crate::game::TextError;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The option that gives a program a clock.
pub(super) const CLOCK: &str = "tc";

/// How much time a program has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// For each move, or how far it looks.
    Move(Limit),
    /// For all of its moves of a game.
    Game(TimeControl),
}

/// The time for a whole game, and what each move adds to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    base: u64,
    increment: u64,
}

impl Pace {
    /// What an option sets; `None` for any other option.
    pub(super) fn of(key: &str, value: &str) -> Result<Option<Pace>, TextError> {
        match key {
            CLOCK => Ok(Some(Pace::Game(value.parse()?))),
            _ => Ok(Limit::of(key, value)?.map(Pace::Move)),
        }
    }
}

impl TimeControl {
    /// The most milliseconds that a game begins with.
    const MOST: u64 = 86_400_000;
    /// The most milliseconds that a move adds.
    const MOST_MORE: u64 = 3_600_000;

    /// What a game begins with.
    pub fn base(self) -> Duration {
        Duration::from_millis(self.base)
    }

    /// What each move adds.
    pub fn increment(self) -> Duration {
        Duration::from_millis(self.increment)
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pace::Move(limit) => limit.fmt(f),
            Pace::Game(control) => write!(f, "{CLOCK}={control}"),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Seconds(self.base))?;
        match self.increment {
            0 => Ok(()),
            more => write!(f, "+{}", Seconds(more)),
        }
    }
}

impl FromStr for TimeControl {
    type Err = TextError;

    fn from_str(text: &str) -> Result<TimeControl, TextError> {
        let bad = || {
            TextError(format!(
                "{CLOCK} is SECONDS or SECONDS+INCREMENT, such as 10+0.1: 0.001 to 86400 seconds for a game and up to \
                 3600 more after each move, with three decimals at most, not '{text}'"
            ))
        };
        let (base, more) = text.split_once('+').unwrap_or((text, "0"));
        let base = milliseconds(base).filter(|it| (1..=TimeControl::MOST).contains(it));
        let more = milliseconds(more).filter(|it| *it <= TimeControl::MOST_MORE);
        let (base, increment) = base.zip(more).ok_or_else(bad)?;
        Ok(TimeControl { base, increment })
    }
}

/// Milliseconds that are written as seconds.
struct Seconds(u64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 1000, self.0 % 1000);
        match rest {
            0 => write!(f, "{whole}"),
            _ => write!(f, "{whole}.{}", format!("{rest:03}").trim_end_matches('0')),
        }
    }
}

/// The milliseconds of a decimal number of seconds; `None` where it is none, or has parts of a millisecond.
fn milliseconds(text: &str) -> Option<u64> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    if !is_number(whole) || !is_number(rest) || rest.len() > 3 {
        return None;
    }
    let rest: u64 = format!("{rest:0<3}").parse().ok()?;
    whole.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_time_control_is_written_in_seconds() {
        for (text, base, increment, written) in [
            ("10+0.1", 10_000, 100, "10+0.1"),
            ("10", 10_000, 0, "10"),
            ("10.0+0.0", 10_000, 0, "10"),
            ("0.001", 1, 0, "0.001"),
            ("007.25+1.005", 7250, 1005, "7.25+1.005"),
            ("86400+3600", 86_400_000, 3_600_000, "86400+3600"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control, TimeControl { base, increment });
            assert_eq!(control.to_string(), written);
        }
        for text in [
            "",
            "+",
            "+1",
            "0",
            "0+1",
            "10+",
            "-1",
            "10+-1",
            "10++1",
            "40/60",
            "1:30",
            "1e3",
            "inf",
            "nan",
            "10 ",
            "0.0001",
            "86400.001",
            "10+3600.001",
            "99999999999999999999",
            "18446744073709551",
            "1.",
            ".5",
            "１",
        ] {
            let why = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(why.ends_with(&format!("not '{text}'")), "{why}");
        }
    }

    proptest! {
        #[test]
        fn a_time_control_comes_back_from_its_text(
            base in 1..=TimeControl::MOST,
            increment in 0..=TimeControl::MOST_MORE,
        ) {
            let control = TimeControl { base, increment };
            prop_assert_eq!(control.to_string().parse(), Ok(control));
        }
    }
}
