//! Breakthrough (Dan Troyka, 2000) on 36 squares: two rows of pawns each, which step one square
//! forwards, straight or aslant, and take aslant. The first pawn on the other side wins.

use starhop::eval::{Evaluator, Parametric};
use starhop::game::hints::SearchHints;
use starhop::game::layout::{Cell, CellLayout, Piece};
use starhop::game::{Game, Outcome, Player, TextError};
use starhop::parameter::{Domain, Parameter, Start};
use starhop::play::games::General;
use starhop::registry::{Entry, Opened, Preset, TypedTable, Workload};
use starhop::search::spec::Search;
use starhop::tune::config::Config;
use starhop::tune::fitness::Scoring;
use std::sync::Arc;

pub const NAME: &str = "breakthrough";
const SIDE: usize = 6;
const SQUARES: usize = SIDE * SIDE;
const PAWNS: [char; 2] = ['w', 'b'];
/// More plies than any game has: each pawn steps forwards five times at most.
const MOST_PLIES: u32 = 24 * 5;

/// What starhop knows of the game by its name.
pub static ENTRY: Entry = Entry {
    name: NAME,
    presets: &[Preset { name: "default", config: preset }],
    yardsticks: |_| &["rows"],
    levels: |_| &["random", "greedy:rows", "alphabeta(depth=4):rows"],
    arena_rules: "standard",
    workloads: &[Workload { first: "rows", others: "rows", players: 2, rules: "standard" }],
    open: |players, rules| match (players, rules) {
        (2, "standard") => table((Breakthrough, Breakthrough.start())),
        (2, _) => Err(TextError(format!("no rules '{rules}'; known: standard"))),
        _ => Err(TextError(format!("{players} players: breakthrough is for 2"))),
    },
    open_at: |drawing| table(Breakthrough::parse_position(drawing)?),
};

fn table((game, position): (Breakthrough, Board)) -> Opened {
    let fast = |_: &Breakthrough| None::<General<Breakthrough>>;
    let family = Arc::new(SquareWeights);
    Ok(Box::new(TypedTable { name: NAME, family, others: Vec::new(), game, position, fast }))
}

/// Two plies ahead, from random openings, scored by wins.
fn preset(players: usize) -> Result<Config, TextError> {
    (ENTRY.open)(players, "standard")?;
    Ok(Config {
        search: "alphabeta(depth=2)".parse::<Search>()?,
        scoring: Scoring::Wins,
        opening_plies: 4,
        symmetric: true,
        deviation: 3.0,
        anneal_after: 30,
        population: 32,
        generations: Some(60),
        measure_every: 20,
        final_games: 2000,
        restart_after: 0,
        ..Config::base(NAME, players, "standard", "rows")
    })
}

/// The rules.
#[derive(Clone)]
pub struct Breakthrough;

/// The pawn on each square, from a1 to f6 row by row, and the plies played.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    squares: [Option<Player>; SQUARES],
    ply: u32,
}

/// From a square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    from: usize,
    to: usize,
}

fn name(square: usize) -> String {
    format!("{}{}", char::from(b'a' + (square % SIDE) as u8), square / SIDE + 1)
}

/// The square as the other player sees it.
fn turned(square: usize) -> usize {
    (SIDE - 1 - square / SIDE) * SIDE + square % SIDE
}

fn other(player: Player) -> Player {
    Player(1 - player.0)
}

/// Whether a pawn of that player stands on the other side.
fn is_across(board: &Board, player: Player) -> bool {
    let last = (SQUARES - SIDE..SQUARES).map(|it| if player.0 == 0 { it } else { turned(it) });
    last.into_iter().any(|square| board.squares[square] == Some(player))
}

impl Game for Breakthrough {
    type Position = Board;
    type Move = Step;

    fn rules_text(&self) -> String {
        "standard".to_string()
    }

    fn aim(&self, _repetitions: u32) -> String {
        "The first pawn on the other side wins, and so does a player who leaves the other no move."
            .to_string()
    }

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Board {
        let pawn = |square| match square / SIDE {
            0 | 1 => Some(Player(0)),
            row if row >= SIDE - 2 => Some(Player(1)),
            _ => None,
        };
        Board { squares: std::array::from_fn(pawn), ply: 0 }
    }

    fn turn(&self, board: &Board) -> Player {
        Player((board.ply % 2) as u8)
    }

    fn outcome(&self, board: &Board) -> Option<Outcome> {
        self.reason(board).map(|_| Outcome::Won(other(self.turn(board))))
    }

    fn reason(&self, board: &Board) -> Option<&'static str> {
        let moved = other(self.turn(board));
        let none_left = || !board.squares.contains(&Some(self.turn(board)));
        match is_across(board, moved) {
            true => Some("breakthrough"),
            false => none_left().then_some("all-taken"),
        }
    }

    fn key(&self, board: &Board) -> u64 {
        let digit = |pawn: &Option<Player>| pawn.map_or(0, |player| 1 + u64::from(player.0));
        let number = |key: u64, pawn| key.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ digit(pawn);
        board.squares.iter().fold(u64::from(board.ply % 2), number)
    }

    fn moves(&self, board: &Board, moves: &mut Vec<Step>) {
        moves.clear();
        let player = self.turn(board);
        for from in (0..SQUARES).filter(|&from| board.squares[from] == Some(player)) {
            let row = from / SIDE;
            let ahead = if player.0 == 0 { row + 1 } else { row.wrapping_sub(1) };
            for column in (from % SIDE).saturating_sub(1)..(from % SIDE + 2).min(SIDE) {
                let Some(pawn) = board.squares.get(ahead.wrapping_mul(SIDE).wrapping_add(column))
                else {
                    continue;
                };
                let is_straight = column == from % SIDE;
                if pawn.is_none() || !is_straight && *pawn == Some(other(player)) {
                    moves.push(Step { from, to: ahead * SIDE + column });
                }
            }
        }
    }

    fn play(&self, board: &mut Board, step: Step) {
        board.squares[step.to] = board.squares[step.from].take();
        board.ply += 1;
    }

    fn move_text(&self, _: &Board, step: Step) -> String {
        format!("{}-{}", name(step.from), name(step.to))
    }

    fn parse_move(&self, board: &Board, text: &str) -> Result<Step, TextError> {
        let mut moves = Vec::new();
        self.moves(board, &mut moves);
        let named = moves.into_iter().find(|&step| self.move_text(board, step) == text);
        named.ok_or_else(|| TextError(format!("'{text}' is not a legal move here")))
    }

    /// The plies, then the rows from the sixth to the first.
    fn draw(&self, board: &Board) -> String {
        let letter = |square: usize| board.squares[square].map_or('.', |it| PAWNS[it.index()]);
        let row = |row: usize| (0..SIDE).map(|column| letter(row * SIDE + column)).collect();
        let rows: Vec<String> = (0..SIDE).rev().map(row).collect();
        format!("ply {}\n{}\n", board.ply, rows.join("\n"))
    }

    fn parse_position(text: &str) -> Result<(Breakthrough, Board), TextError> {
        let mut lines = text.lines();
        let ply = lines.next().and_then(|line| line.strip_prefix("ply ")?.parse().ok());
        let ply = ply.filter(|&it| it <= MOST_PLIES);
        let wrong = || TextError(format!("line 1: not 'ply' and a number of 0 to {MOST_PLIES}"));
        let ply = ply.ok_or_else(wrong)?;
        let mut squares = [None; SQUARES];
        for row in 0..SIDE {
            let line = lines.next().unwrap_or_default();
            let fault = |why| TextError(format!("line {}: {why}", row + 2));
            if line.chars().count() != SIDE {
                return Err(fault("not six squares"));
            }
            for (column, letter) in line.chars().enumerate() {
                let pawn = PAWNS.iter().position(|&pawn| pawn == letter);
                if pawn.is_none() && letter != '.' {
                    return Err(fault("a square that is none of w, b and ."));
                }
                squares[(SIDE - 1 - row) * SIDE + column] = pawn.map(|it| Player(it as u8));
            }
        }
        if let Some(line) = lines.next() {
            return Err(TextError(format!("line 8: nothing may follow the last row: '{line}'")));
        }
        let board = Board { squares, ply };
        if is_across(&board, Breakthrough.turn(&board)) {
            return Err(TextError("it is the winner's turn".to_string()));
        }
        Ok((Breakthrough, board))
    }

    fn layout(&self) -> Option<CellLayout> {
        let cell = |square| {
            let (row, column) = (SIDE - 1 - square / SIDE, square % SIDE);
            let corner = [1, 0, 0, 0, 0, 2][square / SIDE];
            let (x, y) = (column as f64, row as f64);
            Cell { name: name(square), row, column, corner, x, y, stop: true }
        };
        let seats = vec![(0..SQUARES).collect(), (0..SQUARES).map(turned).collect()];
        let cells = (0..SQUARES).map(cell).collect();
        Some(CellLayout::one(cells, (SIDE, SIDE), seats))
    }

    fn pieces(&self, board: &Board) -> Vec<Option<Piece>> {
        let piece = |pawn: &Option<Player>| pawn.map(|player| Piece { player, kind: "pawn" });
        board.squares.iter().map(piece).collect()
    }
}

impl SearchHints for Breakthrough {
    fn captures(&self, board: &Board, step: Step) -> bool {
        board.squares[step.to].is_some()
    }

    fn is_quiet(&self, board: &Board) -> bool {
        let mut steps = Vec::new();
        self.moves(board, &mut steps);
        !steps.into_iter().any(|step| self.captures(board, step))
    }
}

/// Evaluations with a weight for each square: a position is worth what the own pawns stand on less
/// what the other's do, each as its owner sees the board.
pub struct SquareWeights;

/// One array.
struct Weights(Vec<f64>);

impl Evaluator<Breakthrough> for Weights {
    fn score(&self, _: &Breakthrough, board: &Board, player: Player) -> f64 {
        let worth = |(square, pawn): (usize, &Option<Player>)| {
            let Some(owner) = *pawn else { return 0.0 };
            let seen = if owner.0 == 0 { square } else { turned(square) };
            if owner == player { self.0[seen] } else { -self.0[seen] }
        };
        board.squares.iter().enumerate().map(worth).sum()
    }
}

impl Parametric<Breakthrough> for SquareWeights {
    fn parameters(&self) -> Vec<Parameter> {
        let parameter = |square| Parameter {
            name: name(square),
            domain: Domain::Integer,
            start: Start::Uniform(0.0, 40.0),
            min: 0.0,
            max: 1000.0,
        };
        (0..SQUARES).map(parameter).collect()
    }

    fn layout(&self, game: &Breakthrough) -> Option<CellLayout> {
        game.layout()
    }

    fn mirror(&self) -> Option<Vec<usize>> {
        let mirrored = |square| square / SIDE * SIDE + (SIDE - 1 - square % SIDE);
        Some((0..SQUARES).map(mirrored).collect())
    }

    fn evaluator(&self, _: &Breakthrough, values: &[f64]) -> Box<dyn Evaluator<Breakthrough>> {
        Box::new(Weights(values.to_vec()))
    }

    fn built_in_names(&self) -> Vec<&'static str> {
        vec!["rows"]
    }

    /// `rows`: a pawn is worth twenty, and one more for each row that it has come.
    fn built_in(&self, _: &Breakthrough, name: &str) -> Result<Vec<f64>, TextError> {
        match name {
            "rows" => Ok((0..SQUARES).map(|square| 20.0 + (square / SIDE) as f64).collect()),
            _ => Err(self.unknown(name)),
        }
    }
}
