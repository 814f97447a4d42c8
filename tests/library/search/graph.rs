//! Searches on random graphs, where lines come back to where they were, a player moves several times in a row, and the
//! same position is worth another number by another way: all that real games rarely have at small depths.

use super::{plain, search, stream};
use rand::RngExt as _;
use starhop::backend::Threads;
use starhop::eval::Evaluator;
use starhop::game::hints::SearchHints;
use starhop::game::{Game, Outcome, Player, TextError};
use starhop::search::Searcher;

/// Plies after which a game is over.
const CAP: u32 = 9;

/// A token that goes from node to node.
struct Graph {
    players: u8,
    nodes: Vec<Node>,
}

struct Node {
    turn: Player,
    next: Vec<u8>,
    outcome: Option<Outcome>,
    /// What it is worth to each player.
    worth: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq)]
struct Token {
    node: u8,
    ply: u32,
}

impl Graph {
    fn draw(number: u64) -> Graph {
        let mut rng = stream(number);
        let players = rng.random_range(2..=3_u8);
        let count = rng.random_range(5..=16_u8);
        let node = |_| {
            let branches = rng.random_range(1..=3_u8);
            let mut next: Vec<u8> = (0..branches).map(|_| rng.random_range(0..count)).collect();
            next.sort_unstable();
            next.dedup();
            let outcome = match rng.random_range(0..12_u8) {
                0 => Some(Outcome::Unfinished),
                1 | 2 => Some(Outcome::Won(Player(rng.random_range(0..players)))),
                _ => None,
            };
            let worth = (0..players).map(|_| f64::from(rng.random_range(-9..=9_i32)));
            let worth = worth.collect();
            Node { turn: Player(rng.random_range(0..players)), next, outcome, worth }
        };
        let mut nodes: Vec<Node> = (0..count).map(node).collect();
        nodes[0].outcome = None;
        Graph { players, nodes }
    }

    fn at(&self, token: &Token) -> &Node {
        &self.nodes[usize::from(token.node)]
    }
}

impl Game for Graph {
    type Position = Token;
    type Move = u8;

    fn rules_text(&self) -> String {
        "graph".to_string()
    }

    fn players(&self) -> usize {
        self.players.into()
    }

    fn start(&self) -> Token {
        Token { node: 0, ply: 0 }
    }

    fn turn(&self, token: &Token) -> Player {
        self.at(token).turn
    }

    fn outcome(&self, token: &Token) -> Option<Outcome> {
        self.at(token).outcome.or((token.ply >= CAP).then_some(Outcome::Unfinished))
    }

    fn reason(&self, token: &Token) -> Option<&'static str> {
        self.outcome(token).map(|_| "there")
    }

    fn key(&self, token: &Token) -> u64 {
        (u64::from(token.node) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn moves(&self, token: &Token, moves: &mut Vec<u8>) {
        moves.clone_from(&self.at(token).next);
    }

    fn play(&self, token: &mut Token, mv: u8) {
        *token = Token { node: mv, ply: token.ply + 1 };
    }

    fn move_text(&self, _: &Token, mv: u8) -> String {
        mv.to_string()
    }

    fn parse_move(&self, _: &Token, text: &str) -> Result<u8, TextError> {
        Err(TextError(text.to_string()))
    }

    fn draw(&self, token: &Token) -> String {
        format!("{token:?}")
    }

    fn parse_position(text: &str) -> Result<(Graph, Token), TextError> {
        Err(TextError(text.to_string()))
    }
}

impl SearchHints for Graph {
    fn can_play(&self, token: &Token, mv: u8) -> bool {
        self.at(token).next.contains(&mv)
    }
}

struct Worths;

impl Evaluator<Graph> for Worths {
    fn score(&self, graph: &Graph, token: &Token, player: Player) -> f64 {
        graph.at(token).worth[player.index()]
    }
}

/// By each search to each depth, one searcher a graph and depth, all along a line of the game.
fn check(methods: &[&str], threads: usize, graphs: u64, depths: std::ops::RangeInclusive<u32>) {
    let threads = Threads::new(threads).unwrap();
    for number in 0..graphs {
        let graph = Graph::draw(number);
        for (method, depth) in methods.iter().flat_map(|it| depths.clone().map(move |at| (it, at)))
        {
            let by = search(&format!("{method}(depth={depth})"));
            let mut searcher = Searcher::new(&graph, &by, &Worths, &threads).unwrap();
            let mut token = graph.start();
            while graph.outcome(&token).is_none() {
                let (value, mv) = plain::choice(&graph, &Worths, &token, depth);
                let found = searcher.find(&graph, &token, &mut stream(0));
                assert_eq!(found.mv, mv, "{method} {depth}, graph {number}, {token:?}");
                // With one move there is nothing to look ahead for.
                let is_one = graph.at(&token).next.len() == 1;
                assert!(
                    is_one || found.value == value,
                    "{method} {depth}, graph {number}, {token:?}"
                );
                graph.play(&mut token, mv);
            }
        }
    }
}

#[test]
fn searches_on_random_graphs_find_what_a_plain_one_finds() {
    check(&["minimax", "alphabeta"], 1, 2000, 1..=7);
}

#[test]
fn threads_on_random_graphs_find_what_a_plain_search_finds() {
    check(&["parallel"], 2, 200, 4..=7);
}

/// A long random run, to be started by hand.
#[test]
#[ignore = "takes minutes"]
fn searches_on_very_many_random_graphs_find_what_a_plain_one_finds() {
    check(&["minimax", "alphabeta", "parallel"], 2, 20_000, 1..=8);
}
