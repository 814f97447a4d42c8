//! The program as its users meet it: commands, files and exit codes of the built binary.

mod program;

mod accuracy;
mod analyse;
mod arena;
mod bench;
mod books;
mod champions;
mod commands;
mod compare;
mod confirm;
mod crowned;
mod damage;
mod determinism;
#[cfg(unix)]
mod devices;
mod different;
mod digests;
mod earlier;
#[cfg(target_os = "linux")]
mod engines;
mod exploit;
mod exports;
#[cfg(debug_assertions)]
mod faults;
mod files;
mod films;
mod genes;
mod imports;
#[cfg(target_os = "linux")]
mod injected;
mod kills;
#[cfg(unix)]
mod links;
mod longer;
mod measurements;
#[cfg(target_os = "linux")]
mod memory;
mod next_steps;
mod numbers;
mod openings;
mod output;
mod pages;
mod pdn;
mod phases;
mod play;
mod positions;
#[cfg(target_os = "linux")]
mod programs;
mod reference;
mod refusals;
mod reports;
#[cfg(unix)]
mod screens;
mod seeds;
#[cfg(feature = "serve")]
mod serve;
mod settings;
mod shards;
#[cfg(unix)]
mod signals;
#[cfg(all(unix, debug_assertions))]
mod soak;
mod sprt;
mod stopping;
#[cfg(unix)]
mod terminal;
mod untouched;
mod verified;
