//! Heat maps: arrays drawn on their board.

mod bar;
mod board;
mod film;
mod rows;

pub use film::{film, one_of};

use super::colour::INK;
use super::picture::{self, DrawError, Sheet, fine, words, wrapped};
use super::scale::Scale;
use crate::game::layout::{Cell, CellLayout};
use bar::Unit;
use board::Board;
use plotters::element::Text;
use plotters::style::text_anchor::HPos;

const MARGIN: f64 = 24.0;
/// How high titles are at least, in pixels and beside other words, and pixels below them.
const TITLE: (f64, f64) = (18.0, 1.15);
const BELOW_TITLE: f64 = 14.0;
/// Pixels from a line of a title to the next, in heights of its words.
const LINE: f64 = 1.25;
/// Pixels that a picture takes across a page of README, and that words are high there at least.
const PAGE: f64 = 838.0;
const LEAST_WORDS: f64 = 11.5;

/// An array with what to call it.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// The words above it.
    pub title: String,
    /// One weight a cell, in the layout's order.
    pub weights: Vec<f64>,
}

/// Draws arrays side by side on their board, as SVG.
///
/// Each cell with a stop has the colour of its weight, and the weight as a number if `values` is
/// set; the others are outlined only. The scale is linear up to outliers, which have the colour
/// of the nearest limit. All maps share one scale: of the weights, if that serves them all, or else of
/// the weights in rows of the way home to goal, on a board that has one. Corners 1 and 2 of the
/// board, if it has them, are outlined and named home and goal.
///
/// # Errors
/// If there is no array, or one hasn't one finite weight a cell.
pub fn heat_maps(layout: &CellLayout, maps: &[HeatMap], values: bool) -> Result<String, DrawError> {
    heat_maps_by(maps.iter().map(|map| (layout, map)), values)
}

/// The same of arrays for several rules of one game, each by a layout of its own: which cells have a stop
/// depends on the rules.
///
/// # Errors
/// As [`heat_maps`].
pub fn heat_maps_by<'a>(
    maps: impl IntoIterator<Item = (&'a CellLayout, &'a HeatMap)>,
    values: bool,
) -> Result<String, DrawError> {
    let panels = maps.into_iter().map(|(layout, map)| Panel::of(layout, map));
    let mut panels = panels.collect::<Result<Vec<_>, _>>()?;
    let first = panels.first().map(|panel| panel.layout);
    let Some(layout) = first.filter(|it| !it.cells.is_empty()) else {
        return Err(DrawError::Empty);
    };
    let scales: Vec<Scale> = panels.iter().map(|panel| panel.scale.clone()).collect();
    let weights = Scale::common(&scales).map(|scale| (scale, Unit::Weight));
    let common = weights.or_else(|| Some((in_rows(&mut panels)?, Unit::Row)));
    let page = Page::of(layout, &panels, common, values);
    let titles: Vec<&str> = panels.iter().map(|panel| panel.title).collect();
    let title = format!("Weights of {}", titles.join(" and "));
    picture::svg(&title, page.size(), |sheet| page.draw(sheet, &panels))
}

/// Gives all panels colours by rows of the way, and returns their scale; `None` where one has none.
fn in_rows(panels: &mut [Panel]) -> Option<Scale> {
    let weights = |panel: &Panel| panel.cells.iter().map(|&(_, weight)| weight).collect::<Vec<_>>();
    let rows = |panel: &Panel| rows::in_rows(panel.layout, &weights(panel));
    let all = panels.iter().map(rows).collect::<Option<Vec<_>>>()?;
    for (panel, rows) in panels.iter_mut().zip(all) {
        panel.shades = panel.layout.cells.iter().zip(rows).collect();
    }
    let stops = panels.iter().flat_map(|panel| of_stops(&panel.shades));
    Some(Scale::of(&stops.collect::<Vec<_>>()))
}

/// The cells with their weights.
pub(super) fn weight_of_each_cell<'a>(
    layout: &'a CellLayout,
    weights: &[f64],
    title: &str,
) -> Result<Vec<(&'a Cell, f64)>, DrawError> {
    let (found, expected) = (weights.len(), layout.cells.len());
    let title = || title.to_string();
    if found != expected {
        return Err(DrawError::Length { title: title(), found, expected });
    }
    let cells = layout.cells.iter().zip(weights.iter().copied());
    match cells.clone().find(|(_, weight)| !weight.is_finite()) {
        Some((cell, _)) => Err(DrawError::NotFinite { title: title(), cell: cell.name.clone() }),
        None => Ok(cells.collect()),
    }
}

/// The weights of the cells that a player can stop on.
pub(super) fn of_stops(cells: &[(&Cell, f64)]) -> Vec<f64> {
    cells.iter().filter(|(cell, _)| cell.stop).map(|&(_, weight)| weight).collect()
}

/// One array on the page.
struct Panel<'a> {
    layout: &'a CellLayout,
    title: &'a str,
    cells: Vec<(&'a Cell, f64)>,
    /// What the colours go by: the weights, or rows of the way.
    shades: Vec<(&'a Cell, f64)>,
    scale: Scale,
}

impl<'a> Panel<'a> {
    fn of(layout: &'a CellLayout, map: &'a HeatMap) -> Result<Panel<'a>, DrawError> {
        let cells = weight_of_each_cell(layout, &map.weights, &map.title)?;
        let scale = Scale::of(&of_stops(&cells));
        Ok(Panel { layout, title: &map.title, shades: cells.clone(), cells, scale })
    }
}

/// How many of the boards stand side by side: about as many as below each other, and so that the
/// fewest places stay empty.
fn columns(panels: usize) -> usize {
    let least = (panels as f64).sqrt().ceil() as usize;
    let missing = |columns: usize| (columns - panels % columns) % columns;
    let all = least..=(least + 1).min(panels);
    all.min_by_key(|&columns| (missing(columns), columns)).unwrap_or(1)
}

/// Where everything stands.
struct Page {
    board: Board,
    common: Option<(Scale, Unit)>,
    values: bool,
    panels: usize,
    columns: usize,
    /// How many times as large as in a picture of one board the words are, so that they can be read
    /// where the picture is made as narrow as a page.
    size: f64,
    /// How high the words of titles are, in pixels.
    title: f64,
    /// Lines of the longest title.
    lines: usize,
}

impl Page {
    fn of(
        layout: &CellLayout,
        panels: &[Panel],
        common: Option<(Scale, Unit)>,
        values: bool,
    ) -> Page {
        let columns = columns(panels.len());
        let width = width(&Board::of(layout, 1.0));
        let size = (columns as f64 * width / PAGE * LEAST_WORDS / bar::WORDS).max(1.0);
        let title = TITLE.0.max(TITLE.1 * size * bar::WORDS);
        let lines = panels.iter().map(|panel| lines(panel, title, width).len()).max().unwrap_or(1);
        let board = Board::of(layout, size);
        Page { board, common, values, panels: panels.len(), columns, size, title, lines }
    }

    /// Pixels above a board.
    fn head(&self) -> f64 {
        MARGIN / 2.0 + self.lines as f64 * LINE * self.title + BELOW_TITLE
    }

    /// How many times as large the bar of a single panel is.
    fn own_bar(&self) -> f64 {
        self.size.min(self.panel().0 / bar::WIDTH)
    }

    /// Width and height of one panel without its own bar, in pixels.
    fn panel(&self) -> (f64, f64) {
        (width(&self.board), self.head() + self.board.height + MARGIN)
    }

    /// Pixels from a panel's top to that of the one below it.
    fn step(&self) -> f64 {
        let bar = if self.common.is_none() { self.own_bar() * bar::HEIGHT } else { 0.0 };
        self.panel().1 + bar
    }

    fn size(&self) -> (f64, f64) {
        let rows = self.panels.div_ceil(self.columns);
        let bar = if self.common.is_some() { self.size * bar::HEIGHT } else { 0.0 };
        let height = rows as f64 * self.step() + bar + MARGIN;
        (self.columns as f64 * self.panel().0, height)
    }

    fn draw(&self, sheet: &Sheet, panels: &[Panel]) -> Result<(), DrawError> {
        let width = self.panel().0;
        for (place, panel) in panels.iter().enumerate() {
            let (row, column) = (place / self.columns, place % self.columns);
            let beside = (panels.len() - row * self.columns).min(self.columns);
            // A last row that is not full stands in the middle.
            let free = (self.columns - beside) as f64 / 2.0;
            let corner = ((column as f64 + free) * width, row as f64 * self.step());
            self.draw_panel(sheet, corner, panel)?;
        }
        if let Some((scale, unit)) = &self.common {
            let (width, height) = self.size();
            let shades = panels.iter().flat_map(|panel| of_stops(&panel.shades));
            let top = height - MARGIN - self.size * bar::HEIGHT;
            let bar = bar::Bar { scale, unit: *unit, size: self.size };
            bar.draw(sheet, &shades.collect::<Vec<_>>(), (width / 2.0, top))?;
        }
        Ok(())
    }

    fn draw_panel(
        &self,
        sheet: &Sheet,
        (left, top): (f64, f64),
        panel: &Panel,
    ) -> Result<(), DrawError> {
        let (width, height) = self.panel();
        let middle = left + width / 2.0;
        for (line, text) in lines(panel, self.title, width).into_iter().enumerate() {
            let y = top + MARGIN / 2.0 + (line as f64 + 0.5) * LINE * self.title;
            let style = words(self.title, INK, HPos::Center);
            sheet.draw(&Text::new(text, (fine(middle), fine(y)), style))?;
        }
        let scale = self.common.as_ref().map_or(&panel.scale, |(scale, _)| scale);
        let corner = (middle - self.board.width / 2.0, top + self.head());
        let values = self.values.then_some(&panel.cells[..]);
        self.board.draw(sheet, &panel.shades, scale, values, corner)?;
        if self.common.is_none() {
            let bar = bar::Bar { scale, unit: Unit::Weight, size: self.own_bar() };
            bar.draw(sheet, &of_stops(&panel.cells), (middle, top + height))?;
        }
        Ok(())
    }
}

/// Pixels across a panel.
fn width(board: &Board) -> f64 {
    board.width.max(bar::WIDTH) + 2.0 * MARGIN
}

/// The title of a panel that many pixels wide.
fn lines(panel: &Panel, size: f64, width: f64) -> Vec<String> {
    wrapped(panel.title, size, width - 2.0 * MARGIN)
}

#[cfg(test)]
pub(super) mod tests;
