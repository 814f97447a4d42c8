//! The round numbers that ticks stand at.

use super::number::grouped;

/// Decimals that a number at a tick has at most; with more it has a power of ten.
const MOST_DECIMALS: usize = 7;

/// Decimals that show about three digits of a range of values: none where all are whole.
pub(super) fn decimals(values: &[f64]) -> usize {
    if values.iter().all(|value| value.fract() == 0.0) {
        return 0;
    }
    let greatest = values.iter().fold(0f64, |greatest, value| greatest.max(value.abs()));
    (2.0 - libm::log10(greatest).floor()).clamp(0.0, 6.0) as usize
}

/// The smallest of …, 0.1, 0.2, 0.5, 1, 2, 5, 10, … that isn't below `least`, which is above 0.
pub(super) fn round_up(least: f64) -> f64 {
    let magnitude = libm::pow(10.0, libm::log10(least).floor());
    let steps = [1.0, 2.0, 5.0].map(|factor| factor * magnitude);
    // The tolerance forgives what the logarithm lost.
    let enough = |&step: &f64| step >= least * (1.0 - 1e-9);
    steps.into_iter().find(enough).unwrap_or(10.0 * magnitude)
}

/// The multiples of a round step between two finite limits, at most about `most` of them, and
/// the decimals that tell them apart.
pub(super) fn ticks(low: f64, high: f64, most: usize) -> (Vec<f64>, usize) {
    let least = (high - low) / most.max(1) as f64;
    if !least.is_finite() || least <= 0.0 {
        return (vec![low], decimals(&[low]));
    }
    let step = round_up(least);
    let (first, last) = ((low / step).ceil(), (high / step).floor());
    let count = (last - first + 1.0).max(0.0) as usize;
    let ticks = (0..count).map(|tick| (first + tick as f64) * step).collect();
    (ticks, (-libm::log10(step).floor()).clamp(0.0, 17.0) as usize)
}

/// The words at a tick of that many decimals, as in −1,200, 0.25 and 2.5e−9.
pub(super) fn at(value: f64, decimals: usize) -> String {
    if decimals <= MOST_DECIMALS {
        return grouped(value, decimals);
    }
    let power = libm::log10(value.abs()).floor() as i64;
    // What float arithmetic leaves of a tick at 0.
    if value == 0.0 || power + (decimals as i64) < -1 {
        return "0".to_string();
    }
    let digits = (power + decimals as i64).clamp(0, 17) as usize;
    format!("{value:.digits$e}").replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_show_three_digits() {
        assert_eq!(decimals(&[-60.0, 519.0]), 0);
        assert_eq!(decimals(&[0.5, 519.25]), 0);
        assert_eq!(decimals(&[0.5, 12.25]), 1);
        assert_eq!(decimals(&[0.5, 0.0625]), 3);
        assert_eq!(decimals(&[]), 0);
    }

    #[test]
    fn round_numbers_are_one_two_five() {
        let rounded = [0.3, 1.0, 1.1, 2.0, 4.0, 7.0, 1000.0].map(round_up);
        assert_eq!(rounded, [0.5, 1.0, 2.0, 2.0, 5.0, 10.0, 1000.0]);
    }

    #[test]
    fn small_numbers_have_a_power_of_ten() {
        assert_eq!(at(-1200.0, 0), "−1,200");
        assert_eq!(at(0.25, 2), "0.25");
        assert_eq!(at(2.5e-9, 10), "2.5e−9");
        assert_eq!(at(-1.5e-12, 13), "−1.5e−12");
        assert_eq!([at(0.0, 13), at(1e-20, 13)], ["0", "0"]);
    }

    #[test]
    fn ticks_are_multiples_within_the_limits() {
        assert_eq!(ticks(-60.0, 222.0, 6), (vec![-50.0, 0.0, 50.0, 100.0, 150.0, 200.0], 0));
        assert_eq!(ticks(0.0, 1.0, 2), (vec![0.0, 0.5, 1.0], 1));
        assert_eq!(ticks(7.0, 7.0, 5), (vec![7.0], 0));
        assert_eq!(ticks(1.1, 1.9, 1), (vec![], 0));
    }
}
