//! `serve`: games and runs in a browser.

use super::failure::{Code, Failure};
use super::runs::Overview;
use super::trend::Forecast;
use super::unit::Unit;
use super::work::{bot, game_flags, play_words};
use super::{Common, better, machine, output, pictures, runs, show};
use crate::game::layout::CellLayout;
use crate::record::error::RecordError;
use crate::record::home::Home;
use crate::record::run::Run;
use crate::report::heat_map::{self, HeatMap};
use crate::report::picture::DrawError;
use crate::serve::error::PageError;
use crate::serve::runs::{Picture, Reader};
use crate::serve::{Listening, Settings};
use crate::session::weights;
use crate::tune::config::Config;
use clap::Args;
use serde_json::{Value, json};
use std::net::{SocketAddr, UdpSocket};
use std::process::{Command, exit};
use std::thread;

/// What shows an address in the browser that a person has chosen.
const OPENER: &str = if cfg!(target_os = "macos") {
    "open"
} else if cfg!(windows) {
    "explorer"
} else {
    "xdg-open"
};
const STOPPING: &str = "Stopped; games under way go on when the server starts again.";
const EVERYWHERE: &str = "Everybody who can reach this machine can play and see the runs here, at any of its addresses. \
     Names other than localhost need --host.";
/// Points at most of the small curve of a run in the list.
const POINTS: usize = 60;

/// Play and watch in a browser, and see runs as they go
#[derive(Args)]
#[command(after_help = "
The page comes from this program, and loads nothing from any other address. Only browsers and
programs on this machine can connect, unless --listen or --tcp names another address; then everybody
who can reach that address can play. With --listen they also see the runs of this folder, so use
another address only in a network that you trust.

Programs play by the same protocol, JSON lines over WebSocket (/ws), --tcp or --stdio: docs/protocol.md.

Every move is on the disk before it is acknowledged. Ctrl-C ends the server; games go on when it starts
again. Games that are over are kept in results/play, for `replay`, `verify` and `book`.

Examples:
  starhop serve --open
  starhop serve --listen 127.0.0.1:8000 --bot RUN --bot 'alphabeta(depth=4):RUN'
  starhop serve --tcp 127.0.0.1:7122
")]
pub struct ServeArgs {
    /// Address for browsers; port 0 takes any free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7121")]
    listen: SocketAddr,
    /// Show the page in your browser
    #[arg(long)]
    open: bool,
    /// Address for programs, whose messages are lines of JSON [default: none]
    #[arg(long, value_name = "ADDRESS")]
    tcp: Option<SocketAddr>,
    /// Serve one program on standard input and output, and nobody else
    #[arg(long, conflicts_with_all = ["listen", "open", "tcp", "host"])]
    stdio: bool,
    /// Another name by which browsers may call this server, such as box.local:7121; leave out the port
    /// only if browsers show none, such as behind a proxy at port 443; can be given several times
    #[arg(long, value_name = "HOST:PORT", value_parser = host_name)]
    host: Vec<String>,
    /// Bot that players may choose besides the bots of the levels; can be given several times
    #[arg(long, value_name = "BOT")]
    bot: Vec<String>,
    /// How many bots think at once [default: one for each core]
    #[arg(long)]
    threads: Option<usize>,
}

/// Runs `serve`.
pub fn serve(args: &ServeArgs, common: &Common) -> Result<(), Failure> {
    let quiet = common.quiet;
    machine::on_signal(move || {
        if !quiet {
            output::say(STOPPING);
        }
        // Nothing is lost at any moment: what was acknowledged is on the disk.
        exit(Code::Interrupted as i32)
    })?;
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let thinkers = match machine::threads(args.threads)? {
        0 => cores(),
        threads => threads,
    };
    if args.stdio {
        let bots = args.bot.clone();
        return Ok(crate::serve::serve_one(common.home(), bots, thinkers, output::say)?);
    }
    let settings = Settings {
        home: common.home(),
        listen: args.listen,
        tcp: args.tcp,
        hosts: args.host.clone(),
        bots: args.bot.clone(),
        thinkers,
        reader: Reader { others, report, overview, whole, alike, arena, pictures, crowned },
        tell: output::say,
    };
    let sees_runs = !args.listen.ip().is_loopback();
    let is_open = sees_runs || args.tcp.is_some_and(|it| !it.ip().is_loopback());
    let ready = |at: Listening| {
        let page = format!("http://{}", reachable(at.http));
        let _ = output::print(&format!("{page}\n"));
        if args.open && Command::new(OPENER).arg(&page).spawn().is_err() {
            output::say("No browser was found; open the address above.");
        }
        if let Some(tcp) = at.tcp {
            let _ = output::print(&format!("tcp {tcp}\n"));
        }
        if is_open {
            output::say(match sees_runs {
                true if at.http.ip().is_unspecified() => EVERYWHERE,
                true => "Everybody who can reach this address can play and see the runs here.",
                false => "Everybody who can reach the second address can play.",
            });
        }
    };
    Ok(crate::serve::serve(settings, ready)?)
}

/// A name as browsers send it.
fn host_name(text: &str) -> Result<String, String> {
    let is_name = !text.is_empty() && !text.contains(|c: char| c == '/' || c.is_whitespace());
    is_name.then(|| text.to_string()).ok_or_else(|| {
        "a name as browsers send it, such as box.local:7121, without http://".to_string()
    })
}

/// An address by which others find a server that listens at all addresses of its machine; `localhost` where none
/// is known.
fn reachable(at: SocketAddr) -> String {
    if !at.ip().is_unspecified() {
        return at.to_string();
    }
    // Connecting sends nothing: the system says by which of its addresses it would reach another network.
    let own = || {
        let (any, elsewhere) = match at {
            SocketAddr::V4(_) => ("0.0.0.0:0", "192.0.2.1:9"),
            SocketAddr::V6(_) => ("[::]:0", "[2001:db8::1]:9"),
        };
        let socket = UdpSocket::bind(any).ok()?;
        socket.connect(elsewhere).ok()?;
        socket.local_addr().ok()
    };
    match own() {
        Some(own) => SocketAddr::new(own.ip(), at.port()).to_string(),
        None => format!("localhost:{}", at.port()),
    }
}

impl From<Failure> for PageError {
    fn from(failure: Failure) -> PageError {
        match failure.code {
            Code::Usage => PageError::NotThere(failure.message),
            _ => PageError::Failed(failure.message),
        }
    }
}

fn others(home: &Home) -> Result<Value, PageError> {
    let mut damaged = Vec::new();
    let mut skipped = |name: &str, why: Failure| {
        damaged.push(json!({ "name": name, "damaged": why.message }));
    };
    let others = runs::Listed::others(home, &mut skipped)?;
    let mut value = serde_json::to_value(others)?;
    if let Some(object) = value.as_object_mut() {
        object.insert("damaged".to_string(), Value::Array(damaged));
    }
    Ok(value)
}

fn report(home: &Home, name: &str) -> Result<String, PageError> {
    Ok(crate::cli::report::html(home, name)?)
}

/// A run as `list --json` has it, with the points of a small curve and its figures in words.
fn overview(run: &Run) -> Result<Value, PageError> {
    let overview = runs::overview(run)?;
    let rows = run.generations()?;
    let every = rows.len().div_ceil(POINTS).max(1);
    let means: Vec<f64> = rows.iter().step_by(every).map(|row| row.fitness_mean).collect();
    let mut known = means.iter().filter(|it| it.is_finite());
    let first = known.next();
    let ends = [first, known.next_back().or(first)].map(|it| worth(&overview, it.copied()));
    let champion = worth(&overview, overview.champion_fitness);
    let mut value = serde_json::to_value(overview)?;
    if let Some(object) = value.as_object_mut() {
        object.insert("means".to_string(), json!(means));
        object.insert("means_told".to_string(), json!(ends));
        object.insert("champion_told".to_string(), json!(champion));
    }
    Ok(value)
}

/// A fitness of a run as it is told, by the number that its program gave where it has one.
fn worth(overview: &Overview, fitness: Option<f64>) -> Option<String> {
    Some(Unit(overview.scoring).long(fitness?))
}

/// A run as `show --json` has it, with its figures in words, the names of the champions that it crowned on its
/// way, and the commands to go on with.
fn whole(home: &Home, run: &Run) -> Result<Value, PageError> {
    let shown = show::shown(run)?;
    let commands = commands(home, run, &shown.overview)?;
    let champion = worth(&shown.overview, shown.overview.champion_fitness);
    let unit = Unit(shown.overview.scoring);
    let change = change(run, unit)?;
    let mut whole = serde_json::to_value(shown)?;
    if let Some(object) = whole.as_object_mut() {
        let champions = maps_of(run)?.map_or(Vec::new(), |(_, maps)| maps);
        let titles = champions.into_iter().map(|it| Value::from(it.title)).collect();
        object.insert("champions".to_string(), Value::Array(titles));
        object.insert("champion_told".to_string(), json!(champion));
        object.insert("change_told".to_string(), json!(change));
        object.insert("counted".to_string(), json!(unit.games()));
        object.insert("commands".to_string(), json!(commands));
    }
    Ok(whole)
}

/// By how much fitness changes as games double, where enough champions were measured.
fn change(run: &Run, unit: Unit) -> Result<Option<String>, Failure> {
    let forecast = Forecast::of(&run.generations()?, &run.config()?, run.seconds()?);
    Ok(forecast.map(|it| it.change(unit)))
}

/// How a run is shown and gone on with, and what its champion can be used for, once there is one.
fn commands(home: &Home, run: &Run, overview: &Overview) -> Result<Vec<String>, Failure> {
    let config = run.config()?;
    let name = run.name();
    let mut words = vec![format!("show {name}")];
    words.extend(better::going_on(run, &config, overview, home)?);
    if weights::champion(run)?.is_some() {
        words.push(format!("measure {name}"));
        words.extend(play_words(name, &config));
        words.push(format!("export {name} --format python"));
    }
    Ok(words.iter().map(|words| Common::told(home, words)).collect())
}

/// The settings of each run.
fn configs(runs: &[Run]) -> Result<Vec<Config>, RecordError> {
    runs.iter().map(Run::config).collect()
}

/// Whether the champions of runs were measured in the same games.
fn alike(runs: &[Run]) -> Result<bool, PageError> {
    let configs = configs(runs)?;
    let runs: Vec<(&Run, &Config)> = runs.iter().zip(&configs).collect();
    Ok(pictures::are_alike(&runs)?)
}

/// The arena of the champions of runs, where all are of one game that starhop knows.
fn arena(home: &Home, runs: &[Run]) -> Result<Option<String>, PageError> {
    let configs = configs(runs)?;
    let game = |it: &Config| (it.game.clone(), it.players, it.rules.clone());
    let Some(first) = configs.first() else { return Ok(None) };
    let is_played = first.program.is_none() && configs.iter().all(|it| game(it) == game(first));
    if !is_played {
        return Ok(None);
    }
    let bots = runs.iter().zip(&configs).map(|(run, config)| bot(run.name(), config));
    let words = format!("arena {}{}", bots.collect::<Vec<_>>().join(" "), game_flags(first));
    Ok(Some(Common::told(home, &words)))
}

/// The champions that a run crowned on its way, where they lie on a board.
fn maps_of(run: &Run) -> Result<Option<(CellLayout, Vec<HeatMap>)>, PageError> {
    let table = weights::table_of(run, &run.config()?)?;
    let Some(layout) = table.layout() else { return Ok(None) };
    Ok(Some((layout, pictures::crowned(run, table.as_ref())?)))
}

/// The champion of an index among those, as SVG.
fn crowned(run: &Run, index: usize) -> Result<String, PageError> {
    let no_board = || PageError::NotThere("it lies on no board\n".to_string());
    let (layout, maps) = maps_of(run)?.ok_or_else(no_board)?;
    heat_map::one_of(&layout, &maps, index).map_err(|why| match why {
        DrawError::Empty => PageError::NotThere(why.to_string()),
        why => pictures::not_drawn(why).into(),
    })
}

/// The curves of runs, of those that have any; and of one alone its champion.
fn pictures(runs: &[Run]) -> Result<Vec<Picture>, PageError> {
    let configs = configs(runs)?;
    let opened: Vec<(&Run, &Config)> = runs.iter().zip(&configs).collect();
    let has_rows = |(run, _): &&(&Run, &Config)| matches!(run.rows_length(), Ok(1..));
    let begun: Vec<_> = opened.iter().filter(has_rows).copied().collect();
    let mut drawn = match begun.is_empty() {
        false => pictures::curves_of(&begun)?,
        true => Vec::new(),
    };
    if let [(run, config)] = opened[..]
        && let Some(champion) = weights::champion(run)?
    {
        let table = weights::table_of(run, config)?;
        drawn.push(pictures::champion(config, table.as_ref(), &champion.weights)?);
    }
    Ok(drawn.into_iter().map(|it| (it.name.to_string(), it.svg)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_what_browsers_send() {
        for host in ["box.local:7121", "games.example", "[::1]:7121"] {
            assert_eq!(host_name(host).as_deref(), Ok(host));
        }
        for host in ["", "http://box.local", "box.local:7121/", "box local"] {
            assert!(host_name(host).is_err(), "{host}");
        }
    }

    #[test]
    fn an_address_that_others_find_is_told() {
        let at = |text: &str| reachable(text.parse().unwrap());
        assert_eq!(at("127.0.0.1:7121"), "127.0.0.1:7121");
        for everywhere in ["0.0.0.0:7121", "[::]:7121"] {
            let told = at(everywhere);
            assert!(told.ends_with(":7121") && told != everywhere, "{told}");
        }
    }
}
