//! What a champion is worth: fresh games against one opponent after another, from the start of the
//! game and from random openings, and a verdict on them.

mod scale;

pub use scale::Scale;

use super::error::SessionError;
use crate::backend::Threads;
use crate::play::beside::beside;
use crate::play::opening::MEASURED_PLIES;
use crate::record::strength::StrengthRow;
use crate::record::weights::Measured;
use crate::registry::{self, Table, program};
use crate::rng::Purpose;
use crate::tune::config::Config;
use crate::tune::matches::Terms;
use crate::tune::total;
use std::cmp::{Ordering, Reverse};

/// The opponent that is the champion's own array.
pub const ITSELF: &str = "itself";
/// Odds of winning, in multiples of the odds of an equal, from which on an array counts as strong
/// against an opponent. For two players 9 means 90 %.
const STRONG: f64 = 9.0;
/// Odds of winning, in multiples of the odds of an equal, below which an array hardly ever wins. For two players 1 / 19
/// means 5 %.
const HARDLY: f64 = 1.0 / 19.0;

/// An opponent by name.
pub type Named = (String, Vec<f64>);

/// The opponents of a run's table: its own fixed ones, then the game's yardsticks that its rules
/// know, each once.
pub fn opponents(config: &Config, table: &dyn Table, fixed: &[(u32, Vec<f64>)]) -> Vec<Named> {
    let names = config.against.fixed().map(|it| it.name.clone());
    let mut all: Vec<Named> = names.zip(fixed.iter().map(|(_, values)| values.clone())).collect();
    let yardsticks =
        registry::find(&config.game).map_or(&[][..], |it| (it.yardsticks)(config.players));
    for name in yardsticks {
        if let Ok(values) = table.built_in(name)
            && all.iter().all(|(known, _)| known != name)
        {
            all.push((name.to_string(), values));
        }
    }
    all
}

/// Fresh games of a champion, as many against each opponent from each kind of opening.
#[derive(Debug)]
pub struct Fresh<'a> {
    /// The game.
    pub table: &'a dyn Table,
    /// The terms of the run.
    pub terms: &'a Terms,
    /// The champion's parameter vector.
    pub champion: &'a [f64],
    /// The generation that it was found in.
    pub generation: u64,
    /// How many games.
    pub games: u64,
    /// What plays them.
    pub threads: &'a Threads,
}

impl Fresh<'_> {
    /// What the champion is worth against each of the opponents and against itself, from the start and from random
    /// openings; from the start alone, where the game is a program's that has no openings.
    ///
    /// # Errors
    /// Where the search doesn't suit the game.
    pub fn measure(&self, opponents: &[Named]) -> Result<Vec<StrengthRow>, SessionError> {
        let itself = (ITSELF.to_string(), self.champion.to_vec());
        let mut rows = Vec::new();
        for opponent in opponents.iter().chain([&itself]) {
            for plies in openings(self.table, self.terms) {
                rows.push(self.row(opponent, plies)?);
            }
        }
        Ok(rows)
    }

    /// One row of that, of games against one opponent that begin with that many random plies.
    ///
    /// # Errors
    /// Where the search doesn't suit the game.
    pub fn row(
        &self,
        (name, values): &Named,
        opening_plies: u32,
    ) -> Result<StrengthRow, SessionError> {
        let Terms { fitness, seed, seats, .. } = *self.terms;
        let terms = Terms {
            distance: self.terms.distance.clone(),
            search: self.terms.search.clone(),
            seats,
            ..Terms::fresh(vec![(1, values.clone())], opening_plies, fitness, seed)
        };
        let tuner = self.table.tuner(&terms, self.threads.clone())?;
        let path = [self.generation, u64::from(opening_plies)];
        let by_seat = tuner.measure(self.champion, Purpose::Strength, &path, 0..self.games);
        Ok(StrengthRow::new(self.generation, name, opening_plies, &total(&by_seat)))
    }
}

/// The random plies that games of each kind begin with.
pub fn openings(table: &dyn Table, terms: &Terms) -> Vec<u32> {
    match random_plies(table, terms.measure_opening_plies) {
        0 => vec![0],
        plies => vec![0, plies],
    }
}

/// The random plies that fresh games begin with where a run's begin with `plies`: not every program has
/// openings, and other games have [`MEASURED_PLIES`] at least where a run had none.
pub fn random_plies(table: &dyn Table, plies: u32) -> u32 {
    match plies {
        0 if table.name() != program::NAME => MEASURED_PLIES,
        plies => plies,
    }
}

/// A champion's advantage over one opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advantage {
    /// It wins at least nine times the odds of an equal.
    Strong,
    /// It wins more than an equal would, beyond chance.
    Ahead,
    /// No difference from an equal is shown.
    Even,
    /// It wins less than an equal would, beyond chance.
    Behind,
}

impl Advantage {
    /// The advantage by a row of a table; `None` against itself, or where no game counts.
    pub fn of(row: &StrengthRow, scale: Scale) -> Option<Advantage> {
        let counts = row.opponent != ITSELF && scale.rate(row).is_some();
        counts.then(|| advantage(row, scale))
    }
}

/// What a table of strength says in short.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict<'a> {
    /// Each opponent but itself, with its worse row of the two.
    pub opponents: Vec<(Advantage, &'a StrengthRow)>,
    /// The rows of games from the start that show a loss, where the opponent's counted row shows none.
    pub lost_from_start: Vec<&'a StrengthRow>,
    /// All games that measured the champion, where they say of its only opponent what its row, which has fewer, can't.
    pub all_games: Option<(Advantage, StrengthRow)>,
    /// What rows are judged by.
    pub scale: Scale,
}

impl<'a> Verdict<'a> {
    /// The verdict on a table. Of an opponent's rows the one with the lower rate counts.
    /// Rows in which few games differ count only where no other is there: then one that shows a loss, or else the one
    /// of more different games. `measured` has the run's last games against its opponents together.
    pub fn of(rows: &'a [StrengthRow], measured: Option<&Measured>, scale: Scale) -> Verdict<'a> {
        let mut opponents: Vec<(Advantage, &StrengthRow)> = Vec::new();
        for row in rows {
            let Some(advantage) = Advantage::of(row, scale) else { continue };
            let weighs =
                |(advantage, row): (Advantage, &StrengthRow)| weight(advantage, row, scale);
            match opponents.iter_mut().find(|(_, known)| known.opponent == row.opponent) {
                None => opponents.push((advantage, row)),
                Some(known) if weighs((advantage, row)) < weighs(*known) => {
                    *known = (advantage, row);
                }
                Some(_) => {}
            }
        }
        let lost_from_start = lost_from_start(rows, &opponents, scale);
        let mut verdict = Verdict { opponents, lost_from_start, all_games: None, scale };
        if let Some(measured) = measured {
            verdict.weigh(measured, rows);
        }
        verdict
    }

    /// Takes account of all games that measured the champion, where it has one opponent: in place of an only row on the
    /// same terms, from the start, or where they tell the two from equals and the row doesn't.
    fn weigh(&mut self, measured: &Measured, rows: &[StrengthRow]) {
        let [(advantage, row)] = &mut self.opponents[..] else { return };
        if measured.against != row.opponent {
            return;
        }
        let all = all_games(measured, row);
        let Some(found) = Advantage::of(&all, self.scale) else { return };
        let is_only = rows.iter().filter(|it| it.opponent == row.opponent).count() == 1;
        if is_only && row.opening_plies == 0 && measured.opening_plies == Some(0) {
            if all.different > row.different {
                *advantage = found;
                self.all_games = Some((found, all));
            }
        } else if *advantage == Advantage::Even && found != Advantage::Even {
            self.all_games = Some((found, all));
        }
    }

    /// The row of the opponent against which the least was won, among rows with an interval; where none has one, among
    /// those that show a loss, if any does.
    pub fn worst(&self) -> Option<&'a StrengthRow> {
        let key = |&(advantage, row): &(Advantage, &StrengthRow)| {
            let (few, is_no_loss, _, rate) = weight(advantage, row, self.scale);
            (few, is_no_loss, rate, Reverse(row.different))
        };
        let least = |worst, it| if key(&it) < key(&worst) { it } else { worst };
        self.opponents.iter().copied().reduce(least).map(|(_, row)| row)
    }

    /// The opponents over which it has that advantage.
    pub fn those(&self, advantage: Advantage) -> Vec<&'a StrengthRow> {
        let those = self.opponents.iter().filter(|(it, _)| *it == advantage);
        those.map(|(_, row)| *row).collect()
    }
}

/// The rows of games from the start that show a loss, where the opponent's counted row shows none.
fn lost_from_start<'a>(
    rows: &'a [StrengthRow],
    counted: &[(Advantage, &StrengthRow)],
    scale: Scale,
) -> Vec<&'a StrengthRow> {
    let is_behind = |name: &str| {
        let counted = counted.iter().find(|(_, row)| row.opponent == name);
        counted.is_some_and(|(advantage, _)| *advantage == Advantage::Behind)
    };
    let lost = |row: &&StrengthRow| {
        row.opening_plies == 0
            && Advantage::of(row, scale) == Some(Advantage::Behind)
            && !is_behind(&row.opponent)
    };
    rows.iter().filter(lost).collect()
}

/// A measurement against the opponent of a row, as another row of it.
fn all_games(measured: &Measured, row: &StrengthRow) -> StrengthRow {
    StrengthRow {
        games: measured.games,
        different: measured.different_games.unwrap_or(measured.games),
        wins: measured.wins,
        losses: measured.losses,
        unfinished: measured.unfinished,
        win_rate: measured.win_rate,
        win_rate_low: measured.win_rate_low,
        win_rate_high: measured.win_rate_high,
        ..row.clone()
    }
}

/// A key that orders the rows of an opponent: the one with the least key counts. Without an interval the rate comes
/// last, since it may be that of two games.
fn weight(
    advantage: Advantage,
    row: &StrengthRow,
    scale: Scale,
) -> (bool, bool, Reverse<u64>, f64) {
    let rate = scale.rate(row).unwrap_or(1.0);
    match scale.interval(row) {
        Some(_) => (false, false, Reverse(0), rate),
        None => (true, advantage != Advantage::Behind, Reverse(row.different), rate),
    }
}

/// Whether a row shows, beyond chance, that the array hardly ever wins against its opponent.
pub fn hardly_wins(row: &StrengthRow, scale: Scale) -> bool {
    let is_below = |(_, high): (f64, f64)| odds(high) < HARDLY * odds(scale.equal(row));
    scale.interval(row).is_some_and(is_below)
}

fn odds(share: f64) -> f64 {
    share / (1.0 - share).max(f64::MIN_POSITIVE)
}

/// The advantage by a row. Draws are alike for all, so that the decided games say who is ahead by score, too. Where few
/// games that differ are decided, the binomial chances of these say it.
fn advantage(row: &StrengthRow, scale: Scale) -> Advantage {
    let decided = row.different.min(row.wins + row.losses);
    let own = row.win_rate_low.zip(row.win_rate_high);
    let is_strong = |sure: f64| odds(sure) >= STRONG * odds(scale.equal(row));
    match beside(row.win_rate, own, decided, scale.equal_of_decided()) {
        Ordering::Greater if scale.surely(row).is_some_and(is_strong) => Advantage::Strong,
        Ordering::Greater => Advantage::Ahead,
        Ordering::Less => Advantage::Behind,
        Ordering::Equal => Advantage::Even,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::batch::Seats;
    use crate::play::tally::Tally;
    use crate::record::weights::MeasuredOn;
    use crate::tune::fitness::Scoring;

    const PLIES: Scale = Scale { players: 2, scoring: Scoring::Plies };
    const SCORE: Scale = Scale { players: 2, scoring: Scoring::Score };

    fn row(opponent: &str, opening_plies: u32, wins: u64, losses: u64) -> StrengthRow {
        let tally = Tally { wins, losses, different: wins + losses, ..Tally::default() };
        StrengthRow::new(7, opponent, opening_plies, &tally)
    }

    #[test]
    fn nine_times_the_odds_of_an_equal_are_strong() {
        let stands = |wins, losses, players| {
            advantage(&row("a", 4, wins, losses), Scale { players, ..PLIES })
        };
        assert_eq!(stands(900, 100, 2), Advantage::Strong);
        assert_eq!(stands(899, 101, 2), Advantage::Ahead);
        // Of three players an equal wins 1 : 2, so that 9 : 2 is strong.
        assert_eq!(stands(900, 200, 3), Advantage::Strong);
        assert_eq!(stands(899, 201, 3), Advantage::Ahead);
        assert_eq!(stands(500, 500, 3), Advantage::Ahead);
        assert_eq!(stands(500, 500, 2), Advantage::Even);
        assert_eq!(stands(520, 480, 2), Advantage::Even);
        assert_eq!(stands(400, 600, 2), Advantage::Behind);
        assert_eq!(stands(1000, 0, 2), Advantage::Strong);
        // Two games won of two show nothing, forty of forty do.
        assert_eq!(stands(2, 0, 2), Advantage::Even);
        assert_eq!(stands(40, 0, 2), Advantage::Strong);
        assert_eq!([5, 6].map(|it| stands(it, 0, 2)), [Advantage::Even, Advantage::Ahead]);
        assert_eq!(stands(1, 0, 6), Advantage::Even);
        assert_eq!(stands(15, 23, 2), Advantage::Even);
        assert_eq!(stands(10, 28, 2), Advantage::Behind);
    }

    #[test]
    fn whether_an_array_hardly_ever_wins_is_known_by_the_upper_end() {
        let hardly = |wins, losses, players| {
            hardly_wins(&row("a", 4, wins, losses), Scale { players, ..PLIES })
        };
        assert!(hardly(0, 1000, 2) && hardly(30, 970, 2) && hardly(0, 100, 2));
        assert!(!hardly(45, 955, 2), "its interval reaches 5.97 %");
        assert!(!hardly(0, 5, 2) && !hardly(500, 500, 2));
        // Of six players an equal wins 1 : 5, and one in twenty of that is 1 : 95.
        assert!(hardly(4, 996, 6) && !hardly(10, 990, 6));
    }

    #[test]
    fn the_worse_row_of_an_opponent_counts_and_few_games_only_alone() {
        let rows = [
            row("a", 0, 990, 10),
            row("a", 4, 930, 70),
            row("b", 0, 0, 2),
            row("b", 4, 950, 50),
            row("c", 0, 1, 19),
            row(ITSELF, 0, 500, 500),
        ];
        let verdict = Verdict::of(&rows, None, PLIES);
        let counted: Vec<_> = verdict.opponents.iter().map(|(it, row)| (*it, *row)).collect();
        let [a, b, c] = [&rows[1], &rows[3], &rows[4]];
        let expected = [(Advantage::Strong, a), (Advantage::Strong, b), (Advantage::Behind, c)];
        assert_eq!(counted, expected);
        assert_eq!(verdict.worst(), Some(a));
        assert_eq!(verdict.those(Advantage::Behind), [c]);
        assert_eq!(verdict.lost_from_start, [] as [&StrengthRow; 0]);
        assert_eq!(Verdict::of(&rows[5..], None, PLIES).worst(), None);
    }

    #[test]
    fn of_few_games_those_that_show_a_loss_count() {
        let rows = [
            row("a", 0, 1, 4),
            row("a", 4, 11, 29),
            row("b", 0, 0, 2),
            row("b", 4, 20, 19),
            row("c", 0, 0, 2),
        ];
        let verdict = Verdict::of(&rows, None, PLIES);
        let counted: Vec<_> = verdict.opponents.iter().map(|(it, row)| (*it, *row)).collect();
        let [a, b, c] = [&rows[1], &rows[3], &rows[4]];
        assert_eq!(counted, [(Advantage::Behind, a), (Advantage::Even, b), (Advantage::Even, c)]);
        assert_eq!(verdict.worst(), Some(a));
        assert_eq!(Verdict::of(&rows[2..], None, PLIES).worst(), Some(c));
    }

    fn drawn(opponent: &str, opening_plies: u32, [wins, draws, losses]: [u64; 3]) -> StrengthRow {
        let different = wins + draws + losses;
        let tally = Tally { wins, losses, unfinished: draws, different, ..Tally::default() };
        StrengthRow::new(7, opponent, opening_plies, &tally)
    }

    #[test]
    fn where_a_draw_is_half_a_win_rows_are_judged_by_their_score() {
        let stands = |counts| advantage(&drawn("a", 0, counts), SCORE);
        // All decided games won, and a score of 54 %.
        assert_eq!(stands([80, 920, 0]), Advantage::Ahead);
        assert_eq!(advantage(&drawn("a", 0, [80, 920, 0]), PLIES), Advantage::Strong);
        assert_eq!(
            [800, 799].map(|it| stands([it, 1000 - it, 0])),
            [Advantage::Strong, Advantage::Ahead]
        );
        assert_eq!(stands([100, 800, 100]), Advantage::Even);
        assert_eq!(stands([50, 850, 100]), Advantage::Behind);
        assert_eq!(stands([0, 1000, 0]), Advantage::Even);
        assert_eq!([5, 6].map(|it| stands([it, 194, 0])), [Advantage::Even, Advantage::Ahead]);
        // Of few games the low end has to reach 90 %.
        assert_eq!([30, 36].map(|it| stands([it, 0, 0])), [Advantage::Ahead, Advantage::Strong]);
        // Of three players an equal scores a third of the decided games and half of the others.
        let three = Scale { players: 3, ..SCORE };
        assert_eq!(three.equal(&drawn("a", 0, [30, 50, 20])), 1.0 / 6.0 + 0.25);
        assert_eq!(advantage(&drawn("a", 0, [200, 500, 300]), three), Advantage::Ahead);
    }

    #[test]
    fn the_worse_row_and_the_weakest_opponent_are_those_of_the_least_score() {
        let rows = [
            drawn("a", 0, [100, 900, 0]),
            drawn("a", 4, [700, 0, 300]),
            drawn("b", 0, [600, 0, 400]),
            drawn("c", 0, [0, 1000, 0]),
        ];
        let verdict = Verdict::of(&rows[..3], None, SCORE);
        let counted: Vec<_> = verdict.opponents.iter().map(|(_, row)| *row).collect();
        assert_eq!(counted, [&rows[0], &rows[2]]);
        assert_eq!(verdict.worst(), Some(&rows[0]));
        assert_eq!(Verdict::of(&rows[..3], None, PLIES).worst(), Some(&rows[2]));
        assert_eq!(Verdict::of(&rows, None, SCORE).worst(), Some(&rows[3]));
        assert_eq!(Advantage::of(&rows[3], PLIES), None);
        assert!(hardly_wins(&drawn("a", 0, [0, 20, 980]), SCORE));
        assert!(!hardly_wins(&drawn("a", 0, [0, 500, 500]), SCORE));
    }

    fn measured(opening_plies: u32, counts: [u64; 3]) -> Measured {
        let [wins, unfinished, losses] = counts;
        let different = wins + unfinished + losses;
        let tally = Tally { wins, losses, unfinished, different, ..Tally::default() };
        let on = MeasuredOn { against: "a", seats: Seats::All, opening_plies, search: "greedy" };
        Measured::new(on, &tally)
    }

    #[test]
    fn all_games_on_the_terms_of_an_only_row_count_in_its_place() {
        let rows = [row("a", 0, 74, 126), row(ITSELF, 0, 100, 100)];
        let stands = |rows: &[StrengthRow], measured: &Measured| {
            let verdict = Verdict::of(rows, Some(measured), PLIES);
            let told = verdict.all_games.as_ref().map(|(advantage, row)| (*advantage, row.games));
            assert!(verdict.lost_from_start.is_empty());
            (verdict.opponents[0].0, told)
        };
        let more = measured(0, [1015, 0, 985]);
        assert_eq!(stands(&rows, &more), (Advantage::Even, Some((Advantage::Even, 2000))));
        let won = measured(0, [1100, 0, 900]);
        assert_eq!(stands(&rows, &won), (Advantage::Ahead, Some((Advantage::Ahead, 2000))));
        assert_eq!(stands(&rows, &measured(4, [1015, 0, 985])), (Advantage::Behind, None));
        assert_eq!(
            stands(&rows, &measured(0, [100, 0, 100])),
            (Advantage::Behind, None),
            "as many"
        );
        let both = [row("a", 0, 74, 126), row("a", 4, 90, 110)];
        assert_eq!(stands(&both, &more), (Advantage::Behind, None), "of two kinds");
        let other = [row("b", 0, 74, 126)];
        assert_eq!(stands(&other, &more), (Advantage::Behind, None));
        // Where the row shows no difference, more games on other terms may be told, and the row still counts.
        let even = [row("a", 0, 101, 99), row("a", 4, 102, 98)];
        let told = Some((Advantage::Ahead, 2000));
        assert_eq!(stands(&even, &measured(4, [1100, 0, 900])), (Advantage::Even, told));
        assert_eq!(stands(&even, &measured(4, [1015, 0, 985])), (Advantage::Even, None));
    }

    #[test]
    fn what_is_lost_from_the_start_alone_is_told_beside() {
        let rows = [row("a", 0, 9, 34), row("a", 4, 763, 237), row("b", 4, 900, 100)];
        let verdict = Verdict::of(&rows, None, PLIES);
        assert_eq!(verdict.those(Advantage::Behind), [] as [&StrengthRow; 0]);
        assert_eq!(verdict.lost_from_start, [&rows[0]]);
    }
}
