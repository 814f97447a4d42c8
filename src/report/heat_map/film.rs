//! Arrays one after the other as a moving heat map.

use super::bar::Unit;
use super::{HeatMap, Page, Panel, of_stops};
use crate::game::layout::CellLayout;
use crate::report::evenly;
use crate::report::gif::{self, Stay};
use crate::report::picture::{self, DrawError, pixels};
use crate::report::scale::Scale;

/// Pixels across.
const WIDTH: u32 = 480;
const STAY: Stay = Stay { each: 25, last: 300 };
/// Pictures at most.
const MOST: usize = 60;

/// The arrays as a GIF, up to sixty of them, evenly apart, the first and the last among them. Equal
/// colours are equal weights in all.
///
/// # Errors
/// If there is no array, or one hasn't one finite weight a cell.
pub fn film(layout: &CellLayout, maps: &[HeatMap]) -> Result<Vec<u8>, DrawError> {
    let panels = maps.iter().map(|map| Panel::of(layout, map)).collect::<Result<Vec<_>, _>>()?;
    let weights = panels.iter().flat_map(|panel| of_stops(&panel.shades)).collect::<Vec<_>>();
    let scale = Scale::of(&weights);
    let page = |panel: &Panel| {
        let common = Some((scale.clone(), Unit::Weight));
        Page::of(layout, std::slice::from_ref(panel), common, false)
    };
    let lines = panels.iter().map(|panel| page(panel).lines).max().unwrap_or(1);
    let shown: Vec<&Panel> = evenly(panels.len(), MOST).into_iter().map(|it| &panels[it]).collect();
    gif::gif(shown.len(), STAY, |index| {
        let panel = shown[index];
        let page = Page { lines, ..page(panel) };
        let draw = |sheet: &picture::Sheet| page.draw(sheet, std::slice::from_ref(panel));
        pixels(&picture::svg(panel.title, page.size(), draw)?, Some(WIDTH))
    })
}
