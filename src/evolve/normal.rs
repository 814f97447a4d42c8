//! Normal numbers that are the same to the last bit on every machine.
//!
//! The ziggurat of G. Marsaglia and W. W. Tsang, "The Ziggurat Method for Generating Random
//! Variables", Journal of Statistical Software 5, 2000, in the form of J. A. Doornik, "An Improved
//! Ziggurat Method to Generate Normal Random Samples", 2005. Logarithms and exponentials are those
//! of the crate `libm`; the system's own differ from machine to machine.

use crate::rng::Rng;
use rand::distr::Open01;
use rand::{Rng as _, RngExt};
use std::array::from_fn;
use std::sync::LazyLock;

/// Layers of equal area under the density.
const LAYERS: usize = 256;
/// Where the tail begins, and the area of a layer, for that many layers (Doornik, table 1).
const TAIL: f64 = 3.654_152_885_361_009;
const AREA: f64 = 0.004_928_673_233_99;

/// The ends of the layers, from the widest, and the density there.
struct Layers {
    ends: [f64; LAYERS + 1],
    densities: [f64; LAYERS + 1],
}

static ZIGGURAT: LazyLock<Layers> = LazyLock::new(|| {
    let mut ends = [0.0; LAYERS + 1];
    (ends[0], ends[1]) = (AREA / density(TAIL), TAIL);
    for layer in 2..LAYERS {
        let below = ends[layer - 1];
        ends[layer] = (-2.0 * libm::log(AREA / below + density(below))).sqrt();
    }
    Layers { ends, densities: from_fn(|layer| density(ends[layer])) }
});

/// The density of the standard normal distribution, but for its factor.
fn density(x: f64) -> f64 {
    libm::exp(-x * x / 2.0)
}

/// A number from the standard normal distribution.
pub fn standard(rng: &mut Rng) -> f64 {
    let Layers { ends, densities } = &*ZIGGURAT;
    loop {
        let bits = rng.next_u64();
        let layer = (bits % LAYERS as u64) as usize;
        // From −1 to below 1, by the 52 bits that the layer doesn't need.
        let across = (bits >> 12) as f64 / (1u64 << 51) as f64 - 1.0;
        let x = across * ends[layer];
        if x.abs() < ends[layer + 1] {
            return x;
        }
        if layer == 0 {
            return tail(across < 0.0, rng);
        }
        let [low, high] = [densities[layer], densities[layer + 1]];
        if high + (low - high) * rng.random::<f64>() < density(x) {
            return x;
        }
    }
}

/// A number beyond [`TAIL`], on either side.
fn tail(is_negative: bool, rng: &mut Rng) -> f64 {
    loop {
        let [one, other] = from_fn(|_| libm::log(rng.sample::<f64, _>(Open01)));
        let beyond = -one / TAIL;
        if -2.0 * other >= beyond * beyond {
            return if is_negative { -TAIL - beyond } else { TAIL + beyond };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::tests::{assert_follows, stream};
    use rand_distr::{Distribution, StandardNormal};

    #[test]
    fn numbers_are_those_of_another_ziggurat() {
        let (mut own, mut other) = (stream(1), stream(1));
        for _ in 0..200_000 {
            let (own, other): (f64, f64) = (standard(&mut own), StandardNormal.sample(&mut other));
            assert!((own - other).abs() <= 1e-11 * other.abs(), "{own} {other}");
        }
    }

    /// Abramowitz and Stegun, "Handbook of Mathematical Functions", 1964, table 26.1.
    #[test]
    fn shares_between_whole_numbers_are_those_of_the_table() {
        let mut rng = stream(2);
        let mut counts = [0; 8];
        (0..100_000).for_each(|_| {
            counts[(standard(&mut rng).floor() + 4.0).clamp(0.0, 7.0) as usize] += 1;
        });
        let half = [0.001_349_898, 0.021_400_234, 0.135_905_122, 0.341_344_746];
        let chances = [half[0], half[1], half[2], half[3], half[3], half[2], half[1], half[0]];
        assert_follows(&counts, &chances);
    }
}
