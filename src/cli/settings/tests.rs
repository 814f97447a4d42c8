//! Settings laid over each other, and what each of them changes.

use super::*;
use crate::backend::Threads;
use crate::record::home::Home;
use crate::registry::Preset;
use crate::session::CHECKPOINT_EVERY;
use crate::session::evolution::Evolution;
use crate::tune::names::{OptimizerName, SelectionName};
use crate::tune::settings::Counts;
use clap::FromArgMatches as _;
use std::collections::BTreeMap;

fn flags(words: &str) -> Settings {
    let command = Settings::augment_args(Command::new("evolve").no_binary_name(true));
    Settings::from_arg_matches(&command.get_matches_from(words.split_whitespace())).unwrap()
}

#[test]
fn a_flag_wins_over_the_file_and_the_file_over_the_preset() {
    let file: Settings = toml::from_str("population = 40\nmomentum = 0.5\nseed = 1").unwrap();
    let config = flags("--population 60").over(&file).unwrap().resolve().unwrap().config;
    assert_eq!((config.population, config.momentum, config.step_low), (60, 0.5, -25));
    assert_eq!(config.seed.number(), 1);
}

#[test]
fn a_written_configuration_reads_back_as_settings() {
    let config = flags("--seed 5 --players 3 --minutes 2").resolve().unwrap().config;
    let text = toml::to_string(&config).unwrap();
    check_keys(&text).unwrap();
    let settings: Settings = toml::from_str(&text).unwrap();
    assert_eq!(settings.resolve().unwrap().config, config);
    assert_eq!(config.generations, None);
}

#[test]
fn an_unknown_key_names_its_line_and_the_nearest_known_one() {
    let why = check_keys("seed = 1\n\npopluation = 3\n").unwrap_err();
    assert_eq!(why, "line 3: unknown key 'popluation'; did you mean 'population'?");
    assert!(check_keys("xyzzy = 1").unwrap_err().contains("`starhop evolve --help`"));
    assert!(check_keys("seed = ").is_err());
}

#[test]
fn a_hand_tuned_opponent_measures_distances_too() {
    let config = flags("--against hand-tuned-v2 --seed 1").resolve().unwrap().config;
    assert_eq!(config.distance, "hand-tuned-v2");
    let words = "--against population,hand-tuned-v2=3 --seed 1";
    assert_eq!(flags(words).resolve().unwrap().config.distance, "hand-tuned-v2");
    for against in ["generation-7822", "hand-tuned-mine.json"] {
        let config = flags(&format!("--against {against} --seed 1")).resolve().unwrap().config;
        assert_eq!(config.distance, "hand-tuned-v4");
    }
}

#[test]
fn nonsense_is_refused_by_key() {
    for (words, key) in [
        ("--population 1", "population"),
        ("--gene-rate nan", "gene-rate"),
        ("--islands 0", "islands must be at least 1"),
        ("--islands 3 --population 100", "--population 99 would do"),
        ("--islands 3 --population 4", "--population 6 would do"),
        ("--minutes inf", "minutes"),
        ("--survivors 0", "survivors"),
        ("--more-games 1", "more-games"),
        ("--step-low 30", "step-low"),
        ("--memory 1.01", "memory"),
        ("--memory=-0.1", "memory"),
        ("--memory nan", "memory"),
        ("--share-rate 1.01", "share-rate"),
        ("--blend-alpha=-0.1", "blend-alpha"),
        ("--blend-alpha nan", "blend-alpha"),
        ("--least-deviation=-1", "least-deviation"),
        ("--least-deviation inf", "least-deviation"),
        ("--players 7", "players"),
        ("--rules house", "rule"),
        ("--preset best", "preset"),
        ("--game chess", "game"),
    ] {
        let why = flags(words).resolve().err().unwrap().message;
        assert!(why.contains(key), "{words}: {why}");
    }
}

#[test]
fn the_greatest_values_read_back_and_greater_ones_are_refused_by_key() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    let most = |keys: &str| keys.replace("MOST", &MOST.to_string());
    let every = "--keep-every MOST --start-every MOST --measure-every MOST --migrate-every MOST \
         --restart-after MOST --restart-every MOST --anneal-after MOST";
    for words in [
        most(&format!("--minutes 1e12 --opening-plies 8 --islands 50000 {every}")),
        "--generations 1000000000000 --restart-every 999999999999 --fitness-games 10000"
            .to_string(),
    ] {
        let greatest = "--population 100000 --more-games 10000 --replays 10000 --candidates 100000 \
             --choose-games 100000000 --measure-games 100000000 --final-games 100000000 \
             --finalists 1000 --seed 9007199254740991";
        let config = flags(&format!("{greatest} {words}")).resolve().unwrap().config;
        std::fs::write(&path, toml::to_string(&config).unwrap()).unwrap();
        assert_eq!(Settings::read(&path).unwrap().resolve().unwrap().config, config);
    }
    for setting in SETTINGS.iter().filter(|it| ["u64", "usize"].contains(&it.kind)) {
        let key = setting.key;
        let too_large = flags(&format!("--{key} {}", MOST + 1));
        let laid_over = too_large.over(&Settings::default()).map(drop).unwrap_err();
        let range = if setting.range.1.is_empty() {
            "must be at most 9223372036854775807"
        } else {
            setting.range.1
        };
        assert_eq!(laid_over.message, format!("{key} {range}"));
        assert_eq!(too_large.resolve().err().unwrap().message, laid_over.message);
    }
    let why = flags("--generations 1000000000001").resolve().err().unwrap().message;
    assert_eq!(why, "generations must be 1 to 1000000000000");
}

/// A tiny run; further words win.
const TINY: &str = "--population 6 --generations 3 --fitness-games 2 --more-games 2 \
     --final-games 4 --measure-every 1 --measure-games 2 --choose-games 2 --candidates 2 \
     --against hand-tuned-v3 --seed 1 --threads 1";

/// For each setting that changes results, two runs that differ by it alone.
const EFFECTS: &[(&str, &str, &str)] = &[
    ("seed", "", "--seed 2"),
    ("generations", "", "--generations 4"),
    ("minutes", "", "--minutes 1e-9"),
    ("target-fitness", "", "--target-fitness -1000000"),
    ("game", "--against diagonal --game halma", "--against hand-tuned-v4"),
    ("program", "", "--program examples/programs/sphere/tune.toml --against start"),
    ("preset", "", "--preset report"),
    ("players", "", "--players 3"),
    ("rules", "", "--rules report"),
    ("against", "", "--against hand-tuned-v1"),
    ("opening-plies", "", "--opening-plies 2"),
    (
        "opening-plies",
        "--conditions permutation --against hand-tuned-v3,population",
        "--conditions permutation --against hand-tuned-v3,population --opening-plies 2",
    ),
    ("measure-opening-plies", "", "--measure-opening-plies 0"),
    ("search", "", "--search minimax(depth=1)"),
    ("seats", "", "--seats first"),
    ("conditions", "", "--conditions own"),
    ("fitness-games", "", "--fitness-games 1"),
    ("more-games", "--more-from -1000 --more-games 3", "--more-from -1000 --more-games 4"),
    (
        "more-games",
        "--scoring wins --more-from 0 --more-games 3",
        "--scoring wins --more-from 0 --more-games 4",
    ),
    ("racing", "--more-games 4", "--more-games 4 --racing halving"),
    ("more-from", "--more-games 4", "--more-games 4 --more-from -1000"),
    (
        "more-from",
        "--scoring wins --more-games 4 --more-from 2",
        "--scoring wins --more-games 4 --more-from 0",
    ),
    ("scoring", "", "--scoring wins"),
    ("win-points", "--from champion-2", "--from champion-2 --win-points 400"),
    ("distance", "", "--distance hand-tuned-v1"),
    ("replays", "--rules standard:ply-cap=40", "--rules standard:ply-cap=40 --replays 1"),
    ("from", "", "--from champion-2"),
    ("optimizer", "", "--optimizer ga"),
    ("population", "", "--population 8"),
    ("islands", "", "--islands 2"),
    ("migrate-every", "--optimizer ga --islands 2", "--optimizer ga --islands 2 --migrate-every 1"),
    ("symmetric", "", "--symmetric"),
    ("fix", "", "--fix i9=50"),
    ("selection", "--optimizer ga", "--optimizer ga --selection roulette"),
    ("survivors", "--optimizer ga", "--optimizer ga --survivors 0.6"),
    (
        "memory",
        "--optimizer ga --survivors 0.6 --mutation-rate 1",
        "--optimizer ga --survivors 0.6 --mutation-rate 1 --memory 0.5",
    ),
    (
        "tournament-size",
        "--optimizer ga --selection tournament",
        "--optimizer ga --selection tournament --tournament-size 1",
    ),
    ("crossover", "--optimizer ga", "--optimizer ga --crossover one-point"),
    (
        "blend-alpha",
        "--optimizer ga --survivors 1 --crossover blend",
        "--optimizer ga --survivors 1 --crossover blend --blend-alpha 0.1",
    ),
    (
        "mutation",
        "--optimizer ga --mutation-rate 1",
        "--optimizer ga --mutation-rate 1 --mutation gaussian",
    ),
    ("mutation-rate", "--optimizer ga", "--optimizer ga --mutation-rate 1"),
    (
        "gene-rate",
        "--optimizer ga --mutation-rate 1",
        "--optimizer ga --mutation-rate 1 --gene-rate 1",
    ),
    (
        "step-low",
        "--optimizer ga --mutation-rate 1",
        "--optimizer ga --mutation-rate 1 --step-low -5",
    ),
    (
        "step-high",
        "--optimizer ga --mutation-rate 1",
        "--optimizer ga --mutation-rate 1 --step-high 5",
    ),
    ("deviation", "", "--deviation 5"),
    ("deviation", "--optimizer cma", "--optimizer cma --deviation 5"),
    (
        "deviation",
        "--optimizer ga --from champion-2",
        "--optimizer ga --from champion-2 --deviation 5",
    ),
    ("anneal-after", "", "--anneal-after 1"),
    ("anneal-after", "--optimizer cma", "--optimizer cma --anneal-after 1"),
    ("anneal-after", "--optimizer spsa", "--optimizer spsa --anneal-after 1"),
    ("least-deviation", "--anneal-after 1", "--anneal-after 1 --least-deviation 19"),
    ("least-deviation", "--optimizer cma", "--optimizer cma --least-deviation 20"),
    (
        "least-deviation",
        "--preset rival --optimizer ga --mutation self-adaptive --mutation-rate 1",
        "--preset rival --optimizer ga --mutation self-adaptive --mutation-rate 1 --least-deviation 15",
    ),
    (
        "still-at-bounds",
        "--optimizer cma --from hand-tuned-v4",
        "--optimizer cma --from hand-tuned-v4 --still-at-bounds",
    ),
    ("learning-rate", "", "--learning-rate 2"),
    ("learning-rate", "--optimizer spsa", "--optimizer spsa --learning-rate 2"),
    ("momentum", "", "--momentum 0"),
    (
        "share-rate",
        "--against hand-tuned-v4,generation-7822",
        "--against hand-tuned-v4,generation-7822 --share-rate 1",
    ),
    (
        "tables",
        "--players 3 --against hand-tuned-v4,generation-7822",
        "--players 3 --against hand-tuned-v4,generation-7822 --tables alike",
    ),
    ("start-every", "", "--start-every 2"),
    ("restart-after", "", "--restart-after 1"),
    ("restart-every", "", "--restart-every 1"),
    ("measure-every", "", "--measure-every 2"),
    ("measure-games", "", "--measure-games 4"),
    ("final-games", "", "--final-games 6"),
    (
        "candidates",
        "--preset rival --optimizer ga --survivors 1 --mutation-rate 1 --choose-games 9 --candidates 1",
        "--preset rival --optimizer ga --survivors 1 --mutation-rate 1 --choose-games 9 --candidates 6",
    ),
    (
        "choose-games",
        "--optimizer ga --candidates 6",
        "--optimizer ga --candidates 6 --choose-games 9",
    ),
    (
        "finalists",
        "--generations 12 --from generation-7822 --against hand-tuned-v1 --deviation 10 --choose-games 4 --seed 3 --finalists 0",
        "--generations 12 --from generation-7822 --against hand-tuned-v1 --deviation 10 --choose-games 4 --seed 3 --finalists 9",
    ),
    (
        "must-beat-start",
        "--from champion-2 --against hand-tuned-v1 --deviation 40 --choose-games 2 --final-games 40",
        "--from champion-2 --against hand-tuned-v1 --deviation 40 --choose-games 2 --final-games 40 --must-beat-start",
    ),
];

/// What a tiny run with those settings leaves of results.
fn results(words: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::new(folder.path());
    let settings = flags(words).over(&flags(TINY)).unwrap();
    let Resolved { config, table, .. } = settings.resolve().unwrap_or_else(|why| {
        panic!("{words}: {}", why.message);
    });
    let evolution = Evolution::new(config, table, &home).unwrap();
    let run = evolution.create(&home, "run").unwrap();
    let ending = evolution.run(&run, &Threads::alone(), CHECKPOINT_EVERY, &mut ()).unwrap();
    assert!(ending.finished().is_some());
    let rows = std::fs::read(run.run().results().join("generations.csv")).unwrap();
    [rows, std::fs::read(run.run().champion_path()).unwrap()].concat()
}

#[test]
fn every_setting_is_declared_once() {
    let mut declared: Vec<&str> = SETTINGS.iter().map(|it| it.key).chain(FILE_ONLY).collect();
    let mut known = known_keys();
    declared.sort_unstable();
    known.sort_unstable();
    assert_eq!(declared, known);
}

#[test]
fn the_docs_have_all_settings_as_they_are_declared() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/settings.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once("<!-- settings -->\n").unwrap();
    let (_, after) = rest.split_once("<!-- end of settings -->").unwrap();
    let made = format!("{before}<!-- settings -->\n{}<!-- end of settings -->{after}", all());
    if std::env::var_os("WRITE_DOCS").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    assert!(page == made, "run this test again with WRITE_DOCS=1 to write the table anew");
}

/// All settings that a run keeps, as a table in Markdown.
fn all() -> String {
    let command = Settings::augment_args(Command::new("settings"));
    let base = complete(Config::base("", 2, "", "")).unwrap();
    let row = |setting: &Setting| {
        let flag = command.get_arguments().find(|it| it.get_long() == Some(setting.key)).unwrap();
        let counts = match setting.counts {
            Counts::Always => "always",
            Counts::Beside => "changes no result",
            Counts::With(_, words) => words,
        };
        let help = setting.help.split_whitespace().collect::<Vec<_>>().join(" ");
        let help = help.split(" [default").next().unwrap_or_default();
        let default = base.get(setting.key).map_or(String::new(), toml::Value::to_string);
        let default = if OWN.contains(&setting.key) { "the preset's" } else { &default };
        let presets = presets_that_change(setting.key, &base).join(", ");
        let cells = [setting.key, help, &values(setting, flag), default, counts, &presets];
        format!("| {} |\n", cells.map(|it| it.replace('|', "\\|")).join(" | "))
    };
    let head = ["setting", "what it is", "values", "base", "counts", "presets that change it"];
    let rows = SETTINGS.iter().filter(|it| it.is_kept).map(row);
    format!("| {} |\n|{}\n{}", head.join(" | "), "---|".repeat(6), rows.collect::<String>())
}

/// What every preset has of its own.
const OWN: [&str; 7] = ["game", "preset", "players", "rules", "seed", "against", "distance"];

fn values(setting: &Setting, flag: &clap::Arg) -> String {
    let names = flag.get_possible_values();
    if !names.is_empty() {
        return names
            .iter()
            .map(clap::builder::PossibleValue::get_name)
            .collect::<Vec<_>>()
            .join(", ");
    }
    let kind = match setting.kind {
        "u32" | "u64" | "usize" | "Seed" => "whole number",
        "i32" => "integer",
        "f64" => "number",
        _ => "text",
    };
    match setting.range.1.strip_prefix("must be ") {
        Some(range) if range.starts_with("a number") => range.to_string(),
        Some(range) => format!("{kind}, {range}"),
        None => kind.to_string(),
    }
}

/// The presets for two players that have another value than the base.
fn presets_that_change(key: &str, base: &toml::Table) -> Vec<String> {
    let mut changed = Vec::new();
    for entry in registry::games().into_iter().filter(|_| !OWN.contains(&key)) {
        for Preset { name: preset, .. } in entry.presets {
            let own = complete(entry.preset(preset, 2).unwrap()).unwrap();
            if own.get(key) != base.get(key) {
                changed.push(format!("{} {preset}", entry.name));
            }
        }
    }
    changed
}

#[test]
fn every_setting_changes_something_where_it_is_said_to_count() {
    let (mut alike, mut left) = (Vec::new(), BTreeMap::new());
    for setting in SETTINGS {
        let mut runs = EFFECTS.iter().filter(|(key, _, _)| *key == setting.key).peekable();
        let counts = !matches!(setting.counts, Counts::Beside);
        assert_eq!(runs.peek().is_some(), counts, "{}", setting.key);
        for (key, one, other) in runs {
            let [one_left, other_left] = [*one, *other]
                .map(|words| left.entry(words).or_insert_with(|| results(words)).clone());
            if one_left == other_left {
                alike.push((key, one, other));
            }
        }
    }
    assert!(alike.is_empty(), "{alike:?}");
}

#[test]
fn a_complete_file_repeats_what_it_leaves_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    let resolved = |words: &str| flags(words).resolve().unwrap().config;
    let phases = "--game chinese-checkers/phases --seed 5";
    for config in [
        resolved("--game chinese-checkers/phases --seed 5 --share-rate 0 --start-every 0"),
        resolved("--preset long --seed 5 --share-rate 0 --start-every 0"),
        resolved("--game connect-four --seed 5 --search greedy"),
        resolved("--game halma/report --seed 5 --scoring plies --fix none"),
        Config { from: None, ..resolved(phases) },
    ] {
        std::fs::write(&path, toml::to_string(&config).unwrap()).unwrap();
        assert_eq!(Settings::read(&path).unwrap().resolve().unwrap().config, config);
    }
    let file = Settings::read(&path).unwrap();
    let left = SETTINGS.iter().map(|it| it.key).filter(|key| !file.filled.contains(*key));
    // No preset has anything but `from` among these.
    let (of_runs, beside) = (
        ["program", "minutes", "target-fitness", "from"],
        ["name", "threads", "checkpoint-seconds"],
    );
    assert_eq!(left.collect::<Vec<_>>(), [&of_runs[..], &beside].concat());
    let config =
        flags("--from champion-2 --share-rate 0.5").over(&file).unwrap().resolve().unwrap().config;
    assert_eq!((config.from.as_deref(), config.share_rate), (Some("champion-2"), 0.5));
    // Early runs were by a genetic algorithm, without a word of it.
    let text = toml::to_string(&resolved("--seed 5")).unwrap();
    let early: Vec<&str> = text.lines().filter(|it| !it.starts_with("optimizer")).collect();
    std::fs::write(&path, early.join("\n")).unwrap();
    let config = Settings::read(&path).unwrap().resolve().unwrap().config;
    assert_eq!(config, Config { optimizer: OptimizerName::Ga, ..resolved("--seed 5") });
}

#[test]
fn the_docs_name_what_the_file_of_a_run_may_leave_out() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/formats.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (_, rest) = page.split_once("\n## Settings\n").unwrap();
    let (section, _) = rest.split_once("\n## ").unwrap();
    let written = as_table(&Config::base("", 2, "", "")).unwrap();
    for Setting { key, .. } in SETTINGS.iter().filter(|it| it.is_kept) {
        assert_eq!(section.contains(&format!("`{key}`")), !written.contains_key(*key), "{key}");
    }
}

#[test]
fn a_complete_file_stands_as_a_preset_does() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    let config = flags("--seed 5 --optimizer ga --selection tournament --tournament-size 5");
    let config = config.resolve().unwrap().config;
    std::fs::write(&path, toml::to_string(&config).unwrap()).unwrap();
    let file = Settings::read(&path).unwrap();
    assert_eq!(file.clone().resolve().unwrap().config, config);
    let other = flags("--selection roulette").over(&file).unwrap().resolve().unwrap().config;
    assert_eq!((other.selection, other.tournament_size), (SelectionName::Roulette, 5));
    assert!(flags("--game connect-four").over(&file).err().unwrap().message.starts_with("game: "));
    for words in ["--momentum 0.5", "--preset report"] {
        assert!(flags(words).over(&file).unwrap().resolve().is_err(), "{words}");
    }
    std::fs::write(&path, "optimizer = \"ga\"\nmomentum = 0.5\n").unwrap();
    let file = Settings::read(&path).unwrap();
    let why = file.clone().resolve().err().unwrap().message;
    assert!(
        why.starts_with("momentum counts for nothing here; it does with optimizer es"),
        "{why}"
    );
    assert!(flags("--optimizer es").over(&file).unwrap().resolve().is_ok());
}
