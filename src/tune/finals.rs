//! The last choice of a run or of one of its searches: among the champions that were crowned on its way, the one
//! that gets the most points against the opponent that it finds hardest, of those that bring tables of their own kind
//! to an end.

use super::champion::{Champion, race};
use super::{Tuner, total};
use crate::evolve::Genome;
use crate::play::tally::{DRAW, FEW, Tally};
use crate::rng::Purpose;
use serde::{Deserialize, Serialize};
use std::iter;
use std::ops::Range;

/// Rounds of finals at most: the games of the third tell finalists apart as well as anybody wants.
const ROUNDS: usize = 3;

/// Games of a finalist's own kind, for each one of the first round against an opponent.
const OWN_KIND_LENGTHENS_BY: u64 = 4;
/// A finalist brings its own kind to an end where at most one game in that many stays unfinished. Half of what a
/// champion may leave, since these games choose it.
const UNFINISHED_ONE_IN: u64 = 200;

/// In what finalists are compared.
#[derive(Debug, Default)]
pub struct Trials {
    /// The share of games that an equal wins.
    pub equal: f64,
    /// Games against the fixed opponents.
    pub against: Vec<Trial>,
    /// Games in which a finalist has all seats, to see whether they end; `None` where that isn't asked.
    pub own_kind: Option<Trial>,
    /// Games against the vector that the run began from, which a champion has to beat; `None` where it hasn't to.
    pub start: Option<Trial>,
}

/// Games against one opponent from one kind of opening.
#[derive(Debug)]
pub struct Trial {
    /// Plays them.
    pub tuner: Box<dyn Tuner>,
    /// Which opponent, from 0; no other trial has the same opponent and plies.
    pub opponent: u64,
    /// Random plies that each of the games begins with.
    pub opening_plies: u32,
}

/// The champion of all searches of a run that are over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Best {
    /// Who won their finals, as measured then.
    pub champion: Champion,
    /// The last generation of the last of them.
    pub until: u64,
}

/// The finalists: the best of the searches before, then the last champion and those before it, the latest first,
/// `most` of them. Each is there once, by the vector beside it.
pub fn finalists(
    last: (Champion, Genome),
    earlier: impl Iterator<Item = (Champion, Genome)>,
    most: usize,
    best: Option<(Champion, Genome)>,
) -> Vec<Champion> {
    let mut all: Vec<(Champion, Genome)> = best.into_iter().collect();
    let most = all.len() + most.max(1);
    for (champion, vector) in iter::once(last).chain(earlier) {
        if all.len() < most && all.iter().all(|(_, known)| *known != vector) {
            all.push((champion, vector));
        }
    }
    all.into_iter().map(|(champion, _)| champion).collect()
}

/// The finalist that gets the largest share of points in the trial in which it gets the smallest; of equal
/// ones the first. Finalists that don't bring their own kind to an end are left out, unless none does. A game that
/// nobody won counts half where it does in fitness; otherwise as much as the decided games do on average, at most what an
/// equal wins.
///
/// All have the same games, in the first round `games` of each trial. A third goes on to a round of five times the games,
/// and of the third round the best alone; of two or three finalists the first round leaves one. Trials in which few
/// games of the first finalist differ are left out for all, unless all are such: a few games that come again shall not
/// cost a champion its place. `generation` is that in which the run or the search ends. `None` without finalists.
pub fn decide(
    trials: &Trials,
    finalists: Vec<Champion>,
    (generation, games): (u64, u64),
) -> Option<Champion> {
    // From the first game on, so that each different one is known to be one.
    let play = |it: &Champion, trial: &Trial, games: u64| play(trial, it, generation, 0..games);
    let [_, _, ..] = &finalists[..] else { return finalists.into_iter().next() };
    let finalists = match &trials.own_kind {
        Some(own) => {
            who_finish(finalists, |it| play(it, own, games.saturating_mul(OWN_KIND_LENGTHENS_BY)))
        }
        None => finalists,
    };
    let first = finalists.first()?;
    let says_enough = |trial: &&Trial| play(first, trial, games).different >= FEW;
    let mut counted: Vec<&Trial> = trials.against.iter().filter(says_enough).collect();
    if counted.is_empty() {
        counted = trials.against.iter().collect();
    }
    let worst = |finalist: &Champion, games: u64| {
        let shares = counted.iter().map(|trial| share(&play(finalist, trial, games), trials.equal));
        shares.fold(1.0, f64::min)
    };
    race(finalists, games, Some(ROUNDS), |_, finalist, round| worst(finalist, round.end)).0
}

/// Whether a champion wins more than an equal would of that many games against what its run began from, in which
/// `trial` plays it. Others than those of [`decide`], and of a measurement. `generation` is as there.
pub fn beats_start(
    trial: &Trial,
    champion: &Champion,
    equal: f64,
    (generation, games): (u64, u64),
) -> bool {
    share(&play(trial, champion, generation, 0..games), equal) > equal
}

/// The result of a champion in some games of a trial.
fn play(trial: &Trial, champion: &Champion, generation: u64, games: Range<u64>) -> Tally {
    let path = [generation, trial.opponent, u64::from(trial.opening_plies)];
    total(&trial.tuner.measure(&champion.genes, Purpose::Finals, &path, games))
}

/// Those that bring games to an end; all, where none does. Draws that count half are ends, and games that come again say
/// too little.
fn who_finish(finalists: Vec<Champion>, own_kind: impl Fn(&Champion) -> Tally) -> Vec<Champion> {
    let finishes = |it: &Champion| {
        let tally = own_kind(it);
        let left = tally.unfinished.saturating_sub(tally.drawn);
        tally.different < FEW || left.saturating_mul(UNFINISHED_ONE_IN) <= tally.games()
    };
    let (who_do, others): (Vec<Champion>, _) = finalists.into_iter().partition(finishes);
    if who_do.is_empty() { others } else { who_do }
}

/// The share of points in some games. One that nobody won is worth what the decided ones are in the mean, but at most
/// what an equal wins: who seldom wins gains nothing by games without an end, and who mostly wins loses by them.
fn share(tally: &Tally, equal: f64) -> f64 {
    let decided = tally.games().saturating_sub(tally.unfinished);
    let rate = tally.wins as f64 / decided.max(1) as f64;
    let endless = tally.unfinished.saturating_sub(tally.drawn) as f64;
    let points = tally.wins as f64 + tally.drawn as f64 * DRAW + endless * rate.min(equal);
    points / tally.games().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::{Context, Objective, Scored};
    use crate::parameter::Parameter;
    use crate::play::batch::GameScore;
    use std::ops::Range;

    /// Games that end as told for a vector and their number.
    struct Told<F>(F);

    impl<F: Fn(&[f64], u64) -> Tally + Send + Sync> Objective for Told<F> {
        fn parameters(&self) -> &[Parameter] {
            &[]
        }

        fn score(&self, _: &[Genome], _: &Context<'_>) -> Scored {
            Scored::default()
        }
    }

    impl<F: Fn(&[f64], u64) -> Tally + Send + Sync> Tuner for Told<F> {
        fn measure(&self, genes: &[f64], _: Purpose, _: &[u64], games: Range<u64>) -> Vec<Tally> {
            assert_eq!(games.start, 0);
            vec![self.0(genes, games.end)]
        }

        fn results(&self, _: &[f64], _: Purpose, _: &[u64], _: Range<u64>) -> Vec<GameScore> {
            Vec::new()
        }
    }

    /// An opponent against which a vector wins the share of games that its gene of that index says.
    fn trial(gene: usize, different: u64) -> Trial {
        let told = move |genes: &[f64], games: u64| {
            let wins = (genes[gene] * games as f64) as u64;
            let different = different.min(games);
            Tally { wins, losses: games - wins, different, ..Tally::default() }
        };
        Trial { tuner: Box::new(Told(told)), opponent: gene as u64, opening_plies: 4 }
    }

    fn decided(against: Vec<Trial>, finalists: &[[f64; 2]]) -> Option<Genome> {
        decided_by(&Trials { equal: 0.5, against, ..Trials::default() }, finalists)
    }

    fn decided_by(trials: &Trials, finalists: &[[f64; 2]]) -> Option<Genome> {
        let champion = |(generation, genes): (u64, &[f64; 2])| Champion {
            genes: genes.to_vec(),
            generation,
            restarts: 0,
            measured: Vec::new(),
        };
        let finalists = (0..).zip(finalists).map(champion).collect();
        decide(trials, finalists, (9, 200)).map(|it| it.genes)
    }

    #[test]
    fn who_wins_the_most_against_the_hardest_opponent_is_the_champion() {
        let trials = || vec![trial(0, u64::MAX), trial(1, u64::MAX)];
        let field = [[0.9, 0.5], [0.6, 0.7], [1.0, 0.4], [0.7, 0.6]];
        assert_eq!(decided(trials(), &field), Some(vec![0.6, 0.7]), "the first of two equal ones");
        assert_eq!(decided(trials(), &field[..1]), Some(vec![0.9, 0.5]));
        assert_eq!(decided(trials(), &[]), None);
    }

    #[test]
    fn the_latest_and_the_best_are_finalists_and_each_vector_once() {
        let champion = |(generation, restarts, gene): (u64, u64, f64)| {
            let champion =
                Champion { genes: vec![gene], generation, restarts, measured: Vec::new() };
            (champion, vec![gene.round()])
        };
        let earlier =
            || [(8, 2, 8.0), (7, 2, 9.1), (6, 2, 7.0), (5, 2, 5.0)].into_iter().map(champion);
        let found = |best| {
            let found = finalists(champion((9, 2, 9.0)), earlier(), 3, best);
            found.iter().map(|it| it.generation).collect::<Vec<u64>>()
        };
        assert_eq!(found(None), [9, 8, 6]);
        assert_eq!(found(Some(champion((2, 0, 5.0)))), [2, 9, 8, 6]);
        assert_eq!(found(Some(champion((2, 0, 7.2)))), [2, 9, 8, 5]);
    }

    #[test]
    fn games_that_come_again_decide_only_where_no_others_are_there() {
        let field = [[0.9, 0.5], [0.6, 0.7]];
        let both = vec![trial(0, u64::MAX), trial(1, FEW - 1)];
        assert_eq!(decided(both, &field), Some(vec![0.9, 0.5]));
        assert_eq!(decided(vec![trial(1, FEW - 1)], &field), Some(vec![0.6, 0.7]));
    }

    #[test]
    fn who_leaves_games_of_its_own_kind_unfinished_is_no_champion_unless_all_do() {
        let left = |genes: &[f64], games: u64| {
            assert_eq!(games, 800);
            let unfinished = genes[1] as u64;
            Tally { wins: games - unfinished, unfinished, different: games, ..Tally::default() }
        };
        let own_kind = Trial { tuner: Box::new(Told(left)), opponent: 1, opening_plies: 4 };
        let against = vec![trial(0, u64::MAX)];
        let trials = Trials { equal: 0.25, against, own_kind: Some(own_kind), start: None };
        // 800 games: 4 of them is one in 200.
        let field = [[0.9, 5.0], [0.6, 4.0], [0.8, 4.0], [0.7, 0.0]];
        assert_eq!(decided_by(&trials, &field), Some(vec![0.8, 4.0]));
        assert_eq!(decided_by(&trials, &[field[0], [0.95, 800.0]]), Some(vec![0.95, 800.0]));
        assert_eq!(decided_by(&trials, &field[..2]), Some(vec![0.6, 4.0]));
    }

    #[test]
    fn draws_and_games_that_come_again_keep_nobody_out() {
        let finishes = |tally: Tally| {
            let one = |gene| Champion::start(vec![gene]);
            let field = who_finish(vec![one(1.0), one(2.0)], |it| match it.genes[0] {
                1.0 => tally,
                _ => Tally { wins: 800, different: 800, ..Tally::default() },
            });
            field.len() == 2
        };
        let blocked = Tally { wins: 700, unfinished: 100, different: 800, ..Tally::default() };
        assert!(!finishes(blocked));
        assert!(finishes(Tally { drawn: 100, ..blocked }));
        assert!(finishes(Tally { wins: 3, unfinished: 1, different: 4, ..Tally::default() }));
    }

    #[test]
    fn a_game_that_nobody_won_counts_as_one_of_an_equal_at_most() {
        let strong = Tally { wins: 3, losses: 1, unfinished: 6, ..Tally::default() };
        let weak = Tally { wins: 1, losses: 3, ..strong };
        let never = Tally { wins: 0, losses: 0, ..strong };
        assert_eq!([strong, weak, never].map(|it| share(&it, 0.5)), [0.6, 0.25, 0.0]);
        assert_eq!([strong, weak].map(|it| share(&it, 0.25)), [0.45, 0.25]);
        assert_eq!(share(&Tally { drawn: 6, ..weak }, 0.5), 0.4);
    }

    #[test]
    fn a_hundred_different_games_are_enough_to_decide() {
        let field = [[0.9, 0.5], [0.6, 0.7]];
        let both = vec![trial(0, u64::MAX), trial(1, FEW)];
        assert_eq!(decided(both, &field), Some(vec![0.6, 0.7]));
    }
}
