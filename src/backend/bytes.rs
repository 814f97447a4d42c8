//! Values as the bytes that ranks send each other: numbers little-endian, the rest as JSON.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A value as JSON.
pub fn told_json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}

/// Reads a value.
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    serde_json::from_slice(bytes).ok()
}

/// Adds a number.
pub fn put(bytes: &mut Vec<u8>, number: u64) {
    bytes.extend(number.to_le_bytes());
}

/// What is left to read.
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    /// The next bytes; like all that follows `None` where there are too few.
    pub fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (first, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(first)
    }

    /// The next byte.
    pub fn byte(&mut self) -> Option<u8> {
        self.bytes(1)?.first().copied()
    }

    /// The next four bytes as a number.
    pub fn half(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.bytes(4)?.try_into().ok()?))
    }

    /// The next eight bytes as a number.
    pub fn number(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.bytes(8)?.try_into().ok()?))
    }

    /// The next eight bytes as a fraction.
    pub fn fraction(&mut self) -> Option<f64> {
        self.number().map(f64::from_bits)
    }
}
