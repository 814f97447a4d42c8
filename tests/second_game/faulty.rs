//! Take-away, and an evaluation of it, that break one of their promises.

use super::take_away::{Heap, Remainders, TakeAway};
use rand::RngExt as _;
use starhop::backend::Threads;
use starhop::eval::{Evaluator, Needs, Parametric};
use starhop::game::hints::SearchHints;
use starhop::game::layout::{CellLayout, Piece};
use starhop::game::{Game, Outcome, Player, TextError};
use starhop::parameter::Parameter;
use starhop::play::games::{Games, General};
use starhop::play::opening::Opening;
use starhop::play::runner::Played;
use starhop::registry::TypedTable;
use starhop::rng::Rng;
use starhop::search::spec::Search;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

macro_rules! faults {
    ($($name:ident),*$(,)?) => {
        /// What is wrong.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Fault {
            $($name,)*
        }

        impl Fault {
            /// All of them, the one that is none first.
            pub const ALL: &[Fault] = &[$(Fault::$name,)*];
        }
    };
}

faults! {
    None, NoMoves, UnclearedMoves, OneMoveTwice, MovesByMood, NobodysTurn, NobodyWins,
    NoReason, NeverEnds, PlaysByMood, OneKey, WrongCount, WrongPlace, NoEndAfter, NoEndSoon,
    FarFromWon, AnyMoveKnown, TurnNotHanded, TurnHandedSilently, SomebodyAlone, PartsUnsaid,
    NobodysPiece, PiecesWithoutCells, MovesUnread, AnyNumberRead, TwoWords, PlyNotDrawn,
    RulesNotDrawn, NoScores, HugeScores, NoScoreAtTheEnd, OtherScoresOfMoves, OtherMargins,
    FewerMargins, OtherBestMargin, OtherBestMove, OneDrawMore, OtherFirstMoves, IllegalChoice,
    OtherPart, NoBuiltInNumber, TwoOfAName, CrookedMirror, UnknownIdle, ThreeArrays,
    FewerCells, OtherFastGames, TurnedRound, OneSearchKey, HandedTurnTakes, NeverQuiet,
    NobodysTurnRead, CellOutside, TwoCellsOfAName, TurnedTwice, BentMirror, BuiltInByMood,
    OtherFastRoom, PlaceForNothing,
}

/// Take-away with a fault, which asks for a stop at ply 30.
#[derive(Clone)]
pub struct Faulty {
    pub fault: Fault,
    pub stop: Arc<AtomicBool>,
    mood: Arc<AtomicBool>,
}

pub const RULES: TakeAway = TakeAway { stones: 21 };

pub fn faulty(fault: Fault) -> Faulty {
    Faulty { fault, stop: Arc::default(), mood: Arc::default() }
}

pub fn table(fault: Fault) -> TypedTable<Faulty, Quick> {
    TypedTable {
        name: "take-away",
        family: Arc::new(Family(fault)),
        others: Vec::new(),
        game: faulty(fault),
        position: RULES.start(),
        fast: |game| match game.fault {
            // By an evaluation that turns the other one round.
            Fault::OtherFastGames => Some(Quick(general(game, Fault::TurnedRound))),
            Fault::OtherFastRoom => Some(Quick(general(game, Fault::OtherFastRoom))),
            _ => None,
        },
    }
}

fn general(game: &Faulty, fault: Fault) -> General<Faulty> {
    let family = Arc::new(Family(fault));
    General::new(family, game.clone(), Search::default(), Threads::alone()).unwrap()
}

/// The general way to play, which doesn't write over vectors that it has made ready.
pub struct Quick(General<Faulty>);

impl Games<Faulty> for Quick {
    type Prepared = Box<dyn Evaluator<Faulty>>;
    type Start = Opening<Heap>;

    fn prepare(&self, values: &[f64]) -> Self::Prepared {
        self.0.prepare(values)
    }

    fn prepare_in(&self, room: Self::Prepared, _: &[f64]) -> Self::Prepared {
        room
    }

    fn start(&self, opening: Opening<Heap>) -> Self::Start {
        opening
    }

    fn play(&self, start: &Self::Start, seats: &[&Self::Prepared], rng: &mut Rng) -> Played<Heap> {
        self.0.play(start, seats, rng)
    }
}

impl Faulty {
    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    /// `true` every second time that it is asked.
    fn mood(&self, fault: Fault) -> bool {
        self.has(fault) && self.mood.fetch_xor(true, Ordering::Relaxed)
    }
}

impl Game for Faulty {
    type Position = Heap;
    type Move = u32;

    fn rules_text(&self) -> String {
        let rules = if self.has(Fault::RulesNotDrawn) { TakeAway { stones: 20 } } else { RULES };
        rules.rules_text()
    }

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Heap {
        RULES.start()
    }

    fn turn(&self, heap: &Heap) -> Player {
        match self.fault {
            Fault::NobodysTurn if heap.stones < 10 => Player(7),
            // No game has come there.
            Fault::NobodysTurnRead if heap.stones + heap.ply.min(30) > 21 => Player(7),
            _ => RULES.turn(heap),
        }
    }

    fn outcome(&self, heap: &Heap) -> Option<Outcome> {
        let outcome = RULES.outcome(heap)?;
        Some(if self.has(Fault::NobodyWins) { Outcome::Won(Player(7)) } else { outcome })
    }

    fn reason(&self, heap: &Heap) -> Option<&'static str> {
        RULES.reason(heap).filter(|_| !self.has(Fault::NoReason))
    }

    fn key(&self, heap: &Heap) -> u64 {
        if self.has(Fault::OneKey) { 7 } else { RULES.key(heap) }
    }

    fn moves(&self, heap: &Heap, moves: &mut Vec<u32>) {
        let used = moves.clone();
        RULES.moves(heap, moves);
        match self.fault {
            Fault::NoMoves if heap.stones < 5 => moves.clear(),
            Fault::UnclearedMoves => moves.extend(used),
            Fault::OneMoveTwice => moves.push(1),
            _ if self.mood(Fault::MovesByMood) => moves.reverse(),
            _ => (),
        }
    }

    fn count_moves(&self, heap: &Heap) -> Option<u32> {
        self.has(Fault::WrongCount).then(|| heap.stones.min(4))
    }

    fn play(&self, heap: &mut Heap, taken: u32) {
        RULES.play(heap, taken);
        if self.has(Fault::NeverEnds) && heap.stones == 0 {
            heap.stones = 21;
        }
        if self.mood(Fault::PlaysByMood) {
            heap.ply += 2;
        }
        self.stop.fetch_or(heap.ply == 30, Ordering::Relaxed);
    }

    fn outcome_after(&self, heap: &Heap, taken: u32) -> Option<Outcome> {
        let mut next = heap.clone();
        self.play(&mut next, taken);
        self.outcome(&next).filter(|_| !self.has(Fault::NoEndAfter))
    }

    fn move_text(&self, heap: &Heap, taken: u32) -> String {
        let text = RULES.move_text(heap, taken);
        if self.has(Fault::TwoWords) { format!("take {text}") } else { text }
    }

    fn parse_move(&self, heap: &Heap, text: &str) -> Result<u32, TextError> {
        let text = text.strip_prefix("take ").unwrap_or(text);
        match self.fault {
            Fault::MovesUnread => Err(TextError("no".to_string())),
            Fault::AnyNumberRead if text.parse::<u32>().is_ok() => Ok(text.parse().unwrap()),
            _ => RULES.parse_move(heap, text),
        }
    }

    /// Who reads it finds the fault again, unless that is what is wrong.
    fn draw(&self, heap: &Heap) -> String {
        match self.fault {
            Fault::PlyNotDrawn => RULES.draw(&Heap { ply: heap.ply % 2, ..heap.clone() }),
            Fault::RulesNotDrawn | Fault::None => RULES.draw(heap),
            fault => format!("{} f{}/{1}", RULES.draw(heap), fault as usize),
        }
    }

    fn parse_position(text: &str) -> Result<(Faulty, Heap), TextError> {
        let known = |fault: &&Fault| {
            let number = **fault as usize;
            text.ends_with(&format!(" f{number}/{number}"))
        };
        let fault = match text.contains('/') {
            true => Fault::ALL.iter().find(known).copied(),
            false => Some(Fault::None),
        };
        let fault = fault.ok_or_else(|| TextError(format!("'{text}' has no known fault")))?;
        Ok((faulty(fault), TakeAway::parse_position(text)?.1))
    }

    fn layout(&self) -> Option<CellLayout> {
        self.has(Fault::NobodysPiece).then(|| CellLayout::list(["heap".to_string()].into_iter()))
    }

    fn pieces(&self, _: &Heap) -> Vec<Option<Piece>> {
        match self.fault {
            Fault::NobodysPiece => vec![Some(Piece { player: Player(7), kind: "stone" })],
            Fault::PiecesWithoutCells => vec![None],
            _ => Vec::new(),
        }
    }
}

impl SearchHints for Faulty {
    fn hand_turn(&self, heap: &mut Heap, player: Player) -> bool {
        let takes = self.has(Fault::HandedTurnTakes);
        if (takes || self.has(Fault::TurnHandedSilently)) && player != self.turn(heap) {
            heap.ply += 1;
            heap.stones -= u32::from(takes).min(heap.stones);
        }
        takes || self.has(Fault::TurnNotHanded)
    }

    fn search_key(&self, heap: &Heap, _: u32) -> u64 {
        if self.has(Fault::OneSearchKey) { 7 } else { self.key(heap) }
    }

    fn is_quiet(&self, _: &Heap) -> bool {
        !self.has(Fault::NeverQuiet)
    }

    fn is_apart(&self, _: &Heap) -> bool {
        self.has(Fault::PartsUnsaid)
    }

    fn can_part(&self) -> bool {
        false
    }

    fn alone(&self, heap: &Heap, _: Player) -> Option<Heap> {
        self.has(Fault::SomebodyAlone).then(|| heap.clone())
    }

    fn can_play(&self, _: &Heap, _: u32) -> bool {
        self.has(Fault::AnyMoveKnown)
    }

    fn move_at(&self, heap: &Heap, place: impl FnOnce(u32) -> u32) -> Option<u32> {
        match self.fault {
            Fault::WrongPlace => Some(place(heap.stones.min(3))),
            Fault::PlaceForNothing => {
                place(heap.stones.min(3));
                None
            }
            _ => None,
        }
    }

    fn may_end(&self, _: &Heap) -> bool {
        !self.has(Fault::NoEndSoon)
    }

    fn least_moves(&self, _: &Heap, _: Player) -> u32 {
        if self.has(Fault::FarFromWon) { 2 } else { 0 }
    }
}

pub struct Family(pub Fault);

struct Worth {
    fault: Fault,
    of: Box<dyn Evaluator<TakeAway>>,
    part: Option<Box<Worth>>,
}

impl Worth {
    fn new(fault: Fault, values: &[f64]) -> Worth {
        let part = (fault == Fault::OtherPart)
            .then(|| Box::new(Worth::new(Fault::OtherScoresOfMoves, values)));
        Worth { fault, of: Remainders.evaluator(&RULES, values), part }
    }

    /// What is wrong with the scores, or margins, of moves.
    fn spoil(&self, scores: &mut Vec<f64>) {
        match (self.fault, scores.last_mut()) {
            (Fault::OtherScoresOfMoves | Fault::OtherMargins, Some(last)) => *last += 1.0,
            (Fault::FewerMargins, Some(_)) => _ = scores.pop(),
            _ => (),
        }
    }

    /// Its margins, which are all 0, since both players see the same.
    fn plain(moves: &[u32], scores: &mut Vec<f64>) {
        scores.clear();
        scores.resize(moves.len(), 0.0);
    }
}

impl Evaluator<Faulty> for Worth {
    fn score(&self, _: &Faulty, heap: &Heap, player: Player) -> f64 {
        match self.fault {
            Fault::NoScores => f64::NAN,
            Fault::HugeScores => 1e14,
            Fault::NoScoreAtTheEnd if heap.stones == 0 => f64::NAN,
            Fault::TurnedRound => -self.of.score(&RULES, heap, player),
            _ => self.of.score(&RULES, heap, player),
        }
    }

    fn score_moves(&self, game: &Faulty, heap: &Heap, moves: &[u32], scores: &mut Vec<f64>) {
        scores.clear();
        let turn = game.turn(heap);
        scores.extend(moves.iter().map(|&taken| {
            let mut next = heap.clone();
            game.play(&mut next, taken);
            self.score(game, &next, turn)
        }));
        if self.fault == Fault::OtherScoresOfMoves {
            self.spoil(scores);
        }
    }

    fn margins(&self, _: &Faulty, _: &Heap, moves: &[u32], _: Player, margins: &mut Vec<f64>) {
        Worth::plain(moves, margins);
        if self.fault != Fault::OtherScoresOfMoves {
            self.spoil(margins);
        }
    }

    fn best_margin(&self, _: &Faulty, _: &Heap, _: Player, _: f64, _: f64) -> Option<(f64, u64)> {
        (self.fault == Fault::OtherBestMargin).then_some((0.5, 1))
    }

    fn best_move(&self, _: &Faulty, heap: &Heap, _: &mut Vec<u32>, rng: &mut Rng) -> Option<u32> {
        match self.fault {
            Fault::OtherBestMove => Some(1),
            Fault::OneDrawMore if heap.stones == 1 => {
                rng.random::<u64>();
                Some(1)
            }
            _ => None,
        }
    }

    fn first_moves(&self, _: &Faulty, heap: &Heap, most: usize) -> Option<Vec<u32>> {
        let moves = (1..=heap.stones.min(3)).rev().take(most);
        (self.fault == Fault::OtherFirstMoves).then(|| moves.collect())
    }

    fn at(&self, _: &Faulty, _: &Heap) -> Option<&dyn Evaluator<Faulty>> {
        self.part.as_deref().map(|it| it as &dyn Evaluator<Faulty>)
    }

    fn choose(&self, _: &Faulty, _: &Heap, _: &mut Rng) -> Option<u32> {
        (self.fault == Fault::IllegalChoice).then_some(9)
    }
}

impl Parametric<Faulty> for Family {
    fn parameters(&self) -> Vec<Parameter> {
        let mut parameters = Remainders.parameters();
        if self.0 == Fault::TwoOfAName {
            parameters[3].name = parameters[1].name.clone();
        }
        parameters
    }

    fn arrays(&self) -> usize {
        if self.0 == Fault::ThreeArrays { 3 } else { 1 }
    }

    fn layout(&self, _: &Faulty) -> Option<CellLayout> {
        let list = |names: &[&str]| CellLayout::list(names.iter().map(|it| it.to_string()));
        let four = list(&["a", "b", "c", "d"]);
        match self.0 {
            Fault::FewerCells => Some(list(&["a", "b", "c"])),
            Fault::TwoCellsOfAName => Some(list(&["a", "b", "c", "a"])),
            Fault::CellOutside => Some(CellLayout { grid: (1, 3), ..four }),
            Fault::TurnedTwice => Some(CellLayout { turned: vec![vec![3, 2, 1, 1]], ..four }),
            Fault::BentMirror => Some(four),
            _ => None,
        }
    }

    fn mirror(&self) -> Option<Vec<usize>> {
        match self.0 {
            Fault::CrookedMirror => Some(vec![1, 2, 3, 0]),
            Fault::BentMirror => Some(vec![1, 0, 2, 3]),
            _ => None,
        }
    }

    fn idle(&self, _: &Faulty, _: Needs) -> Vec<usize> {
        if self.0 == Fault::UnknownIdle { vec![4] } else { Vec::new() }
    }

    fn evaluator(&self, _: &Faulty, values: &[f64]) -> Box<dyn Evaluator<Faulty>> {
        Box::new(Worth::new(self.0, values))
    }

    fn built_in_names(&self) -> Vec<&'static str> {
        Remainders.built_in_names()
    }

    fn built_in(&self, _: &Faulty, name: &str) -> Result<Vec<f64>, TextError> {
        static ASKED: AtomicBool = AtomicBool::new(false);
        match self.0 {
            Fault::NoBuiltInNumber => Ok(vec![1.0, 0.0, f64::INFINITY, 0.0]),
            Fault::BuiltInByMood => {
                Ok(vec![f64::from(ASKED.fetch_xor(true, Ordering::Relaxed)); 4])
            }
            _ => Remainders.built_in(&RULES, name),
        }
    }
}
