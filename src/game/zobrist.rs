//! Random numbers that keys of positions are mixed of (Zobrist, A New Hashing Method with
//! Application for Game Playing, 1970).

/// What SplitMix64 adds to its state before each output.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The output of SplitMix64 in that state (Steele, Lea and Flood, Fast Splittable Pseudorandom Number
/// Generators, 2014, section 4).
#[inline]
pub(super) const fn mixed(state: u64) -> u64 {
    let number = state.wrapping_add(STEP);
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

/// Its first outputs from state 0 on.
pub(super) const fn numbers<const N: usize>() -> [u64; N] {
    let mut numbers = [0; N];
    let mut index = 0;
    while index < numbers.len() {
        numbers[index] = mixed(STEP.wrapping_mul(index as u64));
        index += 1;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs that the generator's reference implementation gives from seed 0.
    #[test]
    fn numbers_are_those_of_the_generator() {
        let known: [u64; 3] = [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F];
        assert_eq!(numbers::<3>(), known);
    }
}
