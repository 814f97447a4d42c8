//! An analysis in words and for machines.

use crate::cli::figures::thousands;
use crate::registry::{LiveGame, Table};
use crate::report::markdown;
use crate::report::number;
use crate::rng::Seed;
use crate::search::analysis::{Analysis, End, Unit};
use crate::search::lines::{Line, Ply};
use crate::search::spec::BotName;
use serde::Serialize;

/// What came out, and of what.
pub struct Told<'a> {
    pub bot: &'a BotName,
    pub table: &'a dyn Table,
    pub live: &'a dyn LiveGame,
    pub seed: Seed,
    /// Moves to list at most.
    pub top: u64,
    pub found: &'a Analysis,
    pub seconds: f64,
    /// Whether it was cut short.
    pub interrupted: bool,
}

/// The result for machines. Values are from the view of the player to move.
#[derive(Serialize)]
pub struct Report<'a> {
    game: &'a str,
    players: usize,
    rules: String,
    position: String,
    /// The seat to move.
    seat: usize,
    bot: String,
    seed: Seed,
    /// What values are: margin, own-score, score, reward, chance or program.
    unit: &'static str,
    value: Option<f64>,
    depth: u32,
    nodes: u64,
    /// Positions looked at beside these, for the values and lines of the list.
    nodes_beside: u64,
    seconds: f64,
    interrupted: bool,
    moves: Vec<MoveReport<'a>>,
}

#[derive(Serialize)]
struct MoveReport<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    value: Option<f64>,
    /// Plies, or own moves where the unit is own-score, to an end that is certain.
    win_in: Option<u32>,
    loss_in: Option<u32>,
    playouts: Option<u64>,
    line: Vec<PlyReport<'a>>,
}

#[derive(Serialize)]
struct PlyReport<'a> {
    seat: usize,
    #[serde(rename = "move")]
    mv: &'a str,
}

impl Told<'_> {
    /// For machines.
    pub fn report(&self) -> Report<'_> {
        let Told { bot, table, live, seed, found, seconds, interrupted, .. } = *self;
        let seat = |ply: &Ply| ply.player.index() + 1;
        let moves = found.lines.iter().map(|line| {
            let end = found.end(line);
            MoveReport {
                mv: line.moves.first().map_or("", |ply| &ply.text),
                value: line.value,
                win_in: end.and_then(|end| if let End::Win(it) = end { Some(it) } else { None }),
                loss_in: end.and_then(|end| if let End::Loss(it) = end { Some(it) } else { None }),
                playouts: line.playouts,
                line: line
                    .moves
                    .iter()
                    .map(|it| PlyReport { seat: seat(it), mv: &it.text })
                    .collect(),
            }
        });
        Report {
            game: table.name(),
            players: table.players(),
            rules: table.rules(),
            position: live.draw(),
            seat: live.turn().index() + 1,
            bot: bot.to_string(),
            seed,
            unit: found.unit.name(),
            value: found.lines.first().and_then(|line| line.value),
            depth: found.depth,
            nodes: found.nodes,
            nodes_beside: found.nodes_beside,
            seconds,
            interrupted,
            moves: moves.collect(),
        }
    }

    /// For people.
    pub fn describe(&self) -> String {
        let Told { bot, table, live, seed, top, found, seconds, interrupted } = *self;
        let seat = live.turn().index() + 1;
        let ahead = match found.unit {
            Unit::OwnScore => "own moves",
            _ => "plies",
        };
        let beside = match found.nodes_beside {
            0 => String::new(),
            nodes => format!(" and {} for the list", thousands(nodes)),
        };
        let what = if found.unit == Unit::Reward { "playouts" } else { "positions" };
        let cut = if interrupted { ", interrupted" } else { "" };
        let (listed, all) = (found.lines.len(), live.moves().len());
        let more = match (listed < all, listed as u64 == top) {
            (true, true) => format!("The best {listed} of {all} moves; --top lists more.\n"),
            // The bot looks at no others.
            (true, false) => format!("The best {listed} of {all} moves.\n"),
            (false, _) => String::new(),
        };
        format!(
            "{bot} in {}, {} players, {}, seed {}\n\n{}\nSeat {seat} is to move; values are {}, \
             from its view.\n\n{}\nDepth ({ahead}) {}, {what} {}{beside}, {seconds:.2} s{cut}\n{more}",
            table.name(),
            table.players(),
            table.rules(),
            seed.number(),
            live.draw(),
            meaning(found.unit),
            side_by_side(found),
            found.depth,
            thousands(found.nodes),
        )
    }
}

/// The best moves with their values and lines, in Markdown.
pub fn side_by_side(found: &Analysis) -> String {
    let titles = match found.unit {
        Unit::Reward => ["move", "value", "playouts", "line"].as_slice(),
        _ => ["move", "value", "line"].as_slice(),
    };
    let mut rows = vec![titles.iter().map(|it| it.to_string()).collect::<Vec<String>>()];
    for line in &found.lines {
        let first = line.moves.first().map_or("", |ply| &ply.text);
        let mut row = vec![first.to_string(), value(found, line)];
        if found.unit == Unit::Reward {
            row.push(line.playouts.map_or("–".to_string(), thousands));
        }
        row.push(text(&line.moves));
        rows.push(row);
    }
    markdown::table(&rows, titles.len())
}

/// What is found so far.
pub fn progress(found: &Analysis, line: &Line) -> String {
    let nodes = thousands(found.nodes + found.nodes_beside);
    let (value, line) = (value(found, line), text(&line.moves));
    format!("depth {}, {nodes} positions, {value}: {line}", found.depth)
}

/// A line of play; where not everyone moves in turn, with the seat before each move.
pub fn text(moves: &[Ply]) -> String {
    let is_plain = moves.windows(2).all(|pair| pair[0].player != pair[1].player)
        && moves.iter().all(|ply| ply.player.index() < 2);
    let word = |ply: &Ply| match is_plain {
        true => ply.text.clone(),
        false => format!("{}:{}", ply.player.index() + 1, ply.text),
    };
    moves.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// What a line is worth: a number, or how many plies are left to an end that is certain.
pub fn value(found: &Analysis, line: &Line) -> String {
    let away = |away: u32| match found.unit {
        Unit::OwnScore => number::count(away.into(), "own move", "own moves"),
        _ => number::plies(away.into()),
    };
    let Some(value) = line.value else { return "–".to_string() };
    let is_whole = found.lines.iter().all(|it| it.value.is_none_or(|it| it.fract() == 0.0));
    match found.end(line) {
        Some(End::Win(it)) => format!("win in {}", away(it)),
        Some(End::Loss(it)) => format!("loss in {}", away(it)),
        None => number::text(value, if is_whole { 0 } else { 3 }),
    }
}

/// What values are, in words.
pub fn meaning(unit: Unit) -> &'static str {
    match unit {
        Unit::Margin => "margins over the others where the line ends",
        Unit::OwnScore => "its own scores where the line ends",
        Unit::Score => "its scores after the move",
        Unit::Reward => "mean rewards of playouts, 1 for a win",
        Unit::Chance => "its chances to win where the line ends, as estimated",
        Unit::Program => "what the program says, in a unit of its own",
    }
}
