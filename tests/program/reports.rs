//! `report`: one page in HTML of a run, an arena or a comparison.

use crate::program::{Done, Home, assert_same};
use resvg::usvg::roxmltree::{self, Document, ParsingOptions};
use std::fs;

/// The page as XML, which shows that every tag is closed; and that it asks for nothing.
fn page(html: &str) -> Document<'_> {
    assert!(html.starts_with("<!DOCTYPE html>\n"));
    let bare =
        html.replace("http://www.w3.org/2000/svg", "").replace("http://www.w3.org/1999/xhtml", "");
    for asks in ["<script", "http:", "https:", "src=", "href=", "url(", "@import", "//"] {
        assert!(!bare.contains(asks), "{asks}");
    }
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(html, options).unwrap()
}

fn count(page: &Document<'_>, name: &str) -> usize {
    page.descendants().filter(|node| node.tag_name().name() == name).count()
}

/// All text of the elements of that name, each in a line of its own.
fn text(page: &Document<'_>, name: &str) -> Vec<String> {
    let all = page.descendants().filter(|node| node.tag_name().name() == name);
    let words = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let own = |it: roxmltree::Node<'_, '_>| {
        it.descendants().filter(|it| it.is_text()).filter_map(|it| it.text()).collect()
    };
    all.map(|it| words(own(it))).collect()
}

/// What every page has: one title, headings of columns and rows, and a name for each picture.
fn assert_sound(page: &Document<'_>) {
    assert_eq!((count(page, "h1"), count(page, "main"), count(page, "header")), (1, 1, 1));
    for table in page
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/1999/xhtml", "table")))
    {
        let of = |name: &str| table.descendants().filter(|it| it.tag_name().name() == name).count();
        assert_eq!((of("caption"), of("thead"), of("tbody")), (1, 1, 1));
        let scopes = table.descendants().filter_map(|it| it.attribute("scope"));
        let rows = scopes.filter(|it| *it == "row").count();
        assert_eq!(rows, of("tr") - 1, "every row has a heading");
    }
    for picture in page.descendants().filter(|node| node.tag_name().name() == "svg") {
        assert!(picture.attribute("aria-label").is_some_and(|it| it.len() > 20));
        assert_eq!(picture.attribute("role"), Some("img"));
    }
}

#[test]
fn a_run_is_one_page_with_all_that_repeats_it() {
    let home = Home::new();
    home.write("rival.json", home.done("export hand-tuned-v2").text());
    home.evolve("run", "--against hand-tuned-v3,rival.json");
    let before = home.files("run");
    let done = home.done("report run");
    assert_eq!((done.text(), done.err), ("./results/run/report.html\n".to_string(), String::new()));
    let html = home.read("results/run/report.html");
    let page = page(&html);
    assert_sound(&page);
    assert_eq!(text(&page, "h1"), ["run"]);
    assert_eq!(
        text(&page, "h2"),
        [
            "What the champion is worth",
            "The champion",
            "How it went",
            "Settings",
            "How to repeat it",
            "What the figures mean"
        ]
    );
    assert_eq!(count(&page, "figure"), 4);
    let files = text(&page, "summary");
    assert_eq!(files, ["config.toml", "run-champion.json", "rival.json, an opponent"]);

    // What the page says is enough to evolve the same champion anywhere.
    let codes = page.descendants().filter(|node| node.tag_name().name() == "code");
    let codes: Vec<&str> = codes.map(|it| it.text().unwrap()).collect();
    assert_eq!(codes[0].lines().next(), Some("starhop evolve --config config.toml --name run"));
    let other = Home::new();
    for (name, code) in ["config.toml", "run-champion.json", "rival.json"].iter().zip(&codes[1..]) {
        other.write(name, code);
    }
    for line in codes[0].lines() {
        other.done(line.strip_prefix("starhop ").unwrap());
    }
    let mut all = other.files("run");
    all.retain(|name, _| before.contains_key(name));
    assert_same(&before, &all, "a run by its page");

    home.done("report run --output again.html --quiet");
    assert_eq!(home.read("again.html"), html);
}

#[test]
fn files_of_a_page_are_told_apart() {
    let home = Home::new();
    let arrays = [("champion.json", "hand-tuned-v1"), ("sub/champion.json", "hand-tuned-v2")];
    fs::create_dir(home.path("sub")).unwrap();
    for (name, array) in arrays {
        home.write(name, home.done(&format!("export {array}")).text());
    }
    home.evolve("run", "--against champion.json,sub/champion.json --from champion.json");
    home.done("report run");
    let html = home.read("results/run/report.html");
    let page = page(&html);
    let files = [
        "config.toml",
        "run-champion.json",
        "champion.json, an opponent from which evolution began",
        "sub/champion.json, an opponent",
    ];
    assert_eq!(text(&page, "summary"), files);
}

#[test]
fn parameters_and_runs_that_were_stopped_are_reported_as_far_as_they_are() {
    let home = Home::new();
    home.evolve("run", "--game connect-four --against published --generations 4");
    home.done("report run");
    let html = home.read("results/run/report.html");
    let sound = page(&html);
    assert_sound(&sound);
    assert!(
        text(&sound, "figcaption").iter().any(|it| it.starts_with("The champion's parameters"))
    );

    fs::remove_file(home.result("run", "strength.csv")).unwrap();
    fs::remove_file(home.result("run", "champion.json")).unwrap();
    let config = home.read("results/run/config.toml");
    home.write("results/run/config.toml", config.replace("generations = 4", "generations = 9"));
    let done = home.done("report run --json").json();
    assert_eq!((&done["kind"], &done["state"]), (&"run".into(), &"stopped".into()));
    assert_eq!(done["missing"].as_array().unwrap().len(), 2, "{done}");
    let html = home.read("results/run/report.html");
    let stopped = page(&html);
    assert_sound(&stopped);
    assert_eq!(text(&stopped, "h2")[0], "What is missing");

    fs::create_dir_all(home.path("results/bare")).unwrap();
    home.write("results/bare/config.toml", config);
    let said = home.done("report bare").err;
    for words in ["goes on with it", "No generation was played", "No champion was measured"] {
        assert!(said.contains(words), "{said}");
    }
    let html = home.read("results/bare/report.html");
    assert_eq!(count(&page(&html), "figure"), 0);
}

#[test]
fn an_arena_is_one_page_whatever_its_bots_are_called() {
    let home = Home::new();
    let hostile = "a<b onload='x'>\"&amp;|`*.json";
    home.write(hostile, home.done("export champion-2").text());
    let mut command = home.command("arena --games 4 --seed 1 --name a --quiet random");
    let made: Done = command.arg(format!("greedy:{hostile}")).output().unwrap().into();
    assert_eq!(made.code, Some(0), "{}", made.err);
    assert_eq!(home.done("report a --quiet").text(), "./results/a/report.html\n");
    let html = home.read("results/a/report.html");
    let whole = page(&html);
    assert_sound(&whole);
    assert!(text(&whole, "th").iter().any(|it| *it == format!("greedy:{hostile}")));
    assert_eq!((count(&whole, "figure"), count(&whole, "b")), (2, 0));
    let command = &text(&whole, "code")[0];
    assert!(
        command.starts_with("starhop arena random 'greedy:a<b onload='\\''x'\\''>"),
        "{command}"
    );

    let games = home.read("results/a/games.jsonl");
    let half: String = games.split_inclusive('\n').take(2).collect();
    home.write("results/a/games.jsonl", half + "{\"torn");
    let told = home.done("report a --json").json();
    assert_eq!((&told["kind"], &told["state"]), (&"arena".into(), &"stopped".into()));
    assert!(told["missing"][0].as_str().unwrap().contains("2 of 4 games are played"), "{told}");
    home.write("results/a/games.jsonl", "");
    home.done("report a");
    let html = home.read("results/a/report.html");
    assert_eq!(count(&page(&html), "figure"), 0);

    let settings = home.read("results/a/arena.toml");
    for (from, to) in [
        ("players = 2", "players = 60"),
        ("games = 4", "games = 5"),
        ("anchor = \"random\"", "anchor = \"x\""),
    ] {
        assert!(settings.contains(from), "{settings}");
        home.write("results/a/arena.toml", settings.replacen(from, to, 1));
        assert!(home.refused(3, "report a").contains("arena.toml"));
    }
}

#[test]
fn an_arena_from_a_position_has_the_position() {
    let home = Home::new();
    home.write("start.txt", home.done("perft --draw").text());
    home.done("arena champion-2 random --games 2 --seed 1 --name a --position start.txt --quiet");
    home.done("report a");
    let html = home.read("results/a/report.html");
    let whole = page(&html);
    assert!(text(&whole, "code")[0].contains("--position position.txt"));
    let other = Home::new();
    let codes = whole.descendants().filter(|node| node.tag_name().name() == "code");
    other.write("position.txt", codes.map(|it| it.text().unwrap()).nth(1).unwrap());
    let line = text(&whole, "code")[0].split(" starhop verify").next().unwrap().to_string();
    other.done(line.strip_prefix("starhop ").unwrap());
    assert_eq!(other.read("results/a/games.jsonl"), home.read("results/a/games.jsonl"));
}

#[test]
fn a_comparison_is_one_page() {
    let home = Home::new();
    let mut command = home.command(
        "compare --games 20,40 --seeds 2 --final-games 120 --with --population=4 --name c --quiet",
    );
    assert!(command.args(["es:", "<i>&: --deviation 5"]).output().unwrap().status.success());
    home.done("report c");
    let html = home.read("results/c/report.html");
    let whole = page(&html);
    assert_sound(&whole);
    assert_eq!((count(&whole, "table"), count(&whole, "i"), count(&whole, "figure")), (3, 0, 1));
    assert!(text(&whole, "code")[0].contains("'<i>&: --deviation 5'"));

    let rows = home.read("results/c/compare.csv");
    let kept: String = rows.split_inclusive('\n').take(3).collect();
    home.write("results/c/compare.csv", kept);
    let told = home.done("report c --json").json();
    assert_eq!((&told["kind"], &told["state"]), (&"comparison".into(), &"stopped".into()));
    assert!(told["missing"][0].as_str().unwrap().contains("1 of 4 runs are done"), "{told}");
    let html = home.read("results/c/report.html");
    assert_sound(&page(&html));
}

#[test]
fn what_cannot_be_reported_is_refused() {
    let home = Home::new();
    assert!(home.refused(2, "report nobody").contains("no run, arena or comparison 'nobody'"));
    assert!(home.refused(2, "report ../x").contains("can't be a run's name"));
    home.evolve("run", "--generations 1");
    home.refused(1, "report run --output missing/page.html");
    assert!(home.refused(2, "report run --output page.PNG").contains("ends in .html"));
    home.write("results/run/generations.csv", "damaged\n0\n");
    home.refused(3, "report run");
    assert!(!home.result("run", "report.html").exists());
}

#[test]
fn a_page_goes_to_standard_output_and_says_where_no_intervals_are() {
    let home = Home::new();
    home.evolve("run", "--generations 2 --final-games 100");
    home.done("report run");
    let page = home.done("report run --output -").text();
    assert_eq!(page, home.read("results/run/report.html"));
    assert!(page.contains("with 95 % intervals where 100 games differ;"));
    assert!(home.refused(2, "report run --output - --json").contains("standard output"));
    assert!(!home.path("-").exists());
}

/// What can't stand in a picture is drawn as its number.
#[test]
fn names_of_any_letters_can_be_drawn() {
    let home = Home::new();
    let name = "e\u{1b}\u{ffff}<&.json";
    home.done("export champion-2 -o ok.json");
    fs::copy(home.path("ok.json"), home.path(name)).unwrap();
    home.done(&format!("arena {name} random --games 2 --seed 1 --name a"));
    home.done("report a");
    for picture in ["ratings.svg", "crosstable.svg", "report.html"] {
        assert!(!home.read(&format!("results/a/{picture}")).contains('\u{1b}'));
    }
    home.done(&format!("evolve --name run --preset rival --generations 1 --population 4 --final-games 4 --against {name}"));
}
