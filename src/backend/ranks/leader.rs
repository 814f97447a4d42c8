//! Rank 0 at work: it hands out shares, plays its own, and takes all results in their order.

use super::message::{Kind, Message};
use super::pause::Pause;
use super::shares::Rest;
use super::{Opening, Ranks};
use crate::backend::{Threads, lock};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// Shares that a rank has at a time: while one ends, the other keeps its threads busy.
pub const IN_HAND: usize = 2;
/// Time without a look counts as the ranks' silence up to this part of the patience: rank 0 hears nobody while it
/// is stopped itself, such as by Ctrl-Z.
const MOST_UNHEARD: u32 = 20;

/// Work of many units. A unit's result doesn't depend on the rank that plays it.
pub struct Task<'a> {
    /// How many units.
    pub units: u64,
    /// How many games these are.
    pub games: u64,
    /// What a rank has to know before its first share.
    pub told: &'a dyn Fn() -> Vec<u8>,
    /// What a rank has to know of those units.
    pub share: &'a dyn Fn(Range<u64>) -> Vec<u8>,
    /// Plays these units here, with the bytes that another rank would answer.
    pub play: &'a (dyn Fn(Range<u64>) -> Vec<u8> + Sync),
}

impl fmt::Debug for Task<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task")
            .field("units", &self.units)
            .field("games", &self.games)
            .finish_non_exhaustive()
    }
}

impl Task<'_> {
    /// Shares that each of so many ranks may have at a time: one where units are few, so that nobody waits for
    /// a second while another has none.
    fn in_hand(&self, ranks: usize) -> usize {
        ((self.units / ranks.max(1) as u64) as usize).clamp(1, IN_HAND)
    }
}

/// What this rank has played: which units, with what result, and the seconds that it took.
type Played = (Range<u64>, Vec<u8>, f64);

impl Opening {
    /// Plays a task on all ranks and gives `take` the results in the order of the units, until it says
    /// that it needs no more. Once the threads are asked to stop, or a rank is lost, which halts them,
    /// nothing more is taken: what was taken is a whole beginning.
    pub fn play(
        &self,
        task: &Task<'_>,
        threads: &Threads,
        take: &mut dyn FnMut(Range<u64>, Vec<u8>) -> bool,
    ) {
        let ranks = &self.ranks;
        if ranks.lost().is_some() {
            threads.halt();
            return;
        }
        if !ranks.link.is_mine() {
            let all = 0..task.units;
            let result = (task.play)(all.clone());
            if !threads.is_stopped() {
                take(all, result);
            }
            return;
        }
        let rest = Rest::new(lock(&ranks.paces).clone(), task.units, task.games);
        let (rest, over) = (&Mutex::new(rest), &AtomicBool::new(false));
        let (sender, played) = mpsc::channel();
        let play = task.play;
        thread::scope(|scope| {
            for _ in 0..threads.count().min(task.in_hand(ranks.count())) {
                let sender = sender.clone();
                scope.spawn(move || play_here(play, rest, over, threads, &sender));
            }
            drop(sender);
            let mut leader = Leader::new(self, task, threads, (rest, over), played);
            leader.lead(take);
            over.store(true, Ordering::Relaxed);
        });
    }

    /// Goes on no more, since a rank answers what nobody understands; `false`, as nothing more is needed.
    pub fn unreadable(&self, threads: &Threads) -> bool {
        self.ranks.lose("a rank answers what can't be read".to_string());
        threads.halt();
        false
    }
}

/// Plays shares of this rank until nothing is left.
fn play_here(
    play: &(dyn Fn(Range<u64>) -> Vec<u8> + Sync),
    rest: &Mutex<Rest>,
    over: &AtomicBool,
    threads: &Threads,
    sender: &Sender<Played>,
) {
    while !over.load(Ordering::Relaxed) && !threads.is_stopped() {
        let Some(share) = lock(rest).take(0) else { break };
        let began = Instant::now();
        let play = || play(share.clone());
        let result = catch_unwind(AssertUnwindSafe(play)).unwrap_or_else(|panic| {
            // Nobody else plays that share.
            over.store(true, Ordering::Relaxed);
            resume_unwind(panic)
        });
        if sender.send((share, result, began.elapsed().as_secs_f64())).is_err() {
            break;
        }
    }
}

/// A rank as its leader sees it while a task is under way.
#[derive(Default)]
struct Follower {
    has_begun: bool,
    /// The shares that it has, by number.
    shares: HashMap<u64, Range<u64>>,
    silent: Duration,
    /// Whether it was asked for a sign of life since it was heard.
    asked: bool,
}

struct Leader<'a> {
    opening: &'a Opening,
    ranks: &'a Ranks,
    task: &'a Task<'a>,
    threads: &'a Threads,
    rest: &'a Mutex<Rest>,
    /// Whether a thread of this rank has ended the task.
    over: &'a AtomicBool,
    played: Receiver<Played>,
    number: u64,
    /// By rank; the first is this one.
    followers: Vec<Follower>,
    next_share: u64,
    /// Results that wait for earlier ones, by their first unit.
    waiting: BTreeMap<u64, (Range<u64>, Vec<u8>)>,
    /// The first unit that wasn't taken yet.
    expected: u64,
    /// Units that each rank has played, and when the last of them was there.
    units: Vec<u64>,
    until: Vec<Duration>,
    began: Instant,
    looked: Instant,
}

impl<'a> Leader<'a> {
    fn new(
        opening: &'a Opening,
        task: &'a Task<'a>,
        threads: &'a Threads,
        (rest, over): (&'a Mutex<Rest>, &'a AtomicBool),
        played: Receiver<Played>,
    ) -> Leader<'a> {
        let ranks: &'a Ranks = &opening.ranks;
        Leader {
            opening,
            ranks,
            task,
            threads,
            rest,
            over,
            played,
            number: ranks.number(),
            followers: (0..ranks.count()).map(|_| Follower::default()).collect(),
            next_share: 0,
            waiting: BTreeMap::new(),
            expected: 0,
            units: vec![0; ranks.count()],
            until: vec![Duration::ZERO; ranks.count()],
            began: Instant::now(),
            looked: Instant::now(),
        }
    }

    fn lead(&mut self, take: &mut dyn FnMut(Range<u64>, Vec<u8>) -> bool) {
        let mut pause = Pause::new();
        self.forget_closed();
        while self.expected < self.task.units {
            (1..self.ranks.count()).for_each(|rank| self.hand_out(rank));
            if self.look(pause.next()) {
                pause.end();
            }
            let is_over = self.threads.is_stopped() || self.over.load(Ordering::Relaxed);
            if is_over || self.has_lost() || !self.take_all(take) {
                self.halt();
                return;
            }
        }
        lock(&self.ranks.paces).learn(&self.units, &self.until);
    }

    fn forget_closed(&self) {
        for number in lock(&self.ranks.closed).drain(..) {
            for rank in 1..self.ranks.count() {
                self.ranks.send(rank, Message::new(Kind::Close, [number, 0], &[]));
            }
        }
    }

    /// Gives a rank as many shares as it may have.
    fn hand_out(&mut self, rank: usize) {
        while self.followers[rank].shares.len() < self.task.in_hand(self.ranks.count()) {
            let Some(share) = lock(self.rest).take(rank) else { return };
            let follower = &mut self.followers[rank];
            if !follower.has_begun {
                follower.has_begun = true;
                let numbers = [self.number, self.opening.number];
                let begin = Message::new(Kind::Begin, numbers, &(self.task.told)());
                self.ranks.send(rank, begin);
            }
            let told = (self.task.share)(share.clone());
            let numbers = [self.number, self.next_share];
            self.ranks.send(rank, Message::new(Kind::Share, numbers, &told));
            follower.shares.insert(self.next_share, share);
            self.next_share += 1;
        }
    }

    /// Waits that long at most for what this rank plays, and looks for what has come from others. Says
    /// whether there was anything.
    fn look(&mut self, pause: Duration) -> bool {
        let mut came = match self.played.recv_timeout(pause) {
            Ok(played) => {
                self.keep_own(played);
                true
            }
            Err(RecvTimeoutError::Timeout) => false,
            Err(RecvTimeoutError::Disconnected) => {
                thread::sleep(pause);
                false
            }
        };
        while let Some((rank, bytes)) = self.ranks.link.receive() {
            came = true;
            self.hear(rank, bytes);
        }
        let passed = self.looked.elapsed().min(self.ranks.patience / MOST_UNHEARD);
        self.looked = Instant::now();
        for follower in self.followers.iter_mut().filter(|it| !it.shares.is_empty()) {
            follower.silent += passed;
        }
        came
    }

    fn keep_own(&mut self, (share, result, seconds): Played) {
        let units = share.end - share.start;
        let games = lock(self.rest).games(units);
        let threads = self.threads.count();
        let at_once = threads.min(self.task.in_hand(self.ranks.count()));
        let threads = threads as f64 / at_once as f64;
        lock(&self.ranks.paces).played(games, seconds * threads);
        self.keep(0, share, result);
    }

    fn keep(&mut self, rank: usize, share: Range<u64>, result: Vec<u8>) {
        self.units[rank] += share.end - share.start;
        self.until[rank] = self.began.elapsed();
        self.waiting.insert(share.start, (share, result));
    }

    fn hear(&mut self, rank: usize, bytes: Vec<u8>) {
        let Some(follower) = self.followers.get_mut(rank) else { return };
        (follower.silent, follower.asked) = (Duration::ZERO, false);
        match Message::read(bytes) {
            Some(message) if message.kind == Kind::Share => {
                // What belongs to an earlier task was broken off with it.
                let [task, number] = message.numbers;
                if task != self.number {
                    return;
                }
                if let Some(share) = follower.shares.remove(&number) {
                    self.keep(rank, share, message.content().to_vec());
                }
            }
            Some(message) if message.kind == Kind::Failed => {
                let why = String::from_utf8_lossy(message.content());
                self.ranks.lose(format!("{}: {why}", self.ranks.name(rank)));
            }
            Some(message) if message.kind == Kind::Alive => {}
            _ => self.ranks.lose(format!("{} speaks otherwise", self.ranks.name(rank))),
        }
    }

    /// Gives all that is next in order; says whether more is needed.
    fn take_all(&mut self, take: &mut dyn FnMut(Range<u64>, Vec<u8>) -> bool) -> bool {
        while let Some((share, result)) = self.waiting.remove(&self.expected) {
            self.expected = share.end;
            if !take(share, result) {
                return false;
            }
        }
        true
    }

    /// Asks who is silent for a sign of life. Says whether a rank is lost.
    fn has_lost(&mut self) -> bool {
        let patience = self.ranks.patience;
        let mut silent = Vec::new();
        for (rank, follower) in self.followers.iter_mut().enumerate() {
            if follower.silent > patience {
                silent.push(self.ranks.name(rank));
            } else if follower.silent > patience / 4 && !follower.asked {
                follower.asked = true;
                self.ranks.send(rank, Message::new(Kind::Alive, [0, 0], &[]));
            }
        }
        if !silent.is_empty() {
            let (names, seconds) = (silent.join(", "), patience.as_secs());
            self.ranks.lose(format!("{names}: no sign of life for {seconds} seconds"));
        }
        self.ranks.lost().is_some()
    }

    /// Lets all ranks drop what they have, and the threads of this one stop where a rank is lost.
    fn halt(&self) {
        if self.ranks.lost().is_some() {
            self.threads.halt();
        }
        for rank in (1..self.ranks.count()).filter(|&it| !self.followers[it].shares.is_empty()) {
            self.ranks.send(rank, Message::new(Kind::Halt, [0, 0], &[]));
        }
    }
}

impl Ranks {
    /// A rank by its number and its machine.
    fn name(&self, rank: usize) -> String {
        let machine = self.members.get(rank).map_or("", |it| &it.machine);
        format!("rank {rank} on {machine}")
    }

    /// Goes on no more, since a rank is lost or can't be understood.
    fn lose(&self, why: String) {
        lock(&self.lost).get_or_insert(why);
    }
}
