//! Numbers of other programs, in the layouts that they have.

use super::*;
use proptest::prelude::*;

/// The numbers of each row of the star.
const ROWS: [usize; 17] = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1];

fn plain(text: &str, layout: &CellLayout) -> Result<Vec<f64>, String> {
    let found = read::parse(text.as_bytes(), None, wanted(layout));
    found.map(|it| it.weights().to_vec()).map_err(|why| why.to_string())
}

/// Six numbers, for the layout that has as many cells.
fn six(text: &str) -> Result<Vec<f64>, String> {
    plain(text, &plain_layout())
}

fn texts(weights: &[f64]) -> Vec<String> {
    weights.iter().map(|weight| format!("{weight:?}")).collect()
}

/// The numbers in the star's shape, with `hole` where the board has no cell.
fn star_shape(texts: &[String], hole: &str) -> String {
    let mut left = texts.iter();
    let row = |&count: &usize| {
        let numbers: Vec<_> = left.by_ref().take(count).cloned().collect();
        let aside = format!("{hole} ").repeat(13 - count);
        format!("{aside}{} {aside}\n", numbers.join(&format!(" {hole} ")))
    };
    ROWS.iter().map(row).collect()
}

/// The numbers in layouts of many programs.
fn layouts(weights: &[f64]) -> Vec<String> {
    let texts = texts(weights);
    let joined = |separator: &str| texts.join(separator);
    let rows: Vec<_> = texts.chunks(11).map(|row| format!("{{ {} }}", row.join(", "))).collect();
    let rows = rows.join(",\n  ");
    let mut layouts: Vec<_> = [" ", ",", ", ", "\n", "\r\n", "\t", ";", "\n\n"].map(joined).into();
    layouts.extend(["", ".", "_", "x"].map(|hole| star_shape(&texts, hole)));
    layouts.extend([
        format!("[{}]", joined(", ")),
        format!("# by hand: 3 of 5\n{}\n", joined(" ")),
        format!("{{{}}};", joined(",")),
        format!(
            "#include <stdio.h>\n#define N 121\nstatic const double w[11][11] = {{\n  {rows}\n}};\n"
        ),
        format!(
            "/* 121 of\n * them */\nint n = 121;\nstd::array<double, 121> w{{ {} }};",
            joined(", ")
        ),
        format!("pub const W: [f64; 121] = [{}f64];", joined("f64,")),
        format!("let w = vec![{}];", joined("_f64, ")),
        format!(
            "import numpy as np\nw = np.array([{}], dtype=np.float64).reshape(11, 11)",
            joined(", ")
        ),
        format!("WEIGHTS = (\n    {},\n)  # one for each hole\n", joined(",\n    ")),
        format!("array([ {} ])", joined(",  ")),
        format!("public class W {{ static double[] w = new double[]{{ {} }}; }}", joined("d, ")),
        format!("{{\"name\": \"mine [1]\", \"players\": 2, \"weights\": [{}]}}", joined(", ")),
        format!("w <- c({})", joined(", ")),
        format!("w = [{}];", joined(" ")),
    ]);
    layouts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_weights_are_read_in_any_layout(
        integers in any::<bool>(),
        weights in prop::collection::vec(prop::num::f64::NORMAL | prop::num::f64::ZERO, 121),
    ) {
        let weights: Vec<f64> = match integers {
            true => weights.into_iter().map(|weight| weight % 1000.0).map(f64::trunc).collect(),
            false => weights,
        };
        for text in layouts(&weights) {
            prop_assert_eq!(plain(&text, &star()), Ok(weights.clone()), "{}", text);
        }
    }
}

#[test]
fn an_array_for_each_corner_is_one_array() {
    let arrays = ArraySeats::All.turn(&counted().weights, &star()).unwrap();
    let numbers = texts(&arrays.concat()).join(" ");
    assert_eq!(plain(&numbers, &star()), Ok(counted().weights));
    let other = numbers.replacen("-393", "-394", 1);
    assert!(plain(&other, &star()).unwrap_err().contains("is not that of seat 1"));
}

#[test]
fn code_that_export_wrote_says_whose_array_it_is() {
    let code = text(Format::C, ArraySeats::One(4));
    assert_eq!(plain(&code, &star()), Ok(counted().weights));
    let foreign = code.replace("starhop-weights", "other-weights");
    assert_eq!(plain(&foreign, &star()), Ok(counted_for(4)));
    let newer = code.replace("starhop-weights 2", "starhop-weights 4");
    assert!(plain(&newer, &star()).unwrap_err().contains("newer starhop"));
    let another = code.replace("seat: 4", "seat: all");
    assert!(plain(&another, &star()).unwrap_err().contains("1 arrays; seat all needs 6"));
}

fn counted_for(corner: usize) -> Vec<f64> {
    star().turn(&counted().weights, corner).unwrap()
}

#[test]
fn another_count_is_refused_with_both_counts_and_the_last_line() {
    let takes = "chinese-checkers takes 121 in reading order, the top row first";
    let texts = texts(&counted().weights);
    for (text, found) in [
        (texts[1..].join("\n"), "120 numbers, the last in line 120"),
        (format!("{} 7\n\n", texts.join(" ")), "122 numbers, the last in line 1"),
        (
            format!("w[121] = {{\n{}\n}}", texts[1..].join("\n")),
            "120 numbers, the last in line 121",
        ),
        ("\n5\n".to_string(), "1 number, in line 2"),
        ("# nothing\n. . .".to_string(), "no numbers"),
    ] {
        assert_eq!(plain(&text, &star()), Err(format!("{found}; {takes}")));
    }
    let why = plain("1 2", &CellLayout::list((1..=8).map(|it| format!("p{it}")))).unwrap_err();
    assert!(why.ends_with("takes 8: p1, p2, p3, p4, p5, p6, p7, p8"), "{why}");
    let why = plain("1 2", &CellLayout::list((1..=9).map(|it| format!("p{it}")))).unwrap_err();
    assert!(why.ends_with("takes 9: p1, p2, …, p9"), "{why}");
}

/// A drawing of another board, or of this one turned, isn't read in another order.
#[test]
fn a_drawing_has_the_rows_of_the_board() {
    let mut texts = texts(&counted().weights);
    let rows = star_shape(&texts, ".");
    let turned: String = rows.lines().rev().map(|line| format!("{line}\n")).collect();
    assert_eq!(plain(&turned, &star()).unwrap().len(), 121, "the star is its own image");
    texts.swap(60, 61);
    texts[60] = "x 7".to_string();
    let why = plain(&texts.join(" "), &star()).unwrap_err();
    assert!(why.starts_with("line 1: 121 numbers, and the board's row 1 has 1;"), "{why}");
    let longer = rows.replacen('\n', " 7\n", 1).replacen("-393.0", ".", 1);
    let why = plain(&longer, &star()).unwrap_err();
    assert!(why.starts_with("line 1: 2 numbers, and the board's row 1 has 1;"), "{why}");
    let list = CellLayout::list((1..=3).map(|it| format!("p{it}")));
    assert_eq!(plain("1 . 2 3", &list), Err("line 1: '.' is not a number".to_string()));
    let columns = rows.split_whitespace().collect::<Vec<_>>().join("\n");
    assert!(plain(&columns, &star()).unwrap_err().contains("and the board's row 2 has 2"));
}

#[test]
fn what_is_no_number_is_refused_with_its_line() {
    for (text, why) in [
        ("1 2 3\n4 five 6", "line 2: 'five' is not a number"),
        ("1 2 3\n4 nan 6", "line 2: 'nan' is not a finite number"),
        ("1 2 3\n4 1e999 6", "line 2: '1e999' is not a finite number"),
        ("1 2 3\n4 - 6 7", "line 2: '-' is not a number"),
        ("1 2 3 = 4 5 6", "line 1: '=' is not a number"),
        ("weights 1 2 3 4 5 6", "line 1: 'weights' is not a number"),
        ("w = 1, 2, 3, 4, 5, 6", "line 1: 'w' is not a number"),
        ("w = [1, 2,\n 3, N, 5, 6]", "line 2: 'N' is not a number"),
        ("w[2][3] = {{1, 2, 3},\n {4, x, 6}};", "line 2: 'x' is not a number"),
        ("w = array([1, 2, 3, 4, 5, None], dtype=f)", "line 1: 'None' is not a number"),
        ("w = [1, 2, 3,\n4, 5, 6", "line 1: '[' is not closed"),
        ("w = [1, 2, 3,\n4, 5, 6}", "line 2: '}' closes nothing"),
        ("1 2 3 /*\n4 5 6", "line 1: a comment begins with /* and has no end"),
        ("1 2 3\n4 \u{0} 6", "line 2: '\\0' is not a number"),
    ] {
        assert_eq!(six(text), Err(why.to_string()), "{text}");
    }
}

#[test]
fn two_lists_that_fit_are_refused() {
    let text = "a = [1, 2, 3, 4, 5, 6]\nb = [\n7, 8, 9, 10, 11, 12]\nc = [13]";
    let why = six(text).unwrap_err();
    assert!(why.starts_with("the lists in lines 1 and 3 both"), "{why}");
    let (first, _) = text.split_once('\n').unwrap();
    assert_eq!(six(first), Ok(vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
}
