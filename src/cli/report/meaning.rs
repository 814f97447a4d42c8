//! What the figures of a page mean, for readers who know nothing of the program.

use super::section;
use crate::cli::pictures;
use crate::cli::unit::Unit;
use crate::play::tally::FEW;
use crate::report::page::{Part, Section};
use crate::tune::config::Config;
use crate::tune::fitness::Scoring;

/// The section with some terms.
fn means(terms: Vec<(String, String)>) -> Section {
    section("What the figures mean", vec![Part::Terms(terms)])
}

fn term(word: &str, means: &str) -> (String, String) {
    (word.to_string(), means.to_string())
}

fn fresh() -> (String, String) {
    term(
        "fresh games",
        "Games that took no part in selection nor in the choice of a champion. The best score of a \
         generation is the luckiest of many noisy ones, so it is never called strength.",
    )
}

fn different() -> (String, String) {
    let means = format!(
        "Two games differ when their moves do, or the seat of the player that is measured. Where fewer \
         than {FEW} games differ each counts once, as in “2 of 2”, and the result has no interval."
    );
    ("different games".to_string(), means)
}

fn undecided(unit: Unit, of: &str) -> (String, String) {
    let means =
        "Games that nobody won, by the rules or by a limit of plies. The share of all games";
    (unit.undecided().to_string(), format!("{means}{of}."))
}

/// The terms of a run.
pub fn of_run(config: &Config) -> Section {
    let rate = "The share of games won among those that somebody won, with its 95 % interval by Wilson \
                in brackets, wider where games of a round share several opponents. Games that nobody won \
                are left out.";
    let curves = "The measured champion has games of its own, with a 95 % interval where there is one. \
                  Best and mean of a generation are estimates from the few games that selection looks \
                  at; the best among them is lucky.";
    let unit = Unit(config.scoring);
    let fitness = term(unit.name(), &pictures::meaning(config));
    if config.scoring.is_number() {
        let curves = curves.replace("games", "evaluations");
        return means(vec![fitness, term("curves", &curves)]);
    }
    let counted = match config.scoring {
        Scoring::Score => term(
            "score, %",
            "The share of all points: a won game is one, a drawn one half of one. Its 95 % interval stands in brackets.",
        ),
        _ => term("won, %", rate),
    };
    means(vec![
        counted,
        undecided(unit, " against that opponent, wherever they began"),
        fitness,
        fresh(),
        different(),
        term("itself", "The champion's own array in all other seats: how many games nobody wins."),
        term("curves", curves),
    ])
}

/// The terms of an arena.
pub fn of_arena() -> Section {
    let elo = "A difference of 100 means 64 points of 100, one of 200 means 76, one of 400 means 91. It is \
               fitted to all games at once, together with what the first move is worth.";
    let pair = "Two games from one opening, the second with seats swapped. Intervals take a pair as one \
                piece of evidence.";
    let los = "How likely it is that a bot is stronger than the one in the next row.";
    means(vec![
        term("Elo", elo),
        term("± 95 %", "Half the width of the 95 % interval of the rating."),
        term(
            "score",
            "The share of all points: a win is one, a game that nobody wins half of one.",
        ),
        term("LOS", los),
        term("pair", pair),
        different(),
    ])
}

/// The terms of a comparison whose champions are worth points of that unit.
pub fn of_comparison(unit: Unit, meaning: &str) -> Section {
    let budget = "Games of selection. Those that choose and measure champions are not among them.";
    let seed = "Each variant evolves once with each seed; seeds, not games, are what is counted.";
    let fitness = term(unit.name(), meaning);
    if unit.is_all() {
        let budget = budget.replace("Games", "Evaluations");
        let seed = seed.replace("games", unit.games());
        return means(vec![fitness, term(unit.games(), &budget), term("seed", &seed)]);
    }
    means(vec![
        fitness,
        term("games", budget),
        term("seed", seed),
        fresh(),
        term(
            "won",
            "The mean over the seeds of the share of games won among those that somebody won.",
        ),
        undecided(unit, ""),
    ])
}
