//! Plays batches on the threads of this process.

mod session;

use super::batch::{Batch, GameResult, GameScore, Venue};
use super::games::Games;
use super::opening::Opening;
use super::ready::Shelf;
use super::runner::Played;
use crate::backend::Threads;
use crate::eval::Evaluator;
use crate::game::{Game, Outcome, Player};
use crate::rng::Rng;
use session::Session;

/// The [`Venue`] that plays on the threads of this process.
#[derive(Debug)]
pub struct Local<G: Game, F: Games<G>> {
    game: G,
    games: F,
    start: F::Start,
    distance: Box<dyn Evaluator<G>>,
    threads: Threads,
    ready: Shelf<F::Prepared>,
}

impl<G: Game, F: Games<G>> Local<G, F> {
    /// A venue whose games are played by `games`. An entrant's remaining distance is minus its score
    /// by `distance`.
    pub fn new(game: G, games: F, distance: Box<dyn Evaluator<G>>, threads: Threads) -> Self {
        let start = games.start(Opening::none(&game));
        Local { game, games, start, distance, threads, ready: Shelf::default() }
    }

    /// Plays one game, and looks at it from `seat`.
    fn score(
        &self,
        start: &F::Start,
        seats: &[&F::Prepared],
        seat: Player,
        mut rng: Rng,
    ) -> GameScore {
        let Played { outcome, plies, position, line } = self.games.play(start, seats, &mut rng);
        let verdict = match outcome {
            Outcome::Won(winner) if winner == seat => GameResult::Won,
            Outcome::Won(_) => GameResult::Lost,
            Outcome::Unfinished => GameResult::Unfinished,
        };
        let distance = -self.distance.score(&self.game, &position, seat);
        let drew_chance = rng.get_word_pos() > 0;
        GameScore { verdict, plies, distance, line, drew_chance, replays: 0 }
    }
}

impl<G: Game, F: Games<G>> Venue for Local<G, F> {
    fn threads(&self) -> Threads {
        self.threads.clone()
    }

    fn play(&self, batch: &Batch<'_>) -> Vec<Vec<GameScore>> {
        let session = Session::new(self, batch);
        let parts = batch.parts(self.game.players());
        let play = |index: usize| session.play(parts[index].0, &parts[index].1.games);
        let scores = self.threads.map(parts.len(), play);
        let mut results = vec![Vec::new(); batch.entrants.len()];
        for ((entrant, _), scores) in parts.iter().zip(scores) {
            results[*entrant].extend(scores);
        }
        results
    }
}
