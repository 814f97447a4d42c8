//! What the lines and dots mean.

use plotters::element::{Circle, PathElement};
use plotters::style::{Color, RGBColor, ShapeStyle, WHITE};

use super::strand::{Pen, SEED_WHITE, SMALL_DOT, THICK, THIN};
use crate::report::chart::{DOT, RIM};
use crate::report::colour::{GREY, pale};
use crate::report::legend;
use crate::report::picture::{DrawError, Sheet, fine, length};

/// What stands before the words of the legend.
pub(super) enum Sample {
    Line(Pen),
    Mean,
    Seeds,
}

/// The words for what every line has.
pub(super) fn kinds() -> Vec<(Sample, String)> {
    let mean = (Sample::Mean, "mean of all seeds".to_string());
    vec![mean, (Sample::Seeds, "each seed, from the least to the greatest".to_string())]
}

impl legend::Sample for Sample {
    fn draw(&self, sheet: &Sheet, (left, right): (f64, f64), middle: f64) -> Result<(), DrawError> {
        let dot = |x: f64, y: f64, size: f64, colour: RGBColor| {
            sheet.draw(&Circle::new((fine(x), fine(y)), length(size), colour.filled()))
        };
        let path = |from: (f64, f64), to: (f64, f64), style: ShapeStyle| {
            let ends = [from, to].map(|(x, y)| (fine(x), fine(y)));
            sheet.draw(&PathElement::new(ends, style))
        };
        let centre = (left + right) / 2.0;
        match self {
            Sample::Line(pen) if pen.is_dashed => {
                let dash = (right - left) / 7.0 * 1.8;
                for start in [left, centre - dash / 2.0, right - dash] {
                    path((start, middle), (start + dash, middle), pen.style())?;
                }
            }
            Sample::Line(pen) => path((left, middle), (right, middle), pen.style())?,
            Sample::Mean => {
                path((left, middle), (right, middle), GREY.stroke_width(length(THICK)))?;
                dot(centre, middle, RIM, WHITE)?;
                dot(centre, middle, DOT, GREY)?;
            }
            Sample::Seeds => {
                let colour = pale(GREY, SEED_WHITE);
                let (top, bottom) = (middle - 9.0, middle + 9.0);
                path((centre, top), (centre, bottom), colour.stroke_width(length(THIN)))?;
                for y in [top, middle - 2.0, middle + 4.0, bottom] {
                    dot(centre, y, SMALL_DOT, colour)?;
                }
            }
        }
        Ok(())
    }
}
