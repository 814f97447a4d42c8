//! Nothing makes a reader panic, and everything that is written reads back.

use super::*;
use proptest::prelude::*;

fn parse_as_all(bytes: &[u8]) -> Vec<Result<ReadWeights, FormatError>> {
    FORMATS.iter().map(|format| parse(bytes, *format, &star())).collect()
}

fn readable() -> impl Strategy<Value = Format> {
    prop::sample::select(FORMATS.to_vec())
}

proptest! {
    #[test]
    fn any_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(parse_as_all(&bytes).iter().all(Result::is_err));
        prop_assert!(parse_as_all(&[npy::MAGIC, &bytes].concat()).iter().all(Result::is_err));
    }

    #[test]
    fn any_text_is_refused(text in "[-0-9a-z#:.,=\\[\\]{}\" \n_]{0,200}") {
        prop_assert!(parse_as_all(text.as_bytes()).iter().all(Result::is_err));
    }

    #[test]
    fn damaged_exports_are_read_or_refused(
        format in readable(),
        all in any::<bool>(),
        at in any::<prop::sample::Index>(),
        cut in 0usize..40,
        put in prop::collection::vec(any::<u8>(), 0..4),
    ) {
        let seats = if all { ArraySeats::All } else { ArraySeats::One(3) };
        let mut bytes = write(&counted(), &star(), format, seats).unwrap();
        let start = at.index(bytes.len());
        let end = (start + cut).min(bytes.len());
        bytes.splice(start..end, put);
        if let Ok(found) = parse(&bytes, format, &star()) {
            prop_assert_eq!(found.weights().len(), 121);
        }
    }

    #[test]
    fn any_finite_weights_survive(
        format in readable(),
        weights in prop::collection::vec(prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL, 6),
        integers in prop::collection::vec(any::<i32>().prop_map(f64::from), 121),
    ) {
        let reals = file(weights);
        let bytes = write(&reals, &plain_layout(), format, ArraySeats::One(1)).unwrap();
        prop_assert_eq!(parse(&bytes, format, &plain_layout()), Ok(after(format, &reals)));
        let integers = file(integers);
        let bytes = write(&integers, &star(), format, ArraySeats::All).unwrap();
        prop_assert_eq!(parse(&bytes, format, &star()), Ok(after(format, &integers)));
    }
}

#[test]
fn deep_nesting_is_refused() {
    for (before, open) in [("", "["), ("weights = ", "["), ("{\"a\":", "{\"a\":"), ("a = ", "{a=")]
    {
        let text = before.to_string() + &open.repeat(100_000);
        let array = [npy::MAGIC, &[2, 0, 0, 0, 1, 0], text.as_bytes()].concat();
        for bytes in [text.as_bytes(), &array] {
            assert!(parse_as_all(bytes).iter().all(Result::is_err));
        }
    }
}
