//! What a champion is worth, as a table and a sentence for people.

use super::figures::{beginning, count, random_plies, thousands};
use super::screen;
use super::unit::Unit;
use crate::play::tally::{DRAW, FEW};
use crate::record::strength::StrengthRow;
use crate::record::weights::Measured;
use crate::report::number::percentage;
use crate::session::strength::{Advantage, ITSELF, Scale, Verdict};
use std::fmt::Write as _;

/// Opponents that a sentence names one by one.
const NAMED: usize = 3;
/// Letters that stay of a name on a narrow terminal.
const SHORTEST: usize = 10;
/// The share of unfinished games from which on a sentence speaks of them.
const MANY_UNFINISHED: f64 = 0.05;

/// The table with its verdict behind it, in lines of at most `width` characters; empty where nothing
/// was measured. `measured` has the run's last games against its opponents together.
pub fn table(
    rows: &[StrengthRow],
    measured: Option<&Measured>,
    scale: Scale,
    width: usize,
) -> String {
    let mut lines = lines(rows, scale);
    let Some(title) = lines.first_mut().and_then(|titles| titles.first_mut()) else {
        return String::new();
    };
    // Of a row in which few games differ those that do are counted.
    let games = rows.iter().map(|row| row.games).max().unwrap_or(0);
    *title += &format!(" of {}", thousands(games));
    narrow(&mut lines, width);
    let said = screen::wrap(&(said(rows, measured, scale) + "\n"), width);
    format!("{}\n{said}", screen::table(&lines, width))
}

/// A line for each opponent, below the titles; none where nothing was measured.
pub fn lines(rows: &[StrengthRow], scale: Scale) -> Vec<Vec<String>> {
    let Some(random) = rows.iter().map(|row| row.opening_plies).max() else {
        return Vec::new();
    };
    let plies = [Some(0), Some(random).filter(|&plies| plies > 0)].into_iter().flatten();
    let title = |plies| if plies == 0 { "from the start".to_string() } else { random_plies(plies) };
    let rate = if scale.is_score() { "score, %" } else { "won, %" };
    let titles = [rate.to_string()].into_iter().chain(plies.clone().map(title));
    let undecided = Unit(scale.scoring).undecided().to_string();
    let mut lines: Vec<Vec<String>> = vec![titles.chain([undecided]).collect()];
    for name in names(rows) {
        let of = |plies| rows.iter().find(|it| it.opponent == name && it.opening_plies == plies);
        let cells =
            plies.clone().map(|plies| of(plies).map_or_else(String::new, |it| won(it, scale)));
        let cells: Vec<String> = cells.collect();
        let unfinished = format!("{} %", percentage(unfinished(rows, name), 1));
        lines.push([&[name.to_string()], &cells[..], &[unfinished]].concat());
    }
    lines
}

/// What the rows come to, in a sentence or two. `measured` has the run's last games against its opponents together.
pub fn said(rows: &[StrengthRow], measured: Option<&Measured>, scale: Scale) -> String {
    let verdict = Verdict::of(rows, measured, scale);
    let is_known = |name: &&str| verdict.opponents.iter().any(|(_, row)| row.opponent == *name);
    let others = names(rows).into_iter().filter(|name| *name != ITSELF);
    let undecided: Vec<&str> = others.filter(|name| !is_known(name)).collect();
    let undecided = match undecided.is_empty() || verdict.opponents.is_empty() {
        true => String::new(),
        false => format!(" No game against {} was decided.", few(&undecided)),
    };
    let stuck = stuck(rows, scale);
    let between = if stuck.is_empty() { "" } else { "\n" };
    in_words(&verdict) + &undecided + between + &stuck
}

/// What all games that measured the champion say of its only opponent.
fn by_all((advantage, all): &(Advantage, StrengthRow), scale: Scale) -> String {
    let (is, won, games) = (one(*advantage, &all.opponent), won(all, scale), thousands(all.games));
    let has_interval = scale.interval(all).is_some();
    let decided = all.wins + all.losses;
    let of = match (scale.is_score(), has_interval) {
        (true, true) => format!(" % of all {games} games"),
        (true, false) => " games in all".to_string(),
        (false, false) => format!(" decided games, of {games} in all"),
        (false, true) if decided == all.games => format!(" % of all {games} games"),
        (false, true) => format!(" % of the {} decided of all {games} games", thousands(decided)),
    };
    format!("{is}: {}{won}{of}{}", score(scale), equal(all, scale))
}

/// The opponents to which it loses from the start, though the row that counts shows no loss.
fn lost(verdict: &Verdict) -> String {
    let row = |it: &&StrengthRow| format!("{} ({})", it.opponent, counted(it, verdict.scale));
    let lost: Vec<String> = verdict.lost_from_start.iter().map(row).collect();
    match lost.is_empty() {
        true => String::new(),
        false => format!(" From the start it loses to {}.", lost.join(", ")),
    }
}

/// What an equal comes to, where that isn't one half.
fn equal(row: &StrengthRow, scale: Scale) -> String {
    let verb = if scale.is_score() { "scores" } else { "wins" };
    match scale.players {
        2 => String::new(),
        _ => format!(" (an equal {verb} {:.1} %)", 100.0 * scale.equal(row)),
    }
}

/// The word before a figure that is a score.
fn score(scale: Scale) -> &'static str {
    if scale.is_score() { "score " } else { "" }
}

/// Makes a table that is too wide narrower: what stays unfinished is said elsewhere where it matters, and
/// long names are cut.
pub fn narrow(lines: &mut [Vec<String>], width: usize) {
    let widest = |lines: &[Vec<String>], column: usize| {
        lines.iter().filter_map(|line| Some(line.get(column)?.chars().count())).max().unwrap_or(0)
    };
    let rest = |lines: &[Vec<String>], columns: usize| {
        (1..columns).map(|column| widest(lines, column) + 1).sum::<usize>()
    };
    let columns = lines.first().map_or(0, Vec::len);
    if widest(lines, 0) + rest(lines, columns) <= width {
        return;
    }
    let kept = columns.saturating_sub(1);
    let room = width.saturating_sub(rest(lines, kept)).max(SHORTEST);
    for line in lines {
        line.truncate(kept);
        if let Some(name) = line.first_mut() {
            *name = screen::cut(name, room);
        }
    }
}

/// The opponents in their order, each once.
fn names(rows: &[StrengthRow]) -> Vec<&str> {
    let mut names: Vec<&str> = rows.iter().map(|row| row.opponent.as_str()).collect();
    names.dedup();
    names
}

/// A sentence on the opponents against which many games have no winner, those with the most first.
fn stuck(rows: &[StrengthRow], scale: Scale) -> String {
    let shares = names(rows).into_iter().map(|name| (name, unfinished(rows, name)));
    let mut many: Vec<(&str, f64)> = shares.filter(|(_, it)| *it >= MANY_UNFINISHED).collect();
    many.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let Some((_, most)) = many.first() else { return String::new() };
    let most = percentage(*most, 1);
    let up_to = if many.len() == 1 { "" } else { "up to " };
    let is_of_others = many.iter().any(|(name, _)| *name != ITSELF);
    let are = match (scale.is_score(), is_of_others) {
        (true, _) => "were drawn",
        (false, true) => "have no winner; what is said of wins is by the other games",
        (false, false) => "have no winner",
    };
    let names: Vec<&str> = many.into_iter().map(|(name, _)| name).collect();
    format!("Against {} {up_to}{most} % of games {are}.", few(&names))
}

/// What it came to, as `97.8 [97.1, 98.4]`, or `2 of 2` where few games differ.
fn won(row: &StrengthRow, scale: Scale) -> String {
    let tenths = |share: f64| percentage(share, 1);
    match (scale.rate(row), scale.interval(row)) {
        (None, _) => "–".to_string(),
        _ if row.opponent == ITSELF => "–".to_string(),
        (Some(rate), Some((low, high))) => {
            format!("{} [{}, {}]", tenths(rate), tenths(low), tenths(high))
        }
        (Some(_), None) => counted(row, scale),
    }
}

/// The games that were won of those that were decided; by score the points of all.
pub fn counted(row: &StrengthRow, scale: Scale) -> String {
    match scale.is_score() {
        true => format!("{} of {}", row.wins as f64 + DRAW * row.unfinished as f64, row.games),
        false => format!("{} of {}", row.wins, row.wins + row.losses),
    }
}

/// The share of an opponent's games that nobody won.
fn unfinished(rows: &[StrengthRow], name: &str) -> f64 {
    let sum = |of: fn(&StrengthRow) -> u64| -> u64 {
        rows.iter().filter(|row| row.opponent == name).map(of).sum()
    };
    sum(|row| row.unfinished) as f64 / sum(|row| row.games).max(1) as f64
}

/// The verdict in a sentence or two.
fn in_words(verdict: &Verdict) -> String {
    let (all, scale) = (verdict.opponents.len(), verdict.scale);
    let lost = lost(verdict);
    if let Some(games) = &verdict.all_games {
        return format!("{}.{lost}", by_all(games, scale));
    }
    let [strong, ahead, even, behind] =
        [Advantage::Strong, Advantage::Ahead, Advantage::Even, Advantage::Behind]
            .map(|advantage| verdict.those(advantage));
    let Some(worst) = verdict.worst() else {
        return "No game against another was decided.".to_string();
    };
    let figure = format!("{}{}", told(worst, scale), equal(worst, scale));
    if let [(advantage, row)] = verdict.opponents[..] {
        return format!("{}: {figure}.{lost}", one(advantage, &row.opponent));
    }
    let count =
        |some: usize| if some == all { format!("all {all}") } else { format!("{some} of {all}") };
    let mut text = match (strong.len(), strong.len() + ahead.len()) {
        (some, _) if some == all => format!("Strong against {}", count(some)),
        (_, some) if some == all => format!("Beats {}", count(some)),
        (_, 0) => format!("Beats none of {all}"),
        (_, some) => format!("Beats {}", count(some)),
    };
    if !behind.is_empty() {
        let _ = write!(text, "; loses to {}", list(&behind));
    } else if !even.is_empty() {
        let _ = write!(text, "; no better than {} as far as these games show", list(&even));
    }
    format!("{text}. Weakest against {}: {figure}.{lost}", worst.opponent)
}

/// How a champion stands to its only opponent.
fn one(advantage: Advantage, name: &str) -> String {
    match advantage {
        Advantage::Strong => format!("Strong against {name}"),
        Advantage::Ahead => format!("Beats {name}"),
        Advantage::Even => format!("No better than {name} as far as these games show"),
        Advantage::Behind => format!("Loses to {name}"),
    }
}

/// The first few by name, and how many more there are.
fn list(rows: &[&StrengthRow]) -> String {
    few(&rows.iter().map(|row| row.opponent.as_str()).collect::<Vec<_>>())
}

/// The first few names, and how many more there are.
fn few(names: &[&str]) -> String {
    match names {
        [first @ .., last] if (1..NAMED).contains(&first.len()) => {
            format!("{} and {last}", first.join(", "))
        }
        _ if names.len() <= NAMED => names.concat(),
        _ => {
            let more = count((names.len() - NAMED) as u64, "other", "others");
            format!("{} and {more}", names[..NAMED].join(", "))
        }
    }
}

fn told(row: &StrengthRow, scale: Scale) -> String {
    let (score, won, from) = (score(scale), won(row, scale), beginning(row.opening_plies));
    match row.different < FEW {
        true => format!("{score}{won} different games from {from}"),
        false => format!("{score}{won} % from {from}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tally::Tally;
    use crate::tune::fitness::Scoring;

    const PLIES: Scale = Scale { players: 2, scoring: Scoring::Plies };
    const SCORE: Scale = Scale { players: 2, scoring: Scoring::Score };

    fn rows(all: &[(&str, u64, u64)]) -> Vec<StrengthRow> {
        let row = |&(opponent, wins, losses): &(&str, u64, u64)| {
            let unfinished = if opponent == ITSELF { 500 } else { 0 };
            let different = wins + losses;
            let tally = Tally { wins, losses, unfinished, different, ..Tally::default() };
            StrengthRow::new(7, opponent, 4, &tally)
        };
        all.iter().map(row).collect()
    }

    fn told_of(all: &[(&str, u64, u64)], players: usize) -> String {
        let rows = rows(all);
        in_words(&Verdict::of(&rows, None, Scale { players, ..PLIES }))
    }

    #[test]
    fn a_verdict_tells_what_is_lost_from_the_start() {
        let mut all = rows(&[("a", 763, 237), ("b", 900, 100)]);
        let (wins, losses) = (9, 34);
        let tally = Tally { wins, losses, different: wins + losses, ..Tally::default() };
        all.push(StrengthRow::new(7, "a", 0, &tally));
        let text = in_words(&Verdict::of(&all, None, PLIES));
        assert!(text.ends_with("From the start it loses to a (9 of 43)."), "{text}");
    }

    #[test]
    fn a_verdict_names_the_worst_and_those_it_loses_to() {
        assert_eq!(
            told_of(&[("a", 990, 10), ("b", 930, 70)], 2),
            "Strong against all 2. Weakest against b: 93.0 [91.2, 94.4] % from 4 random plies."
        );
        let beats = told_of(&[("a", 990, 10), ("b", 600, 400)], 2);
        assert!(beats.starts_with("Beats all 2. Weakest against b: 60.0"), "{beats}");
        let even = told_of(&[("a", 990, 10), ("b", 500, 500)], 2);
        assert!(even.starts_with("Beats 1 of 2; no better than b as far as"), "{even}");
        let lost = ["b", "c", "d", "e", "f"].map(|name| (name, 100, 900));
        let loses = told_of(&[&[("a", 990, 10)], &lost[..]].concat(), 2);
        assert!(loses.starts_with("Beats 1 of 6; loses to b, c, d and 2 others."), "{loses}");
        let loses = told_of(&[&[("a", 990, 10)], &lost[..2]].concat(), 2);
        assert!(loses.starts_with("Beats 1 of 3; loses to b and c."), "{loses}");
        let few = told_of(&[("a", 1, 1)], 2);
        let expected = "No better than a as far as these games show: 1 of 2 different games from 4";
        assert!(few.starts_with(expected), "{few}");
        let alone = |wins| told_of(&[("a", wins, 1000 - wins)], 2);
        assert_eq!(alone(930), "Strong against a: 93.0 [91.2, 94.4] % from 4 random plies.");
        assert!(alone(600).starts_with("Beats a: 60.0 ["));
        assert!(alone(100).starts_with("Loses to a: 10.0 ["));
        let three = told_of(&[("a", 600, 400)], 3);
        assert!(three.ends_with("random plies (an equal wins 33.3 %)."), "{three}");
        assert_eq!(told_of(&[], 2), "No game against another was decided.");
    }

    #[test]
    fn more_games_against_an_only_opponent_say_what_few_cannot() {
        let measured = |wins: u64, losses: u64, unfinished| {
            let (decided, games) = (wins + losses, wins + losses + unfinished);
            let rate = wins as f64 / decided as f64;
            let ends = (games >= FEW).then_some([rate - 0.02, rate + 0.02]);
            Measured {
                against: "a".to_string(),
                seats: String::new(),
                opening_plies: Some(4),
                search: None,
                games,
                different_games: None,
                wins,
                losses,
                unfinished,
                win_rate: Some(rate),
                win_rate_low: ends.map(|it| it[0]),
                win_rate_high: ends.map(|it| it[1]),
                fitness: None,
                fitness_error: None,
                winning_plies: None,
            }
        };
        let said = |rows: &[StrengthRow], wins, losses, unfinished| {
            said(rows, Some(&measured(wins, losses, unfinished)), PLIES)
        };
        let mut few = rows(&[("a", 101, 99)]);
        let all = said(&few, 1060, 940, 0);
        assert_eq!(all, "Beats a: 53.0 [51.0, 55.0] % of all 2,000 games.");
        let decided = said(&few, 900, 1100, 500);
        assert_eq!(
            decided,
            "Loses to a: 45.0 [43.0, 47.0] % of the 2,000 decided of all 2,500 games."
        );
        let counted = said(&few, 16, 1, 75);
        assert_eq!(counted, "Beats a: 16 of 17 decided games, of 92 in all.");
        assert!(said(&few, 1010, 990, 0).starts_with("No better than a as far as"));
        assert!(said(&rows(&[("a", 30, 70)]), 1060, 940, 0).starts_with("Loses to a: 30.0"));
        assert!(said(&rows(&[("b", 101, 99)]), 1060, 940, 0).starts_with("No better than b"));
        let tally = Tally { wins: 9, losses: 34, different: 43, ..Tally::default() };
        few.push(StrengthRow::new(7, "a", 0, &tally));
        let lost = said(&few, 1060, 940, 0);
        assert!(lost.ends_with("games. From the start it loses to a (9 of 43)."), "{lost}");
    }

    #[test]
    fn where_a_draw_is_half_a_win_the_score_is_told() {
        let row = |opponent: &str, [wins, unfinished, losses]: [u64; 3]| {
            let different = wins + unfinished + losses;
            let tally = Tally { wins, losses, unfinished, different, ..Tally::default() };
            StrengthRow::new(7, opponent, 0, &tally)
        };
        let rows = [row("a", [80, 920, 0]), row("b", [3, 5, 1]), row(ITSELF, [0, 1000, 0])];
        let expected = [
            ["score, %", "from the start", "drawn"],
            ["a", "54.0 [53.2, 54.9]", "92.0 %"],
            ["b", "5.5 of 9", "55.6 %"],
            [ITSELF, "–", "100.0 %"],
        ];
        assert_eq!(lines(&rows, SCORE), expected);
        let alone = said(&rows[..1], None, SCORE);
        let drawn = "\nAgainst a 92.0 % of games were drawn.";
        assert_eq!(alone, format!("Beats a: score 54.0 [53.2, 54.9] % from the start.{drawn}"));
        let few = said(&rows[1..2], None, SCORE);
        let no_better = "No better than b as far as these games show";
        assert!(few.starts_with(&format!("{no_better}: score 5.5 of 9 different games")), "{few}");
        let three = said(&rows[..1], None, Scale { players: 3, ..SCORE });
        assert!(three.contains("from the start (an equal scores 48.7 %)."), "{three}");
        let none = said(&[row("a", [0, 1000, 0])], None, SCORE);
        assert!(none.starts_with("No better than a as far as these games show: score 50.0 ["));
        let lost = [row("a", [0, 3, 6]), StrengthRow { opening_plies: 4, ..rows[0].clone() }];
        let lost = said(&lost, None, SCORE);
        assert!(lost.contains(" From the start it loses to a (1.5 of 9)."), "{lost}");
    }

    #[test]
    fn all_against_whom_many_games_stay_unfinished_are_named() {
        let rows: Vec<StrengthRow> = [("a", 900), ("b", 49), ("c", 60), (ITSELF, 100)]
            .into_iter()
            .map(|(opponent, unfinished)| {
                let (wins, different) = (1000 - unfinished, 1000);
                let tally = Tally { wins, unfinished, different, ..Tally::default() };
                StrengthRow::new(7, opponent, 4, &tally)
            })
            .collect();
        assert_eq!(
            stuck(&rows, PLIES),
            "Against a, itself and c up to 90.0 % of games have no winner; what is said of wins is by \
             the other games."
        );
        assert_eq!(stuck(&rows[1..2], PLIES), "");
        let drawn = "Against a, itself and c up to 90.0 % of games were drawn.";
        assert_eq!(stuck(&rows, SCORE), drawn);
    }

    #[test]
    fn what_nobody_won_has_no_rate() {
        assert_eq!(lines(&rows(&[("a", 0, 0)]), PLIES)[1], ["a", "", "–", "0.0 %"]);
    }

    #[test]
    fn a_table_fits_80_columns_and_itself_has_no_win_rate() {
        let rows = rows(&[("three-player-generation-3594", 1000, 0), (ITSELF, 250, 250)]);
        let text = table(&rows, None, PLIES, 80);
        assert!(text.lines().take(4).all(|line| line.chars().count() <= 80), "{text}");
        assert!(text.contains("100.0 [99.6, 100.0]"), "{text}");
        let itself = text.lines().find(|line| line.starts_with(ITSELF)).unwrap();
        assert!(itself.ends_with("–      50.0 %"), "{itself}");
        assert!(text.contains("\nAgainst itself 50.0 % of games have no winner.\n"), "{text}");
        assert!(text.find("Against itself") > text.find("\nStrong against three-"), "{text}");
        assert_eq!(table(&[], None, PLIES, 80), "");
        let text = table(&rows, None, PLIES, 40);
        assert!(text.contains("three-pla…"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 51), "{text}");
    }
}
