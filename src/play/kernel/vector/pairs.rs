//! The lanes two to a register, as every x86-64 (SSE2), every 64-bit ARM (NEON) and WebAssembly has
//! them.

use super::{Lanes, Plain, Vector, each};
use crate::game::hop_board::{Directions, MOST_DIRECTIONS};
use crate::play::kernel::seat::Rank;
use wide::{i16x8, u64x2};

/// Two lanes in each of two registers.
#[derive(Clone, Copy)]
pub struct Pairs([u64x2; 2]);

impl Pairs {
    #[inline(always)]
    fn with(self, other: Pairs, combine: impl Fn(u64x2, u64x2) -> u64x2) -> Pairs {
        Pairs([combine(self.0[0], other.0[0]), combine(self.0[1], other.0[1])])
    }

    /// What has no fast instruction on most of these processors.
    #[inline(always)]
    fn plainly(self, other: Pairs, combine: impl Fn(Plain, Plain) -> Plain) -> Pairs {
        Pairs::of(&combine(Plain::of(&self.lanes()), Plain::of(&other.lanes())).lanes())
    }
}

impl Vector for Pairs {
    type Numbers = Plain;

    #[inline(always)]
    fn of(&[a, b, c, d]: &Lanes) -> Pairs {
        Pairs([u64x2::new([a, b]), u64x2::new([c, d])])
    }

    #[inline(always)]
    fn lanes(self) -> Lanes {
        let ([a, b], [c, d]) = (self.0[0].to_array(), self.0[1].to_array());
        [a, b, c, d]
    }

    #[inline(always)]
    fn and(self, other: Pairs) -> Pairs {
        self.with(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Pairs) -> Pairs {
        self.with(other, |a, b| a | b)
    }

    #[inline(always)]
    fn differing(self, other: Pairs) -> Pairs {
        self.with(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn without(self, other: Pairs) -> Pairs {
        self.with(other, |a, b| a & !b)
    }

    /// `-a | a` has its highest bit where `a` isn't 0, so that this bit less 1 is a mask of the empty lanes.
    #[inline(always)]
    fn or_where_empty(self, other: Pairs) -> Pairs {
        let zero = u64x2::splat(0);
        let ones = u64x2::splat(u64::MAX);
        self.with(other, |a, b| a | b & ((((zero - a) | a) >> 63) + ones))
    }

    #[inline(always)]
    fn up(self, by: u64) -> Pairs {
        Pairs([self.0[0] << by as u32, self.0[1] << by as u32])
    }

    #[inline(always)]
    fn down(self, by: u64) -> Pairs {
        Pairs([self.0[0] >> by as u32, self.0[1] >> by as u32])
    }

    #[inline(always)]
    fn pick(self, from: Pairs) -> Pairs {
        self.plainly(from, Plain::pick)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        let [a, b] = (self.0[0] | self.0[1]).to_array();
        a | b == 0
    }

    #[inline(always)]
    fn least(ranks: &[Rank; MOST_DIRECTIONS]) -> Rank {
        signed(ranks).reduce_min() as Rank
    }

    #[inline(always)]
    fn of_rank(ranks: &[Rank; MOST_DIRECTIONS], rank: Rank) -> Directions {
        signed(ranks).simd_eq(i16x8::splat(rank as i16)).to_bitmask() as Directions
    }
}

/// Ranks below 2^15, for whose signed form more processors have instructions.
#[inline(always)]
fn signed(ranks: &[Rank; MOST_DIRECTIONS]) -> i16x8 {
    i16x8::new(each(|lane| ranks[lane] as i16))
}
