//! Ratings, crosstables and intervals of games whose results are set.

use super::*;
use crate::play::schedule::ArenaFormat;
use crate::play::suite::Suite;

fn ended(winner: Option<usize>, reason: &str) -> Ended {
    Ended { winner, reason: reason.to_string(), plies: 10, line: LineKey::default() }
}

/// The standings of two bots of which each wins one pair in two, in pairs of which `different` differ.
fn repeated(pairs: u64, different: u64) -> Standings {
    let schedule = Schedule::new(ArenaFormat::RoundRobin, 2, 2, pairs);
    let game = |number: u64| {
        let pair = number / 2 % different;
        let winner = Some(((number + pair) % 2) as usize);
        Ended { line: LineKey::default().then(&pair), ..ended(winner, "goal") }
    };
    Standings::new(&schedule, 2, 0, &(0..2 * pairs).map(game).collect::<Vec<_>>())
}

#[test]
fn games_that_come_again_are_counted_once() {
    for (pairs, different) in [(50, 1), (500, 1), (500, 49), (500, 50), (500, 500)] {
        let standings = repeated(pairs, different);
        assert_eq!(standings.different, 2 * different);
        for standing in &standings.table {
            assert_eq!(standing.different, 2 * different);
            assert_eq!(standing.reach.is_some(), different >= 50);
        }
        let superiority = standings.table[0].superiority;
        assert_eq!(superiority.is_some(), different >= 50, "{pairs} {different}");
    }
}

#[test]
fn pairs_that_all_came_out_even_leave_no_interval() {
    let schedule = Schedule::new(ArenaFormat::RoundRobin, 2, 2, 100);
    for winner in [None, Some(0)] {
        let game =
            |number: u64| Ended { line: LineKey::default().then(&number), ..ended(winner, "any") };
        let games: Vec<Ended> = (0..200).map(game).collect();
        let standings = Standings::new(&schedule, 2, 0, &games);
        assert_eq!(standings.is_undecided(), winner.is_none());
        let reaches: Vec<_> = standings.table.iter().map(|it| (it.bot, it.reach)).collect();
        assert_eq!(reaches, [(0, Some(0.0)), (1, None)]);
        assert_eq!(standings.table[0].superiority, None);
        assert_eq!(standings.seats[0].reach.is_some(), winner.is_some());
    }
}

#[test]
fn games_are_counted_by_bot_and_by_who_moved_first() {
    let schedule = Schedule::new(ArenaFormat::RoundRobin, 2, 2, 2);
    let games = [
        ended(Some(0), "goal"),
        ended(Some(0), "goal"),
        ended(Some(0), "goal"),
        ended(None, "cap"),
    ];
    let standings = Standings::new(&schedule, 2, 0, &games);
    // Bot 0 moved first and won twice; bot 1 moved first, won once and drew once.
    let score = |wins, draws, losses| WinDrawLoss { wins, draws, losses };
    assert_eq!(standings.moved_first[&(0, 1)], score(2, 0, 0));
    assert_eq!(standings.moved_first[&(1, 0)], score(1, 1, 0));
    assert_eq!(standings.against(0, 1), score(2, 1, 1));
    assert_eq!(standings.against(1, 0), score(1, 1, 2));
    assert_eq!(standings.against(0, 1).share(), Some(0.625));
    assert_eq!(standings.reasons, BTreeMap::from([("cap".into(), 1), ("goal".into(), 3)]));
    let order: Vec<_> = standings.table.iter().map(|it| (it.bot, it.plies)).collect();
    assert_eq!(order, [(0, Some(10.0)), (1, Some(10.0))]);
    assert_eq!(standings.table[0].superiority, None, "few games");
    assert_eq!(standings.table[1].superiority, None);
    assert!(standings.seats[0].elo > 0.0, "the first move won more");
}

#[test]
fn a_rating_is_limited_where_a_chain_of_points_leads_to_the_anchor_or_back() {
    // Of each pairing, in the order 0 and 1, 0 and 2, 1 and 2: what the first bot came to in both games.
    let limits = |format, anchor, results: &[[Option<bool>; 2]]| {
        let schedule = Schedule::new(format, 3, 2, 1);
        let game = |fixture: Fixture| {
            let [first, second] = schedule.pairings()[fixture.pairing];
            let result = results[fixture.pairing][fixture.number as usize % 2];
            let winner = result.map(|won| if won { first } else { second });
            let seat = winner.and_then(|bot| fixture.seats.iter().position(|it| *it == bot));
            ended(seat, "goal")
        };
        let games: Vec<Ended> = schedule.fixtures().map(game).collect();
        let standings = Standings::new(&schedule, 3, anchor, &games);
        let of = |bot| standings.table.iter().find(|it| it.bot == bot).unwrap();
        [0, 1, 2].map(|bot| (of(bot).has_floor, of(bot).has_ceiling))
    };
    let (won, lost, split) = ([Some(true); 2], [Some(false); 2], [Some(true), Some(false)]);
    let (all, gauntlet) = (ArenaFormat::RoundRobin, ArenaFormat::Gauntlet);
    let (both, above, below) = ((true, true), (true, false), (false, true));
    assert_eq!(limits(all, 0, &[split, won, split]), [both; 3], "by way of bot 1");
    assert_eq!(limits(all, 0, &[split, won, won]), [both, both, below]);
    assert_eq!(limits(all, 0, &[won, won, split]), [both, below, below]);
    assert_eq!(limits(all, 2, &[won, won, split]), [above, both, both]);
    assert_eq!(limits(all, 0, &[split, won, [Some(true), None]]), [both; 3]);
    assert_eq!(limits(all, 0, &[lost, lost, split]), [both, above, above]);
    // Both beat bot 0, which says nothing of one over the other.
    assert_eq!(limits(gauntlet, 1, &[lost, lost]), [below, both, (false, false)]);
}

#[test]
fn only_bots_with_intervals_have_covariances() {
    let known = |standings: &Standings| -> Vec<Vec<bool>> {
        let row = |row: &Vec<Option<f64>>| row.iter().map(Option::is_some).collect();
        standings.covariance.iter().map(row).collect()
    };
    assert_eq!(known(&repeated(500, 500)), [[true; 2]; 2]);
    assert_eq!(known(&repeated(500, 49)), [[false; 2]; 2]);
}

#[test]
fn bots_without_games_have_no_rating_and_come_last() {
    let schedule = Schedule::new(ArenaFormat::RoundRobin, 4, 2, 1);
    // Of the first pairing: bot 1 wins both, and the anchor, bot 3, has no game.
    let games = [ended(Some(1), "goal"), ended(Some(0), "goal")];
    let standings = Standings::new(&schedule, 4, 3, &games);
    let order: Vec<_> = standings.table.iter().map(|it| it.bot).collect();
    assert_eq!(order, [1, 0, 2, 3]);
    for standing in &standings.table {
        let has_games = standing.bot < 2;
        let known = [standing.elo, standing.plies, standing.score.share()];
        assert!(known.iter().all(|it| it.is_some() == has_games), "{standing:?}");
        assert_eq!(standing.interval(), None);
    }
}

#[test]
fn bots_with_the_same_rating_stand_by_their_scores() {
    let ratings = ratings::fit(&[], &[], &[], [3, 2, 0]);
    let score = |wins, losses| (WinDrawLoss { wins, draws: 0, losses }, 10 * (wins + losses));
    let scores = [score(1, 3), score(2, 2), score(3, 1)];
    let order: Vec<_> = table(&ratings, &scores, (&[4; 3], &[(true, true); 3]), (0, true))
        .iter()
        .map(|it| it.bot)
        .collect();
    assert_eq!(order, [2, 1, 0]);
}

/// Pairs that begin alike are one cluster, whose openings are no more for coming again.
#[test]
fn openings_that_come_again_are_no_more_than_they_are() {
    for (openings, is_known) in [(19, false), (20, true)] {
        let suite: String = (0..openings).map(|it| format!("{it}\n")).collect();
        let schedule = Schedule::new(ArenaFormat::RoundRobin, 3, 2, 100);
        let schedule = schedule.with_suite(Suite::try_from(suite).unwrap());
        let game = |number: u64| Ended {
            line: LineKey::default().then(&number),
            ..ended(Some((number % 3 % 2) as usize), "goal")
        };
        let games: Vec<Ended> = (0..schedule.games()).map(game).collect();
        let standings = Standings::new(&schedule, 3, 0, &games);
        assert_eq!(standings.openings, openings);
        assert_eq!(standings.seats[0].reach.is_some(), is_known, "{openings}");
    }
}

#[test]
fn few_openings_say_nothing_of_others_however_many_bots_share_them() {
    for (pairs, is_known) in [(1, false), (19, false), (20, true)] {
        let schedule = Schedule::new(ArenaFormat::RoundRobin, 11, 2, pairs);
        let game = |number: u64| Ended {
            line: LineKey::default().then(&number),
            ..ended(Some((number % 3 % 2) as usize), "goal")
        };
        let games: Vec<Ended> = (0..schedule.games()).map(game).collect();
        let standings = Standings::new(&schedule, 11, 0, &games);
        assert_eq!(standings.seats[0].reach.is_some(), is_known, "{pairs}");
    }
}

#[test]
fn a_win_from_any_seat_is_the_bots() {
    let schedule = Schedule::new(ArenaFormat::RoundRobin, 2, 3, 3);
    let fixtures: Vec<Fixture> = schedule.fixtures().collect();
    for (number, fixture) in fixtures.iter().enumerate() {
        for (seat, &bot) in fixture.seats.iter().enumerate() {
            let won = ended(Some(seat), "goal");
            assert_eq!(won.half_points(fixture, bot), 2, "game {number}");
            assert_eq!(won.half_points(fixture, 1 - bot), 0, "game {number}");
        }
    }
}

#[test]
fn the_same_moves_in_another_pairing_or_from_other_seats_are_other_games() {
    let games = vec![ended(Some(0), "goal"); 6];
    let three = Schedule::new(ArenaFormat::RoundRobin, 3, 2, 1);
    assert_eq!(repeats(&three, &games), [1, 1, 1]);
    // At a table for three the seats are split otherwise in each pair.
    let split = Schedule::new(ArenaFormat::RoundRobin, 2, 3, 3);
    assert_eq!(repeats(&split, &games), [1, 1, 1]);
    let again = Schedule::new(ArenaFormat::RoundRobin, 2, 2, 3);
    assert_eq!(repeats(&again, &games), [3, 0, 0]);
}

#[test]
fn a_failure_is_of_the_bot_that_lost_by_it() {
    let schedule = Schedule::new(ArenaFormat::RoundRobin, 2, 2, 2);
    // The second bot has the second seat, then the first.
    let games = [(1, FAILED), (1, TIME), (0, "goal"), (1, FAILED)];
    let games = games.map(|(winner, reason)| ended(Some(winner), reason));
    let standings = Standings::new(&schedule, 2, 0, &games);
    assert_eq!(standings.failures, BTreeMap::from([(0, (1, 0)), (1, (1, 3))]));
    assert_eq!(standings.lost_on_time, BTreeMap::from([(1, (1, 1))]));
}
