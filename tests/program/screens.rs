//! What a person sees: results and progress on terminals of several sizes.

use crate::program::{Home, by_hand, evolve};
use crate::terminal::Terminal;

const SIZES: [u16; 3] = [60, 80, 120];

/// The screen at the end of a command that succeeds.
fn seen(home: &Home, words: &str, columns: u16, rows: u16) -> String {
    let (code, text) = Terminal::start(home, words, columns, rows).end();
    assert_eq!(code, Some(0), "{words}: {text}");
    text
}

/// Whether an array in Chinese Checkers stands on the screen: its widest row, in which holes without a
/// stop are dots, with at least that many characters a number.
fn has_star(text: &str, least: usize) -> bool {
    let is_number = |word: &&str| word.parse::<i64>().is_ok();
    text.lines().any(|line| {
        let words: Vec<&str> =
            line.split_whitespace().filter(|it| is_number(it) || *it == "·").collect();
        words.len() == 13 && words.iter().any(|it| is_number(it) && it.len() >= least)
    })
}

#[test]
fn a_result_ends_with_what_the_champion_is_worth() {
    for columns in SIZES {
        let home = Home::new();
        let text = seen(&home, &evolve("run", "--generations 2"), columns, 24);
        let last: Vec<&str> = text.trim_end().lines().rev().take(8).collect();
        assert!(last.iter().any(|line| line.starts_with("Beats ")), "{columns}: {text}");
        assert!(text.contains("\nwon, %"), "{columns}: {text}");
        assert!(!has_star(&text, 1), "{columns}: {text}");
        assert!(has_star(&seen(&home, "show run", columns, 60), 3), "{columns}");
    }
    let home = Home::new();
    assert!(has_star(&seen(&home, &evolve("run", "--generations 2"), 100, 60), 3));
    let text = seen(&home, "show run", 45, 60);
    assert!(has_star(&text, 1) && !has_star(&text, 2), "{text}");
    assert!(text.contains("\n0 is "), "{text}");
    let text = seen(&home, "show run", 25, 90);
    assert!(!has_star(&text, 1) && text.contains("Beats "), "{text}");
}

#[test]
fn a_moving_picture_of_a_long_game_shows_how_far_it_is() {
    let home = Home::new();
    let arena = |words: &str| home.done(&format!("arena random {words} --games 2 --seed 1"));
    arena("greedy:hand-tuned-v4 --rules standard:ply-cap=6000 --name long");
    arena("greedy:published --game connect-four --name short");
    let draw = |name: &str| format!("replay {name} --number 1 --output {name}.gif");
    let drawing = Terminal::start(&home, &draw("long"), 80, 24);
    drawing.wait_for(|text| text.contains("/1878 positions, "));
    drawing.kill();
    assert_eq!(seen(&home, &(draw("short") + " --quiet"), 80, 24).trim(), "");
}

#[test]
fn progress_says_first_how_long_it_takes() {
    let words = "--generations 100000 --measure-every 100000";
    for columns in SIZES {
        let home = Home::new();
        let running = Terminal::start(&home, &evolve("run", words), columns, 24);
        let is_whole = |line: &str| {
            line.contains(" left, generation ") && (line.contains("games/s") || columns < 80)
        };
        let text = running.wait_for(|text| text.lines().any(is_whole));
        let line = text.lines().find(|line| is_whole(line)).unwrap();
        assert!(line.chars().count() <= columns.into(), "{line}");
        running.interrupt();
        assert_eq!(running.end().0, Some(130));
    }
}

#[test]
fn a_killed_run_shows_the_champion_that_was_measured_last() {
    let home = Home::new();
    let words = evolve("run", "--generations 100000 --measure-every 2 --checkpoint-seconds 0");
    let running = Terminal::start(&home, &words, 80, 24);
    // What is on the screen may be younger than the checkpoint.
    let checkpoint = home.path("populations/run/checkpoint.json");
    let has_champion =
        || std::fs::read_to_string(&checkpoint).is_ok_and(|it| it.contains("\"champion\":{"));
    running.wait_for(|text| text.contains("champion ") && has_champion());
    running.kill();
    let listed = home.done("list --json").json();
    assert!(listed["runs"][0]["champion_fitness"].is_f64(), "{listed}");
    let text = seen(&home, "show run", 80, 60);
    assert!(text.contains("Champion of generation "), "{text}");
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(" resume run Champion of generation"), "{text}");
    assert!(!text.contains("Pictures") && has_star(&text, 3), "{text}");
    assert!(!text.contains("won, %"), "{text}");
    let exported = home.done("export run").text();
    assert!(exported.contains("\"measured\""), "{exported}");
    home.done("measure run --games 20");
    home.done("plot run");

    home.evolve("ended", "--generations 6");
    assert_eq!(home.read("results/ended/champion.json"), home.done("export ended").text());
}

#[test]
fn weights_without_a_board_have_names_everywhere() {
    let home = Home::new();
    let words = "evolve --game connect-four --population 4 --fitness-games 2 --generations 2 \
         --measure-every 1 --measure-games 8 --final-games 12 --candidates 2 --choose-games 2 \
         --seed 5 --name run";
    let text = seen(&home, words, 80, 40);
    let named = |text: &str| text.contains("\nodd-threats ") && text.contains("published");
    assert!(named(&text), "{text}");
    assert!(home.result("run", "parameters.svg").exists());
    let text = seen(&home, "show run", 80, 40);
    assert!(named(&text), "{text}");
    for word in ["fitness", "cell", "corner", "heat"] {
        assert!(!text.contains(word), "{word}: {text}");
    }
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.iter().any(|it| it.starts_with("mean score") && it.ends_with(" %")), "{text}");
    for format in ["json", "toml", "csv", "grid", "rust", "python", "c"] {
        let text = home.done(&format!("export run --format {format}")).text();
        assert!(text.contains("even-against"), "{format}: {text}");
        for word in ["cell", "corner", "hole", "row"] {
            assert!(!text.contains(word), "{format}: {word}: {text}");
        }
        home.write("weights", &text);
        let [again, straight] = ["weights", "run"]
            .map(|it| home.done(&format!("export {it} --format npy --game connect-four")).out);
        assert_eq!(again, straight, "{format}");
    }
    let changed = by_hand(&home.done("export run").text()).replace("\"loss\"", "\"lost\"");
    home.write("weights.json", changed);
    let why = home.refused(3, "measure weights.json --games 2");
    assert!(why.contains("names: are not those of the game's parameters"), "{why}");
    let printed = home.done("plot --heatmap run published").text();
    assert_eq!(printed.lines().count(), 2, "{printed}");
    home.refused(2, "plot --heatmap run --values");
}

#[test]
fn the_files_of_an_arena_are_listed_in_whole_words() {
    let home = Home::new();
    let words = "arena champion-2 random --games 2 --seed 1 --name a";
    let text = seen(&home, words, 60, 60);
    let listed = "Files in ./results/a: games.jsonl, arena.md and .toml,\n\
                  ratings, crosstable, pairs and timing .csv, ratings and\n\
                  crosstable as .svg and .png\n";
    assert!(text.contains(listed), "{text}");
}

#[test]
fn an_interrupted_arena_leaves_interim_ratings() {
    let home = Home::new();
    let words = "arena champion-2 hand-tuned-v4 random --games 100000 --seed 1 --name long";
    let running = Terminal::start(&home, words, 80, 70);
    running.wait_for(|text| text.contains(" left, ") && text.contains(" leads with "));
    running.interrupt();
    let (code, text) = running.end();
    assert_eq!(code, Some(130), "{text}");
    for word in ["Interim: ", "of 300000 games are played. To go on:", "| champion-2 ", "Elo"] {
        assert!(text.replace("greedy:", "").contains(word), "{word}: {text}");
    }
    for file in ["arena.md", "ratings.csv", "crosstable.csv", "pairs.csv"] {
        assert!(home.result("long", file).exists(), "{file}");
    }
    assert!(home.read("results/long/arena.md").starts_with("Interim: "));
}

/// All of its opponents are named in the heading alone: a row has no room for them.
#[test]
fn a_mix_is_a_short_row_of_its_own() {
    let home = Home::new();
    let words = "measure champion-2 --against hand-tuned-v1,hand-tuned-v2,hand-tuned-v3,generation-7822 --mix \
         --opening-plies 4 --games 200 --seed 1";
    let text = seen(&home, words, 80, 40);
    let row = text.lines().find(|line| line.starts_with("all of them ")).unwrap_or_default();
    assert!(row.trim_end().ends_with(" %"), "{text}");
}

#[test]
fn a_measurement_shows_an_interval_that_narrows() {
    let home = Home::new();
    let words = "measure champion-2 --games 100000000 --seed 1";
    for columns in SIZES {
        let running = Terminal::start(&home, words, columns, 24);
        let width = |text: &str| {
            let ends = text.split_once('[')?.1.split_once(']')?.0;
            let (low, high) = ends.split_once(", ")?;
            Some(high.parse::<f64>().ok()? - low.parse::<f64>().ok()?)
        };
        let text = running.wait_for(|text| text.contains(" left, won ") && width(text).is_some());
        let first = width(&text).unwrap();
        running.wait_for(|text| width(text).is_some_and(|now| now < 0.8 * first));
        running.kill();
    }
}

#[test]
fn warnings_break_between_words() {
    let words = evolve("run", "--generations 1 --population 4 --optimizer cma");
    let text = seen(&Home::new(), &words, 60, 120);
    let warning = "warning: a population of 4 is too small for 121 parameters:\nthe mean of";
    assert!(text.contains(warning), "{text}");
}
