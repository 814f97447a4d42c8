//! The program in a terminal: a pseudo-terminal of a set size, and what stands on its screen.

use crate::program::{Home, wait_until};
use rustix::fs::OFlags;
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::File;
use std::io::{Read, Write as _};
use std::os::unix::fs::OpenOptionsExt;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

/// A command that runs in a terminal.
pub struct Terminal {
    child: Child,
    screen: Arc<Mutex<vt100::Parser>>,
    reader: JoinHandle<()>,
    keyboard: File,
}

impl Terminal {
    /// Starts the program with these words in a terminal of that size, where nobody types.
    pub fn start(home: &Home, words: &str, columns: u16, rows: u16) -> Terminal {
        Terminal::open(home.command(words), columns, rows, false)
    }

    /// The same where somebody types.
    pub fn typed(home: &Home, words: &str, columns: u16, rows: u16) -> Terminal {
        Terminal::open(home.command(words), columns, rows, true)
    }

    fn open(mut command: Command, columns: u16, rows: u16, is_typed: bool) -> Terminal {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let flags = OFlags::NOCTTY.bits() as i32;
        let end = File::options().read(true).write(true).custom_flags(flags).open(name).unwrap();
        tcsetwinsize(&end, size).unwrap();
        command.env("TERM", "xterm-256color").env("COLUMNS", columns.to_string());
        if is_typed {
            command.stdin(end.try_clone().unwrap());
        }
        command.stdout(end.try_clone().unwrap()).stderr(end);
        let child = command.spawn().unwrap();
        // The last ends of the terminal in this process; without them reading ends with the child.
        drop(command);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(rows, columns, 0)));
        let shown = screen.clone();
        let keyboard = File::from(master);
        let mut master = keyboard.try_clone().unwrap();
        let reader = thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = master.read(&mut bytes) {
                shown.lock().unwrap().process(&bytes[..count]);
            }
        });
        Terminal { child, screen, reader, keyboard }
    }

    /// Types some keys.
    pub fn type_in(&self, keys: impl AsRef<[u8]>) {
        (&self.keyboard).write_all(keys.as_ref()).unwrap();
    }

    /// What stands on the screen.
    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// What stands on the screen, with its colours.
    pub fn coloured(&self) -> String {
        let screen = self.screen.lock().unwrap();
        String::from_utf8_lossy(&screen.screen().contents_formatted()).into_owned()
    }

    /// What stands on the screen once it shows something, which is waited for.
    pub fn wait_for(&self, is_there: impl Fn(&str) -> bool) -> String {
        let mut text = String::new();
        wait_until(|| {
            text = self.text();
            is_there(&text)
        });
        text
    }

    /// What Ctrl-C does where nobody reads what is typed.
    pub fn interrupt(&self) {
        self.signal(Signal::INT);
    }

    /// Sends a signal.
    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
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
