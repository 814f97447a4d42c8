//! Pictures of an arena: ratings with their intervals, and the crosstable in colours.

use crate::cli::failure::Failure;
use crate::cli::pictures;
use crate::play::standings::{Standing, Standings};
use crate::record::arena::Arena;
use crate::report::arena::openings;
use crate::report::crosstable::Crosstable;
use crate::report::intervals::{Figure, Figures};
use crate::report::number::{grouped, thousands};
use std::path::Path;

/// Draws `ratings` and `crosstable` into the arena's folder, as SVG and PNG.
pub fn draw(arena: &Arena, standings: &Standings, folder: &Path) -> Result<(), Failure> {
    let (ratings, crosstable) = figures(arena, standings);
    pictures::figures(&ratings, folder, "ratings")?;
    pictures::crosstable(&crosstable, folder)
}

/// What is drawn of an arena.
pub fn figures(arena: &Arena, standings: &Standings) -> (Figures, Crosstable) {
    let games: u64 = standings.reasons.values().sum();
    let shard = arena.part().map_or(String::new(), |shard| format!(", shard {shard} alone"));
    let about = format!(
        "{} games of {}, {} of them different, {}, {}, seed {}{shard}",
        thousands(games),
        arena.game,
        thousands(standings.different),
        arena.rules,
        openings(arena),
        arena.seed.number(),
    );
    (ratings(arena, standings, about.clone()), crosstable(arena, standings, about))
}

fn ratings(arena: &Arena, standings: &Standings, about: String) -> Figures {
    let figure = |standing: &Standing| {
        let elo = standing.elo?;
        let name = &arena.bots[standing.bot].name;
        let words = match standing.reach {
            _ if *name == arena.anchor => "0 by definition".to_string(),
            Some(reach) => format!("{} ± {}", grouped(elo, 0), grouped(reach, 0)),
            None => grouped(elo, 0),
        };
        let interval = standing.interval().filter(|_| *name != arena.anchor);
        Some(Figure { name: name.clone(), value: elo, interval, words })
    };
    let rows: Vec<Figure> = standings.table.iter().filter_map(figure).collect();
    let intervals = match rows.iter().any(|row| row.interval.is_some()) {
        true => ", with 95 % intervals",
        false => "",
    };
    Figures {
        title: "Ratings".to_string(),
        lines: vec![about],
        axis: format!("Elo over {}{intervals}", arena.anchor),
        range: None,
        equal: Some(0.0),
        rows,
    }
}

fn crosstable(arena: &Arena, standings: &Standings, about: String) -> Crosstable {
    let order: Vec<usize> = standings.table.iter().map(|standing| standing.bot).collect();
    let share = |bot: usize, other: usize| {
        (bot != other).then(|| standings.against(bot, other).share()).flatten()
    };
    let row = |&bot: &usize| order.iter().map(|&other| share(bot, other)).collect();
    let said = "Share of the points of the bot in the row against that in the column, in per cent.";
    Crosstable {
        title: "Who did how well against whom".to_string(),
        lines: vec![about, said.to_string()],
        names: order.iter().map(|&bot| arena.bots[bot].name.clone()).collect(),
        shares: order.iter().map(row).collect(),
    }
}
