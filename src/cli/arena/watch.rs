//! Progress of an arena.

use crate::cli::figures::thousands;
use crate::cli::progress::{Line, line_bar, time_left};
use crate::play::schedule::Fixture;
use crate::play::standings::Ended;
use crate::play::win_draw_loss::WinDrawLoss;
use crate::record::arena::OpenArena;
use crate::session::arena::ArenaObserver;
use std::time::Instant;

/// Shows how many games are played, and who leads.
pub struct Watch {
    line: Line,
    names: Vec<String>,
    pairings: Vec<[usize; 2]>,
    scores: Vec<WinDrawLoss>,
    began: Instant,
    /// Games that were played before.
    before: u64,
    done: u64,
    all: u64,
}

impl Watch {
    /// Progress of that arena from where it stands.
    pub fn new(record: &OpenArena, quiet: bool) -> Watch {
        let all = record.schedule().games();
        let names: Vec<String> = record.arena().bots.iter().map(|bot| bot.name.clone()).collect();
        let before = record.ended().len() as u64;
        let mut watch = Watch {
            line: Line::new(line_bar(all, quiet), quiet),
            scores: vec![WinDrawLoss::default(); names.len()],
            names,
            pairings: record.schedule().pairings().to_vec(),
            began: Instant::now(),
            before,
            done: 0,
            all,
        };
        for (fixture, ended) in record.schedule().fixtures().zip(record.ended()) {
            watch.count(&fixture, ended);
        }
        watch
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.line.finish();
    }

    fn count(&mut self, fixture: &Fixture, ended: &Ended) {
        self.done += 1;
        for bot in self.pairings[fixture.pairing] {
            self.scores[bot].add(ended.half_points(fixture, bot));
        }
    }

    /// Time left by the pace of this session, how far it is, and who leads.
    fn parts(&self) -> [String; 3] {
        let rest = self.all.saturating_sub(self.done);
        let left = time_left(self.began, self.done - self.before, rest);
        let share = |score: &WinDrawLoss| score.share().unwrap_or(0.0);
        let best = self
            .scores
            .iter()
            .zip(&self.names)
            .max_by(|(one, _), (other, _)| share(one).total_cmp(&share(other)));
        let leader = best.map_or(String::new(), |(score, name)| {
            format!("{name} leads with {:.1} %", 100.0 * share(score))
        });
        let games = format!("{} of {} games", thousands(self.done), thousands(self.all));
        [left, games, leader]
    }
}

impl ArenaObserver for Watch {
    fn game(&mut self, fixture: &Fixture, ended: &Ended) {
        self.count(fixture, ended);
        if self.line.is_seen() {
            let parts = self.parts();
            self.line.show(self.done, &parts);
        }
    }
}
