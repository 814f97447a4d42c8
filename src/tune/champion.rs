//! The champion: chosen by games of its own, then measured on fresh ones.

use super::{Tuner, total};
use crate::evolve::Genome;
use crate::evolve::centre::Centre;
use crate::evolve::evolution::State;
use crate::evolve::population::ranking;
use crate::parameter::Parameter;
use crate::play::tally::Tally;
use crate::rng::Purpose;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// One challenger in this many goes on to the next round.
const ROUND_KEEPS_ONE_IN: usize = 3;
/// By the end of a round a challenger has this many times the games of the round before.
const ROUND_LENGTHENS_BY: u64 = 5;

/// How champions are chosen and measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contest {
    /// How many race: all centres of the generation with their averages, and its best by estimate.
    pub candidates: usize,
    /// Games of each in the first round.
    pub choose_games: u64,
    /// How often selection plays an unfinished game again before it counts as lost.
    pub replays: u32,
}

/// A vector that was chosen among candidates, and its result in fresh games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Champion {
    /// Its parameter vector.
    pub genes: Genome,
    /// The generation it was found in.
    pub generation: u64,
    /// Populations before that one.
    pub restarts: u64,
    /// Its games that took no part in selection or choice, by seat.
    pub measured: Vec<Tally>,
}

impl Champion {
    /// What evolution begins from, not measured yet.
    pub fn start(genes: Genome) -> Champion {
        Champion { genes, generation: 0, restarts: 0, measured: Vec::new() }
    }
}

/// Chooses among the best of a generation and the champion so far, then measures the chosen one on
/// `games` fresh games of that purpose.
///
/// The generation's best race for the right to challenge, in rounds of more and more games that
/// are the same for all of them. The champion so far stays unless the challenger beats it in a
/// duel on games that chose nobody yet, so that a newcomer that was lucky in the race has to be better again. Of
/// equals half are.
///
/// # Panics
/// Where there is no champion so far, and the generation has no individuals.
pub fn crown(
    tuner: &dyn Tuner,
    state: &State,
    so_far: Option<&Champion>,
    contest: &Contest,
    (purpose, games): (Purpose, u64),
) -> Champion {
    let mut champion = choose(tuner, state, so_far, contest);
    champion.measured = tuner.measure(&champion.genes, purpose, &[state.generation], 0..games);
    champion
}

/// Chooses as [`crown`] does, without measuring. Where the generation has crowned one already, as it may have at the
/// end of a search, the others challenge that one once more, on the same games.
///
/// # Panics
/// As [`crown`].
pub fn choose(
    tuner: &dyn Tuner,
    state: &State,
    so_far: Option<&Champion>,
    contest: &Contest,
) -> Champion {
    let play = |candidate: &Champion, games: &Range<u64>| {
        let path = [state.generation];
        total(&tuner.measure(&candidate.genes, Purpose::Choose, &path, games.clone()))
    };
    let worth = |tally: &Tally| value(tally, contest.replays);
    let field = challengers(state, tuner.parameters(), so_far, contest.candidates);
    let mut tallies = vec![Tally::default(); field.len()];
    let (challenger, games) =
        race(field, contest.choose_games, None, |index, challenger, games| {
            tallies[index].add(&play(challenger, games));
            worth(&tallies[index])
        });
    match (so_far, challenger) {
        (Some(old), Some(new)) if worth(&play(&new, &games)) > worth(&play(old, &games)) => new,
        (Some(old), _) => old.clone(),
        (None, Some(new)) => new,
        (None, None) => unreachable!("a generation has individuals"),
    }
}

/// The first of a race, with the games after its last round. In each round `worth` says what each of the
/// field is worth, by its place in it, after those games. After each round the best third goes on; after round
/// number `rounds`, if there is one, only the best. Of equal ones the first are the best.
pub(super) fn race(
    field: Vec<Champion>,
    first_round: u64,
    rounds: Option<usize>,
    mut worth: impl FnMut(usize, &Champion, &Range<u64>) -> f64,
) -> (Option<Champion>, Range<u64>) {
    let mut games = 0..first_round;
    let mut round = 1;
    let mut left: Vec<(usize, Champion)> = field.into_iter().enumerate().collect();
    while left.len() > 1 {
        let valued = left.into_iter().map(|(index, it)| (worth(index, &it, &games), index, it));
        let mut valued: Vec<_> = valued.collect();
        valued.sort_by(|(a, ..), (b, ..)| b.total_cmp(a));
        let third = valued.len().div_ceil(ROUND_KEEPS_ONE_IN);
        valued.truncate(if rounds == Some(round) { 1 } else { third });
        round += 1;
        left = valued.into_iter().map(|(_, index, it)| (index, it)).collect();
        games = games.end..games.end.saturating_mul(ROUND_LENGTHENS_BY);
    }
    (left.pop().map(|(_, it)| it), games)
}

/// The fitness that selection would find with endless games. If a share u of games ends unfinished,
/// u^(`replays` + 1) do so after all replays, too, and count as lost.
fn value(tally: &Tally, replays: u32) -> f64 {
    let unfinished = tally.unfinished as f64;
    let share = unfinished / tally.games().max(1) as f64;
    // Multiplied out, since powers differ in the last bit from machine to machine.
    let stuck = (0..=replays).fold(1.0, |power, _| power * share);
    let lost = if tally.unfinished > 0 { tally.stalled / unfinished } else { 0.0 };
    tally.mean_of_decided().unwrap_or(0.0) * (1.0 - stuck) + lost * stuck
}

/// The centres and their averages, if there are any, and the best by estimate, each vector once, the
/// champion so far left out; none measured.
fn challengers(
    state: &State,
    parameters: &[Parameter],
    so_far: Option<&Champion>,
    count: usize,
) -> Vec<Champion> {
    let both = |centre: &Centre| {
        let average = centre.average_genome(parameters);
        [Some(centre.genome(parameters)), average]
    };
    let centres: Vec<Genome> = state.centres.iter().flat_map(both).flatten().collect();
    let count = count.max(centres.len());
    let best = ranking(&state.population).into_iter();
    let best = best.map(|index| state.population[index].genes.clone());
    let mut list: Vec<Champion> = Vec::new();
    for genes in centres.into_iter().chain(best) {
        if list.len() == count {
            break;
        }
        if !list.iter().chain(so_far).any(|known| known.genes == genes) {
            let State { generation, restarts, .. } = *state;
            list.push(Champion { generation, restarts, ..Champion::start(genes) });
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::centre::Centre;
    use crate::evolve::pooled::Pooled;
    use crate::evolve::population::Individual;
    use crate::evolve::tests::whole;
    use crate::evolve::{Context, Objective, Score, Scored};
    use crate::parameter::Start;
    use crate::play::batch::GameScore;
    use std::ops::Range;
    use std::sync::Mutex;

    /// First gene, purpose, path and games of a measurement.
    type Asked = (f64, Purpose, Vec<u64>, Range<u64>);

    /// Says of every vector that its fitness is its first gene, and remembers what was asked.
    #[derive(Default)]
    struct Told(Mutex<Vec<Asked>>);

    impl Objective for Told {
        fn parameters(&self) -> &[Parameter] {
            &[]
        }

        fn score(&self, _: &[Genome], _: &Context<'_>) -> Scored {
            Scored::default()
        }
    }

    impl Tuner for Told {
        fn measure(
            &self,
            genes: &[f64],
            purpose: Purpose,
            path: &[u64],
            games: Range<u64>,
        ) -> Vec<Tally> {
            self.0.lock().unwrap().push((genes[0], purpose, path.to_vec(), games));
            let mut tally = Tally::default();
            tally.win(100, genes[0]);
            vec![Tally::default(), tally]
        }

        fn results(&self, _: &[f64], _: Purpose, _: &[u64], _: Range<u64>) -> Vec<GameScore> {
            Vec::new()
        }
    }

    const CONTEST: Contest = Contest { candidates: 3, choose_games: 40, replays: 1 };

    /// A generation of individuals with these genes, the first the best by estimate.
    fn state(genes: &[(f64, f64)]) -> State {
        let score = |index: usize| Score { fitness: -(index as f64), ..Score::default() };
        let individual =
            |index: usize| Individual::new(vec![genes[index].0, genes[index].1], score(index));
        let population = (0..genes.len()).map(individual).collect();
        State {
            generation: 9,
            founded: 4,
            hopeful: true,
            restarts: 2,
            games: 0,
            population,
            centres: Vec::new(),
            hall: Vec::new(),
            shares: Vec::new(),
        }
    }

    fn crowned(genes: &[(f64, f64)], so_far: Option<&Champion>) -> (Champion, Told) {
        let told = Told::default();
        let champion = crown(&told, &state(genes), so_far, &CONTEST, (Purpose::Final, 70));
        (champion, told)
    }

    fn old(first: f64) -> Champion {
        Champion { genes: vec![first, 0.0], generation: 3, restarts: 1, measured: Vec::new() }
    }

    #[test]
    fn the_best_of_the_candidates_is_chosen_and_then_measured_on_other_games() {
        let (champion, told) = crowned(&[(1.0, 0.0), (3.0, 0.0), (2.0, 0.0), (9.0, 0.0)], None);
        assert_eq!((champion.genes, champion.generation), (vec![3.0, 0.0], 9));
        assert_eq!((champion.restarts, total(&champion.measured).fitness), (2, 3.0));
        let choose = |gene| (gene, Purpose::Choose, vec![9], 0..40);
        let measure = (3.0, Purpose::Final, vec![9], 0..70);
        let asked = told.0.into_inner().unwrap();
        assert_eq!(asked, [choose(1.0), choose(3.0), choose(2.0), measure]);
    }

    #[test]
    fn every_centre_races_however_few_the_candidates() {
        let parameters = vec![whole(Start::Fixed(0.0), 0.0, 99.0); 2];
        let centre = |at: f64| Centre { at: vec![at, at], ..Centre::new(&parameters) };
        let centres = (10..15).map(|at| centre(f64::from(at))).collect();
        let state = State { centres, ..state(&[(1.0, 0.0), (2.0, 0.0)]) };
        for (count, expected) in [(3, 5), (6, 6), (9, 7)] {
            let field = challengers(&state, &parameters, None, count);
            assert_eq!(field.len(), expected);
            assert!((0..5).all(|index| field[index].genes[0] == 10.0 + index as f64));
        }
        let averaged = |mut it: Centre| {
            it.average = vec![it.at[0] + 20.4, it.at[1]];
            it
        };
        let centres = [10.0, 11.0].map(centre).map(averaged).to_vec();
        let state = State { centres, ..state };
        let field = challengers(&state, &parameters, None, 1);
        let first: Vec<f64> = field.iter().map(|it| it.genes[0]).collect();
        assert_eq!(first, [10.0, 30.0, 11.0, 31.0]);
    }

    #[test]
    fn the_champion_so_far_stays_until_it_is_beaten() {
        for (first, generation, restarts) in [(3.0, 3, 1), (2.5, 9, 2)] {
            let (champion, _) = crowned(&[(1.0, 0.0), (3.0, 1.0)], Some(&old(first)));
            assert_eq!((champion.generation, champion.restarts), (generation, restarts));
            assert_eq!(champion.genes[0], 3.0);
        }
    }

    #[test]
    fn no_vector_races_twice_and_the_champion_so_far_only_duels() {
        let genes = [(1.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.0, 0.0), (5.0, 0.0)];
        let (_, told) = crowned(&genes, Some(&old(2.0)));
        let asked = told.0.into_inner().unwrap();
        let rounds: Vec<_> = asked.iter().map(|it| (it.0, it.3.clone())).collect();
        let race = [1.0, 3.0, 4.0].map(|gene| (gene, 0..40));
        let duel = [4.0, 2.0].map(|gene| (gene, 40..200));
        assert_eq!(rounds, [&race[..], &duel, &[(4.0, 0..70)]].concat());
    }

    #[test]
    fn who_races_is_decided_by_pooled_games_where_there_are_any() {
        let mut state = state(&[(1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.0, 0.0)]);
        for (it, mean) in state.population.iter_mut().zip([0.0, 1.0, 2.0, 3.0]) {
            it.pooled = Some(Pooled { mean, games: 9.0 });
        }
        let list = challengers(&state, &[], None, 2);
        let genes: Vec<f64> = list.iter().map(|challenger| challenger.genes[0]).collect();
        assert_eq!(genes, [4.0, 3.0]);
    }

    #[test]
    fn the_best_third_of_the_challengers_plays_on() {
        let genes: Vec<_> = (1..=4).map(|gene| (f64::from(gene), 0.0)).collect();
        let contest = Contest { candidates: 4, ..CONTEST };
        let told = Told::default();
        crown(&told, &state(&genes), None, &contest, (Purpose::Measure, 70));
        let asked = told.0.into_inner().unwrap();
        let rounds: Vec<_> = asked.iter().map(|it| (it.0, it.3.clone())).collect();
        let first = [1.0, 2.0, 3.0, 4.0].map(|gene| (gene, 0..40));
        let second = [4.0, 3.0].map(|gene| (gene, 40..200));
        assert_eq!(rounds, [&first[..], &second, &[(4.0, 0..70)]].concat());
    }

    #[test]
    fn the_last_round_leaves_the_best_alone() {
        let field = || (0..28).map(|gene| old(f64::from(gene))).collect();
        for (rounds, expected) in [
            (None, &[(10, 28), (50, 10), (250, 4), (1250, 2)][..]),
            (Some(3), &[(10, 28), (50, 10), (250, 4)]),
            (Some(1), &[(10, 28)]),
        ] {
            let mut asked: Vec<(u64, u32)> = Vec::new();
            let (best, _) = race(field(), 10, rounds, |_, it, games| {
                match asked.last_mut().filter(|(end, _)| *end == games.end) {
                    Some((_, count)) => *count += 1,
                    None => asked.push((games.end, 1)),
                }
                it.genes[0]
            });
            assert_eq!((best.map(|it| it.genes[0]), &asked[..]), (Some(27.0), expected));
        }
    }

    #[test]
    fn games_that_stay_unfinished_are_worth_what_selection_makes_of_them() {
        let mut tally = Tally::default();
        assert_eq!(value(&tally, 20), 0.0);
        tally.win(100, 400.0);
        tally.stall(-80.0);
        // Half of the games are unfinished, a quarter still are when played again.
        assert_eq!(value(&tally, 0), (400.0 - 80.0) / 2.0);
        assert_eq!(value(&tally, 1), 400.0 * 0.75 - 80.0 * 0.25);
    }
}
