//! Pictures as a GIF, of which only what changes is stored.

use super::picture::DrawError;
use ::gif::{Encoder, EncodingError, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

/// How thoroughly colours are chosen where there are more than 256: 1 is best, 30 fastest.
const SPEED: i32 = 10;

/// How long pictures stay, in hundredths of a second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stay {
    pub each: u16,
    pub last: u16,
}

/// The pictures one after the other, again and again; `still` draws the one of an index.
///
/// # Errors
/// Where there is none, or they are too large for a GIF.
pub(super) fn gif(
    count: usize,
    stay: Stay,
    still: impl Fn(usize) -> Result<Pixmap, DrawError>,
) -> Result<Vec<u8>, DrawError> {
    if count == 0 {
        return Err(DrawError::Empty);
    }
    let mut bytes = Vec::new();
    let first = still(0)?;
    let too_large = || DrawError::Size { width: first.width(), height: first.height() };
    let width = u16::try_from(first.width()).map_err(|_| too_large())?;
    let height = u16::try_from(first.height()).map_err(|_| too_large())?;
    let mut encoder = Encoder::new(&mut bytes, width, height, &[]).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let (mut first, mut before) = (Some(first), None);
    for index in 0..count {
        let now = match first.take() {
            Some(first) => first,
            None => still(index)?,
        };
        let (left, top, across, down) = changed(before.as_ref(), &now);
        let mut part: Vec<u8> = Vec::with_capacity(across * down * 4);
        for row in top..top + down {
            let start = (row * now.width() as usize + left) * 4;
            part.extend(now.data().get(start..start + across * 4).unwrap_or_default());
        }
        let short = |it: usize| u16::try_from(it).unwrap_or(u16::MAX);
        let mut frame = Frame::from_rgba_speed(short(across), short(down), &mut part, SPEED);
        (frame.left, frame.top) = (short(left), short(top));
        frame.delay = if index + 1 == count { stay.last } else { stay.each };
        encoder.write_frame(&frame).map_err(failed)?;
        before = Some(now);
    }
    drop(encoder);
    Ok(bytes)
}

fn failed(why: EncodingError) -> DrawError {
    DrawError::Encoding(why.to_string())
}

/// The smallest part of a picture that holds all that changed: its left and top, width and height.
/// One pixel where nothing did, since a frame can't be empty.
fn changed(before: Option<&Pixmap>, now: &Pixmap) -> (usize, usize, usize, usize) {
    let (width, height) = (now.width() as usize, now.height() as usize);
    let Some(before) = before.filter(|it| (it.width(), it.height()) == (now.width(), now.height()))
    else {
        return (0, 0, width, height);
    };
    let pairs = before.pixels().iter().zip(now.pixels()).enumerate();
    let differ = pairs.filter(|(_, (one, other))| one != other).map(|(index, _)| index);
    let (mut left, mut right, mut top, mut bottom) = (width, 0, height, 0);
    for index in differ {
        let (x, y) = (index % width, index / width);
        (left, right) = (left.min(x), right.max(x));
        (top, bottom) = (top.min(y), bottom.max(y));
    }
    match left <= right && top <= bottom {
        true => (left, top, right - left + 1, bottom - top + 1),
        false => (0, 0, 1, 1),
    }
}
