//! Answers that a run doesn't take: `program check` counts them, `program ask` refuses them for the same
//! reason, and scoring by plies needs the plies.

use super::{evolve, home, home_with};
use crate::program::{Done, Home, assert_same};
use std::io::Write as _;
use std::process::Stdio;

const QUESTION: &str = r#"{"id":1,"vectors":[[1,0.5,"a",true,0.25]],"seats":[0],"seed":5}"#;

/// What `program ask` says of a question.
fn ask(home: &Home, question: &str) -> Done {
    let mut command = home.command("program ask tune.toml");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(question.as_bytes()).unwrap();
    child.wait_with_output().unwrap().into()
}

/// A program that answers each question with that line.
fn always(home: &Home, line: &str) {
    let program = "import sys\nsys.stdin.readline()\nprint('{\"starhop\": 1}', flush=True)\n\
                   for line in sys.stdin:\n    print(sys.argv[1], flush=True)\n";
    home.write("always.py", program);
    let text = home.read("tune.toml");
    let command = text.lines().find(|line| line.starts_with("command")).unwrap().to_string();
    let told = format!("command = [\"python3\", \"always.py\", '{line}']");
    home.write("tune.toml", text.replace(&command, &told));
}

#[test]
fn what_would_stop_a_run_is_refused_when_it_is_asked_for() {
    for (goal, answer, why) in [
        (
            "minimise",
            r#"{"id":1,"score":1,"scored":2}"#,
            "it answered nonsense: unknown key `scored`, ",
        ),
        (
            "minimise",
            r#"{"id":1,"score":NaN}"#,
            r#"it answered nonsense: expected value at letter 17: '{"id":1,"score":NaN}'"#,
        ),
        ("minimise", "Hello!", "'Hello!'; what is no answer belongs on standard error"),
        ("minimise", r#"{"id":1,"score":1e300}"#, "a score that is not within ±1e15"),
        (
            "minimise",
            r#"{"id":1,"score":"3"}"#,
            "a number is expected, not the text \"3\" at letter",
        ),
        ("minimise", r#"{"id":1,"error":"no idea"}"#, "it answered the error 'no idea'"),
        ("minimise", r#"{"id":1000,"score":1}"#, "it answered question 1000, which isn't open"),
        ("game", r#"{"id":1,"score":1}"#, "it answered no winner, which a game needs"),
        (
            "game",
            r#"{"id":1,"winner":2,"plies":3}"#,
            "it answered the winner 2, where seats are 0 to 1",
        ),
    ] {
        let home = home(goal);
        always(&home, answer);
        let asked = ask(&home, QUESTION);
        assert_eq!((asked.code, asked.text()), (Some(1), format!("{answer}\n")), "{}", asked.err);
        assert!(asked.err.contains("the program told failed: "), "{answer}: {}", asked.err);
        assert!(asked.err.contains(why), "{answer}: {}", asked.err);
        let run = home.refused(1, &evolve("run", ""));
        assert!(run.contains("the program told failed four times at one question"), "{run}");
        assert!(run.contains(why), "{answer}: {run}");
    }
    let home = home("minimise");
    for question in ["{}", "7", "{\"id\":7}\n{\"id\":8}", ""] {
        let asked = ask(&home, question);
        let why = "must be one line, a question in JSON";
        assert!(asked.code == Some(2) && asked.err.contains(why), "{question}: {}", asked.err);
        assert!(!asked.err.contains("struct"), "{question}: {}", asked.err);
    }
    home.write("two.json", "{}\n{}");
    let said = home.refused(2, "program ask tune.toml two.json");
    assert!(said.contains("two.json must be one line, a question in JSON"), "{said}");
    for mark in ["", "\u{feff}"] {
        assert_eq!(ask(&home, &format!("{mark}{QUESTION}")).code, Some(0), "as from a file");
    }
}

#[test]
fn a_check_counts_faults_though_they_were_asked_again() {
    let home = home("minimise");
    assert!(home.done("program check tune.toml").text().ends_with("\nFaults: none.\n"));
    let begin = "def answered(question, goal):\n";
    let fails = format!(
        "{begin}    if os.path.exists('once'):\n        os.remove('once')\n        sys.exit('lost count')\n"
    );
    home.write("told.py", home.read("told.py").replace(begin, &fails));
    home.write("once", "");
    let checked = home.run("program check tune.toml");
    let (text, err) = (checked.text(), checked.err);
    assert_eq!(checked.code, Some(1), "{err}");
    let told = "\nFaults: it gave no valid answer 1 time, the first time: it ended; its last words: lost count.";
    assert!(text.contains(told), "{text}");
    assert!(text.contains("\nRepeatable: ") && text.contains("\nBounds: it answered"), "{text}");
    assert!(err.contains("the program told failed while it was checked"), "{err}");
    always(&home, r#"{"id":1,"winner":0}"#);
    let said = home.refused(1, "program check tune.toml");
    assert!(said.contains("the program told failed four times at one question"), "{said}");
    assert!(said.contains("it answered a winner, which an evaluation has not"), "{said}");
}

#[test]
fn scoring_by_plies_needs_the_plies() {
    let home = home("game");
    home.done(&evolve("plies", "--scoring plies"));
    let text = home.read("results/plies/config.toml");
    assert!(!text.contains("scoring"), "the page on formats says so: {text}");
    home.done("evolve --config results/plies/config.toml --name again");
    assert_same(&home.files("plies"), &home.files("again"), "from its own settings");
    home.write("told.py", home.read("told.py").replace("\"plies\":", "\"distance\": [2, 3] or"));
    let said = home.refused(1, &evolve("run", "--scoring plies"));
    let why = "the last time: it answered no plies, which scoring by plies needs\n{\"id\":1,";
    assert!(said.contains(why), "{said}");
    home.done(&evolve("score", ""));
    home.done("verify score");
}

#[test]
fn what_was_answered_otherwise_cannot_be_verified() {
    let home = home_with("minimise", "");
    home.write(
        "told.py",
        home.read("told.py").replace("mixed(question[\"seed\"]", "mixed(time.time_ns()"),
    );
    home.done(&evolve("run", "--generations 3"));
    let said = home.refused(3, "verify run");
    for told in [
        "its games come to something else than",
        "The program told answered otherwise than it did then, or the file was changed since.",
        "A program that isn't repeatable can't be verified; `starhop program check tune.toml` finds out",
    ] {
        assert!(said.contains(told), "{said}");
    }
}
