//! Seats see the same in positions that are the same to them, and arrays in the mirror what they
//! are in front of it.

use super::subject::{Evaluation, Image, Subject};
use starhop::game::hints::SearchHints;
use starhop::game::{Game, Player};

/// Positions that are turned.
const POSITIONS: usize = 60;

/// Sums come in another order where the seats are others.
fn is_near(one: f64, two: f64) -> bool {
    (one - two).abs() <= 1e-9 * (1.0 + one.abs())
}

/// The scores after all moves, in order of size.
fn outlook<G: Game>(
    subject: &Subject<G>,
    by: &Evaluation<'_, G>,
    position: &G::Position,
) -> Vec<f64> {
    let (moves, mut scores) = (subject.moves(position), Vec::new());
    by.evaluator.score_moves(&subject.game, position, &moves, &mut scores);
    scores.sort_unstable_by(f64::total_cmp);
    scores
}

fn check_image<G: SearchHints>(subject: &Subject<G>, position: &G::Position, image: &Image<G>) {
    let (game, turned) = (&subject.game, &image.position);
    let seat = |player: Player| image.seats[player.index()];
    assert_eq!(game.turn(turned) == seat(game.turn(position)), image.keeps_turn);
    assert_eq!(game.outcome(turned), None);
    for player in subject.seats() {
        let is_apart = |position: &G::Position, player| {
            let mut handed = position.clone();
            game.hand_turn(&mut handed, player);
            game.is_apart(&handed)
        };
        assert_eq!(is_apart(turned, seat(player)), is_apart(position, player));
        let least = game.least_moves(position, player);
        assert_eq!(game.least_moves(turned, seat(player)), least);
    }
    assert_eq!(subject.moves(turned).len(), subject.moves(position).len());
}

fn check_scores<G: Game>(
    subject: &Subject<G>,
    by: &Evaluation<'_, G>,
    position: &G::Position,
    image: &Image<G>,
) {
    for player in subject.seats() {
        let score = by.evaluator.score(&subject.game, position, player);
        let seat = image.seats[player.index()];
        let other = by.evaluator.score(&subject.game, &image.position, seat);
        assert!(is_near(score, other), "{}: {score} and {other}", by.name);
    }
    if !image.keeps_turn {
        return;
    }
    let outlooks = [position, &image.position].map(|it| outlook(subject, by, it));
    let mut pairs = outlooks[0].iter().zip(&outlooks[1]);
    assert!(pairs.all(|(&one, &two)| is_near(one, two)), "{}: {outlooks:?}", by.name);
}

pub fn seats<G: SearchHints>(subject: &Subject<G>) {
    let evaluations = subject.evaluations();
    let mut changed = 0;
    for position in subject.sample(POSITIONS) {
        for image in (subject.turned)(&subject.game, &position) {
            check_image(subject, &position, &image);
            let alike = evaluations.iter().filter(|it| it.of.is_alike);
            alike.for_each(|it| check_scores(subject, it, &position, &image));
            changed += usize::from(image.position != position);
        }
    }
    assert!(changed > POSITIONS / 4, "{changed} positions with other seats");
}

pub fn mirror<G: Game>(subject: &Subject<G>) {
    let game = &subject.game;
    let pairs = subject.sample(POSITIONS).into_iter();
    let pairs = pairs.filter_map(|it| Some(((subject.mirrored)(game, &it)?, it)));
    let pairs: Vec<_> = pairs.collect();
    for (mirrored, position) in &pairs {
        assert_eq!(subject.moves(mirrored).len(), subject.moves(position).len());
    }
    for by in subject.evaluations() {
        let Some(mirror) = by.of.family.mirror() else { continue };
        let values: Vec<f64> = mirror.iter().map(|&index| by.values[index]).collect();
        let other = Evaluation { evaluator: by.of.family.evaluator(game, &values), ..by };
        for (mirrored, position) in &pairs {
            for player in subject.seats() {
                let score = by.evaluator.score(game, position, player);
                assert!(is_near(other.evaluator.score(game, mirrored, player), score));
            }
        }
        assert!(game.players() > 2 || pairs.len() > POSITIONS / 4, "{} has a mirror", by.name);
    }
}
