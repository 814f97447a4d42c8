//! What commands print: results on standard output, everything else on standard error.

use super::failure::{Code, Failure};
use crate::record::atomic::write_atomic;
use serde::Serialize;
use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::Path;

/// Prints a result; colours only where a terminal shows them and `NO_COLOR` isn't set.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Prints a result as it is, byte by byte.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

/// Writes a result to a file that the user named. A link's target is replaced, not the link, and
/// what is no file, such as a pipe or `/dev/null`, is written to rather than replaced.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let fails = |why| Failure::new(Code::Failed, format!("cannot write {}: {why}", path.display()));
    match path.metadata() {
        Ok(found) if !found.is_file() && !found.is_dir() => {
            let mut file = File::options().write(true).open(path).map_err(fails)?;
            file.write_all(bytes).map_err(fails)
        }
        _ => {
            let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
            write_atomic(&target, bytes).map_err(|why| Failure::new(Code::Failed, why))
        }
    }
}

/// Prints a result for machines.
pub fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(std::io::Error::from)?;
    print(&(text + "\n"))
}

/// Says something to the person at the terminal that is no result. Where standard error is
/// gone, nobody is there to be told.
pub fn say(text: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// Whether standard output shows colours.
pub fn shows_colour() -> bool {
    let choice = anstream::AutoStream::choice(&std::io::stdout());
    !matches!(choice, anstream::ColorChoice::Never)
}

/// Whether a person watches standard error.
pub fn is_watched() -> bool {
    std::io::stderr().is_terminal()
}
