//! A measurement in words: what came out of it for people, and the command that repeats it.

use super::MeasureArgs;
use crate::cli::unit::Unit;
use crate::cli::{figures, quoted, screen};
use crate::play::shard::Shard;
use crate::play::tally::Tally;
use crate::record::measurement::{MeasurementSettings, Met, OpponentSettings, worst};
use crate::search::spec::Search;

/// The figures of all opponents that were met.
pub fn describe(settings: &MeasurementSettings, met: &[Met]) -> String {
    let tallies: Vec<(&str, Tally)> = met.iter().map(|it| (it.name.as_str(), it.all())).collect();
    let layout = figures::Layout { unit: Unit(settings.scoring), width: screen::width() };
    let figures = match met {
        [met] => figures::by_seat(&met.by_seat, layout),
        _ => {
            let worst = worst(met);
            format!("{}\nWorst against {worst}.\n", figures::by_opponent(&tallies, layout))
        }
    };
    heading(settings) + &figures
}

/// What is measured against whom, and how.
pub fn heading(settings: &MeasurementSettings) -> String {
    let names: Vec<String> = settings.opponents.iter().map(OpponentSettings::name).collect();
    let search = match settings.search == Search::default().to_string() {
        true => String::new(),
        false => format!(", {}", settings.search),
    };
    let shard = settings.part().map_or(String::new(), |shard| {
        let own = settings.own();
        let [first, last, all] = [own.start + 1, own.end, settings.games].map(figures::thousands);
        format!("; shard {shard} alone, games {first} to {last} of {all} against each opponent")
    });
    let text = format!(
        "{} against {}, {} players, {}, {}{search}, seed {}{shard}\n\n",
        settings.weights,
        names.join(","),
        settings.players,
        settings.rules,
        figures::openings(settings.opening_plies),
        settings.seed.number(),
    );
    screen::wrap(&text, screen::width())
}

/// The command of a shard of a measurement of that name; `typed` are its weights and flags.
pub fn command(typed: &str, name: &str, shard: Shard) -> String {
    format!("measure {typed} --name {} --shard {shard}", quoted(name))
}

/// The command that goes on with a measurement in the folder of that name.
pub fn going_on(settings: &MeasurementSettings, folder: &str) -> String {
    match &settings.shard {
        Some(shard) => command(&shard.typed, shard.part.work_of(folder), shard.part),
        None => format!("measure {} --name {}", flags(settings), quoted(folder)),
    }
}

/// The weights and flags that ask for these settings.
fn flags(settings: &MeasurementSettings) -> String {
    let MeasurementSettings { opponents, .. } = settings;
    let against: Vec<String> = opponents.iter().map(|it| it.against.to_string()).collect();
    let mixes = opponents.iter().any(|it| it.against.opponents().len() > 1);
    // Where they differ, nobody named them.
    let distance = opponents.first().map(|it| &it.distance);
    let distance = distance.filter(|&first| opponents.iter().all(|it| it.distance == *first));
    let flags = [
        ("against", quoted(&against.join(","))),
        ("opening-plies", settings.opening_plies.to_string()),
        ("games", settings.games.to_string()),
        ("players", settings.players.to_string()),
        ("rules", quoted(&settings.rules)),
        ("seats", settings.seats.name().to_string()),
        ("search", quoted(&settings.search)),
        ("game", quoted(&settings.game)),
        ("seed", settings.seed.number().to_string()),
    ];
    let mut words = vec![quoted(&settings.weights)];
    words.extend(mixes.then(|| "--mix".to_string()));
    words.extend(flags.map(|(flag, value)| format!("--{flag} {value}")));
    words.extend(distance.map(|distance| format!("--distance {}", quoted(distance))));
    words.join(" ")
}

/// The weights and flags of a command, but for those that name it or change no game.
pub fn typed(args: &MeasureArgs) -> String {
    let text = |value: &Option<String>| value.as_deref().map(quoted);
    let number = |value: Option<u64>| value.map(|it| it.to_string());
    let flags = [
        ("against", args.against.as_ref().map(|it| quoted(&it.to_string()))),
        ("opening-plies", number(args.opening_plies.map(u64::from))),
        ("games", number(Some(args.games))),
        ("players", number(args.players.map(|it| it as u64))),
        ("rules", text(&args.rules)),
        ("seats", args.seats.map(|it| it.name().to_string())),
        ("search", args.search.as_ref().map(|it| quoted(&it.to_string()))),
        ("distance", text(&args.distance)),
        ("game", text(&args.game)),
        ("seed", number(args.seed.map(|it| it.number()))),
    ];
    let mut words = vec![quoted(&args.weights)];
    for (flag, is_set) in [("mix", args.mix), ("own-terms", args.own_terms)] {
        words.extend(is_set.then(|| format!("--{flag}")));
    }
    let given = flags.into_iter().filter_map(|(flag, value)| Some((flag, value?)));
    words.extend(given.map(|(flag, value)| format!("--{flag} {value}")));
    words.join(" ")
}
