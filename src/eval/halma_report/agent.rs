//! The report's agent: six moves by heart, then Monte Carlo one move deep, and annealing for the
//! hops that follow a hop.

use super::Report;
use super::opening::MOVES;
use crate::game::halma::{Halma, Position};
use crate::game::pegs::{PegGame, PegMove};
use crate::game::{Game, Player};
use crate::rng::Rng;
use rand::RngExt;
use rand::seq::SliceRandom;

/// The agent at a position where it is to move.
pub struct Agent<'a> {
    report: &'a Report,
    game: &'a Halma,
    position: &'a Position,
    player: Player,
    /// The number of this turn of the player, from 1.
    turn: u32,
}

impl<'a> Agent<'a> {
    pub fn new(report: &'a Report, game: &'a Halma, position: &'a Position) -> Agent<'a> {
        let player = game.turn(position);
        let turn = super::turns_of(game, position, player) + 1;
        Agent { report, game, position, player, turn }
    }

    /// The move of this turn.
    pub fn choose(&self, rng: &mut Rng) -> PegMove {
        if let Some(mv) = self.opening_move() {
            return mv;
        }
        let mut moves = Vec::new();
        self.game.single_moves(self.position, &mut moves);
        if !self.report.improves {
            // By positions alone many moves are worth the same, and the first is played of those.
            moves.shuffle(rng);
        }
        let improved = moves.into_iter().map(|mv| (mv, self.improvement(mv.from, mv.to)));
        match self.most_promising(improved, rng) {
            None => PegMove::PASS,
            Some(mv) if Halma::is_step(mv.from, mv.to) => mv,
            Some(mv) => self.hop_on(mv, rng),
        }
    }

    /// The move by heart for this turn.
    fn opening_move(&self) -> Option<PegMove> {
        let turn = self.turn as usize - 1;
        let seen = |hole| self.game.seen_from(self.player, hole);
        let mut legal = Vec::new();
        if turn < MOVES {
            self.game.moves(self.position, &mut legal);
        }
        self.report.opening.choose(self.player, turn, &legal, seen)
    }

    /// Of those moves with their improvements the one of the greatest value; the first of several.
    fn most_promising(
        &self,
        moves: impl IntoIterator<Item = (PegMove, f64)>,
        rng: &mut Rng,
    ) -> Option<PegMove> {
        let mut best: Option<(f64, PegMove)> = None;
        for (mv, improvement) in moves {
            let value = self.value(mv, improvement, best.map(|(value, _)| value), rng);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    /// The improvement of a move and the mean positioning after roll-outs. Each roll-out after
    /// which the move is worth less than the best so far costs it another; each after which it is
    /// worth more gains it one, until it has had twice as many as all begin with.
    fn value(&self, mv: PegMove, improvement: f64, best: Option<f64>, rng: &mut Rng) -> f64 {
        let (mut left, mut played, mut sum, mut value) = (self.report.roll_outs, 0, 0.0, 0.0);
        while left > 0 {
            left -= 1;
            played += 1;
            sum += self.roll_out(mv, rng);
            value = improvement + sum / f64::from(played);
            match best {
                Some(best) if value < best => left = left.saturating_sub(1),
                Some(best) if value > best && played + left < 2 * self.report.roll_outs => {
                    left += 1;
                }
                _ => {}
            }
        }
        value
    }

    /// The positioning some turns after a move, in which everyone plays random steps and single
    /// hops.
    fn roll_out(&self, mv: PegMove, rng: &mut Rng) -> f64 {
        let mut position = self.position.clone();
        self.game.play(&mut position, mv);
        let mut moves = Vec::new();
        for _ in 0..self.report.turns * self.game.players() as u32 {
            if self.game.outcome(&position).is_some() {
                break;
            }
            self.game.single_moves(&position, &mut moves);
            let mv = match moves.len() as u32 {
                0 => PegMove::PASS,
                count => moves[rng.random_range(0..count) as usize],
            };
            self.game.play(&mut position, mv);
        }
        self.report.positioning(self.game, &position, self.player)
    }

    /// A move that begins with a hop, gone on hop by hop for as long as annealing prefers it, and
    /// never to where the peg has been in this turn.
    fn hop_on(&self, first: PegMove, rng: &mut Rng) -> PegMove {
        let mut been = vec![first.from, first.to];
        loop {
            let here = been[been.len() - 1];
            let hops = self.game.hops(self.position, first.from, here);
            let hops: Vec<u8> = hops.filter(|hole| !been.contains(hole)).collect();
            let next = match self.report.anneals {
                true => self.annealed(here, &hops, been.len() - 2, rng),
                false => self.rolled_out(first.from, here, &hops, rng),
            };
            match next {
                Some(hole) => been.push(hole),
                None => return PegMove { from: first.from, to: here },
            }
        }
    }

    /// The next of those hops by annealing, that many calls after the turn's first.
    fn annealed(&self, here: u8, hops: &[u8], calls: usize, rng: &mut Rng) -> Option<u8> {
        let weights: Vec<f64> = hops.iter().map(|&to| self.improvement(here, to)).collect();
        anneal(&weights, self.temperature(calls), rng).map(|index| hops[index])
    }

    /// The next of those hops, of a peg that has left `from`, by Monte Carlo like the first.
    fn rolled_out(&self, from: u8, here: u8, hops: &[u8], rng: &mut Rng) -> Option<u8> {
        if hops.is_empty() {
            return None;
        }
        let on = hops.iter().map(|&to| (PegMove { from, to }, self.improvement(here, to)));
        let stop = (PegMove { from, to: here }, 0.0);
        let best = self.most_promising(std::iter::once(stop).chain(on), rng)?;
        (best.to != here).then_some(best.to)
    }

    /// The temperature after that many calls in this turn. Of each turn since the opening one call
    /// is reckoned, since nothing is remembered from turn to turn.
    fn temperature(&self, calls: usize) -> f64 {
        let turns = (self.turn as usize).saturating_sub(MOVES + 1);
        (self.report.temperature - self.report.cooling * (turns + calls) as f64).max(0.0)
    }

    /// IPM, where it counts.
    fn improvement(&self, from: u8, to: u8) -> f64 {
        if !self.report.improves {
            return 0.0;
        }
        let place = |hole| {
            let (x, y) = self.game.seen_from(self.player, hole);
            (f64::from(x), f64::from(y))
        };
        self.report.constants.improvement(place(from), place(to), self.turn.into())
    }
}

/// One of those weights, or `None` to stop, which weighs 0: by the Boltzmann distribution at that
/// temperature, at 0 the greatest.
fn anneal(weights: &[f64], temperature: f64, rng: &mut Rng) -> Option<usize> {
    let most = weights.iter().copied().fold(0.0, f64::max);
    if weights.is_empty() || temperature <= 0.0 {
        return weights.iter().position(|&weight| weight == most && most > 0.0);
    }
    let chance = |weight: f64| libm::exp((weight - most) / temperature);
    let all: f64 = chance(0.0) + weights.iter().map(|&weight| chance(weight)).sum::<f64>();
    // Constants of 0 that something is divided by leave weights that are no numbers.
    if !all.is_finite() {
        return None;
    }
    let mut drawn = rng.random_range(0.0..all);
    weights.iter().position(|&weight| {
        drawn -= chance(weight);
        drawn < 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::super::{REPORT, settings};
    use super::*;
    use crate::game::halma::{Rules, standard_rules};
    use crate::rng::{Purpose, Seed};

    fn rng(number: u64) -> Rng {
        Seed::default().stream(Purpose::Bench, &[number])
    }

    #[test]
    fn the_opening_is_legal_from_every_seat() {
        for players in [2, 4] {
            let game = Halma::new(players, standard_rules(players)).unwrap();
            let report = Report::of(&REPORT);
            let mut position = game.start();
            for _ in 0..MOVES * players {
                let agent = Agent::new(&report, &game, &position);
                let mv = agent.opening_move().expect("a legal move by heart");
                game.play(&mut position, mv);
            }
            assert_eq!(Agent::new(&report, &game, &position).opening_move(), None);
        }
    }

    #[test]
    fn annealing_takes_the_best_when_cold_and_anything_when_hot() {
        assert_eq!(anneal(&[], 5.0, &mut rng(0)), None);
        assert_eq!(anneal(&[-1.0, -2.0], 0.0, &mut rng(0)), None);
        assert_eq!(anneal(&[1.0, 3.0, 2.0], 0.0, &mut rng(0)), Some(1));
        // By hand at temperature 1 / ln 2: weights 1 and 0 and stopping at 0 have chances 2 : 1 : 1.
        let temperature = 1.0 / std::f64::consts::LN_2;
        let mut counts = [0; 3];
        let mut rng = rng(1);
        for _ in 0..4000 {
            let drawn = anneal(&[1.0, 0.0], temperature, &mut rng);
            counts[drawn.unwrap_or(2)] += 1;
        }
        let shares = counts.map(|count| f64::from(count) / 4000.0);
        for (share, wanted) in shares.into_iter().zip([0.5, 0.25, 0.25]) {
            assert!((share - wanted).abs() < 0.03, "{counts:?}");
        }
    }

    #[test]
    fn the_temperature_falls_with_turns_and_calls() {
        let game = Halma::new(2, standard_rules(2)).unwrap();
        let (report, start) = (Report::of(&REPORT), game.start());
        let at = |turn, calls| {
            let agent = Agent::new(&report, &game, &start);
            Agent { turn, ..agent }.temperature(calls)
        };
        assert_eq!([at(7, 0), at(7, 3), at(10, 1), at(40, 0)], [10.0, 8.5, 8.0, 0.0]);
        assert_eq!(settings(&REPORT).1, [10.0, 0.5, 10.0, 10.0]);
    }

    #[test]
    fn chosen_moves_are_legal_and_repeat() {
        let game = Halma::new(2, Rules { ply_cap: 40, ..standard_rules(2) }).unwrap();
        let report = Report::of(&REPORT);
        let play = || {
            let (mut position, mut rng, mut moves) = (game.start(), rng(3), Vec::new());
            while game.outcome(&position).is_none() {
                let mv = Agent::new(&report, &game, &position).choose(&mut rng);
                game.moves(&position, &mut moves);
                assert!(moves.contains(&mv), "{mv:?}");
                game.play(&mut position, mv);
            }
            position
        };
        assert_eq!(play(), play());
    }

    #[test]
    fn weights_that_are_no_numbers_stop_the_turn() {
        for temperature in [0.0, 5.0] {
            assert_eq!(anneal(&[f64::NAN, f64::NAN], temperature, &mut rng(1)), None);
        }
        assert_eq!(anneal(&[1.0, f64::NAN], 5.0, &mut rng(1)), None);
    }
}
