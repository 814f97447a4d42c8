//! Programs of other people that say what vectors are worth: what a run of them leaves, on any number of
//! threads, after kills and faults, and what is said of them.

mod answers;
mod confirm;
mod draws;
mod examples;
mod faults;
mod parameters;
mod refused;
mod sprt;
mod start;

use crate::program::{Home, assert_same, is_alive, send, settled, wait_until};
#[cfg(feature = "serve")]
use crate::serve::Server;
#[cfg(feature = "serve")]
use serde_json::json;
use std::fs;
use std::path::Path;

/// What makes a run short and leaves nothing out.
const SMALL: &str = "--population 8 --generations 6 --measure-every 3 --measure-games 20 \
     --final-games 120 --choose-games 8 --candidates 2 --keep-every 3 --seed 3";

const NUMBERS: &str = r#"
[[parameter]]
name = "depth"
kind = "integer"
min = 0
max = 5
start = 0
step = 0.5
[[parameter]]
name = "rate"
kind = "real"
min = 0.01
max = 100
start = 0.1
logarithmic = true
[[parameter]]
name = "way"
kind = "choice"
values = ["a", "bb", "ccc"]
[[parameter]]
name = "is-quick"
kind = "bool"
[[parameter]]
name = "kept"
kind = "real"
min = -1
max = 1
start = 0.25
fixed = true
"#;

/// A folder with the program that the tests ask, for that goal.
fn home(goal: &str) -> Home {
    home_with(goal, "")
}

fn home_with(goal: &str, head: &str) -> Home {
    let home = Home::new();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/programs/told.py");
    home.write("told.py", fs::read(program).unwrap());
    let text = format!(
        "version = 1\nname = \"told\"\ncommand = [\"python3\", \"told.py\"]\ngoal = \"{goal}\"\n\
         answer-bytes = 10000\n{head}{NUMBERS}"
    );
    home.write("tune.toml", text);
    home
}

fn evolve(name: &str, words: &str) -> String {
    format!("evolve --program tune.toml --name {name} {}", settled(SMALL, words))
}

/// The processes that the program says it was.
fn processes(home: &Home) -> Vec<u32> {
    let text = fs::read_to_string(home.path("starts")).unwrap_or_default();
    text.split_whitespace().map(|it| it.parse().unwrap()).collect()
}

#[test]
fn a_run_is_the_same_on_any_number_of_threads_interrupted_or_not() {
    for goal in ["game", "minimise"] {
        let whole = home(goal);
        whole.done(&evolve("run", "--threads 1"));
        let files = whole.files("run");
        assert!(files.contains_key("results/tune.toml"));
        let other = home(goal);
        other.done(&evolve("run", "--threads 3"));
        assert_same(&files, &other.files("run"), goal);
        for how in ["-INT", "-KILL"] {
            let home = home(goal);
            let mut child = home.start(&evolve("run", "--threads 2 --checkpoint-seconds 0"));
            wait_until(|| {
                let path = home.result("run", "generations.csv");
                fs::read_to_string(path).is_ok_and(|text| text.lines().count() > 2)
            });
            send(&child, how);
            child.wait().unwrap();
            home.done("resume run --threads 1");
            assert_same(&files, &home.files("run"), how);
        }
    }
}

#[test]
fn no_process_outlives_a_run() {
    for (how, code) in [("-INT", Some(130)), ("-KILL", None)] {
        let home = home("game");
        home.write("stays", "1");
        let words = "--generations 100000 --threads 2";
        let mut child =
            home.start(&format!("evolve --program tune.toml --name run --seed 1 {words}"));
        wait_until(|| {
            processes(&home).len() >= 4 && home.result("run", "generations.csv").exists()
        });
        let begun = processes(&home);
        assert!(begun.iter().all(|&it| is_alive(it)), "{how}");
        send(&child, how);
        assert_eq!(child.wait().unwrap().code(), code);
        wait_until(|| !begun.iter().any(|&it| is_alive(it)));
    }
}

/// The best of both numbers is 3, which the file leaves out.
#[test]
fn a_champion_at_a_bound_is_told_so() {
    let home = home("minimise");
    let told = "at its max, 2: widen its bounds in tune.toml for the next run.";
    assert!(!home.done(&evolve("run", "")).text().contains("for the next run"));
    assert!(!home.done("show run").text().contains("for the next run"));
    home.write("tune.toml", home.read("tune.toml").replace("max = 5", "max = 2"));
    let done = home.done(&evolve("narrow", "--generations 20"));
    assert!(done.text().contains(&format!("depth stands {told}")), "{}", done.text());
    let shown = home.done("show narrow").text();
    assert!(shown.contains(&format!("depth stands {told}")), "{shown}");
    // What is fixed was never to move.
    let fixed = home.done(&evolve("fixed", "--fix depth=2,kept=0.25"));
    assert!(!fixed.text().contains("for the next run"), "{}", fixed.text());
}

#[test]
fn a_score_is_no_game_and_nobody_wins() {
    let home = home("minimise");
    let done = home.done(&evolve("run", ""));
    assert!(
        done.text().contains("in fresh evaluations:\nFixed: kept=0.25\nscore "),
        "{}",
        done.text()
    );
    assert!(done.text().contains(" in 120 fresh evaluations\n"), "{}", done.text());
    assert!(!done.text().contains("won") && !done.text().contains("strength.csv"));
    let rows = home.rows("run");
    let last = rows.last().unwrap();
    for column in ["wins", "losses", "unfinished"] {
        assert!(rows.iter().all(|row| row[column] == "0"), "{column}");
    }
    assert!(rows.iter().all(|row| row["win_rate"].is_empty()));
    assert_eq!(last["games"], (8 * 4 * 7).to_string());
    let measured: Vec<_> = rows.iter().filter(|row| !row["measured_fitness"].is_empty()).collect();
    assert_eq!(measured.len(), 2);
    assert!(measured.iter().all(|row| row["measured_win_rate"].is_empty()));
    assert!(measured.iter().all(|row| row["measured_games"] == "20"));
    // What is minimised has a negative fitness in files, and its own sign for people.
    let fitness: f64 = measured[1]["measured_fitness"].parse().unwrap();
    assert!(fitness < 0.0, "{fitness}");
    let shown = home.done("show run --json").json();
    let measured = &shown["champion"]["measured"];
    assert_eq!(measured["games"], 120);
    assert!(measured["win_rate"].is_null() && measured["wins"] == 0 && measured["losses"] == 0);
    assert!(measured["fitness_error"].as_f64().unwrap() > 0.0);
    let rows = home.done("list").text();
    assert!(!rows.contains('%') && rows.contains(" told"), "{rows}");
    let text = home.done("show run").text();
    assert!(text.contains("224 evaluations in ") && !text.contains("won"), "{text}");
    let heading = text.lines().next().unwrap();
    assert!(heading.starts_with("run: program told:") && !heading.contains(','), "{heading}");
    let text = home.done("measure run --games 200 --seed 1").text();
    let said = home.refused(2, "measure run --games 200 --seed 1 --name m");
    assert!(said.contains("measurements of programs aren't kept"), "{said}");
    assert!(text.contains("evaluations") && text.contains(" ± "), "{text}");
    assert!(text.starts_with("run: its score by the program told:"), "{text}");
    assert!(text.lines().next().unwrap().ends_with(", seed 1"), "{text}");
    let said = home.refused(2, "measure run --games 20 --plot drawn");
    assert!(said.contains("the program answers scores"), "{said}");
    assert!(!home.result("run", "win-rate.svg").exists());
    assert!(home.result("run", "parameters.svg").exists());
    assert_eq!(home.done("verify run").code, Some(0));
    home.done("report run");
    let page = home.read("results/run/report.html");
    for words in [
        "<summary>tune.toml</summary>",
        "it is needed beside tune.toml",
        "224 evaluations of selection",
    ] {
        assert!(page.contains(words), "{words}");
    }
    for key in ["against", "opening-plies", "seats"] {
        assert!(!page.contains(&format!(">{key}</")), "{key}");
    }
    home.done("export run --format json");
    home.done("plot run");
}

#[test]
fn of_several_seeds_the_one_with_the_best_score_is_named() {
    let home = home("minimise");
    let done = home.done(&evolve("run", "").replace("--seed 3", "--seeds 3..5"));
    let text = done.text();
    assert!(text.starts_with("The champions in fresh evaluations:\n\n"), "{text}");
    let scores = ["run-3", "run-4", "run-5"].map(|name| {
        let row = text.lines().find(|line| line.starts_with(name)).unwrap();
        let score = row.split_whitespace().nth(3).unwrap();
        (score.parse::<f64>().unwrap(), name)
    });
    let (_, least) = scores.into_iter().min_by(|(a, _), (b, _)| a.total_cmp(b)).unwrap();
    assert!(text.contains(&format!("{least} is the best of these, beyond chance. ")), "{text}");
    let others = format!("measure {least} --own-terms");
    assert!(text.contains(&format!(" {others}\n")), "{text}");
    home.done(&format!("{others} --games 20 --seed 1"));
    assert!(!text.contains("games") && !text.contains("won"), "{text}");
}

/// Where nothing is left to chance, none is the luckiest.
#[test]
fn of_several_seeds_without_noise_the_best_score_is_simply_that() {
    let home = home_with("minimise", "noise = false\n");
    let words = "--seeds 3..5 --name run --population 8 --generations 3";
    let text = home.done(&format!("evolve --program tune.toml {words}")).text();
    assert!(text.contains("\nNo other has a better score than run-"), "{text}");
    assert!(!text.contains("--own-terms"), "{text}");
}

#[test]
fn a_run_that_finds_nothing_better_ends_where_it_began() {
    let home = home("minimise");
    let settings = "version = 1\nname = \"told\"\ncommand = [\"python3\", \"told.py\"]\ngoal = \"minimise\"\n\
                    [[parameter]]\nname = \"best\"\nkind = \"integer\"\nmin = -90\nmax = 90\nstart = 3\nstep = 20\n";
    home.write("tune.toml", settings);
    let done = home.done(&evolve("run", "--generations 3 --measure-every 1"));
    let where_it_began = "of generation 0, where the run began";
    assert!(done.text().contains(where_it_began), "{}", done.text());
    assert!(home.done("show run").text().contains(where_it_began));
    let champion = fs::read_to_string(home.result("run", "champion.json")).unwrap();
    let champion: serde_json::Value = serde_json::from_str(&champion).unwrap();
    assert_eq!(champion["weights"][0].as_f64(), Some(3.0));
    home.done("verify run");
    home.done(
        "evolve --program tune.toml --from run --name more --generations 1 --population 4 --seed 1",
    );
}

#[test]
fn hundreds_of_parameters_are_drawn() {
    let home = home("minimise");
    let more = |number| {
        format!("[[parameter]]\nname = \"square-{number}\"\nkind = \"real\"\nmin = -9\nmax = 9\n")
    };
    let settings = fs::read_to_string(home.path("tune.toml")).unwrap();
    home.write("tune.toml", settings + &(0..300).map(more).collect::<String>());
    home.done(&evolve("run", ""));
    for file in ["parameters.svg", "parameters.png", "champion.json"] {
        assert!(home.result("run", file).exists(), "{file}");
    }
    home.done("plot run --heatmap --output drawn");
    let picture = fs::read(home.path("drawn/parameters.png")).unwrap();
    let side = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap());
    let (width, height) = (side(16), side(20));
    assert!((1600..=4800).contains(&width) && height < 2 * width, "{width} × {height}");
}

/// The program's own numbers, not what is maximised.
#[cfg(feature = "serve")]
#[test]
fn a_page_tells_the_numbers_of_a_program() {
    let home = home("minimise");
    home.done(&evolve("run", "--optimizer es --learning-rate 2 --momentum 0.9"));
    let server = Server::start(&home);
    let run = server.json("/api/run/run");
    assert_eq!((&run["champion_told"], &run["counted"]), (&json!("20.535"), &json!("evaluations")));
    let listed = server.json("/api/runs")[0].clone();
    assert_eq!(listed["champion_told"], "20.535");
    assert_eq!(listed["means_told"], json!(["32.379", "22.704"]));
    assert!(home.done("show run").text().contains("  32.379 → 22.704\n"));
}

#[test]
fn games_of_a_program_go_the_whole_way() {
    let home = home("game");
    let text = home.done(&evolve("run", "--final-games 400")).text();
    assert!(text.contains("\nNo better than start as far as these games show: "), "{text}");
    for words in [
        "show run",
        "verify run",
        "report run",
        "plot run",
        "export run --format c",
        "measure run --games 100 --seed 1",
        "measure run --own-terms --games 100 --seed 1",
        "measure results/run/champion.json --games 100 --seed 1",
        "evolve --program tune.toml --name more --generations 2 --from run --seed 1 --final-games 40",
        "evolve --program tune.toml --name rival --generations 2 --against run,start --seed 1 \
         --final-games 40",
        "evolve --config results/run/config.toml --name again",
        "resume run --generations 8",
        "list",
        "compare es: --with '--program tune.toml --population 8' --games 200 --seeds 1 \
         --final-games 20 --name compared",
    ] {
        let words: Vec<String> = shell(words);
        let mut command = home.command("");
        let done = command.args(&words).output().unwrap();
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.success(), "{words:?}: {said}");
    }
    let again = home.read("results/again/champion.json");
    assert_eq!(again.matches("\"rules\"").count(), 1);
}

/// Without chance a game that nobody won would go as before when it is played again; one that somebody won is
/// one game.
#[test]
fn games_without_chance_count_once_where_somebody_won() {
    for (winner, unfinished) in [("0", 0), ("None", 6 * 4 * 4)] {
        let home = home_with("game", "noise = false\n");
        let program = format!(
            "import json, sys\nsys.stdin.readline()\nprint('{{\"starhop\": 1}}', flush=True)\n\
             for line in sys.stdin:\n    asked = json.loads(line)\n    \
             told = {{'id': asked['id'], 'winner': {winner}, 'plies': 9}}\n    \
             print(json.dumps(told), flush=True)\n"
        );
        home.write("told.py", program);
        let words = "--population 6 --fitness-games 4 --generations 1 --replays 3 --measure-every 0 \
                     --final-games 4 --seed 1";
        home.done(&format!("evolve --program tune.toml --name run {words}"));
        let rows = home.read("results/run/generations.csv");
        let mut lines = rows.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let titles = lines.next().unwrap();
        let at = |name: &str| titles.iter().position(|it| *it == name).unwrap();
        let first = lines.next().unwrap();
        let count = |name: &str| first[at(name)].parse::<u64>().unwrap();
        assert_eq!(count("unfinished"), unfinished, "{winner}: {rows}");
        assert_eq!(count("wins") + count("losses"), if unfinished > 0 { 0 } else { 24 });
    }
}

/// What is to be least is told as the program gave it, from the least on.
#[test]
fn a_comparison_of_numbers_has_its_ends_in_order() {
    let home = home("minimise");
    let words = "--seeds 3 --final-games 20 --games 200 --name it --optimizer";
    let mut command = home.command("compare");
    let with = "--program tune.toml --population 8";
    let done = command
        .args(["es: --optimizer es", "ga: --optimizer ga", "--with", with])
        .args(words.split_whitespace().take(8))
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let table = home.read("results/it/compare.md");
    assert!(
        table.contains(" fresh evaluations of ") && table.contains("## 200 evaluations\n"),
        "{table}"
    );
    let cells = |line: &str| line.split('|').map(|it| it.trim().to_string()).collect::<Vec<_>>();
    let titles = table.lines().find(|line| line.contains("least")).map(cells).expect(&table);
    assert!(!titles.iter().any(|it| it == "won"), "{table}");
    let at = |title: &str| titles.iter().position(|it| it == title).expect(&table);
    let number = |text: &str| text.replace('−', "-").parse::<f64>().expect(&table);
    let rows = table.lines().skip_while(|line| !line.contains("least")).skip(2).map(cells);
    let rows: Vec<Vec<String>> = rows.take_while(|row| row.len() == titles.len()).collect();
    assert_eq!(rows.len(), 2, "{table}");
    for row in rows {
        let (least, greatest) = (number(&row[at("least")]), number(&row[at("greatest")]));
        assert!(0.0 < least && least < greatest, "{row:?}");
        let (low, high) = row[at("95 % interval")].split_once(" to ").expect(&table);
        assert!(number(low) < number(high), "{row:?}");
    }
    let picture = home.read("results/it/compare.svg");
    assert!(picture.contains("<title>Score of champions after evaluations of selection</title>"));
    home.done("report it");
    let page = home.read("results/it/report.html");
    assert!(page.contains("Variants that go by files, runs or programs need these beside it."));
    assert!(!page.contains("fresh games"), "{page}");
}

#[test]
fn weights_of_a_program_are_known_by_the_file_beside_them_or_by_a_run() {
    let home = home("minimise");
    home.done(&evolve("run", ""));
    fs::create_dir(home.path("away")).unwrap();
    home.done("export run -o away/best.json");
    let told = home.done("measure run --games 20 --seed 1").text().replacen("run", "", 1);
    home.done("export run -o away/best.csv");
    let table = home.done("measure away/best.csv --games 20 --seed 1").text();
    assert_eq!(table.replacen("away/best.csv", "", 1), told);
    assert!(home.refused(2, "exploit run --seed 1").contains("plays no games"));
    assert!(!home.done("report run").err.contains("missing"));
    // A file of that name that is no run's is the program's own.
    home.done("export run -o best.json");
    home.write("config.toml", "log = \"debug\"\n");
    let beside = home.done("measure best.json --games 20 --seed 1").text();
    assert_eq!(beside.replacen("best.json", "", 1), told);
    let commands = [
        "measure away/best.json --games 20 --seed 1",
        "measure away/best.json --games 20 --seed 1 --game program",
        "export away/best.json --format csv",
        "plot --heatmap away/best.json --output drawn",
    ];
    for words in commands {
        let text = home.done(words).text();
        if words.starts_with("measure") {
            assert_eq!(text.replacen("away/best.json", "", 1), told, "{words}");
        }
    }
    // Of another program's run nothing follows.
    home.write("tune.toml", home.read("tune.toml") + "\n");
    home.done(&evolve("other", ""));
    fs::remove_dir_all(home.path("results/run")).unwrap();
    for words in commands {
        let said = home.refused(2, words);
        let why = "away/best.json is of a program whose tune.toml is neither beside it nor in a run here; \
                   put it beside that file, by the name tune.toml, or name the run";
        assert!(said.replace('\n', " ").contains(why), "{words}: {said}");
    }
}

/// Words as a shell takes them, with quotes.
fn shell(text: &str) -> Vec<String> {
    let parts = text.split('\'').enumerate();
    let words = |(index, part): (usize, &str)| match index % 2 {
        0 => part.split_whitespace().map(str::to_string).collect::<Vec<_>>(),
        _ => vec![part.to_string()],
    };
    parts.flat_map(words).collect()
}

#[test]
fn every_optimizer_finds_a_better_choice_and_numbers_of_unlike_scales() {
    for words in [
        "--optimizer es",
        "--optimizer cma",
        "--optimizer spsa",
        "--optimizer ga",
        "--optimizer ga --mutation self-adaptive --mutation-rate 1 --gene-rate 0.5",
    ] {
        let home = home_with("minimise", "noise = false\n");
        home.done(&format!(
            "evolve --program tune.toml --name run --seed 1 --generations 60 {words}"
        ));
        let shown = home.done("show run --json").json();
        let weights: Vec<f64> = shown["champion"]["weights"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it.as_f64().unwrap())
            .collect();
        // Where each is 3, or as near as it can be.
        assert_eq!((weights[0], weights[3], weights[4]), (3.0, 1.0, 0.25), "{words}");
        assert!((weights[1] - 3.0).abs() < 1.0, "{words}: {weights:?}");
        let measured = &shown["champion"]["measured"];
        assert_eq!(
            (measured["games"].as_u64(), &measured["fitness_error"]),
            (Some(1), &serde_json::Value::Null)
        );
    }
}

/// Where nothing else moves, a step from the first value has to reach the other.
#[test]
fn spsa_tries_both_of_two_values() {
    let home = home_with("minimise", "noise = false\n");
    let fixed = "depth=3,rate=3,way=1";
    home.done(&format!(
        "evolve --program tune.toml --name run --seed 1 --generations 20 --optimizer spsa --fix {fixed}"
    ));
    let shown = home.done("show run --json").json();
    assert_eq!(shown["champion"]["weights"][3], 1.0, "{shown}");
}

#[test]
fn a_check_tells_what_can_be_relied_on() {
    let home = home("game");
    let text = home.done("program check tune.toml").text();
    for told in [
        "5 parameters, games",
        "\nRepeatable: 20 questions",
        "\nThe seed matters",
        "seat 1 won",
        "\nMoves: answers have no moves",
    ] {
        assert!(text.contains(told), "{text}");
    }
    assert!(text.contains("\nBounds: it answered"), "{text}");
    let told = home.read("told.py").replace("mixed(question[\"seed\"]", "mixed(time.time_ns()");
    home.write("told.py", told);
    let text = home.done("program check tune.toml").text();
    assert!(
        text.contains("\nNOT repeatable: of 20 questions some had other answers when asked again"),
        "{text}"
    );
    let said = home
        .done("evolve --program tune.toml --name run --seed 1 --generations 1 --final-games 20")
        .err;
    assert!(
        said.contains("The program's answers have no moves, by which games are told apart"),
        "{said}"
    );
    let log = fs::read_to_string(home.result("run", "program.log")).unwrap();
    assert!(log.contains("is NOT repeatable"), "{log}");
    let begin = "def answered(question, goal):\n";
    let fails = format!("{begin}    assert question[\"vectors\"][0][0] < 5\n");
    let told = home.read("told.py").replace(begin, &fails);
    home.write("told.py", told);
    home.write("tune.toml", home.read("tune.toml").replace("\"game\"", "\"minimise\""));
    let checked = home.run("program check tune.toml");
    let text = checked.text();
    assert_eq!(checked.code, Some(1), "{}", checked.err);
    assert!(text.contains("\nFaults: it gave no valid answer 8 times, "), "{text}");
    assert!(text.contains("it FAILED at 2 of them:\n  all at their greatest: it ended; its last words: AssertionError\n  depth = 5:"), "{text}");
}
