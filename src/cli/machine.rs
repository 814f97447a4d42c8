//! How a command uses the machine, and how a signal stops it. No result depends on it.

use super::failure::{Code, Failure};
use super::{output, ranks};
use crate::backend::Threads;
use crate::session::CHECKPOINT_EVERY;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// More than any machine has cores; far more would only use up its memory.
const MOST_THREADS: usize = 1024;

/// The threads that `--threads` asks for; 0, which the pool reads as one a core, if it doesn't.
pub fn threads(count: Option<usize>) -> Result<usize, Failure> {
    match count {
        Some(count) if !(1..=MOST_THREADS).contains(&count) => {
            Err(Failure::usage(format!("threads must be 1 to {MOST_THREADS}")))
        }
        count => Ok(count.unwrap_or(0)),
    }
}

/// That many threads, on each rank where there are several; for 0 one a core.
///
/// # Errors
/// Where the system gives no threads.
pub fn pool(count: usize) -> Result<Threads, Failure> {
    let Some(ranks) = ranks::all() else { return Ok(Threads::new(count)?) };
    if count > 0 {
        ranks.play_on(count);
    }
    let own = ranks.threads().first().copied().unwrap_or(1);
    Ok(Threads::new(own)?.across(Some(ranks)))
}

/// The first Ctrl-C asks for a stop, which `note` says, the second stops at once.
pub fn stop_on_signal(note: &'static str, quiet: bool) -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let handler = move || {
        if flag.load(Ordering::Relaxed) {
            std::process::exit(Code::Interrupted as i32);
        }
        // Before the flag is set: the process may end as soon as it is.
        if !quiet {
            output::say(note);
        }
        flag.store(true, Ordering::Relaxed);
    };
    on_signal(handler)?;
    Ok(stop)
}

/// From now on a signal that asks for a stop runs that. A SIGHUP that is ignored, as by `nohup`, stays so.
///
/// # Errors
/// Where the system takes no handler.
#[cfg(unix)]
pub fn on_signal(mut handler: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut all = vec![SIGINT, SIGTERM];
    if !is_hang_up_ignored() {
        all.push(SIGHUP);
    }
    let failed = |why| Failure::new(Code::Failed, format!("cannot listen for signals: {why}"));
    let mut signals = signal_hook::iterator::Signals::new(all).map_err(failed)?;
    in_a_thread(move || signals.forever().for_each(|_| handler()))
}

/// From now on a signal that asks for a stop runs that.
///
/// # Errors
/// Where the system takes no handler.
#[cfg(not(unix))]
pub fn on_signal(handler: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    let failed = |why| Failure::new(Code::Failed, format!("cannot listen for signals: {why}"));
    ctrlc::set_handler(handler).map_err(failed)
}

/// Does that in a thread of its own.
///
/// # Errors
/// Where the system gives none.
pub fn in_a_thread(work: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
    let failed = |why| Failure::new(Code::Failed, format!("cannot start a thread: {why}"));
    std::thread::Builder::new().spawn(work).map(drop).map_err(failed)
}

/// From now on to write more than a file may have (`ulimit -f`) is an error like a full disk, where the system would end
/// the process without a word.
#[cfg(unix)]
pub fn outlive_large_files() {
    use signal_hook::consts::SIGXFSZ;
    // Nobody asks whether it came: the write fails. Without it the process ends as by default.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
}

/// Other systems have no such signal.
#[cfg(not(unix))]
pub fn outlive_large_files() {}

/// Whether this process was started with SIGHUP ignored, by what Linux tells of it (proc(5), `SigIgn`).
#[cfg(unix)]
fn is_hang_up_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|it| u64::from_str_radix(it.trim(), 16).ok());
    ignored.is_some_and(|it| it & 1 << (signal_hook::consts::SIGHUP - 1) != 0)
}

/// The threads that `--threads` asks for, which play until the first Ctrl-C; `note` says what that does.
///
/// # Errors
/// Where that is no number of threads, or the system gives none.
pub fn stoppable(
    count: Option<usize>,
    note: &'static str,
    quiet: bool,
) -> Result<Threads, Failure> {
    let stop = stop_on_signal(note, quiet)?;
    Ok(pool(threads(count)?)?.until(stop))
}

/// The time that `--checkpoint-seconds` sets, or the default.
pub fn checkpoint_every(seconds: Option<f64>) -> Result<Duration, Failure> {
    let Some(seconds) = seconds else { return Ok(CHECKPOINT_EVERY) };
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| Failure::usage("checkpoint-seconds must be 0 to 1e19"))
}
