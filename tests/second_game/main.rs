//! A second game, of another kind, with real parameters and no board, goes the whole way: it is
//! evolved, interrupted, gone on with, recorded, read back and drawn.

mod faults;
mod faulty;
mod promises;
mod take_away;

use starhop::backend::Threads;
use starhop::game::Game as _;
use starhop::play::games::General;
use starhop::record::checkpoint::Checkpoint;
use starhop::record::error::RecordError;
use starhop::record::home::Home;
use starhop::record::rows::{GenerationRow, TimingRow};
use starhop::record::run::{Given, OpenRun};
use starhop::record::weights::WeightsFile;
use starhop::registry::{Table, TypedTable};
use starhop::report::export::{self, ArraySeats, Format, Wanted};
use starhop::rng::Purpose;
use starhop::session::{self, Ending, Evolved, RunJob, RunObserver};
use starhop::tune::config::Config;
use starhop::tune::end::Reason;
use starhop::tune::finals::Trials;
use starhop::tune::matches::Terms;
use starhop::tune::{Tuner, total};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use take_away::{Remainders, TakeAway};

fn config() -> Config {
    let config: Config =
        toml::from_str(include_str!("../../src/record/checkpoint/config.toml")).unwrap();
    Config { population: 20, ..config }
}

fn table() -> TypedTable<TakeAway, General<TakeAway>> {
    let game = TakeAway { stones: 21 };
    TypedTable {
        name: "take-away",
        family: Arc::new(Remainders),
        others: Vec::new(),
        position: game.start(),
        game,
        fast: |_| None,
    }
}

fn tuner(config: &Config, threads: Threads) -> Box<dyn Tuner> {
    let built_in = |name: &str| table().built_in(name).unwrap();
    let against = vec![(1, built_in(config.against.only().unwrap()))];
    let distance = built_in(&config.distance);
    let terms = Terms::of(config, &table().parameters(), against, distance).unwrap();
    table().tuner(&terms, threads).unwrap()
}

/// Asks for a stop after a generation, and remembers which it was shown.
#[derive(Default)]
struct Watch {
    stop: Arc<AtomicBool>,
    stop_after: Option<u64>,
    generations: Vec<u64>,
}

impl RunObserver for Watch {
    fn generation(&mut self, row: &GenerationRow, _: &TimingRow) {
        self.generations.push(row.generation);
        self.stop.store(self.stop_after == Some(row.generation), Ordering::Relaxed);
    }

    fn measuring(&mut self) {}
}

/// Goes on with a run from where it stands.
fn go_on(
    config: &Config,
    run: &OpenRun,
    threads: usize,
    checkpoint: Option<Checkpoint>,
    watch: &mut Watch,
) -> Result<Ending<Evolved>, RecordError> {
    let threads = Threads::new(threads).unwrap().until(watch.stop.clone());
    let tuner = tuner(config, threads.clone());
    let checkpoint_every = session::CHECKPOINT_EVERY;
    let job = RunJob {
        trials: Trials::default(),
        spread: None,
        config,
        tuner: tuner.as_ref(),
        stretches: None,
        run,
        threads: &threads,
        checkpoint_every,
        beginning: None,
        checkpoint,
    };
    session::run(job, watch)
}

fn checkpoint(run: &OpenRun) -> Checkpoint {
    run.run().checkpoint().unwrap().unwrap().checkpoint
}

fn create(folder: &Path, config: &Config) -> OpenRun {
    let opponent = WeightsFile {
        game: config.game.clone(),
        players: config.players,
        rules: config.rules.clone(),
        weights: table().built_in(config.against.only().unwrap()).unwrap(),
        fixed: Vec::new(),
        origin: None,
        measured: None,
    };
    let given = Given { opponents: &[opponent], from: None, tune: None };
    Home::new(folder).create("stones", config, &given).unwrap()
}

/// A run from beginning to end, and its folder.
fn straight(config: &Config) -> (tempfile::TempDir, OpenRun, Evolved) {
    let folder = tempfile::tempdir().unwrap();
    let run = create(folder.path(), config);
    let ending = go_on(config, &run, 1, None, &mut Watch::default()).unwrap();
    let finish = ending.finished().unwrap();
    (folder, run, finish)
}

fn champion(run: &OpenRun) -> WeightsFile {
    let text = fs::read_to_string(run.run().champion_path()).unwrap();
    WeightsFile::parse_json(&text, &table().cells()).unwrap()
}

/// Every file that is a function of configuration and seed alone.
fn bytes(run: &OpenRun) -> Vec<Vec<u8>> {
    let results = ["config.toml", "generations.csv", "champion.json", "opponent.json"];
    let results = results.map(|name| run.run().results().join(name));
    let populations = ["checkpoint.json", "generation-000006.json", "generation-000012.json"];
    let populations = populations.map(|name| run.run().populations().join(name));
    results.iter().chain(&populations).map(|path| fs::read(path).unwrap()).collect()
}

#[test]
fn it_evolves_to_win_and_is_on_record() {
    let (_folder, run, finish) = straight(&config());
    assert_eq!((finish.reason, finish.state.generation), (Reason::Generations, 12));
    let measured = total(&finish.champion.measured);
    assert_eq!(measured.games(), 400);
    assert!(measured.win_rate() > Some(0.95), "{measured:?}");
    let genes = &finish.champion.genes;
    assert!(genes[1..].iter().all(|&other| genes[0] > other), "{genes:?}");
    assert!(genes.iter().any(|gene| gene.fract() != 0.0));

    let rows = run.run().generations().unwrap();
    assert!(rows.iter().map(|row| row.generation).eq(0..=12));
    let measured = rows.iter().filter(|row| row.measured_games.is_some());
    assert!(measured.clone().map(|row| row.generation).eq([5, 10]));
    // A game that leaves nothing to chance counts once.
    let counts =
        |row: &GenerationRow| row.measured_games <= Some(100) && row.measured_games > Some(50);
    assert!(measured.clone().all(counts));
    assert!(measured.clone().all(|row| row.measured_different <= row.measured_games));
    assert_eq!(rows[12].games, finish.state.games);
    let wins: u64 = rows.iter().map(|row| row.wins + row.losses + row.unfinished).sum();
    assert_eq!(wins, finish.state.games);
    assert_eq!(run.run().config().unwrap(), config());
    assert_eq!(run.run().population(12).unwrap().population, finish.state.population);
}

#[test]
fn its_champion_reads_back_with_what_it_was_measured_at() {
    let (_folder, run, finish) = straight(&config());
    let file = champion(&run);
    file.check(&config().game, &table().parameters()).unwrap();
    assert_eq!(file.weights, finish.champion.genes);
    let origin = file.origin.unwrap();
    assert_eq!((origin.seed, origin.restarts), (5, finish.champion.restarts));
    assert_eq!(origin.generation, finish.champion.generation);
    assert_eq!(file.measured.unwrap().win_rate, total(&finish.champion.measured).win_rate());
}

#[test]
fn the_games_at_the_end_had_no_part_in_choice_or_stopping() {
    let config = Config {
        generations: Some(1),
        population: 2,
        measure_every: 1,
        measure_games: 400,
        choose_games: 400,
        ..config()
    };
    let (_folder, run, finish) = straight(&config);
    let tuner = tuner(&config, Threads::new(2).unwrap());
    let played = |purpose| tuner.measure(&finish.champion.genes, purpose, &[1], 0..400);
    assert_eq!(finish.champion.measured, played(Purpose::Final));
    assert_eq!(checkpoint(&run).champion.unwrap().measured, played(Purpose::Measure));
    assert_ne!(played(Purpose::Final), played(Purpose::Measure));
    assert_ne!(played(Purpose::Final), played(Purpose::Choose));
    assert_ne!(played(Purpose::Measure), played(Purpose::Choose));
}

#[test]
fn an_interrupted_run_ends_in_the_same_bytes_on_any_number_of_threads() {
    let (_folder, whole, finish) = straight(&config());
    for stop_after in [0, 3, 5, 7] {
        let folder = tempfile::tempdir().unwrap();
        let run = create(folder.path(), &config());
        let mut watch = Watch { stop_after: Some(stop_after), ..Watch::default() };
        let first = go_on(&config(), &run, 2, None, &mut watch).unwrap();
        let Ending::Interrupted(Some(standing)) = first else { panic!("it wasn't interrupted") };
        assert_eq!(standing.state.generation, stop_after);
        drop(run);
        let held = Home::new(folder.path()).run("stones").unwrap().hold().unwrap();
        let found = held.run().checkpoint().unwrap();
        let run = held.open(&config(), found.as_ref(), &table().parameters()).unwrap();
        watch.stop.store(false, Ordering::Relaxed);
        let second = go_on(&config(), &run, 3, Some(checkpoint(&run)), &mut watch).unwrap();
        assert!(watch.generations.iter().copied().eq(0..=12));
        assert_eq!(second.finished().as_ref(), Some(&finish));
        assert!(bytes(&run) == bytes(&whole), "stopped after {stop_after}");
    }
}

#[test]
fn a_checkpoint_that_does_not_fit_the_game_is_refused_and_nothing_touched() {
    let (_folder, run, _) = straight(&config());
    let longer = Config { generations: Some(20), ..config() };
    let before = bytes(&run);
    let damages: [fn(&mut Checkpoint); 3] = [
        |it| it.state.population[7].genes.push(0.0),
        |it| it.state.population[7].genes.clear(),
        |it| it.state.population[7].genes[3] = f64::NAN,
    ];
    for damage in damages {
        let mut from = checkpoint(&run);
        damage(&mut from);
        let end = go_on(&longer, &run, 1, Some(from), &mut Watch::default());
        let why = end.unwrap_err().to_string();
        assert!(why.contains("individual 7"), "{why}");
        assert!(bytes(&run) == before);
    }
}

#[cfg(feature = "pictures")]
#[test]
fn its_curves_can_be_drawn() {
    use starhop::report::curves::{Curve, CurvePoint, Measure, fitness_curves, win_rate_curves};
    let (_folder, run, _) = straight(&config());
    let rows = run.run().generations().unwrap();
    let points = rows.iter().map(|row| CurvePoint::of(row, row.measured_fitness, None)).collect();
    let curves = [Curve { label: "stones".to_string(), points }];
    let measure = Measure { name: "fitness", axis: "fitness", meaning: "" };
    for svg in [fitness_curves(&curves, measure), win_rate_curves(&curves, "")] {
        assert!(svg.unwrap().contains("</svg>"));
    }
}

#[test]
fn its_weights_can_be_exported() {
    let (_folder, run, finish) = straight(&config());
    let path = run.run().champion_path();
    let file = champion(&run);
    let cells = table().cells();
    for format in [Format::Csv, Format::Json, Format::Toml, Format::Npy, Format::C] {
        let written = export::write(&file, &cells, format, ArraySeats::One(1)).unwrap();
        let copy = path.with_file_name(format!("copy.{format:?}").to_lowercase());
        fs::write(&copy, written).unwrap();
        let wanted = Wanted { game: "take-away", layout: &cells };
        let read = export::read(&copy, wanted).unwrap();
        assert_eq!(read.weights(), finish.champion.genes, "{format:?}");
    }
}

#[test]
fn perft_and_drawings_work_without_a_board() {
    let lines = table().live(0).perft(3);
    assert_eq!(lines, [("1".to_string(), 9), ("2".to_string(), 9), ("3".to_string(), 9)]);
    let (game, heap) = TakeAway::parse_position(&table().draw()).unwrap();
    assert_eq!(heap, game.start());
    assert!(table().layout().is_none());
    let names: Vec<String> = table().cells().cells.into_iter().map(|cell| cell.name).collect();
    assert_eq!(names, ["leave-0", "leave-1", "leave-2", "leave-3"]);
}
