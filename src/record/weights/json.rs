//! JSON with lists of numbers laid out in lines of several, for people to read.

use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};
use std::io::{self, Write};

/// Items of a list that stand on one line; the widest grid of a star has as many columns.
const PER_LINE: usize = 17;

/// A value as JSON: objects with a field a line, lists with [`PER_LINE`] items a line.
///
/// # Errors
/// Where the value has no form in JSON, such as a map with keys other than text.
pub fn to_string(value: &impl Serialize) -> serde_json::Result<String> {
    let mut bytes = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut bytes, Lines::default()))?;
    bytes.push(b'\n');
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Lays out JSON; lists are expected no deeper than in the outermost object's fields.
#[derive(Default)]
struct Lines {
    objects: PrettyFormatter<'static>,
    /// Items written so far of each list that is open.
    lists: Vec<usize>,
}

impl Lines {
    fn new_line<W: ?Sized + Write>(&self, writer: &mut W) -> io::Result<()> {
        write!(writer, "\n{:width$}", "", width = 2 * (self.lists.len() + 1))
    }
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.lists.push(0);
        writer.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.lists.pop();
        self.new_line(writer)?;
        writer.write_all(b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        let written = self.lists.last().copied().unwrap_or(0);
        if written.is_multiple_of(PER_LINE) {
            self.new_line(writer)?;
        } else {
            writer.write_all(b" ")?;
        }
        if let Some(count) = self.lists.last_mut() {
            *count += 1;
        }
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.objects.begin_object(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.objects.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.objects.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.objects.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.objects.end_object_value(writer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_stand_in_lines_and_fields_one_by_one() {
        let list: Vec<usize> = (0..20).collect();
        let text = to_string(&serde_json::json!({"a": {"b": 1}, "c": list})).unwrap();
        let lines = "  \"c\": [\n    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,\n    \
                     17, 18, 19\n  ]\n}\n";
        assert_eq!(text, format!("{{\n  \"a\": {{\n    \"b\": 1\n  }},\n{lines}"));
    }
}
