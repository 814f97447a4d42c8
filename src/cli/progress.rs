//! Progress of a session: a bar on a terminal, a plain line every few seconds elsewhere,
//! nothing when asked to be quiet.

mod line;

pub use line::Line;

use super::figures::thousands;
use super::output;
use super::ranks;
use super::screen::Screen;
use super::unit::Unit;
use crate::record::rows::{GenerationRow, TimingRow};
use crate::session::RunObserver;
use crate::tune::config::Config;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// Time between two turns of a spinner.
const TICK: Duration = Duration::from_millis(200);
/// Weight of the newest generation in the running mean of games a second.
const SMOOTHING: f64 = 0.1;

/// Seconds of measuring from which on it is said how long that takes.
const LONG: f64 = 5.0;
/// Ranks whose shares are all shown.
const MOST_SHARES: usize = 6;

/// Columns below which a line is cut.
const NARROWEST: usize = 20;
/// Columns from which on a line has a bar at its head.
const BAR_FROM: usize = 120;
/// Columns of that bar, with the blank behind it.
const BAR: usize = 25;

/// Populations given up from which on settings look hopeless, and what is said then.
pub const MANY_RESTARTS: u64 = 3;
pub const HOPELESS: &str = ".\nwarning: again and again no population gets anywhere with these \
     settings. A larger --population, more\n--fitness-games, an easier opponent (--against) or an \
     array to begin from (--from) may";

/// Shows how a session goes.
pub struct Progress {
    line: Line,
    unit: Unit,
    started: Instant,
    /// Seconds of evolving before this session.
    spent: f64,
    /// Games that measure the champion at the end.
    at_end: u64,
    first: Option<u64>,
    config: Config,
    /// Which run of several it is.
    place: String,
    games_per_second: f64,
    champion: String,
    /// Populations so far that had their time or were given up, and of those that were given up.
    restarts: Option<(u64, u64)>,
}

impl Progress {
    /// Progress of a session that goes on after `spent` seconds of evolving, and at whose end `at_end` games measure the
    /// champion; of several runs `place` says which it is.
    pub fn new(config: &Config, place: &str, spent: f64, at_end: u64, quiet: bool) -> Progress {
        let bar = match config.generations {
            Some(last) => line_bar(last, quiet),
            None => counting_bar(0, quiet, "{msg}"),
        };
        Progress {
            line: Line::new(bar, quiet),
            unit: Unit(config.scoring),
            started: Instant::now(),
            spent,
            at_end,
            first: None,
            config: config.clone(),
            place: place.to_string(),
            games_per_second: 0.0,
            champion: String::new(),
            restarts: None,
        }
    }

    /// What says what is to stay above the line, from any thread.
    pub fn teller(&self) -> impl Fn(&str) + Send + Sync + use<> {
        self.line.teller()
    }

    /// What there is to say of a generation, what matters most first.
    fn parts(&self, row: &GenerationRow) -> [String; 9] {
        let last = self.config.generations.map_or(String::new(), |last| format!("/{last}"));
        let won = match (row.win_rate, self.unit.is_all()) {
            (Some(rate), _) => format!("won {:.0} %", rate * 100.0),
            (None, true) => String::new(),
            (None, false) => "won –".to_string(),
        };
        [
            self.left(row.generation),
            self.place.clone(),
            format!("generation {}{last}", row.generation),
            self.champion.clone(),
            won,
            format!("best {}", self.unit.short(row.fitness_best)),
            format!("mean {}", self.unit.short(row.fitness_mean)),
            format!("{} {}/s", thousands(self.games_per_second.round() as u64), self.unit.games()),
            ranks::all().map_or(String::new(), |ranks| shares(&ranks.shares())),
        ]
    }

    /// Time left by the pace so far, until the last generation or the end of the minutes, and for the games that
    /// measure the champion then.
    fn left(&self, generation: u64) -> String {
        let elapsed = self.started.elapsed().as_secs_f64();
        let first = self.first.unwrap_or(generation);
        let by_generations = self.config.generations.map(|target| {
            let pace = elapsed / (generation + 1 - first) as f64;
            pace * target.saturating_sub(generation) as f64
        });
        let spent = self.spent + elapsed;
        let by_time = self.config.minutes.map(|minutes| (minutes * 60.0 - spent).max(0.0));
        match by_generations.into_iter().chain(by_time).reduce(f64::min) {
            Some(seconds) => format!("{} left", clock(seconds + self.measuring_seconds())),
            None => String::new(),
        }
    }

    /// How long the games at the end take by the pace so far; 0 where that isn't known.
    fn measuring_seconds(&self) -> f64 {
        match self.games_per_second {
            pace if pace > 0.0 => self.at_end as f64 / pace,
            _ => 0.0,
        }
    }
}

impl RunObserver for Progress {
    fn generation(&mut self, row: &GenerationRow, timing: &TimingRow) {
        self.first.get_or_insert(row.generation);
        self.games_per_second = match self.games_per_second {
            0.0 => timing.games_per_second,
            mean => mean + SMOOTHING * (timing.games_per_second - mean),
        };
        if let (true, Some(fitness)) = (self.unit.is_all(), row.measured_fitness) {
            self.champion = format!("champion {}", self.unit.short(fitness));
        } else if let (Some(rate), Some(fitness)) = (row.measured_win_rate, row.measured_fitness) {
            self.champion = match row.measured_win_rate_low {
                Some(_) => format!("champion {:.1} %", rate * 100.0),
                None => format!("champion {} in few games", self.unit.short(fitness)),
            };
        }
        let (all, given_up) = (row.restarts, self.config.given_up(row.generation, row.restarts));
        // Those that had their time are reckoned by generations, so that the figure can fall behind what was seen.
        let given_up = self.restarts.map_or(given_up, |(_, seen)| seen.max(given_up));
        match self.restarts.replace((all, given_up)) {
            Some((_, before)) if before < given_up => self.line.note(&format!(
                "generation {}: no positive mean fitness so far; began again{}",
                row.generation,
                if given_up == MANY_RESTARTS { HOPELESS } else { "" },
            )),
            Some((before, _)) if before < all => {
                let search = all.saturating_sub(given_up) + 1;
                self.line.note(&format!("generation {}: search {search} begins", row.generation));
            }
            _ => {}
        }
        if self.line.is_seen() {
            let parts = self.parts(row);
            self.line.show(row.generation, &parts);
        }
    }

    fn measuring(&mut self) {
        self.line.finish();
        let time = match self.measuring_seconds() {
            short if short < LONG => String::new(),
            long => format!(", which takes about {}", clock(long)),
        };
        let games = format!("{} fresh {}", thousands(self.at_end), self.unit.games());
        // How long finals take isn't known, nor whether the champion is what it would have to beat.
        self.line.note(&match (self.config.finalists, self.config.must_beat_start) {
            (0, false) => format!("Measuring the champion by {games}{time} …"),
            (0, true) => {
                format!("The champion has to beat what the run began from; {games} measure it …")
            }
            _ => format!("Finals choose the champion; {games} measure it …"),
        });
        self.line.spin();
    }
}

/// How many ranks play, and what part of the games each: of many, the least and the greatest.
fn shares(shares: &[f64]) -> String {
    let per_cent = |share: f64| format!("{:.0}", share * 100.0);
    let parts: Vec<String> = shares.iter().copied().map(per_cent).collect();
    let parts = match parts.len() {
        0..=MOST_SHARES => parts.join(":"),
        _ => {
            let least = shares.iter().copied().fold(f64::INFINITY, f64::min);
            let most = shares.iter().copied().fold(0.0, f64::max);
            format!("{} to {}", per_cent(least), per_cent(most))
        }
    };
    format!("{} ranks, {parts} %", shares.len())
}

/// Columns of the terminal that progress is shown on.
fn columns() -> usize {
    Screen::of_messages().map_or(NARROWEST, |screen| screen.columns.max(NARROWEST))
}

/// Columns of what is said of progress: those of the terminal, less those of the bar.
fn message_columns() -> usize {
    let columns = columns();
    if columns < BAR_FROM { columns } else { columns - BAR }
}

/// A line as wide as the terminal, behind a bar where there is room; nothing where nobody watches.
pub fn line_bar(length: u64, quiet: bool) -> ProgressBar {
    let head = if columns() < BAR_FROM { "" } else { "{bar:24.cyan} " };
    counting_bar(length, quiet, &format!("{head}{{msg}}"))
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Seconds as `1:05` or `2:01:05`.
pub fn clock(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        hours => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// The time left for `rest` by the pace of what was `done` since then, as `1:05 left`.
pub fn time_left(since: Instant, done: u64, rest: u64) -> String {
    let pace = since.elapsed().as_secs_f64() / done.max(1) as f64;
    format!("{} left", clock(pace * rest as f64))
}

/// A bar for a known number of games, or none where nobody watches.
pub fn games_bar(games: u64, quiet: bool) -> ProgressBar {
    counting_bar(games, quiet, "{bar:24.cyan} {pos}/{len} games, {eta} left")
}

/// A bar for a known number of timed runs, or none where nobody watches.
pub fn runs_bar(runs: u64, quiet: bool) -> ProgressBar {
    counting_bar(runs, quiet, "{bar:24.cyan} {pos}/{len} runs, {eta} left  {wide_msg}")
}

/// A bar for at most that many pairs of games, or none where nobody watches.
pub fn pairs_bar(pairs: u64, quiet: bool) -> ProgressBar {
    counting_bar(pairs, quiet, "{bar:24.cyan} {pos} of at most {len} pairs  {wide_msg}")
}

/// A bar for a known number of positions, or none where nobody watches.
pub fn positions_bar(positions: u64, quiet: bool) -> ProgressBar {
    counting_bar(positions, quiet, "{bar:24.cyan} {pos}/{len} positions, {eta} left")
}

/// A count of the games that are read, or none where nobody watches.
pub fn reading_bar(quiet: bool) -> ProgressBar {
    counting_bar(0, quiet, "{spinner} {pos} games read")
}

/// A sign that work goes on, or none where nobody watches.
pub fn spinner(quiet: bool) -> ProgressBar {
    if quiet || !output::is_watched() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} {elapsed}  {wide_msg}");
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(TICK);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

/// A bar for a known number of games of selection, or none where nobody watches.
pub fn budget_bar(games: u64, quiet: bool) -> ProgressBar {
    counting_bar(games, quiet, "{bar:24.cyan} {percent} %, {wide_msg}")
}

fn counting_bar(length: u64, quiet: bool, template: &str) -> ProgressBar {
    if quiet || !output::is_watched() {
        return ProgressBar::hidden();
    }
    ProgressBar::new(length).with_style(style(template))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    #[test]
    fn minutes_of_earlier_sessions_are_spent() {
        let entry = registry::default_game();
        let preset = entry.preset(entry.default_preset(), 2).unwrap();
        let config = Config { generations: None, minutes: Some(60.0), ..preset };
        let left = |spent| Progress::new(&config, "", spent, 0, true).left(0);
        assert!(left(0.0).starts_with("59:") || left(0.0) == "1:00:00 left", "{}", left(0.0));
        assert_eq!(left(3600.0), "0:00 left");
        assert_eq!(left(7200.0), "0:00 left");
    }

    #[test]
    fn of_many_ranks_the_least_and_the_greatest_share_are_shown() {
        assert_eq!(shares(&[0.5, 0.333, 0.167]), "3 ranks, 50:33:17 %");
        let mut many = vec![0.125; 7];
        many.extend([0.1, 0.025]);
        assert_eq!(shares(&many), "9 ranks, 2 to 12 %");
    }
}
