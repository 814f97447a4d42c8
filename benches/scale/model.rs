//! The model: how long a generation takes on many cores.

use super::measured::{Measured, Played};

pub const CORES: [usize; 5] = [16, 64, 256, 1024, 4096];
/// Threads of a rank.
const THREADS: usize = 16;
/// One thread makes the vectors of an island with fewer individuals: `evolve/centre`.
const FEW: f64 = 97.0;
/// Generations between two migrations.
pub const ISLANDS_EVERY: f64 = 100.0;
/// Seconds that handing out a share and taking its answer costs rank 0: `benches/gather.rs`, with nothing said.
const A_SHARE: f64 = 50e-6;
/// Seconds that a share is worth at least, and the part of what would be a rank's due that it is given at
/// once: as in `backend/ranks/shares`.
const SHORTEST: f64 = 300e-6;
const AT_ONCE: f64 = 0.5;
/// Bytes of what an individual came to, and of one that is sent with its genes as text.
const SAMPLE: f64 = 40.0;
const INDIVIDUAL: f64 = 1000.0;

/// What lies between ranks.
pub struct Network {
    pub name: &'static str,
    /// Seconds until a small message is there.
    latency: f64,
    /// Bytes a second that rank 0 sends or receives.
    bandwidth: f64,
}

impl Network {
    /// Shared memory as `benches/gather.rs` measures it; the others as such networks are sold.
    pub const ALL: [Network; 3] = [
        Network { name: "shared memory", latency: 20e-6, bandwidth: 1e9 },
        Network { name: "10 Gb Ethernet", latency: 30e-6, bandwidth: 1.1e9 },
        Network { name: "InfiniBand HDR", latency: 2e-6, bandwidth: 12e9 },
    ];
}

/// The share of the cores' time that goes to games, where rank 0 gathers each generation; `None` where some of
/// them never have a part to play.
pub fn efficiency(it: &Measured, network: &Network, cores: usize) -> Option<f64> {
    let ranks = ranks(cores);
    let games: f64 = it.batches.iter().map(|batch| batch_takes(batch, cores)).sum();
    let mut talk = 0.0;
    if ranks > 1.0 {
        let messages = |batch: &Played| {
            let due = batch_takes(batch, cores) * AT_ONCE;
            let shares = (1.0 + (due / SHORTEST).max(1.0).log2()).ceil();
            // Shares are handed out while others are played.
            (ranks * shares * A_SHARE - batch_takes(batch, cores)).max(0.0) + 2.0 * network.latency
        };
        let bytes = (ranks - 1.0) * it.bytes_each + it.bytes_all;
        talk = bytes / network.bandwidth + it.batches.iter().map(messages).sum::<f64>();
    }
    let most = it.batches.iter().map(|batch| batch.parts).fold(0.0, f64::max);
    (most >= cores as f64)
        .then(|| ideal(it, cores) / (games + talk + it.counting + bred(it, 1.0) + it.figures))
}

/// The same for islands, one a rank, that migrate each [`ISLANDS_EVERY`] generations.
pub fn islands(it: &Measured, network: &Network, cores: usize) -> Option<f64> {
    let gathered = ideal(it, cores) / efficiency(it, network, cores)?;
    let ranks = ranks(cores);
    let games: f64 = it.batches.iter().map(|batch| batch_takes(batch, cores)).sum();
    let own = games + it.counting / ranks + bred(it, ranks) / ranks;
    let alone = ISLANDS_EVERY - 1.0;
    let bytes = it.individuals * (alone * SAMPLE + INDIVIDUAL);
    let talk = bytes / network.bandwidth + ranks * A_SHARE + 2.0 * network.latency;
    // Rank 0 makes the same generations again, for the record.
    let again = alone * (bred(it, ranks) + it.figures);
    Some(ISLANDS_EVERY * ideal(it, cores) / (gathered + alone * own + talk + again))
}

/// Seconds that one rank takes to make the vectors of a generation, island after island: on all of its threads
/// where an island has many.
fn bred(it: &Measured, islands: f64) -> f64 {
    it.breeding / if it.individuals / islands < FEW { 1.0 } else { THREADS as f64 }
}

/// Seconds of the games of a generation, if nobody ever waited.
fn ideal(it: &Measured, cores: usize) -> f64 {
    it.batches.iter().map(|batch| batch.seconds).sum::<f64>() / cores as f64
}

/// Seconds of a batch: a part is played by one thread, so that the last parts leave threads without any.
fn batch_takes(batch: &Played, cores: usize) -> f64 {
    batch.seconds / batch.parts * (batch.parts / cores as f64).ceil()
}

fn ranks(cores: usize) -> f64 {
    cores.div_ceil(THREADS) as f64
}
