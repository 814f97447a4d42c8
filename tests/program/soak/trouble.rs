//! Troubles of the soak: each lets a command go on with what lies there, and disturbs it.

use super::chance::Chance;
use super::counts::Counts;
use super::subject::Subject;
use crate::program::{Done, Home, send, wait_until};
use std::fs::{self, File, FileTimes};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, SystemTime};

/// Troubles in a round at most.
const MOST: u64 = 30;
/// Calls to the disk among which one meets a fault.
const CALLS: u64 = 300;
const DAY: u64 = 24 * 60 * 60;

/// What changes the clocks of a process, where the system has it.
static FAKE_CLOCK: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let places = fs::read_dir("/usr/lib").ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let places = places.chain([PathBuf::from("/usr/lib")]);
    places.map(|it| it.join("faketime/libfaketimeMT.so.1")).find(|it| it.exists())
});

/// Runs a command in a small file system of its own, and copies what it leaves back. Needs no rights
/// where users may have name spaces.
const SMALL_DISK: &str = r#"
home=$1 room=$2 spare=$3; shift 3
mount -t tmpfs tmpfs "$room" && cp -a "$home/." "$room" && cd "$room" || exit 125
used=$(df -k --output=used . | tail -n 1)
mount -o "remount,size=$((used + spare))k" "$room" || exit 125
"$@"; code=$?
find "$home" -mindepth 1 -delete && cp -a . "$home" || exit 125
exit $code
"#;

/// Whether this system lets a process have such a file system.
static HAS_SMALL_DISKS: LazyLock<bool> = LazyLock::new(|| {
    let [home, room] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let run = small_disk(home.path(), room.path(), 8).arg("true").output();
    run.is_ok_and(|run| run.status.success())
});

fn small_disk(home: &Path, room: &Path, spare: u64) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--mount", "sh", "-c", SMALL_DISK, "sh"]);
    command.args([home, room]).arg(spare.to_string());
    command
}

/// A subject that is disturbed.
pub struct Troubled<'a> {
    subject: &'a Subject,
    home: Home,
    /// How long it takes with nothing in the way.
    whole: Duration,
    chance: &'a mut Chance,
    counts: &'a mut Counts,
    /// Whether a run goes on to its later end.
    is_late: bool,
    /// Whether the last command goes on to the last end.
    is_last: bool,
    /// Whether nothing is left to do.
    is_over: bool,
    story: Vec<String>,
}

impl<'a> Troubled<'a> {
    pub fn new(
        subject: &'a Subject,
        whole: Duration,
        chance: &'a mut Chance,
        counts: &'a mut Counts,
    ) -> Troubled<'a> {
        let (home, story) = (Home::new(), Vec::new());
        let [is_late, is_last, is_over] = [false; 3];
        Troubled { subject, home, whole, chance, counts, is_late, is_last, is_over, story }
    }

    /// The commands so far with what befell them.
    pub fn story(&self) -> String {
        self.story.join("\n")
    }

    /// Disturbs it some times, now and then after it is over, too.
    pub fn disturb(&mut self) {
        for _ in 0..self.chance.within(1, MOST) {
            self.is_late |= self.chance.once_in(6);
            match self.chance.within(1, 16) {
                1..=6 => self.kill(),
                7 => self.interrupt(),
                8..=12 => self.fault(),
                13 | 14 => self.crowd(),
                15 => self.fill_disk(),
                _ => self.change_clocks(),
            }
            if self.is_over && !self.chance.once_in(4) {
                break;
            }
            if self.chance.once_in(4) {
                self.look();
            }
        }
    }

    /// Lets it come to its end.
    pub fn end(&mut self) -> &Home {
        self.is_late = true;
        self.is_over = false;
        while !self.is_over {
            let words = self.words("in peace");
            self.home.done(&words);
            self.succeeded();
        }
        self.home.done("verify run");
        &self.home
    }

    /// The command that goes on, which the story tells.
    fn words(&mut self, trouble: &str) -> String {
        let words = self.subject.go_on(&self.home, self.is_late);
        self.is_last = self.subject.is_last(words);
        if self.home.path("results").exists() {
            self.counts.one("resumes");
        }
        let mut words = format!("{words} --quiet --threads {}", self.chance.pick(&[1, 2]));
        if self.subject.is_run() {
            let seconds = self.chance.pick(&["0", "0", "0.02"]);
            words.push_str(&format!(" --checkpoint-seconds {seconds}"));
        }
        self.story.push(format!("{words}: {trouble}"));
        words
    }

    /// That a command came to the end that it had.
    fn succeeded(&mut self) {
        self.is_over |= self.is_last;
        self.is_late = true;
    }

    /// A moment at which it probably still runs.
    fn moment(&mut self) -> Duration {
        self.whole.mul_f64(0.01 + self.chance.early())
    }

    fn kill(&mut self) {
        let words = self.words("killed");
        let wait = self.moment();
        let child = self.home.start(&words);
        thread::sleep(wait);
        self.count_kill(child);
    }

    fn count_kill(&mut self, mut child: Child) {
        let in_time = child.try_wait().unwrap().is_none();
        child.kill().unwrap();
        let code = child.wait().unwrap().code();
        match in_time {
            true => self.counts.one("kills"),
            false => {
                assert_eq!(code, Some(0), "before it was killed");
                self.succeeded();
            }
        }
    }

    fn interrupt(&mut self) {
        let words = self.words("interrupted");
        let wait = self.moment();
        let child = self.home.command(&words).stderr(Stdio::piped()).stdout(Stdio::null()).spawn();
        let child = child.unwrap();
        thread::sleep(wait);
        // It may be over already; its number isn't given to another process before it is waited for.
        send(&child, "-INT");
        let done = Done::from(child.wait_with_output().unwrap());
        match done.code {
            Some(0) => self.succeeded(),
            Some(130) | None => self.counts.one("interrupts"),
            _ => panic!("interrupted: {:?} {}", done.code, done.err),
        }
    }

    fn fault(&mut self) {
        let fault = self.chance.pick(&["fail", "full", "die"]);
        let call = 1 + (CALLS as f64 * self.chance.early()) as u64;
        let words = self.words(&format!("{fault} at call {call}"));
        let mut command = self.home.command(&words);
        let output = command.env("STARHOP_FAULT", format!("{fault}:{call}")).output();
        let done = Done::from(output.unwrap());
        let is_met = done.err.contains("fault at call");
        let code = match fault {
            _ if !is_met => 0,
            "die" => 137,
            _ => 1,
        };
        assert_eq!(done.code, Some(code), "{}", done.err);
        match is_met {
            true => self.counts.one(&format!("faults: {fault}")),
            false => self.succeeded(),
        }
    }

    fn fill_disk(&mut self) {
        if !*HAS_SMALL_DISKS {
            return self.counts.one("full disks that the system doesn't permit");
        }
        let spare = 4 * self.chance.within(0, 40);
        let words = self.words(&format!("on a disk with {spare} KiB"));
        let room = tempfile::tempdir().unwrap();
        let command = self.home.command(&words);
        let mut small = small_disk(&self.home.path(""), room.path(), spare);
        small.arg(command.get_program()).args(command.get_args());
        let done = Done::from(small.output().unwrap());
        match done.code {
            Some(0) => {
                self.counts.one("small disks with room");
                self.succeeded();
            }
            Some(1) => self.counts.one("full disks"),
            _ => panic!("on a small disk: {:?} {}", done.code, done.err),
        }
    }

    /// Several processes at once, some of which are killed: one of them works, the others are
    /// refused or find everything done. Others look on.
    fn crowd(&mut self) {
        let words = self.words("with others");
        let workers = self.chance.within(2, 3);
        let start = |words: &str| {
            let mut command = self.home.command(words);
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
        };
        let mut children: Vec<Child> = (0..workers).map(|_| start(&words)).collect();
        let onlookers = ["list --json", "show run"].map(start);
        for number in 0..self.chance.within(0, workers) {
            thread::sleep(self.moment());
            self.story.push(format!("number {number} killed"));
            self.count_crowd_kill(children.remove(0));
        }
        for child in children {
            let done = Done::from(child.wait_with_output().unwrap());
            match done.code {
                Some(0) => self.succeeded(),
                Some(4) => self.counts.one("refused, as another process works on it"),
                // A run that another one has begun and ended already.
                Some(2) if words.starts_with("evolve") => {}
                _ => panic!("with others: {:?} {}", done.code, done.err),
            }
        }
        for child in onlookers {
            let done = Done::from(child.wait_with_output().unwrap());
            assert!(matches!(done.code, Some(0 | 2)), "looking on: {:?} {}", done.code, done.err);
        }
        self.counts.add("processes among others", workers + 2);
    }

    /// One of a crowd may have been refused before it was killed.
    fn count_crowd_kill(&mut self, mut child: Child) {
        let in_time = child.try_wait().unwrap().is_none();
        child.kill().unwrap();
        let done = Done::from(child.wait_with_output().unwrap());
        match in_time {
            true => self.counts.one("kills"),
            false => assert!(matches!(done.code, Some(0 | 2 | 4)), "{:?} {}", done.code, done.err),
        }
    }

    /// Gives all files times far away, and lets the clocks of the next process jump where the system
    /// has a way to.
    fn change_clocks(&mut self) {
        change_times(&self.home.path(""), self.chance);
        self.counts.one("times of files changed");
        let Some(library) = &*FAKE_CLOCK else {
            return self.counts.one("clocks that the system has no way to change");
        };
        let words = self.words("while the clock jumps");
        let offsets = tempfile::tempdir().unwrap();
        let path = offsets.path().join("offset");
        fs::write(&path, self.offset()).unwrap();
        let mut command = self.home.command(&words);
        command.env("LD_PRELOAD", library).env("FAKETIME_NO_CACHE", "1");
        command.env("FAKETIME_TIMESTAMP_FILE", &path);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        for _ in 0..3 {
            thread::sleep(self.moment());
            fs::write(&path, self.offset()).unwrap();
        }
        wait_until(|| child.try_wait().unwrap().is_some());
        let done = Done::from(child.wait_with_output().unwrap());
        assert_eq!(done.code, Some(0), "while the clock jumps: {}", done.err);
        self.counts.one("runs while the clock jumps");
        self.succeeded();
    }

    /// Days that a clock is ahead or behind.
    fn offset(&mut self) -> String {
        format!("{}{}d\n", self.chance.pick(&['-', '+']), self.chance.within(0, 9999))
    }

    /// What lies there can be looked at.
    fn look(&mut self) {
        let listed = self.home.done("list --json");
        assert!(listed.err.is_empty(), "{}", listed.err);
        self.counts.one("looks");
    }
}

fn change_times(folder: &Path, chance: &mut Chance) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            change_times(&path, chance);
        }
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(DAY * chance.within(0, 50_000));
        let times = FileTimes::new().set_accessed(time).set_modified(time);
        File::open(&path).unwrap().set_times(times).unwrap();
    }
}
