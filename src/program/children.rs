//! The processes of a program, one a thread, and what is done where one fails: it is started again and
//! asked again, up to three times.

use super::child::{Child, ErrorSink, FLUSH, Fault, Heard, STOP_LOOK};
use super::faults::Faults;
use super::protocol::{self, Answer, Needs, Question};
use super::tune::Tune;
use crate::backend::{Threads, lock};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// How often a question is asked again.
const AGAIN: u32 = 3;

/// Why a program is asked no more: it failed at a question again and again, or was never ready for one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The program's name.
    pub program: String,
    /// What went wrong the last time.
    pub why: String,
    /// The question, as a line of the protocol; `None` where no process was ever ready for it.
    pub question: Option<String>,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failed { program, why, question } = self;
        match question {
            Some(question) => write!(
                f,
                "the program {program} failed four times at one question, the last time: {why}\n{question}"
            ),
            None => write!(
                f,
                "the program {program} was started four times in a row and didn't get ready, the last time: {why}"
            ),
        }
    }
}

impl std::error::Error for Failed {}

/// The processes of a program.
pub struct Children {
    tune: Tune,
    idle: Mutex<Vec<Worker>>,
    failed: Mutex<Option<Failed>>,
    faults: Mutex<Faults>,
    said: Mutex<ErrorSink>,
    told: Mutex<Told>,
    lacks_moves: AtomicBool,
}

/// Takes what is to be known at once.
type Told = Arc<dyn Fn(&str) + Send + Sync>;

impl fmt::Debug for Children {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Children").field("tune", &self.tune).finish_non_exhaustive()
    }
}

/// A process that is ready, and the number of its last question. Numbers are never used twice, so that
/// an answer that comes too late can't be taken for another.
struct Worker {
    child: Child,
    last: u64,
}

/// What a program answered to one question.
#[derive(Debug)]
pub struct Reply {
    /// Its line.
    pub line: String,
    /// Whether a run would take that for an answer; else why not.
    pub taken: Result<(), String>,
}

/// What is known of one question.
struct Open<'a> {
    question: &'a Question,
    answer: Option<Answer>,
    /// Its number, while it is asked.
    id: Option<u64>,
    was_asked: bool,
    faults: u32,
}

impl Children {
    /// The processes of that program; none is started before it is asked.
    pub fn new(tune: Tune) -> Children {
        let nobody: ErrorSink = Arc::new(|_: &[u8]| ());
        Children {
            tune,
            idle: Mutex::default(),
            failed: Mutex::default(),
            faults: Mutex::default(),
            said: Mutex::new(nobody),
            told: Mutex::new(Arc::new(|_: &str| ())),
            lacks_moves: AtomicBool::new(false),
        }
    }

    /// What is known of the program.
    pub fn tune(&self) -> &Tune {
        &self.tune
    }

    /// From now on, `said` gets what processes that are started write to standard error, and what is
    /// told of their faults.
    pub fn tell_errors(&self, said: impl Fn(&[u8]) + Send + Sync + 'static) {
        *lock(&self.said) = Arc::new(said);
    }

    /// From now on, `told` gets the first fault of all, as soon as it comes.
    pub fn tell_first_fault(&self, told: impl Fn(&str) + Send + Sync + 'static) {
        *lock(&self.told) = Arc::new(told);
    }

    /// Tells the same as [`Children::tell_errors`] something of the program.
    pub fn note(&self, text: &str) {
        let said = lock(&self.said).clone();
        said(format!("{text}\n").as_bytes());
    }

    /// Why the program is asked no more, where a question failed for good.
    pub fn failed(&self) -> Option<Failed> {
        lock(&self.failed).clone()
    }

    /// How often the program had to be started and asked again, or was given up, so far.
    pub fn faults(&self) -> Faults {
        lock(&self.faults).clone()
    }

    /// Whether games were answered without moves, by which they are told apart.
    pub fn lacks_moves(&self) -> bool {
        self.lacks_moves.load(Ordering::Relaxed)
    }

    /// Ends all processes that wait.
    pub fn end(&self) {
        lock(&self.idle).clear();
    }

    /// Asks questions, and gives the answers in their order. Where one fails for good, or the threads
    /// are asked to stop, there are none, and threads stop.
    pub fn ask(
        &self,
        questions: &[Question],
        needs: Needs,
        threads: &Threads,
    ) -> Option<Vec<Answer>> {
        if threads.is_stopped() {
            return None;
        }
        let open =
            |question| Open { question, answer: None, id: None, was_asked: false, faults: 0 };
        let mut all: Vec<Open> = questions.iter().map(open).collect();
        let mut worker = lock(&self.idle).pop();
        let mut window = self.tune.limits.batch;
        while all.iter().any(|it| it.answer.is_none()) {
            let ready = self.ready(&mut worker, &|| threads.is_stopped());
            let done = ready.and_then(|it| self.answers(it, &mut all, (window, needs), threads));
            let fault = done.err();
            // Which of several questions a process fails at isn't known; of one it is.
            window = 1;
            match fault {
                None => {}
                Some(Fault::Stopped) => {
                    worker.iter().for_each(|it| it.child.kill());
                    return None;
                }
                Some(Fault::Dead(why)) => {
                    let why = match worker.take() {
                        Some(worker) => worker.child.give_up(why),
                        None => why,
                    };
                    self.blame(&mut all, &why, threads)?;
                }
            }
        }
        lock(&self.idle).extend(worker);
        all.into_iter().map(|it| it.answer).collect()
    }

    /// A process that is ready.
    fn ready<'a>(
        &self,
        worker: &'a mut Option<Worker>,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<&'a mut Worker, Fault> {
        match worker {
            Some(worker) => Ok(worker),
            None => {
                let child = Child::start(self.tune.launch(), lock(&self.said).clone());
                let child = child.map_err(Fault::Dead)?;
                let started = worker.insert(Worker { child, last: 0 });
                greet(&started.child, &self.tune, is_stopped)?;
                Ok(started)
            }
        }
    }

    /// Asks what is unanswered, with at most `window` questions open, until all are answered or failed
    /// with an error.
    fn answers(
        &self,
        worker: &mut Worker,
        all: &mut [Open<'_>],
        (window, needs): (usize, Needs),
        threads: &Threads,
    ) -> Result<(), Fault> {
        loop {
            let mut asked = all.iter().filter(|it| it.id.is_some()).count();
            let unasked = all.iter_mut().filter(|it| it.answer.is_none() && it.id.is_none());
            for it in unasked.take(window.saturating_sub(asked)) {
                worker.last += 1;
                (it.id, it.was_asked) = (Some(worker.last), true);
                worker.child.tell(it.question.line(worker.last));
                asked += 1;
            }
            if asked == 0 {
                return Ok(());
            }
            let time = (Instant::now(), self.tune.limits.answer);
            let line = worker.child.line(time, &|| threads.is_stopped())?;
            let (id, answer) = Answer::parse(&line, &self.tune, needs).map_err(Fault::Dead)?;
            let Some(place) = all.iter().position(|it| it.id == Some(id)) else {
                return Err(Fault::Dead(not_open(id)));
            };
            match answer {
                Ok(answer) => {
                    if let Answer::Game { moves: None, .. } = answer {
                        self.lacks_moves.store(true, Ordering::Relaxed);
                    }
                    (all[place].id, all[place].answer) = (None, Some(answer));
                }
                Err(why) => {
                    // So that it is known which question is to blame.
                    all.iter_mut().filter(|it| it.id != Some(id)).for_each(|it| it.id = None);
                    return Err(Fault::Dead(why));
                }
            }
        }
    }

    /// Counts a fault against the question that was asked first, and lets all that were open be asked
    /// again; `None` where that was once too often.
    fn blame(&self, all: &mut [Open<'_>], why: &str, threads: &Threads) -> Option<()> {
        let is_open = |it: &&mut Open| it.answer.is_none();
        let first = all.iter_mut().filter(is_open).min_by_key(|it| it.id.unwrap_or(u64::MAX))?;
        first.faults += 1;
        let is_first = lock(&self.faults).add(why);
        let question = first.was_asked.then(|| first.question.line(1));
        let is_last = first.faults > AGAIN;
        let next = if is_last { "given up" } else { "started and asked again" };
        self.note(&match &question {
            Some(question) => format!("starhop: {why}; {next}: {question}"),
            None => format!("starhop: {why}; {}", if is_last { next } else { "started again" }),
        });
        if is_first {
            let told = lock(&self.told).clone();
            told(&format!(
                "The program {} fails: {why}. It is started and asked again.",
                self.tune.name
            ));
        }
        if is_last {
            let (program, why) = (self.tune.name.clone(), why.to_string());
            lock(&self.failed).get_or_insert(Failed { program, why, question });
            threads.halt();
            return None;
        }
        all.iter_mut().for_each(|it| it.id = None);
        Some(())
    }
}

/// Tells a new process what it is asked for, and waits until it is ready.
fn greet(child: &Child, tune: &Tune, is_stopped: &dyn Fn() -> bool) -> Result<(), Fault> {
    child.tell(protocol::hello(tune));
    let (begun, most) = (Instant::now(), tune.limits.start);
    loop {
        if is_stopped() {
            return Err(Fault::Stopped);
        }
        let left = most.saturating_sub(begun.elapsed());
        return Err(Fault::Dead(match child.hear(left.min(STOP_LOOK)) {
            Heard::Line(line) => return protocol::check_ready(&line).map_err(Fault::Dead),
            Heard::Broken(why) => why,
            Heard::End => "it ended before it was ready".to_string(),
            Heard::Nothing if left.is_zero() => {
                format!("it wasn't ready within {} seconds{FLUSH}", most.as_secs_f64())
            }
            Heard::Nothing => continue,
        }));
    }
}

/// What a new process answers to the question of that number, a line of the protocol itself. `said` gets its
/// standard error.
///
/// # Errors
/// Says what it did instead.
pub fn ask_line(
    tune: &Tune,
    (id, question): (u64, &str),
    said: impl Fn(&[u8]) + Send + Sync + 'static,
) -> Result<Reply, String> {
    let child = Child::start(tune.launch(), Arc::new(said))?;
    let asked = greet(&child, tune, &|| false).and_then(|()| {
        child.tell(question.to_string());
        child.line((Instant::now(), tune.limits.answer), &|| false)
    });
    let line = asked.map_err(|fault| {
        child.kill();
        fault.to_string()
    })?;
    let taken = match Answer::parse(&line, tune, Needs::default()) {
        Ok((answered, _)) if answered != id => Err(not_open(answered)),
        Ok((_, answer)) => answer.map(drop),
        Err(why) => Err(why),
    };
    Ok(Reply { line, taken })
}

fn not_open(id: u64) -> String {
    format!("it answered question {id}, which isn't open")
}
