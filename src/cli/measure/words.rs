//! A measurement in words: what came out of it for people, and the command that repeats it.

use crate::cli::unit::Unit;
use crate::cli::{figures, quoted, screen, strength};
use crate::play::tally::{FEW, Tally};
use crate::record::measurement::{MeasurementSettings, Met, OpponentSettings};
use crate::record::strength::StrengthRow;
use crate::registry::program;
use crate::session::strength::{Scale, Verdict};

/// The figures of all opponents that were met.
pub fn describe(settings: &MeasurementSettings, met: &[Met]) -> String {
    let tallies: Vec<(&str, Tally)> = met.iter().map(|it| (it.name.as_str(), it.all())).collect();
    let layout = figures::Layout { unit: Unit(settings.scoring), width: screen::width() };
    let figures = match met {
        [met] => figures::by_seat(&met.by_seat, layout),
        _ => {
            let worst = worst(settings, met).map(|it| format!("\nWorst against {it}.\n"));
            figures::by_opponent(&tallies, layout) + &worst.unwrap_or_default()
        }
    };
    heading(settings) + &figures + &left_out(met) + &equal(settings) + &by_opening(settings, met)
}

/// Why fewer games count than there are, where that is so against any opponent.
fn left_out(met: &[Met]) -> String {
    let why = |it: &Met| {
        let all = it.all();
        figures::left_out(all.games(), it.played, all.different)
    };
    let said = met.iter().map(why).find(|it| !it.is_empty()).unwrap_or_default();
    screen::wrap(said, screen::width())
}

/// What an equal wins, where that isn't half of the games.
fn equal(settings: &MeasurementSettings) -> String {
    match settings.players {
        players if players > 2 && !settings.scoring.is_number() => {
            format!("\nAn equal wins {:.1} %.\n", 100.0 / players as f64)
        }
        _ => String::new(),
    }
}

/// The opponent against which the least was won, by games from the start or from random openings; `None` where
/// no game counts.
pub fn worst(settings: &MeasurementSettings, met: &[Met]) -> Option<String> {
    let all = |it: &Met| StrengthRow::new(0, &it.name, settings.opening_plies, &it.all());
    let counted = |it: &Met| match rows(settings, it) {
        rows if rows.is_empty() => vec![all(it)],
        rows => rows,
    };
    let rows: Vec<StrengthRow> = met.iter().flat_map(counted).collect();
    let verdict = Verdict::of(&rows, None, scale(settings));
    verdict.worst().map(|row| row.opponent.clone())
}

/// By what its rows are judged.
fn scale(settings: &MeasurementSettings) -> Scale {
    Scale { players: settings.players, scoring: settings.scoring }
}

/// The games from the start and those from random openings; none where all begin at the start.
fn rows(settings: &MeasurementSettings, met: &Met) -> Vec<StrengthRow> {
    let plies = [0, settings.opening_plies].into_iter();
    let row = |(plies, tally): (u32, &Tally)| StrengthRow::new(0, &met.name, plies, tally);
    plies.zip(met.by_opening.iter().flatten()).map(row).collect()
}

/// What was won from the start and from random openings, below an empty line, where games begin at
/// both.
pub fn by_opening(settings: &MeasurementSettings, met: &[Met]) -> String {
    let mut rows: Vec<StrengthRow> = met.iter().flat_map(|it| rows(settings, it)).collect();
    if settings.mixes() {
        // The heading names them.
        rows.iter_mut().for_each(|row| row.opponent = "all of them".to_string());
    }
    if rows.iter().all(|row| row.wins + row.losses + row.unfinished == 0) {
        return String::new();
    }
    let told = rows.iter().map(|row| row.games).sum::<u64>();
    let said = match told < met.iter().map(|it| it.all().games()).sum() {
        true => format!(
            "Where fewer than {FEW} games differ, each counts once here, and above as often as it was played: go by the games from \
             random plies.\n"
        ),
        false => String::new(),
    };
    let width = screen::width();
    let mut lines = strength::lines(&rows, scale(settings));
    strength::narrow(&mut lines, width);
    format!("\n{}{}", screen::table(&lines, width), screen::wrap(&said, width))
}

/// What is measured against whom, and how; where there are no games, by which program.
pub fn heading(settings: &MeasurementSettings) -> String {
    if settings.scoring.is_number() {
        let MeasurementSettings { weights, rules, seed, .. } = settings;
        let text =
            format!("{weights}: its score by the program {rules}, seed {}\n\n", seed.number());
        return screen::wrap(&text, screen::width());
    }
    let names: Vec<String> = settings.opponents.iter().map(OpponentSettings::name).collect();
    // A program looks ahead as it likes.
    let (game, search) = match settings.game == program::NAME {
        true => (String::new(), String::new()),
        false => (format!("{}, ", settings.game), format!(", {}", settings.search)),
    };
    let shard = settings.shard.map_or(String::new(), |shard| {
        let own = settings.own();
        let [first, last, all] = [own.start + 1, own.end, settings.games].map(figures::thousands);
        format!("; shard {shard} alone, games {first} to {last} of {all} against each opponent")
    });
    let text = format!(
        "{} against {}, {game}{} players, {}, {}{search}, seed {}{shard}\n\n",
        settings.weights,
        names.join(","),
        settings.players,
        settings.rules,
        figures::openings(settings.opening_plies),
        settings.seed.number(),
    );
    screen::wrap(&text, screen::width())
}

/// The command of a measurement, or a shard of one, with these settings and that `--name`.
pub fn command(settings: &MeasurementSettings, name: &str) -> String {
    let flags = [
        ("against", Some(quoted(&settings.against()))),
        ("opening-plies", Some(settings.opening_plies.to_string())),
        ("games", Some(settings.games.to_string())),
        ("players", Some(settings.players.to_string())),
        ("rules", Some(quoted(&settings.rules))),
        ("seats", Some(settings.seats.name().to_string())),
        ("search", Some(quoted(&settings.search))),
        ("distance", settings.distance().filter(|_| settings.scoring.is_plies()).map(quoted)),
        ("game", Some(quoted(&settings.game))),
        ("seed", Some(settings.seed.number().to_string())),
        ("name", Some(quoted(name))),
        ("shard", settings.shard.map(|shard| shard.to_string())),
    ];
    let mix = if settings.mixes() { " --mix" } else { "" };
    let set = flags.into_iter().filter_map(|(flag, value)| Some(format!(" --{flag} {}", value?)));
    format!("measure {}{mix}{}", quoted(&settings.weights), set.collect::<String>())
}
