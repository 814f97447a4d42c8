//! The fields of a weight file as they stand on disk, in JSON and TOML alike.

use super::{ArraySeats, FormatError, Measured, Origin, WeightsFile, json};
use crate::game::layout::CellLayout;
use crate::record::hash::hash;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a file of this format calls itself.
pub const FORMAT: &str = "starhop-weights";
/// The version of formats with a comment at the top that is written, and the latest that is read. The
/// first lacks nothing but fields that need not be there.
pub const VERSION: u64 = 2;
/// The version of documents, which may have a checksum and names of parameters from the third on.
const DOCUMENT_VERSION: u64 = 3;

/// A weight file's fields. Either `seat` and `weights` stand, or `seats`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    format: String,
    version: u64,
    /// Of all other fields; none where a person wrote the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    checksum: Option<String>,
    game: String,
    players: usize,
    rules: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<usize>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<Vec<Weight>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seats: Option<Vec<Vec<Weight>>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    fixed: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<Origin>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measured: Option<Measured>,
}

impl Document {
    /// The fields of a file for seats whose arrays are already turned.
    pub fn new(file: &WeightsFile, seats: ArraySeats, arrays: Vec<Vec<f64>>) -> Document {
        let mut arrays: Vec<Vec<Weight>> =
            arrays.into_iter().map(|array| array.into_iter().map(Weight).collect()).collect();
        let (seat, weights, seats) = match seats {
            ArraySeats::One(corner) => (Some(corner), arrays.pop(), None),
            ArraySeats::All => (None, None, Some(arrays)),
        };
        let document = Document {
            format: FORMAT.to_string(),
            version: DOCUMENT_VERSION,
            checksum: None,
            game: file.game.clone(),
            players: file.players,
            rules: file.rules.clone(),
            seat,
            names: Vec::new(),
            weights,
            seats,
            fixed: file.fixed.clone(),
            origin: file.origin.clone(),
            measured: file.measured.clone(),
        };
        document.summed()
    }

    /// The same with the checksum of all other fields.
    fn summed(self) -> Document {
        let bare = Document { checksum: None, ..self };
        Document { checksum: Some(bare.sum()), ..bare }
    }

    /// The hash of the fields as JSON without a checksum.
    fn sum(&self) -> String {
        hash(self.to_json().as_bytes())
    }

    /// The same with the name of each parameter.
    pub fn named(self, layout: &CellLayout) -> Document {
        let names = layout.cells.iter().map(|cell| cell.name.clone()).collect();
        Document { names, ..self }.summed()
    }

    /// Reads the fields with a reader of some notation, which may be called more than once.
    ///
    /// # Errors
    /// Where the reader fails, the text is of another format or a newer version, or its checksum is
    /// that of other fields.
    pub fn read(notation: &impl Notation) -> Result<Document, FormatError> {
        notation.read::<Stamp>()?.check(DOCUMENT_VERSION)?;
        let mut document: Document = notation.read()?;
        match document.checksum.take() {
            Some(sum) if sum != document.sum() => Err(FormatError::field(
                "checksum",
                "does not fit: the file was changed since it was written. Take the checksum out to \
                 use it as one that was written by hand",
            )),
            _ => Ok(document),
        }
    }

    /// The fields as JSON.
    pub fn to_json(&self) -> String {
        json::to_string(self).expect("fields with plain names and numbers have a form in JSON")
    }

    /// The file, its weights turned back to seat 1.
    ///
    /// # Errors
    /// Where the arrays don't fit the board, or a field is missing or not finite.
    pub fn into_file(mut self, layout: &CellLayout) -> Result<WeightsFile, FormatError> {
        let names = layout.cells.iter().map(|cell| &cell.name);
        if !self.names.is_empty() && !names.eq(&self.names) {
            let known = "are not those of the game's parameters, in their order";
            return Err(FormatError::field("names", known));
        }
        let (seats, arrays) = self.take_arrays()?;
        let weights = seats.turn_back(&arrays, layout)?;
        if let Some(measured) = &self.measured {
            measured.check_finite()?;
        }
        Ok(WeightsFile {
            game: self.game,
            players: self.players,
            rules: self.rules,
            weights,
            fixed: self.fixed,
            origin: self.origin,
            measured: self.measured,
        })
    }

    fn take_arrays(&mut self) -> Result<(ArraySeats, Vec<Vec<f64>>), FormatError> {
        let (seats, arrays) = match (self.seat, self.weights.take(), self.seats.take()) {
            (Some(corner), Some(weights), None) => (ArraySeats::One(corner), vec![weights]),
            (None, None, Some(arrays)) => (ArraySeats::All, arrays),
            _ => {
                let reason = "needs 'seat' and 'weights', or 'seats' with an array for each seat";
                return Err(FormatError::Whole(reason.to_string()));
            }
        };
        let numbers = |array: Vec<Weight>| array.into_iter().map(|weight| weight.0).collect();
        Ok((seats, arrays.into_iter().map(numbers).collect()))
    }
}

/// A text in JSON or TOML, to read values from.
pub trait Notation {
    /// The value that the text stands for.
    ///
    /// # Errors
    /// With the line, where it does not stand for one.
    fn read<T: DeserializeOwned>(&self) -> Result<T, FormatError>;
}

/// A text in JSON.
pub struct Json<'a>(pub &'a str);

impl Notation for Json<'_> {
    fn read<T: DeserializeOwned>(&self) -> Result<T, FormatError> {
        serde_json::from_str(self.0).map_err(|error| {
            let text = error.to_string();
            let reason = text.rsplit_once(" at line ").map_or(text.as_str(), |(reason, _)| reason);
            FormatError::line(error.line(), format!("{reason} (column {})", error.column()))
        })
    }
}

/// The fields that say whether the others can be read.
#[derive(Debug, Deserialize)]
pub struct Stamp {
    pub format: Option<String>,
    pub version: Option<u64>,
    /// Of documents.
    #[serde(default)]
    pub checksum: Option<String>,
}

impl Stamp {
    /// That this is a weights file of a version up to `known`.
    ///
    /// # Errors
    /// Where the format is another one, or the version not one that can be read.
    pub fn check(&self, known: u64) -> Result<(), FormatError> {
        if self.format.as_deref() != Some(FORMAT) {
            return Err(FormatError::field("format", format!("not '{FORMAT}': no weight file")));
        }
        match self.version {
            Some(found) if (1..=known).contains(&found) => Ok(()),
            Some(found) if found > known => Err(FormatError::Newer { found, known }),
            _ => Err(FormatError::field("version", format!("missing or not from 1 to {known}"))),
        }
    }
}

/// The game that a document names, whatever is wrong with its other fields.
pub fn game_in(notation: &impl Notation) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        game: String,
    }
    notation.read::<Named>().ok().map(|it| it.game)
}

/// One weight, written without a fraction where it has none.
#[derive(Debug)]
struct Weight(f64);

impl Serialize for Weight {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match whole(self.0) {
            Some(whole) => serializer.serialize_i64(whole),
            None => serializer.serialize_f64(self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Weight {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Weight, D::Error> {
        let value = f64::deserialize(deserializer)?;
        if value.is_finite() {
            Ok(Weight(value))
        } else {
            Err(D::Error::custom(format!("{value} is no weight; weights are finite numbers")))
        }
    }
}

/// The value as an integer, where it is one and so small that every integer up to it has a
/// number of its own.
pub fn whole(value: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (value.fract() == 0.0 && value.abs() <= EXACT).then_some(value as i64)
}
