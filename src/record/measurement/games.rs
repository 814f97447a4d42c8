//! `games.csv`: a row a game of a measurement, in the order in which they count.

use super::counted::Counted;
use super::settings::Place;
use super::{GAMES, MeasurementSettings};
use crate::game::line::LineKey;
use crate::play::batch::{GameResult, GameScore};
use crate::record::disk;
use crate::record::error::RecordError;
use crate::record::lines::{Lines, Mark};
use std::fmt::Write as _;
use std::path::Path;

/// The first line.
pub const HEADER: &str = "opponent,game,seat,verdict,plies,distance,line,chance\n";

const WON: &str = "won";
const LOST: &str = "lost";
const UNFINISHED: &str = "unfinished";

/// Adds the row of a game, with its end, to a text. Rows are of games that can be won.
pub fn write(place: Place, game: &GameScore, text: &mut String) {
    let verdict = match game.verdict {
        GameResult::Won => WON,
        GameResult::Lost => LOST,
        GameResult::Unfinished | GameResult::Scored(_) => UNFINISHED,
    };
    let Place { opponent, game: number, seat } = place;
    let (opponent, number, seat) = (opponent + 1, number + 1, seat + 1);
    let GameScore { plies, distance, line, drew_chance, .. } = game;
    let line = line.number();
    let _ = writeln!(
        text,
        "{opponent},{number},{seat},{verdict},{plies},{distance},{line},{drew_chance}"
    );
}

/// Reads the row of the game that stands at that place.
fn parse(row: &str, place: Place) -> Result<GameScore, String> {
    let mut fields = row.split(',');
    let mut field = |name: &str| fields.next().ok_or_else(|| format!("has no {name}"));
    let found = [field("opponent")?, field("game")?, field("seat")?];
    let wanted = [place.opponent as u64 + 1, place.game + 1, u64::from(place.seat) + 1];
    if found != wanted.map(|number| number.to_string()).each_ref().map(String::as_str) {
        let [opponent, game, seat] = wanted;
        return Err(format!("is not game {game} against opponent {opponent}, from seat {seat}"));
    }
    let verdict = match field("verdict")? {
        WON => GameResult::Won,
        LOST => GameResult::Lost,
        UNFINISHED => GameResult::Unfinished,
        other => return Err(format!("the verdict is '{other}', not won, lost or unfinished")),
    };
    let plies = number(field("plies")?, "plies")?;
    let distance = number(field("distance")?, "distance")?;
    let line = LineKey::of_number(number(field("line")?, "line")?);
    let drew_chance = number(field("chance")?, "chance")?;
    let game = GameScore { verdict, plies, distance, line, drew_chance, replays: 0 };
    let mut told = String::new();
    write(place, &game, &mut told);
    match game.distance.is_finite() && told.trim_end() == row {
        true => Ok(game),
        false => Err(format!("is not written as starhop does, which is {}", told.trim_end())),
    }
}

fn number<T: std::str::FromStr>(text: &str, name: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("'{text}' is no {name}"))
}

/// That the file of a measurement's games, which is there from its beginning, is there.
pub(super) fn check_there(path: &Path) -> Result<(), RecordError> {
    match disk::own_is_there(path)? {
        true => Ok(()),
        false => {
            let why =
                "is missing, with all games of this measurement; put it back, or use another name";
            Err(RecordError::damaged(path, why))
        }
    }
}

/// Reads the games of a file one after another, and counts them.
#[derive(Debug)]
pub struct MeasuredGames {
    lines: Lines,
    counted: Counted,
}

impl MeasuredGames {
    /// Opens the file of games in a folder with these settings.
    ///
    /// # Errors
    /// Where it can't be read, or doesn't begin as such files do.
    pub fn open(
        folder: &Path,
        settings: &MeasurementSettings,
    ) -> Result<MeasuredGames, RecordError> {
        let path = folder.join(GAMES);
        check_there(&path)?;
        let mut lines = Lines::open(&path)?;
        let heading = lines.next_whole()?.unwrap_or_default();
        if heading.trim_end() != HEADER.trim_end() {
            let why = format!("is not the heading of such a file, {}", HEADER.trim_end());
            return Err(lines.damaged_at(1, why));
        }
        Ok(MeasuredGames { lines, counted: Counted::new(settings.clone()) })
    }

    /// The games that were read.
    pub fn counted(&self) -> &Counted {
        &self.counted
    }

    /// The place after the last one.
    pub(super) fn mark(&self) -> Mark {
        self.lines.mark()
    }

    /// The games that were read, and the bytes of their rows and the heading.
    pub(super) fn into_counted(self) -> (Counted, u64) {
        (self.counted, self.lines.mark().bytes)
    }

    /// Something that is wrong in the row that was read last.
    pub fn damaged(&self, why: impl ToString) -> RecordError {
        self.lines.damaged(why)
    }

    /// The next game; `None` after the last. A last row without its end was never whole.
    ///
    /// # Errors
    /// Names the line that isn't that game.
    pub fn next_whole(&mut self) -> Result<Option<GameScore>, RecordError> {
        let place = self.counted.next();
        let Some(game) = next(&mut self.lines, place)? else { return Ok(None) };
        self.counted.count(&game);
        Ok(Some(game))
    }
}

/// Some games of a file that was read before, from a place on.
pub(super) struct Stretch {
    lines: Lines,
}

impl Stretch {
    /// The games of that folder's file from that place on.
    pub fn open(folder: &Path, at: Mark) -> Result<Stretch, RecordError> {
        Ok(Stretch { lines: Lines::open_at(&folder.join(GAMES), at)? })
    }

    /// The game at that place, which is the next.
    pub fn game(&mut self, place: Option<Place>) -> Result<GameScore, RecordError> {
        let game = next(&mut self.lines, place)?;
        let line = self.lines.mark().line + 1;
        game.ok_or_else(|| self.lines.damaged_at(line, "was changed while it was read"))
    }
}

/// The next game of a file, which has to be the one at that place.
fn next(lines: &mut Lines, place: Option<Place>) -> Result<Option<GameScore>, RecordError> {
    let Some(row) = lines.next_whole()? else { return Ok(None) };
    let place = place.ok_or_else(|| lines.damaged("is beyond the last game"))?;
    // Other systems end lines with a carriage return, too.
    let row = row.strip_suffix('\r').unwrap_or(&row);
    parse(row, place).map(Some).map_err(|why| lines.damaged(why))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PLACE: Place = Place { opponent: 0, game: 4, seat: 1 };
    const ROW: &str = "1,5,2,lost,87,30.25,123456789,true";

    #[test]
    fn rows_that_are_none_are_refused_with_a_reason() {
        assert!(parse(ROW, PLACE).is_ok());
        for (from, to, why) in [
            ("1,5,2", "1,6,2", "is not game 5 against opponent 1, from seat 2"),
            ("1,5,2", "2,5,2", "is not game 5"),
            ("1,5,2", "1,5,1", "is not game 5"),
            ("1,5,2", "01,5,2", "is not game 5"),
            ("lost", "drawn", "the verdict is 'drawn'"),
            ("87", "-1", "'-1' is no plies"),
            ("87", "4294967296", "is no plies"),
            ("87", "+87", "is not written as starhop does"),
            ("30.25", "x", "'x' is no distance"),
            ("30.25", "", "'' is no distance"),
            ("30.25", "NaN", "is not written as"),
            ("30.25", "inf", "is not written as"),
            ("30.25", "3.025e1", "which is 1,5,2,lost,87,30.25,123456789,true"),
            ("123456789", "18446744073709551616", "is no line"),
            ("true", "yes", "'yes' is no chance"),
            (",true", "", "has no chance"),
            (",true", ",true,1", "is not written as"),
            ("1,5,2,lost,87,30.25,123456789,true", "", "has no game"),
        ] {
            let row = ROW.replacen(from, to, 1);
            let said = parse(&row, PLACE).unwrap_err();
            assert!(said.contains(why), "{row}: {said}");
        }
    }

    fn score() -> impl Strategy<Value = GameScore> {
        let verdict = prop_oneof![
            Just(GameResult::Won),
            Just(GameResult::Lost),
            Just(GameResult::Unfinished)
        ];
        let finite = any::<f64>().prop_filter("finite", |it| it.is_finite());
        (verdict, any::<u32>(), finite, any::<u64>(), any::<bool>()).prop_map(
            |(verdict, plies, distance, line, drew_chance)| {
                let line = LineKey::of_number(line);
                GameScore { verdict, plies, distance, line, drew_chance, replays: 0 }
            },
        )
    }

    proptest! {
        #[test]
        fn a_game_reads_back_as_it_was_to_the_last_bit(game in score(), number in 0..u64::MAX / 2) {
            let place = Place { game: number, ..PLACE };
            let mut row = String::new();
            write(place, &game, &mut row);
            let found = parse(row.trim_end(), place).unwrap();
            prop_assert_eq!(found, game);
            prop_assert_eq!(found.distance.to_bits(), game.distance.to_bits());
        }
    }
}
