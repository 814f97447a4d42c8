//! How far a run scales over ranks: what its parts take is measured here, on one thread, and a model says
//! what that comes to on many cores. `cargo bench --bench scale` prints both; `docs/cluster.md` has the model's
//! assumptions and what it says.

mod scale {
    pub mod measured;
    pub mod model;
}

use scale::measured::Measured;
use scale::model::{CORES, ISLANDS_EVERY, Network, efficiency, islands};
use starhop::registry;
use starhop::tune::config::Config;
use std::error::Error;

/// A kind of run by its name, with the flags that make it.
struct Workload {
    name: &'static str,
    preset: &'static str,
    population: usize,
    search: &'static str,
}

const WORKLOADS: [Workload; 4] = [
    Workload { name: "report, 640", preset: "report", population: 640, search: "greedy" },
    Workload { name: "default", preset: "default", population: 0, search: "greedy" },
    Workload { name: "report, 16,384", preset: "report", population: 16_384, search: "greedy" },
    Workload {
        name: "search, 1,024",
        preset: "report",
        population: 1024,
        search: "alphabeta(depth=2)",
    },
];

fn config(of: &Workload) -> Result<Config, Box<dyn Error>> {
    let mut config = registry::find("chinese-checkers")?.preset(of.preset, 2)?;
    if of.population > 0 {
        config.population = of.population;
    }
    config.search = of.search.parse()?;
    Ok(config)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut all = Vec::new();
    println!(
        "{:16}{:>12}{:>10}{:>12}{:>12}{:>12}{:>12}{:>12}{:>12}",
        "workload",
        "individuals",
        "games",
        "us a game",
        "ms games",
        "ms counting",
        "ms breeding",
        "ms figures",
        "kB"
    );
    for workload in &WORKLOADS {
        let it = Measured::of(&config(workload)?)?;
        println!(
            "{:16}{:>12}{:>10.0}{:>12.1}{:>12.1}{:>12.2}{:>12.2}{:>12.2}{:>12.0}",
            workload.name,
            it.individuals,
            it.games,
            1e6 * it.playing / it.games,
            1e3 * it.playing,
            1e3 * it.counting,
            1e3 * it.breeding,
            1e3 * it.figures,
            (it.bytes_each + it.bytes_all) / 1e3,
        );
        all.push(it);
    }
    println!("\nEfficiency in % by cores, and games a second with all of them");
    print!("{:16}{:14}", "workload", "network");
    CORES.iter().for_each(|cores| print!("{cores:>7}"));
    println!("{:>14}", "games/s");
    for (workload, measured) in WORKLOADS.iter().zip(&all) {
        for network in &Network::ALL {
            print_row(workload.name, network.name, measured, &|cores| {
                efficiency(measured, network, cores)
            });
        }
        let network = &Network::ALL[1];
        let name = format!("{}, islands", network.name);
        print_row(workload.name, &name, measured, &|cores| islands(measured, network, cores));
    }
    println!("\nislands: one a rank, a migration each {ISLANDS_EVERY} generations");
    Ok(())
}

fn print_row(
    workload: &str,
    network: &str,
    measured: &Measured,
    of: &dyn Fn(usize) -> Option<f64>,
) {
    print!("{workload:16}{network:21}");
    let mut last = None;
    for cores in CORES {
        let found = of(cores);
        match found {
            Some(share) => print!("{:>7.0}", 100.0 * share),
            None => print!("{:>7}", "-"),
        }
        last = found.map(|share| (cores, share)).or(last);
    }
    let pace =
        |(cores, share): (usize, f64)| share * cores as f64 * measured.games / measured.playing;
    println!("{:>14.0}", last.map_or(0.0, pace));
}
