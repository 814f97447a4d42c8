//! Four sets of nodes side by side: as plain numbers, and in a register of processors that have
//! AVX2.

use super::seat::Rank;
use crate::game::hop_board::{CLASS, CLASSES, ClassSet, Directions, MOST_DIRECTIONS};

/// Lanes of a vector.
pub const WIDTH: usize = 4;

/// Four lanes, one for each class, or for each of four pegs.
pub type Lanes = [ClassSet; WIDTH];

const _: () = assert!(WIDTH == CLASSES);

/// Four lanes in the form in which they are worked with.
pub trait Vector: Copy {
    /// Those lanes.
    fn of(lanes: &Lanes) -> Self;
    /// Its lanes.
    fn lanes(self) -> Lanes;
    /// What is in both.
    fn and(self, other: Self) -> Self;
    /// What is in either.
    fn or(self, other: Self) -> Self;
    /// What is in one only.
    fn differing(self, other: Self) -> Self;
    /// What isn't in `other`.
    fn without(self, other: Self) -> Self;
    /// Lane by lane, `other` where a lane is empty.
    fn or_where_empty(self, other: Self) -> Self;
    /// All lanes shifted left by less than 64 bits.
    fn up(self, by: u32) -> Self;
    /// All lanes shifted right by less than 64 bits.
    fn down(self, by: u32) -> Self;
    /// Each lane shifted left by so many bits, less than 64.
    fn up_each(self, by: Self) -> Self;
    /// Each lane shifted right by so many bits, less than 64.
    fn down_each(self, by: Self) -> Self;
    /// For each lane of `from` the lane that it points to, by [`pointer`].
    fn pick(self, from: Self) -> Self;
    /// Whether all lanes are empty.
    fn is_empty(self) -> bool;
    /// The set of one node in the lane of its class.
    fn node(node: u8) -> Self;
    /// Lane by lane the lower, as signed numbers.
    fn lower(self, other: Self) -> Self;
    /// The lowest lane, as signed numbers, in all lanes.
    fn lowest(self) -> Self;
    /// The lanes that are equal, bit l for lane l.
    fn equal_lanes(self, other: Self) -> u32;
    /// The directions whose rank is that.
    fn equal(ranks: &[Rank; MOST_DIRECTIONS], rank: Rank) -> Directions {
        (0..MOST_DIRECTIONS).fold(0, |set, it| set | Directions::from(ranks[it] == rank) << it)
    }
}

/// What points to a lane: the numbers of its two halves.
pub const fn pointer(lane: usize) -> ClassSet {
    let low = (2 * (lane % WIDTH)) as ClassSet;
    low | (low + 1) << 32
}

/// The lanes as plain numbers.
#[derive(Clone, Copy)]
pub struct Plain(Lanes);

impl Plain {
    #[inline(always)]
    fn with(self, other: Plain, combine: impl Fn(ClassSet, ClassSet) -> ClassSet) -> Plain {
        Plain(std::array::from_fn(|lane| combine(self.0[lane], other.0[lane])))
    }
}

impl Vector for Plain {
    #[inline(always)]
    fn of(lanes: &Lanes) -> Plain {
        Plain(*lanes)
    }
    #[inline(always)]
    fn lanes(self) -> Lanes {
        self.0
    }
    #[inline(always)]
    fn and(self, other: Plain) -> Plain {
        self.with(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: Plain) -> Plain {
        self.with(other, |a, b| a | b)
    }
    #[inline(always)]
    fn differing(self, other: Plain) -> Plain {
        self.with(other, |a, b| a ^ b)
    }
    #[inline(always)]
    fn without(self, other: Plain) -> Plain {
        self.with(other, |a, b| a & !b)
    }
    #[inline(always)]
    fn or_where_empty(self, other: Plain) -> Plain {
        self.with(other, |a, b| if a == 0 { b } else { a })
    }
    #[inline(always)]
    fn up(self, by: u32) -> Plain {
        Plain(self.0.map(|lane| lane << (by % ClassSet::BITS)))
    }
    #[inline(always)]
    fn down(self, by: u32) -> Plain {
        Plain(self.0.map(|lane| lane >> (by % ClassSet::BITS)))
    }
    #[inline(always)]
    fn up_each(self, by: Plain) -> Plain {
        self.with(by, |a, by| a << (by % u64::from(ClassSet::BITS)))
    }
    #[inline(always)]
    fn down_each(self, by: Plain) -> Plain {
        self.with(by, |a, by| a >> (by % u64::from(ClassSet::BITS)))
    }
    #[inline(always)]
    fn pick(self, from: Plain) -> Plain {
        Plain(from.0.map(|pointer| self.0[pointer as u32 as usize / 2 % WIDTH]))
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }
    #[inline(always)]
    fn node(node: u8) -> Plain {
        let mut lanes = Lanes::default();
        lanes[usize::from(node) / CLASS] = 1 << (usize::from(node) % CLASS);
        Plain(lanes)
    }
    #[inline(always)]
    fn lower(self, other: Plain) -> Plain {
        self.with(other, |a, b| (a as i64).min(b as i64) as ClassSet)
    }
    #[inline(always)]
    fn lowest(self) -> Plain {
        Plain([self.0.into_iter().map(|lane| lane as i64).fold(i64::MAX, i64::min) as u64; WIDTH])
    }
    #[inline(always)]
    fn equal_lanes(self, other: Plain) -> u32 {
        (0..WIDTH).fold(0, |set, lane| set | u32::from(self.0[lane] == other.0[lane]) << lane)
    }
}

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;

/// The same in one register. A value of this type is only made where the processor has AVX2, by
/// [`Avx2::run`]; that is why its operations are sound.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Lanes, Vector};
    use crate::game::hop_board::{Directions, MOST_DIRECTIONS};
    use crate::play::kernel::seat::Rank;
    use std::arch::x86_64::*;

    /// Four lanes in a register.
    #[derive(Clone, Copy)]
    pub struct Avx2(__m256i);

    impl Vector for Avx2 {
        #[inline(always)]
        fn of(lanes: &Lanes) -> Avx2 {
            // SAFETY: the lanes are 32 readable bytes.
            Avx2(unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) })
        }
        #[inline(always)]
        fn lanes(self) -> Lanes {
            // SAFETY: the same 32 bytes, any of which are numbers.
            unsafe { std::mem::transmute(self.0) }
        }
        #[inline(always)]
        fn and(self, other: Avx2) -> Avx2 {
            Avx2(unsafe { _mm256_and_si256(self.0, other.0) })
        }
        #[inline(always)]
        fn or(self, other: Avx2) -> Avx2 {
            Avx2(unsafe { _mm256_or_si256(self.0, other.0) })
        }
        #[inline(always)]
        fn differing(self, other: Avx2) -> Avx2 {
            Avx2(unsafe { _mm256_xor_si256(self.0, other.0) })
        }
        #[inline(always)]
        fn without(self, other: Avx2) -> Avx2 {
            Avx2(unsafe { _mm256_andnot_si256(other.0, self.0) })
        }
        #[inline(always)]
        fn or_where_empty(self, other: Avx2) -> Avx2 {
            Avx2(unsafe {
                let empty = _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256());
                _mm256_blendv_epi8(self.0, other.0, empty)
            })
        }
        #[inline(always)]
        fn up(self, by: u32) -> Avx2 {
            Avx2(unsafe { _mm256_sll_epi64(self.0, _mm_cvtsi32_si128(by as i32)) })
        }
        #[inline(always)]
        fn down(self, by: u32) -> Avx2 {
            Avx2(unsafe { _mm256_srl_epi64(self.0, _mm_cvtsi32_si128(by as i32)) })
        }
        #[inline(always)]
        fn up_each(self, by: Avx2) -> Avx2 {
            Avx2(unsafe { _mm256_sllv_epi64(self.0, by.0) })
        }
        #[inline(always)]
        fn down_each(self, by: Avx2) -> Avx2 {
            Avx2(unsafe { _mm256_srlv_epi64(self.0, by.0) })
        }
        #[inline(always)]
        fn pick(self, from: Avx2) -> Avx2 {
            Avx2(unsafe { _mm256_permutevar8x32_epi32(self.0, from.0) })
        }
        #[inline(always)]
        fn is_empty(self) -> bool {
            unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
        }
        #[inline(always)]
        fn node(node: u8) -> Avx2 {
            // Bits of which a shift count has too many, below 0 too, are shifted out.
            Avx2(unsafe {
                let bits = _mm256_sub_epi64(
                    _mm256_set1_epi64x(i64::from(node)),
                    _mm256_set_epi64x(192, 128, 64, 0),
                );
                _mm256_sllv_epi64(_mm256_set1_epi64x(1), bits)
            })
        }
        #[inline(always)]
        fn lower(self, other: Avx2) -> Avx2 {
            Avx2(unsafe {
                _mm256_blendv_epi8(self.0, other.0, _mm256_cmpgt_epi64(self.0, other.0))
            })
        }
        #[inline(always)]
        fn lowest(self) -> Avx2 {
            unsafe {
                let pairs = self.lower(Avx2(_mm256_permute4x64_epi64::<0b01_00_11_10>(self.0)));
                pairs.lower(Avx2(_mm256_shuffle_epi32::<0b01_00_11_10>(pairs.0)))
            }
        }
        #[inline(always)]
        fn equal_lanes(self, other: Avx2) -> u32 {
            unsafe {
                let equal = _mm256_cmpeq_epi64(self.0, other.0);
                _mm256_movemask_pd(_mm256_castsi256_pd(equal)) as u32
            }
        }
        #[inline(always)]
        fn equal(ranks: &[Rank; MOST_DIRECTIONS], rank: Rank) -> Directions {
            unsafe {
                let ranks = _mm_loadu_si128(ranks.as_ptr().cast());
                let equal = _mm_cmpeq_epi16(ranks, _mm_set1_epi16(rank as i16));
                _mm_movemask_epi8(_mm_packs_epi16(equal, _mm_setzero_si128())) as Directions
            }
        }
    }
}
