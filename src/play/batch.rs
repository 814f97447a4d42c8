//! The seam of play: games as plain data, and a trait for whatever plays them.

use super::mix::Mix;
use crate::backend::Threads;
use crate::game::line::LineKey;
use crate::rng::{Purpose, Rng, Seed};
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// Rounds of an entrant at most that are played in a row.
pub const ROUNDS: u64 = 16;

/// Plays games between parameter vectors: on the threads of this process
/// ([`Local`](super::local::Local)), or elsewhere. A venue is opened for a game with its rules and a
/// search; a batch says the rest.
pub trait Venue: Send + Sync {
    /// The threads of this process that it plays on: by default the calling one.
    fn threads(&self) -> Threads {
        Threads::alone()
    }

    /// Plays all games of a batch. Returns for each entrant, in their order, the results of its
    /// games in the order of their numbers. Equal batches have equal results, and a game has the
    /// same result whichever other games are entered. Where a venue was asked to stop, results mean
    /// nothing.
    fn play(&self, batch: &Batch<'_>) -> Vec<Vec<GameScore>>;
}

impl fmt::Debug for dyn Venue + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Venue").field("threads", &self.threads()).finish_non_exhaustive()
    }
}

/// Games of several entrants. In each game one entrant plays, and opponents take the other seats.
///
/// The games of an entrant are numbered from 0. A round is one game from each of the entrant's seats,
/// in turn, all from one opening against the same opponents; rounds are numbered from 0, too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Batch<'a> {
    /// Where all chance comes from.
    pub seed: Seed,
    /// What the games are for.
    pub purpose: Purpose,
    /// Numbers that tell these games from all others of that purpose, such as the generation.
    pub path: Vec<u64>,
    /// Parameter vectors that belong together, such as a generation. Each has one admitted value for
    /// every parameter.
    pub vectors: Cow<'a, [Vec<f64>]>,
    /// Vectors that belong before these, such as those of other islands: `vectors` are numbered from
    /// here on where their number names their chance.
    pub before: u64,
    /// Who plays which games.
    pub entrants: Vec<Entrant>,
    /// The opponents besides `vectors`. Unless `conditions` are a permutation, there has to be an
    /// opponent here or by `population_share`.
    pub opponents: Vec<Opponents<'a>>,
    /// The share of all `vectors` together as opponents, beside the shares of `opponents`; 0 for
    /// none. Under own conditions no vector meets itself.
    pub population_share: u32,
    /// Whether the seats of a table are drawn one by one.
    pub tables: Tables,
    /// What the games of different entrants have in common; permutations are for two players.
    pub conditions: Conditions,
    /// The seats that entrants take.
    pub seats: Seats,
    /// Random plies that games begin with.
    pub opening_plies: u32,
    /// One round in this many, from the first on, begins at the start of the game itself; `None` for
    /// no such rounds.
    pub start_every: Option<u64>,
    /// How often at most a game that nobody won is played again, each time with other chance. With
    /// `None` no game is, and the paths of streams have no number for it.
    pub replays: Option<u32>,
}

/// A vector that plays, and its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// The index of the vector in [`Batch::vectors`].
    pub vector: usize,
    /// The numbers of its games.
    pub games: Range<u64>,
}

/// Vectors that are met equally often.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opponents<'a> {
    /// How often one of them is met, in proportion to the shares of all.
    pub share: u32,
    /// Each has one admitted value for every parameter.
    pub vectors: Cow<'a, [Vec<f64>]>,
}

/// What the individuals of a generation have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Conditions {
    /// Nothing: each individual's games have their own random numbers.
    // What files of earlier versions mean that don't say it.
    #[default]
    Own,
    /// All random numbers: game for game the same streams, so that only genes make a difference.
    Common,
    /// In each round everyone meets another individual, or itself, by a random permutation of the
    /// generation, all with the same opening; each game has its own random numbers. Fixed opponents
    /// only choose and measure champions.
    Permutation,
}

/// Who sits together at a table of three and more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Tables {
    /// Any opponents: each of the other seats is drawn by the shares.
    #[default]
    Mixed,
    /// One kind: an opponent is drawn by the shares, and takes all other seats. If it is hall-of-fame
    /// or population, each seat draws its own champion or individual.
    Alike,
}

impl Tables {
    /// Whether seats are drawn one by one.
    pub fn are_mixed(&self) -> bool {
        *self == Tables::Mixed
    }
}

/// The seats that the individual takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Seats {
    /// All seats in turn, game by game.
    All,
    /// Always the first seat, which moves first.
    First,
}

/// How a game ended for one player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameResult {
    /// It won.
    Won,
    /// Another player won.
    Lost,
    /// Nobody won.
    Unfinished,
    /// Nobody plays to win: it came to this number.
    Scored(f64),
}

/// The result of a game for one player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameScore {
    /// How it ended.
    pub verdict: GameResult,
    /// Plies played.
    pub plies: u32,
    /// The player's remaining distance at the end.
    pub distance: f64,
    /// The moves of all players, those of the opening included.
    pub line: LineKey,
    /// Whether any choice was left to chance; where none was, the opening decides the game.
    pub drew_chance: bool,
    /// How often the game had been played before without a winner; see [`Batch::replays`].
    pub replays: u32,
}

impl GameScore {
    /// What stands in the place of a game that wasn't played, since the threads stop.
    pub fn unplayed() -> GameScore {
        GameScore {
            verdict: GameResult::Unfinished,
            plies: 0,
            distance: 0.0,
            line: LineKey::default(),
            drew_chance: true,
            replays: 0,
        }
    }
}

impl Seats {
    /// The name in flags and files.
    pub fn name(self) -> &'static str {
        match self {
            Seats::All => "all",
            Seats::First => "first",
        }
    }

    /// The seat of game number `game`, from 0.
    pub fn seat(self, game: u64, players: usize) -> u8 {
        (game % self.turns(players)) as u8
    }

    /// How many games it takes until each of the seats had its turn.
    pub fn turns(self, players: usize) -> u64 {
        match self {
            Seats::First => 1,
            Seats::All => players as u64,
        }
    }
}

impl Batch<'_> {
    /// All games of the batch at a table of that many players, entrant by entrant, in parts of at most
    /// [`ROUNDS`] rounds, each with the index of its entrant.
    pub fn parts(&self, players: usize) -> Vec<(usize, Entrant)> {
        let length = ROUNDS * self.seats.turns(players);
        let of = |(index, it): (usize, &Entrant)| {
            let vector = it.vector;
            pieces(it.games.clone(), length).map(move |games| (index, Entrant { vector, games }))
        };
        self.entrants.iter().enumerate().flat_map(of).collect()
    }

    /// The stream of chance in a game: that of the batch's purpose at
    /// `[path…, before + vector, game, replay]`, without `before + vector` under common conditions, and without
    /// `replay` where [`Batch::replays`] is `None`.
    pub fn chance(&self, vector: usize, game: u64, replay: u32) -> Rng {
        let own = (self.conditions != Conditions::Common).then_some(self.number(vector));
        let replay = self.replays.map(|_| u64::from(replay));
        let path = self.path.iter().copied().chain(own).chain([game]).chain(replay);
        self.seed.stream_along(self.purpose, path)
    }

    /// The stream from which the opponents and then the opening of a round are drawn: that of
    /// [`Purpose::Round`] at `[purpose, path…, before + vector, round]`, with `before + vector` under own
    /// conditions only.
    pub(super) fn round_chance(&self, vector: usize, round: u64) -> Rng {
        let own = (self.conditions == Conditions::Own).then_some(self.number(vector));
        let path = [self.purpose.number()].into_iter().chain(self.path.iter().copied());
        self.seed.stream_along(Purpose::Round, path.chain(own).chain([round]))
    }

    fn number(&self, vector: usize) -> u64 {
        self.before.saturating_add(vector as u64)
    }

    /// Whom a vector meets in a round at a table of that many players, seat by seat: 0 for another
    /// of the batch's vectors, i for one of opponents number i, from 1. Not for permutations.
    pub fn lists_met(&self, vector: usize, round: u64, players: usize) -> Vec<usize> {
        let except = (self.conditions == Conditions::Own).then_some(vector);
        let (others, _) = Mix::new(self, except).round(self, (vector, round), players - 1);
        others.into_iter().map(|who| who.list).collect()
    }

    /// Whom a vector meets in a round at a table of that many players, in the order of the seats after
    /// its own, and the stream from which the opening is drawn next.
    ///
    /// # Panics
    /// Where there are no players, or nobody whom the vector could meet.
    pub fn others(&self, vector: usize, round: u64, players: usize) -> (Vec<&[f64]>, Rng) {
        if self.conditions == Conditions::Permutation {
            let (places, rng) = self.permuted(vector, round);
            let met = places.get(vector).and_then(|&place| self.vectors.get(place));
            return (met.into_iter().map(Vec::as_slice).collect(), rng);
        }
        let except = (self.conditions == Conditions::Own).then_some(vector);
        let (others, rng) = Mix::new(self, except).round(self, (vector, round), players - 1);
        let list = |list: usize| match list.checked_sub(1) {
            None => &self.vectors[..],
            Some(index) => &self.opponents[index].vectors[..],
        };
        (others.into_iter().map(|who| &list(who.list)[who.place][..]).collect(), rng)
    }

    /// Whom each vector meets in a round by permutation, by place, and the stream from which the opening is drawn next.
    pub(super) fn permuted(&self, vector: usize, round: u64) -> (Vec<usize>, Rng) {
        let mut rng = self.round_chance(vector, round);
        let mut places: Vec<usize> = (0..self.vectors.len()).collect();
        places.shuffle(&mut rng);
        (places, rng)
    }

    /// How many random plies the games of a round begin with.
    pub fn opening_plies(&self, round: u64) -> u32 {
        match self.start_every {
            Some(every) if round.is_multiple_of(every) => 0,
            _ => self.opening_plies,
        }
    }
}

/// Parts of a range that begin and end at multiples of `length`, but for its own ends.
pub(super) fn pieces(range: Range<u64>, length: u64) -> impl Iterator<Item = Range<u64>> {
    let numbers = range.start / length..range.end.div_ceil(length);
    numbers
        .map(move |number| range.start.max(number * length)..range.end.min((number + 1) * length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_seats_take_turns() {
        let seats: Vec<u8> = (0..5).map(|game| Seats::All.seat(game, 3)).collect();
        assert_eq!(seats, [0, 1, 2, 0, 1]);
        assert_eq!(Seats::First.seat(4, 3), 0);
    }
}
