//! The lanes in one register as [`Avx2`] has them, on processors that have AVX-512: with operations of three
//! sets at once, masks, and twice as many registers.
//!
//! Unsafe for the same reason: `Kernel::play_avx512` alone works with this type, and is called only after the
//! processor was asked; [`Avx512::of`] and [`Avx512::numbers`], by which all
//! values come to be, assert it.

use super::{Avx2, Lanes, Numbers, Vector, WIDTH};
use crate::game::hop_board::{Directions, MOST_DIRECTIONS};
use crate::play::kernel::seat::Rank;
use std::arch::x86_64::*;

/// Four lanes in a register.
#[derive(Clone, Copy)]
pub struct Avx512(Avx2);

/// For each of three bits, the values that it has where the bits count from 0 to 7.
const FIRST: i32 = 0b1111_0000;
const SECOND: i32 = 0b1100_1100;
const THIRD: i32 = 0b1010_1010;
/// The first, or both of the others.
const FIRST_OR_BOTH: i32 = FIRST | SECOND & THIRD;

impl Avx512 {
    #[inline(always)]
    fn here(register: Avx2) -> Avx512 {
        debug_assert!(is_x86_feature_detected!("avx512vl") && is_x86_feature_detected!("avx512bw"));
        Avx512(register)
    }

    #[inline(always)]
    fn register(self) -> __m256i {
        self.0.0
    }

    /// Lane by lane, what is in this set, or in both of the others.
    #[inline(always)]
    fn or_both(self, one: Avx512, other: Avx512) -> Avx512 {
        let (a, b, c) = (self.register(), one.register(), other.register());
        // SAFETY: AVX-512 is here, as for all values of this type; so below.
        Avx512(Avx2(unsafe { _mm256_ternarylogic_epi64::<FIRST_OR_BOTH>(a, b, c) }))
    }
}

impl Vector for Avx512 {
    type Numbers = Avx512;

    #[inline(always)]
    fn of(lanes: &Lanes) -> Avx512 {
        Avx512::here(Avx2::of(lanes))
    }

    #[inline(always)]
    fn lanes(self) -> Lanes {
        self.0.lanes()
    }

    #[inline(always)]
    fn and(self, other: Avx512) -> Avx512 {
        Avx512(self.0.and(other.0))
    }

    #[inline(always)]
    fn or(self, other: Avx512) -> Avx512 {
        Avx512(self.0.or(other.0))
    }

    #[inline(always)]
    fn differing(self, other: Avx512) -> Avx512 {
        Avx512(self.0.differing(other.0))
    }

    #[inline(always)]
    fn without(self, other: Avx512) -> Avx512 {
        Avx512(self.0.without(other.0))
    }

    #[inline(always)]
    fn or_where_empty(self, other: Avx512) -> Avx512 {
        // SAFETY: as above.
        let empty = unsafe { _mm256_cmpeq_epi64(self.register(), _mm256_setzero_si256()) };
        self.or_both(other, Avx512(Avx2(empty)))
    }

    #[inline(always)]
    fn up(self, by: u64) -> Avx512 {
        Avx512(self.0.up(by))
    }

    #[inline(always)]
    fn down(self, by: u64) -> Avx512 {
        Avx512(self.0.down(by))
    }

    #[inline(always)]
    fn pick(self, from: Avx512) -> Avx512 {
        Avx512(self.0.pick(from.0))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    #[inline(always)]
    fn hopped(self, up: Avx512, down: Avx512, by: u64) -> Avx512 {
        self.or_both(self.up(by), up).or_both(self.down(by), down)
    }

    #[inline(always)]
    fn least(ranks: &[Rank; MOST_DIRECTIONS]) -> Rank {
        Avx2::least(ranks)
    }

    #[inline(always)]
    fn of_rank(ranks: &[Rank; MOST_DIRECTIONS], rank: Rank) -> Directions {
        const { assert!(size_of::<[Rank; MOST_DIRECTIONS]>() == 16) };
        // SAFETY: only the kernel of this type asks; the ranks are 16 readable bytes.
        unsafe {
            let ranks = _mm_loadu_si128(ranks.as_ptr().cast());
            _mm_cmpeq_epi16_mask(ranks, _mm_set1_epi16(rank as i16))
        }
    }
}

impl Numbers for Avx512 {
    #[inline(always)]
    fn numbers(numbers: &[i64; WIDTH]) -> Avx512 {
        Avx512::here(Avx2::numbers(numbers))
    }

    #[inline(always)]
    fn first(self) -> i64 {
        self.0.first()
    }

    #[inline(always)]
    fn minus(self, other: Avx512) -> Avx512 {
        Avx512(self.0.minus(other.0))
    }

    #[inline(always)]
    fn lower(self, other: Avx512) -> Avx512 {
        // SAFETY: as above.
        Avx512(Avx2(unsafe { _mm256_min_epi64(self.register(), other.register()) }))
    }

    #[inline(always)]
    fn lowest(self) -> Avx512 {
        // SAFETY: as above. First the halves change places, then the lanes of each half.
        unsafe {
            let halves = _mm256_permute4x64_epi64::<0b01_00_11_10>(self.register());
            let lower = self.lower(Avx512(Avx2(halves)));
            let lanes = _mm256_shuffle_epi32::<0b01_00_11_10>(lower.register());
            lower.lower(Avx512(Avx2(lanes)))
        }
    }

    #[inline(always)]
    fn equal(self, other: Avx512) -> u32 {
        // SAFETY: as above.
        unsafe { _mm256_cmpeq_epi64_mask(self.register(), other.register()) }.into()
    }
}
