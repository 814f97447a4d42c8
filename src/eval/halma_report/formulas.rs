//! The formulas of the report's appendix, with their constants.
//!
//! Places are (x, y) with the own base at (0, 0), c is x + y, and t the number of the turn.

/// The constants of GPP, IPM and MDD, under the names that say what they do there.
#[derive(Clone, Debug)]
pub struct Constants {
    /// The most pegs in the base at which those behind the middle count (δ₀ of b; 0).
    pub base_left: f64,
    /// The most pegs behind the middle at which those beyond it count (δ₀ of d; 0).
    pub behind_left: f64,
    /// The most pegs behind the middle at which those in the goal don't count (δ₆ of d; 6).
    pub behind_few: f64,
    /// The last c and the first less one between which a move leaves the base (5, 6).
    pub leave: [f64; 2],
    /// What t is divided by in the reward for that (10).
    pub leave_scale: f64,
    /// The same for the middle (10, 11).
    pub cross: [f64; 2],
    /// What t is divided by under the logarithm there (200).
    pub cross_scale: f64,
    /// The same for the goal (27, 28).
    pub enter: [f64; 2],
    /// What t is divided by under the logarithm there (400).
    pub enter_scale: f64,
    /// The last c of a peg that lags behind (9).
    pub lag: f64,
    /// What t / c is divided by in the reward for moving it (10).
    pub lag_scale: f64,
    /// What t is divided by in the penalty for leaving the diagonal, MDD (280).
    pub aside_scale: f64,
}

/// How many of a player's 13 pegs are where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// In the base.
    pub base: u32,
    /// Behind the diagonal in the middle, the base included.
    pub behind: u32,
    /// In the goal.
    pub goal: u32,
}

const PEGS: f64 = 13.0;

/// 1 up to the limit, 0 above.
fn delta(limit: f64, x: f64) -> f64 {
    f64::from(u8::from(x <= limit))
}

/// L: a logarithm that grows from 0 with x, the faster the later.
fn log(x: f64, t: f64) -> f64 {
    libm::log(x * (1.0 - 1.0 / t) + 1.0)
}

impl Constants {
    /// The general positioning of the pieces, GPP.
    pub fn positioning(&self, count: Count, t: f64) -> f64 {
        let Count { base, behind, goal } = count;
        let [b, d, g] = [base, behind, goal].map(f64::from);
        -log(b, t) - delta(self.base_left, b) * log(d, t)
            + delta(self.behind_left, d) * log(PEGS - d, t)
            + (1.0 - delta(self.behind_few, d)) * log(PEGS - g, t)
    }

    /// The improvement of a particular move, IPM. Where c doesn't change it has no direction, and
    /// C is 0; where it is 0, a lagging peg is rewarded as if it were 1.
    pub fn improvement(&self, (x, y): (f64, f64), to: (f64, f64), t: f64) -> f64 {
        let (from_c, to_c) = (x + y, to.0 + to.1);
        let gain = to_c - from_c;
        let direction = if gain == 0.0 { 0.0 } else { gain.signum() };
        let passes = |[last, first]: [f64; 2]| delta(last, from_c) * (1.0 - delta(first, to_c));
        let lines = passes(self.leave) * t / self.leave_scale
            + passes(self.cross) * libm::log(t / self.cross_scale + 1.0)
            + passes(self.enter) * libm::log(t / self.enter_scale + 1.0);
        let lag = delta(self.lag, from_c) * t / (self.lag_scale * from_c.max(1.0));
        gain + direction * lines + self.divergence((x, y), to, t) + lag
    }

    /// How much less a move diverges from the diagonal from base to goal than where it began, MDD.
    fn divergence(&self, (x, y): (f64, f64), to: (f64, f64), t: f64) -> f64 {
        t / self.aside_scale * ((x - y).abs() / 2.0 - (to.0 - to.1).abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Constants {
        super::super::settings(&super::super::REPORT).0
    }

    fn positioning(base: u32, behind: u32, goal: u32) -> f64 {
        report().positioning(Count { base, behind, goal }, 2.0)
    }

    /// In turn 2 L(x) is log(x / 2 + 1).
    #[test]
    fn positioning_counts_first_the_base_then_the_middle() {
        let ln = libm::log;
        assert_eq!(positioning(13, 13, 0), -ln(7.5) + ln(7.5));
        assert_eq!(positioning(2, 8, 1), -ln(2.0) + ln(7.0));
        assert_eq!(positioning(2, 6, 1), -ln(2.0));
        assert_eq!(positioning(0, 8, 0), -ln(5.0) + ln(7.5));
        assert_eq!(positioning(0, 4, 3), -ln(3.0));
        assert_eq!(positioning(0, 0, 13), ln(7.5));
        assert_eq!(report().positioning(Count { base: 9, behind: 9, goal: 0 }, 1.0), 0.0);
    }

    fn near(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 1e-12, "{found} {wanted}");
    }

    #[test]
    fn improvement_adds_up_as_worked_by_hand() {
        let at = |from, to, t| report().improvement(from, to, t);
        // Stays before the first line: 2, aside 10/280 (3/2 − 5), lagging 10/(10·3).
        near(at((0.0, 3.0), (0.0, 5.0), 10.0), 2.0 - 0.125 + 1.0 / 3.0);
        // Leaves the base: 3 + 10/10, aside 10/280 (1/2 − 0), lagging 10/(10·5).
        near(at((2.0, 3.0), (4.0, 4.0), 10.0), 3.0 + 1.0 + 0.5 / 28.0 + 0.2);
        // From 5 to 12 passes two lines.
        let cross = (10.0f64 / 200.0 + 1.0).ln();
        near(at((2.0, 3.0), (6.0, 6.0), 10.0), 7.0 + 1.0 + cross + 0.5 / 28.0 + 0.2);
        // Into the tip of the goal, from 27 to 29.
        let enter = (40.0f64 / 400.0 + 1.0).ln();
        near(at((13.0, 14.0), (15.0, 14.0), 40.0), 2.0 + enter + 40.0 / 280.0 * (0.5 - 1.0));
        // Backwards from 20 to 18 no line counts, as none is passed from below.
        near(at((10.0, 10.0), (9.0, 9.0), 28.0), -2.0);
        // Sideways, from the line on.
        near(at((10.0, 10.0), (9.0, 11.0), 28.0), 0.1 * (0.0 - 2.0));
        // From the tip of the base, where c is 0.
        near(at((0.0, 0.0), (2.0, 2.0), 10.0), 4.0 + 1.0);
    }
}
