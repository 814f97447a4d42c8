//! Ranks that are threads of one process.

use super::wire::{End, Wire, wires};
use super::*;
use crate::backend::Threads;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::thread;

/// What a rank does with a unit, besides answering its number and its square.
type Manner = fn(u64);

struct Squares(Manner);

impl Opened for Squares {
    fn begin(&self, told: &[u8]) -> Option<Arc<dyn Job>> {
        (told == b"squares").then(|| Arc::new(Squares(self.0)) as Arc<dyn Job>)
    }
}

impl Job for Squares {
    fn play(&self, share: &[u8]) -> Option<Vec<u8>> {
        let end = |at: usize| Some(u64::from_le_bytes(share.get(at..at + 8)?.try_into().ok()?));
        Some(squares(end(0)?..end(8)?, self.0))
    }
}

fn squares(units: Range<u64>, manner: Manner) -> Vec<u8> {
    let square = |unit: u64| {
        manner(unit);
        (unit * unit).to_le_bytes()
    };
    units.flat_map(square).collect()
}

/// How long these ranks may be silent: far longer than a busy machine keeps a thread waiting.
const SILENCE: Duration = Duration::from_secs(3);
/// No task ends early.
const ALL: usize = usize::MAX;

/// Lets ranks square all numbers below `units`, in these manners by rank, `tasks` times. Returns what was
/// taken of the last task, and the ranks. A task ends early once `most` units are taken.
fn run(
    (units, most): (u64, usize),
    manners: &[Manner],
    threads: &Threads,
    tasks: u32,
) -> (Vec<u64>, Arc<Ranks>) {
    let mut ends = wires(manners.len()).into_iter();
    let link = Arc::new(ends.next().unwrap().wire());
    let members = (0..manners.len())
        .map(|rank| Member { machine: format!("machine-{rank}"), threads: threads.count() })
        .collect();
    let ranks = Arc::new(Ranks::new(link.clone(), members, SILENCE));
    let mut taken = Vec::new();
    thread::scope(|scope| {
        for (end, &manner) in ends.zip(&manners[1..]) {
            scope.spawn(move || {
                serve(&end.wire(), &|told, _| match told {
                    b"numbers" => Ok(Box::new(Squares(manner))),
                    _ => Err("no numbers".to_string()),
                });
            });
        }
        let opening = ranks.open(b"numbers");
        let share = |units: Range<u64>| [units.start.to_le_bytes(), units.end.to_le_bytes()];
        let task = Task {
            units,
            games: units,
            told: &|| b"squares".to_vec(),
            share: &|units| share(units).concat(),
            play: &|units| squares(units, manners[0]),
        };
        for _ in 0..tasks {
            taken.clear();
            opening.play(&task, threads, &mut |share, bytes| {
                let words = bytes.chunks(8).map(|it| u64::from_le_bytes(it.try_into().unwrap()));
                assert_eq!(words.len() as u64, share.end - share.start);
                taken.extend(words);
                taken.len() < most
            });
        }
        assert_eq!(lead_away(link.as_ref(), Duration::from_secs(20)), Ok(()));
    });
    (taken, ranks)
}

fn usual(_: u64) {
    thread::sleep(Duration::from_micros(50));
}

#[test]
fn results_come_in_order_on_any_ranks_and_threads() {
    let expected: Vec<u64> = (0..500).map(|it| it * it).collect();
    for threads in [Threads::alone(), Threads::new(1).unwrap(), Threads::new(3).unwrap()] {
        for count in [2, 3, 5] {
            let (taken, ranks) = run((500, ALL), &vec![usual as Manner; count], &threads, 3);
            assert_eq!((taken == expected, ranks.lost()), (true, None));
        }
    }
    let threads = Threads::alone();
    for units in [0, 1, 2, 7] {
        let (taken, _) = run((units, ALL), &[usual as Manner; 4], &threads, 1);
        assert_eq!(taken, expected[..units as usize]);
    }
}

#[test]
fn ranks_play_the_next_task_after_one_that_ended_early() {
    let (taken, ranks) = run((600, 300), &[usual as Manner; 3], &Threads::alone(), 6);
    let expected: Vec<u64> = (0..600).map(|it| it * it).collect();
    assert!(taken.len() >= 300 && expected.starts_with(&taken));
    assert_eq!(ranks.lost(), None);
}

#[test]
fn a_slow_rank_is_given_less() {
    let slow = |_| thread::sleep(Duration::from_millis(50));
    let (taken, ranks) = run((600, ALL), &[usual, slow, usual], &Threads::alone(), 8);
    assert_eq!(taken.len(), 600);
    let shares = ranks.shares();
    assert!(shares[1] < shares[0] / 2.0 && shares[1] < shares[2] / 2.0, "{shares:?}");
}

#[test]
fn a_rank_that_panics_is_named() {
    let panics = |_| panic!("on purpose");
    // Rank 0 is slow enough for the others to get their shares.
    let slow = |_| thread::sleep(Duration::from_millis(20));
    let threads = Threads::alone();
    let (taken, ranks) = run((400, ALL), &[slow, usual, panics], &threads, 2);
    assert!(taken.len() < 400 && threads.is_stopped());
    assert_eq!(ranks.lost().unwrap(), "rank 2 on machine-2: panicked");
}

#[test]
fn a_rank_that_takes_long_but_lives_is_waited_for() {
    static HAS_SLEPT: AtomicBool = AtomicBool::new(false);
    let long = |_| {
        if !HAS_SLEPT.swap(true, Ordering::Relaxed) {
            thread::sleep(SILENCE + Duration::from_secs(1));
        }
    };
    let slow = |_| thread::sleep(Duration::from_millis(5));
    let (taken, ranks) = run((200, ALL), &[slow, long], &Threads::alone(), 1);
    assert_eq!((taken.len(), ranks.lost()), (200, None));
    assert!(HAS_SLEPT.load(Ordering::Relaxed));
}

/// Keeps rank 0 busy, so that nothing is done without the others.
fn until_halted(threads: &Threads) {
    while !threads.is_stopped() {
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn ranks_that_say_nothing_are_named() {
    let mut wires = wires(4);
    let link = Arc::new(wires.remove(0).wire());
    let member = |rank| Member { machine: format!("machine-{rank}"), threads: 1 };
    let patience = Duration::from_millis(200);
    let ranks = Arc::new(Ranks::new(link.clone(), (0..4).map(member).collect(), patience));
    let threads = Threads::alone();
    let task = Task {
        units: 100,
        games: 100,
        told: &Vec::new,
        share: &|_| Vec::new(),
        play: &|_| {
            until_halted(&threads);
            Vec::new()
        },
    };
    let mut taken = HashSet::new();
    ranks.open(&[]).play(&task, &threads, &mut |share, _| taken.insert(share));
    let lost = ranks.lost().unwrap();
    let expected = "rank 1 on machine-1, rank 2 on machine-2, rank 3 on machine-3: no sign of life";
    assert!(lost.starts_with(expected), "{lost}");
    assert!(threads.is_stopped());
    assert_eq!(lead_away(link.as_ref(), patience), Err(vec![1, 2, 3]));
}

#[test]
fn who_does_not_introduce_itself_is_named() {
    let links: Vec<Wire> = wires(4).into_iter().map(End::wire).collect();
    let own = || b"zero".to_vec();
    greet(&links[2], b"two".to_vec());
    assert_eq!(gather(&links[0], own(), Duration::from_millis(50)), Err(vec![1, 3]));
    (1..4).for_each(|rank| greet(&links[rank], vec![rank as u8]));
    let told = gather(&links[0], own(), Duration::from_secs(5)).unwrap();
    assert_eq!(told, [own(), vec![1], vec![2], vec![3]]);
}

#[test]
fn what_ranks_cannot_open_is_told() {
    let mut wires = wires(2).into_iter();
    let (first, second) = (wires.next().unwrap(), wires.next().unwrap());
    let link = Arc::new(first.wire());
    let member = Member { machine: "machine".to_string(), threads: 1 };
    let ranks = Arc::new(Ranks::new(link.clone(), vec![member; 2], Duration::from_secs(20)));
    let threads = Threads::alone();
    thread::scope(|scope| {
        scope.spawn(|| serve(&second.wire(), &|_, _| Err("knows no such game".to_string())));
        let task = Task {
            units: 100,
            games: 100,
            told: &Vec::new,
            share: &|_| Vec::new(),
            play: &|_| {
                until_halted(&threads);
                Vec::new()
            },
        };
        ranks.open(&[]).play(&task, &threads, &mut |_, _| true);
        assert_eq!(lead_away(link.as_ref(), Duration::from_secs(20)), Ok(()));
    });
    assert_eq!(ranks.lost().unwrap(), "rank 1 on machine: knows no such game");
}
