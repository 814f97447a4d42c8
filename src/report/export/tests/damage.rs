//! What is damaged is refused, with the place of the damage.

use super::*;
use std::path::Path;

#[test]
fn files_that_hold_no_weights_are_named_in_the_error() {
    let folder = tempfile::tempdir().unwrap();
    let error = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        let error = read(&path, wanted(&star())).unwrap_err().to_string();
        assert!(error.contains(name), "{error}");
        error
    };
    assert!(error("empty.json", b"").contains("empty"));
    assert!(error("large.csv", &vec![b'1'; 9 << 20]).contains("8 MiB"));
    assert!(error("latin.csv", b"hole,weight\na1,\xff\n").contains("line 2: not text"));
    assert!(error("noise", b"\0\x01\x02\n").contains("line 1: '\\0\\u{1}\\u{2}' is not a number"));
    assert!(read(folder.path(), wanted(&star())).is_err());
    assert!(read(Path::new("no such file"), wanted(&star())).is_err());
}

fn refusal(format: Format, seats: ArraySeats, from: &str, to: &str) -> String {
    let text = text(format, seats);
    let lines = text.split_inclusive('\n').filter(|line| !line.starts_with("checksum"));
    let text: String = lines.collect();
    assert!(text.contains(from), "{from}");
    let damaged = text.replacen(from, to, 1);
    parse(damaged.as_bytes(), format, &star()).unwrap_err().to_string()
}

#[test]
fn damage_is_refused_with_its_line_or_field() {
    use Format::{Csv, Grid, Toml};
    let (one, all) = (ArraySeats::One(1), ArraySeats::All);
    for (format, seats, from, to, reason) in [
        (Csv, one, "weights 2", "weights 9", "newer starhop"),
        (Csv, one, "a1,0,4,1,-400\n", "", "no line for hole a1"),
        (Csv, one, "a1,0,4,1,-400\n", "b1,1,4,1,-400\n", "line 8: hole b1 for the second time"),
        (Csv, one, "a1,0,4,1,-400\n", "b1,0,4,1,-400\n", "line 7: hole b1 has row 1, not '0'"),
        (Csv, one, "a1,0", "z9,0", "line 7: 'z9' is no hole"),
        (Csv, one, "1,-400", "1,nan", "line 7: 'nan' is not a finite number"),
        (Csv, one, "1,-400", "1,", "line 7: '' is not a number"),
        (Csv, one, "1,-400", "1", "line 7: 4 columns; the first line has 5"),
        (Csv, one, "corner,weight", "corner,weigth", "weight: no such column"),
        (Csv, one, "hole,row", ",hole,row", "column 1 has no name"),
        (Csv, all, "seat_4", "seat_7", "seat_4: no such column"),
        (Csv, all, "1,-400,", "1,-401,", "is not that of seat 1"),
        (Csv, one, "q1,16", "\"q1,16", "line 127: "),
        (Grid, one, "-400", "x", "line 6: column 5: 'x' is not a number"),
        (Grid, one, "-400", ".", "line 6: column 5: '.' is not a number"),
        (Grid, one, "-400    .", "-400   12", "line 6: column 6: '12' off the board"),
        (Grid, one, "-400", "", "line 6: 16 columns; the board has 17"),
        (Grid, one, "seat: 1", "seat: all", "17 lines; one board has 17, and 6 seats have 102"),
        (Grid, all, "seat: all", "seat: 2", "102 lines of the board; it has 17"),
        (Toml, one, "version = 3", "version = 9", "newer starhop"),
        (Toml, one, "[-400,", "[", "120 weights; the board needs 121"),
        (Toml, one, "[-400,", "[nan,", "line 7: NaN is no weight"),
        (Toml, one, "players", "player", "unknown field `player`"),
        (Toml, one, "wins = 20", "wins = x", "line 23: "),
    ] {
        let error = refusal(format, seats, from, to);
        assert!(error.contains(reason), "{from} -> {to}: {error}");
    }
}

#[test]
fn a_damaged_array_is_refused() {
    let bytes = write(&counted(), &star(), Format::Npy, ArraySeats::One(1)).unwrap();
    let error = |bytes: &[u8]| parse(bytes, Format::Npy, &star()).unwrap_err().to_string();
    assert!(error(&bytes[..bytes.len() - 1]).contains("does not end"));
    assert!(error(&[bytes.as_slice(), b"\0"].concat()).contains("does not end"));
    for length in 0..128 {
        assert!(error(&bytes[..length]).contains("damaged"), "{length}");
    }
    let header = |text: &str| [b"\x93NUMPY\x01\x00\x60\x00", text.as_bytes(), &[b' '; 96]].concat();
    let with_shape = |kind: &str, shape: &str| {
        error(&header(&format!(
            "{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape}), }}"
        )))
    };
    assert!(with_shape("<i4", "120,").contains("shape: [120]; this needs [121] or [6, 121]"));
    assert!(with_shape("<i4", "18446744073709551615, 2").contains("shape: "));
    assert!(with_shape("|O", "121,").contains("dtype: '|O'"));
    let mut floats = write(&real(), &plain_layout(), Format::Npy, ArraySeats::One(1)).unwrap();
    let last = floats.len() - 8;
    floats[last..].copy_from_slice(&f64::NAN.to_le_bytes());
    let nan = parse(&floats, Format::Npy, &plain_layout()).unwrap_err().to_string();
    assert_eq!(nan, "weight of c5: NaN is not a finite number");
    assert!(error(&header("{'descr': '<i4', 'fortran_order': True")).contains("C order"));
}
