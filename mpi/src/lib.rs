//! Ranks that were started by MPI, and the messages between them. Only the thread that has begun it may
//! speak, so that the library needs no more than `MPI_THREAD_FUNNELED`.

use mpi::Threading;
use mpi::environment::{self, Universe};
use mpi::point_to_point::Status;
use mpi::request::{Request, StaticScope};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator as _, Destination as _, Equivalence as _, Source as _};
use starhop::backend::ranks::Link;
use std::cell::RefCell;
use std::env;
use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// Variables that say that a process was started as a rank: by Open MPI, by others through PMI, and by
/// Slurm through PMIx.
const STARTED: [&str; 3] = ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"];

/// This process among the others.
pub struct Mpi {
    /// Ends MPI when it is dropped.
    universe: Universe,
    link: Arc<World>,
    rank: usize,
}

/// The link between all ranks.
pub struct World {
    count: usize,
    owner: ThreadId,
}

/// A message on its way.
struct Transfer {
    /// Not dropped before it is done, which ends the process.
    request: ManuallyDrop<Request<'static, [u8], StaticScope>>,
    buffer: *mut [u8],
    rank: usize,
}

thread_local! {
    static SENT: RefCell<Vec<Transfer>> = const { RefCell::new(Vec::new()) };
    static ARRIVING: RefCell<Vec<Transfer>> = const { RefCell::new(Vec::new()) };
}

impl Mpi {
    /// Joins the other ranks; `None` where this process was started alone.
    ///
    /// # Panics
    /// Where the library allows a process no threads.
    pub fn join() -> Option<Mpi> {
        if !STARTED.iter().any(|name| env::var_os(name).is_some()) {
            return None;
        }
        let started = mpi::initialize_with_threading(Threading::Funneled);
        let started = started.filter(|(_, given)| *given >= Threading::Funneled);
        let (universe, _) = started.expect("an MPI library that allows threads");
        let world = universe.world();
        let (count, rank) = (world.size() as usize, world.rank() as usize);
        let link = Arc::new(World { count, owner: thread::current().id() });
        Some(Mpi { universe, link, rank })
    }

    /// The rank of this process.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// The link to all others.
    pub fn link(&self) -> Arc<World> {
        self.link.clone()
    }

    /// Ends MPI once all that was sent is on its way; all ranks have to.
    pub fn leave(self, patience: Duration) {
        let began = Instant::now();
        while self.link.settle() > 0 && began.elapsed() < patience {
            thread::sleep(Duration::from_micros(100));
        }
        match self.link.settle() {
            0 => drop(self.universe),
            _ => abort(1),
        }
    }
}

/// Ends the processes of all ranks, with that code.
pub fn abort(code: i32) -> ! {
    SimpleCommunicator::world().abort(code)
}

/// The machine that this process runs on.
pub fn machine() -> String {
    environment::processor_name().unwrap_or_default()
}

/// The processors that this process may use, by number.
#[cfg(target_os = "linux")]
pub fn processors() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let Ok(set) = sched_getaffinity(None) else { return Vec::new() };
    (0..CpuSet::MAX_CPU).filter(|&number| set.is_set(number)).collect()
}

/// Other systems don't say.
#[cfg(not(target_os = "linux"))]
pub fn processors() -> Vec<usize> {
    Vec::new()
}

impl World {
    /// Frees what has been sent; says how many messages are still on their way.
    fn settle(&self) -> usize {
        SENT.with_borrow_mut(|sent| {
            let all = std::mem::take(sent);
            sent.extend(all.into_iter().filter_map(|it| it.test().err()));
            sent.len()
        })
    }

    fn world(&self) -> SimpleCommunicator {
        assert!(self.is_mine(), "only the thread that has begun MPI may speak");
        SimpleCommunicator::world()
    }
}

impl Link for World {
    fn count(&self) -> usize {
        self.count
    }

    fn is_mine(&self) -> bool {
        thread::current().id() == self.owner
    }

    fn send(&self, rank: usize, message: Vec<u8>) {
        let buffer = Box::into_raw(message.into_boxed_slice());
        // SAFETY: the buffer is freed once the request is done, and never changed before.
        let bytes: &'static [u8] = unsafe { &*buffer };
        let to = self.world();
        let request = to.process_at_rank(rank as i32).immediate_send(StaticScope, bytes);
        SENT.with_borrow_mut(|sent| sent.push(Transfer::new(request, buffer, rank)));
        self.settle();
    }

    fn receive(&self) -> Option<(usize, Vec<u8>)> {
        self.settle();
        let world = self.world();
        while let Some((message, status)) = world.any_process().immediate_matched_probe() {
            let buffer = Box::into_raw(vec![0; length(status)].into_boxed_slice());
            // SAFETY: nobody else looks at the buffer until the request is done.
            let bytes: &'static mut [u8] = unsafe { &mut *buffer };
            let request = message.immediate_matched_receive_into(StaticScope, bytes);
            let rank = status.source_rank() as usize;
            ARRIVING.with_borrow_mut(|all| all.push(Transfer::new(request, buffer, rank)));
        }
        ARRIVING.with_borrow_mut(arrived)
    }
}

fn length(status: Status) -> usize {
    usize::try_from(status.count(u8::equivalent_datatype())).unwrap_or_default()
}

/// The first message that has arrived whole, behind no other of the same rank.
fn arrived(all: &mut Vec<Transfer>) -> Option<(usize, Vec<u8>)> {
    let mut found = None;
    let mut waiting: Vec<Transfer> = Vec::with_capacity(all.len());
    for transfer in all.drain(..) {
        let rank = transfer.rank;
        if found.is_some() || waiting.iter().any(|it| it.rank == rank) {
            waiting.push(transfer);
            continue;
        }
        match transfer.test() {
            Ok(bytes) => found = Some((rank, bytes)),
            Err(transfer) => waiting.push(transfer),
        }
    }
    *all = waiting;
    found
}

impl Transfer {
    fn new(
        request: Request<'static, [u8], StaticScope>,
        buffer: *mut [u8],
        rank: usize,
    ) -> Transfer {
        Transfer { request: ManuallyDrop::new(request), buffer, rank }
    }

    /// Its bytes, once it is done.
    fn test(self) -> Result<Vec<u8>, Transfer> {
        let Transfer { request, buffer, rank } = self;
        match ManuallyDrop::into_inner(request).test() {
            // SAFETY: it came from a box, and MPI is done with it.
            Ok(_) => Ok(unsafe { Box::from_raw(buffer) }.into_vec()),
            Err(request) => Err(Transfer::new(request, buffer, rank)),
        }
    }
}
