//! The program in a terminal: a pseudo-terminal of a set size, and what stands on its screen.

use crate::program::{Home, wait_until};
use rustix::fs::OFlags;
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::File;
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::process::Child;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

/// A command that runs in a terminal.
pub struct Terminal {
    child: Child,
    screen: Arc<Mutex<vt100::Parser>>,
    reader: JoinHandle<()>,
}

impl Terminal {
    /// Starts the program with these words in a terminal of that size.
    pub fn start(home: &Home, words: &str, columns: u16, rows: u16) -> Terminal {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let flags = OFlags::NOCTTY.bits() as i32;
        let end = File::options().read(true).write(true).custom_flags(flags).open(name).unwrap();
        tcsetwinsize(&end, size).unwrap();
        let mut command = home.command(words);
        command.env("TERM", "xterm-256color").env("COLUMNS", columns.to_string());
        command.stdout(end.try_clone().unwrap()).stderr(end);
        let child = command.spawn().unwrap();
        // The last ends of the terminal in this process; without them reading ends with the child.
        drop(command);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(rows, columns, 0)));
        let shown = screen.clone();
        let reader = thread::spawn(move || {
            let (mut master, mut bytes) = (File::from(master), [0; 4096]);
            while let Ok(count @ 1..) = master.read(&mut bytes) {
                shown.lock().unwrap().process(&bytes[..count]);
            }
        });
        Terminal { child, screen, reader }
    }

    /// What stands on the screen.
    pub fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Waits until the screen shows something.
    pub fn wait_for(&self, is_there: impl Fn(&str) -> bool) {
        wait_until(|| is_there(&self.text()));
    }

    /// What Ctrl-C does.
    pub fn interrupt(&self) {
        kill_process(Pid::from_child(&self.child), Signal::INT).unwrap();
    }

    /// Ends the command at once.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.end();
    }

    /// Waits for the end; the exit code, and what stands on the screen then.
    pub fn end(mut self) -> (Option<i32>, String) {
        let code = self.child.wait().unwrap().code();
        self.reader.join().unwrap();
        let text = self.screen.lock().unwrap().screen().contents();
        (code, text)
    }
}
