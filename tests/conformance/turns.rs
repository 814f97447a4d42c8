//! The star turned and in the mirror.

use crate::subject::Image;
use starhop::game::chinese_checkers::geometry::{CORNERS, HOLES, STAR, sixths_from_top, turn};
use starhop::game::chinese_checkers::{ChineseCheckers, Position, parse_position};
use starhop::game::{Game as _, Player};

/// Every turn of the board that takes the table's seats to its seats, but the one by nothing.
pub fn sixths(game: &ChineseCheckers, position: &Position) -> Vec<Image<ChineseCheckers>> {
    (1..CORNERS).filter_map(|sixths| turned(game, position, sixths)).collect()
}

fn turned(
    game: &ChineseCheckers,
    position: &Position,
    sixths: usize,
) -> Option<Image<ChineseCheckers>> {
    let seats = (0..game.players() as u8).map(Player);
    let place = |player: Player| sixths_from_top(game.corner(player));
    let target = |player| (place(player) + sixths) % CORNERS;
    let goes_to = |player| seats.clone().find(|&other| place(other) == target(player));
    let seats: Vec<Player> = seats.clone().map(goes_to).collect::<Option<_>>()?;
    let position = moved(game, position, |hole| turn(hole, sixths), &seats);
    Some(Image { seats, position, keeps_turn: true })
}

/// Left and right changed, where seats keep their places.
pub fn left_as_right(game: &ChineseCheckers, position: &Position) -> Option<Position> {
    let seats = [Player(0), Player(1)];
    let mirrored = |hole: usize| usize::from(STAR.mirrored[hole]);
    (game.players() == 2).then(|| moved(game, position, mirrored, &seats))
}

/// The position with its pegs where `place` takes them and as the seats that theirs become.
fn moved(
    game: &ChineseCheckers,
    position: &Position,
    place: impl Fn(usize) -> usize,
    seats: &[Player],
) -> Position {
    let mut pegs = vec!['.'; HOLES];
    for hole in 0..HOLES {
        if let Some(player) = position.peg_at(hole as u8) {
            pegs[place(hole)] = char::from(b'1' + seats[player.index()].0);
        }
    }
    let turn = seats[game.turn(position).index()];
    parse_position(&drawing(game, position, &pegs, turn)).unwrap().1
}

/// The drawing of the position, with other pegs and another seat's turn.
fn drawing(game: &ChineseCheckers, position: &Position, pegs: &[char], turn: Player) -> String {
    let drawing = game.draw(position);
    let (header, rows) = drawing.split_once('\n').unwrap();
    let (header, _) = header.rsplit_once('=').unwrap();
    let mut text = format!("{header}={}\n", turn.0 + 1);
    let mut pegs = pegs.iter();
    for row in rows.lines() {
        let mut words = row.split_whitespace();
        text += words.next().unwrap();
        words.zip(&mut pegs).for_each(|(_, peg)| text.extend([' ', *peg]));
        text.push('\n');
    }
    text
}
