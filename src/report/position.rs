//! A position in a terminal: the board with what stands on it, cells by their names where the player
//! to move can go, and the last move marked.

use super::ends;
use crate::game::layout::{Cell, CellLayout, Piece};

/// What stands for the pieces of each player, without colours too.
const PIECES: [char; 6] = ['●', '○', '▲', '△', '■', '□'];
/// The same for kings.
const KINGS: [char; 2] = ['◆', '◇'];
const EMPTY: char = '·';
/// Colours of terminals with 256 colours, a player each, after Okabe and Ito (2008): they differ for
/// all kinds of colour vision, and can be read on dark and on light.
const COLOURS: [u8; 6] = [32, 208, 35, 170, 75, 178];
/// Characters of a cell without a name.
const NARROW: usize = 2;

/// How a position is drawn.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Where the cells lie.
    pub layout: &'a CellLayout,
    /// What stands on each.
    pub pieces: &'a [Option<Piece>],
    /// Cells to mark, such as those that the last move changed.
    pub marked: &'a [usize],
    /// Cells to name.
    pub named: &'a [usize],
    /// Whether the board is turned half round.
    pub flipped: bool,
    /// Whether a terminal shows colours.
    pub colour: bool,
    /// Characters in a line.
    pub width: usize,
}

/// What stands for a piece.
pub fn symbol(piece: Piece) -> char {
    let of = |symbols: &[char]| symbols.get(piece.player.index()).copied().unwrap_or('?');
    match piece.kind {
        "king" => of(&KINGS),
        _ => of(&PIECES),
    }
}

/// A text in the colour of that player, from 0.
pub fn coloured(text: &str, player: usize) -> String {
    match COLOURS.get(player) {
        Some(colour) => format!("\u{1b}[1;38;5;{colour}m{text}\u{1b}[0m"),
        None => text.to_string(),
    }
}

impl View<'_> {
    /// The board, a line a row; cells have their names where these fit.
    pub fn draw(&self) -> String {
        let cells = || self.layout.cells.iter();
        let (left, right) = ends(cells().map(|cell| cell.x));
        let (top, bottom) = ends(cells().map(|cell| cell.y));
        let place = |cell: &Cell| match self.flipped {
            true => (right - cell.x, bottom - cell.y),
            false => (cell.x - left, cell.y - top),
        };
        let wide = self.wide();
        let mut order: Vec<(usize, (f64, f64))> = cells().map(place).enumerate().collect();
        order.sort_by(|(_, (x, y)), (_, (u, v))| y.total_cmp(v).then(x.total_cmp(u)));
        let rows = order.chunk_by(|(_, (_, one)), (_, (_, other))| one == other);
        rows.map(|row| self.line(row, wide)).collect()
    }

    /// The characters in a line that the names of cells need, where these are left out for want of room.
    pub fn names_need(&self) -> Option<usize> {
        let needed = self.columns(self.named_wide());
        (needed > self.width).then_some(needed)
    }

    /// Characters of a cell: room for the longest name that is shown, or none.
    fn wide(&self) -> usize {
        let wide = self.named_wide();
        if self.columns(wide) <= self.width { wide } else { NARROW }
    }

    /// Characters of a cell with room for the longest name.
    fn named_wide(&self) -> usize {
        let names = self.named.iter().filter_map(|&index| self.layout.cells.get(index));
        let longest = names.map(|cell| cell.name.chars().count()).max().unwrap_or(0);
        // Even, since rows may lie half a cell apart.
        (longest + 1).next_multiple_of(2).max(NARROW)
    }

    /// Characters in a line of a board whose cells have that many.
    fn columns(&self, wide: usize) -> usize {
        let (left, right) = ends(self.layout.cells.iter().map(|cell| cell.x));
        ((right - left + 1.0) * wide as f64).ceil() as usize
    }

    fn line(&self, row: &[(usize, (f64, f64))], wide: usize) -> String {
        let (mut line, mut end) = (String::new(), 0);
        for &(index, (x, _)) in row {
            let start = (x * wide as f64).round() as usize;
            line += &" ".repeat(start.saturating_sub(end));
            line += &self.cell(index, wide);
            end = start + wide;
        }
        let plain = line.trim_end().len();
        line.truncate(plain);
        line + "\n"
    }

    fn cell(&self, index: usize, wide: usize) -> String {
        let piece = self.pieces.get(index).copied().flatten();
        let is_named = wide > NARROW && self.named.contains(&index);
        let name = self.layout.cells.get(index).filter(|_| is_named).map_or("", |it| &it.name);
        let text = format!("{}{name}", piece.map_or(EMPTY, symbol));
        let blank = " ".repeat(wide.saturating_sub(text.chars().count()));
        let is_marked = self.marked.contains(&index);
        if !self.colour {
            return text + &blank;
        }
        let mark = if is_marked { "\u{1b}[7m" } else { "" };
        match piece {
            Some(piece) => format!("{mark}{}{blank}", coloured(&text, piece.player.index())),
            None if is_marked => format!("{mark}{text}\u{1b}[0m{blank}"),
            None => format!("\u{1b}[2m{text}\u{1b}[0m{blank}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::game::chinese_checkers::{ChineseCheckers, Rules};
    use crate::game::connect_four::ConnectFour;

    #[test]
    fn a_star_has_names_where_they_fit() {
        let game = ChineseCheckers::new(2, Rules::standard(2)).unwrap();
        let layout = game.layout().unwrap();
        let pieces = game.pieces(&game.start());
        let named: Vec<usize> =
            (0..121).filter(|&it| ["d1", "e5"].contains(&layout.cells[it].name.as_str())).collect();
        let view = View {
            layout: &layout,
            pieces: &pieces,
            marked: &[],
            named: &named,
            flipped: false,
            colour: false,
            width: 80,
        };
        let text = view.draw();
        assert_eq!(text.lines().count(), 17);
        assert!(text.contains("●d1 ●   ●   ●\n"), "{text}");
        assert!(text.contains("·   ·   ·   ·   ·e5 ·"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 52), "{text}");
        let narrow = View { width: 30, ..view };
        assert!(narrow.draw().contains("\n         ● ● ● ●\n"), "{}", narrow.draw());
        assert_eq!(narrow.names_need(), Some(52));
        let nameless = View { named: &[], ..narrow };
        assert_eq!(
            [view, nameless, View { width: 52, ..view }].map(|it| it.names_need()),
            [None; 3]
        );
        let flipped = View { flipped: true, ..view }.draw();
        assert!(flipped.lines().next().unwrap().contains('○'), "{flipped}");
        let rows = |text: &str| text.lines().map(|it| it.trim().len()).collect::<Vec<_>>();
        assert_eq!(rows(&flipped).len(), rows(&text).len());
    }

    #[test]
    fn colours_mark_the_last_move() {
        let layout = ConnectFour.layout().unwrap();
        let mut board = ConnectFour.start();
        let mv = ConnectFour.parse_move(&board, "4").unwrap();
        ConnectFour.play(&mut board, mv);
        let pieces = ConnectFour.pieces(&board);
        let at = pieces.iter().position(Option::is_some).unwrap();
        let view = View {
            layout: &layout,
            pieces: &pieces,
            marked: &[at],
            named: &[],
            flipped: false,
            colour: true,
            width: 80,
        };
        assert!(view.draw().contains("\u{1b}[7m\u{1b}[1;38;5;32m●\u{1b}[0m "), "{:?}", view.draw());
        let plain = View { colour: false, ..view }.draw();
        assert_eq!(plain.lines().last().unwrap(), "· · · ● · · ·");
    }
}
