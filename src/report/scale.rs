//! Which colour a weight gets.

use plotters::style::RGBColor;

use super::colour::viridis;

/// A linear scale between two weights, the same colour beyond.
///
/// The limits are the whiskers of a box plot: the outermost weights no further than 1.5 times
/// the interquartile range from the quartiles. An evolved array gives its home corner weights
/// several times as high as all others; they would leave only a few shades to the path through
/// the board if the scale had to reach them. The scale stays linear within, so that equal steps
/// of colour are equal steps of weight, as they wouldn't be if weights were ranked.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scale {
    pub low: f64,
    pub high: f64,
    /// The lowest weight of all.
    pub least: f64,
    /// The highest one.
    pub most: f64,
}

impl Scale {
    /// The scale for some finite weights; 0 to 0 where there are none.
    pub fn of(weights: &[f64]) -> Scale {
        let mut sorted = weights.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (least, most) = (quantile(&sorted, 0.0), quantile(&sorted, 1.0));
        let (lower, upper) = (quantile(&sorted, 0.25), quantile(&sorted, 0.75));
        let reach = 1.5 * (upper - lower);
        let within = |weight: &&f64| **weight >= lower - reach && **weight <= upper + reach;
        let low = sorted.iter().find(within).copied().unwrap_or(least);
        let high = sorted.iter().rfind(within).copied().unwrap_or(most);
        // Where more than half of the weights are equal, the whiskers have no length.
        let (low, high) = if low < high { (low, high) } else { (least, most) };
        Scale { low, high, least, most }
    }

    /// Whether some weights lie below `low`.
    pub fn under(&self) -> bool {
        self.least < self.low
    }

    /// Whether some weights lie above `high`.
    pub fn over(&self) -> bool {
        self.most > self.high
    }

    /// One scale for all, or `None` where it would serve the narrowest of them badly: where it
    /// is more than twice as wide.
    pub fn common(scales: &[Scale]) -> Option<Scale> {
        let first = scales.first()?;
        let union = scales.iter().skip(1).fold(first.clone(), |union, scale| union.with(scale));
        let widths = scales.iter().map(Scale::width);
        let narrowest = widths.fold(f64::INFINITY, f64::min);
        (union.width() <= 2.0 * narrowest).then_some(union)
    }

    fn with(&self, other: &Scale) -> Scale {
        Scale {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            least: self.least.min(other.least),
            most: self.most.max(other.most),
        }
    }

    fn width(&self) -> f64 {
        self.high - self.low
    }

    /// Where a weight lies between the limits, from 0 to 1; in the middle where they are equal.
    pub fn position(&self, weight: f64) -> f64 {
        // Halves, because the difference of two finite numbers can be infinite.
        let width = self.high / 2.0 - self.low / 2.0;
        let position = (weight / 2.0 - self.low / 2.0) / width;
        if width > 0.0 { position.clamp(0.0, 1.0) } else { 0.5 }
    }

    /// The colour of a weight: the lower, the darker, so that the way to the goal stands out.
    pub fn colour(&self, weight: f64) -> RGBColor {
        viridis(self.position(weight))
    }
}

/// A quantile of sorted numbers, between two of them by linear interpolation; 0 without any.
pub(super) fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * sorted.len().saturating_sub(1) as f64;
    let at = |index: f64| sorted.get(index as usize).copied().unwrap_or(0.0);
    let part = place.fract();
    at(place.floor()) * (1.0 - part) + at(place.ceil()) * part
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(low: f64, high: f64) -> Scale {
        Scale { low, high, least: low, most: high }
    }

    #[test]
    fn limits_are_the_extremes_without_outliers() {
        assert_eq!(Scale::of(&[3.0, 1.0, 2.0, 5.0, 4.0]), plain(1.0, 5.0));
    }

    #[test]
    fn outliers_are_left_out_of_the_limits() {
        let scale = Scale::of(&[500.0, 1.0, 2.0, 3.0, 4.0, 5.0, -90.0]);
        assert_eq!(scale, Scale { low: 1.0, high: 5.0, least: -90.0, most: 500.0 });
        assert!(scale.under() && scale.over());
    }

    #[test]
    fn few_distinct_weights_use_the_whole_range() {
        assert_eq!(Scale::of(&[0.0, 0.0, 0.0, 0.0, 7.0]), plain(0.0, 7.0));
        assert_eq!(Scale::of(&[4.0, 4.0]), plain(4.0, 4.0));
        assert_eq!(Scale::of(&[]), plain(0.0, 0.0));
    }

    #[test]
    fn positions_are_linear_and_clamped() {
        let scale = plain(10.0, 20.0);
        let positions = [0.0, 10.0, 12.5, 20.0, 99.0].map(|weight| scale.position(weight));
        assert_eq!(positions, [0.0, 0.0, 0.25, 1.0, 1.0]);
        assert_eq!(plain(3.0, 3.0).position(3.0), 0.5);
        assert_eq!(plain(f64::MIN, f64::MAX).position(0.0), 0.5);
    }

    #[test]
    fn the_lowest_weight_is_the_darkest() {
        assert_eq!(plain(1.0, 2.0).colour(1.0), viridis(0.0));
        assert_eq!(plain(1.0, 2.0).colour(2.0), viridis(1.0));
    }

    #[test]
    fn scales_are_shared_only_when_alike() {
        let union = Scale::common(&[plain(0.0, 100.0), plain(-20.0, 150.0)]);
        assert_eq!(union, Some(plain(-20.0, 150.0)));
        assert_eq!(Scale::common(&[plain(0.0, 100.0), plain(0.0, 20.0)]), None);
        // What is beyond one of them may be within all.
        let one = Scale { low: 0.0, high: 100.0, least: -5.0, most: 140.0 };
        let union = Scale::common(&[one, plain(-3.0, 150.0)]).unwrap();
        assert!(union.under() && !union.over());
        assert_eq!(Scale::common(&[]), None);
    }
}
