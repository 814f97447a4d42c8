//! A sequential test of two arrays: its verdicts, what they depend on, and what it refuses.

mod kept;

use crate::program::{Home, count, figure};
use serde_json::Value;

const STRONGER: &str = "sprt generation-7822 hand-tuned-v3 --seed 3";

#[test]
fn the_same_seed_gives_the_same_test_on_any_number_of_threads() {
    let home = Home::new();
    // One that decides within the first pairs that are played at once, and one long after.
    for words in [STRONGER, "sprt hand-tuned-v4 generation-2427 --elo0 -20 --elo1 -10 --seed 2"] {
        let one = home.done(&format!("{words} --json --threads 1"));
        for threads in [2, 3] {
            let other = home.done(&format!("{words} --json --threads {threads}"));
            assert_eq!(one.out, other.out, "{threads} threads");
        }
        assert_eq!(home.done(&format!("{words} --json")).out, one.out);
    }
    let drawn = home.done("sprt generation-51 hand-tuned-v2 --elo1 60 --json");
    let seed = count(&drawn.json(), "seed");
    let words = format!("sprt generation-51 hand-tuned-v2 --elo1 60 --json --seed {seed}");
    assert_eq!(home.done(&words).out, drawn.out);
}

#[test]
fn the_stronger_array_is_found_from_either_side() {
    let home = Home::new();
    let report = home.done(&format!("{STRONGER} --json")).json();
    assert_eq!(report["verdict"], "h1");
    assert!(figure(&report, "llr") >= figure(&report, "llr_upper"));
    assert!(figure(&report, "nelo_low") > 10.0 && figure(&report, "elo_low") > 10.0);
    let swapped = home.done("sprt hand-tuned-v3 generation-7822 --seed 3 --json").json();
    assert_eq!(swapped["verdict"], "h0");
    assert!(figure(&swapped, "llr") <= figure(&swapped, "llr_lower"));
    assert!(figure(&swapped, "nelo_high") < 0.0);

    let text = home.done(STRONGER).text();
    let pairs = count(&report, "pairs");
    for line in [
        format!("generation-7822 is stronger than hand-tuned-v3: H1 accepted after {pairs} pairs."),
        "measure generation-7822 --against hand-tuned-v3 --players 2".to_string(),
        "biased".to_string(),
    ] {
        assert!(text.contains(&line), "{line}: {text}");
    }
    assert!(!text.contains("the other way round"), "{text}");
    let lost = "sprt hand-tuned-v3 generation-7822 --seed 3 --rules report";
    let text = home.done(&format!("{lost} --alpha 0.01")).text();
    let reversed = "To test the other way round, on fresh games:\n  ";
    let (_, next) = text.split_once(reversed).expect("the second is stronger");
    let words = next.lines().next().and_then(|it| it.split_once("sprt ")).unwrap().1;
    assert_eq!(words, "generation-7822 hand-tuned-v3 --alpha 0.01 --rules report");
    let text = home.done(&format!("sprt {words} --seed 3")).text();
    assert!(text.contains("generation-7822 is stronger than hand-tuned-v3"), "{text}");
    // Where the first wins no game, its score has no spread and so no interval.
    let text = home.done("sprt hand-tuned-v1 champion-2 --elo1 100 --seed 1").text();
    assert!(text.contains("1: 0, 1½: 0, 2: 0") && text.contains("\nnElo –"), "{text}");
    assert!(text.contains("\nElo isn't told, since all pairs came out alike.\n"), "{text}");
    assert!(text.contains("\nLLR −") && text.contains(", H0 (nElo 0) at −2.94,"), "{text}");
    assert!(text.contains(reversed), "{text}");
}

/// Arrays are tested by greedy play, whatever their run looks ahead.
#[test]
fn fresh_games_are_those_that_were_tested() {
    let home = Home::new();
    home.evolve("ahead", "--search alphabeta(depth=2) --generations 2");
    let next = |words: &str| {
        let text = home.done(words).text();
        let line = text.lines().find_map(|it| it.trim().split_once("starhop "));
        line.unwrap_or_else(|| panic!("{text}")).1.to_string()
    };
    let words = next("sprt ahead champion-2 --elo1 100 --seed 1");
    assert!(words.starts_with("measure ahead --against champion-2"), "{words}");
    let text = home.done(&format!("{words} --games 20 --seed 1")).text();
    assert!(!text.contains("alphabeta"), "{text}");
    // An evaluation without an array isn't for `measure`.
    let words = next("sprt euclidean champion-2 --elo1 100 --seed 1");
    assert!(words.starts_with("arena euclidean champion-2"), "{words}");
    home.done(&format!("{words} --games 2 --seed 1"));
}

#[test]
fn many_unfinished_games_are_spoken_of() {
    let home = Home::new();
    let told = "of the games; each of them counts as half won.";
    let text = home.done("sprt generation-7822 hand-tuned-v3 --elo1 60 --seed 1").text();
    assert!(!text.contains(told), "{text}");
    let text = home.done("sprt generation-51 generation-51 --elo1 60 --seed 1").text();
    let all = text.lines().find(|it| it.starts_with("all ")).unwrap();
    let [_, games, _, _, _, unfinished] = all.split_whitespace().collect::<Vec<_>>()[..] else {
        panic!("{all}")
    };
    assert_eq!(games, unfinished);
    assert!(text.contains(&format!("Nobody won 100.00 % {told}")), "{text}");
}

/// Too few games, or games that came again, are no pairs that all came out alike.
#[test]
fn the_reason_why_elo_is_not_told_is_the_true_one() {
    let home = Home::new();
    let text = home.done("sprt champion-2 champion-long --max-pairs 40 --seed 1").text();
    assert!(text.contains("0: 13, ½: 1, 1: 21, 1½: 0, 2: 5"), "{text}");
    assert!(text.contains("\nElo isn't told until 100 games differ, and 80 do.\n"), "{text}");
    let text = home.done("sprt champion-2 champion-long --max-pairs 60 --seed 1").text();
    assert!(!text.contains("Elo isn't told"), "{text}");
    let repeated =
        "sprt alphabeta(depth=4):published alphabeta(depth=5):published --game connect-four";
    let text = home.done(&format!("{repeated} --opening-plies 1 --seed 1")).text();
    assert!(text.contains("of the games of 83 pairs only 14 differ"), "{text}");
    assert!(text.contains("\nElo isn't told until 100 games differ, and 14 do.\n"), "{text}");
}

#[test]
fn an_array_is_not_stronger_than_itself() {
    let home = Home::new();
    for seed in [1, 2, 3] {
        let words = format!("sprt generation-51 generation-51 --elo1 30 --seed {seed} --json");
        let report = home.done(&words).json();
        assert_eq!(report["verdict"], "h0", "seed {seed}");
    }
}

#[test]
fn figures_add_up_and_a_shorter_test_is_the_beginning_of_a_longer_one() {
    let home = Home::new();
    let whole = home.done(&format!("{STRONGER} --json")).json();
    let pairs = count(&whole, "pairs");
    let counts = |report: &Value| -> Vec<u64> {
        let counts = report["pentanomial"].as_array().unwrap().iter();
        counts.map(|count| count.as_u64().unwrap()).collect()
    };
    assert_eq!(counts(&whole).iter().sum::<u64>(), pairs);
    assert_eq!(count(&whole, "games"), 2 * pairs);
    let points: u64 = counts(&whole).iter().zip(0..).map(|(count, half)| count * half).sum();
    assert_eq!(points, 2 * count(&whole, "wins") + count(&whole, "unfinished"));
    let seats = whole["by_seat"].as_array().unwrap();
    for key in ["games", "wins", "losses", "unfinished"] {
        assert_eq!(seats.iter().map(|seat| count(seat, key)).sum::<u64>(), count(&whole, key));
    }
    assert!(seats.iter().all(|seat| count(seat, "games") == pairs));

    let shorter = home.done(&format!("{STRONGER} --json --max-pairs {}", pairs - 1)).json();
    assert_eq!((&shorter["verdict"], count(&shorter, "pairs")), (&"none".into(), pairs - 1));
    let added = counts(&whole).into_iter().zip(counts(&shorter)).map(|(all, part)| all - part);
    assert_eq!(added.sum::<u64>(), 1);
    assert!(figure(&shorter, "llr") < figure(&shorter, "llr_upper"));
    let mut exactly = home.done(&format!("{STRONGER} --json --max-pairs {pairs}")).json();
    exactly["max_pairs"] = whole["max_pairs"].clone();
    assert_eq!(exactly, whole);

    let text = home.done(&format!("{STRONGER} --max-pairs 20 --opening-plies 2")).text();
    assert!(text.contains("No verdict after 20 pairs."), "{text}");
    let next = "sprt generation-7822 hand-tuned-v3 --max-pairs 40 --seed 3 --opening-plies 2\n";
    assert!(text.contains(next), "{text}");
}

#[test]
fn files_and_runs_are_tested_too() {
    let home = Home::new();
    home.evolve("run", "--generations 2");
    home.done("export generation-7822 --format csv -o file.csv");
    let words = "sprt file.csv hand-tuned-v3 --seed 3 --json";
    let mut report = home.done(words).json();
    report["a"] = "generation-7822".into();
    assert_eq!(report, home.done(&format!("{STRONGER} --json")).json());
    home.done("sprt run run --max-pairs 3");
    assert_eq!(
        home.done("sprt run generation-7822 --elo1 200 --seed 1 --json").json()["verdict"],
        "h0"
    );
}

#[test]
fn a_test_without_decided_games_has_no_estimates() {
    let home = Home::new();
    let words = "sprt generation-51 hand-tuned-v2 --rules standard:ply-cap=4 --opening-plies 1 --max-pairs 9";
    let report = home.done(&format!("{words} --json")).json();
    assert_eq!(report["pentanomial"], serde_json::json!([0, 0, 9, 0, 0]));
    for key in ["elo", "elo_low", "nelo", "nelo_high", "first_move_win_rate"] {
        assert!(report[key].is_null(), "{key}");
    }
    assert!(home.done(words).text().contains("Elo  –\nnElo –\n"));
}

#[test]
fn nonsense_is_refused_by_flag() {
    let home = Home::new();
    for (words, word) in [
        ("--elo0 10", "elo0 must be below elo1"),
        ("--elo0 5 --elo1 -5", "elo0 must be below elo1"),
        ("--elo0=-201", "elo0"),
        ("--elo1 201", "elo1"),
        ("--elo1 nan", "elo1"),
        ("--elo1 inf", "elo1"),
        ("--elo0 many", "elo0"),
        ("--alpha 0", "alpha"),
        ("--alpha -0.1", "alpha"),
        ("--alpha 0.5", "alpha"),
        ("--alpha nan", "alpha"),
        ("--beta 1e400", "beta"),
        ("--beta 0", "beta"),
        ("--beta 1", "beta"),
        ("--max-pairs 0", "max-pairs"),
        ("--max-pairs -1", "'-1'"),
        ("--max-pairs 1000000001", "max-pairs"),
        ("--opening-plies 9", "opening-plies"),
        ("--threads 0", "threads"),
        ("--seed 9007199254740992", "seed"),
        ("--rules house", "standard"),
        ("--rules standard:corners=open", "no weights"),
        ("--game chess", "starhop games"),
    ] {
        let why = home.refused(2, &format!("sprt hand-tuned-v3 hand-tuned-v4 {words}"));
        assert!(why.contains(word), "{words}: {why}");
    }
    for (words, word) in
        [("nobody hand-tuned-v3", "'nobody'"), ("hand-tuned-v3 nobody", "'nobody'")]
    {
        assert!(home.refused(2, &format!("sprt {words}")).contains(word));
    }
    home.refused(2, "sprt hand-tuned-v3");
    home.write("damaged.json", "{");
    home.refused(3, "sprt hand-tuned-v3 damaged.json");
}

#[test]
fn bots_are_tested_alike_on_any_number_of_threads() {
    let home = Home::new();
    let bots = "sprt alphabeta(depth=2):hand-tuned-v4 greedy:hand-tuned-v4 --elo1 60 --seed 1";
    let one = home.done(&format!("{bots} --json --threads 1"));
    assert_eq!(one.json()["verdict"], "h1");
    assert_eq!(home.done(&format!("{bots} --json --threads 3")).out, one.out);
    let text = home.done(bots).text();
    let again = "arena 'alphabeta(depth=2):hand-tuned-v4' greedy:hand-tuned-v4";
    assert!(text.contains(again), "{text}");
    let other = "sprt alphabeta(depth=2):published random --game connect-four --elo1 60 --seed 1";
    assert_eq!(home.done(&format!("{other} --json")).json()["verdict"], "h1");
}
