//! `sprt`: whether one array is stronger than another, by a sequential test.

use super::failure::{Code, Failure};
use super::figures::{percent, thousands};
use super::settings::parse_seed;
use super::work::stop_on_signal;
use super::{Common, machine, output, progress, quoted, weights};
use crate::backend::Threads;
use crate::game::line::Line;
use crate::play::opening::MOST_PLIES;
use crate::play::schedule::Fixture;
use crate::play::sprt::{self, Estimate, Hypothesis, Pentanomial, Sprt};
use crate::play::tally::{FEW, Tally};
use crate::play::transcript;
use crate::registry::{self, Entrant, Table};
use crate::rng::{Purpose, Seed};
use crate::search::spec::Search;
use crate::tune::against::Against;
use crate::tune::config::Config;
use crate::tune::fitness::{Seats, Verdict};
use crate::tune::matches::Terms;
use crate::tune::total;
use clap::Args;
use serde::Serialize;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Pairs at most between two looks at the progress bar and at Ctrl-C.
const PART: u64 = 1024;
const LEAST_PART: u64 = 8;
/// Parts grow as long as they take less.
const LONG_PART: Duration = Duration::from_secs(1);
const PLAYERS: usize = 2;
/// A position that is there so many times ends a game of bots, won by nobody.
const REPETITIONS: u32 = 3;

const BIASED: &str = "Intervals are 95 %, by pairs. The figures are biased, since the test stopped \
     where they\nled to a verdict; fresh games have others:";

/// Test whether one array or bot is stronger than another, with as many games as that takes
#[derive(Args)]
#[command(after_help = "
A and B are built-in arrays, files that `export` wrote, names of runs, for their champions, or bots
that go by one of these, as in 'alphabeta(depth=2):champion-2'. Two play pairs of games, one from
each seat, from the same random opening; an unfinished game is a draw, and so is a game of bots in
which a position is there for the third time. After each pair the log likelihood ratio (LLR) of two hypotheses is compared with limits that
follow from --alpha and --beta: that A is --elo0 or --elo1 nElo stronger than B. Normalized Elo is
a game's mean score over one half in standard deviations, times 347. The nearer both hypotheses,
the more pairs it takes: about 3,000 for 0 and 10, 130 for 0 and 50.

The verdict is a function of the seed, on any number of threads. Whatever it is, the exit code is
0; it is 130 where Ctrl-C stopped the test, which then says how far it got. Elo and nElo of a test
that reached a verdict are biased away from the middle of the hypotheses, since it stopped when
they were far from it: `measure` plays fresh games, whose figures are not.

Examples:
  starhop sprt RUN generation-7822
  starhop sprt new.json old.json --elo0 -5 --elo1 5
  starhop sprt RUN1 RUN2 --elo1 50 --alpha 0.01 --beta 0.01 --seed 1
  starhop sprt 'alphabeta(depth=4):champion-2' 'alphabeta(depth=4):hand-tuned-v4'
  starhop sprt RUN hand-tuned-v4 --rules report --max-pairs 10000 --json | jq .verdict
")]
pub struct SprtArgs {
    /// The array that may be stronger
    #[arg(value_name = "A")]
    first: String,
    /// The array to compare it with
    #[arg(value_name = "B")]
    second: String,
    /// nElo of A over B under hypothesis H0, -200 to 200
    #[arg(long, value_name = "NELO", default_value_t = 0.0, allow_hyphen_values = true)]
    elo0: f64,
    /// nElo of A over B under hypothesis H1, above --elo0
    #[arg(long, value_name = "NELO", default_value_t = 10.0, allow_hyphen_values = true)]
    elo1: f64,
    /// Chance of accepting H1 where H0 is true, below 0.5
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05, allow_hyphen_values = true)]
    alpha: f64,
    /// Chance of accepting H0 where H1 is true, below 0.5
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05, allow_hyphen_values = true)]
    beta: f64,
    /// Random plies that pairs begin with, 0 to 8; with none pairs differ only by how ties fall
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_PLIES)))]
    opening_plies: u32,
    /// Pairs after which the test ends without a verdict
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    max_pairs: u64,
    /// Rule set
    #[arg(long, default_value = "standard")]
    rules: String,
    /// Seed of the games [default: drawn and printed]
    #[arg(long, value_parser = parse_seed)]
    seed: Option<Seed>,
    /// Worker threads; results don't depend on it [default: one a core]
    #[arg(long)]
    threads: Option<usize>,
    /// Game
    #[arg(long, default_value = "chinese-checkers")]
    game: String,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// The result for machines. Wins and losses are those of `a`; ends of intervals are null where
/// they are infinite.
#[derive(Serialize)]
struct Report<'a> {
    verdict: &'a str,
    a: &'a str,
    b: &'a str,
    game: &'a str,
    rules: String,
    opening_plies: u32,
    seed: Seed,
    #[serde(flatten)]
    terms: &'a sprt::Terms,
    max_pairs: u64,
    pairs: u64,
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pentanomial: &'a Pentanomial,
    llr: f64,
    llr_lower: f64,
    llr_upper: f64,
    #[serde(flatten)]
    all: Counts,
    by_seat: Vec<SeatCounts>,
    first_move_win_rate: Option<f64>,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    nelo: Option<f64>,
    nelo_low: Option<f64>,
    nelo_high: Option<f64>,
}

#[derive(Serialize)]
struct Counts {
    games: u64,
    different_games: u64,
    wins: u64,
    losses: u64,
    unfinished: u64,
}

#[derive(Serialize)]
struct SeatCounts {
    seat: usize,
    #[serde(flatten)]
    counts: Counts,
}

/// A test and the games of the pairs that it counts, by the seat of the first array.
struct Played {
    sprt: Sprt,
    by_seat: [Tally; PLAYERS],
    /// The games that differ, by seat.
    lines: [HashSet<Line>; PLAYERS],
}

/// Runs `sprt`.
pub fn sprt(args: SprtArgs, common: &Common) -> Result<(), Failure> {
    let SprtArgs { elo0, elo1, alpha, beta, .. } = args;
    let hypotheses = sprt::Terms { elo0, elo1, alpha, beta };
    hypotheses.check().map_err(Failure::usage)?;
    let threads = Threads::new(machine::threads(args.threads)?)?;
    let entry = registry::find(&args.game)?;
    let preset = entry.preset(entry.default_preset(), PLAYERS)?;
    let table = entry.open(PLAYERS, &args.rules)?;
    let home = common.home();
    let find = |name: &str| weights::bot(&name.parse()?, table.as_ref(), &home);
    let bots = [find(&args.first)?, find(&args.second)?];
    let seed = args.seed.map_or_else(Seed::draw, Ok)?;
    let games = games(&args, &preset, table.as_ref(), bots, seed, threads)?;
    let stop = stop_on_signal("Stopping the test; Ctrl-C again stops at once.", common.quiet)?;
    let mut played = Played {
        sprt: Sprt::new(hypotheses),
        by_seat: Default::default(),
        lines: Default::default(),
    };
    played.play(games.as_ref(), &args, &stop, common.quiet);
    match args.json {
        true => output::print_json(&played.report(&args, table.as_ref(), seed))?,
        false => output::print(&played.describe(&args, table.as_ref(), seed, common))?,
    }
    match played.is_over(args.max_pairs) {
        true => Ok(()),
        false => Err(Failure::new(Code::Interrupted, "")),
    }
}

/// Plays games of those numbers, two a pair, and tells how they went for the first bot, and their
/// moves.
type Games = dyn Fn(Range<u64>) -> Vec<(Verdict, Line)>;

/// Greedy games of the game's own evaluations are played the fast way, all others the general one.
fn games(
    args: &SprtArgs,
    preset: &Config,
    table: &dyn Table,
    bots: [Entrant; PLAYERS],
    seed: Seed,
    threads: Threads,
) -> Result<Box<Games>, Failure> {
    let vector = |Entrant { search, evaluation, book }: &Entrant| {
        let is_plain = search.is_greedy() && book.is_none();
        let own = evaluation.as_ref().filter(|it| is_plain && it.kind == args.game);
        own.map(|it| it.values.clone())
    };
    if let [Some(first), Some(second)] = bots.each_ref().map(vector) {
        let tuner = table.tuner(&terms(args, preset, second, seed), threads)?;
        return Ok(Box::new(move |range| {
            let games = tuner.results(&first, Purpose::Sprt, &[], range);
            games.iter().map(|game| (game.verdict, game.line)).collect()
        }));
    }
    let bots = table.bots(bots.to_vec(), &threads)?;
    let (opening_plies, repetitions) = (args.opening_plies, REPETITIONS);
    let terms = transcript::Terms { purpose: Purpose::Sprt, opening_plies, repetitions };
    Ok(Box::new(move |range| {
        threads.map((range.end - range.start) as usize, |index| {
            let number = range.start + index as u64;
            let seats = if number.is_multiple_of(2) { vec![0, 1] } else { vec![1, 0] };
            let fixture = Fixture { number, pairing: 0, pair: number / 2, seats };
            let (told, _) = bots.play(&fixture, terms, seed, &|| 0.0);
            let winner = told.winner.and_then(|seat| fixture.seats.get(seat));
            let verdict = match winner {
                Some(0) => Verdict::Won,
                Some(_) => Verdict::Lost,
                None => Verdict::Unfinished,
            };
            (verdict, told.line())
        })
    }))
}

/// A game counts by its winner alone, so that any array will do for the distance.
fn terms(args: &SprtArgs, preset: &Config, second: Vec<f64>, seed: Seed) -> Terms {
    Terms {
        distance: second.clone(),
        against: vec![(1, second)],
        hall_share: 0,
        population_share: 0,
        opening_plies: args.opening_plies,
        measure_opening_plies: args.opening_plies,
        seats: Seats::All,
        search: Search::default(),
        conditions: preset.conditions,
        symmetric: false,
        fixed: Vec::new(),
        fitness: preset.fitness(),
        seed,
    }
}

fn half_points((verdict, _): &(Verdict, Line)) -> usize {
    match verdict {
        Verdict::Won => 2,
        Verdict::Unfinished => 1,
        Verdict::Lost => 0,
    }
}

impl Played {
    /// Plays pairs until there is a verdict, no more pairs, or someone asks to stop.
    fn play(&mut self, games: &Games, args: &SprtArgs, stop: &AtomicBool, quiet: bool) {
        let bar = progress::pairs_bar(args.max_pairs, quiet);
        let (lower, upper) = self.sprt.terms().limits();
        let mut part = LEAST_PART;
        while !self.is_over(args.max_pairs) && !stop.load(Ordering::Relaxed) {
            let begin = self.pairs();
            let end = (begin + part).min(args.max_pairs);
            let seats = PLAYERS as u64;
            let started = Instant::now();
            self.count(&games(begin * seats..end * seats));
            if started.elapsed() < LONG_PART {
                part = (2 * part).min(PART);
            }
            bar.set_position(self.pairs());
            bar.set_message(format!("LLR {:.2} of {lower:.2} to {upper:.2}", self.sprt.llr()));
        }
        bar.finish_and_clear();
    }

    /// Counts pairs in their order, up to a verdict.
    fn count(&mut self, games: &[(Verdict, Line)]) {
        for pair in games.chunks_exact(PLAYERS) {
            if self.sprt.accepted().is_some() {
                return;
            }
            self.sprt.add(pair.iter().map(half_points).sum());
            let seats = self.by_seat.iter_mut().zip(&mut self.lines);
            for ((tally, lines), (verdict, line)) in seats.zip(pair) {
                match verdict {
                    Verdict::Won => tally.wins += 1,
                    Verdict::Lost => tally.losses += 1,
                    Verdict::Unfinished => tally.unfinished += 1,
                }
                tally.different += u64::from(lines.insert(*line));
            }
        }
    }

    fn pairs(&self) -> u64 {
        self.sprt.pairs().pairs()
    }

    /// Elo of one kind or the other; `None` where too few games differ for an interval.
    fn elo(&self, of: fn(&Pentanomial) -> Option<Estimate>) -> Option<Estimate> {
        of(self.sprt.pairs()).filter(|_| self.different() >= FEW)
    }

    fn is_over(&self, max_pairs: u64) -> bool {
        self.sprt.accepted().is_some() || self.pairs() >= max_pairs
    }

    /// How many games differ, by their moves and by who moved first.
    fn different(&self) -> u64 {
        total(&self.by_seat).different
    }

    /// The hypothesis that was accepted; `None` also where so few games came again and again that
    /// they decide nothing.
    fn verdict(&self) -> Option<Hypothesis> {
        self.sprt.accepted().filter(|_| !self.repeats())
    }

    /// Whether games came again, and fewer than [`FEW`] differ.
    fn repeats(&self) -> bool {
        self.different() < FEW.min(total(&self.by_seat).games())
    }

    /// The share of the decided games that the player who moved first has won.
    fn first_move_win_rate(&self) -> Option<f64> {
        let [first, second] = &self.by_seat;
        let decided = first.decided() + second.decided();
        (decided > 0).then(|| (first.wins + second.losses) as f64 / decided as f64)
    }

    fn report<'a>(&'a self, args: &'a SprtArgs, table: &dyn Table, seed: Seed) -> Report<'a> {
        let (llr_lower, llr_upper) = self.sprt.terms().limits();
        let pentanomial = self.sprt.pairs();
        let [elo, nelo] = [Pentanomial::elo, Pentanomial::nelo].map(|of| self.elo(of));
        let finite = |estimate: Option<Estimate>, of: fn(Estimate) -> f64| {
            estimate.map(of).filter(|it| it.is_finite())
        };
        Report {
            verdict: match self.verdict() {
                Some(Hypothesis::H0) => "h0",
                Some(Hypothesis::H1) => "h1",
                None => "none",
            },
            a: &args.first,
            b: &args.second,
            game: &args.game,
            rules: table.rules(),
            opening_plies: args.opening_plies,
            seed,
            terms: self.sprt.terms(),
            max_pairs: args.max_pairs,
            pairs: self.pairs(),
            pentanomial,
            llr: self.sprt.llr(),
            llr_lower,
            llr_upper,
            all: Counts::of(&total(&self.by_seat)),
            by_seat: (1..)
                .zip(&self.by_seat)
                .map(|(seat, tally)| SeatCounts { seat, counts: Counts::of(tally) })
                .collect(),
            first_move_win_rate: self.first_move_win_rate(),
            elo: finite(elo, |it| it.value),
            elo_low: finite(elo, |it| it.low),
            elo_high: finite(elo, |it| it.high),
            nelo: finite(nelo, |it| it.value),
            nelo_low: finite(nelo, |it| it.low),
            nelo_high: finite(nelo, |it| it.high),
        }
    }

    fn describe(&self, args: &SprtArgs, table: &dyn Table, seed: Seed, common: &Common) -> String {
        let SprtArgs { first, second, opening_plies, .. } = args;
        let sprt::Terms { elo0, elo1, .. } = self.sprt.terms();
        let (lower, upper) = self.sprt.terms().limits();
        let mut text = format!(
            "{first} against {second}, {PLAYERS} players, {}, {opening_plies} random opening plies, \
             seed {}\n\n{}\n\n\
             LLR {:.2}, H0 (nElo {elo0}) at {lower:.2}, H1 (nElo {elo1}) at {upper:.2}\n",
            table.rules(),
            seed.number(),
            self.conclusion(args),
            self.sprt.llr(),
        );
        let counts = ["0", "½", "1", "1½", "2"].iter().zip(self.sprt.pairs().0);
        let counts: Vec<String> =
            counts.map(|(points, count)| format!("{points}: {}", thousands(count))).collect();
        let _ = write!(text, "Pairs by points of {first}: {}\n\n", counts.join(", "));
        text += &self.games();
        let _ = write!(
            text,
            "\nThe first move won {} of the decided games.\nElo  {}\nnElo {}\n",
            percent(self.first_move_win_rate()),
            estimate(self.elo(Pentanomial::elo)),
            estimate(self.elo(Pentanomial::nelo)),
        );
        text + &self.next(args, seed, common)
    }

    fn conclusion(&self, args: &SprtArgs) -> String {
        let SprtArgs { first, second, elo0, elo1, .. } = args;
        let pairs = thousands(self.pairs());
        match self.verdict() {
            None if self.repeats() => format!(
                "No verdict: of {pairs} pairs' games only {} differ, which say nothing about others.\n\
                 Give them more openings, as with --opening-plies {}.",
                self.different(),
                (args.opening_plies + 4).min(MOST_PLIES),
            ),
            Some(Hypothesis::H1) if *elo0 == 0.0 => {
                format!("{first} is stronger than {second}: H1 accepted after {pairs} pairs.")
            }
            Some(Hypothesis::H1) => format!(
                "{first} is more than {elo0} nElo stronger than {second}: \
                 H1 accepted after {pairs} pairs."
            ),
            Some(Hypothesis::H0) => format!(
                "{first} is not {elo1} nElo stronger than {second}: H0 accepted after {pairs} pairs."
            ),
            None => format!("No verdict after {pairs} pairs."),
        }
    }

    fn games(&self) -> String {
        let mut text = format!(
            "{:8}{:>10}{:>11}{:>10}{:>10}{:>12}\n",
            "", "games", "different", "won", "lost", "unfinished"
        );
        let [one, two] = &self.by_seat;
        for (name, tally) in [("seat 1", one), ("seat 2", two), ("all", &total(&self.by_seat))] {
            let Counts { games, different_games, wins, losses, unfinished } = Counts::of(tally);
            let [games, different, wins, losses, unfinished] =
                [games, different_games, wins, losses, unfinished].map(thousands);
            let _ = writeln!(
                text,
                "{name:8}{games:>10}{different:>11}{wins:>10}{losses:>10}{unfinished:>12}"
            );
        }
        text
    }

    /// Commands to go on with.
    fn next(&self, args: &SprtArgs, seed: Seed, common: &Common) -> String {
        if self.repeats() {
            return String::new();
        }
        if self.verdict().is_some() {
            if [&args.first, &args.second].iter().any(|name| name.contains([':', '('])) {
                let words = format!("arena {} {}", quoted(&args.first), quoted(&args.second));
                return format!("\n{BIASED}\n  {}\n", common.command(&(words + &args.flags())));
            }
            let words = format!(
                "measure {} --against {} --players {PLAYERS} --rules {} --opening-plies {}",
                quoted(&args.first),
                quoted(&Against::one(&args.second).to_string()),
                quoted(&args.rules),
                args.opening_plies,
            );
            return format!("\n{BIASED}\n  {}\n", common.command(&words));
        }
        let max_pairs = match self.is_over(args.max_pairs) {
            true => args.max_pairs.saturating_mul(2),
            false => args.max_pairs,
        };
        let words = args.words(seed, max_pairs);
        format!("\nTo go through the same pairs and on:\n  {}\n", common.command(&words))
    }
}

impl Counts {
    fn of(tally: &Tally) -> Counts {
        let Tally { wins, losses, unfinished, different, .. } = *tally;
        let different_games = different;
        Counts { games: tally.games(), different_games, wins, losses, unfinished }
    }
}

impl SprtArgs {
    /// The command that repeats the test, with another end.
    fn words(&self, seed: Seed, max_pairs: u64) -> String {
        let mut words = format!(
            "sprt {} {} --max-pairs {max_pairs} --seed {}",
            quoted(&self.first),
            quoted(&self.second),
            seed.number()
        );
        for (flag, value, usual) in [
            ("elo0", self.elo0.to_string(), "0"),
            ("elo1", self.elo1.to_string(), "10"),
            ("alpha", self.alpha.to_string(), "0.05"),
            ("beta", self.beta.to_string(), "0.05"),
        ] {
            if value != usual {
                let _ = write!(words, " --{flag} {value}");
            }
        }
        words + &self.flags()
    }

    /// What the games are, where it isn't the usual.
    fn flags(&self) -> String {
        let flags = [
            ("opening-plies", self.opening_plies.to_string(), "4"),
            ("rules", quoted(&self.rules), "standard"),
            ("game", quoted(&self.game), "chinese-checkers"),
        ];
        let unusual = flags.into_iter().filter(|(_, value, usual)| value != usual);
        unusual.map(|(flag, value, _)| format!(" --{flag} {value}")).collect()
    }
}

/// A figure with its interval, as `+31.2 [+12.4, +50.1]`.
fn estimate(estimate: Option<Estimate>) -> String {
    let signed = |value: f64| match value.is_infinite() {
        true => format!("{}∞", if value < 0.0 { '-' } else { '+' }),
        false => format!("{value:+.1}"),
    };
    estimate.map_or("–".to_string(), |Estimate { value, low, high }| {
        format!("{} [{}, {}]", signed(value), signed(low), signed(high))
    })
}
