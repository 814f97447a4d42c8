//! Every random draw of the program comes from a stream that is named by what it is for and
//! where it stands, so that no result depends on which thread drew first.

/// The crate by which numbers are drawn from an [`Rng`], in the version that fits it: with
/// `use starhop::rng::rand::RngExt as _;` in scope, `rng.random_range(0..6)` is one of 0 to 5.
pub use rand;

use rand::SeedableRng;
use rand::TryRng as _;
use rand::rngs::SysRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The generator behind every stream: portable, and the same on every machine.
pub type Rng = ChaCha8Rng;

/// What a stream is for. Streams of different purposes never coincide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// The genes of a first generation: `[restart, individual]`.
    Found,
    /// Parents, crossover and mutation of one child: `[generation, individual]`; of a strategy, a
    /// mirrored pair: `[generation, pair]`.
    Breed,
    /// A game that selection looks at: `[generation, individual, game, replay]`, or
    /// `[generation, game, replay]` where all individuals meet the same chance.
    Select,
    /// A game that chooses among candidates for champion: `[generation, game]`, the same for all.
    Choose,
    /// A fresh game whose result is only reported: `[generation, game]` in a run, `[game]` where
    /// weights are measured by themselves.
    Measure,
    /// The same at the end of a session, whose end may depend on what was measured before:
    /// `[generation, game]`; in a comparison `[budget, game]`.
    Final,
    /// The opening and the opponents of a round, which is a game from each seat:
    /// `[what its games are for, …, round]`, where … is their path without the game (and replay).
    /// A round may also be a pair of an arena, a position whose value is asked, or a permutation
    /// of a generation.
    Round,
    /// A game of a benchmark or a test: `[game]`.
    Bench,
    /// A game of a sequential test of two players: `[game]`.
    Sprt,
    /// A game between bots: `[game]`.
    Arena,
    /// The choice of a move in a position whose value is known: `[position]`.
    Accuracy,
    /// A game whose moves are asked whether they depend on a parameter: `[game]`.
    Effect,
    /// A game of a run's champion that an opening book is learnt from: `[game]`.
    Book,
    /// A game of a run's champion against one of the opponents that its table of strength names:
    /// `[generation, opening plies, game]`.
    Strength,
    /// The choice of a bot's move in a game that a person plays: `[ply]`.
    Play,
    /// Which way the whole parameters of an individual are rounded while it is selected:
    /// `[generation, individual]`.
    Rounding,
    /// A fresh game, or evaluation, that confirms a run's champion: `[attempt, test, game]`.
    Confirm,
    /// A game in which finalists for champion are compared at the end of a run:
    /// `[generation, opponent, opening plies, game]`, the same for all.
    Finals,
    /// Whatever a program that is built on this library draws for itself: by a path of its own.
    Own,
}

impl Purpose {
    /// Its name in a stream's key, and its number in a path. Neither ever changes or goes to another
    /// purpose, since all results depend on them.
    fn tag(self) -> (&'static [u8], u64) {
        match self {
            Purpose::Found => (b"found", 0),
            Purpose::Breed => (b"breed", 1),
            Purpose::Select => (b"select", 2),
            Purpose::Choose => (b"choose", 3),
            Purpose::Measure => (b"measure", 4),
            Purpose::Final => (b"final", 5),
            Purpose::Round => (b"round", 6),
            Purpose::Bench => (b"bench", 7),
            Purpose::Sprt => (b"sprt", 8),
            Purpose::Arena => (b"arena", 9),
            Purpose::Accuracy => (b"accuracy", 10),
            Purpose::Effect => (b"effect", 11),
            Purpose::Book => (b"book", 12),
            Purpose::Strength => (b"strength", 13),
            Purpose::Play => (b"play", 14),
            Purpose::Rounding => (b"rounding", 16),
            Purpose::Confirm => (b"confirm", 17),
            Purpose::Finals => (b"finals", 18),
            Purpose::Own => (b"own", 19),
        }
    }

    /// A number of its own, to name a purpose in a path.
    pub fn number(self) -> u64 {
        self.tag().1
    }
}

/// Bytes from the operating system that nobody can guess, for words that open doors; no result depends
/// on them.
///
/// # Errors
/// Where the operating system has no randomness to give.
pub fn secret() -> std::io::Result<[u8; 16]> {
    let mut bytes = [0; 16];
    SysRng.try_fill_bytes(&mut bytes).map_err(std::io::Error::other)?;
    Ok(bytes)
}

/// The one number that, with the configuration, determines every result of a run.
///
/// At most [`Seed::MAX`], so that it stands as an integer in TOML and JSON.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "u64", into = "u64")]
pub struct Seed(u64);

impl TryFrom<u64> for Seed {
    type Error = String;

    fn try_from(number: u64) -> Result<Seed, String> {
        Seed::new(number).ok_or_else(|| format!("the largest seed is {}", Seed::MAX))
    }
}

impl From<Seed> for u64 {
    fn from(seed: Seed) -> u64 {
        seed.0
    }
}

impl Seed {
    /// The largest seed: 2⁵³ − 1, the largest integer that every JSON reader keeps exact.
    pub const MAX: u64 = (1 << 53) - 1;

    /// A seed of that number; `None` above [`Seed::MAX`].
    pub fn new(number: u64) -> Option<Seed> {
        (number <= Seed::MAX).then_some(Seed(number))
    }

    /// A seed drawn from the operating system, short enough to type again: below 2³².
    ///
    /// # Errors
    /// Where the operating system has no randomness to give.
    pub fn draw() -> std::io::Result<Seed> {
        SysRng.try_next_u32().map(|number| Seed(u64::from(number))).map_err(std::io::Error::other)
    }

    /// The number that [`Seed::new`] takes back.
    pub fn number(self) -> u64 {
        self.0
    }

    /// The stream for `purpose` at `path`: its key is the SHA-256 of all three.
    pub fn stream(self, purpose: Purpose, path: &[u64]) -> Rng {
        self.stream_along(purpose, path.iter().copied())
    }

    /// The same, of a path that stands in no slice.
    pub fn stream_along(self, purpose: Purpose, path: impl Iterator<Item = u64>) -> Rng {
        let mut hash = Sha256::new();
        hash.update(self.0.to_le_bytes());
        let (name, _) = purpose.tag();
        hash.update([name.len() as u8]);
        hash.update(name);
        for step in path {
            hash.update(step.to_le_bytes());
        }
        Rng::from_seed(hash.finalize().into())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use rand::Rng as _;

    /// A stream for tests.
    pub fn stream(number: u64) -> Rng {
        Seed::new(1).unwrap().stream(Purpose::Bench, &[number])
    }

    /// Demands that counts follow stated chances: nothing where the chance is 0, and a χ² below
    /// its 99.99 % quantile (by the approximation of Wilson and Hilferty).
    pub fn assert_follows(counts: &[u64], chances: &[f64]) {
        assert_eq!(counts.len(), chances.len());
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "chances add up to 1");
        let trials = counts.iter().sum::<u64>() as f64;
        let mut squares = 0.0;
        let mut classes = 0.0;
        for (&count, &chance) in counts.iter().zip(chances) {
            if chance == 0.0 {
                assert_eq!(count, 0, "{counts:?} where {chances:?} says never");
                continue;
            }
            let expected = trials * chance;
            assert!(expected >= 10.0, "too few trials to tell");
            squares += (count as f64 - expected).powi(2) / expected;
            classes += 1.0;
        }
        let freedom: f64 = classes - 1.0;
        let spread = 2.0 / (9.0 * freedom);
        let limit = freedom * (1.0 - spread + 3.72 * spread.sqrt()).powi(3);
        assert!(squares < limit, "χ² {squares} above {limit}: {counts:?} against {chances:?}");
    }

    #[test]
    fn a_fair_coin_passes() {
        assert_follows(&[5020, 4980, 0], &[0.5, 0.5, 0.0]);
    }

    #[test]
    #[should_panic(expected = "χ²")]
    fn a_bent_coin_does_not() {
        assert_follows(&[5250, 4750], &[0.5, 0.5]);
    }

    #[test]
    fn a_stream_is_a_function_of_seed_purpose_and_path() {
        let seed = Seed::new(7).unwrap();
        let first = |purpose, path: &[u64]| seed.stream(purpose, path).next_u64();
        assert_eq!(first(Purpose::Select, &[1, 2]), first(Purpose::Select, &[1, 2]));
        let others = [
            first(Purpose::Select, &[2, 1]),
            first(Purpose::Select, &[1]),
            first(Purpose::Select, &[1, 2, 0]),
            first(Purpose::Breed, &[1, 2]),
            Seed::new(8).unwrap().stream(Purpose::Select, &[1, 2]).next_u64(),
        ];
        assert!(others.iter().all(|&other| other != first(Purpose::Select, &[1, 2])));
    }

    #[test]
    fn seeds_stay_exact_in_json() {
        let greatest = Seed::new(Seed::MAX).unwrap();
        let text = serde_json::to_string(&greatest).unwrap();
        let by_javascript = text.parse::<f64>().unwrap();
        assert_eq!(serde_json::to_string(&(by_javascript as u64)).unwrap(), text);
        assert_eq!(serde_json::from_str::<Seed>(&text).unwrap(), greatest);
        assert!(Seed::new(Seed::MAX + 1).is_none());
        assert!(serde_json::from_str::<Seed>(&(Seed::MAX + 1).to_string()).is_err());
    }
}
