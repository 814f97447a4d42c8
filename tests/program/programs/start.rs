//! Programs whose first values are good: what evolves has to beat them.

use crate::program::Home;

/// Games that the vector nearer to 50 wins the more often, by chance that is another for each pair of vectors.
const PROGRAM: &str = r#"import json, random, sys
sys.stdin.readline()
print('{"starhop": 1}', flush=True)
for line in sys.stdin:
    it = json.loads(line)
    chance = random.Random(json.dumps([it["seed"], it["vectors"], it["seats"]]))
    far = [sum(abs(value - 50) for value in it["vectors"][seat]) for seat in it["seats"]]
    winner = int(chance.random() * 400 > 200 + far[1] - far[0])
    moves = str(chance.random())
    print(json.dumps({"id": it["id"], "winner": winner, "plies": 9, "moves": moves}), flush=True)
"#;

pub(super) fn home(start: u32) -> Home {
    let home = Home::new();
    home.write("best.py", PROGRAM);
    let parameter = |name| {
        format!(
            "[[parameter]]\nname = \"{name}\"\nkind = \"integer\"\nmin = 0\nmax = 100\nstart = {start}\n"
        )
    };
    let head =
        "version = 1\nname = \"best\"\ncommand = [\"python3\", \"best.py\"]\ngoal = \"game\"\n";
    home.write("tune.toml", head.to_string() + &parameter("a") + &parameter("b"));
    home
}

/// The generation of a run's champion, and what was printed.
fn ended(home: &Home, name: &str, words: &str) -> (u64, String) {
    let settings = "--population 8 --generations 40 --measure-every 2 --measure-games 20 --choose-games 10 --seed 1";
    let text =
        home.done(&format!("evolve --program tune.toml --name {name} {settings} {words}")).text();
    let champion = home.done(&format!("export {name}")).json();
    (champion["origin"]["generation"].as_u64().unwrap(), text)
}

#[test]
fn a_run_keeps_first_values_that_nothing_evolved_beats() {
    let home = home(50);
    let (generation, text) = ended(&home, "without", "--final-games 600 --must-beat-start false");
    assert!(generation > 0 && !text.contains("stays"), "{text}");
    let (generation, text) = ended(&home, "with", "--final-games 600");
    assert_eq!(generation, 0, "{text}");
    let why = "Nothing that evolved beat it in 600 other games, so it stays (--must-beat-start).";
    assert!(text.contains(why), "{text}");
    assert!(home.done("show with").text().contains(why));
    let crowned = |name: &str| home.read(&format!("results/{name}/champions.jsonl"));
    assert_eq!(crowned("with"), crowned("without"), "evolution is the same");
    home.done("verify with");
    let words = "--seeds 1..2 --generations 4 --final-games 200 --population 8 --choose-games 10";
    let seeds = home.done(&format!("evolve --program tune.toml --name kept {words}")).text();
    let why = "kept-1, kept-2: nothing that evolved beat what the run began from, so that is the champion.";
    assert!(seeds.contains(why) && !seeds.contains(" the best"), "{seeds}");
    let words = format!("{words} --must-beat-start false");
    let seeds = home.done(&format!("evolve --program tune.toml --name lucky {words}")).text();
    let why = " has the best figures, but these games don't show that it is better than each of";
    assert!(seeds.contains(why) && seeds.contains(" --own-terms\n"), "{seeds}");
}

#[test]
fn first_values_that_are_beaten_go() {
    let home = home(5);
    let (generation, text) = ended(&home, "run", "--final-games 600");
    assert!(generation > 0 && !text.contains("stays"), "{text}");
}
