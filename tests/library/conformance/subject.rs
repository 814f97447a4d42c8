//! A game as the laws see it: its families of evaluations, its symmetries, and games of it.

use crate::play::{after, legal_moves};
use rand::RngExt as _;
use starhop::eval::{Evaluator, Parametric};
use starhop::evolve::breed::found;
use starhop::game::{Game, Player};
use starhop::registry::champions;
use starhop::rng::{Purpose, Rng, Seed};

/// Lines that are played of each game, or one from each start where those are more.
const LINES: u64 = 4;
/// How many of a line's moves are random; the others are greedy, so that some games are won.
const RANDOM: [f64; 3] = [0.03, 1.0, 0.3];

/// A game under one rule set.
pub struct Subject<G: Game> {
    pub game: G,
    /// Where lines begin.
    pub starts: Vec<G::Position>,
    pub families: Vec<Family<G>>,
    /// The evaluation of the first family by which the moves of lines are chosen that aren't random.
    pub guide: &'static str,
    /// The position with its seats changed, in every way that leaves the game the same.
    pub turned: fn(&G, &G::Position) -> Vec<Image<G>>,
    /// The position in the mirror that [`Parametric::mirror`] speaks of, where seats keep their
    /// places in it.
    pub mirrored: fn(&G, &G::Position) -> Option<G::Position>,
}

/// A family of evaluations, and what its documentation says of it.
pub struct Family<G: Game> {
    /// The name that it goes by in the registry.
    pub kind: &'static str,
    pub family: Box<dyn Parametric<G>>,
    /// Whether a margin of one of two players is the other's, negated.
    pub is_antisymmetric: bool,
    /// Whether all seats see the same in the same position.
    pub is_alike: bool,
}

/// A position with its seats changed.
pub struct Image<G: Game> {
    /// The seat that each seat has become.
    pub seats: Vec<Player>,
    pub position: G::Position,
    /// Whether whoever has the turn has it there, too.
    pub keeps_turn: bool,
}

/// An evaluation of a family, by its name.
pub struct Evaluation<'a, G: Game> {
    pub name: &'static str,
    pub of: &'a Family<G>,
    pub values: Vec<f64>,
    pub evaluator: Box<dyn Evaluator<G>>,
}

pub fn stream(number: u64) -> Rng {
    Seed::new(23).unwrap().stream(Purpose::Bench, &[number])
}

impl<G: Game> Subject<G> {
    pub fn seats(&self) -> impl Iterator<Item = Player> + use<G> {
        (0..self.game.players() as u8).map(Player)
    }

    pub fn moves(&self, position: &G::Position) -> Vec<G::Move> {
        legal_moves(&self.game, position)
    }

    pub fn after(&self, position: &G::Position, mv: G::Move) -> G::Position {
        after(&self.game, position, mv)
    }

    /// The evaluations of all families.
    pub fn evaluations(&self) -> Vec<Evaluation<'_, G>> {
        self.families.iter().flat_map(|of| self.evaluations_of(of)).collect()
    }

    /// The built-in evaluations that these rules allow, the shipped champions, and one of a first
    /// generation, which has no symmetry of its own.
    pub fn evaluations_of<'a>(&'a self, of: &'a Family<G>) -> Vec<Evaluation<'a, G>> {
        let drawn = found(&of.family.parameters(), 1, Seed::new(23).unwrap(), 0).swap_remove(0);
        let names = of.family.built_in_names().into_iter();
        let known = names.filter_map(|it| Some((it, of.family.built_in(&self.game, it).ok()?)));
        let shipped = champions(of.kind).map(|it| (it.name, it.weights.clone()));
        let all = known.chain(shipped).chain([("drawn", drawn)]);
        all.map(|(name, values)| self.evaluation(of, name, values)).collect()
    }

    fn evaluation<'a>(
        &'a self,
        of: &'a Family<G>,
        name: &'static str,
        values: Vec<f64>,
    ) -> Evaluation<'a, G> {
        let evaluator = of.family.evaluator(&self.game, &values);
        Evaluation { name, of, values, evaluator }
    }

    /// Games to their ends, position by position.
    pub fn lines(&self) -> Vec<Vec<G::Position>> {
        (0..LINES.max(self.starts.len() as u64)).map(|number| self.line(number)).collect()
    }

    fn line(&self, number: u64) -> Vec<G::Position> {
        let all = self.evaluations_of(&self.families[0]);
        let guide = all.into_iter().find(|it| it.name == self.guide).unwrap().evaluator;
        let mut rng = stream(number);
        let mut line = vec![self.starts[number as usize % self.starts.len()].clone()];
        while self.game.outcome(&line[line.len() - 1]).is_none() {
            let position = &line[line.len() - 1];
            let moves = self.moves(position);
            let index = match rng.random_bool(RANDOM[number as usize % RANDOM.len()]) {
                true => rng.random_range(0..moves.len()),
                false => self.best(guide.as_ref(), position, &moves),
            };
            line.push(self.after(position, moves[index]));
        }
        line
    }

    fn best(&self, guide: &dyn Evaluator<G>, position: &G::Position, moves: &[G::Move]) -> usize {
        let mut scores = Vec::new();
        guide.score_moves(&self.game, position, moves, &mut scores);
        (0..moves.len()).max_by(|&one, &two| scores[one].total_cmp(&scores[two])).unwrap()
    }

    /// About that many positions of all lines in which the game goes on.
    pub fn sample(&self, count: usize) -> Vec<G::Position> {
        let goes_on = |it: &G::Position| self.game.outcome(it).is_none();
        let all: Vec<_> = self.lines().into_iter().flatten().filter(goes_on).collect();
        let step = all.len().div_ceil(count);
        all.into_iter().step_by(step).collect()
    }
}
