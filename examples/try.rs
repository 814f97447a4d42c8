use starhop::{
    backend::Threads,
    registry,
    rng::{Purpose, Seed},
    tune::{fitness::*, matches::Terms, total},
};
use std::time::Instant;
fn main() {
    let rows = [
        ("generation-0", "hand-tuned-v3", "report"),
        ("generation-51", "hand-tuned-v3", "report"),
        ("generation-2427", "hand-tuned-v3", "report"),
        ("generation-7822", "hand-tuned-v3", "report"),
        ("generation-7822", "hand-tuned-v4", "report"),
        ("generation-7822", "hand-tuned-v4", "standard:corners=pass,ply-cap=150"),
        ("hand-tuned-v3", "hand-tuned-v3", "report"),
        ("hand-tuned-v4", "hand-tuned-v4", "standard"),
    ];
    for (a, b, r) in rows {
        let e = registry::find("chinese-checkers").unwrap();
        let t = e.open(2, r).unwrap();
        let c = e.preset("report", 2).unwrap();
        let terms = Terms {
            against: t.built_in(b).unwrap(),
            distance: t.built_in(b).unwrap(),
            seats: Seats::First,
            fitness: c.fitness(),
            seed: Seed::new(1).unwrap(),
        };
        let m = t.tuner(&terms, Threads::new(1).unwrap());
        let s = Instant::now();
        let x = total(&m.measure(&t.built_in(a).unwrap(), Purpose::Measure, &[], 0..20000));
        let d = s.elapsed().as_secs_f64();
        println!(
            "{a} {b} {r}: win {:?} plies {:?} fit {:?} ± {:?} unf {} games/s {:.0}",
            x.win_rate(),
            x.mean_winning_plies(),
            x.mean_fitness(),
            x.fitness_error().map(|e| 1.96 * e),
            x.unfinished,
            20000.0 / d
        );
    }
}
