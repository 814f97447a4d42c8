//! A soak: tiny runs, arenas, comparisons and measurements meet kills, faults of the disk, full disks, clocks
//! that jump and other processes, and end with the bytes of those that nothing disturbed.

mod chance;
mod counts;
mod subject;
mod trouble;

use crate::program::{Home, assert_same};
use chance::Chance;
use counts::Counts;
use starhop::rng::Seed;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use subject::Subject;
use trouble::Troubled;

/// The number in a variable of the environment, if it is set.
fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is not a number: {text}")))
}

/// Draws something to do, disturbs it some times, and compares what it leaves in the end.
fn round(mut chance: Chance, counts: &mut Counts) {
    let subject = Subject::draw(&mut chance);
    let straight = Home::new();
    let began = Instant::now();
    subject.do_straight(&straight);
    let whole = began.elapsed();

    let mut troubled = Troubled::new(&subject, whole, &mut chance, counts);
    let disturbed = catch_unwind(AssertUnwindSafe(|| {
        troubled.disturb();
        let home = troubled.end();
        let files = home.files("run");
        assert_same(&straight.files("run"), &files, "the end");
        assert_eq!(fs::read_dir(home.path("results")).unwrap().count(), 1, "beside the results");
        files.len()
    }));
    let story = troubled.story();
    match disturbed {
        Ok(files) => {
            counts.one("comparisons");
            counts.add("files compared", files as u64);
        }
        Err(_) => {
            counts.one(counts::DIFFERENCES);
            println!("the round that differs:\n{story}");
        }
    }
}

/// Plays rounds until it is time. The first has that seed and each further one the next, so that a
/// soak that is given a later seed begins with its round.
fn soak(seed: u64, is_over: impl Fn(u64) -> bool) -> Counts {
    let mut counts = Counts::default();
    for number in (0..).take_while(|&done| !is_over(done)) {
        counts.one("rounds");
        let differed = counts.of(counts::DIFFERENCES);
        round(Chance::of(seed + number), &mut counts);
        if counts.of(counts::DIFFERENCES) > differed {
            println!("STARHOP_SOAK_SEED={} begins with it", seed + number);
        }
    }
    counts
}

#[test]
#[ignore = "kills at moments of the clock: cargo test --test program a_few_rounds -- --ignored"]
fn a_few_rounds_of_the_soak() {
    let counts = soak(1, |done| done == 4);
    assert_eq!(counts.of(counts::DIFFERENCES), 0, "{counts}");
    assert_eq!(counts.of("comparisons"), 4, "{counts}");
}

#[test]
#[ignore = "takes an hour, or STARHOP_SOAK_MINUTES: cargo test --test program soak_for_an_hour -- --ignored --nocapture"]
fn soak_for_an_hour() {
    let minutes = number("STARHOP_SOAK_MINUTES").unwrap_or(60);
    let seed = number("STARHOP_SOAK_SEED").unwrap_or_else(|| Seed::draw().unwrap().number());
    println!("STARHOP_SOAK_SEED={seed} for {minutes} minutes");
    let began = Instant::now();
    let counts = soak(seed, |_| began.elapsed() >= Duration::from_secs(60 * minutes));
    println!("{counts}");
    assert_eq!(counts.of(counts::DIFFERENCES), 0);
}
