//! The process between this one and a program: it dies with this one, and takes along all that the
//! program started.

use crate::cli::failure::{Code, Failure};
#[cfg(target_os = "linux")]
use crate::cli::machine::on_signal;
#[cfg(target_os = "linux")]
use crate::program::unstarted;
use std::ffi::OsString;
#[cfg(target_os = "linux")]
use std::process::Command;

/// Lets programs be started below such a process, where the system tells processes that their parent
/// has died.
pub fn guard_children() {
    #[cfg(target_os = "linux")]
    {
        let words = ["program".into(), "guard".into(), std::process::id().to_string().into()];
        crate::program::guard_with("/proc/self/exe".into(), words.to_vec());
    }
}

/// Runs a command to its end, or to that of `parent`.
#[cfg(target_os = "linux")]
pub fn guard(parent: u32, command: &[OsString]) -> Result<(), Failure> {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};
    let failed = |why: std::io::Error| Failure::new(Code::Failed, why);
    on_signal(end_all)?;
    set_parent_process_death_signal(Some(Signal::TERM)).map_err(|why| failed(why.into()))?;
    let is_orphan = getppid().is_none_or(|it| it.as_raw_nonzero().get().unsigned_abs() != parent);
    let [program, words @ ..] = command else { return Err(Failure::usage("no command")) };
    if is_orphan {
        return Err(Failure::interrupted());
    }
    let status = Command::new(program).args(words).status();
    let status = status.map_err(|why| {
        let folder = std::env::current_dir().unwrap_or_default();
        Failure::new(Code::Failed, unstarted(&program.to_string_lossy(), &folder, &why))
    })?;
    match status.code() {
        Some(code) => std::process::exit(code),
        None => Err(Failure::new(Code::Failed, format!("the program was ended: {status}"))),
    }
}

/// No process is started that way.
#[cfg(not(target_os = "linux"))]
pub fn guard(_: u32, _: &[OsString]) -> Result<(), Failure> {
    Err(Failure::new(Code::Failed, "the system doesn't tell processes of their parent's death"))
}

/// Kills all of the group, which this process leads: it was started so.
#[cfg(target_os = "linux")]
fn end_all() {
    use rustix::process::{Signal, getpid, kill_process_group};
    let _ = kill_process_group(getpid(), Signal::KILL);
}
