//! The venue that asks a program: batches become questions, and answers results.

use super::children::Children;
use super::protocol::{Answer, Needs, Opening, Question, drawn_seed};
use crate::backend::Threads;
use crate::game::line::LineKey;
use crate::play::batch::{Batch, GameResult, GameScore, Venue};
use std::collections::HashMap;
use std::sync::Arc;

/// Questions at most that a process is given at once.
const MOST: usize = 64;
/// Parts that a thread gets of a batch, at least where there is enough.
const PARTS: usize = 4;

/// Asks a program what games come to.
#[derive(Debug)]
pub struct Asked {
    children: Arc<Children>,
    needs: Needs,
    threads: Threads,
}

/// A game that is to be asked for.
struct Game {
    question: Question,
    /// The seat of its entrant.
    seat: usize,
    vector: usize,
    number: u64,
    replay: u32,
}

impl Asked {
    /// A venue that asks that program, on those threads.
    pub fn new(children: Arc<Children>, needs: Needs, threads: Threads) -> Asked {
        Asked { children, needs, threads }
    }

    /// All games of a batch, entrant by entrant.
    fn games(&self, batch: &Batch<'_>) -> Vec<Game> {
        let of = |vector, numbers: std::ops::Range<u64>| {
            numbers.map(move |number| self.game(batch, vector, number))
        };
        batch.entrants.iter().flat_map(|it| of(it.vector, it.games.clone())).collect()
    }

    fn game(&self, batch: &Batch<'_>, vector: usize, number: u64) -> Game {
        let tune = self.children.tune();
        let players = tune.players;
        let round = number / batch.seats.turns(players);
        let seat = usize::from(batch.seats.seat(number, players));
        let (others, mut rng) = batch.others(vector, round, players);
        let mut vectors = vec![&batch.vectors[vector][..]];
        let mut seats = vec![0; players];
        for (other, after) in others.into_iter().zip(1..) {
            let known = vectors.iter().position(|it| *it == other);
            seats[(seat + after) % players] = known.unwrap_or(vectors.len());
            if known.is_none() {
                vectors.push(other);
            }
        }
        let plies = if players > 1 { batch.opening_plies(round) } else { 0 };
        let opening = (plies > 0).then(|| Opening { plies, seed: drawn_seed(&mut rng) });
        let vectors = vectors.into_iter().map(|it| tune.told(it)).collect();
        let seed = self.seed(batch, vector, number, 0);
        let question = Question { vectors, seats, seed, opening };
        Game { question, seat, vector, number, replay: 0 }
    }

    /// What the chance of a game comes from; always the same where there is none.
    fn seed(&self, batch: &Batch<'_>, vector: usize, number: u64, replay: u32) -> u64 {
        match self.children.tune().noise {
            true => drawn_seed(&mut batch.chance(vector, number, replay)),
            false => 0,
        }
    }

    /// The answers to the questions, each asked once however often it comes; none where that failed.
    fn answers(&self, questions: Vec<&Question>) -> Option<Vec<Answer>> {
        let (mut places, mut once) = (HashMap::new(), Vec::new());
        let place = |question: &&Question| {
            *places.entry(question.line(0)).or_insert_with(|| {
                once.push((*question).clone());
                once.len() - 1
            })
        };
        let index: Vec<usize> = questions.iter().map(place).collect();
        let length = once.len().div_ceil(PARTS * self.threads.count()).clamp(1, MOST);
        let parts: Vec<&[Question]> = once.chunks(length).collect();
        let part = |index: usize| self.children.ask(parts[index], self.needs, &self.threads);
        let answers = self.threads.map(parts.len(), part).into_iter();
        let answers = answers.collect::<Option<Vec<_>>>()?.concat();
        index.into_iter().map(|place| answers.get(place).cloned()).collect()
    }

    fn scores(&self, batch: &Batch<'_>, games: &mut [Game]) -> Option<Vec<GameScore>> {
        let most = batch.replays.unwrap_or(0);
        let mut scores: Vec<Option<GameScore>> = vec![None; games.len()];
        let is_open = |score: &Option<GameScore>, game: &Game| {
            let again = |it: &GameScore| it.verdict == GameResult::Unfinished && game.replay < most;
            score.as_ref().is_none_or(again)
        };
        loop {
            let open: Vec<usize> =
                (0..games.len()).filter(|&it| is_open(&scores[it], &games[it])).collect();
            if open.is_empty() {
                return scores.into_iter().collect();
            }
            for &index in &open {
                let game = &mut games[index];
                if scores[index].is_some() {
                    game.replay += 1;
                    game.question.seed = self.seed(batch, game.vector, game.number, game.replay);
                }
            }
            let questions = open.iter().map(|&index| &games[index].question).collect();
            let answers = self.answers(questions)?;
            for (&index, answer) in open.iter().zip(answers) {
                let score = self.score(&games[index], answer);
                if score.verdict == GameResult::Unfinished && !self.children.tune().noise {
                    // Each of the others would be the same.
                    games[index].replay = most;
                }
                scores[index] = Some(GameScore { replays: games[index].replay, ..score });
            }
        }
    }

    /// What an answer means for the one who is measured.
    fn score(&self, game: &Game, answer: Answer) -> GameScore {
        let drew_chance = self.children.tune().noise;
        let key = LineKey::default();
        let line = key.then(&game.question.line(0));
        let score = |verdict, plies, distance, line| GameScore {
            verdict,
            plies,
            distance,
            line,
            drew_chance,
            replays: game.replay,
        };
        match answer {
            Answer::Game { winner, plies, distance, moves } => {
                let verdict = match winner {
                    None => GameResult::Unfinished,
                    Some(winner) if winner == game.seat => GameResult::Won,
                    Some(_) => GameResult::Lost,
                };
                let distance = distance.get(game.seat).copied().unwrap_or(0.0);
                let line = moves.map_or(line, |moves| key.then(&moves));
                score(verdict, plies, distance, line)
            }
            Answer::Score(number) => score(GameResult::Scored(number), 0, 0.0, line),
        }
    }
}

impl Venue for Asked {
    fn threads(&self) -> Threads {
        self.threads.clone()
    }

    fn play(&self, batch: &Batch<'_>) -> Vec<Vec<GameScore>> {
        let mut games = self.games(batch);
        let scores = self.scores(batch, &mut games);
        let mut scores =
            scores.unwrap_or_else(|| vec![GameScore::unplayed(); games.len()]).into_iter();
        let count = |range: &std::ops::Range<u64>| (range.end - range.start) as usize;
        let mut own = |games| scores.by_ref().take(count(games)).collect();
        batch.entrants.iter().map(|it| own(&it.games)).collect()
    }
}
