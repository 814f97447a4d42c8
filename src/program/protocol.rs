//! The lines that go to a program and come back: one JSON object a line, version 1.

use super::refusal::{bounded, plain};
use super::tune::{Goal, Tune};
use crate::rng::Rng;
use rand::RngExt as _;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

/// The version of the protocol.
pub const VERSION: u32 = 1;
/// Letters that are shown of a line that is no answer.
const SHOWN: usize = 100;
/// Letters at most of an error that is answered.
const MOST_ERROR: usize = 1000;

/// What a program is asked: one game, or what one vector is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Question {
    /// The different vectors that take part, the measured one first.
    pub vectors: Vec<Vec<Value>>,
    /// Seat by seat, whose turn is first first, the index of its vector.
    pub seats: Vec<usize>,
    /// What all chance is to come from, 0 to 2⁵³ − 1.
    pub seed: u64,
    /// How the game begins; `None` for its start, and where there are no games.
    pub opening: Option<Opening>,
}

/// Random moves that a game begins with, the same for the same seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Opening {
    /// How many.
    pub plies: u32,
    /// What they are drawn from.
    pub seed: u64,
}

/// A seed for a question or its opening: one that every reader of JSON keeps exact.
pub fn drawn_seed(rng: &mut Rng) -> u64 {
    rng.random::<u64>() >> 11
}

/// A question with its number.
#[derive(Serialize)]
struct Numbered<'a> {
    id: u64,
    #[serde(flatten)]
    question: &'a Question,
}

/// What a program answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A game came to an end.
    Game {
        /// The seat that won; `None` for a draw.
        winner: Option<usize>,
        /// Plies played.
        plies: u32,
        /// The distance that remains to each seat; empty where it wasn't said.
        distance: Vec<f64>,
        /// The moves, by which games are told apart, where they were said.
        moves: Option<String>,
    },
    /// What the vector is worth.
    Score(f64),
}

/// What an answer may not leave out, beyond what the goal asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The plies of a game, by which it is scored.
    pub plies: bool,
}

/// An answer, or why the program gave none.
pub type Given = Result<Answer, String>;

/// An answer as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: u64,
    #[serde(default, deserialize_with = "stated")]
    winner: Option<Option<usize>>,
    plies: Option<u32>,
    distance: Option<Vec<f64>>,
    moves: Option<String>,
    score: Option<f64>,
    error: Option<String>,
}

/// What a program says once it is ready.
#[derive(Deserialize)]
struct Ready {
    starhop: u32,
}

/// Tells a null from what isn't there.
fn stated<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<usize>>, D::Error> {
    Option::<usize>::deserialize(from).map(Some)
}

/// The first line that a program gets.
pub fn hello(tune: &Tune) -> String {
    let goal = match tune.goal {
        Goal::Game => "game",
        Goal::Maximise => "maximise",
        Goal::Minimise => "minimise",
    };
    let (players, parameters) = (tune.players, tune.told_parameters());
    json!({"starhop": VERSION, "goal": goal, "players": players, "parameters": parameters})
        .to_string()
}

/// That the first line of a program says that it is ready.
///
/// # Errors
/// Where it says anything else.
pub fn check_ready(line: &str) -> Result<(), String> {
    match object(line) {
        Ok(Ready { starhop: VERSION }) => Ok(()),
        Ok(Ready { starhop }) => {
            Err(format!("it speaks version {starhop} of the protocol, not {VERSION}"))
        }
        Err(_) => {
            Err(format!("its first line was not {{\"starhop\": {VERSION}}} but {}", shown(line)))
        }
    }
}

/// The beginning of a line that a program wrote, for people.
fn shown(line: &str) -> String {
    format!("'{}'", bounded(line, SHOWN))
}

/// Reads an object, which serde would take a list for, too.
fn object<T: DeserializeOwned>(line: &str) -> Result<T, String> {
    match line.trim_start().starts_with('[') {
        true => Err("an object is expected, not a list".to_string()),
        false => serde_json::from_str(line).map_err(|why| plain(&why)),
    }
}

/// What is wrong with a line that is no answer.
fn nonsense(line: &str, why: &str) -> String {
    let is_object = line.trim_start().starts_with('{');
    let hint = match is_object {
        true if ["NaN", "Infinity"].iter().any(|it| line.contains(it)) => {
            "; JSON has no NaN and no Infinity"
        }
        true => "",
        false => "; what is no answer belongs on standard error",
    };
    match line.trim().is_empty() {
        true => format!("it answered an empty line{hint}"),
        false => format!("it answered nonsense: {why}: {}{hint}", shown(line)),
    }
}

impl Question {
    /// The line by which it is asked.
    pub fn line(&self, id: u64) -> String {
        serde_json::to_string(&Numbered { id, question: self }).unwrap_or_default()
    }
}

/// The number of a question that stands in a line of the protocol.
///
/// # Errors
/// Where the line is none.
pub fn id_of(question: &str) -> Result<u64, String> {
    let read: Value = serde_json::from_str(question).map_err(|why| plain(&why))?;
    let id = read.get("id").and_then(Value::as_u64);
    id.ok_or_else(|| "its id must be a whole number from 0".to_string())
}

impl Answer {
    /// Reads a line: the number of the question that it answers, and the answer, or the error that the
    /// program gives in its place.
    ///
    /// # Errors
    /// Where it isn't an answer to what that program is asked.
    pub fn parse(line: &str, tune: &Tune, needs: Needs) -> Result<(u64, Given), String> {
        let said: Line = object(line).map_err(|why| nonsense(line, &why))?;
        let Line { id, winner, plies, distance, moves, score, error } = said;
        if let Some(error) = error {
            let error = bounded(&error, MOST_ERROR);
            return Ok((id, Err(format!("it answered the error '{error}'"))));
        }
        let answer = match (tune.goal, winner, score) {
            (Goal::Game, Some(winner), None) => {
                let distance = distance.unwrap_or_default();
                let seats = |count: usize| count == 0 || count == tune.players;
                if let Some(winner) = winner.filter(|it| *it >= tune.players) {
                    let last = tune.players - 1;
                    return Err(format!(
                        "it answered the winner {winner}, where seats are 0 to {last}"
                    ));
                }
                if !seats(distance.len()) || distance.iter().any(|it| !is_sound(*it)) {
                    return Err("it answered distances that are not one a seat".to_string());
                }
                if needs.plies && plies.is_none() {
                    return Err("it answered no plies, which scoring by plies needs".to_string());
                }
                Answer::Game { winner, plies: plies.unwrap_or(0), distance, moves }
            }
            (Goal::Maximise | Goal::Minimise, None, Some(score)) if is_sound(score) => {
                Answer::Score(score)
            }
            (Goal::Maximise | Goal::Minimise, None, Some(_)) => {
                return Err("it answered a score that is not within ±1e15".to_string());
            }
            (Goal::Game, None, _) => {
                let why = "it answered no winner, which a game needs (null where nobody won)";
                return Err(why.to_string());
            }
            (Goal::Game, ..) => return Err("it answered a score, which a game has not".to_string()),
            (_, Some(_), _) => {
                return Err("it answered a winner, which an evaluation has not".to_string());
            }
            _ => return Err("it answered no score, which an evaluation needs".to_string()),
        };
        Ok((id, Ok(answer)))
    }
}

fn is_sound(number: f64) -> bool {
    number.is_finite() && number.abs() <= 1e15
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn tune(goal: &str) -> Tune {
        let text = format!(
            "version = 1\nname = \"it\"\ncommand = [\"it\"]\ngoal = \"{goal}\"\n[[parameter]]\n\
             name = \"w\"\nkind = \"bool\"\n"
        );
        Tune::parse(&text, Path::new("")).unwrap()
    }

    #[test]
    fn a_question_is_a_line() {
        let question = Question {
            vectors: vec![vec![json!(1), json!("up")], vec![json!(2.5), json!(true)]],
            seats: vec![1, 0],
            seed: 9,
            opening: Some(Opening { plies: 4, seed: 8 }),
        };
        let line = "{\"id\":7,\"vectors\":[[1,\"up\"],[2.5,true]],\"seats\":[1,0],\"seed\":9,\
                    \"opening\":{\"plies\":4,\"seed\":8}}";
        assert_eq!(question.line(7), line);
        let parameters = r#""parameters":[{"kind":"bool","name":"w"}],"players":2,"starhop":1}"#;
        assert_eq!(hello(&tune("game")), format!("{{\"goal\":\"game\",{parameters}"));
    }

    #[test]
    fn answers_are_read_and_nonsense_is_none() {
        let game = |line: &str| Answer::parse(line, &tune("game"), Needs::default());
        let won = |winner| Answer::Game { winner, plies: 60, distance: Vec::new(), moves: None };
        assert_eq!(game(r#"{"id":3,"winner":1,"plies":60}"#), Ok((3, Ok(won(Some(1))))));
        assert_eq!(game(r#"{"plies":60,"winner":null,"id":3}"#), Ok((3, Ok(won(None)))));
        assert_eq!(
            game(r#"{"id":3,"error":"no"}"#),
            Ok((3, Err("it answered the error 'no'".to_string())))
        );
        let long = format!(r#"{{"id":3,"error":"\u001b[2J\n{}"}}"#, "x".repeat(2000));
        let said = format!("it answered the error '\\u{{1b}}[2J\\n{}…'", "x".repeat(995));
        assert_eq!(game(&long), Ok((3, Err(said))));
        let by_plies = |line: &str| Answer::parse(line, &tune("game"), Needs { plies: true });
        assert_eq!(by_plies(r#"{"id":3,"winner":1,"plies":60}"#), Ok((3, Ok(won(Some(1))))));
        assert!(by_plies(r#"{"id":3,"winner":null}"#).unwrap_err().contains("no plies"));
        for bad in [
            r#"{"id":3}"#,
            r#"{"id":3,"winner":2}"#,
            r#"{"id":3,"winner":-1}"#,
            r#"{"id":3,"winner":0,"score":1}"#,
            r#"{"id":3,"winner":0,"wnner":1}"#,
            r#"{"id":3,"winner":0,"winner":1}"#,
            r#"{"id":3,"winner":0,"distance":[1]}"#,
            r#"{"winner":0}"#,
            r#"{"id":3,"winner":0"#,
            r#"{"id":3,"winner":0}{"#,
            r#"[3,0,60,null,null,null,null]"#,
            "",
            "winner 0",
        ] {
            assert!(game(bad).is_err(), "{bad}");
        }
        assert!(
            game(r#"{"id":3,"winner":2}"#)
                .unwrap_err()
                .contains("winner 2, where seats are 0 to 1")
        );
        assert!(game(" ").unwrap_err().contains("an empty line"));
        let score = |line: &str| Answer::parse(line, &tune("maximise"), Needs::default());
        assert!(score(r#"{"id":3,"score":NaN}"#).unwrap_err().contains("JSON has no NaN"));
        assert_eq!(score(r#"{"id":3,"score":-2.5}"#), Ok((3, Ok(Answer::Score(-2.5)))));
        for bad in [
            r#"{"id":3,"winner":0}"#,
            r#"{"id":3,"score":1e16}"#,
            r#"{"id":3,"score":NaN}"#,
            r#"{"id":3,"score":null}"#,
            r#"{"id":3,"score":"1"}"#,
        ] {
            assert!(score(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_program_says_that_it_is_ready() {
        assert!(check_ready(r#"{"starhop": 1, "name": "it"}"#).is_ok());
        assert!(check_ready(r#"{"starhop": 2}"#).unwrap_err().contains("version 2"));
        for other in ["ready", "[1]"] {
            assert!(check_ready(other).unwrap_err().contains("first line"), "{other}");
        }
    }
}
