//! What an array was evolved for, in the comment lines at the top of a text format.

use super::read::ReadWeights;
use crate::record::weights::document::{FORMAT, Stamp, VERSION};
use crate::record::weights::{ArraySeats, FormatError, WeightsFile};
use std::collections::BTreeMap;

/// The mark of comments in tables and grids.
pub const MARK: &str = "#";
/// Marks of comments in all formats.
const MARKS: [&str; 2] = [MARK, "//"];

const FIELDS: [&str; 5] = ["game", "players", "rules", "seat", FIXED];
/// Names of parameters with commas between them; only there where some are.
const FIXED: &str = "fixed";

/// The fields of the comment lines.
#[derive(Debug, PartialEq)]
pub struct Header {
    game: String,
    players: usize,
    rules: String,
    /// Whose arrays follow.
    pub seats: ArraySeats,
    fixed: Vec<String>,
}

/// The comment lines, each after `mark`.
pub fn write(file: &WeightsFile, seats: ArraySeats, mark: &str) -> String {
    let WeightsFile { game, players, rules, fixed, .. } = file;
    let fixed = match fixed.is_empty() {
        true => String::new(),
        false => format!("{mark} {FIXED}: {}\n", fixed.join(", ")),
    };
    format!(
        "{mark} {FORMAT} {VERSION}\n\
         {mark} game: {game}\n\
         {mark} players: {players}\n\
         {mark} rules: {rules}\n\
         {mark} seat: {seats}\n\
         {fixed}"
    )
}

impl Header {
    /// Whether a text's comment lines say that `export` wrote it.
    pub fn is_in(text: &str) -> bool {
        let names = text.lines().filter_map(commented).filter_map(known_field);
        names.map(|(name, _)| name).any(|name| name == FORMAT)
    }

    /// The game that a text's comment lines name.
    pub fn game_in(text: &str) -> Option<&str> {
        let mut fields = text.lines().filter_map(commented).filter_map(known_field);
        fields.find(|(name, _)| *name == "game").map(|(_, game)| game)
    }

    /// The fields in a text's comment lines, or `None` where it has none of them. Other
    /// comments may stand between them.
    ///
    /// # Errors
    /// Where some fields are missing, twice there or damaged, or the version is a newer one.
    pub fn parse(text: &str) -> Result<Option<Header>, FormatError> {
        let mut fields = BTreeMap::new();
        for (line, text) in (1..).zip(text.lines()) {
            let Some((name, value)) = commented(text).and_then(known_field) else {
                continue;
            };
            if fields.insert(name, (line, value)).is_some() {
                return Err(FormatError::line(line, format!("'{name}' for the second time")));
            }
        }
        if fields.is_empty() { Ok(None) } else { Header::of(&fields).map(Some) }
    }

    fn of(fields: &BTreeMap<&str, (usize, &str)>) -> Result<Header, FormatError> {
        let text = |name: &str| {
            let missing = || FormatError::field(name, "missing in the comments at the top");
            fields.get(name).copied().ok_or_else(missing)
        };
        let (line, version) = text(FORMAT).map_err(|_| without_version(fields))?;
        let version = version.parse();
        let version = version.map_err(|_| FormatError::line(line, "the version is no number"))?;
        let format = Some(FORMAT.to_string());
        Stamp { format, version: Some(version), checksum: None }.check(VERSION)?;
        let (line, players) = text("players")?;
        let players = players.parse();
        let players = players.map_err(|_| FormatError::line(line, "players is no number"))?;
        let (line, seats) = text("seat")?;
        let seats = seats.parse::<ArraySeats>();
        let seats = seats.map_err(|error| FormatError::line(line, error.to_string()))?;
        let (game, rules) = (text("game")?.1.to_string(), text("rules")?.1.to_string());
        let fixed = fields.get(FIXED).map_or("", |(_, names)| names);
        let names = fixed.split(',').map(str::trim).filter(|name| !name.is_empty());
        let fixed = names.map(str::to_string).collect();
        Ok(Header { game, players, rules, seats, fixed })
    }
}

/// That comments name some fields, as a person's own may do, but not the format.
fn without_version(fields: &BTreeMap<&str, (usize, &str)>) -> FormatError {
    let names: Vec<String> = fields.keys().map(|name| format!("'{name}'")).collect();
    FormatError::Whole(format!(
        "comments at the top name {} but no '{FORMAT}' version; take them out, or add '{FORMAT} {VERSION}' and \
         what other fields are missing, as `export` writes them",
        names.join(", ")
    ))
}

/// What was read, with the header's fields if there were any.
pub fn with_header(header: Option<Header>, weights: Vec<f64>) -> ReadWeights {
    match header {
        None => ReadWeights::Bare(weights),
        Some(Header { game, players, rules, fixed, .. }) => ReadWeights::file(WeightsFile {
            game,
            players,
            rules,
            weights,
            fixed,
            origin: None,
            measured: None,
        }),
    }
}

/// Whether a line is a comment.
pub fn is_one(line: &str) -> bool {
    commented(line).is_some()
}

/// What stands behind the mark of a comment line.
fn commented(line: &str) -> Option<&str> {
    MARKS.iter().find_map(|mark| line.strip_prefix(mark))
}

fn known_field(comment: &str) -> Option<(&str, &str)> {
    let comment = comment.trim();
    if let Some(version) = comment.strip_prefix(FORMAT) {
        return Some((FORMAT, version.trim_start()));
    }
    let (name, value) = comment.split_once(':')?;
    FIELDS.contains(&name).then_some((name, value.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::weights::tests::counted;

    #[test]
    fn a_header_reads_as_it_was_written() {
        let text = write(&counted(), ArraySeats::All, MARK);
        let header =
            Header::parse(&format!("# evolved\n{text}# corner 1\n1 2\n")).unwrap().unwrap();
        assert_eq!((header.game.as_str(), header.players), ("chinese-checkers", 2));
        assert_eq!((header.rules, header.seats), (counted().rules, ArraySeats::All));
        let fixed = vec!["a1".to_string(), "b1".to_string()];
        let text =
            write(&WeightsFile { fixed: fixed.clone(), ..counted() }, ArraySeats::One(1), MARK);
        assert!(text.ends_with("# fixed: a1, b1\n"), "{text}");
        assert_eq!(Header::parse(&text).unwrap().unwrap().fixed, fixed);
        assert_eq!(Header::parse("hole,weight\n# corner 1\n"), Ok(None));
        let code = write(&counted(), ArraySeats::All, "//");
        assert_eq!(Header::parse(&code), Header::parse(&write(&counted(), ArraySeats::All, MARK)));
        assert!(Header::is_in(&code) && Header::is_in(&format!("1 2\n{text}")));
        assert!(!Header::is_in("# game: halma\n1 2 starhop-weights 2\n"));
    }

    #[test]
    fn half_a_header_is_refused() {
        let text = write(&counted(), ArraySeats::One(3), MARK);
        for (from, to, reason) in [
            ("starhop-weights 2", "starhop-weights 4", "newer starhop"),
            ("starhop-weights 2", "starhop-weights", "line 1: "),
            (
                "# starhop-weights 2\n",
                "",
                "name 'game', 'players', 'rules', 'seat' but no 'starhop-weights' version; take them out",
            ),
            ("# game", "# gain", "game: missing"),
            ("players: 2", "players: two", "line 3: "),
            ("seat: 3", "seat: 0", "line 5: "),
            ("seat: 3", "game: go", "line 5: 'game' for the second time"),
        ] {
            let error = Header::parse(&text.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.contains(reason), "{from} -> {to}: {error}");
        }
    }
}
