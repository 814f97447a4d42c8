//! A game of a file as a picture.

use super::end;
use crate::cli::failure::{Code, Failure};
use crate::cli::progress;
use crate::record::atomic::write_named;
use crate::record::games::{GameRecord, GamesReader};
use crate::report::film::{Film, Frame, gif, moving, strip};
use crate::report::picture::{DrawError, png};
use crate::session::recorded::table_of;
use std::path::Path;

/// Pixels across a strip in PNG.
const WIDTH: u32 = 1600;

/// Draws a game into a file, in the way that the end of its name says.
pub fn draw(
    game: &GameRecord,
    reader: &GamesReader,
    path: &Path,
    quiet: bool,
) -> Result<(), Failure> {
    let kind = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
    let drawer: fn(&Film, bool) -> Result<Vec<u8>, DrawError> = match kind {
        "svg" => |film: &Film, _| moving(film).map(String::into_bytes),
        "gif" => watched_gif,
        "png" => |film: &Film, _| png(&strip(film)?, WIDTH),
        _ => {
            let path = path.display();
            let why = format!("{path}: name a file that ends in .svg or .gif, which move, or .png");
            return Err(Failure::usage(why));
        }
    };
    let failed = |why: DrawError| Failure::new(Code::Failed, why);
    let bytes = drawer(&film(game, reader)?, quiet).map_err(failed)?;
    Ok(write_named(path, &bytes)?)
}

/// The game as a GIF. One of thousands of plies takes several seconds.
fn watched_gif(film: &Film, quiet: bool) -> Result<Vec<u8>, DrawError> {
    let bar = progress::positions_bar(film.frames.len() as u64, quiet);
    let drawn = gif(film, |done| bar.set_position(done as u64));
    bar.finish_and_clear();
    drawn
}

/// The game with all its positions.
fn film(game: &GameRecord, reader: &GamesReader) -> Result<Film, Failure> {
    let table = table_of(game).map_err(|why| reader.damaged(why))?;
    let replayed = table.live(game.repetitions).replay(&game.bots, &game.transcript(), &mut |_| {});
    replayed.map_err(|why| reader.damaged(why))?;
    let mut live = table.live(0);
    let Some(layout) = live.layout() else {
        return Err(Failure::usage(format!("{} has no board to draw", game.game)));
    };
    let mut frames = vec![Frame { mv: None, path: Vec::new(), pieces: live.pieces() }];
    for mv in game.opening.iter().chain(&game.moves) {
        live.play(mv).map_err(|why| reader.damaged(why))?;
        let path = layout.cells_in(mv);
        frames.push(Frame { mv: Some(mv.clone()), path, pieces: live.pieces() });
    }
    Ok(Film {
        title: format!("Game {} of {}", game.number, game.game),
        seats: game.bots.clone(),
        end: end(game).trim_end().to_string(),
        layout,
        frames,
    })
}
