//! Lines of UGI: what is printed reads back as the same.

use starhop::program::ugi::{self, Command};

/// Returns whether the bytes were read.
pub fn check(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    // What an engine writes is never refused.
    let _ = ugi::said(text);
    let command = text.parse::<Command>();
    if let Ok(command) = &command {
        assert_eq!(command.to_string().parse().as_ref(), Ok(command));
    }
    command.is_ok()
}
