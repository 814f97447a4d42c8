//! The lanes as plain numbers, on any machine.

use super::{Lanes, Numbers, Vector, WIDTH, each};
use crate::game::hop_board::{ClassSet, Directions, MOST_DIRECTIONS};
use crate::play::kernel::seat::Rank;

/// Four numbers.
#[derive(Clone, Copy)]
pub struct Plain(Lanes);

impl Plain {
    #[inline(always)]
    fn with(self, other: Plain, combine: impl Fn(ClassSet, ClassSet) -> ClassSet) -> Plain {
        Plain(each(|lane| combine(self.0[lane], other.0[lane])))
    }
}

impl Vector for Plain {
    type Numbers = Plain;

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
    fn up(self, by: u64) -> Plain {
        Plain(each(|lane| self.0[lane] << (by % u64::from(ClassSet::BITS))))
    }

    #[inline(always)]
    fn down(self, by: u64) -> Plain {
        Plain(each(|lane| self.0[lane] >> (by % u64::from(ClassSet::BITS))))
    }

    #[inline(always)]
    fn pick(self, from: Plain) -> Plain {
        Plain(each(|lane| self.0[from.0[lane] as usize / 2 % WIDTH]))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    #[inline(always)]
    fn least(ranks: &[Rank; MOST_DIRECTIONS]) -> Rank {
        ranks.iter().copied().fold(Rank::MAX, Rank::min)
    }

    #[inline(always)]
    fn of_rank(ranks: &[Rank; MOST_DIRECTIONS], rank: Rank) -> Directions {
        (0..MOST_DIRECTIONS).fold(0, |set, it| set | Directions::from(ranks[it] == rank) << it)
    }
}

impl Numbers for Plain {
    #[inline(always)]
    fn numbers(numbers: &[i64; WIDTH]) -> Plain {
        Plain(each(|lane| numbers[lane] as ClassSet))
    }

    #[inline(always)]
    fn first(self) -> i64 {
        self.0[0] as i64
    }

    #[inline(always)]
    fn minus(self, other: Plain) -> Plain {
        self.with(other, ClassSet::wrapping_sub)
    }

    #[inline(always)]
    fn lower(self, other: Plain) -> Plain {
        self.with(other, |a, b| (a as i64).min(b as i64) as ClassSet)
    }

    #[inline(always)]
    fn lowest(self) -> Plain {
        let least = self.0.iter().fold(i64::MAX, |least, &lane| least.min(lane as i64));
        Plain([least as ClassSet; WIDTH])
    }

    #[inline(always)]
    fn equal(self, other: Plain) -> u32 {
        (0..WIDTH).fold(0, |set, lane| set | u32::from(self.0[lane] == other.0[lane]) << lane)
    }
}
