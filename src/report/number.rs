//! Numbers as text.

/// A number with a true minus sign and that many decimals.
pub fn text(value: f64, decimals: usize) -> String {
    plain(value, decimals).replace('-', "−")
}

/// A number with that many decimals and the minus sign of program text, never a negative zero.
pub(super) fn plain(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let zero = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
    if zero { text.replace('-', "") } else { text }
}

/// A share from 0 to 1 as a percentage with that many decimals. Rounded towards the middle at both ends, so that
/// no loss and no win is rounded away.
pub fn percentage(share: f64, decimals: usize) -> String {
    let least = 10f64.powi(-(decimals as i32));
    match text(100.0 * share, decimals) {
        rounded if share < 1.0 && rounded == text(100.0, decimals) => text(100.0 - least, decimals),
        rounded if share > 0.0 && rounded == text(0.0, decimals) => text(least, decimals),
        rounded => rounded,
    }
}

/// A number with as many decimals as four digits of it need, and no zeros at its end.
pub fn digits(value: f64) -> String {
    let decimals = match value == 0.0 {
        true => 0.0,
        false => (3.0 - libm::log10(value.abs()).floor()).clamp(0.0, 9.0),
    };
    let text = plain(value, decimals as usize);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text,
    }
}

/// A count with its noun, as `1 random ply` and `1,200 random plies`.
pub fn count(number: u64, one: &str, several: &str) -> String {
    format!("{} {}", thousands(number), if number == 1 { one } else { several })
}

/// Random plies before a game, as `4 random plies`.
pub fn random_plies(plies: u32) -> String {
    count(plies.into(), "random ply", "random plies")
}

/// Random plies before the games of a table, as `4 random opening plies`.
pub fn opening_plies(plies: u32) -> String {
    count(plies.into(), "random opening ply", "random opening plies")
}

/// How long a game was, as `73 plies`.
pub fn plies(plies: u64) -> String {
    count(plies, "ply", "plies")
}

/// A number with its thousands set apart.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with a true minus sign, that many decimals and its thousands set apart; for numbers within
/// ±1e15.
pub fn grouped(value: f64, decimals: usize) -> String {
    let plain = plain(value.abs(), decimals);
    let (whole, rest) = plain.split_at(plain.find('.').unwrap_or(plain.len()));
    let whole = whole.parse().map_or(whole.to_string(), thousands);
    let sign = if text(value, decimals).starts_with('−') { "−" } else { "" };
    format!("{sign}{whole}{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_a_true_minus_and_no_negative_zero() {
        assert_eq!(text(-60.0, 0), "−60");
        assert_eq!(text(-0.04, 1), "0.0");
        assert_eq!(plain(-60.25, 1), "-60.2");
    }

    #[test]
    fn shares_are_never_rounded_to_certainty() {
        let shares = [0.0, 1e-6, 0.5, 0.12345, 1.0 - 1e-6, 1.0];
        let told = |decimals| shares.map(|share| percentage(share, decimals));
        assert_eq!(told(1), ["0.0", "0.1", "50.0", "12.3", "99.9", "100.0"]);
        assert_eq!(told(2), ["0.00", "0.01", "50.00", "12.35", "99.99", "100.00"]);
    }

    #[test]
    fn numbers_keep_sign_and_decimals_beside_their_thousands() {
        let cases = [(-1234.56, 1, "−1,234.6"), (12.0, 0, "12"), (1e6, 2, "1,000,000.00")];
        for (value, decimals, expected) in cases {
            assert_eq!(grouped(value, decimals), expected);
        }
        assert_eq!(grouped(-0.01, 1), "0.0");
    }

    #[test]
    fn digits_are_four_where_a_number_has_them() {
        let numbers = [0.0, -0.025_258_1, 0.167_385, 3.0, 12.346, 1234.5, 0.5];
        let texts = ["0", "-0.02526", "0.1674", "3", "12.35", "1234", "0.5"];
        assert_eq!(numbers.map(digits), texts);
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0, 999, 1000, 1234567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }
}
