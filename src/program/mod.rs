//! Somebody else's program as an objective: a file that says what it takes (`tune`), the lines that it
//! is asked and answers by (`protocol`), what is said of those that are refused (`refusal`), its processes
//! (`child`, `children`) with their `faults`, and the venue that asks them. And as a bot: its file (`engine`), the
//! lines of its language (`ugi`, `hub`, `language`), and what plays by it (`player`). What both files have in common
//! is `file`.

pub mod check;
mod child;
mod children;
pub mod engine;
mod faults;
mod file;
pub mod hub;
mod language;
mod player;
pub mod protocol;
pub mod refusal;
pub mod said;
pub mod tune;
pub mod ugi;
mod venue;

pub use child::{guard_with, unstarted};
pub use children::{Children, Failed, Reply, ask_line};
pub use engine::Engine;
pub use faults::Faults;
pub use player::Player;
pub use tune::Tune;
pub use venue::Asked;
