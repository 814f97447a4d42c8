//! Take-away: two players take one to three stones in turn, and who takes the last one wins.
//! Whoever leaves a multiple of four can't be beaten.

use starhop::eval::{Evaluator, Parametric};
use starhop::game::hints::SearchHints;
use starhop::game::{Game, Outcome, Player, TextError};
use starhop::parameter::{Domain, Parameter, Start};

/// The rules, with the stones of the start.
#[derive(Clone)]
pub struct TakeAway {
    pub stones: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Heap {
    pub stones: u32,
    pub ply: u32,
}

impl Game for TakeAway {
    type Position = Heap;
    type Move = u32;

    fn rules_text(&self) -> String {
        format!("take-away:stones={}", self.stones)
    }

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Heap {
        Heap { stones: self.stones, ply: 0 }
    }

    fn turn(&self, heap: &Heap) -> Player {
        Player((heap.ply % 2) as u8)
    }

    fn outcome(&self, heap: &Heap) -> Option<Outcome> {
        let last = Player(((heap.ply + 1) % 2) as u8);
        (heap.stones == 0).then_some(Outcome::Won(last))
    }

    fn reason(&self, heap: &Heap) -> Option<&'static str> {
        (heap.stones == 0).then_some("last-stone")
    }

    fn key(&self, heap: &Heap) -> u64 {
        u64::from(heap.stones) * 2 + u64::from(heap.ply % 2)
    }

    fn moves(&self, heap: &Heap, moves: &mut Vec<u32>) {
        moves.clear();
        moves.extend(1..=heap.stones.min(3));
    }

    fn play(&self, heap: &mut Heap, taken: u32) {
        heap.stones -= taken;
        heap.ply += 1;
    }

    fn move_text(&self, _: &Heap, taken: u32) -> String {
        taken.to_string()
    }

    fn parse_move(&self, heap: &Heap, text: &str) -> Result<u32, TextError> {
        let taken = text.parse().ok().filter(|taken| (1..=heap.stones.min(3)).contains(taken));
        taken.ok_or_else(|| TextError(format!("'{text}' is not a legal move here")))
    }

    fn draw(&self, heap: &Heap) -> String {
        format!("{} {} {}", self.stones, heap.stones, heap.ply)
    }

    fn parse_position(text: &str) -> Result<(TakeAway, Heap), TextError> {
        let numbers: Vec<u32> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
        match numbers[..] {
            [start, stones, ply] if stones <= start => {
                Ok((TakeAway { stones: start }, Heap { stones, ply }))
            }
            _ => Err(TextError(format!("'{text}' is no heap"))),
        }
    }
}

impl SearchHints for TakeAway {}

/// Evaluations that go by the remainder of the heap by four: what it is worth to leave each.
#[derive(Clone)]
pub struct Remainders;

pub struct Worth([f64; 4]);

impl Evaluator<TakeAway> for Worth {
    fn score(&self, _: &TakeAway, heap: &Heap, _: Player) -> f64 {
        self.0[heap.stones as usize % 4]
    }
}

impl Parametric<TakeAway> for Remainders {
    fn parameters(&self) -> Vec<Parameter> {
        let parameter = |remainder: u32| Parameter {
            name: format!("leave-{remainder}"),
            domain: Domain::Real,
            start: Start::Uniform(-1.0, 1.0),
            min: -1.0,
            max: 1.0,
        };
        (0..4).map(parameter).collect()
    }

    fn evaluator(&self, _: &TakeAway, values: &[f64]) -> Box<dyn Evaluator<TakeAway>> {
        Box::new(Worth([values[0], values[1], values[2], values[3]]))
    }

    fn built_in_names(&self) -> Vec<&'static str> {
        vec!["careless", "perfect"]
    }

    fn built_in(&self, _: &TakeAway, name: &str) -> Result<Vec<f64>, TextError> {
        match name {
            "careless" => Ok(vec![0.0; 4]),
            "perfect" => Ok(vec![1.0, 0.0, 0.0, 0.0]),
            _ => Err(self.unknown(name)),
        }
    }
}
