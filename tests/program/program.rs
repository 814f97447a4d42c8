//! Runs the program in a folder of its own and reads what it left there.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

/// Settings that make a run short and leave nothing out: measurements, kept populations, and games
/// without a winner.
pub const SMALL: &str = "--population 20 --generations 20 --measure-every 5 --measure-games 40 \
     --final-games 100 --choose-games 20 --candidates 3 --keep-every 10 --against hand-tuned-v3 \
     --seed 2";

/// Files with times, what a program said beside its answers, those that were set aside, and the one that depends on when checkpoints were written.
const UNLIKE: [&str; 4] = ["timing.csv", "lock", "checkpoint.previous.json", "program.log"];

/// All files of a run that are a function of its configuration.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Each path with its time of change, and the bytes of files.
pub type Snapshot = BTreeMap<PathBuf, (SystemTime, Vec<u8>)>;

/// A folder to run the program in.
pub struct Home(TempDir);

/// The files of such a folder, by path.
pub struct Packed(Vec<(PathBuf, Vec<u8>)>);

/// What a command answered.
pub struct Done {
    pub code: Option<i32>,
    pub out: Vec<u8>,
    pub err: String,
}

impl Done {
    pub fn text(&self) -> String {
        String::from_utf8(self.out.clone()).unwrap()
    }

    /// Standard output, which must be JSON and nothing else.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.out).unwrap_or_else(|why| panic!("{why}: {}", self.text()))
    }
}

impl From<Output> for Done {
    fn from(output: Output) -> Done {
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(!err.contains("panicked"), "{err}");
        Done { code: output.status.code(), out: output.stdout, err }
    }
}

impl Home {
    pub fn new() -> Home {
        Home(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn result(&self, run: &str, file: &str) -> PathBuf {
        self.path("results").join(run).join(file)
    }

    pub fn population(&self, run: &str, file: &str) -> PathBuf {
        self.path("populations").join(run).join(file)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    /// The program with the arguments that `words` holds, in this folder.
    pub fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_starhop"));
        command.current_dir(self.0.path()).stdin(Stdio::null());
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        command.args(words.split_whitespace());
        command
    }

    pub fn run(&self, words: &str) -> Done {
        self.command(words).output().unwrap().into()
    }

    /// Runs a command that must succeed.
    pub fn done(&self, words: &str) -> Done {
        let done = self.run(words);
        assert_eq!(done.code, Some(0), "{words}: {}", done.err);
        done
    }

    /// Runs a command that must fail with that code, and gives what it says.
    pub fn refused(&self, code: i32, words: &str) -> String {
        let done = self.run(words);
        assert_eq!(done.code, Some(code), "{words}: {}", done.err);
        assert!(done.err.contains("error: "), "{words}: {}", done.err);
        assert!(done.out.is_empty(), "{words}: {}", done.text());
        done.err
    }

    /// A small run; later words override earlier ones through the settings file.
    pub fn evolve(&self, name: &str, words: &str) -> Done {
        self.done(&evolve(name, words))
    }

    /// Starts a command whose output nobody reads.
    pub fn start(&self, words: &str) -> Child {
        let mut command = self.command(words);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// The files of a run.
    pub fn files(&self, run: &str) -> Files {
        let mut files = Files::new();
        for folder in ["results", "populations"] {
            for entry in fs::read_dir(self.path(folder).join(run)).unwrap() {
                let entry = entry.unwrap();
                let name = entry.file_name().into_string().unwrap();
                if !UNLIKE.contains(&name.as_str()) && !name.contains(".damaged") {
                    files.insert(format!("{folder}/{name}"), fs::read(entry.path()).unwrap());
                }
            }
        }
        files
    }

    /// Everything here, to be laid out again in new folders.
    pub fn pack(&self) -> Packed {
        let mut files = Packed(Vec::new());
        files.add(self.0.path(), Path::new(""));
        files
    }

    /// All files and folders here as they are.
    pub fn snapshot(&self) -> Snapshot {
        let mut found = Snapshot::new();
        look(self.0.path(), &mut found);
        found
    }

    /// What has another content or another time of change than before, came or went.
    pub fn changes(&self, before: &Snapshot) -> Vec<String> {
        let now = self.snapshot();
        let paths: BTreeSet<&PathBuf> = before.keys().chain(now.keys()).collect();
        let changed = paths.into_iter().filter(|path| before.get(*path) != now.get(*path));
        changed.map(|path| path.display().to_string()).collect()
    }

    /// The rows of a run's table so far.
    pub fn rows(&self, run: &str) -> Vec<BTreeMap<String, String>> {
        let reader = csv::Reader::from_path(self.result(run, "generations.csv"));
        reader.unwrap().into_deserialize().map(Result::unwrap).collect()
    }
}

fn look(path: &Path, found: &mut Snapshot) {
    let looks = fs::symlink_metadata(path).unwrap();
    let bytes = if looks.is_file() { fs::read(path).unwrap() } else { Vec::new() };
    found.insert(path.to_path_buf(), (looks.modified().unwrap(), bytes));
    if looks.is_dir() {
        fs::read_dir(path).unwrap().for_each(|entry| look(&entry.unwrap().path(), found));
    }
}

/// The words of a small run; settings in `words` win.
pub fn evolve(name: &str, words: &str) -> String {
    format!("evolve --name {name} {}", settled(SMALL, words))
}

/// Those settings, but for the ones that `words` has, and `words`.
pub fn settled(settings: &str, words: &str) -> String {
    let settings: Vec<&str> = settings.split_whitespace().collect();
    let kept = settings.chunks(2).filter(|pair| !words.split_whitespace().any(|it| it == pair[0]));
    let kept: Vec<String> = kept.map(|pair| pair.join(" ")).collect();
    format!("{} {words}", kept.join(" "))
}

/// Lays out a folder with all that is in it at another place.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        match from.is_dir() {
            true => copy(&from, &to),
            false => _ = fs::copy(&from, &to).unwrap(),
        }
    }
}

/// The text of a weights or population file without its checksum, as if a person had written it.
pub fn by_hand(text: &str) -> String {
    if let Some((begin, rest)) = text.split_once("\"checksum\":\"") {
        let (_, end) = rest.split_once("\",").unwrap();
        return format!("{begin}{end}");
    }
    let lines = text.split_inclusive('\n').filter(|line| !line.contains("\"checksum\":"));
    lines.collect()
}

/// The games of an arena as versions before chains wrote them.
pub fn unchained(text: &str) -> String {
    let bare = |line: &str| {
        let game: Value = serde_json::from_str(line).unwrap();
        let version = if game.get("position").is_some() { 2 } else { 1 };
        let chain = format!(",\"chain\":{}", game["chain"]);
        assert!(line.contains(&chain), "{line}");
        let line = line.replacen(&chain, "", 1);
        line.replacen("\"version\":3", &format!("\"version\":{version}"), 1) + "\n"
    };
    text.lines().map(bare).collect()
}

/// Fails with the names of the files that differ.
pub fn assert_same(files: &Files, others: &Files, what: &str) {
    let names = |files: &Files| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(files), names(others), "{what}");
    let unlike = files.iter().filter(|(name, bytes)| others.get(*name) != Some(*bytes));
    let unlike: Vec<_> = unlike.map(|(name, _)| name).collect();
    assert!(unlike.is_empty(), "{what}: {unlike:?} differ");
}

/// A count of a report in JSON.
pub fn count(report: &Value, key: &str) -> u64 {
    report[key].as_u64().unwrap_or_else(|| panic!("{key}: {report}"))
}

/// A figure of such a report.
pub fn figure(report: &Value, key: &str) -> f64 {
    report[key].as_f64().unwrap_or_else(|| panic!("{key}: {report}"))
}

/// The last generation in a run's table, which may be growing.
pub fn last_generation(home: &Home, run: &str) -> u64 {
    let text = fs::read_to_string(home.result(run, "generations.csv")).unwrap();
    let (whole, _) = text.rsplit_once('\n').unwrap();
    let (row, _) = whole.lines().last().unwrap().split_once(',').unwrap();
    row.parse().unwrap()
}

/// A run's table as it is.
pub fn table(home: &Home, run: &str) -> Vec<u8> {
    fs::read(home.result(run, "generations.csv")).unwrap()
}

/// Sends a signal to a process that hasn't been waited for yet.
pub fn send(child: &Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// What a command left that was interrupted once it had come so far, and waited before that while something was
/// done; `None` where it was over too soon for that.
pub fn interrupted(
    mut command: Command,
    is_so_far: impl FnMut() -> bool,
    meanwhile: impl FnOnce(),
) -> Option<Done> {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until(is_so_far);
    send(&child, "-STOP");
    if child.try_wait().unwrap().is_some() {
        return None;
    }
    meanwhile();
    // The interrupt is the first that it meets when it goes on.
    send(&child, "-INT");
    send(&child, "-CONT");
    Some(Done::from(child.wait_with_output().unwrap())).filter(|done| done.code != Some(0))
}

/// A hang-up, or another request to stop where it is ignored, as by `nohup`: what is started here inherits that.
pub fn hang_up() -> &'static str {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|it| u64::from_str_radix(it.trim(), 16).ok());
    if ignored.is_some_and(|it| it & 1 != 0) { "-TERM" } else { "-HUP" }
}

/// Whether a process goes on, and isn't only waited for.
pub fn is_alive(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
}

/// Kills after which a command is left alone, lest a slow machine never gets anywhere.
const MOST_KILLS: u32 = 60;

/// A fixed sequence of fractions, so that every round kills at other moments.
pub struct Moments(pub u64);

impl Moments {
    pub fn fraction(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as f64 / (1u64 << 31) as f64
    }
}

/// Kills a command again and again, until it is over before that. `start` starts it and `killed` looks at what a kill
/// left, each after so many kills. They come the later the more there were: one finds work under way also where the
/// machine has become slower since `whole` was measured. Gives the number of kills.
pub fn kill_until_done(
    whole: Duration,
    seed: u64,
    start: impl Fn(u32) -> Child,
    killed: impl Fn(u32),
) -> u32 {
    let mut moments = Moments(seed);
    for kills in 0..MOST_KILLS {
        let part = 0.003 + 0.2 * moments.fraction().powi(2);
        if !kill_after(start(kills), whole.mul_f64(part * 1.05f64.powi(kills as i32))) {
            return kills;
        }
        killed(kills);
    }
    MOST_KILLS
}

/// Kills the process that long after now; says whether that was in time.
pub fn kill_after(mut child: Child, wait: Duration) -> bool {
    thread::sleep(wait);
    let in_time = child.try_wait().unwrap().is_none();
    child.kill().unwrap();
    child.wait().unwrap();
    in_time
}

/// A home in which commands were killed, and the number of kills by what `kill` makes of the time
/// that a whole command takes. Where the machine has become faster since that was measured, it is
/// done again by a shorter one.
pub fn killed_often(whole: Duration, kill: impl Fn(&Home, Duration) -> u32) -> (Home, u32) {
    for shift in 0..6 {
        let home = Home::new();
        let kills = kill(&home, whole / (1 << shift));
        if kills > 1 {
            return (home, kills);
        }
    }
    panic!("too few kills to show anything");
}

/// Waits for something that another process does.
pub fn wait_until(mut is_done: impl FnMut() -> bool) {
    for _ in 0..12_000 {
        if is_done() {
            return;
        }
        thread::sleep(Duration::from_millis(5));
    }
    panic!("it never happened");
}

impl Packed {
    pub fn unpack(&self) -> Home {
        let home = Home::new();
        for (name, bytes) in &self.0 {
            let path = home.0.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        home
    }

    fn add(&mut self, root: &Path, below: &Path) {
        for entry in fs::read_dir(root.join(below)).unwrap() {
            let entry = entry.unwrap();
            let name = below.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                self.add(root, &name);
            } else {
                self.0.push((name, fs::read(entry.path()).unwrap()));
            }
        }
    }
}
