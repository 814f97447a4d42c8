//! What counts of the lines of an engine, whichever language it speaks.

/// What a line of an engine says.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// There is an option of that name.
    Option(String),
    /// All of its options are said.
    Ok,
    /// It has done all before.
    Ready,
    /// What it found so far.
    Info(Info),
    /// Its move.
    BestMove(String),
    /// What went wrong.
    Error(String),
    /// Anything else.
    Other,
}

/// What an engine found so far; `None` where it doesn't say.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Info {
    /// Plies looked ahead.
    pub depth: Option<u32>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// What the move is worth to it, in a unit of its own.
    pub value: Option<f64>,
}
