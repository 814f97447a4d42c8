//! Games won, drawn and lost.

/// How many games one side won, drew and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinDrawLoss {
    /// Games won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that the other side won.
    pub losses: u64,
}

impl WinDrawLoss {
    /// Counts a game by the half points of the side.
    pub fn add(&mut self, half_points: u32) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// The same games from the other side.
    pub fn reversed(self) -> WinDrawLoss {
        WinDrawLoss { wins: self.losses, losses: self.wins, ..self }
    }

    /// These games and those of `other`.
    pub fn with(self, other: WinDrawLoss) -> WinDrawLoss {
        WinDrawLoss {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    /// All games; those of a book may be any numbers.
    pub fn games(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// Won games and half of those that nobody won, as a share of all; `None` where there are none.
    pub fn share(&self) -> Option<f64> {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (self.games() > 0).then(|| points / self.games() as f64)
    }
}
