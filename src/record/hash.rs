//! SHA-256 in hexadecimal digits, by which records know files, rows and vectors again.

use sha2::{Digest as _, Sha256};

/// Hexadecimal SHA-256.
pub fn hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Hexadecimal SHA-256 of numbers as little-endian doubles.
pub fn hash_of<'a>(values: impl IntoIterator<Item = &'a f64>) -> String {
    let bytes: Vec<u8> = values.into_iter().flat_map(|value| value.to_le_bytes()).collect();
    hash(&bytes)
}

/// Bytes in hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first is the example of FIPS 180-2.
    #[test]
    fn hashes_are_those_of_the_standard() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash(b"abc"), abc);
        assert_eq!(
            hash_of(&[1.0, -0.5]),
            hash(&[0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0xe0, 0xbf])
        );
    }
}
