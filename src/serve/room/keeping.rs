//! Where a game goes that is over, or that nobody has begun.

use super::TableTask;
use crate::backend::lock;

impl TableTask {
    /// Whether nobody is there, neither for a seat nor to watch.
    pub(super) fn is_left(&self) -> bool {
        self.presence.is_empty() && !self.log.is_watched()
    }

    /// Removes what is kept of a game under way in which no person has moved and for which nobody is there; whether
    /// that is done.
    pub(super) fn let_go(&mut self) -> bool {
        let is_worth_keeping = self.has_begun || self.setup.game.end().is_some();
        !is_worth_keeping && self.is_left() && self.setup.file.remove().is_ok()
    }

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
