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
    fn thousands_are_set_apart() {
        assert_eq!([0, 999, 1000, 1234567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }
}
