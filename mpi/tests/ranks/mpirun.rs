//! Commands that `mpirun` starts.

use crate::program::{Done, Home};
use std::cell::RefCell;
use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// More than any of these takes on a slow machine.
const PATIENCE: Duration = Duration::from_secs(240);

/// A command on several ranks, on its way.
pub struct Started {
    child: RefCell<Child>,
    /// The processes of the ranks, once they are there.
    ranks: RefCell<Vec<u32>>,
    count: usize,
    _own: TempDir,
}

/// Runs the program with the arguments that `words` holds, on that many ranks.
pub fn ranked(home: &Home, ranks: usize, words: &str) -> Done {
    start(home, ranks, words).end()
}

/// Starts it.
pub fn start(home: &Home, ranks: usize, words: &str) -> Started {
    Started::of(home, &[(ranks, env!("CARGO_BIN_EXE_starhop").to_string(), words)])
}

impl Done {
    /// That it was done.
    pub fn succeed(self) -> Done {
        assert_eq!(self.code, Some(0), "{}{}", self.text(), self.err);
        self
    }
}

impl Started {
    /// Starts several programs as the ranks of one world, each on its number of ranks with its words.
    pub fn of(home: &Home, parts: &[(usize, String, &str)]) -> Started {
        let mut command = Command::new("mpirun");
        // Where several share a folder, one that ends may take it from one that starts.
        let own = tempfile::tempdir().unwrap();
        command.env("TMPDIR", own.path());
        command.current_dir(home.path("")).stdin(Stdio::null());
        command.args(["--allow-run-as-root", "--oversubscribe", "--bind-to", "none"]);
        for (index, (ranks, program, words)) in parts.iter().enumerate() {
            command.args((index > 0).then_some(":"));
            command.args(["-n", &ranks.to_string(), program]).args(words.split_whitespace());
        }
        let count = parts.iter().map(|it| it.0).sum();
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = RefCell::new(command.spawn().unwrap());
        Started { child, ranks: RefCell::default(), count, _own: own }
    }

    pub fn is_running(&self) -> bool {
        self.child.borrow_mut().try_wait().unwrap().is_none()
    }

    /// Sends a signal to a rank, where it is still there.
    pub fn signal(&self, rank: usize, signal: &str) {
        let began = Instant::now();
        while self.ranks.borrow().len() < self.count && self.is_running() {
            assert!(began.elapsed() < PATIENCE, "ranks are missing");
            *self.ranks.borrow_mut() = children(self.child.borrow().id());
            thread::sleep(Duration::from_millis(1));
        }
        if let Some(process) = self.ranks.borrow().get(rank).filter(|_| self.is_running()) {
            send(*process, signal);
        }
    }

    pub fn signal_mpirun(&self, signal: &str) {
        send(self.child.borrow().id(), signal);
    }

    /// Waits for its end.
    pub fn end(self) -> Done {
        let mut child = self.child.into_inner();
        let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let read = |mut from: Box<dyn std::io::Read + Send>| {
            thread::spawn(move || {
                let mut bytes = Vec::new();
                from.read_to_end(&mut bytes).unwrap();
                bytes
            })
        };
        let (out, err) = (read(Box::new(out)), read(Box::new(err)));
        let began = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if began.elapsed() > PATIENCE {
                child.kill().unwrap();
                panic!("it hangs");
            }
            thread::sleep(Duration::from_millis(5));
        };
        let (stdout, stderr) = (out.join().unwrap(), err.join().unwrap());
        Output { status, stdout, stderr }.into()
    }
}

/// The ranks that a process has started, in order.
fn children(process: u32) -> Vec<u32> {
    let mut all = Vec::new();
    for task in fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten() {
        let text = fs::read_to_string(task.path().join("children")).unwrap_or_default();
        all.extend(text.split_whitespace().filter_map(|it| it.parse::<u32>().ok()));
    }
    let mut ranks: Vec<_> = all.into_iter().filter_map(|it| Some((rank(it)?, it))).collect();
    ranks.sort_unstable();
    ranks.into_iter().map(|(_, process)| process).collect()
}

/// The rank of a process, once it is one.
fn rank(process: u32) -> Option<usize> {
    let environment = fs::read(format!("/proc/{process}/environ")).ok()?;
    let mut settings = environment.split(|byte| *byte == 0);
    let rank = settings.find_map(|it| it.strip_prefix(b"OMPI_COMM_WORLD_RANK="))?;
    std::str::from_utf8(rank).ok()?.parse().ok()
}

fn send(process: u32, signal: &str) {
    let mut kill = Command::new("kill");
    // It may have ended by itself, of which nobody has to hear.
    kill.args(["-s", signal, &process.to_string()]).stderr(Stdio::null()).status().unwrap();
}
