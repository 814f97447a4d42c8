//! Pictures, moving ones too, pages, tables and drawings for a terminal, made of plain data; weights in the
//! formats of other programs, out and in.

pub mod arena;
#[cfg(feature = "pictures")]
mod chart;
#[cfg(feature = "pictures")]
pub mod colour;
#[cfg(feature = "pictures")]
pub mod comparison;
#[cfg(feature = "pictures")]
pub mod crosstable;
#[cfg(feature = "pictures")]
pub mod curves;
#[cfg(feature = "pictures")]
mod escape;
pub mod export;
#[cfg(feature = "pictures")]
pub mod film;
#[cfg(feature = "pictures")]
mod gif;
#[cfg(feature = "pictures")]
mod heading;
#[cfg(feature = "pictures")]
pub mod heat_map;
#[cfg(feature = "pictures")]
pub mod intervals;
#[cfg(feature = "pictures")]
mod legend;
pub mod markdown;
pub mod number;
#[cfg(feature = "pictures")]
mod outlines;
#[cfg(feature = "pictures")]
pub mod page;
#[cfg(feature = "pictures")]
pub mod parameters;
#[cfg(feature = "pictures")]
pub mod picture;
pub mod position;
#[cfg(feature = "pictures")]
mod scale;
#[cfg(feature = "pictures")]
pub mod terminal;
#[cfg(feature = "pictures")]
mod ticks;

/// The least and the greatest of some values; ∞ and −∞ where there are none.
fn ends(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    })
}

/// Up to `most` indices below `places`, evenly apart, the first and the last among them.
#[cfg(feature = "pictures")]
fn evenly(places: usize, most: usize) -> Vec<usize> {
    let count = places.min(most);
    let last = places.saturating_sub(1);
    (0..count).map(|place| last * place / count.saturating_sub(1).max(1)).collect()
}

#[cfg(all(test, feature = "pictures"))]
mod tests {
    use super::evenly;

    #[test]
    fn the_first_and_the_last_are_among_them() {
        assert_eq!(evenly(0, 12), [0; 0]);
        assert_eq!(evenly(1, 12), [0]);
        assert_eq!(evenly(3, 12), [0, 1, 2]);
        let many = evenly(100, 12);
        assert_eq!((many.len(), many[0], many[11]), (12, 0, 99));
    }
}
