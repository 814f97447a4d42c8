//! What a person types in a game: a move, or a command.

use crate::game::layout::names_in;

/// What was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A legal move in the game's notation.
    Move(String),
    /// A move cell by cell, which is legal where the game says so.
    Path(String),
    /// The list of moves, or of those that begin with a cell.
    Moves(Option<String>),
    Hint,
    Why,
    Undo,
    Flip,
    Board,
    /// The game into a file of that name.
    Save(String),
    Resign,
    Quit,
    Help,
    Nothing,
    /// What can't be understood, and what can.
    Unknown(String),
}

/// Every command, for completion; `flip` only where the board can be turned round.
pub fn commands(can_flip: bool) -> impl Iterator<Item = &'static str> {
    let all = ["board", "flip", "help", "hint", "moves", "quit", "resign", "save", "undo", "why"];
    all.into_iter().filter(move |it| can_flip || *it != "flip")
}

/// What `help` says of all but moves, where all commands do something.
const HELP: &str = "\
hint       what the bot would play, what it thinks that is worth, and how it would go on
why        its best moves side by side
undo       back to your own last turn
flip       turn the board round
board      draw it again
save FILE  write the game so far; `starhop play --load FILE` goes on with it
resign     give the game up
quit       leave; a game that began is kept
help       this list
";

/// What `help` says where those moves are legal: `flip` only where the board can be turned round.
pub fn help(legal: &[String], can_flip: bool) -> String {
    let lines = HELP.split_inclusive('\n');
    let lines = lines.filter(|line| can_flip || !line.starts_with("flip "));
    naming(legal, can_flip) + &lines.collect::<String>()
}

/// What is said before the first move: an example, and where the rest is. Nothing where there is no move.
pub fn tip(legal: &[String]) -> String {
    let ends = example(legal).map(|it| format!("{} {}", it.first, it.last));
    let mv = ends.or_else(|| legal.first().cloned());
    mv.map_or_else(String::new, |mv| format!("A move: {mv}. `help` lists the rest.\n"))
}

/// A move that can be named in every way.
struct Example<'a> {
    /// Its number in the list.
    number: usize,
    mv: &'a str,
    first: String,
    last: String,
}

/// The first such move.
fn example(legal: &[String]) -> Option<Example<'_>> {
    (1..).zip(legal).find_map(|(number, mv)| {
        let names = names_in(mv);
        let [first, .., last] = &names[..] else { return None };
        let is_alone = read(first, legal) == Typed::Moves(Some(first.clone()));
        let is_named = read(&format!("{first} {last}"), legal) == Typed::Move(mv.clone());
        (is_alone && is_named).then(|| Example {
            number,
            mv,
            first: first.clone(),
            last: last.clone(),
        })
    })
}

/// How moves are named and listed, by an example.
fn naming(legal: &[String], can_flip: bool) -> String {
    if let Some(Example { number, mv, first, last }) = example(legal) {
        return format!(
            "A move     its name ({mv}), first and last cell ({first} {last}), or number (#{number})\n\
             moves      all legal moves with numbers; `moves {first}`, or {first} alone, those from {first}\n"
        );
    }
    let name = if can_flip { "name" } else { "column" };
    let example =
        |mv: &String| format!("A move     its {name} ({mv}), or its number in the list (#1)\n");
    legal.first().map_or_else(String::new, example)
        + "moves      all legal moves with their numbers\n"
}

/// Reads a line where those moves are legal.
pub fn read(line: &str, legal: &[String]) -> Typed {
    let line = line.trim();
    if let Some(mv) = legal.iter().find(|mv| mv.eq_ignore_ascii_case(line)) {
        return Typed::Move(mv.clone());
    }
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let alone = |typed: Typed| match rest {
        "" => typed,
        _ => Typed::Unknown(format!("'{first}' stands alone; `help` lists all commands")),
    };
    match first.to_ascii_lowercase().as_str() {
        "" => Typed::Nothing,
        "help" | "h" | "?" => alone(Typed::Help),
        "moves" | "m" => Typed::Moves((!rest.is_empty()).then(|| rest.to_string())),
        "hint" => alone(Typed::Hint),
        "why" => alone(Typed::Why),
        "undo" | "u" => alone(Typed::Undo),
        "flip" => alone(Typed::Flip),
        "board" | "b" => alone(Typed::Board),
        "save" if rest.is_empty() => Typed::Unknown("save needs a file: `save FILE`".to_string()),
        "save" => Typed::Save(rest.to_string()),
        "resign" => alone(Typed::Resign),
        "quit" | "q" | "exit" => alone(Typed::Quit),
        _ => by_number(line, legal).unwrap_or_else(|| by_cells(line, legal)),
    }
}

/// A move by its place in the list. Where moves or cells are numbers themselves, only `#3` is a place.
fn by_number(line: &str, legal: &[String]) -> Option<Typed> {
    let are_numbers = legal.iter().flat_map(|mv| names_in(mv)).any(|it| it.parse::<u64>().is_ok());
    let number = match line.strip_prefix('#') {
        Some(number) => number.trim(),
        None if are_numbers => return None,
        None => line,
    };
    let number: usize = number.parse().ok()?;
    Some(match number.checked_sub(1).and_then(|index| legal.get(index)) {
        Some(mv) => Typed::Move(mv.clone()),
        None => Typed::Unknown(format!("there are {} moves; `moves` lists them", legal.len())),
    })
}

/// A move by its first and its last cell, or by all of its cells; or the moves of one cell.
fn by_cells(line: &str, legal: &[String]) -> Typed {
    let words = names_in(line);
    let fits = |mv: &&String| {
        let cells = names_in(mv);
        words.len() > 1 && cells.first() == words.first() && cells.last() == words.last()
    };
    let fitting: Vec<&String> = legal.iter().filter(fits).collect();
    match (&fitting[..], &words[..]) {
        ([first, ..], [_, _, _, ..]) => {
            let sign = [">", "x"].into_iter().find(|&sign| first.contains(sign)).unwrap_or("-");
            Typed::Path(words.join(sign))
        }
        ([only], _) => Typed::Move(only.to_string()),
        ([], [cell]) if !from(cell, legal).is_empty() => Typed::Moves(Some(cell.clone())),
        ([], _) => Typed::Unknown(format!(
            "'{line}' is neither a legal move here nor a command; `moves` lists the moves, `help` \
             the commands"
        )),
        (several, _) => {
            let several: Vec<&str> = several.iter().map(|mv| mv.as_str()).collect();
            Typed::Unknown(format!("'{line}' may be {}", several.join(" or ")))
        }
    }
}

/// The places in the list of the moves that begin with that cell.
pub fn from(cell: &str, legal: &[String]) -> Vec<usize> {
    let cell = cell.to_ascii_lowercase();
    let begins = |mv: &String| names_in(mv).first() == Some(&cell);
    legal.iter().enumerate().filter(|(_, mv)| begins(mv)).map(|(index, _)| index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;
    use proptest::prelude::*;

    fn legal(moves: &str) -> Vec<String> {
        moves.split(' ').map(str::to_string).collect()
    }

    #[test]
    fn moves_are_read_in_every_way_that_people_type_them() {
        let star = legal("d1-e5 d1-e6 c1>e6>g6 c2>e6");
        for (line, expected) in [
            ("d1-e5", "d1-e5"),
            (" D1-E5 ", "d1-e5"),
            ("d1 e5", "d1-e5"),
            ("d1e5-", "?"),
            ("c1 g6", "c1>e6>g6"),
            ("c1-g6", "c1>e6>g6"),
            ("3", "c1>e6>g6"),
            ("#4", "c2>e6"),
        ] {
            let typed = read(line, &star);
            match expected {
                "?" => assert!(matches!(typed, Typed::Unknown(_)), "{line}: {typed:?}"),
                mv => assert_eq!(typed, Typed::Move(mv.to_string()), "{line}"),
            }
        }
        for line in ["c1>q1>G6", "c1 q1 g6", "c1 > q1 > g6", "c1-q1-g6"] {
            assert_eq!(read(line, &star), Typed::Path("c1>q1>g6".to_string()), "{line}");
        }
        assert_eq!(read("d1", &star), Typed::Moves(Some("d1".to_string())));
        assert_eq!(from("D1", &star), [0, 1]);
        let draughts = legal("32-28 31x22 31x22x13");
        assert_eq!(read("32 28", &draughts), Typed::Move("32-28".to_string()));
        assert_eq!(read("31 13", &draughts), Typed::Move("31x22x13".to_string()));
        assert_eq!(read("31-22-13", &draughts), Typed::Path("31x22x13".to_string()));
    }

    #[test]
    fn where_cells_are_numbers_a_number_is_a_cell() {
        let draughts = legal("32-28 32-27 31-27");
        assert_eq!(read("32", &draughts), Typed::Moves(Some("32".to_string())));
        assert!(matches!(read("1", &draughts), Typed::Unknown(_)), "no move begins there");
        assert_eq!(read("#1", &draughts), Typed::Move("32-28".to_string()));
    }

    #[test]
    fn where_moves_are_numbers_a_number_is_a_move() {
        let columns = legal("1 2 4");
        assert_eq!(read("4", &columns), Typed::Move("4".to_string()));
        assert!(matches!(read("3", &columns), Typed::Unknown(_)), "a full column");
        assert_eq!(read("#3", &columns), Typed::Move("4".to_string()));
    }

    #[test]
    fn commands_and_what_is_none() {
        let star = legal("d1-e5");
        assert_eq!(read("", &star), Typed::Nothing);
        assert_eq!(read("Undo", &star), Typed::Undo);
        assert_eq!(read("save my game.jsonl", &star), Typed::Save("my game.jsonl".to_string()));
        assert_eq!(read("moves d1", &star), Typed::Moves(Some("d1".to_string())));
        for line in ["save", "undo twice", "#0", "#2", "99", "e4", "d1-e6", "xyzzy", "-"] {
            assert!(matches!(read(line, &star), Typed::Unknown(_)), "{line}");
        }
        let helps = |can_flip, command| help(&star, can_flip).contains(&format!("\n{command}"));
        assert!(commands(true).all(|it| helps(true, it)) && commands(true).any(|it| it == "flip"));
        assert!(commands(false).all(|it| helps(false, it)) && !helps(false, "flip"));
        assert_eq!(commands(false).count() + 1, commands(true).count());
    }

    /// The moves of a game's start.
    fn first_moves(game: &str) -> Vec<String> {
        let entry = registry::find(game).unwrap();
        entry.open(2, entry.arena_rules).unwrap().live(0).moves()
    }

    #[test]
    fn what_help_names_can_be_typed() {
        for (game, can_flip, ways) in
            [("connect-four", false, 2), ("draughts", true, 3), ("chinese-checkers", true, 3)]
        {
            let legal = first_moves(game);
            let said = help(&legal, can_flip);
            let mut lines = said.lines();
            let [first, listed] = [(); 2].map(|()| lines.next().unwrap());
            let examples = first.split('(').skip(1).map(|it| it.split_once(')').unwrap().0);
            let typed: Vec<Typed> = examples.map(|it| read(it, &legal)).collect();
            assert_eq!(typed, vec![Typed::Move(legal[0].clone()); ways], "{game}: {first}");
            let quoted = listed.split('`').nth(1);
            assert_eq!(quoted.is_some(), can_flip, "{game}: {listed}");
            if let Some(quoted) = quoted {
                let Typed::Moves(Some(cell)) = read(quoted, &legal) else { panic!("{quoted}") };
                assert_eq!(read(&cell, &legal), Typed::Moves(Some(cell.clone())), "{game}");
                assert!(!from(&cell, &legal).is_empty(), "{game}: {cell}");
            }
        }
        assert!(
            help(&first_moves("connect-four"), false)
                .contains("its column (1), or its number in the list (#1)")
        );
        let twice = legal("31x22x13 31x24x13 32x23x14");
        assert!(
            help(&twice, true)
                .contains("its name (32x23x14), first and last cell (32 14), or number (#3)")
        );
        assert!(help(&[], true).starts_with("moves "));
        assert_eq!(tip(&twice), "A move: 32 14. `help` lists the rest.\n");
        assert_eq!(tip(&legal("pass")), "A move: pass. `help` lists the rest.\n");
        assert_eq!(tip(&first_moves("connect-four")), "A move: 1. `help` lists the rest.\n");
        assert_eq!(tip(&[]), "");
    }

    proptest! {
        #[test]
        fn nothing_that_is_typed_panics(line in ".*", moves in proptest::collection::vec(".*", 0..5)) {
            if let Typed::Move(mv) = read(&line, &moves) {
                prop_assert!(moves.contains(&mv));
            }
        }
    }
}
