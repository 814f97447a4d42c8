//! The ranks beside rank 0: they play what they are given until they are let go.

use super::Link;
use super::leader::IN_HAND;
use super::message::{Kind, Message};
use super::pause::Pause;
use crate::backend::{Threads, lock};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope};

/// Opens what rank 0 has opened.
pub type Opener<'a> = dyn Fn(&[u8], &Threads) -> Result<Box<dyn Opened>, String> + 'a;

/// What was opened, such as a game with its rules.
pub trait Opened {
    /// Begins a task, by what is told of it; `None` where that can't be read.
    fn begin(&self, told: &[u8]) -> Option<Arc<dyn Job>>;
}

/// A task under way.
pub trait Job: Send + Sync {
    /// Plays a share, by what is told of it; `None` where that can't be read.
    fn play(&self, share: &[u8]) -> Option<Vec<u8>>;
}

/// A share to play: what tells it, and its task.
type Given = (Message, Arc<dyn Job>);

/// Plays what rank 0 gives, until it lets this rank go.
pub fn serve(link: &dyn Link, open: &Opener<'_>) {
    let (giver, given) = mpsc::channel();
    let (sender, played) = mpsc::channel();
    let stop = Arc::new(AtomicBool::new(false));
    thread::scope(|scope| {
        let given = Arc::new(Mutex::new(given));
        let players = Players { given, sender, stop: stop.clone(), task: Arc::default() };
        let mut worker =
            Worker { link, open, players, threads: None, giver, opened: HashMap::new(), job: None };
        worker.work(scope, &played);
        stop.store(true, Ordering::Relaxed);
    });
    link.send(0, Message::new(Kind::Leave, [0, 0], &[]).into_bytes());
}

/// What the threads share that play.
#[derive(Clone)]
struct Players {
    given: Arc<Mutex<Receiver<Given>>>,
    sender: Sender<Message>,
    stop: Arc<AtomicBool>,
    /// The number of the task under way; shares of others are of no use any more.
    task: Arc<AtomicU64>,
}

impl Players {
    fn play(&self) {
        loop {
            let next = lock(&self.given).recv();
            let Ok((message, job)) = next else { return };
            let is_of_now = message.numbers[0] == self.task.load(Ordering::Relaxed);
            if !is_of_now || self.stop.load(Ordering::Relaxed) {
                continue;
            }
            let play = || job.play(message.content());
            let answer = match catch_unwind(AssertUnwindSafe(play)) {
                Ok(Some(result)) => Message::new(Kind::Share, message.numbers, &result),
                Ok(None) => failed("was given a share that it can't read"),
                Err(_) => failed("panicked"),
            };
            if self.sender.send(answer).is_err() {
                return;
            }
        }
    }
}

struct Worker<'a> {
    link: &'a dyn Link,
    open: &'a Opener<'a>,
    players: Players,
    threads: Option<Threads>,
    giver: Sender<Given>,
    opened: HashMap<u64, Box<dyn Opened>>,
    /// The task under way, with its number.
    job: Option<(u64, Arc<dyn Job>)>,
}

impl<'a> Worker<'a> {
    fn work<'s>(&mut self, scope: &'s Scope<'s, '_>, played: &Receiver<Message>) {
        let mut pause = Pause::new();
        loop {
            match played.recv_timeout(pause.next()) {
                Ok(answer) => {
                    self.answer(answer);
                    pause.end();
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
            while let Some((_, bytes)) = self.link.receive() {
                pause.end();
                match Message::read(bytes) {
                    Some(message) if message.kind == Kind::Leave => return,
                    Some(message) => self.hear(message, scope),
                    None => self.answer(failed("can't read what it is told")),
                }
            }
        }
    }

    fn answer(&self, message: Message) {
        self.link.send(0, message.into_bytes());
    }

    fn hear<'s>(&mut self, message: Message, scope: &'s Scope<'s, '_>) {
        let [number, other] = message.numbers;
        match message.kind {
            Kind::Open => match self.open(&message, other as usize, scope) {
                Ok(opened) => drop(self.opened.insert(number, opened)),
                Err(why) => self.answer(failed(&why)),
            },
            Kind::Close => drop(self.opened.remove(&number)),
            Kind::Begin => {
                let opened = self.opened.get(&other);
                match opened.and_then(|it| it.begin(message.content())) {
                    Some(job) => {
                        self.players.task.store(number, Ordering::Relaxed);
                        self.players.stop.store(false, Ordering::Relaxed);
                        self.job = Some((number, job));
                    }
                    None => self.answer(failed("can't begin what it is told")),
                }
            }
            Kind::Share => match &self.job {
                Some((task, job)) if *task == number => {
                    let _ = self.giver.send((message, job.clone()));
                }
                _ => self.answer(failed("was given a share of no task")),
            },
            Kind::Halt => self.players.stop.store(true, Ordering::Relaxed),
            Kind::Alive => self.answer(message),
            Kind::Leave | Kind::Failed => {}
        }
    }

    /// Opens something; the first time, the threads that play are started.
    fn open<'s>(
        &mut self,
        message: &Message,
        count: usize,
        scope: &'s Scope<'s, '_>,
    ) -> Result<Box<dyn Opened>, String> {
        if self.threads.is_none() {
            let threads = Threads::new(count).map_err(|why| why.to_string())?;
            for _ in 0..threads.count().min(IN_HAND) {
                let players = self.players.clone();
                scope.spawn(move || players.play());
            }
            self.threads = Some(threads.until(self.players.stop.clone()));
        }
        let threads = self.threads.as_ref().ok_or("has no threads")?;
        (self.open)(message.content(), threads)
    }
}

fn failed(why: &str) -> Message {
    Message::new(Kind::Failed, [0, 0], why.as_bytes())
}
