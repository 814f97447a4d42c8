//! Batches and results as bytes: what is many numbers as they lie in memory, little-endian; the rest as JSON.

use crate::backend::bytes::{Reader, put, read_json, told_json};
use crate::game::line::LineKey;
use crate::play::batch::{Batch, Conditions, Entrant, GameResult, GameScore, Opponents};
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
        before: batch.before,
        entrants,
        opponents: batch.opponents.iter().map(opponents).collect(),
        population_share: batch.population_share,
        tables: batch.tables,
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

/// A batch but for its entrants, and for its vectors where only those that play are needed, which
/// [`told_entrants`] tells.
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
    put_vectors(&mut bytes, if meets_its_own(batch) { &batch.vectors } else { &[] });
    batch.opponents.iter().for_each(|it| put_vectors(&mut bytes, &it.vectors));
    bytes
}

/// Reads such a batch.
pub fn read_batch(bytes: &[u8]) -> Option<Batch<'static>> {
    let mut reader = Reader(bytes);
    let length = reader.number()? as usize;
    let mut batch: Batch<'static> = read_json(reader.bytes(length)?)?;
    batch.vectors = Cow::Owned(read_vectors(&mut reader)?);
    for opponents in &mut batch.opponents {
        opponents.vectors = Cow::Owned(read_vectors(&mut reader)?);
    }
    reader.0.is_empty().then_some(batch)
}

/// Whether a batch's own vectors meet each other.
fn meets_its_own(batch: &Batch<'_>) -> bool {
    batch.population_share > 0 || batch.conditions == Conditions::Permutation
}

/// Some entrants of a batch, with what is needed of its vectors beside what [`told_batch`] tells: those from
/// the first to the last that plays.
pub fn told_entrants(batch: &Batch<'_>, entrants: &[Entrant]) -> Vec<u8> {
    let needed = || entrants.iter().map(|it| it.vector).filter(|_| !meets_its_own(batch));
    let first = needed().min().unwrap_or(0);
    let vectors = needed().max().and_then(|last| batch.vectors.get(first..=last)).unwrap_or(&[]);
    let mut bytes = Vec::with_capacity(entrants.len() * ENTRANT);
    put(&mut bytes, first as u64);
    put_vectors(&mut bytes, vectors);
    for Entrant { vector, games } in entrants {
        let vector = vector.saturating_sub(first) as u64;
        [vector, games.start, games.end].into_iter().for_each(|it| put(&mut bytes, it));
    }
    bytes
}

/// Reads entrants; returns the part of the batch that they are of, without any others.
pub fn read_entrants<'a>(batch: &'a Batch<'_>, bytes: &[u8]) -> Option<Batch<'a>> {
    let mut reader = Reader(bytes);
    let (first, vectors) = (reader.number()?, read_vectors(&mut reader)?);
    let one = |bytes: &[u8]| {
        let mut reader = Reader(bytes);
        let vector = reader.number()? as usize;
        let games = reader.number()?..reader.number()?;
        (games.start <= games.end).then_some(Entrant { vector, games })
    };
    let parts = reader.0.chunks_exact(ENTRANT);
    let entrants: Option<Vec<Entrant>> =
        parts.remainder().is_empty().then(|| parts.map(one).collect())?;
    let mut own = with_entrants(batch, entrants?);
    if !meets_its_own(batch) {
        (own.before, own.vectors) = (batch.before.saturating_add(first), Cow::Owned(vectors));
    }
    let are_there = own.entrants.iter().all(|it| it.vector < own.vectors.len());
    are_there.then_some(own)
}

/// Results of games, one after the other.
pub fn told_scores(scores: &[GameScore]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(scores.len() * SCORE);
    for it in scores {
        let (verdict, number) = match it.verdict {
            GameResult::Won => (0, 0.0),
            GameResult::Lost => (1, 0.0),
            GameResult::Unfinished => (2, 0.0),
            GameResult::Scored(number) => (3, number),
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
    let (verdict, number) = (reader.byte()?, reader.fraction()?);
    let verdict = match verdict {
        0 => GameResult::Won,
        1 => GameResult::Lost,
        2 => GameResult::Unfinished,
        3 => GameResult::Scored(number),
        _ => return None,
    };
    Some(GameScore {
        verdict,
        plies: reader.half()?,
        distance: reader.fraction()?,
        line: LineKey::of_number(reader.number()?),
        drew_chance: reader.byte()? != 0,
        replays: reader.half()?,
    })
}

/// Adds vectors: how many, then each with its length, and whether its numbers are small whole ones, which take
/// two bytes each in place of eight.
fn put_vectors(bytes: &mut Vec<u8>, vectors: &[Vec<f64>]) {
    put(bytes, vectors.len() as u64);
    for vector in vectors {
        put(bytes, vector.len() as u64);
        let small: Option<Vec<i16>> = vector.iter().map(|&value| small(value)).collect();
        bytes.push(small.is_some().into());
        match small {
            Some(small) => bytes.extend(small.into_iter().flat_map(i16::to_le_bytes)),
            None => bytes.extend(vector.iter().flat_map(|value| value.to_bits().to_le_bytes())),
        }
    }
}

/// The same number in two bytes, where there is one.
fn small(value: f64) -> Option<i16> {
    let small = value as i16;
    (f64::from(small).to_bits() == value.to_bits()).then_some(small)
}

fn read_vectors(reader: &mut Reader<'_>) -> Option<Vec<Vec<f64>>> {
    (0..reader.number()?).map(|_| read_vector(reader)).collect()
}

fn read_vector(reader: &mut Reader<'_>) -> Option<Vec<f64>> {
    let length = usize::try_from(reader.number()?).ok()?;
    if reader.byte()? == 0 {
        let mut values = Reader(reader.bytes(length.checked_mul(8)?)?);
        return (0..length).map(|_| values.fraction()).collect();
    }
    let values = reader.bytes(length.checked_mul(2)?)?.chunks_exact(2);
    values.map(|it| Some(f64::from(i16::from_le_bytes(it.try_into().ok()?)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::batch::{Seats, Tables};
    use crate::rng::{Purpose, Seed};

    fn batch() -> Batch<'static> {
        let vectors = |values: &[f64]| values.iter().map(|&it| vec![it, -it]).collect();
        Batch {
            seed: Seed::default(),
            purpose: Purpose::Select,
            path: vec![7],
            vectors: Cow::Owned(vectors(&[0.1, f64::MIN_POSITIVE, 32_767.0, 32_768.0, 0.0, 0.5])),
            before: 6,
            entrants: Vec::new(),
            opponents: vec![
                Opponents { share: 3, vectors: Cow::Owned(vectors(&[1.0 / 3.0])) },
                Opponents { share: 1, vectors: Cow::Owned(Vec::new()) },
            ],
            population_share: 2,
            tables: Tables::Alike,
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
    fn ranks_are_told_only_the_vectors_that_they_need() {
        let whole = Batch { population_share: 0, ..batch() };
        let there = read_batch(&told_batch(&whole)).unwrap();
        assert!(there.vectors.is_empty());
        let entrants = vec![Entrant { vector: 1, games: 3..9 }];
        let own = read_entrants(&there, &told_entrants(&whole, &entrants)).unwrap();
        assert_eq!((own.before, &own.vectors[..]), (7, &whole.vectors[1..2]));
        assert_eq!(own.entrants, [Entrant { vector: 0, games: 3..9 }]);
        let chance = |batch: &Batch<'_>, vector| format!("{:?}", batch.chance(vector, 3, 0));
        assert_eq!(chance(&own, 0), chance(&whole, 1));
        let permuted = Batch { conditions: Conditions::Permutation, ..whole };
        assert_eq!(read_batch(&told_batch(&permuted)).unwrap().vectors, permuted.vectors);
    }

    #[test]
    fn entrants_and_results_read_back() {
        let entrants = [(0, 0..5), (1, 7..7)].map(|(vector, games)| Entrant { vector, games });
        let batch = batch();
        let bytes = told_entrants(&batch, &entrants);
        assert_eq!(read_entrants(&batch, &bytes), Some(with_entrants(&batch, entrants.into())));
        assert!((0..bytes.len()).all(|end| {
            let torn = read_entrants(&batch, &bytes[..end]);
            torn.is_none_or(|it| it.entrants.len() < 2)
        }));
        let unknown = told_entrants(&batch, &[Entrant { vector: 6, games: 0..1 }]);
        assert_eq!(read_entrants(&batch, &unknown), None);
        let verdicts =
            [GameResult::Won, GameResult::Lost, GameResult::Unfinished, GameResult::Scored(-0.1)];
        let scores = verdicts.map(|verdict| GameScore {
            verdict,
            plies: 99,
            distance: 1.0 / 3.0,
            line: LineKey::default().then("e4"),
            drew_chance: verdict == GameResult::Won,
            replays: 3,
        });
        let bytes = told_scores(&scores);
        assert_eq!(bytes.len(), scores.len() * SCORE);
        assert_eq!(read_scores(&bytes).unwrap(), scores);
        assert_eq!(read_scores(&bytes[1..]), None);
    }
}
