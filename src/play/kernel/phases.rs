//! Games in phases: by how far its army has come, a player goes by one array or another.

use super::seat::SeatWeights;
use super::state::State;
use super::vector::Vector;
use crate::eval::phases;
use crate::game::hop_board::NODES;

/// How phases are told apart.
#[derive(Clone, Debug, Default)]
pub struct Phases {
    /// For each player, how far each node is on the way of its pegs.
    pub way: Vec<[u8; NODES]>,
    /// The sum over an army at which each phase but the first begins.
    pub limits: Vec<u32>,
}

impl<V: Vector, const D: usize, const P: usize, const N: usize> State<'_, V, D, P, N> {
    /// The array by which a player goes now. Its pegs are told where it is another than before.
    #[inline(always)]
    pub fn array<'s>(&mut self, player: usize, arrays: &'s [SeatWeights]) -> &'s SeatWeights {
        let phase = self.phase_of(player);
        if phase != self.phase[player] {
            self.phase[player] = phase;
            self.pegs[player].go_by::<P>(&arrays[phase]);
        }
        &arrays[phase]
    }

    #[inline(always)]
    fn phase_of(&self, player: usize) -> usize {
        let way = &self.phases.way[player];
        let nodes = self.pegs[player].node[..P].iter();
        let come = nodes.map(|&node| u32::from(way[usize::from(node) % NODES])).sum();
        phases::phase(come, &self.phases.limits)
    }
}
