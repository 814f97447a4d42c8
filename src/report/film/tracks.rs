//! Which piece is which from ply to ply: where each stood, and the way that it took.

use super::Frame;
use crate::game::layout::Piece;

/// A piece from when it came onto the board until it left.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// What it is. A piece that becomes another kind begins a new track.
    pub piece: Piece,
    /// The frame in which it is there first, and the cell.
    pub from: (usize, usize),
    /// Its moves: the frame that each leads to, and the cells on its way, where it stood first.
    pub moves: Vec<(usize, Vec<usize>)>,
    /// The first frame in which it is gone.
    pub until: Option<usize>,
}

impl Track {
    /// The cell where it stands last.
    pub fn last(&self) -> usize {
        self.moves.last().and_then(|(_, path)| path.last()).copied().unwrap_or(self.from.1)
    }
}

/// The tracks of all pieces. A piece that left one cell in the ply in which one of the same player
/// and kind came to another has moved there.
pub fn tracks(frames: &[Frame]) -> Vec<Track> {
    let mut tracks: Vec<Track> = Vec::new();
    let mut at: Vec<Option<usize>> = Vec::new();
    for (index, frame) in frames.iter().enumerate() {
        at.resize(frame.pieces.len(), None);
        let there = |cell: usize| frame.pieces.get(cell).copied().flatten();
        let stays = |cell: usize, track: usize| {
            tracks.get(track).is_some_and(|it| Some(it.piece) == there(cell))
        };
        let left: Vec<(usize, usize)> = at
            .iter()
            .enumerate()
            .filter_map(|(cell, track)| Some((cell, (*track)?)))
            .filter(|&(cell, track)| !stays(cell, track))
            .collect();
        let come: Vec<(usize, Piece)> = (0..frame.pieces.len())
            .filter(|&cell| at[cell].is_none_or(|track| !stays(cell, track)))
            .filter_map(|cell| Some((cell, there(cell)?)))
            .collect();
        left.iter().for_each(|&(cell, _)| at[cell] = None);
        let mut gone = left;
        for (cell, piece) in come {
            let same = |&(_, track): &(usize, usize)| {
                tracks.get(track).is_some_and(|it| it.piece == piece)
            };
            match gone.iter().position(same) {
                Some(place) => {
                    let (before, track) = gone.remove(place);
                    if let Some(it) = tracks.get_mut(track) {
                        it.moves.push((index, way(frame, before, cell)));
                    }
                    at[cell] = Some(track);
                }
                None => {
                    at[cell] = Some(tracks.len());
                    let from = (index, cell);
                    tracks.push(Track { piece, from, moves: Vec::new(), until: None });
                }
            }
        }
        for (_, track) in gone {
            if let Some(it) = tracks.get_mut(track) {
                it.until = Some(index);
            }
        }
    }
    tracks
}

/// The cells from one to another, by the way that the move names where it names both ends.
fn way(frame: &Frame, from: usize, to: usize) -> Vec<usize> {
    match (frame.path.first(), frame.path.last()) {
        (Some(&first), Some(&last)) if (first, last) == (from, to) => frame.path.clone(),
        _ => vec![from, to],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::layout::Player;

    fn frame(pieces: &str, path: &[usize]) -> Frame {
        let piece = |letter: char| match letter {
            'a' => Some(Piece { player: Player(0), kind: "man" }),
            'A' => Some(Piece { player: Player(0), kind: "king" }),
            'b' => Some(Piece { player: Player(1), kind: "man" }),
            _ => None,
        };
        Frame { mv: None, path: path.to_vec(), pieces: pieces.chars().map(piece).collect() }
    }

    #[test]
    fn pieces_are_followed_through_hops_captures_drops_and_crowns() {
        let frames = [
            frame("a.b..", &[]),
            frame("..ba.", &[0, 1, 3]),
            frame("...a.", &[]),
            frame("b..a.", &[]),
            frame("b...A", &[3, 4]),
        ];
        let all = tracks(&frames);
        let (man, other, dropped, king) = (&all[0], &all[1], &all[2], &all[3]);
        assert_eq!(man.moves, [(1, vec![0, 1, 3])]);
        assert_eq!((man.last(), man.until), (3, Some(4)));
        assert_eq!((other.from, other.until), ((0, 2), Some(2)));
        assert_eq!((dropped.from, dropped.until), ((3, 0), None));
        assert_eq!((king.from, king.piece.kind, king.until), ((4, 4), "king", None));
        assert_eq!(all.len(), 4);
    }
}
