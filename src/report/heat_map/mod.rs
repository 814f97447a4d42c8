//! Heat maps: arrays drawn on their board.

mod bar;
mod board;
mod rows;

use super::colour::INK;
use super::picture::{self, DrawError, Sheet, fine, fitted, words};
use super::scale::Scale;
use crate::game::layout::{Cell, CellLayout};
use bar::Unit;
use board::Board;
use plotters::element::Text;
use plotters::style::text_anchor::HPos;

const MARGIN: f64 = 24.0;
const TITLE: f64 = 18.0;
const TITLE_HEIGHT: f64 = 40.0;

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
/// board, if it has them, are named home and goal.
///
/// # Errors
/// If there is no array, or one hasn't one finite weight a cell.
pub fn heat_maps(layout: &CellLayout, maps: &[HeatMap], values: bool) -> Result<String, DrawError> {
    let panels = maps.iter().map(|map| Panel::of(layout, map)).collect::<Result<Vec<_>, _>>()?;
    let mut panels = panels;
    if panels.is_empty() || layout.cells.is_empty() {
        return Err(DrawError::Empty);
    }
    let scales: Vec<Scale> = panels.iter().map(|panel| panel.scale.clone()).collect();
    let weights = Scale::common(&scales).map(|scale| (scale, Unit::Weight));
    let common = weights.or_else(|| Some((in_rows(layout, &mut panels)?, Unit::Row)));
    let page = Page { board: Board::of(layout), common, values };
    let titles: Vec<&str> = maps.iter().map(|map| map.title.as_str()).collect();
    let title = format!("Weights of {}", titles.join(" and "));
    picture::svg(&title, page.size(panels.len()), |sheet| page.draw(sheet, &panels))
}

/// Gives all panels colours by rows of the way, and returns their scale; `None` where one has none.
fn in_rows<'a>(layout: &'a CellLayout, panels: &mut [Panel<'a>]) -> Option<Scale> {
    let weights = |panel: &Panel| panel.cells.iter().map(|&(_, weight)| weight).collect::<Vec<_>>();
    let rows = |panel: &Panel| rows::in_rows(layout, &weights(panel));
    let all = panels.iter().map(rows).collect::<Option<Vec<_>>>()?;
    for (panel, rows) in panels.iter_mut().zip(all) {
        panel.shades = layout.cells.iter().zip(rows).collect();
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
        Ok(Panel { title: &map.title, shades: cells.clone(), cells, scale })
    }
}

/// How many of the boards stand side by side: up to three, of more about as many as below.
fn columns(panels: usize) -> usize {
    if panels <= 3 { panels } else { (panels as f64).sqrt().ceil() as usize }
}

/// Where everything stands.
struct Page {
    board: Board,
    common: Option<(Scale, Unit)>,
    values: bool,
}

impl Page {
    /// Width and height of one panel, in pixels.
    fn panel(&self) -> (f64, f64) {
        let bar = if self.common.is_none() { bar::HEIGHT } else { 0.0 };
        let width = self.board.width.max(bar::WIDTH) + 2.0 * MARGIN;
        (width, TITLE_HEIGHT + self.board.height + MARGIN + bar)
    }

    fn size(&self, panels: usize) -> (f64, f64) {
        let (width, height) = self.panel();
        let (columns, rows) = (columns(panels), panels.div_ceil(columns(panels)));
        let bar = if self.common.is_some() { bar::HEIGHT } else { 0.0 };
        (columns as f64 * width, rows as f64 * height + bar + MARGIN)
    }

    fn draw(&self, sheet: &Sheet, panels: &[Panel]) -> Result<(), DrawError> {
        let (width, height) = self.panel();
        let columns = columns(panels.len());
        for (place, panel) in panels.iter().enumerate() {
            let (row, column) = (place / columns, place % columns);
            self.draw_panel(sheet, (column as f64 * width, row as f64 * height), panel)?;
        }
        if let Some((scale, unit)) = &self.common {
            let (width, height) = self.size(panels.len());
            let shades = panels.iter().flat_map(|panel| of_stops(&panel.shades));
            let top = height - MARGIN - bar::HEIGHT;
            bar::draw(sheet, scale, *unit, &shades.collect::<Vec<_>>(), (width / 2.0, top))?;
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
        let title = fitted(panel.title, TITLE, width - 2.0 * MARGIN);
        let style = words(TITLE, INK, HPos::Center);
        sheet.draw(&Text::new(title, (fine(middle), fine(top + MARGIN)), style))?;
        let scale = self.common.as_ref().map_or(&panel.scale, |(scale, _)| scale);
        let corner = (middle - self.board.width / 2.0, top + TITLE_HEIGHT);
        let values = self.values.then_some(&panel.cells[..]);
        self.board.draw(sheet, &panel.shades, scale, values, corner)?;
        if self.common.is_none() {
            let top = top + height - bar::HEIGHT;
            bar::draw(sheet, scale, Unit::Weight, &of_stops(&panel.cells), (middle, top))?;
        }
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests;
