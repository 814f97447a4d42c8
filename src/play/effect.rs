//! What a parameter is good for: the share of moves that would be others if it had stayed where it
//! starts.

use super::clustered::Clustered;
use super::opening::Opening;
use crate::backend::Threads;
use crate::eval::{Evaluator, Parametric};
use crate::game::hints::SearchHints;
use crate::game::line::LineKey;
use crate::game::{Game, TextError};
use crate::rng::{Purpose, Rng, Seed};
use crate::search::spec::Search;
use crate::search::{self, Agent};
use rand::seq::SliceRandom as _;
use std::collections::HashSet;

/// Which games and moves are looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct EffectSettings {
    /// Games of a vector against itself.
    pub games: u64,
    /// Random plies that they begin with.
    pub opening_plies: u32,
    /// Moves of a game that are looked at, drawn from all of them; 0 for all.
    pub moves: usize,
    /// How everyone looks ahead.
    pub search: Search,
    /// Seed of all chance.
    pub seed: Seed,
}

/// Plays games of a vector against itself, and counts for each parameter the moves that change when
/// it is set to the middle of its start. Each game is a cluster; one that came again counts for nothing. `done` hears how many games are
/// over; those count where the threads are asked to stop.
///
/// The changed vector chooses with the chance that the move was made with, so that nothing but the
/// parameter makes a difference.
///
/// # Errors
/// Where the search doesn't suit the game, or an agent fails.
pub fn measure<G: SearchHints>(
    game: &G,
    family: &dyn Parametric<G>,
    values: &[f64],
    settings: &EffectSettings,
    threads: &Threads,
    done: &mut dyn FnMut(u64),
) -> Result<Vec<Clustered>, TextError> {
    let own = family.evaluator(game, values);
    search::agent(game, &settings.search, Some(own.as_ref()), threads).map(drop)?;
    let parameters = family.parameters();
    let others = parameters.iter().enumerate().map(|(index, parameter)| {
        let mut values = values.to_vec();
        let value = values.get_mut(index).filter(|value| **value != parameter.middle())?;
        *value = parameter.middle();
        Some(family.evaluator(game, &values))
    });
    let others: Vec<_> = others.collect();
    let play = Play { game, settings, threads };
    let look = |number: u64| play.changes(number, own.as_ref(), &others);
    let mut all = vec![Clustered::default(); parameters.len()];
    let mut lines = HashSet::new();
    threads.in_order(0..settings.games, look, |number, found| {
        let Looked { line, moves, changes } = found?;
        if lines.insert(line) {
            all.iter_mut().zip(changes).for_each(|(sum, changed)| sum.add(changed, moves));
        }
        done(number + 1);
        Ok::<(), TextError>(())
    })?;
    Ok(all)
}

struct Play<'a, G> {
    game: &'a G,
    settings: &'a EffectSettings,
    threads: &'a Threads,
}

/// A game: its moves, how many of them were looked at, and how many of those each evaluation changes.
struct Looked {
    line: LineKey,
    moves: u64,
    changes: Vec<u64>,
}

/// A move, where it was made, and the chance that it was made with.
struct Made<G: Game> {
    position: G::Position,
    rng: Rng,
    mv: G::Move,
}

impl<G: SearchHints> Play<'_, G> {
    /// What is found in a game; an evaluation that isn't there is the own one.
    fn changes(
        &self,
        number: u64,
        own: &dyn Evaluator<G>,
        others: &[Option<Box<dyn Evaluator<G>>>],
    ) -> Result<Looked, TextError> {
        let (made, line) = self.made(number, own)?;
        let changed = |other: &Option<Box<dyn Evaluator<G>>>| {
            other.as_deref().map_or(Ok(0), |other| self.changed(&made, other))
        };
        let changes = others.iter().map(changed).collect::<Result<_, TextError>>()?;
        Ok(Looked { line, moves: made.len() as u64, changes })
    }

    /// How many of those moves another evaluation changes.
    fn changed(&self, made: &[Made<G>], other: &dyn Evaluator<G>) -> Result<u64, TextError> {
        let mut agent = self.agent(other);
        let mut changed = 0;
        for Made { position, rng, mv } in made {
            if self.threads.is_stopped() {
                break;
            }
            changed += u64::from(agent.choose(self.game, position, &mut rng.clone())? != *mv);
        }
        Ok(changed)
    }

    fn agent<'b>(&self, evaluator: &'b dyn Evaluator<G>) -> Box<dyn Agent<G> + 'b>
    where
        G: 'b,
    {
        search::agent(self.game, &self.settings.search, Some(evaluator), self.threads)
            .expect("a search that was tried")
    }

    /// The moves of a game that are looked at, and the key of all.
    fn made(
        &self,
        number: u64,
        own: &dyn Evaluator<G>,
    ) -> Result<(Vec<Made<G>>, LineKey), TextError> {
        let EffectSettings { seed, opening_plies, moves, .. } = *self.settings;
        let mut opening = seed.stream(Purpose::Round, &[Purpose::Effect.number(), number]);
        let Opening { mut position, mut line, .. } =
            Opening::draw(self.game, opening_plies, &mut opening);
        let mut rng = seed.stream(Purpose::Effect, &[number]);
        let mut agent = self.agent(own);
        let mut made = Vec::new();
        while self.game.outcome(&position).is_none() && !self.threads.is_stopped() {
            let before = rng.clone();
            let mv = agent.choose(self.game, &position, &mut rng)?;
            made.push(Made { position: position.clone(), rng: before, mv });
            self.game.play(&mut position, mv);
            line = line.then(&mv);
        }
        if moves > 0 {
            made.shuffle(&mut rng);
            made.truncate(moves);
        }
        Ok((made, line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::threats::ThreatsFamily;
    use crate::game::connect_four::ConnectFour;

    fn shares(search: &str, values: &[f64], moves: usize) -> Vec<Clustered> {
        let search = search.parse().unwrap();
        let seed = Seed::new(5).unwrap();
        effects(&EffectSettings { games: 12, opening_plies: 4, moves, search, seed }, values)
    }

    fn effects(settings: &EffectSettings, values: &[f64]) -> Vec<Clustered> {
        let mut heard = Vec::new();
        let threads = Threads::new(2).unwrap();
        let done = &mut |games| heard.push(games);
        let all = measure(&ConnectFour, &ThreatsFamily, values, settings, &threads, done).unwrap();
        assert_eq!(heard, (1..=12).collect::<Vec<u64>>());
        all
    }

    #[test]
    fn ends_are_the_searchs_own_business_and_threats_are_not() {
        let published = ThreatsFamily.built_in(&ConnectFour, "published").unwrap();
        let looked = shares("alphabeta(depth=2)", &published, 0);
        let changed: Vec<u64> = looked.iter().map(|it| it.successes).collect();
        assert_eq!(changed[..2], [0, 0]);
        assert!(changed[2..].iter().all(|&changed| changed > 0), "{changed:?}");
        assert!(looked.iter().all(|it| it.clusters == 12 && it.trials > 12 * 5));
        let greedy: Vec<u64> =
            shares("greedy", &published, 0).iter().map(|it| it.successes).collect();
        assert!(greedy[0] > 0 && greedy[1] == 0, "{greedy:?}");
    }

    #[test]
    fn a_game_that_comes_again_is_one() {
        let published = ThreatsFamily.built_in(&ConnectFour, "published").unwrap();
        let search = "alphabeta(depth=2)".parse().unwrap();
        let seed = Seed::new(5).unwrap();
        let settings = EffectSettings { games: 12, opening_plies: 0, moves: 0, search, seed };
        let looked = effects(&settings, &published);
        assert!(looked.iter().all(|it| it.clusters == 1 && it.trials <= 42), "{looked:?}");
    }

    #[test]
    fn a_parameter_at_its_start_changes_nothing_and_few_moves_are_few() {
        let looked = shares("greedy", &[0.0, 0.0, 0.4, 0.0, 0.0, 0.0], 3);
        assert!(looked.iter().all(|it| it.trials == 36));
        let changed: Vec<bool> = looked.iter().map(|it| it.successes > 0).collect();
        assert_eq!(changed, [false, false, true, false, false, false]);
    }
}
