//! Figures of few different games are told as what they are, whichever command they come from.

use crate::program::{Home, count};
use serde_json::Value;

const SEARCH: &str = "alphabeta(depth=2)";

/// A number of a table's last row.
fn column(home: &Home, file: &str, name: &str) -> u64 {
    let text = home.read(file);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let column = reader.headers().unwrap().iter().position(|it| it == name).unwrap();
    reader.records().last().unwrap().unwrap()[column].parse().unwrap()
}

/// No interval, and each different game once.
fn assert_few(measured: &Value, games: u64) {
    assert_eq!((count(measured, "games"), count(measured, "different_games")), (games, games));
    for key in ["win_rate_low", "win_rate_high", "fitness_error"] {
        assert!(measured[key].is_null(), "{key}: {measured}");
    }
}

#[test]
fn a_search_without_chance_plays_one_game_a_seat_from_the_start() {
    let home = Home::new();
    let words = format!(
        "measure champion-search --search {SEARCH} --games 1000000 --opening-plies 0 --seed 1"
    );
    let report = home.done(&format!("{words} --json")).json();
    assert_few(&report["all"], 2);
    report["by_seat"].as_array().unwrap().iter().for_each(|seat| assert_few(seat, 1));
    let text = home.done(&words).text();
    assert!(text.contains("2 different games, ") && !text.contains('['), "{text}");
    assert!(text.contains("from the start of the game"), "{text}");
    let left_out = "\nFewer games count than were asked for: the other openings had come before,";
    assert!(!text.contains(left_out), "{text}");
    let words = format!("measure champion-search --search {SEARCH} --games 120 --seed 1");
    let text = home.done(&words).text();
    assert!(text.contains(left_out), "{text}");
    let report = home.done(&format!("{words} --json")).json();
    assert_eq!(count(&report, "opening_plies"), 4);
    let (games, different) =
        (count(&report["all"], "games"), count(&report["all"], "different_games"));
    // Of 60 rounds six begin at the start of the game, with the same two games each.
    assert_eq!((games, different), (110, 110));
    assert!(report["all"]["win_rate_low"].as_f64() < report["all"]["win_rate"].as_f64());
}

#[test]
fn few_games_that_chance_repeats_are_told_apart_by_their_moves() {
    let home = Home::new();
    let words = "measure champion-2 --against generation-7822 --games 1000 --seed 1";
    let report = home.done(&format!("{words} --opening-plies 0 --json")).json();
    let games = count(&report["all"], "games");
    assert!((2..100).contains(&games), "{games}");
    assert_few(&report["all"], games);
    let report = home.done(&format!("{words} --json")).json();
    assert!(count(&report["all"], "different_games") > 800, "{report}");
}

#[test]
fn a_champion_is_measured_from_random_openings_however_it_was_selected() {
    let home = Home::new();
    let words = format!(
        "evolve --game connect-four --preset connect-four-report --search {SEARCH} --population 8 \
         --fitness-games 4 --more-games 4 --generations 2 --measure-every 1 --measure-games 200 \
         --final-games 240 --candidates 1 --choose-games 2 --seed 1 --json"
    );
    let report = home.done(&format!("{words} --name run")).json();
    assert!(count(&report["measured"], "different_games") > 200, "{report}");
    assert_eq!(count(&report["measured"], "opening_plies"), 4);
    let told = home.done("resume run").text();
    assert!(told.contains("\nFewer games count than were asked for: "), "{told}");
    assert!(home.read("results/run/config.toml").contains("\nmeasure-opening-plies = 4\n"));
    assert!(column(&home, "results/run/generations.csv", "measured_different") > 150);

    let report = home.done(&format!("{words} --name start --measure-opening-plies 0")).json();
    assert_few(&report["measured"], 2);
    let shown = home.done("show start").text();
    assert!(shown.contains("of 2 fresh games, 2 of them different"), "{shown}");
    assert!(!home.done("list").text().contains("100.00 %"));
    // What was evolved from random openings is measured from as many.
    home.done(&format!("{words} --name two --conditions own --opening-plies 2"));
    assert!(home.read("results/two/config.toml").contains("\nmeasure-opening-plies = 2\n"));
}

#[test]
fn a_test_of_repeated_games_has_no_verdict() {
    let home = Home::new();
    let words =
        format!("sprt {SEARCH}:champion-2 {SEARCH}:hand-tuned-v4 --opening-plies 0 --seed 1");
    let report = home.done(&format!("{words} --json")).json();
    assert_eq!((&report["verdict"], count(&report, "different_games")), (&"none".into(), 2));
    for key in ["elo", "elo_low", "nelo", "nelo_high"] {
        assert!(report[key].is_null(), "{key}: {report}");
    }
    let text = home.done(&words).text();
    assert!(text.contains("No verdict") && text.contains("--opening-plies 4"), "{text}");
}

/// Two random plies give a search without chance a few hundred different games.
#[test]
fn a_test_counts_games_that_came_again_once() {
    let home = Home::new();
    let words = "sprt alphabeta(depth=1):champion-2 alphabeta(depth=1):champion-3 --opening-plies 2 --seed 1 --elo1 3 --json";
    let report = home.done(words).json();
    let (games, different) = (count(&report, "games"), count(&report, "different_games"));
    assert!((100..games / 2).contains(&different), "{report}");
    assert_eq!(report["verdict"], "none");
}

#[test]
fn an_arena_of_repeated_games_has_no_intervals() {
    let home = Home::new();
    let bots = format!("{SEARCH}:champion-2 {SEARCH}:hand-tuned-v4");
    let words = format!("arena {bots} --games 1000 --opening-plies 0 --seed 1 --name few");
    let report = home.done(&format!("{words} --json")).json();
    assert_eq!(count(&report, "different_games"), 2);
    for rating in report["ratings"].as_array().unwrap() {
        assert_eq!(count(rating, "different_games"), 2);
        for key in ["elo_low", "elo_high", "superiority"] {
            assert!(rating[key].is_null(), "{key}: {rating}");
        }
    }
    let text = home.read("results/few/arena.md");
    assert!(text.contains("1,000 games of chinese-checkers, 2 of them different"), "{text}");
    assert!(text.contains("Where fewer than 100 games of a bot differ"), "{text}");
    home.done("verify few");
}

#[test]
fn a_comparison_counts_different_games() {
    let home = Home::new();
    let with = "--population=4 --fitness-games=2 --more-games=2 --candidates=1 --choose-games=2 \
                --search=alphabeta(depth=1)";
    for (plies, games) in [("0", 2), ("4", 110)] {
        let with = format!("{with} --measure-opening-plies={plies}");
        let mut command = home.command("compare es: --games 10 --seeds 1 --final-games 120");
        command.args(["--with", &with, "--name", plies]);
        let done = command.output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let file = format!("results/{plies}/compare.csv");
        assert_eq!(column(&home, &file, "measured_different"), games);
    }
}

#[test]
fn a_file_says_on_what_terms_it_was_measured_and_can_be_measured_on_them_again() {
    let home = Home::new();
    let made = home.done("export generation-51 --format json --output weights.json");
    assert_eq!(made.code, Some(0));
    let refused = home.refused(2, "measure weights.json --own-terms --games 10");
    assert!(refused.contains("does not say how it was measured"), "{refused}");
    let against = "hand-tuned-v1=2,hand-tuned-v2";
    let words = format!(
        "measure weights.json --against {against} --mix --opening-plies 2 --seats first --games 400 \
         --seed 3 --json"
    );
    let saved = home.done(&format!("{words} --save")).json();
    let own = home.done("measure weights.json --own-terms --games 400 --seed 3 --json").json();
    assert_eq!(saved["all"], own["all"]);
    let file: Value = serde_json::from_str(&home.read("weights.json")).unwrap();
    let mut printed = own["all"].clone();
    printed.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    assert_eq!(file["measured"], printed, "a file leaves out what is null");
    assert_eq!(file["measured"]["against"], against);
    home.refused(2, "measure generation-51 --save --games 10");
    home.refused(2, "measure weights.json --save --games 10 --against hand-tuned-v1,hand-tuned-v2");
    home.refused(2, "measure weights.json --own-terms --opening-plies 3");
    home.refused(2, "measure weights.json --mix");
}

/// Of a run, its scoring is among its terms.
#[test]
fn a_run_is_measured_again_by_its_own_scoring() {
    let home = Home::new();
    home.evolve("points", "--generations 2 --win-points 1000");
    home.evolve("wins", "--generations 2 --scoring wins");
    for (words, told) in [
        ("points --own-terms", "scoring = \"plies\"\nwin_points = 1000"),
        ("wins --own-terms", "scoring = \"wins\""),
        ("points", "scoring = \"plies\"\nwin_points = 500"),
    ] {
        home.done(&format!("measure {words} --games 40 --seed 1 --name kept"));
        let settings = home.read("results/kept/measurement.toml");
        assert!(settings.replace('-', "_").contains(told), "{words}: {settings}");
        std::fs::remove_dir_all(home.path("results/kept")).unwrap();
    }
}

/// A champion that few different games measured has no interval; its place in the pictures it has.
#[test]
fn a_measurement_of_few_games_is_drawn() {
    let home = Home::new();
    home.evolve("run", "--generations 3 --measure-every 1 --measure-games 20");
    let rows = home.rows("run");
    assert!(rows.iter().all(|row| row["measured_win_rate_low"].is_empty()), "{rows:?}");
    let dots = |picture: &str| {
        let svg = std::fs::read_to_string(home.result("run", picture)).unwrap();
        svg.matches("<circle").count()
    };
    assert_eq!(dots("win-rate.svg"), dots("fitness.svg"));
    assert!(dots("win-rate.svg") >= rows.len());
}

/// A run without a measurement in its last generation has its champion there in the pictures, as it was measured at the end.
#[test]
fn the_final_measurement_is_drawn() {
    let home = Home::new();
    let dots = |picture: &str| home.read(picture).matches("<circle").count();
    let pictures = ["results/run/win-rate.svg", "results/run/fitness.svg"];
    home.evolve("run", "--generations 3");
    assert!(home.rows("run").iter().all(|row| row["champion_hash"].is_empty()));
    let drawn = pictures.map(dots);
    assert!(drawn.iter().all(|&dots| dots > 0), "{drawn:?}");
    let page = || home.done("report run --output -").text();
    assert!(page().contains("fitness of champion, best and mean"));
    // Folders of results say so, too, without the checkpoint.
    std::fs::remove_dir_all(home.path("populations/run")).unwrap();
    home.done("plot run");
    assert_eq!(pictures.map(dots), drawn);
    std::fs::remove_file(home.result("run", "champion.json")).unwrap();
    home.done("plot run");
    assert_eq!(pictures.map(dots), [0, 0]);
    assert!(page().contains("fitness of best and mean"));
}
