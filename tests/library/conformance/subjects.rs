//! The games, each under the rule sets that make a difference, with all their evaluations.

use super::subject::{Family, Image, Subject};
use super::{images, turns};
use starhop::eval::Parametric;
use starhop::eval::cell_weights::CellWeightFamily;
use starhop::eval::draughts::DraughtsFamily;
use starhop::eval::euclidean::EuclideanFamily;
use starhop::eval::halma_report::{HalmaAblationFamily, HalmaOpeningFamily, HalmaReportFamily};
use starhop::eval::halma_weights::HalmaWeightFamily;
use starhop::eval::phases::PhaseFamily;
use starhop::eval::pid::PidFamily;
use starhop::eval::rhombus_weights::RhombusWeightFamily;
use starhop::eval::threats::ThreatsFamily;
use starhop::game::Game;
use starhop::game::chinese_checkers::{self, ChineseCheckers};
use starhop::game::connect_four::ConnectFour;
use starhop::game::draughts::Draughts;
use starhop::game::halma::{self, Halma};
use starhop::game::rhombus::{self, Rhombus};

type Turned<G> = fn(&G, &<G as Game>::Position) -> Vec<Image<G>>;
type Mirrored<G> = fn(&G, &<G as Game>::Position) -> Option<<G as Game>::Position>;

/// A family whose margins are scores less scores, or differences themselves, from any seat.
fn usual<G: Game>(kind: &'static str, family: impl Parametric<G> + 'static) -> Family<G> {
    Family { kind, family: Box::new(family), is_antisymmetric: true, is_alike: true }
}

fn subject<G: Game>(
    game: G,
    families: Vec<Family<G>>,
    (turned, mirrored): (Turned<G>, Mirrored<G>),
) -> Subject<G> {
    let guide = families[0].family.built_in_names().pop().unwrap();
    Subject { starts: vec![game.start()], guide, game, families, turned, mirrored }
}

fn star(players: usize, rules: &str) -> Subject<ChineseCheckers> {
    let rules = chinese_checkers::Rules::parse(rules, players).unwrap();
    let pid = usual("chinese-checkers/pid", PidFamily);
    let phases = usual("chinese-checkers/phases", PhaseFamily);
    let families = vec![
        usual("chinese-checkers", CellWeightFamily),
        // Each player's margin is by the array for the phase of its own army.
        Family { is_antisymmetric: false, ..phases },
        // It is worth nothing to the other how far a player's last peg has come.
        Family { is_antisymmetric: false, ..pid },
        usual("chinese-checkers/euclidean", EuclideanFamily),
    ];
    let game = ChineseCheckers::new(players, rules).unwrap();
    let star = subject(game, families, (turns::sixths, turns::left_as_right));
    // Others win few games among random moves.
    Subject { guide: "champion-search", ..star }
}

pub fn star_for_two() -> Vec<Subject<ChineseCheckers>> {
    let rules = ["standard", "report", "standard:corners=open", "standard:win=filled,leave-by=40"];
    rules.map(|rules| star(2, rules)).into()
}

pub fn star_for_more() -> Vec<Subject<ChineseCheckers>> {
    vec![
        star(3, "standard:corners=closed,win=filled"),
        star(4, "standard:ply-cap=600"),
        star(6, "standard:ply-cap=900"),
    ]
}

pub fn connect_four() -> Vec<Subject<ConnectFour>> {
    // Each feature has a coefficient of its own for the opponent.
    let threats = Family { is_antisymmetric: false, ..usual("connect-four", ThreatsFamily) };
    vec![subject(ConnectFour, vec![threats], (images::columns_and_colours, |_, _| None))]
}

pub fn draughts() -> Vec<Subject<Draughts>> {
    // At the start, close to the far rows, and among kings, whose moves are remembered.
    let starts = ["W:W31-50:B1-20", "W:W6-10:B41-45", "W:WK36,K37,27:B3,K6", "B:WK46,K1:BK5"];
    let starts = starts.map(|text| Draughts::parse_position(text).unwrap().1).to_vec();
    let families = vec![usual("draughts", DraughtsFamily)];
    let draughts = subject(Draughts, families, (images::other_side, |_, _| None));
    vec![Subject { starts, ..draughts }]
}

pub fn square() -> Vec<Subject<Halma>> {
    let square = |players, rules, families| {
        let rules = halma::parse_rules(rules, players).unwrap();
        let game = Halma::new(players, rules).unwrap();
        subject(game, families, (images::quarters, images::rows_as_columns))
    };
    let weights = || usual("halma", HalmaWeightFamily);
    // An agent counts a seat's turns, of which the first has one more in the middle of a round.
    let agent = |family: Family<Halma>| Family { is_alike: false, ..family };
    let report = || agent(usual("halma/report", HalmaReportFamily));
    // They score as the report does, and choose by themselves only.
    let opening = agent(usual("halma/opening", HalmaOpeningFamily { players: 2 }));
    let ablation = agent(usual("halma/ablation", HalmaAblationFamily));
    vec![
        square(2, "standard", vec![weights(), report()]),
        square(4, "standard", vec![weights(), report()]),
        square(2, "standard:win=filled", vec![weights(), opening, ablation]),
    ]
}

pub fn diamond() -> Vec<Subject<Rhombus>> {
    let diamond = |rules| {
        // As printed, the second seat sees the first's picture in a mirror, and less a constant.
        let pid = usual("rhombus/pid", PidFamily);
        let families = vec![
            usual("rhombus", RhombusWeightFamily),
            Family { is_antisymmetric: false, is_alike: false, ..pid },
        ];
        let game = Rhombus::new(2, rhombus::parse_rules(rules).unwrap()).unwrap();
        subject(game, families, (turns::half, turns::sides))
    };
    ["standard", "standard:win=filled,leave-by=40"].map(diamond).into()
}
