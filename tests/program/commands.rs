//! Commands that look at runs, weights and move generators.

use crate::pages::command_names;
use crate::program::Home;
use std::fs;

#[test]
fn runs_are_listed_and_shown() {
    let home = Home::new();
    assert!(home.done("list").text().starts_with("No runs yet"));
    assert_eq!(home.done("list --json").json()["runs"], serde_json::json!([]));
    home.evolve("b-run", "--generations 6 --players 3");
    home.evolve("a-run", "--generations 4");
    home.write("results/stray.txt", "no run");

    let listed = home.done("list --json").json()["runs"].clone();
    let runs: Vec<_> = listed.as_array().unwrap().iter().map(|it| it["run"].clone()).collect();
    assert_eq!(runs, ["a-run", "b-run"]);
    let mut shown = home.done("show b-run --json").json();
    let own = shown.as_object_mut().unwrap();
    let strength = own.remove("strength").unwrap();
    assert!(own.remove("worst").is_some());
    assert_eq!(own.remove("results").unwrap(), "./results/b-run");
    let curve = own.remove("curve").unwrap();
    let generations = curve.as_array().unwrap().iter().map(|it| it["generation"].as_u64());
    assert_eq!(generations.flatten().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6]);
    assert!(own.remove("trend").unwrap().is_null(), "two measurements");
    let champion = own.remove("champion").unwrap();
    assert_eq!(champion["weights"].as_array().unwrap().len(), 121);
    assert_eq!(champion["measured"]["games"], 100);
    assert_eq!(listed[1], shown);
    let opponents =
        strength.as_array().unwrap().iter().map(|row| row["opponent"].as_str().unwrap());
    let opponents: Vec<&str> = opponents.step_by(2).collect();
    assert_eq!(opponents[..2], ["hand-tuned-v3", "hand-tuned-v1"]);
    assert_eq!(opponents[opponents.len() - 2..], ["champion-3", "itself"]);
    for (key, value) in [("state", "finished"), ("preset", "default"), ("against", "hand-tuned-v3")]
    {
        assert_eq!(listed[0][key], value);
    }
    assert_eq!((&listed[1]["players"], &listed[1]["generation"]), (&3.into(), &6.into()));
    assert!(listed[1]["champion_fitness"].is_f64());

    let text = home.done("list").text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[1].starts_with("a-run  finished ") && lines[1].contains("4/4"), "{text}");
    let shown = home.done("show b-run").text();
    for word in ["3 players", "seed 2", "finished at generation 6", "mean fitness", "Champion of"] {
        assert!(shown.contains(word), "{word}: {shown}");
    }
}

#[test]
fn arenas_and_comparisons_are_listed_under_names_that_say_what_they_are() {
    let home = Home::new();
    let three = "arena champion-2 greedy:hand-tuned-v4 alphabeta(depth=1):champion-2 --games 2";
    home.done(&format!("{three} --seed 1"));
    home.done(&format!("{three} --seed 2"));
    home.done(&format!("{three} --seed 2"));
    home.done("arena champion-2 hand-tuned-v4 --games 4 --seed 1");
    let mut command = home.command("compare --games 500 --seeds 1 --final-games 20 --variant");
    assert!(
        command
            .args(["es: --optimizer es", "--variant", "ga: --optimizer ga"])
            .status()
            .unwrap()
            .success()
    );
    let listed = home.done("list --json").json();
    assert_eq!(listed["runs"], serde_json::json!([]));
    let names = |kind: &str| {
        let all = listed[kind].as_array().unwrap().iter();
        all.map(|it| it["name"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    let expected = [
        "arena-champion-2-and-2-others",
        "arena-champion-2-and-2-others-2",
        "arena-champion-2-and-hand-tuned-v4",
    ];
    assert_eq!(names("arenas"), expected);
    assert_eq!(names("comparisons"), ["compare-es-and-ga"]);
    assert_eq!(listed["arenas"][0]["state"], "finished");
    assert_eq!(
        (&listed["arenas"][0]["games_played"], &listed["arenas"][0]["games_scheduled"]),
        (&6.into(), &6.into())
    );
    let text = home.done("list").text();
    assert!(text.starts_with("arena ") && text.contains("\ncomparison "), "{text}");
    assert!(text.contains("\ncompare-es-and-ga  finished   2/2  es, ga\n"), "{text}");
}

#[test]
fn what_is_misspelled_is_asked_for() {
    let home = Home::new();
    home.evolve("first-run", "--generations 1");
    for (words, hint) in [
        ("measure champion-22", "did you mean 'champion-2'?"),
        ("measure frist-run", "did you mean 'first-run'?"),
        ("measure nothing-like-it", "`starhop games chinese-checkers` lists"),
        ("evolve --game chinese-chekers", "did you mean 'chinese-checkers'?"),
        ("evolve --game chess", "`starhop games` lists them"),
        ("evolve --preset rivel", "did you mean 'rival'?"),
        ("arena alphabet(depth=2):champion-2 random", "did you mean 'alphabeta'?"),
        ("games halm", "did you mean 'halma'?"),
        ("presets rivel", "did you mean 'rival'?"),
        ("presets --players 7", "7 players"),
    ] {
        let why = home.refused(2, words);
        assert!(why.contains(hint) && why.len() < 160, "{words}: {why}");
    }
    let done = home.run("export champion-2 --format gird");
    assert!(done.err.contains("'grid'"), "{}", done.err);
}

#[test]
fn games_and_presets_say_what_there_is() {
    let other = Home::new().refused(2, "evolve --preset connect-four-report");
    assert!(
        other.contains("is of connect-four, not of chinese-checkers: it takes --game connect-four"),
        "{other}"
    );
    let home = Home::new();
    let games = home.done("games").text();
    assert!(games.lines().any(|it| it.starts_with("rhombus/pid ")), "{games}");
    let one = home.done("games connect-four").text();
    for word in ["odd-threats", "connect-four-report", "published", "champion-connect-four"] {
        assert!(one.contains(word), "{word}: {one}");
    }
    assert!(home.done("games chinese-checkers").text().contains("generation-7822"));
    let all = home.done("presets").text();
    assert!(all.lines().any(|it| it.starts_with("rival ")), "{all}");
    let three = home.refused(2, "evolve --preset long --players 3");
    assert!(three.contains("--minutes 10"), "{three}");
    home.write("rival.toml", home.done("presets rival").text());
    let words = "--generations 1 --final-games 100 --seed 3";
    home.done(&format!("evolve --preset rival {words} --name one"));
    home.done(&format!("evolve --config rival.toml {words} --name two"));
    assert_eq!(home.read("results/one/config.toml"), home.read("results/two/config.toml"));
    assert!(home.done("presets default --game draughts").text().contains("\noptimizer = \"ga\""));
}

#[test]
fn a_run_without_a_champion_says_how_to_get_one() {
    let home = Home::new();
    home.evolve("run", "--generations 2");
    fs::remove_file(home.result("run", "champion.json")).unwrap();
    let shown = home.done("--dir . show run").text();
    assert!(shown.contains("\nNext\n"), "{shown}");
    assert!(shown.lines().any(|line| line.ends_with("starhop --dir . resume run")), "{shown}");
}

fn assert_pictures(home: &Home, folder: &str, printed: &str, names: &[&str]) {
    for name in names {
        for ending in ["svg", "png"] {
            let bytes = fs::read(home.path(folder).join(format!("{name}.{ending}"))).unwrap();
            let begins: &[u8] = if ending == "svg" { b"<svg" } else { b"\x89PNG" };
            assert!(bytes.starts_with(begins), "{name}.{ending}");
            assert!(printed.contains(&format!("{name}.{ending}\n")), "{printed}");
        }
    }
    assert_eq!(printed.lines().count(), 2 * names.len());
}

#[test]
fn curves_and_heat_maps_are_drawn_where_they_belong() {
    let home = Home::new();
    home.evolve("one", "--generations 6");
    home.evolve("two", "--generations 6 --seed 3");
    fs::remove_file(home.result("one", "fitness.png")).unwrap();
    let printed = home.done("plot one").text();
    assert_pictures(&home, "results/one", &printed, &["fitness", "win-rate"]);
    let printed = home.done("plot one two -o both").text();
    assert_pictures(&home, "both", &printed, &["fitness", "win-rate"]);
    let printed = home.done("plot --heatmap one generation-7822 --values -o maps").text();
    assert_pictures(&home, "maps", &printed, &["heat-map"]);
    let printed = home.done("plot --heatmap generation-7822 hand-tuned-v4").text();
    assert_pictures(&home, "", &printed, &["heat-map"]);

    let files = |name: &str| fs::read(home.path(name)).unwrap();
    assert_ne!(files("both/fitness.svg"), files("results/one/fitness.svg"));
    assert_ne!(files("maps/heat-map.png"), files("heat-map.png"));
    assert!(home.refused(2, "plot one -o one.PNG").contains("name a folder"));
    home.refused(2, "plot one --values");
    home.refused(2, "plot");
    let many = format!("plot {} -o many", "one ".repeat(50));
    assert!(home.refused(2, &many).contains("50 curves"));
}

#[test]
fn a_run_in_which_no_game_is_decided_has_all_but_win_rates() {
    let home = Home::new();
    let done = home.evolve("run", "--generations 2 --population 4 --rules standard:ply-cap=4");
    assert!(done.text().contains("No game against another was decided."), "{}", done.text());
    assert!(home.rows("run").iter().all(|row| row["win_rate"].is_empty()));
    assert!(home.result("run", "heat-map.png").exists());
    assert!(home.result("run", "fitness.png").exists());
    assert!(!home.result("run", "win-rate.png").exists());
    for words in ["list", "show run", "show run --json", "measure run --games 20", "resume run"] {
        home.done(words);
    }
}

#[test]
fn perft_counts_divides_and_draws() {
    let home = Home::new();
    for (depth, lines) in ["1", "14", "196", "4648"].into_iter().enumerate() {
        assert_eq!(home.done(&format!("perft --depth {depth}")).text(), format!("{lines}\n"));
    }
    for players in 2..=6 {
        let text = home.done(&format!("perft --players {players} --depth 2 --divide")).text();
        let counts: Vec<u64> =
            text.lines().map(|line| line.rsplit(' ').next().unwrap().parse().unwrap()).collect();
        let (total, counts) = counts.split_last().unwrap();
        assert_eq!(counts.iter().sum::<u64>(), *total);
        assert_eq!(counts.len(), 14, "{players} players");

        let drawing = home.done(&format!("perft --players {players} --draw")).text();
        home.write("start.txt", &drawing);
        assert_eq!(home.done("perft --position start.txt --draw").text(), drawing);
        assert_eq!(home.done("perft --position start.txt --depth 2 --divide").text(), text);
    }
    home.refused(2, "perft --position start.txt --players 2");
}

#[test]
fn measurements_depend_on_the_seed_alone() {
    let home = Home::new();
    let words = "measure generation-51 --against hand-tuned-v2 --games 300 --json";
    let first = home.done(&format!("{words} --seed 3 --threads 1"));
    for threads in [1, 2, 3, 8] {
        let other = home.done(&format!("{words} --seed 3 --threads {threads}"));
        assert_eq!(first.out, other.out, "{threads} threads");
    }
    assert_ne!(first.out, home.done(&format!("{words} --seed 4")).out);
    let drawn = home.done(words);
    let seed = drawn.json()["seed"].as_u64().unwrap();
    assert_eq!(drawn.out, home.done(&format!("{words} --seed {seed}")).out);
}

#[test]
fn several_opponents_are_met_one_after_another() {
    let home = Home::new();
    let words = "measure generation-2427 --games 200 --seed 3 --opening-plies 4";
    let names = ["hand-tuned-v4", "generation-51", "generation-7822"];
    let all = home.done(&format!("{words} --json --against {}", names.join(","))).json();
    for (index, name) in names.iter().enumerate() {
        let alone = home.done(&format!("{words} --json --against {name}")).json();
        assert_eq!(alone["opponents"][0], all["opponents"][index], "{name}");
        assert_eq!(alone["all"], alone["opponents"][0]["all"]);
    }
    let rate = |index: usize| all["opponents"][index]["all"]["win_rate"].as_f64().unwrap();
    assert!(rate(2) < rate(0) && rate(0) < rate(1));
    assert_eq!(all["worst"], "generation-7822");
    assert!(all["all"].is_null());
    let table = home.done(&format!("{words} --against {}", names.join(","))).text();
    assert!(table.contains("Worst against generation-7822"), "{table}");
    assert!(home.refused(2, &format!("{words} --against generation-51=2")).contains("share"));
}

#[test]
fn measured_figures_add_up() {
    let home = Home::new();
    let words = "measure generation-2427 --games 301 --seed 3 --players 3 --json";
    let report = home.done(words).json();
    for (key, value) in [("weights", "generation-2427"), ("game", "chinese-checkers")] {
        assert_eq!(report[key], value);
    }
    assert_eq!((&report["players"], &report["seed"]), (&3.into(), &3.into()));
    assert_eq!(report["distance"], "hand-tuned-v4");
    let seats = report["by_seat"].as_array().unwrap();
    assert_eq!(
        seats.iter().map(|it| it["games"].as_u64().unwrap()).collect::<Vec<_>>(),
        [101, 100, 100]
    );
    for key in ["wins", "losses", "unfinished", "games"] {
        let sum: u64 = seats.iter().map(|it| it[key].as_u64().unwrap()).sum();
        assert_eq!(report["all"][key], sum, "{key}");
    }
    let all = |key: &str| report["all"][key].as_f64().unwrap();
    assert_eq!(all("win_rate"), all("wins") / (all("wins") + all("losses")));
    assert!(all("win_rate_low") < all("win_rate") && all("win_rate") < all("win_rate_high"));
    assert!(all("fitness_error") > 0.0 && all("winning_plies") > 0.0);
    let first = home.done(&format!("{words} --seats first")).json();
    assert_eq!(
        (&first["by_seat"][0]["seat"], &first["by_seat"][1]["games"]),
        (&1.into(), &0.into())
    );
    for (key, value) in first["all"].as_object().unwrap() {
        assert_eq!(&first["by_seat"][0][key], value, "{key}");
    }
}

#[test]
fn the_version_says_its_commit_where_one_is_known() {
    let text = Home::new().done("--version").text();
    let rest = text.strip_prefix(concat!("starhop ", env!("CARGO_PKG_VERSION"))).unwrap();
    let commit = rest.trim_end().strip_prefix(" (").and_then(|it| it.strip_suffix(')'));
    let is_commit = |it: &str| it.len() == 12 && it.chars().all(|c| c.is_ascii_hexdigit());
    assert!(rest == "\n" || commit.is_some_and(is_commit), "{text}");
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut git = std::process::Command::new("git");
    let says = git.current_dir(root).args(["rev-parse", "HEAD"]).output();
    let is_known = root.join(".git").exists() && says.is_ok_and(|it| it.status.success());
    let is_package = root.join(".cargo_vcs_info.json").exists();
    assert_eq!(commit.is_some(), is_known || is_package, "{text}");
}

#[test]
fn shells_and_man_know_every_command() {
    let home = Home::new();
    let commands = command_names();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let text = home.done(&format!("completions {shell}")).text();
        let flags = ["measure-games", "quiet", "questions"];
        let words = commands.iter().map(String::as_str).chain(flags);
        words.for_each(|word| assert!(text.contains(word), "{shell}: {word}"));
        assert!(!text.contains("guard"), "{shell}: of no use to anybody");
    }
    home.refused(2, "completions csh");
    for command in commands.iter().map(String::as_str).chain(["program check", "program ask"]) {
        let page = home.done(&format!("man {command}")).text();
        let name = command.replace(' ', "-");
        assert!(page.contains(&format!(".TH starhop-{name} 1 ")), "{command}");
        assert!(
            page.contains(".SH SYNOPSIS") && page.contains(".SH EXAMPLES\n.nf\n  "),
            "{command}"
        );
        let lines: Vec<&str> = page.lines().collect();
        for flag in lines.windows(3).filter(|lines| lines[0] == ".TP") {
            assert!(!flag[2].is_empty() && !flag[2].starts_with('.'), "{command}: {}", flag[1]);
        }
        let help = home.done(&format!("{command} --help")).text();
        assert!(help.contains("Examples:\n  ") || help.contains("Example:\n  "), "{command}");
    }
    assert!(home.refused(2, "man program nothing").contains("no command 'program nothing'"));
    let whole = home.done("man").text();
    commands.iter().for_each(|command| assert!(whole.contains(command), "{command}"));
}

#[test]
fn show_offers_what_resume_does_where_it_can() {
    let home = Home::new();
    home.evolve("run", "--generations 2");
    fs::remove_file(home.result("run", "fitness.svg")).unwrap();
    let shown = || home.done("show run").text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown().contains("resume run` makes what is missing;"), "{}", shown());
    assert!(shown().contains(" resume run --generations 4 "), "{}", shown());
    fs::remove_dir_all(home.path("populations/run")).unwrap();
    home.refused(3, "resume run");
    assert!(!shown().contains("resume run"), "{}", shown());
}
