//! The ways in which greedy games are played, for comparing them.

use crate::rng::Rng;

/// Plays a greedy game from the start and gives its plies.
pub type Play = Box<dyn Fn(&mut Rng) -> u32 + Send + Sync>;

/// How greedy games are played. All ways play the same games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By the game's own kernel.
    Kernel,
    /// By the kernel without instructions that only some processors have.
    Portable,
    /// By move generator, evaluation and search, as any game can be played.
    General,
}

impl Way {
    /// The name in tables and results for machines.
    pub fn name(self) -> &'static str {
        match self {
            Way::Kernel => "kernel",
            Way::Portable => "portable",
            Way::General => "general",
        }
    }
}
