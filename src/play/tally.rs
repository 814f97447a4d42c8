//! Counts over many games, and the figures with intervals that follow from them.

mod figures;
mod score;

pub use figures::Figures;

use super::beside::beside;
use super::rounds::Rounds;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// The 97.5 % quantile of the normal distribution, for 95 % intervals.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Figures have an interval where at least this many games differ: fewer say nothing about any other
/// game.
pub const FEW: u64 = 100;

/// Whether so many games came again that those which differ say too little about others: fewer than [`FEW`] differ,
/// and fewer than nine of ten.
pub fn are_few(different: u64, games: u64) -> bool {
    different < FEW && 10 * different < games.saturating_mul(9)
}

/// What a drawn game is worth.
pub const DRAW: f64 = 0.5;

/// The sum of one player's games: counts, whole plies, and fitness values added in the order of the
/// games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games that another player won.
    pub losses: u64,
    /// Games that nobody won.
    pub unfinished: u64,
    /// Those of them that count [`DRAW`] in the mean fitness: where a draw is worth half a win all, else none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub drawn: u64,
    /// Evaluations that came to a number, where nobody plays to win.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub scored: u64,
    /// Plies of the won games, added up.
    pub winning_plies: u64,
    /// Fitness of the decided games and of evaluations, added up.
    pub fitness: f64,
    /// Squares of these fitness values, added up.
    pub fitness_squared: f64,
    /// What the unfinished games would count if they were lost, added up.
    pub stalled: f64,
    /// How many of all games differ; 0 where that was not counted, and intervals are not known.
    pub different: u64,
    /// The fitness of evaluations, added up by how far it is from the first: where it is large against its spread,
    /// sums of squares don't have the digits for an error. `None` in records of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near: Option<Near>,
    /// Where the games met several opponents, the same in all games of a round: pairs of games of one round that count. In
    /// the tally of a seat, of its own games with those of the seats before it; they widen intervals of all seats
    /// together. `None` in records of earlier versions, and where there are no such pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Rounds>,
}

/// Values added up by how far they are from one of them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Near {
    /// That one.
    pub value: f64,
    /// How far the others are above it, added up.
    pub sum: f64,
    /// Squares of the same, added up.
    pub squares: f64,
}

impl Near {
    fn add(&mut self, value: f64) {
        let above = value - self.value;
        self.sum += above;
        self.squares += above * above;
    }

    /// These and `count` others.
    fn with(self, other: Near, count: f64) -> Near {
        let above = other.value - self.value;
        let squares = other.squares + 2.0 * above * other.sum + count * above * above;
        let sum = other.sum + count * above;
        Near { value: self.value, sum: self.sum + sum, squares: self.squares + squares }
    }
}

impl Tally {
    /// Counts a won game.
    pub fn win(&mut self, plies: u32, fitness: f64) {
        self.wins += 1;
        self.winning_plies += u64::from(plies);
        self.value(fitness);
    }

    /// Counts a lost game.
    pub fn lose(&mut self, fitness: f64) {
        self.losses += 1;
        self.value(fitness);
    }

    /// Counts a game without a winner; `fitness` is what it would count if it was lost.
    pub fn stall(&mut self, fitness: f64) {
        self.unfinished += 1;
        self.stalled += fitness;
    }

    /// Counts a game without a winner that is worth half a win.
    pub fn draw(&mut self) {
        self.stall(DRAW);
        self.drawn += 1;
    }

    /// Counts an evaluation that came to a number.
    pub fn evaluate(&mut self, fitness: f64) {
        if self.scored == 0 {
            self.near = Some(Near { value: fitness, sum: 0.0, squares: 0.0 });
        }
        self.scored += 1;
        self.value(fitness);
        if let Some(near) = &mut self.near {
            near.add(fitness);
        }
    }

    fn value(&mut self, fitness: f64) {
        self.fitness += fitness;
        self.fitness_squared += fitness * fitness;
    }

    /// Adds what another tally counted: games that are different from those of this one.
    pub fn add(&mut self, other: &Tally) {
        self.near = match (self.scored, other.scored) {
            (0, _) => other.near,
            (_, 0) => self.near,
            (_, count) => {
                self.near.zip(other.near).map(|(own, other)| own.with(other, count as f64))
            }
        };
        self.wins += other.wins;
        self.losses += other.losses;
        self.unfinished += other.unfinished;
        self.drawn += other.drawn;
        self.scored += other.scored;
        self.winning_plies += other.winning_plies;
        self.fitness += other.fitness;
        self.fitness_squared += other.fitness_squared;
        self.stalled += other.stalled;
        self.different += other.different;
        self.pair(other.rounds.as_ref());
    }

    /// Whether these can be added up, as all counts of games can: not those of a file that was damaged.
    pub fn can_be_added(all: &[Tally]) -> bool {
        all.iter().flat_map(Tally::counts).try_fold(0, u64::checked_add).is_some()
    }

    /// All counts, none of which is the sum of others.
    fn counts(&self) -> impl Iterator<Item = u64> + use<> {
        let Tally { wins, losses, unfinished, drawn, scored, winning_plies, different, .. } = *self;
        let Rounds { pairs, wins: won, both, drawn: others, .. } = self.rounds.unwrap_or_default();
        let own = [wins, losses, unfinished, drawn, scored, winning_plies, different];
        own.into_iter().chain([pairs, won, both, others.unwrap_or_default().pairs])
    }

    /// Counts pairs of games of one round.
    pub fn pair(&mut self, rounds: Option<&Rounds>) {
        if let Some(rounds) = rounds {
            self.rounds.get_or_insert_default().add(rounds);
        }
    }

    /// The games of one seat for themselves, of which a round has one at most.
    pub fn of_seat(&self) -> Tally {
        Tally { rounds: None, ..*self }
    }

    /// Games with a winner.
    pub fn decided(&self) -> u64 {
        self.wins + self.losses
    }

    /// Games that count in the mean fitness, and evaluations.
    fn valued(&self) -> u64 {
        self.decided() + self.drawn + self.scored
    }

    /// All games and evaluations.
    pub fn games(&self) -> u64 {
        self.decided() + self.unfinished + self.scored
    }

    /// Wins among the decided games, 0 to 1.
    pub fn win_rate(&self) -> Option<f64> {
        (self.decided() > 0).then(|| self.wins as f64 / self.decided() as f64)
    }

    /// The 95 % interval of the win rate, which counts only different games; `None` where these are
    /// fewer than [`FEW`]. Where rounds share their opponents it is Wilson's with the effective number of games,
    /// which Korn and Graubard have for another interval ("Confidence intervals for proportions with small expected
    /// number of positive counts estimated from survey data", Survey Methodology 24, 1998).
    pub fn win_rate_interval(&self) -> Option<(f64, f64)> {
        let rate = self.win_rate()?;
        self.interval_by(self.rounds.map_or(1.0, |it| it.effect_on_wins(rate, self.decided())))
    }

    /// How the win rate stands to the share of an equal: see [`beside`].
    pub fn beside(&self, equal: f64) -> Ordering {
        let decided = self.different.min(self.decided());
        beside(self.win_rate(), self.win_rate_interval(), decided, equal)
    }

    /// The interval of the win rate by that design effect.
    fn interval_by(&self, effect: f64) -> Option<(f64, f64)> {
        let games = self.different_of(self.decided()).filter(|&games| games > 0.0)?;
        Some(score_interval(self.win_rate()?, games / effect))
    }

    /// That many of the games times the share of all games that differ; `None` where too few do.
    fn different_of(&self, games: u64) -> Option<f64> {
        let share = self.different as f64 / self.games().max(1) as f64;
        (self.different >= FEW).then(|| games as f64 * share.min(1.0))
    }

    /// Mean fitness of the decided games, of evaluations, and where they count of draws.
    pub fn mean_fitness(&self) -> Option<f64> {
        let count = self.valued() as f64;
        (count > 0.0).then(|| match self.evaluations() {
            Some(near) => near.value + near.sum / count,
            None => (self.fitness + self.drawn as f64 * DRAW) / count,
        })
    }

    /// Mean fitness of the decided games and of evaluations alone.
    pub fn mean_of_decided(&self) -> Option<f64> {
        Tally { drawn: 0, ..*self }.mean_fitness()
    }

    /// The standard error of the mean fitness, which counts only different games; `None` where these
    /// are fewer than [`FEW`], or fewer than two games count. Where few have a winner it says too little to be
    /// told: see [`Tally::is_error_known`]. Greater where rounds share their opponents.
    pub fn fitness_error(&self) -> Option<f64> {
        let games = self.valued() as f64;
        if games < 2.0 {
            return None;
        }
        let (sum, squares) = match self.evaluations() {
            Some(near) => (near.sum, near.squares),
            None => {
                let drawn = self.drawn as f64;
                (self.fitness + drawn * DRAW, self.fitness_squared + drawn * DRAW * DRAW)
            }
        };
        let squares = (squares - sum * sum / games).max(0.0);
        let effect = self.rounds.map_or(1.0, |it| it.effect_on_fitness(sum / games, squares));
        Some((squares / (games - 1.0) / self.different_of(self.valued())? * effect).sqrt())
    }

    /// The sums of evaluations, where there is nothing else.
    fn evaluations(&self) -> Option<Near> {
        self.near.filter(|_| self.decided() + self.drawn == 0)
    }

    /// This tally as earlier versions had it, the latest first: without [`Tally::drawn`], and without
    /// [`Tally::near`] and [`Tally::rounds`].
    pub fn as_before(&self) -> [Tally; 2] {
        let decided =
            Tally { drawn: 0, rounds: self.rounds.and_then(|it| it.of_decided()), ..*self };
        [decided, Tally { near: None, rounds: None, ..decided }]
    }

    /// Whether the error of the mean fitness can be told: at least [`FEW`] different games count in it. Among
    /// fewer the losses, which count most, may be missing.
    pub fn is_error_known(&self) -> bool {
        self.different_of(self.valued()).is_some_and(|games| games >= FEW as f64)
    }

    /// Mean plies of the won games.
    pub fn mean_winning_plies(&self) -> Option<f64> {
        (self.wins > 0).then(|| self.winning_plies as f64 / self.wins as f64)
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// The 95 % score interval of a proportion (Wilson, "Probable inference, the law of succession,
/// and statistical inference", JASA 22, 1927, p. 209), within 0 to 1.
pub fn wilson(successes: u64, trials: u64) -> Option<(f64, f64)> {
    if trials == 0 {
        return None;
    }
    Some(score_interval(successes as f64 / trials as f64, trials as f64))
}

/// The 95 % score interval of a share of an effective number of trials above 0.
pub fn score_interval(share: f64, trials: f64) -> (f64, f64) {
    let weight = Z95 * Z95 / trials;
    let middle = (share + weight / 2.0) / (1.0 + weight);
    let variance = share * (1.0 - share) / trials + weight / (4.0 * trials);
    let half = Z95 * variance.sqrt() / (1.0 + weight);
    let low = if share <= 0.0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if share >= 1.0 { 1.0 } else { (middle + half).min(1.0) };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(value: f64, wanted: f64) {
        assert!((value - wanted).abs() < 5e-5, "{value} is not {wanted}");
    }

    /// Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in
    /// Medicine 17, 1998, table I, method 3.
    #[test]
    fn wilson_matches_newcombe() {
        for (successes, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = wilson(successes, trials).unwrap();
            close(interval.0, low);
            close(interval.1, high);
        }
        assert_eq!(wilson(0, 0), None);
    }

    #[test]
    fn an_error_is_known_where_enough_different_games_have_a_winner() {
        let is_known = |wins, unfinished, different| {
            Tally { wins, unfinished, different, ..Tally::default() }.is_error_known()
        };
        assert!(is_known(100, 0, 100) && is_known(100, 900, 1000));
        assert!(!is_known(99, 901, 1000) && !is_known(2, 1998, 2000));
        assert!(!is_known(199, 1, 100) && is_known(200, 0, 100));
        assert!(!is_known(0, 0, 0));
    }

    /// The same noise around values of any size has the same error, within the digits that values of that size have.
    #[test]
    fn an_error_is_that_of_the_noise_however_large_the_values_are() {
        let noise = |index: u32| f64::from(index * 7919 % 1000) / 500.0 - 1.0;
        let error_at = |offset: f64| {
            let mut parts = [Tally::default(), Tally::default()];
            (0..1000).for_each(|it| parts[it as usize % 2].evaluate(offset + noise(it)));
            let [mut all, other] = parts;
            all.add(&other);
            let tally = Tally { different: 1000, ..all };
            let mean = tally.mean_fitness().unwrap();
            assert!((mean - offset + 0.001).abs() <= 1e-9 + offset * 1e-15, "{mean} at {offset}");
            tally.fitness_error().unwrap()
        };
        let error = error_at(0.0);
        assert!((error - (1.0f64 / 3.0 / 1000.0).sqrt()).abs() < 1e-4, "{error}");
        for (offset, off) in [(1e3, 1e-12), (1e8, 1e-7), (1e12, 1e-3), (1e15, 0.02)] {
            let found = error_at(offset);
            assert!((found / error - 1.0).abs() < off, "{found} at {offset}, not {error}");
        }
    }

    #[test]
    fn games_and_earlier_records_have_their_sums_alone() {
        let mut games = Tally::default();
        (0..200).for_each(|plies| games.win(plies, 500.0 - f64::from(plies)));
        assert!(!serde_json::to_string(&games).unwrap().contains("near"));
        let mut now = Tally::default();
        (0..200).for_each(|value| now.evaluate(f64::from(value) / 3.0));
        let earlier = Tally { near: None, ..now };
        let rounds = Some(Rounds { pairs: 3, ..Rounds::default() });
        let seat = Tally { rounds, ..now };
        assert_eq!((seat.of_seat(), seat.as_before()), (now, [seat, earlier]));
        let mut both = earlier;
        both.add(&now);
        assert_eq!((both.scored, both.near), (400, None));
    }

    #[test]
    fn draws_are_worth_half_a_win_where_they_count() {
        let mut all = Tally::default();
        (0..60).for_each(|_| all.win(40, 1.0));
        (0..20).for_each(|_| all.lose(0.0));
        let decided = Tally { different: 80, ..all };
        (0..120).for_each(|_| all.draw());
        let all = Tally { different: 200, ..all };
        assert_eq!((all.games(), all.unfinished, all.decided()), (200, 120, 80));
        assert_eq!((all.win_rate(), all.mean_fitness()), (Some(0.75), Some(0.6)));
        // Squared distances 60 · 0.4² + 20 · 0.6² + 120 · 0.1².
        close(all.fitness_error().unwrap(), (18.0f64 / 199.0 / 200.0).sqrt());
        assert_eq!(all.mean_of_decided(), decided.mean_fitness());
        let [latest, first] = all.as_before();
        assert_eq!(latest, first);
        assert_eq!((latest.mean_fitness(), latest.games()), (Some(0.75), 200));
        assert_eq!(latest.win_rate_interval(), all.win_rate_interval());
    }

    #[test]
    fn counts_that_no_games_have_can_not_be_added() {
        let half = 1 << 63;
        let with_pairs = |pairs| {
            let rounds = Rounds { pairs, ..Rounds::default() };
            Tally { wins: half, rounds: Some(rounds), ..Tally::default() }
        };
        assert!(Tally::can_be_added(&[]) && Tally::can_be_added(&[with_pairs(half - 1)]));
        assert!(!Tally::can_be_added(&[with_pairs(half)]));
        assert!(!Tally::can_be_added(&[with_pairs(0), with_pairs(0)]));
    }

    #[test]
    fn few_games_differ_where_many_came_again() {
        assert!(are_few(2, 1000) && are_few(99, 111) && are_few(35, 40));
        assert!(!are_few(100, 100_000) && !are_few(99, 110) && !are_few(2, 2) && !are_few(36, 40));
    }

    #[test]
    fn a_tally_of_parts_is_the_tally_of_all() {
        let mut all = Tally::default();
        let mut parts = [Tally::default(), Tally::default()];
        for (index, plies) in [90, 80, 100].into_iter().enumerate() {
            let fitness = 500.0 - f64::from(plies);
            all.win(plies, fitness);
            parts[index % 2].win(plies, fitness);
        }
        all.lose(-7.0);
        parts[0].lose(-7.0);
        let mut sum = parts[1];
        sum.add(&parts[0]);
        assert_eq!(sum, all);
        assert_eq!(all.win_rate(), Some(0.75));
        assert_eq!(all.mean_winning_plies(), Some(90.0));
        assert_eq!(all.mean_fitness(), Some((410.0 + 420.0 + 400.0 - 7.0) / 4.0));
        assert_eq!((all.fitness_error(), all.win_rate_interval()), (None, None), "not counted");
        let all = Tally { different: FEW, ..all };
        close(all.fitness_error().unwrap(), 104.3299);
    }

    #[test]
    fn one_game_that_counts_has_no_error() {
        let fitness = 400.0;
        let one = Tally { wins: 1, unfinished: 199, fitness, different: 200, ..Tally::default() };
        assert_eq!((one.mean_fitness(), one.fitness_error()), (Some(400.0), None));
    }
}
