//! `evolve --seeds`: a run for each of several seeds, one after another.

use super::{default_name, evolution_of};
use crate::backend::Threads;
use crate::cli::failure::Failure;
use crate::cli::figures::{self, thousands};
use crate::cli::resume::begin_or_go_on;
use crate::cli::settings::{Settings, parse_seed};
use crate::cli::unit::Unit;
use crate::cli::work::{INTERRUPT, Manner, Summary, lost, run_session};
use crate::cli::{Common, output, pictures, screen};
use crate::play::shard::{MOST_SHARDS, Shard};
use crate::play::tally::Z95;
use crate::program::Children;
use crate::program::tune::Goal;
use crate::record::home::Home;
use crate::record::run::Run;
use crate::record::weights::Measured;
use crate::report::curves::MOST_CURVES;
use crate::rng::Seed;
use crate::session::evolution::{Ended, Evolution};
use crate::tune::config::Config;
use std::collections::BTreeSet;

/// Seeds in the order in which they were named, each once.
#[derive(Clone, Debug, PartialEq)]
pub struct Seeds(Vec<Seed>);

impl Seeds {
    fn part(&self, shard: Option<Shard>) -> Vec<Seed> {
        let part = shard.map(|shard| shard.part(self.0.len() as u64));
        let is_in = |place: u64| part.as_ref().is_none_or(|part| part.contains(&place));
        (0..).zip(&self.0).filter(|(place, _)| is_in(*place)).map(|(_, seed)| *seed).collect()
    }
}

/// Reads ranges, both ends of which are included, and numbers, with commas between them.
///
/// # Errors
/// Says what is no seed, or what is wrong with a range.
pub fn parse(text: &str) -> Result<Seeds, String> {
    let mut seeds = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once("..").unwrap_or((part, part));
        let read = |text: &str| {
            parse_seed(text).map_err(|why| format!("'{text}': {why}; write 1..32 or 1,5,9"))
        };
        let (first, last) = (read(first)?.number(), read(last)?.number());
        if first > last {
            return Err(format!("{part} goes down; write {last}..{first}"));
        }
        if last - first >= u64::from(MOST_SHARDS) {
            return Err(format!("{part} has more than {MOST_SHARDS} seeds"));
        }
        for number in first..=last {
            seeds.push(Seed::try_from(number)?);
        }
    }
    if seeds.len() > MOST_SHARDS as usize {
        return Err(format!("more than {MOST_SHARDS} seeds"));
    }
    let mut met = BTreeSet::new();
    match seeds.iter().find(|seed| !met.insert(seed.number())) {
        Some(twice) => Err(format!("seed {} stands there twice", twice.number())),
        None => Ok(Seeds(seeds)),
    }
}

/// The runs of some seeds.
struct Series<'a> {
    settings: &'a Settings,
    manner: &'a Manner,
    common: &'a Common,
    home: Home,
}

/// A run that ended, now or earlier.
struct Row {
    run: Run,
    config: Config,
    ended: Ended,
    /// Whether a vector has one score, and nothing is left to chance.
    is_exact: bool,
}

impl Row {
    fn unit(&self) -> Unit {
        Unit(self.config.scoring)
    }

    /// Whether the champion is what the run began from, since it had to beat that.
    fn kept_start(&self) -> bool {
        self.config.must_beat_start && self.ended.found_in == 0
    }

    fn fitness(&self) -> Option<f64> {
        self.ended.measured.as_ref().and_then(|it| it.fitness)
    }

    /// The 95 % interval of the fitness, where it is known.
    fn interval(&self) -> Option<(f64, f64)> {
        let measured = self.ended.measured.as_ref()?;
        let half = Z95 * measured.known_fitness_error(self.config.scoring)?;
        self.fitness().map(|mean| (mean - half, mean + half))
    }

    /// Whether its fitness is greater than that of another beyond chance.
    fn surely_beats(&self, other: &Row) -> bool {
        let both = self.interval().zip(other.interval());
        both.is_some_and(|((low, _), (_, high))| low > high)
    }
}

/// Runs `evolve` with `--seeds`. All runs that are there are looked at before anything is changed.
pub fn evolve(
    settings: &Settings,
    all: &Seeds,
    shard: Option<Shard>,
    manner: &Manner,
    common: &Common,
) -> Result<(), Failure> {
    if settings.gives("seed")? {
        let why = "seed: the settings file has one, and --seeds takes its place; leave one out";
        return Err(Failure::usage(why));
    }
    let seeds = all.part(shard);
    let series = Series { settings, manner, common, home: common.home() };
    for (place, &seed) in seeds.iter().enumerate() {
        let evolution =
            evolution_of(settings.seeded(seed), &series.home, place == 0 && !common.quiet)?;
        evolution.begun(&series.home, &series.name(&evolution))?;
    }
    if seeds.is_empty() {
        common.say("There are fewer seeds than shards; this one has none.");
    }
    let threads = manner.start(common.quiet)?;
    let mut rows = Vec::new();
    for (place, &seed) in (1..).zip(&seeds) {
        let place = format!("{place} of {}", seeds.len());
        match series.run(seed, &place, &threads)? {
            Some(row) => rows.push(row),
            None => return series.interrupted(rows.len(), seeds.len()),
        }
    }
    match manner.json {
        true => {
            let summaries =
                rows.iter().map(|row| Summary::of(&row.run, &row.config, row.ended.clone()));
            output::print_json(&summaries.collect::<Vec<_>>())
        }
        false if rows.is_empty() => Ok(()),
        false => output::print(&series.text(&rows, shard)),
    }
}

impl Series<'_> {
    fn name(&self, evolution: &Evolution) -> String {
        let config = evolution.config();
        match &self.settings.name {
            Some(name) => format!("{name}-{}", config.seed.number()),
            None => default_name(config),
        }
    }

    /// The run of a seed from where it stands to its end; `None` where it was interrupted.
    fn run(&self, seed: Seed, place: &str, threads: &Threads) -> Result<Option<Row>, Failure> {
        if threads.is_stopped() {
            return Ok(None);
        }
        let asked = evolution_of(self.settings.seeded(seed), &self.home, false)?;
        let name = self.name(&asked);
        let program = asked.table().program().map(Children::tune);
        let is_exact = program.is_some_and(|it| it.goal != Goal::Game && !it.noise);
        let heading = format!("Run {name}, seed {}, {place}", seed.number());
        if let Some(run) = asked.begun(&self.home, &name)?
            && let Some(ended) = asked.ended(&run)?
            && pictures::are_drawn(&run)?
        {
            self.common.say(&format!("{heading}: ended before"));
            return Ok(Some(Row { run, config: asked.config().clone(), ended, is_exact }));
        }
        self.common.say(&heading);
        let (run, evolution) = begin_or_go_on(asked, &self.home, &name)?;
        let (every, place) = (self.manner.checkpoint_every, format!("run {place}"));
        let ending = run_session(&run, &evolution, threads, every, &place, self.common.quiet)?;
        let Some(finish) = ending.finished() else { return Ok(None) };
        let config = evolution.config().clone();
        let ended = Ended::of(&config, &finish);
        let row = Row { run: run.run().clone(), ended, config, is_exact };
        let measured = row.ended.measured.as_ref();
        let figures = measured.map_or(String::new(), |it| figures::of_file(it, row.unit()));
        self.common.say(&format!("{name} {figures}"));
        Ok(Some(row))
    }

    /// Says how to go on.
    fn interrupted(&self, ended: usize, all: usize) -> Result<(), Failure> {
        let again = Common::typed();
        if let Some(lost) = lost(&again) {
            return Err(lost);
        }
        if !self.manner.json {
            output::print(&format!(
                "\nStopped by {INTERRUPT}: {ended} of {all} runs have ended, and what is whole of \
                 the others is saved.\n\nNext\n  {again}\n"
            ))?;
        }
        Err(Failure::interrupted())
    }

    fn text(&self, rows: &[Row], shard: Option<Shard>) -> String {
        let width = screen::width();
        let next = |words: String| format!("  {}\n", self.common.command(&words));
        let games = rows.first().map_or("games", |row| row.unit().games());
        let part = shard.map(|shard| format!("Shard {shard}. ")).unwrap_or_default();
        let heading = format!("{part}The champions in fresh {games}:\n\n");
        let mut text = heading + &screen::table(&table(rows), width);
        let names: Vec<&str> = rows.iter().map(|row| row.run.name()).collect();
        text += &kept_starts(rows, width);
        let best = best(rows).filter(|_| names.len() > 1);
        if let Some(best) = best {
            text += &format!("\n{}", screen::wrap(&(said_of(best, rows) + "\n"), width));
        }
        text += "\nNext\n";
        if (2..=MOST_CURVES).contains(&names.len()) {
            text += &next(format!("plot {}", names.join(" ")));
        }
        if let Some(best) = best.filter(|it| !it.is_exact) {
            text += &next(format!("measure {} --own-terms", best.run.name()));
        }
        text + &next("list".to_string())
    }
}

/// Which champions are what their runs began from, since nothing that evolved beat that.
fn kept_starts(rows: &[Row], width: usize) -> String {
    let kept = rows.iter().filter(|row| row.kept_start()).map(|row| row.run.name());
    let names = kept.collect::<Vec<_>>().join(", ");
    if names.is_empty() {
        return String::new();
    }
    let why = "nothing that evolved beat what the run began from, so that is the champion.";
    format!("\n{}", screen::wrap(&format!("{names}: {why}\n"), width))
}

/// What the run with the best figures is worth: the best of several is also the luckiest.
fn said_of(best: &Row, rows: &[Row]) -> String {
    let (name, games) = (best.run.name(), best.unit().games());
    if best.is_exact {
        return format!("No other has a better score than {name}.");
    }
    let mut others = rows.iter().filter(|row| row.run.name() != name);
    match others.all(|other| best.surely_beats(other)) {
        true => format!(
            "{name} is the best of these, beyond chance. The same {games} picked it, so its figures are a little too \
             good; `measure --own-terms` has others."
        ),
        false => format!(
            "{name} has the best figures, but these {games} don't show that it is better than each of the others. The \
             best of several figures is too good, since chance picks it, too; `measure --own-terms` has others."
        ),
    }
}

/// The run whose champion has the greatest fitness, of those that found one.
fn best(rows: &[Row]) -> Option<&Row> {
    let known = rows.iter().filter(|row| row.fitness().is_some() && !row.kept_start());
    // Of equal ones the first.
    known.rev().max_by(|one, other| {
        let [one, other] = [one, other].map(|row| row.fitness().unwrap_or(f64::NEG_INFINITY));
        one.total_cmp(&other)
    })
}

fn table(rows: &[Row]) -> Vec<Vec<String>> {
    let Some(unit) = rows.first().map(Row::unit) else { return Vec::new() };
    let games = ["generation", unit.games()];
    let won = ["won", "95 % interval"].into_iter().filter(|_| !unit.is_all());
    let fitness = Some(unit.name()).filter(|_| unit.adds_to_win_rate());
    let heading = ["run"].into_iter().chain(games).chain(won).chain(fitness);
    let mut table = vec![heading.map(str::to_string).collect::<Vec<_>>()];
    for Row { run, ended, .. } in rows {
        let mut cells = vec![run.name().to_string(), ended.generation.to_string()];
        cells.extend(ended.measured.iter().flat_map(|measured| of_champion(measured, unit)));
        table.push(cells);
    }
    table
}

/// The cells of a champion: games, share won with its interval, and fitness.
fn of_champion(measured: &Measured, unit: Unit) -> Vec<String> {
    let mut cells = vec![thousands(measured.games)];
    if !unit.is_all() {
        let ends = measured.win_rate_low.zip(measured.win_rate_high);
        cells.push(match ends {
            Some(_) => figures::percent(measured.win_rate),
            None => format!("{} of {}", measured.wins, measured.wins + measured.losses),
        });
        cells.push(figures::interval(ends));
    }
    if unit.adds_to_win_rate() {
        let half = measured.known_fitness_error(unit.0).map(|error| Z95 * error);
        cells.push(measured.fitness(unit.0).map_or("–".to_string(), |mean| unit.mean(mean, half)));
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(seeds: &[Seed]) -> Vec<u64> {
        seeds.iter().map(|seed| seed.number()).collect()
    }

    #[test]
    fn seeds_are_ranges_and_numbers() {
        let read = |text: &str| numbers(&parse(text).unwrap().0);
        assert_eq!(read("1..4"), [1, 2, 3, 4]);
        assert_eq!(read("7..7,1,3..4"), [7, 1, 3, 4]);
        assert_eq!(read("9007199254740991"), [9_007_199_254_740_991]);
        for (text, why) in [
            ("", "'': not a whole number"),
            ("1..", "'': not a whole number"),
            ("1-4", "'1-4': not a whole number from 0 on; write 1..32 or 1,5,9"),
            ("1..=4", "'=4': not a whole number"),
            ("4..1", "4..1 goes down; write 1..4"),
            ("1..3,2", "seed 2 stands there twice"),
            ("0..100000", "0..100000 has more than 100000 seeds"),
            ("1..100000,0", "more than 100000 seeds"),
        ] {
            let said = parse(text).unwrap_err();
            assert!(said.starts_with(why), "{text}: {said}");
        }
    }

    #[test]
    fn shards_have_all_seeds_in_their_order() {
        let seeds = parse("5..9,1").unwrap();
        for of in [1, 2, 4, 7] {
            let shards = Shard::new(1, of).unwrap().all();
            let parts: Vec<Seed> = shards.flat_map(|shard| seeds.part(Some(shard))).collect();
            assert_eq!(parts, seeds.part(None), "{of}");
        }
        assert_eq!(numbers(&seeds.part(Shard::new(2, 4))), [6, 7]);
    }
}
