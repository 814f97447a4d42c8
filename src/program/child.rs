//! One process of a program: what is written to it, what comes back, and its end.

use crate::backend::lock;
use std::cell::Cell;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufRead as _, BufReader, ErrorKind, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{self, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// Lines that wait to be read; a program that floods waits then, too.
const WAITING: usize = 64;
/// How long a process has to end by itself once nothing more is asked.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time between two looks whether it has.
const LOOK: Duration = Duration::from_millis(2);
/// How often it is looked whether an answer is still wanted.
pub(super) const STOP_LOOK: Duration = Duration::from_millis(20);
/// Bytes of its standard error that are kept to say why it failed.
const LAST_WORDS: usize = 600;
/// Bytes of standard error that are passed on of one process.
const MOST_SAID: usize = 1 << 20;

/// The program and its words that start a process and end it when this one dies.
static GUARD: OnceLock<(PathBuf, Vec<OsString>)> = OnceLock::new();

/// From now on, processes are started by that command, which gets their own command as words after
/// its own, and ends them if this process dies. The first call counts.
pub fn guard_with(program: PathBuf, words: Vec<OsString>) {
    let _ = GUARD.set((program, words));
}

/// Takes what a process writes to its standard error.
pub type ErrorSink = Arc<dyn Fn(&[u8]) + Send + Sync>;

/// How a process is started.
#[derive(Clone, Copy)]
pub struct Launch<'a> {
    /// The command, word for word.
    pub command: &'a [String],
    /// Where it is started.
    pub folder: &'a Path,
    /// Bytes of a line of its output at most.
    pub bytes: usize,
}

/// What may be behind it that a process says nothing.
pub(super) const FLUSH: &str = " (does it flush its output after each line?)";

/// That a program can't be started in a folder, and why.
pub fn unstarted(program: &str, folder: &Path, why: &io::Error) -> String {
    let is_sought = why.kind() == io::ErrorKind::NotFound && !program.contains(['/', '\\']);
    let hint = if is_sought { "; a name without / is looked for in PATH" } else { "" };
    format!("'{program}' can't be started in '{}': {why}{hint}", folder.display())
}

/// Why a process didn't answer.
#[derive(Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nobody wants the answer any more.
    Stopped,
    /// What it did instead; it is of no more use.
    Dead(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Stopped => "it was stopped",
            Fault::Dead(why) => why,
        })
    }
}

/// What came from a process.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    /// A whole line.
    Line(String),
    /// A line that is none, and why.
    Broken(String),
    /// Its standard output has ended.
    End,
    /// Nothing, within the time.
    Nothing,
}

type Shared = Arc<Mutex<Option<process::Child>>>;

/// A process. It ends when this is dropped: by itself where it can, else it is killed, on Linux and
/// macOS with all that it has started.
pub struct Child {
    lines: Option<Sender<String>>,
    heard: Receiver<Heard>,
    process: Shared,
    last_words: Arc<Mutex<Vec<u8>>>,
    /// Ends with its standard error.
    saying: Receiver<()>,
    /// Lines that came from it so far.
    lines_heard: Cell<u64>,
}

impl Child {
    /// Starts a process.
    ///
    /// # Errors
    /// Says why the system doesn't.
    pub fn start(launch: Launch<'_>, said: ErrorSink) -> Result<Child, String> {
        let (lines, to_write) = mpsc::channel();
        let (started, when_started) = mpsc::sync_channel(1);
        let process = Shared::default();
        let program = launch.command.first().map_or("", String::as_str);
        let unstarted = |why: io::Error| unstarted(program, launch.folder, &why);
        let (mut command, own) = (command(launch).map_err(unstarted)?, process.clone());
        // The system tells a process of the death of the thread that started it, which therefore is
        // the one that lives as long as the process.
        let keep = move || match command.spawn() {
            Ok(mut child) => {
                let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
                *lock(&own) = Some(child);
                let (input, output, errors) = pipes;
                if started.send(Ok((output, errors))).is_ok() {
                    write_all(input, &to_write);
                }
                end(&own);
            }
            Err(why) => drop(started.send(Err(why))),
        };
        thread::Builder::new().spawn(keep).map_err(unstarted)?;
        let pipes = when_started.recv().map_err(io::Error::other).map_err(unstarted)?;
        let (output, errors) = pipes.map_err(unstarted)?;
        let (tell, heard) = mpsc::sync_channel(WAITING);
        let (bytes, last_words) = (launch.bytes, Arc::default());
        if let Some(output) = output {
            thread::Builder::new()
                .spawn(move || listen(output, bytes, &tell))
                .map_err(unstarted)?;
        }
        let (says, saying) = mpsc::channel();
        if let Some(errors) = errors {
            let kept = Arc::clone(&last_words);
            let until_the_end = move || {
                pass_on(errors, &said, &kept);
                drop(says);
            };
            thread::Builder::new().spawn(until_the_end).map_err(unstarted)?;
        }
        let lines_heard = Cell::new(0);
        Ok(Child { lines: Some(lines), heard, process, last_words, saying, lines_heard })
    }

    /// Writes a line, some time soon. Where the process has ended, nothing happens.
    pub fn tell(&self, line: String) {
        if let Some(lines) = &self.lines {
            let _ = lines.send(line);
        }
    }

    /// What comes from it next, within that time.
    pub fn hear(&self, within: Duration) -> Heard {
        match self.heard.recv_timeout(within) {
            Ok(heard) => {
                self.lines_heard.update(|it| it + 1);
                heard
            }
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// Its next line, where that comes before `most` have passed since a moment and the answer is still
    /// wanted.
    ///
    /// # Errors
    /// Where it doesn't.
    pub fn line(
        &self,
        (since, most): (Instant, Duration),
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<String, Fault> {
        loop {
            if is_stopped() {
                return Err(Fault::Stopped);
            }
            let left = most.saturating_sub(since.elapsed());
            match self.hear(left.min(STOP_LOOK)) {
                Heard::Line(line) if !left.is_zero() => return Ok(line),
                Heard::Broken(why) => return Err(Fault::Dead(why)),
                Heard::End => return Err(Fault::Dead("it ended".to_string())),
                Heard::Line(_) | Heard::Nothing if left.is_zero() => {
                    let seconds = most.as_secs_f64();
                    // Its first line says that it is ready.
                    let hint = if self.lines_heard.get() <= 1 { FLUSH } else { "" };
                    return Err(Fault::Dead(format!(
                        "it didn't answer within {seconds} seconds{hint}"
                    )));
                }
                Heard::Line(_) | Heard::Nothing => {}
            }
        }
    }

    /// Kills it since it is of no more use, and says why, with its last words.
    pub fn give_up(&self, why: String) -> String {
        // It may be about to say why.
        thread::sleep(STOP_LOOK);
        self.kill();
        let _ = self.saying.recv_timeout(PATIENCE);
        match self.last_words() {
            words if words.is_empty() => why,
            words => format!("{why}; its last words: {words}"),
        }
    }

    /// The last line of its standard error; empty where it said nothing.
    fn last_words(&self) -> String {
        let text = lock(&self.last_words);
        let text = String::from_utf8_lossy(&text);
        text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default().to_string()
    }

    /// Kills it, on Linux and macOS with all that it has started.
    pub fn kill(&self) {
        kill(&mut lock(&self.process));
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.lines = None;
        let mut waited = Duration::ZERO;
        while lock(&self.process).is_some() && waited < PATIENCE {
            thread::sleep(LOOK);
            waited += LOOK;
        }
        self.kill();
    }
}

fn command(launch: Launch<'_>) -> io::Result<Command> {
    let mut command = match (GUARD.get(), launch.command) {
        (Some((program, own)), words) => {
            let mut command = Command::new(program);
            command.args(own).args(words);
            command
        }
        (None, [program, words @ ..]) => {
            let mut command = Command::new(placed(program, launch.folder)?);
            command.args(words);
            command
        }
        (None, []) => return Err(ErrorKind::InvalidInput.into()),
    };
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.current_dir(launch.folder);
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt as _;
        command.process_group(0);
    }
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt as _;
        // CREATE_NEW_PROCESS_GROUP: Ctrl-C is for starhop, which ends its programs.
        command.creation_flags(0x0000_0200);
    }
    Ok(command)
}

/// What starts as that word in a folder. A path is one from there, which Windows takes for one from
/// where starhop is.
fn placed(program: &str, folder: &Path) -> io::Result<PathBuf> {
    match Path::new(program).components().count() {
        0 | 1 => Ok(program.into()),
        _ => std::path::absolute(folder.join(program)),
    }
}

/// Writes lines until there are no more, or the process takes none.
fn write_all(input: Option<ChildStdin>, lines: &Receiver<String>) {
    let Some(mut input) = input else { return };
    for line in lines {
        let mut text = line;
        text.push('\n');
        for more in lines.try_iter() {
            text.push_str(&more);
            text.push('\n');
        }
        if input.write_all(text.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Waits for the end of a process, which is killed if it takes too long, and ends what it left behind.
fn end(process: &Shared) {
    let mut waited = Duration::ZERO;
    loop {
        let mut own = lock(process);
        let Some(child) = own.as_mut() else { return };
        if waited >= PATIENCE {
            kill_group(child);
        }
        if !matches!(child.try_wait(), Ok(None)) {
            // What it started and left behind.
            kill_group(child);
            *own = None;
            return;
        }
        drop(own);
        thread::sleep(LOOK);
        waited += LOOK;
    }
}

fn kill(process: &mut Option<process::Child>) {
    if let Some(child) = process {
        kill_group(child);
    }
}

#[cfg(unix)]
fn kill_group(child: &mut process::Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let Some(group) = group {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.kill();
}

#[cfg(not(unix))]
fn kill_group(child: &mut process::Child) {
    let _ = child.kill();
}

/// Tells whole lines, until one is none.
fn listen(output: ChildStdout, most: usize, tell: &SyncSender<Heard>) {
    let mut output = BufReader::new(output);
    loop {
        let heard = next_line(&mut output, most);
        let is_last = !matches!(heard, Heard::Line(_));
        if tell.send(heard).is_err() || is_last {
            return;
        }
    }
}

fn next_line(output: &mut BufReader<ChildStdout>, most: usize) -> Heard {
    let mut line = Vec::new();
    match output.take(most as u64 + 1).read_until(b'\n', &mut line) {
        Err(why) => return Heard::Broken(format!("its output can't be read: {why}")),
        Ok(0) => return Heard::End,
        Ok(_) => {}
    }
    if line.pop() != Some(b'\n') {
        return Heard::Broken(match line.len() >= most {
            true => format!("it wrote a line of more than {most} bytes"),
            false => "it ended within a line".to_string(),
        });
    }
    match String::from_utf8(line) {
        Ok(line) => Heard::Line(line),
        Err(_) => Heard::Broken("it wrote what is no text".to_string()),
    }
}

/// Passes on what a process writes to its standard error, and keeps the end of it.
fn pass_on(mut errors: ChildStderr, said: &ErrorSink, kept: &Mutex<Vec<u8>>) {
    let (mut buffer, mut passed) = ([0; 4096], 0);
    while let Ok(count @ 1..) = errors.read(&mut buffer) {
        let bytes = &buffer[..count];
        if passed < MOST_SAID {
            said(bytes);
        }
        passed += count;
        let mut kept = lock(kept);
        kept.extend_from_slice(bytes);
        let surplus = kept.len().saturating_sub(LAST_WORDS);
        kept.drain(..surplus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_one_from_the_folder_and_a_bare_name_is_looked_for() {
        let placed = |program| placed(program, Path::new("games")).unwrap();
        assert_eq!(placed("engine"), Path::new("engine"));
        for program in ["./bin/engine", "bin/engine"] {
            let path = placed(program);
            assert!(path.is_absolute() && path.ends_with("games/bin/engine"), "{path:?}");
        }
    }
}
