//! Lines of `games.jsonl`: what is written reads back, and the game is played again or refused.

#![no_main]

use starhop::record::games::GameRecord;
use starhop::registry::find;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(record) = GameRecord::parse(text) else { return };
    assert_eq!(GameRecord::parse(&record.to_line()), Ok(record.clone()));
    let Ok(entry) = find(&record.game) else { return };
    if let Ok(table) = entry.open(record.players, &record.rules) {
        let told = record.transcript();
        let mut plies = 0;
        let mut visit = |step: &starhop::play::transcript::ReplayStep<'_>| {
            plies += usize::from(step.mv.is_some());
        };
        let mut live = table.live(record.repetitions);
        if live.replay(&record.bots, &told, &mut visit).is_ok() {
            assert_eq!(plies, told.opening.len() + told.moves.len());
        }
    }
});
