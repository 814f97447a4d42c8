//! What a few numbers, one a seed, say about the mean of all seeds.

/// The 97.5 % quantiles of Student's t with 1 to 10 degrees of freedom, as they are tabulated
/// (Abramowitz and Stegun, "Handbook of Mathematical Functions", 1964, table 26.10).
const STUDENT: [f64; 10] = [
    12.706_205, 4.302_653, 3.182_446, 2.776_445, 2.570_582, 2.446_912, 2.364_624, 2.306_004,
    2.262_157, 2.228_139,
];

/// The mean; `None` of no numbers.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The 95 % interval of the mean of what the values were drawn from (Student, "The probable error
/// of a mean", Biometrika 6, 1908); two values at least.
pub fn interval(values: &[f64]) -> Option<(f64, f64)> {
    let (mean, error) = (mean(values)?, squared_error(values)?.sqrt());
    let half = student(values.len() as f64 - 1.0) * error;
    Some((mean - half, mean + half))
}

/// The 95 % interval of how far the mean of `one` lies above that of `other`, whatever their
/// variances (Welch, "The generalization of 'Student's' problem when several different population
/// variances are involved", Biometrika 34, 1947); two values of each at least. Degrees of
/// freedom are rounded down, which makes it rather too wide than too narrow.
pub fn difference(one: &[f64], other: &[f64]) -> Option<(f64, f64)> {
    let difference = mean(one)? - mean(other)?;
    let [a, b] = [squared_error(one)?, squared_error(other)?];
    let freedom = |error: f64, values: &[f64]| error * error / (values.len() as f64 - 1.0);
    let freedom = (a + b) * (a + b) / (freedom(a, one) + freedom(b, other));
    // Without any spread there are no degrees of freedom, nor an error to multiply.
    let half = if a + b > 0.0 { student(freedom) * (a + b).sqrt() } else { 0.0 };
    Some((difference - half, difference + half))
}

/// The square of the standard error of the mean.
fn squared_error(values: &[f64]) -> Option<f64> {
    let (mean, count) = (mean(values)?, values.len() as f64);
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (count >= 2.0).then(|| squares / (count - 1.0) / count)
}

/// The 97.5 % quantile of Student's t with that many degrees of freedom, rounded down to a whole
/// number from 1 on. Where the table ends, the expansion around the normal quantile is as exact
/// (Abramowitz and Stegun, 26.7.5).
pub(super) fn student(freedom: f64) -> f64 {
    let freedom = freedom.floor().max(1.0);
    if let Some(&tabulated) = STUDENT.get(freedom as usize - 1) {
        return tabulated;
    }
    let x = crate::play::tally::Z95;
    let square = x * x;
    let terms = [
        x,
        x * (square + 1.0) / 4.0,
        x * (5.0 * square * square + 16.0 * square + 3.0) / 96.0,
        x * (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0,
    ];
    terms.iter().rev().fold(0.0, |sum, term| sum / freedom + term)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(value: f64, wanted: f64) {
        assert!((value - wanted).abs() < 5e-4, "{value} is not {wanted}");
    }

    /// Abramowitz and Stegun, table 26.10.
    #[test]
    fn quantiles_are_those_of_the_table() {
        for (freedom, quantile) in [
            (1.0, 12.706),
            (4.0, 2.776),
            (4.9, 2.776),
            (10.0, 2.228),
            (11.0, 2.201),
            (20.0, 2.086),
            (30.0, 2.042),
            (120.0, 1.980),
        ] {
            close(student(freedom), quantile);
        }
        close(student(1e12), 1.960);
        assert!(
            (1..200)
                .all(|freedom| { student(f64::from(freedom)) > student(f64::from(freedom + 1)) })
        );
        assert_eq!([0.0, f64::NAN].map(student), [STUDENT[0]; 2]);
    }

    /// The additional hours of sleep from two drugs in Student (1908), section IX, which he found
    /// to be 0.75 and 2.33 in the mean.
    const SLEEP: [[f64; 10]; 2] = [
        [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0],
        [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4],
    ];

    #[test]
    fn the_mean_of_students_sleepers_has_its_interval() {
        close(mean(&SLEEP[0]).unwrap(), 0.75);
        close(mean(&SLEEP[1]).unwrap(), 2.33);
        let (low, high) = interval(&SLEEP[0]).unwrap();
        close(low, -0.5298);
        close(high, 2.0298);
        assert_eq!((mean(&[]), interval(&[4.0])), (None, None));
        assert_eq!(interval(&[4.0, 4.0]), Some((4.0, 4.0)));
    }

    /// t = 1.8608 with 17.776 degrees of freedom, as textbooks and R's `t.test(sleep)` have it; at
    /// 17 the quantile is 2.1098.
    #[test]
    fn the_difference_of_means_is_welchs() {
        let (low, high) = difference(&SLEEP[1], &SLEEP[0]).unwrap();
        close((low + high) / 2.0, 1.58);
        close((high - low) / 2.0, 2.1098 * 1.58 / 1.8608);
        let (least, most) = difference(&SLEEP[0], &SLEEP[1]).unwrap();
        close(least, -high);
        close(most, -low);
        assert_eq!(difference(&[3.0], &SLEEP[0]), None);
        assert_eq!(difference(&[3.0, 3.0], &[2.0, 2.0]), Some((1.0, 1.0)));
    }
}
