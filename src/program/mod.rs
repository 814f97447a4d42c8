//! Somebody else's program as an objective: a file that says what it takes (`tune`), the lines that it
//! is asked and answers by (`protocol`), its processes with their faults (`child`, `children`), and the
//! venue that asks them.

pub mod check;
mod child;
mod children;
pub mod protocol;
pub mod tune;
mod venue;

pub use child::guard_with;
pub use children::{Children, Failed};
pub use tune::Tune;
pub use venue::Asked;
