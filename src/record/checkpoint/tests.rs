//! What is left by a kill between any two steps, by damage, and by hands.

use super::*;
use crate::evolve::Score;
use crate::evolve::pooled::Pooled;
use crate::evolve::population::Individual;
use crate::parameter::{Domain, Start};
use std::fs;

const CONFIG: &str = include_str!("config.toml");

fn checkpoint(generation: u64) -> Checkpoint {
    let individual = |gene| Individual::new(vec![gene, 2.0], Score::default());
    let state = State {
        generation,
        founded: 1,
        hopeful: true,
        restarts: 1,
        games: 600,
        population: [1.0, 0.1 + 0.2].map(individual).into(),
        centres: Vec::new(),
        hall: vec![vec![4.0, 2.0]],
        shares: Vec::new(),
    };
    let champion =
        Champion { genes: vec![7.0, 2.0], generation: 1, restarts: 1, measured: Vec::new() };
    let config = toml::from_str(CONFIG).unwrap();
    let (given, rows) = (hash(b"opponent"), Some(hash(b"rows")));
    Checkpoint {
        config,
        given,
        rows,
        state,
        champion: Some(champion),
        best: None,
        ended: false,
        ended_before: None,
    }
}

fn parameters(domain: Domain) -> Vec<Parameter> {
    let parameter = |name: &str| Parameter {
        name: name.to_string(),
        domain,
        start: Start::Fixed(0.0),
        min: 0.0,
        max: 1.0,
    };
    ["a", "b"].map(parameter).into()
}

fn generation_read(folder: &Path) -> Option<(u64, bool)> {
    let found = read(folder).unwrap()?;
    Some((found.checkpoint.state.generation, found.warning.is_some()))
}

#[test]
fn a_checkpoint_reads_back_and_the_one_before_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert_eq!(generation_read(folder), None);
    for generation in 1..4 {
        write(folder, &checkpoint(generation)).unwrap();
        assert_eq!(read(folder).unwrap().unwrap().checkpoint, checkpoint(generation));
    }
    fs::remove_file(folder.join(NEWEST)).unwrap();
    assert_eq!(read(folder).unwrap().unwrap().checkpoint, checkpoint(2));
}

#[test]
fn a_kill_between_any_two_steps_of_writing_leaves_a_whole_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    write(folder.path(), &checkpoint(1)).unwrap();
    write(folder.path(), &checkpoint(2)).unwrap();
    let other = tempfile::tempdir().unwrap();
    write(other.path(), &checkpoint(3)).unwrap();
    fs::copy(other.path().join(NEWEST), path(STAGED)).unwrap();
    assert_eq!(generation_read(folder.path()), Some((2, false)));
    fs::rename(path(NEWEST), path(PREVIOUS)).unwrap();
    assert_eq!(generation_read(folder.path()), Some((3, false)));
    write(folder.path(), &checkpoint(4)).unwrap();
    assert_eq!(generation_read(folder.path()), Some((4, false)));
}

#[test]
fn a_damaged_checkpoint_is_passed_over_with_a_warning_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    write(folder.path(), &checkpoint(1)).unwrap();
    write(folder.path(), &checkpoint(2)).unwrap();
    let text = fs::read_to_string(path(NEWEST)).unwrap();
    let changed = text.replace("\"games\":600", "\"games\":601");
    for bad in ["", "{}\n", &text[..text.len() - 1], &text[..100], &changed] {
        assert_ne!(bad, text);
        fs::write(path(NEWEST), bad).unwrap();
        assert_eq!(generation_read(folder.path()), Some((1, true)), "{bad}");
    }
    fs::remove_file(path(PREVIOUS)).unwrap();
    let why = read(folder.path()).unwrap_err().to_string();
    assert!(why.contains("checkpoint.json: is damaged"), "{why}");
}

#[test]
fn a_checkpoint_of_another_version_is_no_damage_wherever_it_stands() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &checkpoint(1)).unwrap();
    write(folder.path(), &checkpoint(2)).unwrap();
    let versions = [(99, "update starhop"), (2, "`evolve --from` begins at"), (99, "update")];
    for (name, (version, what_helps)) in [NEWEST, STAGED, PREVIOUS].into_iter().zip(versions) {
        let path = folder.path().join(name);
        let before = fs::read(&path).ok();
        fs::write(&path, format!("starhop-checkpoint {version} 00\n{{}}\n")).unwrap();
        let why = read(folder.path()).unwrap_err().to_string();
        assert!(why.contains(name) && why.contains(&format!("version {version}")), "{why}");
        assert!(why.contains(what_helps), "{why}");
        match before {
            Some(bytes) => fs::write(&path, bytes).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
    }
    assert_eq!(generation_read(folder.path()), Some((2, false)));
}

#[test]
fn checkpoints_of_earlier_versions_are_read_and_have_the_fields_of_their_version() {
    let folder = tempfile::tempdir().unwrap();
    let without_rows = Checkpoint { rows: None, ..checkpoint(1) };
    let ended = Checkpoint { ended: true, ..checkpoint(1) };
    let ended_without_rows = Checkpoint { rows: None, ..ended.clone() };
    for (found, versions) in [
        (&without_rows, &["3"][..]),
        (&checkpoint(1), &["4", "5"]),
        (&ended, &["5"]),
        (&ended_without_rows, &[]),
    ] {
        let body = serde_json::to_string(found).unwrap();
        let sum = hash(body.as_bytes());
        for version in ["3", "4", "5"] {
            fs::write(folder.path().join(NEWEST), format!("{FORMAT} {version} {sum}\n{body}\n"))
                .unwrap();
            match (versions.contains(&version), read(folder.path())) {
                (true, read) => assert_eq!(read.unwrap().unwrap().checkpoint, *found),
                (false, read) => {
                    let why = read.unwrap_err().to_string();
                    assert!(why.contains("fields of its version"), "{version}: {why}");
                }
            }
        }
    }
}

#[test]
fn damaged_checkpoints_are_set_aside_one_beside_the_other() {
    let folder = tempfile::tempdir().unwrap();
    for text in ["one", "two", "three"] {
        fs::write(folder.path().join(PREVIOUS), text).unwrap();
        set_aside(&folder.path().join(PREVIOUS)).unwrap();
    }
    for (name, text) in [("", "one"), ("-2", "two"), ("-3", "three")] {
        let aside = folder.path().join(format!("checkpoint.previous.damaged{name}.json"));
        assert_eq!(fs::read_to_string(aside).unwrap(), text);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn contents_that_contradict_each_other_are_refused_though_the_checksum_fits() {
    let folder = tempfile::tempdir().unwrap();
    let mut small = checkpoint(5);
    small.state.population.pop();
    let mut early = checkpoint(5);
    early.state.founded = 6;
    let mut late = checkpoint(5);
    late.best = late.champion.clone().map(|champion| Best { champion, until: 5 });
    for bad in [small, early, late] {
        write(folder.path(), &bad).unwrap();
        fs::remove_file(folder.path().join(PREVIOUS)).ok();
        assert!(read(folder.path()).is_err());
    }
}

#[test]
fn counts_that_can_not_be_added_up_are_refused_though_the_checksum_fits() {
    let folder = tempfile::tempdir().unwrap();
    let seat = Tally { wins: 1 << 63, ..Tally::default() };
    let measured = |count: usize| {
        let measured = vec![seat; count];
        checkpoint(5).champion.map(|champion| Champion { measured, ..champion })
    };
    let with = |state: State| Checkpoint { state, ..checkpoint(5) };
    let state = || checkpoint(5).state;
    let best = measured(2).map(|champion| Best { champion, until: 4 });
    for bad in [
        Checkpoint { champion: measured(2), ..checkpoint(5) },
        Checkpoint { best, ..checkpoint(5) },
        with(State { games: u64::MAX, ..state() }),
        with(State { restarts: u64::MAX, ..state() }),
        with(State { generation: u64::MAX, ..state() }),
    ] {
        write(folder.path(), &bad).unwrap();
        fs::remove_file(folder.path().join(PREVIOUS)).ok();
        let why = read(folder.path()).unwrap_err().to_string();
        assert!(
            why.contains("checkpoint.json: it counts more games or generations than there can be"),
            "{why}"
        );
    }
    write(folder.path(), &Checkpoint { champion: measured(1), ..checkpoint(5) }).unwrap();
    assert_eq!(generation_read(folder.path()), Some((5, true)));
}

#[test]
fn shares_that_do_not_fit_the_opponents_are_named() {
    let check = |against: &str, shares: &[f64]| {
        let mut it = checkpoint(1);
        it.config.against = against.parse().unwrap();
        it.state.shares = shares.to_vec();
        it.check(&parameters(Domain::Real)).map_err(|why| why.contains("shares"))
    };
    assert_ne!(check("a,b", &[0.5, 0.5]), Err(true));
    assert_ne!(check("a,b", &[]), Err(true));
    for bad in [&[1.0][..], &[0.5, 0.25, 0.25], &[1.0, 0.0], &[0.5, f64::NAN]] {
        assert_eq!(check("a,b,population", bad), Err(true), "{bad:?}");
    }
}

#[test]
fn pooled_games_that_nobody_asked_for_or_that_make_no_sense_are_named() {
    let check = |pooled, deviation, memory| {
        let mut it = checkpoint(1);
        it.config.memory = memory;
        for individual in &mut it.state.population {
            (individual.pooled, individual.deviation) = (pooled, deviation);
        }
        it.check(&parameters(Domain::Real))
    };
    let pooled = |mean, games| Some(Pooled { mean, games });
    assert_eq!(check(pooled(-5.0, 0.5), Some(2.0), 0.9), Ok(()));
    for (pooled, deviation, memory) in [
        (None, None, 0.9),
        (pooled(1.0, 1.0), None, 0.0),
        (pooled(f64::NAN, 1.0), None, 0.9),
        (pooled(1.0, -1.0), None, 0.9),
        (pooled(1.0, f64::INFINITY), None, 0.9),
        (None, Some(-1.0), 0.0),
        (None, Some(f64::NAN), 0.0),
    ] {
        let why = check(pooled, deviation, memory).unwrap_err();
        assert!(why.contains("individual 0"), "{why}");
    }
}

#[test]
fn vectors_that_do_not_fit_are_named() {
    let check = |checkpoint: Checkpoint, domain| checkpoint.check(&parameters(domain));
    assert_eq!(check(checkpoint(1), Domain::Real), Ok(()));
    let fraction = check(checkpoint(1), Domain::Integer).unwrap_err();
    assert!(fraction.contains("individual 1"), "{fraction}");
    let mut short = checkpoint(1);
    short.state.population[0].genes.pop();
    assert!(check(short, Domain::Real).unwrap_err().contains("individual 0"));
    let mut foreign = checkpoint(1);
    foreign.state.hall[0].push(1.0);
    assert!(check(foreign, Domain::Real).unwrap_err().contains("member 0 of its hall of fame"));
    let mut endless = checkpoint(1);
    endless.champion.as_mut().unwrap().genes[1] = f64::INFINITY;
    let best = Best { champion: endless.champion.clone().unwrap(), until: 0 };
    assert!(check(endless, Domain::Real).unwrap_err().contains("champion"));
    let endless = Checkpoint { best: Some(best), ..checkpoint(1) };
    assert!(check(endless, Domain::Real).unwrap_err().contains("champion"));
}
