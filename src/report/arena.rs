//! An arena as a document for people, in Markdown: the bots' ratings, who did how well against
//! whom, and how games ended.

use super::markdown;
use super::number::{self, opening_plies, thousands};
use crate::play::schedule::ArenaFormat;
use crate::play::standings::{FEW_OPENINGS, SeatWorth, Standing, Standings};
use crate::play::tally::FEW;
use crate::record::arena::Arena;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What the crosstable shows.
const SHARES: &str = "\
Share of the points of the bot in the row against that in the column, from all seats; crosstable.csv
has them by who moved first.
";
/// Marks a bot whose games aren't the same each time.
const MARK: &str = " *";

/// The whole document. `seconds` a move of each bot are shown where they are given.
pub fn document(arena: &Arena, standings: &Standings, seconds: Option<&[Option<f64>]>) -> String {
    format!(
        "# Arena\n\n{}\n## Ratings\n\n{}\n{}\n## Crosstable\n\n{}\n{SHARES}",
        markdown::lines(&summary(arena, standings)),
        markdown::document_table(&ratings(arena, standings, seconds), 2),
        markdown::lines(&notes(arena, standings)),
        markdown::document_table(&crosstable(arena, standings), 2),
    )
}

/// What games begin with, as `4 random opening plies` or `49 openings`.
pub fn openings(arena: &Arena) -> String {
    match &arena.openings {
        Some(openings) => number::count(openings.suite.count(), "opening", "openings"),
        None => opening_plies(arena.opening_plies),
    }
}

/// What was played, in a sentence.
pub fn summary(arena: &Arena, standings: &Standings) -> String {
    let games: u64 = standings.reasons.values().sum();
    let format = match arena.format {
        ArenaFormat::RoundRobin => "round robin".to_string(),
        ArenaFormat::Gauntlet => {
            let first = arena.bots.first().map_or("", |bot| &bot.name);
            format!("gauntlet of {first}")
        }
    };
    let from = arena.position.as_ref().map_or("", |_| ", from the position in arena.toml");
    let openings = match (&arena.openings, arena.opening_plies) {
        (Some(_), _) => format!(", from {} in arena.toml", openings(arena)),
        (None, 0) => from.to_string(),
        (None, _) => format!("{from}, {}", openings(arena)),
    };
    let repetitions = match arena.repetitions {
        0 => String::new(),
        times => format!(", over when a position is there {times} times"),
    };
    let shard = arena.part().map_or(String::new(), |shard| {
        let schedule = arena.schedule();
        let (first, last) = (schedule.before() + 1, schedule.before() + schedule.games());
        let [first, last] = [first, last].map(thousands);
        format!("These are the games {first} to {last} alone, shard {shard} of the arena.\n")
    });
    format!(
        "{} games of {}, {} of them different, {} players, {}: {format},\n\
         {} of each pairing in pairs with seats swapped{openings}{repetitions}, seed {}.\n{shard}",
        thousands(games),
        arena.game,
        thousands(standings.different),
        arena.players,
        arena.rules,
        thousands(arena.games),
        arena.seed.number(),
    )
}

/// A bot's name, with a mark where its games aren't the same each time.
fn name(arena: &Arena, bot: usize) -> String {
    let bot = &arena.bots[bot];
    bot.name.clone() + if bot.repeatable { "" } else { MARK }
}

fn tenths(value: Option<f64>) -> String {
    value.map_or("–".to_string(), |it| number::text(it, 1))
}

/// A bot's rating, with a word where its games set no limit to it on one side. Without any it says nothing.
fn elo(standing: &Standing) -> String {
    let number = tenths(standing.elo);
    match (standing.has_floor, standing.has_ceiling) {
        (true, true) => number,
        _ if standing.elo.is_none() => number,
        (false, true) => format!("below {number}"),
        (true, false) => format!("above {number}"),
        (false, false) => "–".to_string(),
    }
}

/// How to read ratings to which the games set no limit.
fn unlimited(anchor: &str, standings: &Standings) -> String {
    let mut rated = standings.table.iter().filter(|it| it.elo.is_some());
    match rated.all(|it| it.has_floor && it.has_ceiling) {
        true => String::new(),
        false => format!(
            "A bot \"below\" or \"above\" a number lost, or won, all games that compare it with {anchor}, itself or by \
             way of\nothers: the number is by the virtual draw, and more such games would move it on. Where Elo is –, \
             no games compare the two.\n"
        ),
    }
}

/// A row for each bot, best first, below the titles. `seconds` a move are shown where they are given.
pub fn ratings(
    arena: &Arena,
    standings: &Standings,
    seconds: Option<&[Option<f64>]>,
) -> Vec<Vec<String>> {
    let mut titles = vec![
        "rank",
        "bot",
        "Elo",
        "± 95 %",
        "score",
        "won",
        "drawn",
        "lost",
        "games",
        "different",
        "plies",
        "LOS",
    ];
    titles.extend(seconds.map(|_| "ms a move"));
    let mut rows = vec![titles.into_iter().map(str::to_string).collect::<Vec<String>>()];
    for (rank, standing) in (1..).zip(&standings.table) {
        let Standing { reach, score, .. } = standing;
        let mut row = vec![
            rank.to_string(),
            name(arena, standing.bot),
            elo(standing),
            tenths(*reach),
            percent(score.share()),
            thousands(score.wins),
            thousands(score.draws),
            thousands(score.losses),
            thousands(score.games()),
            thousands(standing.different),
            tenths(standing.plies),
            // A probability by a model, of which nothing is counted.
            standing
                .superiority
                .map_or("–".to_string(), |it| format!("{} %", number::text(100.0 * it, 1))),
        ];
        let own = seconds.map(|seconds| seconds.get(standing.bot).copied().flatten());
        row.extend(own.map(|it| it.map_or("–".to_string(), |it| format!("{:.3}", it * 1e3))));
        rows.push(row);
    }
    rows
}

/// How to read the ratings, and how games ended.
pub fn notes(arena: &Arena, standings: &Standings) -> String {
    let mut text = format!(
        "{} has Elo 0. Ratings are fitted to all games at once, with one virtual draw of each bot \
         against it;\nintervals are by pairs of games and by openings. LOS is how likely a bot is \
         stronger than the next one.\n",
        arena.anchor
    );
    text += &unlimited(&arena.anchor, standings);
    if standings.table.iter().any(|standing| standing.different < FEW) {
        let _ = writeln!(
            text,
            "Where fewer than {FEW} games of a bot differ, by their moves, its figures have no interval."
        );
    }
    if standings.openings < FEW_OPENINGS && standings.table.iter().any(|it| it.different >= FEW) {
        let few = match &arena.openings {
            Some(_) => {
                format!("With fewer than {FEW_OPENINGS} openings, which all pairings share,")
            }
            None => format!(
                "With fewer than {FEW_OPENINGS} pairs of each pairing, whose openings all share,"
            ),
        };
        let _ = writeln!(text, "{few} nothing has an interval.");
    }
    let pairs = arena.games / 2;
    if let Some(openings) = arena.openings.as_ref().filter(|it| it.suite.count() < pairs) {
        let _ = writeln!(
            text,
            "There are {} for {} of each pairing: after the last they come again from the first.",
            number::count(openings.suite.count(), "opening", "openings"),
            number::count(pairs, "pair", "pairs"),
        );
    }
    if standings.is_undecided() {
        text += "Nobody won any game, so that the ratings say nothing.\n";
    } else {
        text += &seats(arena, standings);
    }
    let reasons: Vec<String> = standings
        .reasons
        .iter()
        .map(|(reason, count)| format!("{reason} {}", thousands(*count)))
        .collect();
    let _ = writeln!(text, "Games ended by: {}.", reasons.join(", "));
    let failed = |games: String| format!("failed in {games}, which it lost");
    text += &lost(arena, &standings.failures, failed);
    text += &lost(arena, &standings.lost_on_time, |games| format!("lost {games} on time"));
    text += match arena.bots.iter().any(|bot| bot.program.is_some()) {
        true => {
            "Bots with * are programs or have a limit of time: their games need not be the same each \
             time.\n"
        }
        false if arena.bots.iter().any(|bot| !bot.repeatable) => {
            "Bots with * have a limit of time: their games aren't the same each time.\n"
        }
        false => "",
    };
    text
}

/// How many games each bot lost for one reason, and the first of them; by bot the count and that game's number from 0.
fn lost(
    arena: &Arena,
    games: &BTreeMap<usize, (u64, u64)>,
    said: impl Fn(String) -> String,
) -> String {
    let line = |(&bot, &(count, first)): (&usize, &(u64, u64))| {
        let name = &arena.bots[bot].name;
        let said = said(number::count(count, "game", "games"));
        format!("{name} {said}. The first is game {}: `replay` shows why.\n", first + 1)
    };
    games.iter().map(line).collect()
}

fn seats(arena: &Arena, standings: &Standings) -> String {
    let worth = |it: &SeatWorth| match it.reach {
        Some(reach) => format!("{} ± {} Elo", number::text(it.elo, 1), number::text(reach, 1)),
        None => format!("{} Elo", number::text(it.elo, 1)),
    };
    match &standings.seats[..] {
        all if all.iter().all(|it| it.reach.is_none()) => {
            "What a seat is worth isn't known from these games.\n".to_string()
        }
        [first] => format!("The first move is worth {}.\n", worth(first)),
        _ => {
            let list: Vec<String> = (1..)
                .zip(&standings.seats)
                .map(|(seat, rating)| format!("seat {seat} {}", worth(rating)))
                .collect();
            format!("Beside seat {} others are worth: {}.\n", arena.players, list.join(", "))
        }
    }
}

/// The shares of the bots in the rows against those in the columns, best first, below the titles.
pub fn crosstable(arena: &Arena, standings: &Standings) -> Vec<Vec<String>> {
    let order: Vec<usize> = standings.table.iter().map(|standing| standing.bot).collect();
    let mut titles = vec![String::new(), "bot".to_string()];
    titles.extend((1..=order.len()).map(|rank| rank.to_string()));
    let mut rows = vec![titles];
    for (rank, &bot) in (1..).zip(&order) {
        let mut row = vec![format!("{rank}"), name(arena, bot)];
        let share = |&other: &usize| match other == bot {
            true => String::new(),
            false => percent(standings.against(bot, other).share()),
        };
        row.extend(order.iter().map(share));
        rows.push(row);
    }
    rows
}

fn percent(share: Option<f64>) -> String {
    share.map_or("–".to_string(), |share| format!("{} %", number::percentage(share, 1)))
}
