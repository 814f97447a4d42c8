//! The evaluation and the agent of Xu, "COMP 424 Project Report" (2014): the general positioning of
//! the pieces (GPP), the improvement of a particular move (IPM), and how the agent plays by them.
//!
//! The formulas are those of the appendix, though its text says otherwise in places: past a line
//! means above the second threshold, not from it on, and GPP rewards pegs that aren't in the goal
//! yet while more than six are behind the middle. What it leaves open:
//! - The middle is the diagonal of the other two corners, x + y = 15; on it a peg isn't behind.
//! - The logarithm is natural; t counts the player's own turns, from 1.
//! - A turn of a roll-out is a move of each player, and a random move is a step or a single hop.
//! - The temperature falls over the game, since it begins high for weights from −5 to 5.
//! - Boltzmann's distribution has one more choice beside the next hops: to stop, which weighs 0.

mod ablation;
mod agent;
mod formulas;
mod opening;

pub use ablation::HalmaAblationFamily;
pub use opening::HalmaOpeningFamily;

use super::{Evaluator, Needs, Parametric};
use crate::game::halma::geometry::{SIDE, corner_of};
use crate::game::halma::{Halma, Position};
use crate::game::pegs::PegMove;
use crate::game::{Game, Player, TextError};
use crate::parameter::{Domain, Parameter, Start};
use crate::rng::Rng;
use agent::Agent;
use formulas::{Constants, Count};
use opening::Opening;

const NAME: &str = "report-2014";
/// Places behind the middle have less than this c.
const MIDDLE: i8 = SIDE as i8 - 1;

/// Name, domain and bounds of each constant; what they do is said at [`Constants`] and
/// [`Report`].
const PARAMETERS: [(&str, Domain, f64, f64); 19] = [
    ("base-left", Domain::Integer, 0.0, 13.0),
    ("behind-left", Domain::Integer, 0.0, 13.0),
    ("behind-few", Domain::Integer, 0.0, 13.0),
    ("leave-from", Domain::Integer, 0.0, 30.0),
    ("leave-to", Domain::Integer, 0.0, 30.0),
    ("leave-scale", Domain::Real, 1.0, 1000.0),
    ("cross-from", Domain::Integer, 0.0, 30.0),
    ("cross-to", Domain::Integer, 0.0, 30.0),
    ("cross-scale", Domain::Real, 1.0, 1000.0),
    ("enter-from", Domain::Integer, 0.0, 30.0),
    ("enter-to", Domain::Integer, 0.0, 30.0),
    ("enter-scale", Domain::Real, 1.0, 1000.0),
    ("lag", Domain::Integer, 0.0, 30.0),
    ("lag-scale", Domain::Real, 1.0, 1000.0),
    ("aside-scale", Domain::Real, 1.0, 1000.0),
    ("temperature", Domain::Real, 0.0, 100.0),
    ("cooling", Domain::Real, 0.0, 10.0),
    ("roll-outs", Domain::Integer, 1.0, 40.0),
    ("turns", Domain::Integer, 0.0, 40.0),
];

/// The names of those that no formula has.
const AGENT: [&str; 4] = ["temperature", "cooling", "roll-outs", "turns"];

/// The report's own constants.
const REPORT: [f64; PARAMETERS.len()] = [
    0.0, 0.0, 6.0, 5.0, 6.0, 10.0, 10.0, 11.0, 200.0, 27.0, 28.0, 400.0, 9.0, 10.0, 280.0, 10.0,
    0.5, 10.0, 10.0,
];

/// The family of all settings of the report's constants.
#[derive(Clone, Copy, Debug)]
pub struct HalmaReportFamily;

/// One setting.
#[derive(Clone, Debug)]
struct Report {
    constants: Constants,
    /// The temperature of the first annealing.
    temperature: f64,
    /// How much it falls from call to call.
    cooling: f64,
    /// Roll-outs that a move begins with.
    roll_outs: u32,
    /// Turns of a roll-out.
    turns: u32,
    /// What it plays by heart.
    opening: Opening,
    /// Whether the improvement of moves counts.
    improves: bool,
    /// Whether annealing chooses the hops after a hop; otherwise Monte Carlo does.
    anneals: bool,
}

/// The constants of the formulas, and the other settings in their order.
fn settings(values: &[f64; PARAMETERS.len()]) -> (Constants, [f64; 4]) {
    let [
        base_left,
        behind_left,
        behind_few,
        leave_from,
        leave_to,
        leave_scale,
        cross_from,
        cross_to,
        cross_scale,
        enter_from,
        enter_to,
        enter_scale,
        lag,
        lag_scale,
        aside_scale,
        rest @ ..,
    ] = *values;
    let constants = Constants {
        base_left,
        behind_left,
        behind_few,
        leave: [leave_from, leave_to],
        leave_scale,
        cross: [cross_from, cross_to],
        cross_scale,
        enter: [enter_from, enter_to],
        enter_scale,
        lag,
        lag_scale,
        aside_scale,
    };
    (constants, rest)
}

/// Turns that a player has had in a game.
fn turns_of(game: &Halma, position: &Position, player: Player) -> u32 {
    let players = game.players() as u32;
    (position.ply() + players - 1 - u32::from(player.0)) / players
}

impl Report {
    fn of(values: &[f64; PARAMETERS.len()]) -> Report {
        let (constants, [temperature, cooling, roll_outs, turns]) = settings(values);
        let (roll_outs, turns) = (roll_outs.max(1.0) as u32, turns.max(0.0) as u32);
        let (opening, improves, anneals) = (Opening::Bridge, true, true);
        Report { constants, temperature, cooling, roll_outs, turns, opening, improves, anneals }
    }

    /// GPP of a player's pegs.
    fn positioning(&self, game: &Halma, position: &Position, player: Player) -> f64 {
        let t = turns_of(game, position, player).max(1);
        self.constants.positioning(count(game, position, player), t.into())
    }
}

fn count(game: &Halma, position: &Position, player: Player) -> Count {
    let mut count = Count::default();
    let (home, goal) = [game.home(player), game.goal(player)]
        .map(|holes| holes.first().map_or(0, |&hole| corner_of(hole)))
        .into();
    for &hole in position.pegs(player) {
        let (x, y) = game.seen_from(player, hole);
        let corner = corner_of(hole);
        count.base += u32::from(corner == home);
        count.goal += u32::from(corner == goal);
        count.behind += u32::from(x + y < MIDDLE);
    }
    count
}

impl Evaluator<Halma> for Report {
    fn score(&self, game: &Halma, position: &Position, player: Player) -> f64 {
        self.positioning(game, position, player)
    }

    fn choose(&self, game: &Halma, position: &Position, rng: &mut Rng) -> Option<PegMove> {
        Some(Agent::new(self, game, position).choose(rng))
    }
}

impl Parametric<Halma> for HalmaReportFamily {
    /// Constants begin between nothing and twice the report's.
    fn parameters(&self) -> Vec<Parameter> {
        let parameter = |((name, domain, min, max), report): ((&str, Domain, f64, f64), f64)| {
            let start = Start::Uniform(min, (2.0 * report).clamp(min, max));
            Parameter { name: name.to_string(), domain, start, min, max }
        };
        PARAMETERS.into_iter().zip(REPORT).map(parameter).collect()
    }

    /// What only the agent goes by.
    fn idle(&self, _: &Halma, needs: Needs) -> Vec<usize> {
        let is_of_agent = |index: &usize| AGENT.contains(&PARAMETERS[*index].0);
        if needs.choice { Vec::new() } else { (0..PARAMETERS.len()).filter(is_of_agent).collect() }
    }

    fn evaluator(&self, _: &Halma, values: &[f64]) -> Box<dyn Evaluator<Halma>> {
        Box::new(Report::of(&std::array::from_fn(|index| values[index])))
    }

    fn built_in_names(&self) -> Vec<&'static str> {
        vec![NAME]
    }

    fn built_in(&self, _: &Halma, name: &str) -> Result<Vec<f64>, TextError> {
        match name == NAME {
            true => Ok(REPORT.to_vec()),
            false => Err(self.unknown(name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::halma::standard_rules;

    #[test]
    fn every_seat_counts_its_own_base_middle_and_goal() {
        let game = Halma::new(4, standard_rules(4)).unwrap();
        let mut position = game.start();
        for text in ["c3-d4", "a13>c13", "n14-m13", "n3-m3"] {
            let mv = game.parse_move(&position, text).unwrap();
            game.play(&mut position, mv);
        }
        for player in (0..4).map(Player) {
            let all = Count { base: 12, behind: 13, goal: 0 };
            assert_eq!(count(&game, &position, player), all, "{player:?}");
            assert_eq!(turns_of(&game, &position, player), 1);
        }
        assert_eq!(turns_of(&game, &game.start(), Player(3)), 0);
    }

    #[test]
    fn the_reports_constants_keep_their_bounds() {
        let game = Halma::new(2, standard_rules(2)).unwrap();
        let values = HalmaReportFamily.built_in(&game, NAME).unwrap();
        for (parameter, value) in HalmaReportFamily.parameters().iter().zip(values) {
            assert!(parameter.admits(value), "{}", parameter.name);
            assert!((parameter.min..=parameter.max).contains(&value), "{}", parameter.name);
        }
        assert!(HalmaReportFamily.built_in(&game, "2014").is_err());
    }
}
