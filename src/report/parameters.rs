//! Vectors without a board: named numbers as bars, beside those that people set.

use plotters::element::{PathElement, Rectangle, Text};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBColor};

use super::colour::{GREY, INK, RUNS, pale};
use super::heading::Heading;
use super::legend::{self, Legend, block};
use super::number::digits;
use super::picture::{self, DrawError, Sheet, fine, length, width_of, words};
use std::collections::BTreeMap;

const WIDTH: f64 = 900.0;
/// Parameters that stand below each other; of more there are narrower columns side by side.
const MOST_BELOW: usize = 60;
const NARROW: f64 = 450.0;
const MARGIN: f64 = 24.0;
const WORDS: f64 = 14.0;
const HEAD: f64 = 6.0;
const FOOT: f64 = 36.0;
/// Pixels of a bar, and between the bars of two parameters.
const BAR: f64 = 20.0;
const GAP: f64 = 16.0;
/// Pixels for a number beside its bar.
const NUMBER: f64 = 76.0;
/// The least pixels for the longest bar.
const SHORTEST: f64 = 80.0;
/// Characters of a bar in a terminal, and blanks between two columns there.
const CHARACTERS: usize = 12;
const BLANKS: usize = 2;
/// Vectors of which the first alone stands out.
const FEW: usize = 3;
const NOTE: &str = "parameters of the same bounds have one scale";

/// Vectors of one evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// The name of each number.
    pub names: Vec<String>,
    /// The least and the greatest value of each number: those of the same are drawn to one scale.
    pub bounds: Vec<(f64, f64)>,
    /// The vectors with what to call them.
    pub vectors: Vec<(String, Vec<f64>)>,
}

impl Parameters {
    /// That all of it can be drawn.
    ///
    /// # Errors
    /// If there is no number, or not one pair of bounds a name, or a vector hasn't one finite number a name.
    fn check(&self) -> Result<(), DrawError> {
        if self.names.is_empty() || self.vectors.is_empty() {
            return Err(DrawError::Empty);
        }
        if self.bounds.len() != self.names.len() {
            let (found, expected) = (self.bounds.len(), self.names.len());
            return Err(DrawError::Length { title: "bounds".to_string(), found, expected });
        }
        for (title, values) in &self.vectors {
            let (title, found, expected) = (title.clone(), values.len(), self.names.len());
            if found != expected {
                return Err(DrawError::Length { title, found, expected });
            }
            if let Some((cell, _)) = self.names.iter().zip(values).find(|(_, it)| !it.is_finite()) {
                return Err(DrawError::NotFinite { title, cell: cell.clone() });
            }
        }
        Ok(())
    }

    /// The numbers of a parameter, one a vector.
    fn row(&self, parameter: usize) -> Vec<f64> {
        self.vectors.iter().filter_map(|(_, values)| values.get(parameter).copied()).collect()
    }

    /// For each parameter the number whose bar is the longest: the greatest without its sign among all
    /// parameters of the same bounds, or 1 where all are 0.
    fn reaches(&self) -> Vec<f64> {
        let key = |(min, max): &(f64, f64)| (min.to_bits(), max.to_bits());
        let mut most = BTreeMap::new();
        for (parameter, bounds) in self.bounds.iter().enumerate() {
            let reach = most.entry(key(bounds)).or_insert(0f64);
            *reach = self.row(parameter).into_iter().fold(*reach, |most, it| most.max(it.abs()));
        }
        let reach = |bounds| most.get(&key(bounds)).copied().filter(|it| *it > 0.0).unwrap_or(1.0);
        self.bounds.iter().map(reach).collect()
    }
}

/// A line a parameter: its name, and for each vector the number with a bar, as long as the number is
/// large beside the largest of all parameters of the same bounds. Bars of negative numbers are light. Where
/// they don't fit into `width` characters there are no bars, and where not all vectors fit, the first ones.
///
/// # Errors
/// If there is no number, or a vector hasn't one finite number a name.
pub fn lines(parameters: &Parameters, width: usize) -> Result<String, DrawError> {
    parameters.check()?;
    let name = parameters.names.iter().map(|it| it.chars().count()).max().unwrap_or(0);
    let mut columns: Vec<(usize, Vec<String>)> = Vec::new();
    for (title, values) in &parameters.vectors {
        let numbers: Vec<String> = values.iter().map(|&it| digits(it)).collect();
        let cells: Vec<String> = [title.clone()].into_iter().chain(numbers).collect();
        columns.push((cells.iter().map(|it| it.chars().count()).max().unwrap_or(0), cells));
    }
    let wide = |bar: usize, count: usize| {
        let columns = columns.iter().take(count);
        name + columns.map(|(width, _)| BLANKS + width + bar).sum::<usize>()
    };
    let bar = if wide(CHARACTERS + 1, columns.len()) <= width { CHARACTERS + 1 } else { 0 };
    let shown = (1..=columns.len()).rev().find(|&count| wide(bar, count) <= width).unwrap_or(1);
    let reaches = parameters.reaches();
    let mut text = String::new();
    for line in 0..=parameters.names.len() {
        let index = line.checked_sub(1);
        let called = index.and_then(|it| parameters.names.get(it)).map_or("", String::as_str);
        let mut written = format!("{called:name$}");
        let row = index.map(|it| parameters.row(it)).unwrap_or_default();
        let reach = index.and_then(|it| reaches.get(it)).copied().unwrap_or(1.0);
        for (vector, (width, cells)) in columns.iter().enumerate().take(shown) {
            let cell = cells.get(line).map_or("", String::as_str);
            written += &format!("{:BLANKS$}{cell:>width$}", "");
            if bar > 0 {
                let drawn = row.get(vector).map(|&it| characters(it / reach));
                written += &format!(" {:CHARACTERS$}", drawn.unwrap_or_default());
            }
        }
        text += written.trim_end();
        text.push('\n');
    }
    Ok(text)
}

/// A bar of characters for a share from −1 to 1.
fn characters(share: f64) -> String {
    let count = (share.abs() * CHARACTERS as f64).round() as usize;
    let character = if share < 0.0 { "░" } else { "█" };
    character.repeat(count.clamp(usize::from(share != 0.0), CHARACTERS))
}

/// Draws the vectors as bars, a group of them for each parameter, as SVG.
///
/// Parameters of the same bounds are drawn to one scale, on which their greatest number without its sign is
/// as long as can be; parameters of other bounds have their own, as these can differ a hundredfold. More than
/// 60 parameters stand in columns, so that the picture is about as high as wide.
///
/// # Errors
/// If there is no number, or a vector hasn't one finite number a name, or there are more vectors than colours that
/// can be told apart.
pub fn bars(parameters: &Parameters, title: &str) -> Result<String, DrawError> {
    parameters.check()?;
    let (found, most) = (parameters.vectors.len(), RUNS.len());
    if found > most {
        return Err(DrawError::TooMany { what: "vectors", found, most });
    }
    let page = Page::of(parameters);
    let heading = Heading::of(title, &[], page.width());
    let size = (page.width(), heading.height() + page.height());
    picture::svg(&format!("Parameters of {title}"), size, |sheet| {
        let (above, sheet) = sheet.split_vertically(length(heading.height()));
        heading.draw(&above)?;
        for parameter in 0..parameters.names.len() {
            page.group(&sheet, parameter)?;
        }
        page.legend(&sheet)
    })
}

fn put(
    sheet: &Sheet,
    what: String,
    (x, y): (f64, f64),
    size: f64,
    colour: RGBColor,
    side: HPos,
) -> Result<(), DrawError> {
    Ok(sheet.draw(&Text::new(what, (fine(x), fine(y)), words(size, colour, side)))?)
}

/// A block of a vector's colour.
struct Block(RGBColor);

impl legend::Sample for Block {
    fn draw(&self, sheet: &Sheet, ends: (f64, f64), middle: f64) -> Result<(), DrawError> {
        block(sheet, ends, middle, 6.0, self.0)
    }
}

/// Where everything stands.
struct Page<'a> {
    parameters: &'a Parameters,
    columns: usize,
    /// Pixels from the left of a column to that of the next.
    across: f64,
    /// Where the value 0 is in a column, and how many pixels the longest bar has.
    zero: f64,
    longest: f64,
    /// The number whose bar is the longest, for each parameter.
    reaches: Vec<f64>,
    /// The legend in rows, where it doesn't fit into a line with the note.
    rows: Option<Legend<Block>>,
}

impl<'a> Page<'a> {
    fn of(parameters: &'a Parameters) -> Page<'a> {
        let names = parameters.names.iter().map(|name| width_of(name, WORDS));
        let left = MARGIN + names.fold(0.0, f64::max) + MARGIN;
        let has_negative = parameters.vectors.iter().any(|(_, all)| all.iter().any(|&it| it < 0.0));
        let sides = if has_negative { 2.0 } else { 1.0 };
        let least = left + sides * (SHORTEST + NUMBER) + MARGIN;
        let is_long = parameters.names.len() > MOST_BELOW;
        let across = least.max(if is_long { NARROW } else { WIDTH });
        let longest = (across - MARGIN - left) / sides - NUMBER;
        let zero = if has_negative { left + NUMBER + longest } else { left };
        let reaches = parameters.reaches();
        let mut page = Page { parameters, columns: 1, across, zero, longest, reaches, rows: None };
        if is_long {
            page.columns = (page.height() / across).sqrt().ceil() as usize;
        }
        let titles = parameters.vectors.iter().map(|(title, _)| title);
        let line = titles.clone().map(|it| 20.0 + width_of(it, WORDS) + MARGIN).sum::<f64>();
        if MARGIN + line + width_of(NOTE, WORDS) > page.width() - MARGIN {
            let entry =
                |(vector, title): (usize, &String)| (Block(page.colour(vector)), title.clone());
            let entries = titles.enumerate().map(entry).collect::<Vec<_>>();
            page.rows = Some(Legend::of([entries], page.width()));
        }
        page
    }

    /// Pixels from a parameter's first bar to that of the next one.
    fn step(&self) -> f64 {
        self.parameters.vectors.len() as f64 * BAR + GAP
    }

    /// Parameters that stand below each other.
    fn below(&self) -> usize {
        self.parameters.names.len().div_ceil(self.columns)
    }

    fn width(&self) -> f64 {
        (self.columns as f64 * self.across).max(WIDTH)
    }

    /// Pixels from the top to the legend.
    fn above(&self) -> f64 {
        HEAD + self.below() as f64 * self.step()
    }

    fn height(&self) -> f64 {
        self.above() + self.rows.as_ref().map_or(0.0, Legend::height) + FOOT
    }

    /// Of a few vectors the first stands out, and the others stand back.
    fn colour(&self, vector: usize) -> RGBColor {
        if self.parameters.vectors.len() > FEW {
            return RUNS.get(vector).copied().unwrap_or(GREY);
        }
        match vector {
            0 => RUNS[0],
            later => pale(GREY, 0.3 * later as f64),
        }
    }

    fn group(&self, sheet: &Sheet, parameter: usize) -> Result<(), DrawError> {
        let row = self.parameters.row(parameter);
        let reach = self.reaches.get(parameter).copied().unwrap_or(1.0);
        let left = (parameter / self.below()) as f64 * self.across;
        let zero = left + self.zero;
        let top = HEAD + (parameter % self.below()) as f64 * self.step();
        let bottom = top + row.len() as f64 * BAR;
        let name = self.parameters.names.get(parameter).cloned().unwrap_or_default();
        put(sheet, name, (left + MARGIN, (top + bottom) / 2.0), WORDS, INK, HPos::Left)?;
        for (vector, &value) in row.iter().enumerate() {
            let end = zero + self.longest * value / reach;
            let (above, below) = (top + vector as f64 * BAR, top + (vector + 1) as f64 * BAR - 3.0);
            let corners = [(fine(zero.min(end)), fine(above)), (fine(zero.max(end)), fine(below))];
            sheet.draw(&Rectangle::new(corners, self.colour(vector).filled()))?;
            let (place, side) =
                if value < 0.0 { (end - 6.0, HPos::Right) } else { (end + 6.0, HPos::Left) };
            let number = digits(value).replace('-', "−");
            put(sheet, number, (place, (above + below) / 2.0), WORDS, INK, side)?;
        }
        let line = [(fine(zero), fine(top - 3.0)), (fine(zero), fine(bottom))];
        Ok(sheet.draw(&PathElement::new(line, GREY.stroke_width(length(1.0))))?)
    }

    fn legend(&self, sheet: &Sheet) -> Result<(), DrawError> {
        let middle = self.height() - FOOT / 2.0;
        match &self.rows {
            Some(rows) => rows.draw(&sheet.split_vertically(length(self.above())).1)?,
            None => self.line(sheet, middle)?,
        }
        put(sheet, NOTE.to_string(), (self.width() - MARGIN, middle), WORDS, GREY, HPos::Right)
    }

    /// The legend in a line.
    fn line(&self, sheet: &Sheet, middle: f64) -> Result<(), DrawError> {
        let mut left = MARGIN;
        for (vector, (title, _)) in self.parameters.vectors.iter().enumerate() {
            block(sheet, (left, left + 12.0), middle, 6.0, self.colour(vector))?;
            put(sheet, title.clone(), (left + 20.0, middle), WORDS, INK, HPos::Left)?;
            left += 20.0 + width_of(title, WORDS) + MARGIN;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> Parameters {
        let names = ["win", "odd-threats", "tempi"].map(str::to_string).to_vec();
        let own = ("champion".to_string(), vec![0.0, -0.16738, 0.01]);
        let set = ("published".to_string(), vec![3.0, 0.33476, 0.02]);
        let bounds = vec![(-5.0, 5.0), (-5.0, 5.0), (0.0, 1.0)];
        Parameters { names, bounds, vectors: vec![own, set] }
    }

    #[test]
    fn lines_have_bars_where_they_fit() {
        let wide = lines(&two(), 80).unwrap();
        assert_eq!(
            wide,
            "             champion               published\n\
             win                 0                       3 ████████████\n\
             odd-threats   -0.1674 ░                0.3348 █\n\
             tempi            0.01 ██████             0.02 ████████████\n"
        );
        let narrow = lines(&two(), 40).unwrap();
        assert_eq!(narrow.lines().nth(2), Some("odd-threats   -0.1674     0.3348"));
        assert_eq!(lines(&two(), 25).unwrap().lines().nth(2), Some("odd-threats   -0.1674"));
    }

    #[test]
    fn a_lone_vector_shows_its_shape() {
        let all = two();
        let lone = Parameters { vectors: all.vectors[1..].to_vec(), ..all };
        assert_eq!(
            lines(&lone, 80).unwrap(),
            "             published\n\
             win                  3 ████████████\n\
             odd-threats     0.3348 █\n\
             tempi             0.02 ████████████\n"
        );
    }

    #[test]
    fn bars_draw_the_same_bytes_each_time() {
        let svg = bars(&two(), "connect-four, seed 1").unwrap();
        assert_eq!(svg, bars(&two(), "connect-four, seed 1").unwrap());
        assert!(svg.contains("<title>Parameters of connect-four, seed 1</title>"));
        assert_eq!(svg.matches("<rect").count(), 6 + 2, "bars, and their legend");
    }

    #[test]
    fn several_vectors_can_be_told_apart_and_their_legend_fits() {
        let several = |count: usize, title: &str| {
            let vector = |it: usize| (format!("{title}-{it}"), vec![1.0, 2.0, 3.0]);
            Parameters { vectors: (0..count).map(vector).collect(), ..two() }
        };
        let svg = bars(&several(4, "few"), "four").unwrap();
        let all = ["#0072B2", "#D55E00", "#009E73", "#CC79A7"];
        let bars_of = |colour: &str| svg.matches(&format!(r#"fill="{colour}""#)).count();
        assert!(all.iter().all(|colour| bars_of(colour) >= 4), "a legend and three bars");
        assert!(Page::of(&several(3, "few")).rows.is_none());
        let long = several(3, &"a-name-as-long-as-that-of-a-file".repeat(2));
        let page = Page::of(&long);
        assert!(page.rows.is_some() && page.height() > page.above() + 3.0 * FOOT);
        let error = bars(&several(8, "many"), "").unwrap_err().to_string();
        assert_eq!(error, "8 vectors are more than the 7 that can be told apart");
    }

    #[test]
    fn any_number_of_parameters_fits_on_a_page() {
        for count in [60, 61, 121, 768, 5000] {
            let names: Vec<String> = (0..count).map(|it| format!("table-{it}")).collect();
            let values: Vec<f64> = (0..count).map(|it| f64::from(it) - 40.0).collect();
            let all =
                ["champion", "start"].map(|title| (title.to_string(), values.clone())).to_vec();
            let bounds = vec![(0.0, 9.0); names.len()];
            let all = Parameters { names, bounds, vectors: all };
            let page = Page::of(&all);
            assert_eq!(page.columns > 1, count > 60, "{count}");
            let ratio = page.height() / page.width();
            assert!(count == 60 || (0.5..=1.1).contains(&ratio), "{count}: {ratio}");
            let svg = bars(&all, "many").unwrap();
            assert_eq!(svg.matches("<rect").count(), 2 * count as usize + 2, "{count}");
        }
    }

    #[test]
    fn the_longest_name_leaves_room_for_its_bar() {
        let names = vec!["a name as long as a line of a book that is read aloud".repeat(3)];
        let vectors = vec![("champion".to_string(), vec![-1.0])];
        let all = Parameters { names, bounds: vec![(-1.0, 1.0)], vectors };
        let page = Page::of(&all);
        assert!(page.longest >= SHORTEST && page.width() > WIDTH);
    }

    #[test]
    fn vectors_that_do_not_fit_are_refused() {
        let mut odd = two();
        odd.vectors[1].1.pop();
        assert!(matches!(bars(&odd, ""), Err(DrawError::Length { found: 2, expected: 3, .. })));
        odd.vectors[1].1.push(f64::NAN);
        assert!(matches!(lines(&odd, 80), Err(DrawError::NotFinite { .. })));
        let odd = Parameters { bounds: Vec::new(), ..two() };
        assert!(matches!(bars(&odd, ""), Err(DrawError::Length { found: 0, expected: 3, .. })));
        let none = Parameters { names: Vec::new(), bounds: Vec::new(), vectors: Vec::new() };
        assert!(matches!(bars(&none, ""), Err(DrawError::Empty)));
    }
}
