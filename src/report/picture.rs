//! What all pictures share: a fine sheet to draw on, SVG whose words are outlines of the bundled
//! font, and PNG.

use std::collections::HashMap;
use std::io;
use std::sync::LazyLock;

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::Text;
use plotters::prelude::SVGBackend;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, TextStyle, register_font};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Options, Tree, roxmltree};

use super::colour::{Scheme, on_dark};
use super::escape::{escape, visible};
use super::outlines::{FONT, outlined};

const FAMILY: &str = "Inter";
/// Height of a line of the font, in ems: the unit in which ab_glyph takes sizes.
const LINE: f64 = 3408.0 / 2816.0;
/// What plotters divides sizes by to get SVG's ems.
const PLOTTERS_EM: f64 = 1.24;
/// Steps a pixel. Charts are drawn on whole steps, which would be too coarse as pixels.
const FINE: f64 = 4.0;
/// The widest and highest PNG, in pixels.
const MOST_PIXELS: u32 = 16_384;

/// Makes the font known to plotters, once, before any word is measured.
static REGISTERED: LazyLock<bool> =
    LazyLock::new(|| register_font(FAMILY, FontStyle::Normal, FONT).is_ok());

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// No curve has a point that can be drawn, or there is no array.
    #[error("there is nothing to draw")]
    Empty,
    /// There is more to draw than colours that can be told apart.
    #[error("{found} {what} are more than the {most} that can be told apart")]
    TooMany {
        /// What is to be drawn, in the plural.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many can be told apart.
        most: usize,
    },
    /// An array isn't one for this board.
    #[error("{title:?} has {found} weights where the board has {expected} cells")]
    Length {
        /// The title of its picture.
        title: String,
        /// Weights that it has.
        found: usize,
        /// Cells of the board.
        expected: usize,
    },
    /// A weight is infinite or not a number.
    #[error("the weight of {cell} in {title:?} isn't finite")]
    NotFinite {
        /// The title of its array's picture.
        title: String,
        /// The cell that it is of.
        cell: String,
    },
    /// The PNG would be empty or huge.
    #[error("a PNG of {width} × {height} pixels isn't possible: at most {MOST_PIXELS} a side")]
    Size {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// The chart's parts couldn't be put on the sheet.
    #[error("the chart can't be drawn")]
    Chart(#[from] DrawingAreaErrorKind<io::Error>),
    /// The text isn't SVG.
    #[error("the SVG can't be read")]
    Svg(#[from] usvg::Error),
    /// What was drawn isn't XML.
    #[error("the drawing can't be read")]
    Drawing(#[from] roxmltree::Error),
    /// The pixels couldn't be encoded.
    #[error("the picture can't be encoded: {0}")]
    Encoding(String),
}

/// An SVG picture as a PNG on white, `width` pixels wide and as high as its proportions ask; narrower where
/// it would be higher than 16,384 pixels.
///
/// # Errors
/// If the text isn't SVG, or the PNG would be empty or more than 16,384 pixels wide.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, DrawError> {
    png_in(Scheme::Light, svg, width)
}

/// The same for pages of that scheme.
///
/// # Errors
/// As [`png()`].
pub fn png_in(scheme: Scheme, svg: &str, width: u32) -> Result<Vec<u8>, DrawError> {
    let RGBColor(red, green, blue) = scheme.ground();
    let ground = resvg::tiny_skia::Color::from_rgba8(red, green, blue, 255);
    let svg = if scheme == Scheme::Dark { scheme.of(svg) } else { svg.to_string() };
    encoded(&pixels_on(ground, &svg, Some(width))?)
        .map_err(|error| DrawError::Encoding(error.to_string()))
}

/// How many pixels wide an SVG picture is by what it says itself.
///
/// # Errors
/// If the text isn't XML.
pub fn own_width(svg: &str) -> Result<u32, DrawError> {
    let document = roxmltree::Document::parse(svg)?;
    let width = document.root_element().attribute("width").and_then(|it| it.parse::<f64>().ok());
    Ok(width.unwrap_or(0.0).ceil() as u32)
}

/// Pixels that nothing shines through as a PNG. Rows are not filtered: drawings are small and
/// quickly encoded as they are.
fn encoded(pixels: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_deflate_compression(png::DeflateCompression::Level(3));
    let samples = match indexed(pixels) {
        Some((palette, indices)) => {
            encoder.set_color(png::ColorType::Indexed);
            encoder.set_palette(palette.concat());
            indices
        }
        None => {
            encoder.set_color(png::ColorType::Rgb);
            colours(pixels).flatten().collect()
        }
    };
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&samples)?;
    writer.finish()?;
    Ok(bytes)
}

fn colours(pixels: &Pixmap) -> impl Iterator<Item = [u8; 3]> {
    pixels.data().chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2]])
}

/// The colours in the order of their first use, and for each pixel which of them it has; none where there are more
/// than 256. Most curves have fewer, and are smaller and encoded sooner that way.
fn indexed(pixels: &Pixmap) -> Option<(Vec<[u8; 3]>, Vec<u8>)> {
    let mut places: HashMap<[u8; 3], u8> = HashMap::new();
    let mut palette: Vec<[u8; 3]> = Vec::new();
    let mut indices: Vec<u8> = Vec::new();
    for colour in colours(pixels) {
        let same = indices.last().copied().filter(|&it| palette[usize::from(it)] == colour);
        let index = match same.or_else(|| places.get(&colour).copied()) {
            Some(index) => index,
            None => {
                let index = u8::try_from(palette.len()).ok()?;
                places.insert(colour, index);
                palette.push(colour);
                index
            }
        };
        indices.push(index);
    }
    Some((palette, indices))
}

/// An SVG picture in pixels on white; without a width as wide as it says itself.
pub(super) fn pixels(svg: &str, width: Option<u32>) -> Result<Pixmap, DrawError> {
    pixels_on(resvg::tiny_skia::Color::WHITE, svg, width)
}

fn pixels_on(
    ground: resvg::tiny_skia::Color,
    svg: &str,
    width: Option<u32>,
) -> Result<Pixmap, DrawError> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let size = tree.size();
    let asked = width.unwrap_or(size.width().ceil() as u32);
    let highest = (MOST_PIXELS as f32 / size.height() * size.width()) as u32;
    let width = if asked <= MOST_PIXELS { asked.min(highest) } else { asked };
    let scale = width as f32 / size.width();
    let height = (size.height() * scale).round() as u32;
    let possible = width.max(height) <= MOST_PIXELS;
    let pixels = possible.then(|| Pixmap::new(width, height)).flatten();
    let mut pixels = pixels.ok_or(DrawError::Size { width, height })?;
    pixels.fill(ground);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

/// What is drawn on: a grid of [`FINE`] steps a pixel.
pub(super) type Sheet<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Steps of the sheet in a number of pixels.
pub(super) fn fine(pixels: f64) -> i32 {
    (pixels * FINE).round() as i32
}

/// As [`fine`], for lengths.
pub(super) fn length(pixels: f64) -> u32 {
    fine(pixels).unsigned_abs()
}

/// Draws on a sheet that is transparent and returns the SVG, whose colours suit a dark page, too.
pub(super) fn svg(
    title: &str,
    (width, height): (f64, f64),
    paint: impl FnOnce(&Sheet) -> Result<(), DrawError>,
) -> Result<String, DrawError> {
    let mut drawn = String::new();
    let sheet = SVGBackend::with_string(&mut drawn, (length(width), length(height)));
    let sheet = sheet.into_drawing_area();
    paint(&sheet)?;
    sheet.present()?;
    drop(sheet);
    finish(title, (width, height), &drawn)
}

/// Turns words into outlines and steps into pixels, and gives the picture its title.
fn finish(title: &str, (width, height): (f64, f64), drawn: &str) -> Result<String, DrawError> {
    let outlined = outlined(&visible(drawn))?;
    let content = outlined.split_once("<svg ").and_then(|(_, root)| root.split_once('>'));
    let (_, content) = content.unwrap_or_default();
    Ok(format!(
        r#"<svg width="{width}" height="{height}" viewBox="0 0 {} {}" xmlns="http://www.w3.org/2000/svg" role="img"><title>{}</title>{}{content}"#,
        length(width),
        length(height),
        escape(title),
        on_dark(),
    ))
}

/// The bundled font in a size of plotters.
fn font(size: f64) -> FontDesc<'static> {
    LazyLock::force(&REGISTERED);
    FontDesc::new(FontFamily::Name(FAMILY), size * FINE, FontStyle::Normal)
}

/// The style of words `size` pixels high, to be placed by the middle of their height.
pub(super) fn words(size: f64, colour: RGBColor, side: HPos) -> TextStyle<'static> {
    let pos = Pos::new(side, VPos::Center);
    TextStyle { font: font(size * PLOTTERS_EM), color: colour.to_backend_color(), pos }
}

/// Draws lines of words around a middle, each that many pixels below the one before.
pub(super) fn stacked(
    sheet: &Sheet,
    lines: &[String],
    (x, middle): (f64, f64),
    below: f64,
    style: &TextStyle<'static>,
) -> Result<(), DrawError> {
    let first = middle - below * (lines.len() as f64 - 1.0) / 2.0;
    for (index, line) in lines.iter().enumerate() {
        let place = (fine(x), fine(first + below * index as f64));
        sheet.draw(&Text::new(line.as_str(), place, style.clone()))?;
    }
    Ok(())
}

/// How many pixels wide some words `size` pixels high are.
pub(super) fn width_of(text: &str, size: f64) -> f64 {
    font(size * LINE).box_size(text).map_or(0.0, |(width, _)| f64::from(width) / FINE)
}

/// The words in lines that fit into a number of pixels, broken at spaces; a word that doesn't fit
/// alone is broken after a comma, or where it has none, anywhere.
pub(super) fn wrapped(text: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let fits = |line: &str| width_of(line, size) <= width;
        let last = lines.last().map_or("", String::as_str);
        let joined = if last.is_empty() { word.to_string() } else { format!("{last} {word}") };
        if !last.is_empty() && !fits(&joined) {
            lines.push(String::new());
        }
        let mut rest = if fits(&joined) { joined } else { word.to_string() };
        while !fits(&rest) && rest.chars().count() > 1 {
            let ends = rest.char_indices().map(|(end, _)| end).skip(1);
            let end = ends.take_while(|&end| fits(&rest[..end])).last();
            let end = end.unwrap_or_else(|| rest.chars().next().map_or(0, char::len_utf8));
            let end = rest[..end].rfind(',').map_or(end, |comma| comma + 1);
            let left = rest.split_off(end);
            lines.pop();
            lines.extend([rest, String::new()]);
            rest = left;
        }
        lines.pop();
        lines.push(rest);
    }
    lines
}

/// The words, or as many letters of them as fit into a number of pixels, and an ellipsis.
pub(super) fn fitted(text: &str, size: f64, width: f64) -> String {
    let mut fitted = text.to_string();
    let mut letters = text.chars().count();
    while letters > 0 && width_of(&fitted, size) > width {
        letters -= 1;
        fitted = text.chars().take(letters).chain(['…']).collect();
    }
    fitted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello() -> String {
        let paint = |sheet: &Sheet| {
            let style = words(20.0, RGBColor(0, 0, 0), HPos::Center);
            Ok(sheet.draw(&Text::new("Hello − 95 %", (fine(100.0), fine(25.0)), style))?)
        };
        svg("a < b & c", (200.0, 50.0), paint).unwrap()
    }

    #[test]
    fn words_become_outlines() {
        let svg = hello();
        assert!(!svg.contains("<text") && svg.contains("<path"));
        assert!(svg.contains("<title>a &lt; b &amp; c</title>"));
        assert!(svg.starts_with(r#"<svg width="200" height="50" viewBox="0 0 800 200""#));
    }

    #[test]
    fn the_same_drawing_gives_the_same_bytes() {
        assert_eq!(hello(), hello());
        assert_eq!(png(&hello(), 300).unwrap(), png(&hello(), 300).unwrap());
    }

    #[test]
    fn png_has_the_width_asked_for_and_ink() {
        let pixels = Pixmap::decode_png(&png(&hello(), 300).unwrap()).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (300, 75));
        let dark = pixels.pixels().iter().filter(|pixel| pixel.red() < 128).count();
        assert!((500..5000).contains(&dark), "{dark} dark pixels");
    }

    #[test]
    fn pixels_are_kept_whether_a_palette_has_room_for_their_colours_or_not() {
        for (colours, kind) in [(256, png::ColorType::Indexed), (257, png::ColorType::Rgb)] {
            let mut pixels = Pixmap::new(20, 20).unwrap();
            for (index, pixel) in pixels.data_mut().chunks_exact_mut(4).enumerate() {
                let colour = index % colours;
                pixel.copy_from_slice(&[colour as u8, (colour >> 8) as u8, 7, 255]);
            }
            let bytes = encoded(&pixels).unwrap();
            let header = png::Decoder::new(io::Cursor::new(&bytes)).read_info().unwrap();
            assert_eq!(header.info().color_type, kind);
            assert_eq!(Pixmap::decode_png(&bytes).unwrap(), pixels);
        }
    }

    #[test]
    fn a_scheme_is_fixed_where_a_page_chooses_one() {
        let auto = hello();
        assert_eq!(Scheme::Auto.of(&auto), auto);
        let [light, dark] = [Scheme::Light, Scheme::Dark].map(|scheme| scheme.of(&auto));
        assert!(auto.contains("prefers-color-scheme") && auto.contains("color-scheme:light dark"));
        assert!(!light.contains("<style>") && !dark.contains("prefers-color-scheme"));
        assert!(dark.contains("<style>[fill="));
        let first = |scheme| {
            let pixels = Pixmap::decode_png(&png_in(scheme, &auto, 300).unwrap()).unwrap();
            let pixel = pixels.pixels()[0];
            (pixel.red(), pixel.green(), pixel.blue())
        };
        assert_eq!(first(Scheme::Light), (255, 255, 255));
        assert_eq!(first(Scheme::Dark), (13, 17, 23));
        assert_eq!(png_in(Scheme::Auto, &auto, 300).unwrap(), png(&auto, 300).unwrap());
    }

    #[test]
    fn bad_input_is_an_error() {
        assert!(matches!(png("no picture", 100), Err(DrawError::Svg(_))));
        assert!(matches!(png(&hello(), 0), Err(DrawError::Size { .. })));
        assert!(matches!(png(&hello(), u32::MAX), Err(DrawError::Size { .. })));
        assert!(matches!(own_width("no picture"), Err(DrawError::Drawing(_))));
    }

    #[test]
    fn a_picture_that_is_too_high_has_fewer_pixels() {
        let tower = svg("tower", (100.0, 2000.0), |_| Ok(())).unwrap();
        assert_eq!(own_width(&tower).unwrap(), 100);
        let pixels = Pixmap::decode_png(&png(&tower, 1600).unwrap()).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (819, 16_380));
    }

    #[test]
    fn words_are_wrapped_and_none_is_lost() {
        assert_eq!(wrapped("short words", 10.0, 200.0), ["short words"]);
        assert_eq!(wrapped("", 10.0, 200.0), [""]);
        for width in [0.0, 30.0, 60.0, 100.0] {
            let text = "some words and one-that-is-much-too-long-for-a-line";
            let lines = wrapped(text, 10.0, width);
            let letters = |text: &str| text.replace(' ', "");
            assert_eq!(letters(&lines.concat()), letters(text));
            let fits = |line: &String| width_of(line, 10.0) <= width || line.chars().count() == 1;
            assert!(lines.iter().all(fits), "{lines:?}");
        }
        assert_eq!(wrapped("two words", 10.0, 40.0), ["two", "words"]);
        let names = wrapped("hand-tuned-v3,hand-tuned-v4", 10.0, 100.0);
        assert_eq!(names, ["hand-tuned-v3,", "hand-tuned-v4"]);
    }

    #[test]
    fn widths_are_those_of_the_outlines() {
        assert!(*REGISTERED);
        // A zero is 1760 units of 2816 wide.
        assert!((width_of("0000", 10.0) - 25.0).abs() < 0.5, "{}", width_of("0000", 10.0));
        assert_eq!(fitted("short", 10.0, 100.0), "short");
        assert_eq!(fitted("much too long", 10.0, 30.0), "muc…");
        assert_eq!(fitted("nothing", 10.0, 0.0), "…");
    }
}
