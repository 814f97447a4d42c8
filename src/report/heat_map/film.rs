//! Arrays one after the other, in colours that are the same weights in all.

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

/// The arrays as a GIF, up to sixty of them, evenly apart, the first and the last among them.
///
/// # Errors
/// If there is no array, or one hasn't one finite weight a cell.
pub fn film(layout: &CellLayout, maps: &[HeatMap]) -> Result<Vec<u8>, DrawError> {
    let reel = Reel::of(layout, maps)?;
    let shown = evenly(maps.len(), MOST);
    gif::gif(shown.len(), STAY, |place| pixels(&reel.picture(shown[place])?, Some(WIDTH)))
}

/// The array of an index among the others, as SVG.
///
/// # Errors
/// If there is no such array, or one hasn't one finite weight a cell.
pub fn one_of(layout: &CellLayout, maps: &[HeatMap], index: usize) -> Result<String, DrawError> {
    Reel::of(layout, maps)?.picture(index)
}

/// Arrays with what their pictures share.
struct Reel<'a> {
    layout: &'a CellLayout,
    panels: Vec<Panel<'a>>,
    scale: Scale,
    /// Lines of the longest title.
    lines: usize,
}

impl<'a> Reel<'a> {
    fn of(layout: &'a CellLayout, maps: &'a [HeatMap]) -> Result<Reel<'a>, DrawError> {
        let panels =
            maps.iter().map(|map| Panel::of(layout, map)).collect::<Result<Vec<_>, _>>()?;
        let weights = panels.iter().flat_map(|panel| of_stops(&panel.shades)).collect::<Vec<_>>();
        let mut reel = Reel { layout, panels, scale: Scale::of(&weights), lines: 1 };
        let lines = reel.panels.iter().map(|panel| reel.page(panel).lines);
        reel.lines = lines.max().unwrap_or(1);
        Ok(reel)
    }

    fn page(&self, panel: &Panel) -> Page {
        let common = Some((self.scale.clone(), Unit::Weight));
        Page::of(self.layout, std::slice::from_ref(panel), common, false)
    }

    fn picture(&self, index: usize) -> Result<String, DrawError> {
        let panel = self.panels.get(index).ok_or(DrawError::Empty)?;
        let page = Page { lines: self.lines, ..self.page(panel) };
        let draw = |sheet: &picture::Sheet| page.draw(sheet, std::slice::from_ref(panel));
        picture::svg(panel.title, page.size(), draw)
    }
}
