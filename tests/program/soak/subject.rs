//! What a round of the soak does: a run of evolution, perhaps with a later end, an arena, a comparison or a
//! measurement, all tiny.

use super::chance::Chance;
use crate::program::Home;

/// Something to do under the name `run`.
pub struct Subject {
    /// The command that begins it.
    begin: String,
    /// The command that does all of it at once.
    straight: String,
    /// For a run: what goes on with it, and what goes on to its later end.
    resume: Option<[String; 2]>,
}

/// What runs of evolution differ in.
const FLAVOURS: [&str; 9] = [
    "--optimizer ga --against hand-tuned-v4",
    "--optimizer es --against hand-tuned-v4 --symmetric",
    "--optimizer cma --against hand-tuned-v4,hand-tuned-v1 --share-rate 0.1",
    "--optimizer spsa --against hand-tuned-v4",
    "--optimizer es --islands 2 --migrate-every 3 --against hand-tuned-v4",
    "--optimizer ga --against population,hand-tuned-v2=2,hall-of-fame=2 --from generation-51",
    "--optimizer ga --players 3 --restart-after 5 --opening-plies 2 --against hand-tuned-v4",
    "--optimizer ga --mutation self-adaptive --crossover blend --memory 0.9 --against hand-tuned-v1",
    "--game connect-four --optimizer cma",
];

impl Subject {
    pub fn draw(chance: &mut Chance) -> Subject {
        match chance.within(1, 10) {
            1..=6 => Subject::run(chance),
            7 | 8 => Subject::arena(chance),
            9 => Subject::measurement(chance),
            _ => Subject::comparison(chance),
        }
    }

    fn run(chance: &mut Chance) -> Subject {
        let words = format!(
            "evolve --name run --seed {} {} --population {} --fitness-games {} --measure-every {} \
             --measure-games {} --final-games {} --candidates 2 --choose-games {} --keep-every {}",
            chance.within(0, 1 << 40),
            chance.pick(&FLAVOURS),
            4 + 4 * chance.within(0, 3),
            6 * chance.within(1, 2),
            chance.within(1, 6),
            6 * chance.within(1, 3),
            6 * chance.within(1, 9),
            6 * chance.within(1, 2),
            chance.within(1, 9),
        );
        let early = chance.within(1, 30);
        let end = if chance.once_in(2) { early } else { early + chance.within(1, 30) };
        Subject {
            begin: format!("{words} --generations {early}"),
            straight: format!("{words} --generations {end}"),
            resume: Some(["resume run".to_string(), format!("resume run --generations {end}")]),
        }
    }

    fn arena(chance: &mut Chance) -> Subject {
        let bots = chance.pick(&[
            "hand-tuned-v4 generation-51",
            "greedy:hand-tuned-v4 generation-51 random",
            "random alphabeta(depth=2):published --game connect-four",
        ]);
        let (games, seed) = (2 * chance.within(1, 20), chance.within(0, 1 << 40));
        Subject::at_once(format!("arena {bots} --games {games} --seed {seed} --name run"))
    }

    fn comparison(chance: &mut Chance) -> Subject {
        let variants =
            chance.pick(&["es: ga:--optimizer=ga", "cma:--optimizer=cma spsa:--optimizer=spsa"]);
        Subject::at_once(format!(
            "compare {variants} --games {} --seeds {} --final-games {} --name run --with \
             --population={}",
            20 * chance.within(1, 4),
            chance.within(1, 4),
            2 * chance.within(1, 20),
            chance.pick(&[4, 8]),
        ))
    }

    fn measurement(chance: &mut Chance) -> Subject {
        let against = chance.pick(&[
            "hand-tuned-v4",
            "hand-tuned-v4,hand-tuned-v1",
            "hand-tuned-v1=2,generation-51 --mix",
        ]);
        let (games, seed) = (chance.within(1, 400), chance.within(0, 1 << 40));
        Subject::at_once(format!(
            "measure champion-2 --against {against} --games {games} --seed {seed} --name run"
        ))
    }

    /// What goes on by the command that began it.
    fn at_once(words: String) -> Subject {
        Subject { begin: words.clone(), straight: words, resume: None }
    }

    /// Does all of it with nothing in the way.
    pub fn do_straight(&self, home: &Home) {
        home.done(&format!("{} --quiet", self.straight));
    }

    /// The command that goes on from what lies there, to the later end if that is wanted.
    pub fn go_on(&self, home: &Home, is_late: bool) -> &str {
        match &self.resume {
            Some(words) if home.result("run", "config.toml").exists() => {
                &words[usize::from(is_late)]
            }
            _ => &self.begin,
        }
    }

    /// Whether a command goes on to the last end.
    pub fn is_last(&self, words: &str) -> bool {
        self.resume.as_ref().is_none_or(|[_, last]| last == words)
    }

    /// Whether it is a run of evolution.
    pub fn is_run(&self) -> bool {
        self.resume.is_some()
    }
}
