//! Somebody else's program as a bot: its processes, one for each seat that is played at a time, and what
//! is done where one fails. A game that it fails in is lost, and the next one has a new process.

use super::child::{Child, Fault, Heard};
use super::engine::{Engine, Protocol};
use super::faults::Faults;
use super::said::Said;
use crate::backend::lock;
use crate::game::TextError;
use crate::play::outside::{Choice, Outside, OutsideSeat, Place};
use crate::search::AgentError;
use crate::search::clock::{self, GameClock};
use crate::search::spec::{Limit, Pace};
use std::fmt;
use std::slice;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Lines of one answer at most.
const MOST_LINES: u32 = 100_000;
/// Processes that stay in games with people while others move.
const MOST_IN_GAMES: usize = 8;
/// Options by which an engine says that it takes what starhop tells of a game.
const RULES: &str = "Rules";
const PLAYERS: &str = "Players";
const SEED: &str = "Seed";
const LEGAL_MOVES: &str = "LegalMoves";

/// A program that plays.
pub struct Player {
    engine: Engine,
    pace: Pace,
    idle: Mutex<Vec<Worker>>,
    faults: Mutex<Faults>,
}

/// A process that is ready to play.
struct Worker {
    child: Child,
    protocol: Protocol,
    /// What it says can be set.
    options: Vec<String>,
    /// The game that it is in.
    game: Option<Told>,
}

/// A game as a program was told of it.
struct Told {
    game: u64,
    players: usize,
    rules: String,
    seat: usize,
    start: Option<String>,
    /// All moves, its own last one among them.
    moves: Vec<String>,
}

impl Told {
    /// Whether it goes on at that place of its game.
    fn goes_on(&self, (players, rules): (usize, &str), place: &Place<'_>) -> bool {
        self.is_of(place)
            && (self.players, &self.rules[..]) == (players, rules)
            && self.start.as_deref() == place.start
            && place.moves.starts_with(&self.moves)
    }

    /// Whether it is the same seat of a game of that number, of which moves may have been taken back.
    fn is_of(&self, place: &Place<'_>) -> bool {
        Some(self.game) == place.game && self.seat == place.seat
    }
}

impl Player {
    /// The program that a file tells of, which has that much time. No process is started before it is asked.
    ///
    /// # Errors
    /// Where its language can't say so.
    pub fn new(engine: Engine, pace: Pace) -> Result<Player, TextError> {
        engine.protocol.check(pace)?;
        Ok(Player { engine, pace, idle: Mutex::default(), faults: Mutex::default() })
    }

    /// What its file says.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The games that it lost by failing so far, those not among them that it lost on time.
    pub fn faults(&self) -> Faults {
        lock(&self.faults).clone()
    }

    /// A process that is ready: that in the same game, else one that is in no game, or a new one. Where many are in
    /// games, the one that was asked the longest ago leaves its game.
    fn worker(
        &self,
        is_stopped: &dyn Fn() -> bool,
        is_in_game: impl Fn(&Told) -> bool,
    ) -> Result<Worker, Fault> {
        let idle = {
            let mut idle = lock(&self.idle);
            let place = idle.iter().position(|it| it.game.as_ref().is_some_and(&is_in_game));
            let place = place.or_else(|| idle.iter().position(|it| it.game.is_none()));
            let place = place.or((idle.len() >= MOST_IN_GAMES).then_some(0));
            place.map(|place| idle.remove(place))
        };
        match idle {
            Some(worker) => Ok(worker),
            None => Worker::start(&self.engine, is_stopped),
        }
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player").field("engine", &self.engine).field("pace", &self.pace).finish()
    }
}

impl Outside for Player {
    fn name(&self) -> String {
        self.engine.path.display().to_string()
    }

    fn pace(&self) -> Pace {
        self.pace
    }

    fn check(&self, is_stopped: &dyn Fn() -> bool) -> Result<(), AgentError> {
        match self.worker(is_stopped, |_| false) {
            Ok(worker) => lock(&self.idle).push(worker),
            Err(Fault::Stopped) => {}
            Err(Fault::Dead(why)) => return Err(AgentError::Failed(why)),
        }
        Ok(())
    }

    fn seat(&self, players: usize, rules: &str) -> Box<dyn OutsideSeat + '_> {
        Box::new(Seat { player: self, worker: None, players, rules: rules.to_string() })
    }
}

/// A seat of a program in one game.
struct Seat<'a> {
    player: &'a Player,
    /// Its process, once it was asked; `None` again once that has failed.
    worker: Option<Worker>,
    players: usize,
    rules: String,
}

impl OutsideSeat for Seat<'_> {
    fn prepare(&mut self, place: &Place<'_>) -> Result<(), AgentError> {
        self.begin(place).map_err(|fault| AgentError::Failed(self.fail(fault, place, false)))
    }

    fn choose(&mut self, place: &Place<'_>) -> Result<Choice, AgentError> {
        let since = Instant::now();
        self.ask(place).map_err(|fault| {
            let is_late = place.clock().is_some_and(|it| it.is_over(since.elapsed()));
            let why = self.fail(fault, place, is_late);
            if is_late { AgentError::Late(why) } else { AgentError::Failed(why) }
        })
    }
}

impl Seat<'_> {
    /// Ends its process and says why. That counts as a failure, unless nobody wants the answer any more, or it has lost
    /// on time.
    fn fail(&mut self, fault: Fault, place: &Place<'_>, is_late: bool) -> String {
        let why = match (fault, self.worker.take()) {
            (Fault::Dead(why), Some(worker)) => worker.child.give_up(why),
            (fault, worker) => {
                worker.iter().for_each(|it| it.child.kill());
                fault.to_string()
            }
        };
        if !is_late && !(place.is_stopped)() {
            lock(&self.player.faults).add(&why);
        }
        why
    }

    /// Finds a process that is in this game, unless it has one.
    fn begin(&mut self, place: &Place<'_>) -> Result<(), Fault> {
        if self.worker.is_some() {
            return Ok(());
        }
        // Where people play, each move is asked for from a seat of its own.
        let found = self.player.worker(place.is_stopped, |game| game.is_of(place))?;
        let table = (self.players, &self.rules[..]);
        let worker = self.worker.insert(found);
        match worker.game.as_ref().is_some_and(|game| game.goes_on(table, place)) {
            true => Ok(()),
            false => worker.begin(table, &self.player.engine, place),
        }
    }

    fn ask(&mut self, place: &Place<'_>) -> Result<Choice, Fault> {
        self.begin(place)?;
        let (engine, pace) = (&self.player.engine, self.player.pace);
        let table = (self.players, &self.rules[..]);
        let Some(worker) = &mut self.worker else { return Err(Fault::Stopped) };
        let choice = worker.choose(engine, pace, place)?;
        (place.check)(&choice.mv)
            .map_err(|why| Fault::Dead(format!("illegal move '{}': {why}", choice.mv)))?;
        worker.game = place.game.map(|game| {
            let start = place.start.map(str::to_string);
            let moves = [place.moves, slice::from_ref(&choice.mv)].concat();
            let (players, rules) = (table.0, table.1.to_string());
            Told { game, players, rules, seat: place.seat, start, moves }
        });
        Ok(choice)
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        lock(&self.player.idle).extend(self.worker.take());
    }
}

impl Worker {
    /// A new process, once it is ready.
    fn start(engine: &Engine, is_stopped: &dyn Fn() -> bool) -> Result<Worker, Fault> {
        let child = Child::start(engine.launch(), Arc::new(|_| ())).map_err(Fault::Dead)?;
        let mut worker =
            Worker { child, protocol: engine.protocol, options: Vec::new(), game: None };
        worker.greet(engine, is_stopped).map_err(|fault| match fault {
            Fault::Dead(why) => Fault::Dead(worker.child.give_up(why)),
            Fault::Stopped => {
                worker.child.kill();
                fault
            }
        })?;
        Ok(worker)
    }

    fn tell(&self, lines: impl IntoIterator<Item = String>) {
        lines.into_iter().for_each(|line| self.child.tell(line));
    }

    /// The first of its lines that `take` takes, before the time is over.
    fn wait<T>(
        &self,
        most: Duration,
        is_stopped: &dyn Fn() -> bool,
        mut take: impl FnMut(Said) -> Result<Option<T>, String>,
    ) -> Result<T, Fault> {
        let since = Instant::now();
        for _ in 0..MOST_LINES {
            let line = self.child.line((since, most), is_stopped)?;
            if let Some(taken) = take(self.protocol.said(&line)).map_err(Fault::Dead)? {
                return Ok(taken);
            }
        }
        Err(Fault::Dead(format!("it wrote {MOST_LINES} lines and no answer")))
    }

    fn greet(&mut self, engine: &Engine, is_stopped: &dyn Fn() -> bool) -> Result<(), Fault> {
        let mut options = Vec::new();
        self.tell([self.protocol.hello()]);
        self.wait(engine.start, is_stopped, |said| {
            Ok(match said {
                Said::Option(name) => {
                    options.push(name);
                    None
                }
                Said::Ok => Some(()),
                _ => None,
            })
        })
        .map_err(|fault| match fault {
            Fault::Dead(why) => {
                let name = self.protocol.name();
                Fault::Dead(format!(
                    "it didn't get ready in {name}, the protocol of its file: {why}"
                ))
            }
            Fault::Stopped => fault,
        })?;
        self.options = options;
        for (name, value) in &engine.options {
            if !self.options.contains(name) {
                return Err(Fault::Dead(format!("it has no option '{name}'")));
            }
            self.set(name, value);
        }
        self.tell([self.protocol.init()]);
        self.be_ready(engine, is_stopped)
    }

    fn be_ready(&self, engine: &Engine, is_stopped: &dyn Fn() -> bool) -> Result<(), Fault> {
        self.wait(engine.start, is_stopped, |said| match said {
            Said::Ready => Ok(Some(())),
            Said::Error(why) => Err(format!("it answered the error '{why}'")),
            _ => Ok(None),
        })
    }

    fn set(&self, name: &str, value: &str) {
        self.tell([self.protocol.set(name, value)]);
    }

    fn has(&self, option: &str) -> bool {
        self.options.iter().any(|it| it == option)
    }

    /// Tells it of a new game.
    fn begin(
        &self,
        (players, rules): (usize, &str),
        engine: &Engine,
        place: &Place<'_>,
    ) -> Result<(), Fault> {
        for (name, value) in [
            (PLAYERS, players.to_string()),
            (RULES, rules.to_string()),
            (SEED, place.seed.to_string()),
            (LEGAL_MOVES, "true".to_string()),
        ] {
            // What its file sets stays.
            if self.has(name) && !engine.options.contains_key(name) {
                self.set(name, &value);
            }
        }
        self.tell(self.protocol.new_game());
        self.be_ready(engine, place.is_stopped)
    }

    /// Hears what it has written since it was last asked: a move among that is of no question, and would
    /// be taken for the answer to the next one.
    fn hear_out(&self) -> Result<(), Fault> {
        for _ in 0..MOST_LINES {
            match self.child.hear(Duration::ZERO) {
                Heard::Nothing => return Ok(()),
                Heard::Line(line) => {
                    if let Said::BestMove(mv) = self.protocol.said(&line) {
                        let why = format!("it named the move '{mv}' before it was asked for one");
                        return Err(Fault::Dead(why));
                    }
                }
                Heard::Broken(why) => return Err(Fault::Dead(why)),
                Heard::End => return Err(Fault::Dead("it ended".to_string())),
            }
        }
        Err(Fault::Dead(format!("it wrote {MOST_LINES} lines before it was asked")))
    }

    /// Asks it for a move.
    fn choose(&self, engine: &Engine, pace: Pace, place: &Place<'_>) -> Result<Choice, Fault> {
        self.hear_out()?;
        let lines = self.protocol.ask(place, pace, self.has(LEGAL_MOVES));
        self.tell(lines.map_err(|why| Fault::Dead(why.0))?);
        let most = match (pace, place.clock()) {
            (Pace::Move(Limit::Milliseconds(ms)), _) => Duration::from_millis(ms) + engine.late,
            (Pace::Game(_), Some(clock)) => patience(&clock, engine.late),
            (Pace::Move(Limit::Depth(_) | Limit::Nodes(_)) | Pace::Game(_), _) => engine.answer,
        };
        let mut choice = Choice::default();
        self.wait(most, place.is_stopped, |said| match said {
            Said::BestMove(mv) => Ok(Some(mv)),
            Said::Error(why) => Err(format!("it answered the error '{why}'")),
            Said::Info(info) => {
                choice.depth = info.depth.unwrap_or(choice.depth);
                choice.nodes = info.nodes.unwrap_or(choice.nodes);
                choice.value = info.value.or(choice.value);
                Ok(None)
            }
            Said::Option(_) | Said::Ok | Said::Ready | Said::Other => Ok(None),
        })
        .map(|mv| Choice { mv, ..choice })
    }
}

/// How long an answer of a program with that clock is waited for: the game is lost before, but its process isn't.
fn patience(clock: &GameClock, late: Duration) -> Duration {
    let beyond = late.max(clock::ALLOWANCE);
    // In whole milliseconds, since people read it.
    Duration::from_millis(clock.left().as_millis() as u64 + 1) + beyond
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.tell(["quit".to_string()]);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    /// Writes down what it hears.
    const PROGRAM: &str = r#"
while read -r line; do
    echo "$line" >> heard
    case "$line" in
        ugi) echo ugiok ;;
        isready) echo readyok ;;
        go*) echo bestmove 4 ;;
        quit) exit ;;
    esac
done
"#;

    /// What the program has heard since the last look, as it stands there once it has answered.
    fn heard(path: &Path) -> Vec<String> {
        let text = fs::read_to_string(path).unwrap();
        fs::write(path, "").unwrap();
        text.lines().map(str::to_string).collect()
    }

    #[test]
    fn a_seat_that_was_prepared_is_only_asked_for_its_move() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("engine.sh"), PROGRAM).unwrap();
        let text = "version = 1\ncommand = [\"sh\", \"engine.sh\"]\n";
        let engine = Engine::parse(text, &folder.path().join("engine.toml")).unwrap();
        let player = Player::new(engine, Pace::Move(Limit::Depth(1))).unwrap();
        let mut seat = player.seat(2, "standard");
        let place = Place {
            start: None,
            moves: &[],
            legal: &["4".to_string()],
            seed: 1,
            game: None,
            seat: 0,
            clocks: &[],
            is_stopped: &|| false,
            check: &|_| Ok(()),
        };
        let path = folder.path().join("heard");
        seat.prepare(&place).unwrap();
        assert_eq!(heard(&path), ["ugi", "isready", "uginewgame", "isready"]);
        seat.prepare(&place).unwrap();
        assert_eq!(seat.choose(&place).unwrap().mv, "4");
        let told = heard(&path);
        assert!(told[0].starts_with("position ") && told[1].starts_with("go depth 1"), "{told:?}");
        assert_eq!(told.len(), 2, "{told:?}");
    }
}
