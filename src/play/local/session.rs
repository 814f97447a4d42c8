//! A batch that is being played on the threads of this process.

use super::Local;
use crate::game::line::LineKey;
use crate::game::{Game, Player};
use crate::play::batch::{Batch, Conditions, GameResult, GameScore, pieces};
use crate::play::games::Games;
use crate::play::memo::Memo;
use crate::play::mix::{Mix, Who};
use crate::play::opening::Opening;
use crate::play::ready::Ready;
use std::ops::Range;
use std::slice;
use std::sync::{Arc, OnceLock};

/// What the games of a round have in common.
struct Round<S> {
    /// Where they begin; `None` for the start of the game.
    start: Option<S>,
    /// A number for the opening and the opponents: games of rounds with the same number differ by
    /// chance alone. By permutation it is for the opening only.
    key: LineKey,
    /// The players of the seats after the entrant's, in their order; by permutation, whom each
    /// vector meets, by index.
    others: Vec<Who>,
}

/// A batch that is being played.
pub struct Session<'a, G: Game, F: Games<G>> {
    local: &'a Local<G, F>,
    batch: &'a Batch<'a>,
    /// Games of a round.
    turns: u64,
    /// The vectors of each [list](Who::list), made ready.
    lists: Vec<Arc<Ready<F::Prepared>>>,
    mix: Mix,
    /// The rounds from `first_round` on, where all entrants play the same.
    rounds: Vec<OnceLock<Round<F::Start>>>,
    first_round: u64,
    /// Each entrant's games that drew no chance, by opening, opponents and seat.
    memos: Vec<Memo<(LineKey, Player), GameScore>>,
}

impl<'a, G: Game, F: Games<G>> Session<'a, G, F> {
    /// Makes the batch ready; nothing is played yet.
    pub fn new(local: &'a Local<G, F>, batch: &'a Batch<'a>) -> Self {
        let turns = batch.seats.turns(local.game.players());
        let all = batch.entrants.iter().map(|it| &it.games);
        let first_round = all.clone().map(|games| games.start / turns).min().unwrap_or(0);
        let end = all.map(|games| games.end.div_ceil(turns)).max().unwrap_or(0);
        let shared = match batch.conditions {
            Conditions::Own => 0,
            Conditions::Common | Conditions::Permutation => end.saturating_sub(first_round),
        };
        let lists = batch.opponents.iter().map(|it| &it.vectors);
        let lists = [&batch.vectors].into_iter().chain(lists).map(|vectors| vectors.as_ref());
        Session {
            local,
            batch,
            turns,
            lists: local.ready.take(lists),
            mix: Mix::new(batch, None),
            rounds: (0..shared).map(|_| OnceLock::new()).collect(),
            first_round,
            memos: batch.entrants.iter().map(|_| Memo::default()).collect(),
        }
    }

    /// Plays these games of the entrant of that index, in their order.
    pub fn play(&self, entrant: usize, games: &Range<u64>) -> Vec<GameScore> {
        let vector = self.batch.entrants[entrant].vector;
        let own = match self.batch.conditions {
            Conditions::Own => Some(Mix::new(self.batch, Some(vector))),
            Conditions::Common | Conditions::Permutation => None,
        };
        let mut scores = Vec::with_capacity((games.end - games.start) as usize);
        let mut seats = Vec::with_capacity(self.local.game.players());
        for games in pieces(games.clone(), self.turns) {
            if self.local.threads.is_stopped() {
                scores.extend(games.map(|_| GameScore::unplayed()));
                continue;
            }
            let number = games.start / self.turns;
            let drawn;
            let round = match &own {
                Some(mix) => {
                    drawn = self.draw(number, mix, vector);
                    &drawn
                }
                None => self.rounds[(number - self.first_round) as usize]
                    .get_or_init(|| self.draw(number, &self.mix, vector)),
            };
            scores.extend(games.map(|game| self.score(entrant, round, game, &mut seats)));
        }
        scores
    }

    /// Draws the round of that number: of one vector under own conditions, else of all.
    fn draw(&self, number: u64, mix: &Mix, vector: usize) -> Round<F::Start> {
        let plies = self.batch.opening_plies(number);
        let permutes = self.batch.conditions == Conditions::Permutation;
        let seats = self.local.game.players() - 1;
        if let (false, 0, Some(only)) = (permutes, plies, mix.only()) {
            let others = vec![only; seats];
            return Round { start: None, key: joined(LineKey::default(), &others), others };
        }
        let (others, mut rng) = if permutes {
            let (places, rng) = self.batch.permuted(vector, number);
            (places.into_iter().map(|place| Who { list: 0, place }).collect(), rng)
        } else {
            mix.round(self.batch, (vector, number), seats)
        };
        let opening = (plies > 0).then(|| Opening::draw(&self.local.game, plies, &mut rng));
        let line = opening.as_ref().map_or(LineKey::default(), |opening| opening.line);
        let key = if permutes { line } else { joined(line, &others) };
        Round { start: opening.map(|opening| self.local.games.start(opening)), key, others }
    }

    /// Plays a game until it has a winner or is not to be played again. A game that draws no chance
    /// is played once, however often it comes. `seats` is a list to use for who takes which seat.
    fn score<'b>(
        &'b self,
        entrant: usize,
        round: &Round<F::Start>,
        game: u64,
        seats: &mut Vec<&'b F::Prepared>,
    ) -> GameScore {
        let vector = self.batch.entrants[entrant].vector;
        let players = self.local.game.players();
        let seat = Player(self.batch.seats.seat(game, players));
        let (others, key) = match self.batch.conditions {
            Conditions::Permutation => {
                let met = slice::from_ref(&round.others[vector]);
                (met, joined(round.key, met))
            }
            Conditions::Own | Conditions::Common => (&round.others[..], round.key),
        };
        let memo = &self.memos[entrant];
        if let Some(known) = memo.get(&(key, seat)) {
            return known;
        }
        let at = |player: usize| match (player + players - seat.index()) % players {
            0 => self.prepared(Who { list: 0, place: vector }),
            after => self.prepared(others[after - 1]),
        };
        seats.clear();
        seats.extend((0..players).map(at));
        let start = round.start.as_ref().unwrap_or(&self.local.start);
        let score = self.play_until_decided(|replay| {
            let rng = self.batch.chance(vector, game, replay);
            GameScore { replays: replay, ..self.local.score(start, seats, seat, rng) }
        });
        if !score.drew_chance {
            memo.put((key, seat), score);
        }
        score
    }

    fn play_until_decided(&self, play: impl Fn(u32) -> GameScore) -> GameScore {
        let most = self.batch.replays.unwrap_or(0);
        let mut replay = 0;
        loop {
            let score = play(replay);
            let is_last = replay >= most || self.local.threads.is_stopped();
            if score.verdict != GameResult::Unfinished || is_last {
                return score;
            }
            if !score.drew_chance {
                // Each of the others would be the same.
                return GameScore { replays: most, ..score };
            }
            replay += 1;
        }
    }

    fn prepared(&self, who: Who) -> &F::Prepared {
        let Local { games, ready, .. } = self.local;
        self.lists[who.list].prepared(who.place, |values| match ready.room() {
            Some(room) => games.prepare_in(room, values),
            None => games.prepare(values),
        })
    }
}

/// The number of an opening with these opponents.
fn joined(line: LineKey, others: &[Who]) -> LineKey {
    others.iter().fold(line, |line, who| line.then(&(who.list, who.place)))
}
