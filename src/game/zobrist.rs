//! Random numbers that keys of positions are mixed of (Zobrist, A New Hashing Method with
//! Application for Game Playing, 1970).

/// The first outputs of SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom Number
/// Generators, 2014, section 4) from state 0 on.
pub(super) const fn numbers<const N: usize>() -> [u64; N] {
    let mut numbers = [0; N];
    let mut state = 0u64;
    let mut index = 0;
    while index < numbers.len() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        numbers[index] = mixed ^ mixed >> 31;
        index += 1;
    }
    numbers
}
