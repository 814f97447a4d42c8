//! What a lobby promises: tables that it lets go, advice for the position that is there, and bots that wait for people.

use super::*;
use crate::record::home::Home;
use crate::serve::room::TableAsk;
use std::time::Duration;
use tokio::sync::Semaphore;

/// A lobby in that folder.
fn lobby(folder: &Path) -> Lobby {
    lobby_with(folder, Vec::new())
}

/// A lobby in that folder with bots beside those of the levels.
fn lobby_with(folder: &Path, bots: Vec<String>) -> Lobby {
    let (home, thinkers) = (Home::new(folder), Arc::new(Semaphore::new(1)));
    let shared = Arc::new(Shared { home, played: Mutex::default(), thinkers });
    Lobby::open(shared, bots, None, |_: &str| {}).unwrap()
}

/// A table with two such seats.
async fn table(lobby: &Lobby, seat: &str) -> (String, TableHandle) {
    table_of(lobby, [seat, seat]).await
}

/// A table with those seats.
async fn table_of(lobby: &Lobby, seats: [&str; 2]) -> (String, TableHandle) {
    let wanted = Wanted {
        game: "connect-four".to_string(),
        players: None,
        rules: None,
        seats: seats.map(str::to_string).to_vec(),
        seed: None,
        terms: Terms::default(),
    };
    let Reply::Created { table } = lobby.create(&wanted).await else { panic!("refused") };
    let handle = lobby.table(&table).unwrap();
    (table, handle)
}

/// The file may be somebody else's.
#[test]
fn a_bot_that_is_waited_for_is_one_word_of_the_shell() {
    let bot = "program(a'; rm -r b,depth=1)";
    assert!(waits(Path::new("a.jsonl"), bot).ends_with(&format!("--bot {}", quoted(bot))));
}

#[test]
fn a_full_lobby_lets_the_oldest_table_go_that_nobody_has_begun() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let lobby = lobby(folder.path());
        let ((seated, one), (left, _)) = (table(&lobby, OPEN).await, table(&lobby, OPEN).await);
        let (watched, other) = table(&lobby, OPEN).await;
        let is_there = |name: &String| lobby.table(name).is_some();
        let join = || TableAsk::Join { seat: None, name: "Ada".to_string(), token: None };
        one.ask(1, join()).await;
        lobby.make_room(4).await.unwrap();
        assert!(is_there(&left));
        lobby.make_room(3).await.unwrap();
        assert!(!is_there(&left) && !lobby.files.path(&left).exists());
        let watches = other.log.subscribe();
        assert!(lobby.make_room(2).await.is_err(), "somebody is there at both");
        one.went(1).await;
        lobby.make_room(2).await.unwrap();
        assert!(!is_there(&seated) && is_there(&watched));
        drop(watches);
        let Reply::Joined { token, .. } = other.ask(2, join()).await else { panic!("refused") };
        other.ask(2, TableAsk::Move { token, mv: "4".to_string() }).await;
        other.went(2).await;
        assert!(lobby.make_room(1).await.is_err(), "somebody has moved");
        assert!(is_there(&watched) && lobby.files.path(&watched).exists());
    });
}

#[test]
fn advice_for_a_position_that_is_gone_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let slow = "alphabeta(ms=3600000):published";
        let lobby = lobby_with(folder.path(), vec![slow.to_string()]);
        let (_, table) = table_of(&lobby, [OPEN, slow]).await;
        let join = TableAsk::Join { seat: None, name: "Ada".to_string(), token: None };
        let Reply::Joined { token, .. } = table.ask(1, join).await else { panic!("refused") };
        let (advice, moved) = futures_util::future::join(
            table.think(1, token.clone(), 1),
            table.ask(2, TableAsk::Move { token: token.clone(), mv: "4".to_string() }),
        )
        .await;
        assert_eq!(moved, Reply::Done);
        assert_eq!(advice, refused("the position has changed; ask again"));
        // The bot would think of its move for an hour.
        assert_eq!(table.ask(2, TableAsk::Undo { token }).await, Reply::Done);
    });
}

#[test]
fn bots_play_only_where_somebody_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let lobby = lobby(folder.path());
        let ((left, _), (_, watched)) =
            (table(&lobby, "level 1").await, table(&lobby, "level 1").await);
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!(watched.line().plies, 0);
        let mut length = watched.log.subscribe();
        watched.ask(1, TableAsk::Watch).await;
        while watched.line().over.is_none() {
            length.changed().await.unwrap();
        }
        lobby.make_room(1).await.unwrap();
        assert!(lobby.table(&left).is_none() && !lobby.files.path(&left).exists());
    });
}
