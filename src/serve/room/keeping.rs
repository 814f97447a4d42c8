//! Where a game goes that is over.

use super::TableTask;
use crate::backend::lock;

impl TableTask {
    /// Keeps a game that is over, and removes what was kept of it while it went on.
    pub(super) fn keep(&mut self) -> Result<Option<u64>, String> {
        let number = match self.kept {
            Some(number) => number,
            None => self.keep_among_played()?,
        };
        self.kept = Some(number);
        self.setup.file.remove().map_err(|why| why.to_string())?;
        Ok(number)
    }

    fn keep_among_played(&mut self) -> Result<Option<u64>, String> {
        let failed = |why: &dyn std::fmt::Display| format!("it can't be kept: {why}");
        let (game, home) = (&mut self.setup.game, &self.shared.home);
        let mut played = lock(&self.shared.played);
        let known = match self.is_restored {
            true => home.kept_already(&game.record(1)).map_err(|why| failed(&why))?,
            false => None,
        };
        self.is_restored = false;
        match known {
            Some(number) => Ok(Some(number)),
            None => {
                Ok(game.keep_among(&mut played, home).map_err(|why| failed(&why))?.map(|it| it.0))
            }
        }
    }
}
