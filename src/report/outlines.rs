//! Words of an SVG drawing as outlines of the bundled font, so that every viewer shows the same.

use ab_glyph::{Font as _, FontRef, GlyphId, InvalidFont, OutlineCurve, Point};
use resvg::usvg::roxmltree::{self, Document, Node};
use std::fmt::Write as _;
use std::sync::LazyLock;

/// Inter, with the letters that pictures need.
pub(super) const FONT: &[u8] = include_bytes!("font/Inter-Regular-subset.otf");
/// Half the height of an x, in ems.
const HALF_EX: f32 = 0.27;

/// How far below `y` the baseline is, in ems. plotters centres words on half their x-height; their
/// capitals and digits reach higher.
fn baseline(dy: &str) -> f32 {
    match dy {
        "0.5ex" => 0.36,
        "-0.5ex" => -HALF_EX,
        _ => dy.strip_suffix("em").and_then(|it| it.parse().ok()).unwrap_or(0.0),
    }
}

static INTER: LazyLock<Result<FontRef<'static>, InvalidFont>> =
    LazyLock::new(|| FontRef::try_from_slice(FONT));

/// The drawing of plotters with a path in place of each `<text>`.
///
/// # Errors
/// Where the drawing isn't XML.
pub(super) fn outlined(drawn: &str) -> Result<String, roxmltree::Error> {
    let document = Document::parse(drawn)?;
    let mut outlined = String::with_capacity(drawn.len());
    let mut copied = 0;
    for text in document.descendants().filter(|node| node.has_tag_name("text")) {
        let range = text.range();
        outlined += drawn.get(copied..range.start).unwrap_or_default();
        outlined += &path(text);
        copied = range.end;
    }
    Ok(outlined + drawn.get(copied..).unwrap_or_default())
}

fn path(text: Node) -> String {
    let number = |name| text.attribute(name).and_then(|it| it.parse().ok()).unwrap_or(0.0);
    let size: f32 = number("font-size");
    let words = text.text().unwrap_or_default().trim_matches('\n');
    let Ok(font) = INTER.as_ref() else { return String::new() };
    let line = Line::new(font, words);
    let scale = size / font.units_per_em().unwrap_or(1.0);
    let shift = match text.attribute("text-anchor") {
        Some("middle") => line.width / 2.0,
        Some("end") => line.width,
        _ => 0.0,
    };
    let below = baseline(text.attribute("dy").unwrap_or_default()) * size;
    let (x, y) = (number("x") - shift * scale, number("y") + below);
    let place = |at: Point| (x + at.x * scale, y - at.y * scale);
    let kept = ["fill", "opacity", "transform"];
    let kept = text.attributes().filter(|it| kept.contains(&it.name()));
    let kept: String = kept.map(|it| format!(r#" {}="{}""#, it.name(), it.value())).collect();
    format!(r#"<path d="{}"{kept}/>"#, data(&line.curves, place))
}

/// The outline of a letter, or of a question mark where the font lacks it. Blanks that it lacks stay blank.
fn glyph(font: &FontRef, letter: char) -> GlyphId {
    match font.glyph_id(letter) {
        GlyphId(0) if !letter.is_whitespace() => font.glyph_id('?'),
        found => found,
    }
}

/// Words in units of the font, on a baseline that begins at 0.
struct Line {
    curves: Vec<OutlineCurve>,
    width: f32,
}

impl Line {
    fn new(font: &FontRef, words: &str) -> Line {
        let mut line = Line { curves: Vec::new(), width: 0.0 };
        let mut before = None;
        for letter in words.chars() {
            let glyph = glyph(font, letter);
            line.width += before.map_or(0.0, |before| font.kern_unscaled(before, glyph));
            let outline = font.outline(glyph).into_iter().flat_map(|outline| outline.curves);
            line.curves.extend(outline.map(|curve| moved(curve, line.width)));
            line.width += font.h_advance_unscaled(glyph);
            before = Some(glyph);
        }
        line
    }
}

fn moved(curve: OutlineCurve, x: f32) -> OutlineCurve {
    let at = |mut point: Point| {
        point.x += x;
        point
    };
    match curve {
        OutlineCurve::Line(a, b) => OutlineCurve::Line(at(a), at(b)),
        OutlineCurve::Quad(a, b, c) => OutlineCurve::Quad(at(a), at(b), at(c)),
        OutlineCurve::Cubic(a, b, c, d) => OutlineCurve::Cubic(at(a), at(b), at(c), at(d)),
    }
}

/// The curves as the data of a path; one that doesn't begin where the last ended begins a contour.
fn data(curves: &[OutlineCurve], place: impl Fn(Point) -> (f32, f32)) -> String {
    let mut data = String::new();
    let mut last = None;
    for curve in curves {
        let (start, command, points) = match curve {
            OutlineCurve::Line(a, b) => (a, 'L', vec![b]),
            OutlineCurve::Quad(a, b, c) => (a, 'Q', vec![b, c]),
            OutlineCurve::Cubic(a, b, c, d) => (a, 'C', vec![b, c, d]),
        };
        if last != Some(start) {
            let (x, y) = place(*start);
            let _ = write!(data, "M{x:.1} {y:.1}");
        }
        data.push(command);
        for (index, point) in points.iter().enumerate() {
            let (x, y) = place(**point);
            let space = if index > 0 { " " } else { "" };
            let _ = write!(data, "{space}{x:.1} {y:.1}");
        }
        last = points.last().copied();
    }
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(anchor: &str, words: &str) -> String {
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg"><text x="100" y="50" text-anchor="{anchor}" font-size="28.16" fill="#123456">
{words}
</text><rect/></svg>"##
        )
    }

    /// The first and the last coordinate from left to right.
    fn extent(svg: &str) -> (f32, f32) {
        let data = svg.split('"').find(|it| it.starts_with('M')).unwrap();
        let numbers = data.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'));
        let numbers: Vec<f32> = numbers.filter_map(|it| it.parse().ok()).collect();
        let xs = numbers.iter().step_by(2);
        (xs.clone().copied().fold(f32::MAX, f32::min), xs.copied().fold(f32::MIN, f32::max))
    }

    #[test]
    fn words_stand_by_their_anchor() {
        // A zero is 1760 units of 2816 wide.
        for (anchor, left) in [("start", 100.0), ("middle", 82.4), ("end", 64.8)] {
            let (first, last) = extent(&outlined(&text(anchor, "00")).unwrap());
            assert!(first > left && first < left + 3.0, "{anchor} {first}");
            assert!(last < left + 35.2 && last > left + 32.0, "{anchor} {last}");
        }
    }

    #[test]
    fn a_letter_that_the_font_lacks_is_a_question_mark() {
        let drawn = |words: &str| outlined(&text("start", words)).unwrap();
        assert_eq!(drawn("a日b"), drawn("a?b"));
        assert_ne!(drawn("a\u{3000}b"), drawn("a?b"));
    }

    #[test]
    fn all_but_words_stays_as_it_is() {
        let outlined = outlined(&text("start", "a &lt; b")).unwrap();
        assert!(outlined.ends_with("<rect/></svg>") && outlined.contains(r##"fill="#123456""##));
        assert!(!outlined.contains("text"));
        assert!(super::outlined("no drawing").is_err());
    }

    #[test]
    fn every_letter_of_pictures_is_in_the_font() {
        let font = INTER.as_ref().unwrap();
        for letter in (' '..='~').chain("−×±…≈–".chars()) {
            assert_ne!(font.glyph_id(letter).0, 0, "{letter}");
        }
    }
}
