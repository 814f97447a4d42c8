//! The lanes in one register of processors that have AVX2. Left to make this of the plain form, the
//! compiler needs a third more instructions for a game.
//!
//! Unsafe, because these operations may only run where AVX2 is. The room makes sure of it in one
//! place: `Kernel::play_avx2` and `play_avx512` alone work with this type, and are called only after the processor
//! was asked; [`Avx2::of`] and [`Avx2::numbers`], by which all
//! values come to be, assert it.

use super::{Lanes, Numbers, Vector, WIDTH};
use crate::game::hop_board::{Directions, MOST_DIRECTIONS};
use crate::play::kernel::seat::Rank;
use std::arch::x86_64::*;

/// Four lanes in a register.
#[derive(Clone, Copy)]
pub struct Avx2(pub(super) __m256i);

impl Vector for Avx2 {
    type Numbers = Avx2;

    #[inline(always)]
    fn of(lanes: &Lanes) -> Avx2 {
        debug_assert!(is_x86_feature_detected!("avx2"));
        // SAFETY: AVX2 is here (see above); the lanes are 32 readable bytes.
        Avx2(unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn lanes(self) -> Lanes {
        // SAFETY: both are 32 bytes, and any bytes are four numbers.
        unsafe { std::mem::transmute(self.0) }
    }

    #[inline(always)]
    fn and(self, other: Avx2) -> Avx2 {
        // SAFETY: AVX2 is here, as for all values of this type; so below.
        Avx2(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Avx2) -> Avx2 {
        // SAFETY: as above.
        Avx2(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn differing(self, other: Avx2) -> Avx2 {
        // SAFETY: as above.
        Avx2(unsafe { _mm256_xor_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn without(self, other: Avx2) -> Avx2 {
        // SAFETY: as above.
        Avx2(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn or_where_empty(self, other: Avx2) -> Avx2 {
        // SAFETY: as above.
        unsafe {
            let empty = _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256());
            Avx2(_mm256_blendv_epi8(self.0, other.0, empty))
        }
    }

    /// By a count for each lane, which was measured to be faster than one for all.
    #[inline(always)]
    fn up(self, by: u64) -> Avx2 {
        // SAFETY: as above.
        Avx2(unsafe { _mm256_sllv_epi64(self.0, _mm256_set1_epi64x(by as i64)) })
    }

    #[inline(always)]
    fn down(self, by: u64) -> Avx2 {
        // SAFETY: as above.
        Avx2(unsafe { _mm256_srlv_epi64(self.0, _mm256_set1_epi64x(by as i64)) })
    }

    #[inline(always)]
    fn pick(self, from: Avx2) -> Avx2 {
        // SAFETY: as above.
        Avx2(unsafe { _mm256_permutevar8x32_epi32(self.0, from.0) })
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        // SAFETY: as above.
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }

    #[inline(always)]
    fn least(ranks: &[Rank; MOST_DIRECTIONS]) -> Rank {
        // SAFETY: only the kernels of this type and of `Avx512` ask, so that AVX2 is here, and SSE4.1 with it; the
        // ranks are 16 readable bytes.
        unsafe {
            let least = _mm_minpos_epu16(_mm_loadu_si128(ranks.as_ptr().cast()));
            _mm_cvtsi128_si32(least) as Rank
        }
    }

    #[inline(always)]
    fn of_rank(ranks: &[Rank; MOST_DIRECTIONS], rank: Rank) -> Directions {
        const { assert!(size_of::<[Rank; MOST_DIRECTIONS]>() == 16) };
        // SAFETY: SSE2 is on every x86-64; the ranks are 16 readable bytes.
        unsafe {
            let ranks = _mm_loadu_si128(ranks.as_ptr().cast());
            let equal = _mm_cmpeq_epi16(ranks, _mm_set1_epi16(rank as i16));
            _mm_movemask_epi8(_mm_packs_epi16(equal, _mm_setzero_si128())) as Directions
        }
    }
}

impl Numbers for Avx2 {
    #[inline(always)]
    fn numbers(numbers: &[i64; WIDTH]) -> Avx2 {
        debug_assert!(is_x86_feature_detected!("avx2"));
        // SAFETY: AVX2 is here (see above); the numbers are 32 readable bytes.
        Avx2(unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) })
    }

    #[inline(always)]
    fn first(self) -> i64 {
        self.lanes()[0] as i64
    }

    #[inline(always)]
    fn minus(self, other: Avx2) -> Avx2 {
        // SAFETY: as above.
        Avx2(unsafe { _mm256_sub_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn lower(self, other: Avx2) -> Avx2 {
        // SAFETY: as above.
        unsafe {
            let (a, b) = (_mm256_castsi256_pd(self.0), _mm256_castsi256_pd(other.0));
            Avx2(_mm256_castpd_si256(_mm256_min_pd(a, b)))
        }
    }

    #[inline(always)]
    fn lowest(self) -> Avx2 {
        // SAFETY: as above. First the halves change places, then the lanes of each half.
        unsafe {
            let lower = self.lower(Avx2(_mm256_permute4x64_epi64::<0b01_00_11_10>(self.0)));
            lower.lower(Avx2(_mm256_shuffle_epi32::<0b01_00_11_10>(lower.0)))
        }
    }

    #[inline(always)]
    fn equal(self, other: Avx2) -> u32 {
        // SAFETY: as above.
        unsafe {
            let equal = _mm256_cmpeq_epi64(self.0, other.0);
            _mm256_movemask_pd(_mm256_castsi256_pd(equal)) as u32
        }
    }
}
