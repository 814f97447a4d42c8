//! What a game of pegs tells people: its aim, what ends it, and when pegs that stayed at home count.

use super::Player;
use super::peg_status::Status;
use super::pegs::PegGame;
use super::win::Win;

/// Turns that a player has left when it is told to leave home.
const TURNS_LEFT: u32 = 10;

/// [`Game::aim`](super::Game::aim).
pub(super) fn aim<G: PegGame>(game: &G, repetitions: u32) -> String {
    let mut aim = "Bring your pegs into the corner opposite yours.".to_string();
    match game.win() {
        Win::Own => aim += " The first player with all of its pegs there wins.",
        Win::Filled { leave_by } => {
            aim += " You win when your move leaves it full and at least one peg in it is yours.";
            if seats(game).any(|player| is_a_goal(game, player)) {
                aim += &format!(
                    " Pegs of the player who began there count only from ply {leave_by} on; so take \
                     yours out of your own corner before that."
                );
            }
        }
    }
    let repeated = match repetitions {
        0 => String::new(),
        times => format!(", when the same position has been there {times} times"),
    };
    let cap = game.ply_cap();
    aim + &format!(
        " Nobody wins after {cap} plies{repeated}, or when nobody can move. A ply is a move of one \
         player."
    )
}

/// [`Game::ending`](super::Game::ending): where pegs of others filled the goal.
pub(super) fn ending<G: PegGame>(game: &G, position: &G::Position) -> Option<String> {
    let Status { winner, ply, .. } = G::status(position);
    let (winner, Win::Filled { leave_by }) = (winner?, game.win()) else { return None };
    let is_own = |hole: u8| game.pegs_of(position, winner).any(|peg| peg == hole);
    if game.goal_of(winner).all(is_own) {
        return None;
    }
    let from = if ply >= leave_by { format!("from ply {leave_by} on ") } else { String::new() };
    Some(format!("its goal is full; {from}pegs of others in it count, too"))
}

/// [`Game::warning`](super::Game::warning): once to each player with pegs at home, some turns before these
/// count for somebody else.
pub(super) fn warning<G: PegGame>(game: &G, position: &G::Position) -> Option<String> {
    let Win::Filled { leave_by } = game.win() else { return None };
    let Status { turn, ply, .. } = G::status(position);
    let players = game.players() as u32;
    let first = leave_by.checked_sub(TURNS_LEFT * players)?;
    let start = game.start();
    let is_home = |hole: &u8| game.pegs_of(&start, turn).any(|peg| peg == *hole);
    let left = game.pegs_of(position, turn).filter(is_home).count();
    let is_now = (first..first + players).contains(&ply) && left > 0;
    (is_now && is_a_goal(game, turn)).then(|| {
        format!(
            "Leave your own corner by ply {leave_by}: from then on your pegs there ({left} now) count for \
             the player opposite, who wins once it is full. {ply} plies are played."
        )
    })
}

fn seats<G: PegGame>(game: &G) -> impl Iterator<Item = Player> {
    (0..game.players() as u8).map(Player)
}

/// Whether the home of a player is the goal of another.
fn is_a_goal<G: PegGame>(game: &G, player: Player) -> bool {
    let start = game.start();
    let is_goal = |hole: u8| seats(game).any(|other| game.goal_of(other).any(|it| it == hole));
    game.pegs_of(&start, player).any(is_goal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game as _;
    use crate::game::chinese_checkers::{ChineseCheckers, Rules};
    use crate::game::halma::{self, Halma};
    use crate::game::rhombus::{self, Rhombus};

    fn star(players: usize, rules: &str) -> ChineseCheckers {
        ChineseCheckers::new(players, Rules::parse(rules, players).unwrap()).unwrap()
    }

    #[test]
    fn the_aim_follows_from_the_rules() {
        assert_eq!(
            star(2, "standard:win=filled,leave-by=40").aim(3),
            "Bring your pegs into the corner opposite yours. You win when your move leaves it full and at \
             least one peg in it is yours. Pegs of the player who began there count only from ply 40 on; so \
             take yours out of your own corner before that. Nobody wins after 150 plies, when the same \
             position has been there 3 times, or when nobody can move. A ply is a move of one player."
        );
        assert_eq!(
            Halma::new(4, halma::parse_rules("standard:ply-cap=9", 4).unwrap()).unwrap().aim(0),
            "Bring your pegs into the corner opposite yours. The first player with all of its pegs there wins. \
             Nobody wins after 9 plies, or when nobody can move. A ply is a move of one player."
        );
        // Nobody's home is a goal there.
        let three = star(3, "standard:win=filled").aim(0);
        assert!(three.contains("is yours. Nobody wins after 225 plies, or"), "{three}");
    }

    /// Nine pegs of seat 1 in its goal, and one of seat 2 that stayed there.
    fn filled(game: &Rhombus, ply: u32) -> rhombus::Position {
        let goal: Vec<u8> = game.goal_of(Player(0)).collect();
        let home: Vec<u8> = game.goal_of(Player(1)).collect();
        let mut pegs: [[u8; 10]; 2] = [[0; 10]; 2];
        pegs[0].copy_from_slice(&goal);
        pegs[1].copy_from_slice(&home);
        (pegs[0][9], pegs[1][9]) = (home[9], goal[9]);
        game.position_at(&pegs, ply, 0)
    }

    #[test]
    fn who_wins_by_pegs_of_others_is_told_so() {
        let rules = rhombus::parse_rules("standard:win=filled,leave-by=61").unwrap();
        let game = Rhombus::new(2, rules).unwrap();
        let ending = |ply| game.ending(&filled(&game, ply));
        assert_eq!(ending(59), None, "nobody has won");
        let words = "its goal is full; from ply 61 on pegs of others in it count, too";
        assert_eq!(ending(61).as_deref(), Some(words));
        let own = [0, 1].map(|seat| {
            let mut pegs = [0; 10];
            let goal = game.goal_of(Player(seat));
            pegs.iter_mut().zip(goal).for_each(|(peg, hole)| *peg = hole);
            pegs
        });
        assert_eq!(game.ending(&game.position_at(&own, 61, 0)), None, "all pegs are its own");
    }

    #[test]
    fn who_stays_at_home_is_warned_once() {
        let homes = |game: &ChineseCheckers| -> Vec<[u8; 10]> {
            let start = game.start();
            let home = |player| {
                let mut pegs = [0; 10];
                pegs.iter_mut()
                    .zip(game.pegs_of(&start, player))
                    .for_each(|(peg, hole)| *peg = hole);
                pegs
            };
            seats(game).map(home).collect()
        };
        let warned = |players: usize, rules: &str| -> Vec<u32> {
            let game = star(players, rules);
            let at = |ply| game.position_at(&homes(&game), ply, 0);
            (0..90).filter(|&ply| game.warning(&at(ply)).is_some()).collect()
        };
        assert_eq!(warned(2, "standard:win=filled"), [40, 41]);
        assert_eq!(warned(4, "standard:win=filled,leave-by=50"), [10, 11, 12, 13]);
        assert!(warned(2, "standard:win=filled,leave-by=19").is_empty(), "it would come at once");
        assert!(warned(3, "standard:win=filled,leave-by=40").is_empty(), "no home is a goal");
        assert!(warned(2, "standard").is_empty());
        let game = star(2, "standard:win=filled");
        let mut pegs = homes(&game);
        assert_eq!(
            game.warning(&game.position_at(&pegs, 40, 0)).as_deref(),
            Some(
                "Leave your own corner by ply 60: from then on your pegs there (10 now) count for the \
                 player opposite, who wins once it is full. 40 plies are played."
            )
        );
        pegs.reverse();
        assert_eq!(game.warning(&game.position_at(&pegs, 40, 0)), None, "nobody is at home");
    }
}
