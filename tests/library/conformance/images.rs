//! Positions with their seats changed or in the mirror, made from their drawings.

use super::subject::Image;
use starhop::game::Game;
use starhop::game::Player;
use starhop::game::connect_four::{Board, ConnectFour};
use starhop::game::draughts::{self, Draughts};
use starhop::game::halma::geometry::{CORNERS, HOLES, SIDE, mirror, turn};
use starhop::game::halma::{self, Halma};

/// The line above a drawn board, and the board's rows word by word.
fn taken_apart(drawing: &str) -> (&str, Vec<Vec<&str>>) {
    let (header, rows) = drawing.split_once('\n').unwrap();
    (header, rows.lines().map(|row| row.split_whitespace().collect()).collect())
}

fn put_together(header: &str, rows: &[Vec<String>]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
    format!("{header}\n{}\n", rows.join("\n"))
}

fn other_seat() -> Vec<Player> {
    vec![Player(1), Player(0)]
}

/// With the columns reversed, and with the colours changed, which can be where as many discs lie of
/// both.
pub fn columns_and_colours(game: &ConnectFour, board: &Board) -> Vec<Image<ConnectFour>> {
    let seats = vec![Player(0), Player(1)];
    let reversed = Image { seats, position: reversed(game, board), keeps_turn: true };
    [reversed].into_iter().chain(other_colours(game, board)).collect()
}

fn other_colours(game: &ConnectFour, board: &Board) -> Option<Image<ConnectFour>> {
    let drawing = game.draw(board);
    let (header, rows) = taken_apart(&drawing);
    let other = |word: &&str| match *word {
        "1" => "2".to_string(),
        "2" => "1".to_string(),
        word => word.to_string(),
    };
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(other).collect()).collect();
    board.ply().is_multiple_of(2).then(|| {
        let position = ConnectFour::parse_position(&put_together(header, &rows)).unwrap().1;
        Image { seats: other_seat(), position, keeps_turn: false }
    })
}

fn reversed(game: &ConnectFour, board: &Board) -> Board {
    let drawing = game.draw(board);
    let (header, rows) = taken_apart(&drawing);
    let reversed = |row: &Vec<&str>| row.iter().rev().map(|it| it.to_string()).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(reversed).collect();
    ConnectFour::parse_position(&put_together(header, &rows)).unwrap().1
}

/// With white's pieces black and black's white on a board that is turned by half.
pub fn other_side(game: &Draughts, position: &draughts::Position) -> Vec<Image<Draughts>> {
    let drawing = game.draw(position);
    let (header, rows) = taken_apart(&drawing);
    let other = |word: &&str| {
        let sign = |letter| match letter {
            'w' => 'b',
            'b' => 'w',
            'W' => 'B',
            'B' => 'W',
            letter => letter,
        };
        word.chars().map(sign).collect()
    };
    let row = |row: &Vec<&str>| row.iter().rev().map(other).collect();
    let rows: Vec<Vec<String>> = rows.iter().rev().map(row).collect();
    let text = put_together(&other_header(header), &rows);
    let position = Draughts::parse_position(&text).unwrap().1;
    vec![Image { seats: other_seat(), position, keeps_turn: true }]
}

/// The header of a draughts drawing with the other colour and with every field turned.
fn other_header(header: &str) -> String {
    let field = |number: &str| (51 - number.parse::<u8>().unwrap()).to_string();
    let fields = |mv: &str| mv.split('-').map(field).collect::<Vec<_>>().join("-");
    let word = |word: &str| match word.split_once('=') {
        Some(("turn", "white")) => "turn=black".to_string(),
        Some(("turn", _)) => "turn=white".to_string(),
        Some(("kings", moves)) => {
            format!("kings={}", moves.split(',').map(fields).collect::<Vec<_>>().join(","))
        }
        _ => word.to_string(),
    };
    header.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// The position with its pegs where `place` takes them and as the seats that `seat` makes of them.
fn moved(
    game: &Halma,
    position: &halma::Position,
    place: impl Fn(u8) -> u8,
    seat: impl Fn(Player) -> Player,
) -> halma::Position {
    let mut pegs = vec!['.'; HOLES];
    for hole in 0..=u8::MAX {
        let peg = position.peg_at(hole).map(|player| char::from(b'1' + seat(player).0));
        pegs[usize::from(place(hole))] = peg.unwrap_or('.');
    }
    let drawing = game.draw(position);
    let (header, _) = drawing.split_once('\n').unwrap();
    let (header, _) = header.rsplit_once('=').unwrap();
    let mut text = format!("{header}={}\n", seat(game.turn(position)).0 + 1);
    for (letter, row) in ('a'..).zip(pegs.chunks(SIDE)) {
        text.push(letter);
        row.iter().for_each(|peg| text.extend([' ', *peg]));
        text.push('\n');
    }
    Halma::parse_position(&text).unwrap().1
}

/// The board turned by as many quarters as take seats to seats.
pub fn quarters(game: &Halma, position: &halma::Position) -> Vec<Image<Halma>> {
    let players = game.players();
    let image = |seats_on: usize| {
        let by = seats_on * CORNERS / players;
        let seat = |player: Player| Player(((player.index() + seats_on) % players) as u8);
        let position = moved(game, position, |hole| turn(hole, by), seat);
        let seats = (0..players as u8).map(Player).map(seat).collect();
        Image { seats, position, keeps_turn: true }
    };
    (1..players).map(image).collect()
}

pub fn rows_as_columns(game: &Halma, position: &halma::Position) -> Option<halma::Position> {
    (game.players() == 2).then(|| moved(game, position, mirror, |seat| seat))
}
