//! How often bots keep what positions are worth: figures, threads, and what is refused.

use crate::program::{Home, count, figure};

const BOTS: &str = "accuracy alphabeta(depth=3):published greedy:published random \
     --plies 20-30 --positions 60 --seed 1";

#[test]
fn the_same_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let home = Home::new();
    // With so small a budget some positions stay unsolved.
    for words in [format!("{BOTS} --nodes 3000 --json"), BOTS.to_string()] {
        let one = home.done(&format!("{words} --threads 1"));
        for threads in [2, 3] {
            let other = home.done(&format!("{words} --threads {threads}"));
            assert_eq!(one.text(), other.text(), "{threads} threads");
        }
        assert_eq!(one.err, "");
    }
    let report = home.done(&format!("{BOTS} --nodes 3000 --json")).json();
    assert!(count(&report, "unsolved") > 0 && count(&report, "positions") == 60, "{report}");
}

#[test]
fn figures_add_up_and_who_looks_ahead_keeps_more() {
    let home = Home::new();
    let report = home.done(&format!("{BOTS} --json")).json();
    let positions: u64 = ["won", "drawn", "lost"].iter().map(|key| count(&report, key)).sum();
    assert_eq!((positions, count(&report, "positions")), (60, 60));
    let critical = count(&report, "critical");
    assert!(critical > 10 && critical < 60, "{report}");
    let bots = report["bots"].as_array().unwrap();
    for bot in bots {
        let kept = count(bot, "kept");
        assert_eq!(kept - count(bot, "critical_kept"), 60 - critical, "{bot}");
        assert_eq!(figure(bot, "share"), kept as f64 / 60.0);
        assert!(figure(bot, "low") < figure(bot, "share") && figure(bot, "critical_low") > 0.0);
    }
    assert!(bots[0]["only_this"].is_null() && bots[0]["difference"].is_null());
    for bot in &bots[1..] {
        let alone = [count(bot, "only_this") as f64, count(bot, "only_first") as f64];
        assert_eq!(figure(bot, "difference"), (alone[0] - alone[1]) / 60.0, "{bot}");
        assert!(figure(bot, "difference_low") < figure(bot, "difference"));
    }
    assert!(figure(&bots[2], "difference_high") < 0.0, "{report}");

    let text = home.done(BOTS).text();
    for words in ["60 random positions of connect-four after 20 to 30 plies", "| random "] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn a_row_is_the_same_whoever_else_is_asked() {
    let home = Home::new();
    let terms = "--plies 24 --positions 40 --seed 5 --json";
    let both = home.done(&format!("accuracy greedy:published random {terms}")).json();
    let alone = home.done(&format!("accuracy random {terms}")).json();
    assert_eq!(both["bots"][1]["kept"], alone["bots"][0]["kept"]);
    assert_eq!(both["critical"], alone["critical"]);
    let twice = home.done(&format!("accuracy random random {terms}")).json();
    assert_eq!(count(&twice["bots"][1], "only_this"), 0);
}

#[test]
fn nonsense_is_refused() {
    let home = Home::new();
    for (words, word) in [
        ("", "BOT"),
        ("nobody", "'nobody'"),
        ("alphabeta", "goes by what"),
        ("random --positions 0", "positions"),
        ("random --plies 30-12", "plies"),
        ("random --plies many", "plies"),
        ("random --plies 1001", "plies"),
        ("random --plies 42 --positions 1", "hardly a game goes on after 42"),
        ("random --plies 0 --positions 2 --nodes 1", "different positions"),
        ("random --plies 2 --positions 40 --nodes 5", "can't be solved"),
        ("random --nodes 0", "nodes"),
        ("random --threads 0", "threads"),
        ("random --players 3", "3 players"),
        ("random --game chinese-checkers --players 3", "3 players"),
        (
            "random --game chinese-checkers --positions 50 --nodes 20",
            "5 of the first 5 positions can't be solved by looking at 20 others each; ",
        ),
        ("random --game chess", "starhop games"),
        ("random --rules house", "standard"),
        ("iddfs:published", "pass"),
    ] {
        let why = home.refused(2, &format!("accuracy {words}"));
        assert!(why.contains(word), "{words}: {why}");
    }
    home.write("damaged.json", "{");
    home.refused(3, "accuracy greedy:damaged.json");
}
