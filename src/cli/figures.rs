//! Measured figures as a table for people.

use super::screen::{self, wrap};
use super::unit::Unit;
use crate::play::opening::START_EVERY;
use crate::play::tally::{FEW, Tally, Z95};
use crate::record::weights::Measured;
use crate::report::number::percentage;
pub use crate::report::number::{count, opening_plies, plies, random_plies, thousands};
use crate::tune::total;

/// A share as `99.15 %`; a share below 1 never reads as 100.
pub fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_string(), |share| format!("{} %", percentage(share, 2)))
}

/// An interval of a share as `[98.93, 99.33]`.
pub fn interval(ends: Option<(f64, f64)>) -> String {
    ends.map_or_else(String::new, |(low, high)| {
        format!("[{}, {}]", percentage(low, 2), percentage(high, 2))
    })
}

/// A mean with its 95 % interval's half width.
pub fn fitness(tally: &Tally, unit: Unit) -> String {
    let error = tally.fitness_error().filter(|_| tally.is_error_known());
    let half = error.map(|error| Z95 * error);
    tally.mean_fitness().map_or("–".to_string(), |mean| unit.mean(mean, half))
}

/// Where games with that many random plies begin, as `the start` or `4 random plies`.
pub fn beginning(plies: u32) -> String {
    match plies {
        0 => "the start".to_string(),
        plies => random_plies(plies),
    }
}

/// Where games of a measurement begin.
pub fn openings(plies: u32) -> String {
    match plies {
        0 => "from the start of the game".to_string(),
        plies => format!("from {}, one round in {START_EVERY} from the start", random_plies(plies)),
    }
}

/// What a file says of its array, as `won 99.15 % [98.93, 99.33] of 10,000 fresh games …`.
pub fn of_file(measured: &Measured, unit: Unit) -> String {
    if let (true, Some(mean)) = (unit.is_all(), measured.fitness) {
        let half = measured.known_fitness_error(unit.0).map(|error| Z95 * error);
        let fresh = count(measured.games, "fresh evaluation", "fresh evaluations");
        return format!("{} {} in {fresh}", unit.name(), unit.mean(mean, half));
    }
    let openings = measured.opening_plies.map_or(String::new(), |it| format!(", {}", openings(it)));
    let different = match measured.different_games {
        Some(different) => format!(", {} of them different", thousands(different)),
        None => String::new(),
    };
    let unfinished = match measured.unfinished {
        0 => String::new(),
        count => format!(", {} {}", thousands(count), unit.undecided()),
    };
    // The rate is one of decided games.
    let decided = match measured.unfinished {
        0 => String::new(),
        _ => format!("the {} decided of ", thousands(measured.wins + measured.losses)),
    };
    let result = match measured.win_rate_low.zip(measured.win_rate_high) {
        Some(ends) => {
            format!("{} {} of {decided}", percent(measured.win_rate), interval(Some(ends)))
        }
        None => format!("{} and lost {} of ", measured.wins, measured.losses),
    };
    let fitness = measured.fitness(unit.0).filter(|_| unit.adds_to_win_rate());
    let fitness =
        fitness.map_or(String::new(), |it| format!(", {} {}", unit.name(), unit.long(it)));
    format!(
        "won {result}{} fresh games{different}{unfinished}{openings}, against {}{fitness}",
        thousands(measured.games),
        measured.against,
    )
}

/// Why fewer games count than were asked for, where these are enough for an interval; of few it is told that each counts
/// once.
pub fn left_out(counted: u64, asked: u64, different: u64) -> &'static str {
    match counted < asked && different >= FEW {
        true => {
            "Fewer games count than were asked for: the other openings had come before, and their games would be \
             the same.\n"
        }
        false => "",
    }
}

/// How tables of figures are laid out.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// What fitness is.
    pub unit: Unit,
    /// The longest line.
    pub width: usize,
}

/// A table with a line a seat, where there is more than one, and a line for all; or a sentence,
/// where few games differ.
pub fn by_seat(seats: &[Tally], layout: Layout) -> String {
    let played = seats.iter().enumerate().filter(|(_, tally)| tally.games() > 0);
    let mut lines: Vec<(String, Tally)> =
        played.map(|(index, tally)| (format!("seat {}", index + 1), tally.of_seat())).collect();
    let all = total(seats);
    if all.different < FEW {
        return wrap(&(few(&all, layout.unit) + ".\n"), layout.width);
    }
    if lines.len() != 1 {
        lines.push(("all".to_string(), all));
    }
    table(&lines, layout)
}

/// A table with a line an opponent.
pub fn by_opponent(opponents: &[(&str, Tally)], layout: Layout) -> String {
    let lines: Vec<_> = opponents.iter().map(|(name, tally)| (name.to_string(), *tally)).collect();
    let note = match opponents.iter().any(|(_, tally)| tally.different < FEW) {
        true => {
            format!("Where fewer than {FEW} games differ each counts once, without interval.\n")
        }
        false => String::new(),
    };
    table(&lines, layout) + &wrap(&note, layout.width)
}

/// What few games came to, as `2 different games, won both, fitness 466.0, winning plies 31.0`.
pub fn few(tally: &Tally, unit: Unit) -> String {
    if unit.is_all() {
        let evaluations = if tally.games() == 1 { "evaluation" } else { "evaluations" };
        return format!(
            "{} {evaluations}, {} {}",
            tally.games(),
            unit.name(),
            fitness(tally, unit)
        );
    }
    let Tally { wins, losses, unfinished, .. } = *tally;
    let games = tally.games();
    let result = match (games, wins, losses) {
        (2, 2, _) => "won both".to_string(),
        (2, _, 2) => "lost both".to_string(),
        (1, 1, _) => "won".to_string(),
        (1, _, 1) => "lost".to_string(),
        (_, wins, _) if wins == games => "won all".to_string(),
        (_, _, losses) if losses == games => "lost all".to_string(),
        _ => [("won", wins), ("lost", losses), (unit.undecided(), unfinished)]
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .map(|(word, count)| format!("{word} {count}"))
            .collect::<Vec<_>>()
            .join(", "),
    };
    let mean = |name: &str, value: Option<String>| {
        value.map_or(String::new(), |value| format!(", {name} {value}"))
    };
    let fitness = tally.mean_fitness().filter(|_| unit.adds_to_win_rate());
    format!(
        "{}, {result}{}{}",
        count(games, "different game", "different games"),
        mean(unit.name(), fitness.map(|it| unit.long(it))),
        mean("winning plies", winning_plies(tally).map(|it| format!("{it:.1}"))),
    )
}

/// Mean plies of the won games, where they are known.
fn winning_plies(tally: &Tally) -> Option<f64> {
    tally.mean_winning_plies().filter(|&plies| plies > 0.0)
}

fn table(lines: &[(String, Tally)], Layout { unit, width }: Layout) -> String {
    if unit.is_all() {
        return numbers(lines, Layout { unit, width });
    }
    let adds = unit.adds_to_win_rate();
    let columns = ["games", "different", "won", "95 % interval", unit.name()];
    let columns = columns.into_iter().take(if adds { 5 } else { 4 });
    let heading = [""].into_iter().chain(columns).chain(["winning plies", unit.undecided()]);
    let mut rows: Vec<Vec<String>> = vec![heading.map(str::to_string).collect()];
    for (name, tally) in lines {
        let won = match tally.different < FEW {
            true => format!("{} of {}", tally.wins, tally.decided()),
            false => percent(tally.win_rate()),
        };
        let plies = winning_plies(tally).map_or("–".to_string(), |it| format!("{it:.1}"));
        let counted = [thousands(tally.games()), thousands(tally.different)];
        let rate = [won, interval(tally.win_rate_interval())];
        let fitness = adds.then(|| fitness(tally, unit));
        let cells = [name.clone()].into_iter().chain(counted).chain(rate).chain(fitness);
        rows.push(cells.chain([plies, thousands(tally.unfinished)]).collect());
    }
    screen::table(&rows, width)
}

/// The same of evaluations, which nobody wins.
fn numbers(lines: &[(String, Tally)], Layout { unit, width }: Layout) -> String {
    let heading = ["", "evaluations", unit.name()].map(str::to_string).to_vec();
    let row = |(name, tally): &(String, Tally)| {
        vec![name.clone(), thousands(tally.games()), fitness(tally, unit)]
    };
    let rows: Vec<_> = [heading].into_iter().chain(lines.iter().map(row)).collect();
    screen::table(&rows, width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::batch::Seats;
    use crate::record::weights::MeasuredOn;
    use crate::tune::fitness::Scoring;

    const PLIES: Layout = Layout { unit: Unit(Scoring::Plies), width: 80 };

    fn played(wins: u64, losses: u64, unfinished: u64) -> Tally {
        let different = wins + losses + unfinished;
        Tally { wins, losses, unfinished, different, ..Tally::default() }
    }

    #[test]
    fn few_games_are_told_as_what_they_are() {
        let told =
            |tally: Tally| few(&Tally { winning_plies: 31 * tally.wins, ..tally }, PLIES.unit);
        assert!(told(played(2, 0, 0)).starts_with("2 different games, won both, fitness 0.0"));
        assert!(told(played(1, 0, 0)).ends_with("winning plies 31.0"));
        assert_eq!(told(played(0, 1, 0)), "1 different game, lost, fitness 0.0");
        assert_eq!(told(played(0, 0, 1)), "1 different game, unfinished 1");
        assert!(
            told(played(3, 2, 1)).starts_with("6 different games, won 3, lost 2, unfinished 1")
        );
        assert!(told(played(0, 7, 0)).starts_with("7 different games, lost all"));
    }

    #[test]
    fn games_that_are_left_out_are_spoken_of_where_many_differ() {
        assert!(left_out(110, 120, 110).starts_with("Fewer games count than were asked for"));
        assert_eq!([left_out(120, 120, 118), left_out(2, 120, 2)], ["", ""]);
    }

    #[test]
    fn a_rate_is_told_with_the_games_that_it_is_of() {
        let on = MeasuredOn { against: "a", seats: Seats::All, opening_plies: 0, search: "greedy" };
        let told = |tally: Tally| of_file(&Measured::new(on, &tally), PLIES.unit);
        let all = told(played(150, 50, 0));
        assert!(all.starts_with("won 75.00 % [68.57, 80.49] of 200 fresh games, 200 of"), "{all}");
        let some = told(played(150, 50, 1800));
        let expected = "won 75.00 % [68.57, 80.49] of the 200 decided of 2,000 fresh games, 2,000 of \
                        them different, 1,800 unfinished, from the start of the game, against a";
        assert!(some.starts_with(expected), "{some}");
        let few = told(played(3, 2, 5));
        assert!(few.starts_with("won 3 and lost 2 of 10 fresh games, 10 of them different, 5"));
    }

    #[test]
    fn a_seat_with_few_games_has_counts_and_no_interval() {
        let text = by_seat(&[played(99, 0, 0), played(50, 50, 0)], PLIES);
        assert!(text.contains("99 of 99") && text.contains("50.00 %"), "{text}");
        assert_eq!(
            by_seat(&[played(99, 0, 0)], PLIES),
            "99 different games, won all, fitness 0.0.\n"
        );
    }

    #[test]
    fn fitness_that_is_the_win_rate_is_said_once() {
        let scored = Layout { unit: Unit(Scoring::Wins), width: 80 };
        assert_eq!(by_seat(&[played(99, 0, 0)], scored), "99 different games, won all.\n");
        let text = by_seat(&[played(90, 10, 0)], scored);
        assert_eq!(
            text,
            "        games  different      won   95 % interval  winning plies  unfinished\n\
             seat 1    100        100  90.00 %  [82.56, 94.48]              –           0\n"
        );
    }

    #[test]
    fn a_score_stands_beside_the_win_rate() {
        let scored = Layout { unit: Unit(Scoring::Score), width: 100 };
        let mut all = Tally { different: 200, ..Tally::default() };
        (0..60).for_each(|_| all.win(0, 1.0));
        (0..20).for_each(|_| all.lose(0.0));
        (0..120).for_each(|_| all.draw());
        let text = by_seat(&[all], scored);
        let row = "200        200  75.00 %  [64.52, 83.19]  60.0 ± 4.2 %";
        let titles = "  score  winning plies  drawn\n";
        assert!(text.contains(titles.trim_start()) && text.contains(row), "{text}");
        let few = by_seat(&[Tally { different: 3, ..all }], scored);
        assert!(few.ends_with("won 60, lost 20, drawn 120, score 60.0 %.\n"), "{few}");
    }
}
