//! Evolves the evaluation weights of board-game programs, and measures honestly what they are worth.
//!
//! The command `starhop` is made of this library. Its features `cli` (the command), `pictures`
//! (curves and heat maps) and `serve` (games in a browser) are on by default; without them nothing
//! is compiled that draws or talks to a terminal:
//!
//! ```toml
//! starhop = { path = "starhop", default-features = false }
//! ```
//!
//! # Rules
//! [`game`] has five games. A game is a value that knows its rules; positions are plain values.
//!
//! ```
//! use starhop::game::draughts::Draughts;
//! use starhop::game::perft::perft;
//! use starhop::game::{Game, TextError};
//!
//! let (game, position) = Draughts::parse_position("W:W31-50:B1-20")?;
//! assert_eq!([1, 2, 3, 4].map(|plies| perft(&game, &position, plies)), [9, 81, 658, 4265]);
//! # Ok::<(), TextError>(())
//! ```
//!
//! # Games between bots
//! A bot is a search with the weights that it goes by, or `random`, which goes by none. [`registry`] knows games by name; what
//! weights a name means, an array, a file or a run, [`session::weights`] finds out.
//!
//! ```
//! use starhop::backend::Threads;
//! use starhop::play::{schedule::Fixture, transcript::GameSettings};
//! use starhop::record::home::Home;
//! use starhop::rng::{Purpose, Seed};
//! use starhop::session::{error::SessionError, weights};
//!
//! let table = starhop::registry::find("chinese-checkers")?.open(2, "standard")?;
//! let bot = |name: &str| weights::bot(&name.parse()?, table.as_ref(), &Home::new(".".as_ref()));
//! let bots = vec![bot("maxn(depth=1):champion-2")?, bot("hand-tuned-v4")?];
//! let games = table.bots(bots, &Threads::alone())?;
//! let fixture = Fixture { number: 0, pairing: 0, pair: 0, seats: vec![0, 1], opening: None };
//! let settings = GameSettings { purpose: Purpose::Arena, opening_plies: 4, repetitions: 3 };
//! let (game, _) = games.play(&fixture, settings, Seed::default(), &|| 0.0);
//! println!("{} moves, won by {:?}: {}", game.moves.len(), game.winner, game.moves.join(" "));
//! # Ok::<(), SessionError>(())
//! ```
//!
//! A game under way whose type nobody has to know is a [`LiveGame`](registry::LiveGame): moves are text,
//! and there are undo, what stands on each cell, and what a bot thinks.
//!
//! ```
//! use starhop::game::TextError;
//!
//! let mut game = starhop::registry::find("connect-four")?.open(2, "standard")?.live(0);
//! let first = game.moves().remove(0);
//! game.play(&first)?;
//! assert!(game.outcome().is_none() && game.play("9").is_err());
//! println!("{}", game.draw());
//! assert!(game.undo() && !game.undo());
//! # Ok::<(), TextError>(())
//! ```
//!
//! # Evolution
//! A [`Config`](tune::config::Config) holds every setting of a run; a preset of the game fills it.
//! An [`Evolution`](session::evolution::Evolution) leaves what the command `evolve` leaves: rows,
//! checkpoints, and a champion that was measured on games that nobody was selected by.
//!
//! ```
//! use starhop::backend::Threads;
//! use starhop::record::home::Home;
//! use starhop::session::{CHECKPOINT_EVERY, error::SessionError, evolution::Evolution};
//! use starhop::tune::{config::Config, total};
//!
//! # let folder = tempfile::tempdir().unwrap();
//! # let folder = folder.path();
//! let entry = starhop::registry::find("chinese-checkers")?;
//! let config = Config {
//!     population: 8, // A small one, since this is an example.
//!     generations: Some(3),
//!     final_games: 200,
//!     ..entry.preset("default", 2)?
//! };
//! let table = entry.open(config.players, &config.rules)?;
//! let home = Home::new(folder);
//! let evolution = Evolution::new(config, table, &home)?;
//! let run = evolution.create(&home, "first")?;
//! let ending = evolution.run(&run, &Threads::new(2).unwrap(), CHECKPOINT_EVERY, &mut ())?;
//! let evolved = ending.finished().unwrap().evolved; // Nobody can interrupt these threads.
//! let measured = total(&evolved.champion.measured);
//! println!("{:?} of {} games won", measured.win_rate(), measured.games());
//! assert_eq!(evolved.weights.len(), 121);
//! # Ok::<(), SessionError>(())
//! ```
//!
//! A run whose threads were asked to stop can be gone on with, in another process, too. It comes to the results of
//! the run that was never stopped.
//!
//! ```
//! use starhop::backend::Threads;
//! use starhop::record::{home::Home, rows::{GenerationRow, TimingRow}};
//! use starhop::session::{CHECKPOINT_EVERY, RunObserver, error::SessionError, evolution::Evolution};
//! use starhop::tune::config::Config;
//! use std::sync::{Arc, atomic::{AtomicBool, Ordering}};
//!
//! /// Asks for a stop after generation 1, as Ctrl-C would.
//! struct Impatient(Arc<AtomicBool>);
//!
//! impl RunObserver for Impatient {
//!     fn generation(&mut self, row: &GenerationRow, _: &TimingRow) {
//!         self.0.fetch_or(row.generation == 1, Ordering::Relaxed);
//!     }
//! }
//!
//! # let folder = tempfile::tempdir().unwrap();
//! # let folder = folder.path();
//! let entry = starhop::registry::find("chinese-checkers")?;
//! let preset = entry.preset("default", 2)?;
//! let config = Config { population: 4, generations: Some(3), final_games: 40, ..preset };
//! let home = Home::new(folder);
//! let evolution = Evolution::new(config, entry.open(2, "standard")?, &home)?;
//! let run = evolution.create(&home, "second")?;
//! let stop = Arc::new(AtomicBool::new(false));
//! let threads = Threads::alone().until(stop.clone());
//! let ending = evolution.run(&run, &threads, CHECKPOINT_EVERY, &mut Impatient(stop))?;
//! assert!(ending.finished().is_none());
//! drop(run); // As long as it is open, nobody else can go on with it.
//!
//! let run = home.run("second")?.hold()?;
//! let evolution = Evolution::find(run.run())?;
//! let run = evolution.open(run)?;
//! let ending = evolution.run(&run, &Threads::alone(), CHECKPOINT_EVERY, &mut ())?;
//! assert!(ending.finished().is_some());
//! let rows = run.run().generations()?; // Those of generations.csv.
//! println!("{:?}", rows.iter().map(|row| row.fitness_mean).collect::<Vec<_>>());
//! assert!(rows.iter().map(|row| row.generation).eq(0..=3));
//! # Ok::<(), SessionError>(())
//! ```
//!
//! Without files it is a loop of yours: a [`Plan`](evolve::evolution::Plan) makes one generation from another, and a
//! [`Tuner`](tune::Tuner) plays its games.
//!
//! ```
//! use starhop::backend::Threads;
//! use starhop::record::home::Home;
//! use starhop::rng::Purpose;
//! use starhop::session::{error::SessionError, evolution::terms_of};
//! use starhop::tune::{config::Config, total};
//!
//! let entry = starhop::registry::find("chinese-checkers")?;
//! let config = Config { population: 8, ..entry.preset("default", 2)? };
//! let table = entry.open(config.players, &config.rules)?;
//! let home = Home::new(".".as_ref()); // Opponents that are files or runs would be looked for there.
//! let terms = terms_of(&config, table.as_ref(), &home)?;
//! let tuner = table.tuner(&terms, Threads::alone())?;
//! let plan = config.plan(None);
//! let mut state = plan.first(tuner.as_ref());
//! while state.generation < 3 {
//!     state = plan.next(&state, tuner.as_ref());
//!     println!("generation {}, {} games", state.generation, state.games);
//! }
//!
//! // This preset's optimizer moves a centre. Where one has none, take the best of `state.population`.
//! let genes = state.centres[0].genome(tuner.parameters());
//! let measured = total(&tuner.measure(&genes, Purpose::Own, &[], 0..200)); // Fresh games.
//! println!("{:?} of {} games won", measured.win_rate(), measured.games());
//! assert_eq!(tuner.vector(&genes).len(), table.parameters().len());
//! # Ok::<(), SessionError>(())
//! ```
//!
//! Any function of a vector can be evolved in the same way, with no game behind it:
//! see [`Function`](evolve::function::Function).
//!
//! # Strength
//! [`session::measure`] plays fresh games of weights against others, [`session::sprt`] tests which of
//! two bots is stronger, and [`play::ratings`] rates bots by the games of an arena.
//!
//! # A game of your own
//! Implement [`Game`](game::Game) and [`SearchHints`](game::hints::SearchHints), whose methods have
//! defaults, and [`Parametric`](eval::Parametric) with an [`Evaluator`](eval::Evaluator) for what is
//! to be evolved; an [`Entry`](registry::Entry) says what the game is called. Once it is
//! [added](registry::add), evolution, measurement, arenas, searches, pictures and, with the feature
//! `cli`, all commands know it. `docs/library.md` leads through that.
//!
//! # Rooms
//! Data flows one way, from the rules to the command line, and each module uses those before it:
//! [`rng`], [`parameter`], [`backend`] · [`game`], [`eval`], [`search`], [`play`], [`program`] ·
//! [`evolve`], [`tune`] · [`record`], [`report`] · [`registry`], [`session`]. `ARCHITECTURE.md` says why.

#![warn(missing_debug_implementations, missing_docs)]

pub mod backend;
#[cfg(feature = "cli")]
pub mod cli;
pub mod eval;
pub mod evolve;
pub mod game;
pub mod parameter;
pub mod play;
pub mod program;
pub mod record;
pub mod registry;
pub mod report;
pub mod rng;
pub mod search;
#[cfg(feature = "serve")]
pub mod serve;
pub mod session;
pub mod tune;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
