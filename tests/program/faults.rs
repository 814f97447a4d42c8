//! Every call to the disk fails once, finds the disk full once, or is the last before a kill or a power
//! cut: what is done again afterwards ends in the same bytes.

use crate::program::{Done, Home, Packed, assert_same};
use std::fs;

/// All that runs differ in on their way to the disk.
const OPTIMIZERS: [&str; 4] = [GA, ES, CMA, SPSA];
const GA: &str = "--optimizer ga --mutation self-adaptive --memory 0.9";
const ES: &str = "--optimizer es --islands 2 --migrate-every 1";
const CMA: &str = "--optimizer cma --share-rate 0.1 --against hand-tuned-v4,hand-tuned-v1";
const SPSA: &str = "--optimizer spsa --against hand-tuned-v4,hall-of-fame --from generation-51";

/// What a power cut takes of that which wasn't synced.
const LOSSES: [&str; 5] = ["lose-all", "lose-bytes", "lose-names", "lose-half", "leave-zeros"];

const EVOLVE: &str = "evolve --name run --optimizer ga --population 4 --fitness-games 2 \
     --more-games 2 --generations 2 --measure-every 1 --measure-games 8 --final-games 12 \
     --candidates 2 --choose-games 2 --keep-every 1 --against hand-tuned-v4 --seed 5 \
     --checkpoint-seconds 0 --threads 1 --quiet";
const RESUME: &str = "resume run --generations 4 --checkpoint-seconds 0 --threads 1 --quiet";
const ARENA: &str =
    "arena hand-tuned-v4 generation-51 --games 4 --seed 3 --name run --threads 1 --quiet";
const PLOTS: [&str; 2] = ["plot run", "plot --heatmap run"];
const COMPARE: &str = "compare es: ga:--optimizer=ga --games 20 --seeds 1 --final-games 20 \
     --with --population=4 --name run --threads 1 --quiet";
const MEASURE: &str = "measure champion-2 --against hand-tuned-v4,hand-tuned-v1 --games 40 --seed 3 \
     --name run --threads 1 --quiet";
const SPRT: &str = "sprt hand-tuned-v4 generation-51 --elo1 200 --max-pairs 6 --seed 3 --name run \
     --threads 1 --quiet";
const REPORT: &str = "report run --quiet";

/// A command that writes, where it begins, and how to go on where it was stopped.
struct Subject {
    begin: Packed,
    words: String,
    go_on: fn(&Home, &str) -> String,
}

fn again(words: &str) -> Subject {
    let go_on = |_: &Home, words: &str| words.to_string();
    Subject { begin: Home::new().pack(), words: words.to_string(), go_on }
}

fn evolve(words: &str) -> Subject {
    let go_on = |home: &Home, words: &str| match home.result("run", "config.toml").exists() {
        true => "resume run --checkpoint-seconds 0 --threads 1 --quiet".to_string(),
        false => words.to_string(),
    };
    Subject { go_on, ..again(words) }
}

/// A run of one of the optimizers.
fn evolve_by(optimizer: &str) -> Subject {
    let kept = EVOLVE.replace("--optimizer ga ", "");
    let kept = match optimizer.contains("--against") {
        true => kept.replace("--against hand-tuned-v4 ", ""),
        false => kept,
    };
    evolve(&format!("{kept} {optimizer}"))
}

/// A run with a damaged checkpoint that goes on to a later end.
fn resume() -> Subject {
    let home = Home::new();
    home.done(EVOLVE);
    home.write("populations/run/checkpoint.json", "damaged");
    Subject { begin: home.pack(), ..again(RESUME) }
}

/// An arena that is done and made longer.
fn longer() -> Subject {
    let home = Home::new();
    home.done(&ARENA.replace("--games 4", "--games 2"));
    Subject { begin: home.pack(), ..again(ARENA) }
}

/// A run whose pictures are drawn anew.
fn plot(words: &str) -> Subject {
    let home = Home::new();
    home.done(EVOLVE);
    for picture in ["fitness", "win-rate", "heat-map"] {
        home.write(&format!("results/run/{picture}.svg"), "old");
        home.write(&format!("results/run/{picture}.png"), "old");
    }
    Subject { begin: home.pack(), ..again(words) }
}

/// A run that is reported.
fn report() -> Subject {
    let home = Home::new();
    home.done(EVOLVE);
    Subject { begin: home.pack(), ..again(REPORT) }
}

/// The shards of that command, which are merged.
fn merge(words: &str) -> Subject {
    let home = Home::new();
    (1..=2).for_each(|shard| drop(home.done(&format!("{words} --shard {shard}/2"))));
    Subject { begin: home.pack(), ..again("merge run --quiet") }
}

fn faulty(home: &Home, fault: &str, call: usize, words: &str) -> Done {
    let mut command = home.command(words);
    command.env("STARHOP_FAULT", format!("{fault}:{call}")).output().unwrap().into()
}

/// Meets the fault at every `step`th call from the `first`, and at another call of what goes on from
/// there.
fn check_from(first: usize, subject: &Subject, fault: &str, step: usize) {
    let straight = subject.begin.unpack();
    straight.done(&subject.words);
    let files = straight.files("run");
    let folders = |home: &Home| fs::read_dir(home.path("results")).unwrap().count();
    let code = Some(if ["fail", "full"].contains(&fault) { 1 } else { 137 });
    for call in (first..).step_by(step) {
        let home = subject.begin.unpack();
        let done = faulty(&home, fault, call, &subject.words);
        if !done.err.contains("fault at call") {
            assert_eq!(done.code, Some(0), "{}", done.err);
            assert!(call > 15, "{call} calls are too few to show anything");
            return;
        }
        assert_eq!(done.code, code, "{fault} {call}: {}", done.err);
        let second = 1 + call * 7 % 30;
        faulty(&home, fault, second, &(subject.go_on)(&home, &subject.words));
        let words = (subject.go_on)(&home, &subject.words);
        home.done(&words);
        let what = format!("{fault} at {call} and {second}, then {words}: {}", done.err);
        assert_same(&files, &home.files("run"), &what);
        assert_eq!(folders(&home), folders(&straight), "{what}");
    }
}

fn check(subject: &Subject, fault: &str, step: usize) {
    check_from(1, subject, fault, step);
}

#[test]
fn every_call_of_a_run_fails_once() {
    check(&evolve(EVOLVE), "fail", 1);
}

#[test]
fn a_run_dies_at_its_calls() {
    check(&evolve(EVOLVE), "die", 5);
}

#[test]
fn a_run_finds_the_disk_full() {
    check(&evolve(EVOLVE), "full", 5);
}

#[test]
fn calls_of_a_run_fail_whatever_optimizes() {
    for (first, optimizer) in (1..).zip(OPTIMIZERS) {
        check_from(first, &evolve_by(optimizer), "fail", 11);
    }
}

/// What a run leaves where it ends at a call in that way.
fn left_at(fault: &str, call: usize, words: &str) -> Home {
    let home = Home::new();
    assert_eq!(faulty(&home, fault, call, words).code, Some(137));
    home
}

/// The first call after which a kill leaves what is wanted.
fn first_call(words: &str, is_wanted: fn(&Home) -> bool) -> usize {
    (1..).find(|&call| is_wanted(&left_at("die", call, words))).unwrap()
}

#[test]
fn a_power_cut_takes_rows_that_were_not_synced() {
    let rows = |home: &Home| fs::read(home.result("run", "generations.csv")).unwrap_or_default();
    let lines = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
    let words = EVOLVE.replace("--checkpoint-seconds 0", "--checkpoint-seconds 1000000");
    let words = words.replace("--generations 2", "--generations 4");
    // Only the first checkpoint, of generation 0, is written, and rows are synced before it.
    let call = first_call(&words, |home| {
        let rows = fs::read_to_string(home.result("run", "generations.csv"));
        rows.is_ok_and(|rows| rows.matches('\n').count() == 4)
    });
    let [killed, all, bytes, names, half, zeros] =
        ["die", "lose-all", "lose-bytes", "lose-names", "lose-half", "leave-zeros"]
            .map(|fault| rows(&left_at(fault, call, &words)));
    let synced = all.len();
    assert_eq!([&killed, &all, &names].map(|it| lines(it)), [4, 2, 4]);
    assert!(killed.starts_with(&all) && killed == names && all == bytes);
    assert!(killed.starts_with(&half) && synced < half.len() && half.len() < killed.len());
    assert!(zeros.starts_with(&all) && zeros.len() == killed.len());
    assert!(zeros[synced..].iter().all(|&byte| byte == 0));
}

#[test]
fn a_power_cut_takes_names_that_were_not_synced() {
    let is_there = |home: &Home| home.result("run", "config.toml").exists();
    let call = first_call(EVOLVE, |home| home.result("run", "config.toml").exists());
    // The call that syncs the folder's name, and the one after it.
    for (fault, kept) in [("lose-all", [false, true]), ("lose-names", [false, true])] {
        assert_eq!([call, call + 1].map(|it| is_there(&left_at(fault, it, EVOLVE))), kept);
    }
    assert!(is_there(&left_at("lose-bytes", call, EVOLVE)));
}

#[test]
fn a_run_goes_on_after_a_power_cut() {
    for (first, (loss, optimizer)) in (1..).zip(LOSSES.iter().zip(OPTIMIZERS.iter().cycle())) {
        check_from(first, &evolve_by(optimizer), loss, 13);
    }
}

#[test]
fn every_call_of_a_report_fails_once() {
    check(&report(), "fail", 1);
}

#[test]
fn every_call_of_a_run_that_goes_on_fails_once() {
    check(&resume(), "fail", 1);
}

#[test]
fn a_run_that_goes_on_dies_at_its_calls() {
    check(&resume(), "die", 5);
}

#[test]
fn a_run_that_goes_on_survives_power_cuts() {
    for (first, loss) in (1..).zip(LOSSES) {
        check_from(first, &resume(), loss, 13);
    }
}

#[test]
fn every_call_of_an_arena_fails_once() {
    for fault in ["fail", "die", "full"] {
        check(&again(ARENA), fault, 1);
    }
}

#[test]
fn an_arena_goes_on_after_a_power_cut() {
    for (first, loss) in (1..).zip(LOSSES) {
        check_from(first, &again(ARENA), loss, 5);
    }
}

#[test]
fn every_call_of_an_arena_that_is_made_longer_fails_once() {
    for fault in ["fail", "die", "full"] {
        check(&longer(), fault, 1);
    }
}

#[test]
fn every_call_of_a_test_fails_once() {
    for fault in ["fail", "die", "full"] {
        check(&again(SPRT), fault, 1);
    }
}

#[test]
fn an_arena_that_is_made_longer_goes_on_after_a_power_cut() {
    for (first, loss) in (1..).zip(LOSSES) {
        check_from(first, &longer(), loss, 5);
    }
}

/// Its document is of the shorter arena for a while, as its tables are; nobody may take that for damage.
#[test]
fn an_arena_that_is_made_longer_is_sound_at_every_moment() {
    let subject = longer();
    let mut lengths = std::collections::BTreeSet::new();
    for call in 1.. {
        let home = subject.begin.unpack();
        if faulty(&home, "die", call, &subject.words).code == Some(0) {
            break;
        }
        let told = home.done("show run --json").json();
        lengths.insert((told["games_played"].as_u64(), told["games_scheduled"].as_u64()));
        let verified = home.run("verify run");
        let is_cut = verified.err.contains("is cut short");
        assert!(is_cut || verified.code == Some(0), "{call}: {}", verified.err);
    }
    let lengths: Vec<_> = lengths.into_iter().collect();
    assert_eq!(lengths, [(2, 2), (2, 4), (3, 4), (4, 4)].map(|(one, all)| (Some(one), Some(all))));
}

#[test]
fn a_test_goes_on_after_a_power_cut() {
    for (first, loss) in (1..).zip(LOSSES) {
        check_from(first, &again(SPRT), loss, 5);
    }
}

#[test]
fn every_call_of_a_measurement_fails_once() {
    for fault in ["fail", "die", "full"] {
        check(&again(MEASURE), fault, 1);
    }
}

#[test]
fn a_measurement_goes_on_after_a_power_cut() {
    for (first, loss) in (1..).zip(LOSSES) {
        check_from(first, &again(MEASURE), loss, 5);
    }
}

#[test]
fn every_call_of_a_comparison_fails_once() {
    check(&again(COMPARE), "fail", 1);
    check(&again(COMPARE), "die", 3);
}

#[test]
fn a_comparison_goes_on_after_a_power_cut() {
    for (first, loss) in (1..).zip(LOSSES) {
        check_from(first, &again(COMPARE), loss, 9);
    }
}

#[test]
fn every_call_of_a_merge_fails_once() {
    for (words, step) in [(ARENA, 1), (COMPARE, 4), (MEASURE, 1)] {
        check(&merge(words), "fail", step);
        check(&merge(words), "die", 3);
    }
}

#[test]
fn a_merge_is_done_again_after_a_power_cut() {
    for (first, loss) in (1..).zip(LOSSES) {
        check_from(first, &merge(ARENA), loss, 7);
        check_from(first, &merge(MEASURE), loss, 7);
    }
}

#[test]
fn every_call_of_pictures_fails_once() {
    for words in PLOTS {
        check(&plot(words), "fail", 1);
    }
}

/// What only reads changes nothing, whichever call fails.
#[test]
fn every_call_of_a_check_fails_once() {
    for words in [EVOLVE, ARENA, COMPARE, MEASURE] {
        let home = Home::new();
        home.done(words);
        let before = home.snapshot();
        let failed = (1..).take_while(|&call| {
            let done = faulty(&home, "fail", call, "verify run --quiet");
            assert_eq!(home.changes(&before), [""; 0], "{words}: {call}");
            let is_met = done.err.contains("fault at call");
            assert_eq!(done.code, Some(i32::from(is_met)), "{words}: {call}: {}", done.err);
            is_met
        });
        assert!(failed.count() > 2, "{words}: too few calls to show anything");
    }
}

#[test]
#[ignore = "takes an hour: cargo test --test program every_call_of_all -- --ignored"]
fn every_call_of_all_that_writes_meets_each_fault() {
    let mut subjects: Vec<Subject> = OPTIMIZERS.into_iter().map(evolve_by).collect();
    subjects.extend([
        resume(),
        again(ARENA),
        longer(),
        again(COMPARE),
        merge(ARENA),
        merge(COMPARE),
    ]);
    subjects.extend([again(MEASURE), merge(MEASURE)]);
    for subject in &subjects {
        for fault in ["fail", "full", "die"].into_iter().chain(LOSSES) {
            check(subject, fault, 1);
        }
    }
}

/// What is exported is the earlier file or the new one, and nothing lies beside it.
#[test]
fn every_call_of_an_export_fails_once() {
    let new = Home::new().done("export generation-51").text();
    for fault in ["fail", "full", "die"] {
        let words = "export generation-51 -o out.json";
        for call in 1.. {
            let home = Home::new();
            home.write("out.json", "old");
            let done = faulty(&home, fault, call, words);
            let found = home.read("out.json");
            assert!(found == "old" || found == new, "{fault} {call}: {found}");
            if done.code == Some(0) {
                assert!(call > 2 && found == new, "{call}");
                break;
            }
            if fault != "die" {
                assert_eq!(fs::read_dir(home.path("")).unwrap().count(), 1, "{fault} {call}");
            }
            home.done(words);
            assert_eq!(home.read("out.json"), new, "{fault} {call}");
        }
    }
}
