//! What the games of an arena add up to: a table of its bots, and who did how well against whom.

use super::ratings::{self, RatedGame, Rating, Ratings};
use super::schedule::{Fixture, Schedule};
use super::tally::FEW;
use super::transcript::{FAILED, TIME};
use super::win_draw_loss::WinDrawLoss;
use crate::game::line::LineKey;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Elo below which half an interval is none: all pairs came out even.
const NO_SPREAD: f64 = 0.01;
/// Ratings that differ by less than one in so many of an Elo do so by rounding.
const TOLD_APART: f64 = 1e6;
/// Pairs of each pairing below which nothing has an interval: all pairings share their openings, and so few say
/// nothing of others.
pub const FEW_OPENINGS: usize = 20;

/// How a game went.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// The seat that won, from 0; `None` where nobody did.
    pub winner: Option<usize>,
    /// Why it ended.
    pub reason: String,
    /// All plies, those of the opening included.
    pub plies: u32,
    /// Its moves.
    pub line: LineKey,
}

/// A bot in the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Its index.
    pub bot: usize,
    /// Its rating over the anchor's, in Elo; `None` where it has no games.
    pub elo: Option<f64>,
    /// Half the width of the rating's 95 % interval; `None` where fewer than [`FEW`] games differ, where there are
    /// few openings, or where all pairs came out even, which doesn't mean that the rating is known exactly. That of
    /// the anchor is 0.
    pub reach: Option<f64>,
    /// Whether its games keep the rating from falling without end: a chain of games that were won or drawn leads from
    /// it to the anchor. Otherwise the virtual draw alone does.
    pub has_floor: bool,
    /// Whether they keep it from rising without end: such a chain leads from the anchor to it.
    pub has_ceiling: bool,
    /// All of its games.
    pub score: WinDrawLoss,
    /// How many of them differ, by their moves and by who had which seat.
    pub different: u64,
    /// Their mean plies; `None` where it has none.
    pub plies: Option<f64>,
    /// The probability that it is stronger than the next in the table; `None` for the last, and where
    /// the ratings of the two have no interval.
    pub superiority: Option<f64>,
}

/// What a seat is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatWorth {
    /// Its rating over that of the last seat, in Elo.
    pub elo: f64,
    /// Half the width of its interval, as in [`Standing::reach`].
    pub reach: Option<f64>,
}

/// The results of an arena whose games have been played.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// The bots, best first.
    pub table: Vec<Standing>,
    /// The covariances C of the ratings over the anchor's, in Elo², rows and columns in the order of the table: the
    /// difference of bots i and j has the variance C\[i\]\[i\] + C\[j\]\[j\] − 2 C\[i\]\[j\]. `None` where one of
    /// both has no interval.
    pub covariance: Vec<Vec<Option<f64>>>,
    /// How many of all games differ.
    pub different: u64,
    /// The openings of all pairs, each once. All pairings share them.
    pub openings: usize,
    /// Games of the first bot against the second in which the first had the first seat, from its
    /// view.
    pub moved_first: BTreeMap<(usize, usize), WinDrawLoss>,
    /// What each seat but the last is worth.
    pub seats: Vec<SeatWorth>,
    /// Games by why they ended.
    pub reasons: BTreeMap<String, u64>,
    /// Of each bot that couldn't go on in some games, how many these were, and the number of the first, from 0.
    pub failures: BTreeMap<usize, (u64, u64)>,
    /// The same of each bot whose clock ran out in some games.
    pub lost_on_time: BTreeMap<usize, (u64, u64)>,
}

impl Standing {
    /// The 95 % interval of its rating, where that has one.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let (elo, reach) = self.elo.zip(self.reach)?;
        Some((elo - reach, elo + reach))
    }
}

impl Ended {
    /// The half points of a bot in that game: 2 where one of its seats won, 1 where nobody won.
    pub fn half_points(&self, fixture: &Fixture, bot: usize) -> u32 {
        match self.winner {
            None => 1,
            Some(seat) if fixture.seats.get(seat) == Some(&bot) => 2,
            Some(_) => 0,
        }
    }
}

impl Standings {
    /// The table of all games of a schedule, in their order, between that many bots.
    pub fn new(schedule: &Schedule, bots: usize, anchor: usize, ended: &[Ended]) -> Standings {
        let games: Vec<_> = schedule
            .fixtures()
            .zip(ended)
            .map(|(fixture, ended)| RatedGame { seats: fixture.seats, winner: ended.winner })
            .collect();
        let repeats = repeats(schedule, ended);
        let played = schedule.fixtures().take(ended.len());
        let openings: Vec<u64> = played.step_by(2).map(|it| schedule.opening(it.pair)).collect();
        let ratings = ratings::fit(&games, &repeats, &openings, [bots, schedule.players(), anchor]);
        let mut moved_first = MovedFirst::new();
        let mut scores = vec![(WinDrawLoss::default(), 0u64); bots];
        let mut lines = HashSet::new();
        let mut different = vec![0; bots];
        let mut reasons: BTreeMap<String, u64> = BTreeMap::new();
        let (mut failures, mut lost_on_time) = (BTreeMap::new(), BTreeMap::new());
        for (fixture, ended) in schedule.fixtures().zip(ended) {
            *reasons.entry(ended.reason.clone()).or_default() += 1;
            let [first, second] = schedule.pairings()[fixture.pairing];
            let counted = match ended.reason.as_str() {
                FAILED => Some(&mut failures),
                TIME => Some(&mut lost_on_time),
                _ => None,
            };
            if let Some(counted) = counted {
                let loser = if ended.half_points(&fixture, first) == 0 { first } else { second };
                counted.entry(loser).or_insert((0, fixture.number)).0 += 1;
            }
            let place = if fixture.seats[0] == first { (first, second) } else { (second, first) };
            moved_first.entry(place).or_default().add(ended.half_points(&fixture, place.0));
            let is_new = lines.insert((fixture.seats.clone(), ended.line));
            for bot in [first, second] {
                different[bot] += u64::from(is_new);
                scores[bot].0.add(ended.half_points(&fixture, bot));
                scores[bot].1 += u64::from(ended.plies);
            }
        }
        let all = lines.len() as u64;
        let seats = (0..schedule.players() - 1).map(|seat| ratings.seat(seat));
        let openings = openings.iter().collect::<HashSet<_>>().len();
        let enough = openings >= FEW_OPENINGS;
        let worth = |it: Rating| SeatWorth { elo: it.elo, reach: reach(&it, all, enough) };
        let seats = seats.map(worth).collect();
        let limits = limits(&moved_first, bots, anchor);
        let table = table(&ratings, &scores, (&different, &limits), (anchor, enough));
        let covariance = covariance(&ratings, &table);
        Standings {
            table,
            covariance,
            different: all,
            openings,
            moved_first,
            seats,
            reasons,
            failures,
            lost_on_time,
        }
    }

    /// Whether nobody won any game.
    pub fn is_undecided(&self) -> bool {
        self.moved_first.values().all(|it| it.wins + it.losses == 0)
    }

    /// The games of one bot against another, from all seats.
    pub fn against(&self, one: usize, other: usize) -> WinDrawLoss {
        against(&self.moved_first, one, other)
    }
}

/// Games of the first bot against the second in which the first had the first seat.
type MovedFirst = BTreeMap<(usize, usize), WinDrawLoss>;

fn against(moved_first: &MovedFirst, one: usize, other: usize) -> WinDrawLoss {
    let of = |one, other| moved_first.get(&(one, other)).copied().unwrap_or_default();
    of(one, other).with(of(other, one).reversed())
}

/// Whether games limit the rating of each bot from below and from above.
fn limits(moved_first: &MovedFirst, bots: usize, anchor: usize) -> Vec<(bool, bool)> {
    let has_points = |one, other| {
        let met = against(moved_first, one, other);
        met.wins + met.draws > 0
    };
    let floors = linked(bots, anchor, &has_points);
    let ceilings = linked(bots, anchor, &|one, other| has_points(other, one));
    floors.into_iter().zip(ceilings).collect()
}

/// The bots from which a chain of links leads to the anchor.
fn linked(bots: usize, anchor: usize, link: &dyn Fn(usize, usize) -> bool) -> Vec<bool> {
    let mut linked: Vec<bool> = (0..bots).map(|bot| bot == anchor).collect();
    let mut open = vec![anchor];
    while let Some(there) = open.pop() {
        for (bot, is_linked) in linked.iter_mut().enumerate() {
            if !*is_linked && link(bot, there) {
                *is_linked = true;
                open.push(bot);
            }
        }
    }
    linked
}

/// How often each pair of games was played: at its first time all times, and 0 at every other. What
/// remains of a pair whose second game is missing counts as one.
fn repeats(schedule: &Schedule, ended: &[Ended]) -> Vec<u64> {
    let fixtures: Vec<Fixture> = schedule.fixtures().take(ended.len()).collect();
    let mut first: HashMap<(usize, Vec<usize>, Vec<LineKey>), usize> = HashMap::new();
    let mut repeats = Vec::with_capacity(ended.len().div_ceil(2));
    for (index, (pair, ended)) in fixtures.chunks(2).zip(ended.chunks(2)).enumerate() {
        let lines = ended.iter().map(|ended| ended.line).collect();
        let place = *first.entry((pair[0].pairing, pair[0].seats.clone(), lines)).or_insert(index);
        repeats.push(0);
        repeats[place] += 1;
    }
    repeats
}

/// Half the width of a rating's interval, by how many games differ, and whether there are `enough` openings.
fn reach(rating: &Rating, different: u64, enough: bool) -> Option<f64> {
    (enough && different >= FEW && rating.reach >= NO_SPREAD).then_some(rating.reach)
}

/// By rating, and by score where ratings are the same; bots without games come last. `enough` says whether there
/// are enough openings for intervals.
fn table(
    ratings: &Ratings,
    scores: &[(WinDrawLoss, u64)],
    (different, limits): (&[u64], &[(bool, bool)]),
    (anchor, enough): (usize, bool),
) -> Vec<Standing> {
    let standing = |(bot, (score, plies)): (usize, &(WinDrawLoss, u64))| {
        let (rating, different) = (ratings.bot(bot), different[bot]);
        let (has_floor, has_ceiling) = limits[bot];
        let games = score.games();
        Standing {
            bot,
            elo: (games > 0).then_some(rating.elo),
            reach: match bot == anchor {
                true => (enough && different >= FEW).then_some(0.0),
                false => reach(&rating, different, enough),
            },
            has_floor,
            has_ceiling,
            score: *score,
            different,
            plies: (games > 0).then(|| *plies as f64 / games as f64),
            superiority: None,
        }
    };
    let mut table: Vec<Standing> = scores.iter().enumerate().map(standing).collect();
    let rating = |it: &Standing| it.elo.map(|elo| (elo * TOLD_APART).round() as i64);
    let share = |it: &Standing| it.score.share().unwrap_or_default();
    table.sort_by(|one, other| {
        let by_rating = rating(other).cmp(&rating(one));
        by_rating.then(share(other).total_cmp(&share(one)))
    });
    for place in 1..table.len() {
        let [bot, next] = [&table[place - 1], &table[place]];
        let are_known = bot.reach.is_some() && next.reach.is_some();
        let superiority = are_known.then(|| ratings.superiority(bot.bot, next.bot));
        table[place - 1].superiority = superiority;
    }
    table
}

/// How the ratings of each two bots go together, where both have intervals.
fn covariance(ratings: &Ratings, table: &[Standing]) -> Vec<Vec<Option<f64>>> {
    let entry = |one: &Standing, other: &Standing| {
        let are_known = one.reach.is_some() && other.reach.is_some();
        are_known.then(|| ratings.covariance(one.bot, other.bot))
    };
    table.iter().map(|one| table.iter().map(|other| entry(one, other)).collect()).collect()
}

#[cfg(test)]
mod tests;
