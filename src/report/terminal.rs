//! Curves and arrays as text for a terminal.

use super::colour::{cube, ink_on};
use super::ends;
use super::heat_map::{of_stops, weight_of_each_cell};
use super::number::plain;
use super::picture::DrawError;
use super::scale::Scale;
use super::ticks::decimals;
use crate::game::layout::{Cell, CellLayout};

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A curve in one line of at most `width` characters, from ▁ at the least value to █ at the
/// greatest.
///
/// More values than characters are put together, a character showing the mean of its share;
/// fewer make a shorter line. Where a share has no finite value there is a space, and where all
/// are equal the bars are half high.
pub fn sparkline(values: &[f64], width: usize) -> String {
    let characters = width.min(values.len());
    let share = |i: usize| i * values.len() / characters;
    let means: Vec<f64> =
        (0..characters).map(|i| mean(values.get(share(i)..share(i + 1)).unwrap_or(&[]))).collect();
    let (low, high) = ends(means.iter().copied().filter(|mean| mean.is_finite()));
    let scale = Scale { low, high, least: low, most: high };
    means.iter().map(|&mean| bar(&scale, mean)).collect()
}

/// The mean of the finite values, NaN without any.
fn mean(values: &[f64]) -> f64 {
    let finite: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    if finite.is_empty() {
        return f64::NAN;
    }
    finite.iter().map(|value| value / finite.len() as f64).sum()
}

fn bar(scale: &Scale, value: f64) -> char {
    if !value.is_finite() {
        return ' ';
    }
    let level = (scale.position(value) * BARS.len() as f64) as usize;
    BARS.get(level).copied().unwrap_or('█')
}

/// An array on its board, a line a row, in at most `width` characters: in whole numbers or with as
/// many decimals as it needs; or, where these don't fit, in digits from 0 for the least weight to 9
/// for the greatest, with a line that says so; or nothing, where these don't fit either.
///
/// With `colour` each weight stands on its colour of the heat map's scale, by the escape
/// sequences of terminals with 256 colours. Cells without a stop are faint dots.
///
/// # Errors
/// If there isn't one finite weight a cell.
pub fn board(
    layout: &CellLayout,
    weights: &[f64],
    colour: bool,
    width: usize,
) -> Result<String, DrawError> {
    let mut cells = weight_of_each_cell(layout, weights, "the array")?;
    if !layout.boards.is_empty() {
        return below_each_other(layout, weights, colour, width);
    }
    cells.sort_by(|(one, _), (other, _)| one.row.cmp(&other.row).then(one.x.total_cmp(&other.x)));
    let shown = of_stops(&cells);
    let decimals = decimals(&shown);
    let longest = shown.iter().map(|&weight| plain(weight, decimals).len()).max().unwrap_or(1);
    let (left, right) = ends(layout.cells.iter().map(|cell| cell.x));
    let across = right - left + 1.0;
    let fits = |characters: usize| across * characters as f64 <= width as f64;
    // An even width, with a blank beside the number, puts rows half a cell apart.
    let numbers = (longest + 2) / 2 * 2;
    let (characters, digits) = if fits(numbers) {
        (numbers, Digits::Decimals(decimals))
    } else if fits(LEVEL) {
        (LEVEL, Digits::Level)
    } else {
        return Ok(String::new());
    };
    let pen = Pen { width: characters, digits, scale: Scale::of(&shown), left, colour };
    let rows = cells.chunk_by(|(one, _), (other, _)| one.row == other.row);
    let drawing: String = rows.map(|row| pen.line(row)).collect();
    Ok(drawing + &pen.legend(decimals))
}

/// Several boards, each under its name.
fn below_each_other(
    layout: &CellLayout,
    weights: &[f64],
    colour: bool,
    width: usize,
) -> Result<String, DrawError> {
    let of_board = (layout.cells.len() / layout.boards.len().max(1)).max(1);
    let parts = layout.cells.chunks(of_board).zip(weights.chunks(of_board));
    let mut text = String::new();
    let names = layout.boards.iter().map(|it| &it.name);
    for (name, (cells, weights)) in names.zip(parts) {
        let one = CellLayout::one(cells.to_vec(), layout.grid, layout.turned.clone());
        match board(&one, weights, colour, width)? {
            nothing if nothing.is_empty() => return Ok(nothing),
            drawing => text += &format!("{name}\n{drawing}"),
        }
    }
    Ok(text)
}

/// Characters of a cell that holds a digit and a blank.
const LEVEL: usize = 2;
/// What stands for the greatest weight where each has a digit.
const TOP: f64 = 9.0;

/// How a weight is written.
#[derive(Clone, Copy)]
enum Digits {
    /// As it is, with that many decimals.
    Decimals(usize),
    /// As one digit, by where it lies between the least and the greatest.
    Level,
}

/// How cells are written.
struct Pen {
    /// Characters a cell.
    width: usize,
    digits: Digits,
    scale: Scale,
    /// The `x` of the first character.
    left: f64,
    colour: bool,
}

impl Pen {
    /// A row of cells, from left to right, with its line end.
    fn line(&self, row: &[(&Cell, f64)]) -> String {
        let mut line = String::new();
        let mut end = 0;
        for &(cell, weight) in row {
            let start = ((cell.x - self.left) * self.width as f64).round() as usize;
            line.push_str(&" ".repeat(start.saturating_sub(end)));
            line.push_str(&self.cell(cell, weight));
            end = start + self.width;
        }
        line.truncate(line.trim_end_matches(' ').len());
        line + "\n"
    }

    fn cell(&self, cell: &Cell, weight: f64) -> String {
        let Pen { width, .. } = *self;
        if !cell.stop {
            let dot = format!("{:>right$} ", '·', right = width - 1);
            return if self.colour { format!("\x1b[2m{dot}\x1b[0m") } else { dot };
        }
        let text = format!("{:>right$} ", self.number(weight), right = width - 1);
        if !self.colour {
            return text;
        }
        let background = self.scale.colour(weight);
        let (front, back) = (cube(ink_on(background)), cube(background));
        format!("\x1b[38;5;{front};48;5;{back}m{text}\x1b[0m")
    }

    fn number(&self, weight: f64) -> String {
        match self.digits {
            Digits::Decimals(decimals) => plain(weight, decimals),
            Digits::Level => plain((self.scale.position(weight) * TOP).round(), 0),
        }
    }

    /// What digits stand for, where that has to be said.
    fn legend(&self, decimals: usize) -> String {
        let [low, high] = [self.scale.low, self.scale.high].map(|it| plain(it, decimals));
        match self.digits {
            Digits::Decimals(_) => String::new(),
            Digits::Level => format!("0 is {low} or less, {TOP} is {high} or more\n"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::heat_map::tests::triangle;

    #[test]
    fn sparkline_spans_all_levels() {
        let values: Vec<f64> = (0..8).map(f64::from).collect();
        assert_eq!(sparkline(&values, 20), "▁▂▃▄▅▆▇█");
    }

    #[test]
    fn sparkline_puts_values_together() {
        assert_eq!(sparkline(&[0.0, 2.0, 9.0, 7.0, 4.0, 5.0], 3), "▁█▅");
        assert_eq!(sparkline(&[1.0; 100], 7).chars().count(), 7);
    }

    #[test]
    fn sparkline_leaves_a_space_where_nothing_is_finite() {
        let values = [0.0, f64::NAN, 1.0, f64::INFINITY, 0.0];
        assert_eq!(sparkline(&values, 5), "▁ █ ▁");
        assert_eq!(sparkline(&[f64::NAN, f64::NAN], 2), "  ");
    }

    #[test]
    fn sparkline_of_little_is_little() {
        assert_eq!(sparkline(&[], 5), "");
        assert_eq!(sparkline(&[1.0], 0), "");
        assert_eq!(sparkline(&[3.0, 3.0], 5), "▅▅");
        assert_eq!(sparkline(&[f64::MIN, f64::MAX], 2), "▁█");
    }

    #[test]
    fn a_board_lines_up_numbers() {
        let text = board(&triangle(), &[100.0, -1.0, 20.0], false, 80);
        assert_eq!(text.unwrap(), "  100\n  ·  20\n");
    }

    #[test]
    fn a_board_in_colour_has_the_ends_of_the_palette() {
        let text = board(&triangle(), &[100.0, -1.0, 20.0], true, 80).unwrap();
        let expected = "  \x1b[38;5;16;48;5;220m100 \x1b[0m\n\
                        \x1b[2m  · \x1b[0m\x1b[38;5;231;48;5;53m 20 \x1b[0m\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_board_shows_fractions() {
        let text = board(&triangle(), &[0.5, 0.0, 0.25], false, 80).unwrap();
        assert_eq!(text, "   0.500\n    · 0.250\n");
    }

    #[test]
    fn a_board_needs_one_weight_a_cell() {
        assert!(board(&triangle(), &[1.0], false, 80).is_err());
        assert!(board(&triangle(), &[1.0, f64::NAN, 1.0], true, 80).is_err());
    }
}
