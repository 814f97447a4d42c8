//! The star and the rhombus turned and in the mirror.

use super::subject::Image;
use starhop::game::chinese_checkers::geometry::{CORNERS, HOLES, STAR, sixths_from_top, turn};
use starhop::game::chinese_checkers::{ChineseCheckers, Position};
use starhop::game::rhombus::{self, Rhombus};
use starhop::game::{Game, Player};

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
    redrawn(game, position, &pegs, seats[game.turn(position).index()])
}

/// The position with other pegs in the order of its drawing, and another seat's turn.
fn redrawn<G: Game>(game: &G, position: &G::Position, pegs: &[char], turn: Player) -> G::Position {
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
    G::parse_position(&text).unwrap().1
}

/// The rhombus with its pegs where `place` takes them and as the seats that theirs become.
fn moved_on_rhombus(
    game: &Rhombus,
    position: &rhombus::Position,
    place: impl Fn(u8) -> u8,
    seats: [Player; 2],
) -> rhombus::Position {
    let mut pegs = vec!['.'; rhombus::geometry::HOLES];
    for hole in 0..rhombus::geometry::HOLES as u8 {
        if let Some(player) = position.peg_at(hole) {
            pegs[usize::from(place(hole))] = char::from(b'1' + seats[player.index()].0);
        }
    }
    redrawn(game, position, &pegs, seats[game.turn(position).index()])
}

/// The rhombus turned by half, which changes the seats.
pub fn half(game: &Rhombus, position: &rhombus::Position) -> Vec<Image<Rhombus>> {
    let seats = [Player(1), Player(0)];
    let position = moved_on_rhombus(game, position, rhombus::geometry::turn, seats);
    vec![Image { seats: seats.into(), position, keeps_turn: true }]
}

/// Left and right of the rhombus changed.
pub fn sides(game: &Rhombus, position: &rhombus::Position) -> Option<rhombus::Position> {
    let seats = [Player(0), Player(1)];
    Some(moved_on_rhombus(game, position, rhombus::geometry::mirror, seats))
}
