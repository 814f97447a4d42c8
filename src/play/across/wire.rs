//! Batches and results as bytes: what is many numbers as they lie in memory, little-endian; the rest as JSON.

use crate::game::line::LineKey;
use crate::play::batch::{Batch, Entrant, GameScore, Opponents, Verdict};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;

/// Bytes of a result.
const SCORE: usize = 34;
/// Bytes of an entrant.
const ENTRANT: usize = 24;

/// The batch with these entrants in the place of its own.
pub fn with_entrants<'a>(batch: &'a Batch<'_>, entrants: Vec<Entrant>) -> Batch<'a> {
    let opponents = |it: &'a Opponents<'_>| borrowed(it.share, &it.vectors);
    Batch {
        seed: batch.seed,
        purpose: batch.purpose,
        path: batch.path.clone(),
        vectors: Cow::Borrowed(&batch.vectors),
        entrants,
        opponents: batch.opponents.iter().map(opponents).collect(),
        population_share: batch.population_share,
        conditions: batch.conditions,
        seats: batch.seats,
        opening_plies: batch.opening_plies,
        start_every: batch.start_every,
        replays: batch.replays,
    }
}

fn borrowed(share: u32, vectors: &[Vec<f64>]) -> Opponents<'_> {
    Opponents { share, vectors: Cow::Borrowed(vectors) }
}

/// A batch but for its entrants.
pub fn told_batch(batch: &Batch<'_>) -> Vec<u8> {
    let opponents = batch.opponents.iter().map(|it| borrowed(it.share, &[]));
    let head = Batch {
        vectors: Cow::Borrowed(&[]),
        opponents: opponents.collect(),
        ..with_entrants(batch, Vec::new())
    };
    let head = told_json(&head);
    let mut bytes = Vec::new();
    put(&mut bytes, head.len() as u64);
    bytes.extend(head);
    put_vectors(&mut bytes, &batch.vectors);
    batch.opponents.iter().for_each(|it| put_vectors(&mut bytes, &it.vectors));
    bytes
}

/// Reads such a batch.
pub fn read_batch(bytes: &[u8]) -> Option<Batch<'static>> {
    let mut reader = Reader(bytes);
    let length = reader.number()? as usize;
    let mut batch: Batch<'static> = read_json(reader.bytes(length)?)?;
    batch.vectors = Cow::Owned(reader.vectors()?);
    for opponents in &mut batch.opponents {
        opponents.vectors = Cow::Owned(reader.vectors()?);
    }
    reader.0.is_empty().then_some(batch)
}

/// Entrants.
pub fn told_entrants(entrants: &[Entrant]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(entrants.len() * ENTRANT);
    for Entrant { vector, games } in entrants {
        [*vector as u64, games.start, games.end].into_iter().for_each(|it| put(&mut bytes, it));
    }
    bytes
}

/// Reads entrants.
pub fn read_entrants(bytes: &[u8]) -> Option<Vec<Entrant>> {
    let one = |bytes: &[u8]| {
        let mut reader = Reader(bytes);
        let vector = reader.number()? as usize;
        let games = reader.number()?..reader.number()?;
        (games.start <= games.end).then_some(Entrant { vector, games })
    };
    let parts = bytes.chunks_exact(ENTRANT);
    parts.remainder().is_empty().then(|| parts.map(one).collect())?
}

/// Results of games, one after the other.
pub fn told_scores(scores: &[GameScore]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(scores.len() * SCORE);
    for it in scores {
        let (verdict, number) = match it.verdict {
            Verdict::Won => (0, 0.0),
            Verdict::Lost => (1, 0.0),
            Verdict::Unfinished => (2, 0.0),
            Verdict::Scored(number) => (3, number),
        };
        bytes.push(verdict);
        put(&mut bytes, number.to_bits());
        bytes.extend(it.plies.to_le_bytes());
        put(&mut bytes, it.distance.to_bits());
        put(&mut bytes, it.line.number());
        bytes.push(it.drew_chance.into());
        bytes.extend(it.replays.to_le_bytes());
    }
    bytes
}

/// Reads results.
pub fn read_scores(bytes: &[u8]) -> Option<Vec<GameScore>> {
    let parts = bytes.chunks_exact(SCORE);
    parts.remainder().is_empty().then(|| parts.map(read_score).collect())?
}

fn read_score(bytes: &[u8]) -> Option<GameScore> {
    let mut reader = Reader(bytes);
    let (verdict, number) = (reader.byte()?, f64::from_bits(reader.number()?));
    let verdict = match verdict {
        0 => Verdict::Won,
        1 => Verdict::Lost,
        2 => Verdict::Unfinished,
        3 => Verdict::Scored(number),
        _ => return None,
    };
    Some(GameScore {
        verdict,
        plies: reader.half()?,
        distance: f64::from_bits(reader.number()?),
        line: LineKey::of_number(reader.number()?),
        drew_chance: reader.byte()? != 0,
        replays: reader.half()?,
    })
}

/// A value as JSON.
pub fn told_json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}

/// Reads a value.
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    serde_json::from_slice(bytes).ok()
}

fn put(bytes: &mut Vec<u8>, number: u64) {
    bytes.extend(number.to_le_bytes());
}

fn put_vectors(bytes: &mut Vec<u8>, vectors: &[Vec<f64>]) {
    put(bytes, vectors.len() as u64);
    for vector in vectors {
        put(bytes, vector.len() as u64);
        bytes.extend(vector.iter().flat_map(|value| value.to_bits().to_le_bytes()));
    }
}

/// What is left to read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (first, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(first)
    }

    fn byte(&mut self) -> Option<u8> {
        self.bytes(1)?.first().copied()
    }

    fn half(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.bytes(4)?.try_into().ok()?))
    }

    fn number(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.bytes(8)?.try_into().ok()?))
    }

    fn vectors(&mut self) -> Option<Vec<Vec<f64>>> {
        (0..self.number()?).map(|_| self.vector()).collect()
    }

    fn vector(&mut self) -> Option<Vec<f64>> {
        let length = usize::try_from(self.number()?).ok()?.checked_mul(8)?;
        let values = self.bytes(length)?.chunks_exact(8);
        let value = |it: &[u8]| Some(f64::from_bits(u64::from_le_bytes(it.try_into().ok()?)));
        values.map(value).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::batch::{Conditions, Seats};
    use crate::rng::{Purpose, Seed};

    fn batch() -> Batch<'static> {
        let vectors = |values: &[f64]| values.iter().map(|&it| vec![it, -it]).collect();
        Batch {
            seed: Seed::default(),
            purpose: Purpose::Select,
            path: vec![7],
            vectors: Cow::Owned(vectors(&[0.1, f64::MIN_POSITIVE])),
            entrants: Vec::new(),
            opponents: vec![
                Opponents { share: 3, vectors: Cow::Owned(vectors(&[1.0 / 3.0])) },
                Opponents { share: 1, vectors: Cow::Owned(Vec::new()) },
            ],
            population_share: 2,
            conditions: Conditions::Own,
            seats: Seats::First,
            opening_plies: 4,
            start_every: Some(10),
            replays: Some(20),
        }
    }

    #[test]
    fn batches_read_back_and_torn_ones_are_none() {
        let bytes = told_batch(&batch());
        assert_eq!(read_batch(&bytes), Some(batch()));
        assert!((0..bytes.len()).all(|end| read_batch(&bytes[..end]).is_none()));
        assert_eq!(read_batch(&[&bytes[..], &[0]].concat()), None);
        let endless = [&bytes[..bytes.len() - 8], &u64::MAX.to_le_bytes()].concat();
        assert_eq!(read_batch(&endless), None);
    }

    #[test]
    fn entrants_and_results_read_back() {
        let entrants = [(0, 0..5), (9, 7..7)].map(|(vector, games)| Entrant { vector, games });
        let bytes = told_entrants(&entrants);
        assert_eq!(read_entrants(&bytes).unwrap(), entrants);
        assert_eq!(read_entrants(&bytes[1..]), None);
        let verdicts = [Verdict::Won, Verdict::Lost, Verdict::Unfinished, Verdict::Scored(-0.1)];
        let scores = verdicts.map(|verdict| GameScore {
            verdict,
            plies: 99,
            distance: 1.0 / 3.0,
            line: LineKey::default().then("e4"),
            drew_chance: verdict == Verdict::Won,
            replays: 3,
        });
        let bytes = told_scores(&scores);
        assert_eq!(bytes.len(), scores.len() * SCORE);
        assert_eq!(read_scores(&bytes).unwrap(), scores);
        assert_eq!(read_scores(&bytes[1..]), None);
    }
}
