//! Searches against the clock: the same positions and the same number of nodes on every machine.

use super::median;
use crate::backend::Threads;
use crate::game::TextError;
use crate::registry::{BotSpec, Entry, Evaluation, LiveGame, Table};
use crate::rng::{Purpose, Seed};
use crate::search::analysis::Ask;
use crate::search::spec::Search;
use serde::Serialize;
use std::time::Instant;

/// The searches that are timed.
pub const SEARCHES: [&str; 2] = ["alphabeta(nodes=100000)", "mcts(nodes=1000)"];
/// Positions that each search starts from: a game's beginning, and after equal parts of a greedy game.
const POSITIONS: usize = 4;

/// The searches of a registered game, and how they are timed.
pub struct Searches<'a> {
    pub entry: &'a Entry,
    pub one: &'a Threads,
    pub runs: u64,
}

/// The speed of a search on one thread.
#[derive(Serialize)]
pub struct SearchSpeed {
    pub game: &'static str,
    pub search: &'static str,
    pub evaluation: &'static str,
    /// Nodes, or playouts, of a run, and the nodes that it looked at beside these for the values of moves.
    pub nodes: u64,
    /// The median.
    pub nodes_per_second: f64,
}

impl Searches<'_> {
    /// Every search by the first array of the first workload, in turn.
    pub fn timed(&self, step: &mut dyn FnMut(String)) -> Result<Vec<SearchSpeed>, TextError> {
        let Some(workload) = self.entry.workloads.first() else { return Ok(Vec::new()) };
        let table = workload.table(self.entry)?;
        let evaluation = table.evaluation(workload.first)?;
        let lines = self.lines(table.as_ref(), &evaluation)?;
        let bots: Vec<(&'static str, BotSpec)> = SEARCHES
            .into_iter()
            .map(|name| Ok((name, (name.parse::<Search>()?, Some(evaluation.clone())).into())))
            .collect::<Result<_, TextError>>()?;
        let mut speeds: Vec<(u64, Vec<f64>)> = vec![(0, Vec::new()); bots.len()];
        for _ in 0..self.runs {
            for ((name, bot), (nodes, speeds)) in bots.iter().zip(&mut speeds) {
                let (found, seconds) = self.run(table.as_ref(), bot, &lines)?;
                *nodes = found;
                speeds.push(found as f64 / seconds);
                step(format!("{name}:{}", workload.first));
            }
        }
        let speed =
            |(&(search, _), (nodes, speeds)): (&(&'static str, BotSpec), (u64, Vec<f64>))| {
                SearchSpeed {
                    game: self.entry.name,
                    search,
                    evaluation: workload.first,
                    nodes,
                    nodes_per_second: median(&speeds),
                }
            };
        Ok(bots.iter().zip(speeds).map(speed).collect())
    }

    /// The moves that lead to each position.
    fn lines(&self, table: &dyn Table, by: &Evaluation) -> Result<Vec<Vec<String>>, TextError> {
        let greedy = BotSpec::from((Search::default(), Some(by.clone())));
        let mut live = table.live(0);
        let mut moves: Vec<String> = Vec::new();
        while live.outcome().is_none() {
            let mv = self.thought(live.as_ref(), &greedy, moves.len())?.0;
            live.play(&mv)?;
            moves.push(mv);
        }
        let part = |place: usize| moves[..moves.len() * place / POSITIONS].to_vec();
        Ok((0..POSITIONS).map(part).collect())
    }

    /// The nodes of a search from all positions, and the seconds they took.
    fn run(
        &self,
        table: &dyn Table,
        bot: &BotSpec,
        lines: &[Vec<String>],
    ) -> Result<(u64, f64), TextError> {
        let (mut nodes, mut seconds) = (0, 0.0);
        for line in lines {
            let mut live = table.live(0);
            line.iter().try_for_each(|mv| live.play(mv))?;
            let started = Instant::now();
            nodes += self.thought(live.as_ref(), bot, line.len())?.1;
            seconds += started.elapsed().as_secs_f64();
        }
        Ok((nodes, seconds.max(1e-9)))
    }

    /// A bot's move, and the nodes that it and the values of moves took.
    fn thought(
        &self,
        live: &dyn LiveGame,
        bot: &BotSpec,
        ply: usize,
    ) -> Result<(String, u64), TextError> {
        let mut rng = Seed::default().stream(Purpose::Bench, &[ply as u64]);
        let ask = Ask { top: 1, game: 0, halt: None };
        let thought = live.think(bot.clone(), self.one, &ask, &mut rng, &mut |_| {})?;
        let nodes = thought.analysis.map_or(0, |it| it.nodes + it.nodes_beside);
        Ok((thought.mv, nodes))
    }
}
