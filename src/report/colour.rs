//! The colours: one a run, one a weight, and the ink that can be read on it.

use plotters::style::RGBColor;

/// For grids.
pub(super) const FAINT: RGBColor = RGBColor(226, 226, 226);
/// For cells without a weight.
pub(super) const OUTLINE: RGBColor = RGBColor(205, 205, 205);
/// For lines and words that stand back.
pub(super) const GREY: RGBColor = RGBColor(110, 110, 110);
/// For words.
pub(super) const INK: RGBColor = RGBColor(30, 30, 30);

/// One colour a run: the set of Okabe and Ito (2008) for all kinds of colour vision, without the
/// yellow, which is too pale for lines on white.
pub(super) const RUNS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(0, 0, 0),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

/// What becomes of colours where a page is dark: lines and words that are dark on white get light, and
/// what is white gets as dark as the page.
const ON_DARK: [(RGBColor, &str); 8] = [
    (INK, "#E6EDF3"),
    (GREY, "#9198A1"),
    (FAINT, "#30363D"),
    (OUTLINE, "#484F58"),
    (RGBColor(255, 255, 255), "#0D1117"),
    (RUNS[0], "#3B9FE0"),
    (RUNS[1], "#F08A3C"),
    (RUNS[4], "#E6EDF3"),
];

/// On what an SVG picture stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// Pages of either kind: it follows the colour scheme that the reader has chosen.
    #[default]
    Auto,
    /// Light pages.
    Light,
    /// Dark pages.
    Dark,
}

impl Scheme {
    /// A picture that follows the reader's colour scheme, as one for this scheme.
    pub fn of(self, svg: &str) -> String {
        match self {
            Scheme::Auto => svg.to_string(),
            Scheme::Light => svg.replacen(&on_dark(), "", 1),
            Scheme::Dark => svg.replacen(&on_dark(), &format!("<style>{}</style>", rules()), 1),
        }
    }

    /// What stands behind a picture where nothing can show through it.
    pub(super) fn ground(self) -> RGBColor {
        match self {
            Scheme::Auto | Scheme::Light => RGBColor(255, 255, 255),
            Scheme::Dark => RGBColor(13, 17, 23),
        }
    }
}

/// A style sheet by which an SVG picture follows the page's colour scheme.
pub(super) fn on_dark() -> String {
    // Opened by itself a picture stands on white in any scheme, unless it says that it is for both.
    let alone = "svg:root{color-scheme:light dark}";
    let dark = rules();
    format!("<style>{alone}@media screen and (prefers-color-scheme:dark){{{dark}}}</style>")
}

/// The rules by which colours become those of a dark page.
fn rules() -> String {
    let rule = |&(colour, dark): &(RGBColor, &str)| {
        let colour = hex(colour);
        format!(r#"[fill="{colour}"]{{fill:{dark}}}[stroke="{colour}"]{{stroke:{dark}}}"#)
    };
    ON_DARK.iter().map(rule).collect()
}

/// A colour as pictures say it.
pub(super) fn hex(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// Viridis at a position from 0 (dark) to 1 (light).
pub(super) fn viridis(position: f64) -> RGBColor {
    let (red, green, blue) = colorous::VIRIDIS.eval_continuous(position).as_tuple();
    RGBColor(red, green, blue)
}

/// A colour with a share of white, from 0 to 1, mixed in.
pub(super) fn pale(RGBColor(red, green, blue): RGBColor, white: f64) -> RGBColor {
    let mix = |part: u8| (f64::from(part) * (1.0 - white) + 255.0 * white).round() as u8;
    RGBColor(mix(red), mix(green), mix(blue))
}

/// Almost black or almost white, whichever has the greater contrast to a background. Black and white
/// themselves follow the page, which what stands on a colour must not.
pub(super) fn ink_on(background: RGBColor) -> RGBColor {
    // Where the contrast ratio (L + 0.05) : 0.05 equals 1.05 : (L + 0.05).
    let balance = (1.05f64 * 0.05).sqrt() - 0.05;
    if luminance(background) > balance { RGBColor(1, 1, 1) } else { RGBColor(254, 254, 254) }
}

/// The relative luminance of sRGB, from 0 to 1.
fn luminance(RGBColor(red, green, blue): RGBColor) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { libm::pow((part + 0.055) / 1.055, 2.4) }
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/// The number of the nearest colour in the 6 × 6 × 6 cube of terminals with 256 colours.
pub(super) fn cube(RGBColor(red, green, blue): RGBColor) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let level = |part: u8| {
        let nearest = (0u8..).zip(LEVELS).min_by_key(|&(_, level)| level.abs_diff(part));
        nearest.map_or(0, |(index, _)| index)
    };
    16 + 36 * level(red) + 6 * level(green) + level(blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn viridis_runs_from_dark_purple_to_yellow() {
        assert_eq!(viridis(0.0), RGBColor(68, 1, 84));
        assert_eq!(viridis(1.0), RGBColor(253, 231, 37));
        assert_eq!(viridis(-3.0), viridis(0.0));
        assert_eq!(viridis(3.0), viridis(1.0));
    }

    #[test]
    fn viridis_grows_lighter_all_the_way() {
        let lights: Vec<f64> = (0..=50).map(|i| luminance(viridis(f64::from(i) / 50.0))).collect();
        assert!(lights.is_sorted());
    }

    #[test]
    fn ink_is_white_on_dark_and_black_on_light() {
        assert_eq!(ink_on(viridis(0.0)), RGBColor(254, 254, 254));
        assert_eq!(ink_on(viridis(1.0)), RGBColor(1, 1, 1));
    }

    #[test]
    fn pale_mixes_in_white() {
        assert_eq!(pale(RGBColor(0, 100, 255), 0.0), RGBColor(0, 100, 255));
        assert_eq!(pale(RGBColor(0, 100, 255), 0.5), RGBColor(128, 178, 255));
        assert_eq!(pale(RGBColor(0, 100, 255), 1.0), RGBColor(255, 255, 255));
    }

    #[test]
    fn corners_of_the_cube_are_exact() {
        assert_eq!(cube(RGBColor(0, 0, 0)), 16);
        assert_eq!(cube(RGBColor(255, 255, 255)), 231);
        assert_eq!(cube(RGBColor(95, 135, 175)), 67);
    }
}
