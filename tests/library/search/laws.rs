//! What searches take for granted of games and evaluations.

use super::{after, array, legal_moves, positions, table};
use starhop::game::hints::SearchHints;
use starhop::game::{Game, Player};
use std::collections::HashMap;

#[test]
fn forward_searches_never_retreat_where_they_needn_t() {
    let game = table(2);
    let evaluator = array(&game, "generation-7822");
    let (mut retreats, mut forced) = (0, 0);
    for position in positions::mixed(&game, 60) {
        for method in ["minimax", "alphabeta(depth=2", "iddfs", "maxn", "mcts(nodes=20"] {
            let find = |text: &str| super::find(&game, text, evaluator.as_ref(), &position).mv;
            let open =
                method.split_once('(').map_or(format!("{method}("), |_| format!("{method},"));
            let mv = find(&format!("{open}forward)"));
            match legal_moves(&game, &position).iter().all(|&it| game.retreats(&position, it)) {
                true => forced += 1,
                false => assert!(!game.retreats(&position, mv), "{method}"),
            }
            let free = if method.contains('(') { format!("{method})") } else { method.to_string() };
            retreats += u32::from(game.retreats(&position, find(&free)));
        }
    }
    assert!(retreats > 0 && forced < 30, "{retreats} {forced}");
}

#[test]
fn positions_have_one_key_however_they_were_reached_and_others_have_others() {
    let game = table(3);
    let mut known: HashMap<u64, (Vec<u128>, u8, u32)> = HashMap::new();
    let (mut again, mut count) = (0, 0);
    for position in positions::mixed(&game, 100) {
        for mv in legal_moves(&game, &position) {
            let mut next = after(&game, &position, mv);
            game.hand_turn(&mut next, game.turn(&position));
            for mv in legal_moves(&game, &next) {
                let next = after(&game, &next, mv);
                let pegs = (0..3).map(|it| next.pegs(Player(it))).collect();
                let what = (pegs, game.turn(&next).0, next.passes());
                match known.insert(game.key(&next), what.clone()) {
                    Some(before) => {
                        assert_eq!(before, what);
                        again += 1;
                    }
                    None => count += 1,
                }
            }
        }
    }
    assert!(count > 100_000 && again > 1000, "{count} positions, {again} again");
    let distinct: std::collections::HashSet<_> = known.values().collect();
    assert_eq!(distinct.len(), known.len());
}

#[test]
fn a_turn_that_is_handed_over_changes_nothing_but_plies() {
    let game = table(6);
    for position in positions::mixed(&game, 50) {
        for player in (0..6).map(Player) {
            let mut handed = position.clone();
            assert!(game.hand_turn(&mut handed, player));
            assert_eq!(game.turn(&handed), player);
            assert!((0..6).all(|it| handed.pegs(Player(it)) == position.pegs(Player(it))));
            let ahead = (player.0 + 6 - game.turn(&position).0) % 6;
            assert_eq!(handed.ply(), position.ply() + u32::from(ahead));
        }
    }
}
