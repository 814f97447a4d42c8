//! What a run's end suggests to type next.

use crate::program::Home;

const SETTINGS: &str = "--population 8 --fitness-games 2 --more-games 2 --choose-games 2 --measure-every 1 \
     --measure-games 100 --final-games 1400 --seed 1";

/// Games that are all lost teach little, so a run begins better at the array that it loses to.
#[test]
fn a_run_that_always_loses_to_its_only_opponent_is_to_begin_at_it() {
    let home = Home::new();
    let evolve = |words: &str| home.done(&format!("evolve {words} {SETTINGS}")).text();
    let text = evolve("--name lost --against hand-tuned-v4 --generations 1");
    assert!(text.contains("loses to hand-tuned-v4"), "{text}");
    let begun = "evolve --config ./results/lost/config.toml --from hand-tuned-v4 --name lost-2";
    assert!(text.contains(&format!(" {begun}\n")), "{text}");
    // A run of one generation says too little to begin anew at once.
    assert!(text.find(" resume lost ") < text.find(begun), "{text}");
    let text = evolve("--name longer --against hand-tuned-v4 --generations 24");
    let begun_longer = begun.replace("lost", "longer");
    assert!(text.find(&begun_longer) < text.find(" resume longer "), "{text}");
    assert!(home.done("show lost").text().contains(&format!(" {begun}\n")));

    let text = home.done(begun).text();
    assert!(text.contains(" resume lost-2 ") && !text.contains(" --from hand-tuned-v4"), "{text}");
    let text = evolve("--name both --against hand-tuned-v3,hand-tuned-v4 --generations 1");
    assert!(text.contains("loses to hand-tuned-v3") && !text.contains(" --from "), "{text}");
}
