//! An arena on a page.

use super::{Account, meaning, repeat, row, section};
use crate::cli::arena::{flags, pictures, words};
use crate::cli::failure::Failure;
use crate::cli::pictures::not_drawn;
use crate::cli::quoted_in_files;
use crate::cli::runs::state;
use crate::cli::sprt;
use crate::play::sprt::Hypotheses;
use crate::play::standings::Standings;
use crate::record::arena::{Arena, ArenaRecord};
use crate::report::arena::{crosstable, notes, openings, ratings, summary};
use crate::report::number::thousands;
use crate::report::page::{Part, Section, Table};
use crate::report::{crosstable, intervals};

/// The name under which the position of an arena is to be saved.
const POSITION: &str = "position.txt";

/// The same for its openings.
const OPENINGS: &str = "openings.txt";

/// What its commands do.
const AGAIN: &str = "The same command plays the same games, on any number of threads, but for bots with a limit of \
                     time. A second command plays every game on record again and checks it. Bots that go by files or \
                     runs need these beside it, with the hashes above.";

/// What there is to say of an arena, or of a sequential test on record.
pub fn account(name: &str, mut record: ArenaRecord, is_running: bool) -> Result<Account, Failure> {
    if let Some(openings) = &mut record.arena.openings {
        openings.file = OPENINGS.to_string();
    }
    if let Some(test) = sprt::Account::on_record(name, &record) {
        return Ok(of_test(&test, record, is_running));
    }
    let ArenaRecord { arena, ended, folder, .. } = record;
    let schedule = arena.schedule();
    let (done, all) = (ended.len() as u64, schedule.games());
    let is_done = done >= all;
    let mut missing = Vec::new();
    if !is_done {
        let counts = format!("{} of {} games", thousands(done), thousands(all));
        missing.push(match is_running {
            true => format!("The arena is being played: {counts} were over when this was written."),
            false => {
                format!("The arena is not finished: {counts} are played. The command goes on.")
            }
        });
    }
    let mut sections = Vec::new();
    let mut lines = vec![format!("Arena of {}, {}", arena.game, state(is_running, is_done))];
    if done > 0 {
        let standings = Standings::new(&schedule, arena.bots.len(), arena.anchor(), &ended);
        lines.push(summary(&arena, &standings));
        sections.extend(results(&arena, &standings)?);
    }
    sections.push(settings(&arena));
    sections.push(repetition(&arena, name)?);
    sections.push(meaning::of_arena());
    let state = state(is_running, is_done);
    Ok(Account { kind: "arena", state, folder, lines, missing, sections })
}

/// What there is to say of a sequential test.
fn of_test(test: &sprt::Account, record: ArenaRecord, is_running: bool) -> Account {
    let is_done = record.is_done();
    let state = state(is_running, is_done);
    let missing = match (is_done, is_running) {
        (true, _) => None,
        (false, true) => Some("The test was being played when this was written."),
        (false, false) => Some("The test is not over. The command goes on."),
    };
    let name = test.asked.name.as_deref().unwrap_or_default();
    let command = format!("{}\nstarhop verify {name}", test.command());
    let sections = vec![
        section("Result", vec![Part::Code(test.figures())]),
        settings(&record.arena),
        repeat(AGAIN, command, files(&record.arena)),
    ];
    let lines = vec![format!("Sequential test of {}, {state}", record.arena.game)];
    let missing = missing.into_iter().map(str::to_string).collect();
    Account { kind: "test", state, folder: record.folder, lines, missing, sections }
}

fn results(arena: &Arena, standings: &Standings) -> Result<[Section; 2], Failure> {
    let (rated, shares) = pictures::figures(arena, standings);
    let picture = |svg: String, says: &str| Part::Picture { svg, says: says.to_string() };
    let first = standings.table.first().and_then(|it| arena.bots.get(it.bot));
    let first = first.map_or("", |bot| bot.name.as_str());
    let intervals = match rated.rows.iter().any(|row| row.interval.is_some()) {
        true => " with their 95 % intervals",
        false => "",
    };
    let says = format!("Ratings of the bots{intervals}; {first} is first.");
    let table =
        |caption: &str, rows| Table { caption: caption.to_string(), rows, name: 1, left: 2 };
    let rated = vec![
        picture(intervals::intervals(&rated).map_err(not_drawn)?, &says),
        Part::Table(table("Ratings, best first", ratings(arena, standings, None))),
        Part::Text(notes(arena, standings)),
    ];
    let says = "Share of the points of each bot against each other one, in per cent.";
    let met = vec![
        picture(crosstable::crosstable(&shares).map_err(not_drawn)?, says),
        Part::Table(table(
            "Who did how well against whom: the row's bot against the column's, from all seats",
            crosstable(arena, standings),
        )),
    ];
    Ok([section("Ratings", rated), section("Crosstable", met)])
}

/// What determines the games, and the hashes of what the bots go by.
fn settings(arena: &Arena) -> Section {
    let mut rows = vec![row(["setting", "value"])];
    let begin = match (&arena.position, &arena.openings) {
        (Some(_), _) => "see below".to_string(),
        (None, Some(_)) => format!("{}, see below", openings(arena)),
        (None, None) => "start of the game".to_string(),
    };
    let both = [
        ("game", arena.game.clone()),
        ("players", arena.players.to_string()),
        ("rules", arena.rules.clone()),
        ("games begin at", begin),
        ("opening-plies", arena.opening_plies.to_string()),
        ("repetitions", arena.repetitions.to_string()),
        ("seed", arena.seed.number().to_string()),
    ];
    for (key, value) in both.into_iter().chain(own_settings(arena)) {
        rows.push(row([key, &value]));
    }
    let games = Table { caption: "How games are played".to_string(), rows, name: 0, left: 2 };
    let mut rows = vec![row(["bot", "same games each time", "weights", "book", "program"])];
    let hash = |hash: &Option<String>| hash.as_deref().map_or("–".to_string(), short);
    for bot in &arena.bots {
        let again = if bot.repeatable { "yes" } else { "no" };
        let hashes = [&bot.weights, &bot.book, &bot.program].map(hash);
        let [weights, book, program] = &hashes;
        rows.push(row([&bot.name, again, weights, book, program]));
    }
    let caption =
        "Who plays, with the first letters of the hashes of weights, books and programs' files"
            .to_string();
    let bots = Table { caption, rows, name: 0, left: 5 };
    section("Settings", vec![Part::Table(games), Part::Table(bots)])
}

/// Settings that an arena has and a test has not, or the other way round.
fn own_settings(arena: &Arena) -> Vec<(&'static str, String)> {
    if let Some(Hypotheses { elo0, elo1, alpha, beta }) = &arena.sprt {
        let figures = [("elo0", elo0), ("elo1", elo1), ("alpha", alpha), ("beta", beta)];
        let pairs = [("max-pairs", thousands(arena.max_pairs()))];
        return figures
            .map(|(key, figure)| (key, figure.to_string()))
            .into_iter()
            .chain(pairs)
            .collect();
    }
    let format = toml::Value::try_from(arena.format).ok();
    let format = format.as_ref().and_then(toml::Value::as_str).unwrap_or_default();
    vec![
        ("format", format.to_string()),
        ("games of a pairing", thousands(arena.games)),
        ("anchor", arena.anchor.clone()),
    ]
}

/// The first letters of a hash.
fn short(hash: &str) -> String {
    hash.chars().take(16).collect()
}

/// What its command needs beside what the bots go by.
fn files(arena: &Arena) -> Vec<Part> {
    let position = arena.position.iter().map(|position| Part::File {
        name: format!("{POSITION}, where games begin"),
        text: position.clone(),
    });
    let openings = arena.openings.iter().map(|openings| Part::File {
        name: format!("{OPENINGS}, what games begin with"),
        text: openings.suite.clone().into(),
    });
    position.chain(openings).collect()
}

fn repetition(arena: &Arena, name: &str) -> Result<Section, Failure> {
    let typed = flags(arena, POSITION);
    let command =
        format!("starhop {}\nstarhop verify {name}", words(arena, &typed, name, quoted_in_files));
    Ok(repeat(AGAIN, command, files(arena)))
}
