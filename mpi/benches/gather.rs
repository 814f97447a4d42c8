//! What it takes to hand out work to ranks and to gather what they answer, by how much is said. Nothing is
//! played. On two ranks:
//! `CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER='mpirun -n 2' cargo bench -p starhop-mpi --bench gather`

use starhop::backend::Threads;
use starhop::backend::ranks::{
    Job, Link as _, Member, Opened, PATIENCE, Ranks, Task, lead_away, serve,
};
use starhop_mpi::Mpi;
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

/// Bytes that each rank is told, and that it answers.
const SIZES: [usize; 5] = [0, 10_000, 100_000, 1_000_000, 10_000_000];
/// Shares of a task for each rank.
const SHARES: u64 = 2;
/// Bytes of all tasks of a size, at about which it is known what one takes.
const ENOUGH: usize = 400_000_000;

/// Answers as much as it was told.
struct Echo(Vec<u8>);

impl Opened for Echo {
    fn begin(&self, told: &[u8]) -> Option<Arc<dyn Job>> {
        Some(Arc::new(Echo(told.to_vec())))
    }
}

impl Job for Echo {
    fn play(&self, _: &[u8]) -> Option<Vec<u8>> {
        Some(answer(&self.0))
    }
}

fn answer(told: &[u8]) -> Vec<u8> {
    told[..told.len() / SHARES as usize].to_vec()
}

fn main() {
    let Some(mpi) = Mpi::join().filter(|it| it.link().count() > 1) else {
        eprintln!("error: start it by mpirun, as the first lines of mpi/benches/gather.rs say");
        std::process::exit(2);
    };
    let link = mpi.link();
    let count = link.count();
    match mpi.rank() {
        0 => {
            let member = Member { machine: String::new(), threads: 1 };
            let members = vec![member; count];
            let ranks = Arc::new(Ranks::new(link.clone(), members, PATIENCE));
            println!("{count} ranks\n{:>22}{:>14}", "bytes each way, a rank", "ms");
            for size in SIZES {
                println!("{size:>22}{:>14.3}", 1e3 * median(&ranks, size));
            }
            if let Err(staying) = lead_away(link.as_ref(), PATIENCE) {
                eprintln!("ranks {staying:?} don't leave");
            }
        }
        _ => serve(link.as_ref(), &|_, _| Ok(Box::new(Echo(Vec::new())))),
    }
    mpi.leave(PATIENCE);
}

/// Seconds of a task, in the median of many.
fn median(ranks: &Arc<Ranks>, size: usize) -> f64 {
    let (opening, threads) = (ranks.open(&[]), Threads::alone());
    let units = SHARES * ranks.count() as u64;
    let told = vec![1; size];
    let task = Task {
        units,
        games: units,
        told: &|| told.clone(),
        share: &|_: Range<u64>| Vec::new(),
        play: &|_| answer(&told),
    };
    let rounds = (ENOUGH / size.max(1)).clamp(20, 500);
    let mut seconds: Vec<f64> = (0..rounds)
        .map(|_| {
            let began = Instant::now();
            opening.play(&task, &threads, &mut |_, _| true);
            began.elapsed().as_secs_f64()
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    seconds[rounds / 2]
}
