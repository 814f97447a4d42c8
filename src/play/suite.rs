//! A suite of openings: known beginnings that the pairs of games take in turn, in place of random ones.
//!
//! As text it has a line an opening: its moves from where games begin, apart by spaces. Lines that begin with `#`, and
//! empty ones, say nothing.
//!
//! ```text
//! # Connect Four: both in the middle, and one beside it
//! 4 4
//! 4 3
//! ```

use super::course::Course;
use crate::game::{Game, TextError};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;

/// The most that the text of a suite has.
pub const MOST_MIB: usize = 4;

/// Openings in their order, one at least, each with its moves apart by a space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Suite(Arc<[String]>);

impl Suite {
    /// Reads the openings of games that begin at a position. Moves are kept as the game writes them.
    ///
    /// # Errors
    /// Where there is none, they are too large, or names the line of one that can't be played, after which the game is
    /// over, or that leads where an earlier one does.
    pub fn read<G: Game>(
        (game, start): (&G, &G::Position),
        repetitions: u32,
        text: &str,
    ) -> Result<Suite, TextError> {
        if text.len() > MOST_MIB << 20 {
            let why = format!("is larger than {MOST_MIB} MiB, the most that openings have");
            return Err(TextError(why));
        }
        let mut openings = Vec::new();
        let mut known: HashMap<u64, usize> = HashMap::new();
        for (number, line) in lines(text) {
            let at = |why: String| TextError(format!("line {number}: {why}"));
            let (opening, course) =
                after((game, start), repetitions, line).map_err(|TextError(why)| at(why))?;
            if let Some(before) = known.insert(game.key(course.position()), number) {
                let why = format!("leads to the same position as line {before}; leave one out");
                return Err(at(why));
            }
            openings.push(opening);
        }
        Suite::of(openings).map_err(TextError)
    }

    fn of(openings: Vec<String>) -> Result<Suite, String> {
        match openings.is_empty() {
            true => {
                Err("has no opening: each is a line with its moves, apart by spaces".to_string())
            }
            false => Ok(Suite(openings.into())),
        }
    }

    /// All openings.
    pub fn openings(&self) -> &[String] {
        &self.0
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.0.len() as u64
    }

    /// The number of the opening that a pair of games begins with, from 0: after the last they come again from the first.
    pub fn number(&self, pair: u64) -> u64 {
        pair % self.count()
    }

    /// The opening that a pair of games begins with.
    pub fn opening(&self, pair: u64) -> &str {
        &self.0[self.number(pair) as usize]
    }
}

/// The lines that say something, with their numbers from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// The moves of a line as the game writes them, and the game after them.
fn after<G: Game>(
    (game, start): (&G, &G::Position),
    repetitions: u32,
    line: &str,
) -> Result<(String, Course<G>), TextError> {
    let mut course = Course::new(game, start, repetitions);
    let mut moves = Vec::new();
    for (ply, text) in (1..).zip(line.split_whitespace()) {
        let at = |why: String| TextError(format!("ply {ply}: {why}"));
        let mv = game.parse_move(course.position(), text).map_err(|TextError(why)| at(why))?;
        moves.push(game.move_text(course.position(), mv));
        course.play(game, mv);
        if let Some((_, reason)) = course.outcome(game) {
            return Err(at(format!("the game is over after '{text}': {reason}")));
        }
    }
    Ok((moves.join(" "), course))
}

impl TryFrom<String> for Suite {
    type Error = String;

    fn try_from(text: String) -> Result<Suite, String> {
        Suite::of(lines(&text).map(|(_, line)| line.to_string()).collect())
    }
}

impl From<Suite> for String {
    fn from(suite: Suite) -> String {
        suite.0.iter().flat_map(|opening| [opening, "\n"]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::connect_four::ConnectFour;

    fn read(text: &str) -> Result<Suite, String> {
        let game = ConnectFour;
        Suite::read((&game, &game.start()), 3, text).map_err(|TextError(why)| why)
    }

    #[test]
    fn pairs_take_the_openings_in_turn() {
        let suite = read("# two\n\n  4 4\t3\r\n# and\n1\n").unwrap();
        assert_eq!(suite.openings(), ["4 4 3", "1"]);
        assert_eq!([0, 1, 2, 5].map(|pair| suite.opening(pair)), ["4 4 3", "1", "4 4 3", "1"]);
        let text = String::from(suite.clone());
        assert_eq!(text, "4 4 3\n1\n");
        assert_eq!(Suite::try_from(text), Ok(suite));
    }

    #[test]
    fn what_cannot_begin_a_game_is_refused_by_its_line() {
        for (text, why) in [
            ("4\n# 4\n4 8\n", "line 3: ply 2: "),
            ("1 2 1 2 1 2 1\n", "line 1: ply 7: the game is over after '1': four"),
            ("1 2 3\n1\n3 2 1\n", "line 3: leads to the same position as line 1; leave one out"),
            ("4 4\n4 4\n", "line 2: leads to the same position as line 1; leave one out"),
            ("# nothing\n\n", "has no opening"),
            ("", "has no opening"),
        ] {
            let found = read(text).unwrap_err();
            assert!(found.starts_with(why), "{text:?}: {found}");
        }
        let large = "# 456789\n".repeat((MOST_MIB << 20) / 9 + 1);
        assert_eq!(read(&large).unwrap_err(), "is larger than 4 MiB, the most that openings have");
        assert!(Suite::try_from("\n".to_string()).is_err());
    }

    #[test]
    fn a_position_that_ends_games_by_its_repetition_is_none_to_begin_from() {
        use crate::game::chinese_checkers::{ChineseCheckers, Rules};
        let game = ChineseCheckers::new(2, Rules::standard(2)).unwrap();
        let mut course = Course::new(&game, &game.start(), 0);
        let mut line = Vec::new();
        // Both players move a peg out, and then back and out again.
        for ply in 0..8_usize {
            let mut moves = Vec::new();
            game.moves(course.position(), &mut moves);
            let past = course.past();
            let back = ply.checked_sub(2).map(|at| past[at].1);
            let mv = back.map_or(moves[0], |mv| {
                *moves.iter().find(|it| (it.from, it.to) == (mv.to, mv.from)).unwrap()
            });
            line.push(game.move_text(course.position(), mv));
            course.play(&game, mv);
        }
        let read = |repetitions| {
            Suite::read((&game, &game.start()), repetitions, &line.join(" ")).map(|it| it.count())
        };
        assert_eq!(read(0), Ok(1));
        let why = read(3).unwrap_err().to_string();
        assert!(why.starts_with("line 1: ply 8: ") && why.ends_with(": repetition"), "{why}");
    }
}
