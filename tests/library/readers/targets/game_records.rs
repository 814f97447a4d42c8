//! Lines of `games.jsonl`: what is written reads back, and the game is played again or refused.

use starhop::play::transcript::ReplayStep;
use starhop::record::games::GameRecord;
use starhop::registry::find;

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let Ok(record) = GameRecord::parse(text) else { return false };
    assert_eq!(GameRecord::parse(&record.to_line()), Ok(record.clone()));
    let opened = find(&record.game).and_then(|entry| match &record.position {
        Some(position) => entry.open_at(position),
        None => entry.open(record.players, &record.rules),
    });
    let Ok(table) = opened else { return false };
    let told = record.transcript();
    let mut plies = 0;
    let mut visit = |step: &ReplayStep<'_>| plies += usize::from(step.mv.is_some());
    let is_sound = table.live(record.repetitions).replay(&record.bots, &told, &mut visit).is_ok();
    if is_sound {
        assert_eq!(plies, told.opening.len() + told.moves.len());
    }
    is_sound
}
