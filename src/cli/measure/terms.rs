//! On what terms weights are measured: as asked for, as their file or run says, or as usual.

use super::MeasureArgs;
use crate::cli::Common;
use crate::cli::failure::Failure;
use crate::cli::weights::{self, Weights};
use crate::play::opening::MEASURED_PLIES;
use crate::play::tally::Tally;
use crate::record::run::Home;
use crate::record::weights::{Measured, On, WeightsFile};
use crate::registry::{self, Table};
use crate::rng::Seed;
use crate::search::spec::Search;
use crate::tune::against::{Against, Kind, Opponent};
use crate::tune::config::Config;
use crate::tune::fitness::Seats;
use crate::tune::matches;
use clap::ValueEnum as _;

/// What all games have in common.
pub struct Terms {
    pub game: String,
    pub players: usize,
    pub rules: String,
    pub opening_plies: u32,
    pub seats: Seats,
    pub search: Search,
    pub seed: Seed,
}

/// The games against one opponent, or a mix of several.
pub struct Meeting {
    pub name: String,
    /// The array that measures a loser's distance.
    pub distance: String,
    pub terms: matches::Terms,
}

/// Everything that a measurement needs.
pub struct Setup {
    pub terms: Terms,
    pub table: Box<dyn Table>,
    pub values: Vec<f64>,
    pub file: Option<WeightsFile>,
    pub meetings: Vec<Meeting>,
}

impl Terms {
    /// What was measured on these terms.
    pub fn measured(&self, against: &str, tally: &Tally) -> Measured {
        let Terms { seats, opening_plies, search, .. } = self;
        let (seats, opening_plies, search) = (*seats, *opening_plies, &search.to_string());
        Measured::new(On { against, seats, opening_plies, search }, tally)
    }
}

/// What was asked for, or else said by a file.
struct Asked {
    against: Option<Against>,
    mix: bool,
    opening_plies: Option<u32>,
    seats: Option<Seats>,
    search: Option<Search>,
}

/// Finds weights, opponents and terms.
///
/// # Errors
/// Where something is asked for that isn't there or makes no sense.
pub fn find(args: &MeasureArgs, common: &Common) -> Result<Setup, Failure> {
    let home = common.home();
    let game = weights::game_of(args.game.as_deref(), &args.weights, &home);
    let entry = registry::find(&game)?;
    let preset = entry.preset(entry.default_preset(), args.players.unwrap_or(2))?;
    let table = entry.open(preset.players, &preset.rules)?;
    let found = weights::find(&args.weights, &game, table.as_ref(), &home)?;
    let (players, rules) = conditions(args, &found, &preset.rules);
    let table = entry.open(players, &rules)?;
    // Once more, since some arrays say nothing about positions that these rules allow.
    let Weights { values, file } = weights::find(&args.weights, &game, table.as_ref(), &home)?;
    let asked = match args.own_terms {
        true => own(&args.weights, file.as_ref())?,
        false => Asked {
            against: args.against.clone(),
            mix: args.mix,
            opening_plies: args.opening_plies,
            seats: args.seats,
            search: args.search,
        },
    };
    let run = home.run(&args.weights).and_then(|run| run.config()).ok();
    let evolved = run.as_ref().map(|run| run.opening_plies);
    let measured = file.as_ref().and_then(|file| file.measured.as_ref()?.opening_plies);
    let usual = evolved.or(measured).filter(|&plies| plies > 0).unwrap_or(MEASURED_PLIES);
    let terms = Terms {
        rules: table.rules(),
        game,
        players,
        opening_plies: asked.opening_plies.unwrap_or(usual),
        seats: asked.seats.unwrap_or(Seats::All),
        search: asked.search.or(run.map(|run| run.search)).unwrap_or_default(),
        seed: args.seed.map_or_else(Seed::draw, Ok)?,
    };
    let only = || preset.against.fixed().next().map_or("", |it| it.name.as_str());
    let against = asked.against.unwrap_or_else(|| Against::one(only()));
    let sides = sides(&against, asked.mix)?;
    let meeting = |side: Against| meeting(&side, args, &terms, &preset, table.as_ref(), &home);
    let meetings = sides.into_iter().map(meeting).collect::<Result<_, _>>()?;
    Ok(Setup { terms, table, values, file, meetings })
}

/// The terms on which the file says that its weights were measured.
fn own(name: &str, file: Option<&WeightsFile>) -> Result<Asked, Failure> {
    let missing = |what: &str| {
        Failure::usage(format!(
            "--own-terms: '{name}' does not say {what}; name opponents and openings yourself"
        ))
    };
    let measured = file.and_then(|file| file.measured.as_ref());
    let measured = measured.ok_or_else(|| missing("how it was measured"))?;
    let search = measured.search.as_ref().ok_or_else(|| missing("by which search"))?;
    let plies = measured.opening_plies.ok_or_else(|| missing("from which openings"))?;
    let seats = Seats::from_str(&measured.seats, false);
    Ok(Asked {
        against: Some(measured.against.parse().map_err(Failure::data)?),
        mix: true,
        opening_plies: Some(plies),
        seats: Some(seats.map_err(|_| missing("which seats it took"))?),
        search: Some(search.parse()?),
    })
}

/// Players and rules: as asked for, else as the weights were evolved for, else the defaults.
fn conditions(args: &MeasureArgs, weights: &Weights, standard: &str) -> (usize, String) {
    let file = weights.file.as_ref();
    let players = args.players.or(file.map(|file| file.players)).unwrap_or(2);
    let evolved = file.filter(|file| file.players == players).map(|file| file.rules.clone());
    let name = standard.split(':').next().unwrap_or(standard).to_string();
    (players, args.rules.clone().or(evolved).unwrap_or(name))
}

/// Who is met in a measurement of its own: each opponent, or their mix.
fn sides(against: &Against, mix: bool) -> Result<Vec<Against>, Failure> {
    let opponents = against.opponents();
    if let Some(it) = opponents.iter().find(|it| Kind::of(&it.name) != Kind::Fixed) {
        return Err(Failure::usage(format!(
            "'{}' means something while a run evolves only; measure against arrays, files or runs",
            it.name
        )));
    }
    if mix {
        return Ok(vec![against.clone()]);
    }
    let one = |it: &Opponent| match it.share {
        1 => Ok(Against::one(&it.name)),
        _ => Err(Failure::usage(format!(
            "each opponent is met in as many games: leave out the share of '{}', or draw opponents \
             by their shares with --mix",
            it.name
        ))),
    };
    opponents.iter().map(one).collect()
}

fn meeting(
    side: &Against,
    args: &MeasureArgs,
    terms: &Terms,
    preset: &Config,
    table: &dyn Table,
    home: &Home,
) -> Result<Meeting, Failure> {
    let distance = match (&args.distance, side.only()) {
        (Some(name), _) => name.clone(),
        (None, Some(only)) if table.is_distance(only) => only.to_string(),
        (None, _) => preset.distance.clone(),
    };
    let name = match side.opponents() {
        [only] => only.name.clone(),
        _ => side.to_string(),
    };
    let terms = matches::Terms {
        against: weights::find_all(side, &terms.game, table, home)?,
        hall_share: 0,
        population_share: 0,
        distance: weights::distance(&distance, table)?,
        opening_plies: terms.opening_plies,
        measure_opening_plies: terms.opening_plies,
        seats: terms.seats,
        search: terms.search,
        conditions: preset.conditions,
        symmetric: false,
        fixed: Vec::new(),
        fitness: preset.fitness(),
        seed: terms.seed,
    };
    Ok(Meeting { name, distance, terms })
}
