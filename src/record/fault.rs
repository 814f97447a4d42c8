//! Faults of the disk on demand. A build with debug assertions, as tests have it, reads
//! `STARHOP_FAULT`: the nth call of [`disk`](super::disk) then fails, finds the disk full, or ends
//! the process as a kill or a [power cut](super::power) would. Other builds have none of it.

#[cfg(debug_assertions)]
use super::power::{self, Loss};
use std::io;
use std::path::Path;

/// A write that ends early.
pub struct Cut<'a> {
    /// What is written before the fault.
    pub written: &'a [u8],
    fault: Fault,
}

/// What happens at a call.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    /// The system reports an error.
    #[cfg(debug_assertions)]
    Fails,
    /// The disk is full, at this call that writes and all that follow.
    #[cfg(debug_assertions)]
    Full,
    /// The process ends there.
    #[cfg(debug_assertions)]
    Dies,
    /// The machine loses its power.
    #[cfg(debug_assertions)]
    CutsPower(Loss),
}

impl Cut<'_> {
    /// The error after which nothing is written; a process that is to end ends here.
    pub fn stop(self) -> io::Error {
        self.fault.stop()
    }
}

/// Whether power will be cut.
pub fn cuts_power() -> bool {
    plan::cuts_power()
}

/// A call to the system that may fail on demand.
pub fn step(what: &str, path: &Path) -> io::Result<()> {
    match plan::due(what, path) {
        Some(fault) => Err(fault.stop()),
        None => Ok(()),
    }
}

/// The same for bytes that are to be written: half of them are, before the fault.
pub fn cut<'a>(what: &str, path: &Path, bytes: &'a [u8]) -> Result<(), Cut<'a>> {
    match plan::due(what, path) {
        Some(fault) => Err(Cut { written: &bytes[..bytes.len() / 2], fault }),
        None => Ok(()),
    }
}

#[cfg(not(debug_assertions))]
mod plan {
    use super::Fault;
    use std::path::Path;

    pub fn due(_: &str, _: &Path) -> Option<Fault> {
        None
    }

    pub fn cuts_power() -> bool {
        false
    }
}

#[cfg(not(debug_assertions))]
impl Fault {
    fn stop(self) -> std::io::Error {
        match self {}
    }
}

#[cfg(debug_assertions)]
impl Fault {
    fn stop(self) -> io::Error {
        match self {
            Fault::Fails => io::Error::other("fault on demand"),
            Fault::Full => io::ErrorKind::StorageFull.into(),
            Fault::Dies => std::process::exit(137),
            Fault::CutsPower(loss) => {
                power::cut(loss);
                std::process::exit(137)
            }
        }
    }
}

#[cfg(debug_assertions)]
mod plan {
    use super::{Fault, Loss};
    use std::path::Path;
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Calls that need room on the disk.
    const WRITING: [&str; 2] = ["make", "write to"];

    static PLAN: LazyLock<Option<(Fault, u64)>> = LazyLock::new(|| {
        let text = std::env::var("STARHOP_FAULT").ok()?;
        let (fault, number) = text.split_once(':')?;
        let fault = match fault {
            "fail" => Fault::Fails,
            "full" => Fault::Full,
            "die" => Fault::Dies,
            "lose-all" => Fault::CutsPower(Loss::All),
            "lose-bytes" => Fault::CutsPower(Loss::Bytes),
            "lose-names" => Fault::CutsPower(Loss::Names),
            "lose-half" => Fault::CutsPower(Loss::Half),
            "leave-zeros" => Fault::CutsPower(Loss::Zeros),
            _ => return None,
        };
        Some((fault, number.parse().ok()?))
    });

    pub fn cuts_power() -> bool {
        matches!(*PLAN, Some((Fault::CutsPower(_), _)))
    }

    /// The fault of this call, if it has one. It is told on standard error, so that a test knows
    /// when there are no more calls.
    pub fn due(what: &str, path: &Path) -> Option<Fault> {
        static CALLS: AtomicU64 = AtomicU64::new(0);
        let (fault, number) = (*PLAN)?;
        if fault == Fault::Full && !WRITING.contains(&what) {
            return None;
        }
        let call = CALLS.fetch_add(1, Ordering::Relaxed) + 1;
        let is_due = call == number || fault == Fault::Full && call > number;
        if is_due {
            eprintln!("fault at call {call}: {what} {}", path.display());
        }
        is_due.then_some(fault)
    }
}
