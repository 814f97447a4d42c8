//! A whole generation as a file of its own.

use super::disk;
use super::error::RecordError;
use super::hash::hash;
use crate::evolve::population::Individual;
use crate::parameter::Parameter;
use crate::tune::config::Config;
use serde::{Deserialize, Serialize};
use std::path::Path;

const FORMAT: &str = "starhop-population";
/// Files have a checksum from version 3 on. Individuals have whole vectors of the game from version 2
/// on; before, of a symmetric run, one number for each pair that mirror each other.
const VERSION: u32 = 3;

/// A generation of a run, with what its individuals' games came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PopulationFile {
    format: String,
    version: u32,
    /// The hash of the file as JSON without it; `None` in files of earlier versions, or that a person
    /// changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    checksum: Option<String>,
    game: String,
    players: usize,
    rules: String,
    /// The number of the generation.
    pub generation: u64,
    /// Its individuals.
    pub population: Vec<Individual>,
}

/// What tells the format.
#[derive(Deserialize)]
struct Stamp {
    format: String,
    version: u32,
}

impl PopulationFile {
    /// A generation of a run with that configuration, by whole vectors.
    pub fn new(config: &Config, generation: u64, population: Vec<Individual>) -> PopulationFile {
        PopulationFile {
            format: FORMAT.to_string(),
            version: VERSION,
            checksum: None,
            game: config.game.clone(),
            players: config.players,
            rules: config.rules.clone(),
            generation,
            population,
        }
    }

    /// Whether a text says that it is of this format.
    pub fn is_one(text: &str) -> bool {
        serde_json::from_str::<Stamp>(text).is_ok_and(|stamp| stamp.format == FORMAT)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Where it is missing, damaged, of another format or a newer version.
    pub fn read(path: &Path) -> Result<PopulationFile, RecordError> {
        let text = disk::read_text(path)?;
        PopulationFile::parse(&text).map_err(|why| RecordError::damaged(path, why))
    }

    /// Reads a file's text.
    ///
    /// # Errors
    /// As [`PopulationFile::read`].
    pub fn parse(text: &str) -> Result<PopulationFile, String> {
        let stamp: Stamp = serde_json::from_str(text).map_err(|why| why.to_string())?;
        match stamp {
            Stamp { format, .. } if format != FORMAT => {
                Err("is no population of starhop".to_string())
            }
            Stamp { version: 1..=VERSION, .. } => {
                let file: PopulationFile =
                    serde_json::from_str(text).map_err(|why| why.to_string())?;
                file.checked()
            }
            Stamp { version, .. } => Err(format!(
                "is a population of version {version}; this starhop reads up to {VERSION}; update it to \
                 read a later one"
            )),
        }
    }

    /// The same without its checksum, where that fits.
    fn checked(self) -> Result<PopulationFile, String> {
        let bare = PopulationFile { checksum: None, ..self };
        match self.checksum {
            Some(sum) if sum != bare.sum() => Err("checksum: does not fit: the file was changed \
                since it was written. Take the checksum out to use it as one that was written by hand"
                .to_string()),
            _ => Ok(bare),
        }
    }

    /// The hash of the file without a checksum.
    fn sum(&self) -> String {
        hash(self.bare_json().as_bytes())
    }

    fn bare_json(&self) -> String {
        serde_json::to_string(self).expect("individuals with finite numbers have a form in JSON")
    }

    /// The file's text, with its checksum.
    pub fn to_json(&self) -> String {
        let file = PopulationFile { checksum: None, version: VERSION, ..self.clone() };
        PopulationFile { checksum: Some(file.sum()), ..file }.bare_json()
    }

    /// Whether its individuals can be gone on from in that game.
    ///
    /// # Errors
    /// Says what doesn't fit.
    pub fn check(&self, game: &str, parameters: &[Parameter]) -> Result<(), String> {
        if self.game != game {
            return Err(format!("game: '{}', not '{game}'", self.game));
        }
        let needed = parameters.len();
        for (index, Individual { genes, deviation, .. }) in self.population.iter().enumerate() {
            let mut pairs = parameters.iter().zip(genes);
            if genes.len() != needed {
                let found = genes.len();
                return Err(format!("individual {index}: {found} weights; {game} needs {needed}"));
            }
            if let Some((it, gene)) = pairs.find(|(it, gene)| !it.admits(**gene)) {
                return Err(format!("individual {index}: {gene} is no value of {}", it.name));
            }
            if deviation.is_some_and(|own| !(0.0..=1e12).contains(&own)) {
                return Err(format!("individual {index}: its deviation is not 0 to 1e12"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::Score;
    use crate::evolve::tests::whole;
    use crate::parameter::Start;

    #[test]
    fn an_individual_that_does_not_fit_is_named() {
        let config: Config = toml::from_str(include_str!("checkpoint/config.toml")).unwrap();
        let parameters = vec![whole(Start::Fixed(0.0), 0.0, 9.0); 2];
        let check = |genes: &[f64], deviation| {
            let fits = Individual::new(vec![1.0, 2.0], Score::default());
            let other = Individual { genes: genes.to_vec(), deviation, ..fits.clone() };
            let file = PopulationFile::new(&config, 3, vec![fits, other]);
            file.check("take-away", &parameters)
        };
        assert_eq!(check(&[1.0, 2.0], None), Ok(()));
        assert_eq!(check(&[1.0, 2.0], Some(1e12)), Ok(()));
        for (genes, deviation) in [
            (&[1.0][..], None),
            (&[1.0, 2.5], None),
            (&[1.0, 2.0], Some(-1.0)),
            (&[1.0, 2.0], Some(f64::NAN)),
            (&[1.0, 2.0], Some(2e12)),
        ] {
            let why = check(genes, deviation).unwrap_err();
            assert!(why.starts_with("individual 1: "), "{why}");
        }
    }
}
