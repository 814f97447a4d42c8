//! Positions turned with all their seats onto the seats of the same table.

use starhop::game::chinese_checkers::geometry::{CORNERS, HOLES, sixths_from_top, turn};
use starhop::game::chinese_checkers::{ChineseCheckers, Position, parse_position};
use starhop::game::{Game as _, Player};

/// Where each seat goes, and the position after it.
pub type Turned = (Box<dyn Fn(Player) -> Player>, Position);

/// Every turn of the board that takes the table's seats to its seats; five seats have but the
/// turn by nothing.
pub fn of(game: &ChineseCheckers, position: &Position) -> Vec<Turned> {
    (0..CORNERS).filter_map(|sixths| turned(game, position, sixths)).collect()
}

fn turned(game: &ChineseCheckers, position: &Position, sixths: usize) -> Option<Turned> {
    let seats = (0..game.players() as u8).map(Player);
    let place = |player: Player| sixths_from_top(game.corner(player));
    let target = |player| (place(player) + sixths) % CORNERS;
    let goes_to = |player| seats.clone().find(|&other| place(other) == target(player));
    let map: Option<Vec<Player>> = seats.clone().map(goes_to).collect();
    let map = map?;
    let mut pegs = vec!['.'; HOLES];
    for hole in 0..HOLES {
        if let Some(player) = position.peg_at(hole as u8) {
            pegs[turn(hole, sixths)] = char::from(b'1' + map[player.index()].0);
        }
    }
    let turn = map[game.turn(position).index()];
    let (_, turned) = parse_position(&drawing(game, position, &pegs, turn)).unwrap();
    Some((Box::new(move |player: Player| map[player.index()]), turned))
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
