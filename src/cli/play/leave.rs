//! What happens to a game when its players leave, by a command or a signal.

use crate::backend::lock;
use crate::cli::failure::{Code, Failure};
use crate::cli::{Common, machine, output, quoted};
use crate::record::home::Home;
use crate::session::play::PlayedGame;
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// How often it is looked whether a signal came.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Waits for a signal in a thread of its own, keeps the game and ends the program: at a prompt nothing
/// else would.
///
/// # Errors
/// Where the system gives no thread.
pub fn watch_signals(
    stop: &Arc<AtomicBool>,
    game: &Arc<Mutex<PlayedGame>>,
    common: &Common,
) -> Result<(), Failure> {
    let (stop, game, keeper) = (stop.clone(), game.clone(), Keeper::new(common));
    let terminal = Mode::now();
    machine::in_a_thread(move || {
        while !stop.load(Ordering::Relaxed) {
            thread::sleep(LOOK_EVERY);
        }
        // A bot that thinks is halted by the same flag, and lets go of the game.
        // Until the process ends nobody else keeps it.
        let mut game = lock(&game);
        let kept = keeper.keep(&mut game);
        terminal.restore();
        match kept {
            Ok(()) => exit(Code::Interrupted as i32),
            Err(failure) => {
                output::say(&format!("error: {}", failure.message));
                exit(failure.code as i32)
            }
        }
    })
}

/// Where games are kept.
pub struct Keeper {
    home: Home,
    quiet: bool,
    /// The beginning of a command for the same folder.
    program: String,
}

impl Keeper {
    pub fn new(common: &Common) -> Keeper {
        Keeper { home: common.home(), quiet: common.quiet, program: common.command("") }
    }

    /// Keeps a game, and says where; one that can't be kept is said itself.
    pub fn keep(&self, game: &mut PlayedGame) -> Result<(), Failure> {
        let kept = game.keep(&self.home).inspect_err(|_| {
            let line = game.record(1).chained("").to_line();
            output::say(&format!("The game isn't kept. Its line of a file of games:\n{line}"));
        });
        let Some((number, path)) = kept? else { return Ok(()) };
        if !self.quiet {
            let next = match game.end() {
                Some(_) => format!("replay play --number {number}"),
                None => {
                    format!("play --load {} --number {number}", quoted(&path.to_string_lossy()))
                }
            };
            output::say(&format!("Kept as game {number}. Next:\n  {}{next}", self.program));
        }
        Ok(())
    }
}

/// How the terminal takes what is typed, which a prompt changes.
struct Mode {
    #[cfg(unix)]
    input: Option<rustix::termios::Termios>,
}

impl Mode {
    #[cfg(unix)]
    fn now() -> Mode {
        Mode { input: rustix::termios::tcgetattr(std::io::stdin()).ok() }
    }

    #[cfg(unix)]
    fn restore(&self) {
        if let Some(input) = &self.input {
            let when = rustix::termios::OptionalActions::Now;
            let _ = rustix::termios::tcsetattr(std::io::stdin(), when, input);
        }
    }

    #[cfg(not(unix))]
    fn now() -> Mode {
        Mode {}
    }

    #[cfg(not(unix))]
    fn restore(&self) {}
}
